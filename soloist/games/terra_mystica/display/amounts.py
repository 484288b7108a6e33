"""Resources in words and numbers, such as the amounts that a booking took and gave."""

from __future__ import annotations

from collections.abc import Mapping

from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.events import Gained
from soloist.games.terra_mystica.board.tables import CULTS

#: the names of amounts, in the order in which they are listed
NAMES = (
    "workers",
    "coins",
    "priests",
    "power",
    "tokens",
    "spades",
    *CULTS.names,
    "keys",
    "favors",
    "towns",
    "vp",
)


def booked_resources(event: Gained) -> dict[str, int]:
    """Return the resources of a booking by name.

    Power is gained by moving tokens up bowl by bowl (TM-030), spent from bowl III to bowl I (TM-031), and burned at the
    price of a token (TM-032).
    """
    tokens = event.bowl1 + event.bowl2 + event.bowl3
    power = 0
    if not tokens:
        moved = event.bowl2 + 2 * event.bowl3
        power = moved if moved > 0 else moved // 2
    elif tokens < 0 < event.bowl3:
        power = event.bowl3
    found = {
        "workers": event.workers,
        "coins": event.coins,
        "priests": event.priests,
        "power": power,
        "tokens": tokens,
        "vp": event.vp,
    }
    return {name: n for name, n in found.items() if n}


def say_amount(name: str, n: int, sign: str = "") -> Text:
    """Return an amount in words, such as `2 coins`, or with a sign `−2 coins`."""
    shown = f"{sign}{n}"
    if name in CULTS:
        return text("amount.steps", n=shown, cult=Word(f"cult.{name}"))
    return text(f"amount.{name}.{'one' if n == 1 else 'many'}", n=shown)


def say_amounts(of: Mapping[str, int], sign: str = "") -> tuple[Text, ...]:
    """Return all amounts in words, in the order of `NAMES`."""
    return tuple(say_amount(name, of[name], sign) for name in NAMES if of.get(name))
