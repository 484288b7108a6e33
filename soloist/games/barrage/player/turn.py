"""A turn: engineers on one action space and its action, or a construction without engineers (BR-030 … BR-048)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import AutomaPending, Pending, StepClosed
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.events import Energy, Machined, Out, Placed, Rotated, TechTaken
from soloist.games.barrage.board.spaces import BANK_SPACE, SPACE_LIST, ActionSpace
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import COMPANIES, ENGINEERS, EXCAVATOR, MIXER, OFFICERS, SECTIONS
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import Ending
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.buildings import OwnBuilding, use_building
from soloist.games.barrage.player.construction import Construct, moves_without_engineers
from soloist.games.barrage.player.contracts import take_contracts
from soloist.games.barrage.player.events import Copied, Paid, SpaceUsed
from soloist.games.barrage.player.gains import ChooseMachinery, PlaceDrops, fulfil_with_energy
from soloist.games.barrage.player.production import Produce, systems_with_water, water_held
from soloist.games.barrage.player.space_legality import (
    CHECKED,
    WHY_NOT,
    blocking_rule,
    is_possible,
    officers_to_copy,
    spaces_for,
)
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.works import take_work

#: the moves onto each space, and into the bank with each number of engineers
_USE = tuple(Move(m.USE, number) for number in range(len(SPACE_LIST)))
_BANK = tuple(Move(m.USE, BANK_SPACE, n) for n in range(1, ENGINEERS + 2))
#: refusals sorted by distance from a legal move; any other one concerns the action itself and is nearest
_NEAREST = ("BR-008", "BR-035", "BR-034", "BR-033", "BR-139", "BR-134", "BR-133", "BR-037", "BR-130", "BR-151")


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """The choice of one action space (BR-030). A seat with engineers must take an action (BR-031)."""

    name: ClassVar[str] = "turn"
    takes: ClassVar[tuple[int, ...]] = (m.USE, m.ARCHITECT, m.CONSTRUCT, m.OUT)
    rule: ClassVar[str] = "BR-030"
    #: whether an officer may be copied now
    may_copy: ClassVar[bool] = True

    # ------------------------------------------------------------------------------------------------- --- legal moves

    def list_open_moves(self, position: Position) -> list[Move]:
        seat, found = self.seat, moves_without_engineers(position, self.seat)
        ordinary, all_ = position.engineers[seat], position.engineers[seat] + position.architect[seat]
        if not all_:
            return [*found, Move(m.OUT)] if found and self.may_copy else found
        copied = OFFICERS.names[position.copied] if position.copied != NOBODY else ""
        constructs: dict[int, bool] = {}
        dry, architect, own = (
            next(systems_with_water(position, seat), None) is None,
            self._architect(position),
            seat in position.sites,
        )
        for number in spaces_for(position.officer(seat), copied, position.setup.leeghwater, position.players):
            space = SPACE_LIST[number]
            does, left = space.does, position.credits[seat] - space.extra - space.pays
            if space.engineers > all_ or left < 0 or (dry and does == sp.PRODUCE):
                continue
            if space.shared < 0:
                if (does == sp.BUILDING and not own) or blocking_rule(position, seat, number):
                    continue
            elif (
                position.space_seat[space.shared] != NOBODY and number != BANK_SPACE
            ):  # BR-033; `spaces_for` checks the rest
                continue
            if does == sp.CONSTRUCT:
                if left not in constructs:  # fewer credits never allow more
                    fewer = any(not able_ and left < more for more, able_ in constructs.items())
                    constructs[left] = not fewer and is_possible(position, seat, space, left)
                if not constructs[left]:
                    continue
            elif does in CHECKED and (
                (does == sp.COPY and not self.may_copy) or not is_possible(position, seat, space, left)
            ):
                continue
            if number == BANK_SPACE:
                found += _BANK[:all_]
                found += [Move(m.ARCHITECT, number)] if architect and _in_bank(position) else []
                continue
            if space.engineers <= ordinary or space.engineers > 1:
                found.append(_USE[number])
            if architect and space.engineers == 1:
                found.append(Move(m.ARCHITECT, number))
        return found

    def _architect(self, position: Position) -> bool:
        """Return whether the architect can be placed (BR-151); while Tommaso Battista is copied any engineer is the
        architect (BR-R32)."""
        copied = position.officer(self.seat) != "tommaso_battista" and position.has_ability(
            self.seat, "tommaso_battista"
        )
        return position.architect[self.seat] > 0 or (copied and position.engineers[self.seat] > 0)

    # ------------------------------------------------------------------------------------------------- ----- effects

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        why = self.why_not(position, move)
        if why:
            refuse(why)
        if move.verb == m.OUT:
            sink.apply_event(position, Out(self.seat))
        elif move.verb == m.CONSTRUCT:
            self._begin(position, sink, 0)
            open_steps(position, sink, Construct(self.seat, move.a - 1, move.b - 1))
        else:
            self._use(position, sink, move)

    def _use(self, position: Position, sink: Sink, move: Move) -> None:
        seat, number = self.seat, move.a
        space = SPACE_LIST[number]
        engineers = _wanted(space, move)
        architect = move.verb == m.ARCHITECT
        copied = architect and not position.architect[seat]
        self._begin(position, sink, int(architect))
        borrowed = bool(space.officer) and position.officer(seat) != space.officer  # BR-R36: placed in the bank
        where = "bank" if borrowed else space.id if space.shared >= 0 else _section(space)
        with_architect = position.architect[seat] > 0 and (architect or engineers > position.engineers[seat])
        sink.apply_event(position, Placed(seat, where, engineers, with_architect))
        if space.shared < 0 and not borrowed:
            sink.apply_event(position, SpaceUsed(seat, number))
        if space.extra + space.pays:
            sink.apply_event(position, Paid(seat, -space.extra - space.pays))
        if copied:  # BR-R32: the copied ability ends with this placement
            sink.apply_event(position, Copied(seat, NOBODY))
        apply_space(position, sink, seat, space, engineers)

    # --------------------------------------------------------------------------------------------- ------ refusals

    def why_not(self, position: Position, move: Move) -> str:
        """Return the rule that forbids a move; empty if it is legal."""
        seat = self.seat
        if move.verb == m.OUT:  # BR-032: only without engineers; a seat without any action drops out automatically
            return "BR-031" if position.engineers[seat] + position.architect[seat] or not self.may_copy else ""
        if move.verb == m.CONSTRUCT:
            return "" if move in moves_without_engineers(position, seat) else "BR-048"
        space = SPACE_LIST[move.a]
        why = self._why_not_engineers(position, space, move) or blocking_rule(position, seat, move.a)
        if why:
            return why
        if space.does == sp.COPY and not self.may_copy:
            return "BR-152"
        left = position.credits[seat] - space.extra - space.pays
        if left < 0:
            return "BR-035" if position.credits[seat] < space.extra else "BR-008"
        return "" if is_possible(position, seat, space, left) else WHY_NOT[space.does]

    def _why_not_engineers(self, position: Position, space: ActionSpace, move: Move) -> str:
        """Return the rule that forbids the number of engineers; empty if none does. A space takes exactly the printed
        number (BR-034), the bank any (BR-079). The architect stands alone (BR-151), in the bank only by house ruling
        (BR-R30), and counts as an ordinary engineer only if those do not suffice (BR-R31)."""
        have = position.engineers[self.seat] + position.architect[self.seat]
        bank, wanted = space.does == sp.BANK, _wanted(space, move)
        if move.verb == m.ARCHITECT and (
            wanted != 1 or (bank and not _in_bank(position)) or not self._architect(position)
        ):
            return "BR-151"
        if (not bank and move.verb == m.USE and move.b) or not 1 <= wanted <= have:
            return "BR-034"
        alone = move.verb == m.USE and not bank and wanted == 1 and not position.engineers[self.seat]
        return "BR-151" if alone else ""

    def nearest_refusal(self, position: Position, sections: Sequence[str]) -> str:
        """Return the rule that forbids the space of these sections that is nearest to being legal; empty if there is no
        such space."""
        numbers = [number for number, space in enumerate(SPACE_LIST) if space.section in sections]
        # a space of more players is no nearer because there are not enough engineers for it either
        rules = [
            blocking_rule(position, self.seat, n) or self.why_not(position, _BANK[0] if n == BANK_SPACE else _USE[n])
            for n in numbers
        ]
        return min(rules, key=lambda rule: _NEAREST.index(rule) if rule in _NEAREST else -1, default="")

    def _begin(self, position: Position, sink: Sink, extra: int) -> None:
        """Open the end of the turn, below everything else."""
        open_steps(position, sink, Ending(self.seat, extra))

    def make_question(self, position: Position) -> Text:
        have = position.engineers[self.seat] + position.architect[self.seat]
        return text("decision.turn" if have else "decision.turn_without", n=have, credits=position.credits[self.seat])


def _wanted(space: ActionSpace, move: Move) -> int:
    """Return how many engineers a move places."""
    if space.does != sp.BANK:
        return space.engineers
    return move.b if move.verb == m.USE else 1


def _in_bank(position: Position) -> bool:
    """Return whether the architect alone in the bank gives an extra turn (house ruling BR-R30)."""
    return position.setup.rulings["architect_in_bank"] == "extra_turn"


def _section(space: ActionSpace) -> str:
    assert space.section in SECTIONS
    return space.section


@dataclass(frozen=True, slots=True)
class _Within(Turn):
    """A further placement in the same turn, whose end is already open."""

    may_copy: ClassVar[bool] = False

    def _begin(self, position: Position, sink: Sink, extra: int) -> None:
        self.close(position, sink)
        waits: Pending = position.waits[-1]
        assert isinstance(waits, Ending)
        if extra:
            sink.apply_event(position, StepClosed(waits))
            open_steps(position, sink, Ending(self.seat, extra))


@dataclass(frozen=True, slots=True)
class ExtraTurn(_Within):
    """The architect's extra turn, which may be declined (BR-151)."""

    name: ClassVar[str] = "extra_turn"
    rule: ClassVar[str] = "BR-151"

    @property
    def optional(self) -> bool:
        return True

    def make_question(self, position: Position) -> Text:
        return text("decision.extra_turn")


