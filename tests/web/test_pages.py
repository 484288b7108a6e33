"""The pages without a browser: the actions of the API, two tabs at one table, and every kind of bad input."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from soloist.core.text import text
from soloist.display.screen import no_rounds
from soloist.manifest import find_game, game_ids
from soloist.session.table import Table
from soloist.web.rendering import render
from soloist.web.rendering.preferences import COOKIE, choose_catalogue
from tests.web.every_game import DRAWN_BY_HAND, WITH_CARDS, in_a_form, line, some_option, turn_by_form

LANGUAGES = ("en", "de", "it")
#: what no answer may ever hold: a path of this machine, a traceback, the insides of Python or the database
INSIDE = re.compile(
    r"Traceback|File \"|\.py\b|/(home|usr|tmp|work|root|var)/|site-packages|sqlite|sqlalchemy|psycopg|0x[0-9a-f]{6}"
)


def says(lang: str, key: str, **args: object) -> str:
    """Return the beginning of a text of the pages, up to its first placeholder."""
    return choose_catalogue(lang).words[key].partition("{")[0]


def quick(client: TestClient, game: str = "barrage") -> str:
    """Return the address of a new table."""
    return client.post(f"/quick/{game}").headers["location"]


def id_of(address: str) -> str:
    return address.rpartition("/")[2]


def entries(client: TestClient, address: str) -> int:
    return int(client.get(f"/api/tables/{id_of(address)}").json()["at"])


def save(client: TestClient, address: str) -> str:
    return client.get(f"{address}/export").text


def at(page: str) -> str:
    found = re.search(r'data-at="(\d+)"', page)
    assert found
    return found[1]


# ---------------------------------------------------------------------------------------------------------- the actions


@pytest.mark.parametrize("game", game_ids())
def test_a_game_is_set_up_previewed_and_begun_with_a_form(client: TestClient, game: str) -> None:
    page = client.get(f"/new/{game}").text
    option = some_option(game)
    fields = {"o.seed": "5", "name": "Sunday", f"o.{option.key}": option.choices[-1]}
    assert f'name="o.{option.key}"' in page
    looked = client.post(f"/new/{game}/preview", data=fields)
    assert looked.status_code == 200 and client.get("/api/tables").json() == []
    begun = client.post(f"/new/{game}", data=fields)
    assert begun.status_code == 303
    made = client.get(f"/api/tables/{id_of(begun.headers['location'])}").json()
    assert (made["name"], made["setup"]["seed"], made["setup"][option.key]) == ("Sunday", "5", option.choices[-1])
    assert all(line.split("{")[0] in unescape(looked.text) for line in made["layout"])


@pytest.mark.parametrize("game", game_ids())
def test_a_quick_start_deals_by_the_seed_it_is_given_and_else_by_one_of_its_own(client: TestClient, game: str) -> None:
    made = [client.post(f"/quick/{game}", data=data) for data in ({"seed": "5"}, {"seed": "5"}, {}, {})]
    setups = [client.get(f"/api/tables/{id_of(one.headers['location'])}").json()["setup"] for one in made]
    assert setups[0] == setups[1] and setups[0]["seed"] == "5"
    assert len({setup["seed"] for setup in setups}) == 3
    refused = client.post(f"/quick/{game}", data={"seed": "5\n6"})
    assert refused.status_code == 422 and len(client.get("/api/tables").json()) == 4


@pytest.mark.parametrize("game", game_ids())
def test_a_turn_a_word_undo_redo_rename_share_and_delete_by_forms(client: TestClient, game: str) -> None:
    client.cookies.set(COOKIE, "after=ask")  # one entry for each form
    table = quick(client, game)
    turned = turn_by_form(client, table, "0")
    assert turned.status_code == 200 and 'id="walk"' in turned.text
    told = client.post(f"{table}/tell", data={"at": at(turned.text), **in_a_form(game, 4)})
    assert told.status_code == 200 and entries(client, table) == 2
    noted = client.get(f"/api/tables/{id_of(table)}/history").json()["entries"][-1]["notation"]
    assert noted[0].endswith(("+4", "= 4"))
    back = client.post(f"{table}/undo", data={"at": at(told.text)})
    corrected = " = " in noted[0]  # corrected in the app: no piece was moved
    assert ("data-back" in back.text) is not corrected
    assert says("en", "table.undone" if corrected else "table.take_back_title") in back.text
    assert says("en", "table.redone") in client.post(f"{table}/redo", data={"at": at(back.text)}).text
    client.post(f"{table}/undo", data={"to": "0"})
    assert client.get(f"/api/tables/{id_of(table)}").json()["entries"] == 0
    assert client.post(f"{table}/rename", data={"name": "Ours"}).status_code == 303
    assert client.post(f"{table}/share", data={"on": "yes"}).status_code == 303
    row = client.get("/api/tables").json()[0]
    assert row["name"] == "Ours" and client.get(f"/s/{row['shared']}").status_code == 200
    client.post(f"{table}/share", data={"on": "no"})
    assert client.get(f"/s/{row['shared']}").status_code == 404
    assert client.post(f"{table}/delete").headers["location"] == "/"
    assert client.get(table).status_code == 404


@pytest.mark.parametrize("game", game_ids())
def test_a_saved_file_comes_back_by_the_form(client: TestClient, game: str) -> None:
    table = quick(client, game)
    turn_by_form(client, table, "0")
    client.post(f"{table}/rename", data={"name": "Über / Tuesday"})
    out = client.get(f"{table}/export")
    assert out.headers["content-disposition"] == 'attachment; filename="ber-Tuesday.soloist"'
    back = client.post("/import", files={"file": ("../../Tuesday.soloist", out.content)})
    assert back.status_code == 303 and back.headers["location"] != table
    assert save(client, back.headers["location"]) == out.text
    if game not in WITH_CARDS:
        return
    cards = client.post(f"/cards/{game}").headers["location"]
    client.post(f"{cards}/card")
    again = client.post("/import", files={"file": ("x", client.get(f"{cards}/export").content)}).headers["location"]
    assert client.get(f"/api/tables/{id_of(again)}").json()["kind"] == "cards"


@pytest.mark.parametrize("game", DRAWN_BY_HAND)
def test_a_question_is_a_form_whose_answers_add_up(client: TestClient, game: str) -> None:
    client.cookies.set(COOKIE, "after=ask")
    table = client.post(f"/new/{game}", data={"o.chance": "own", **quick_options(game)}).headers["location"]
    asked = 0
    for _ in range(3):
        before, answers = entries(client, table), []
        page = client.post(f"{table}/turn", data={"at": str(before)})
        while 'class="ask"' in page.text:
            assert page.status_code == 200 and entries(client, table) == before, "nothing counts until all is answered"
            form = page.text.partition('class="ask"')[2]
            hidden = re.findall(r'type="hidden" name="answer" value="([^"]*)"(?! data-joined)', form)
            assert hidden == answers
            choices = re.findall(r'<button class="btn" name="answer" value="([^"]+)"', form) or ["none"]
            answers.append(choices[0])
            page = client.post(f"{table}/turn", data={"at": str(before), "answer": answers})
            asked += 1
        assert page.status_code == 200 and entries(client, table) == before + 1
    assert asked > 0


def quick_options(game: str) -> dict[str, str]:
    return {f"o.{key}": value for key, value in find_game(game).table.quick.items() if key != "chance"}


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name in ("href", "src") and value.startswith("/"):
                self.found.add(value.partition("#")[0])


#: pages that differ only in what is asked of them: rules, and the values of a box tapped one after the other, are endless
MOST_OF_A_KIND = 12


@pytest.mark.parametrize("game", game_ids())
def test_every_link_leads_somewhere(client: TestClient, game: str) -> None:
    table = quick(client, game)
    for _ in range(2):
        client.post(f"{table}/turn")
    key = client.post(f"/api/tables/{id_of(table)}/share", json={"on": True}).json()["key"]
    todo, seen = ["/", table, f"/s/{key}"], set()
    looked: Counter[str] = Counter()
    while todo:
        path = todo.pop()
        kind = re.sub(r"/[A-Z]+-\w+$", "/", path.partition("?")[0])
        if path in seen or looked[kind] == MOST_OF_A_KIND:
            continue
        seen.add(path)
        looked[kind] += 1
        answer = client.get(path, follow_redirects=True)
        assert answer.status_code == 200, path
        if answer.headers["content-type"].startswith("text/html"):
            links = Links()
            links.feed(answer.text)
            todo += sorted(links.found)
    assert len(seen) > 25 and {f"{table}/history", f"{table}/more", f"/new/{game}"} <= seen


def test_a_page_beyond_the_last_of_a_list_is_the_last(client: TestClient) -> None:
    table = quick(client, "barrage")
    client.post(f"{table}/tell", data={"at": "0", "line": line("barrage", 2)})
    for address, shows in ((f"{table}/history", f"{table}/at/1"), ("/?all=true", f'href="{table}"'), ("/plays", "")):
        first, beyond = (client.get(address, params={"page": n, "all": "true"}).text for n in (1, 99))
        once = re.compile('name="once" value="[^"]*"')
        assert shows in beyond and once.sub("", first) == once.sub("", beyond)


def test_a_seat_without_points_shows_none(client: TestClient) -> None:
    """The Shadow Empire never scores: neither its table nor its history shows 0."""
    table = quick(client, "tapestry")
    page, history, home = (client.get(address).text for address in (table, f"{table}/history", "/"))
    banner = page.partition('class="banner"')[2].partition("</section>")[0]
    seats = re.findall(r'<div class="score.*?</div>', banner)
    assert [bool(re.search(r"<b>\d+</b>", seat)) for seat in seats] == [True, True, False]
    assert len(re.findall(r'<text class="end"', history)) == 2
    assert len(re.findall(r'<div class="score[^>]*>(?:(?!</div>).)*<b>', home)) == 2


# -------------------------------------------------------------------------------------------------------------- two tabs


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_later_of_two_tabs_is_told_so_and_nothing_is_lost(client: TestClient, game: str, lang: str) -> None:
    table, words = quick(client, game), {"accept-language": lang}
    first = client.post(f"{table}/tell", data={"at": "0", "line": line(game, 2)})
    assert first.status_code == 200
    stored = save(client, table)
    for what, form in (
        ("tell", {"line": line(game, 5)}),
        ("tell", in_a_form(game, 5)),
        ("turn", {}),
        ("undo", {}),
        ("redo", {}),
    ):
        late = client.post(f"{table}/{what}", data={"at": "0", **form}, headers=words)
        assert late.status_code == 409 and unescape(late.text).count(says(lang, "table.moved_on")) >= 1
        assert at(late.text) == "1", "the page shows the new state"
        assert save(client, table) == stored
        if what == "tell":
            kept = re.search(r'<input id="line"[^>]* value="([^"]*)"', late.text)
            assert kept and unescape(kept[1]) == line(game, 5), "what was typed is kept"
        again = client.post(
            f"/api/tables/{id_of(table)}/{what}", json={"at": 0, **{k: v for k, v in form.items() if k == "line"}}
        )
        assert again.status_code == 409 and again.json()["error"]["kind"] == "MovedOnError"
    assert save(client, table) == stored
    ahead = client.post(f"{table}/tell", data={"at": "7", "line": line(game, 5)})
    assert ahead.status_code == 409 and save(client, table) == stored
    assert client.post(f"{table}/tell", data={"at": "1", "line": line(game, 5)}).status_code == 200


def test_cards_only_in_two_tabs(client: TestClient) -> None:
    table = client.post("/cards/terra_mystica").headers["location"]
    assert client.post(f"{table}/card", data={"at": "0"}).status_code == 200
    late = client.post(f"{table}/card", data={"at": "0"})
    assert late.status_code == 409 and at(late.text) == "1" and says("en", "table.moved_on") in late.text


# ------------------------------------------------------------------------------------------------------------- bad input

SAVE = (Path(__file__).parent.parent / "saves" / "version-1-terra_mystica.soloist").read_bytes()
FOREIGN = {
    "empty": b"",
    "text": b"Dear diary,\n",
    "binary": bytes(range(256)) * 20,
    "image": b"\x89PNG\r\n\x1a\n" + b"\0" * 50,
    "zip": b"PK\x03\x04" + b"\xff" * 50,
    "newer": SAVE.replace(b"soloist-save 1", b"soloist-save 999", 1),
    "cut": SAVE[: len(SAVE) // 2],
    "changed": SAVE.replace(b"automa", b"automa2", 3),
    "another game": SAVE.replace(b"terra_mystica", b"chess", 1),
    "long line": b"soloist-save 1 terra_mystica\n" + b"x" * 100_000,
    "html": b"<script>alert(1)</script>",
    "nothing but lines": b"\n" * 50_000,
    "python": b"c__builtin__\neval\n(S'1'\ntR.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_that_is_no_save_is_refused_in_words(client: TestClient, kind: str, lang: str) -> None:
    words = {"accept-language": lang}
    page = client.post("/import", files={"file": ("x.soloist", FOREIGN[kind])}, headers=words)
    in_words(page, 422, lang)
    assert "<script>alert" not in page.text
    data = client.post("/api/tables/import", content=FOREIGN[kind], headers={**words, "content-type": "text/plain"})
    in_words(data, 422, lang)
    assert client.get("/api/tables").json() == []


def in_words(answer: Any, code: int, lang: str) -> str:
    """Check that an error is shown as readers should see it; return its message."""
    assert answer.status_code == code
    assert INSIDE.findall(answer.text) == []
    if answer.headers["content-type"] == "application/json":
        message = answer.json()["error"]["message"]
    else:
        assert answer.headers["content-type"].startswith("text/html")
        assert f'<html lang="{lang}"' in answer.text
        found = re.search(r'role="alert">.*?(?:<p>|<span>)(.+?)</', answer.text, re.DOTALL)
        assert found
        message = unescape(found[1])
    assert " " in message and not re.match(r"[a-z_]+\.[a-z_]+", message), "a key without words"
    return str(message)


#: method, address, what is sent, the right status
BAD: list[tuple[str, str, dict[str, Any], int]] = [
    ("GET", "/t/{missing}", {}, 404),
    ("GET", "/t/{missing}/history", {}, 404),
    ("GET", "/t/%00", {}, 404),
    ("GET", "/t/" + "x" * 300, {}, 404),
    ("GET", "/s/{missing}", {}, 404),
    ("GET", "/t/..%2f..%2fetc", {}, 404),
    ("POST", "/t/{missing}/turn", {"data": {"at": "0"}}, 404),
    ("POST", "/t/{missing}/delete", {}, 404),
    ("POST", "/t/{missing}/rename", {"data": {"name": "x"}}, 404),
    ("POST", "/t/{missing}/share", {"data": {"on": "yes"}}, 404),
    ("POST", "/t/{missing}/rescue", {}, 404),
    ("GET", "/new/chess", {}, 404),
    ("POST", "/new/chess", {}, 404),
    ("POST", "/quick/chess", {}, 404),
    ("POST", "/cards/chess", {}, 404),
    ("GET", "/rules/chess", {}, 404),
    ("GET", "/data/chess", {}, 404),
    ("GET", "/games/chess.css", {}, 404),
    ("GET", "/rule/XX-999", {}, 404),
    ("GET", "/rules/barrage?table={missing}", {}, 404),
    ("GET", "/rules/barrage?q=" + "x" * 200, {}, 422),
    ("GET", "/nowhere", {}, 404),
    ("GET", "/static/nothing.css", {}, 404),
    ("GET", "/static/..%2fsecret", {}, 404),
    ("GET", "/static/%00", {}, 404),
    ("PUT", "/", {}, 405),
    ("POST", "/settings/../", {}, 405),
    ("DELETE", "/t/{table}", {}, 405),
    ("POST", "/static/app.css", {}, 405),
    ("POST", "/settings", {"data": {"lang": "xx"}}, 422),
    ("POST", "/settings", {"data": {"theme": "plaid"}}, 422),
    ("POST", "/import", {}, 422),
    ("POST", "/import", {"content": b"\0\xff", "headers": {"content-type": "multipart/form-data; boundary=b"}}, 400),
    ("POST", "/import", {"content": b"x", "headers": {"content-type": "multipart/form-data"}}, 400),
    ("POST", "/bring", {"data": {"name": "../../etc/passwd"}}, 404),
    ("GET", "/t/{table}/at/99", {}, 404),
    ("GET", "/t/{table}/at/abc", {}, 404),
    ("GET", "/t/{table}/at/-1", {}, 404),
    ("GET", "/t/{table}/before/1", {}, 404),
    ("GET", "/t/{table}/before/999999999999", {}, 404),
    ("GET", "/t/{table}/place?key=atlantis", {}, 422),
    ("GET", "/t/{table}/place?turn=abc", {}, 422),
    ("GET", "/t/{table}/doubt", {}, 404),
    ("POST", "/t/{table}/turn", {"data": {"at": "abc"}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "-1"}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "9" * 30}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "²"}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "0", "reseed": "a\nb"}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "0", "reseed": "x" * 65}}, 422),
    ("POST", "/t/{table}/turn", {"data": {"at": "0", "answer": ["1", "2"]}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "gobbledygook 12 ♞"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": ""}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": ";;;\n\n"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "vp +1\x00"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "vp +{{N}}"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "vp +{{N}}", "slot.N": "1; vp +100"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "vp +{{N}}", "slot.N": "1\nvp +100"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "vp +{{N}}", "slot.N": "9" * 400}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "@1 told"}}, 422),
    ("POST", "/t/{table}/tell", {"data": {"line": "end 0"}}, 422),
    ("POST", "/t/{table}/undo", {"data": {}}, 422),
    ("POST", "/t/{table}/redo", {"data": {}}, 422),
    ("POST", "/new/barrage", {"data": {"o.level": "sleepy"}}, 422),
    ("POST", "/new/barrage", {"data": {"o.no_such": "x"}}, 422),
    ("POST", "/new/barrage", {"data": {"o.seed": "a\nb"}}, 422),
    ("GET", "/data/barrage?part=0", {}, 422),
    ("GET", "/copy/chess", {}, 404),
    ("GET", "/copy/barrage?table={missing}", {}, 404),
    ("GET", "/copy/barrage?table=%2F", {}, 422),
    ("GET", "/copy/barrage/value", {}, 422),
    ("GET", "/copy/barrage/value?key=no_such", {}, 404),
    ("GET", "/copy/barrage/value?key=incomes", {}, 404),
    ("GET", "/copy/barrage/value?key=contract.green_03&w=31", {}, 422),
    ("GET", "/copy/barrage/value?key=contract.green_03&w=1&w=2", {}, 422),
    ("GET", "/copy/barrage/value?key=contract.green_03" + "&w=1" * 30, {}, 422),
    ("GET", "/copy/terra_mystica/value?key=atp.forest.a&w=forest", {}, 422),
    ("GET", "/copy/terra_mystica/value?key=letters.original.forest&w=A1", {}, 422),
    ("GET", "/copy/chess/export", {}, 404),
    ("POST", "/copy/barrage/value", {"data": {"key": "no_such", "value": "1"}}, 404),
    ("POST", "/copy/barrage/value", {"data": {"key": "contract.green_03", "value": "a horse"}}, 422),
    ("POST", "/copy/barrage/take", {"data": {"value.no_such": "1"}}, 422),
    ("POST", "/copy/barrage/import", {"data": {}}, 422),
    ("POST", "/copy/barrage/import", {"files": {"file": ("a", b"\xff")}}, 422),
    ("POST", "/t/{missing}/mine", {"data": {}}, 404),
    ("POST", "/t/{table}/mine", {"data": {}}, 422),
    ("GET", "/api/tables/{missing}", {}, 404),
    ("GET", "/api/tables/{missing}/save", {}, 404),
    ("GET", "/api/games/chess/rules", {}, 404),
    ("GET", "/api/games/barrage/rules/XX-9", {}, 404),
    ("GET", "/api/nowhere", {}, 404),
    ("PUT", "/api/tables", {}, 405),
    ("POST", "/api/tables", {"json": {"game": "chess"}}, 404),
    ("POST", "/api/tables", {"json": {"game": "barrage", "colour": "red"}}, 422),
    ("POST", "/api/tables", {"json": ["barrage"]}, 422),
    ("POST", "/api/tables", {"content": b"{", "headers": {"content-type": "application/json"}}, 422),
    ("POST", "/api/tables", {"content": b"[" * 60_000, "headers": {"content-type": "application/json"}}, 400),
    ("POST", "/api/tables/{table}/tell", {"json": {"line": "gobbledygook"}}, 422),
    ("POST", "/api/tables/{table}/tell", {"json": {"line": "vp +1", "at": "0"}}, 422),
    ("POST", "/api/tables/{table}/tell", {"json": {"line": "vp +1", "answers": ["x"]}}, 422),
    ("POST", "/api/tables/{table}/undo", {"json": {"steps": 10**12}}, 422),
    ("PUT", "/api/games/barrage/data/x", {"json": {"value": "1"}}, 422),
]  # fmt: skip
#: half a character, which JSON can hold and UTF-8 cannot, at every place where a program may write
HALF = [
    ("/api/tables", b'{"game": "\\ud800"}'),
    ("/api/tables", b'{"game": "barrage", "\\ud800": 1}'),
    ("/api/tables", b'{"game": "barrage", "quick": true, "options": {"\\ud800": "x"}}'),
    ("/api/tables", b'{"game": "barrage", "quick": true, "options": {"level": "\\ud800"}}'),
    ("/api/tables", b'{"game": "barrage", "quick": true, "name": "\\udfff"}'),
    ("/api/tables/{table}/tell", b'{"line": "\\ud800"}'),
    ("/api/tables/{table}/turn", b'{"answers": ["\\ud800"]}'),
    ("/api/tables/{table}/turn", b'{"reseed": "\\ud800"}'),
]
BAD += [("POST", path, {"content": body, "headers": {"content-type": "application/json"}}, 422) for path, body in HALF]


@pytest.mark.parametrize("method, path, sent, code", BAD, ids=[f"{i}-{b[0]}-{b[1][:40]}" for i, b in enumerate(BAD)])
def test_bad_input_is_answered_in_words_and_changes_nothing(
    client: TestClient, method: str, path: str, sent: dict[str, Any], code: int
) -> None:
    table = id_of(quick(client))
    path = path.format(table=table, missing="A" * 22)
    if isinstance(sent.get("data"), dict):  # doubled braces of a placeholder
        sent = {
            "data": {
                k: v.replace("{{", "{").replace("}}", "}") if isinstance(v, str) else v for k, v in sent["data"].items()
            }
        }
    before = (client.get("/api/tables").json(), client.get(f"/t/{table}/export").text)
    said = set()
    for lang in LANGUAGES:
        headers = {**sent.get("headers", {}), "accept-language": lang}
        answer = client.request(method, path, **{**sent, "headers": headers})
        if answer.status_code == 405:
            assert answer.headers["allow"]
        said.add(in_words(answer, code, lang))
    assert len(said) == 3, "each language has words of its own"
    assert (client.get("/api/tables").json(), client.get(f"/t/{table}/export").text) == before


@pytest.mark.parametrize("lang", ["xx", "", "EN", "de-DE", "../en", "x" * 9])
def test_a_language_that_is_not_there_is_refused_and_in_a_cookie_or_header_ignored(
    client: TestClient, lang: str
) -> None:
    answer = client.get("/api/games", params={"lang": lang})
    in_words(answer, 422, "en")
    chosen = client.post("/settings", data={"lang": lang})
    assert chosen.status_code == 422 and "set-cookie" not in chosen.headers
    assert client.get("/", headers={"accept-language": "xx,yy;q=0.5,\x01"}).status_code == 200
    for cookie in (f"lang={lang}", "lang=%00", "%%%", "x" * 5000, "theme=dark&lang=xx&text=huge", "\xe9\xff", "lang"):
        page = client.get("/settings", headers={"cookie": f"{COOKIE}={cookie}".encode("latin-1")})
        assert page.status_code == 200 and '<html lang="en"' in page.text


def test_what_was_chosen_stays_and_leads_back_only_to_our_own_pages(client: TestClient) -> None:
    chosen = client.post("/settings", data={"lang": "it", "theme": "dark", "back": "/rules/barrage"})
    assert chosen.status_code == 303 and chosen.headers["location"] == "/rules/barrage"
    assert '<html lang="it"' in client.get("/").text
    for back in ("https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""):
        assert client.post("/settings", data={"back": back}).headers["location"] == "/settings"
    odd = client.post("/settings", data={"back": "/x\r\nset-cookie: a=b"})
    assert "\n" not in odd.headers["location"] and "a=b" not in odd.headers.get("set-cookie", "")


# ------------------------------------------------------------------------------------------------------ many tables


def test_more_than_200_tables_can_be_reached_on_the_page_and_in_the_api(client: TestClient) -> None:
    storage = client.app.state.services.tables.storage  # type: ignore[attr-defined]
    game = find_game("tapestry")
    made = Table.new(game, game.table.quick, seed="1")
    ids = [storage.create_table(made, f"Evening {n}").id for n in range(230)]
    old = client.get("/api/tables")
    assert len(old.json()) == 200 and old.headers["x-total-count"] == "230"
    paged = [row["id"] for n in range(3) for row in client.get(f"/api/tables?limit=100&offset={n * 100}").json()]
    assert sorted(paged) == sorted(ids)
    found = client.get("/api/tables", params={"search": "evening 117"})
    assert [row["id"] for row in found.json()] == [ids[117]] and found.headers["x-total-count"] == "1"
    home = client.get("/").text
    assert 'type="search"' in home and "/?all=true" in home and len(set(re.findall(r'href="/t/([^"]+)"', home))) == 3
    seen, path = [], "/?all=true"
    while path:
        page = client.get(path).text
        seen += re.findall(r'class="bx tcard" href="/t/([^"]+)"', page)
        link = re.search(r'rel="next" href="([^"]+)"', page)
        path = unescape(link[1]) if link else ""
    assert sorted(seen) == sorted(ids) and len(seen) == 230
    assert re.findall(r'class="bx tcard" href="/t/([^"]+)"', client.get("/?q=EVENING+3").text)
    assert client.get("/?q=nothing").status_code == 200 and client.get("/?page=99").status_code == 200
    for wrong in ("page=0", "page=x", "q=" + "x" * 101):
        assert client.get(f"/?{wrong}").status_code == 422
    for wrong in ("limit=0", "limit=1001", "offset=-1", "search=" + "x" * 101):
        assert client.get(f"/api/tables?{wrong}").status_code == 422


def test_what_a_template_always_says_is_written_into_it_once_for_a_language() -> None:
    """Fixed words and icons are compiled into templates; a word that a game also has is not."""
    german = render._environment("de")
    folded = render._StaticParts(german).preprocess('<b>{{ say("table.undo") }}</b>{{ icon("undo", "s") }}', None)
    assert folded == f"<b>{choose_catalogue('de').say(text('table.undo'))}</b>{render.draw_icon('undo', 's')}"
    for kept in ('{{ say("game.title") }}', '{{ say("no.such_word") }}', '{{ say("table.looking", n=1) }}'):
        assert render._StaticParts(german).preprocess(kept, None) == kept


def test_words_in_a_template_stay_words() -> None:
    said = "{{ 1 + 1 }} {% if x %}"
    assert unescape(render._environment("en").from_string(render._escape_braces(said)).render()) == said


#: a turn without an act is doubted, and a doubt is looked at before hers (BR-031)
ACTS = {"barrage": "engineers 1 bank_1"}


#: the player's own first pieces at a quick table of the seed 7, in their order: she waits until they are entered
OWN_PIECES = {"terra_mystica": ["bonus bon7; build E9", "build C3"]}


@pytest.mark.parametrize("game", game_ids())
def test_ending_ones_turn_runs_hers_unless_one_would_rather_wait(client: TestClient, game: str) -> None:
    for after, more in (("ask", 0), ("turn", 1)):
        client.cookies.clear()
        client.cookies.set(COOKIE, f"after={after}")
        table = client.post(f"/quick/{game}", data={"seed": "7"}).headers["location"]
        own = list(OWN_PIECES.get(game, ()))
        page = client.get(table).text
        for _ in range(20):
            if end := re.search(
                r'name="line" value="([^"]+)">(<input type="hidden" name="then" value="turn">)?<button class="big', page
            ):
                break
            if own and 'action="' + table + '/turn"' not in page:
                page = client.post(f"{table}/tell", data={"at": at(page), "line": own.pop(0)}).text
            else:
                page = client.post(f"{table}/turn", data={"at": at(page)}).text
        assert end
        assert bool(end[2]) == bool(more)
        if done := ACTS.get(game):
            page = client.post(f"{table}/tell", data={"at": at(page), "line": done}).text
        before = entries(client, table)
        form = {"at": at(page), "line": end[1]} | ({"then": "turn"} if more else {})
        assert client.post(f"{table}/tell", data=form).status_code == 200
        assert entries(client, table) == before + 1 + more


@pytest.mark.parametrize("game", game_ids())
def test_on_ones_own_turn_what_belongs_to_no_place_is_one_tap_away(client: TestClient, game: str) -> None:
    table = quick(client, game)
    page = client.get(table).text
    while "own-verbs" not in page:  # Automa begins
        page = turn_by_form(client, table, at(page)).text
    shown = page.partition('class="own-verbs"')[2].partition("</ul>")[0]
    told = re.findall(r'href="([^"]+)" data-sheet', shown)
    moves = client.get(f"/api/tables/{id_of(table)}/moves").json()
    assert len(re.findall("<li>", shown)) == sum(not m["correction"] for m in moves)
    assert len(told) == sum(bool(m["blanks"]) and not m["correction"] for m in moves)
    for address in told:
        sheet = client.get(unescape(address)).text
        assert len(re.findall(r'<form [^>]*class="move"', sheet)) == 1, "one thing to tell, with its gaps open"
        assert "<details" not in sheet.partition('class="sheet-body"')[2]
    gone = client.get(f"{table}/place?line=nothing+of+the+kind").text
    assert len(re.findall(r'<form [^>]*class="move"', gone)) == len(moves), "what cannot be told any more: all that can"


@pytest.mark.parametrize("game", [id for id in game_ids() if find_game(id).screen.rounds is not no_rounds])
def test_a_tap_on_the_tile_of_a_round_shows_all_of_them_with_what_they_do(client: TestClient, game: str) -> None:
    table = quick(client, game)
    links = re.findall(r'href="([^"]+/rounds)" data-sheet', client.get(table).text)
    it = Table.from_text(save(client, table))
    tiles = it.game.screen.rounds(it.board)
    words = choose_catalogue("en", it.game)
    assert len(links) == len(tiles) > 0
    sheet = unescape(client.get(links[0]).text)
    assert all(words.say(tile.says)[1:] in sheet for tile, _ in tiles)
    assert sheet.count('aria-current="step"') == sum(when == "now" for _, when in tiles) == 1
