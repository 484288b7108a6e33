"""All kinds of steps, the pending one, its legal moves, and the automatic consequences of moves.

One seat decides at a time: first the pending steps, then offers of power, then the turn. In its own turn a seat may
also convert. `list_legal_moves` is the one source for pages, terminal, agents and tests (TM-170 … TM-178).
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
from soloist.games.terra_mystica.player.base_step import GIVEN_UP, Step, name_faction, refuse
from soloist.games.terra_mystica.player.bridges import BuildBridge
from soloist.games.terra_mystica.player.building import Ride, Storm, Swarm
from soloist.games.terra_mystica.player.convert import CONVERTING, Converting
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.events import StageBegun
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.income import begin_actions, begin_round, end_actions
from soloist.games.terra_mystica.player.leech import NewToken, ReserveCard, close_empty_offers, offer_power
from soloist.games.terra_mystica.player.priests import UnlockOrPriest
from soloist.games.terra_mystica.player.setup_steps import AutomaPlaces, ChooseBonus, PlaceDwelling
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, INCOME, SETTING_UP, Position
from soloist.games.terra_mystica.player.towns import TakeTown, UseKey
from soloist.games.terra_mystica.player.turn import HER_TURN

#: all kinds of steps, by the name under which they are saved
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
#: draws the reserve card for the Cultists; returns its points, 0 for a free cult step, None if there is no card
Reserve = Callable[[Position], int | None]
_NOBODY_ASKED: Chance = Asked(())


def pending_step(position: Position) -> Pending | None:
    """Return what has to be decided now, None when the game is over."""
    due = position.due()
    return HER_TURN if due is position.turn and position.to_move == AUTOMA else due


def human_step(position: Position) -> Step | None:
    """Return the pending step if a human decides it, otherwise None."""
    due: Any = position.due()
    return None if due is None or due.automa or due.seat == AUTOMA else due


def open_now(position: Position, due: Step) -> list[Step | Converting]:
    """Return what is open to the deciding seat: the due step, tiles that may come before it, conversions (TM-176)."""
    found: list[Step | Converting] = [due]
    if due.any_order:
        found += others_first(position, due)
    if position.stage == ACTIONS and due.seat == position.to_move and not due.alone:
        found.append(CONVERTING)
    return found


def others_first(position: Position, due: Step) -> list[Step]:
    """Return the tile and key decisions of the same player that may come before the due one, one of each kind."""
    found: list[Step] = []
    kinds = {type(due)}
    for step in reversed(position.waits):
        if not isinstance(step, Step) or step.seat != due.seat or not step.any_order:
            break
        if type(step) not in kinds:
            kinds.add(type(step))
            found.append(step)
    return found


def list_legal_moves(position: Position) -> list[Move]:
    """Return all legal moves of the deciding seat, sorted; empty when the game is over or the Automa has to act."""
    due = human_step(position)
    if due is None:
        return []
    found: list[Move] = []
    for step in open_now(position, due):
        found += step.list_open_moves(position)
    if due.optional:
        found.append(GIVEN_UP)
    found.sort()
    return found


def ask_question(position: Position, due: Step) -> Text:
    """Return the question to the deciding seat, including tiles that may be taken in any order."""
    others = others_first(position, due) if due.any_order else []
    if not others:
        return due.ask_question(position)
    what = tuple(step.make_question(position) for step in (due, *others))
    return name_faction(position, due.seat, text("decision.any_first", what=what))


def carry_out(position: Position, move: Move, sink: Sink = NULL_SINK, chance: Chance = _NOBODY_ASKED) -> None:
    """Apply a move without its automatic consequences. Raise `ImpossibleError` with the rule that refuses it."""
    due = human_step(position)
    if due is None:
        refuse("TM-100")
    if move.verb in due.takes:  # the common case: skips collecting the other open steps
        due.carry_out(position, move, sink)
        return
    for step in open_now(position, due)[1:]:
        if move.verb in step.takes:
            step.apply_move(position, move, chance, sink)
            return
    due.apply_move(position, move, chance, sink)


def play_move(position: Position, move: Move, sink: Sink = NULL_SINK, reserve: Reserve | None = None) -> None:
    """Apply a move and its automatic consequences."""
    carry_out(position, move, sink)
    apply_consequences(position, sink, reserve)


def apply_consequences(position: Position, sink: Sink, reserve: Reserve | None = None) -> None:
    """Apply the automatic consequences of a move.

    `reserve` draws the card when the Cultists built next to the Automa (TMA-095).
    """
    for step in position.waits:
        if type(step) is ReserveCard:
            _reserve_card(position, sink, step, reserve)
    settle_automatic(position, sink)


def _reserve_card(position: Position, sink: Sink, step: ReserveCard, reserve: Reserve | None) -> None:
    """Draw the reserve card: it shows 1 or 2 VP, booked with the draw, or gives a free cult step (TMA-095)."""
    sink.apply_event(position, StepClosed(step))
    if reserve is not None and reserve(position) == 0:
        sink.apply_event(position, StepOpened(CultStep(step.seat)))


def after_automa(position: Position, events: Sequence[Event], sink: Sink = NULL_SINK) -> None:
    """Apply the consequences of an Automa turn: power for the neighbours (TMA-007), the end of a round."""
    if position.waits and isinstance(position.waits[-1], AutomaPlaces):
        sink.apply_event(position, StepClosed(position.waits[-1]))
    else:
        for event in events:
            # comparing exact types is much faster than isinstance() with abstract classes
            if (type(event) is Built or type(event) is Upgraded) and event.seat == AUTOMA:
                offer_power(position, sink, AUTOMA, event.hex, dwelling=type(event) is Built)
    settle_automatic(position, sink)


def settle_automatic(position: Position, sink: Sink = NULL_SINK) -> None:
    """Close empty offers, and end turns, phases and rounds in which nothing is left to decide."""
    while not position.waits and position.phase != OVER:
        if position.offers and not position.site:
            close_empty_offers(position, sink)
            if position.offers or position.waits:
                return
        elif position.stage == SETTING_UP:
            begin_actions(position, sink)
        elif position.stage == BONUSES:
            begin_round(position, sink)
        elif position.stage == INCOME:
            sink.apply_event(position, StageBegun(ACTIONS))
        elif len(position.passed) == len(position.order):
            end_actions(position, sink)
        elif (
            position.to_move != AUTOMA
            and position.turn.acted
            and not position.site
            and position.turn.nothing_left(position)
        ):
            position.turn.end(position, sink)
        else:
            return