@dataclass(frozen=True, slots=True)
class FollowUp(_Within):
    """The action after copying an officer, mandatory if any is possible (BR-152)."""

    name: ClassVar[str] = "follow_up"
    rule: ClassVar[str] = "BR-152"

    def make_question(self, position: Position) -> Text:
        return text("decision.follow_up", officer=OFFICERS.option_value(position.copied))


@dataclass(frozen=True, slots=True)
class CopyOfficer(Step):
    """Mahiri Sekibo copies an ability for the rest of the turn, then acts (BR-152)."""

    name: ClassVar[str] = "copy"
    takes: ClassVar[tuple[int, ...]] = (m.COPY,)
    rule: ClassVar[str] = "BR-152"

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.COPY, officer) for officer in officers_to_copy(position, self.seat)]

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if move.a not in officers_to_copy(position, self.seat):
            refuse("BR-152")
        self.replace_by(position, sink, FollowUp(self.seat))
        sink.apply_event(position, Copied(self.seat, move.a))


# --------------------------------------------------------------------------------------------------------- the actions


def _shop(position: Position, sink: Sink, seat: int, space: ActionSpace, engineers: int) -> None:
    """Gain machineries: the two types as printed, then those of choice (BR-080)."""
    for kind, n in ((EXCAVATOR, space.excavators), (MIXER, space.mixers)):
        if n:
            sink.apply_event(position, Machined(seat, kind, n))
    if space.n:
        open_steps(position, sink, ChooseMachinery(seat, space.n))


