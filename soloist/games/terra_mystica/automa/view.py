"""The Automa's view during one action: the board, her support card, her shipping value; and shared tiebreakers."""

from __future__ import annotations

from soloist.core.bits import Mask, nth_option
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.decide import Keep, Procedure, perform
from soloist.core.errors import ImpossibleError
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.text import Domain, Word, text
from soloist.core.trace import NEVER, Trace
from soloist.games.terra_mystica.board.map import levels_from, steps_to
from soloist.games.terra_mystica.board.printed import Action, Card
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, TERRAIN


class View:
    """One turn of the Automa. Events go to `sink`; distances are cached until a structure moves.

    `shipping` is the value for the current action (TMA-030, TMA-083), `allowed` the spaces that the table named.
    """

    __slots__ = (
        "_from_automa",
        "_from_humans",
        "_from_marked",
        "_from_unmarked",
        "action",
        "allowed",
        "board",
        "chance",
        "map",
        "shipping",
        "sink",
        "support",
        "trace",
    )

    def __init__(
        self, board: TerraMystica, support: Card, chance: Chance, trace: Trace | None = None, sink: Sink = NULL_SINK
    ) -> None:
        self.board = board
        self.map = board.map
        self.support = support
        self.shipping = board.automa_shipping()
        self.chance = chance
        self.trace = trace
        self.sink = sink
        self.action = _NO_ACTION
        self.allowed: Mask = 0
        self.forget()

    def forget(self) -> None:
        """Drop the cached distances after structures have moved."""
        self._from_humans: list[Mask] | None = None
        self._from_automa: list[Mask] | None = None
        self._from_marked: list[Mask] | None = None
        self._from_unmarked: list[Mask] | None = None

    def do(self, *events: Event) -> None:
        """Apply events to the board."""
        for event in events:
            self.sink.apply_event(self.board, event)

    def perform(self, procedure: Procedure[View]) -> list[Event]:
        """Decide and apply one procedure; return its events."""
        events = perform(procedure, self, self.trace, self.chance)
        if events:
            self.do(*events)
            self.forget()
        return events

    # ------------------------------------------------------------------------------------------------- distances

    def _levels(self, start: Mask) -> list[Mask]:
        """Return distances from `start`; paths may use rivers and her own structures, not the humans' (TMA-033)."""
        return levels_from(self.map, start, self.board.human_structures(), self.board.standing())

    def from_humans(self) -> list[Mask]:
        if self._from_humans is None:
            self._from_humans = self._levels(self.board.human_structures())
        return self._from_humans

    def from_automa(self) -> list[Mask]:
        if self._from_automa is None:
            self._from_automa = self._levels(self.board.owned(AUTOMA))
        return self._from_automa

    def from_marked(self) -> list[Mask]:
        if self._from_marked is None:
            self._from_marked = self._levels(self.board.owned(AUTOMA) & self.board.marks)
        return self._from_marked

    def from_unmarked(self) -> list[Mask]:
        if self._from_unmarked is None:
            self._from_unmarked = self._levels(self.board.owned(AUTOMA) & ~self.board.marks)
        return self._from_unmarked


_NO_ACTION = Action("none")


def hexes(view: View) -> Domain:
    return view.map.hexes


def to_human(view: View, hex_: int) -> int:
    """Return the steps to the nearest human structure (TMA-R19)."""
    return steps_to(view.from_humans(), hex_, NEVER)


def to_automa(view: View, hex_: int) -> int:
    """Return the steps to the nearest Automa structure (TMA-R19)."""
    return steps_to(view.from_automa(), hex_, NEVER)


def nth_in_reading_order(view: View, mask: Mask) -> Mask:
    """Keep one option: count forward or backward by the support card, wrapping around at the end (TMA-036)."""
    n = mask.bit_count()
    i = (view.support.count - 1) % n
    return nth_option(mask, n - 1 - i if view.support.backward else i)


_WAYS = {True: Word("direction.backward"), False: Word("direction.forward")}


def _direction(view: View, mask: Mask) -> dict[str, object]:
    return {"direction": _WAYS[view.support.backward], "count": view.support.count}


DIRECTIONAL_SELECTION: Keep[View] = Keep("TMA-036", nth_in_reading_order, _direction)


def priority(view: View, mask: Mask, home: int) -> Mask:
    """Keep the hexes of the first terrain that occurs in the row of the support card (TMA-035)."""
    terrain = view.board.terrain
    for t in view.board.printed.atp[home, view.support.row]:
        if mask & terrain[t]:
            return mask & terrain[t]
    return 0


def priority_note(view: View, mask: Mask, home: int) -> dict[str, object]:
    """Return the card, its row, the terrain chosen, and the origin of the row."""
    terrain, row = view.board.terrain, view.support.row
    found = next((t for t in view.board.printed.atp[home, row] if mask & terrain[t]), NOBODY)
    return {
        "card": _TERRAINS[home],
        "row": "AB"[row],
        "terrain": _TERRAINS[found],
        "origin": Word(f"origin.{view.board.printed.origin(_ATP_KEYS[home][row])}"),
    }


_TERRAINS = [Word(f"terrain.{name}") for name in (*TERRAIN.names, "none")]  # the last also stands for NOBODY
_ATP_KEYS = [(f"atp.{name}.a", f"atp.{name}.b") for name in TERRAIN.names]


def support_card(board: TerraMystica) -> Card:
    """Return the card whose support column counts now (TMA-044)."""
    if board.support == NOBODY:
        raise ImpossibleError(text("error.no_support"), rule="TMA-044")
    return board.printed.cards[board.support]
