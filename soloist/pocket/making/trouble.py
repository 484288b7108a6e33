"""Why there is no site."""

from __future__ import annotations


class NotBuiltError(Exception):
    """In words: what is missing or not as agreed on, and what to do about it."""
