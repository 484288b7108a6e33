"""Printed material, numbered in the order in which the rulebook counts it.

Put here: one `Domain` per kind of thing that a mask or a line can name, and the cards, read from `data` into frozen
classes. Figures and names belong in TOML, anything with an "if" in Python. A wrong name in a file is a `BadDataError`.
"""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.bits import mask_of
from soloist.core.errors import BadDataError
from soloist.core.text import Domain, text
from soloist.games import packaged_data

#: the package of this game; its last part is the id of the game
PACKAGE = "soloist.games._template"

#: stands for "no pit" or "no card"; never test an option for truth, it may be number 0
NOBODY = -1
AUTOMA, HUMAN = 0, 1
SEATS = Domain("seats", ["automa", "human"], words="seat")

#: nine pits in a row, from left to right (XXA-002)
PITS = Domain("pits", [str(n) for n in range(1, 10)])
#: the pits next to each pit
BESIDE = tuple(mask_of(n for n in (pit - 1, pit + 1) if 0 <= n < len(PITS.names)) for pit in range(len(PITS.names)))
STONES = 12
#: the most reaches in one turn (XXA-006)
MOST_REACHES = 2


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the Automa: the direction in which she counts, and how far."""

    id: str
    backward: bool
    count: int


def _cards() -> tuple[Card, ...]:
    cards = []
    for entry in packaged_data.read_toml(PACKAGE, "data/cards.toml")["card"]:
        if entry["direction"] not in ("forward", "backward"):
            raise BadDataError(text("error.data_name", file="cards.toml", got=entry["direction"]))
        cards.append(Card(entry["id"], entry["direction"] == "backward", entry["count"]))
    return tuple(cards)


CARDS_BY_NUMBER = _cards()
CARDS = Domain("cards", [card.id for card in CARDS_BY_NUMBER])

#: level -> the human's stones at the start (XXA-003)
LEVELS: dict[str, int] = {
    entry["id"]: entry["hand"] for entry in packaged_data.read_toml(PACKAGE, "data/levels.toml")["level"]
}
