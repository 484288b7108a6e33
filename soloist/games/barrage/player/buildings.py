"""Actions of the private buildings (BR-134 … BR-137, BR-157)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import iterate_bits
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import Energy
from soloist.games.barrage.board.tables import ANY_VALUE, BUILDINGS, PACKAGE, SEGMENTS, TECH
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.contracts import Fulfil
from soloist.games.barrage.player.events import MachineriesRetrieved, Paid, TileRetrieved
from soloist.games.barrage.player.gains import ChooseMachinery, fulfil_with_energy
from soloist.games.barrage.player.production import DropOnDam, Produce
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.works import Lend, payable_loans
from soloist.games.packaged_data import read_entries

_ACTIONS = {b["id"]: b["action"] for b in read_entries(PACKAGE, "buildings", "building")}


def _figure(building: str, word: str) -> int:
    """Return the number under a key in the data of a building's action."""
    n: int = next(part[word] for part in _ACTIONS[building] if word in part)
    return n


#: the credits in the action symbol of each building
_COST = tuple(sum(part["n"] for part in _ACTIONS[name] if part.get("pay") == "credit") for name in BUILDINGS.names)
_CONTROL, _RELAY = _figure("control_station", "modifier"), _ACTIONS["energy_relay_field"][1]["n"]
_WIND, _ROBOTS = _figure("wind_farm", "produce_energy"), _ACTIONS["robot_factory"][1]["n"]
_FINANCE = _figure("financial_division", "n")


def can_use(position: Position, seat: int, building: int, credits: int) -> bool:
    """Return whether a building's action can be carried out with these credits (BR-036, BR-134)."""
    left = credits - _COST[building]
    return left >= 0 and _POSSIBLE[BUILDINGS.names[building]](position, seat, left)


def use_building(position: Position, sink: Sink, seat: int, building: int) -> None:
    """Pay the cost in the action symbol, then carry out the action."""
    if _COST[building]:
        sink.apply_event(position, Paid(seat, -_COST[building]))
    _HAPPENS[BUILDINGS.names[building]](position, sink, seat)


def own_buildings(position: Position, seat: int, credits: int) -> list[int]:
    """Return the seat's buildings whose action is possible with these credits (BR-157)."""
    return [
        building
        for at, building in enumerate(position.setup.buildings)
        if position.own_building(seat, at) and can_use(position, seat, building, credits)
    ]


def _always(position: Position, seat: int, credits: int) -> bool:
    return True


_POSSIBLE: dict[str, Callable[[Position, int, int], bool]] = {
    "cofferdam": lambda s, seat, credits: bool(DropOnDam(seat, must=1).list_open_moves(s)),
    "control_station": lambda s, seat, credits: Produce(seat, _CONTROL).is_possible(s, credits),
    "customer_office": lambda s, seat, credits: s.hands[seat] != 0,
    "development_office": lambda s, seat, credits: s.wheel_tiles(seat) != 0,
    "energy_relay_field": _always,
    "financial_division": _always,
    "loan_agency": lambda s, seat, credits: bool(payable_loans(s, credits)),
    "research_lab": lambda s, seat, credits: bool(Recover(seat).list_open_moves(s)),
    "robot_factory": _always,
    "wind_farm": _always,
}


def _wind(position: Position, sink: Sink, seat: int) -> None:
    """Gain energy, which may fulfil a contract (BR-075)."""
    sink.apply_event(position, Energy(seat, _WIND))
    open_steps(position, sink, fulfil_with_energy(position, seat, _WIND))


