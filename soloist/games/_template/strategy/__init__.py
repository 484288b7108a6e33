"""Agents of the game."""
