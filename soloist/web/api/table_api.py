"""The JSON API of games and tables: everything the pages do. Described at `/api/openapi.json`, to read at
`/api/docs`."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from soloist.agents.levels import list_agents, list_quick_agents
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session import serialize
from soloist.session.completion import complete_line
from soloist.session.coverage import find_rule
from soloist.session.save import Entry
from soloist.session.scenario import write_scenario
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn, find_why_not
from soloist.session.verify import verify
from soloist.session.words import Catalogue, languages
from soloist.web.access.idempotency import IdempotencyKey, OnceDep, remember_answer
from soloist.web.api import response_models
from soloist.web.api.request_models import Change, Entered, File, NewTable, Rename, Share, Steps, TakeTurn, Tell
from soloist.web.rendering import table_view
from soloist.web.routes.dependencies import GameId, Key, Lang, TableId, TablesDep, words_of
from soloist.web.routes.forms import SOURCE, SourceDep
from soloist.web.routes.sheet_pages import find_place
from soloist.web.storage.database import drop_unprintable, new_id
from soloist.web.storage.loaded_tables import Tables, has_cards

Data = dict[str, Any]


router = APIRouter(prefix="/api", responses=response_models.FAILURES)


def row_data(row: StoredTable) -> Data:
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "kind": row.legacy_kind,
        "mode": row.mode,
        "at": row.entries,
        "created": row.created,
        "changed": row.changed,
        "shared": row.share,
        "played": row.play,
        "others": row.played_by,
    }


# ------------------------------------------------------------------------------------------------------------- games


@router.get("/games", response_model=list[response_models.GameAnswer])
def games(lang: Lang) -> list[Data]:
    """All games with their options."""
    found = []
    for id in game_ids():
        game = find_game(id)
        words = words_of(lang, game)
        options = [
            {
                "key": o.key,
                "label": words.say(text(f"label.{o.key}")),
                "about": words.say(text(f"option.{o.key}")),
                "default": o.default,
                "choices": list(o.choices),
                "rule": o.ruling or o.rule,
            }
            for o in game.table.options
        ]
        said = {key: words.say(text(f"game.{key}")) for key in ("title", "about")}
        modes = [book.id for book in game.rulebooks]
        found.append({"id": id, **said, "stage": game.stage.value, "modes": modes, "options": options})
    return found


@router.get("/languages")
def all_languages() -> list[str]:
    return list(languages())


@router.get("/games/{game}/rules", response_model=list[response_models.RuleAnswer])
def rules(game: GameId, lang: Lang, search: Annotated[str, Query(max_length=100)] = "") -> list[Data]:
    """All numbered rules and rulings of a game, or those that contain the words searched for."""
    found = find_game(game)
    words = words_of(lang, found)
    return search_rules(found, words, search)


def search_rules(game: Game, words: Catalogue, search: str) -> list[Data]:
    wanted = search.casefold().split()
    every = [serialize.serialize_rule(game, id, words) for id in game.rules()]
    return [r for r in every if all(w in f"{r['id']} {r['title']} {r['says']}".casefold() for w in wanted)]


@router.get("/games/{game}/rules/{rule}", response_model=response_models.RuleAnswer)
def one_rule(game: GameId, rule: Annotated[str, Path(max_length=20)], lang: Lang) -> Data:
    found = find_game(game)
    return serialize.serialize_rule(found, find_rule(found, rule).id, words_of(lang, found))


@router.get("/games/{game}/data", response_model=list[response_models.ValueAnswer])
def data(game: GameId, lang: Lang, tables: TablesDep) -> list[Data]:
    """The values that only your box can tell."""
    found = find_game(game)
    return serialize.serialize_values(found.data(None), tables.owner_values(found), words_of(lang, found))


@router.put("/games/{game}/data/{key}", response_model=list[response_models.ValueAnswer])
def enter(
    game: GameId, key: Annotated[str, Path(max_length=120)], entered: Entered, lang: Lang, tables: TablesDep
) -> list[Data]:
    """Enter what is printed on your copy, for all tables to come."""
    found = find_game(game)
    tables.enter_value(found, key, entered.value)
    return data(game, lang, tables)


# ------------------------------------------------------------------------------------------------------------ tables


@router.get("/tables", response_model=list[response_models.StoredAnswer])
def all_tables(
    response: Response,
    tables: TablesDep,
    search: Annotated[str, Query(max_length=100, description="words of the name or the game")] = "",
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> list[Data]:
    """Your tables, the latest changed first. The header `x-total-count` tells how many there are."""
    response.headers["x-total-count"] = str(tables.storage.count_tables(search))
    return [row_data(row) for row in tables.storage.list_rows(limit, offset=offset, search=search)]


@router.post("/tables", response_model=response_models.TableAnswer, status_code=201)
def create(request: Request, new: NewTable, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Make a table. Options that you leave out are drawn; equal seed and options make equal tables."""

    def act() -> Data:
        game = find_game(new.game)
        request.state.game = game.id  # the game whose words an error uses
        book, options = _wanted(game, new)
        seed = options.pop("seed", None) or new_seed()
        it = tables.lay_out(game, options, seed=seed, mode=book.id, others=new.others)
        return _kept(tables, it, lang, new.name, cards=new.cards)

    return tables.answer_once(once, act)


