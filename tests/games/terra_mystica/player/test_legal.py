"""Legal moves: sorted, complete, counted (perft), equal to those of a second generator, and exactly the accepted ones.

The counts below were made by `list_legal_moves` and agreed with the naive generator at every node (TM-170 … TM-178).
"""

from __future__ import annotations

from random import Random

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.games.terra_mystica.board.map import map_ids
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import FACTIONS, SEATS
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.moves import LANGUAGE, Move
from soloist.games.terra_mystica.player.options import lay_out, new_position
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves, play_move
from tests.games.terra_mystica.player.naive import naive


def table(seed: int, *factions: str) -> Position:
    """Return a random position of these factions, or of a random choice that fits together."""
    dice = Random(seed)
    while not factions:
        some = tuple(dice.sample(list(FACTIONS), dice.randint(2, 5)))
        if len({FACTIONS[f].ground for f in some}) == len(some):
            factions = some
    options = {"automa": "no", "seed": str(seed), "mini_expansion": dice.choice(["yes", "no"]), "promos": "yes"}
    options |= {"map": dice.choice(map_ids()), "final": "random", "order": dice.choice(["clockwise", "passing"])}
    options |= dict(zip(SEATS.names[1:], factions, strict=False))
    return new_position(lay_out(options, Seeded(seed), {}))


def after(seed: int, n: int, *factions: str) -> Position:
    """Return the position of `table` after n random moves; conversions and passing are chosen rarely."""
    position = table(seed, *factions)
    dice = Random(seed)
    for _ in range(n):
        moves = list_legal_moves(position)
        if not moves:
            break
        keen = [x for x in moves if x.verb not in (m.BURN, m.CONVERT, m.PASS, m.DONE)]
        play_move(position, dice.choice(keen if keen and dice.random() < 0.8 else moves))
    return position


def perft(position: Position, depth: int, check: bool = False) -> int:
    """Return the number of lines of play of this length."""
    moves = list_legal_moves(position)
    if check:
        assert naive(position) == {LANGUAGE.write_move(position, move) for move in moves}
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        following = position.copy()
        play_move(following, move)
        total += perft(following, depth - 1, check and depth > 1)
    return total


#: factions, seed, random moves made before, and the number of lines of length 1, 2 and 3
COUNTS: list[tuple[tuple[str, ...], int, int, int, int, int]] = [
    (("witches", "darklings"), 1, 22, 63, 293, 2067),
    (("nomads", "giants"), 2, 44, 47, 337, 2996),
    (("chaos_magicians", "cultists", "mermaids"), 3, 74, 40, 360, 2645),
    (("swarmlings", "engineers"), 4, 6, 56, 401, 3638),
    (("dwarves", "fakirs"), 5, 6, 69, 380, 4099),
    (("halflings", "alchemists", "auren"), 6, 11, 49, 540, 5317),
    (("yetis", "acolytes"), 7, 96, 32, 366, 3444),
    (("ice_maidens", "dragonlords", "riverwalkers"), 8, 10, 42, 287, 1935),
    (("shapeshifters", "mermaids"), 9, 8, 50, 213, 1537),
    (("darklings", "engineers", "witches", "halflings"), 10, 75, 40, 422, 3482),
    (("riverwalkers", "nomads"), 11, 10, 34, 183, 1387),
    (("cultists", "shapeshifters", "auren"), 12, 9, 59, 417, 3815),
]


@pytest.mark.parametrize(("factions", "seed", "n", "one", "two", "three"), COUNTS)
def test_perft(factions: tuple[str, ...], seed: int, n: int, one: int, two: int, three: int) -> None:
    position = after(seed, n, *factions)
    before = position.key()
    assert perft(position, 1, check=True) == one
    assert perft(position, 2, check=True) == two
    assert perft(position, 3, check=True) == three
    assert position.key() == before


@pytest.mark.parametrize("seed", range(24))
def test_the_second_generator_agrees_all_game_long(seed: int) -> None:
    position = table(1000 + seed)
    dice = Random(seed)
    while position.phase != OVER:
        moves = list_legal_moves(position)
        assert moves and moves == sorted(set(moves))
        if dice.random() < 0.2:
            assert naive(position) == {LANGUAGE.write_move(position, move) for move in moves}
        keen = [x for x in moves if x.verb not in (m.BURN, m.CONVERT, m.PASS, m.DONE)]
        move = dice.choice(keen if keen and dice.random() < 0.8 else moves)
        assert LANGUAGE.read_move(position, LANGUAGE.write_move(position, move)) == move
        play_move(position, move)
    assert list_legal_moves(position) == []


def universe(position: Position) -> list[Move]:
    """Return every move that is conceivable on this map."""
    land = [i for i in range(len(position.map.near)) if position.map.land >> i & 1]
    found = [Move(m.BURN, 1), *(Move(m.CONVERT, old, new, 1) for old in range(5) for new in range(5))]
    for h in land:
        found += [Move(m.PLACE, h), Move(m.BUILD, h), *(Move(m.TRANSFORM, h, t) for t in range(9))]
        found += [Move(m.TRANSFORM, h, 8, c) for c in range(1, 5)] + [Move(m.UPGRADE, h, k) for k in range(1, 5)]
    found += [Move(m.CONNECT, r) for r in range(len(position.map.near)) if position.map.river >> r & 1]
    found += [Move(m.BONUS_CARD, i) for i in range(10)] + [Move(m.PASS, i) for i in range(-1, 10)]
    found += [Move(k) for k in (m.TAKE, m.DECLINE, m.DONE)] + [Move(k, i) for k in (m.ADVANCE, m.TOKEN) for i in (0, 1)]
    found += [Move(m.SEND, t, k) for t in range(4) for k in (1, 2, 3)]
    found += [Move(m.ACTION, a, t) for a in range(18) for t in range(8)]
    found += [Move(m.BRIDGE, i) for i in range(len(position.map.bridges))]
    found += [Move(k, i) for k in (m.CULT, m.KEY) for i in range(4)]
    found += [Move(m.FAVOR, i) for i in range(12)] + [Move(m.TOWN, i) for i in range(8)]
    return found + [Move(m.EXCHANGE, i) for i in (1, 2, 3)] + [Move(m.UNLOCK, i) for i in (*range(7), 9)]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_legal_is_accepted_and_nothing_else(seed: int) -> None:
    """Every refusal names a rule and changes nothing."""
    position = after(2000 + seed, 9 * seed)
    moves = set(list_legal_moves(position))
    before = position.key()
    for move in universe(position):
        tried = position.copy()
        try:
            play_move(tried, move)
        except ImpossibleError as why:
            assert move not in moves, LANGUAGE.write_move(position, move)
            assert why.rule.startswith("TM-") and tried.key() == before, LANGUAGE.write_move(position, move)
        else:
            assert move in moves, LANGUAGE.write_move(position, move)


def test_a_move_that_was_legal_before_somebody_else_moved() -> None:
    position = after(1, 22, "witches", "darklings")
    passing = [move for move in list_legal_moves(position) if move.verb == m.PASS]
    play_move(position, passing[0])
    with pytest.raises(ImpossibleError) as why:
        play_move(position, passing[0])
    assert why.value.rule == "TM-094"
