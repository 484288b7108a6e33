"""The schema of the database, version by version. `versions/` has one module for each; Alembic applies them in order."""
