"""What was trained, as data: weights of an evaluation (which features, a row per stage of the game), habits of quick moves
(a number by name), and where they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from soloist.core.errors import BadDataError
from soloist.core.text import text

Rows = tuple[tuple[int, ...], ...]


def read_weights(data: Mapping[str, Any], names: Sequence[str], stages: int) -> Rows:
    """The rows of a file of weights. Raises `BadDataError` when they belong to other features, or are no weights."""
    if data.get("features") != list(names):
        raise BadDataError(text("weights.other"))
    rows = data.get("rows")
    if not isinstance(rows, list) or len(rows) != stages:
        raise BadDataError(text("weights.damaged"))
    for row in rows:
        if not isinstance(row, list) or len(row) != len(names) or not all(type(n) is int for n in row):
            raise BadDataError(text("weights.damaged"))
    return tuple(tuple(row) for row in rows)


def write_weights(names: Sequence[str], rows: Sequence[Sequence[int]], provenance: Sequence[str]) -> str:
    """A file that `read_weights` reads, with lines at its head that say how the weights were made."""
    lines = [f"# {line}".rstrip() for line in provenance]
    lines += ["", "features = ["]
    lines += [f'    "{name}",' for name in names]
    lines += ["]", "rows = ["]
    lines += [f"    [{', '.join(map(str, row))}]," for row in rows]
    return "\n".join([*lines, "]", ""])


def read_habits(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, int]:
    """The habits of a file, `group.name` each. Raises `BadDataError` when others are wanted, or they are no numbers."""
    found: dict[str, int] = {}
    for group, table in data.items():
        if not isinstance(table, dict) or not all(type(worth) is int for worth in table.values()):
            raise BadDataError(text("weights.damaged"))
        found.update({f"{group}.{name}": worth for name, worth in table.items()})
    if set(found) != set(names):
        raise BadDataError(text("weights.other"))
    return found


def write_habits(habits: Mapping[str, int], provenance: Sequence[str]) -> str:
    """A file that `read_habits` reads, with lines at its head that say how the habits were made."""
    lines = [f"# {line}".rstrip() for line in provenance]
    group = ""
    for name, worth in habits.items():
        now, _, short = name.partition(".")
        if now != group:
            lines += ["", f"[{now}]"]
            group = now
        lines.append(f"{short} = {worth}")
    return "\n".join([*lines, ""])
