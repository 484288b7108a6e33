"""The guard: who may request what, from where and how much, and what a browser may do with the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from soloist.manifest import game_ids
from soloist.web.access.guard import KEY_COOKIE, MOST_FORM, MOST_UPLOAD
from soloist.web.api import ai_seats_api, table_api, user_data_api
from soloist.web.app import make_app
from soloist.web.routes import main_pages
from soloist.web.storage.database import new_id
from tests.finished import finished_text
from tests.web.every_game import DRAWN_BY_HAND
from tests.web.test_api import operations

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
WRITES = sorted(
    (path, method)
    for router in (table_api.router, user_data_api.router, ai_seats_api.router, main_pages.router)
    for path, method in operations(router)
    if method in ("POST", "PUT", "PATCH", "DELETE")
)
LANGUAGES = ("en", "de", "fr", "it")
#: addresses that take a file
FILES = ("/import", "/plays/import", "/copy/{game}/import", "/everything/import",
         "/api/tables/import", "/api/plays/import", "/api/games/{game}/copy")  # fmt: skip


def policy(answer: object) -> dict[str, str]:
    said = answer.headers["content-security-policy"]  # type: ignore[attr-defined]
    return dict(part.strip().split(" ", 1) for part in said.split(";"))


def strict(answer: object) -> bool:
    found = policy(answer)
    return found.items() >= POLICY.items() and "unsafe" not in str(found) and "http" not in str(found)


def table(client: TestClient, game: str = "barrage", **more: object) -> str:
    return str(client.post("/api/tables", json={"game": game, "quick": True, **more}).json()["id"])


def everything(client: TestClient) -> object:
    """Return all that a write could change: every save, name, link and entered value."""
    rows = client.get("/api/tables").json()
    saves = {row["id"]: client.get(f"/api/tables/{row['id']}/save").text for row in rows}
    return rows, saves, [client.get(f"/api/games/{game}/data").json() for game in game_ids()]


# --------------------------------------------------------------------------------------------------------------- ids


def test_the_address_of_a_table_cannot_be_guessed(client: TestClient) -> None:
    ids = [table(client) for _ in range(12)] + [new_id() for _ in range(2000)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", id) for id in ids), "128 bits of chance"
    assert ids != sorted(ids)
    for place in range(21):  # every character but the last, which has fewer bits, takes (nearly) every value
        assert len({id[place] for id in ids}) > 56


# ----------------------------------------------------------------------------------------------------------- headers


def addresses(client: TestClient) -> Iterator[tuple[str, str]]:
    """Yield addresses of pages, parts of pages, files, data and errors of every kind."""
    id = table(client)
    client.post(f"/api/tables/{id}/turn", json={})
    key = client.post(f"/api/tables/{id}/share", json={"on": True}).json()["key"]
    for path in ("/", "/cards", "/settings", "/rules/barrage", "/data/barrage", "/new/barrage", "/games/barrage.css"):
        yield "GET", path
    for path in ("/plays", "/plays/export", "/plays?game=barrage", f"/t/{id}/end", f"/t/{id}/end.svg"):
        yield "GET", path
    for path in ("", "/history", "/more", "/place", "/at/0", "/before/1", "/export", "/doubt", "/reading?line=vp"):
        yield "GET", f"/t/{id}{path}"
    for path in ("/static/app.css", "/static/app.js", "/static/icons.svg", "/static", "/api/openapi.json", "/api/docs"):
        yield "GET", path
    for path in (f"/s/{key}", f"/s/{key}/history", "/api/games", f"/api/tables/{id}", f"/api/tables/{id}/save"):
        yield "GET", path
    for path in (
        "/t/nope",
        "/nowhere",
        "/api/nowhere",
        "/static/nope.css",
        "/api/games?lang=xx",
        "/rules",
        f"/t/{id}/turn",
    ):
        yield "GET", path
    for method, path in (
        ("PUT", "/"),
        ("POST", "/new/chess"),
        ("POST", "/quick/barrage"),
        ("DELETE", "/static/app.js"),
    ):
        yield method, path


def test_every_answer_forbids_the_browser_what_it_does_not_need(client: TestClient) -> None:
    seen = set()
    for method, path in addresses(client):
        answer = client.request(method, path)
        assert strict(answer), path
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        seen.add(answer.status_code)
    assert seen >= {200, 303, 404, 405, 422}


def test_even_a_fault_of_ours_comes_with_these_headers_and_in_words(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/secret/path/to/something.py")

    monkeypatch.setattr("soloist.web.storage.database.Database.list_rows", broken)
    for path in ("/", "/api/tables"):
        for lang, word in (("en", "went wrong"), ("de", "Fehler"), ("it", "errore")):
            answer = client.get(path, headers={"accept-language": lang})
            assert answer.status_code == 500 and strict(answer)
            assert word in answer.text and "secret" not in answer.text and "RuntimeError" not in answer.text


# ------------------------------------------------------------------------------------------------------------- markup


class Markup(HTMLParser):
    """Collects what the policy would refuse: inline scripts, styles and event handlers."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.tags = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags += 1
        found = dict(attrs)
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.wrong.append(tag)
        if tag in ("base", "iframe", "object", "embed"):
            self.wrong.append(tag)
        for name, value in attrs:
            if name == "style" or name.startswith("on"):
                self.wrong.append(f"{tag} {name}")
            address = (value or "").removeprefix("http://localhost")
            if name in ("src", "href", "action", "xlink:href") and re.match(r"(?i)\s*(\w+:|//)", address):
                self.wrong.append(f"{tag} {name}={value}")


