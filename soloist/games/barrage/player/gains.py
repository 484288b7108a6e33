"""Gains: rewards, income and effects of tiles, part by part (BR-023, BR-026, BR-170, BR-171)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.bits import iterate_bits, mask_of
from soloist.core.sink import Sink
from soloist.core.steps import Pending, number_field, option_field
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import (
    DamFilled,
    DropFlowed,
    DropsPlaced,
    Energy,
    Gained,
    Machined,
    Rotated,
    TechTaken,
)
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import EXCAVATOR, MIXER, Effect
from soloist.games.barrage.board.tables import INCOME as INCOMES
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import Rotation
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.construction import FreeBuild
from soloist.games.barrage.player.contracts import Fulfil
from soloist.games.barrage.player.events import Paid
from soloist.games.barrage.player.moves import YES_NO
from soloist.games.barrage.player.state import Position


def take_gains(position: Position, sink: Sink, seat: int, parts: Sequence[Effect]) -> None:
    """Apply plain gains, then the other parts in order (BR-170). Parts that need a decision are opened as steps, and so
    are all parts after them."""
    waiting: list[Pending] = []
    for part in parts:
        if part.kind in _PLAIN:
            _plain(position, sink, seat, part)
        elif part.kind == "rotate_wheel" and not waiting:
            sink.apply_event(position, Rotated(seat, part.n))
        else:
            if part.kind == "produce_energy":
                sink.apply_event(position, Energy(seat, part.n))
            waiting += _steps(position, seat, part)
    open_steps(position, sink, *waiting)


_PLAIN = ("vp", "credit", "excavator", "mixer", "energy")


def _plain(position: Position, sink: Sink, seat: int, part: Effect) -> None:
    if part.kind == "vp":
        sink.apply_event(position, Gained(seat, part.n))
    elif part.kind == "credit":
        sink.apply_event(position, Paid(seat, part.n))
    elif part.kind == "energy":
        sink.apply_event(position, Energy(seat, part.n))
    else:
        sink.apply_event(position, Machined(seat, EXCAVATOR if part.kind == "excavator" else MIXER, part.n))


def _steps(position: Position, seat: int, part: Effect) -> list[Pending]:
    """Return the steps that a part opens."""
    match part.kind:
        case "rotate_wheel":
            return [Rotation(seat, part.n)]
        case "any_machinery":
            return [ChooseMachinery(seat, part.n)]
        case "place_drops":
            return [PlaceDrops(seat, part.n, int(part.flow))]
        case "build":
            return [FreeBuild(seat, part.structure, mask_of(part.areas), part.max_value)] * part.n
        case "fulfil_contract":
            return [Fulfil(seat, part.max_value)]
        case "produce_energy":
            return [fulfil_with_energy(position, seat, part.n)]
    assert part.kind == "tech_tile", part.kind
    return [TakeTile(seat, may=int(position.setup.rulings["tech_tile_reward"] == "optional"))]


def fulfil_with_energy(position: Position, seat: int, energy: int) -> Fulfil:
    """Return the step for energy without a powerhouse: one contract in hand (BR-075), by house ruling also a National
    one (BR-R15)."""
    return Fulfil(seat, energy, national=int(position.setup.rulings["national_with_other_energy"] == "yes"))


# ------------------------------------------------------------------------------------------------------------- income


def take_income(position: Position, sink: Sink, seat: int) -> None:
    """Take all income a human has uncovered, added up by kind: plain gains, then each other kind in the order of first
    occurrence (BR-026)."""
    parts: list[Effect] = []
    for (structure, nth), effects in INCOMES[position.setup.seats[seat].company].items():
        if position.built(seat, structure) >= nth:
            for effect in effects:
                _add(parts, effect)
    plain = [part for part in parts if part.kind in _PLAIN]
    take_gains(position, sink, seat, [*plain, *(part for part in parts if part.kind not in _PLAIN)])


def _add(parts: list[Effect], effect: Effect) -> None:
    for i, part in enumerate(parts):
        if (part.kind, part.flow) == (effect.kind, effect.flow):
            parts[i] = replace(part, n=part.n + effect.n)
            return
    parts.append(effect)


# ------------------------------------------------------------------------------------------------------ the decisions


@dataclass(frozen=True, slots=True)
class ChooseMachinery(Step):
    """The choice of `n` machineries, excavators and mixers in any mix (BR-023, BR-170)."""

    name: ClassVar[str] = "machinery"
    takes: ClassVar[tuple[int, ...]] = (m.MACHINERY,)
    rule: ClassVar[str] = "BR-170"
    n: int = 1

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.MACHINERY, n, self.n - n) for n in range(self.n + 1)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a + move.b != self.n:
            refuse("BR-170")
        self.close(position, sink)
        for kind, n in ((EXCAVATOR, move.a), (MIXER, move.b)):
            if n:
                sink.apply_event(position, Machined(self.seat, kind, n))

    def make_question(self, position: Position) -> Text:
        return text("decision.machinery", n=self.n)


@dataclass(frozen=True, slots=True)
class PlaceDrops(Step):
    """Drops are placed on headstreams one by one, where they wait or flow immediately (BR-078, BR-085). `must` of them
    are placed, the rest may be declined (BR-023). Amir Zahir lets a waiting drop flow, or puts a flowing one into an
    own dam (BR-R40)."""

    name: ClassVar[str] = "drops"
    takes: ClassVar[tuple[int, ...]] = (m.WATER, m.FLOW, m.FILL)
    rule: ClassVar[str] = "BR-078"
    n: int = 1
    flow: int = option_field(YES_NO, 0)
    must: int = 0

    @property
    def optional(self) -> bool:
        return not self.must

    def list_open_moves(self, position: Position) -> list[Move]:
        heads = range(len(position.heads))
        amir = position.has_ability(self.seat, "amir_zahir")
        found = [] if self.flow else [Move(m.WATER, head) for head in heads]
        if self.flow or amir:
            found += [Move(m.FLOW, head) for head in heads]
        if amir and (self.flow or position.setup.rulings["amir_chain"] == "yes"):
            found += [
                Move(m.FILL, dam)
                for dam in iterate_bits(position.dams[self.seat])
                if position.drops[dam] < position.capacity(dam)
            ]
        return found

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move not in self.list_open_moves(position):
            refuse("BR-156" if position.has_ability(self.seat, "amir_zahir") else "BR-078")
        self.close(position, sink)
        if move.verb == m.WATER:
            sink.apply_event(position, DropsPlaced(self.seat, move.a, 1))
        elif move.verb == m.FLOW:
            sink.apply_event(position, DropFlowed(self.seat, move.a))
        else:
            sink.apply_event(position, DamFilled(self.seat, move.a, 1))
        if self.n > 1:
            open_steps(position, sink, replace(self, n=self.n - 1, must=max(0, self.must - 1)))

    def make_question(self, position: Position) -> Text:
        return text("decision.drops_now" if self.flow else "decision.drops", n=self.n)


@dataclass(frozen=True, slots=True)
class TakeTile(Step):
    """The choice of an advanced tile on display, without engineers and credits (BR-082, BR-136). By house ruling it
    `may` be declined (BR-R26)."""

    name: ClassVar[str] = "take_tile"
    takes: ClassVar[tuple[int, ...]] = (m.PATENT,)
    rule: ClassVar[str] = "BR-082"
    may: int = number_field(0, later=True)

    @property
    def optional(self) -> bool:
        return bool(self.may)

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.PATENT, tile + 1) for tile in position.patents if tile != NOBODY]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a - 1 not in position.patents:
            refuse("BR-082")
        self.close(position, sink)
        sink.apply_event(position, TechTaken(self.seat, move.a - 1))
