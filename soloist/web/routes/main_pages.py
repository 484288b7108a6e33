"""Pages around the tables: home, set-up, cards only, rules, settings."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from soloist.agents import SKILLS, list_agents
from soloist.core.errors import BadSaveError, SoloistError, UnreadableError
from soloist.core.rulebook import DIGITAL, TABLE, Option, Rulebook
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session import serialize
from soloist.session.coverage import find_rule, game_of_rule
from soloist.session.storage import StoredTable
from soloist.session.table import DATA_ERRORS, Table
from soloist.session.words import Catalogue
from soloist.web.api.table_api import new_seed, search_rules
from soloist.web.errors import as_data, status
from soloist.web.rendering import rule_boards, table_view
from soloist.web.rendering.drawing import draw_preview as preview_of
from soloist.web.rendering.drawing import with_icons
from soloist.web.rendering.preferences import CHOICES, COOKIE, choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.rendering.rule_chapters import find_chapter, find_chapter_of, list_chapters
from soloist.web.routes import (
    ai_seats_pages,
    end_pages,
    export_pages,
    history_pages,
    lab_pages,
    owner_values_pages,
    review_pages,
    sheet_pages,
    table_actions,
)
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import FileFormDep, Form, FormDep
from soloist.web.routes.owner_values_pages import enter_values
from soloist.web.services import services_of
from soloist.web.storage.loaded_tables import Tables

_log = logging.getLogger(__name__)
#: the seed of a first table
FIRST_SEED = "first"
router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
_PAGES = (
    table_actions,
    history_pages,
    sheet_pages,
    end_pages,
    owner_values_pages,
    lab_pages,
    ai_seats_pages,
    review_pages,
    export_pages,
)
for _pages in _PAGES:
    router.routes.extend(_pages.router.routes)  # one flat list: nested routers are searched twice for every request

GameId = Annotated[str, Path(max_length=40)]
#: most rules that a search shows
_MOST_FOUND = 20
#: the id of the table whose applied rules are shown
AtTable = Annotated[str, Query(max_length=32, pattern=r"^[A-Za-z0-9_-]*$")]
Data = dict[str, Any]


def see(where: str) -> RedirectResponse:
    return RedirectResponse(where, 303)


def _show_made(request: Request, form: Form, tables: Tables, make: Callable[[], StoredTable]) -> Response:
    """Store a new table and redirect to it; a form that is sent again leads to the same table."""
    return see(f"/t/{tables.run_once(form.once(request.url.path), lambda: make().id, lambda id: id)}")


def error_page(request: Request, code: int, said: dict[str, object]) -> Response:
    """Return the page of an error: what happened, what is safe, what to do."""
    return page(request, "error.html", status=code, said=said, code=code)


# -------------------------------------------------------------------------------------------------------------- home


#: tables on the home page, and on a page of all tables
_AT_HOME = 3
_ON_A_PAGE = 24


@router.get("/")
def show_home(
    request: Request,
    tables: TablesDep,
    all: bool = False,
    q: Annotated[str, Query(max_length=100)] = "",
    number: Annotated[int, Query(alias="page", ge=1, le=10**6)] = 1,
) -> Response:
    """Show the tables changed last, first a game that is not over; all of them page by page, or those that match a
    search."""
    lang = preferences(request).lang
    cards = [game_card(find_game(id), lang) for id in game_ids()]
    q = q.strip()
    total = tables.storage.count_tables(q)
    paged = all or bool(q) or number > 1
    most = _ON_A_PAGE if paged else _AT_HOME
    number, pages = table_view.page_within(number, total, most)
    rows = tables.storage.list_rows(most, offset=(number - 1) * most, search=q)
    shown = [_make_resume(tables, row, lang) for row in rows]
    first = None if paged else _to_go_on(tables, shown, lang)
    if first is not None:
        shown = [first, *(it for it in shown if it["row"].id != first["row"].id)][:most]
        first["preview"] = _preview(tables, first["row"], lang)
    return page(
        request,
        "home.html",
        games=cards,
        paged=paged,
        first=first,
        tables=[it for it in shown if it is not first],
        plays=end_pages.at_home(tables, lang),
        day=end_pages.day,
        more=0 if paged else total - len(shown),
        q=q,
        total=total,
        number=number,
        pages=pages,
        searching=paged or total > _AT_HOME,
        files=tables.list_files()[:20],
    )


def game_card(game: Game, lang: str) -> Data:
    words = choose_catalogue(lang, game)
    return {
        "id": game.id,
        "title": words.say(text("game.title")),
        "about": words.say(text("game.about")),
        "cover": Markup(with_icons(game.screen.cover())),
        "stage": game.stage.value,
        # modes other than TABLE, each with its own start and set-up
        "modes": [book.id for book in game.rulebooks if book is not game.table],
    }


def _make_resume(tables: Tables, row: Any, lang: str) -> Data:
    """Return a table as the home page shows it; a damaged one is marked and does not hide the others."""
    found: Data = {"row": row, "broken": "", "title": row.game, "cover": ""}
    try:
        game = find_game(row.game)
        words = choose_catalogue(lang, game)
        found["title"] = words.say(text("game.title"))
        found["cover"] = Markup(with_icons(game.screen.cover()))
        with tables.open_table(row.id) as (_, table):
            found["standing"] = table_view.make_standing(table, table.board, words)
            found["over"] = table.over
            found["automas_turn"] = table.automa_due
    except SoloistError as error:
        found["broken"] = choose_catalogue(lang).say(error.text)
    except DATA_ERRORS:  # an impossible position, imported before imports were checked: show the others
        _log.exception("table %s cannot be shown", row.id)
        found["broken"] = choose_catalogue(lang).say(text("home.broken"))
    if row.damaged and not found["broken"]:
        found["broken"] = choose_catalogue(lang).say(text("home.broken"))
    return found


def _to_go_on(tables: Tables, shown: Sequence[Data], lang: str) -> Data | None:
    """Return the table to go on with: the latest whose game is not over, else the latest of all."""
    good = [it for it in shown if not it["broken"]]
    known = {it["row"].id for it in shown}
    older = (row for row in tables.storage.list_tables_without_play(_AT_HOME) if row.id not in known)
    waiting = (it for it in chain(good, (_make_resume(tables, row, lang) for row in older)) if not it.get("over", True))
    return next(waiting, good[0] if good else None)


def _preview(tables: Tables, row: StoredTable, lang: str) -> str:
    """Return the board of a table as a small picture; "" for a table with cards only."""
    if row.cards:
        return ""
    with tables.open_table(row.id) as (_, table):
        words = choose_catalogue(lang, table.game)
        return Markup(preview_of(table.game.screen.drawing(table.board, words.say)))


@router.post("/play/{game}")
def play_now(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Make a DIGITAL table from the quick-start options and redirect to it."""
    return _at_once(request, game, DIGITAL, form, tables)


