"""The draft: humans choose pairs of company and officer, from the last player to the first; the Automa get what is left
(BR-013, BR-014b, BA-021)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from soloist.core.bits import mask_of
from soloist.core.chance import Chance, Draw
from soloist.core.sink import Sink
from soloist.core.steps import StepClosed
from soloist.core.text import text
from soloist.core.user_input import read_options
from soloist.core.verbs import Move
from soloist.games.barrage.board.setup import officer_pool
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import COMPANIES, NETHERLANDS, OFFICERS, VERY_HARD
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import Dealing
from soloist.games.barrage.player.base_step import Step, refuse
from soloist.games.barrage.player.draft_setup import has_draft
from soloist.games.barrage.player.events import Seated
from soloist.games.barrage.player.state import Position

DEALT_COMPANY = Draw("dealt_company", COMPANIES, text("question.setup.company"), "BA-021")
DEALT_OFFICER = Draw("dealt_officer", OFFICERS, text("question.setup.officer"), "BA-026")


@cache
def _pairs(companies: str, officers: str) -> Mapping[int, int]:
    beside = read_options(officers, OFFICERS, "draft_officers")
    return dict(zip(read_options(companies, COMPANIES, "draft_companies"), beside, strict=True))


def draft_pairs(position: Position) -> Mapping[int, int]:
    """Return the pairs laid out for the draft, company to officer; empty in a game without a draft."""
    source = position.setup.source
    return _pairs(source["draft_companies"], source["draft_officers"]) if has_draft(source) else {}


def companies_left(position: Position) -> list[int]:
    """Return the companies on display that no seat has taken."""
    taken = {seat.company for seat in position.setup.seats}
    return [company for company in draft_pairs(position) if company not in taken]


def officers_left(position: Position) -> list[str]:
    """Return the officers on display that no seat has taken."""
    return [
        name for one in draft_pairs(position).values() if (name := OFFICERS.names[one]) not in position.setup.officers
    ]


def extra_officers(position: Position) -> list[int]:
    """Return the officers laid out in addition to those of the seats (BR-R01)."""
    named = position.setup.source["extra_officers"]
    return [] if named == "none" else read_options(named, OFFICERS, "extra_officers")


@dataclass(frozen=True, slots=True)
class ChoosePair(Step):
    """The choice of a pair of company and officer on display (BR-013)."""

    name: ClassVar[str] = "pair"
    takes: ClassVar[tuple[int, ...]] = (m.PAIR,)
    rule: ClassVar[str] = "BR-013"

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.PAIR, company) for company in companies_left(position)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in companies_left(position):
            refuse("BR-013")
        self.close(position, sink)
        sink.apply_event(position, Seated(self.seat, move.a, draft_pairs(position)[move.a]))


def deal_companies(position: Position, dealing: Dealing, chance: Chance, sink: Sink) -> None:
    """Deal random companies to the Automa: those left of the pairs, or by house ruling BR-R02 all that no human chose
    (BA-021). The officer of a pair stays only at very hard (BA-026)."""
    sink.apply_event(position, StepClosed(dealing))
    for seat in range(position.players):
        if not position.is_automa(seat):
            continue
        among = (
            companies_left(position)
            if position.setup.rulings["automa_company_pool"] == "drawn"
            else _unchosen(position)
        )
        company = among[0] if len(among) == 1 else chance.pick_option(DEALT_COMPANY, mask_of(among))
        officer = NOBODY
        if position.setup.seats[seat].level == VERY_HARD:
            beside = draft_pairs(position).get(company, NOBODY)
            officer = beside if beside != NOBODY else chance.pick_option(DEALT_OFFICER, _unused(position))
        sink.apply_event(position, Seated(seat, company, officer))


def _unchosen(position: Position) -> list[int]:
    taken = {seat.company for seat in position.setup.seats}
    among = (c for c in range(len(COMPANIES.names)) if position.setup.leeghwater or c != NETHERLANDS)
    return [company for company in among if company not in taken]


def _unused(position: Position) -> int:
    """Return the officers of the boxes in play that are not laid out."""
    pool = officer_pool(position.setup.leeghwater, position.setup.source["promos"] == "yes")
    return pool & ~mask_of((*draft_pairs(position).values(), *extra_officers(position)))
