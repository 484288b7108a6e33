"""How the game tells its story: in words, as characters, and on a page. Reads `board` and `automa`, decides nothing."""
