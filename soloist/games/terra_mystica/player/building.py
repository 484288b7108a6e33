"""Building (TM-043 … TM-047), upgrading (TM-056 … TM-061), the immediate effects of strongholds, and the special
actions that build or transform."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Built, Transformed, Upgraded, book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT, FROM_FACTION, FROM_FAVOR, FROM_ROUND
from soloist.games.terra_mystica.board.tables import (
    DWELLING,
    SANCTUARY,
    SHIPYARD,
    STRONGHOLD,
    TEMPLE,
    TRADING_HOUSE,
    UPGRADES,
)
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.base_step import Step, refuse, update_turn
from soloist.games.terra_mystica.player.bridges import entitle_bridges
from soloist.games.terra_mystica.player.economy import gain_power, pay
from soloist.games.terra_mystica.player.events import Levelled, note_turn
from soloist.games.terra_mystica.player.favors import entitle_favors
from soloist.games.terra_mystica.player.leech import offer_power
from soloist.games.terra_mystica.player.reach import JUMP_VP, buildable_hexes, jump_price, jump_reach, reach
from soloist.games.terra_mystica.player.spades import gain_spades
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import check_towns, free_shipping

#: points of the Cultists' stronghold (TM-124)
CULTISTS_STRONGHOLD_VP = 7

# ------------------------------------------------------------------------------------------------------------ dwellings


def list_dwelling_moves(position: Position, seat: int, where: Mask) -> list[Move]:
    """Return the moves that build a dwelling on a hex of `where`, as far as it can be reached and paid (TM-170)."""
    found: list[Move] = []
    if not position.left[seat][DWELLING]:
        return found
    purse, side, turn = position.purses[seat], position.sides[seat], position.turn
    workers, coins = side.cost[DWELLING]
    if purse.workers < workers or purse.coins < coins:
        return found
    where &= buildable_hexes(position, seat) & ~position.occupied()
    if not where:
        return found
    near = reach(position, seat)
    if turn.jumped >= 0:
        near |= 1 << turn.jumped & turn.homed
    found.extend(Move(moves.BUILD, hex_) for hex_ in iterate_bits(where & near))
    if (side.dwarves or side.fakirs) and turn.jumped < 0:
        jump_workers, jump_priests = jump_price(position, seat)
        if purse.workers >= workers + jump_workers and purse.priests >= jump_priests:
            found.extend(Move(moves.BUILD, hex_) for hex_ in iterate_bits(where & jump_reach(position, seat) & ~near))
    return found


def build(position: Position, sink: Sink, seat: int, hex_: int) -> None:
    """Build a dwelling, on a hex just transformed or as the whole action (TM-043, TM-046, TM-047)."""
    turn, here = position.turn, 1 << hex_
    _can_stand(position, seat, here)
    if turn.acted:
        if not turn.may_build:
            refuse("TM-020")
        if not turn.homed & here and not (position.site and reach(position, seat) & here):  # B3
            refuse("TM-043")
    workers, coins = position.sides[seat].cost[DWELLING]
    priests = vp = 0
    paid = turn.homed & here and turn.jumped == hex_  # one jump covers transforming and building there (TM-118)
    if not paid and not reach(position, seat) & here:
        if not jump_reach(position, seat) & here:
            refuse("TM-005")
        if turn.jumped >= 0:
            refuse("TM-118")
        jump_workers, priests = jump_price(position, seat)
        workers += jump_workers
        vp = JUMP_VP
    pay(position, sink, seat, FROM_FACTION, workers, coins, priests, vp, rule="TM-046")
    note_turn(position, sink, turn.built())
    _built(position, sink, seat, hex_)


def _can_stand(position: Position, seat: int, here: Mask) -> None:
    if position.occupied() & here or not position.map.land & here:
        refuse("TM-001")
    if not position.left[seat][DWELLING]:
        refuse("TM-007")
    if not buildable_hexes(position, seat) & here:
        refuse("TM-009")


def structure_points(tile: factions.RoundTile, favors: Mask, kind: int) -> tuple[int, int]:
    """Return the points for building this kind: of the scoring tile, and of fav11 or fav10 (TM-047, TM-060)."""
    favor = 0
    if kind == DWELLING:
        favor = 2 if favors >> factions.FAV11 & 1 else 0
    elif kind == TRADING_HOUSE:
        favor = 3 if favors >> factions.FAV10 & 1 else 0
    return tile.vp[factions.KIND_EVENT[kind]] if kind < len(factions.KIND_EVENT) else 0, favor


def _score(position: Position, sink: Sink, seat: int, kind: int) -> None:
    tile, favor = structure_points(position.tiles[position.round - 1], position.favors[seat], kind)
    if tile:
        book_resources(position, sink, seat, FROM_ROUND, vp=tile)
    if favor:
        book_resources(position, sink, seat, FROM_FAVOR, vp=favor)


def _built(position: Position, sink: Sink, seat: int, hex_: int) -> None:
    """Score and place the dwelling, check for towns, offer power to neighbours (TM-047)."""
    _score(position, sink, seat, DWELLING)
    sink.apply_event(position, Built(seat, hex_))
    check_towns(position, sink, seat, 1 << hex_)
    offer_power(position, sink, seat, hex_, dwelling=True)


@dataclass(frozen=True, slots=True)
class Ride(Step):
    """The Witches' dwelling on any free forest, at no cost (TM-112)."""

    name: ClassVar[str] = "ride"
    takes: ClassVar[tuple[int, ...]] = (moves.BUILD,)
    optional: ClassVar[bool] = True

    def list_open_moves(self, position: Position) -> list[Move]:
        if not position.left[self.seat][DWELLING]:
            return []
        return [
            Move(moves.BUILD, hex_)
            for hex_ in iterate_bits(buildable_hexes(position, self.seat) & ~position.occupied())
        ]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        _can_stand(position, self.seat, 1 << move.a)
        self.close(position, sink)
        _built(position, sink, self.seat, move.a)


