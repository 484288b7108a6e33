"""What happens in a human's purse and to the decisions that wait, one class each; notation and `apply` as on the board.

`Awaits` is written at the end of every move: it says what has to be decided next, so that loading never decides again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import UnreadableError
from soloist.core.text import text
from soloist.games.terra_mystica.board.notation import parse as parse_board
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS, TERRAIN, TOWN_TILES, TOWNS
from soloist.games.terra_mystica.human.factions import ACTIONS
from soloist.games.terra_mystica.human.state import SOURCES, Gift, Offer, Pending, Position


def _who(seat: int) -> str:
    return SEATS.names[seat]


@dataclass(frozen=True, slots=True)
class Booked(Event):
    """Resources and points come or go, all for one reason."""

    seat: int
    reason: int
    coins: int = 0
    workers: int = 0
    priests: int = 0
    vp: int = 0
    bowl1: int = 0
    bowl2: int = 0
    bowl3: int = 0

    def apply(self, board: Position) -> None:
        purse = board.purses[self.seat]
        purse.coins += self.coins
        purse.workers += self.workers
        purse.priests += self.priests
        purse.bowl1 += self.bowl1
        purse.bowl2 += self.bowl2
        purse.bowl3 += self.bowl3
        if self.vp:
            board.vp[self.seat] += self.vp
            purse.earned[self.reason * 7 + board.round] += self.vp

    def notation(self, board: Position) -> str:
        parts = [f"{_who(self.seat)}: books {SOURCES[self.reason]}"]
        for name, value in zip(_AMOUNTS, self._amounts(), strict=True):
            if value:
                parts.append(f"{name} {value:+d}")
        return " ".join(parts)

    def _amounts(self) -> tuple[int, ...]:
        return self.coins, self.workers, self.priests, self.vp, self.bowl1, self.bowl2, self.bowl3


@dataclass(frozen=True, slots=True)
class Credited(Event):
    """Points that the board has counted already get their reason."""

    seat: int
    reason: int
    vp: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].earned[self.reason * 7 + board.round] += self.vp

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: credits {SOURCES[self.reason]} {self.vp}"


_AMOUNTS = ("coins", "workers", "priests", "vp", "bowl1", "bowl2", "bowl3")


@dataclass(frozen=True, slots=True)
class Levelled(Event):
    """A step on the shipping or digging track, or a longer carpet."""

    seat: int
    track: str

    def apply(self, board: Position) -> None:
        if self.track == "shipping":
            board.shipping[self.seat] += 1
        elif self.track == "digging":
            board.purses[self.seat].digging += 1
        else:
            board.jump[self.seat] += 1

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: levels {self.track}"


@dataclass(frozen=True, slots=True)
class OwnActionUsed(Event):
    """A special action of the seat itself is marked until the end of the round (TM-091)."""

    seat: int
    action: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].used |= 1 << self.action

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: uses {ACTIONS.names[self.action]}"


@dataclass(frozen=True, slots=True)
class TownGrown(Event):
    """These hexes belong to a town now (TM-079, TM-083); a river hex only for the Mermaids (TM-122)."""

    seat: int
    hexes: int
    river: int = NOBODY

    def apply(self, board: Position) -> None:
        purse = board.purses[self.seat]
        purse.towns |= self.hexes
        if self.river != NOBODY:
            purse.rivers |= 1 << self.river

    def notation(self, board: Position) -> str:
        river = f" {board.map.hexes.names[self.river]}" if self.river != NOBODY else ""
        return f"{_who(self.seat)}: settles {','.join(board.map.hexes.list(self.hexes))}{river}"


@dataclass(frozen=True, slots=True)
class TownTileTaken(Event):
    """A town tile and its keys; what else it brings is booked (TM-081)."""

    seat: int
    tile: int

    def apply(self, board: Position) -> None:
        board.town_left[self.tile] -= 1
        board.purses[self.seat].tiles[self.tile] += 1
        board.keys[self.seat] += TOWN_TILES[self.tile].keys

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: founds {TOWNS.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class Unlocked(Event):
    """The Riverwalkers may build on one more terrain (TM-150)."""

    seat: int
    terrain: int

    def apply(self, board: Position) -> None:
        board.purses[self.seat].unlocked |= 1 << self.terrain

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: unlocks {TERRAIN.names[self.terrain]}"


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """The Shapeshifters' home terrain changes, with it the ground under their structures (TM-154)."""

    seat: int
    terrain: int

    def apply(self, board: Position) -> None:
        own = board.owned(self.seat)
        for t in range(len(board.terrain)):
            board.terrain[t] &= ~own
        board.terrain[self.terrain] |= own
        board.home[self.seat] = self.terrain

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: shifts {TERRAIN.names[self.terrain]}"


