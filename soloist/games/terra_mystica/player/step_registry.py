"""What has to be decided, what is open, and what follows by itself.

One seat decides at a time: first the decisions that wait, then offers of power, then the turn. In his own turn a player may
also convert. `legal` is the one source for pages, terminal, agents and tests (TM-170 … TM-178).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from soloist.core.board import Event
from soloist.core.chance import Asked, Chance
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.steps import Pending, StepClosed, StepOpened
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Built, Upgraded
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.player.base_step import GIVEN_UP, Step, named, refuse
from soloist.games.terra_mystica.player.bridges import BuildBridge
from soloist.games.terra_mystica.player.building import Ride, Storm, Swarm
from soloist.games.terra_mystica.player.convert import CONVERTING, Converting
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.events import StageBegun
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.income import begin_actions, begin_round, end_actions
from soloist.games.terra_mystica.player.leech import NewToken, ReserveCard, offer_power, prune
from soloist.games.terra_mystica.player.priests import UnlockOrPriest
from soloist.games.terra_mystica.player.setup_steps import AutomaPlaces, ChooseBonus, PlaceDwelling
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, INCOME, SETTING_UP, Position
from soloist.games.terra_mystica.player.towns import TakeTown, UseKey
from soloist.games.terra_mystica.player.turn import HER_TURN

#: everything that can wait, by the name under which it is saved
STEPS: dict[str, type[Pending]] = {
    kind.name: kind
    for kind in (
        PlaceDwelling,
        ChooseBonus,
        AutomaPlaces,
        TakeFavor,
        TakeTown,
        UseKey,
        CultStep,
        BuildBridge,
        Ride,
        Storm,
        Swarm,
        CultSpades,
        UnlockOrPriest,
        NewToken,
        ReserveCard,
    )
}
#: draws the Automa's reserve card for the Cultists: the points it shows, 0 for a step of choice, None if there is none
Reserve = Callable[[Position], int | None]
_NOBODY_ASKED: Chance = Asked(())


def pending_step(s: Position) -> Pending | None:
    """What has to be decided now; None when the game is over."""
    due = s.due()
    return HER_TURN if due is s.turn and s.to_move == AUTOMA else due


def human_step(s: Position) -> Step | None:
    """The same if a human has to decide it."""
    due: Any = s.due()
    return None if due is None or due.automa or due.seat == AUTOMA else due


def open_now(s: Position, due: Step) -> list[Step | Converting]:
    """What is open to the seat that decides, in or outside its own turn (TM-176): what is due, the tiles that may come
    before it, and conversions."""
    found: list[Step | Converting] = [due]
    if due.any_order:
        found += others_first(s, due)
    if s.stage == ACTIONS and due.seat == s.to_move and not due.alone:
        found.append(CONVERTING)
    return found


def others_first(s: Position, due: Step) -> list[Step]:
    """Decisions about tiles and keys of the same player, which may come before the one that is due: one of each kind."""
    found: list[Step] = []
    kinds = {type(due)}
    for step in reversed(s.waits):
        if not isinstance(step, Step) or step.seat != due.seat or not step.any_order:
            break
        if type(step) not in kinds:
            kinds.add(type(step))
            found.append(step)
    return found


def list_legal_moves(s: Position) -> list[Move]:
    """All moves of the seat whose decision is due: sorted, complete, never empty before the end. Empty when the game is over
    or the Automa has to act."""
    due = human_step(s)
    if due is None:
        return []
    found: list[Move] = []
    for step in open_now(s, due):
        found += step.list_open_moves(s)
    if due.optional:
        found.append(GIVEN_UP)
    found.sort()
    return found


def ask_question(s: Position, due: Step) -> Text:
    """What the seat has to decide; tiles in any order."""
    others = others_first(s, due) if due.any_order else []
    if not others:
        return due.ask_question(s)
    what = tuple(step.make_question(s) for step in (due, *others))
    return named(s, due.seat, text("decision.any_first", what=what))


def carry_out(s: Position, move: Move, sink: Sink = NULL_SINK, chance: Chance = _NOBODY_ASKED) -> None:
    """A move by itself, without what follows. Raises `ImpossibleError` with the rule that refuses it."""
    due = human_step(s)
    if due is None:
        refuse("TM-100")
    if move.verb in due.takes:  # as almost always: nobody needs to know what else is open
        due.carry_out(s, move, sink)
        return
    for step in open_now(s, due)[1:]:
        if move.verb in step.takes:
            step.apply_move(s, move, chance, sink)
            return
    due.apply_move(s, move, chance, sink)


def play_move(s: Position, move: Move, sink: Sink = NULL_SINK, reserve: Reserve | None = None) -> None:
    """A move, with everything that follows by itself."""
    carry_out(s, move, sink)
    apply_consequences(s, sink, reserve)


def apply_consequences(s: Position, sink: Sink, reserve: Reserve | None = None) -> None:
    """What follows a move by itself. `reserve` draws the card when the Cultists built beside the Automa (TMA-095)."""
    for step in s.waits:
        if type(step) is ReserveCard:
            _reserve_card(s, sink, step, reserve)
    settle_automatic(s, sink)


def _reserve_card(s: Position, sink: Sink, step: ReserveCard, reserve: Reserve | None) -> None:
    """TMA-095: the card shows 1 or 2 VP, which are told with it, or else there is a cult step of choice."""
    sink.apply_event(s, StepClosed(step))
    if reserve is not None and reserve(s) == 0:
        sink.apply_event(s, StepOpened(CultStep(step.seat)))


def after_automa(s: Position, events: Sequence[Event], sink: Sink = NULL_SINK) -> None:
    """What follows a turn of the Automa: power for the neighbours (TMA-007), the end of a round."""
    if s.waits and isinstance(s.waits[-1], AutomaPlaces):
        sink.apply_event(s, StepClosed(s.waits[-1]))
    else:
        for event in events:
            # an exact type is found much faster than a class among abstract ones
            if (type(event) is Built or type(event) is Upgraded) and event.seat == AUTOMA:
                offer_power(s, sink, AUTOMA, event.hex, dwelling=type(event) is Built)
    settle_automatic(s, sink)


def settle_automatic(s: Position, sink: Sink = NULL_SINK) -> None:
    """Empty offers, the end of a turn with nothing left to do, of a phase, of a round."""
    while not s.waits and s.phase != OVER:
        if s.offers and not s.site:
            prune(s, sink)
            if s.offers or s.waits:
                return
        elif s.stage == SETTING_UP:
            begin_actions(s, sink)
        elif s.stage == BONUSES:
            begin_round(s, sink)
        elif s.stage == INCOME:
            sink.apply_event(s, StageBegun(ACTIONS))
        elif len(s.passed) == len(s.order):
            end_actions(s, sink)
        elif s.to_move != AUTOMA and s.turn.acted and not s.site and s.turn.nothing_left(s):
            s.turn.end(s, sink)
        else:
            return
