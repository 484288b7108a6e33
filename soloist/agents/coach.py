"""The coach: the best turns with expected points, how sure that is, and one reason that comes out of the search.

A reason names the source of points in which two turns differ most in their playouts: the best is compared with the next,
every other with the best. What the playouts did not show is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from soloist.agents.playout import Horizon
from soloist.agents.thinking import Considered, Effort, Thinker
from soloist.agents.turns import after_move
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.insight import POINT
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.screen import Choice
from soloist.core.stats import half_width, mean
from soloist.core.text import Text, text

#: how many turns are told
TOLD = 3
#: what a coach thinks about a turn: to the end of the game, for two seconds
COACHING = Effort(turns=8, playouts=400, seconds=2.0, horizon=Horizon(rounds=10**6))
#: a difference of fewer points, in tenths, is no reason
_LEAST = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """A turn as the coach tells it: its moves in notation and as they stand in menus, the points to expect at the end, what
    stands behind ± (None after a single playout), how many playouts there were, and the reason."""

    lines: tuple[str, ...]
    choices: tuple[Choice, ...]
    points: float
    within: float | None
    playouts: int
    reason: Text


def advise(
    book: Rulebook,
    position: Any,
    seed: str,
    effort: Effort = COACHING,
    *,
    clock: Callable[[], float] = perf_counter,
    cancelled: Callable[[], bool] = lambda: False,
) -> list[Advice]:
    """The best turns of the seat that has to decide, the best first; fewer if there are no more, or no time was left."""
    if book.id != DIGITAL:
        raise UnknownError(text("coach.only_digital"))
    legal = book.legal(position)
    due = book.due(position)
    if not legal or due is None:
        raise ImpossibleError(text("error.game_is_over" if due is None else "error.automa_due"))
    thinker = Thinker(book, effort, clock=clock, cancelled=cancelled)
    thought = [turn for turn in thinker.think(position, legal, seed, keep=TOLD, sources=True) if turn.seen][:TOLD]
    sources = [sources_of(turn, due.seat) for turn in thought]
    reasons = [_reason(book, sources, at) for at in range(len(thought))]
    return [_advice(book, position, turn, due.seat, reason) for turn, reason in zip(thought, reasons, strict=True)]


def _advice(book: Rulebook, position: Any, turn: Considered, seat: str, reason: Text) -> Advice:
    points = [result.points[seat] / POINT for result in turn.results]
    lines, choices = told(book, position, turn.moves)
    return Advice(lines, choices, mean(points), half_width(points), len(points), reason)


def told(book: Rulebook, position: Any, moves: Sequence[Any]) -> tuple[tuple[str, ...], tuple[Choice, ...]]:
    """The moves in notation, and as they stand in menus. The end of a turn goes without saying, unless nothing
    else is done."""
    lines: list[str] = []
    choices: list[Choice] = []
    along = position
    for move in moves:
        line = book.write(along, move)
        lines.append(line)
        if line != book.end_of_turn(along) or not choices:
            choices += [choice for choice in book.choices(along) if choice.line == line][:1]
        along = after_move(book, along, move)
    return tuple(lines), tuple(choices)


def sources_of(turn: Considered, seat: str) -> dict[str, float]:
    """The mean points of a seat by source."""
    total: dict[str, float] = {}
    for result in turn.results:
        for (who, source), points in result.sources.items():
            if who == seat:
                total[source] = total.get(source, 0.0) + points / len(turn.results)
    return total


def _reason(book: Rulebook, sources: Sequence[dict[str, float]], at: int) -> Text:
    """What the best turn has most of compared with the next, or what another lacks most compared with the best."""
    if len(sources) == 1:
        return text("coach.only")
    mine, other = sources[at], sources[1 if at == 0 else 0]
    sign = 1 if at == 0 else -1
    differ = {source: mine.get(source, 0.0) - other.get(source, 0.0) for source in sorted({*mine, *other})}
    source = max(differ, key=lambda key: sign * differ[key], default="")
    tenths = round(10 * differ.get(source, 0.0))
    if sign * tenths < _LEAST:
        return text("coach.alike" if at else "coach.alike_next")
    key = "coach.less" if at else "coach.more"
    return text(key, points=f"{abs(tenths) / 10:.1f}", source=book.source(source))
