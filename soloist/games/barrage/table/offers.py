"""Offers to humans after events at a table: rewards, incomes and effects of tiles, as printed.

A table enters its own points: each offer carries the line that enters it. Without cost tracking only VP and energy
steps are offered; with it, everything that a gain brings without a decision, as one line, and a line for each mix of
machineries of choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit, Offer
from soloist.core.sink import Sink, iterate_positions
from soloist.core.text import Text, Word, text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import CONTRACT_TILES, INCOME, MACHINERIES, TECH_TILES, WORK_TILES, Effect
from soloist.games.barrage.player.automatic_effects import Rotation, TileEffect
from soloist.games.barrage.player.construction import EFFECTS_AFTER_BUILDING
from soloist.games.barrage.player.events import Paid, SpaceUsed
from soloist.games.barrage.player.gains import ChooseMachinery, take_gains, take_income
from soloist.games.barrage.player.tile_effects import apply_tile_effect
from soloist.games.barrage.table.cost_tracking import simulate, space_effect
from soloist.games.barrage.table.tracked_board import TrackedBoard


def find_offers(board: Barrage, events: Sequence[Event]) -> list[Offer]:
    """Return the offers to humans after these events; `board` is the position before them."""
    booked = any(isinstance(event, e.TileTurned) for event in events)  # a tile decided, and its rewards are booked
    if isinstance(board, TrackedBoard):
        return list(_of_books(board, events, booked=booked))
    return [
        offer for along, event in iterate_positions(board, events) for offer in _of_event(along, event, booked=booked)
    ]


def _of_event(board: Barrage, event: Event, *, booked: bool) -> Iterator[Offer]:
    match event:
        case e.Fulfilled(seat, contract) if not (booked or board.is_automa(seat)):
            yield from _offer_gains(board, seat, CONTRACT_TILES[contract].effects, "contract", "BR-074")
        case e.WorkDone(seat, work) if not (booked or board.is_automa(seat)):
            yield from _offer_gains(board, seat, WORK_TILES[work].effects, "work", "BR-131")
        case e.Built(seat, structure) if not board.is_automa(seat):
            uncovered = structure, board.built(seat, structure) + 1
            yield from _offer_gains(board, seat, _incomes(board, seat).get(uncovered, ()), "uncovered", "BR-022")
        case e.HeadstreamsFilled():  # the end of the income phase
            for seat in range(board.players):
                if not board.is_automa(seat):
                    yield from _offer_gains(board, seat, _received(board, seat), "income", "BR-021")
        case _:
            pass


def _incomes(board: Barrage, seat: int) -> dict[tuple[int, int], tuple[Effect, ...]]:
    return INCOME[board.setup.seats[seat].company]


def _received(board: Barrage, seat: int) -> list[Effect]:
    """Return all income that a company has uncovered."""
    found = _incomes(board, seat).items()
    return [effect for (structure, nth), gains in found if board.built(seat, structure) >= nth for effect in gains]


def _offer_gains(board: Barrage, seat: int, effects: Iterable[Effect], what: str, rule: str) -> Iterator[Offer]:
    """Yield offers for the VP and the energy steps of a gain."""
    gained = list(effects)
    for kind in ("vp", "energy"):
        n = sum(effect.n for effect in gained if effect.kind.removeprefix("produce_") == kind)
        if n:
            line = f"{board.name(seat)}: {kind} +{n}"
            credits = _credits(board, seat, what, n if kind == "vp" else 0)
            yield Offer(text(f"offer.{what}_{kind}", seat=board.word(seat), n=n), rule, line, credits=credits)


def _credits(board: Barrage, seat: int, what: str, vp: int) -> tuple[Credit, ...]:
    return (Credit(board.name(seat), Word(f"source.{what}"), vp),) if vp else ()


# ------------------------------------------------------------------------------------------- - with tracked costs


def _of_books(board: TrackedBoard, events: Sequence[Event], *, booked: bool) -> Iterator[Offer]:
    tile = -1  # the tile put onto the wheel, until its piece is built
    for s, event in iterate_positions(board, events):
        match event:
            case e.Wheeled(seat, _, _, _, tile):
                pass
            case e.Fulfilled(seat, contract) if not (booked or s.is_automa(seat)):
                yield from _offer_parts(s, seat, CONTRACT_TILES[contract].effects, "contract", "BR-074")
            case e.WorkDone(seat, work) if not (booked or s.is_automa(seat)):
                yield from _offer_parts(s, seat, WORK_TILES[work].effects, "work", "BR-131")
            case e.Built(seat) if not s.is_automa(seat):
                yield from _of_piece(s, event, tile)
                tile = -1
            case e.Placed(seat, where) if not (booked or s.is_automa(seat)) and where in ACTION_SPACES:
                yield from _of_space(s, seat, ACTION_SPACES.names.index(where))
            case SpaceUsed(seat, number):
                yield from _of_space(s, seat, number)
            case e.HeadstreamsFilled():  # the end of the income phase
                for seat in range(s.players):
                    if s.tracks_costs_of(seat):
                        yield from _offer_counted(s, seat, _income(seat), "income", "BR-021")
            case _:
                pass


def _income(seat: int) -> Callable[[TrackedBoard, Sink], None]:
    return lambda s, sink: take_income(s, sink, seat)


def _offer_parts(board: TrackedBoard, seat: int, effects: Sequence[Effect], what: str, rule: str) -> Iterator[Offer]:
    return _offer_counted(board, seat, lambda a, sink: take_gains(a, sink, seat, effects), what, rule)


def _of_piece(board: TrackedBoard, built: e.Built, tile: int) -> Iterator[Offer]:
    """Yield offers for the income that a piece uncovers, then for the effect of its tile (BR-022, BR-042)."""
    seat, structure = built.seat, built.structure
    uncovered = structure, board.built(seat, structure) + 1
    yield from _offer_parts(board, seat, _incomes(board, seat).get(uncovered, ()), "uncovered", "BR-022")
    if tile >= 0 and TECH_TILES[tile].special in EFFECTS_AFTER_BUILDING:
        after, _ = simulate(board, lambda a, sink: sink.apply_event(a, built))
        effect = TileEffect(seat, tile, built.place)
        yield from _offer_counted(after, seat, lambda a, sink: apply_tile_effect(a, sink, effect), "tile", "BR-052")


def _of_space(board: TrackedBoard, seat: int, number: int) -> Iterator[Offer]:
    """Yield offers for what a space gives and was not booked with it: energy, and machineries of choice (BR-080,
    BR-134)."""
    after, events = space_effect(board, seat, number)
    yield from _offer_offered(after, seat, [x for x in events if isinstance(x, e.Energy)], "space", "BR-080")


def _offer_counted(
    board: TrackedBoard, seat: int, act: Callable[[TrackedBoard, Sink], None], what: str, rule: str
) -> Iterator[Offer]:
    after, events = simulate(board, act)
    return _offer_offered(after, seat, events, what, rule)


def _offer_offered(after: TrackedBoard, seat: int, events: Sequence[Event], what: str, rule: str) -> Iterator[Offer]:
    """Yield an offer with all automatic gains as one line, then one for each mix of machineries of choice."""
    turns = [e.Rotated(step.seat, step.n) for step in reversed(after.waits) if isinstance(step, Rotation)]
    plain = [event for event in (*events, *turns) if _said(event) is not None]
    if plain:
        line = "; ".join(event.to_line(after) for event in plain)
        gains = tuple(_said(event) for event in plain)
        vp = sum(event.vp for event in plain if isinstance(event, e.Gained))
        credits = _credits(after, seat, what, vp)
        yield Offer(text(f"offer.{what}", seat=after.word(seat), gains=gains), rule, line, credits=credits)
    for step in after.waits:
        if isinstance(step, ChooseMachinery):
            for n in range(step.n + 1):
                gains = tuple(
                    text(f"effect.{kind}", n=count)
                    for kind, count in (("excavator", step.n - n), ("mixer", n))
                    if count
                )
                line = f"{after.name(seat)}: machinery {step.n - n} {n}"
                yield Offer(
                    text(f"offer.{what}", seat=after.word(seat), gains=gains), rule, line, group=f"{what} {seat}"
                )


def _said(event: Event) -> Text | None:
    """Return the text of an automatic gain; None for one that is entered in another way."""
    match event:
        case e.Gained(_, n) if n:
            return text("effect.vp", n=n)
        case Paid(_, n):
            return text("effect.credit", n=n)
        case e.Energy(_, n) if n:
            return text("effect.energy", n=n)
        case e.Machined(_, kind, n):
            return text(f"effect.{MACHINERIES.names[kind]}", n=n)
        case e.Rotated(_, n) if n:
            return text("effect.rotate_wheel", n=n)
        case _:
            return None
