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
    position = new_game(*(factions or ("witches", "darklings")), **options)
    position.waits = ()
    position.phase = PLAYING
    position.stage = ACTIONS
    cards = [c for c in position.row if BONUS.names[c] not in ("bon1", "bon2", "bon4")] or position.row[:]
    for seat in position.humans:
        card = cards.pop(0) if cards else position.row[0]
        position.row.remove(card)
        position.bonus[seat] = card
    position.give_turn(1)
    return position


def put(position: Position, seat: int, *places: str, kind: str = "dwelling") -> None:
    """Put structures on hexes and make their terrain fit."""
    k = KINDS.names.index(kind)
    for name in places:
        hex_ = 1 << position.map.hex(name)
        for t in range(len(position.terrain)):
            position.terrain[t] &= ~hex_
        position.terrain[ground_of(position, seat)] |= hex_
        for other in range(len(position.pieces[seat])):
            if position.pieces[seat][other] & hex_:
                position.pieces[seat][other] &= ~hex_
                position.left[seat][other] += 1
        position.pieces[seat][k] |= hex_
        position.left[seat][k] -= 1


def ground(position: Position, terrain: str, *places: str) -> None:
    for name in places:
        hex_ = 1 << position.map.hex(name)
        for t in range(len(position.terrain)):
            position.terrain[t] &= ~hex_
        position.terrain[TERRAIN.names.index(terrain)] |= hex_


def purse(position: Position, seat: int, **amounts: int | tuple[int, int, int]) -> None:
    """Set the resources, such as `coins=5, workers=2, priests=1, bowls=(1, 2, 3)`; the others become 0."""
    own = position.purses[seat]
    bowls = amounts.pop("bowls", (0, 0, 0))
    assert isinstance(bowls, tuple)
    own.bowl1, own.bowl2, own.bowl3 = bowls
    for name in ("coins", "workers", "priests"):
        value = amounts.pop(name, 0)
        assert isinstance(value, int)
        setattr(own, name, value)
    assert not amounts


def rich(position: Position, *seats: int) -> None:
    for seat in seats or tuple(position.humans):
        purse(position, seat, coins=30, workers=15, priests=4, bowls=(0, 4, 8))


def card(position: Position, seat: int, name: str) -> None:
    """Give this bonus card to a seat."""
    number = BONUS.names.index(name)
    if number in position.row:
        position.row[position.row.index(number)] = position.bonus[seat]
    position.bonus[seat] = number


def tile(position: Position, name: str) -> None:
    """Set the scoring tile of the current round."""
    from soloist.games.terra_mystica.player.factions import ROUND_TILES

    position.tiles = [*position.tiles]
    position.tiles[position.round - 1] = ROUND_TILES[name]


def do(position: Position, *lines: str) -> Position:
    for line in lines:
        play_move(position, LANGUAGE.read_move(position, line))
    return position


def refused(position: Position, line: str) -> str:
    """Return the rule that refuses a move; check that it is not listed as legal and changes nothing."""
    move = LANGUAGE.read_move(position, line)
    before = position.key()
    assert move not in list_legal_moves(position), line
    try:
        play_move(position, move)
    except ImpossibleError as why:
        assert position.key() == before
        return why.rule
    raise AssertionError(f"{line} was accepted")


def lines(position: Position, verb: str = "") -> list[str]:
    """Return the legal moves in notation that begin with `verb`."""
    return [n for move in list_legal_moves(position) if (n := LANGUAGE.write_move(position, move)).startswith(verb)]


def may(position: Position, line: str) -> bool:
    return LANGUAGE.read_move(position, line) in list_legal_moves(position)


def bowls(position: Position, seat: int = 1) -> tuple[int, int, int]:
    own = position.purses[seat]
    return own.bowl1, own.bowl2, own.bowl3


def hand(position: Position, seat: int = 1) -> tuple[int, int, int]:
    """Return coins, workers and priests."""
    own = position.purses[seat]
    return own.coins, own.workers, own.priests


def through(position: Position, moves: Iterable[Move]) -> Position:
    for move in moves:
        play_move(position, move)
    return position


def others_pass(position: Position) -> Position:
    """Let all seats pass until the first seat is to move."""
    while position.to_move != 1:
        do(position, lines(position, "pass")[0])
    return position


def all_pass(position: Position) -> Position:
    """Let every seat that has not passed do so, with the first card."""
    now = position.round
    while position.round == now and not position.waits and position.stage == ACTIONS:
        do(position, lines(position, "pass")[0])
    return position
