"""The human's rules, page by page: what has to be decided, what is open, what happens; agents, and real games replayed."""
