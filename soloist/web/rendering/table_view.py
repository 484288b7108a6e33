"""A table as plain data in one language, for pages and API. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from soloist.core.board import Board
from soloist.core.explain import WhyNot
from soloist.core.text import Text, text
from soloist.core.trace import Decision
from soloist.display.screen import Screen, Svg
from soloist.session import serialize
from soloist.session.import_check import read_or_refuse
from soloist.session.save import Entry
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.rendering.drawing import draw_picture
from soloist.web.rendering.trace_scenes import find_fates, make_scenes

Data = dict[str, Any]


def make_state(
    row: StoredTable, table: Table, words: Catalogue, board: Board | None = None, *, moves: bool = True
) -> Data:
    """Return a table as it is now, or as it was on an earlier `board`; without `moves`, legal moves are left out."""
    shown = table.board if board is None else board
    game, book = table.game, table.rulebook
    due = book.find_due(shown)
    legal = serialize_legal_moves(table, words) if moves and shown is table.board else None
    return {
        "id": row.id,
        "name": row.name,
        "game": game.id,
        "title": words.say(text("game.title")),
        "kind": row.legacy_kind,
        "mode": table.mode,
        "at": row.entries,
        "over": due is None,
        "automas_turn": due is not None and due.automa,
        "own_cards": table.own_cards,
        "by_hand": book.by_hand,
        "standing": make_standing(table, shown, words),
        "faces": [serialize.serialize_card(f, words) for f in game.screen.faces(shown)],
        "prompt": [words.say(_use_screen_words(line, words)) for line in book.list_prompts(shown)],
        "opening": [words.say(_use_screen_words(line, words)) for line in book.list_setup_prompts(shown)],
        "problems": serialize.serialize_problems(shown.status(), words),
        "can_undo": bool(table.entries),
        "can_redo": table.can_redo,
        "entries": len(table.entries),
        "end_of_turn": book.end_of_turn_line(shown),
        "offers": serialize.serialize_offers(table.list_offers(), words) if shown is table.board else [],
        "digital": legal,
    }


def page_within(number: int, total: int, size: int) -> tuple[int, int]:
    """Return the number of the page to show, at most the last one, and how many pages a list of `total` rows has."""
    pages = max(1, -(-total // size))
    return min(number, pages), pages


def make_standing(table: Table, board: Board, words: Catalogue) -> Data:
    """Return the seats of a table and how far each is; `scores` tells which of them have points at all."""
    found = serialize.serialize_standing(table.game.screen.standing(board), words)
    scoring = table.rulebook.count_points(board)
    for seat in found["seats"]:
        seat["scores"] = seat["id"] in scoring
    return found


def serialize_legal_moves(table: Table, words: Catalogue) -> Data | None:
    """Return the pending decision and the legal moves with costs and gains; None in TABLE mode."""
    book, board = table.rulebook, table.board
    if book.list_legal_moves(board) is None:
        return None
    return {
        "decision": words.say(book.list_prompts(board)[0]),
        "deciding": table.deciding,
        "plays": [serialize.serialize_choice(it, words) for it in book.list_choices(board)],
        "agents": sorted(book.agents),
    }


def _use_screen_words(line: Text, words: Catalogue) -> Text:
    """Return a prompt for the page: with words for tapping instead of typing, where the game has them."""
    key = f"on_screen.{line.key}"
    return Text(key, line.args) if words.has_key(key) else line


# ----------------------------------------------------------------------------------------------------- turns and reasons


def make_turn(table: Table, number: int, words: Catalogue, *, strict: bool = False) -> Data:
    """Return a turn of the Automa (by its index in `entries`): instructions for the hands and the decisions."""
    entry = table.entries[number]
    return {
        "number": number + 1,
        "events": entry.events + entry.followed,
        "hands": list_checklist(table, number, words),
        "walk": make_scenes(table, number, words, strict=strict),
    }


def check_reasons(table: Table, words: Catalogue) -> None:
    """Raise `BadSaveError` at the first turn whose reasons cannot be drawn on its board."""
    for number, entry in enumerate(table.entries):
        if entry.trace:
            read_or_refuse(entry, partial(make_turn, table, number, words, strict=True))


def list_checklist(table: Table, number: int, words: Catalogue) -> list[Data]:
    """Return the instructions of an entry (by its index in `entries`), each with its places and its part of the round.

    A part of the round begins with the instruction that announces it.
    """
    screen, board = table.game.screen, table.board_before(number)
    found, phase = [], "turn"
    for step in hand_steps(screen, table.instructions_of(number)):
        phase = next((screen.phases[line.key] for line in reversed(step) if line.key in screen.phases), phase)
        says = " ".join(words.say(_use_screen_words(line, words)) for line in step)
        found.append({**_make_instruction(screen, board, step, words), "says": says, "phase": phase})
    return found


def hand_steps(screen: Screen, lines: Sequence[Text]) -> list[list[Text]]:
    """Group instructions into steps.

    One that moves nothing joins the next one (the last one joins the one before), and those that belong together are
    one step.
    """
    steps: list[list[Text]] = []
    announced = False
    for line in lines:
        if announced or (steps and steps[-1][-1].key in screen.same_step.get(line.key, ())):
            steps[-1].append(line)
        else:
            steps.append([line])
        announced = line.key in screen.without_pieces
    if len(steps) > 1 and not _moving(screen, steps[-1]):
        last = steps.pop()
        steps[-1] += last
    return steps


def _moving(screen: Screen, lines: Sequence[Text]) -> list[Text]:
    """Return the instructions that move something on the table."""
    return [line for line in lines if line.key not in screen.without_pieces]


def _make_instruction(screen: Screen, board: Board, step: Sequence[Text], words: Catalogue) -> Data:
    moving = _moving(screen, step) or step
    return {
        "icon": screen.icons.get(moving[0].key, "info"),
        "at": list(dict.fromkeys(place for line in moving for place in screen.at(board, line))),
        "pictures": [drawn for line in moving for drawn in draw_pictures(screen, line, words)],
    }


def draw_pictures(screen: Screen, line: Text, words: Catalogue) -> list[Svg]:
    """Draw the components that a sentence names."""
    return [draw_picture(component, words) for component in screen.pictures(line)]


def list_offers(table: Table, words: Catalogue) -> list[Data]:
    """Return the open offers grouped by the question they answer, each with drawings of what it names."""
    groups: dict[str, list[Data]] = {}
    for offer, data in zip(table.list_offers(), serialize.serialize_offers(table.list_offers(), words), strict=True):
        drawn = draw_pictures(table.game.screen, offer.text, words)
        groups.setdefault(data["asks"], []).append({**data, "pictures": drawn})
    return [{"asks": asks, "offers": found} for asks, found in groups.items()]


def list_undo_steps(table: Table, steps: int, words: Catalogue) -> list[Data]:
    """Return what to put back when the last `steps` entries are undone, the last move first.

    What moved nothing is left out. `tick` is the position of the step in its checklist: a step that was never ticked
    need not be undone.
    """
    screen, found = table.game.screen, []
    last = len(table.entries)
    for number in range(last - 1, max(-1, last - steps - 1), -1):
        entry, board = table.entries[number], table.board_before(number)
        if entry.kind == "told":
            told = [said for at, event in table.events_of(number) if (said := screen.said(at, event)) is not None]
            found += [
                {"icon": "you", "at": [], "pictures": [], "says": _say_undoing(line, words), "tick": ""}
                for line in reversed(_moving(screen, told))
            ]
            continue
        done = hand_steps(screen, table.instructions_of(number)) if table.rulebook.by_hand else []
        for i, step in reversed(list(enumerate(done))):
            if moved := _moving(screen, step):
                says = " ".join(_say_undoing(line, words) for line in reversed(moved))
                found.append(
                    {**_make_instruction(screen, board, moved, words), "says": says, "tick": f"{number + 1}:{i}"}
                )
    return found


def _say_undoing(line: Text, words: Catalogue) -> str:
    """Return how to undo an instruction, or an event in words, on the table."""
    key = f"back.{line.key}"
    return words.say(Text(key, line.args) if words.has_key(key) else text("table.take_back", line=words.say(line)))


def list_why_not(table: Table, number: int, key: str, words: Catalogue) -> list[Data]:
    """Return why a place was or was not chosen in one turn.

    Options of one decision that were ruled out, or stayed, by the same rule share an answer. First comes the last
    decision that chose the place, or else the last that considered it; answers of other decisions are `aside`.
    """
    decisions: list[Decision] = []
    shared: dict[tuple[int, str, str], list[tuple[Decision, str, WhyNot]]] = {}
    for found in find_fates(table, number, key):
        decision, _, it = found
        if not decisions or decisions[-1] is not decision:
            decisions.append(decision)
        shared.setdefault((len(decisions), it.fate, it.rule), []).append(found)
    chose = [at for at, fate, _ in shared if fate in ("chosen", "answered")]
    first = max(chose, default=len(decisions))
    ordered = sorted(shared.items(), key=lambda item: (item[0][0] != first, item[0]))
    return [{**_make_folded(them, words), "aside": at != first} for (at, _, _), them in ordered]


def _make_folded(them: list[tuple[Decision, str, WhyNot]], words: Catalogue) -> Data:
    """Return one answer for options of one decision with the same fate: all their values, the winner's once."""
    answers = [make_answer(decision, name, it, words) for decision, name, it in them]
    names = [it["option"] for it in answers]
    found = serialize.serialize_why_not(", ".join(names), them[0][2], words)
    values = list(dict.fromkeys([v for it in answers for v in it["values"][:1]] + answers[0]["values"][1:]))
    return {**answers[0], "options": names, "says": found["sentence"], "values": values}


