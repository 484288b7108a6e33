"""The values that only the owner's box can tell.

Put here: their keys, what stands in for those that nobody has entered, and `check_datum`, the one check of what an owner
enters, wherever he enters it. A game without such values has no key, and a `check_datum` that only refuses.
"""

from __future__ import annotations

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text
from soloist.core.user_input import read_field_number

#: what one of her stones is worth (XXA-021)
DATA = ("worth",)
STAND_IN = "1"
MOST_WORTH = 9


def check_datum(key: str, value: str) -> str:
    """A value off the owner's copy, in normal form; a remark in brackets (`2 (printed)`) is left out."""
    if key not in DATA:
        raise UnknownError(text("error.no_datum", got=key), nearest=find_nearest(key, DATA) or DATA)
    return str(read_field_number(value.partition(" (")[0].strip(), key, 0, MOST_WORTH))
