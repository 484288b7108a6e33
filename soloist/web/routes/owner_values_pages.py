"""Pages of the values that only the owner's copy of a game can tell: the list, entering them by taps, file and
import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Query, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from soloist.core.errors import SoloistError, UnknownError, UnreadableError
from soloist.core.text import text
from soloist.manifest import Datum, Game, find_game, game_ids
from soloist.session import serialize
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.version import VERSION
from soloist.web.errors import as_data, status
from soloist.web.rendering.drawing import draw_chart, draw_picture, with_icons
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.rendering.stand_in_report import count_stand_ins, count_stand_ins_of_game, take_over_values
from soloist.web.routes.dependencies import TableId, TablesDep
from soloist.web.routes.forms import FileFormDep, Form, FormDep
from soloist.web.routes.owner_values_steps import TappedValue, follow_taps, list_needed
from soloist.web.storage import owner_values_file
from soloist.web.storage.loaded_tables import Tables

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

GameId = Annotated[str, Path(max_length=40)]
AtTable = Annotated[str, Query(max_length=32, pattern=r"^[A-Za-z0-9_-]*$")]
Data = dict[str, Any]


def see_other(where: str) -> RedirectResponse:
    return RedirectResponse(where, 303)


def _at(path: str, **query: object) -> str:
    """Return an address with its query; empty values are left out."""
    kept = {name: value for name, value in query.items() if value}
    return f"{path}?{urlencode(kept, doseq=True)}" if kept else path


# -------------------------------------------------------------------------------------------------------------- data


@router.get("/data")
def data_start() -> Response:
    return see_other(f"/data/{game_ids()[-1]}")


@router.get("/data/{game}")
def show_data(
    request: Request, game: GameId, tables: TablesDep, part: Annotated[int, Query(ge=1, le=100)] = 1
) -> Response:
    """Show the values of one kind of component, page `part`."""
    found = find_game(game)
    words = choose_catalogue(preferences(request).lang, found)
    groups = _grouped(serialize.serialize_values(found.data(None), tables.owner_values(found), words), "group")
    part = min(part, len(groups))
    shown = list(groups.values())[part - 1] if groups else []
    return page(
        request,
        "data.html",
        game=found,
        contents=[{"title": title, "count": len(values)} for title, values in groups.items()],
        part=part,
        about=list(dict.fromkeys(f"{v['decides']} {v['where']}" for v in shown)),
        pictures={words.say(d.item): draw_pictures(found, d, words) for d in found.data(None)},
        items=_grouped(shown, "item"),
        games=[
            {"id": id, "title": choose_catalogue(words.language, find_game(id)).say(text("game.title"))}
            for id in game_ids()
        ],
    )


def draw_pictures(game: Game, d: Datum, words: Catalogue) -> Markup:
    """Return the component that a value is printed on, where the game draws it."""
    return Markup("").join(Markup(draw_picture(it, words)) for it in game.screen.pictures(d.item))


def _grouped(values: Sequence[Data], by: str) -> dict[str, list[Data]]:
    found: dict[str, list[Data]] = {}
    for value in values:
        found.setdefault(value[by], []).append(value)
    return found


def enter_values(game: Game, form: Form, tables: Tables) -> int:
    """Enter the values of a form, all or none, and return how many changed. An empty field removes a value."""
    entered = {key: value.strip() for key, value in form.beginning("value.").items()}
    known = tables.owner_values(game)
    changed: dict[str, str | None] = {}
    for key, value in entered.items():
        if value and game.check_datum(key, value) != known.get(key):
            changed[key] = value
        elif not value and key in known:
            changed[key] = None
    if changed:
        tables.enter_values(game, changed)
    return len(changed)


# ----------------------------------------------------------------------------------------------------------- my copy


@router.get("/copy")
def copy_start() -> Response:
    return see_other(f"/copy/{game_ids()[-1]}")


@router.get("/copy/{game}")
def show_copy(
    request: Request,
    game: GameId,
    tables: TablesDep,
    table: AtTable = "",
    taken: Annotated[int, Query(ge=0, le=10_000)] = 0,
) -> Response:
    """Show how many values are placeholders, what they decide, and where to copy them."""
    found = find_game(game)
    if not table:
        return _copy_page(request, found, tables, taken=taken)
    with tables.open_table(table) as (row, it):
        _same_game(found, it)
        return _copy_page(request, found, tables, it, id=table, entries=row.entries, taken=taken)


def _same_game(game: Game, table: Table) -> None:
    if table.game is not game:
        raise UnknownError(text("error.no_such_table"))


def _copy_page(
    request: Request,
    game: Game,
    tables: Tables,
    table: Table | None = None,
    *,
    id: str = "",
    entries: int = 0,
    taken: int = 0,
    used: Data | None = None,
    error: SoloistError | None = None,
) -> Response:
    words = choose_catalogue(preferences(request).lang, game)
    owner = tables.owner_values(game)
    listed = list_needed(game, owner, table)
    groups: dict[str, list[Datum]] = {}
    for d in listed:
        groups.setdefault(words.say(d.group), []).append(d)
    open_ = [d for d in listed if d.key not in owner and d.has_stand_in]
    return page(
        request,
        "copy.html",
        game=game,
        status=200 if error is None else status(error),
        table=id,
        entries=entries,
        trust=count_stand_ins_of_game(game, owner) if table is None else count_stand_ins(table, owner),
        groups=[_make_group(game, title, values, owner, words, id) for title, values in groups.items()],
        first=_step(game, open_[0], id) if open_ else "",
        differ=_list_differences(listed, owner, words),
        entered=len(owner),
        taken=taken,
        used=used,
        error=None if error is None else as_data(error, words),
    )


def _step(game: Game, d: Datum, table: str, taps: Sequence[str] = ()) -> str:
    return _at(f"/copy/{game.id}/value", key=d.key, w=list(taps), table=table)


def _make_group(
    game: Game, title: str, values: list[Datum], owner: Mapping[str, str], words: Catalogue, table: str
) -> Data:
    left = [d for d in values if d.key not in owner and d.has_stand_in]
    return {
        "title": title,
        "decides": words.say(values[0].decides),
        "left": len(left),
        "total": len(values),
        "step": _step(game, (left or values)[0], table),
    }


def _list_differences(listed: Sequence[Datum], owner: Mapping[str, str], words: Catalogue) -> list[Data]:
    """Return the entered values that differ from our placeholders."""
    return [
        {
            "name": words.say(d.name),
            "yours": serialize.say_value(d, owner[d.key], words),
            "ours": serialize.say_value(d, d.stand_in, words),
        }
        for d in listed
        if d.stand_in and d.key in owner and owner[d.key] != d.stand_in
    ]


# ----------------------------------------------------------------------------------------------------- value by value


@router.get("/copy/{game}/value")
def show_value(
    request: Request,
    game: GameId,
    tables: TablesDep,
    key: Annotated[str, Query(max_length=120)],
    w: Annotated[list[str] | None, Query(max_length=20)] = None,
    table: AtTable = "",
) -> Response:
    """Show one value with the taps so far. Each tap is an address, so the back button takes one back."""
    found = find_game(game)
    return _value_page(request, found, tables, key, w or [], table)


def _listed(game: Game, tables: Tables, table: str) -> list[Datum]:
    if not table:
        return list_needed(game, tables.owner_values(game), None)
    with tables.open_table(table) as (_, it):
        _same_game(game, it)
        return list_needed(game, tables.owner_values(game), it)


def _find(game: Game, key: str) -> Datum:
    """Return the value with this key, placeholder or not. Raises `UnknownError` if it cannot be entered."""
    for d in game.data(None):
        if d.key == key and d.kind:
            return d
    raise UnknownError(text("error.no_value"))


def _value_page(
    request: Request,
    game: Game,
    tables: Tables,
    key: str,
    taps: Sequence[str],
    table: str,
    error: SoloistError | None = None,
) -> Response:
    words = choose_catalogue(preferences(request).lang, game)
    d = _find(game, key)
    owner = tables.owner_values(game)
    so_far = follow_taps(d, taps)
    keys = [it.key for it in _listed(game, tables, table)]
    return page(
        request,
        "copy_value.html",
        game=game,
        status=200 if error is None else status(error),
        table=table,
        v=serialize.serialize_value(d, owner, words),
        known=not d.has_stand_in,
        drawn=draw_pictures(game, d, words),
        number=keys.index(key) + 1 if key in keys else 0,
        total=len(keys),
        done=[k in owner for k in keys],
        slots=_list_slots(game, d, so_far, words, table),
        options=[_make_option(game, d, so_far, value, words.say(said), table) for value, said in so_far.options],
        used=_list_used(d, so_far, words),
        chart=_draw_chart(game, d, so_far, words, table),
        back=_step(game, d, table, so_far.taps[:-1]) if so_far.taps and d.kind != "number" else "",
        left=len(d.blanks) - len(so_far.words),
        value=so_far.value,
        says=serialize.say_value(d, so_far.value, words),
        error=None if error is None else as_data(error, words),
    )


def _list_slots(game: Game, d: Datum, so_far: TappedValue, words: Catalogue, table: str) -> list[Data]:
    """Return the blanks of a value: what each holds, which is next, and for numbers the addresses of one less and one
    more."""
    found = []
    for i, blank in enumerate(d.blanks):
        word = so_far.words[i] if i < len(so_far.words) else ""
        slot: Data = {
            "label": words.say(blank.label),
            "says": next((words.say(said) for option, said in blank.options if option == word), word),
            "picture": _draw_picture(d, word),
            "now": i == len(so_far.words),
            "less": "",
            "more": "",
        }
        if d.kind == "number":
            for name, n in (("less", int(word) - 1), ("more", int(word) + 1)):
                if blank.least <= n <= blank.most:
                    changed = [*so_far.words[:i], str(n), *so_far.words[i + 1 :]]
                    slot[name] = _step(game, d, table, changed)
        found.append(slot)
    return found


def _draw_picture(d: Datum, word: str) -> Markup | str:
    drawn = d.pictures.get(word)
    if drawn is None:
        return ""
    return Markup('<svg class="sign" viewBox="-30 -30 60 60" aria-hidden="true">{}</svg>').format(
        Markup(with_icons(drawn))
    )


def _make_option(game: Game, d: Datum, so_far: TappedValue, value: str, says: str, table: str) -> Data:
    return {"says": says, "picture": _draw_picture(d, value), "href": _step(game, d, table, [*so_far.taps, value])}


def _list_used(d: Datum, so_far: TappedValue, words: Catalogue) -> list[Data]:
    """Return what has its place already, for a value that is an order."""
    if d.kind != "order" or so_far.value:
        return []
    names = {value: words.say(said) for blank in d.blanks for value, said in blank.options}
    return [{"says": names[word], "picture": _draw_picture(d, word)} for word in so_far.words]


def _draw_chart(game: Game, d: Datum, so_far: TappedValue, words: Catalogue, table: str) -> Markup | None:
    """Return the drawing on which a place is tapped, with labels at the places tapped so far; None if there is none."""
    drawn = game.screen.chart(d.key, words.say)
    if drawn is None:
        return None
    links = {value: _step(game, d, table, [*so_far.taps, value]) for value, _ in so_far.options}
    marks: dict[str, str] = {}
    for blank, word in zip(d.blanks, so_far.words, strict=False):
        marks[word] = f"{marks.get(word, '')} {words.say(blank.label)}".strip()
    return Markup(draw_chart(drawn, words, links, marks, words.say(text("copy.chart"))))


@router.post("/copy/{game}/value")
def submit_copied(request: Request, game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Enter a value, or keep its placeholder (`leave`), and redirect to the next value to copy."""
    found, key, table = find_game(game), form.get("key"), form.get("table")
    _find(found, key)
    before = [d.key for d in _listed(found, tables, table)]
    if form.get("leave"):
        tables.enter_value(found, key, None)
    else:
        try:
            tables.enter_value(found, key, found.check_datum(key, form.get("value")))
        except SoloistError as error:
            return _value_page(request, found, tables, key, [], table, error)
    if key not in before:  # it was opened from the value list, not while copying placeholders one by one
        return see_other(_at(f"/data/{found.id}", part=_part(found, key)))
    owner = tables.owner_values(found)
    open_ = {d.key: d for d in _listed(found, tables, table) if d.key not in owner and d.has_stand_in}
    at = before.index(key)
    # after `leave` only the values behind this one are offered
    way = before[at + 1 :] if form.get("leave") else [*before[at + 1 :], *before[:at]]
    following = next((k for k in way if k in open_), "")
    return see_other(_step(found, open_[following], table) if following else _at(f"/copy/{found.id}", table=table))


