"""Parameters of quick moves in Barrage: when they count, and that the shipped ones are complete."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from soloist.agents.weight_fitting import set_up
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due
from soloist.games.barrage.board.tables import ROUNDS
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.strategy.evaluation import WEIGHTS, Evaluation
from soloist.games.barrage.strategy.heuristics import HEURISTICS
from soloist.games.barrage.strategy.policy_parameters import UNTUNED, make_evaluation, step_sizes


class _Positions(Watcher):
    """Records every position at which a human decides."""

    wants_events = False

    def __init__(self) -> None:
        self.found: list[Position] = []

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if not due.automa:
            self.found.append(position.copy())


def _game(seed: str) -> list[Position]:
    position, players, chance = set_up(RULES, ("random", "random", "automa"), seed)
    seen = _Positions()
    agents = {player.name: RULES.agents["random"](player.name) for player in players if player.who != "automa"}
    run_game(RULES, position, agents, chance, [seen])
    return seen.found


def _only(**worths: int) -> Evaluation:
    """Return parameters that are all zero but these; `early_point` stands for `early.point`."""
    return make_evaluation(
        {**dict.fromkeys(UNTUNED, 0), **{name.replace("_", ".", 1): n for name, n in worths.items()}}
    )


def test_the_shipped_habits_are_whole_and_a_point_is_a_point() -> None:
    assert set(HEURISTICS.habits) == set(UNTUNED) == set(step_sizes(UNTUNED))
    for stage in ("early", "last"):
        assert HEURISTICS.habits[f"{stage}.point"] == 100 and step_sizes(UNTUNED)[f"{stage}.point"] == 0


def test_what_counts_changes_evenly_from_the_first_round_to_the_last() -> None:
    worth = _only(early_engineer=100, last_engineer=500)
    found = {}
    for s in _game("evenly"):
        engineers = s.engineers[s.to_move] + s.architect[s.to_move]
        if engineers:
            found[s.round] = worth(s, s.to_move) / engineers
    assert found == {round_: 100 * round_ for round_ in range(1, ROUNDS + 1)}


def test_what_is_remembered_of_a_map_is_what_is_counted_anew() -> None:
    """Cached values equal fresh ones: one evaluation for two games with positions in any order, and a fresh one for
    each position."""
    positions = [*_game("one"), *_game("two")] * 2
    Random("order").shuffle(positions)
    weights = [WEIGHTS] * (ROUNDS + 1)
    one = Evaluation(weights)
    worths = set()
    for s in positions:
        for seat in s.humans:
            worths.add(one(s, seat))
            assert one(s, seat) == Evaluation(weights)(s, seat)
    assert len(worths) > 20


def test_another_way_to_play_differs_in_a_few_habits_and_in_none_that_is_fixed() -> None:
    lot = Random("ways").random
    others = [HEURISTICS.perturb(lot).habits for _ in range(20)]
    changed = [[name for name in UNTUNED if other[name] != HEURISTICS.habits[name]] for other in others]
    assert all(0 < len(names) < len(UNTUNED) // 2 for names in changed)
    assert not {name for names in changed for name in names} & {"early.point", "last.point", "early.leftover"}
