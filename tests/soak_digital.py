"""A long soak of a DIGITAL game: random players at every kind of table, every law after every event.

    python -m tests.soak_digital barrage --games 2000 --out soak.json
    python -m tests.soak_digital barrage --games 200 --option draft=random
    python -m tests.soak_digital barrage --games 60 --agent greedy

Every game is another table: seats of every mix take turns, and what the set-up leaves open is drawn. Each tenth game is also
played as a table that is saved, loaded, undone and redone at random points, and each fifth a second time from its seed, byte
for byte. The file is written every few games, and a run with the same file goes on where it stopped. At the end every
decision of the rulebook and every verb is named with its count, and those that never came up. Exit code 1: faults.
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
NO_MORE: Mapping[str, str] = MappingProxyType({})
#: what a census counts by name
COUNTED = ("seen", "kinds", "decided")
_SAVED, _REPEATED, _KEPT = 10, 5, 10


def plan_of(game: str, number: int, seed: str, more: Mapping[str, str] = NO_MORE, agent: str = "random") -> Plan:
    """The plan that one game of the soak is taken from; `more` are options of all of them, `agent` plays for the humans."""
    humans, automas = MIXES[game][number % len(MIXES[game])]
    seats = (Player(agent),) * humans + (Player("automa"),) * automas
    return Plan(game, seats, {**dict.fromkeys(DRAWN[game], "random"), **more}, seed=f"{seed}/{humans}+{automas}")


def counts(census: PlanCensus) -> dict[str, Any]:
    return {field.name: getattr(census, field.name) for field in fields(census)}


def add(total: PlanCensus, more: PlanCensus) -> None:
    """Counts are added, of the longest list of moves the longest is kept."""
    for name, value in counts(more).items():
        if name == "most_legal":
            total.most_legal = max(total.most_legal, value)
        elif name in COUNTED:
            getattr(total, name).update(value)
        else:
            setattr(total, name, getattr(total, name) + value)


def going_on(path: Path | None) -> tuple[PlanCensus, int]:
    """What a file of an earlier run says, and which game comes next."""
    if path is None or not path.exists():
        return PlanCensus(), 0
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    next_one = int(found.pop("next"))
    counted = {name: Counter(found.pop(name, {})) for name in COUNTED}
    return PlanCensus(**found, **counted), next_one


def run(
    game: str, games: int, seed: str, path: Path | None = None, more: Mapping[str, str] = NO_MORE, agent: str = "random"
) -> PlanCensus:
    """Play the games that are missing."""
    total, first = going_on(path)
    for number in range(first, games):
        plan = plan_of(game, number, seed, more, agent)
        done = soak_plan(find_game(game), plan, 1, first=number, saved=_SAVED, repeated=_REPEATED)
        add(total, done)
        if path is not None and (number % _KEPT == _KEPT - 1 or number == games - 1):
            write_atomically(path, json.dumps({**counts(total), "next": number + 1}, indent=1), private=False)
    return total


def decided(game: str, census: PlanCensus) -> list[str]:
    """Every decision of the rulebook and every verb with its count, then those never met."""
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
    census = run(args.game, args.games, args.seed, args.out, more, args.agent)
    print(f"{census.games} games, {census.moves} moves, {census.turns} turns of Automa, {census.events} events")
    print(f"{census.saves} times saved, undone and redone; {census.repeats} games played twice, byte for byte the same")
    print(f"at most {census.most_legal} legal moves; {len(census.kinds)} kinds of events")
    for line in decided(args.game, census):
        print(line)
    for fault in census.faults:
        print(f"FAULT {fault}")
    print(f"{len(census.faults)} faults")
    return 1 if census.faults else 0


if __name__ == "__main__":
    sys.exit(main())
