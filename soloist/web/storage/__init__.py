"""Tables, finished games and owner values in SQLite or PostgreSQL; backup and recovery."""
