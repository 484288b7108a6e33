"""Production: a powerhouse, a conduit into it, a dam at its source, and company abilities (BR-060 … BR-070)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.bits import iterate_bits
from soloist.core.board import Event
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.steps import Pending, option_field, options_field
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import DamFilled, Drained, Energy, Produced
from soloist.games.barrage.board.laws import conduit_payment, production_bonus
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.contracts import Fulfil
from soloist.games.barrage.player.events import Paid
from soloist.games.barrage.player.moves import YES_NO
from soloist.games.barrage.player.state import Position

#: energy after a production of Italy, France's discount, the least product for Viktor Fiesler
_ITALY, _FRANCE, _FIESLER = 3, 3, 4


def _basins(position: Barrage) -> Domain:
    return position.map.house_basins


def _dams(position: Barrage) -> Domain:
    return position.map.dams


def dam_of_system(system: int) -> int:
    """Return the dam space of a system."""
    return 2 * (system // 4) + system % 2


def systems_with_water(position: Position, seat: int, but: int = NOBODY) -> Iterator[int]:
    """Yield the systems with water: own powerhouse outside basin `but`, conduit of any owner, own or neutral dam
    (BR-060)."""
    dams = position.dams[seat] | position.dams[position.neutral]
    for conduit in iterate_bits(position.all_conduits()):
        basin = position.map.destination[conduit]
        if basin != but and position.house_basins[seat] >> basin & 1:
            for side in (0, 1):
                dam = 2 * (conduit // 2) + side
                if dams >> dam & 1 and position.drops[dam]:
                    yield 2 * conduit + side


def conduit_fee(position: Position, seat: int, system: int, drops: int) -> int:
    """Return the credits for another's conduit: one per drop (BR-063)."""
    return 0 if position.conduits[seat] >> system // 2 & 1 else drops


