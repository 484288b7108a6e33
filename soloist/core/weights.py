"""Weights of an evaluation as data: which features, a row per stage of the game, and where they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