@dataclass(frozen=True, slots=True)
class CleanedUp(Event):
    """The own special actions are free again (TM-099)."""

    def apply(self, board: Position) -> None:
        for purse in board.purses:
            purse.used = 0

    def notation(self, board: Position) -> str:
        return "table: cleans"


@dataclass(frozen=True, slots=True)
class Left(Event):
    """A player has left a game of the public site; the bonus card goes back, the structures stay."""

    seat: int

    def apply(self, board: Position) -> None:
        if board.bonus[self.seat] != NOBODY:
            board.row.append(board.bonus[self.seat])
            board.bonus[self.seat] = NOBODY
        if board.to_move == self.seat:
            at = board.order.index(self.seat)
            for i in range(1, len(board.order)):
                other = board.order[(at + i) % len(board.order)]
                if other not in board.passed:
                    board.to_move = other
                    break
        if board.start == self.seat:
            board.start = board.to_move
        board.order.remove(self.seat)
        if self.seat in board.passed:
            board.passed.remove(self.seat)

    def notation(self, board: Position) -> str:
        return f"{_who(self.seat)}: leaves"


@dataclass(frozen=True, slots=True)
class Awaits(Event):
    """What has to be decided now: the turn, the stack, the offers of power, the gifts that wait for them."""

    turn: tuple[int, ...]
    stack: tuple[Pending, ...] = ()
    offers: tuple[Offer, ...] = ()
    gifts: tuple[Gift, ...] = ()

    def apply(self, board: Position) -> None:
        board.turn = list(self.turn)
        board.stack, board.offers, board.gifts = list(self.stack), list(self.offers), list(self.gifts)

    def notation(self, board: Position) -> str:
        parts = [",".join(map(str, self.turn))]
        for name, rows in (("stack", self.stack), ("offers", self.offers), ("gifts", self.gifts)):
            if rows:
                parts.append(f"{name} " + " ".join(",".join(map(str, row)) for row in rows))
        return f"table: awaits {' ; '.join(parts)}"


# ------------------------------------------------------------------------------------------------------- reading back


def _books(board: Position, seat: int, words: list[str]) -> Event:
    amounts = {words[i]: int(words[i + 1]) for i in range(1, len(words), 2)}
    if not set(amounts) <= set(_AMOUNTS):
        raise ValueError(words)
    return Booked(seat, SOURCES.index(words[0]), **amounts)


def _settles(board: Position, seat: int, words: list[str]) -> Event:
    hexes = 0
    for name in words[0].split(","):
        if name:
            hexes |= 1 << board.map.hex(name)
    return TownGrown(seat, hexes, board.map.hex(words[1]) if len(words) > 1 else NOBODY)


def _four(word: str) -> tuple[int, int, int, int]:
    a, b, c, d = (int(n) for n in word.split(","))
    return a, b, c, d


def _awaits(board: Position, seat: int, words: list[str]) -> Event:
    found: dict[str, tuple[tuple[int, int, int, int], ...]] = {}
    first, *rest = " ".join(words).split(" ; ")
    for part in rest:
        name, *rows = part.split()
        if name not in ("stack", "offers", "gifts"):
            raise ValueError(name)
        found[name] = tuple(_four(row) for row in rows)
    turn = tuple(int(n) for n in first.split(","))
    if len(turn) != len(board.turn):
        raise ValueError(first)
    return Awaits(turn, **found)


def _index(of: tuple[str, ...] | list[str], word: str) -> int:
    return list(of).index(word)


_READERS: dict[str, Callable[[Position, int, list[str]], Event]] = {
    "books": _books,
    "credits": lambda b, s, w: Credited(s, SOURCES.index(w[0]), int(w[1])),
    "levels": lambda b, s, w: Levelled(
        s, ("shipping", "digging", "carpet")[_index(("shipping", "digging", "carpet"), w[0])]
    ),
    "uses": lambda b, s, w: OwnActionUsed(s, _index(ACTIONS.names, w[0])),
    "settles": _settles,
    "founds": lambda b, s, w: TownTileTaken(s, _index(TOWNS.names, w[0])),
    "unlocks": lambda b, s, w: Unlocked(s, _index(TERRAIN.names, w[0])),
    "shifts": lambda b, s, w: Shifted(s, _index(TERRAIN.names, w[0])),
    "cleans": lambda b, s, w: CleanedUp(),
    "leaves": lambda b, s, w: Left(s),
    "awaits": _awaits,
}


def parse(board: Position, line: str) -> Event:
    """One logged event, of a purse or of the board."""
    head, _, rest = line.partition(": ")
    verb, *words = rest.split()
    reader = _READERS.get(verb)
    if reader is None:
        return parse_board(board, line)
    try:
        seat = AUTOMA if head == "table" else SEATS.names.index(head)
        return reader(board, seat, words)
    except (ValueError, IndexError, TypeError) as why:
        raise UnreadableError(text("error.no_verb", got=line[:60])) from why
