"""No page shows an id. Ids are for typing: elements that show what to type have the class `typed`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from starlette.testclient import TestClient

from soloist.core.chance import Seeded
from soloist.core.errors import QuestionError
from soloist.core.rulebook import DIGITAL
from soloist.manifest import find_game, game_ids
from soloist.session.table import Table
from soloist.session.words import languages
from soloist.web.app import make_app
from soloist.web.rendering.preferences import COOKIE
from tests.games.domains import list_domains
from tests.web.every_game import DRAWN_BY_HAND, WITH_CARDS

#: what is printed on the board stays as it is printed: coordinates, dam and conduit spaces, and what is put together of them
PRINTED = {"hexes", "bridges", "dams", "conduits", "systems"}
_ID = re.compile(r"(?=.*[0-9_])(?=.*[A-Za-z])[A-Za-z0-9_.:-]{2,}")
#: what no reader sees as text
_UNSEEN = {"script", "style", "template", "title"}
_EMPTY = {"input", "br", "img", "link", "meta", "hr", "use", "path", "circle", "rect"}


# ------------------------------------------------------------------------------------------------------------- the ids


@cache
def ids(game: str) -> frozenset[str]:
    """Return the ids of all domains of a game that cannot be mistaken for a word."""
    return frozenset(name for of in list_domains(game) if of.id not in PRINTED for name in of if _ID.fullmatch(name))


# ---------------------------------------------------------------------------------------------------------- the texts


class Seen(HTMLParser):
    """Collects the visible text of a page, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._walk = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _EMPTY:
            return
        given = dict(attrs)
        unseen = tag in _UNSEEN or "typed" in (given.get("class") or "").split()
        self._walk = tag == "script" and given.get("id") == "walk"
        self._open.append((tag, unseen or bool(self._open and self._open[-1][1])))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        self._walk = False

    def handle_data(self, data: str) -> None:
        if self._walk:
            self.texts += _told(json.loads(data))
        elif data.strip() and not (self._open and self._open[-1][1]):
            self.texts.append(data.strip())


def _told(walk: Any) -> Iterator[str]:
    """Yield the texts of the scenes of a decision, without keys and overlays."""
    if isinstance(walk, dict):
        for key, value in walk.items():
            if key not in ("key", "spots", "overlay", "seat", "rule", "kind", "phase"):
                yield from _told(value)
    elif isinstance(walk, list):
        for value in walk:
            yield from _told(value)
    elif isinstance(walk, str):
        yield walk


def said_ids(page: str, game: str) -> list[str]:
    """Return the pieces of text of a page that contain an id."""
    seen = Seen()
    seen.feed(page)
    known = ids(game)
    return [f"{word} in: {piece}" for piece in seen.texts for word in _words(piece) if word in known]


def _words(piece: str) -> set[str]:
    """Return what may be an id in a piece of text: words with and without the dots between them."""
    return set(re.findall(r"[A-Za-z0-9_]+", piece)) | {w.strip(".:-") for w in re.findall(r"[A-Za-z0-9_.:-]+", piece)}


# ---------------------------------------------------------------------------------------------------------- the pages


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path_factory.mktemp("ids")), "http://localhost", follow_redirects=True) as made:
        yield made


def _answered(act: Any, chance: Seeded) -> None:
    answers: list[str] = []
    while True:
        try:
            act(answers)
            return
        except QuestionError as question:
            many = question.several
            of, draw = question.draw.of, question.draw
            answers.append(
                " ".join(of.name_options(chance.pick_subset(draw, question.among))) or "none"
                if many
                else of.name_option(chance.pick_option(draw, question.among))
            )


@cache
def played(id: str, seed: str, most: int = 400) -> Table:
    """Return a random game, to its end or to a number of entries."""
    game = find_game(id)
    chance = Seeded(f"ids {seed}", answers_too=True)
    table = Table.new(game, {**game.table.random_options(chance)}, seed=seed)
    for _ in range(most):
        if table.over:
            break
        if table.automa_due:
            _answered(table.turn, chance)
        else:
            lines = game.table.random_human(chance).choose_move(table.board, ()).lines
            if lines:
                _answered(lambda answers, lines=lines: table.tell("; ".join(lines), answers), chance)
            else:
                _answered(table.turn, chance)
    return table


def take_in(client: TestClient, table: Table) -> str:
    """Return the address of a table imported from a file."""
    made = client.post("/import", files={"file": ("game.soloist", table.text().encode())}, follow_redirects=False)
    assert made.status_code == 303, made.text
    return str(made.headers["location"])


def get(client: TestClient, lang: str, address: str) -> str:
    client.cookies.set(COOKIE, f"lang={lang}")
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.text)
    return answer.text


