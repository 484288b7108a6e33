"""Heuristics of Barrage: quick moves, whole turns, values of positions."""

from __future__ import annotations

from functools import cache
from typing import Any

from soloist.agents.candidate_turns import after_move, find_candidates
from soloist.agents.weight_fitting import set_up
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.strategy.heuristics import HEURISTICS
from soloist.games.barrage.strategy.policy_parameters import UNTUNED, make_evaluation
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.strategy.heuristics import NOWHERE, POINT


class _Turn(Watcher):
    """Stops when a human's turn starts in a round."""

    wants_events = False

    def __init__(self, round_: int) -> None:
        self._round = round_
        self.found: Any = None

    def before_decision(self, position: Any, due: Due, legal: Any) -> None:
        if not self.should_stop and not due.automa and position.round == self._round and RULES.is_turn_start(position):
            self.found, self.should_stop = position.copy(), True


@cache
def _found(round_: int) -> Any:
    position, players, chance = set_up(RULES, ("greedy", "automa"), "insight")
    until = _Turn(round_)
    agents = {player.name: RULES.agents["greedy"]("") for player in players if player.who != "automa"}
    run_game(RULES, position, agents, chance, [until])
    return until.found


def _turn(round_: int = 2) -> Position:
    found: Position = _found(round_).copy()
    return found


def test_quick_moves_by_untuned_habits_are_those_of_greedy() -> None:
    s = _turn()
    legal = RULES.list_legal_moves(s) or ()
    insight = HEURISTICS.with_parameters(UNTUNED)
    greedy = RULES.agents["greedy"]("").choose_move(s.copy(), legal)
    ranks = dict(zip(legal, insight.rank_moves(s, legal), strict=True))
    assert insight.make_policy(lambda: 0)(s, legal) == greedy
    assert ranks[greedy] == max(ranks.values())


def test_what_is_looked_at_is_counted_by_each_for_itself() -> None:
    s = _turn()
    mine, yours = HEURISTICS.fork(), HEURISTICS.fork()
    mine.rank_moves(s, RULES.list_legal_moves(s) or ())
    assert mine.positions_seen > 0 == yours.positions_seen


def test_of_spaces_that_do_the_same_one_is_looked_at() -> None:
    s = _turn()
    ranks = HEURISTICS.rank_moves(s, RULES.list_legal_moves(s) or ())
    assert min(ranks) == NOWHERE < max(ranks)


def test_starting_contracts_are_as_good_as_any() -> None:
    position, _, _ = set_up(RULES, ("greedy", "greedy"), "drafts")
    legal = RULES.list_legal_moves(position) or ()
    assert len(legal) > 1 and set(HEURISTICS.rank_moves(position, legal)) == {0}


def test_a_human_is_worth_what_he_can_make_and_the_automa_her_points() -> None:
    s = _turn()
    values = {seat: HEURISTICS.estimate_points(s, seat) for seat in RULES.count_points(s)}
    for number in range(s.players):
        seat = s.company(number)
        known = POINT * s.vp[number] if s.is_automa(number) else make_evaluation(HEURISTICS.habits)(s, number)
        assert values[seat] == known
    assert any(values[seat] != POINT * points for seat, points in RULES.count_points(s).items())


def test_an_action_space_and_what_is_done_there_are_one_turn() -> None:
    s = _turn(1)
    turns = find_candidates(RULES, HEURISTICS, s, RULES.list_legal_moves(s) or (), 6)
    assert any(len(turn.moves) > 1 for turn in turns)
    seat = s.to_move
    for turn in turns:
        along = s
        for move in turn.moves:
            assert along.to_move == seat
            along = after_move(RULES, along, move)
        assert not HEURISTICS.turn_continues(along, turn.moves[-1])


def test_at_a_drafted_table_every_seat_has_a_value_under_its_own_name() -> None:
    """A drafting seat keeps its name, whatever company it gets (BR-013)."""
    table = Table.new(find_game("barrage"), {"people": "2"}, mode="digital", seed="5")
    seats = table.scores()
    assert "human1" in seats and [HEURISTICS.estimate_points(table.board, seat) for seat in seats]
