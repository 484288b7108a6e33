"""The notation: one line per event, entered by people, stored in saves, printed in logs.

    take 3        put 3        reach 4        set held.automa = 4        value worth = 2

Put here: `FORMS`, the lines people enter, for help and completion; `list_slot_words`, the words that fit their slots;
`read_entered`, which reads those lines; `parse_event`, the inverse of `Event.to_line`. Every game with printed values
needs `value KEY = VALUE`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError, UnreadableError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import read_assignment, require_option
from soloist.core.verbs import Verb
from soloist.games._template.board.events import Corrected, Drew, Ended, Put, Reached, Taken
from soloist.games._template.board.printed import DATA, check_datum
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS, HUMAN, PITS

#: a human's moves: entered at a table, chosen from the legal ones in a digital game
MOVES = (
    Verb("take", "take PIT", "take 3", "XXA-005"),
    Verb("put", "put PIT", "put 3", "XXA-005"),
    Verb("reach", "reach PIT", "reach 4", "XXA-006"),
)
FORMS = (
    *MOVES,
    Verb("value", "value KEY = VALUE", "value worth = 2"),
    Verb("hers", "automa: take PIT", "automa: take 3", "XXA-013", correction=True),
    Verb("set", "set FIELD = VALUE", "set held.automa = 4", correction=True),
)
_EXAMPLES = {form.first_word: form.example for form in FORMS}


def list_slot_words(board: Stones, slot: str) -> Sequence[str]:
    """Return the words that fit a slot of a form."""
    return {"PIT": PITS.names, "KEY": DATA, "FIELD": tuple(board.facts())}.get(slot, ())


def _one(of: Domain, word: str) -> int:
    return require_option(of, word, "error.no_name")


def _read_end(rest: str) -> Event:
    if rest:
        raise UnreadableError(text("error.no_verb", got=f"end {rest}"))
    return Ended()


#: seat and verb -> reader of the rest of the line
EVENTS: dict[str, Callable[[str], Event]] = {
    "human: take": lambda rest: Taken(HUMAN, _one(PITS, rest)),
    "human: put": lambda rest: Put(_one(PITS, rest)),
    "human: reach": lambda rest: Reached(_one(PITS, rest)),
    "automa: take": lambda rest: Taken(AUTOMA, _one(PITS, rest)),
    "automa: draw": lambda rest: Drew(_one(CARDS, rest)),
    "table: set": lambda rest: Corrected(*read_assignment([rest], "set", FORMS)),
    "table: end": _read_end,
}
#: automatic events, which people do not enter
BY_ITSELF = ("automa: draw", "table: end")


def _split_line(line: str) -> tuple[str, str]:
    """Split `take 3` into `human: take` and `3`. Without a name before the colon the line is the human's, or the
    table's for `set`."""
    words = line.split()
    if words and not words[0].endswith(":"):
        words.insert(0, "table:" if words[0].lower() == "set" else "human:")
    return " ".join(words[:2]).lower(), " ".join(words[2:])


def parse_event(board: Stones, line: str) -> Event:
    """Return the event that a line of the log records."""
    head, rest = _split_line(line)
    if head not in EVENTS:
        verb = head.rpartition(" ")[2]
        near = [_EXAMPLES[v] for v in find_nearest(verb, _EXAMPLES)]
        raise UnreadableError(text("error.no_verb", got=verb), nearest=near or _EXAMPLES.values())
    return EVENTS[head](rest)


def read_entered(board: Stones, line: str) -> list[Event]:
    """Return the events that an entered line stands for; there may be more than one if the line implies others."""
    head, rest = _split_line(line)
    if head in BY_ITSELF:
        raise ImpossibleError(text("error.by_itself", verb=head), nearest=["set deck = c1 c2", "set over = yes"])
    if head in ("human: turn", "human: undo", "human: redo"):
        raise UnreadableError(text("error.is_command", got=head.removeprefix("human: ")))
    if head == "human: value":
        key, value = read_assignment([rest], "value", FORMS)
        return [Corrected(f"value.{key}", check_datum(key, value))]
    return [parse_event(board, line)]
