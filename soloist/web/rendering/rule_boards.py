"""Small boards that show a rule at work: in a turn of a table, or in a scenario that cites the rule.

Everything shown is recorded: lit and ruled-out places come from the trace, moved pieces from the events.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from soloist.core.bits import Mask, iterate_bits
from soloist.core.board import Board, Event, Problem
from soloist.core.sink import iterate_positions
from soloist.core.text import Text
from soloist.core.trace import Decision, Remark, Step, Trace
from soloist.display.screen import Drawing, Place, escape_markup
from soloist.manifest import Game, find_game
from soloist.session.examples import find_examples
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.rendering.drawing import with_icons
from soloist.web.rendering.trace_scenes import make_sentence

#: margin around what is lit, and the least part of the board that is shown
_AROUND, _LEAST = 70.0, 0.42
#: sentences below the board
_MOST_LINES = 4
#: ruled-out places that the picture includes; of more only the near ones
_MOST_FALLEN = 6
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """A rule as it was applied.

    That is the board, the places left, ruled out and chosen (or moved), and the sentences about it.
    """

    board: Board
    says: tuple[Text, ...]
    left: frozenset[str]
    fell: frozenset[str]
    chosen: frozenset[str]


@dataclass(frozen=True, slots=True)
class _RuleMoment:
    """Events that happened together, with their trace; `about` is the rule a scenario is written for."""

    game: Game
    before: Board
    events: Sequence[Event]
    trace: Trace
    problems: Sequence[Problem] = ()
    about: str = ""

    def board(self, at: int | None) -> Board:
        """Return the board after the first `at` events; with None the board before them."""
        board = self.before.copy()
        for event in self.events[:at] if at is not None else ():
            event.apply(board)
        return board


def find_at_table(table: Table, rule: str, turns: Sequence[int]) -> tuple[int, Moment] | None:
    """Return the number and moment of the latest of these turns that can show the rule; None if none can.

    Only the last three are tried.
    """
    for number in reversed(turns[-3:]):
        act = _RuleMoment(
            table.game, table.board_before(number - 1), table.list_events(number - 1), table.trace_of(number - 1)
        )
        if (found := _find_moment(act, rule)) is not None:
            return number, found
    return None


def find_in_scenario(game: Game, rule: str) -> Moment | None:
    """Return the best moment of a rule among the scenarios that cite it; None if no board shows it."""
    return _find_in_scenario(game.id, rule)


@lru_cache(maxsize=1024)
def _find_in_scenario(id: str, rule: str) -> Moment | None:
    game = find_game(id)
    for verdict in find_examples(game, rule):
        assert verdict.before is not None
        act = _RuleMoment(
            game,
            verdict.before,
            verdict.happened,
            verdict.trace,
            verdict.problems,
            verdict.scenario.headers.get("rule", ""),
        )
        if (found := _find_moment(act, rule)) is not None:
            return found
    return None


def _find_moment(act: _RuleMoment, rule: str) -> Moment | None:
    return next((it for it in _iterate_moments(act, rule) if it.left | it.chosen), None)


def _iterate_moments(act: _RuleMoment, rule: str) -> Iterator[Moment]:
    """Yield every way an act shows a rule, the best first.

    A rule may have ruled options out, decided, been noted, caused a doubt, or be what the act is about.
    """
    steps = [(d, step, i) for d in act.trace.decisions for i, step in enumerate(d.steps) if step.rule == rule]
    for decision, step, i in sorted(steps, key=lambda it: (it[2] < it[0].valid, not it[1].dropped)):
        if step.after:
            yield _make_narrowing(act, decision, step, valid=i < decision.valid)
    for decision in act.trace.decisions:
        if decision.rule == rule and decision.chosen is not None:
            left = decision.options | 1 << decision.chosen
            yield _make_decided(
                act, decision, Text(f"procedure.{rule}", decision.note or {}), left, 0, 1 << decision.chosen
            )
    for entry in act.trace.entries:
        if isinstance(entry, Remark) and entry.rule == rule:
            yield _make_moved(act, (Text(f"remark.{rule}", entry.note),))
    for problem in act.problems:
        if problem.rule == rule:
            yield _make_moved(act, (problem.text,))
    if act.about == rule:
        yield _make_moved(act, tuple(_iterate_moved(act))[:_MOST_LINES])


def _make_narrowing(act: _RuleMoment, decision: Decision, step: Step, *, valid: bool) -> Moment:
    says = Text(f"{'valid' if valid else 'narrow'}.{step.rule}", dict(step.note or {}))
    chosen = step.after if step.after.bit_count() == 1 else 0
    return _make_decided(act, decision, says, step.after, 0 if valid else step.dropped, chosen)


def _make_decided(act: _RuleMoment, decision: Decision, says: Text, left: Mask, fell: Mask, chosen: Mask) -> Moment:
    board, of = act.board(decision.at), decision.of

    def spots(mask: Mask) -> frozenset[str]:
        return frozenset(
            spot for i in iterate_bits(mask) for spot in act.game.screen.spots(board, of.id, of.name_option(i))
        )

    return Moment(board, (says,), spots(left), spots(fell) - spots(left), spots(chosen))


def _iterate_moved(act: _RuleMoment) -> Iterator[Text]:
    """Yield what an act moved, as instructions for the hands, or else as the player's own events."""
    hands = act.game.hands(act.before, act.events)
    yield from hands or (
        it for board, event in iterate_positions(act.before, act.events) if (it := act.game.screen.said(board, event))
    )