@dataclass(frozen=True, slots=True)
class Storm(Step):
    """The Nomads' transformation of adjacent land to desert: no spade, no river, no bridge (TM-113)."""

    name: ClassVar[str] = "storm"
    takes: ClassVar[tuple[int, ...]] = (moves.TRANSFORM,)
    optional: ClassVar[bool] = True

    def choices(self, position: Position) -> Mask:
        """Return the empty land adjacent to own structures that is not desert, ice or volcano."""
        fixed = position.terrain[7] | position.terrain[8] | position.terrain[position.home[self.seat]]
        return position.map.around(position.owned(self.seat)) & position.map.land & ~position.occupied() & ~fixed

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.TRANSFORM, hex_, position.home[self.seat]) for hex_ in iterate_bits(self.choices(position))]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        _, hex_, terrain, _ = move
        if terrain != position.home[self.seat] or not self.choices(position) >> hex_ & 1:
            refuse("TM-113")
        self.close(position, sink)
        sink.apply_event(position, Transformed(self.seat, hex_, terrain))
        update_turn(position, sink, homed=position.turn.homed | 1 << hex_, may_build=1)


# ------------------------------------------------------------------------------------------------------------- upgrades


def list_upgrade_moves(position: Position, seat: int) -> list[Move]:
    """Return the upgrades that the seat can pay (TM-173)."""
    purse, side, left = position.purses[seat], position.sides[seat], position.left[seat]
    pieces = position.pieces[seat]
    found: list[Move] = []
    if left[TRADING_HOUSE] and pieces[DWELLING]:
        workers, coins = side.cost[TRADING_HOUSE]
        if purse.workers >= workers and purse.coins >= coins:
            where = pieces[DWELLING]
            if purse.coins < side.cost_alone[1]:
                where &= position.beside(position.occupied() & ~position.owned(seat))
            found.extend(Move(moves.UPGRADE, hex_, TRADING_HOUSE) for hex_ in iterate_bits(where))
    for old, new in ((TRADING_HOUSE, STRONGHOLD), (TRADING_HOUSE, TEMPLE), (TEMPLE, SANCTUARY)):
        if left[new] and pieces[old]:
            workers, coins = side.cost[new]
            if purse.workers >= workers and purse.coins >= coins:
                found.extend(Move(moves.UPGRADE, hex_, new) for hex_ in iterate_bits(pieces[old]))
    return found


