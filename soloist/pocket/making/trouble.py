"""The error that stops a build of the site."""

from __future__ import annotations


class NotBuiltError(Exception):
    """The site cannot be built; the message says what is missing and what to do about it."""