def _wu(position: Position, sink: Sink, seat: int, space: ActionSpace, engineers: int) -> None:
    """Gain 1 energy for each drop in own dams, which stay there (BR-R38)."""
    energy = water_held(position, seat)
    sink.apply_event(position, Energy(seat, energy))
    open_steps(position, sink, fulfil_with_energy(position, seat, energy))


def apply_space(position: Position, sink: Sink, seat: int, space: ActionSpace, engineers: int) -> None:
    """Apply the effect of a space, after its engineers are placed and its credits are paid."""
    _ACTIONS[space.does](position, sink, seat, space, engineers)


_ACTIONS: dict[int, Callable[[Position, Sink, int, ActionSpace, int], None]] = {
    sp.PRODUCE: lambda s, sink, seat, space, n: open_steps(s, sink, Produce(seat, space.n)),
    sp.WATER: lambda s, sink, seat, space, n: open_steps(s, sink, PlaceDrops(seat, space.n, 0, 1)),
    sp.FLOW: lambda s, sink, seat, space, n: open_steps(s, sink, PlaceDrops(seat, space.n, 1, 1)),
    sp.BANK: lambda s, sink, seat, space, n: sink.apply_event(s, Paid(seat, n)),
    sp.ROTATE: lambda s, sink, seat, space, n: sink.apply_event(s, Rotated(seat, space.n)),
    sp.SHOP: _shop,
    sp.TAKE: lambda s, sink, seat, space, n: open_steps(s, sink, take_contracts(s, seat, space.n)),
    sp.PATENT: lambda s, sink, seat, space, n: sink.apply_event(s, TechTaken(seat, s.patents[space.n])),
    sp.WORK: lambda s, sink, seat, space, n: take_work(s, sink, seat, s.works[space.n]),
    sp.CONSTRUCT: lambda s, sink, seat, space, n: open_steps(s, sink, Construct(seat)),
    sp.COPY: lambda s, sink, seat, space, n: open_steps(s, sink, CopyOfficer(seat)),
    sp.OWN_BUILDING: lambda s, sink, seat, space, n: open_steps(s, sink, OwnBuilding(seat)),
    sp.WU: _wu,
    sp.BUILDING: lambda s, sink, seat, space, n: use_building(s, sink, seat, space.n),
}


# ------------------------------------------------------------------------------------------------------ the Automa's


@dataclass(frozen=True, slots=True)
class _Hers(AutomaPending):
    """An Automa has to act by her own rules."""

    seats: ClassVar[Domain] = COMPANIES

    def seat_name(self, position: Position) -> str:
        return position.name(self.seat)

    def ask_question(self, position: Position) -> Text:
        return text("standing.automas_turn", seat=position.word(self.seat))


@dataclass(frozen=True, slots=True)
class HerTurn(_Hers):
    """An Automa's turn (BA-042)."""

    name: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class HerIncome(_Hers):
    """An Automa's income, in its place in the order of seats (BA-030)."""

    name: ClassVar[str] = "her_income"
