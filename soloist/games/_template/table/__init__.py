"""Helpers of TABLE mode."""
