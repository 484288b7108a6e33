"""The decision pipeline and what every game is made of. No game, no I/O, no third-party import in here."""
