"""Events on the hexes: exploring, conquering, traps (TA-083 … TA-092, TR-080 … TR-093)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.board.events.lines import hex_name, who
from soloist.games.tapestry.board.naming import seat_word
from soloist.games.tapestry.board.state import EMPTY, UNSEEN, Tapestry
from soloist.games.tapestry.board.tables import BOTS, HUMAN, LEAST_SUPPLY, MOST_TOPPLED, SHADOW, TERRITORIES


def tile_name(tile: int) -> str:
    """Return the name of a territory tile, "unseen" for one that was laid without naming it."""
    return "unseen" if tile == UNSEEN else TERRITORIES.names[tile]


@dataclass(frozen=True, slots=True)
class Explored(Event):
    """A territory tile is laid on an empty hex, rotated by sixths of a turn (TA-085, TA-092, TR-080).

    It is not controlled by that (TR-083).
    """

    seat: int
    hex: int
    tile: int
    rotation: int

    def apply(self, board: Tapestry) -> None:
        if board.tile[self.hex] != EMPTY:
            empty = [n for h, n in enumerate(board.map.hexes.names) if board.tile[h] == EMPTY]
            raise ImpossibleError(
                text("error.not_empty", hex=hex_name(board, self.hex)), rule="TR-080", nearest=empty[:6]
            )
        if self.tile != UNSEEN and not board.tiles_left >> self.tile & 1:
            raise ImpossibleError(text("error.tile_used", tile=TERRITORIES.option_value(self.tile)), rule="TR-080")
        if not 0 <= self.rotation <= 5:
            raise ImpossibleError(text("error.rotation", got=self.rotation), rule="TA-085", nearest=list("012345"))
        board.tile[self.hex] = self.tile
        board.rotation[self.hex] = self.rotation
        if self.tile != UNSEEN:
            board.tiles_left &= ~(1 << self.tile)

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: explore {hex_name(board, self.hex)} {tile_name(self.tile)} {self.rotation}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        if self.seat >= HUMAN and not board.map.near[self.hex] & board.controlled(self.seat):
            return [Problem(text("doubt.not_adjacent", hex=hex_name(board, self.hex)), "TR-080")]
        return ()


def _room(board: Tapestry, hex_: int) -> None:
    """Check that a hex is a territory with room for a token: there is never a third one (TR-005)."""
    if board.tile[hex_] == EMPTY:
        raise ImpossibleError(text("error.no_territory", hex=hex_name(board, hex_)), rule="TR-004")
    if board.tokens(hex_) >= 2:
        raise ImpossibleError(text("error.third_token", hex=hex_name(board, hex_)), rule="TR-005")


def _room_and_outpost(board: Tapestry, seat: int, hex_: int) -> None:
    """Check the room and the supply.

    An outpost from an empty supply is only doubtful, because the table is right, but there is a limit.
    """
    _room(board, hex_)
    if board.supply[seat] <= LEAST_SUPPLY:
        raise ImpossibleError(text("error.no_supply", seat=seat_word(seat)), rule="TR-092")


def _from_an_empty_supply(board: Tapestry, seat: int) -> list[Problem]:
    return [Problem(text("doubt.no_outpost", seat=seat_word(seat)), "TR-092")] if board.supply[seat] <= 0 else []


def _has_toppled(board: Tapestry, seat: int, outposts: int) -> None:
    """Add outposts that a seat has toppled by conquering or by a trap, in the whole game (TR-131).

    The Shadow Empire's are not counted (TA-104b).
    """
    if seat != SHADOW:
        board.toppled[seat] = min(max(0, board.toppled[seat] + outposts), MOST_TOPPLED)


@dataclass(frozen=True, slots=True)
class Conquered(Event):
    """An outpost from the supply is placed on a territory; its owner's pieces are toppled and stay there (TA-083,
    TR-088, TR-091).

    A building of Nomads counts as an outpost (TR-098, TR-132).
    """

    seat: int
    hex: int
    #: whether traps may be played: Pillage and Plunder forbids them (TA-102)
    traps: bool = True

    def apply(self, board: Tapestry) -> None:
        _room_and_outpost(board, self.seat, self.hex)
        for other in range(4):
            if other != self.seat and board.up[other][self.hex]:
                _has_toppled(board, self.seat, board.up[other][self.hex])
                board.down[other][self.hex] += board.up[other][self.hex]
                board.up[other][self.hex] = 0
        board.up[self.seat][self.hex] += 1
        board.supply[self.seat] -= 1

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: conquer {hex_name(board, self.hex)}{'' if self.traps else ' untrapped'}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        found = _from_an_empty_supply(board, self.seat)
        if board.up[self.seat][self.hex]:
            found.append(Problem(text("doubt.own_territory", hex=hex_name(board, self.hex)), "TR-087"))
        elif not board.map.near[self.hex] & board.controlled(self.seat):
            found.append(Problem(text("doubt.not_adjacent", hex=hex_name(board, self.hex)), "TR-087"))
        return found


@dataclass(frozen=True, slots=True)
class Trapped(Event):
    """A trap topples the attacker's outpost, and the defender's stands again (TA-083, TA-102, TR-093)."""

    seat: int
    hex: int
    defender: int

    def apply(self, board: Tapestry) -> None:
        if not board.up[self.seat][self.hex]:
            raise ImpossibleError(text("error.no_attacker", hex=hex_name(board, self.hex)), rule="TR-093")
        board.up[self.seat][self.hex] -= 1
        board.down[self.seat][self.hex] += 1
        _has_toppled(board, self.defender, 1)
        if board.down[self.defender][self.hex]:  # the trap came before it could be toppled
            _has_toppled(board, self.seat, -1)
            board.down[self.defender][self.hex] -= 1
            board.up[self.defender][self.hex] += 1

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: trapped {hex_name(board, self.hex)} {who(self.defender)}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        if board.down[self.defender][self.hex]:
            return ()
        words = {"seat": seat_word(self.defender), "hex": hex_name(board, self.hex)}
        return [Problem(text("doubt.no_defender", **words), "TR-093")]


@dataclass(frozen=True, slots=True)
class Toppled(Event):
    """A toppled Shadow Empire outpost is added (TA-085c), or any outpost is laid down from the supply."""

    seat: int
    hex: int

    def apply(self, board: Tapestry) -> None:
        _room_and_outpost(board, self.seat, self.hex)
        board.down[self.seat][self.hex] += 1
        board.supply[self.seat] -= 1

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: topple {hex_name(board, self.hex)}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        return _from_an_empty_supply(board, self.seat)


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A human's piece that is no outpost is placed.

    It is a token of Isolationists beside an outpost (TR-005), or a building or landmark of Nomads, which controls an
    empty territory and is no conquest (TR-095, TR-098).
    """

    seat: int
    hex: int
    building: bool

    def apply(self, board: Tapestry) -> None:
        if self.seat in BOTS:
            raise ImpossibleError(text("error.no_piece", seat=seat_word(self.seat)), rule="TA-020")
        _room(board, self.hex)
        board.up[self.seat][self.hex] += 1
        board.pieces[self.seat][self.hex] += 1

    def to_line(self, board: Tapestry) -> str:
        return f"{who(self.seat)}: {'building' if self.building else 'token'} {hex_name(board, self.hex)}"

    def find_doubts(self, board: Tapestry) -> Sequence[Problem]:
        if board.up[self.seat][self.hex]:
            return ()
        hex_ = hex_name(board, self.hex)
        if not self.building:
            return [Problem(text("doubt.token_alone", hex=hex_), "TR-005")]
        if board.tokens(self.hex) or not board.map.near[self.hex] & board.controlled(self.seat):
            return [Problem(text("doubt.building_place", hex=hex_), "TR-095")]
        return ()
