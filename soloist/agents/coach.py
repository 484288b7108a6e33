"""The coach: the best turns with expected points, how sure that is, and one reason that comes out of the search.

A reason names the source of points in which two turns differ most in their playouts: the best is compared with the next,
every other with the best. What the playouts did not show is not said.

Points to expect need playouts to the end of the game. Where a game says that whoever thinks should not go so far
(`Insight.thoughts`), the best turns are found as `expert` finds them, and only these are played to the end, for longer: a
playout to the end of such a game takes its time, and two of them tell nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any

from soloist.agents.levels import effort_of
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
#: like whom turns are found where a game has thoughts of its own
FINDING = "expert"
#: there the best turns are played to the end so often each, for so many times as long as a thought takes
_OFTEN, _LONGER = 12, 3
#: fewer playouts than this tell less about which of them is best than how they were found
_ENOUGH = 6
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
    turns = _considered(book, position, legal, seed, effort, clock, cancelled)
    thought = [turn for turn in turns if turn.seen][:TOLD]
    sources = [sources_of(turn, due.seat) for turn in thought]
    alone = len(turns) == 1
    reasons = [_reason(book, sources, at, alone=alone) for at in range(len(thought))]
    return [_advice(book, position, turn, due.seat, reason) for turn, reason in zip(thought, reasons, strict=True)]


def _considered(
    book: Rulebook,
    position: Any,
    legal: Sequence[Any],
    seed: str,
    effort: Effort,
    clock: Callable[[], float],
    cancelled: Callable[[], bool],
) -> list[Considered]:
    """The turns that came to mind, the best first, with playouts that tell where points come from."""

    def think(how: Effort, **told: Any) -> list[Considered]:
        return Thinker(book, how, clock=clock, cancelled=cancelled).think(position, legal, seed, keep=TOLD, **told)

    if book.insight is None or not book.insight.thoughts:
        return think(effort, sources=True)
    finding = replace(effort_of(book, FINDING, effort), seconds=effort.seconds / 2)
    found = [turn.moves for turn in think(finding)][:TOLD]
    playouts = min(effort.playouts, _OFTEN * len(found))
    longer = replace(effort, turns=0, seconds=_LONGER * effort.seconds, playouts=playouts)
    played = think(longer, sources=True, also=found)
    if all(len(turn.seen) >= _ENOUGH for turn in played):
        return played
    return sorted(played, key=lambda turn: found.index(turn.moves))


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


def _reason(book: Rulebook, sources: Sequence[dict[str, float]], at: int, *, alone: bool = False) -> Text:
    """What the best turn has most of compared with the next, or what another lacks most compared with the best. There may be
    no other, or no time was left to play it out."""
    if len(sources) == 1:
        return text("coach.only" if alone else "coach.uncompared")
    mine, other = sources[at], sources[1 if at == 0 else 0]
    sign = 1 if at == 0 else -1
    differ = {source: mine.get(source, 0.0) - other.get(source, 0.0) for source in sorted({*mine, *other})}
    source = max(differ, key=lambda key: sign * differ[key], default="")
    tenths = round(10 * differ.get(source, 0.0))
    if sign * tenths < _LEAST:
        return text("coach.alike" if at else "coach.alike_next")
    key = "coach.less" if at else "coach.more"
    return text(key, points=f"{abs(tenths) / 10:.1f}", source=book.source(source))
