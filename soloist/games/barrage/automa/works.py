"""External works and patent office (BA-068, BA-073 … BA-075)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from soloist.core.bits import Mask, mask_of
from soloist.core.board import Event
from soloist.core.decide import Keep, Most, Only, Procedure
from soloist.core.text import Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.costs import Payment, find_payment
from soloist.games.barrage.automa.engineers import can_pay, engineers
from soloist.games.barrage.automa.view import Case, Seen, View, find_event
from soloist.games.barrage.board.events import Machined, Rotated, TechTaken, Wheeled, WorkDone
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    LESLIE,
    PATENT_PLACES,
    TECH,
    TECH_TILES,
    WORK_PLACES,
    WORK_TILES,
    TileAction,
)


class ExternalWork(Case):
    """The choice of an external work: the order of positions on the tile, and the engineers it takes."""

    __slots__ = ("engineers", "order")

    def __init__(self, view: View, order: Sequence[int], engineers: int) -> None:
        super().__init__(view)
        self.order = order
        self.engineers = engineers


def payable_works(seen: Seen) -> Mask:
    """Return the face-up works whose machineries she has off the wheel; nothing replaces them (BA-073)."""
    return mask_of(
        slot for slot, work in enumerate(seen.board.works) if work != NOBODY and _payment(seen, work) is not None
    )


def _payment(seen: Seen, work: int) -> Payment | None:
    return find_payment(seen, *seen.board.printed.work[work], substitute=False)


def first_in_order(case: ExternalWork, mask: Mask) -> Mask:
    """Keep the first work in the tile's order of positions (BA-073)."""
    return next((1 << slot for slot in case.order if mask >> slot & 1), 0)


def do_the_work(case: ExternalWork, slot: int) -> list[Event]:
    """Return the events of a work: engineers beside it, machineries to the supply, the tile (BA-073, BA-074)."""
    work = case.board.works[slot]
    payment = _payment(case, work)
    assert payment is not None
    events = engineers(case.view, "external_works", case.engineers, space=f"external_works_{slot + 1}")
    for kind, n in enumerate((payment.excavators, payment.mixers, payment.excamixers)):
        if n:
            events.append(Machined(case.seat, kind, -n))
    return [*events, WorkDone(case.seat, work)]


def do_leslies_work(case: ExternalWork, slot: int) -> list[Event]:
    """Return the events of a work by Leslie Spencer: engineer on the company board, machineries and special tile onto
    the wheel (BA-139, BR-132)."""
    work = case.board.works[slot]
    payment = _payment(case, work)
    assert payment is not None
    return [
        *engineers(case.view, "company_board", case.engineers),
        Wheeled(case.seat, payment.excavators, payment.mixers, payment.excamixers, LESLIE),
        Rotated(case.seat, 1),
        WorkDone(case.seat, work),
    ]


def _work(execute: Callable[[ExternalWork, int], list[Event]]) -> Procedure[ExternalWork]:
    return Procedure(
        "BA-073",
        of=WORK_PLACES,
        valid=(Only("BA-073", payable_works),),
        tiebreakers=(Keep("BA-073", first_in_order),),
        execute=execute,
    )


WORK, LESLIES_WORK = _work(do_the_work), _work(do_leslies_work)


def external_works(view: View, action: TileAction) -> bool:
    """Do the first work in the tile's order that she can pay for; return whether one was done (BA-073, BA-074)."""
    return _perform_work(view, WORK, ExternalWork(view, action.order, action.engineers))


def leslie_work(view: View) -> bool:
    """Do an external work before a construction with Leslie Spencer's special tile, if it is off the wheel; return
    whether one was done (BA-139, BA-R45)."""
    special = view.board.tech[view.seat] >> LESLIE & 1
    if not view.board.setup.leeghwater or not special or not payable_works(view):
        return False
    view.remark("BA-139")
    return _perform_work(view, LESLIES_WORK, ExternalWork(view, leslie_order(view), 1))


def _perform_work(view: View, procedure: Procedure[ExternalWork], case: ExternalWork) -> bool:
    """Do a work and take its reward; return whether one was done (BA-074)."""
    events = view.perform(procedure, case)
    if events:
        effects.take_gains(view, WORK_TILES[find_event(WorkDone, events).work].effects)
    return bool(events)


def leslie_order(seen: Seen) -> tuple[int, ...]:
    """Return the order of positions on the Actions tile; if it has none, that of the tile turned last or the one before
    it, otherwise top to bottom (BA-R11)."""
    if seen.board.setup.rulings["leslie"] == "tile":
        for tile in (seen.board.top, seen.board.criteria, seen.board.previous):
            if tile != NOBODY:
                for action in AUTOMA_TILES[tile].actions:
                    if action.kind == "external_works":
                        return action.order
    return (0, 1, 2)


# --------------------------------------------------------------------------------------------------------- patent office


class Patent(Case):
    """The choice of an advanced tile; `action` is the tile's entry."""

    __slots__ = ("action",)

    def __init__(self, view: View, action: TileAction) -> None:
        super().__init__(view)
        self.action = action


def wanted_tiles(case: Patent) -> Mask:
    """Return the places of advanced tiles that build the printed structure, wild ones included (BA-068)."""
    return mask_of(
        slot
        for slot, tile in enumerate(case.board.patents)
        if tile != NOBODY and case.action.structure in TECH_TILES[tile].builds
    )


def prefer_specific(seen: Seen, mask: Mask) -> Mask:
    """Keep the structure's own tiles of any level; wild ones only if there are none (BA-R15)."""
    return mask_of(slot for slot in range(3) if mask >> slot & 1 and not TECH_TILES[seen.board.patents[slot]].wild)


def take_tile(case: Patent, slot: int) -> list[Event]:
    """Return the events that take an advanced tile: engineer, VP, tile; none if a human cannot pay (BA-R19)."""
    view = case.view
    if not can_pay(view, case.action):
        return []
    of_the_tile = case.board.setup.rulings["patent_space"] == "of_the_tile"  # BA-R14
    space = f"patent_office_{slot + 1}" if of_the_tile else ""
    events = engineers(view, "patent_office", case.action.engineers, space=space)
    tile = case.board.patents[slot]
    if case.board.tracked_credits(case.seat) is None:
        view.remark("BA-047", vp=case.action.vp_cost, tile=Word(f"tech.{TECH.names[tile]}"))
    return [*events, *view.credits(-case.action.vp_cost), TechTaken(case.seat, tile)]


PATENT: Procedure[Patent] = Procedure(
    "BA-068",
    of=PATENT_PLACES,
    valid=(Only("BA-068", wanted_tiles),),
    tiebreakers=(
        Keep("BA-R15", prefer_specific),
        Most("BA-068", lambda p, slot: TECH_TILES[p.board.patents[slot]].level),
        Keep("BA-R15", lambda p, mask: mask & -mask),
    ),
    execute=take_tile,
)


def patent_office(view: View, action: TileAction) -> bool:
    """Take an advanced tile for 1 engineer and 2 VP; return whether she took one (BA-068)."""
    return bool(view.perform(PATENT, Patent(view, action)))
