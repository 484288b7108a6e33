"""The page of one table: the board, what to do by hand, why, and the player's own turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote

from fastapi import Request, Response
from markupsafe import Markup

from soloist.agents.ai_seats import list_unknown_agents
from soloist.core.board import Board
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session import serialize
from soloist.session.draft import Draft, find_turn_start
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access import auto_accept
from soloist.web.access.table_access import TableAccess
from soloist.web.errors import as_data
from soloist.web.jobs.ai_seats import STOPPED
from soloist.web.rendering import table_view
from soloist.web.rendering.ai_seats_view import list_meanwhile, make_waiting
from soloist.web.rendering.draft_view import NOTHING_ASKED, DraftAddress, DraftView
from soloist.web.rendering.drawing import draw_board, draw_picture
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.rendering.stand_in_report import count_stand_ins_of_table
from soloist.web.routes.dependencies import visitor_of
from soloist.web.services import services_of

Data = dict[str, Any]


def show_table_page(
    request: Request,
    door: TableAccess,
    row: StoredTable,
    table: Table,
    *,
    code: int = 200,
    asked: DraftAddress = NOTHING_ASKED,
    **notice: Any,
) -> Response:
    """Return the page of a table now, with the turn that its address puts together (`asked`). `notice` tells what just
    happened or went wrong. If an AI seat is due, its search begins, and meanwhile nobody can play for it."""
    words = choose_catalogue(preferences(request).lang, table.game)
    if row.others:
        seats = services_of(request).ai_seats
        waiting = seats.ensure_searching(row, table, visitor_of(request), begin=door.plays)
        if waiting is not None:
            notice["waiting"] = make_waiting(waiting, table, words, plays=door.plays)
            if waiting.state != STOPPED:
                door = replace(door, plays=False)
        notice["meanwhile"] = list_meanwhile(row, table, words)
    notice["strangers"] = [words.say(said) for said in list_unknown_agents(table)]
    return _render_table(request, door, row, table, code=code, asked=asked, **notice)


def show_past_table(request: Request, door: TableAccess, row: StoredTable, table: Table, number: int) -> Response:
    """Return the page of a table as it was after `number` entries, read-only."""
    return _render_table(request, door, row, table, looking=number)


def _render_table(
    request: Request,
    door: TableAccess,
    row: StoredTable,
    table: Table,
    *,
    looking: int | None = None,
    code: int = 200,
    asked: DraftAddress = NOTHING_ASKED,
    **notice: Any,
) -> Response:
    game = table.game
    words = choose_catalogue(preferences(request).lang, game)
    screen = game.screen
    free = table.legal() is None
    now = looking is None or looking == len(table.entries)
    board = table.board if now else table.list_boards()[looking or 0]
    entries = table.entries if now else table.entries[:looking]
    state = table_view.make_state(row, table, words, board, moves=False)
    common: Data = {
        "state": state,
        "row": row,
        "looking": None if now else looking,
        "read_only": not door.plays or not now,
        "door": door,
        "base": door.base,
        "handle": door.handle,
        "offers": table_view.list_offers(table, words) if now else [],
        "error": None,
        "question": None,
        "moved_on": False,
        "doubts": [],
        "line": "",
        "noted": [],
        "back": [],
        **notice,
    }
    if row.cards:
        return page(request, "cards.html", game=game, status=code, **common)
    last = next((i for i in range(len(entries) - 1, -1, -1) if entries[i].kind == "turn"), None)
    turn = None if last is None else table_view.make_turn(table, last, words)
    just = auto_accept.by_itself(request, door, table, len(entries)) - 1
    hands: list[Data] = []
    if turn is not None and last is not None and last == just:
        hands = [*_list_begun(table, last, words), *turn["hands"]]
        if not table.rulebook.by_hand:  # what happened, in words
            hands = [
                {"says": line, "icon": "automa" if number == just else "you"}
                for number in range(just, len(entries))
                for line in serialize.describe_entry(table, number, words)
            ]
    elif entries and entries[just].kind == "told":
        hands = table_view.list_checklist(table, just, words)
    if common["back"]:  # first of all the table is put right
        hands = []
    sheet = _make_sheet(table, words) if now and not common["back"] and not free else None
    whole: Data | None = None
    if now and door.plays and not table.over and not free:
        draft = Draft(table, asked.steps)
        whole = DraftView(draft, asked, words, door.base).make_data()
        board = draft.position
        if draft.refused is not None and common["error"] is None:
            common["error"] = as_data(draft.refused, words)
    tiles = screen.rounds(board)
    drawn = draw_board(screen.drawing(board, words.say), words, words.say(text("table.board", game=state["title"])))
    return page(
        request,
        "table.html",
        game=game,
        status=code,
        board=Markup(drawn),
        turn=turn,
        whole=whole,
        always=auto_accept.make_switch(request, door, table, words) if whole else None,
        turn_began=find_turn_start(table),
        free=free,
        verbs=_list_verbs(table, words)
        if free and now and door.plays and not (state["automas_turn"] and not state["opening"])
        else [],
        hands=hands,
        stage="do"
        if (hands or sheet or common["back"]) and not (asked.any or common["error"] or common["question"])
        else "tell",
        sheet=sheet,
        track=_make_track(game, table.board if now else board, board, words) if not free else None,
        rounds=[(draw_picture(tile, words), when) for tile, when in tiles],
        round_says=next((words.say(tile.says) for tile, when in tiles if when == "now"), "") if whole else "",
        recent=table_view.list_history(table, words, 6) if now else [],
        first_at=list(screen.at(board, opening[0])) if (opening := table.rulebook.list_setup_prompts(board)) else [],
        layout=list_layout(table, words) if now and table.rulebook.round_number(board) <= 1 else [],
        stand_ins=count_stand_ins_of_table(table) if now and door.owns else 0,
        **common,
    )


def _list_verbs(table: Table, words: Catalogue) -> list[Data]:
    """Return the actions without a place, as they can be entered now (TABLE mode); none when the game is over."""
    if table.over:
        return []
    return [
        {"line": c.line, "link": quote(c.line), "says": words.say(c.says), "icon": c.icon, "gaps": bool(c.blanks)}
        for c in table.rulebook.list_choices(table.board, "")
        if not c.is_correction
    ]


def _make_track(game: Game, board: Board, ahead: Board, words: Catalogue) -> Data | None:
    """Return the round track of a digital game, and what it says about this round; None if the game has none."""
    found = game.screen.track(board, ahead)
    if found is None:
        return None
    narrow, wide = found
    return {"narrow": draw_picture(narrow, words), "wide": draw_picture(wide, words), "says": words.say(narrow.says)}


def _make_sheet(table: Table, words: Catalogue) -> Data | None:
    """Return the summary of the round that ended by or after a person's last decision; None if none ended."""
    first = next((i for i in range(len(table.entries) - 1, -1, -1) if table.entries[i].kind != "turn"), 0)
    found = table.game.screen.sheet(it for number in range(first, len(table.entries)) for it in table.events_of(number))
    if found is None:
        return None
    return {
        "title": words.say(found.title),
        "rule": found.rule,
        "rows": [
            {
                "icon": r.icon,
                "label": words.say(r.label),
                "values": r.values,
                "drawn": "" if r.drawn is None else draw_picture(r.drawn, words),
            }
            for r in found.rows
        ],
        "says": [words.say(line) for line in found.says],
        "coming": "" if found.coming is None else words.say(found.coming),
        "next": [words.say(line) for line in found.next],
        "drawn": [draw_picture(it, words) for it in found.drawn],
        "go": "" if found.go is None else words.say(found.go),
    }


def _list_begun(table: Table, last: int, words: Catalogue) -> list[Data]:
    """Return the instructions of the turns right before turn `last` in which nothing was decided: a round began."""
    found: list[Data] = []
    for number in range(last - 1, -1, -1):
        if table.entries[number].kind != "turn" or table.trace_of(number).decisions:
            break
        found = [*table_view.list_checklist(table, number, words), *found]
    return found


def list_layout(table: Table, words: Catalogue) -> list[Data]:
    """Return what to lay out before the first turn, remembered with the first entry."""
    make = partial(_laid_out, table, words)
    return table.remember(0, ("layout", words.language), make) if table.entries else make()


def _laid_out(table: Table, words: Catalogue) -> list[Data]:
    screen, board = table.game.screen, table.list_boards()[0]
    return [
        {
            "says": words.say(line),
            "icon": "table",
            "at": list(screen.at(board, line)),
            "pictures": table_view.draw_pictures(screen, line, words),
        }
        for line in table.game.layout(board)
    ]