def make_answer(decision: Decision, name: str, it: WhyNot, words: Catalogue) -> Data:
    """Return the engine's answer about one option, with the keys of the API."""
    found = serialize.serialize_why_not(serialize.say_option(decision, name, words), it, words)
    return {
        **{key: found[key] for key in ("option", "fate", "rule", "values", "needed", "winner")},
        "procedure": found["procedure_says"],
        "says": found["sentence"],
    }


# ---------------------------------------------------------------------------------------------------------- the history


def list_history(
    table: Table, words: Catalogue, last: int | None = None, *, first: int = 0, most: int | None = None
) -> list[Data]:
    """Return the active entries in words, the oldest first.

    With `last`, only the last ones; otherwise at most `most` after the `first` ones.
    """
    first = first if last is None else max(0, len(table.entries) - last)
    end = None if most is None else first + most
    book = table.rulebook
    return [
        {
            "number": i + 1,
            "kind": entry.kind,
            "seat": _seat(entry),
            "round": book.round_number(table.board_before(i)),
            "says": serialize.describe_entry(table, i, words),
            "notation": entry.events + entry.followed,
        }
        for i, entry in enumerate(table.entries[first:end], first)
    ]


def _seat(entry: Entry) -> str:
    """Return the seat that the first event of an entry names, or ""."""
    seat, colon, _ = next(iter(entry.events + entry.typed), "").partition(":")
    return seat if colon else ""


