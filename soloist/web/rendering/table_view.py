"""What pages and API show of a table, as plain data in one language. Nothing is decided here."""

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
    """A table now, or as it was on another board of it; without `moves` nothing is said of what is legal."""
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
    """Return the page to show of a list that is `total` long, and how many pages there are: one too far is the last."""
    pages = max(1, -(-total // size))
    return min(number, pages), pages


def make_standing(table: Table, board: Board, words: Catalogue) -> Data:
    """Return who sits at a table and how far each is; `scores` tells which of them have points at all."""
    found = serialize.serialize_standing(table.game.screen.standing(board), words)
    scoring = table.rulebook.count_points(board)
    for seat in found["seats"]:
        seat["scores"] = seat["id"] in scoring
    return found


def serialize_legal_moves(table: Table, words: Catalogue) -> Data | None:
    """What has to be decided, and the legal moves with what they cost and bring; None where telling is free."""
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
    """A line speaks of typing; where the game has words for tapping, those are said."""
    key = f"on_screen.{line.key}"
    return Text(key, line.args) if words.has_key(key) else line


# ----------------------------------------------------------------------------------------------------- turns and reasons


def make_turn(table: Table, number: int, words: Catalogue, *, strict: bool = False) -> Data:
    """A turn of the Automa (by its place in `entries`): what the hands do, and the decisions to walk through."""
    entry = table.entries[number]
    return {
        "number": number + 1,
        "events": entry.events + entry.followed,
        "hands": list_checklist(table, number, words),
        "walk": make_scenes(table, number, words, strict=strict),
    }


def check_reasons(table: Table, words: Catalogue) -> None:
    """Raises `BadSaveError` at the first turn whose reasons cannot be drawn on the boards they were about."""
    for number, entry in enumerate(table.entries):
        if entry.trace:
            read_or_refuse(entry, partial(make_turn, table, number, words, strict=True))


def list_checklist(table: Table, number: int, words: Catalogue) -> list[Data]:
    """Return the steps for the hands of an entry (by its place in `entries`), with the places they are done at and the part
    of the round they belong to; a part begins with the instruction that announces it."""
    screen, board = table.game.screen, table.board_before(number)
    found, phase = [], "turn"
    for step in hand_steps(screen, table.instructions_of(number)):
        phase = next((screen.phases[line.key] for line in reversed(step) if line.key in screen.phases), phase)
        says = " ".join(words.say(_use_screen_words(line, words)) for line in step)
        found.append({**_make_instruction(screen, board, step, words), "says": says, "phase": phase})
    return found


def hand_steps(screen: Screen, lines: Sequence[Text]) -> list[list[Text]]:
    """Return instructions as steps: one that moves nothing is told with the next one (the last one with the one before), and
    those that belong together are one step."""
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
    """Return the lines that move something on the table."""
    return [line for line in lines if line.key not in screen.without_pieces]


def _make_instruction(screen: Screen, board: Board, step: Sequence[Text], words: Catalogue) -> Data:
    moving = _moving(screen, step) or step
    return {
        "icon": screen.icons.get(moving[0].key, "info"),
        "at": list(dict.fromkeys(place for line in moving for place in screen.at(board, line))),
        "pictures": [drawn for line in moving for drawn in draw_pictures(screen, line, words)],
    }


def draw_pictures(screen: Screen, line: Text, words: Catalogue) -> list[Svg]:
    """What a sentence names, drawn."""
    return [draw_picture(component, words) for component in screen.pictures(line)]


def list_offers(table: Table, words: Catalogue) -> list[Data]:
    """The open offers by the question they answer, each with what it names, drawn."""
    groups: dict[str, list[Data]] = {}
    for offer, data in zip(table.list_offers(), serialize.serialize_offers(table.list_offers(), words), strict=True):
        drawn = draw_pictures(table.game.screen, offer.text, words)
        groups.setdefault(data["asks"], []).append({**data, "pictures": drawn})
    return [{"asks": asks, "offers": found} for asks, found in groups.items()]


def list_undo_steps(table: Table, steps: int, words: Catalogue) -> list[Data]:
    """Return what the hands put back when the last `steps` entries are undone: the last move first. What moved nothing is
    left out. `tick` is the place of the step in the list that was ticked when it was done: what was never done need not be
    taken back."""
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
    """Say how an instruction, or an event in words, is taken back on the table."""
    key = f"back.{line.key}"
    return words.say(Text(key, line.args) if words.has_key(key) else text("table.take_back", line=words.say(line)))


def list_why_not(table: Table, number: int, key: str, words: Catalogue) -> list[Data]:
    """What became of a place in the decisions of one turn: one answer for all the options of a decision that fell, or
    stayed, by the same rule. First comes the last decision that chose it, or else the last that looked at it; answers of
    the others are `aside`."""
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
    """One answer for several options of one decision with the same fate: all their values, the winner's once."""
    answers = [make_answer(decision, name, it, words) for decision, name, it in them]
    names = [it["option"] for it in answers]
    found = serialize.serialize_why_not(", ".join(names), them[0][2], words)
    values = list(dict.fromkeys([v for it in answers for v in it["values"][:1]] + answers[0]["values"][1:]))
    return {**answers[0], "options": names, "says": found["sentence"], "values": values}


def make_answer(decision: Decision, name: str, it: WhyNot, words: Catalogue) -> Data:
    """The engine's answer about one option, in the words the API has always used."""
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
    """The entries that hold in words, the oldest first; with `last` only the end of them, otherwise at most `most` after
    the `first` ones."""
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
    """Whose entry it is: the seat that its first event names; empty if it names none."""
    seat, colon, _ = next(iter(entry.events + entry.typed), "").partition(":")
    return seat if colon else ""


def list_plot(table: Table, most: int | None = None) -> list[Data]:
    """The points of each seat after each entry, with the round: the score over time. With `most` about so many of them,
    evenly spread, the last one always."""
    points, book, boards = table.game.screen.points, table.rulebook, table.list_boards()
    step = 1 if most is None else max(1, -(-len(boards) // most))
    shown = sorted({*range(0, len(boards), step), len(boards) - 1})
    return [{"entry": i, "round": book.round_number(boards[i]), "points": list(points(boards[i]))} for i in shown]


def list_grown(table: Table, words: Catalogue, most: int) -> tuple[list[Data], list[Data]]:
    """Return the seats that have points, and about `most` points in time with the points of these seats."""
    everybody = make_standing(table, table.board, words)["seats"]
    places = [i for i, seat in enumerate(everybody) if seat["scores"]]
    points = [{**entry, "points": [entry["points"][i] for i in places]} for entry in list_plot(table, most)]
    return [everybody[i] for i in places], points


def find_applied_rules(table: Table) -> dict[str, list[int]]:
    """In which turns (by their number in the history) each rule was applied at this table, of those that hold."""
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
