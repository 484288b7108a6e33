"""The player's rules, page by page: decisions, legal moves, effects."""
