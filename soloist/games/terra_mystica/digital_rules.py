"""Terra Mystica in DIGITAL mode: every rule of a human's turn is enforced, and the Automa plays on the same position.

Only this module joins the rules for humans with those of the Automa: what follows her turn, and her reserve card for
the Cultists (TMA-095).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from soloist.core import lazy
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.digital_rules import DigitalRules
from soloist.core.menu import Choice
from soloist.core.rulebook import Imported
from soloist.core.sink import Sink
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.automa.deck import cultists_draw
from soloist.games.terra_mystica.automa.turn import turn
from soloist.games.terra_mystica.board.purse import FROM_FACTION
from soloist.games.terra_mystica.player import step_registry
from soloist.games.terra_mystica.player.accounting import find_broken, list_points
from soloist.games.terra_mystica.player.base_step import Step
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.moves import DONE, LANGUAGE, PLACE, TAKE
from soloist.games.terra_mystica.player.notation import parse
from soloist.games.terra_mystica.player.observation import OBSERVING
from soloist.games.terra_mystica.player.options import OPTIONS, lay_out, new_position, seat
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.turn import Turn
from soloist.games.terra_mystica.strategy.agents import AGENTS
from soloist.games.terra_mystica.strategy.heuristics import HEURISTICS
from soloist.games.terra_mystica.table_rules import count_points, find_winners, list_automa_results

import_ledger = lazy.lazy_function("soloist.games.terra_mystica.ledger.replay", "import_ledger")
winner_line = lazy.lazy_function("soloist.games.terra_mystica.display.instructions", "winner_line")
list_combined = lazy.lazy_function("soloist.games.terra_mystica.display.digital_menu", "list_combined")
list_action_kinds = lazy.lazy_function("soloist.games.terra_mystica.display.digital_menu", "list_action_kinds")
list_choices = lazy.lazy_function("soloist.games.terra_mystica.display.digital_menu", "list_choices")
verb_of = lazy.lazy_function("soloist.games.terra_mystica.display.digital_menu", "verb_of")


@dataclass(frozen=True, slots=True)
class TerraMysticaRules(DigitalRules):
    """The rulebook as a stack of steps; several tiles may be decided in any order, and conversions are open in
    between."""

    def list_legal_moves(self, position: Position) -> list[Move]:
        return step_registry.list_legal_moves(position)

    def read_move(self, position: Position, words: str) -> Move:
        """Read a move; the verbs of TABLE mode are accepted too (`build` for a starting dwelling, `priest fire 3`)."""
        seat, colon, line = words.strip().rpartition(": ")
        verb, blank, rest = line.partition(" ")
        due = step_registry.human_step(position)
        placing = due is not None and PLACE in due.takes
        verb = {"priest": "send", **({"build": "place"} if placing else {"place": "build"})}.get(verb.lower(), verb)
        return DigitalRules.read_move(self, position, f"{seat}{colon}{verb}{blank}{rest}")

    def list_prompts(self, position: Position) -> list[Text]:
        due = step_registry.pending_step(position)
        return (
            [step_registry.ask_question(position, due)]
            if isinstance(due, Step)
            else DigitalRules.list_prompts(self, position)
        )

    def list_choices(self, position: Position, place: str | None = None) -> list[Choice]:
        found: list[Choice] = list_choices(position, step_registry.list_legal_moves(position), place)
        return found

    def is_turn_start(self, position: Position) -> bool:
        return step_registry.pending_step(position) is position.turn and not position.turn.acted

    def end_of_turn_line(self, position: Position) -> str:
        """Return `done` when it ends the turn that is due after its action, otherwise ""."""
        done = Move(DONE)
        own = step_registry.pending_step(position) is position.turn and position.turn.acted
        return LANGUAGE.write_move(position, done) if own else ""

    def apply_move(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        if step_registry.human_step(position) is None:
            self._require_human_step(position)  # says why nobody can act
        step_registry.carry_out(position, move, sink, chance)
        sink.mark_automatic()
        step_registry.apply_consequences(position, sink, lambda pos: cultists_draw(pos, chance, sink, FROM_FACTION))

    def import_game(self, source: str) -> Imported:
        found: Imported = import_ledger(source)
        return found


def _after_her_turn(position: Position, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    step_registry.after_automa(position, events, sink)


def _find_free_accept_line(position: Position) -> str:
    """Return the line that accepts one power, which costs no point, or "" when nothing is free (TM-063)."""
    due = step_registry.pending_step(position)
    free = isinstance(due, Offer) and due.worth(position) == 1
    return LANGUAGE.write_move(position, Move(TAKE)) if free else ""


def _list_ending(position: Position) -> list[Text]:
    return [text("standing.over"), winner_line(position)]


RULES = TerraMysticaRules(
    options=OPTIONS,
    agents=AGENTS,
    adviser="greedy",
    heuristics=HEURISTICS,
    language=LANGUAGE,
    setting_up=lay_out,
    new_position=new_position,
    pending_step=step_registry.pending_step,
    ending=_list_ending,
    menu=list_choices,
    kinds=list_action_kinds,
    kind_of=verb_of,
    combining=list_combined,
    free_accept_says=text("always.power"),
    free_accept=_find_free_accept_line,
    parsing=parse,
    consequences=_after_her_turn,
    her_turn=turn,
    scoring=count_points,
    winning=find_winners,
    levels=list_automa_results,
    rounds=attrgetter("round"),
    seating=seat,
    factions=("human", "faction"),
    sources=list_points,
    find_broken_invariants=find_broken,
    observing=OBSERVING,
    decisions=[Turn.name, Offer.name, *(name for name, kind in step_registry.STEPS.items() if issubclass(kind, Step))],
)
