"""Stones: nine pits in a row, you and the Automa take stones one by one.

A tiny game that works, in both modes, and exists to be copied: docs/add-a-game.md. The name of the folder is the id of the
game. From below to above: `rules.toml`, `data`, `board`, `automa`, `human`, `show`, `table.py`, `digital.py`, `game.py`, and
`locale` beside them. What belongs into a module stands in its docstring.
"""
