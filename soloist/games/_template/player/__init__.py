"""The human: a made-up one for soaks, and, for DIGITAL, the human's rules. Reads `board`, never `automa`.

Every game has `made_up.py`. For TABLE mode alone that is enough: then the rest goes, with `digital.py` and `display/digital_menu.py`.
"""
