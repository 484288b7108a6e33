"""Stones: a tiny game that works in both modes and exists to be copied (docs/add-a-game.md).

You and the Automa take stones one by one from nine pits in a row. The name of the folder is the id of the game. Every
module says in its docstring what belongs there. From bottom to top: `rules.toml`, `data`, `board`, `automa` and
`player`, `table` and `strategy`, `display`, `table_rules.py`, `digital_rules.py`, `game.py`, with `locale` beside them.
"""
