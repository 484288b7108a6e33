"""Rulebook of digital Barrage: the rules of every human's turn are enforced, and the Automa plays at the same table.

The human's rules and the Automa's meet only in this module: effects of her turn on humans, the contract display that
both refill, the end of a round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.digital_rules import DigitalRules
from soloist.core.errors import SoloistError, make_refusal
from soloist.core.sink import Sink
from soloist.core.steps import StepClosed, StepOpened
from soloist.core.text import Text, Word, text
from soloist.core.trace import Trace
from soloist.games.barrage.automa.contracts import refill_display
from soloist.games.barrage.automa.turn import take_income, turn
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.laws import is_action_phase_over
from soloist.games.barrage.board.state import ACTIONS, NOBODY, OVER
from soloist.games.barrage.player.accounting import find_broken, list_points
from soloist.games.barrage.player.automatic_effects import Dealing, Ending
from soloist.games.barrage.player.base_step import Step
from soloist.games.barrage.player.draft import deal_companies
from soloist.games.barrage.player.events import Copied
from soloist.games.barrage.player.moves import LANGUAGE
from soloist.games.barrage.player.notation import parse_event
from soloist.games.barrage.player.observation import OBSERVING
from soloist.games.barrage.player.options import OPTIONS, lay_out, new_position, seat
from soloist.games.barrage.player.production import credits_from_her
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import STEPS, pending_step, settle_automatic
from soloist.games.barrage.player.turn import ExtraTurn, HerIncome, Turn
from soloist.games.barrage.strategy.agents import AGENTS
from soloist.games.barrage.strategy.heuristics import HEURISTICS
from soloist.games.barrage.table_rules import count_points, end_of_round, find_winners, list_automa_results

deeds = lazy.lazy_function("soloist.games.barrage.display.action_kinds", "list_action_kinds")
sections_of = lazy.lazy_function("soloist.games.barrage.display.action_kinds", "sections_of")
verb_of = lazy.lazy_function("soloist.games.barrage.display.action_kinds", "kind_of_move")
winner_line = lazy.lazy_function("soloist.games.barrage.display.instructions", "winner_line")
plays = lazy.lazy_function("soloist.games.barrage.display.digital_menu", "list_choices")


def apply_consequences(position: Position, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """Resolve automatic effects until a human has to decide or the game is over: waiting effects, the draft, the end of
    a turn, the end of a round."""
    while position.phase != OVER:
        settle_automatic(position, sink)
        last = position.waits[-1] if position.waits else None
        if isinstance(last, Ending):
            _end_of_turn(position, last, chance, sink)
        elif isinstance(last, Dealing):
            deal_companies(position, last, chance, sink)
        elif last is None and position.phase == ACTIONS and is_action_phase_over(position):
            end_of_round(position, chance, sink)
        else:
            return


def _end_of_turn(position: Position, ending: Ending, chance: Chance, sink: Sink) -> None:
    """Refill the contract display (BR-038), then open the architect's extra turn (BR-151) or end the turn."""
    refill_display(position, chance, sink)
    sink.apply_event(position, StepClosed(ending))
    if ending.extra:
        sink.apply_event(position, StepOpened(Ending(ending.seat)))
        sink.apply_event(position, StepOpened(ExtraTurn(ending.seat)))
        return
    if position.copied != NOBODY:
        sink.apply_event(position, Copied(ending.seat, NOBODY))
    sink.apply_event(position, e.TurnDone(ending.seat))


def her_turn(position: Position, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play the Automa's income if it is due, otherwise her turn."""
    last = position.waits[-1] if position.waits else None
    if isinstance(last, HerIncome):
        sink.apply_event(position, StepClosed(last))
        take_income(position, last.seat, chance, trace, sink)
        return
    turn(position, chance, trace, sink)


def after_her_turn(position: Position, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """Book the credits that humans get when the Automa produces through their conduits (BA-003, BR-063), then apply
    consequences."""
    for paid in credits_from_her(position, events):
        sink.apply_event(position, paid)
    apply_consequences(position, events, chance, sink)


def _list_ending(position: Position) -> list[Text]:
    return [text("standing.over"), winner_line(position)]


@dataclass(frozen=True, slots=True)
class BarrageRules(DigitalRules):
    """Rulebook made of steps; a turn starts with the choice of an action space."""

    def name_source(self, id: str) -> Word:
        """Name a source of points as the score sheet names it."""
        return Word(f"source.{id}" if id in ("conduits", "turns") else f"score.{id}")

    def is_turn_start(self, position: Position) -> bool:
        return type(pending_step(position)) is Turn

    def find_refusal(self, position: Position, kind: str) -> SoloistError | None:
        """Explain why an action is not allowed now: for a section of spaces, by the rule of the space that comes
        nearest; otherwise as `DigitalRules` does, by trying the moves."""
        step = pending_step(position)
        if not isinstance(step, Turn) or self.has_move(position, kind):
            return DigitalRules.find_refusal(self, position, kind)
        rule = step.nearest_refusal(position, sections_of(position, kind))
        return make_refusal(rule) if rule else None


RULES = BarrageRules(
    options=OPTIONS,
    agents=AGENTS,
    adviser="greedy",
    heuristics=HEURISTICS,
    language=LANGUAGE,
    setting_up=lay_out,
    new_position=new_position,
    pending_step=pending_step,
    ending=_list_ending,
    menu=plays,
    kinds=deeds,
    kind_of=verb_of,
    parsing=parse_event,
    consequences=after_her_turn,
    her_turn=her_turn,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=attrgetter("round"),
    seating=seat,
    factions=("humans", "company"),
    sources=list_points,
    find_broken_invariants=find_broken,
    observing=OBSERVING,
    decisions=[Turn.name, *(name for name, kind in STEPS.items() if issubclass(kind, Step))],
)
