"""The pages of one table: the board, telling, the Automa's turn, the history, cards only, and the read-only link."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from soloist.core.board import Board
from soloist.core.errors import (
    BadSaveError,
    MovedOnError,
    QuestionError,
    SoloistError,
    UnclearError,
    UnknownError,
    UnreadableError,
)
from soloist.core.game import Game, find_game, game_ids
from soloist.core.text import text
from soloist.modes import present
from soloist.modes.draft import MOST_STEPS, Draft, turn_began
from soloist.modes.look import find_turn
from soloist.modes.scenario import as_scenario
from soloist.modes.storage import LOOK, PLAY, Stored
from soloist.modes.table import Table
from soloist.modes.words import Catalogue
from soloist.web import view
from soloist.web.depends import TableId, TablesDep
from soloist.web.door import PREFIX, Door, DoorDep
from soloist.web.drawing import picture, svg
from soloist.web.errors import as_data, status
from soloist.web.forms import Form, FormDep
from soloist.web.plot import plot
from soloist.web.preferences import catalogue, preferences
from soloist.web.render import page
from soloist.web.tables import MOST_NAME, Tables
from soloist.web.trust import stand_ins
from soloist.web.whole import NOTHING_ASKED, Asked, Whole

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Number = Annotated[int, Path(ge=0, le=10**9)]
Word = Annotated[str, Query(max_length=120)]
Data = dict[str, Any]


def _table_page(
    request: Request,
    door: Door,
    row: Stored,
    table: Table,
    *,
    looking: int | None = None,
    code: int = 200,
    asked: Asked = NOTHING_ASKED,
    **notice: Any,
) -> Response:
    """The table now, or (`looking`) after that many entries, read-only; `notice` is what just happened or went wrong."""
    game = table.game
    words = catalogue(preferences(request).lang, game)
    screen = game.screen
    now = looking is None or looking == len(table.entries)
    board = table.board if now else table.boards()[looking or 0]
    entries = table.entries if now else table.entries[:looking]
    state = view.state(row, table, words, board, moves=False)
    common: Data = {
        "state": state,
        "row": row,
        "looking": None if now else looking,
        "read_only": not door.plays or not now,
        "door": door,
        "base": door.base,
        "handle": door.handle,
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
    turn = None if last is None else view.turn(table, last, words)
    just = len(entries) - 1
    hands: list[Data] = []
    if turn is not None and last is not None and last == just:
        hands = [*_begun(table, last, words), *turn["hands"]]
        if not table.rulebook.by_hand:  # what happened, in words
            hands = [{"says": line, "icon": "automa"} for line in present.happened(table, just, words)]
    elif entries and entries[just].kind == "told":
        hands = view.checklist(table, just, words)
    if common["back"]:  # first of all the table is put right
        hands = []
    sheet = _sheet(table, words) if now and not common["back"] and table.legal() is not None else None
    whole: Data | None = None
    if now and door.plays and not table.over and table.legal() is not None:
        draft = Draft(table, asked.steps)
        whole = Whole(draft, asked, words, door.base).data()
        board = draft.position
        if draft.refused is not None and common["error"] is None:
            common["error"] = as_data(draft.refused, words)
    tiles = screen.rounds(board)
    drawn = svg(screen.drawing(board, words.say), words, words.say(text("table.board", game=state["title"])))
    return page(
        request,
        "table.html",
        game=game,
        status=code,
        board=Markup(drawn),
        turn=turn,
        whole=whole,
        turn_began=turn_began(table),
        free=table.legal() is None,
        verbs=_verbs(table, words)
        if now and door.plays and not (state["automas_turn"] and not state["opening"])
        else [],
        hands=hands,
        stage="do"
        if (hands or sheet or common["back"]) and not (asked.any or common["error"] or common["question"])
        else "tell",
        sheet=sheet,
        track=_track(game, table.board if now else board, board, words) if table.legal() is not None else None,
        rounds=[(picture(tile, words), when) for tile, when in tiles],
        round_says=next((words.say(tile.says) for tile, when in tiles if when == "now"), "") if whole else "",
        recent=view.history(table, words, 6) if now else [],
        first_at=list(screen.at(board, opening[0])) if (opening := table.rulebook.opening(board)) else [],
        layout=_layout(table, words) if now and table.rulebook.round(board) <= 1 else [],
        stand_ins=stand_ins(table) if now and door.owns else 0,
        **common,
    )


def _verbs(table: Table, words: Catalogue) -> list[Data]:
    """What can be told that belongs to no place, where telling is free: one tap away on one's own turn."""
    if table.over or table.legal() is not None:
        return []
    return [
        {"line": c.line, "link": quote(c.line), "says": words.say(c.says), "icon": c.icon, "gaps": bool(c.blanks)}
        for c in table.rulebook.choices(table.board, "")
        if not c.correction
    ]


