"""Find a turn by its number, and the turn that explains why a place was not chosen."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.explain import WhyNot, why_not
from soloist.core.text import text
from soloist.session.save import Entry
from soloist.session.table import Table


def find_turn(table: Table, number: int | None) -> tuple[int, Entry]:
    """Return a turn's place in `entries` and its entry, by its number in the log (from 1); None means the latest.

    Raises `UnknownError` when there is no such turn.
    """
    if number is None:
        found = table.last_turn()
        if found is None:
            raise UnknownError(text("error.no_turn"))
        return found
    if not 1 <= number <= len(table.entries) or table.entries[number - 1].kind != "turn":
        turns = [str(i) for i, e in enumerate(table.entries, 1) if e.kind == "turn"]
        raise UnknownError(text("error.no_turn_number", got=number), nearest=turns[-5:])
    return number - 1, table.entries[number - 1]


def find_why_not(table: Table, place: str, number: int | None) -> tuple[str, int, bool, Sequence[WhyNot]]:
    """Explain why an option was not chosen, in turn `number` or in the latest turn that considered it.

    Return the name as the engine spells it, the turn's place in `entries`, whether that is not the latest turn, and the
    answers. Raises `UnknownError` when no turn knows the option.
    """
    at, _ = find_turn(table, number)
    turns = [at] if number is not None else [i for i in range(at, -1, -1) if table.entries[i].kind == "turn"]
    for i in turns:
        trace = table.trace_of(i)
        for name in (place, place.upper(), place.lower(), place.strip("() ")):
            found = why_not(trace, name)
            if found:
                return name, i, i != at, found
    names = sorted({n for d in table.trace_of(at).decisions for n in d.of})
    raise UnknownError(text("cli.why_unknown", option=place), nearest=find_nearest(place, names) or names[:6])
