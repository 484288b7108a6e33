"""One game at one table: its history, saves, storage, verification, scenarios and result. No rule of a game is in
here."""
