"""What an Automa's rules see during a turn: the board, her seat, the Criteria side of this turn."""

from __future__ import annotations

from soloist.core.bits import Mask, bits
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.decide import Procedure, perform
from soloist.core.trace import Trace
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import AUTOMA_TILES, AutomaTile, TileAction
from soloist.games.barrage.board.water import Stream

_NO_ACTION = TileAction(0, "none", 0, 0, True)
_FIRST_TILE = AUTOMA_TILES[0]


class View:
    """One turn of one Automa (or of a human whose first action a tile decides). `events` are those already applied.

    `criteria` is the tile whose back counts, `action` the entry at hand. `eligible` are the options of the decision at hand,
    `structure` and `tile` what is built with which technology tile; `energy`, `gains` and `gains_order` hold what the
    production, water and works decisions compare. The look-ahead of the water phase is made once.
    """

    __slots__ = (
        "_ahead",
        "action",
        "board",
        "chance",
        "criteria",
        "eligible",
        "energy",
        "events",
        "gains",
        "gains_order",
        "letters",
        "map",
        "seat",
        "structure",
        "tile",
        "trace",
    )

    def __init__(self, board: Barrage, seat: int, chance: Chance, trace: Trace | None = None) -> None:
        self.board = board
        self.map = board.map
        self.seat = seat
        self.chance = chance
        self.trace = trace
        self.events: list[Event] = []
        self.action = _NO_ACTION
        self.criteria: AutomaTile = AUTOMA_TILES[board.criteria] if board.criteria != NOBODY else _FIRST_TILE
        self.letters = letters(board, self.criteria)
        self.eligible: Mask = 0
        self.structure = 0
        self.tile = NOBODY
        self.energy: dict[int, int] = {}
        self.gains: list[tuple[tuple[int, ...], int, int]] = []
        self.gains_order: tuple[int, ...] = ()
        self._ahead: list[Stream] | None = None

    def do(self, *events: Event) -> None:
        """Make it happen, and note it."""
        for event in events:
            event.apply(self.board)
            self.events.append(event)
        self._ahead = None

    def perform(self, procedure: Procedure[View]) -> bool:
        """Decide, execute and apply one procedure; whether anything came of it."""
        events = perform(procedure, self, self.trace, self.chance)
        self.do(*events)
        return bool(events)

    def remark(self, rule: str, **note: object) -> None:
        if self.trace is not None:
            self.trace.remark(rule, **note)

    # ------------------------------------------------------------------------------------------------ reading the board

    def own_dams(self) -> Mask:
        return self.board.dams[self.seat]

    def usable_dams(self) -> Mask:
        """Own and neutral dams: those a production may use (BA-050a)."""
        return self.board.dams[self.seat] | self.board.dams[self.board.neutral]

    def own_house_basins(self) -> Mask:
        return self.board.house_basins[self.seat]

    def rival_house_basins(self) -> Mask:
        mask = 0
        for seat, basins in enumerate(self.board.house_basins):
            if seat != self.seat:
                mask |= basins
        return mask

    def rival_dam_basins(self) -> Mask:
        """Basins with a dam of another player, human or Automa; neutral dams are nobody's."""
        mask = 0
        for seat in range(self.board.players):
            if seat != self.seat:
                mask |= self.board.basins_with_dam(seat)
        return mask

    def stream(self) -> Stream:
        """The water as it lies now, to let drops run on."""
        return Stream(self.map, self.board.capacities(), self.board.drops)

    def water_phase(self) -> list[Stream]:
        """The coming water phase on the present map, headstream by headstream: entry h is what headstream h adds."""
        if self._ahead is None:
            capacity, drops = self.board.capacities(), self.board.drops
            self._ahead = []
            for head, count in enumerate(self.board.heads):
                one = Stream(self.map, capacity, drops)
                for _ in range(count):
                    one.run(self.map.head_basin[head])
                drops = one.drops
                self._ahead.append(one)
        return self._ahead


def letters(board: Barrage, tile: AutomaTile) -> tuple[int, ...]:
    """The headstreams in the order of the Criteria side; the letter that is not printed comes last (BA-056).

    On the five-player map only the first letter counts and the walk goes to the right from there (BA-160).
    """
    heads = range(len(board.map.head_basin))
    if board.map.id == "five_player":
        first = tile.headstreams[0]
        return tuple((first + i) % len(heads) for i in heads)
    return (*tile.headstreams, *(h for h in heads if h not in tile.headstreams))


def basins_of_dams(dams: Mask) -> Mask:
    """The basins in which these dam spaces lie."""
    mask = 0
    for dam in bits(dams):
        mask |= 1 << (dam // 2)
    return mask


def dams_in(basins: Mask) -> Mask:
    """Both dam spaces of these basins."""
    mask = 0
    for basin in bits(basins):
        mask |= 0b11 << (2 * basin)
    return mask
