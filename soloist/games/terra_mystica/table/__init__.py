"""Helpers of TABLE mode: doubts, offers, a random human for soaks."""