def _wanted(game: Game, new: NewTable) -> tuple[Rulebook, dict[str, str]]:
    """Return the rulebook and the options that were asked for."""
    book = game.rulebook(DIGITAL if new.digital else new.mode)
    return book, {**(book.quick if new.quick or new.cards else {}), **new.options}


def new_seed() -> str:
    return str(secrets.randbelow(10**9))


@router.post("/tables/preview", response_model=response_models.Preview)
def preview(new: NewTable, lang: Lang, tables: TablesDep) -> Data:
    """What these options lay out, and which of its values depend on your copy. No table is made; with the same `seed`
    in the options it will be this one."""
    game = find_game(new.game)
    words = words_of(lang, game)
    book, options = _wanted(game, new)
    seed = options.pop("seed", None) or new_seed()
    it = Table.new(game, options, mode=book.id, owner=tables.owner_values(game), seed=seed)
    values = serialize.serialize_values(game.data(it.board), tables.owner_values(game), words)
    return {"seed": seed, "layout": [words.say(line) for line in game.layout(it.board)], "data": values}


@router.post("/tables/import", response_model=response_models.TableAnswer, status_code=201, openapi_extra=SOURCE)
def take_in(
    save: SourceDep,
    lang: Lang,
    tables: TablesDep,
    once: OnceDep,
) -> Data:
    """Make a table from the text of a save file. It gets an id of its own."""

    def act() -> Data:
        it = tables.read_save(save)
        return _kept(tables, it, lang, cards=has_cards(it))

    return tables.answer_once(once, act)


@router.get("/files")
def files(tables: TablesDep) -> list[str]:
    """The names of the tables of the terminal in the same data folder, the latest changed first."""
    return list(tables.list_files())


