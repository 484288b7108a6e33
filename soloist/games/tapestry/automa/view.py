"""The view of the bots' rules during a turn: the board, and distances on it."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.decide import Procedure, perform
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.text import Domain
from soloist.core.trace import NEVER, Trace
from soloist.games.tapestry.automa.distance import Goal, levels
from soloist.games.tapestry.board.map import steps_in
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import SEATS, Card


class View:
    """One turn of the bots. Events go to `sink`; distances are cached until something moves.

    `turned_up` is the card of the progress deck that last served as tiebreaker card, because in income turn 1 there is
    no pair. `new_pair` tells whether the pair was drawn in this turn.
    """

    __slots__ = ("_levels", "board", "chance", "map", "new_pair", "sink", "trace", "turned_up")

    def __init__(self, board: Tapestry, chance: Chance, trace: Trace | None = None, sink: Sink = NULL_SINK) -> None:
        self.board = board
        self.map = board.map
        self.chance = chance
        self.trace = trace
        self.sink = sink
        self.turned_up: Card | None = None
        self.new_pair = False
        self._levels: dict[Goal, list[Mask]] = {}

    def set_acting_bot(self, bot: int) -> None:
        """Record in the trace that this bot decides from now on."""
        if self.trace is not None:
            self.trace.seat = SEATS.names[bot]

    def remark(self, rule: str, **note: object) -> None:
        if self.trace is not None:
            self.trace.add_remark(rule, **note)

    def do(self, *events: Event) -> None:
        """Apply events to the board."""
        for event in events:
            self.sink.apply_event(self.board, event)
        self._levels.clear()

    def perform(self, procedure: Procedure[View]) -> list[Event]:
        """Decide and apply one procedure; return its events."""
        events = perform(procedure, self, self.trace, self.chance)
        self.do(*events)
        return events

    def steps(self, goal: Goal, hex_: int) -> int:
        """Return the distance of a hex from the nearest goal."""
        found = self._levels.get(goal)
        if found is None:
            found = self._levels[goal] = levels(self.board, goal)
        return steps_in(found, hex_, NEVER)


def hexes(view: View) -> Domain:
    return view.map.hexes
