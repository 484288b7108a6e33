"""Rules for every route: methods, sizes, and the answer to an act that is stored."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from soloist.core.errors import BusyError
from soloist.core.text import text
from soloist.session.file_store import FileStore
from soloist.session.link import make_fragment
from soloist.session.table import Table
from soloist.web.access import idempotency
from soloist.web.access.guard import MOST_FORM
from soloist.web.access.route_limits import find_routes
from soloist.web.app import make_app, make_pages
from soloist.web.routes import forms
from soloist.web.storage.database import Database
from soloist.web.storage.loaded_tables import Tables
from tests.finished import finished_text
from tests.web.conftest import ROOT

ROUTES = [(method, route) for route in find_routes(make_pages()) for method in sorted(route.methods or ())]
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
FILLED = {"id": "made-up", "key": "made-up", "game": "barrage", "uid": "0" * 64, "number": "1", "rule": "TMA-080",
          "name": "scores"}  # fmt: skip


def address(path: str, **named: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda gap: named.get(gap[1], FILLED[gap[1]]), path)


def opened(data: Path) -> TestClient:
    return TestClient(make_app(data), "http://localhost", raise_server_exceptions=False, follow_redirects=False)


# ----------------------------------------------------------------------------------------------------- methods and sizes


def test_every_address_refuses_the_methods_it_has_not_and_names_those_it_has(client: TestClient) -> None:
    declared: dict[str, set[str]] = {}
    for method, route in ROUTES:
        declared.setdefault(route.path, set()).add(method)
    for path, methods in declared.items():
        for method in METHODS - methods:
            answer = client.request(method, address(path))
            assert answer.status_code == 405, (method, path)
            assert set(answer.headers["allow"].split(", ")) == methods, (method, path)
            assert "content-security-policy" in answer.headers


def takes_a_file(route: APIRoute) -> bool:
    return any(it.call in forms.MOST_BYTES for it in route.dependant.dependencies)


def test_every_route_that_takes_a_file_takes_a_large_one_and_no_other_does(client: TestClient) -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "soloist" / "web" / "templates").glob("*.html"))
    said = re.findall(r'<form (?=[^>]*multipart/form-data)[^>]*action="([^"]+)"', pages)
    wanted = {re.sub(r"\{\{[^}]*\}\}", "{game}", action) for action in said}
    for method, route in ROUTES:
        if "text/plain" in str((route.openapi_extra or {}).get("requestBody", "")):
            wanted.add(route.path)
        if method in ("POST", "PUT", "PATCH"):
            body, kind = b"x" * (MOST_FORM + 1), "application/json" if route.path.startswith("/api") else "text/plain"
            answer = client.request(method, address(route.path), content=body, headers={"content-type": kind})
            assert (answer.status_code == 413) != takes_a_file(route), (method, route.path)
    assert wanted == {route.path for _, route in ROUTES if takes_a_file(route)}
    assert "/api/games/{game}/copy" in wanted and "/copy/{game}/import" in wanted


# ------------------------------------------------------------------------------------------------------------ one act


@dataclass
class Scene:
    """A data folder with everything an act needs, and where it is sent."""

    client: TestClient
    data: Path
    game: str = "terra_mystica"
    names: dict[str, str] = field(default_factory=dict)

    def make(self, **more: Any) -> None:
        asked = {"game": self.game, "quick": True, "options": {"seed": "3"}, **more}
        self.names["id"] = self.client.post("/api/tables", json=asked).json()["id"]
        self.names["key"] = self.ask("POST", "share", json={"on": True, "right": "play"}).json()["key"]

    def ask(self, method: str, what: str, **more: Any) -> Any:
        return self.client.request(method, f"/api/tables/{self.names['id']}/{what}", **more)


def plain(scene: Scene) -> None:
    scene.make()
    for _ in range(2):
        assert scene.ask("POST", "tell", json={"line": "vp +1"}).status_code == 200
    assert scene.ask("POST", "undo", json={}).status_code == 200


def cards(scene: Scene) -> None:
    scene.make(cards=True)


def digital(scene: Scene) -> None:
    scene.make(mode="digital", options={"human2": "giants", "seed": "4"})


def over(scene: Scene) -> None:
    made = scene.client.post("/api/tables/import", content=finished_text("tapestry").encode())
    scene.names["id"] = made.json()["id"]
    scene.client.get(f"/t/{scene.names['id']}")
    scene.names["uid"] = scene.client.get("/api/plays").json()[0]["uid"]


def broken(scene: Scene) -> None:
    plain(scene)
    with sqlite3.connect(scene.data / "tables.sqlite") as db:
        db.execute("UPDATE entries SET lines = 'x' WHERE number = 3")
    db.close()
    scene.client.app.state.services.tables._forget_table(scene.names["id"])  # type: ignore[attr-defined]


def stand_in(scene: Scene) -> None:
    scene.make(quick=False, options={"level": "alptrauma", "human": "witches", "home": "lakes", "seed": "179"})
    row = next(it for it in scene.ask("GET", "data").json() if it["key"] == "atp.lakes.a")
    copied = {"value": " ".join(reversed(row["value"].split()))}
    assert scene.client.put("/api/games/terra_mystica/data/atp.lakes.a", json=copied).status_code == 200


def a_file(scene: Scene) -> None:
    FileStore(scene.data).create_table(Table.from_text(finished_text("tapestry")), "evening")


def nothing(_: Scene) -> None:
    pass


SAVE = finished_text("tapestry")
PLAYS = b'{"soloist-plays": 1, "plays": []}'
#: how a scene is set and what is sent, for every route that stores something in the database
Sample = tuple[Callable[[Scene], None], dict[str, Any]]
STORING: dict[str, Sample] = {
    "POST /api/tables": (nothing, {"json": {"game": "barrage", "quick": True}}),
    "POST /api/tables/import": (nothing, {"content": SAVE, "headers": {"content-type": "text/plain"}}),
    "POST /api/files": (a_file, {"json": {"name": "evening"}}),
    "PATCH /api/tables/{id}": (plain, {"json": {"name": "x"}}),
    "DELETE /api/tables/{id}": (plain, {}),
    "POST /api/tables/{id}/tell": (plain, {"json": {"line": "vp +3"}}),
    "POST /api/tables/{id}/turn": (plain, {"json": {}}),
    "POST /api/tables/{id}/card": (cards, {"json": {}}),
    "POST /api/tables/{id}/undo": (plain, {"json": {}}),
    "POST /api/tables/{id}/redo": (plain, {"json": {}}),
    "POST /api/tables/{id}/share": (plain, {"json": {"on": True}}),
    "POST /api/tables/{id}/rescue": (broken, {}),
    "POST /api/tables/{id}/mine": (stand_in, {"json": {}}),
    "PUT /api/tables/{id}/others": (digital, {"json": {"others": {"human2": "greedy"}}}),
    "POST /api/plays/import": (nothing, {"content": PLAYS, "headers": {"content-type": "text/plain"}}),
    "PUT /api/plays/{uid}/counts": (over, {"json": {"counts": False}}),
    "POST /t/{id}/tell": (plain, {"data": {"line": "vp +3"}}),
    "POST /p/{key}/tell": (plain, {"data": {"line": "vp +3"}}),
    "POST /t/{id}/confirm": (plain, {"data": {"step": "vp +3"}}),
    "POST /p/{key}/confirm": (plain, {"data": {"step": "vp +3"}}),
    "POST /t/{id}/turn": (plain, {"data": {}}),
    "POST /p/{key}/turn": (plain, {"data": {}}),
    "POST /t/{id}/card": (cards, {"data": {}}),
    "POST /p/{key}/card": (cards, {"data": {}}),
    "POST /t/{id}/undo": (plain, {"data": {}}),
    "POST /p/{key}/undo": (plain, {"data": {}}),
    "POST /t/{id}/redo": (plain, {"data": {}}),
    "POST /p/{key}/redo": (plain, {"data": {}}),
    "POST /t/{id}/rename": (plain, {"data": {"name": "x"}}),
    "POST /t/{id}/share": (plain, {"data": {"on": "yes"}}),
    "POST /t/{id}/delete": (plain, {"data": {}}),
    "POST /t/{id}/rematch": (plain, {"data": {}}),
    "POST /t/{id}/delete-with-play": (over, {"data": {}}),
    "POST /t/{id}/mine": (stand_in, {"data": {}}),
    "POST /t/{id}/seats": (digital, {"data": {"seat.human2": "greedy"}}),
    "POST /t/{id}/rescue": (broken, {"data": {}}),
    "POST /plays/import": (nothing, {"files": {"plays": ("plays.json", PLAYS)}}),
    "POST /plays/{uid}/remove": (over, {"data": {}}),
    "POST /link": (nothing, {"data": {"link": f"http://x/#{make_fragment(SAVE.encode())}"}}),
    "POST /play/{game}": (nothing, {"data": {}}),
    "POST /quick/{game}": (nothing, {"data": {}}),
    "POST /first/{game}": (nothing, {"data": {}}),
    "POST /new/{game}": (nothing, {"data": {}}),
    "POST /cards/{game}": (nothing, {"data": {}}),
    "POST /bring": (a_file, {"data": {"name": "evening"}}),
    "POST /import": (nothing, {"files": {"save": ("x.soloist", SAVE.encode())}}),
}
#: those that store nothing there, and the one that stores many acts: what of it is missing is taken when it is sent again
OTHERS = {
    "PUT /api/games/{game}/data/{key}", "PUT /api/games/{game}/copy", "POST /api/tables/preview",
    "POST /api/tables/{id}/others", "POST /api/tables/{id}/review",
    "POST /t/{id}/always", "POST /p/{key}/always", "POST /t/{id}/others", "POST /p/{key}/others", "POST /t/{id}/review",
    "POST /p/{key}/review", "POST /copy/{game}/value", "POST /copy/{game}/import", "POST /copy/{game}/take",
    "POST /lab", "POST /lab/{id}/pause", "POST /lab/{id}/stop", "POST /lab/{id}/go-on", "POST /new/{game}/preview",
    "POST /settings", "POST /everything/import",
}  # fmt: skip
ONCE = [f"{method} {route.path}" for method, route in ROUTES
        if any(it.call is idempotency._once for it in route.dependant.dependencies)]  # fmt: skip


def test_every_route_that_changes_something_has_a_sample() -> None:
    assert {*STORING, *OTHERS} == {f"{method} {route.path}" for method, route in ROUTES if method != "GET"}
    assert set(ONCE) <= set(STORING)


def scene(data: Path, sample: Sample) -> Scene:
    made = Scene(opened(data), data)
    sample[0](made)
    return made


def send(made: Scene, act: str, key: str = "") -> Any:
    method, path = act.split()
    more = dict(STORING[act][1])
    if key:
        more["headers"] = {**more.get("headers", {}), "idempotency-key": key}
    return made.client.request(method, address(path, **{"game": made.game, **made.names}), **more)


@contextmanager
def after_a_commit(patch: pytest.MonkeyPatch, then: Callable[[], None]) -> Iterator[None]:
    """Call `then` as soon as the transaction of an act is committed."""
    with patch.context() as inside:
        for name in ("_write", "_write_plays"):
            inside.setattr(Database, name, followed(getattr(Database, name), then))
        yield


def followed(real: Any, then: Callable[[], None]) -> Any:
    @contextmanager
    def both(*args: Any) -> Iterator[Any]:
        with real(*args) as db:
            yield db
        then()

    return both


@pytest.mark.parametrize("act", STORING)
def test_once_an_act_is_stored_nothing_more_is_needed_to_answer_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    """Otherwise "busy, try again" could be the answer to an act that was done."""
    made, stored = scene(tmp_path, STORING[act]), list[bool]()

    def unless_stored(real: Any) -> Any:
        def looking(*args: Any, **more: Any) -> Any:
            if stored:
                raise BusyError(text("error.busy"))
            return real(*args, **more)

        return looking

    with monkeypatch.context() as patch, after_a_commit(monkeypatch, lambda: stored.append(True)):
        for owner, name in ((Database, "_read"), (Database, "_queue_write"), (Tables, "_lock_table")):
            patch.setattr(owner, name, unless_stored(getattr(owner, name)))
        answer = send(made, act)
    assert stored and answer.status_code < 400, (answer.status_code, answer.text[:500])


@pytest.mark.parametrize("act", ONCE)
def test_after_a_kill_between_act_and_answer_a_resend_gets_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: str, faults: object
) -> None:
    made = scene(tmp_path, STORING[act])

    def killed() -> None:
        raise RuntimeError("killed")

    with after_a_commit(monkeypatch, killed):
        assert send(made, act, "k").status_code == 500
    made.client = opened(tmp_path)

    def tables() -> list[tuple[str, int]]:
        """Return all tables with their entries; an AI seat that was just seated may add some at any time."""
        return [(row["id"], 0 if "others" in act else row["at"]) for row in made.client.get("/api/tables").json()]

    before = tables()
    first = send(made, act, "k")
    assert first.status_code < 300, first.text[:500]
    assert tables() == before, "it is not done twice"
    assert send(made, act, "k").content == first.content
    if first.status_code == 201:
        assert made.client.get(f"/api/tables/{first.json()['id']}").status_code == 200
