"""The coach: the best turns of a seat with expected final score, confidence interval and a reason.

Candidates and their order come from the search of `expert`. The first few are then played to the end in test games by
quick players. All turns are played under the same chance, so they are compared game by game. Turns whose difference to
the best may be chance are marked as too close to call and keep the order of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from soloist.agents.candidate_turns import after_move, map_expected_moves
from soloist.agents.endgame import search_endgame
from soloist.agents.levels import SKILLS, find_budget
from soloist.agents.playout import Horizon, PlayoutResult, SeatPlan, run_playout
from soloist.agents.playout_search import Budget, PlayoutSearch
from soloist.agents.policy import find_heuristics
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError
from soloist.core.menu import Choice
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.stats import half_width, mean
from soloist.core.text import Text, text
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.strategy.heuristics import POINT, GameHeuristics

#: number of turns in the advice
SHOWN = 3
#: fewest test games for which scores are shown and turns are reordered
ENOUGH = 12
#: factor on the time limit while there are fewer games, or while they contradict the order of the search
_LONGER = 6
#: smallest difference in points from one source that counts as a reason
_LEAST = 0.5
_TO_THE_END = Horizon(to_the_end=0)


@dataclass(frozen=True, slots=True)
class CoachEffort:
    """How much the coach computes: `seconds` for finding turns and again for counting (0: no limit), at most `games`
    test games of each turn, and the budget for `finding` turns (None: the budget of `expert`)."""

    seconds: float = 2.0
    games: int = 400
    finding: Budget | None = None


COACHING = CoachEffort()


@dataclass(frozen=True, slots=True)
class Advice:
    """One turn of the coach's advice.

    `lines` are its moves in notation, `choices` the same moves as menu entries. `points` is the mean final score of the
    seat and `within` half its 95 % interval; both are None while there are too few test `games`. `close` marks one of
    several turns that are too close to call.
    """

    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    points: float | None
    within: float | None
    games: int
    close: bool
    reason: Text


@dataclass(frozen=True, slots=True)
class Start:
    """Position and coach's seed at the start of a turn that is under way."""

    position: Any
    seed: str


@dataclass(frozen=True, slots=True)
class _Row:
    """A turn under comparison: its `moves`, the `line` that the search planned (in an endgame longer than the turn),
    and the policy by which the seat plays on."""

    moves: tuple[Any, ...]
    line: tuple[Any, ...]
    plan: GameHeuristics | None


def advise_turns(
    book: Rulebook,
    position: Any,
    seed: str,
    effort: CoachEffort = COACHING,
    *,
    start: Start | None = None,
    clock: Callable[[], float] = perf_counter,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Advice]:
    """Return the best turns of the seat that decides, the best first; an empty list if cancelled.

    With `start` a turn is under way: if the advice at its start led here, the rest of that advice comes first. Raises
    `UnknownError` unless the rulebook is DIGITAL, `ImpossibleError` if no human seat has to decide.
    """
    if book.id != DIGITAL:
        raise UnknownError(text("coach.only_digital"))
    due = book.find_due(position)
    if due is None or due.automa or not book.list_legal_moves(position):
        raise ImpossibleError(text("error.game_is_over" if due is None else "error.automa_due"))
    search = _CoachSearch(book, effort, clock, cancelled)
    rows = search.find_turns(position, seed)
    if start is not None:
        rows = search.continue_plan(position, start, rows)
    alone, rows = len(rows) == 1, rows[:SHOWN]
    results = [[]] if alone else search.play_test_games(position, rows, due.seat, f"{seed}/count")
    if cancelled():
        return []
    return _make_advice(book, position, rows, results, due.seat, alone=alone)


