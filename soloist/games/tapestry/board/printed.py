"""Values that only the owner's box can tell; Tapestry has none."""

from __future__ import annotations

from soloist.core.errors import UnknownError
from soloist.core.text import text


def check_datum(key: str, value: str) -> str:
    """Raise `UnknownError`: no value of Tapestry can be entered, its open questions are options."""
    raise UnknownError(text("error.no_datum", got=key))
