"""The tracks (TM-050 … TM-052), priests and cult steps (TM-069 … TM-077), favor and town tiles, river towns."""

from __future__ import annotations

from soloist.games.terra_mystica.board.events import FavorTaken, PriestSent
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import FAVOR_TILES
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human.building import favors_open
from soloist.games.terra_mystica.human.economy import book, climb, cult_steps, do, pay, refuse
from soloist.games.terra_mystica.human.events import Levelled
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import acting, find_pending
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    CULT_STEP,
    CULT_TWO,
    FROM_CONVERT,
    FROM_TRACK,
    STAGE,
    TAKE_FAVOR,
    TAKE_TOWN,
    USE_KEY,
    Position,
)
from soloist.games.terra_mystica.human.towns import check_all, connect, take_tile, use_key


def advance_shipping(s: Position, seat: int, move: Move) -> None:
    """TM-050; the priest goes back to the supply (TM-052)."""
    acting(s, seat)
    side, level = s.sides[seat], s.shipping[seat]
    if side.ship_max <= level:
        refuse("TM-050")
    pay(s, seat, FROM_TRACK, 0, 4, 1, side.ship_vp[level - side.ship_start], rule="TM-050")
    s.turn[ACTED] = 1
    do(s, Levelled(seat, "shipping"))


def advance_digging(s: Position, seat: int, move: Move) -> None:
    """TM-051."""
    acting(s, seat)
    side = s.sides[seat]
    if s.purses[seat].digging + 1 >= len(side.spade_cost):
        refuse("TM-051")
    workers, coins, priests = side.dig_price
    pay(s, seat, FROM_TRACK, workers, coins, priests, 6, rule="TM-051")
    s.turn[ACTED] = 1
    do(s, Levelled(seat, "digging"))


def send_priest(s: Position, seat: int, move: Move) -> None:
    """TM-070; the Acolytes' stronghold adds a step (TM-146)."""
    _, track, steps, _ = move
    acting(s, seat)
    if not s.purses[seat].priests or not 1 <= steps <= 3:
        refuse("TM-070")
    if steps > 1 and not free_spaces(s, track)[steps]:
        refuse("TM-070")
    s.turn[ACTED] = 1
    book(s, seat, FROM_CONVERT, priests=-1)
    extra = int(s.sides[seat].acolytes and s.has_stronghold(seat))
    if steps == 1:
        cult_steps(s, seat, track, 1 + extra)
        return
    climb(s, seat, track, steps, PriestSent(seat, track, steps))
    if extra:
        cult_steps(s, seat, track, extra)


def free_spaces(s: Position, track: int) -> tuple[int, int, int, int]:
    """How many order spaces with 3 and 2 are free below a track, by number."""
    a, b, c, d = s.spaces[4 * track : 4 * track + 4]
    return 0, 1, (b == NOBODY) + (c == NOBODY) + (d == NOBODY), int(a == NOBODY)


def free_step(s: Position, seat: int, move: Move) -> None:
    """TM-073: a free step, or the two of the Auren on one track."""
    track = move.a
    top = s.stack[-1][0] if s.stack else -1
    if top not in (CULT_STEP, CULT_TWO):
        refuse("TM-073")
    s.stack.pop()
    cult_steps(s, seat, track, 2 if top == CULT_TWO else 1)


def take_favor(s: Position, seat: int, move: Move) -> None:
    """TM-058, TM-061."""
    at = find_pending(s, seat, TAKE_FAVOR, "TM-058")
    if not favors_open(s, seat) >> move.a & 1:
        refuse("TM-058")
    del s.stack[at]
    tile = FAVOR_TILES[move.a]
    climb(s, seat, tile.track, tile.steps, FavorTaken(seat, move.a))
    if move.a == f.FAV5 and s.turn[STAGE] == ACTIONS_PHASE:
        check_all(s, seat)


def take_town(s: Position, seat: int, move: Move) -> None:
    at = find_pending(s, seat, TAKE_TOWN, "TM-081")
    if not s.town_left[move.a]:
        refuse("TM-081")
    del s.stack[at]
    take_tile(s, seat, move.a)


def use_town_key(s: Position, seat: int, move: Move) -> None:
    at = find_pending(s, seat, USE_KEY, "TM-074")
    _, _, steps, could = s.stack[at]
    if not could >> move.a & 1:
        refuse("TM-074")
    del s.stack[at]
    use_key(s, seat, move.a, steps, could)


def connect_river(s: Position, seat: int, move: Move) -> None:
    if s.turn[STAGE] != ACTIONS_PHASE or seat != s.to_move or (s.stack and s.stack[-1][0] != TAKE_TOWN):
        refuse("TM-122")
    if s.offers and not s.stack and not s.site:
        refuse("TM-064")
    connect(s, seat, move.a)
