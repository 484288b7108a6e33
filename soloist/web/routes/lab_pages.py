"""The laboratory: start an experiment from a form, follow its progress, see its findings; find the level of an even
game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse

from soloist.core.errors import ImpossibleError, SoloistError, UnknownError
from soloist.core.text import Word, text
from soloist.lab.experiment import games_to_play
from soloist.lab.laboratory import game_lines
from soloist.lab.level import FEWEST, MOST, POINTS, advise_level, known_levels
from soloist.lab.plots.experiment_plots import draw_plots, say_cell
from soloist.lab.register import find_effect, format_signed
from soloist.manifest import Game, find_game
from soloist.session.words import Catalogue
from soloist.simulation.charts import WIDTHS, hatches, number
from soloist.web.errors import as_data, status
from soloist.web.jobs.experiments import DONE, PAUSED, RUNNING, Experiments, ExperimentSeen
from soloist.web.rendering.lab_tables import make_differences, make_points, make_tables, make_tiles
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.rendering.render import page
from soloist.web.routes.dependencies import TablesDep, visitor_of
from soloist.web.routes.forms import Form, FormDep
from soloist.web.routes.lab_form import experiment_of, first_of, form_again, form_of
from soloist.web.services import services_of

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
ExperimentId = Annotated[str, Path(max_length=16)]
#: whether Parquet files can be written (extra `sim`)
PARQUET = find_spec("pyarrow") is not None
_NUMBER = re.compile(r"-?\d{1,4}")
Data = dict[str, Any]


def _game(id: str) -> Game:
    """Return the game with this id; otherwise the one with most measured levels."""
    games = games_to_play()
    usual = max(games, key=lambda game: len(known_levels(game.package)))
    return next((game for game in games if game.id == id), usual)


@router.get("/lab")
def show_laboratory(
    request: Request,
    game: Annotated[str, Query(max_length=40)] = "",
    scores: Annotated[str, Query(max_length=400)] = "",
    again: Annotated[str, Query(max_length=16)] = "",
) -> Response:
    """Show the form, the list of experiments and the level that suits the player's `scores`. `again` is the
    experiment whose form is filled in."""
    if again:
        form = form_again(services_of(request).experiments.look(again).experiment.source)
        return _show_laboratory(request, _game(form.get("game")), form=form)
    chosen = _game(game)
    advice, error, code = None, None, 200
    if scores.strip():
        try:
            advice = _make_advice(chosen, scores, request)
        except SoloistError as why:
            error, code = as_data(why, choose_catalogue(preferences(request).lang, chosen)), status(why)
    return _show_laboratory(request, chosen, code=code, scores=scores, advice=advice, level_error=error)


def _show_laboratory(
    request: Request, game: Game, *, code: int = 200, form: Form | None = None, **more: Any
) -> Response:
    lang = preferences(request).lang
    words = choose_catalogue(lang, game)
    services = services_of(request)
    experiments = services.experiments
    given = {"scores": "", "advice": None, "level_error": None, "error": None, "estimate": "", **more}
    return page(
        request,
        "lab.html",
        game=game,
        status=code,
        games=[{"id": g.id, "title": choose_catalogue(lang, g).say(Word("game.title"))} for g in games_to_play()],
        form=form_of(form, game, words, experiments.usual),
        first=first_of(game, experiments.usual),
        measured=bool(known_levels(game.package)),
        most=experiments.most,
        in_browser=services.in_browser,
        found=[_make_listed(experiments, id) for id in experiments.ids()],
        **given,
    )


def with_effects(option: Data, game: Game, words: Catalogue) -> Data:
    """Return a ruling's option with the measured effect of each choice."""
    for choice in option["choices"]:
        effect = find_effect(game, option["key"], choice["value"])
        if effect is not None and choice["value"] != option["default"]:  # the default changed after the measurement
            told = text(
                "lab.effect",
                turns=number(100 * effect.turns),
                hers=format_signed(effect.hers),
                within=number(effect.hers_within),
            )
            choice["about"] = " ".join(part for part in (choice["about"], words.say(told)) if part)
    return option


def _make_listed(experiments: Experiments, id: str) -> Data:
    try:
        seen = experiments.look(id)
    except SoloistError as why:  # another version or damaged: list it; its page shows the error
        return {"id": id, "title": str(why), "status": "", "done": 0, "total": 0}
    return {"id": id, "title": seen.experiment.title, "status": seen.status, "done": seen.done, "total": seen.total}


def _make_advice(game: Game, scores: str, request: Request) -> Data:
    """Return the player's chances at every level, from the scores in `scores`."""
    words = choose_catalogue(preferences(request).lang, game)
    parts = [part for part in re.split(r"[\s,;]+", scores) if part]
    if not all(_NUMBER.fullmatch(part) for part in parts):
        raise ImpossibleError(text("lab.few_scores", least=FEWEST, most=MOST, points=POINTS - 1))
    advice = advise_level(game, [int(part) for part in parts])
    return {
        "n": advice.games,
        "mean": f"{advice.mean:.1f}",
        "within": f"{advice.within:.1f}",
        "games": advice.chances[0].level.games,
        "agent": advice.chances[0].level.agent,
        "levels": [
            {
                "name": words.words.get(f"level.{c.level.id}", c.level.id),
                "share": round(100 * c.share),
                "low": round(100 * c.low),
                "high": round(100 * c.high),
                "best": c is advice.best_chances,
                "even": c.is_even_game,
            }
            for c in advice.chances
        ],
    }


# ----------------------------------------------------------------------------------------------------- an experiment


