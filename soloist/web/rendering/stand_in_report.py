"""Report which values of a table are placeholders (*stand-ins*) for what is printed on the owner's copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.manifest import Datum, Game
from soloist.session import serialize
from soloist.session.table import Table
from soloist.session.verify import replay_with_values
from soloist.session.words import Catalogue


def count_stand_ins(table: Table, owner: Mapping[str, str]) -> dict[str, int]:
    """Count the values of a table that its owner had to copy.

    `total` counts all of them, `stand_ins` those that are still placeholders, `ready` those that the owner has entered
    since and that the table could take over.
    """
    found = table.game.data(table.board)
    return {**_count_values(found, {}), "ready": len(list_takeable(table, owner))}


def count_stand_ins_of_table(table: Table) -> int:
    """Return how many values of a table are placeholders. Cached: only entering values changes it."""
    told = (i for i, entry in enumerate(table.entries) if any(line.startswith("value ") for line in entry.typed))
    count = partial(_count_stand_ins_of_table, table)
    return table.remember(max(told, default=0), "stand_ins", count) if table.entries else count()


def _count_stand_ins_of_table(table: Table) -> int:
    return _count_values(table.game.data(table.board), {})["stand_ins"]


def count_stand_ins_of_game(game: Game, owner: Mapping[str, str]) -> dict[str, int]:
    """Return the counts of `count_stand_ins` for all future tables of a game."""
    return {**_count_values(game.data(None), owner), "ready": 0}


def _count_values(found: Iterable[Datum], owner: Mapping[str, str]) -> dict[str, int]:
    stand_ins = yours = 0
    for d in found:
        if d.key in owner or d.origin == "printed":
            yours += 1
        elif d.has_stand_in:
            stand_ins += 1
    return {"total": stand_ins + yours, "stand_ins": stand_ins}


def take_over_values(table: Table, owner: Mapping[str, str], words: Catalogue) -> dict[str, Any]:
    """Enter the owner's values at a table that began with placeholders, as one act.

    Returns which values it changed, how many were equal, and which of Automa's turns would have gone otherwise. Raises
    `ImpossibleError` if there is nothing to take over.
    """
    taken = list_takeable(table, owner)
    if not taken:
        raise ImpossibleError(text("copy.nothing_to_use" if table.rulebook.by_hand else "copy.cannot_use"))
    lines = [f"value {d.key} = {owner[d.key]}" for d in taken]
    turns, otherwise = replay_with_values(table, lines)
    table.tell("; ".join(lines))
    return {
        "changed": [
            {
                "name": words.say(d.name),
                "now": serialize.say_value(d, owner[d.key], words),
                "before": serialize.say_value(d, d.value, words) or words.say(text("data.unknown")),
            }
            for d in taken
            if d.value != owner[d.key]
        ],
        "same": sum(d.value == owner[d.key] for d in taken),
        "turns": turns,
        "otherwise": [serialize.serialize_other_turn(table.game, it, words) for it in otherwise],
    }


def list_takeable(table: Table, owner: Mapping[str, str]) -> list[Datum]:
    """Return the values that the owner has entered and the table does not use yet.

    The list is empty in modes in which values cannot be entered at a table.
    """
    if not table.rulebook.by_hand or not any(verb.key == "value" for verb in table.game.table.verbs):
        return []
    found = table.game.data(table.board)
    return [d for d in found if d.key in owner and (d.origin != "printed" or d.value != owner[d.key])]