def _make_moved(act: _RuleMoment, says: tuple[Text, ...]) -> Moment:
    """Return the moment that shows what an act moved, on the board after it."""
    places = frozenset(spot for line in _iterate_moved(act) for spot in act.game.screen.at(act.before, line))
    return Moment(act.board(len(act.events)), says, frozenset(), frozenset(), places)


# --------------------------------------------------------------------------------------------------------- the drawing


def list_shown_rules(
    game: Game, rules: Iterable[str], table: Table | None, turns: Mapping[str, Sequence[int]]
) -> list[str]:
    """Return those of the rules that a board can show."""
    found = []
    for rule in rules:
        here = table is not None and find_at_table(table, rule, turns.get(rule, ())) is not None
        if here or find_in_scenario(game, rule) is not None:
            found.append(rule)
    return found


def make_rule_board(game: Game, rule: str, words: Catalogue, table: Table | None, turns: Sequence[int]) -> Data | None:
    """Return the drawing of a rule and its sentences; None if no board shows it.

    The board is of the latest turn at this table that shows the rule (`turn` is its number, else 0), or of a scenario.
    """
    found = None if table is None else find_at_table(table, rule, turns)
    turn, moment = found or (0, find_in_scenario(game, rule))
    if moment is None:
        return None
    return {
        "drawn": draw_moment(game, moment, words),
        "says": [make_sentence(words.say(line)) for line in moment.says],
        "turn": turn,
    }


def draw_moment(game: Game, moment: Moment, words: Catalogue) -> Markup:
    """Draw the part of the board that a moment is about, lit as in *Why?*; nothing on it can be tapped."""
    board = game.screen.drawing(moment.board, words.say)
    lit = [p for p in board.places if p.key in moment.left | moment.chosen]
    if not lit:
        return Markup("")
    fell = [p for p in board.places if p.key in moment.fell]
    x, y, width, height = _find_window(board, lit + fell if len(fell) <= _MOST_FALLEN else lit)
    near = [p for p in board.places if x - 60 <= p.x <= x + width + 60 and y - 60 <= p.y <= y + height + 60]
    deciding = " deciding" if moment.left else ""
    parts = [
        f'<svg class="board demo{deciding}" viewBox="{x:g} {y:g} {width:g} {height:g}" role="img" '
        f'aria-label="{escape_markup(_make_label(moment, board.places, words))}"><g class="ground">{board.ground}</g>'
    ]
    parts += [
        f'<g class="pl {_place_state(moment, p)}"><g class="tile">{p.tile}</g><g class="pcs">{p.pieces}</g></g>'
        for p in near
    ]
    parts.append(f'<g class="above">{board.above}</g>')
    for p in near:
        if state := _place_state(moment, p):
            ring = f'd="{p.ring}"'
            parts.append(
                f'<path class="cross" {ring}/>'
                if state == "drop"
                else f'<path class="rim o {state}" {ring}/><path class="rim {state}" {ring}/>'
            )
    return Markup(with_icons("".join(parts) + "</svg>"))


def _place_state(moment: Moment, place: Place) -> str:
    if place.key in moment.chosen:
        return "chosen"
    return "valid" if place.key in moment.left else "drop" if place.key in moment.fell else ""


def _make_label(moment: Moment, places: Iterable[Place], words: Catalogue) -> str:
    """Return the spoken label: the sentences and the names of the lit places."""
    lit = moment.chosen or moment.left
    return f"{' '.join(words.say(line) for line in moment.says)}: {', '.join(p.label for p in places if p.key in lit)}"


def _find_window(board: Drawing, lit: Sequence[Place]) -> tuple[float, float, float, float]:
    """Return the part of the board around what is lit: left, top, width, height."""
    left, right = min(p.x for p in lit) - _AROUND, max(p.x for p in lit) + _AROUND
    top, bottom = min(p.y for p in lit) - _AROUND, max(p.y for p in lit) + _AROUND
    width = min(board.width, max(right - left, board.width * _LEAST))
    height = min(board.height, max(bottom - top, board.height * _LEAST))
    x = min(max(0.0, (left + right - width) / 2), board.width - width)
    y = min(max(0.0, (top + bottom - height) / 2), board.height - height)
    return x, y, width, height
