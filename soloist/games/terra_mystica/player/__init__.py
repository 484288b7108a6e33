"""The rules for human players: decisions, legal moves and their effects."""
