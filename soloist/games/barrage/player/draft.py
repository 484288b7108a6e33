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


def draft_pairs(s: Position) -> Mapping[int, int]:
    """Return the pairs laid out for the draft, company to officer; empty in a game without a draft."""
    source = s.setup.source
    return _pairs(source["draft_companies"], source["draft_officers"]) if has_draft(source) else {}


def companies_left(s: Position) -> list[int]:
    """Return the companies on display that no seat has taken."""
    taken = {seat.company for seat in s.setup.seats}
    return [company for company in draft_pairs(s) if company not in taken]


def officers_left(s: Position) -> list[str]:
    """Return the officers on display that no seat has taken."""
    return [name for one in draft_pairs(s).values() if (name := OFFICERS.names[one]) not in s.setup.officers]


def extra_officers(s: Position) -> list[int]:
    """Return the officers laid out in addition to those of the seats (BR-R01)."""
    named = s.setup.source["extra_officers"]
    return [] if named == "none" else read_options(named, OFFICERS, "extra_officers")


@dataclass(frozen=True, slots=True)
class ChoosePair(Step):
    """The choice of a pair of company and officer on display (BR-013)."""

    name: ClassVar[str] = "pair"
    takes: ClassVar[tuple[int, ...]] = (m.PAIR,)
    rule: ClassVar[str] = "BR-013"

    def list_open_moves(self, s: Position) -> list[Move]:
        return [Move(m.PAIR, company) for company in companies_left(s)]

    def carry_out(self, s: Position, move: Move, sink: Sink) -> None:
        if move.a not in companies_left(s):
            refuse("BR-013")
        self.close(s, sink)
        sink.apply_event(s, Seated(self.seat, move.a, draft_pairs(s)[move.a]))


def deal_companies(s: Position, dealing: Dealing, chance: Chance, sink: Sink) -> None:
    """Deal random companies to the Automa: those left of the pairs, or by house ruling BR-R02 all that no human chose
    (BA-021). The officer of a pair stays only at very hard (BA-026)."""
    sink.apply_event(s, StepClosed(dealing))
    for seat in range(s.players):
        if not s.is_automa(seat):
            continue
        among = companies_left(s) if s.setup.rulings["automa_company_pool"] == "drawn" else _unchosen(s)
        company = among[0] if len(among) == 1 else chance.pick_option(DEALT_COMPANY, mask_of(among))
        officer = NOBODY
        if s.setup.seats[seat].level == VERY_HARD:
            beside = draft_pairs(s).get(company, NOBODY)
            officer = beside if beside != NOBODY else chance.pick_option(DEALT_OFFICER, _unused(s))
        sink.apply_event(s, Seated(seat, company, officer))


def _unchosen(s: Position) -> list[int]:
    taken = {seat.company for seat in s.setup.seats}
    among = (c for c in range(len(COMPANIES.names)) if s.setup.leeghwater or c != NETHERLANDS)
    return [company for company in among if company not in taken]


def _unused(s: Position) -> int:
    """Return the officers of the boxes in play that are not laid out."""
    pool = officer_pool(s.setup.leeghwater, s.setup.source["promos"] == "yes")
    return pool & ~mask_of((*draft_pairs(s).values(), *extra_officers(s)))