def upgrade(position: Position, sink: Sink, seat: int, hex_: int, kind: int) -> None:
    """Take the upgrade action (TM-056, TM-057)."""
    _can_become(position, seat, hex_, kind)
    side = position.sides[seat]
    workers, coins = side.cost[kind]
    if kind == TRADING_HOUSE and not position.beside(1 << hex_) & (position.occupied() & ~position.owned(seat)):
        workers, coins = side.cost_alone  # TM-057
    pay(position, sink, seat, FROM_CONVERT, workers, coins, rule="TM-056")
    note_turn(position, sink, position.turn.taken())
    _upgraded(position, sink, seat, hex_, kind)


def _can_become(position: Position, seat: int, hex_: int, kind: int) -> None:
    old = position.kind_at(seat, hex_)
    if old is None or kind == SHIPYARD or kind not in UPGRADES[old] or not position.left[seat][kind]:
        refuse("TM-007")


def _upgraded(position: Position, sink: Sink, seat: int, hex_: int, kind: int) -> None:
    """Apply an upgrade and its effects (TM-058 … TM-061); points, towns and power come in the order of TM-060."""
    _score(position, sink, seat, kind)
    sink.apply_event(position, Upgraded(seat, hex_, kind))
    favors = position.sides[seat].favors[kind]
    check_towns(position, sink, seat, 1 << hex_)
    offer_power(position, sink, seat, hex_, dwelling=False)
    if kind == STRONGHOLD:
        favors += _stronghold(position, sink, seat)
    entitle_favors(position, sink, seat, favors)


@dataclass(frozen=True, slots=True)
class Swarm(Step):
    """The Swarmlings' upgrade of a dwelling to a trading house, at no cost (TM-116)."""

    name: ClassVar[str] = "swarm"
    takes: ClassVar[tuple[int, ...]] = (moves.UPGRADE,)
    optional: ClassVar[bool] = True

    def list_open_moves(self, position: Position) -> list[Move]:
        if not position.left[self.seat][TRADING_HOUSE]:
            return []
        return [Move(moves.UPGRADE, hex_, TRADING_HOUSE) for hex_ in iterate_bits(position.pieces[self.seat][DWELLING])]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        _, hex_, kind, _ = move
        if kind != TRADING_HOUSE:
            refuse("TM-007")
        _can_become(position, self.seat, hex_, kind)
        self.close(position, sink)
        _upgraded(position, sink, self.seat, hex_, kind)


def _stronghold(position: Position, sink: Sink, seat: int) -> int:
    """Apply the immediate effect of a stronghold (TM-059); return the number of favor tiles it brings."""
    side = position.sides[seat]
    if side.id == "auren":  # TM-111
        return 1
    if side.mermaids:  # TM-117
        free_shipping(position, sink, seat)
    elif side.fakirs:  # TM-120
        sink.apply_event(position, Levelled(seat, "carpet"))
    elif side.halflings:  # TM-121
        if position.setup.rulings["halfling_spades"] == "free_only":
            update_turn(position, sink, free_only=1)
        gain_spades(position, sink, seat, 3)
    elif side.darklings:  # TM-123
        update_turn(position, sink, exchanges=3)
    elif side.cultists:  # TM-124
        book_resources(position, sink, seat, FROM_FACTION, vp=CULTISTS_STRONGHOLD_VP)
    elif side.alchemists:  # TM-126
        gain_power(position, sink, seat, 12, FROM_FACTION)
    elif side.dragonlords:  # TM-148
        book_resources(position, sink, seat, FROM_FACTION, bowl1=len(position.clockwise()))
    elif side.riverwalkers:  # TM-152
        entitle_bridges(position, sink, seat, 2)
    return 0