@router.post("/lab")
def submit_begin(request: Request, form: FormDep, tables: TablesDep) -> Response:
    """Start the experiment of the form. Show the form again if something is wrong, or if the player asks how long it
    takes."""
    game, once = find_game(form.get("game")), form.once(request.url.path)
    words = choose_catalogue(preferences(request).lang, game)
    try:
        source = experiment_of(form, game, words)
        if form.get("do") == "estimate":
            return _show_laboratory(
                request, game, form=form, estimate=_estimate(request, source, tables.owner_values(game), words)
            )
        mark = "" if once is None else once.key
        id = services_of(request).experiments.start(source, tables.owner_values(game), visitor_of(request), mark)
    except SoloistError as why:
        return _show_laboratory(request, game, code=status(why), form=form, error=as_data(why, words))
    return RedirectResponse(f"/lab/{id}", 303)


def _estimate(request: Request, source: str, owner: Mapping[str, str], words: Catalogue) -> str:
    """Return how many games the experiment has and, if it is known, how long they take on this machine."""
    games, cells, seconds = services_of(request).experiments.estimate(source, owner)
    if seconds is None:
        return words.say(text("lab.page.estimate_games", n=games, cells=cells))
    return words.say(text("lab.page.estimate", n=games, cells=cells, minutes=max(1, -(-int(seconds) // 60))))


@router.get("/lab/{id}")
def show_experiment(request: Request, id: ExperimentId) -> Response:
    """Show the progress of an experiment and its findings so far."""
    seen = services_of(request).experiments.look(id)
    game = find_game(seen.experiment.game)
    words = choose_catalogue(preferences(request).lang, game)
    findings = seen.findings
    drawn = [] if findings is None else [draw_plots(findings, words, alone=False, wide=wide) for wide in WIDTHS]
    both = {name: "".join(some[name] for some in drawn) for name in (drawn[0] if drawn else ())}
    tables = [] if findings is None else findings.list_tables()
    names = {cell.name: say_cell(cell, words) for cell in seen.experiment.cells}
    return page(
        request,
        "experiment.html",
        game=game,
        seen=seen,
        running=seen.status == RUNNING,
        over=seen.status == DONE,
        percent=100 * seen.done // max(seen.total, 1),
        minutes=None if seen.left is None else -(-int(seen.left) // 60),
        speed=None if seen.speed is None else f"{seen.speed:.1f}",
        set_aside=seen.set_aside,
        plots=[(words.say(Word(f"lab.plot.{name}")), Markup(svg), name) for name, svg in both.items()],
        hatches=Markup(hatches()),
        first=names[next(findings.iterate_cells())[0].name]
        if findings is not None and len(findings.list_rows())
        else "",
        points=[] if findings is None else make_points(findings, words, names),
        differences=[] if findings is None else make_differences(findings, names),
        tiles=[] if findings is None else make_tiles(findings, game, words),
        shown=[] if findings is None else make_tables(findings, words, names),
        tables=[table.name for table in tables],
        parquet=PARQUET,
    )


@router.post("/lab/{id}/pause")
def submit_pause(request: Request, id: ExperimentId) -> Response:
    services_of(request).experiments.look(id)
    services_of(request).experiments.stop(id, PAUSED)
    return RedirectResponse(f"/lab/{id}", 303)


@router.post("/lab/{id}/stop")
def submit_stop(request: Request, id: ExperimentId) -> Response:
    services_of(request).experiments.look(id)
    services_of(request).experiments.stop(id)
    return RedirectResponse(f"/lab/{id}", 303)


@router.post("/lab/{id}/go-on")
def go_on(request: Request, id: ExperimentId) -> Response:
    services_of(request).experiments.go_on(id, visitor_of(request))
    return RedirectResponse(f"/lab/{id}", 303)


@router.get("/lab/{id}/{name}.csv")
def show_table(request: Request, id: ExperimentId, name: Annotated[str, Path(max_length=20)]) -> Response:
    """Return one table of the findings as CSV."""
    found = _tables(services_of(request).experiments.look(id))
    if name not in found:
        raise UnknownError(text("lab.no_experiment"))
    kept = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return PlainTextResponse(found[name], headers=kept, media_type="text/csv")


@router.get("/lab/{id}/games.jsonl")
def show_games(request: Request, id: ExperimentId) -> Response:
    """Return every game as a line of JSON, as `soloist lab run` writes it."""
    findings = services_of(request).experiments.look(id).findings
    kept = {"content-disposition": 'attachment; filename="games.jsonl"'}
    lines = "" if findings is None else game_lines(findings)
    return PlainTextResponse(lines, headers=kept, media_type="application/jsonl")


@router.get("/lab/{id}/games.parquet")
def packed_games(request: Request, id: ExperimentId) -> Response:
    """Return every game in a Parquet file. Raises `UnknownError` where the extra `sim` is not installed."""
    findings = services_of(request).experiments.look(id).findings
    if findings is None or not PARQUET:
        raise UnknownError(text("lab.no_experiment"))
    from soloist.lab.parquet import pack_rows

    kept = {"content-disposition": 'attachment; filename="games.parquet"'}
    return Response(pack_rows(findings.list_rows()), headers=kept, media_type="application/vnd.apache.parquet")


@router.get("/lab/{id}/experiment.toml")
def show_source(request: Request, id: ExperimentId) -> Response:
    """Return the experiment file, with which `soloist lab run` plays the same games."""
    kept = {"content-disposition": 'attachment; filename="experiment.toml"'}
    return PlainTextResponse(services_of(request).experiments.look(id).experiment.source, headers=kept)


def _tables(seen: ExperimentSeen) -> dict[str, str]:
    findings = seen.findings
    return {} if findings is None else {table.name: table.to_csv() for table in findings.list_tables()}
