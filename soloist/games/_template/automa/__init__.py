"""The Automa: what she does in a turn, one module for each of her procedures. Reads `board`, never `human` or `show`."""
