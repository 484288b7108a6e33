"""Read and write trained parameters: weights, policy parameters ("habits"), and those per faction ("ways").

Weights have a row per stage of the game and a column per feature. Files begin with comments on how they were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.errors import BadDataError
from soloist.core.text import text

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class FactionParameters:
    """A way to play a faction: the policy parameters that differ from the usual ones.

    `margin` is by how many points it did better than those, ± `within`.
    """

    changes: Mapping[str, int]
    margin: float = 0.0
    within: float = 0.0


def read_weights(data: Mapping[str, Any], names: Sequence[str], stages: int) -> Rows:
    """Return the rows of a weights file. Raises `BadDataError` when it is damaged or belongs to other features."""
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
    """Return a file that `read_weights` reads; `provenance` are the comment lines at its head."""
    lines = [f"# {line}".rstrip() for line in provenance]
    lines += ["", "features = ["]
    lines += [f'    "{name}",' for name in names]
    lines += ["]", "rows = ["]
    lines += [f"    [{', '.join(map(str, row))}]," for row in rows]
    return "\n".join([*lines, "]", ""])


def read_habits(data: Mapping[str, Any], names: Iterable[str]) -> dict[str, int]:
    """Return the policy parameters of a file, as `group.name`.

    Raises `BadDataError` when it is damaged or has other names.
    """
    found: dict[str, int] = {}
    wanted = set(names)
    groups = {name.partition(".")[0] for name in wanted}
    for group, table in data.items():
        if group not in groups:  # for example a file of weights
            raise BadDataError(text("weights.other"))
        if not isinstance(table, dict) or not all(type(worth) is int for worth in table.values()):
            raise BadDataError(text("weights.damaged"))
        found.update({f"{group}.{name}": worth for name, worth in table.items()})
    if set(found) != wanted:
        raise BadDataError(text("weights.other"))
    return found


def write_habits(habits: Mapping[str, int], provenance: Sequence[str]) -> str:
    """Return a file that `read_habits` reads; `provenance` are the comment lines at its head."""
    lines = [f"# {line}".rstrip() for line in provenance]
    group = ""
    for name, worth in habits.items():
        now, _, short = name.partition(".")
        if now != group:
            lines += ["", f"[{now}]"]
            group = now
        lines.append(f"{short} = {worth}")
    return "\n".join([*lines, ""])


def read_ways(
    data: Mapping[str, Any], habits: Mapping[str, int], factions: Iterable[str]
) -> dict[str, tuple[dict[str, int], ...]]:
    """Return the ways of each faction, each with all policy parameters.

    Raises `BadDataError` when the file is damaged, or belongs to other factions or parameters.
    """
    if set(data) != set(factions):
        raise BadDataError(text("weights.other"))
    found = {}
    for faction, ways in data.items():
        if not isinstance(ways, list) or not ways or not all(isinstance(way, dict) for way in ways):
            raise BadDataError(text("weights.damaged"))
        for way in ways:
            if not all(type(worth) is int for worth in way.values()):
                raise BadDataError(text("weights.damaged"))
            if not set(way) <= set(habits):
                raise BadDataError(text("weights.other"))
        found[faction] = tuple({**habits, **way} for way in ways)
    return found


def write_ways(ways: Mapping[str, Sequence[FactionParameters]], provenance: Sequence[str]) -> str:
    """Return a file that `read_ways` reads; `provenance` are the comment lines at its head."""
    lines = [f"# {line}".rstrip() for line in provenance]
    for faction, several in ways.items():
        for way in several:
            margin = f"{way.margin:+.1f} ± {way.within:.1f}" if way.changes else "the usual habits"
            lines += ["", f"[[{faction}]] # {margin}"]
            lines += [f'"{name}" = {worth}' for name, worth in way.changes.items()]
    return "\n".join([*lines, ""])


#: the share of parameters that `vary_parameters` changes, and the largest change as a multiple of value plus step. A few
#: large changes make a different style of play; many small ones do not
_OTHERS, _FAR = 0.12, 1.3


def vary_parameters(habits: Mapping[str, int], steps: Mapping[str, int], lot: Callable[[], float]) -> dict[str, int]:
    """Return a copy with a few parameters changed much, at random; `lot` returns random numbers between 0 and 1.

    A parameter without a step is fixed.
    """
    found = dict(habits)
    for name, step in steps.items():
        if step and lot() < _OTHERS:
            found[name] += round((abs(habits[name]) + step) * _FAR * (2 * lot() - 1))
    return found
