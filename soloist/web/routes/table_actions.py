"""Actions at one table: enter a line, confirm a turn, play Automa's turn, turn a card, undo, redo, rename, share,
delete."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
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
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import Form, FormDep
from soloist.web.routes.table_page import show_table_page
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
    """Show a table, with the turn that the address puts together. If the table has changed since the address was made
    (`seen`), show it as it is and answer 409."""
    try:
        with tables.open_table(door.id) as (row, table):
            if seen is not None and seen != row.entries:
                return show_table_page(request, door, row, table, code=409, moved_on=True)
            return show_table_page(
                request, door, row, table, asked=DraftAddress(tuple(step or ()), verb, at, mat, coach)
            )
    except BadSaveError as error:
        return _show_broken(request, tables, door, error)


def _show_broken(request: Request, tables: Tables, door: TableAccess, error: BadSaveError) -> Response:
    """Show where and why the save of a table is damaged, and what can be rescued. Nothing is overwritten. Raises the
    error again for guests."""
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


@dataclass(frozen=True, slots=True)
class Post:
    """A form that was posted to a table: who sent it, what it may do there, and its fields."""

    request: Request
    access: TableAccess
    form: Form
    tables: Tables

    def show(self, row: StoredTable, table: Table, **notice: Any) -> Response:
        """Return the page of the table, with what happened to it."""
        return show_table_page(self.request, self.access, row, table, **notice)


async def _collect_post(request: Request, door: DoorDep, form: FormDep, tables: TablesDep) -> Post:
    return Post(request, door, form, tables)


PostDep = Annotated[Post, Depends(_collect_post)]
#: changes a table and returns what its page shows about that
Action = Callable[[Post, Table, Catalogue], Data]


def change_table(post: Post, act: Action, *, answer_to: str = "") -> Response:
    """Carry out an action once and show the table. An error is shown on the table as it was, with the line that was entered.
    A question is answered by posting the form again, with the answer, to the address `answer_to` of the table."""

    def show_again(_: str) -> Response:
        with post.tables.open_table(post.access.id) as (row, table):
            return post.show(row, table)

    try:
        key = post.form.once(post.request.url.path)
        return post.tables.run_once(key, lambda: _carry_out(post, act, answer_to), show_again)
    except MovedOnError:
        return _show_moved_on(post)


def _carry_out(post: Post, act: Action, answer_to: str) -> Response:
    try:
        with post.tables.open_table(post.access.id, post.form.at) as (row, table):
            words = choose_catalogue(preferences(post.request).lang, table.game)
            try:
                with table.transaction():
                    notice = act(post, table, words)
                    # rendered before anything is stored: an action whose result cannot be shown is not done
                    return post.show(replace(row, entries=len(table.log)), table, **notice)
            except (MovedOnError, BadSaveError, UnclearError):
                raise
            except SoloistError as failure:
                return _show_failure(post, row, table, failure, answer_to)
    except BadSaveError as error:
        return _show_broken(post.request, post.tables, post.access, error)


def _show_moved_on(post: Post) -> Response:
    """Show the table as it is after another visitor changed it, with the line that was entered."""
    try:
        with post.tables.open_table(post.access.id) as (row, table):
            return post.show(row, table, code=409, moved_on=True, line=_typed_line(post.form))
    except BadSaveError as error:
        return _show_broken(post.request, post.tables, post.access, error)


def _show_failure(post: Post, row: StoredTable, table: Table, failure: SoloistError, answer_to: str) -> Response:
    words = choose_catalogue(preferences(post.request).lang, table.game)
    line = _typed_line(post.form)
    if isinstance(failure, QuestionError):
        question = _make_question(failure, words, answer_to, post.form.all("answer"), line)
        return post.show(row, table, question=question, line=line)
    return post.show(row, table, code=status(failure), error=as_data(failure, words), line=line)


def _make_question(
    asked: QuestionError, words: Catalogue, answer_to: str, answers: Sequence[str] = (), line: str = ""
) -> Data:
    """Return a question as its form shows it: `answers` and `line` are posted again with the next answer."""
    return {
        **serialize.serialize_question(asked, words),
        "answers": list(answers),
        "action": answer_to,
        "line": line,
    }


_SLOT = re.compile(r"\{([A-Z0-9_]+)\}")


def fill_form(form: Form) -> str:
    """Return the line of a form: as it was typed, or a move whose gaps (`{NAME}`) are filled from the fields
    `slot.NAME`. Raises `UnreadableError` if a field holds more than one word of a line."""

    def fill(gap: re.Match[str]) -> str:
        value = form.get(f"slot.{gap[1]}").strip()
        if ";" in value or len(value.splitlines()) > 1:
            raise UnreadableError(text("error.form", where=gap[1]))
        return value or gap[0]

    return _SLOT.sub(fill, form.get("line"))


def _typed_line(form: Form) -> str:
    """Return the line to show again after an error, with its gaps filled where possible."""
    try:
        return fill_form(form)
    except UnreadableError:
        return form.get("line")


@router.post("/p/{key}/tell")
@router.post("/t/{id}/tell")
def submit_tell(post: PostDep) -> Response:
    return change_table(post, _enter_line, answer_to="tell")


def _enter_line(post: Post, table: Table, words: Catalogue) -> Data:
    """Enter the line of the form, then play Automa's turn if the form says so and nothing is doubtful."""
    told = table.tell(fill_form(post.form), post.form.all("answer"))
    if post.form.get("then") == "turn" and not told.problems and _is_automa_ready(table):
        return _play_automa_too(post, table, words)
    notice = {
        "doubts": serialize.serialize_problems(told.problems, words),
        "noted": _describe_last(table, words),
        "line": "",
    }
    auto_accept.accept_free_offers(post.request, post.access, table)
    return notice


