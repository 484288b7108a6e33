"""Events of a digital game in addition to those of every table: credits, own spaces, the draft, a copied officer."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.setup import with_drafted_seat
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import EMPTY, NOBODY
from soloist.games.barrage.board.tables import COMPANIES, CONTRACTS, OFFICERS, TECH
from soloist.games.barrage.player.state import Position


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """Credits are gained or paid. They never fall below 0 (BR-008), except at a table, where the count may be wrong."""

    seat: int
    credits: int

    def apply(self, board: Position) -> None:
        have = board.credits[self.seat]
        if have + self.credits < 0 and not board.allows_debts:
            said = text("error.few_credits", seat=board.word(self.seat), have=have, want=-self.credits)
            raise ImpossibleError(said, rule="BR-008")
        board.credits[self.seat] = have + self.credits

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: credits {self.credits:+d}"


@dataclass(frozen=True, slots=True)
class SpaceUsed(Event):
    """Engineers are on a space of the company board, the officer or a private building until the round ends (BR-033,
    BR-040)."""

    seat: int
    space: int

    def apply(self, board: Position) -> None:
        board.used[self.seat] |= 1 << self.space

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: uses {ACTION_SPACES.names[self.space]}"


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """A seat gets its company in the draft, with the officer of the pair and its starting resources (BR-010, BR-013,
    BA-021)."""

    seat: int
    company: int
    officer: int

    def apply(self, board: Position) -> None:
        if board.company(self.seat) or self.company in [s.company for s in board.setup.seats]:
            raise ImpossibleError(
                text("error.company_taken", company=COMPANIES.option_value(self.company)), rule="BR-013"
            )
        board.setup = with_drafted_seat(board.setup, self.seat, self.company, self.officer)
        board.give_starting_resources(self.seat)

    def to_line(self, board: Position) -> str:
        officer = OFFICERS.names[self.officer] if self.officer != NOBODY else "-"
        return f"{board.name(self.seat)}: plays {COMPANIES.names[self.company]} {officer}"


@dataclass(frozen=True, slots=True)
class Drafted(Event):
    """A starting contract is chosen (BR-013)."""

    seat: int
    contract: int

    def apply(self, board: Position) -> None:
        board.hands[self.seat] |= 1 << self.contract

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: drafts {CONTRACTS.names[self.contract]}"


@dataclass(frozen=True, slots=True)
class Copied(Event):
    """A seat gets another officer's ability for the rest of its turn (BR-152); `officer` is NOBODY when that ends."""

    seat: int
    officer: int

    def apply(self, board: Position) -> None:
        board.copied = self.officer

    def to_line(self, board: Position) -> str:
        name = OFFICERS.names[self.officer] if self.officer != NOBODY else "-"
        return f"{board.name(self.seat)}: copies {name}"


@dataclass(frozen=True, slots=True)
class LaidAside(Event):
    """The value of a contract fulfilled with a copied Franz de Lasse counts on the track of the next round (BR-155)."""

    seat: int
    value: int

    def apply(self, board: Position) -> None:
        board.aside[self.seat] += self.value

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: aside {self.value}"


@dataclass(frozen=True, slots=True)
class SpacesCleared(Event):
    """Engineers return from company boards and private buildings (BR-111); values laid aside are on the energy track
    now."""

    def apply(self, board: Position) -> None:
        board.used = [0] * board.players
        board.aside = [0] * board.players

    def to_line(self, board: Position) -> str:
        return "table: spaces cleared"


@dataclass(frozen=True, slots=True)
class TileRetrieved(Event):
    """A technology tile comes back from the wheel; the machineries of its segment stay (BR-134)."""

    seat: int
    tile: int

    def apply(self, board: Position) -> None:
        here = 1 << self.tile
        wheel = board.wheel[self.seat]
        if not board.wheel_tiles(self.seat) & here:
            on_it = TECH.name_options(board.wheel_tiles(self.seat))
            raise ImpossibleError(
                text("error.not_on_wheel", tile=TECH.option_value(self.tile)), rule="BR-134", nearest=on_it
            )
        board.wheel[self.seat] = [(ex, mi, xm, tiles & ~here) for ex, mi, xm, tiles in wheel]
        board.tech[self.seat] |= here

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: retrieves {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class FoundHome(Event):
    """At a table a tile turns out to be off the wheel because it was built with, whatever the count says (BR-041)."""

    seat: int
    tile: int

    def apply(self, board: Position) -> None:
        here = 1 << self.tile
        board.wheel[self.seat] = [(ex, mi, xm, tiles & ~here) for ex, mi, xm, tiles in board.wheel[self.seat]]
        board.tech[self.seat] |= here

    def to_line(self, board: Position) -> str:
        return f"{board.name(self.seat)}: home {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class MachineriesRetrieved(Event):
    """Machineries of a segment come back from the wheel; its tile stays (BR-134)."""

    seat: int
    segment: int
    excavators: int
    mixers: int
    excamixers: int

    def apply(self, board: Position) -> None:
        ex, mi, xm, tiles = board.wheel[self.seat][self.segment]
        rest = (ex - self.excavators, mi - self.mixers, xm - self.excamixers, tiles)
        if min(rest) < 0:
            raise ImpossibleError(text("error.few_on_wheel", segment=self.segment), rule="BR-134")
        board.wheel[self.seat][self.segment] = EMPTY if rest == EMPTY else rest
        for kind, n in enumerate((self.excavators, self.mixers, self.excamixers)):
            board.machinery[self.seat][kind] += n

    def to_line(self, board: Position) -> str:
        numbers = f"{self.excavators} {self.mixers} {self.excamixers}"
        return f"{board.name(self.seat)}: recovers {self.segment} {numbers}"