def list_plot(table: Table, most: int | None = None) -> list[Data]:
    """Return the points of each seat and the round after each entry.

    With `most`, about that many entries, evenly spread and always with the last one.
    """
    points, book, boards = table.game.screen.points, table.rulebook, table.list_boards()
    step = 1 if most is None else max(1, -(-len(boards) // most))
    shown = sorted({*range(0, len(boards), step), len(boards) - 1})
    return [{"entry": i, "round": book.round_number(boards[i]), "points": list(points(boards[i]))} for i in shown]


def list_grown(table: Table, words: Catalogue, most: int) -> tuple[list[Data], list[Data]]:
    """Return the seats that have points, and about `most` moments with their points."""
    everybody = make_standing(table, table.board, words)["seats"]
    places = [i for i, seat in enumerate(everybody) if seat["scores"]]
    points = [{**entry, "points": [entry["points"][i] for i in places]} for entry in list_plot(table, most)]
    return [everybody[i] for i in places], points


def find_applied_rules(table: Table) -> dict[str, list[int]]:
    """Return the numbers of the turns in which each rule was applied at a table, undone turns excluded."""
    found: dict[str, list[int]] = {}
    for number, entry in enumerate(table.entries, 1):
        if entry.kind == "turn":
            for it in table.trace_of(number - 1).entries:
                rules = [it.rule]
                if isinstance(it, Decision):
                    rules += [step.rule for step in it.steps if step.after]
                for id in rules:
                    turns = found.setdefault(id, [])
                    if number not in turns:
                        turns.append(number)
    return found
