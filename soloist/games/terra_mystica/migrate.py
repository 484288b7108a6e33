"""Migrations of saved lines from older formats.

Version 1 stored the pending decisions of a DIGITAL game as numbers whose meaning was their position in the line. Today
they are named fields.
"""

from __future__ import annotations

from soloist.games.terra_mystica.board.tables import CULTS, SEATS

#: the fields of a turn, in the order of their numbers
_TURN = (
    "stage",
    "acted",
    "free_spades",
    "homed",
    "short",
    "may_build",
    "jumped",
    "extra",
    "exchanges",
    "stopped",
    "builds",
    "beside_her",
    "gone",
)
_STAGES = ("setting_up", "actions", "bonuses", "actions")  # the last one meant "over", which the board knows itself
#: the pending decisions in the order of their numbers, with the names of their third and fourth number
_PENDING: tuple[tuple[str, str, str], ...] = (
    ("place_dwelling", "", ""),
    ("choose_bonus", "", ""),
    ("automa_places", "", ""),
    ("take_favor", "", ""),
    ("take_town", "", ""),
    ("use_key", "steps", "tracks"),
    ("cult_step", "", ""),
    ("cult_step", "two", ""),
    ("build_bridge", "", ""),
    ("ride", "", ""),
    ("storm", "", ""),
    ("swarm", "", ""),
    ("cult_spades", "spades", ""),
    ("unlock_or_priest", "priests", ""),
    ("new_token", "", ""),
)


def from_1(line: str) -> str:
    """Return a line of version 1 in today's form."""
    head, _, rest = line.partition(": ")
    verb, _, words = rest.partition(" ")
    if verb == "founds":
        return f"{head}: town {words} without steps"
    if verb == "awaits":
        try:
            return _awaits(words)
        except (ValueError, IndexError, TypeError):
            return line  # not a line of version 1: parsing it raises the error
    return line


def _awaits(words: str) -> str:
    """Convert the pending decisions of a game: `awaits 1,1,0,… ; stack 3,1,0,0 … ; offers … ; gifts …`."""
    first, *rest = words.split(" ; ")
    turn = dict(zip(_TURN, map(int, first.split(",")), strict=True))
    rows = {name: [tuple(map(int, row.split(","))) for row in found] for name, *found in (p.split() for p in rest)}
    parts = [
        f"table: awaits {_STAGES[turn['stage']]} builds={turn['builds']} gone={_names(SEATS.name_options(turn['gone']))}"
    ]
    parts.append(" ".join(["turn", *_turn(turn)]))
    parts += [_step(*row) for row in rows.get("stack", [])]
    parts += [
        f"{SEATS.name_option(seat)}: offer giver={SEATS.name_option(giver)} power={power} build={build}"
        for seat, giver, power, build in rows.get("offers", [])
    ]
    parts += [
        f"{SEATS.name_option(seat)}: gift build={build} taken={taken} declined={declined}"
        for build, seat, taken, declined in rows.get("gifts", [])
        if taken >= 0  # below 0: already settled
    ]
    return " ; ".join(parts)


def _turn(turn: dict[str, int]) -> list[str]:
    """Return the fields of a turn that are set. Hexes stay numeric masks, because the line does not name the map."""
    told = {
        "acted": "yes" if turn["acted"] else "",
        "free_spades": turn["free_spades"],
        "homed": f"#{turn['homed']}" if turn["homed"] else "",
        "short": f"#{turn['short']}" if turn["short"] else "",
        "may_build": "yes" if turn["may_build"] else "",
        "jumped": f"#{1 << turn['jumped']}" if turn["jumped"] >= 0 else "",
        "extra": turn["extra"],
        "exchanges": turn["exchanges"],
        "stopped": _names(CULTS.name_options(turn["stopped"])) if turn["stopped"] else "",
    }
    return [f"{name}={value}" for name, value in told.items() if value]


def _step(kind: int, seat: int, number: int, mask: int) -> str:
    name, third, fourth = _PENDING[kind]
    words = [f"{SEATS.name_option(seat)}: {name}"]
    if third == "two":
        words.append("steps=2")
    elif third:
        words.append(f"{third}={number}")
    if fourth:
        words.append(f"{fourth}={_names(CULTS.name_options(mask))}")
    return " ".join(words)


def _names(names: tuple[str, ...]) -> str:
    return "+".join(names) or "-"
