"""The heuristics of Terra Mystica: features, quick moves, whole turns."""

from __future__ import annotations

from random import Random

from soloist.agents import PolicyAgent
from soloist.agents.candidate_turns import find_candidates
from soloist.agents.weight_fitting import set_up
from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due
from soloist.core.sink import NULL_SINK
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import DWELLING, ROUNDS
from soloist.games.terra_mystica.digital_rules import RULES
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.strategy.evaluation import NAMES, extract_features, handmade_weights, quick_weights
from soloist.games.terra_mystica.strategy.fast_policy import FastPolicy
from soloist.games.terra_mystica.strategy.heuristics import HEURISTICS
from soloist.games.terra_mystica.strategy.lookahead import (
    CONVERSIONS,
    best_outcome,
    next_turn,
    value_after,
    value_after_paying,
)
from soloist.games.terra_mystica.strategy.policy_parameters import UNTUNED, PolicyParameters
from soloist.strategy.heuristics import NOWHERE
from tests.agents.positions import terra_mystica

#: the handmade parameters, so that these tests do not depend on tuning
HAND = HEURISTICS.with_parameters(UNTUNED)
evaluate = PolicyParameters(UNTUNED).evaluate


def _after(position: Position, move: Move) -> Position:
    after = position.copy()
    RULES.apply_move(after, move, Seeded("x", answers_too=True), NULL_SINK)
    return after


def _named(position: Position, seat: int) -> dict[str, int]:
    return dict(zip(NAMES, extract_features(position, seat), strict=True))


def test_every_feature_has_a_name_and_a_weight_in_every_round() -> None:
    assert len(handmade_weights()) == len(HEURISTICS.weights) == ROUNDS + 1
    assert {len(row) for row in (*handmade_weights(), *HEURISTICS.weights)} == {len(NAMES)}
    assert {row[0] for row in HEURISTICS.weights} == {100}  # a point is a point


def test_features_say_what_is_there() -> None:
    position = terra_mystica(2)
    seat = position.to_move
    found, purse = _named(position, seat), position.purses[seat]
    assert (found["vp"], found["coins"], found["workers"]) == (position.vp[seat], purse.coins, purse.workers)
    assert found["structures"] == position.owned(seat).bit_count() >= position.pieces[seat][DWELLING].bit_count()
    assert found["one"] == 1


def test_coins_and_workers_that_no_turn_takes_lie_idle() -> None:
    position = terra_mystica(2)
    seat = position.to_move
    position.purses[seat].coins, position.purses[seat].workers = 7, 5
    assert (_named(position, seat)["idle_coins"], _named(position, seat)["idle_workers"]) == (0, 0)
    position.purses[seat].coins, position.purses[seat].workers = 15, 7
    assert (_named(position, seat)["idle_coins"], _named(position, seat)["idle_workers"]) == (8, 2)


def test_building_shows_in_the_features() -> None:
    position = terra_mystica(1)
    seat = position.to_move
    build = next(move for move in RULES.list_legal_moves(position) if move.verb == moves.UPGRADE)
    before, after = _named(position, seat), _named(_after(position, build), seat)
    assert after["coins"] < before["coins"] and after["trading_houses"] == before["trading_houses"] + 1
    assert after["structures"] == before["structures"]


def test_in_the_last_round_no_income_counts() -> None:
    position = terra_mystica(6)
    found = _named(position, position.to_move)
    assert {found[name] for name in ("coin_income", "worker_income", "room_to_build", "cult_bonus")} == {0}


def test_passing_makes_the_points_that_were_to_come() -> None:
    position = terra_mystica(6)
    seat = position.to_move
    promised = _named(position, seat)["pass_points"]
    after = _after(position, Move(moves.PASS, -1))
    assert after.vp[seat] == position.vp[seat] + promised
    assert _named(after, seat)["pass_points"] == 0


def test_the_automa_is_worth_her_points() -> None:
    position = terra_mystica(2, ("greedy", "automa"))
    assert HEURISTICS.estimate_points(position, "automa") == 100 * position.vp[0]
    assert HEURISTICS.estimate_points(position, "human") != 100 * position.vp[1]


def test_when_the_action_is_done_nothing_is_converted() -> None:
    position = terra_mystica(2)
    ended = [
        _after(position, move)
        for move in RULES.list_legal_moves(position)
        if move.verb in (moves.UPGRADE, moves.ADVANCE, moves.BUILD, moves.SEND)
    ]
    after = next(a for a in ended if a.deciding() == position.to_move and not a.waits and not a.offers)
    legal = RULES.list_legal_moves(after)
    ranks = dict(zip(legal, HEURISTICS.rank_moves(after, legal), strict=True))
    assert ranks[Move(moves.DONE)] > NOWHERE
    assert {ranks[move] for move in legal if move.verb in CONVERSIONS} == {NOWHERE}