class _CoachSearch:
    """The coach's search for the best turns of one position."""

    def __init__(
        self, book: Rulebook, effort: CoachEffort, clock: Callable[[], float], cancelled: Callable[[], bool]
    ) -> None:
        self._book, self._effort, self._clock, self._cancelled = book, effort, clock, cancelled
        self._heuristics = find_heuristics(book)

    def find_turns(self, position: Any, seed: str) -> list[_Row]:
        """Return turns, the best first: the choice of `expert`, then the turns it was compared with."""
        book, heuristics = self._book, self._heuristics
        legal = book.list_legal_moves(position) or ()
        found: dict[tuple[Any, ...], _Row] = {}
        to_come = search_endgame(book, heuristics, position)
        if to_come:
            first = _follow_plan(book, heuristics, position, to_come)
            found[first] = _Row(first, tuple(to_come.values()), None)
        elif heuristics.is_minor(position):
            first = (heuristics.make_policy(lambda: 0)(position, legal),)
            found[first] = _Row(first, first, None)
        finding = self._effort.finding or find_budget(book, "expert", SKILLS["expert"].budget or Budget())
        finding = replace(finding, seconds=self._effort.seconds)
        search = PlayoutSearch(book, finding, heuristics=heuristics, clock=self._clock, cancelled=self._cancelled)
        for turn in search.search_turns(position, legal, seed):
            found.setdefault(turn.moves, _Row(turn.moves, turn.moves, turn.plan))
        return list(found.values())

    def continue_plan(self, position: Any, start: Start, rows: Sequence[_Row]) -> list[_Row]:
        """Move to the front the rest of a turn that was advised at its start, if this position lies on it."""
        book, heuristics = self._book, self._heuristics
        for planned in self.find_turns(start.position, start.seed)[:SHOWN]:
            rest = _follow_plan(book, heuristics, position, map_expected_moves(book, start.position, planned.moves))
            if rest:
                return [_Row(rest, rest, planned.plan), *(row for row in rows if row.moves != rest)]
        return list(rows)

    def play_test_games(self, position: Any, rows: Sequence[_Row], seat: str, seed: str) -> list[list[PlayoutResult]]:
        """Play test games, equally many for each turn, and return their results by turn.

        They continue beyond the time limit while there are too few or while they contradict the order of the turns.
        """
        effort, began, longest = self._effort, self._clock(), 0.0
        results: list[list[PlayoutResult]] = [[] for _ in rows]
        for number in range(effort.games):
            now = self._clock()
            passed = now + longest - began
            if 0 < effort.seconds < passed and number >= ENOUGH and is_in_order(_list_points(results, seat)):
                break
            if 0 < effort.seconds * _LONGER < passed:
                break
            played = []
            for row in rows:
                if self._cancelled():
                    return results
                played.append(self._play_test_game(position, row, seat, f"{seed}/{number}"))
            for of, result in zip(results, played, strict=True):
                of.append(result)
            longest = max(longest, self._clock() - now)
        return results

    def _play_test_game(self, position: Any, row: _Row, seat: str, seed: str) -> PlayoutResult:
        plan = None if row.plan is None else SeatPlan(seat, row.plan)
        return run_playout(
            self._book, self._heuristics, position.copy(), row.line, seed, _TO_THE_END, sources=True, plan=plan
        )


def _follow_plan(
    book: Rulebook, heuristics: GameHeuristics, position: Any, moves: Mapping[Any, Any]
) -> tuple[Any, ...]:
    """Return the expected moves from a position to the end of the turn. `moves` maps position keys to moves."""
    found: list[Any] = []
    along = position
    while (move := moves.get(along.key())) is not None:
        found.append(move)
        along = after_move(book, along, move)
        if not heuristics.turn_continues(along, move):
            break
    return tuple(found)


# ----------------------------------------------------------------------------------------------------- what the games show


def _list_points(results: Sequence[Sequence[PlayoutResult]], seat: str) -> list[list[float]]:
    return [[result.points[seat] / POINT for result in of] for of in results]


def rank_turns(points: Sequence[Sequence[float]]) -> tuple[list[int], list[int]]:
    """Return the order of turns by their points in the same games, and which of them are too close to call.

    The first stays first unless another is clearly better: the whole 95 % interval of their difference is above 0.
    Turns that are not clearly worse than the first follow in their order, then the others by their mean.
    """
    if not points or len(points[0]) < ENOUGH:
        return list(range(len(points))), []
    best = 0
    while better := [row for row in range(len(points)) if _is_clearly_better(points[row], points[best])]:
        best = max(better, key=lambda row: mean(points[row]))
    others = [row for row in range(len(points)) if row != best]
    close = [best, *(row for row in others if not _is_clearly_better(points[best], points[row]))]
    clear = sorted((row for row in others if row not in close), key=lambda row: -mean(points[row]))
    return [*close, *clear], close if len(close) > 1 else []


def is_in_order(points: Sequence[Sequence[float]]) -> bool:
    """Return whether no turn is clearly better than one before it."""
    rows = range(len(points))
    return not any(_is_clearly_better(points[lower], points[upper]) for lower in rows for upper in range(lower))