def pages(client: TestClient, id: str) -> Iterator[str]:
    """Yield the addresses of every kind of page of a game, for one running and one finished random table."""
    yield from ("/", f"/new/{id}", f"/rules/{id}", f"/data/{id}", "/cards", "/settings")
    for seed, most in (("1", 40), ("2", 400)):
        table = played(id, seed, most)
        address, end = take_in(client, table), len(table.entries)
        yield from (address, f"{address}/history", f"{address}/more", f"{address}/place")
        yield from (f"{address}/at/{n}" for n in sorted({0, 1, 2, end // 3, end // 2, end - 1}))
        last = table.last_turn()
        asked = f"&turn={last[0] + 1}" if last else ""
        drawn = table.game.screen.drawing(table.board, str).places
        yield from (f"{address}/place?key={quote(place.key)}{asked}" for place in drawn[:: max(1, len(drawn) // 8)])


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("id", game_ids())
def test_no_page_about_a_table_says_an_id(client: TestClient, id: str, lang: str) -> None:
    assert not _found(client, lang, id, pages(client, id))


def _found(client: TestClient, lang: str, id: str, addresses: Iterator[str]) -> dict[str, list[str]]:
    found = {address: said_ids(get(client, lang, address), id)[:4] for address in addresses}
    return {address: said for address, said in found.items() if said}


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("id", [id for id in game_ids() if DIGITAL in [book.id for book in find_game(id).rulebooks]])
def test_no_page_of_a_digital_table_says_an_id(client: TestClient, id: str, lang: str) -> None:
    game = find_game(id)
    table = Table.new(game, dict(game.rulebook(DIGITAL).quick), seed="3", mode=DIGITAL)
    found: dict[str, list[str]] = {}
    for _ in range(4):
        for _ in range(14):
            if table.automa_due:
                table.turn()
            elif not table.over:
                table.tell(table.ask_agent())
        address = take_in(client, table)
        hint = [] if table.automa_due or table.over else [f"{address}/hint"]
        drafts = [f"{address}?{query}" for query in _drafts(table)]
        found |= _found(client, lang, id, iter((address, f"{address}/history", f"{address}/place", *hint, *drafts)))
    assert not found


def _drafts(table: Table) -> Iterator[str]:
    """Yield addresses of a table while a turn is put together: every verb, and one step of each."""
    if not table.automa_due and not table.over:
        book = table.rulebook
        steps = {choice.verb: choice.line for choice in book.list_choices(table.board)}
        for verb in {*steps, *(deed.key for deed in book.list_action_kinds(table.board))}:
            yield urlencode({"verb": verb})
        for verb, line in steps.items():
            yield urlencode({"step": line, "verb": verb})


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("id", game_ids())
def test_no_question_notice_or_preview_says_an_id(client: TestClient, id: str, lang: str) -> None:
    client.cookies.set(COOKIE, f"lang={lang}")
    found = {"preview": said_ids(client.post(f"/new/{id}/preview", data={"o.seed": "7"}).text, id)}
    if id in DRAWN_BY_HAND:
        made = client.post(f"/new/{id}", data={"o.seed": "7", "o.chance": "own"}, follow_redirects=False)
        table = made.headers["location"] if made.status_code == 303 else ""
        answers: list[str] = []
        for _ in range(12 if table else 0):
            page = client.post(f"{table}/turn", data={"at": "0", "answer": answers}).text
            found[f"question {len(answers)}"] = said_ids(page, id)
            asked = re.findall(r'<button class="btn" name="answer" value="([^"]+)"', page)
            if not asked:
                break
            answers.append(asked[0])
    if id in WITH_CARDS:
        cards = client.post(f"/cards/{id}", follow_redirects=False).headers["location"]
        page = client.post(f"{cards}/card", data={"at": "0"}).text
        found["cards only"] = said_ids(page, id)
    assert not {where: said for where, said in found.items() if said}


@pytest.mark.parametrize("id", game_ids())
def test_what_one_types_is_marked_and_only_that(client: TestClient, id: str) -> None:
    client.cookies.set(COOKIE, "lang=en")
    table = client.post(f"/quick/{id}", follow_redirects=False).headers["location"]
    some = sorted(ids(id))[0]
    page = client.post(f"{table}/tell", data={"at": "0", "line": f"{some}x nothing"}).text
    assert 'class="note err"' in page
    assert said_ids(f'<p class="typed">{some}</p><p>{some[:-1]}</p><input value="{some}">', id) == []
    assert said_ids(f"<p>It is {some}.</p>", id) == [f"{some} in: It is {some}."]
    assert said_ids(f'<script id="walk">{json.dumps([{"says": some, "key": some}])}</script>', id) == [
        f"{some} in: {some}"
    ]
