"""External works and the patent office (BA-068, BA-073 … BA-075)."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask, mask_of
from soloist.core.decide import Keep, Most, Only, Procedure, decide
from soloist.core.text import Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.construction import leslie_ready, pay
from soloist.games.barrage.automa.engineers import can_pay, place_engineers
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import Gained, Machined, Rotated, TechTaken, Wheeled, WorkDone
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    LESLIE,
    PATENT_PLACES,
    TECH,
    TECH_TILES,
    WORK_PLACES,
    WORK_TILES,
)


def payable_works(v: View) -> Mask:
    """The face-up works whose machineries she has off the wheel; nothing replaces them (BA-073)."""
    return mask_of(
        slot
        for slot, work in enumerate(v.board.works)
        if work != NOBODY and pay(v, *v.board.printed.work[work], substitute=False) is not None
    )


def first_in_order(v: View, mask: Mask) -> Mask:
    """The tile's order of positions (BA-073)."""
    return next((1 << slot for slot in v.gains_order if mask >> slot & 1), 0)


WORK: Procedure[View] = Procedure(
    "BA-073",
    of=WORK_PLACES,
    valid=(Only("BA-073", payable_works),),
    tiebreakers=(Keep("BA-073", first_in_order),),
    execute=lambda v, slot: [],
)


def external_work(v: View, order: Sequence[int], engineers: int) -> bool:
    """Do the first work of the order that she can pay; whether one was done (BA-073, BA-074)."""
    slot = _choose(v, order)
    if slot is None:
        return False
    place_engineers(v, "external_works", engineers, space=f"external_works_{slot + 1}")
    work = WORK_TILES[v.board.works[slot]]
    payment = pay(v, work.excavators, work.mixers, substitute=False)
    assert payment is not None
    for kind, n in enumerate((payment.excavators, payment.mixers, payment.excamixers)):
        if n:
            v.do(Machined(v.seat, kind, -n))
    v.do(WorkDone(v.seat, v.board.works[slot]))
    effects.gain(v, work.effects)
    return True


def _choose(v: View, order: Sequence[int]) -> int | None:
    v.gains_order = tuple(order)
    return decide(WORK, v, v.trace, v.chance)


def leslie_work(v: View) -> bool:
    """Leslie Spencer: before a construction an external work with the special tile: 1 engineer on the company board, the
    machineries and the tile go onto the wheel (BA-139, BA-R45, BR-132)."""
    if not v.board.setup.leeghwater or not leslie_ready(v) or not payable_works(v):
        return False
    v.remark("BA-139")
    slot = _choose(v, leslie_order(v))
    if slot is None:
        return False
    place_engineers(v, "company_board", 1)
    work = WORK_TILES[v.board.works[slot]]
    payment = pay(v, work.excavators, work.mixers, substitute=False)
    assert payment is not None
    v.do(Wheeled(v.seat, payment.excavators, payment.mixers, payment.excamixers, LESLIE), Rotated(v.seat, 1))
    v.do(WorkDone(v.seat, v.board.works[slot]))
    effects.gain(v, work.effects)
    return True


def leslie_order(v: View) -> tuple[int, ...]:
    """The order on the Actions tile; two tiles have none: then that of the tile turned last, or of the one before; none at
    all: from the top (BA-R11)."""
    if v.board.setup.rulings["leslie"] == "tile":
        for tile in (v.board.top, v.board.criteria, v.board.previous):
            if tile != NOBODY:
                for action in AUTOMA_TILES[tile].actions:
                    if action.kind == "external_works":
                        return action.order
    return (0, 1, 2)


# --------------------------------------------------------------------------------------------------------- patent office


def wanted(v: View) -> Mask:
    """Advanced tiles for the structure printed, or wild ones (BA-068)."""
    return mask_of(
        slot
        for slot, tile in enumerate(v.board.patents)
        if tile != NOBODY and v.action.structure in TECH_TILES[tile].builds
    )


def specific(v: View, mask: Mask) -> Mask:
    """The structure's own tile, whatever its level; a wild one only if there is none (BA-R15)."""
    return mask_of(s for s in range(3) if mask >> s & 1 and not TECH_TILES[v.board.patents[s]].wild)


PATENT: Procedure[View] = Procedure(
    "BA-068",
    of=PATENT_PLACES,
    valid=(Only("BA-068", wanted),),
    tiebreakers=(
        Keep("BA-R15", specific),
        Most("BA-068", lambda v, slot: TECH_TILES[v.board.patents[slot]].level),
        Keep("BA-R15", lambda v, mask: mask & -mask),
    ),
    execute=lambda v, slot: [],
)


def patent(v: View) -> bool:
    """1 engineer and 2 VP for an advanced tile; whether she took one (BA-068)."""
    slot = decide(PATENT, v, v.trace, v.chance)
    if slot is None or not can_pay(v):
        return False
    of_the_tile = f"patent_office_{slot + 1}" if v.board.setup.rulings["patent_space"] == "of_the_tile" else ""
    place_engineers(v, "patent_office", v.action.engineers, space=of_the_tile)  # BA-R14
    tile = v.board.patents[slot]
    v.remark("BA-047", vp=v.action.vp_cost, tile=Word(f"tech.{TECH.names[tile]}"))
    if v.board.automa(v.seat):
        v.do(Gained(v.seat, -v.action.vp_cost))
    v.do(TechTaken(v.seat, tile))
    return True