def _track(game: Game, board: Board, ahead: Board, words: Catalogue) -> Data | None:
    """The track of a whole game, and what it says about this round."""
    found = game.screen.track(board, ahead)
    if found is None:
        return None
    narrow, wide = found
    return {"narrow": picture(narrow, words), "wide": picture(wide, words), "says": words.say(narrow.says)}


def _sheet(table: Table, words: Catalogue) -> Data | None:
    """The round that ended since the last decision of a human, or by it."""
    first = next((i for i in range(len(table.entries) - 1, -1, -1) if table.entries[i].kind != "turn"), 0)
    found = table.game.screen.sheet(it for number in range(first, len(table.entries)) for it in table.events_of(number))
    if found is None:
        return None
    return {
        "title": words.say(found.title),
        "rule": found.rule,
        "rows": [{"icon": r.icon, "label": words.say(r.label), "values": r.values} for r in found.rows],
        "says": [words.say(line) for line in found.says],
        "go": "" if found.go is None else words.say(found.go),
    }


def _begun(table: Table, last: int, words: Catalogue) -> list[Data]:
    """What the hands do for turns right before the last one in which nothing was decided: a round that began."""
    found: list[Data] = []
    for number in range(last - 1, -1, -1):
        if table.entries[number].kind != "turn" or table.trace_of(number).decisions:
            break
        found = [*view.checklist(table, number, words), *found]
    return found


def _layout(table: Table, words: Catalogue) -> list[Data]:
    """What is laid out before the first turn: it can be seen as long as the first round lasts, whatever was told."""
    make = partial(_laid_out, table, words)
    return table.remembered(0, ("layout", words.language), make) if table.entries else make()


def _laid_out(table: Table, words: Catalogue) -> list[Data]:
    screen, board = table.game.screen, table.boards()[0]
    return [
        {
            "says": words.say(line),
            "icon": "table",
            "at": list(screen.at(board, line)),
            "pictures": view.pictures(screen, line, words),
        }
        for line in table.game.layout(board)
    ]


@router.get("/s/{key}")
@router.get("/p/{key}")
@router.get("/t/{id}")
def table(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    verb: Word = "",
    at: Word = "",
    mat: Word = "",
    *,
    step: Annotated[list[Word], Query(max_length=MOST_STEPS, default_factory=list)],
) -> Response:
    try:
        with tables.open(door.id) as (row, it):
            return _table_page(request, door, row, it, asked=Asked(tuple(step), verb, at, mat))
    except BadSaveError as error:
        return _broken(request, tables, door, error)


def _broken(request: Request, tables: Tables, door: Door, error: BadSaveError) -> Response:
    """A table whose save is damaged: where, why, and what can be rescued. Nothing of it is overwritten."""
    if not door.owns:
        raise error
    id = door.id
    words = catalogue(preferences(request).lang)
    try:
        source = tables.storage.source(id)
        rescued, _, unfinished = Table.rescue(source)
        good, lost = len(rescued.entries), unfinished
    except BadSaveError:
        good, lost = None, []
    row = tables.storage.row(id)
    title = row.name or row.game
    if not row.name and row.game in game_ids():
        title = catalogue(words.language, find_game(row.game)).say(text("game.title"))
    said = as_data(error, words)
    return page(request, "broken.html", status=422, row=row, title=title, said=said, good=good, lost=lost)


