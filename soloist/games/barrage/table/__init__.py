"""Helpers of TABLE mode: doubts, offers, tracked boards, a random human for soaks."""
