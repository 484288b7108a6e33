"""The web application: middleware, routes, error answers and services put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from soloist.core.errors import SoloistError, StorageError
from soloist.core.text import text
from soloist.manifest import Game, find_game
from soloist.session.file_store import FileStore
from soloist.session.serialize import plain_error
from soloist.session.words import Catalogue, languages
from soloist.web.access.guard import HEADERS, Guard
from soloist.web.access.route_limits import Routes
from soloist.web.api import ai_seats_api, table_api, user_data_api
from soloist.web.errors import as_data, status
from soloist.web.jobs.ai_seats import AiSeats
from soloist.web.jobs.coaching import CoachThoughts
from soloist.web.jobs.experiments import Experiments
from soloist.web.jobs.reviews import Reviews
from soloist.web.jobs.worker_process import WorkerProcess
from soloist.web.rendering.preferences import choose_catalogue, preferences
from soloist.web.routes import main_pages
from soloist.web.routes.main_pages import error_page
from soloist.web.routes.pocket_mount import Site
from soloist.web.services import Services, find_services, services_of, set_services
from soloist.web.storage.database import Database
from soloist.web.storage.dialects import is_read_only
from soloist.web.storage.loaded_tables import Tables

#: the host names under which a browser on this machine reaches us
LOCAL = ("127.0.0.1", "localhost", "[::1]")


def make_app(
    data: Path,
    database_url: str | None = None,
    *,
    key: str | None = None,
    hosts: Sequence[str] | None = LOCAL,
    site: Path | None = None,
) -> FastAPI:
    """Return the application for the tables of one data folder.

    `key` is the secret of `--lan`, None without it. `hosts` are the host names that are served; None serves any.
    `site` is the folder of the site for phones, if it was built.
    """
    app = make_pages(key=key, hosts=hosts, site=site)
    tables = open_tables(data, database_url)
    services = Services(
        tables=tables,
        coach_thoughts=CoachThoughts(),
        ai_seats=AiSeats(tables, WorkerProcess()),
        reviews=Reviews(data / "reviews", WorkerProcess()),
        experiments=Experiments(data / "lab"),
        has_site=site is not None,
    )
    set_services(app, services)
    return app


def make_pages(*, key: str | None = None, hosts: Sequence[str] | None = LOCAL, site: Path | None = None) -> FastAPI:
    """Return the application without services; it answers requests after `set_services`. Arguments as for `make_app`."""

    @asynccontextmanager
    async def living(_: FastAPI) -> AsyncIterator[None]:
        yield
        find_services(app).close()

    app = FastAPI(
        lifespan=living,
        title="Soloist",
        description="Plays the Automa of modern board games beside your table, and shows why.",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.router.routes.extend(main_pages.router.routes)  # first: pages are requested most often
    app.include_router(table_api.router)
    app.include_router(user_data_api.router)
    app.include_router(ai_seats_api.router)
    app.mount("/static", StaticFiles(directory=str(files("soloist.web").joinpath("static"))), name="static")
    if site is not None:
        app.mount("/pocket", Site(site), name="pocket")

    app.state.routes = Routes(app)

    def opens(kind: str, link: str) -> bool:
        return find_services(app).tables.is_link_open(kind, link)

    app.add_middleware(Guard, hosts=hosts, key=key, refuse=_show_refuse, opens=opens, addresses=app.state.routes)
    app.add_exception_handler(SoloistError, _show_refused)
    app.add_exception_handler(HTTPException, _show_http)
    app.add_exception_handler(RequestValidationError, _show_invalid)
    app.add_exception_handler(Exception, _show_broken)
    return app


def open_tables(data: Path, database_url: str | None = None) -> Tables:
    """Return the tables of a data folder, which is created if needed, or of the database at `database_url`. Raises
    `StorageError` where the folder cannot be created."""
    read_only = False
    if database_url is None:
        try:
            data.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as why:
            raise StorageError(text("error.storage", path=data.name, why=why.strerror or "?")) from why
        database_url = f"sqlite:///{data / 'tables.sqlite'}"
        read_only = is_read_only(data / "tables.sqlite")
        if not read_only:
            _private(data)
    return Tables(Database(database_url, read_only=read_only), FileStore(data))


def _private(data: Path) -> None:
    """Make the data folder and the database readable by their owner only."""
    database = data / "tables.sqlite"
    with suppress(OSError):  # a read-only disk, or a file system without owners
        data.chmod(0o700)
        database.touch(0o600)
        for path in (database, *data.glob("tables.sqlite-*")):
            path.chmod(0o600)


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def _show_answer(request: Request, code: int, said: dict[str, object]) -> Response:
    answer = JSONResponse({"error": said}, code) if _is_api(request) else error_page(request, code, said)
    if code == 503:
        answer.headers["retry-after"] = "5"
    if code == 405:
        answer.headers["allow"] = ", ".join(request.app.state.routes.methods(request.scope))
    return answer


def _choose_words(request: Request, game: Game | None = None) -> Catalogue:
    """Return the words of an error: for the API in the language it asks for if we have it, otherwise in the reader's."""
    asked = request.query_params.get("lang") if _is_api(request) else None
    return choose_catalogue(asked if asked in languages() else preferences(request).lang, game)


def _game(request: Request) -> Game | None:
    """Return the game that a request is about, None if there is none: games have their own words for the same error."""
    named = request.path_params
    try:
        known = getattr(request.state, "game", None)
        if known is None and "id" in named:
            known = services_of(request).tables.storage.find_row(named["id"]).game
        return find_game(known or named["game"])
    except (SoloistError, KeyError):
        return None


def _show_refuse(request: Request, code: int, key: str) -> Response:
    """Answer a request that the guard refuses."""
    return _show_answer(request, code, plain_error("Refused", _choose_words(request).say(text(key))))


def _show_refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, SoloistError)
    words = _choose_words(request, _game(request))
    return _show_answer(request, status(error), as_data(error, words))


def _show_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known = {404: "error.no_page", 405: "error.no_method", 413: "error.too_large"}
    said = _choose_words(request).say(text(known.get(error.status_code, "error.request")))
    return _show_answer(request, error.status_code, plain_error("Request", said))


def _show_invalid(request: Request, error: Exception) -> Response:
    """Answer 422 and say which part of the input is wrong; 404 where a path of the pages is."""
    assert isinstance(error, RequestValidationError)
    found = error.errors()[:5]
    if not _is_api(request) and any(e["loc"][0] == "path" for e in found):
        return _show_answer(request, 404, plain_error("Request", _choose_words(request).say(text("error.no_page"))))
    where = "; ".join(f"{'.'.join(str(p) for p in e['loc'])}: {e['msg']}" for e in found)
    where = where.encode(errors="backslashreplace").decode()  # a lone surrogate of JSON cannot be encoded
    return _show_answer(
        request, 422, plain_error("Request", _choose_words(request).say(text("error.form", where=where)))
    )


def _show_broken(request: Request, error: Exception) -> Response:
    """Answer 500 for an unexpected error, which the log has with its traceback.

    Starlette calls this outside of the guard, so the guard's headers are set here.
    """
    answer = _show_answer(request, 500, plain_error("Fault", _choose_words(request).say(text("error.fault"))))
    answer.headers.update(HEADERS)
    return answer
