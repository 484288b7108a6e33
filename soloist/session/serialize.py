"""Serialize errors, doubts, reasons, standings and menus as plain data in one language, for terminal, pages and API
alike.

Nothing is decided and nothing is laid out here; front ends add what only they need.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from soloist.core import counterfactual
from soloist.core.board import Event, Problem
from soloist.core.errors import BadSaveError, QuestionError, SoloistError
from soloist.core.explain import WhyNot, explain, make_heading
from soloist.core.menu import Choice
from soloist.core.rulebook import Offer, Option
from soloist.core.sink import iterate_positions
from soloist.core.text import Text, text
from soloist.core.trace import Decision, Trace
from soloist.display.screen import Face, Standing
from soloist.manifest import Datum, Game
from soloist.session.save import Entry
from soloist.session.table import Table
from soloist.session.verify import Difference, OtherTurn
from soloist.session.words import Catalogue

Data = dict[str, Any]


def say_texts(lines: Iterable[object], words: Catalogue) -> list[str]:
    return [words.say(line) for line in lines]


# ------------------------------------------------------------------------------------------------- errors and questions


def plain_error(kind: str, message: str) -> Data:
    """Return an error that does not come from the engine."""
    return {"kind": kind, "message": message, "rule": "", "nearest": [], "line": 0}


def serialize_error(it: SoloistError, words: Catalogue) -> Data:
    """Return what went wrong, by which rule, on which line, and the nearest valid inputs."""
    found = plain_error(type(it).__name__, words.say(it.text))
    found.update(rule=it.rule, nearest=list(it.nearest))
    if isinstance(it, BadSaveError):
        found["line"] = it.line
    return found


def serialize_question(asked: QuestionError, words: Catalogue) -> Data:
    """Return a question that the table must answer before the engine can go on."""
    of = asked.draw.of
    options = [(o, words.say(of.option_value(of.find_option(o) or 0))) for o in asked.valid_answers]
    return {
        "key": asked.draw.key,
        "says": words.say(asked.text),
        "rule": asked.rule,
        "options": [{"value": value, "says": said} for value, said in options],
        "several": asked.several,
    }


def serialize_problems(found: Iterable[Problem], words: Catalogue) -> list[Data]:
    return [{"rule": problem.rule, "says": words.say(problem.text)} for problem in found]


def serialize_offers(found: Iterable[Offer], words: Catalogue) -> list[Data]:
    return [
        {
            "rule": offer.rule,
            "says": words.say(offer.text),
            "line": offer.line,
            "asks": "" if offer.asks is None else words.say(offer.asks),
        }
        for offer in found
    ]


# ------------------------------------------------------------------------------------------------------------ what happened


def describe_entry(table: Table, number: int, words: Catalogue) -> list[str]:
    """Return what happened in one entry (by its place in `entries`), in sentences."""
    return table.remember(number, ("said", words.language), lambda: _describe_entry(table, number, words))


def _describe_entry(table: Table, number: int, words: Catalogue) -> list[str]:
    entry = table.entries[number]
    if entry.kind == "seed":
        return [words.say(text("happened.seed"))]
    said = table.game.screen.said
    lines = [words.say(it) for board, event in table.events_of(number) if (it := said(board, event)) is not None]
    if lines:
        return lines
    if entry.kind == "row":  # of an imported game: show it as it was written there
        return list(entry.typed)
    if entry.typed:
        return [words.say(_describe_invisible(table, number, entry.typed, words))]
    return [words.say(text("happened.nothing"))]


def _describe_invisible(table: Table, number: int, typed: Sequence[str], words: Catalogue) -> Text:
    """Describe a choice that changed nothing visible: the end of a turn, or an offer that was declined."""
    board, book = table.board_before(number), table.rulebook
    due = book.find_due(board)
    line = "; ".join(typed)
    bare = line if due is None else line.removeprefix(f"{due.seat}: ")
    other = None if due is None or due.seat == "human" else words.words.get(f"seat.{due.seat}")
    if bare == book.end_of_turn_line(board):
        return text("happened.turn_ended") if other is None else text("happened.turn_ended_of", seat=other)
    chosen = next((choice.says for choice in book.list_choices(board) if choice.line == bare), None)
    if chosen is None:
        return text("happened.told", line=line)
    return (
        text("happened.chosen", what=chosen) if other is None else text("happened.chosen_of", seat=other, what=chosen)
    )


# -------------------------------------------------------------------------------------------------------------- reasons


def serialize_trace(trace: Trace, words: Catalogue) -> list[Data]:
    """Return each narrowing with its rule number, the options left, those dropped, and the measured values."""
    return [
        {
            "kind": line.kind,
            "rule": line.rule,
            "says": words.say(line.says),
            "left": say_texts(line.left, words),
            "dropped": say_texts(line.dropped, words),
            "values": say_texts(line.why, words),
            "applied": line.applied,
        }
        for line in explain(trace)
    ]


def serialize_changes(trace: Trace, words: Catalogue) -> list[Data]:
    """Return for each decision what would have changed it, the deciding step first."""
    return [
        {
            "rule": decision.rule,
            "procedure": words.say(make_heading(decision)),
            "chosen": "" if decision.chosen is None else words.say(decision.of.option_value(decision.chosen)),
            "changes": [{"rule": it.rule, "says": words.say(it.says)} for it in found],
        }
        for decision in trace.decisions
        if (found := counterfactual.find_changes(decision))
    ]


def serialize_why_not(option: str, it: WhyNot, words: Catalogue) -> Data:
    """Return the fate of one option: `sentence` is the whole answer, `reason` only what the rule says here."""
    procedure = words.say(it.heading or text(f"procedure.{it.procedure}"))
    args = {"option": option, "procedure": procedure, "says": it.says, "rule": it.rule}
    return {
        "option": option,
        "procedure": it.procedure,
        "procedure_says": procedure,
        "fate": it.fate,
        "rule": it.rule,
        "reason": words.say(it.says),
        "sentence": words.say(Text(f"cli.why_{it.fate}", args)),
        "values": say_texts(it.values, words),
        "needed": "" if it.needed is None else words.say(it.needed),
        "winner": "" if it.winner is None else words.say(it.winner),
    }


def say_option(decision: Decision, name: str, words: Catalogue) -> str:
    """Return an option of a decision as people read it."""
    option = decision.of.find_option(name)
    assert option is not None
    return words.say(decision.of.option_value(option))


def serialize_rule(game: Game, id: str, words: Catalogue) -> Data:
    it = game.rules()[id]
    return {
        "id": id,
        "title": words.rule_title(id),
        "says": words.rule_says(id),
        "section": it.section,
        "kind": it.kind,
        "certainty": it.certainty,
    }


def serialize_other_turn(game: Game, it: OtherTurn, words: Catalogue) -> Data:
    """Return how a turn would differ with other values: what Automa did, and what she would do, from the first
    difference on."""

    def said(events: Iterable[Event]) -> list[str]:
        lines = (game.screen.said(board, event) for board, event in iterate_positions(it.before, events))
        return [words.say(line) for line in lines if line is not None]

    was, now = said(it.logged), said(it.today)
    if it.why is not None:
        now.append("…")
    alike = next((i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    return {"number": it.number, "was": was[alike:], "now": now[alike:]}


def serialize_difference(it: Difference, words: Catalogue) -> Data:
    """Return where today's engine would decide differently."""
    return {
        "number": it.number,
        "why": words.say(it.why),
        "logged": list(it.logged),
        "today": list(it.today),
        "logged_trace": list(it.logged_trace),
        "today_trace": list(it.today_trace),
    }