def wrong_in(page: str) -> list[str]:
    found = Markup()
    found.feed(page)
    assert found.tags
    return found.wrong


def test_the_check_below_finds_what_it_looks_for() -> None:
    assert wrong_in("<p style='color:red' onclick='x()'><script>1</script><style></style><a href='//evil.org'>") == [
        "p style", "p onclick", "script", "style", "a href=//evil.org"
    ]  # fmt: skip
    assert (
        wrong_in('<script type="application/json">{}</script><script type="module" src="/static/app.js"></script>')
        == []
    )


@pytest.mark.parametrize("game", game_ids())
def test_no_page_has_script_style_or_handler_inside_nor_a_foreign_address(client: TestClient, game: str) -> None:
    id, cards = table(client, game, name="<script>alert(1)</script>"), table(client, game, cards=True)
    own = table(client, game, options={"chance": "own"} if game in DRAWN_BY_HAND else {})
    for _ in range(3):
        client.post(f"/api/tables/{id}/turn", json={})
    key = client.post(f"/api/tables/{id}/share", json={"on": True}).json()["key"]
    client.post(f"/api/tables/{cards}/card", json={})
    place = client.get(f"/api/tables/{id}/places").json()[0]["key"]
    rule = client.get(f"/api/games/{game}/rules").json()[0]["id"]
    found = [
        f"/t/{id}{part}" for part in ("", "/history", "/more", "/at/1", "/before/3", "/place", f"/place?key={place}")
    ]
    found += [f"/s/{key}{part}" for part in ("", "/history", "/at/1", f"/place?key={place}&turn=3")]
    over = client.post("/import", files={"file": ("<b>.soloist", finished_text(game).encode())}).headers["location"]
    found += [f"{over}/end", f"{over}/history", f"{over}/more", "/plays", f"/plays?game={game}"]
    found += [f"/{part}/{game}" for part in ("new", "rules", "data")]
    found += [
        "/",
        "/cards",
        "/settings",
        "/api/docs",
        f"/rule/{rule}",
        f"/rule/{rule}?table={id}&part=true",
        f"/t/{cards}",
    ]
    found += ["/t/nope", f"/t/{id}/reading?line=<script>", f"/rules/{game}?q=<script>alert(1)</script>"]
    for path in found:
        answer = client.get(path)
        assert answer.headers["content-type"].startswith("text/html"), path
        assert wrong_in(answer.text) == [], path
        assert "<script>alert" not in answer.text
    for path, data in (
        (f"/t/{id}/tell", {"line": "<img src=x onerror=alert(1)>"}),
        (f"/t/{id}/tell", {"line": "vp +1", "at": "0"}),
        (f"/t/{own}/turn", {}),
        (f"/t/{id}/turn", {}),
        (f"/new/{game}", {"o.level": "<script>alert(1)</script>", "name": '"><script>alert(1)</script>'}),
        (f"/new/{game}/preview", {}),
        (f"/copy/{game}/take", {"value.x": "<script>alert(1)</script>"}),
    ):
        answer = client.post(path, data=data)
        assert wrong_in(answer.text) == [] and "<script>alert" not in answer.text and "<img src=x" not in answer.text, (
            path
        )


