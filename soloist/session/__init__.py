"""Ways to use a game: the TABLE companion, its saves, checking them, scenario files. No rule of any game is in here."""