# ------------------------------------------------------------------------------------------------------------ the table


def serialize_entries(found: Sequence[Entry]) -> list[Data]:
    """Return entries that were undone or redone."""
    return [{"kind": e.kind, "events": e.events + e.followed} for e in found]


def serialize_standing(it: Standing, words: Catalogue) -> Data:
    return {
        "headline": words.say(it.headline),
        "turn": words.say(it.turn),
        "left": words.say(it.left),
        "round": it.round,
        "seats": [
            {
                "id": s.id,
                "letter": s.letter,
                "shape": s.shape,
                "name": words.say(s.name),
                "style": s.style,
                "vp": s.vp,
                "to_move": s.to_move,
            }
            for s in it.seats
        ],
        "totals": [
            {"icon": t.icon, "label": words.say(t.label), "values": say_texts(t.values, words), "held": t.held}
            for t in it.totals
        ],
        "tracks": [
            {
                "icon": t.icon,
                "label": words.say(t.label),
                "length": t.length,
                "marks": list(t.marks),
                "at": list(t.at),
                "style": t.style,
            }
            for t in it.tracks
        ],
    }


def serialize_card(it: Face, words: Catalogue) -> Data:
    """Return an open card, row by row."""
    return {
        "kind": it.kind,
        "title": it.title,
        "role": words.say(it.role),
        "rows": [
            {
                "icon": r.icon,
                "says": words.say(r.says),
                "value": r.value,
                "about": words.say(r.about) if r.about is not None else "",
                "rule": r.rule,
                "state": r.state,
                "ends": r.ends,
            }
            for r in it.rows
        ],
    }