def _describe_last(table: Table, words: Catalogue) -> list[str]:
    """Return the last entry in words."""
    return [line for entry in table_view.list_history(table, words, 1) for line in entry["says"]]


def _is_automa_ready(table: Table) -> bool:
    """Return whether Automa's turn is due and all pieces of the set-up are entered, so that nobody need ask for her turn."""
    return table.automa_due and not table.rulebook.list_setup_prompts(table.board)


def _play_automa_too(post: Post, table: Table, words: Catalogue) -> Data:
    """Play Automa's turn after an action of the player. If she has a question, that action counts all the same, and the page
    asks the question as if only her turn had been wanted."""
    try:
        done = table.turn([])
    except QuestionError as asked:
        return {"question": _make_question(asked, words, "turn")}
    auto_accept.accept_free_offers(post.request, post.access, table)
    return {"doubts": serialize.serialize_problems(done.problems, words)}


@router.post("/p/{key}/confirm")
@router.post("/t/{id}/confirm")
def submit_confirm(post: PostDep) -> Response:
    seat = post.request.state.always = post.form.get("always")
    answer = change_table(post, _confirm_draft)
    return auto_accept.keep_choice(answer, post.request, post.access, seat, on=True) if seat else answer


def _confirm_draft(post: Post, table: Table, words: Catalogue) -> Data:
    """Play the steps of a turn that was put together on the page, then, if the form says so, its end and Automa's turn."""
    for line in post.form.all("step"):
        table.tell(line)
    if post.form.get("end"):
        table.tell(post.form.get("end"))
    if post.form.get("coach"):
        post.tables.storage.note_coached(post.access.id)
    if post.form.get("then") == "turn" and _is_automa_ready(table):
        return _play_automa_too(post, table, words)
    noted = _describe_last(table, words)
    auto_accept.accept_free_offers(post.request, post.access, table)
    return {"noted": noted}


@router.post("/p/{key}/always")
@router.post("/t/{id}/always")
def say_always(request: Request, door: DoorDep, form: FormDep) -> Response:
    """Enable or disable auto-accept of free offers for a seat."""
    return auto_accept.keep_choice(
        RedirectResponse(door.base, 303), request, door, form.get("seat"), on=form.get("on") == "yes"
    )


@router.post("/p/{key}/turn")
@router.post("/t/{id}/turn")
def submit_turn(post: PostDep) -> Response:
    return change_table(post, _play_automa, answer_to="turn")


def _play_automa(post: Post, table: Table, words: Catalogue) -> Data:
    done = table.turn(post.form.all("answer"), reseed=post.form.get("reseed") or None)
    if preferences(post.request).after == "turn" and _is_automa_ready(table) and not done.trace.decisions:
        return _play_automa_too(post, table, words)  # only a round began: the player asked for a turn
    auto_accept.accept_free_offers(post.request, post.access, table)
    return {"doubts": serialize.serialize_problems(done.problems, words)}


@router.post("/p/{key}/card")
@router.post("/t/{id}/card")
def submit_card(post: PostDep) -> Response:
    return change_table(post, _turn_card, answer_to="card")


def _turn_card(post: Post, table: Table, words: Catalogue) -> Data:
    return {} if table.flip(post.form.all("answer")) else {"noted": [words.say(text("cards.no_more"))]}


@router.post("/p/{key}/undo")
@router.post("/t/{id}/undo")
def submit_undo(post: PostDep) -> Response:
    return change_table(post, _undo)


def _undo(post: Post, table: Table, words: Catalogue) -> Data:
    """Undo the last entry, or all entries after entry `to` of the form; further back where an AI seat would only repeat its
    moves."""
    to = post.form.get("to")
    steps = len(table.entries) - int(to) if to.isascii() and to.isdigit() and len(to) < 8 else 1
    played_by = post.tables.storage.find_row(post.access.id).played_by
    steps = _count_to_person(table, max(1, steps), played_by)
    back = table_view.list_undo_steps(table, steps, words)
    undone = table.undo(steps)
    return {"back": back} if back else {"noted": [words.say(text("table.undone", n=len(undone)))]}


def _count_to_person(table: Table, steps: int, played_by: Mapping[str, str]) -> int:
    """Return how many entries to undo, at least `steps`, so that no AI seat is due: it would repeat its moves."""
    boards = table.list_boards()
    while played_by and steps < len(table.entries):
        due = table.rulebook.find_due(boards[-1 - steps])
        if due is None or due.seat not in played_by:
            break
        steps += 1
    return steps


@router.post("/p/{key}/redo")
@router.post("/t/{id}/redo")
def submit_redo(post: PostDep) -> Response:
    return change_table(post, _redo)


def _redo(_: Post, table: Table, words: Catalogue) -> Data:
    return {"noted": [words.say(text("table.redone", n=len(table.redo())))]}


def _not_posted(door: DoorDep) -> Response:
    """Redirect to the table: the address of an action was opened without a form."""
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
