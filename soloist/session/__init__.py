"""One game at one table: history, saves, storage, verification, scenarios, result. No rule of a game is in here."""
