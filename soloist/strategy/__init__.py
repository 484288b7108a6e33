"""Data types with which games describe good play to agents."""
