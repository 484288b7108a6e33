"""Serialize errors, doubts, reasons, standings and menus as plain data in one language.

Terminal, pages and API use the same data and add what only they need. Nothing is decided or laid out here.
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


def serialize_error(error: SoloistError, words: Catalogue) -> Data:
    """Return what went wrong, by which rule, on which line, and the nearest valid inputs."""
    found = plain_error(type(error).__name__, words.say(error.text))
    found.update(rule=error.rule, nearest=list(error.nearest))
    if isinstance(error, BadSaveError):
        found["line"] = error.line
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


def serialize_why_not(option: str, answer: WhyNot, words: Catalogue) -> Data:
    """Return the fate of one option: `sentence` is the whole answer, `reason` only what the rule says here."""
    procedure = words.say(answer.heading or text(f"procedure.{answer.procedure}"))
    args = {"option": option, "procedure": procedure, "says": answer.says, "rule": answer.rule}
    return {
        "option": option,
        "procedure": answer.procedure,
        "procedure_says": procedure,
        "fate": answer.fate,
        "rule": answer.rule,
        "reason": words.say(answer.says),
        "sentence": words.say(Text(f"cli.why_{answer.fate}", args)),
        "values": say_texts(answer.values, words),
        "needed": "" if answer.needed is None else words.say(answer.needed),
        "winner": "" if answer.winner is None else words.say(answer.winner),
    }


def say_option(decision: Decision, name: str, words: Catalogue) -> str:
    """Return an option of a decision as people read it."""
    option = decision.of.find_option(name)
    assert option is not None
    return words.say(decision.of.option_value(option))


def serialize_rule(game: Game, id: str, words: Catalogue) -> Data:
    rule = game.rules()[id]
    return {
        "id": id,
        "title": words.rule_title(id),
        "says": words.rule_says(id),
        "section": rule.section,
        "kind": rule.kind,
        "certainty": rule.certainty,
    }


def serialize_other_turn(game: Game, turn: OtherTurn, words: Catalogue) -> Data:
    """Return how a turn would differ with other values, from the first difference on."""

    def said(events: Iterable[Event]) -> list[str]:
        lines = (game.screen.said(board, event) for board, event in iterate_positions(turn.before, events))
        return [words.say(line) for line in lines if line is not None]

    was, now = said(turn.logged), said(turn.today)
    if turn.why is not None:
        now.append("…")
    alike = next((i for i, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    return {"number": turn.number, "was": was[alike:], "now": now[alike:]}


def serialize_difference(difference: Difference, words: Catalogue) -> Data:
    """Return where today's engine would decide differently."""
    return {
        "number": difference.number,
        "why": words.say(difference.why),
        "logged": list(difference.logged),
        "today": list(difference.today),
        "logged_trace": list(difference.logged_trace),
        "today_trace": list(difference.today_trace),
    }


# ------------------------------------------------------------------------------------------------------------ the table


def serialize_entries(found: Sequence[Entry]) -> list[Data]:
    """Return entries that were undone or redone."""
    return [{"kind": e.kind, "events": e.events + e.followed} for e in found]


def serialize_standing(standing: Standing, words: Catalogue) -> Data:
    return {
        "headline": words.say(standing.headline),
        "turn": words.say(standing.turn),
        "left": words.say(standing.left),
        "round": standing.round,
        "seats": [
            {
                "id": seat.id,
                "letter": seat.letter,
                "shape": seat.shape,
                "name": words.say(seat.name),
                "style": seat.style,
                "vp": seat.vp,
                "to_move": seat.to_move,
            }
            for seat in standing.seats
        ],
        "totals": [
            {
                "icon": total.icon,
                "label": words.say(total.label),
                "values": say_texts(total.values, words),
                "held": total.held,
            }
            for total in standing.totals
        ],
        "tracks": [
            {
                "icon": track.icon,
                "label": words.say(track.label),
                "length": track.length,
                "marks": list(track.marks),
                "at": list(track.at),
                "style": track.style,
            }
            for track in standing.tracks
        ],
    }


def serialize_card(face: Face, words: Catalogue) -> Data:
    """Return an open card, row by row."""
    return {
        "kind": face.kind,
        "title": face.title,
        "role": words.say(face.role),
        "rows": [
            {
                "icon": row.icon,
                "says": words.say(row.says),
                "value": row.value,
                "about": words.say(row.about) if row.about is not None else "",
                "rule": row.rule,
                "state": row.state,
                "ends": row.ends,
            }
            for row in face.rows
        ],
    }


def serialize_choice(choice: Choice, words: Catalogue) -> Data:
    """Return one entry of a menu."""
    return {
        "line": choice.line,
        "says": words.say(choice.says),
        "icon": choice.icon,
        "place": choice.place,
        "cost": words.say(choice.cost) if choice.cost is not None else "",
        "notes": [words.say(note) for note in choice.notes],
        "group": choice.group,
        "correction": choice.is_correction,
        "blanks": [
            {
                "slot": blank.slot,
                "label": words.say(blank.label),
                "options": [{"value": value, "says": words.say(said)} for value, said in blank.options],
                "least": blank.least,
                "most": blank.most,
                "usual": max(blank.least, min(blank.most, 1 if blank.usual is None else blank.usual)),
            }
            for blank in choice.blanks
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


def serialize_value(datum: Datum, owner: Mapping[str, str], words: Catalogue) -> Data:
    """Return one of these values with its names and its meaning in words."""
    entered = owner.get(datum.key, datum.value)
    return {
        "key": datum.key,
        "value": entered,
        "origin": "printed" if datum.key in owner else datum.origin,
        "where": words.say(datum.where),
        "group": words.say(datum.group),
        "item": words.say(datum.item),
        "name": words.say(datum.name),
        "part": words.say(datum.part),
        "decides": words.say(datum.decides),
        "kind": datum.kind,
        "says": say_value(datum, entered, words),
        "stand_in": say_value(datum, datum.stand_in, words),
    }


def say_value(datum: Datum, entered: str, words: Catalogue) -> str:
    """Return the meaning of a value in words, as printed on the component."""
    said = []
    for blank, word in zip(datum.blanks, datum.split_words(entered), strict=False):
        shown = next((words.say(named) for option, named in blank.options if option == word), word)
        labelled = datum.kind in ("number", "place") and len(datum.blanks) > 1
        said.append(f"{words.say(blank.label)} {shown}" if labelled else shown)
    return ", ".join(said) if said else entered
