"""The decisions of the set-up (TM-014 … TM-016; with the Automa TMA-017, TMA-018)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import AutomaPending, Pending
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import BonusTaken, Built, Transformed
from soloist.games.terra_mystica.board.setup import Setup
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, refuse
from soloist.games.terra_mystica.player.factions import SIDES
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.reach import ground_of
from soloist.games.terra_mystica.player.state import Position


@dataclass(frozen=True, slots=True)
class PlaceDwelling(Step):
    """Placing a starting dwelling; no cost, no power, no points (TM-015)."""

    name: ClassVar[str] = "place_dwelling"
    takes: ClassVar[tuple[int, ...]] = (moves.PLACE,)

    def places(self, position: Position) -> Mask:
        return position.starting_ground(self.seat)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.PLACE, hex_) for hex_ in iterate_bits(self.places(position))]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not self.places(position) >> move.a & 1:
            refuse("TM-151" if position.sides[self.seat].riverwalkers else "TM-015")
        self.close(position, sink)
        ground = ground_of(position, self.seat)
        if ground != position.home[self.seat]:
            sink.apply_event(position, Transformed(self.seat, move.a, ground))  # TM-141, TM-144
        sink.apply_event(position, Built(self.seat, move.a))


@dataclass(frozen=True, slots=True)
class ChooseBonus(Step):
    """Taking the first bonus card (TM-016)."""

    name: ClassVar[str] = "choose_bonus"
    takes: ClassVar[tuple[int, ...]] = (moves.BONUS_CARD,)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(moves.BONUS_CARD, card) for card in position.row]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in position.row:
            refuse("TM-016")
        self.close(position, sink)
        sink.apply_event(position, BonusTaken(self.seat, move.a))


@dataclass(frozen=True, slots=True)
class AutomaPlaces(AutomaPending):
    """The Automa's first dwellings (TMA-018)."""

    name: ClassVar[str] = "automa_places"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Position) -> Text:
        return text("decision.automa_places")


def list_setup_steps(setup: Setup) -> list[Pending]:
    """Return the decisions of the set-up in order."""
    seats = range(1, len(setup.humans) + 1)
    sides = {seat: SIDES[setup.humans[seat - 1].id] for seat in seats}
    favors = [TakeFavor(seat) for seat in seats for _ in range(sides[seat].favor_at_start)]  # TM-142
    first = [PlaceDwelling(seat) for seat in seats if sides[seat].order != "single_last"]
    second = first[::-1]
    third = [PlaceDwelling(seat) for seat in seats if sides[seat].order == "normal_plus_last"]
    single = [PlaceDwelling(seat) for seat in seats if sides[seat].order == "single_last"]
    cards = [ChooseBonus(seat) for seat in reversed(seats)]
    if setup.automa:
        return [*favors, *cards, *first, AutomaPlaces(AUTOMA), *second, *third, *single]
    return [*favors, *first, *second, *third, *single, *cards]
