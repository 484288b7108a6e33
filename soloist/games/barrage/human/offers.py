"""Points and energy that follow for the humans from what happened at a table: rewards and uncovered incomes, as printed.

A table tells its own points: each is offered with the line that tells it. Credits, machineries and the wheel of a human are
not tracked, so only VP and energy steps are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Offer
from soloist.core.sink import follow
from soloist.core.text import text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import CONTRACT_TILES, INCOME, WORK_TILES, Effect


def offers(board: Barrage, events: Sequence[Event]) -> list[Offer]:
    """What the humans may tell because of these events; `board` is the position before them."""
    booked = any(isinstance(event, e.TileTurned) for event in events)  # a tile decided, and rewards are taken already
    return [offer for along, event in follow(board, events) for offer in _of_event(along, event, booked=booked)]


def _of_event(board: Barrage, event: Event, *, booked: bool) -> Iterator[Offer]:
    match event:
        case e.Fulfilled(seat, contract) if not (booked or board.automa(seat)):
            yield from _gains(board, seat, CONTRACT_TILES[contract].effects, "contract", "BR-074")
        case e.WorkDone(seat, work) if not (booked or board.automa(seat)):
            yield from _gains(board, seat, WORK_TILES[work].effects, "work", "BR-131")
        case e.Built(seat, structure) if not board.automa(seat):
            uncovered = structure, board.built(seat, structure) + 1
            yield from _gains(board, seat, _incomes(board, seat).get(uncovered, ()), "uncovered", "BR-022")
        case e.HeadstreamsFilled():  # the end of the income phase
            for seat in range(board.players):
                if not board.automa(seat):
                    yield from _gains(board, seat, _received(board, seat), "income", "BR-021")
        case _:
            pass


def _incomes(board: Barrage, seat: int) -> dict[tuple[int, int], tuple[Effect, ...]]:
    return INCOME[board.setup.seats[seat].company]


def _received(board: Barrage, seat: int) -> list[Effect]:
    """All the income that a company has uncovered."""
    found = _incomes(board, seat).items()
    return [effect for (structure, nth), gains in found if board.built(seat, structure) >= nth for effect in gains]


def _gains(board: Barrage, seat: int, effects: Iterable[Effect], what: str, rule: str) -> Iterator[Offer]:
    """The VP and the energy steps of a gain."""
    gained = list(effects)
    for kind in ("vp", "energy"):
        n = sum(effect.n for effect in gained if effect.kind.removeprefix("produce_") == kind)
        if n:
            line = f"{board.name(seat)}: {kind} +{n}"
            yield Offer(text(f"offer.{what}_{kind}", seat=board.word(seat), n=n), rule, line)
