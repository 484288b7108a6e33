"""Parameters of quick moves: which one counts when, and that the shipped ones are complete."""

from __future__ import annotations

from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.tables import SANCTUARY, STRONGHOLD, TEMPLE
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves, play_move
from soloist.games.terra_mystica.strategy.evaluation import NAMES, extract_features
from soloist.games.terra_mystica.strategy.heuristics import HEURISTICS
from soloist.games.terra_mystica.strategy.lookahead import Tiles, value_after
from soloist.games.terra_mystica.strategy.policy_parameters import UNTUNED, PolicyParameters, step_sizes
from tests.agents.positions import TERRA_MYSTICA, terra_mystica
from tests.games.terra_mystica.player.positions import arena, put


def _only(**worths: int) -> PolicyParameters:
    """Return parameters in which only these count; `early_vp` stands for `early.vp`."""
    return PolicyParameters(
        {**dict.fromkeys(UNTUNED, 0), **{name.replace("_", ".", 1): n for name, n in worths.items()}}
    )


def test_the_shipped_habits_are_whole_and_a_point_is_a_point() -> None:
    assert set(HEURISTICS.habits) == set(UNTUNED) == set(step_sizes(UNTUNED))
    for stage in ("early", "late", "last"):
        assert HEURISTICS.habits[f"{stage}.vp"] == 100 and step_sizes(UNTUNED)[f"{stage}.vp"] == 0


def test_what_counts_changes_evenly_from_round_1_to_5_and_is_another_thing_in_the_last() -> None:
    habits = _only(early_vp=100, late_vp=300, last_vp=7)
    found = {}
    for round_ in (1, 3, 5, 6):
        position = terra_mystica(round_)
        assert position.round == round_
        found[round_] = habits.evaluate(position, position.to_move) / position.vp[position.to_move]
    assert found == {1: 100, 3: 200, 5: 300, 6: 7}


def test_whether_power_is_taken_depends_on_what_one_is_worth() -> None:
    position = terra_mystica(2)
    legal = [Move(moves.TAKE), Move(moves.DECLINE)]
    position.offers = (Offer(position.to_move, giver=3 - position.to_move, power=3),)
    position.purses[position.to_move].bowl1 = 5
    assert position.offers[0].worth(position) == 3
    assert _only(power_early=70).choose_answer(position, legal).verb == moves.TAKE
    assert _only(power_early=60).choose_answer(position, legal).verb == moves.DECLINE
    assert _only(power_last=70).choose_answer(position, legal).verb == moves.DECLINE  # of round 6


def test_coins_lie_on_cards() -> None:
    position = terra_mystica(2)
    card = position.row[0]
    position.coins[card] = 3
    assert _only(card_lying=50).evaluate_card(position, position.to_move, card) == 150
    assert _only(card_lying=50).evaluate_card(position, position.to_move, -1) == 0


def test_a_tile_for_big_structures_waits_as_long_as_one_can_be_built() -> None:
    position = terra_mystica(1)
    seat, at = position.to_move, NAMES.index("kept_big")
    position.tiles = [factions.NO_TILE] * 6
    assert extract_features(position, seat)[at] == 0
    position.tiles = [factions.NO_TILE] * 3 + [
        next(tile for tile in factions.ROUND_TILES.values() if tile.vp[factions.BIG])
    ] * 3
    assert extract_features(position, seat)[at] == position.tiles[3].vp[factions.BIG] > 0
    position.left[seat][STRONGHOLD] = position.left[seat][SANCTUARY] = 0
    assert extract_features(position, seat)[at] == 0


def test_of_tiles_that_are_known_only_the_best_are_looked_at_again() -> None:
    """A temple brings a favor tile: all are evaluated once, then three, with the same best one."""
    position, looked = terra_mystica(3), list[Position]()
    seat = position.deciding()
    temple = next(x for x in TERRA_MYSTICA.list_legal_moves(position) if x.verb == moves.UPGRADE and x.b == TEMPLE)

    def worth(position: Position, at: int) -> int:
        looked.append(position)
        return PolicyParameters(HEURISTICS.habits).evaluate(position, at)

    plain = value_after(worth, position, seat, temple)
    tiles: Tiles = {}
    many, found = [], []
    for _ in range(2):
        looked.clear()
        found.append(value_after(worth, position, seat, temple, tiles=tiles))
        many.append(len(looked))
    assert found == [plain, plain] and min(tiles.values()) == 0
    assert many == [len(tiles), 3] and len(tiles) > 3


def test_two_bridges_are_looked_at_one_after_the_other() -> None:
    """The stronghold of the Riverwalkers brings two (TM-150); all pairs of places would be hundreds."""
    position, looked = arena("riverwalkers", "darklings", human_home="forest"), list[Position]()
    ends = sorted({position.map.hexes.names[end] for ends in position.map.bridges[:6] for end in ends})
    put(position, 1, *ends[1:])
    put(position, 1, ends[0], kind="trading_house")
    purse = position.purses[1]
    purse.coins = purse.workers = 20
    stronghold = next(x for x in list_legal_moves(position) if x.verb == moves.UPGRADE and x.b == STRONGHOLD)
    waiting = position.copy()
    play_move(waiting, stronghold)
    places = [x for x in list_legal_moves(waiting) if x.verb == moves.BRIDGE]
    assert len(places) > 2

    def worth(position: Position, at: int) -> int:
        looked.append(position)
        return PolicyParameters(HEURISTICS.habits).evaluate(position, at)

    assert value_after(worth, position, 1, stronghold) >= max(value_after(worth, waiting, 1, x, 0) for x in places[:1])
    looked.clear()
    value_after(worth, position, 1, stronghold)
    assert len(looked) <= 2 * len(places) + 2