def test_a_conversion_and_an_action_leave_a_turn_unfinished() -> None:
    position = terra_mystica(2)
    change = next(move for move in RULES.list_legal_moves(position) if move.verb in CONVERSIONS)
    assert HEURISTICS.turn_continues(_after(position, change), change)
    over = next(move for move in RULES.list_legal_moves(position) if move.verb == moves.PASS)
    assert not HEURISTICS.turn_continues(_after(position, over), over)


def _full(position: Position) -> Position:
    """Return the position with twelve power tokens in bowl II and no other resources."""
    purse = position.purses[position.to_move]
    purse.bowl1, purse.bowl2, purse.bowl3, purse.coins, purse.workers, purse.priests = 0, 12, 0, 0, 0, 0
    return position


def test_what_is_dearer_may_be_worth_converting_for() -> None:
    """Three burned tokens pay for a priest, four for seven coins."""
    position = _full(terra_mystica(2))
    seat, legal, burn = position.to_move, RULES.list_legal_moves(position), Move(moves.BURN, 1)
    assert burn in legal
    rich = value_after_paying(lambda position, seat: 100 * position.purses[seat].coins, position, seat, burn, legal)
    pious = value_after_paying(lambda position, seat: 100 * position.purses[seat].priests, position, seat, burn, legal)
    assert (rich, pious) == (699, 99)
    position.purses[seat].bowl2 = 6
    assert (
        value_after_paying(
            lambda position, seat: 100 * position.purses[seat].coins,
            position,
            seat,
            burn,
            RULES.list_legal_moves(position),
        )
        < 699
    )


def test_who_converts_for_something_does_it() -> None:
    position = _full(terra_mystica(2))
    seat = position.to_move
    zero = dict.fromkeys(UNTUNED, 0)
    for stage in ("early", "late"):  # a burned token looks good by itself, and coins more
        zero |= {f"{stage}.coins": 100, f"{stage}.bowl3": 30, f"{stage}.priests": 10}
    habits = PolicyParameters(zero)
    policy = FastPolicy(lambda position, seat: habits, lambda position, legal: legal[0], lambda: 0)
    made = []
    while position.to_move == seat and not position.turn.acted:
        made.append(policy(position, RULES.list_legal_moves(position)))
        position = _after(position, made[-1])
    assert [move.verb for move in made] == [moves.BURN] * 4 + [moves.ACTION]
    assert position.purses[seat].coins == 7


def test_hexes_are_made_home_terrain_or_left_alone() -> None:
    position = terra_mystica(1)
    legal, ground = RULES.list_legal_moves(position), ground_of(position, position.to_move)
    ranks = dict(zip(legal, HEURISTICS.rank_moves(position, legal), strict=True))
    foreign = [ranks[move] for move in legal if move.verb == moves.TRANSFORM and move.b != ground]
    home = [ranks[move] for move in legal if move.verb == moves.TRANSFORM and move.b == ground]
    assert foreign and set(foreign) == {NOWHERE}
    assert home and NOWHERE not in home


def test_nothing_is_converted_for_nothing() -> None:
    """A conversion pays for an action of its turn, and turns end."""
    changed = 0
    for seed in ("1", "2"):
        seen = _Changes()
        position, players, chance = set_up(RULES, ("greedy", "greedy"), seed)
        run_game(RULES, position, {player.name: PolicyAgent(HEURISTICS, seed) for player in players}, chance, [seen])
        assert not seen.idle and seen.most <= 8
        changed += seen.all
    assert changed


def test_no_turn_that_comes_to_mind_converts_for_nothing() -> None:
    for round_ in (1, 3, 5):
        position = terra_mystica(round_)
        for turn in find_candidates(RULES, HEURISTICS, position, RULES.list_legal_moves(position), 12):
            verbs = [move.verb for move in turn.moves]
            for at, verb in enumerate(verbs[:-1]):
                assert verb not in CONVERSIONS or verbs[at + 1] not in (moves.PASS, moves.DONE)


class _Changes(Watcher):
    """Counts conversions: all, most in a row, and those that are followed by the end of the turn."""

    wants_events = False

    def __init__(self) -> None:
        self.all = self.most = self.idle = self._row = 0

    def after_choice(self, position: Position, due: Due, move: Move) -> None:
        if move.verb in CONVERSIONS:
            self.all += 1
            self._row += 1
            self.most = max(self.most, self._row)
        else:
            self.idle += bool(self._row) and move.verb in (moves.PASS, moves.DONE)
            self._row = 0


