"""Helpers of TABLE mode: offers and a random human for soaks."""