@router.post("/files", response_model=response_models.TableAnswer, status_code=201)
def bring(file: File, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Copy a table of the terminal; its file stays as it is."""

    def act() -> Data:
        it = tables.read_save(tables.read_file(file.name))
        return _kept(tables, it, lang, file.name, cards=has_cards(it))

    return tables.answer_once(once, act)


@router.get("/tables/{id}", response_model=response_models.TableAnswer)
def table(id: TableId, lang: Lang, tables: TablesDep) -> Data:
    """A table: whose turn it is, points, totals, tracks, open cards, what can be entered next, what to lay out."""
    with tables.open_table(id) as (row, it):
        return table_answer(row, it, lang)


def table_answer(row: StoredTable, it: Table, lang: str) -> Data:
    """Return an open table as every answer shows it, with what changed since it was opened."""
    words = words_of(lang, it.game)
    found = table_view.make_state(replace(row, entries=len(it.log)), it, words)
    found["layout"] = [words.say(line) for line in it.game.layout(it.board)]
    found["facts"] = dict(it.board.facts())
    found["setup"] = dict(it.setup)
    return found


def _kept(tables: Tables, it: Table, lang: str, name: str = "", *, cards: bool = False, **more: Any) -> Data:
    """Store a new table and return the answer that shows it."""
    found: Data = {}

    def answer(row: StoredTable) -> Data:
        found.update(table_answer(row, it, lang), **more)
        return found

    tables.store_table(it, name, cards=cards, answer=answer)
    return found


@router.patch("/tables/{id}", response_model=response_models.StoredAnswer)
def rename(id: TableId, new: Rename, tables: TablesDep, once: OnceDep) -> Data:

    def act() -> Data:
        row = replace(tables.storage.find_row(id), name=drop_unprintable(new.name))
        found = row_data(row)
        remember_answer(found)
        tables.storage.rename_table(id, row.name)
        return found

    return tables.answer_once(once, act)


@router.delete("/tables/{id}", status_code=204)
def delete(id: TableId, tables: TablesDep, once: OnceDep) -> None:
    """Delete a table for good. Export it first if you may want it again."""
    tables.run_once(once, lambda: tables.delete_table(id), lambda _: None)


@router.post("/tables/{id}/tell", response_model=response_models.ToldAnswer)
def tell(id: TableId, told: Tell, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Enter what you did, or a correction. It is accepted if it can be represented; doubts are in `doubts`."""

    def act(row: StoredTable, it: Table) -> Data:
        words = words_of(lang, it.game)
        done = it.tell(told.line, told.answers)
        entry = it.entries[-1]
        return {
            "events": entry.events + entry.followed,
            "doubts": serialize.serialize_problems(done.problems, words),
            "hands": table_view.list_checklist(it, len(it.entries) - 1, words),
            "table": table_answer(row, it, lang),
        }

    return tables.change_table(once, id, told.at, act)


@router.post("/tables/{id}/turn", response_model=response_models.TurnDoneAnswer)
def turn(id: TableId, taken: TakeTurn, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Play Automa's turn: what she did, what to do by hand, and how she decided, step by step with rule numbers."""

    def act(row: StoredTable, it: Table) -> Data:
        words = words_of(lang, it.game)
        done = it.turn(taken.answers, reseed=taken.reseed)
        return {
            **table_view.make_turn(it, len(it.entries) - 1, words),
            "cards": [words.say(card) for card in done.cards],
            "doubts": serialize.serialize_problems(done.problems, words),
            "table": table_answer(row, it, lang),
        }

    return tables.change_table(once, id, taken.at, act)


@router.post("/tables/{id}/card", response_model=response_models.CardAnswer)
def card(id: TableId, change: Change, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Turn the next card (cards only). `events` is empty when no cards are left."""

    def act(row: StoredTable, it: Table) -> Data:
        turned = it.flip(change.answers)
        events = list(it.entries[-1].events) if turned else []
        return {"events": events, "table": table_answer(row, it, lang)}

    return tables.change_table(once, id, change.at, act)


def _moved(
    id: str, steps: Steps, lang: str, tables: Tables, once: IdempotencyKey | None, how: Callable[[Table], list[Entry]]
) -> Data:
    """Undo or redo entries (`how`) and return them with the table after it."""

    def act(row: StoredTable, it: Table) -> Data:
        return {"entries": serialize.serialize_entries(how(it)), "table": table_answer(row, it, lang)}

    return tables.change_table(once, id, steps.at, act)


@router.post("/tables/{id}/undo", response_model=response_models.MovedAnswer)
def undo(id: TableId, back: Steps, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Undo entries, as many as there are."""
    return _moved(id, back, lang, tables, once, lambda it: it.undo(back.steps))


@router.post("/tables/{id}/redo", response_model=response_models.MovedAnswer)
def redo(id: TableId, again: Steps, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Put back entries that were undone, as many as there are."""
    return _moved(id, again, lang, tables, once, lambda it: it.redo(again.steps))


# ----------------------------------------------------------------------------------------------------------- looking


@router.get("/tables/{id}/places", response_model=list[response_models.PlaceAnswer])
def places(id: TableId, lang: Lang, tables: TablesDep) -> list[Data]:
    """Every place of the board: its key, its name, what stands there."""
    with tables.open_table(id) as (_, it):
        words = words_of(lang, it.game)
        drawn = it.game.screen.drawing(it.board, words.say)
        return [{"key": p.key, "label": p.label, "name": words.say(p.name), "x": p.x, "y": p.y} for p in drawn.places]


@router.get("/tables/{id}/moves", response_model=list[response_models.ChoiceAnswer])
def moves(id: TableId, lang: Lang, tables: TablesDep, place: Key = "") -> list[Data]:
    """What can be entered about a place (by its key); without one, what belongs to no place."""
    with tables.open_table(id) as (_, it):
        words = words_of(lang, it.game)
        if place:
            find_place(it, place, words)
        return [serialize.serialize_choice(choice, words) for choice in it.rulebook.list_choices(it.board, place)]


@router.get("/tables/{id}/legal", response_model=response_models.Legal)
def legal(id: TableId, lang: Lang, tables: TablesDep) -> Data:
    """The decision that is due, whose it is, and all legal moves with their costs, in DIGITAL mode. Make one with
    `tell`."""
    with tables.open_table(id) as (_, it):
        found = table_view.serialize_legal_moves(it, words_of(lang, it.game))
        if found is None:
            raise UnknownError(text("cli.not_digital"))
        return found


@router.get("/tables/{id}/hint")
def hint(id: TableId, tables: TablesDep, agent: Annotated[str, Query(max_length=20)] = "") -> str:
    """The move that a quick agent would make, in notation."""
    with tables.open_table(id) as (_, it):
        known = list_quick_agents(it.rulebook)
        if agent not in known and agent in list_agents(it.rulebook):
            raise ImpossibleError(text("seats.too_long", got=agent))
        return it.ask_agent(agent, known)


@router.get("/tables/{id}/complete")
def complete(id: TableId, tables: TablesDep, line: Annotated[str, Query(max_length=2000)] = "") -> list[str]:
    """The lines that continue this one by one word."""
    with tables.open_table(id) as (_, it):
        return complete_line(it, line)


@router.get("/tables/{id}/reading")
def reading(id: TableId, lang: Lang, tables: TablesDep, line: Annotated[str, Query(max_length=2000)]) -> list[str]:
    """What a line would do, as events in words; nothing is entered."""
    with tables.open_table(id) as (_, it):
        words = words_of(lang, it.game)
        said = it.game.screen.said
        return [words.say(s) for board, event in it.preview_events(line) if (s := said(board, event)) is not None]


@router.get("/tables/{id}/at/{number}", response_model=response_models.State)
def at(id: TableId, number: Annotated[int, Path(ge=0, le=10**9)], lang: Lang, tables: TablesDep) -> Data:
    """The table as it was after `number` entries of the history."""
    with tables.open_table(id) as (row, it):
        boards = it.list_boards()
        if number >= len(boards):
            raise UnknownError(text("error.no_turn_number", got=number), nearest=[str(len(boards) - 1)])
        return table_view.make_state(row, it, words_of(lang, it.game), boards[number])


@router.get("/tables/{id}/history", response_model=response_models.HistoryAnswer)
def history(
    id: TableId,
    lang: Lang,
    tables: TablesDep,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Data:
    """All active entries in words, and the points after each; with `limit` at most so many, from `offset` on."""
    with tables.open_table(id) as (_, it):
        found = table_view.list_history(it, words_of(lang, it.game), first=offset, most=limit)
        return {"entries": found, "points": table_view.list_plot(it)}


@router.get("/tables/{id}/turns/{number}", response_model=response_models.TurnAnswer)
def one_turn(id: TableId, number: Annotated[int, Path(ge=1, le=10**9)], lang: Lang, tables: TablesDep) -> Data:
    """One of Automa's turns: what was done by hand, and how she decided. `number` is that of the history."""
    with tables.open_table(id) as (_, it):
        return table_view.make_turn(it, find_turn(it, number)[0], words_of(lang, it.game))


@router.get("/tables/{id}/why-not", response_model=response_models.WhyNotAnswer)
def why_not(
    id: TableId,
    option: Annotated[str, Query(max_length=120, examples=["E5"])],
    lang: Lang,
    tables: TablesDep,
    turn: Annotated[int | None, Query(ge=1, le=10**9)] = None,
) -> Data:
    """At which step an option was ruled out, by which rule, and what would have kept it."""
    with tables.open_table(id) as (_, it):
        words = words_of(lang, it.game)
        name, number, _, found = find_why_not(it, option, turn)
        decisions = [d for d in it.trace_of(number).decisions if name in d.of]
        said = [table_view.make_answer(d, name, w, words) for d, w in zip(decisions, found, strict=True)]
        return {"turn": number + 1, "option": name, "answers": said}


@router.get("/tables/{id}/rules")
def applied_rules(id: TableId, tables: TablesDep) -> dict[str, list[int]]:
    """In which turns each rule was applied at this table, by their numbers in the history."""
    with tables.open_table(id) as (_, it):
        return table_view.find_applied_rules(it)


@router.get("/tables/{id}/data", response_model=list[response_models.ValueAnswer])
def table_data(id: TableId, lang: Lang, tables: TablesDep) -> list[Data]:
    """The values of this table that depend on your copy: printed, placeholder, missing."""
    with tables.open_table(id) as (_, it):
        return serialize.serialize_values(it.game.data(it.board), {}, words_of(lang, it.game))


@router.get("/tables/{id}/verify", response_model=list[response_models.DifferenceAnswer])
def check(id: TableId, lang: Lang, tables: TablesDep) -> list[Data]:
    """Decide everything again, and report where today's engine decides otherwise."""
    with tables.open_table(id) as (_, it):
        words = words_of(lang, it.game)
        return [serialize.serialize_difference(d, words) for d in verify(it)]


@router.get("/tables/{id}/save", response_class=PlainTextResponse, responses=response_models.FAILURES_OF_TEXT)
def save(id: TableId, tables: TablesDep) -> PlainTextResponse:
    """The save file as it is stored."""
    return PlainTextResponse(tables.storage.read_source(id))


@router.get("/tables/{id}/scenario", response_class=PlainTextResponse, responses=response_models.FAILURES_OF_TEXT)
def scenario(
    id: TableId, tables: TablesDep, turn: Annotated[int | None, Query(ge=1, le=10**9)] = None
) -> PlainTextResponse:
    """A turn as a scenario file: send it to us if you doubt the turn."""
    with tables.open_table(id) as (_, it):
        return PlainTextResponse(write_scenario(it, find_turn(it, turn)[0]))


@router.post("/tables/{id}/share", response_model=response_models.SharedAnswer)
def share(id: TableId, how: Share, tables: TablesDep, once: OnceDep) -> Data:
    """Open or close a link to watch the table (`/s/<key>`) or to play at it (`/p/<key>`). It opens nothing else."""

    def act() -> Data:
        found = {"key": new_id() if how.on else None}
        remember_answer(found)
        tables.storage.set_link_key(id, found["key"], how.right)
        return found

    return tables.answer_once(once, act)


@router.post("/tables/{id}/rescue", response_model=response_models.RescuedAnswer, status_code=201)
def rescue(id: TableId, lang: Lang, tables: TablesDep, once: OnceDep) -> Data:
    """Make a table from all that is good of a damaged one, which stays as it is."""

    def act() -> Data:
        row, it, fault = tables.rescue_table(id)
        said = words_of(lang, it.game).say(fault.text) if fault is not None else ""
        return _kept(tables, it, lang, row.name, cards=row.cards, fault=said)

    return tables.answer_once(once, act)