def test_the_fast_policy_plays_legal_moves_and_remembers() -> None:
    position = terra_mystica(2)
    asked: list[int] = []

    class Asked(PolicyParameters):
        def evaluate(self, position: Position, seat: int) -> int:
            asked.append(seat)
            return super().evaluate(position, seat)

    habits = Asked(UNTUNED)
    policy = FastPolicy(lambda position, seat: habits, lambda position, legal: legal[0], lambda: 0)
    first = policy(position, RULES.list_legal_moves(position))
    once = len(asked)
    assert policy(position, RULES.list_legal_moves(position)) == first
    assert len(asked) - once < once  # what is known and not promising is not looked at again
    assert first in RULES.list_legal_moves(position)


def test_a_disturbed_policy_does_other_things() -> None:
    position = terra_mystica(2)
    legal = RULES.list_legal_moves(position)
    dice = Random("x")
    plain = {HEURISTICS.make_policy(lambda: 0)(position, legal) for _ in range(8)}
    disturbed = {HEURISTICS.make_policy(lambda: dice.randrange(3000))(position, legal) for _ in range(8)}
    assert len(plain) == 1 < len(disturbed)


def test_quick_moves_of_the_last_round_have_weights_of_their_own() -> None:
    usable = {NAMES.index("card_spade"), NAMES.index("card_cult")}
    for quickly, value in zip(quick_weights()[:-1], handmade_weights()[:-1], strict=True):
        assert {at for at, weight in enumerate(value) if weight != quickly[at]} == usable
    assert len(quick_weights()[-1]) == len(NAMES) and quick_weights()[-1] != handmade_weights()[-1]


def test_a_bonus_card_that_was_used_is_worth_no_more_than_another() -> None:
    position = terra_mystica(2)
    seat = position.to_move
    for card, name, action in (
        (factions.BON1, "card_spade", factions.SPADE_CARD),
        (factions.BON2, "card_cult", factions.CULT_CARD),
    ):
        position.bonus[seat] = card
        assert _named(position, seat)[name] == 1
        position.purses[seat].used = 1 << action
        assert _named(position, seat)[name] == 0
    position.bonus[seat], position.purses[seat].used = factions.BON4, 0
    assert (_named(position, seat)["card_spade"], _named(position, seat)["card_cult"]) == (0, 0)


def test_a_move_is_followed_to_the_position_it_is_worth() -> None:
    position = terra_mystica(2)
    seat = position.to_move
    for move in RULES.list_legal_moves(position):
        if move.verb in (moves.UPGRADE, moves.BUILD, moves.TRANSFORM):
            value, then = best_outcome(evaluate, position, seat, move)
            assert value == evaluate(then, seat) == value_after(evaluate, position, seat, move)


def _next(position: Position, move: Move) -> Position | None:
    return next_turn(best_outcome(evaluate, position, position.to_move, move)[1], position.to_move)


def test_the_next_turn_comes_when_nobody_else_does_anything() -> None:
    position = terra_mystica(2)
    seat, before = position.to_move, position.key()
    other = 3 - seat
    advance = next(move for move in RULES.list_legal_moves(position) if move.verb == moves.ADVANCE)
    then = _next(position, advance)
    assert then is not None and then.to_move == seat and not then.turn.acted
    assert (then.shipping[seat], then.purses[seat].digging) != (position.shipping[seat], position.purses[seat].digging)
    assert then.pieces[other] == position.pieces[other] and then.purses[other].key() == position.purses[other].key()
    assert position.key() == before


def test_power_that_is_offered_is_answered_before_the_next_turn() -> None:
    s = terra_mystica(2)
    seat = s.to_move
    built = [
        best_outcome(evaluate, s, seat, move)[1] for move in RULES.list_legal_moves(s) if move.verb == moves.UPGRADE
    ]
    offered = next(position for position in built if position.offers)
    then = next_turn(offered, seat)
    assert then is not None and not then.offers and then.to_move == seat


def test_whoever_has_passed_has_no_next_turn() -> None:
    position = terra_mystica(2)
    assert _next(position, next(move for move in RULES.list_legal_moves(position) if move.verb == moves.PASS)) is None


def test_a_careful_player_counts_the_move_that_is_left() -> None:
    """The hasty policy gains more at once; the choice of the careful one leaves the better next turn."""
    position = terra_mystica(1, seed=4)
    seat, legal = position.to_move, RULES.list_legal_moves(position)
    hasty, careful = HAND.make_policy(lambda: 0)(position, legal), HAND.make_careful_policy(lambda: 0)(position, legal)
    assert hasty != careful
    assert value_after(evaluate, position, seat, hasty) >= value_after(evaluate, position, seat, careful)
    left = [_next(position, move) for move in (hasty, careful)]
    best = [
        max(value_after(evaluate, s, seat, x) - evaluate(s, seat) for x in _actions(s)) for s in left if s is not None
    ]
    assert len(best) == 2 and best[0] < best[1]


def _actions(position: Position) -> list[Move]:
    return [
        move for move in RULES.list_legal_moves(position) if move.verb not in (*CONVERSIONS, moves.PASS, moves.DONE)
    ]
