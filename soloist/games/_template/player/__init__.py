"""The player's rules for DIGITAL mode: reads `board`, never `automa`.

A game with TABLE mode alone needs no such package, no `digital_rules.py` and no `display/digital_menu.py`.
"""