# ------------------------------------------------------------------------------------------------------- same origin

FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "http://localhost.evil.example"},
    {"origin": "http://localhost:81"},
    {"origin": "null"},
    {"origin": "http://["},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "cross-site", "origin": "http://localhost"},
]


def test_there_are_writes_to_test() -> None:
    assert len(WRITES) >= 25 and ("/t/{id}/delete", "POST") in WRITES and ("/api/tables/{id}", "DELETE") in WRITES


@pytest.mark.parametrize("path, method", WRITES)
def test_no_write_is_taken_from_another_site(client: TestClient, path: str, method: str) -> None:
    id = table(client)
    client.post(f"/api/tables/{id}/turn", json={})
    before = everything(client)
    address = path.format(id=id, game="barrage", key="contract.national_01", uid="0" * 64)
    bodies = {"data": {"line": "vp +1", "name": "x", "on": "yes", "lang": "de", "value.contract.national_01": "9"}}
    if path.startswith("/api/"):
        given = {"game": "barrage", "quick": True} if path == "/api/tables" else {}
        given |= {"line": "vp +1"} if path.endswith("/tell") else {}
        given |= {"name": "x"} if method == "PATCH" else {"on": True} if path.endswith("/share") else {}
        given |= {"value": "9"} if method == "PUT" else {}
        bodies = {"json": given} if method != "DELETE" else {}
    for headers in FOREIGN:
        answer = client.request(method, address, headers=headers, **bodies)
        assert answer.status_code == 403 and strict(answer), headers
        assert "set-cookie" not in answer.headers
        if path.startswith("/api/"):
            assert answer.json()["error"]["kind"] == "Refused" and answer.json()["error"]["message"]
    assert everything(client) == before


def test_writes_of_our_own_pages_and_of_programs_are_taken(client: TestClient) -> None:
    for headers in ({}, {"origin": "http://localhost"}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}):
        assert client.post("/quick/barrage", headers=headers).status_code == 303
    assert len(client.get("/api/tables").json()) == 4


def test_a_look_from_another_site_is_allowed(client: TestClient) -> None:
    assert client.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "192.0.2.7", "", "localhost@evil.example"])