def _is_clearly_better(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one turn is better than another beyond chance, compared game by game."""
    differ = [a - b for a, b in zip(one, other, strict=True)]
    within = half_width(differ)
    return within is not None and mean(differ) > within


def _make_advice(
    book: Rulebook,
    position: Any,
    rows: Sequence[_Row],
    results: Sequence[Sequence[PlayoutResult]],
    seat: str,
    *,
    alone: bool,
) -> list[Advice]:
    points = _list_points(results, seat)
    order, close = rank_turns(points)
    counted = [[_map_sources(result, seat) for result in of] for of in results]
    found = []
    for rank, at in enumerate(order):
        lines, choices = write_moves(book, position, rows[at].moves)
        games = len(points[at])
        reason = text("coach.only" if alone else "coach.few")
        if games >= ENOUGH and not alone:
            rival = 1 if rank == 0 else 0
            by = order[rival]
            reason = explain_difference(
                book, points[at], points[by], counted[at], counted[by], rival + 1, close=at in close and by in close
            )
        number, within = (mean(points[at]), half_width(points[at])) if games >= ENOUGH else (None, None)
        found.append(Advice(lines, choices, number, within, games, at in close, reason))
    return found


def write_moves(book: Rulebook, position: Any, moves: Sequence[Any]) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
    """Return the moves in notation and as menu entries. The end of a turn is left out of the entries unless it is the
    only move."""
    lines: list[str] = []
    choices: list[Choice] = []
    along = position
    for move in moves:
        line = book.write_move(along, move)
        lines.append(line)
        if line != book.end_of_turn_line(along) or not choices:
            choices += [choice for choice in book.list_choices(along) if choice.line == line][:1]
        along = after_move(book, along, move)
    return tuple(lines), tuple(choices)


def _map_sources(result: PlayoutResult, seat: str) -> dict[str, float]:
    """Return the points of a seat in one game by source."""
    return {source: float(points) for (who, source), points in result.sources.items() if who == seat}


def explain_difference(
    book: Rulebook,
    points: Sequence[float],
    others: Sequence[float],
    sources: Sequence[Mapping[str, float]],
    other_sources: Sequence[Mapping[str, float]],
    number: int,
    *,
    close: bool,
) -> Text:
    """Return a sentence that compares a turn with the one at rank `number`.

    It names the difference in points, and the source of points in which they differ most in that direction. Differences
    that may be chance are left out.
    """
    differ = mean([a - b for a, b in zip(points, others, strict=True)])
    by_source: dict[str, float] = {}
    for source in sorted({source for of in (*sources, *other_sources) for source in of}):
        column = [a.get(source, 0.0) - b.get(source, 0.0) for a, b in zip(sources, other_sources, strict=True)]
        within = half_width(column)
        if within is not None and abs(mean(column)) > within and abs(mean(column)) >= _LEAST:
            by_source[source] = mean(column)
    if not close:
        by_source = {source: by for source, by in by_source.items() if (by > 0) == (differ > 0)}
    source = max(by_source, key=lambda key: abs(by_source[key]), default="")
    more = by_source[source] > 0 if source else differ > 0
    key = f"coach.{'alike' if close else 'clear'}{'_more' if more else '_less'}{'_from' if source else ''}"
    if close and not source:
        key = "coach.alike"
    given: dict[str, Any] = {"n": number}
    if not close:
        given["points"] = max(1, round(abs(differ)))
    if source:
        given["source"] = book.name_source(source)
    return text(key, **given)


# -------------------------------------------------------------------------------------------------------------- at a table


def turn_start(table: Table) -> int:
    """Return the number of entries before the turn under way; the number of all entries if a turn begins now."""
    book, heuristics, boards = table.rulebook, find_heuristics(table.rulebook), table.list_boards()
    due, at = book.find_due(table.board), len(table.entries)
    while due is not None and at and table.entries[at - 1].kind == book.entry:
        entry, before = table.entries[at - 1], book.find_due(boards[at - 1])
        if before is None or before.seat != due.seat:
            break
        try:
            move = book.from_log(boards[at - 1], entry.typed, entry.events)
        except SoloistError:  # an entry of another version: its turn cannot be determined
            break
        if not heuristics.turn_continues(boards[at], move):
            break
        at -= 1
    return at


def seed_at(table: Table, entries: int, steps: Sequence[str] = ()) -> str:
    """Return the coach's seed for a table with this number of entries and after these unconfirmed steps."""
    return "/".join(("coach", table.setup["seed"], str(entries), *steps))


def as_data(it: Advice, words: Catalogue) -> dict[str, Any]:
    """Return the advice as plain values for programs, in one language."""
    return {
        "lines": list(it.lines),
        "says": [words.say(choice.says) for choice in it.choices],
        "points": None if it.points is None else round(it.points, 1),
        "within": None if it.within is None else round(it.within, 1),
        "playouts": it.games,
        "close": it.close,
        "reason": words.say(it.reason),
    }
