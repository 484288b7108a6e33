"""Soak: the Automa on boards changed by a made-up human, with every law checked after every event, and a census.

The census counts how often each rule dropped an option and how often it decided. A soak fails on any exception, on an
undecided choice, on a position that cannot be, and on a tiebreaker that never decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from soloist.core.board import Board, Event
from soloist.core.chance import Seeded
from soloist.core.errors import SoloistError
from soloist.core.explain import deciding_rules, narrowed_by
from soloist.core.game import Game
from soloist.core.trace import Remark, Trace

#: a game that takes longer than this many turns does not end
_MOST_TURNS = 2000


@dataclass(slots=True)
class Census:
    """What a soak saw."""

    games: int = 0
    turns: int = 0
    events: int = 0
    narrowed: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    applied: Counter[str] = field(default_factory=Counter)
    scores: dict[str, list[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def never_decided(self, game: Game) -> list[str]:
        """Tiebreakers that never dropped an option in the whole soak: nothing ever hung on them."""
        return [rule for rule in game.tiebreakers if not self.narrowed[rule]]

    def never_applied(self, game: Game) -> list[str]:
        """Rules of officers and factions that never came up in the whole soak."""
        return [rule for rule in game.applied if not self.applied[rule] and not self.narrowed[rule]]


class Fault(Exception):
    """Something that must not happen, happened: which seed, which line."""


def soak(
    game: Game,
    *,
    turns: int | None = None,
    games: int | None = None,
    seed: int = 1,
    progress: Callable[[Census], None] | None = None,
) -> Census:
    """Play whole games until so many turns or games are done. Faults are collected, at most ten."""
    census = Census()
    number = 0
    while len(census.faults) < 10 and (
        (turns is not None and census.turns < turns) or (games is not None and census.games < games)
    ):
        name = f"{seed}/{number}"
        number += 1
        try:
            play(game, name, census, most_turns=turns)
        except (Fault, SoloistError, AssertionError, ArithmeticError, LookupError, TypeError, ValueError) as why:
            census.faults.append(f"seed {name}: {type(why).__name__}: {why}")
        if progress is not None:
            progress(census)
    return census


def play(game: Game, seed: str, census: Census, most_turns: int | None = None) -> None:
    """One game from a random set-up to its end (or until the turns asked for are done)."""
    chance = Seeded(seed, answers_too=True)
    options = game.made_up_options(chance)
    board = game.new_board(game.lay_out({**options, "seed": seed}, chance, {}))
    _check(board, seed, "set-up")
    _step(game, board, game.made_up_move, chance, seed, census)
    for _ in range(_MOST_TURNS):
        if game.over(board):
            census.games += 1
            for level, points in game.results(board):
                census.scores.setdefault(level, []).append(points)
            return
        if most_turns is not None and census.turns >= most_turns:
            return
        if game.automas_turn(board):
            trace = Trace()
            _step(game, board, partial(game.automa.turn, trace=trace), chance, seed, census)
            census.turns += 1
            census.narrowed.update(narrowed_by(trace))
            census.decided.update(deciding_rules(trace))
            census.applied.update(entry.rule for entry in trace.entries if isinstance(entry, Remark))
        else:
            _step(game, board, game.made_up_move, chance, seed, census)
    raise Fault(f"{seed}: no end after {_MOST_TURNS} turns")


def _step(
    game: Game,
    board: Board,
    act: Callable[[Board, Seeded], list[Event]],
    chance: Seeded,
    seed: str,
    census: Census,
) -> None:
    """Let somebody act, then go through his events one by one on a copy: each must be readable and leave a sound board."""
    shadow = board.copy()
    events = act(board, chance)
    events = events + game.consequences(board, events, chance)
    for event in events:
        line = event.notation(shadow)
        if game.parse(shadow, line) != event:
            raise Fault(f"{seed}: {line!r} reads as {game.parse(shadow, line)!r}, not {event!r}")
        event.apply(shadow)
        census.events += 1
        _check(shadow, seed, line)
    if shadow.key() != board.key():
        raise Fault(f"{seed}: the events do not lead to the board")


def _check(board: Board, seed: str, line: str) -> None:
    problems = board.status()
    if problems:
        raise Fault(f"{seed}: after {line!r}: {problems[0].rule} {problems[0].text.key} {dict(problems[0].text.args)}")