# --------------------------------------------------------------------------------------------------------- changing


def change(request: Request, door: Door, form: Form, tables: Tables, act: Any) -> Response:
    """Do something to a table and show it. Whatever goes wrong is shown on the table as it is, with what was typed."""

    def again(_: str) -> Response:
        with tables.open(door.id) as (row, it):
            return _table_page(request, door, row, it)

    once = form.once(request.url.path)
    return tables.once(once, lambda: _done(request, door, form, tables, act), again)


def _done(request: Request, door: Door, form: Form, tables: Tables, act: Any) -> Response:
    try:
        with tables.open(door.id, form.at) as (row, it):
            words = catalogue(preferences(request).lang, it.game)
            failure: SoloistError | None = None
            notice: Data = {}
            try:
                notice = act(it, words) or {}
            except (MovedOnError, BadSaveError, UnclearError):
                raise
            except SoloistError as error:
                failure = error
            row = replace(row, entries=len(it.log))
            if failure is not None:
                return _failed(request, door, row, it, form, failure)
            return _table_page(request, door, row, it, **notice)
    except MovedOnError:
        return _moved_on(request, door, form, tables)
    except BadSaveError as error:
        return _broken(request, tables, door, error)


def _moved_on(request: Request, door: Door, form: Form, tables: Tables) -> Response:
    """Somebody else was faster: the table as it is now, with what was typed."""
    try:
        with tables.open(door.id) as (row, it):
            return _table_page(request, door, row, it, code=409, moved_on=True, line=_typed(form))
    except BadSaveError as error:
        return _broken(request, tables, door, error)


def _failed(request: Request, door: Door, row: Stored, it: Table, form: Form, failure: SoloistError) -> Response:
    words = catalogue(preferences(request).lang, it.game)
    line = _typed(form)
    if isinstance(failure, QuestionError):
        asked = {
            **present.question(failure, words),
            "answers": form.all("answer"),
            "action": form.get("action"),
            "line": line,
        }
        return _table_page(request, door, row, it, question=asked, line=line)
    return _table_page(request, door, row, it, code=status(failure), error=as_data(failure, words), line=line)


_SLOT = re.compile(r"\{([A-Z0-9_]+)\}")


def filled(form: Form) -> str:
    """The line of a form: typed, or a move whose gaps the form fills in."""

    def fill(gap: re.Match[str]) -> str:
        value = form.get(f"slot.{gap[1]}").strip()
        if ";" in value or len(value.splitlines()) > 1:
            raise UnreadableError(text("error.form", where=gap[1]))
        return value or gap[0]

    return _SLOT.sub(fill, form.get("line"))


def _typed(form: Form) -> str:
    """The line to show again, with its gaps filled in: the form that filled them is gone."""
    try:
        return filled(form)
    except UnreadableError:
        return form.get("line")


