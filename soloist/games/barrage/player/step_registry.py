"""The due decision, and the automatic effects between two decisions.

One seat decides at a time: the last open step, otherwise the turn of the seat to move. `settle_automatic` applies
effects as soon as nothing is due before them and skips what cannot be carried out (BR-170, BR-171).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from soloist.core.sink import NULL_SINK, Sink
from soloist.core.steps import Pending, StepClosed
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import HeadstreamsFilled, Out, Rotated, TurnDone
from soloist.games.barrage.board.state import ACTIONS, INCOME, OVER
from soloist.games.barrage.board.tables import CONTRACT_TILES, WORK_TILES
from soloist.games.barrage.board.tables import INCOME as INCOMES
from soloist.games.barrage.player import automatic_effects as w
from soloist.games.barrage.player import (
    buildings,
    construction,
    contracts,
    draft,
    gains,
    production,
    tile_effects,
    turn,
    works,
)
from soloist.games.barrage.player.base_step import Effect, Step, open_steps
from soloist.games.barrage.player.state import Position

#: all steps and effects, by the name under which they are saved
STEPS: dict[str, type[Pending]] = {
    kind.name: kind
    for kind in (
        draft.ChoosePair,
        contracts.ChooseStarting,
        contracts.TakeContracts,
        contracts.DiscardDown,
        contracts.Fulfil,
        contracts.RewardOrder,
        construction.Construct,
        construction.Pay,
        construction.FreeBuild,
        production.Produce,
        production.MoreDams,
        production.DropOnDam,
        gains.ChooseMachinery,
        gains.PlaceDrops,
        gains.TakeTile,
        works.PayWork,
        works.Lend,
        buildings.OwnBuilding,
        buildings.NewBuilding,
        buildings.Retrieve,
        buildings.Recover,
        tile_effects.FillDams,
        turn.ExtraTurn,
        turn.FollowUp,
        turn.CopyOfficer,
        turn.HerIncome,
        w.Reward,
        w.WorkReward,
        w.Uncovered,
        w.TileEffect,
        w.Rotation,
        w.Income,
        w.Headstreams,
        w.Ending,
        w.Dealing,
    )
}


@cache
def _turn(seat: int, automa: bool) -> Pending:
    return turn.HerTurn(seat) if automa else turn.Turn(seat)


def pending_step(position: Position) -> Pending | None:
    """Return the decision that is due, or None when the game is over."""
    if position.phase == OVER:
        return None
    return (
        position.waits[-1]
        if position.waits
        else _turn(position.to_move, position.is_automa(position.to_move) or position.to_move in position.forced)
    )


def list_legal_moves(position: Position) -> list[Move]:
    """Return all legal moves of the seat whose decision is due, sorted and complete. The list is empty when the game is
    over, or if an Automa acts or a tile decides for a human (BA-136)."""
    due = pending_step(position)
    return due.list_legal_moves(position) if isinstance(due, Step) else []


# --------------------------------------------------------------------------------------------- ---- automatic effects


def settle_automatic(position: Position, sink: Sink = NULL_SINK) -> None:
    """Apply automatic effects until a decision is due, or until the draft, a turn or a round ends."""
    while position.phase != OVER:
        if not position.waits:
            if position.phase == INCOME:
                begin_income(position, sink)
            elif not _dropped_out(position, sink):
                return
            continue
        step: Any = position.waits[-1]
        if isinstance(step, w.Ending | w.Dealing):  # these need chance, so the rulebook applies them
            return
        if isinstance(step, Effect):
            sink.apply_event(position, StepClosed(step))
            _HAPPENS[step.name](position, sink, step)
        elif isinstance(step, Step) and not step.list_open_moves(position):
            step.give_up(position, sink)
        else:
            return


def _dropped_out(position: Position, sink: Sink) -> bool:
    """Put a human out of the round who has no engineers and no possible action (BR-032), by house ruling only until
    other seats have moved (BR-R07). Return whether that happened."""
    seat = position.to_move
    if position.phase != ACTIONS or position.is_automa(seat) or position.out >> seat & 1 or _is_in(position, seat):
        return False
    again = position.setup.rulings["drop_out_final"] == "only_chosen" and position.can_act(seat)
    others = (other for other in range(position.players) if other != seat)
    sink.apply_event(
        position, TurnDone(seat) if again and any(_is_in(position, other) for other in others) else Out(seat)
    )
    return True


def _is_in(position: Position, seat: int) -> bool:
    """Return whether a seat could take a turn now."""
    if position.engineers[seat] + position.architect[seat]:
        return True
    return (
        not position.is_automa(seat)
        and not position.out >> seat & 1
        and bool(construction.moves_without_engineers(position, seat))
    )


def begin_income(position: Position, sink: Sink) -> None:
    """Open all incomes in reverse turn order (BR-020, BR-R04), then the headstreams (BR-027)."""
    reverse = position.setup.rulings["income_order"] == "reverse_turn_order"
    seats = [seat for seat in (reversed(position.order) if reverse else position.order) if _has_income(position, seat)]
    steps = [turn.HerIncome(seat) if position.is_automa(seat) else w.Income(seat) for seat in seats]
    open_steps(position, sink, *steps, w.Headstreams(position.order[0]))


def _has_income(position: Position, seat: int) -> bool:
    if not position.takes_income(seat):
        return False
    return any(position.built(seat, structure) >= nth for structure, nth in INCOMES[position.setup.seats[seat].company])


_HAPPENS: dict[str, Callable[[Position, Sink, Any], None]] = {
    w.Reward.name: lambda s, sink, step: gains.take_gains(s, sink, step.seat, CONTRACT_TILES[step.contract].effects),
    w.WorkReward.name: lambda s, sink, step: gains.take_gains(s, sink, step.seat, WORK_TILES[step.work].effects),
    w.Uncovered.name: lambda s, sink, step: gains.take_gains(
        s, sink, step.seat, INCOMES[s.setup.seats[step.seat].company][step.structure, step.nth]
    ),
    w.TileEffect.name: tile_effects.apply_tile_effect,
    w.Rotation.name: lambda s, sink, step: sink.apply_event(s, Rotated(step.seat, step.n)),
    w.Income.name: lambda s, sink, step: gains.take_income(s, sink, step.seat),
    w.Headstreams.name: lambda s, sink, step: sink.apply_event(s, HeadstreamsFilled()),
}
