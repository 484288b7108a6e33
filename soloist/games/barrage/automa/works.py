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


def payable_works(s: Seen) -> Mask:
    """Return the face-up works whose machineries she has off the wheel; nothing replaces them (BA-073)."""
    return mask_of(slot for slot, work in enumerate(s.board.works) if work != NOBODY and _payment(s, work) is not None)


def _payment(s: Seen, work: int) -> Payment | None:
    return find_payment(s, *s.board.printed.work[work], substitute=False)


def first_in_order(w: ExternalWork, mask: Mask) -> Mask:
    """Keep the first work in the tile's order of positions (BA-073)."""
    return next((1 << slot for slot in w.order if mask >> slot & 1), 0)


def do_the_work(w: ExternalWork, slot: int) -> list[Event]:
    """Return the events of a work: engineers beside it, machineries to the supply, the tile (BA-073, BA-074)."""
    work = w.board.works[slot]
    payment = _payment(w, work)
    assert payment is not None
    events = engineers(w.view, "external_works", w.engineers, space=f"external_works_{slot + 1}")
    for kind, n in enumerate((payment.excavators, payment.mixers, payment.excamixers)):
        if n:
            events.append(Machined(w.seat, kind, -n))
    return [*events, WorkDone(w.seat, work)]


def do_leslies_work(w: ExternalWork, slot: int) -> list[Event]:
    """Return the events of a work by Leslie Spencer: engineer on the company board, machineries and special tile onto
    the wheel (BA-139, BR-132)."""
    work = w.board.works[slot]
    payment = _payment(w, work)
    assert payment is not None
    return [
        *engineers(w.view, "company_board", w.engineers),
        Wheeled(w.seat, payment.excavators, payment.mixers, payment.excamixers, LESLIE),
        Rotated(w.seat, 1),
        WorkDone(w.seat, work),
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


def external_works(v: View, action: TileAction) -> bool:
    """Do the first work in the tile's order that she can pay for; return whether one was done (BA-073, BA-074)."""
    return _perform_work(v, WORK, ExternalWork(v, action.order, action.engineers))


def leslie_work(v: View) -> bool:
    """Do an external work before a construction with Leslie Spencer's special tile, if it is off the wheel; return
    whether one was done (BA-139, BA-R45)."""
    special = v.board.tech[v.seat] >> LESLIE & 1
    if not v.board.setup.leeghwater or not special or not payable_works(v):
        return False
    v.remark("BA-139")
    return _perform_work(v, LESLIES_WORK, ExternalWork(v, leslie_order(v), 1))


def _perform_work(v: View, procedure: Procedure[ExternalWork], case: ExternalWork) -> bool:
    """Do a work and take its reward; return whether one was done (BA-074)."""
    events = v.perform(procedure, case)
    if events:
        effects.take_gains(v, WORK_TILES[find_event(WorkDone, events).work].effects)
    return bool(events)


def leslie_order(s: Seen) -> tuple[int, ...]:
    """Return the order of positions on the Actions tile; if it has none, that of the tile turned last or the one before
    it, otherwise top to bottom (BA-R11)."""
    if s.board.setup.rulings["leslie"] == "tile":
        for tile in (s.board.top, s.board.criteria, s.board.previous):
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


def wanted_tiles(p: Patent) -> Mask:
    """Return the places of advanced tiles that build the printed structure, wild ones included (BA-068)."""
    return mask_of(
        slot
        for slot, tile in enumerate(p.board.patents)
        if tile != NOBODY and p.action.structure in TECH_TILES[tile].builds
    )


def prefer_specific(s: Seen, mask: Mask) -> Mask:
    """Keep the structure's own tiles of any level; wild ones only if there are none (BA-R15)."""
    return mask_of(slot for slot in range(3) if mask >> slot & 1 and not TECH_TILES[s.board.patents[slot]].wild)


def take_tile(p: Patent, slot: int) -> list[Event]:
    """Return the events that take an advanced tile: engineer, VP, tile; none if a human cannot pay (BA-R19)."""
    v = p.view
    if not can_pay(v, p.action):
        return []
    of_the_tile = p.board.setup.rulings["patent_space"] == "of_the_tile"  # BA-R14
    space = f"patent_office_{slot + 1}" if of_the_tile else ""
    events = engineers(v, "patent_office", p.action.engineers, space=space)
    tile = p.board.patents[slot]
    if p.board.tracked_credits(p.seat) is None:
        v.remark("BA-047", vp=p.action.vp_cost, tile=Word(f"tech.{TECH.names[tile]}"))
    return [*events, *v.credits(-p.action.vp_cost), TechTaken(p.seat, tile)]


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


def patent_office(v: View, action: TileAction) -> bool:
    """Take an advanced tile for 1 engineer and 2 VP; return whether she took one (BA-068)."""
    return bool(v.perform(PATENT, Patent(v, action)))