def _part(game: Game, key: str) -> int:
    """Return the page of the value list that has this value."""
    groups = list(dict.fromkeys(d.group for d in game.data(None)))
    return 1 + groups.index(_find(game, key).group)


# ------------------------------------------------------------------------------------------------- file, import, table


@router.get("/copy/{game}/export")
def show_export(request: Request, game: GameId, tables: TablesDep) -> Response:
    found = find_game(game)
    today = datetime.now(UTC).date().isoformat()
    copy = owner_values_file.OwnerValuesCopy(today, preferences(request).lang, VERSION, tables.owner_values(found))
    headers = {"content-disposition": f'attachment; filename="{found.id}.copy.toml"'}
    return PlainTextResponse(owner_values_file.write_copy(found, copy), headers=headers)


@router.post("/copy/{game}/import")
def submit_look(request: Request, game: GameId, form: FileFormDep, tables: TablesDep) -> Response:
    """Show what an imported file would change. Nothing is changed yet."""
    found = find_game(game)
    words = choose_catalogue(preferences(request).lang, found)
    try:
        if not form.upload:
            raise UnreadableError(text("error.no_file"))
        copy = owner_values_file.read_copy(found, form.upload)
    except SoloistError as error:
        return _copy_page(request, found, tables, error=error)
    owner = tables.owner_values(found)
    changes = [
        {
            **serialize.serialize_value(d, owner, words),
            "new": copy.values[d.key],
            "new_says": serialize.say_value(d, copy.values[d.key], words),
        }
        for d in found.data(None)
        if d.key in copy.values and copy.values[d.key] != owner.get(d.key)
    ]
    return page(
        request, "copy_import.html", game=found, copy=copy, changes=changes, same=len(copy.values) - len(changes)
    )


@router.post("/copy/{game}/take")
def submit_take(game: GameId, form: FormDep, tables: TablesDep) -> Response:
    """Enter the values of the file that was shown."""
    found = find_game(game)
    return see_other(_at(f"/copy/{found.id}", taken=enter_values(found, form, tables)))


@router.post("/t/{id}/mine")
def submit_mine(request: Request, id: TableId, form: FormDep, tables: TablesDep) -> Response:
    """Use the owner's values at a table that was begun with placeholders, as one act."""
    with tables.open_table(id, form.at) as (_, it):
        used = take_over_values(it, tables.owner_values(it.game), choose_catalogue(preferences(request).lang, it.game))
        return _copy_page(request, it.game, tables, it, id=id, entries=len(it.log), used=used)
