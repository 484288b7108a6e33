"""How the game tells its story: instructions for the hands, tiles in words, the map drawn."""
