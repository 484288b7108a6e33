"""The game for front ends: texts, characters, pages. Imports `board` and `automa`, decides nothing."""
