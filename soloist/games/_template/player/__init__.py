"""The player's rules for DIGITAL mode. Imports `board`, never `automa`.

A game with TABLE mode alone needs neither this package nor `digital_rules.py` and `display/digital_menu.py`.
"""