@router.post("/quick/{game}")
def submit_quick(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Make a table from the quick-start options and redirect to it."""
    return _at_once(request, game, TABLE, form, tables)


@router.post("/first/{game}")
def submit_first(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Make a first table, always with the same deal, whose pages explain the next step."""
    found = find_game(game)
    name = choose_catalogue(preferences(request).lang, found).say(text("coach.table"))
    made = _show_made(
        request, form, tables, lambda: tables.create_table(found, found.table.quick, seed=FIRST_SEED, name=name)
    )
    made.headers["location"] += "?first"
    return made


def _at_once(request: Request, game: str, mode: str, form: Form, tables: Tables) -> Response:
    found = find_game(game)
    options = found.rulebook(mode).quick
    seed = form.get("seed") or new_seed()
    return _show_made(request, form, tables, lambda: tables.create_table(found, options, seed=seed, mode=mode))


@router.post("/bring")
def submit_bring(request: Request, form: FormDep, tables: TablesDep) -> Response:
    """Copy a table of the terminal into the browser."""
    return _show_made(
        request, form, tables, lambda: tables.take_in(tables.read_file(form.get("name")), form.get("name"))
    )


@router.post("/import")
def take_in(request: Request, form: FileFormDep, tables: TablesDep) -> Response:
    if not form.upload:
        raise UnreadableError(text("error.no_file"))
    name = form.file_name.rpartition(".")[0] if "." in form.file_name else form.file_name
    return _show_made(request, form, tables, lambda: tables.take_in(form.upload, name))


# ------------------------------------------------------------------------------------------------------------ set-up


@router.get("/new/{game}")
def show_setup(
    request: Request,
    game: GameId,
    mode: Annotated[str, Query(max_length=20)] = TABLE,
    digital: Annotated[bool, Query(description="what `mode=digital` was called")] = False,
) -> Response:
    found = find_game(game)
    book = found.rulebook(DIGITAL if digital else mode)
    defaults = {o.key: book.quick.get(o.key, o.default) for o in book.options}
    defaults["seed"] = new_seed()
    return _setup_page(request, found, book, defaults)


def _setup_page(
    request: Request,
    game: Game,
    book: Rulebook,
    chosen: Data,
    error: SoloistError | None = None,
    name: str = "",
    others: str = "",
) -> Response:
    words = choose_catalogue(preferences(request).lang, game)
    options = [o for o in book.options if len(o.offered) != 1]  # leave out options with a single choice
    screens = [[option_data(o, words, chosen) for o in options if o.screen == n and not o.ruling] for n in (1, 2, 3)]
    return page(
        request,
        "setup.html",
        game=game,
        status=200 if error is None else status(error),
        screens=screens,
        rulings=[lab_pages.with_effects(option_data(o, words, chosen), game, words) for o in options if o.ruling],
        name=name,
        mode=book.id,
        skills=[name for name in SKILLS if name in list_agents(book)],
        others=others,
        error=None if error is None else as_data(error, words),
    )


def option_data(option: Option, words: Catalogue, chosen: Data) -> Data:
    first = option.key.rstrip("0123456789")  # level2 has the words of level

    def named(value: str) -> str:
        return serialize.say_option_value(option, value, words)

    def about(value: str) -> str:
        return words.words.get(f"about.{option.key}.{value}") or words.words.get(f"about.{first}.{value}", "")

    value = chosen.get(option.key, option.default)
    return {
        "key": option.key,
        "label": words.say(text(f"label.{option.key}")),
        "about": words.say(text(f"option.{option.key}")),
        "rule": option.ruling or option.rule,
        "default": option.default,
        "value": value,
        "values": value.replace(",", " ").split() if option.several and value != "random" else [],
        "choices": [{"value": c, "name": named(c), "about": about(c)} for c in option.offered or option.choices],
        "several": option.several,
        "pool": [{"value": c, "name": named(c)} for c in option.pool],
        "many": option.many,
        "when": option.when,
    }


def options_in(form: Form, listed: Sequence[Option]) -> dict[str, str]:
    """Return the options of a posted form. An option with several values and none chosen is left to the app."""
    given = form.beginning("o.")
    for option in listed:
        several = [v for v in form.all(f"o.{option.key}") if v]
        if option.several and several:
            given[option.key] = " ".join(several)
        elif not given.get(option.key, "x"):
            del given[option.key]
    return given


@router.post("/new/{game}")
def submit_create(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    found = find_game(game)
    book = found.rulebook(form.get("mode") or TABLE)
    options = options_in(form, book.options)
    seed = options.pop("seed", None) or new_seed()

    def make() -> StoredTable:
        enter_values(found, form, tables)
        others = form.get("others")
        return tables.create_table(found, options, seed=seed, name=form.get("name"), mode=book.id, all_others=others)

    try:
        return _show_made(request, form, tables, make)
    except SoloistError as error:
        return _setup_page(request, found, book, {**options, "seed": seed}, error, form.get("name"), form.get("others"))


@router.post("/new/{game}/preview")
def submit_preview(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Show what these options lay out, and which of its values to compare with the player's copy."""
    found = find_game(game)
    words = choose_catalogue(preferences(request).lang, found)
    book = found.rulebook(form.get("mode") or TABLE)
    options = options_in(form, book.options)
    seed = options.pop("seed", None) or new_seed()
    try:
        table = Table.new(found, options, mode=book.id, owner=tables.owner_values(found), seed=seed)
    except SoloistError as error:
        return page(request, "preview.html", game=found, error=as_data(error, words), layout=[], values=[])
    values = [
        v
        for v in serialize.serialize_values(found.data(table.board), tables.owner_values(found), words)
        if v["origin"] != "source"
    ]
    layout = [words.say(line) for line in found.layout(table.board)]
    return page(request, "preview.html", game=found, error=None, layout=layout, values=values)


# -------------------------------------------------------------------------------------------------------- cards only


@router.get("/cards")
def show_cards(request: Request, tables: TablesDep) -> Response:
    lang = preferences(request).lang
    games = []
    for game in (found for id in game_ids() if (found := find_game(id)).table.has_cards):
        words = choose_catalogue(lang, game)
        options = [
            option_data(o, words, dict(game.table.quick))
            for o in game.table.options
            if o.key in ("level", "faction", "chance")
        ]
        games.append({**game_card(game, lang), "options": options})
    rows = [_make_resume(tables, row, lang) for row in tables.storage.list_rows(_ON_A_PAGE, cards=True)]
    return page(request, "cards_start.html", games=games, tables=rows)


@router.post("/cards/{game}")
def cards_table(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    found = find_game(game)
    options = {**found.table.quick, **options_in(form, found.table.options)}
    return _show_made(request, form, tables, lambda: tables.create_table(found, options, seed=new_seed(), cards=True))


# ------------------------------------------------------------------------------------------------------ rules


@router.get("/rules")
def rules_start() -> Response:
    return see(f"/rules/{game_ids()[-1]}")


@router.get("/rules/{game}")
def show_rules(
    request: Request,
    game: GameId,
    tables: TablesDep,
    q: Annotated[str, Query(max_length=100)] = "",
    chapter: Annotated[str, Query(max_length=100)] = "",
    table: AtTable = "",
) -> Response:
    """Show the table of contents, and the rules of one chapter or those that match a search."""
    found = find_game(game)
    words = choose_catalogue(preferences(request).lang, found)
    book = list_chapters(found)
    q = q.strip()
    here = find_chapter(found, chapter) if chapter else book[0]
    shown = search_rules(found, words, q) if q else [serialize.serialize_rule(found, id, words) for id in here.rules]
    at = book.index(here)
    ids = [it["id"] for it in shown[:_MOST_FOUND]]
    applied, on_board = _applied(tables, table, found, ids)
    return page(
        request,
        "rules.html",
        game=found,
        contents=[{"id": it.id, "title": it.title(words), "count": len(it.rules)} for it in book],
        here=None if q else at,
        rules=shown[:_MOST_FOUND],
        found=len(shown),
        q=q,
        table=table,
        applied=applied,
        on_board=on_board,
        games=_list_titles(words.language),
    )


def _applied(tables: Tables, table: str, game: Game, rules: Sequence[str]) -> tuple[dict[str, list[int]], list[str]]:
    """Return the turns of a table in which each rule was applied ({} without a table), and which of `rules` a board
    can show."""
    if not table:
        return {}, rule_boards.list_shown_rules(game, rules, None, {})
    with tables.open_table(table) as (_, it):
        applied = table_view.find_applied_rules(it)
        return applied, rule_boards.list_shown_rules(game, rules, it, applied)


def _shown(tables: Tables, table: str, game: Game, rule: str, words: Catalogue) -> tuple[list[int] | None, Data | None]:
    """Return the turns of a table that applied a rule (None without a table), and a board that shows the rule."""
    if not table:
        return None, rule_boards.make_rule_board(game, rule, words, None, ())
    with tables.open_table(table) as (_, it):
        turns = table_view.find_applied_rules(it).get(rule, [])
        return turns, rule_boards.make_rule_board(game, rule, words, it, turns)


def _list_titles(lang: str) -> list[Data]:
    return [{"id": id, "title": choose_catalogue(lang, find_game(id)).say(text("game.title"))} for id in game_ids()]


@router.get("/rule/{rule}")
def show_rule(
    request: Request,
    rule: Annotated[str, Path(max_length=20)],
    tables: TablesDep,
    table: AtTable = "",
    part: bool = False,
) -> Response:
    """Show one rule, as a page or (`part`) as the sheet shows it, with the turns of a table that applied it."""
    found = game_of_rule(rule)
    words = choose_catalogue(preferences(request).lang, found)
    id = find_rule(found, rule).id
    turns, board = _shown(tables, table, found, id, words)
    return page(
        request,
        "rule_part.html" if part else "rule.html",
        game=found,
        rule=serialize.serialize_rule(found, id, words),
        chapter=find_chapter_of(found, id).id,
        turns=turns,
        board=board,
        table=table,
        switches=[option_data(o, words, {}) for o in found.table.options if o.ruling == id],
    )


# ---------------------------------------------------------------------------------------------------------- settings


@router.get("/settings")
def show_settings(request: Request) -> Response:
    return page(request, "settings.html", taken=None, in_browser=services_of(request).in_browser)


@router.post("/settings")
def submit_choose(request: Request, form: FormDep) -> Response:
    """Save the preferences that the form names, and no others: the theme button of every page sends only the theme."""
    chosen = preferences(request).replace({k: v for k, v in form.fields if k == "lang" or k in CHOICES})
    back = form.get("back")
    answer = see(back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/settings")
    answer.set_cookie(COOKIE, chosen.cookie(), max_age=60 * 60 * 24 * 365 * 5, samesite="lax", httponly=True)
    return answer


@router.get("/games/{game}.css")
def show_style(game: GameId) -> Response:
    """Return the style sheet of a game."""
    return PlainTextResponse(
        find_game(game).screen.style(), media_type="text/css", headers={"cache-control": "no-cache"}
    )


@router.get("/api/docs")
def api_docs(request: Request) -> Response:
    return page(request, "api.html", spec=request.app.openapi())


def _rescued(tables: Tables, id: str) -> StoredTable:
    row, table, _ = tables.rescue_table(id)
    return tables.store_table(table, row.name, cards=row.cards)


@router.post("/t/{id}/rescue")
def submit_rescue(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    try:
        return _show_made(request, form, tables, lambda: _rescued(tables, id))
    except BadSaveError as error:
        words = choose_catalogue(preferences(request).lang)
        return error_page(request, status(error), as_data(error, words))
