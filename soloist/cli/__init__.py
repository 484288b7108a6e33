"""Soloist in the terminal: an interactive companion and scriptable commands."""