def serialize_choice(it: Choice, words: Catalogue) -> Data:
    """Return one entry of a menu."""
    return {
        "line": it.line,
        "says": words.say(it.says),
        "icon": it.icon,
        "place": it.place,
        "cost": words.say(it.cost) if it.cost is not None else "",
        "notes": [words.say(note) for note in it.notes],
        "group": it.group,
        "correction": it.is_correction,
        "blanks": [
            {
                "slot": b.slot,
                "label": words.say(b.label),
                "options": [{"value": value, "says": words.say(said)} for value, said in b.options],
                "least": b.least,
                "most": b.most,
                "usual": max(b.least, min(b.most, 1 if b.usual is None else b.usual)),
            }
            for b in it.blanks
        ],
    }


def say_option_value(option: Option, value: str, words: Catalogue) -> str:
    """Return a value of an option as people read it."""
    first = option.key.rstrip("0123456789")  # level2 uses the names of level
    for key in (f"choice.{option.key}.{value}", f"choice.{first}.{value}", f"{option.names}.{value}"):
        if words.has_key(key):
            return words.words[key]
    return value


def serialize_values(found: Iterable[Datum], owner: Mapping[str, str], words: Catalogue) -> list[Data]:
    """Return the values that only the owner's box can tell; `owner` holds the values entered, which replace ours."""
    return [serialize_value(d, owner, words) for d in found]


def serialize_value(d: Datum, owner: Mapping[str, str], words: Catalogue) -> Data:
    """Return one of these values with its names and its meaning in words."""
    entered = owner.get(d.key, d.value)
    return {
        "key": d.key,
        "value": entered,
        "origin": "printed" if d.key in owner else d.origin,
        "where": words.say(d.where),
        "group": words.say(d.group),
        "item": words.say(d.item),
        "name": words.say(d.name),
        "part": words.say(d.part),
        "decides": words.say(d.decides),
        "kind": d.kind,
        "says": say_value(d, entered, words),
        "stand_in": say_value(d, d.stand_in, words),
    }


def say_value(d: Datum, entered: str, words: Catalogue) -> str:
    """Return the meaning of a value in words, as printed on the component."""
    said = []
    for blank, word in zip(d.blanks, d.split_words(entered), strict=False):
        shown = next((words.say(named) for option, named in blank.options if option == word), word)
        labelled = d.kind in ("number", "place") and len(d.blanks) > 1
        said.append(f"{words.say(blank.label)} {shown}" if labelled else shown)
    return ", ".join(said) if said else entered
