"""The Automa, one module per procedure. Imports `board`, never `player` or `display`."""