def test_another_host_name_is_not_served(client: TestClient, host: str) -> None:
    for path in ("/", "/api/tables", "/static/app.css", "/t/x"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421 and strict(answer)
    assert client.post("/quick/barrage", headers={"host": host}).status_code == 421
    assert client.get("/api/tables").json() == []


@pytest.mark.parametrize("host", ["127.0.0.1:7655", "localhost", "LOCALHOST:80", "[::1]:7655"])
def test_the_names_of_this_machine_are_served(client: TestClient, host: str) -> None:
    assert client.get("/api/tables", headers={"host": host}).status_code == 200


# ------------------------------------------------------------------------------------------------------------- limits

BIG = 50 * 1024 * 1024


def pieces(size: int) -> Iterator[bytes]:
    """Yield at least `size` bytes: a body that is sent without a declared length."""
    for _ in range(size // 65536 + 1):
        yield b"x" * 65536


@pytest.mark.parametrize("path", ["/import", "/api/tables/import"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_upload_of_50_mb_is_refused_declared_or_not(client: TestClient, path: str, lang: str) -> None:
    kind = "text/plain" if path.startswith("/api") else "multipart/form-data; boundary=x"
    headers = {"content-type": kind, "accept-language": lang}
    said = {"en": "too large", "de": "zu groß", "fr": "trop", "it": "troppo"}[lang]
    for content in (b"x" * BIG, pieces(BIG)) if lang == "en" else (pieces(MOST_UPLOAD),):
        answer = client.post(path, content=content, headers=headers)
        assert answer.status_code == 413 and strict(answer) and said in answer.text.lower()
    assert client.get("/api/tables").json() == []


def test_a_real_file_of_50_mb_is_refused(client: TestClient) -> None:
    answer = client.post("/import", files={"file": ("big.soloist", b"x" * BIG)})
    assert answer.status_code == 413 and client.get("/api/tables").json() == []


def test_everything_but_an_upload_has_64_kb(client: TestClient) -> None:
    id = table(client)
    before = everything(client)
    form, json = "application/x-www-form-urlencoded", "application/json"
    for path, method in WRITES:
        if path in FILES:
            continue
        address = path.format(id=id, game="barrage", key="contract.national_01", uid="0" * 64)
        kind = json if path.startswith("/api/") else form
        answer = client.request(method, address, content=b"x" * (MOST_FORM + 1), headers={"content-type": kind})
        assert answer.status_code == 413, path
    for path, kind in ((f"/t/{id}/tell", form), (f"/api/tables/{id}/tell", json), ("/settings", form)):
        answer = client.post(path, content=pieces(MOST_FORM), headers={"content-type": kind})
        assert answer.status_code == 413, path
    assert everything(client) == before


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=b"])
def test_10000_fields_are_refused(client: TestClient, kind: str) -> None:
    id = table(client)
    if kind.startswith("multi"):
        one = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'
        content = one * 900 + b"--b--"
    else:
        content = b"&".join(b"a=1" for _ in range(10_000))
    answer = client.post(f"/t/{id}/turn", content=content, headers={"content-type": kind})
    assert answer.status_code in (400, 422) and strict(answer)
    assert client.get(f"/api/tables/{id}").json()["entries"] == 0


def test_a_long_line_is_refused_in_words(client: TestClient) -> None:
    id = table(client)
    for line in ("x" * 2001, "vp +1; " * 900, "a" * 5000):
        assert client.post(f"/t/{id}/tell", data={"line": line}).status_code == 422
        assert client.post(f"/api/tables/{id}/tell", json={"line": line}).status_code == 422
    assert client.post(f"/api/tables/{id}/tell", json={"line": "x" * 2001}).json()["error"]["message"]
    assert client.get(f"/t/{id}/reading", params={"line": "x" * 4001}).status_code == 422
    assert client.get(f"/api/tables/{id}/complete", params={"line": "x" * 2001}).status_code == 422


# --------------------------------------------------------------------------------------------------------------- --lan

KEY = "a-secret-of-the-table"


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[FastAPI]:
    app = make_app(tmp_path, key=KEY, hosts=None)
    yield app
    app.state.services.tables.storage.close()


def visitor(app: FastAPI) -> TestClient:
    return TestClient(app, base_url="http://192.0.2.7:7655", raise_server_exceptions=False, follow_redirects=False)


def test_without_the_key_everything_is_refused(lan: FastAPI) -> None:
    stranger = visitor(lan)
    paths = [
        "/",
        "/cards",
        "/settings",
        "/rules/barrage",
        "/api/games",
        "/api/tables",
        "/api/openapi.json",
        "/api/docs",
    ]
    paths += [
        "/static/app.css",
        "/static/app.js",
        "/static/icons.svg",
        "/games/barrage.css",
        "/t/x",
        "/s/x",
        "/nowhere",
    ]
    for path in paths:
        for wrong in ("", "?key=", "?key=a-secret", f"?key={KEY}x", f"?key={KEY.upper()}", "?Key=" + KEY):
            answer = stranger.get(path + wrong)
            assert answer.status_code == 403 and strict(answer), path + wrong
            assert "set-cookie" not in answer.headers
    for path, method in WRITES:
        answer = stranger.request(method, path.format(id="x", game="barrage", key="k", uid="0" * 64))
        assert answer.status_code == 403, path
    for cookie in ("", "wrong", "a-secret-of-the-tabl", "\u00e9"):
        answer = stranger.get("/", headers={"cookie": f"{KEY_COOKIE}={cookie}".encode("latin-1")})
        assert answer.status_code == 403
    for lang, word in (("en", "private"), ("de", "privat"), ("it", "privata")):
        assert word in stranger.get("/", headers={"accept-language": lang}).text.lower()
    assert lan.state.services.tables.storage.count_tables() == 0


def test_the_link_with_the_key_lets_in_and_keeps_it_in_a_cookie(lan: FastAPI) -> None:
    guest = visitor(lan)
    answer = guest.get(f"/?key={KEY}")
    assert answer.status_code == 303 and answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"].lower()
    assert cookie.startswith(f"{KEY_COOKIE}=") and "httponly" in cookie and "samesite=lax" in cookie
    assert guest.get("/").status_code == 200 and guest.get("/static/app.css").status_code == 200
    made = guest.post("/quick/barrage", headers={"origin": "http://192.0.2.7:7655", "sec-fetch-site": "same-origin"})
    assert made.status_code == 303 and guest.get(made.headers["location"]).status_code == 200
    assert KEY not in guest.get("/").text
    assert guest.post("/quick/barrage", headers={"origin": "http://evil.example"}).status_code == 403
    assert visitor(lan).get(made.headers["location"]).status_code == 403


# ------------------------------------------------------------------------------------------ three rights, three secrets


class Lan:
    """An owner with two tables, each with both links, and visitors with one link each."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.owner = visitor(app)
        self.owner.get(f"/?key={KEY}")
        self.id, self.other = (table(self.owner, "tapestry", options={"seed": "11"}) for _ in range(2))
        self.owner.post(f"/api/tables/{self.id}/turn", json={})
        self.look, self.play = (self.link(self.id, right) for right in ("look", "play"))
        self.other_look, self.other_play = (self.link(self.other, right) for right in ("look", "play"))

    def link(self, id: str, right: str) -> str:
        return str(self.owner.post(f"/api/tables/{id}/share", json={"on": True, "right": right}).json()["key"])

    def secrets(self) -> set[str]:
        return {KEY, self.id, self.other, self.look, self.play, self.other_look, self.other_play}


@pytest.fixture
def rights(lan: FastAPI) -> Lan:
    return Lan(lan)


READS = ("", "/history", "/at/0", "/at/1", "/before/1", "/place", "/doubt")
ACTS = (("turn", {}), ("tell", {"line": "vp +1"}), ("undo", {}), ("redo", {}), ("card", {}))


def beside(guest: TestClient, page: str) -> list[str]:
    """Return what a page loads to be shown as intended."""
    found = re.findall(r'(?:href|src)="(/(?:static|games)/[^"#]+)', page)
    assert len(found) >= 5
    return found


def test_the_link_to_look_shows_one_table_and_opens_nothing_else(rights: Lan) -> None:
    guest = visitor(rights.app)
    before = everything(rights.owner)
    assert guest.get("/static/app.css").status_code == 403, "he has shown no link yet"
    for path in READS:
        answer = guest.get(f"/s/{rights.look}{path}")
        assert answer.status_code == 200 and strict(answer), path
        assert not (rights.secrets() - {rights.look}) & set(re.findall(r"[A-Za-z0-9_-]{16,}", answer.text)), path
    for path in beside(guest, guest.get(f"/s/{rights.look}").text):
        assert guest.get(path).status_code == 200, path
    assert guest.get("/rule/BRA-001?part=true").status_code in (200, 404)
    for action, form in ACTS:
        assert guest.post(f"/s/{rights.look}/{action}", data=form).status_code == 403
        assert guest.post(f"/p/{rights.look}/{action}", data=form).status_code == 403, "a key is for one right"
    _nothing_else(guest, rights)
    assert everything(rights.owner) == before


def test_the_link_to_play_plays_at_one_table_and_opens_nothing_else(rights: Lan) -> None:
    guest = visitor(rights.app)
    for path in (*READS, "/reading?line=vp +1", "/complete?line=v"):
        answer = guest.get(f"/p/{rights.play}{path}")
        assert answer.status_code == 200 and strict(answer), path
        assert not (rights.secrets() - {rights.play}) & set(re.findall(r"[A-Za-z0-9_-]{16,}", answer.text)), path
    for path in beside(guest, guest.get(f"/p/{rights.play}").text):
        assert guest.get(path).status_code == 200, path
    for action, form in ACTS[:4]:
        answer = guest.post(f"/p/{rights.play}/{action}", data=form)
        assert answer.status_code == 200 and rights.id not in answer.text, action
        assert guest.get(f"/p/{rights.play}/{action}").headers["location"] == f"/p/{rights.play}"
    assert rights.owner.get(f"/api/tables/{rights.id}").json()["at"] == 5
    before = everything(rights.owner)
    foreign = guest.post(f"/p/{rights.play}/turn", headers={"origin": "http://evil.example"})
    assert foreign.status_code == 403
    for path in ("/more", "/export", "/share", "/rename", "/delete", "/rescue"):
        for method in ("GET", "POST"):
            assert guest.request(method, f"/p/{rights.play}{path}").status_code == 404, path
    _nothing_else(guest, rights)
    assert everything(rights.owner) == before


def _nothing_else(guest: TestClient, rights: Lan) -> None:
    """Check that a guest gets no list, no deletion, no other table, and nothing by the table's own address."""
    for path in ("/", "/cards", "/data/barrage", "/rules/barrage", "/new/barrage", "/api/tables", "/api/games"):
        assert guest.get(path).status_code == 403, path
    for id in (rights.id, rights.other):
        for path in (f"/t/{id}", f"/t/{id}/export", f"/api/tables/{id}", f"/api/tables/{id}/save"):
            assert guest.get(path).status_code == 403, path
        assert guest.get(f"/rule/BRA-001?table={id}").status_code == 403
    for path, method in WRITES:
        if path != "/settings":
            wrong = path.format(id=rights.id, game="barrage", key="contract.national_01", uid="0" * 64)
            assert guest.request(method, wrong).status_code == 403, path


def test_a_closed_link_lets_nobody_in_any_more(rights: Lan) -> None:
    for right, prefix, key in (("look", "s", rights.look), ("play", "p", rights.play)):
        guest = visitor(rights.app)
        assert guest.get(f"/{prefix}/{key}").status_code == 200 and guest.get("/static/app.css").status_code == 200
        rights.owner.post(f"/t/{rights.id}/share", data={"on": "no", "right": right})
        assert guest.get(f"/{prefix}/{key}").status_code == 403
        assert guest.get("/static/app.css").status_code == 403 and guest.post("/settings").status_code == 403
    for made_up in ("x", "a" * 22, "%00", "é", "a" * 33, "../t/x"):
        for prefix in "sp":
            assert visitor(rights.app).get(f"/{prefix}/{made_up}").status_code in (403, 404)


def test_a_guest_may_choose_his_own_language(rights: Lan) -> None:
    guest = visitor(rights.app)
    for prefix, key in (("s", rights.look), ("p", rights.play)):
        guest.get(f"/{prefix}/{key}")
        back = f"/{prefix}/{key}"
        assert guest.post("/settings", data={"lang": "de", "back": back}).headers["location"] == back
        assert 'lang="de"' in guest.get(back).text


def test_the_page_of_a_table_offers_both_links_and_closes_them(client: TestClient) -> None:
    id = table(client)
    for right, prefix in (("look", "s"), ("play", "p")):
        assert f"localhost/{prefix}/" not in client.get(f"/t/{id}/more").text
        client.post(f"/t/{id}/share", data={"on": "yes", "right": right})
        link = re.search(rf'href="http://localhost(/{prefix}/[^"]+)"', client.get(f"/t/{id}/more").text)
        assert link and client.get(link[1]).status_code == 200
    row = client.get("/api/tables").json()[0]
    assert row["shared"] and row["played"] and row["shared"] != row["played"]
    for right in ("look", "play"):
        client.post(f"/t/{id}/share", data={"on": "no", "right": right})
    row = client.get("/api/tables").json()[0]
    assert row["shared"] is None and row["played"] is None
    assert client.post(f"/api/tables/{id}/share", json={"on": True, "right": "own"}).status_code == 422