@router.post("/p/{key}/tell")
@router.post("/t/{id}/tell")
def tell(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        if form.get("then") == "turn":
            with it.together():
                return act_and_turn(it, words)
        return act_alone(it, words)

    def act_and_turn(it: Table, words: Any) -> Data:
        found = act_alone(it, words)
        return her_turn_too(it, words) if it.automa_due and not found["doubts"] else found

    def act_alone(it: Table, words: Any) -> Data:
        told = it.tell(filled(form), form.all("answer"))
        doubts = present.problems(told.problems, words)
        noted = [line for e in view.history(it, words, 1) for line in e["says"]]
        return {"doubts": doubts, "noted": noted, "line": ""}

    form.fields.append(("action", "tell"))
    return change(request, door, form, tables, act)


def her_turn_too(it: Table, words: Catalogue) -> Data:
    """Her turn, right after one's own was ended. What it asks is asked as if she had been called by herself: what was told
    is told."""
    try:
        done = it.turn([])
    except QuestionError as asked:
        question = {**present.question(asked, words), "answers": [], "action": "turn", "line": ""}
        return {"question": question}
    return {"doubts": present.problems(done.problems, words)}


@router.post("/p/{key}/confirm")
@router.post("/t/{id}/confirm")
def confirm(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    """A turn that was put together: all its steps, its end, and her turn, or nothing of it."""

    def act(it: Table, words: Any) -> Data:
        with it.together():
            for line in form.all("step"):
                it.tell(line)
            if form.get("end"):
                it.tell(form.get("end"))
            if form.get("then") == "turn" and it.automa_due:
                return her_turn_too(it, words)
        return {"noted": [line for e in view.history(it, words, 1) for line in e["says"]]}

    return change(request, door, form, tables, act)


@router.post("/p/{key}/turn")
@router.post("/t/{id}/turn")
def turn(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        with it.together():
            done = it.turn(form.all("answer"), reseed=form.get("reseed") or None)
            if preferences(request).after == "turn" and it.automa_due and not done.trace.decisions:
                return her_turn_too(it, words)  # a round began: that alone is not what was asked for
        return {"doubts": present.problems(done.problems, words)}

    form.fields.append(("action", "turn"))
    return change(request, door, form, tables, act)


@router.post("/p/{key}/card")
@router.post("/t/{id}/card")
def card(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        return {} if it.flip(form.all("answer")) else {"noted": [words.say(text("cards.no_more"))]}

    form.fields.append(("action", "card"))
    return change(request, door, form, tables, act)


@router.post("/p/{key}/undo")
@router.post("/t/{id}/undo")
def undo(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        to = form.get("to")  # a point of the history to go back to
        steps = len(it.entries) - int(to) if to.isascii() and to.isdigit() and len(to) < 8 else 1
        back = view.take_back(it, max(1, steps), words)
        undone = it.undo(max(1, steps))
        return {"back": back} if back else {"noted": [words.say(text("table.undone", n=len(undone)))]}

    return change(request, door, form, tables, act)


@router.post("/p/{key}/redo")
@router.post("/t/{id}/redo")
def redo(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        return {"noted": [words.say(text("table.redone", n=len(it.redo())))]}

    return change(request, door, form, tables, act)


def _not_posted(door: DoorDep) -> Response:
    """The address of an action, opened again: show the table."""
    return RedirectResponse(door.base, 303)


for _action in ("tell", "confirm", "turn", "card", "undo", "redo"):
    router.add_api_route(f"/t/{{id}}/{_action}", _not_posted, methods=["GET"])
    router.add_api_route(f"/p/{{key}}/{_action}", _not_posted, methods=["GET"])


@router.post("/t/{id}/rename")
def rename(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.storage.rename(id, form.get("name").strip()[:MOST_NAME])
    return RedirectResponse(f"/t/{id}/more", 303)


@router.post("/t/{id}/share")
def share(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.storage.share(id, form.get("on") == "yes", PLAY if form.get("right") == PLAY else LOOK)
    return RedirectResponse(f"/t/{id}/more", 303)


@router.post("/t/{id}/delete")
def delete(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.once(form.once(request.url.path), lambda: tables.delete(id), lambda _: None)
    return RedirectResponse("/", 303)


# ---------------------------------------------------------------------------------------------------------- looking


#: so many entries stand on a page of the history, so many points in its plot
_ON_A_PAGE = 100
_POINTS = 400


def _history(request: Request, door: Door, row: Stored, it: Table, number: int) -> Response:
    """A page of the history, the latest entries on the first."""
    words = catalogue(preferences(request).lang, it.game)
    end = max(0, len(it.entries) - (number - 1) * _ON_A_PAGE)
    first = max(0, end - _ON_A_PAGE)
    state = view.state(row, it, words)
    return page(
        request,
        "history.html",
        game=it.game,
        row=row,
        state=state,
        entries=list(reversed(view.history(it, words, first=first, most=end - first))),
        number=number,
        pages=max(1, -(-len(it.entries) // _ON_A_PAGE)),
        plot=plot(view.plot(it, _POINTS), state["standing"]["seats"], words.say(text("history.plot"))),
        door=door,
        base=door.base,
        read_only=not door.plays,
    )


@router.get("/s/{key}/history")
@router.get("/p/{key}/history")
@router.get("/t/{id}/history")
def history(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    number: Annotated[int, Query(alias="page", ge=1, le=10**6)] = 1,
) -> Response:
    with tables.open(door.id) as (row, it):
        return _history(request, door, row, it, number)


@router.get("/s/{key}/at/{number}")
@router.get("/p/{key}/at/{number}")
@router.get("/t/{id}/at/{number}")
def look(request: Request, door: DoorDep, number: Number, tables: TablesDep) -> Response:
    """The table as it was after so many entries."""
    with tables.open(door.id) as (row, it):
        return _table_page(request, door, row, it, looking=_point(it, number))


@router.get("/s/{key}/before/{number}")
@router.get("/p/{key}/before/{number}")
@router.get("/t/{id}/before/{number}")
def before(request: Request, door: DoorDep, number: Number, tables: TablesDep) -> Response:
    """The board alone, as it was before a turn of the Automa: what she decided on."""
    with tables.open(door.id) as (_, it):
        return _before(request, it, number)


def _before(request: Request, it: Table, number: int) -> Response:
    words = catalogue(preferences(request).lang, it.game)
    board = it.board_before(find_turn(it, number)[0])
    label = words.say(text("table.board_before", game=text("game.title")))
    return HTMLResponse(svg(it.game.screen.drawing(board, words.say), words, label))


def _point(it: Table, number: int) -> int:
    if number > len(it.entries):
        raise UnknownError(text("error.no_turn_number", got=number), nearest=[str(len(it.entries))])
    return number


@router.get("/t/{id}/more")
def more(request: Request, id: TableId, tables: TablesDep) -> Response:
    """Sharing, export, name, data of this table, deletion."""
    with tables.open(id) as (row, it):
        words = catalogue(preferences(request).lang, it.game)
        address = request.app.state.address or str(request.base_url)
        return page(
            request,
            "more.html",
            game=it.game,
            row=row,
            state=view.state(row, it, words),
            layout=[line["says"] for line in _layout(it, words)],
            values=present.values(it.game.data(it.board), {}, words),
            can_enter=any(verb.key == "value" for verb in it.game.table.verbs),
            door=Door(id, f"/t/{id}", id, plays=True, owns=True),
            links=[]
            if request.app.state.pocket  # nobody else can come to a table inside a browser
            else [
                {"right": right, "link": f"{address}{PREFIX[right]}/{key}" if key else ""}
                for right, key in ((LOOK, row.share), (PLAY, row.play))
            ],
            has_turn=it.last_turn() is not None,
        )


@router.get("/t/{id}/export")
def export(id: TableId, tables: TablesDep) -> Response:
    """The save file, also of a broken table."""
    row = tables.storage.row(id)
    return _download(tables.storage.source(id), f"{row.name or row.game}.soloist")


@router.get("/s/{key}/doubt")
@router.get("/p/{key}/doubt")
@router.get("/t/{id}/doubt")
def doubt(door: DoorDep, tables: TablesDep) -> Response:
    """The scenario of the last decision, to send with a report."""
    with tables.open(door.id) as (_, it):
        return _doubt(it)


def _doubt(it: Table) -> Response:
    return _download(as_scenario(it, find_turn(it, None)[0]), f"{it.game.id}.scenario")


def _download(content: str | bytes, name: str) -> Response:
    safe = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.") or "table"
    return PlainTextResponse(content, headers={"content-disposition": f'attachment; filename="{safe}"'})
