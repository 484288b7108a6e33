"""How the game tells its story: instructions for the hands, cards in words, the map drawn."""
