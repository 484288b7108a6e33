"""Cost tracking at a table: what an entered move costs a human, and what an action space gives without a decision.

Amounts come from the rules of DIGITAL mode, applied to a copy of the position; the resulting events are booked. Nothing
is refused for its price: if a human has too little, a doubt is reported (`doubts.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.errors import AmbiguousError, ImpossibleError
from soloist.core.sink import NULL_SINK, CollectingSink, Sink
from soloist.core.steps import StepClosed, StepOpened
from soloist.core.text import text
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.events import Built, Machined, Placed, Rotated, WorkDone
from soloist.games.barrage.board.spaces import ACTION_SPACES, BANK_SPACE, SPACE_LIST, ActionSpace
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import ANTON, BASIC, TECH, TECH_TILES
from soloist.games.barrage.player.construction import build, place_piece
from soloist.games.barrage.player.costs import Payment, Price, list_payments, list_prices, surcharge
from soloist.games.barrage.player.events import FoundHome, Paid, SpaceUsed
from soloist.games.barrage.player.space_legality import blocking_rule
from soloist.games.barrage.player.turn import apply_space
from soloist.games.barrage.player.works import do_work, list_work_payments, loan_price
from soloist.games.barrage.table.tracked_board import TrackedBoard

#: effects of spaces that need no further entry
_GIVES = (sp.BANK, sp.ROTATE, sp.SHOP, sp.WU, sp.BUILDING)


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """Details entered with a move: the tile and the tile it copies, the payment; whether the piece is free, the work is
    paid in credits at the Loan Agency (`loan`), or goes onto the wheel."""

    tile: int = NOBODY
    copied: int = NOBODY
    way: Payment | None = None
    free: bool = False
    loan: bool = False
    wheel: bool = False


NO_DETAILS = EntryDetails()


def simulate(board: TrackedBoard, act: Callable[[TrackedBoard, Sink], None]) -> tuple[TrackedBoard, list[Event]]:
    """Run an act on a copy of the position; return the copy and the events, without opened and closed steps."""
    after, heard = board.copy(), CollectingSink(NULL_SINK)
    act(after, heard)
    return after, [event for event in heard.events if not isinstance(event, StepOpened | StepClosed)]


# ------------------------------------------------------------------------------------------------------- construction


def construction_events(board: TrackedBoard, built: Built, how: EntryDetails = NO_DETAILS) -> list[Event]:
    """Return the events of a construction: tile and machineries into the wheel, its turn, the piece, the red outline
    (BR-042). A free piece costs only the red outline (BR-047)."""
    seat, structure, place = built.seat, built.structure, built.place
    if how.free or board.left[seat][structure] <= 0:  # a piece that is not left has no price
        _, events = simulate(
            board, lambda a, sink: place_piece(a, sink, seat, structure, place, surcharge(a, structure, place))
        )
        return events
    tile = how.tile if how.tile != NOBODY else default_tile(board, seat, structure)
    if tile == ANTON and how.copied == NOBODY:
        lying = [f"copying {name}" for name in TECH.name_options(board.copyable_tiles(seat))]
        raise AmbiguousError(text("error.which_copied"), rule="BR-153", nearest=lying)
    if tile != ANTON and how.copied != NOBODY:
        raise ImpossibleError(text("error.copies_nothing", tile=TECH.option_value(tile)), rule="BR-153")
    found, along = _home(board, seat, tile)
    text_of = how.copied if how.copied != NOBODY else tile
    if structure not in TECH_TILES[text_of].builds:
        raise ImpossibleError(text("error.builds_other", tile=TECH.option_value(text_of)), rule="BR-041")
    prices = list_prices(along, seat, structure, place, text_of)
    way = how.way or _usual(along, seat, prices, along.credits[seat] - surcharge(along, structure, place, text_of))
    _, events = simulate(along, lambda a, sink: build(a, sink, seat, structure, place, tile, text_of, way))
    return [*found, *events]


def default_tile(board: TrackedBoard, seat: int, structure: int) -> int:
    """Return the tile meant when none is named: the basic one, otherwise the only other one off the wheel (BR-041);
    raise AmbiguousError if there are several. If no tile is off the wheel, it is the basic one."""
    home = [tile for tile in iterate_bits(board.tech[seat]) if structure in TECH_TILES[tile].builds]
    if BASIC[structure] in home or not home:
        return BASIC[structure]
    if len(home) > 1:
        raise AmbiguousError(
            text("error.which_tile"), rule="BR-041", nearest=[f"with {TECH.names[tile]}" for tile in home]
        )
    return home[0]


def _home(board: TrackedBoard, seat: int, tile: int) -> tuple[list[Event], TrackedBoard]:
    """Return the position with a tile off the wheel, and the events that book that it was found there. A copied Anton
    Krylov has no tile (BR-155)."""
    copied = board.officer(seat) != "anton_krylov" and board.has_ability(seat, "anton_krylov")
    if board.tech[seat] >> tile & 1 or (tile == ANTON and copied):
        return [], board
    if not board.wheel_tiles(seat) >> tile & 1 and tile not in BASIC:
        owned = TECH.name_options(board.tech[seat] | board.wheel_tiles(seat))
        raise ImpossibleError(
            text("error.tile_not_owned", tile=TECH.option_value(tile)), rule="BR-041", nearest=owned[:6]
        )
    found = FoundHome(seat, tile)
    after, _ = simulate(board, lambda a, sink: sink.apply_event(a, found))
    return [found], after


def _usual(board: TrackedBoard, seat: int, prices: list[Price], credits: int) -> Payment:
    """Return the payment meant when none is named: without credits and excamixers if possible; the printed price if no
    payment is possible."""
    found = list_payments(board, seat, prices, max(0, credits))
    if found:
        return min(found, key=lambda way: (way[3], way[2]))
    excavators, mixers, _ = prices[0]
    return (0, 0, excavators + mixers, 0) if board.officer(seat) == "elon_audia" else (excavators, mixers, 0, 0)


# ------------------------------------------------------------------------------------------------------ action spaces


def own_space(board: TrackedBoard, seat: int, section: str, engineers: int) -> int:
    """Return the own space meant by a section: the first free one that takes this number of engineers (BR-034, BR-040),
    or -1."""
    for number, space in enumerate(SPACE_LIST):
        fits = space.shared < 0 and space.section == section and space.engineers == engineers
        if fits and not blocking_rule(board, seat, number):
            return number
    return -1


def placement_events(board: TrackedBoard, event: Placed, number: int = -1) -> list[Event]:
    """Return the events of placing engineers: the placement, the credits of the space (BR-035), and what it gives
    without a decision (BR-079, BR-080, BR-134)."""
    if number < 0:
        at = ACTION_SPACES.find_option(event.where)
        number = own_space(board, event.seat, event.where, event.engineers) if at is None else at
    if number < 0 and event.where == "bank":
        number = BANK_SPACE
    if number < 0:
        return [event]
    space = SPACE_LIST[number]
    events: list[Event] = [event]
    if space.shared < 0:
        events.append(SpaceUsed(event.seat, number))
    if space.extra + space.pays:
        events.append(Paid(event.seat, -space.extra - space.pays))
    _, gains = space_effect(board, event.seat, number, event.engineers)
    return [*events, *(gain for gain in gains if isinstance(gain, Paid | Machined | Rotated))]


def space_value(space: ActionSpace) -> tuple[int, ...]:
    """Return what a space costs and gives in tracked resources, without the credits of a red outline; equal spaces have
    equal tuples."""
    gives = (space.does, space.n, space.excavators, space.mixers) if space.does in _GIVES else ()
    return space.pays, *gives


def space_effect(board: TrackedBoard, seat: int, number: int, engineers: int = 1) -> tuple[TrackedBoard, list[Event]]:
    """Return the position after the automatic effect of a space, and the events of that effect."""
    space = SPACE_LIST[number]
    if space.does not in _GIVES:
        return board, []
    return simulate(board, lambda a, sink: apply_space(a, sink, seat, space, engineers))


# ----------------------------------------------------------------------------------------------------- external works


def work_events(board: TrackedBoard, event: WorkDone, how: EntryDetails = NO_DETAILS) -> list[Event]:
    """Return the events of an external work: its machineries (BR-131), onto the wheel for Leslie Spencer (BR-132), or
    the credits of the Loan Agency (BR-137)."""
    seat, work = event.seat, event.work
    if how.free:
        return [event]
    if how.loan:
        return [Paid(seat, -loan_price(board, work)), event]
    excavators, mixers = board.printed.work[work]
    found = list_work_payments(board, seat, work)
    way = how.way or (
        min(found, key=lambda w: w[2]) if found else _usual(board, seat, [(excavators, mixers, False)], 0)
    )
    _, events = simulate(board, lambda a, sink: do_work(a, sink, seat, work, way, wheel=how.wheel))
    return events
