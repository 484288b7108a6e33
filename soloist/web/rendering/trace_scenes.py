"""A recorded turn as scenes for the stepper on the board.

Nothing is decided here. A scene is a step of the trace: the options before it, those left, those ruled out, and the
values they were judged by.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from soloist.core.bits import iterate_bits
from soloist.core.board import Board
from soloist.core.counterfactual import find_changes, next_best
from soloist.core.explain import WhyNot, find_fate, make_heading
from soloist.core.text import Text, text
from soloist.core.trace import NEVER, Decision, Remark, Step
from soloist.display.screen import Aid, Screen
from soloist.session.table import DATA_ERRORS, Table
from soloist.session.words import Catalogue
from soloist.web.rendering.drawing import with_icons

_log = logging.getLogger(__name__)


def make_scenes(table: Table, number: int, catalogue: Catalogue, *, strict: bool = False) -> list[dict[str, Any]]:
    """Return the decisions and remarks of a turn (by its index in `entries`), each on the board of its moment.

    With `strict`, reasons that do not fit the board raise an error; otherwise such a scene has no visual aid.
    """
    screen = table.game.screen
    parts: list[dict[str, Any]] = []
    along = _BoardWalker(table, number)
    for entry in table.trace_of(number).entries:
        if isinstance(entry, Remark):
            said = Text(f"remark.{entry.rule}", entry.note)
            title = catalogue.rule_title(entry.rule)
            parts.append(
                {"kind": "remark", "rule": entry.rule, "title": title, "says": make_sentence(catalogue.say(said))}
            )
        else:
            parts.append(_make_decision(screen, along.to(entry.at), entry, catalogue, strict))
    return parts


def _find_aid(screen: Screen, board: Board, decision: Decision, step: Step, catalogue: Catalogue, strict: bool) -> Aid:
    """Return the visual aid of a step.

    Imports are checked for reasons that do not fit the board. Those stored by another version are shown without the
    aid, and logged, because the fault may be ours.
    """
    try:
        return screen.aid(board, decision, step, catalogue.say)
    except DATA_ERRORS:
        if strict:
            raise
        _log.exception("no aid for %s", step.rule)
        return Aid()


class _BoardWalker:
    """The board of a turn at moments that never go back in time."""

    def __init__(self, table: Table, number: int) -> None:
        self._events = table.list_events(number)
        self._done = 0
        self._board = table.board_before(number)

    def to(self, at: int | None) -> Board:
        """Return the board after the first `at` events."""
        if at is not None and at > self._done:
            self._board = self._board.copy()
            for event in self._events[self._done : at]:
                event.apply(self._board)
            self._done = at
        return self._board


def _make_decision(
    screen: Screen, board: Board, decision: Decision, catalogue: Catalogue, strict: bool
) -> dict[str, Any]:
    of = decision.of
    seen = 0
    for step in decision.steps[min(1, decision.valid) :]:
        seen |= step.before
    for step in decision.steps:
        seen |= step.after
    if decision.chosen is not None:
        seen |= 1 << decision.chosen
    options = {
        str(i): {
            "key": of.name_option(i),
            "name": catalogue.say(of.option_value(i)),
            "spots": list(screen.spots(board, of.id, of.name_option(i))),
        }
        for i in iterate_bits(seen)
    }
    steps = []
    if decision.failed:
        says = catalogue.say(Text(f"condition.{decision.failed}", decision.note or {}))
        steps.append(_make_scene("condition", decision.failed, catalogue, says, applied=False))
    for i, step in enumerate(decision.steps):
        phase = "valid" if i < decision.valid else "narrow"
        first = i == 0 < decision.valid
        steps.append(_make_narrowing(screen, board, decision, step, phase, catalogue, first=first, strict=strict))
    if decision.open:
        says = catalogue.say(text("walk.open", n=decision.open.bit_count()))
        opened = list(iterate_bits(decision.open))
        steps.append({**_make_scene("open", decision.rule, catalogue, says), "before": len(opened), "left": opened})
    if decision.chosen is None:
        if not decision.failed:
            steps.append(
                _make_scene("none", decision.rule, catalogue, catalogue.say(text("explain.none")), applied=False)
            )
    else:
        says = catalogue.say(text("walk.chosen", option=of.option_value(decision.chosen)))
        steps.append(
            {**_make_scene("do", decision.rule, catalogue, says), "before": 1, "left": [decision.chosen], "dropped": []}
        )
    return {
        "kind": "decision",
        "rule": decision.rule,
        "title": catalogue.say(make_heading(decision)),
        "seat": decision.seat,
        "all": of.everything.bit_count(),
        "chosen": decision.chosen,
        "why": explain_choice(decision, catalogue),
        "changes": [{"rule": it.rule, "says": make_sentence(catalogue.say(it.says))} for it in find_changes(decision)],
        "options": options,
        "steps": steps,
    }


def explain_choice(decision: Decision, catalogue: Catalogue) -> str:
    """Return one sentence about why this option and not the next best; "" if nothing was chosen."""
    chosen = decision.chosen
    if chosen is None:
        return ""
    option = decision.of.option_value(chosen)
    if decision.open:
        return make_sentence(catalogue.say(text("walk.because_open", option=option)))
    narrowing = [step for step in decision.steps[decision.valid :] if step.after and step.dropped]
    if not narrowing:
        return make_sentence(catalogue.say(text("walk.because_only", option=option)))
    other = next_best(narrowing[-1], chosen)
    it = find_fate(decision, other)
    args = {"option": option, "other": decision.of.option_value(other), "says": it.says}
    if not it.values:
        return make_sentence(catalogue.say(Text("walk.because", args)))
    values = "; ".join(catalogue.say(value) for value in it.values)
    return make_sentence(catalogue.say(Text("walk.because_values", {**args, "values": values})))


def _make_scene(phase: str, rule: str, catalogue: Catalogue, says: str, *, applied: bool = True) -> dict[str, Any]:
    return {
        "phase": phase,
        "rule": rule,
        "title": catalogue.rule_title(rule),
        "says": make_sentence(says),
        "applied": applied,
        "before": 0,
        "left": [],
        "dropped": [],
    }


def _make_narrowing(
    screen: Screen,
    board: Board,
    decision: Decision,
    step: Step,
    phase: str,
    catalogue: Catalogue,
    *,
    first: bool,
    strict: bool,
) -> dict[str, Any]:
    applied = bool(step.after) or phase == "valid"
    left = step.after if phase == "valid" else step.options_left
    dropped = step.before & ~left if applied else 0
    says = catalogue.say(Text(f"{phase}.{step.rule}", dict(step.note or {})))
    # older traces do not record the moment, so their board is unknown
    aid = _find_aid(screen, board, decision, step, catalogue, strict) if applied and decision.at is not None else Aid()
    scene = _make_scene(phase, step.rule, catalogue, says, applied=applied)
    # the first condition rules out the rest of the board: shown as "not considered" instead of a long list
    shown = 0 if first else dropped
    tags = _make_tags(step, aid.tags, left | shown)
    scene.update(
        before=step.before.bit_count(),
        left=list(iterate_bits(left)),
        dropped=list(iterate_bits(shown)),
        more=dropped.bit_count() if first else 0,
        tags=tags,
    )
    if aid.overlay:
        scene["overlay"] = with_icons(aid.overlay)
    return scene


def _make_tags(step: Step, tags: Mapping[int, str], among: int) -> dict[str, str]:
    found = {str(i): tag for i, tag in tags.items() if among >> i & 1}
    for i, score in (step.scores or {}).items():
        if among >> i & 1:
            found.setdefault(str(i), "∞" if abs(score) >= NEVER else str(score))
    return found


def make_sentence(words: str) -> str:
    """Return a text with a capital letter and a full stop: explanations are parts of lines."""
    words = words[:1].upper() + words[1:]
    return words if words.endswith((".", "!", "?", ":")) else words + "."


def find_fates(table: Table, number: int, key: str) -> list[tuple[Decision, str, WhyNot]]:
    """Return what became of a place in each decision of a turn, with the name of each option it stood for."""
    spots, board = table.game.screen.spots, table.board_before(number)
    found = []
    for decision in table.trace_of(number).decisions:
        for name in decision.of:
            if key in spots(board, decision.of.id, name):
                option = decision.of.find_option(name)
                assert option is not None
                found.append((decision, name, find_fate(decision, option)))
    return found
