"""What pages and API show of a table, as plain data in one language. Nothing is decided here."""

from __future__ import annotations

from typing import Any

from soloist.core.board import Board, Problem
from soloist.core.errors import QuestionError
from soloist.core.explain import WhyNot
from soloist.core.game import Datum, Game
from soloist.core.screen import Face, Move, Standing
from soloist.core.text import Text, text
from soloist.core.trace import Decision
from soloist.modes.digital import Digital
from soloist.modes.save import Entry
from soloist.modes.table import Table
from soloist.modes.words import Catalogue
from soloist.web.storage import Row
from soloist.web.walk import fates, walk

Data = dict[str, Any]


def state(row: Row, table: Table, words: Catalogue, board: Board | None = None) -> Data:
    """A table now, or as it was on another board of it."""
    shown = table.board if board is None else board
    game, screen = table.game, table.game.screen
    whole = table.human if isinstance(table, Digital) else None
    return {
        "id": row.id,
        "name": row.name,
        "game": game.id,
        "title": words.say(text("game.title")),
        "kind": row.kind,
        "at": row.entries,
        "over": whole.over(shown) if whole else game.over(shown),
        "automas_turn": whole.automas_turn(shown) if whole else game.automas_turn(shown),
        "own_cards": table.own_cards,
        "standing": standing(screen.standing(shown), words),
        "faces": [face(f, words) for f in screen.faces(shown)],
        "prompt": [words.say(_on_screen(line, words)) for line in game.prompt(shown)],
        "problems": problems(shown.status(), words),
        "can_undo": bool(table.entries),
        "can_redo": table.can_redo,
        "entries": len(table.entries),
        "end_of_turn": "" if whole else screen.end_of_turn(shown),
        "digital": digital(table, words) if isinstance(table, Digital) and shown is table.board else None,
    }


def digital(table: Digital, words: Catalogue) -> Data:
    """DIGITAL: what has to be decided, and the legal moves with what they cost and bring."""
    screen = table.game.screen
    assert screen.plays is not None and screen.decision is not None
    return {
        "decision": words.say(screen.decision(table.board)),
        "deciding": table.deciding,
        "plays": [
            {
                "line": p.line,
                "says": words.say(p.says),
                "icon": p.icon,
                "place": p.place,
                "cost": words.say(p.cost) if p.cost is not None else "",
                "group": p.group,
            }
            for p in screen.plays(table.board, table.legal())
        ],
        "agents": sorted(table.human.agents),
    }


def plays_at(table: Digital, key: str, words: Catalogue) -> list[Data]:
    """The legal moves of one place, in the form of `moves`; with an empty key those that belong to no place."""
    found = [p for p in digital(table, words)["plays"] if p["place"] == key]
    return [{**p, "correction": False, "blanks": []} for p in found]


def _on_screen(line: Text, words: Catalogue) -> Text:
    """A prompt speaks of typing; where the game has words for tapping, those are said."""
    key = f"on_screen.{line.key}"
    return Text(key, line.args) if words.has(key) else line


def standing(it: Standing, words: Catalogue) -> Data:
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
        "totals": [{"icon": t.icon, "label": words.say(t.label), "values": list(t.values)} for t in it.totals],
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


def face(it: Face, words: Catalogue) -> Data:
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
            }
            for r in it.rows
        ],
    }


def problems(found: Any, words: Catalogue) -> list[Data]:
    return [_problem(p, words) for p in found]


def _problem(problem: Problem, words: Catalogue) -> Data:
    return {"rule": problem.rule, "says": words.say(problem.text)}


def question(asked: QuestionError, words: Catalogue) -> Data:
    """What the table must answer before the engine can go on."""
    of = asked.draw.of
    options = [(o, words.say(of.shown(of.index(o) or 0))) for o in asked.options]
    return {
        "says": words.say(asked.text),
        "rule": asked.rule,
        "options": [{"value": value, "says": said} for value, said in options],
        "several": asked.several,
    }


def moves(found: list[Move], words: Catalogue) -> list[Data]:
    return [
        {
            "line": m.line,
            "says": words.say(m.says),
            "icon": m.icon,
            "cost": "",
            "correction": m.correction,
            "blanks": [
                {
                    "slot": b.slot,
                    "label": words.say(b.label),
                    "options": [{"value": value, "says": words.say(said)} for value, said in b.options],
                    "least": b.least,
                    "most": b.most,
                }
                for b in m.blanks
            ],
        }
        for m in found
    ]


# ----------------------------------------------------------------------------------------------------- turns and reasons


