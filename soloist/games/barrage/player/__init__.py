"""The player's rules of a digital game: decisions, legal moves, effects."""
