"""What an Automa's rules read: the board from one seat, a turn, one decision of a turn."""

from __future__ import annotations

from typing import TypeVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.decide import Procedure, perform
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.trace import Trace
from soloist.games.barrage.board.events import Gained
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import AUTOMA_TILES, AutomaTile
from soloist.games.barrage.board.water import Stream

C = TypeVar("C", bound="Case")
E = TypeVar("E", bound=Event)
_FIRST_TILE = AUTOMA_TILES[0]


class Seen:
    """The board from one seat. `criteria` is the tile whose Criteria side counts; `officer` is the seat's officer
    (BR-150), or "" for a human whose action a tile decides."""

    __slots__ = ("board", "criteria", "map", "officer", "seat")

    def __init__(self, board: Barrage, seat: int) -> None:
        self.board = board
        self.map = board.map
        self.seat = seat
        self.officer = board.setup.officers[seat] if board.setup.automas[seat] else ""
        self.criteria: AutomaTile = AUTOMA_TILES[board.criteria] if board.criteria != NOBODY else _FIRST_TILE

    def own_dams(self) -> Mask:
        return self.board.dams[self.seat]

    def usable_dams(self) -> Mask:
        """Return own and neutral dams, which a production may use (BA-050a)."""
        return self.board.dams[self.seat] | self.board.dams[self.board.neutral]

    def roomy_dams(self) -> Mask:
        """Return own dams that can take another drop."""
        board, mask = self.board, 0
        for dam in iterate_bits(board.dams[self.seat]):
            if board.drops[dam] < board.capacity(dam):
                mask |= 1 << dam
        return mask

    def own_house_basins(self) -> Mask:
        return self.board.house_basins[self.seat]

    def rival_house_basins(self) -> Mask:
        mask = 0
        for seat, basins in enumerate(self.board.house_basins):
            if seat != self.seat:
                mask |= basins
        return mask

    def rival_dam_basins(self) -> Mask:
        """Return basins with a dam of another player, human or Automa; neutral dams do not count."""
        mask = 0
        for seat in range(self.board.players):
            if seat != self.seat:
                mask |= self.board.basins_with_dam(seat)
        return mask

    def simulate_water_phase(self) -> list[Stream]:
        """Simulate the coming water phase; entry h is what headstream h adds to the ones before it."""
        capacity, drops = self.board.capacities(), self.board.drops
        streams = []
        for head, count in enumerate(self.board.heads):
            one = Stream(self.map, capacity, drops)
            for _ in range(count):
                one.run(self.map.head_basin[head])
            drops = one.drops
            streams.append(one)
        return streams

    def headstream_order(self) -> tuple[int, ...]:
        """Return the headstreams in the order of the Criteria side; the letter that is not printed comes last (BA-056).

        On the five-player map only the first letter counts, the rest follow to the right (BA-160).
        """
        printed, heads = self.criteria.headstreams, range(len(self.map.head_basin))
        if self.map.id == "five_player":
            return tuple((printed[0] + i) % len(heads) for i in heads)
        return (*printed, *(h for h in heads if h not in printed))


class View(Seen):
    """A turn of an Automa, or of a human whose first action a tile decides. Events go to `sink`."""

    __slots__ = ("chance", "sink", "trace")

    def __init__(
        self, board: Barrage, seat: int, chance: Chance, trace: Trace | None = None, sink: Sink = NULL_SINK
    ) -> None:
        super().__init__(board, seat)
        self.chance = chance
        self.trace = trace
        self.sink = sink

    def do(self, *events: Event) -> None:
        """Apply events to the board through the sink."""
        for event in events:
            self.sink.apply_event(self.board, event)

    def credits(self, n: int) -> list[Event]:
        """Return the events for gaining or paying `n` credits: VP for an Automa (BA-003), credits for a human whose
        action a tile decides (BA-R19)."""
        return [Gained(self.seat, n)] if self.board.is_automa(self.seat) else self.board.credit_events(self.seat, n)

    def can_afford(self, n: int) -> bool:
        """Return whether the seat can pay `n` credits: always for an Automa and for a human whose credits are not
        tracked."""
        purse = self.board.tracked_credits(self.seat)
        return purse is None or purse >= n

    def perform(self, procedure: Procedure[C], case: C) -> list[Event]:
        """Decide, execute and apply a procedure; return its events."""
        events = perform(procedure, case, self.trace, self.chance)
        self.do(*events)
        return events

    def remark(self, rule: str, **note: object) -> None:
        if self.trace is not None:
            self.trace.add_remark(rule, **note)


class Case(Seen):
    """One decision of a turn with its arguments. It is made for that decision and reads the board as it is then."""

    __slots__ = ("view",)

    def __init__(self, view: View) -> None:
        self.view = view
        self.board = view.board
        self.map = view.map
        self.seat = view.seat
        self.officer = view.officer
        self.criteria = view.criteria


def find_event(kind: type[E], events: list[Event]) -> E:
    """Return the first event of a kind."""
    return next(event for event in events if isinstance(event, kind))


def basins_of_dams(dams: Mask) -> Mask:
    """Return the basins of the given dam spaces."""
    mask = 0
    for dam in iterate_bits(dams):
        mask |= 1 << (dam // 2)
    return mask


def dams_in(basins: Mask) -> Mask:
    """Return both dam spaces of each basin."""
    mask = 0
    for basin in iterate_bits(basins):
        mask |= 0b11 << (2 * basin)
    return mask