def turn(table: Table, number: int, words: Catalogue) -> Data:
    """A turn of the Automa (by its place in `entries`): what the hands do, and the decisions to walk through."""
    entry = table.entries[number]
    before = table.board_before(number)
    return {
        "number": number + 1,
        "events": entry.events + entry.followed,
        "hands": checklist(table, number, words),
        "walk": walk(table.game, before, table.trace_of(entry), words),
    }


def checklist(table: Table, number: int, words: Catalogue) -> list[Data]:
    icons = table.game.screen.icons
    return [{"says": words.say(line), "icon": icons.get(line.key, "info")} for line in table.hands_of(number)]


def why_not(table: Table, number: int, key: str, words: Catalogue) -> list[Data]:
    """What became of a place in the decisions of one turn."""
    entry = table.entries[number]
    before = table.board_before(number)
    found = fates(table.game, before, table.trace_of(entry), key)
    return [answer(decision, name, it, words) for decision, name, it in found]


def answer(decision: Decision, name: str, it: WhyNot, words: Catalogue) -> Data:
    """The engine's answer about one option, in words."""
    option = decision.of.index(name)
    assert option is not None
    shown = words.say(decision.of.shown(option))
    procedure = words.say(text(f"procedure.{it.procedure}"))
    args = {"option": shown, "procedure": procedure, "says": it.says, "rule": it.rule}
    return {
        "option": shown,
        "procedure": procedure,
        "fate": it.fate,
        "rule": it.rule,
        "says": words.say(Text(f"cli.why_{it.fate}", args)),
        "values": [words.say(v) for v in it.values],
        "needed": words.say(it.needed) if it.needed is not None else "",
        "winner": words.say(it.winner) if it.winner is not None else "",
    }


# ---------------------------------------------------------------------------------------------------------- the history


def history(table: Table, words: Catalogue, last: int | None = None) -> list[Data]:
    """The entries that hold in words, the oldest first; with `last` only the end of them."""
    first = 0 if last is None else max(0, len(table.entries) - last)
    screen = table.game.screen
    return [
        {
            "number": i + 1,
            "kind": entry.kind,
            "seat": _seat(entry),
            "round": screen.round(table.boards()[i]),
            "says": said(table, i, words),
            "notation": entry.events + entry.followed,
        }
        for i, entry in enumerate(table.entries[first:], first)
    ]


def _seat(entry: Entry) -> str:
    """Whose entry it is: the seat that its first event names; empty if it names none."""
    seat, colon, _ = next(iter(entry.events + entry.typed), "").partition(":")
    return seat if colon else ""


def said(table: Table, number: int, words: Catalogue) -> list[str]:
    """What happened in one entry (by its place in `entries`), in words."""
    entry = table.entries[number]
    if entry.kind == "seed":
        return [words.say(text("history.seed"))]
    lines = []
    for board, event in table.events_of(number):
        it = table.game.screen.said(board, event)
        if it is not None:
            lines.append(words.say(it))
    if not lines and entry.typed == [table.game.screen.end_of_turn(table.boards()[number])]:
        return [words.say(text("history.turn_ended"))]
    if not lines and entry.typed:
        return [words.say(text("history.told", line="; ".join(entry.typed)))]
    return lines or [words.say(text("history.nothing"))]


def plot(table: Table) -> list[Data]:
    """The points of each seat after each entry, with the round: the score over time."""
    screen = table.game.screen
    return [
        {"entry": i, "round": screen.round(board), "points": list(screen.points(board))}
        for i, board in enumerate(table.boards())
    ]


# ------------------------------------------------------------------------------------------------------ rules and values


def rule(game: Game, id: str, words: Catalogue) -> Data:
    it = game.rules()[id]
    return {
        "id": id,
        "title": words.rule_title(id),
        "says": words.rule_says(id),
        "section": it.section,
        "kind": it.kind,
        "certainty": it.certainty,
    }


def applied(table: Table) -> dict[str, list[int]]:
    """In which turns (by their number in the history) each rule was applied at this table, of those that hold."""
    found: dict[str, list[int]] = {}
    for number, entry in enumerate(table.entries, 1):
        if entry.kind == "turn":
            for it in table.trace_of(entry).entries:
                rules = [it.rule]
                if isinstance(it, Decision):
                    rules += [step.rule for step in it.steps if step.after]
                for id in rules:
                    turns = found.setdefault(id, [])
                    if number not in turns:
                        turns.append(number)
    return found


def values(found: list[Datum], owner: dict[str, str], words: Catalogue) -> list[Data]:
    """The values that only the box can tell; what the owner entered stands in the place of ours."""
    return [
        {
            "key": d.key,
            "value": owner.get(d.key, d.value),
            "origin": "printed" if d.key in owner else d.origin,
            "where": words.say(d.where),
        }
        for d in found
    ]
