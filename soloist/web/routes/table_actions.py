"""What is done at one table from its pages: telling, confirming, the Automa's turn, cards, back and forth, its name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import HTMLResponse, RedirectResponse

from soloist.core.errors import (
    BadSaveError,
    MovedOnError,
    QuestionError,
    SoloistError,
    UnclearError,
    UnreadableError,
)
from soloist.core.text import text
from soloist.manifest import find_game, game_ids
from soloist.session import serialize
from soloist.session.draft import MOST_STEPS
from soloist.session.storage import LOOK, PLAY, StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access import auto_accept
from soloist.web.access.table_access import DoorDep, TableAccess
from soloist.web.errors import as_data, status
from soloist.web.rendering import table_view
from soloist.web.rendering.draft_view import DraftAddress
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.routes.ai_seats_pages import show_shown, to_a_person
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import Form, FormDep
from soloist.web.storage.loaded_tables import MOST_NAME, Tables

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Word = Annotated[str, Query(max_length=120)]
Data = dict[str, Any]


@router.get("/s/{key}")
@router.get("/p/{key}")
@router.get("/t/{id}")
def show_table(
    request: Request,
    door: DoorDep,
    tables: TablesDep,
    verb: Word = "",
    at: Word = "",
    mat: Word = "",
    step: Annotated[list[Word] | None, Query(max_length=MOST_STEPS)] = None,
    seen: Annotated[int | None, Query(ge=0, le=10**9)] = None,
    coach: Annotated[bool, Query()] = False,
) -> Response:
    """Show a table, with the turn that the address puts together. An address made before the table changed (`seen`) is
    answered with the table as it is, and says so."""
    try:
        with tables.open_table(door.id) as (row, it):
            if seen is not None and seen != row.entries:
                return show_shown(request, door, row, it, code=409, moved_on=True)
            return show_shown(request, door, row, it, asked=DraftAddress(tuple(step or ()), verb, at, mat, coach))
    except BadSaveError as error:
        return _show_broken(request, tables, door, error)


def _show_broken(request: Request, tables: Tables, door: TableAccess, error: BadSaveError) -> Response:
    """A table whose save is damaged: where, why, and what can be rescued. Nothing of it is overwritten."""
    if not door.owns:
        raise error
    id = door.id
    words = choose_catalogue(preferences(request).lang)
    try:
        source = tables.storage.read_source(id)
        rescued, _, unfinished = Table.rescue(source)
        good, lost = len(rescued.entries), unfinished
    except BadSaveError:
        good, lost = None, []
    row = tables.storage.find_row(id)
    title = row.name or row.game
    if not row.name and row.game in game_ids():
        title = choose_catalogue(words.language, find_game(row.game)).say(text("game.title"))
    said = as_data(error, words)
    return page(request, "broken.html", status=422, row=row, title=title, said=said, good=good, lost=lost)


# --------------------------------------------------------------------------------------------------------- changing


def change_table(request: Request, door: TableAccess, form: Form, tables: Tables, act: Any) -> Response:
    """Do something to a table and show it. Whatever goes wrong is shown on the table as it is, with what was typed."""

    def again(_: str) -> Response:
        with tables.open_table(door.id) as (row, it):
            return show_shown(request, door, row, it)

    once = form.once(request.url.path)
    try:
        return tables.run_once(once, lambda: _run_act(request, door, form, tables, act), again)
    except MovedOnError:
        return _moved_on(request, door, form, tables)


def _run_act(request: Request, door: TableAccess, form: Form, tables: Tables, act: Any) -> Response:
    try:
        with tables.open_table(door.id, form.at) as (row, it):
            words = choose_catalogue(preferences(request).lang, it.game)
            try:
                with it.transaction():
                    notice = act(it, words) or {}
                    # made before anything is stored: what cannot be shown is not done
                    return show_shown(request, door, replace(row, entries=len(it.log)), it, **notice)
            except (MovedOnError, BadSaveError, UnclearError):
                raise
            except SoloistError as failure:
                return _show_failure(request, door, row, it, form, failure)
    except BadSaveError as error:
        return _show_broken(request, tables, door, error)


def _moved_on(request: Request, door: TableAccess, form: Form, tables: Tables) -> Response:
    """Somebody else was faster: the table as it is now, with what was typed."""
    try:
        with tables.open_table(door.id) as (row, it):
            return show_shown(request, door, row, it, code=409, moved_on=True, line=_typed_line(form))
    except BadSaveError as error:
        return _show_broken(request, tables, door, error)


def _show_failure(
    request: Request, door: TableAccess, row: StoredTable, it: Table, form: Form, failure: SoloistError
) -> Response:
    words = choose_catalogue(preferences(request).lang, it.game)
    line = _typed_line(form)
    if isinstance(failure, QuestionError):
        asked = {
            **serialize.serialize_question(failure, words),
            "answers": form.all("answer"),
            "action": form.get("action"),
            "line": line,
        }
        return show_shown(request, door, row, it, question=asked, line=line)
    return show_shown(request, door, row, it, code=status(failure), error=as_data(failure, words), line=line)


_SLOT = re.compile(r"\{([A-Z0-9_]+)\}")


def fill_form(form: Form) -> str:
    """The line of a form: typed, or a move whose gaps the form fills in."""

    def fill(gap: re.Match[str]) -> str:
        value = form.get(f"slot.{gap[1]}").strip()
        if ";" in value or len(value.splitlines()) > 1:
            raise UnreadableError(text("error.form", where=gap[1]))
        return value or gap[0]

    return _SLOT.sub(fill, form.get("line"))


def _typed_line(form: Form) -> str:
    """The line to show again, with its gaps filled in: the form that filled them is gone."""
    try:
        return fill_form(form)
    except UnreadableError:
        return form.get("line")


@router.post("/p/{key}/tell")
@router.post("/t/{id}/tell")
def submit_tell(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        if form.get("then") == "turn":
            with it.transaction():
                return act_and_turn(it, words)
        return act_alone(it, words)

    def act_and_turn(it: Table, words: Any) -> Data:
        found = act_alone(it, words)
        return her_turn_too(it, words) if she_may_go_on(it) and not found["doubts"] else found

    def act_alone(it: Table, words: Any) -> Data:
        told = it.tell(fill_form(form), form.all("answer"))
        doubts = serialize.serialize_problems(told.problems, words)
        noted = [line for e in table_view.list_history(it, words, 1) for line in e["says"]]
        return {"doubts": doubts, "noted": noted, "line": ""}

    form.fields.append(("action", "tell"))
    return change_table(request, door, form, tables, auto_accept.accept_offers(act, request, door))


def she_may_go_on(it: Table) -> bool:
    """Whether her turn may follow without being asked for: it is due, and all pieces of the beginning are entered."""
    return it.automa_due and not it.rulebook.list_setup_prompts(it.board)


def her_turn_too(it: Table, words: Catalogue) -> Data:
    """Her turn, right after one's own was ended. What it asks is asked as if she had been called by herself: what was told
    is told."""
    try:
        done = it.turn([])
    except QuestionError as asked:
        question = {**serialize.serialize_question(asked, words), "answers": [], "action": "turn", "line": ""}
        return {"question": question}
    return {"doubts": serialize.serialize_problems(done.problems, words)}


@router.post("/p/{key}/confirm")
@router.post("/t/{id}/confirm")
def submit_confirm(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    """A turn that was put together: all its steps, its end, and her turn, or nothing of it."""

    def act(it: Table, words: Any) -> Data:
        with it.transaction():
            for line in form.all("step"):
                it.tell(line)
            if form.get("end"):
                it.tell(form.get("end"))
            if form.get("coach"):
                tables.storage.note_coached(door.id)
            if form.get("then") == "turn" and she_may_go_on(it):
                return her_turn_too(it, words)
        return {"noted": [line for e in table_view.list_history(it, words, 1) for line in e["says"]]}

    seat = request.state.always = form.get("always")
    answer = change_table(request, door, form, tables, auto_accept.accept_offers(act, request, door))
    return auto_accept.keep_choice(answer, request, door, seat, on=True) if seat else answer


@router.post("/p/{key}/always")
@router.post("/t/{id}/always")
def say_always(request: Request, door: DoorDep, form: FormDep) -> Response:
    """What costs nothing is taken without asking from now on, or asked for again."""
    return auto_accept.keep_choice(
        RedirectResponse(door.base, 303), request, door, form.get("seat"), on=form.get("on") == "yes"
    )


@router.post("/p/{key}/turn")
@router.post("/t/{id}/turn")
def submit_turn(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        with it.transaction():
            done = it.turn(form.all("answer"), reseed=form.get("reseed") or None)
            if preferences(request).after == "turn" and she_may_go_on(it) and not done.trace.decisions:
                return her_turn_too(it, words)  # a round began: that alone is not what was asked for
        return {"doubts": serialize.serialize_problems(done.problems, words)}

    form.fields.append(("action", "turn"))
    return change_table(request, door, form, tables, auto_accept.accept_offers(act, request, door))


@router.post("/p/{key}/card")
@router.post("/t/{id}/card")
def submit_card(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        return {} if it.flip(form.all("answer")) else {"noted": [words.say(text("cards.no_more"))]}

    form.fields.append(("action", "card"))
    return change_table(request, door, form, tables, act)


@router.post("/p/{key}/undo")
@router.post("/t/{id}/undo")
def submit_undo(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        to = form.get("to")  # a point of the history to go back to
        steps = len(it.entries) - int(to) if to.isascii() and to.isdigit() and len(to) < 8 else 1
        steps = to_a_person(it, max(1, steps), tables.storage.find_row(door.id).played_by)
        back = table_view.list_undo_steps(it, steps, words)
        undone = it.undo(steps)
        return {"back": back} if back else {"noted": [words.say(text("table.undone", n=len(undone)))]}

    return change_table(request, door, form, tables, act)


@router.post("/p/{key}/redo")
@router.post("/t/{id}/redo")
def submit_redo(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Response:
    def act(it: Table, words: Any) -> Data:
        return {"noted": [words.say(text("table.redone", n=len(it.redo())))]}

    return change_table(request, door, form, tables, act)


def _not_posted(door: DoorDep) -> Response:
    """The address of an action, opened again: show the table."""
    return RedirectResponse(door.base, 303)


for _action in ("tell", "confirm", "always", "turn", "card", "undo", "redo", "others"):
    router.add_api_route(f"/t/{{id}}/{_action}", _not_posted, methods=["GET"])
    router.add_api_route(f"/p/{{key}}/{_action}", _not_posted, methods=["GET"])


@router.post("/t/{id}/rename")
def submit_rename(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.storage.rename_table(id, form.get("name").strip()[:MOST_NAME])
    return RedirectResponse(f"/t/{id}/more", 303)


@router.post("/t/{id}/share")
def submit_share(id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.storage.share(id, form.get("on") == "yes", PLAY if form.get("right") == PLAY else LOOK)
    return RedirectResponse(f"/t/{id}/more", 303)


@router.post("/t/{id}/delete")
def submit_delete(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    tables.run_once(form.once(request.url.path), lambda: tables.delete_table(id), lambda _: None)
    return RedirectResponse("/", 303)
