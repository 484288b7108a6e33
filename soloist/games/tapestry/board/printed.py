"""What only the owner's box can tell."""

from __future__ import annotations

from soloist.core.errors import UnknownError
from soloist.core.text import text


def check_datum(key: str, value: str) -> str:
    """No value of Tapestry can be entered: what is open about the Shadow-Empire-only game are options."""
    raise UnknownError(text("error.no_datum", got=key))
