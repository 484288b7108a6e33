"""Soaks: whole games in which every invariant is checked after every event, with statistics of the rules that were
used.

A fault is an exception, a decision without a legal move, notation that does not read back, a broken invariant, events
that do not lead to the position, or a save, undo or redo that loses something. In TABLE mode a random human keeps the
Automa busy; a soak there also fails on an undecided choice and on a tiebreaker that never decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

from soloist.core.board import Board
from soloist.core.chance import Seeded
from soloist.core.errors import SoloistError
from soloist.core.explain import list_deciding_rules, list_left_open, list_narrowing_rules
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Agent, Due, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.trace import Remark, Trace
from soloist.manifest import Game
from soloist.session.table import Table
from soloist.simulation.simulate import Plan, lay_out_game, make_agents, set_up_game

_MOST_FAULTS = 10
#: number of legal moves per decision that are written and read back
_READ_BACK = 3
#: exceptions that are recorded as faults without ending the soak
_WRONG = (SoloistError, AssertionError, ArithmeticError, LookupError, TypeError, ValueError)


class SoakFault(Exception):
    """A broken invariant, with the seed and the line."""


# ------------------------------------------------------------------------------------------------------------- watchers


class InvariantWatcher(Watcher):
    """Replays the events on a copy: each must read back and break no invariant, and together they must lead to the
    position."""

    def __init__(self, book: Rulebook, name: str, seen: Callable[[object], None]) -> None:
        self._book = book
        self._name = name
        self._seen = seen
        self._shadow: Any = None

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self._shadow = position.copy()

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        if position.key() != self._shadow.key():
            raise SoakFault(f"{self._name}: looking for a move changed the position")

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        shadow = self._shadow
        for event, line in zip(noted.events, noted.lines, strict=True):
            if self._book.read_event(shadow, line) != event:
                raise SoakFault(
                    f"{self._name}: {line!r} reads as {self._book.read_event(shadow, line)!r}, not {event!r}"
                )
            before = shadow.copy()
            event.apply(shadow)
            self._seen(event)
            problems = self._book.check_invariants(before, event, shadow)
            if problems:
                first = problems[0]
                raise SoakFault(f"{self._name}: after {line!r}: {first.rule} {first.text.key} {dict(first.text.args)}")
        if shadow.key() != position.key():
            raise SoakFault(f"{self._name}: the events do not lead to the position")


class LegalMoveWatcher(Watcher):
    """Checks that legal moves are sorted, read back, exist before the end, and are none while the Automa decides."""

    wants_events = False

    def __init__(self, book: Rulebook, name: str) -> None:
        self._book = book
        self._name = name
        self._dice = Random(f"read back {name}")
        self.most = 0

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            if self._book.list_legal_moves(position):
                raise SoakFault(f"{self._name}: there are legal moves while the Automa is due")
            return
        if legal is None:
            return
        self.most = max(self.most, len(legal))
        if any(a >= b for a, b in pairwise(legal)):
            raise SoakFault(f"{self._name}: the legal moves are not sorted, or one is there twice")
        for move in self._dice.sample(list(legal), min(_READ_BACK, len(legal))):
            line = self._book.write_move(position, move)
            if self._book.read_move(position, line) != move:
                raise SoakFault(
                    f"{self._name}: {line!r} reads as {self._book.read_move(position, line)!r}, not {move!r}"
                )


class TableWatcher(Watcher):
    """Plays the same game as a table, and at random points saves, loads, undoes and redoes it."""

    def __init__(self, table: Table, name: str) -> None:
        self._table = table
        self._name = name
        self._dice = Random(f"saves {name}")
        self.saves = 0

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            self._table.turn()

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        self._table.play(move)

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        if self._table.board.key() != position.key():
            raise SoakFault(f"{self._name}: at a table the same game leads to another position")
        if self._dice.random() < 0.06 or self._table.over:
            self._check_table()

    def _check_table(self) -> None:
        table, name = self._table, self._name
        again = Table.from_text(table.text())
        if again.board.key() != table.board.key():
            raise SoakFault(f"{name}: a save of {len(table.entries)} entries loads as another position")
        steps = self._dice.randint(1, len(table.entries))
        again.undo(steps)
        if Table.from_text(again.text()).board.key() != again.board.key():
            raise SoakFault(f"{name}: {steps} entries undone, the save loads as another position")
        again.redo(steps)
        if again.board.key() != table.board.key() or again.legal() != table.legal():
            raise SoakFault(f"{name}: {steps} entries undone and redone give another position")
        self.saves += 1


class DigestWatcher(Watcher):
    """Hashes the notation of all events, to tell whether two games are identical."""

    def __init__(self) -> None:
        self._sum = sha256()

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        for line in noted.lines:
            self._sum.update(f"{line}\n".encode())

    @property
    def game_digest(self) -> str:
        return self._sum.hexdigest()


# ----------------------------------------------------------------------------------------- the Automa and a made-up human


@dataclass(slots=True)
class SoakCensus:
    """Statistics of a soak of the Automa. `open` counts the decisions that the rules left to the table, by
    procedure."""

    games: int = 0
    turns: int = 0
    events: int = 0
    narrowed: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    applied: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    open_turns: int = 0
    scores: dict[str, list[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def never_decided(self, game: Game) -> list[str]:
        """Return the tiebreakers that never ruled out an option."""
        return [rule for rule in game.tiebreakers if not self.narrowed[rule]]

    def never_applied(self, game: Game) -> list[str]:
        """Return the rules of officers and factions that never applied."""
        return [rule for rule in game.applied if not self.applied[rule] and not self.narrowed[rule]]


class _CensusWatcher(Watcher):
    """Counts what the rules of the Automa did, and stops the game after `most` turns."""

    wants_trace = True

    def __init__(self, census: SoakCensus, most: int | None) -> None:
        self._census = census
        self._most = most

    @property
    def should_stop(self) -> bool:  # type: ignore[override]
        return self._most is not None and self._census.turns >= self._most

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        if trace is not None:
            census = self._census
            census.turns += 1
            census.narrowed.update(list_narrowing_rules(trace))
            census.decided.update(list_deciding_rules(trace))
            holes = list_left_open(trace)
            census.open.update(holes)
            census.open_turns += bool(holes)
            census.applied.update(entry.rule for entry in trace.entries if isinstance(entry, Remark))


class SameAgentForAll(dict[str, Agent]):
    """A mapping that returns one agent for every seat."""

    def __init__(self, agent: Agent) -> None:
        super().__init__()
        self._agent = agent

    def __missing__(self, seat: str) -> Agent:
        return self._agent


def soak(
    game: Game,
    *,
    turns: int | None = None,
    games: int | None = None,
    seed: int = 1,
    progress: Callable[[SoakCensus], None] | None = None,
) -> SoakCensus:
    """Play whole games until `turns` or `games` are reached. Faults are collected, at most ten."""
    census = SoakCensus()
    number = 0
    while len(census.faults) < _MOST_FAULTS and (
        (turns is not None and census.turns < turns) or (games is not None and census.games < games)
    ):
        name = f"{seed}/{number}"
        number += 1
        try:
            _play_random_game(game, name, census, turns)
        except (SoakFault, *_WRONG) as why:
            census.faults.append(f"seed {name}: {type(why).__name__}: {why}")
        if progress is not None:
            progress(census)
    return census


def _play_random_game(game: Game, seed: str, census: SoakCensus, most_turns: int | None) -> None:
    """Play one game from a random set-up to its end, or until the census has `most_turns` turns."""
    book, chance = game.table, Seeded(seed, answers_too=True)
    board = book.create_position(book.lay_out({**book.random_options(chance), "seed": seed}, chance, {}))
    _check_sound(board, seed)
    human = book.random_human(chance)

    def seen(event: object) -> None:
        census.events += 1

    invariants = InvariantWatcher(book, seed, seen)
    first = Due("", "set-up")
    invariants.before_decision(board, first, None)
    noted = RecordingSink()
    book.apply_move(board, human.choose_move(board, ()), chance, noted)  # the pieces on the board before the first turn
    invariants.after_event(board, first, noted, None)
    if run_game(book, board, SameAgentForAll(human), chance, [invariants, _CensusWatcher(census, most_turns)]):
        census.games += 1
        for level, points in book.list_automa_results(board):
            census.scores.setdefault(level, []).append(points)


def _check_sound(board: Board, name: str) -> None:
    problems = board.status()
    if problems:
        raise SoakFault(f"{name}: the set-up is not sound: {problems[0].rule} {problems[0].text.key}")


# ----------------------------------------------------------------------------------------------------- games by agents


@dataclass(slots=True)
class PlanCensus:
    """Statistics of a soak of games by agents.

    `seen` counts levels, factions and drawn options such as `automa.level=ultoma`; `decided` counts decisions of humans
    with the verb of the move, such as `turn use`.
    """

    games: int = 0
    moves: int = 0
    turns: int = 0
    events: int = 0
    saves: int = 0
    repeats: int = 0
    most_legal: int = 0
    seen: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    decided: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def count_decisions(self, book: Rulebook) -> dict[str, int]:
        """Return how often each decision of the rulebook was made, with 0 for those that never came up."""
        return self._count_known(book.decisions, 0)

    def count_verbs(self, book: Rulebook) -> dict[str, int]:
        """Return how often each verb of the moves was chosen, with 0 for those that never were."""
        return self._count_known([verb.first_word for verb in book.language.verbs] if book.language else [], 1)

    def _count_known(self, known: Sequence[str], part: int) -> dict[str, int]:
        found = dict.fromkeys(known, 0)
        for pair, n in self.decided.items():
            found[pair.split()[part]] = found.get(pair.split()[part], 0) + n
        return found


class _MoveCounter(Watcher):
    """Counts moves, turns, and decisions by verb."""

    wants_events = False

    def __init__(self, census: PlanCensus, book: Rulebook) -> None:
        self._census = census
        self._book = book

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if due.automa:
            self._census.turns += 1
        else:
            self._census.moves += 1

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        self._census.decided[f"{due.what} {self._book.write_move(position, move).partition(' ')[0]}"] += 1


def soak_plan(
    game: Game,
    plan: Plan,
    games: int,
    *,
    first: int = 0,
    saved: int = 10,
    repeated: int = 0,
    progress: Callable[[PlanCensus], None] | None = None,
) -> PlanCensus:
    """Play games `first` to `first + games - 1` of a plan.

    Each `saved`-th game is also played as a table, with saving, loading, undo and redo at random points. Each
    `repeated`-th is played a second time and must be identical (0: none).
    """
    census = PlanCensus()
    for number in range(first, first + games):
        try:
            digest = _play_by_agents(game, plan, number, census, as_table=bool(saved) and number % saved == 0)
            if repeated and number % repeated == 0:
                _play_again(game, plan, number, digest)
                census.repeats += 1
        except (SoakFault, *_WRONG) as why:
            census.faults.append(f"seed {plan.seed_name(number)}: {type(why).__name__}: {why}")
            if len(census.faults) >= _MOST_FAULTS:
                break
        if progress is not None:
            progress(census)
    return census


def _play_again(game: Game, plan: Plan, number: int, digest: str) -> None:
    """Play a game again from its seed and compare the digest."""
    book, name, written = game.rulebook(plan.mode), plan.seed_name(number), DigestWatcher()
    position, seats, _, chance = set_up_game(game, plan, number)
    run_game(book, position, make_agents(book, plan, seats, name), chance, [written])
    if written.game_digest != digest:
        raise SoakFault(f"{name}: the same seed gives another game")


def _play_by_agents(game: Game, plan: Plan, number: int, census: PlanCensus, *, as_table: bool) -> str:
    """Play one game of a plan with all checks and return its digest."""
    book, name = game.rulebook(plan.mode), plan.seed_name(number)
    position, seats, drawn, chance = set_up_game(game, plan, number)
    _count_seats(census, [(s.name, s.faction, s.level) for s in seats], drawn)
    _check_sound(position, name)

    def seen(event: object) -> None:
        census.events += 1
        census.kinds[type(event).__name__] += 1

    listed, written = LegalMoveWatcher(book, name), DigestWatcher()
    watchers: list[Watcher] = [listed, InvariantWatcher(book, name, seen), _MoveCounter(census, book), written]
    kept = None
    if as_table:
        setup, _, _, _ = lay_out_game(game, plan, number)
        kept = TableWatcher(Table(game, setup, mode=plan.mode), name)
        watchers.append(kept)
    run_game(book, position, make_agents(book, plan, seats, name), chance, watchers)
    if book.list_legal_moves(position):
        raise SoakFault(f"{name}: there are legal moves after the end")
    census.games += 1
    census.most_legal = max(census.most_legal, listed.most)
    census.saves += 0 if kept is None else kept.saves
    return written.game_digest


def _count_seats(census: PlanCensus, seats: Sequence[tuple[str, str, str]], drawn: Mapping[str, str]) -> None:
    for name, faction, level in seats:
        census.seen[f"{name}.faction={faction}"] += 1
        if level:
            census.seen[f"{name}.level={level}"] += 1
    census.seen.update(f"{key}={value}" for key, value in drawn.items())
