"""Import of games from the public play site."""
