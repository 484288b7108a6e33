"""Soak of DIGITAL games: whole games by agents, with every law of the game checked after every single event.

A fault is any exception, a decision without a legal move, a move whose notation does not read back, an event that does not,
a law that is broken, events that do not lead to the position, and a save, undo or redo that loses something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from soloist.core.board import Event
from soloist.core.errors import SoloistError
from soloist.core.game import Agent, Game
from soloist.modes.digital import Digital
from soloist.sim.simulate import AUTOMA, MOST_STEPS, Plan, human_of, lay_out, set_up
from soloist.sim.soak import Fault

_MOST_FAULTS = 10
#: how many of the legal moves of a decision are written and read back
_READ_BACK = 3


@dataclass(slots=True)
class DigitalCensus:
    """What such a soak saw; `seen` counts levels, factions and drawn options, as `automa.level=ultoma`."""

    games: int = 0
    moves: int = 0
    turns: int = 0
    events: int = 0
    saves: int = 0
    most_legal: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def soak_digital(
    game: Game,
    plan: Plan,
    games: int,
    *,
    first: int = 0,
    saved: int = 10,
    progress: Callable[[DigitalCensus], None] | None = None,
) -> DigitalCensus:
    """Play games `first` to `first + games - 1` of a plan. Each `saved`-th is also played as a table, with saving, loading,
    undo and redo at random points (0: none)."""
    census = DigitalCensus()
    for number in range(first, first + games):
        try:
            _play(game, plan, number, census)
            if saved and number % saved == 0:
                _play_saved(game, plan, number, census)
        except (Fault, SoloistError, AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as why:
            census.faults.append(f"seed {plan.name(number)}: {type(why).__name__}: {why}")
            if len(census.faults) >= _MOST_FAULTS:
                break
        if progress is not None:
            progress(census)
    return census


def _play(game: Game, plan: Plan, number: int, census: DigitalCensus) -> None:
    """One game in memory, event by event."""
    human = human_of(game)
    position, seats, drawn, chance = set_up(game, plan, number)
    name = plan.name(number)
    agents: dict[str, Agent] = {s.name: human.agents[s.who](f"{name}/{s.name}") for s in seats if s.who != AUTOMA}
    dice = Random(f"read back {name}")
    for seat in seats:
        census.seen[f"{seat.name}.faction={seat.faction}"] += 1
        if seat.level:
            census.seen[f"{seat.name}.level={seat.level}"] += 1
    census.seen.update(f"{key}={value}" for key, value in drawn.items())
    if position.status():
        raise Fault(f"{name}: the set-up is not sound: {position.status()[0]}")
    for _ in range(MOST_STEPS):
        if human.over(position):
            if human.legal(position):
                raise Fault(f"{name}: there are legal moves after the end")
            census.games += 1
            return
        shadow = position.copy()
        if human.automas_turn(position):
            if human.legal(position):
                raise Fault(f"{name}: there are legal moves while the Automa is due")
            events = game.automa.turn(position, chance)
            events = events + human.after_automa(position, events)
            census.turns += 1
        else:
            legal = human.legal(position)
            _check_legal(human, position, legal, dice, name)
            census.most_legal = max(census.most_legal, len(legal))
            move = agents[human.deciding(position)].choose(position, legal)
            if position.key() != shadow.key():
                raise Fault(f"{name}: looking for a move changed the position")
            events = human.act(position, move, chance)
            census.moves += 1
        _follow(human, shadow, events, name, census)
        if shadow.key() != position.key():
            raise Fault(f"{name}: the events do not lead to the position")
    raise Fault(f"{name}: no end after {MOST_STEPS} decisions")


def _check_legal(human: Any, position: Any, legal: Sequence[Any], dice: Random, name: str) -> None:
    if not legal:
        raise Fault(f"{name}: no legal move for {human.deciding(position)} before the end")
    if any(a >= b for a, b in pairwise(legal)):
        raise Fault(f"{name}: the legal moves are not sorted, or one is there twice")
    for move in dice.sample(list(legal), min(_READ_BACK, len(legal))):
        line = move.notation(position)
        if human.read_move(position, line) != move:
            raise Fault(f"{name}: {line!r} reads as {human.read_move(position, line)!r}, not {move!r}")


def _follow(human: Any, shadow: Any, events: Sequence[Event], name: str, census: DigitalCensus) -> None:
    """Go through the events one by one on a copy: each must read back and break no law."""
    for event in events:
        line = event.notation(shadow)
        if human.parse(shadow, line) != event:
            raise Fault(f"{name}: {line!r} reads as {human.parse(shadow, line)!r}, not {event!r}")
        before = shadow.copy()
        event.apply(shadow)
        census.events += 1
        census.kinds[type(event).__name__] += 1
        problems = human.broken(before, event, shadow)
        if problems:
            first = problems[0]
            raise Fault(f"{name}: after {line!r}: {first.rule} {first.text.key} {dict(first.text.args)}")


def _play_saved(game: Game, plan: Plan, number: int, census: DigitalCensus) -> None:
    """The same plan as a table; at random points it is saved, loaded, undone and redone."""
    human = human_of(game)
    setup, seats, _, _ = lay_out(game, plan, number)
    name = plan.name(number)
    table = Digital(game, setup)
    agents: dict[str, Agent] = {s.name: human.agents[s.who](f"{name}/{s.name}") for s in seats if s.who != AUTOMA}
    dice = Random(f"saves {name}")
    while not table.over:
        if table.automa_due:
            table.automa_turn()
        else:
            table.play(agents[table.deciding].choose(table.board, table.legal()))
        if dice.random() < 0.06:
            _check_save(table, dice, name)
            census.saves += 1
    _check_save(table, dice, name)
    census.saves += 1


def _check_save(table: Digital, dice: Random, name: str) -> None:
    saved = table.text()
    again = Digital.from_text(saved)
    if again.board.key() != table.board.key():
        raise Fault(f"{name}: a save of {len(table.entries)} entries loads as another position")
    steps = dice.randint(1, len(table.entries))
    again.undo(steps)
    if Digital.from_text(again.text()).board.key() != again.board.key():
        raise Fault(f"{name}: {steps} entries undone, the save loads as another position")
    again.redo(steps)
    if again.board.key() != table.board.key() or again.legal() != table.legal():
        raise Fault(f"{name}: {steps} entries undone and redone give another position")
