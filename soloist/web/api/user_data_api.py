"""The JSON API of the owner's data: the values of a copy, and finished games."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import PlainTextResponse

from soloist.core.errors import UnknownError
from soloist.core.text import text
from soloist.manifest import find_game
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.version import VERSION
from soloist.web.access.idempotency import OnceDep
from soloist.web.api import response_models
from soloist.web.api.request_models import Change, Counts
from soloist.web.api.table_api import table_answer
from soloist.web.rendering.stand_in_report import count_stand_ins, count_stand_ins_of_game, take_over_values
from soloist.web.routes.dependencies import GameId, Lang, TableId, TablesDep, words_of
from soloist.web.routes.forms import SOURCE, SourceDep
from soloist.web.storage import finished_games, owner_values_file
from soloist.web.storage.loaded_tables import Tables
from soloist.web.storage.relations import StoredPlay

Data = dict[str, Any]
Uid = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="a play, as in /api/plays")]
OfGame = Annotated[str, Query(max_length=40, description="only those of a game, as in /api/games")]

router = APIRouter(prefix="/api", responses=response_models.FAILURES)


# ------------------------------------------------------------------------------------------------------------- my copy


@router.get("/games/{game}/trust", response_model=response_models.TrustAnswer)
def trust_in_game(game: GameId, tables: TablesDep) -> Data:
    """How many values of tables to come are placeholders for what is printed on your copy."""
    found = find_game(game)
    return count_stand_ins_of_game(found, tables.owner_values(found))


@router.get("/games/{game}/copy", response_class=PlainTextResponse, responses=response_models.FAILURES_OF_TEXT)
def export_copy(game: GameId, lang: Lang, tables: TablesDep) -> PlainTextResponse:
    """The values of your copy as a small file to keep or share."""
    found = find_game(game)
    today = datetime.now(UTC).date().isoformat()
    copy = owner_values_file.OwnerValuesCopy(today, lang, VERSION, tables.owner_values(found))
    return PlainTextResponse(owner_values_file.write_copy(found, copy))


@router.put("/games/{game}/copy", response_model=response_models.TakenAnswer, openapi_extra=SOURCE)
def import_copy(request: Request, game: GameId, source: SourceDep, tables: TablesDep) -> Data:
    """Enter the values of a file, for all tables to come: all of them or, if one is wrong, none."""
    found = find_game(game)
    request.state.game = found.id  # the game whose words an error uses
    owner = tables.owner_values(found)
    values = owner_values_file.read_copy(found, source).values
    changed: dict[str, str | None] = {key: value for key, value in values.items() if owner.get(key) != value}
    if changed:
        tables.enter_values(found, changed)
    return {"taken": len(changed)}


@router.get("/tables/{id}/trust", response_model=response_models.TrustAnswer)
def trust_in_table(id: TableId, tables: TablesDep) -> Data:
    """How many values of a table are placeholders, and how many of your values it could take over."""
    with tables.open_table(id) as (_, it):
        return count_stand_ins(it, tables.owner_values(it.game))


@router.post("/tables/{id}/mine", response_model=response_models.TakenOverAnswer)
def mine(id: TableId, change: Change, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Use your values at a table that was begun with placeholders, as one act. `otherwise` are Automa's turns that
    would have gone otherwise with them; they stay as they are."""

    def act(row: StoredTable, it: Table) -> Data:
        found = take_over_values(it, tables.owner_values(it.game), words_of(lang, it.game))
        return {**found, "table": table_answer(row, it, lang)}

    return tables.change_table(once, id, change.at, act)


# ------------------------------------------------------------------------------------------------------------- my plays


def _plays(tables: Tables, game: str) -> list[tuple[StoredPlay, finished_games.Play]]:
    """Return all finished games, the latest first."""
    if game:
        find_game(game)
    tables.note_missed_plays()
    return [it for it in finished_games.read_plays(tables.storage.list_plays()) if game in ("", it[1].game)]


@router.get("/plays", response_model=list[finished_games.Play])
def all_plays(tables: TablesDep, game: OfGame = "") -> list[finished_games.Play]:
    """All finished games, the latest first."""
    return [play for _, play in _plays(tables, game)]


@router.get("/plays/statistics", response_model=response_models.PlaysTold)
def statistics(lang: Lang, tables: TablesDep, game: OfGame = "") -> Data:
    """Statistics of the finished games: wins by level, bests, streaks."""
    return finished_games.make_statistics(_plays(tables, game), lang)


@router.get("/plays/file", response_class=PlainTextResponse, responses=response_models.FAILURES_OF_TEXT)
def export_plays(tables: TablesDep) -> PlainTextResponse:
    """All finished games as one file."""
    return PlainTextResponse(finished_games.write_plays([play for _, play in _plays(tables, "")]))


@router.post("/plays/import", response_model=response_models.AddedAnswer, openapi_extra=SOURCE)
def import_plays(source: SourceDep, tables: TablesDep, once: OnceDep) -> Data:
    """Import the finished games of a file that are not known yet: all of them or, if one is wrong, none."""

    def act() -> Data:
        found = [finished_games.to_stored(play) for play in finished_games.parse_plays(source)]
        return {"added": tables.storage.add_plays(found, lambda added: {"added": added})}

    return tables.answer_once(once, act)


@router.put("/plays/{uid}/counts", status_code=204)
def counts(uid: Uid, change: Counts, tables: TablesDep) -> None:
    """Leave a finished game out of the statistics, or count it again."""
    tables.storage.remove_play(uid, not change.counts)


@router.get("/plays/{uid}/bgstats")
def bg_stats(uid: Uid, lang: Lang, tables: TablesDep) -> str:
    """The address that hands a finished game to the app BG Stats. Nothing is sent before you open it."""
    found = next((play for row, play in _plays(tables, "") if row.uid == uid), None)
    if found is None:
        raise UnknownError(text("error.no_such_play"))
    return finished_games.make_bg_stats_link(found, lang)
