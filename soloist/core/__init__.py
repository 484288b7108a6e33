"""The decision pipeline and the types that every game is made of: no game, no I/O, no third-party imports."""
