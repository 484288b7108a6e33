"""A long soak of a DIGITAL game: random players at every kind of table, every law after every event.

    python -m tests.soak_digital barrage --games 2000 --out soak.json

Every game is another table: seats of every mix take turns, and what the set-up leaves open is drawn. Each tenth game is also
played as a table that is saved, loaded, undone and redone at random points, and each fifth a second time from its seed, byte
for byte. The file is written every few games, and a run with the same file goes on where it stopped. Exit code 1: faults.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from soloist.core.game import find_game
from soloist.core.rulebook import Player
from soloist.modes.files import write_atomically
from soloist.sim.simulate import Plan
from soloist.sim.soak import PlanCensus, soak_plan

#: humans and Automa at a table, taking turns from game to game
MIXES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "barrage": ((1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (4, 0)),
    "terra_mystica": ((1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (5, 0)),
}
#: what is drawn for each game beside what its set-up draws by itself
DRAWN: Mapping[str, tuple[str, ...]] = {
    "barrage": ("leeghwater", "promos"),
    "terra_mystica": ("map", "order"),
}
_SAVED, _REPEATED, _KEPT = 10, 5, 10


def plan_of(game: str, number: int, seed: str) -> Plan:
    """The plan that one game of the soak is taken from."""
    humans, automas = MIXES[game][number % len(MIXES[game])]
    seats = (Player("random"),) * humans + (Player("automa"),) * automas
    return Plan(game, seats, dict.fromkeys(DRAWN[game], "random"), seed=f"{seed}/{humans}+{automas}")


def counts(census: PlanCensus) -> dict[str, Any]:
    return {field.name: getattr(census, field.name) for field in fields(census)}


def add(total: PlanCensus, more: PlanCensus) -> None:
    """Counts are added, of the longest list of moves the longest is kept."""
    for name, value in counts(more).items():
        if name == "most_legal":
            total.most_legal = max(total.most_legal, value)
        elif name in ("seen", "kinds"):
            getattr(total, name).update(value)
        else:
            setattr(total, name, getattr(total, name) + value)


def going_on(path: Path | None) -> tuple[PlanCensus, int]:
    """What a file of an earlier run says, and which game comes next."""
    if path is None or not path.exists():
        return PlanCensus(), 0
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    next_one = int(found.pop("next"))
    counted = {name: Counter(found.pop(name)) for name in ("seen", "kinds")}
    return PlanCensus(**found, **counted), next_one


def run(game: str, games: int, seed: str, path: Path | None = None) -> PlanCensus:
    """Play the games that are missing."""
    total, first = going_on(path)
    for number in range(first, games):
        done = soak_plan(
            find_game(game), plan_of(game, number, seed), 1, first=number, saved=_SAVED, repeated=_REPEATED
        )
        add(total, done)
        if path is not None and (number % _KEPT == _KEPT - 1 or number == games - 1):
            write_atomically(path, json.dumps({**counts(total), "next": number + 1}, indent=1), private=False)
    return total


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.soak_digital", description=str(__doc__).partition("\n")[0])
    asked.add_argument("game", choices=sorted(MIXES))
    asked.add_argument("--games", type=int, default=2000)
    asked.add_argument("--seed", default="soak")
    asked.add_argument("--out", type=Path, help="where the counts are kept while it runs")
    args = asked.parse_args()
    census = run(args.game, args.games, args.seed, args.out)
    print(f"{census.games} games, {census.moves} moves, {census.turns} turns of Automa, {census.events} events")
    print(f"{census.saves} times saved, undone and redone; {census.repeats} games played twice, byte for byte the same")
    print(f"at most {census.most_legal} legal moves; {len(census.kinds)} kinds of events")
    for fault in census.faults:
        print(f"FAULT {fault}")
    print(f"{len(census.faults)} faults")
    return 1 if census.faults else 0


if __name__ == "__main__":
    sys.exit(main())