@dataclass(frozen=True, slots=True)
class Produce(Step):
    """A production action with its modifier (BR-069). `second` is Germany's second one, with another powerhouse than
    that of basin `but` (BR-070). A `gift` comes with another action and may be declined."""

    name: ClassVar[str] = "produce"
    takes: ClassVar[tuple[int, ...]] = (m.PRODUCE,)
    rule: ClassVar[str] = "BR-060"
    modifier: int = 0
    gift: int = option_field(YES_NO, 0)
    second: int = option_field(YES_NO, 0)
    but: int = option_field(_basins, NOBODY)

    @property
    def optional(self) -> bool:
        return bool(self.gift or self.second)

    def energy(self, position: Position, system: int, drops: int) -> int:
        """Return the energy: drops times value, with the modifier and the production bonus (BR-062)."""
        product = drops * position.map.value[system // 2]
        if self.second:
            viktor = position.setup.rulings["viktor_germany_second"] == "applied"  # BR-R12
            return max(product, _FIESLER) if viktor and position.has_ability(self.seat, "viktor_fiesler") else product
        if position.has_ability(self.seat, "viktor_fiesler"):
            product = max(product, _FIESLER)
        return product + self.modifier + production_bonus(position, self.seat)

    def _counts(self, position: Position, system: int, drops: int, credits: int) -> bool:
        """Return whether a production gives at least 1 energy, by house ruling at least 0 (BR-062, BR-R10); with Dr.
        Octavius further dams may add to it (BR-R39)."""
        energy = self.energy(position, system, drops)
        if energy >= 1 or _may_be_nothing(position):
            return True
        if self.second or not position.has_ability(self.seat, "dr_octavius"):
            return False
        left = credits - conduit_fee(position, self.seat, system, drops)
        return _reaches(
            position,
            MoreDams(self.seat, energy, position.map.destination[system // 2], 1 << dam_of_system(system)),
            left,
        )

    def is_possible(self, position: Position, credits: int) -> bool:
        """Return whether any production is possible with these credits (BR-036)."""
        return next(self.productions(position, credits), None) is not None

    def productions(self, position: Position, credits: int) -> Iterator[Move]:
        if (
            self.second and position.ability(self.seat) != "germany"
        ):  # BR-R11: opened before the third powerhouse was built
            return
        for system in systems_with_water(position, self.seat, self.but):
            for drops in range(1, position.drops[dam_of_system(system)] + 1):
                if conduit_fee(position, self.seat, system, drops) <= credits and self._counts(
                    position, system, drops, credits
                ):
                    yield Move(m.PRODUCE, system, drops)

    def list_open_moves(self, position: Position) -> list[Move]:
        return list(self.productions(position, position.credits[self.seat]))

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        _, system, drops, _ = move
        if self.second and position.map.destination[system // 2] == self.but:
            refuse("BR-070")
        if system not in systems_with_water(position, self.seat):
            refuse("BR-060")
        dam = dam_of_system(system)
        if drops > position.drops[dam]:
            said = text("error.few_drops", place=position.map.dams.names[dam], have=position.drops[dam], want=drops)
            raise ImpossibleError(said, rule="BR-061")
        if drops < 1:
            refuse("BR-061")
        if conduit_fee(position, self.seat, system, drops) > position.credits[self.seat]:
            refuse("BR-063")
        if not self._counts(position, system, drops, position.credits[self.seat]):
            refuse("BR-062")
        self.close(position, sink)
        self._produce(position, sink, system, drops)

    def _produce(self, position: Position, sink: Sink, system: int, drops: int) -> None:
        """Let the water run, move the marker, pay the owner of the conduit (BR-063, BR-064, BR-065); Dr. Octavius may
        add dams."""
        energy, basin, used = (
            self.energy(position, system, drops),
            position.map.destination[system // 2],
            1 << dam_of_system(system),
        )
        sink.apply_event(position, Produced(self.seat, system, drops, max(0, energy)))
        pay_for_conduit(position, sink, self.seat, system // 2, drops)
        if position.has_ability(self.seat, "dr_octavius") and not self.second:
            open_steps(
                position, sink, MoreDams(self.seat, energy, basin, used, must=int(not _may_be_nothing(position)))
            )
        else:
            _produced(position, sink, self.seat, max(0, energy), basin, used, second=bool(self.second))


def _produced(
    position: Position, sink: Sink, seat: int, energy: int, basin: int, used: int, second: bool = False
) -> None:
    """Open what follows a production (BR-068): Italy's energy, a contract by the energy produced (BR-066, BR-068a),
    then the ability of the company (BR-068b), which is determined now (BR-068c)."""
    ability = position.ability(seat)
    if ability == "italy":
        sink.apply_event(position, Energy(seat, _ITALY))
    late = position.setup.rulings["ability_from_contract_powerhouse"] == "at_once"  # BR-R11
    steps: list[Pending] = []
    less = _FRANCE if ability == "france" else 0
    several, back = (
        int(position.has_ability(seat, "simone_luciani")),
        energy if position.has_ability(seat, "franz_de_lasse") else 0,
    )
    steps.append(Fulfil(seat, energy, less, national=1, several=several, back=back))
    company = position.company(seat) if late else ability
    if company == "germany" and not second:
        steps.append(Produce(seat, second=1, but=basin))
    elif company == "netherlands":
        steps.append(DropOnDam(seat, but=used))
    open_steps(position, sink, *steps)


# ---------------------------------------------------------------------------------------------- several dams at once


@dataclass(frozen=True, slots=True)
class MoreDams(Step):
    """Dr. Octavius adds dams to a production, each by a conduit into the same powerhouse (BR-R39). `energy` is the sum
    so far, `used` the dams used; while the sum is below 1 he `must` add one (BR-062).

    Adding dams one by one gives the same result as all at once: used water runs down from the powerhouse, and every dam
    that can be added lies above it.
    """

    name: ClassVar[str] = "more_dams"
    takes: ClassVar[tuple[int, ...]] = (m.PRODUCE,)
    rule: ClassVar[str] = "BR-R39"
    energy: int = 0
    basin: int = option_field(_basins, NOBODY)
    used: int = options_field(_dams, 0)
    must: int = option_field(YES_NO, 1)

    @property
    def optional(self) -> bool:
        return self.energy >= 1 or not self.must

    def moves(self, position: Position, credits: int) -> Iterator[Move]:
        """Yield the productions that can be added with these credits, whether or not the sum becomes sufficient."""
        for system in systems_with_water(position, self.seat):
            if position.map.destination[system // 2] == self.basin and not self.used >> dam_of_system(system) & 1:
                for drops in range(1, position.drops[dam_of_system(system)] + 1):
                    if conduit_fee(position, self.seat, system, drops) <= credits:
                        yield Move(m.PRODUCE, system, drops)

    def after(self, position: Position, move: Move) -> MoreDams:
        """Return this step after one more dam."""
        _, system, drops, _ = move
        return replace(
            self,
            energy=self.energy + drops * position.map.value[system // 2],
            used=self.used | 1 << dam_of_system(system),
        )

    def list_open_moves(self, position: Position) -> list[Move]:
        credits = position.credits[self.seat]
        return [move for move in self.moves(position, credits) if self._enough(position, move, credits)]

    def _enough(self, position: Position, move: Move, credits: int) -> bool:
        return _reaches(
            position, self.after(position, move), credits - conduit_fee(position, self.seat, move.a, move.b)
        )

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        credits = position.credits[self.seat]
        if move not in self.moves(position, credits):
            refuse("BR-R39")
        if not self._enough(position, move, credits):
            refuse("BR-062")
        after = self.after(position, move)
        self.close(position, sink)
        sink.apply_event(position, Drained(self.seat, move.a, move.b))
        sink.apply_event(position, Energy(self.seat, max(0, after.energy) - max(0, self.energy)))
        pay_for_conduit(position, sink, self.seat, move.a // 2, move.b)
        open_steps(position, sink, after)

    def give_up(self, position: Position, sink: Sink) -> None:
        self.close(position, sink)
        _produced(position, sink, self.seat, max(0, self.energy), self.basin, self.used)

    def make_question(self, position: Position) -> Text:
        return text("decision.more_dams", energy=self.energy)


def _may_be_nothing(position: Position) -> bool:
    """Return whether a production may give 0 energy (house ruling BR-R10)."""
    return position.setup.rulings["production_zero"] == "allowed_as_zero"


def _reaches(position: Position, step: MoreDams, credits: int) -> bool:
    """Return whether the sum is sufficient, or becomes so with further dams."""
    if step.optional:
        return True
    return any(
        _reaches(position, step.after(position, move), credits - conduit_fee(position, step.seat, move.a, move.b))
        for move in step.moves(position, credits)
    )


def pay_for_conduit(position: Position, sink: Sink, producer: int, conduit: int, drops: int) -> None:
    """Book the use of a conduit: a human pays a credit per drop to the owner, who scores a point for each (BR-063); an
    Automa pays and gets points in place of credits (BA-003)."""
    scored = conduit_payment(position, producer, conduit, drops)
    if scored is None:
        return
    sink.apply_event(position, scored)
    if not position.is_automa(producer):
        sink.apply_event(position, Paid(producer, -drops))
    if not position.is_automa(scored.seat):
        sink.apply_event(position, Paid(scored.seat, drops))


def credits_from_her(position: Position, events: Sequence[Event]) -> list[Paid]:
    """Return the credits that humans get when an Automa uses their conduits; her points have been booked already
    (BA-003, BR-063)."""
    found = []
    for produced in events:
        if isinstance(produced, Produced | Drained) and position.is_automa(produced.seat) and produced.drops:
            owner = position.owner_of_conduit(produced.system // 2)
            if owner is not None and not position.is_automa(owner):
                found.append(Paid(owner, produced.drops))
    return found


@dataclass(frozen=True, slots=True)
class DropOnDam(Step):
    """A drop from the supply onto a dam with room (BR-087): for the Netherlands after a production, not onto the dam
    just used (BR-068d); for the Cofferdam it `must` be placed, also onto neutral dams."""

    name: ClassVar[str] = "drop_on_dam"
    takes: ClassVar[tuple[int, ...]] = (m.FILL,)
    rule: ClassVar[str] = "BR-087"
    but: int = options_field(_dams, 0)
    must: int = option_field(YES_NO, 0)

    @property
    def optional(self) -> bool:
        return not self.must

    def list_open_moves(self, position: Position) -> list[Move]:
        if not self.must and position.ability(self.seat) != "netherlands":
            return []
        dams = position.dams[self.seat] | (position.dams[position.neutral] if self.must else 0)
        return [
            Move(m.FILL, dam) for dam in iterate_bits(dams & ~self.but) if position.drops[dam] < position.capacity(dam)
        ]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move not in self.list_open_moves(position):
            refuse("BR-134" if self.must else "BR-068d")
        self.close(position, sink)
        sink.apply_event(position, DamFilled(self.seat, move.a, 1))


def water_held(position: Position, seat: int) -> int:
    """Return the number of drops in the seat's dams."""
    return sum(position.drops[dam] for dam in iterate_bits(position.dams[seat]))
