"""External works: machineries for a reward (BR-131, BR-132, BR-137)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import option_field
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import Machined, Rotated, Wheeled, WorkDone
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import LESLIE, WORKS
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import WorkReward
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.costs import Payment, list_payments
from soloist.games.barrage.player.events import Paid
from soloist.games.barrage.player.state import Position

#: credits for a machinery at the Loan Agency
_LOAN = 2


def list_work_payments(position: Position, seat: int, work: int) -> list[Payment]:
    """Return all payments in machineries for a work; credits never replace them (BR-131)."""
    excavators, mixers = position.printed.work[work]
    either = position.has_ability(seat, "elon_audia") and position.officer(seat) != "elon_audia"
    return list_payments(position, seat, [(excavators, mixers, either)], 0)


def can_pay_onto_wheel(position: Position, seat: int) -> bool:
    """Return whether a seat can do works onto the wheel: with Leslie Spencer's tile in the supply (BR-132), or while
    copying her (BR-155)."""
    own = position.officer(seat) == "leslie_spencer"
    return bool(position.tech[seat] >> LESLIE & 1) if own else position.has_ability(seat, "leslie_spencer")


@dataclass(frozen=True, slots=True)
class PayWork(Step):
    """The payment for a work: machineries to the supply or onto the wheel (BR-132), and which ones."""

    name: ClassVar[str] = "pay_work"
    takes: ClassVar[tuple[int, ...]] = (m.PAY, m.WORK, m.WHEEL)
    rule: ClassVar[str] = "BR-131"
    work: int = option_field(WORKS)

    def list_open_moves(self, position: Position) -> list[Move]:
        found = list_work_payments(position, self.seat, self.work)
        if can_pay_onto_wheel(position, self.seat):
            return [Move(m.WORK, self.work), Move(m.WHEEL, self.work)]
        return [Move(m.PAY, *way[:3]) for way in found]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move not in self.list_open_moves(position):
            refuse("BR-132" if move.verb == m.WHEEL else "BR-131")
        self.close(position, sink)
        if move.verb == m.PAY:
            do_work(position, sink, self.seat, self.work, (move.a, move.b, move.c, 0))
            return
        way = list_work_payments(position, self.seat, self.work)[0]
        do_work(position, sink, self.seat, self.work, way, wheel=move.verb == m.WHEEL)


def take_work(position: Position, sink: Sink, seat: int, work: int) -> None:
    """Do an external work (BR-131); open a decision only if there is a choice of payment."""
    found = list_work_payments(position, seat, work)
    if len(found) > 1 or can_pay_onto_wheel(position, seat):
        open_steps(position, sink, PayWork(seat, work))
    else:
        do_work(position, sink, seat, work, found[0])


def do_work(position: Position, sink: Sink, seat: int, work: int, way: Payment, *, wheel: bool = False) -> None:
    excavators, mixers, excamixers, _ = way
    if wheel:
        own = LESLIE if position.tech[seat] >> LESLIE & 1 else NOBODY
        sink.apply_event(position, Wheeled(seat, excavators, mixers, excamixers, own))
        sink.apply_event(position, Rotated(seat, 1))
    else:
        for kind, n in enumerate((excavators, mixers, excamixers)):
            if n:
                sink.apply_event(position, Machined(seat, kind, -n))
    sink.apply_event(position, WorkDone(seat, work))
    open_steps(position, sink, WorkReward(seat, work))


# -------------------------------------------------------------------------------------------------------- Loan Agency


def loan_price(position: Position, work: int) -> int:
    """Return the credits for a work at the Loan Agency (BR-137)."""
    return _LOAN * sum(position.printed.work[work])


def payable_loans(position: Position, credits: int) -> list[int]:
    """Return the works on display that these credits can pay for at the Loan Agency (BR-137)."""
    return [w for w in position.works if w != NOBODY and loan_price(position, w) <= credits]


@dataclass(frozen=True, slots=True)
class Lend(Step):
    """Loan Agency: do any work on display for credits (BR-137)."""

    name: ClassVar[str] = "lend"
    takes: ClassVar[tuple[int, ...]] = (m.WORK,)
    rule: ClassVar[str] = "BR-137"

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.WORK, work) for work in payable_loans(position, position.credits[self.seat])]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in payable_loans(position, position.credits[self.seat]):
            refuse("BR-137")
        self.close(position, sink)
        sink.apply_event(position, Paid(self.seat, -loan_price(position, move.a)))
        sink.apply_event(position, WorkDone(self.seat, move.a))
        open_steps(position, sink, WorkReward(self.seat, move.a))
