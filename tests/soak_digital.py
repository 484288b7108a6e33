"""Soak a DIGITAL game: random players at every kind of table, with every invariant checked after every event.

    python -m tests.soak_digital barrage --games 2000 --out soak.json
    python -m tests.soak_digital barrage --games 200 --option draft=random
    python -m tests.soak_digital barrage --games 60 --agent greedy

The mix of seats changes from game to game, and what the set-up leaves open is drawn. Each tenth game is also played as
a table that is saved, loaded, undone and redone at random points; each fifth is repeated from its seed and compared
byte for byte. The file is written every few games, and a run with an existing file continues it. At the end every
decision of the rulebook and every verb is listed with its count, and those that never occurred. Exit code 1: faults.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from soloist.core.rulebook import DIGITAL, Player
from soloist.manifest import find_game
from soloist.session.files import write_atomically
from soloist.simulation.simulate import Plan
from soloist.simulation.soak import PlanCensus, soak_plan

#: numbers of humans and Automas at a table, one after the other
MIXES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "barrage": ((1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)),
    "terra_mystica": ((1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0)),
}
#: options to draw for each game, in addition to those that its set-up draws
DRAWN: Mapping[str, tuple[str, ...]] = {
    "barrage": ("leeghwater", "promos"),
    "terra_mystica": ("map", "order"),
}
NO_MORE: Mapping[str, str] = MappingProxyType({})
#: fields of a census that count by name
COUNTED = ("seen", "kinds", "decided")
_SAVED, _REPEATED, _KEPT = 10, 5, 10


def make_plan(game: str, number: int, seed: str, more: Mapping[str, str] = NO_MORE, agent: str = "random") -> Plan:
    """Return the plan of one game of the soak; `more` are further options, `agent` plays for the humans."""
    humans, automas = MIXES[game][number % len(MIXES[game])]
    seats = (Player(agent),) * humans + (Player("automa"),) * automas
    return Plan(game, seats, {**dict.fromkeys(DRAWN[game], "random"), **more}, seed=f"{seed}/{humans}+{automas}")


def to_counts(census: PlanCensus) -> dict[str, Any]:
    return {field.name: getattr(census, field.name) for field in fields(census)}


def add_census(total: PlanCensus, more: PlanCensus) -> None:
    """Add counts to a total; for the longest list of moves keep the maximum."""
    for name, value in to_counts(more).items():
        if name == "most_legal":
            total.most_legal = max(total.most_legal, value)
        elif name in COUNTED:
            getattr(total, name).update(value)
        else:
            setattr(total, name, getattr(total, name) + value)


def read_progress(path: Path | None) -> tuple[PlanCensus, int]:
    """Return the census in the file of an earlier run, and the number of the next game."""
    if path is None or not path.exists():
        return PlanCensus(), 0
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    next_one = int(found.pop("next"))
    counted = {name: Counter(found.pop(name, {})) for name in COUNTED}
    return PlanCensus(**found, **counted), next_one


def run_soak(
    game: str, games: int, seed: str, path: Path | None = None, more: Mapping[str, str] = NO_MORE, agent: str = "random"
) -> PlanCensus:
    """Play the games that are still missing."""
    total, first = read_progress(path)
    for number in range(first, games):
        plan = make_plan(game, number, seed, more, agent)
        done = soak_plan(find_game(game), plan, 1, first=number, saved=_SAVED, repeated=_REPEATED)
        add_census(total, done)
        if path is not None and (number % _KEPT == _KEPT - 1 or number == games - 1):
            write_atomically(path, json.dumps({**to_counts(total), "next": number + 1}, indent=1), private=False)
    return total


def list_counts(game: str, census: PlanCensus) -> list[str]:
    """Return lines with the count of every decision and verb, then those that never occurred."""
    book = find_game(game).rulebook(DIGITAL)
    lines, never = [], []
    for what, found in (("decisions", census.count_decisions(book)), ("verbs", census.count_verbs(book))):
        most_first = sorted(found.items(), key=lambda it: -it[1])
        lines.append(f"{what}: " + ", ".join(f"{name} {n}" for name, n in most_first if n))
        never.append(f"{what} never met: {', '.join(name for name, n in found.items() if not n) or 'none'}")
    return [*lines, *never]


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.soak_digital", description=str(__doc__).partition("\n")[0])
    asked.add_argument("game", choices=sorted(MIXES))
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--seed", default="soak")
    asked.add_argument("--out", type=Path, help="where the counts are kept while it runs")
    asked.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="a further option of all tables"
    )
    asked.add_argument("--agent", default="random", help="who plays for the humans (default: random)")
    args = asked.parse_args()
    more = dict(option.split("=", 1) for option in args.option)
    census = run_soak(args.game, args.games, args.seed, args.out, more, args.agent)
    print(f"{census.games} games, {census.moves} moves, {census.turns} turns of Automa, {census.events} events")
    print(f"{census.saves} times saved, undone and redone; {census.repeats} games played twice, byte for byte the same")
    print(f"at most {census.most_legal} legal moves; {len(census.kinds)} kinds of events")
    for line in list_counts(args.game, census):
        print(line)
    for fault in census.faults:
        print(f"FAULT {fault}")
    print(f"{len(census.faults)} faults")
    return 1 if census.faults else 0


if __name__ == "__main__":
    sys.exit(main())
