"""Positions for tests of the humans' rules: an empty map in the action phase, and helpers to fill it."""

from __future__ import annotations

from collections.abc import Iterable

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.games.terra_mystica.board.state import PLAYING
from soloist.games.terra_mystica.board.tables import BONUS, KINDS, SEATS, TERRAIN
from soloist.games.terra_mystica.player.moves import LANGUAGE, Move
from soloist.games.terra_mystica.player.options import lay_out, new_position
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import ACTIONS, Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves, play_move

SCORING = "score9 score5 score6 score4 score2 score7"


def new_game(*factions: str, automa: bool = False, seed: str = "tests", **options: str) -> Position:
    """Return a new game of these factions, before its set-up decisions."""
    chosen = {"automa": "yes" if automa else "no", "seed": seed, "scoring": SCORING, "mini_expansion": "yes", **options}
    for seat, faction in zip(SEATS.names[1:], factions, strict=False):
        chosen[seat] = faction
    return new_position(lay_out(chosen, Seeded(seed), {}))


def arena(*factions: str, **options: str) -> Position:
    """Return the action phase of round 1 with an empty map; every seat has a bonus card without effect on the map."""
    s = new_game(*(factions or ("witches", "darklings")), **options)
    s.waits = ()
    s.phase = PLAYING
    s.stage = ACTIONS
    cards = [c for c in s.row if BONUS.names[c] not in ("bon1", "bon2", "bon4")] or s.row[:]
    for seat in s.humans:
        card = cards.pop(0) if cards else s.row[0]
        s.row.remove(card)
        s.bonus[seat] = card
    s.give_turn(1)
    return s


def put(s: Position, seat: int, *places: str, kind: str = "dwelling") -> None:
    """Put structures on hexes and make their terrain fit."""
    k = KINDS.names.index(kind)
    for name in places:
        hex_ = 1 << s.map.hex(name)
        for t in range(len(s.terrain)):
            s.terrain[t] &= ~hex_
        s.terrain[ground_of(s, seat)] |= hex_
        for other in range(len(s.pieces[seat])):
            if s.pieces[seat][other] & hex_:
                s.pieces[seat][other] &= ~hex_
                s.left[seat][other] += 1
        s.pieces[seat][k] |= hex_
        s.left[seat][k] -= 1


def ground(s: Position, terrain: str, *places: str) -> None:
    for name in places:
        hex_ = 1 << s.map.hex(name)
        for t in range(len(s.terrain)):
            s.terrain[t] &= ~hex_
        s.terrain[TERRAIN.names.index(terrain)] |= hex_


def purse(s: Position, seat: int, **amounts: int | tuple[int, int, int]) -> None:
    """Set the resources, such as `coins=5, workers=2, priests=1, bowls=(1, 2, 3)`; the others become 0."""
    own = s.purses[seat]
    bowls = amounts.pop("bowls", (0, 0, 0))
    assert isinstance(bowls, tuple)
    own.bowl1, own.bowl2, own.bowl3 = bowls
    for name in ("coins", "workers", "priests"):
        value = amounts.pop(name, 0)
        assert isinstance(value, int)
        setattr(own, name, value)
    assert not amounts


def rich(s: Position, *seats: int) -> None:
    for seat in seats or tuple(s.humans):
        purse(s, seat, coins=30, workers=15, priests=4, bowls=(0, 4, 8))


def card(s: Position, seat: int, name: str) -> None:
    """Give this bonus card to a seat."""
    number = BONUS.names.index(name)
    if number in s.row:
        s.row[s.row.index(number)] = s.bonus[seat]
    s.bonus[seat] = number


def tile(s: Position, name: str) -> None:
    """Set the scoring tile of the current round."""
    from soloist.games.terra_mystica.player.factions import ROUND_TILES

    s.tiles = [*s.tiles]
    s.tiles[s.round - 1] = ROUND_TILES[name]


def do(s: Position, *lines: str) -> Position:
    for line in lines:
        play_move(s, LANGUAGE.read_move(s, line))
    return s


def refused(s: Position, line: str) -> str:
    """Return the rule that refuses a move; check that it is not listed as legal and changes nothing."""
    move = LANGUAGE.read_move(s, line)
    before = s.key()
    assert move not in list_legal_moves(s), line
    try:
        play_move(s, move)
    except ImpossibleError as why:
        assert s.key() == before
        return why.rule
    raise AssertionError(f"{line} was accepted")


def lines(s: Position, verb: str = "") -> list[str]:
    """Return the legal moves in notation that begin with `verb`."""
    return [n for move in list_legal_moves(s) if (n := LANGUAGE.write_move(s, move)).startswith(verb)]


def may(s: Position, line: str) -> bool:
    return LANGUAGE.read_move(s, line) in list_legal_moves(s)


def bowls(s: Position, seat: int = 1) -> tuple[int, int, int]:
    own = s.purses[seat]
    return own.bowl1, own.bowl2, own.bowl3


def hand(s: Position, seat: int = 1) -> tuple[int, int, int]:
    """Return coins, workers and priests."""
    own = s.purses[seat]
    return own.coins, own.workers, own.priests


def through(s: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        play_move(s, move)
    return s


def others_pass(s: Position) -> Position:
    """Let all seats pass until the first seat is to move."""
    while s.to_move != 1:
        do(s, lines(s, "pass")[0])
    return s


def all_pass(s: Position) -> Position:
    """Let every seat that has not passed do so, with the first card."""
    now = s.round
    while s.round == now and not s.waits and s.stage == ACTIONS:
        do(s, lines(s, "pass")[0])
    return s
