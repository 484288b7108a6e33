"""Machinery shop, patent office and external works (BA-067, BA-068, BA-073 … BA-075, BR-081, BR-131)."""

from __future__ import annotations

from dataclasses import dataclass

from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import MACHINERIES, TECH, TECH_TILES, WORK_TILES, WORKS


@dataclass(frozen=True, slots=True)
class Machined(Event):
    """Machineries are gained from the supply or returned to it; the supply is unlimited (BR-005)."""

    seat: int
    kind: int
    n: int

    def apply(self, board: Barrage) -> None:
        board.machinery[self.seat][self.kind] += self.n

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: {MACHINERIES.names[self.kind]} {self.n:+d}"


@dataclass(frozen=True, slots=True)
class TechTaken(Event):
    """An advanced tile is taken from the patent office (BA-068, BR-081)."""

    seat: int
    tile: int

    def apply(self, board: Barrage) -> None:
        if self.tile not in board.patents:
            near = [TECH.names[t] for t in board.patents if t != NOBODY]
            raise ImpossibleError(
                text("error.not_in_patent_office", tile=TECH.option_value(self.tile)), rule="BR-081", nearest=near
            )
        board.patents[board.patents.index(self.tile)] = NOBODY
        board.tech[self.seat] |= 1 << self.tile

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: patent {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class PatentShown(Event):
    """An advanced tile is laid in the patent office (BR-111)."""

    slot: int
    tile: int

    def apply(self, board: Barrage) -> None:
        level = TECH_TILES[self.tile].level
        _check_slot(self.slot)
        if level < 1 or not board.tech_piles[level - 1] >> self.tile & 1:
            raise ImpossibleError(text("error.tech_not_in_pile", tile=TECH.option_value(self.tile)), rule="BR-111")
        board.tech_piles[level - 1] &= ~(1 << self.tile)
        old = board.patents[self.slot]
        if old != NOBODY:  # entered again: the earlier entry was a mistake
            board.tech_piles[TECH_TILES[old].level - 1] |= 1 << old
        board.patents[self.slot] = self.tile

    def to_line(self, board: Barrage) -> str:
        return f"table: patent {self.slot + 1} {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class WorkDone(Event):
    """An external work is done; its tile is kept (BA-074, BR-131)."""

    seat: int
    work: int

    def apply(self, board: Barrage) -> None:
        if self.work not in board.works:
            near = [WORKS.names[w] for w in board.works if w != NOBODY]
            raise ImpossibleError(
                text("error.no_work", work=WORKS.option_value(self.work)), rule="BR-131", nearest=near
            )
        board.works[board.works.index(self.work)] = NOBODY
        board.works_done[self.seat] |= 1 << self.work

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: work {WORKS.names[self.work]}"


@dataclass(frozen=True, slots=True)
class WorkShown(Event):
    """An external work is laid out (BR-111)."""

    slot: int
    work: int

    def apply(self, board: Barrage) -> None:
        pile = WORK_TILES[self.work].pile
        _check_slot(self.slot)
        if not board.work_piles[pile] >> self.work & 1:
            raise ImpossibleError(text("error.work_not_in_pile", work=WORKS.option_value(self.work)), rule="BR-111")
        board.work_piles[pile] &= ~(1 << self.work)
        old = board.works[self.slot]
        if old != NOBODY:  # entered again: the earlier entry was a mistake
            board.work_piles[WORK_TILES[old].pile] |= 1 << old
        board.works[self.slot] = self.work

    def to_line(self, board: Barrage) -> str:
        return f"table: work {self.slot + 1} {WORKS.names[self.work]}"


def _check_slot(slot: int) -> None:
    if not 0 <= slot < 3:
        raise ImpossibleError(text("error.no_slot", got=slot + 1), rule="BR-111", nearest=["1", "2", "3"])
