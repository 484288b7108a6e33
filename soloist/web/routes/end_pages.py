"""Pages after a game: result, score sheet, picture to share, rematch; and all finished games together."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.responses import HTMLResponse, RedirectResponse

from soloist.core.errors import SoloistError, UnknownError, UnreadableError
from soloist.core.text import Text, text
from soloist.manifest import find_game, game_ids
from soloist.session import serialize
from soloist.session.result import LOST, START, TOLD, WON, GameResult, GameTurningPoint, make_result
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.access.table_access import DoorDep, TableAccess
from soloist.web.api.table_api import new_seed
from soloist.web.errors import as_data, status
from soloist.web.rendering import table_view
from soloist.web.rendering.charts import SWATCHES, draw_bars, draw_margins, share_picture
from soloist.web.rendering.plot import draw_plot
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import FileFormDep, FormDep
from soloist.web.routes.review_pages import review_of
from soloist.web.storage import finished_games
from soloist.web.storage.loaded_tables import Tables

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Uid = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]
Data = dict[str, Any]

#: most points of the plot, finished games on a page of their list
_POINTS = 400
_ON_A_PAGE = 20
#: most reasons of a turning point
_MOST_REASONS = 3


# -------------------------------------------------------------------------------------------------------- one game's end


@router.get("/s/{key}/end")
@router.get("/p/{key}/end")
@router.get("/t/{id}/end")
def show_end(request: Request, door: DoorDep, tables: TablesDep) -> Response:
    """Show how a finished game went; redirect to the table while it is not over."""
    with tables.open_table(door.id) as (row, it):
        if not it.over or row.cards:
            return RedirectResponse(door.base, 303)
        shown = _make_end(request, door, row, it)
    known = tables.storage.find_play(door.id) if door.owns else None
    coached = tables.storage.count_coached(door.id)
    return page(request, "end.html", game=it.game, **shown, play=known, coached=coached)


def _make_end(request: Request, door: TableAccess, row: StoredTable, it: Table) -> Data:
    words = choose_catalogue(preferences(request).lang, it.game)
    found = make_result(it)
    seats, points = table_view.list_grown(it, words, _POINTS)
    sheet = _list_sheet(found, words)
    return {
        "row": row,
        "state": table_view.make_state(row, it, words),
        "door": door,
        "base": door.base,
        "read_only": not door.plays,
        "seats": seats,
        "best": max(seat["vp"] for seat in seats),
        "result": say_result(found, words),
        "margin": f"{found.margin:+d}".replace("-", "−") if found.margin else "=",
        "summary": _summary(found, sheet, words),
        "sheet": sheet,
        "told": any(line["told"] for line in sheet),
        "bars": draw_bars(sheet, seats, words.say(text("end.bars"))),
        "plot": draw_plot(points, seats, words.say(text("history.plot")), [t.entry for t in found.turning]),
        "turning": [_make_turning(it, found, turn, words) for turn in found.turning],
        "stand_ins": finished_games.count_stand_ins(it),
        "again": _list_rematches(it, words),
        "review": review_of(request, row, it, words, seats, points),
    }


_BY_TIE_BREAKER = {WON: "end.won_by_tie_breaker", LOST: "end.lost_by_tie_breaker"}


def say_result(found: GameResult, words: Catalogue) -> str:
    """Return the result in one line."""
    if not found.margin and found.outcome in _BY_TIE_BREAKER:
        return words.say(text(_BY_TIE_BREAKER[found.outcome]))
    return words.say(text(f"end.{found.outcome}", n=abs(found.margin)))


def _list_sheet(found: GameResult, words: Catalogue) -> list[Data]:
    """Return the lines of the score sheet, each with its swatch; `difference` compares the best seats of both sides."""
    yours = [seat.shape == "you" for seat in found.seats]
    best = [
        max((i for i, mine in enumerate(yours) if mine is side), key=lambda i: found.seats[i].vp, default=None)
        for side in (True, False)
    ]
    lines = []
    for number, row in enumerate(found.sheet):
        said = words.say(row.what)
        mine, hers = (None if i is None else row.points[i] for i in best)
        swatch = "told" if row.what.key == TOLD else "k0" if row.what.key == START else f"k{1 + number % SWATCHES}"
        lines.append(
            {
                "key": row.what.key,
                "label": said[:1].upper() + said[1:],
                "points": list(row.points),
                "most": max(row.points),
                "difference": None if mine is None or hers is None else mine - hers,
                "swatch": swatch,
                "told": row.what.key == TOLD,
            }
        )
    return lines


def _summary(found: GameResult, sheet: list[Data], words: Catalogue) -> list[str]:
    """Return in sentences which lines brought the player most compared with Automa, and Automa compared with the
    player."""
    if len(found.seats) != 2:
        return []
    known = [line for line in sheet if line["difference"] and line["key"] not in (START, TOLD)]
    said = []
    for key, side in (("end.yours", 1), ("end.hers", -1)):
        line = max(known, key=lambda it: it["difference"] * side, default=None)
        if line and line["difference"] * side > 0:
            points = [str(n).replace("-", "−") for n in line["points"]]
            said.append(words.say(text(key, what=line["label"], a=points[0], b=points[1])))
    return said


def _make_turning(it: Table, found: GameResult, turn: GameTurningPoint, words: Catalogue) -> Data:
    side = "you" if turn.after > 0 else "hers"
    keys = {"lead": f"end.lead_{side}", "ahead": f"end.ahead_{side}", "swing": "end.swing"}
    signed = {"before": f"{turn.before:+d}".replace("-", "−"), "after": f"{turn.after:+d}".replace("-", "−")}
    said = words.say(text(keys[turn.kind], n=abs(turn.after), **signed))
    return {
        "entry": turn.entry,
        "says": words.say(text("end.in_round", n=turn.round, says=said)),
        "points": " : ".join(map(str, turn.points)),
        "reasons": _reasons(it, found, turn.entry - 1, words),
    }


def _reasons(it: Table, found: GameResult, number: int, words: Catalogue) -> list[str]:
    """Return what brought or cost most points in entry `number`, with the seat."""
    trace = it.trace_of(number) if it.entries[number].kind == "turn" else None
    sums: defaultdict[tuple[str, str], int] = defaultdict(int)
    for credit in it.game.screen.credits(it.board_before(number), it.list_events(number), trace):
        sums[credit.seat, credit.what.key] += credit.points
    most = sorted(sums.items(), key=lambda one: -abs(one[1]))[:_MOST_REASONS]
    names = {seat.id: words.say(seat.name) for seat in found.seats}
    return [
        words.say(text("end.reason", who=names[seat], what=Text(what), n=f"{n:+d}".replace("-", "−")))
        for (seat, what), n in most
    ]


@router.get("/s/{key}/end.svg")
@router.get("/p/{key}/end.svg")
@router.get("/t/{id}/end.svg")
def show_picture(request: Request, door: DoorDep, tables: TablesDep) -> Response:
    """Return the picture to share as an SVG file. Raises `UnknownError` if the game is not over."""
    with tables.open_table(door.id) as (_, it):
        if not it.over:
            raise UnknownError(text("error.not_over"))
        words = choose_catalogue(preferences(request).lang, it.game)
        seats, points = table_view.list_grown(it, words, 60)
        title, about = words.say(text("game.title")), words.say(it.game.screen.standing(it.board).headline)
        drawn = share_picture(title, about, say_result(make_result(it), words), seats, points, it.game.screen.style())
    headers = {"content-disposition": f'inline; filename="soloist-{it.game.id}.svg"'}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


# ------------------------------------------------------------------------------------------------------------- a rematch


def rematch_options(it: Table, step: int) -> tuple[dict[str, str], list[str]]:
    """Return the options of a rematch, and the keys of the level options that differ.

    People and rulings stay; every Automa plays `step` levels higher if there is such a level; what was drawn is drawn
    again.
    """
    options, moved = {}, []
    for option in it.rulebook.options:
        value = it.setup.get(option.key, "")
        drawn = option.key == "seed" or (option.default == "random" and option.screen == 3)
        if drawn or (option.several and option.screen != 1) or (option.choices and value not in option.choices):
            continue
        if not value or (value == "none" and value != option.default):
            continue
        options[option.key] = value
        levels = [choice for choice in option.choices if choice != "none"]
        is_level = (
            option.key.rstrip("0123456789") == "level"
            and value in levels
            and finished_games.is_applicable(option, it.setup)
        )
        if is_level and step and 0 <= levels.index(value) + step < len(levels):
            options[option.key] = levels[levels.index(value) + step]
            moved.append(option.key)
    return _without_refused(it, options), moved


def _without_refused(it: Table, options: dict[str, str]) -> dict[str, str]:
    """Leave out options that are drawn otherwise, the last ones first, until a table can be made: some pieces belong
    to a level."""
    left = dict(options)
    drawn = [option.key for option in it.rulebook.options if option.default == "random" and option.key in left]
    while True:
        try:
            Table.new(it.game, left, mode=it.mode, seed="1")
        except SoloistError:
            if not drawn:
                raise
            del left[drawn.pop()]
        else:
            return left


#: levels that the rematch is higher after a result, and the second rematch that is offered
_AFTER, _EASIER = {WON: 1}, {LOST: -1}


def _list_rematches(it: Table, words: Catalogue) -> list[Data]:
    """Return the rematches to offer, the usual one first, each with its difference in levels and the names of these."""
    outcome = make_result(it).outcome
    listed = {option.key: option for option in it.rulebook.options}
    found: list[Data] = []
    for step in (_AFTER.get(outcome, 0), _EASIER.get(outcome, 0)):
        options, moved = rematch_options(it, step)
        if found and not moved:
            continue
        names = dict.fromkeys(serialize.say_option_value(listed[key], options[key], words) for key in moved)
        way = ("down", "", "up")[step + 1] if moved else ""
        found.append({"step": step, "way": way, "names": list(names)})
    return found


@router.post("/t/{id}/rematch")
def submit_rematch(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    """Make a table like this one, at the chosen level or at the one that suits the result."""
    with tables.open_table(id) as (row, it):
        game, mode = it.game, it.mode
        steps = {"-1": -1, "0": 0, "1": 1}
        step = steps.get(form.get("step"))
        options, _ = rematch_options(it, _AFTER.get(make_result(it).outcome, 0) if step is None else step)

    def make() -> str:
        others = row.played_by
        return tables.create_table(game, options, seed=new_seed(), name=row.name, mode=mode, others=others).id

    made = tables.run_once(form.once(request.url.path), make, lambda known: known)
    return RedirectResponse(f"/t/{made}", 303)


# --------------------------------------------------------------------------------------------------------------- my plays


@router.get("/plays")
def all_plays(
    request: Request,
    tables: TablesDep,
    game: Annotated[str, Query(max_length=40)] = "",
    level: Annotated[str, Query(max_length=40)] = "",
    number: Annotated[int, Query(alias="page", ge=1, le=10**6)] = 1,
    added: Annotated[int | None, Query(ge=0, le=10**6)] = None,
) -> Response:
    """Show the statistics and the list of finished games; `added` is how many were just imported."""
    return _plays_page(request, tables, game, level, number, added=added)


def _plays_page(
    request: Request,
    tables: Tables,
    game: str = "",
    level: str = "",
    number: int = 1,
    *,
    added: int | None = None,
    error: SoloistError | None = None,
) -> Response:
    lang = preferences(request).lang
    if game:
        find_game(game)
    tables.note_missed_plays()
    rows = tables.storage.list_plays()
    found = finished_games.read_plays(rows)
    here = [it for it in found if game in ("", it[1].game) and level in ("", it[1].options.get("level", ""))]
    told = finished_games.make_statistics(here, lang)
    words = choose_catalogue(lang)
    number, pages = table_view.page_within(number, len(here), _ON_A_PAGE)
    first = (number - 1) * _ON_A_PAGE
    return page(
        request,
        "plays.html",
        status=200 if error is None else status(error),
        told=told,
        margins=draw_margins(told["last"], words.say(text("plays.last_about"))) if len(told["last"]) > 1 else "",
        list=[finished_games.serialize_play(*it, lang) for it in here[first : first + _ON_A_PAGE]],
        games=[_make_tab(id, lang) for id in game_ids() if any(it[1].game == id for it in found)],
        levels=_list_levels(game, lang) if game else [],
        chosen=game,
        level=level,
        number=number,
        pages=pages,
        day=day,
        added=added,
        damaged=0 if len(found) == len(rows) else finished_games.count_damaged(rows),
        error=None if error is None else as_data(error, words),
    )


def _make_tab(id: str, lang: str) -> Data:
    return {"id": id, "title": choose_catalogue(lang, find_game(id)).say(text("game.title"))}


def _list_levels(game: str, lang: str) -> list[Data]:
    """Return the levels of a game to filter by."""
    found = find_game(game)
    words = choose_catalogue(lang, found)
    return [
        {"value": value, "name": serialize.say_option_value(option, value, words)}
        for option in found.table.options
        if option.key == "level"
        for value in option.choices
    ]


def day(stamp: float) -> str:
    """Return a time stamp as a date (ISO 8601) in the time zone of this device."""
    return datetime.fromtimestamp(stamp).astimezone().strftime("%Y-%m-%d")


@router.get("/plays/export")
def show_export(tables: TablesDep) -> Response:
    """Return all finished games as one file."""
    tables.note_missed_plays()
    found = finished_games.write_plays([play for _, play in finished_games.read_plays(tables.storage.list_plays())])
    headers = {"content-disposition": 'attachment; filename="soloist-plays.json"'}
    return Response(found, media_type="application/json", headers=headers)


@router.post("/plays/import")
def take_in(request: Request, form: FileFormDep, tables: TablesDep) -> Response:
    """Import the finished games of a file that are not known yet: all of them or, if one is wrong, none."""
    try:
        if not form.upload:
            raise UnreadableError(text("error.no_file"))
        added = tables.storage.add_plays(
            [finished_games.to_stored(play) for play in finished_games.parse_plays(form.upload)]
        )
    except UnreadableError as error:
        return _plays_page(request, tables, error=error)
    return RedirectResponse(f"/plays?added={added}", 303)


@router.get("/plays/import")
def not_posted() -> Response:
    """Redirect: the address of an action was opened without a form."""
    return RedirectResponse("/plays", 303)


@router.post("/plays/{uid}/remove")
def submit_remove(uid: Uid, form: FormDep, tables: TablesDep) -> Response:
    """Leave a finished game out of the statistics, or count it again; its table stays."""
    tables.storage.remove_play(uid, form.get("on") != "yes")
    back = form.get("back")
    return RedirectResponse(back if back.startswith("/t/") and "\\" not in back else "/plays", 303)


@router.get("/plays/{uid}/bgstats")
def to_bg_stats(request: Request, uid: Uid, tables: TablesDep) -> Response:
    """Redirect to the app BG Stats with one finished game in the address. Nothing is sent before the player asks for
    it."""
    found = next((play for row, play in finished_games.read_plays(tables.storage.list_plays()) if row.uid == uid), None)
    if found is None:
        raise UnknownError(text("error.no_such_play"))
    return RedirectResponse(finished_games.make_bg_stats_link(found, preferences(request).lang), 303)


@router.post("/t/{id}/delete-with-play")
def delete_all(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    """Delete a table together with its finished game, which plain deletion keeps."""
    tables.run_once(form.once(request.url.path), lambda: tables.delete_table(id, with_play=True), lambda _: None)
    return RedirectResponse("/", 303)


def at_home(tables: Tables, lang: str) -> Data:
    """Return the statistics of all finished games for the home page."""
    return finished_games.make_statistics(finished_games.read_plays(tables.storage.list_plays()), lang)
