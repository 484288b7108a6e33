"""Values that only the owner's box can tell.

Put here: their keys, placeholders for values that nobody has entered, and `check_datum`, the only check of entered
values. A game without such values has no key, and a `check_datum` that always raises.
"""

from __future__ import annotations

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text
from soloist.core.user_input import read_field_number

#: keys; `worth` is the value of one of the Automa's stones (XXA-021)
DATA = ("worth",)
STAND_IN = "1"
MOST_WORTH = 9


def check_datum(key: str, value: str) -> str:
    """Return a value from the owner's copy in normal form, without a remark in brackets (`2 (printed)`); raise if it is
    impossible."""
    if key not in DATA:
        raise UnknownError(text("error.no_datum", got=key), nearest=find_nearest(key, DATA) or DATA)
    return str(read_field_number(value.partition(" (")[0].strip(), key, 0, MOST_WORTH))
