"""Barrage for front ends: instructions, tiles in words, drawings, menus."""
