"""The terminal: scriptable commands and an interactive session."""