_HAPPENS: dict[str, Callable[[Position, Sink, int], None]] = {
    "cofferdam": lambda s, sink, seat: open_steps(s, sink, DropOnDam(seat, must=1)),
    "control_station": lambda s, sink, seat: open_steps(s, sink, Produce(seat, _CONTROL)),
    "customer_office": lambda s, sink, seat: open_steps(s, sink, Fulfil(seat, ANY_VALUE, must=1)),
    "development_office": lambda s, sink, seat: open_steps(s, sink, Retrieve(seat)),
    "energy_relay_field": lambda s, sink, seat: sink.apply_event(s, Energy(seat, _RELAY)),
    "financial_division": lambda s, sink, seat: sink.apply_event(s, Paid(seat, _FINANCE)),
    "loan_agency": lambda s, sink, seat: open_steps(s, sink, Lend(seat)),
    "research_lab": lambda s, sink, seat: open_steps(s, sink, Recover(seat)),
    "robot_factory": lambda s, sink, seat: open_steps(s, sink, ChooseMachinery(seat, _ROBOTS)),
    "wind_farm": _wind,
}


@dataclass(frozen=True, slots=True)
class OwnBuilding(Step):
    """Margot Fouché: use one of her own buildings (BR-157)."""

    name: ClassVar[str] = "own_building"
    takes: ClassVar[tuple[int, ...]] = (m.OWN,)
    rule: ClassVar[str] = "BR-157"

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.OWN, b) for b in own_buildings(position, self.seat, position.credits[self.seat])]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in own_buildings(position, self.seat, position.credits[self.seat]):
            refuse("BR-157")
        self.close(position, sink)
        use_building(position, sink, self.seat, move.a)


@dataclass(frozen=True, slots=True)
class NewBuilding(Step):
    """Building tile of level 1: take the action of the building just built, or decline (BR-135); `place` is its
    site."""

    name: ClassVar[str] = "new_building"
    takes: ClassVar[tuple[int, ...]] = (m.EFFECT,)
    rule: ClassVar[str] = "BR-135"
    place: int = 0

    @property
    def optional(self) -> bool:
        return True

    def _building(self, position: Position) -> int:
        return position.setup.buildings[self.place // 4]

    def list_open_moves(self, position: Position) -> list[Move]:
        return (
            [Move(m.EFFECT)]
            if can_use(position, self.seat, self._building(position), position.credits[self.seat])
            else []
        )

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not self.list_open_moves(position):
            refuse("BR-135")
        self.close(position, sink)
        use_building(position, sink, self.seat, self._building(position))


@dataclass(frozen=True, slots=True)
class Retrieve(Step):
    """Development Office: take a tile back from the wheel (BR-134)."""

    name: ClassVar[str] = "retrieve"
    takes: ClassVar[tuple[int, ...]] = (m.RETRIEVE,)
    rule: ClassVar[str] = "BR-134"

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.RETRIEVE, tile + 1) for tile in iterate_bits(position.wheel_tiles(self.seat))]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        tile = move.a - 1
        if not 0 <= tile < len(TECH.names) or not position.wheel_tiles(self.seat) >> tile & 1:
            refuse("BR-134")
        self.close(position, sink)
        sink.apply_event(position, TileRetrieved(self.seat, tile))


@dataclass(frozen=True, slots=True)
class Recover(Step):
    """Research Lab: take back half of the machineries of a segment, rounded down. The segment holds at least two, by
    house ruling one (BR-R29). Moves name a segment by the turns until it returns."""

    name: ClassVar[str] = "recover"
    takes: ClassVar[tuple[int, ...]] = (m.RECOVER,)
    rule: ClassVar[str] = "BR-R29"

    def list_open_moves(self, position: Position) -> list[Move]:
        found = []
        least = 1 if position.setup.rulings["research_lab_zero"] == "legal" else 2
        for segment in range(1, SEGMENTS):
            ex, mi, xm, _ = position.wheel[self.seat][segment]
            half = (ex + mi + xm) // 2
            for a in range(min(ex, half) + 1):
                for b in range(min(mi, half - a) + 1):
                    if ex + mi + xm >= least and half - a - b <= xm:
                        found.append(Move(m.RECOVER, SEGMENTS - segment, a, b))
        return found

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move not in self.list_open_moves(position):
            refuse("BR-R29")
        segment = SEGMENTS - move.a
        half = sum(position.wheel[self.seat][segment][:3]) // 2
        self.close(position, sink)
        sink.apply_event(position, MachineriesRetrieved(self.seat, segment, move.b, move.c, half - move.b - move.c))
