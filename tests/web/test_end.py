"""The end of a game on its page, the picture to share, the rematch, and all plays: read, exported, imported, removed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from soloist.core.errors import StorageError
from soloist.core.rulebook import DIGITAL
from soloist.core.text import text
from soloist.manifest import find_game, game_ids
from soloist.session.result import make_result
from soloist.session.table import Table
from soloist.session.words import languages
from soloist.web.app import make_app
from soloist.web.rendering.preferences import choose_catalogue
from soloist.web.rendering.seat_colours import seat_colours
from soloist.web.routes.end_pages import day, rematch_options, say_result
from soloist.web.services import find_services, set_services
from soloist.web.storage import finished_games
from soloist.web.storage.database import Database
from tests.finished import finished, finished_text

LANGUAGES = ("en", "de", "it")


def bring(client: TestClient, game: str, mode: str = "table", **options: str) -> str:
    """Return the address of a table whose game is over."""
    source = finished_text(game, mode, tuple(sorted(options.items())))
    return str(client.post("/import", files={"file": ("x.soloist", source.encode())}).headers["location"])


def storage(client: TestClient) -> Database:
    found = client.app.state.services.tables.storage  # type: ignore[attr-defined]
    assert isinstance(found, Database)
    return found


def kept(client: TestClient) -> list[finished_games.Play]:
    return [play for _, play in finished_games.read_plays(storage(client).list_plays())]


def seen(page: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)))


# ------------------------------------------------------------------------------------------------------------- the page


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "mode"), [*((id, "table") for id in game_ids()), ("terra_mystica", DIGITAL)])
def test_the_end_shows_result_sheet_and_turning_points(client: TestClient, game: str, mode: str, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    table = bring(client, game, mode)
    answer = client.get(f"{table}/end")
    assert answer.status_code == 200
    said = seen(answer.text)
    found = make_result(finished(game, mode))
    words = choose_catalogue(lang, find_game(game))
    assert words.words[f"end.{found.outcome}"].format(n=abs(found.margin)) in said
    for row in found.sheet:
        line = re.search(
            rf"<tr><th scope=\"row\">(?:(?!</tr>).)*{re.escape(words.say(row.what)[1:])}.*?</tr>", unescape(answer.text)
        )
        assert line, row.what.key
        numbers = re.findall(r"<td[^>]*>([^<]*)</td>", line[0])[: len(found.seats)]
        assert [int(n.replace("−", "-").replace("–", "0")) for n in numbers] == list(row.points)
    totals = re.findall(r"<td>(\d+)</td>", answer.text.partition("<tfoot>")[2])
    assert [int(n) for n in totals] == [s.vp for s in found.seats]
    assert [int(n) for n in re.findall(rf'href="{table}/at/(\d+)"', answer.text)] == [t.entry for t in found.turning]
    assert answer.text.count('class="turn"') == len(found.turning)
    keys = {*choose_catalogue(lang).words, *find_game(game).words("en")} - {"soloist"}
    assert not keys & set(re.findall(r"(?<![\w.])[a-z_]+\.[a-z_0-9.]*[a-z_0-9](?![\w.])", said))
    assert client.get(f"{table}/history").text.count(f'href="{table}/end"') == 1


def test_a_game_that_goes_on_has_no_end_yet(client: TestClient) -> None:
    table = client.post("/quick/tapestry").headers["location"]
    answer = client.get(f"{table}/end")
    assert (answer.status_code, answer.headers["location"]) == (303, table)
    assert client.get(f"{table}/end.svg").status_code == 404
    assert f"{table}/end" not in client.get(f"{table}/history").text
    cards = client.post("/cards/barrage").headers["location"]
    assert client.get(f"{cards}/end").headers["location"] == cards


def test_what_stood_in_for_printed_values_is_said_where_it_was_so(client: TestClient) -> None:
    note = choose_catalogue("en").words["end.stand_ins_note"]
    assert note in seen(client.get(f"{bring(client, 'terra_mystica')}/end").text)
    assert note not in seen(client.get(f"{bring(client, 'tapestry')}/end").text)


def test_points_that_were_told_as_a_number_are_said_to_be_that(client: TestClient) -> None:
    note = choose_catalogue("en").words["end.told_note"]
    assert note not in seen(client.get(f"{bring(client, 'terra_mystica', DIGITAL)}/end").text)
    table = bring(client, "terra_mystica")
    client.post(f"{table}/tell", data={"line": "vp +3"})
    assert note in seen(client.get(f"{table}/end").text)


@pytest.mark.parametrize("right", ["look", "play"])
def test_guests_see_the_end_and_learn_nothing_else(client: TestClient, right: str) -> None:
    table = bring(client, "barrage")
    client.post(f"{table}/share", data={"on": "yes", "right": right})
    row = storage(client).find_row(table.rpartition("/")[2])
    base = f"/s/{row.share}" if right == "look" else f"/p/{row.play}"
    page = client.get(f"{base}/end")
    assert page.status_code == 200 and client.get(f"{base}/end.svg").status_code == 200
    assert row.id not in page.text and "/rematch" not in page.text and "/plays/" not in page.text
    assert client.post(f"{base}/rematch").status_code in (404, 405)
    assert client.get(f"/t/{row.share or row.play}/end").status_code == 404


@pytest.mark.parametrize("game", game_ids())
def test_the_picture_is_a_file_of_its_own_with_text_as_text(client: TestClient, game: str) -> None:
    table = bring(client, game)
    client.post(f"{table}/rename", data={"name": "Ada & <Charles>"})
    answer = client.get(f"{table}/end.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.text)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    said = [e.text or "" for e in root.iter("{http://www.w3.org/2000/svg}text")]
    found = make_result(finished(game))
    assert all(str(s.vp) in said for s in found.seats) and "Soloist" in said
    assert not any("Ada" in words for words in said), "no name unless one adds it"
    assert not re.findall(r"url\(|@font-face|<image|href=|style=", answer.text)
    sheet = find_game(game).screen.style()
    for seat in found.seats:
        colours = seat_colours(sheet, seat.style)
        assert colours and f'fill="{colours[0]}"' in answer.text and f'stroke="{colours[0]}"' in answer.text, seat.style


# ------------------------------------------------------------------------------------------------------------- rematch


@pytest.mark.parametrize(("game", "mode"), [*((id, "table") for id in game_ids()), ("terra_mystica", DIGITAL)])
def test_a_rematch_is_at_another_level_and_otherwise_the_same(game: str, mode: str) -> None:
    book = find_game(game).rulebook(mode)
    levels = next(o for o in book.options if o.key == "level").choices
    others = ("human", "humans", "map", "leeghwater", "first", "faction", "pass_values", "civilization")
    for at, now in enumerate(levels):
        before = Table.new(find_game(game), {**book.quick, "level": now}, mode=mode, seed=3)
        for step in (-1, 0, 1):
            then = levels[max(0, min(at + step, len(levels) - 1))]
            options, moved = rematch_options(before, step)
            after = Table.new(find_game(game), options, mode=mode, seed=4)
            assert after.setup["level"] == then and bool(moved) == (now != then)
            assert {k: before.setup[k] for k in others if k in before.setup} == {
                k: after.setup[k] for k in others if k in before.setup
            }


@pytest.mark.parametrize(("outcome", "by", "steps"), [("won", 500, ["1"]), ("lost", -500, ["-1", "0"])])
def test_the_rematch_is_one_level_up_after_a_win_and_the_same_or_one_down_after_a_defeat(
    client: TestClient, outcome: str, by: int, steps: list[str]
) -> None:
    """The last form is the lamp button; without a chosen level, as links of before send it, it is that one."""
    table = bring(client, "barrage")
    client.post(f"{table}/tell", data={"line": f"vp {by:+d}"})
    page = client.get(f"{table}/end").text
    forms = re.findall(r'action="([^"]+/rematch)".*?name="once" value="([^"]+)".*?name="step" value="([^"]+)"', page)
    assert [step for *_, step in forms] == steps
    book = find_game("barrage").table
    levels = next(o for o in book.options if o.key == "level").choices
    was = levels.index(finished("barrage").setup["level"])
    assert 0 < was < len(levels) - 1

    def level(data: dict[str, str]) -> int:
        made = client.post(f"{table}/rematch", data=data)
        assert made.status_code == 303
        setup = client.get(f"/api/tables/{made.headers['location'].rpartition('/')[2]}").json()["setup"]
        return levels.index(setup["level"]) - was

    for _, once, step in forms:
        assert level({"once": once, "step": step}) == int(step)
    assert level({}) == int(steps[-1])
    sent = {"once": "again", "step": "0"}
    again = [client.post(f"{table}/rematch", data=sent).headers["location"] for _ in range(2)]
    assert again[0] == again[1]


def test_every_automa_of_barrage_rises_and_the_highest_stays(client: TestClient) -> None:
    table = Table.new(find_game("barrage"), {"level": "very_hard", "level2": "easy"}, seed=3)
    options, raised = rematch_options(table, 1)
    assert (options["level"], options["level2"], raised) == ("very_hard", "medium", ["level2"])
    assert "level3" not in options or options["level3"] == "none"


# ------------------------------------------------------------------------------------------------------------ the plays


def test_a_game_with_turns_of_the_coach_is_marked(client: TestClient) -> None:
    """Its last turn is put together anew, as a row of the coach loads it; the file of plays keeps the mark."""
    table = bring(client, "terra_mystica", DIGITAL)
    id = table.rpartition("/")[2]
    client.get(table)
    (play,) = kept(client)
    assert play.coached == 0 and "coached" not in finished_games.write_plays([play])
    while not (found := client.get(f"/api/tables/{id}/legal").json().get("plays")):
        assert client.post(f"{table}/undo").status_code == 200
    line = next(move["line"] for move in found if move["line"].startswith(("pass", "done")))
    page = client.get(table, params={"step": line, "coach": "true"}).text
    form = page.partition(f'action="{table}/confirm"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'name="(step|end|then|coach)" value="([^"]*)"', form))
    assert (
        fields["coach"] == "true" and "coach" not in client.get(table, params={"step": line}).text.partition("<form")[2]
    )
    client.post(f"{table}/confirm", data=fields)
    for _ in range(40):
        now = client.get(f"/api/tables/{id}").json()
        if now["over"]:
            break
        if now["automas_turn"]:
            client.post(f"{table}/turn")
        else:
            client.post(f"{table}/tell", data={"line": client.get(f"/api/tables/{id}/hint").json()})
    (play,) = kept(client)
    assert play.coached == 1
    for address in ("/plays", f"{table}/end"):
        assert "with the coach: 1 turn" in seen(client.get(address).text)
    assert finished_games.parse_plays(finished_games.write_plays([play]).encode()) == [play]


def test_a_game_that_ends_is_a_play_and_one_that_goes_on_again_is_none(client: TestClient) -> None:
    assert choose_catalogue("en").words["plays.empty"] in seen(client.get("/plays").text)
    table = bring(client, "barrage")
    client.get(table)
    (play,) = kept(client)
    assert (play.game, play.mode, play.outcome) == ("barrage", "table", make_result(finished("barrage")).outcome)
    client.post(f"{table}/tell", data={"line": "vp +30"})
    (again,) = kept(client)
    assert (again.uid, again.finished, again.yours) == (play.uid, play.finished, play.yours + 30)
    client.post(f"{table}/undo", data={"to": str(len(finished("barrage").entries) - 1)})
    assert kept(client) == []
    client.post(f"{table}/redo", data={})
    assert len(kept(client)) == 1
    assert client.post("/quick/barrage").status_code == 303 and len(kept(client)) == 1


def test_the_same_game_twice_is_one_play_and_cards_are_none(client: TestClient) -> None:
    for _ in range(2):
        client.get(bring(client, "tapestry"))
    cards = client.post("/cards/barrage").headers["location"]
    client.get(cards)
    assert len(kept(client)) == 1


def test_a_deleted_table_leaves_its_play_unless_asked(client: TestClient) -> None:
    first, second = bring(client, "barrage"), bring(client, "tapestry")
    for table in (first, second):
        client.get(table)
    assert f'formaction="{second}/delete-with-play"' in client.get(f"{second}/more").text
    client.post(f"{first}/delete")
    client.post(f"{second}/delete-with-play")
    assert client.get(second).status_code == 404
    assert [play.game for play in kept(client)] == ["barrage"]
    assert client.get("/plays").text.count('class="res"') == 1


def test_a_removed_play_stays_removed_until_it_is_put_back(client: TestClient) -> None:
    table = bring(client, "barrage")
    client.get(table)
    uid = kept(client)[0].uid
    client.post(f"/plays/{uid}/remove", data={"on": "no", "back": f"{table}/end"})
    assert kept(client) == []
    client.post(f"{table}/tell", data={"line": "vp +1"})
    assert kept(client) == [] and choose_catalogue("en").words["end.not_counted"] in client.get(f"{table}/end").text
    back = client.post(f"/plays/{uid}/remove", data={"on": "yes", "back": f"{table}/end"})
    assert back.headers["location"] == f"{table}/end" and len(kept(client)) == 1
    assert client.post(f"/plays/{'0' * 64}/remove").status_code == 404
    assert client.post(f"/plays/{uid}/remove", data={"back": "//evil.org"}).headers["location"] == "/plays"


def test_games_that_were_over_before_plays_were_noted_are_found(client: TestClient) -> None:
    made = storage(client).create_table(finished("barrage"), "old")
    assert kept(client) == []
    assert made.id in client.get("/plays").text and len(kept(client)) == 1


def test_a_play_that_cannot_be_noted_now_is_noted_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise StorageError(text("error.database", why="disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "note_play", full)
        table = bring(client, "barrage")
        assert client.get(table).status_code == 200 and kept(client) == []
    assert "is not noted" in caplog.text
    client.get(table)
    assert len(kept(client)) == 1


# -------------------------------------------------------------------------------------------------------- what they tell


def made_up(number: int, yours: int, hers: int, game: str = "barrage", level: str = "medium", **more: Any) -> Any:
    outcome = "won" if yours > hers else "lost" if yours < hers else "tied"
    return {
        "uid": f"{number:064x}",
        "game": game,
        "mode": "table",
        "options": {"level": level},
        "scores": [{"seat": "usa", "shape": "you", "vp": yours}, {"seat": "automa", "shape": "automa", "vp": hers}],
        "outcome": outcome,
        "margin": yours - hers,
        "started": 1_700_000_000.0 + number * 86_400,
        "finished": 1_700_007_200.0 + number * 86_400,
        "entries": 60,
        "stand_ins": 0,
        **more,
    }


def file(*made: Any, **more: Any) -> bytes:
    return json.dumps({"soloist-plays": 1, "plays": list(made), **more}).encode()


def send(client: TestClient, content: bytes) -> Any:
    answer = client.post("/plays/import", files={"plays": ("plays.json", content)})
    return client.get(answer.headers["location"]) if answer.status_code == 303 else answer


PLAYS = [
    made_up(1, 50, 40),
    made_up(2, 60, 70),
    made_up(3, 80, 70, level="hard"),
    made_up(4, 90, 90),
    made_up(5, 91, 90),
    made_up(6, 30, 20, "tapestry", "1", options={"level": "1"}),
]


def test_plays_share_won_streaks_and_bests(client: TestClient) -> None:
    assert send(client, file(*PLAYS)).status_code == 200
    told = finished_games.make_statistics(finished_games.read_plays(storage(client).list_plays()), "en")
    assert (told["plays"], told["decided"], told["won"], told["share"]) == (6, 6, 4, 67)
    assert (told["streak"], told["longest"], told["average"]) == (2, 2, round((10 - 10 + 10 + 0 + 1 + 10) / 6))
    assert [outcome for outcome, _ in told["last"]] == ["won", "lost", "won", "tied", "won", "won"]
    barrage, tapestry = told["games"]
    assert (barrage["best"]["yours"], tapestry["best"]["yours"]) == (91, 30)
    assert [(x["won"], x["plays"]) for x in barrage["levels"]] == [(0, 0), (2, 4), (1, 1), (0, 0)]
    page = client.get("/plays?game=barrage&level=hard").text
    assert page.count('class="res"') == 1 and "80 : 70" in page
    assert client.get("/plays?game=chess").status_code == 404
    assert client.get("/plays?page=0").status_code == 422 and client.get("/plays?page=9").status_code == 200


def test_a_long_list_comes_in_pages(client: TestClient) -> None:
    send(client, file(*(made_up(n, 50 + n, 40) for n in range(45))))
    found, path = 0, "/plays?game=barrage"
    while path:
        page = client.get(path).text
        found += page.count('class="res"')
        link = re.search(r'rel="next" href="([^"]+)"', page)
        path = unescape(link[1]) if link else ""
    assert found == 45


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_plays_speak_every_language(client: TestClient, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    send(client, file(*PLAYS))
    for path in ("/plays", "/plays?game=tapestry", "/"):
        said = seen(client.get(path).text)
        assert not set(choose_catalogue(lang).words) & set(re.findall(r"[a-z_]+\.[a-z_0-9]+", said))
    assert choose_catalogue(lang).words["plays.by_level"] in seen(client.get("/plays").text)
    assert choose_catalogue(lang).say(text("plays.at_home", n=6, won=4)) in seen(client.get("/").text)


# -------------------------------------------------------------------------------------------------------- files of plays


def test_what_is_exported_can_be_imported_elsewhere_and_never_twice(client: TestClient, tmp_path: Path) -> None:
    for game in game_ids():
        client.get(bring(client, game))
    out = client.get("/plays/export")
    assert out.headers["content-disposition"] == 'attachment; filename="soloist-plays.json"'
    with TestClient(make_app(tmp_path / "other"), "http://localhost", follow_redirects=False) as other:
        for n in (3, 0):
            assert choose_catalogue("en").say(text("plays.added", n=n)) in seen(send(other, out.content).text)
        assert kept(other) == kept(client)
        assert all(row.table_id is None for row in storage(other).list_plays())
        other.get(bring(other, "barrage"))  # the same game as a table: still one play, which now has a table
        assert len(kept(other)) == 3 and sum(row.table_id is not None for row in storage(other).list_plays()) == 1
        other.post(f"/plays/{kept(other)[0].uid}/remove")
        assert choose_catalogue("en").say(text("plays.added", n=1)) in seen(send(other, out.content).text)


BAD = {
    "no file": (b"", "error.no_file"),
    "no json": (b"{", "error.plays_file"),
    "nested": (b"[" * 100_000, "error.plays_file"),
    "a save": (b"soloist-save 2 barrage table\n", "error.plays_file"),
    "another file": (b'{"plays": []}', "error.plays_file"),
    "another version": (file(**{"soloist-plays": 2}), "error.plays_file"),
    "a list": (b"[]", "error.plays_file"),
    "too many": (file(*([1] * 10_001)), "error.plays_many"),
    "no play": (file(made_up(1, 5, 4), 7), "error.plays_one"),
    "a field more": (file(made_up(1, 5, 4, extra=1)), "error.plays_one"),
    "no uid": (file(made_up(1, 5, 4, uid="x")), "error.plays_one"),
    "not a number": (file(made_up(1, 5, 4, finished=float("nan"))), "error.plays_one"),
    "a huge number": (file(made_up(1, 10**9, 4)), "error.plays_one"),
    "a wrong result": (file(made_up(1, 5, 4, outcome="lost")), "error.plays_one"),
    "a wrong margin": (file(made_up(1, 5, 4, margin=9)), "error.plays_one"),
    "an unknown game": (file(made_up(1, 5, 4, game="chess")), "error.plays_game"),
    "a script": (file(made_up(1, 5, 4, options={"level": "<script>"})), "error.plays_one"),
}


@pytest.mark.parametrize(("kind", "lang"), [*((kind, "en") for kind in BAD), ("no play", "de"), ("a save", "it")])
def test_a_bad_file_of_plays_is_refused_in_words_and_changes_nothing(client: TestClient, kind: str, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    send(client, file(made_up(3, 50, 40)))
    content, key = BAD[kind]
    answer = send(client, content)
    assert answer.status_code == 422
    assert choose_catalogue(lang).words[key].partition("{")[0] in seen(answer.text)
    assert [play.uid for play in kept(client)] == [f"{3:064x}"]


def test_too_large_a_file_of_plays_is_refused(client: TestClient) -> None:
    assert send(client, b"x" * (8 * 1024 * 1024 + 10)).status_code == 413


def test_a_level_that_is_gone_does_not_break_the_page(client: TestClient) -> None:
    send(client, file(made_up(1, 5, 4, level="gone"), made_up(2, 5, 4, options={"gone": "x"})))
    assert client.get("/plays").status_code == 200 and client.get("/").status_code == 200


# -------------------------------------------------------------------------------------------------------------- BG Stats


def test_a_play_is_handed_to_bg_stats_only_on_request_and_as_it_reads_it(client: TestClient) -> None:
    table = bring(client, "terra_mystica")
    page = client.get(f"{table}/end").text
    assert "bgstatsapp" not in page and "bgstatsapp" not in client.get("/plays").text
    (play,) = kept(client)
    answer = client.get(f"/plays/{play.uid}/bgstats")
    assert answer.status_code == 303
    address, _, data = answer.headers["location"].partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    sent = json.loads(unquote(data))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", sent["playDate"])
    assert (sent["sourceName"], sent["sourcePlayId"]) == ("Soloist", play.uid)
    assert sent["game"]["sourceGameId"] == "terra_mystica" and sent["game"]["highestWins"] is True
    assert [(p["score"], p["winner"], p["startPlayer"]) for p in sent["players"]] == [
        (score.vp, score.vp == max(s.vp for s in play.scores), False) for score in play.scores
    ]
    assert [p["role"] for p in sent["players"]] == ["Witches", "Automalein"]
    assert client.get(f"/plays/{'0' * 64}/bgstats").status_code == 404


def test_how_long_a_play_took_is_said_only_of_one_sitting() -> None:
    def sent(hours: float) -> dict[str, Any]:
        play = finished_games.parse_plays(file(made_up(1, 5, 4, started=1000.0, finished=1000.0 + hours * 3600)))[0]
        found: dict[str, Any] = json.loads(
            unquote(finished_games.make_bg_stats_link(play, "en").partition("?data=")[2])
        )
        return found

    assert sent(2)["durationMin"] == 120 and "durationMin" not in sent(30) and "durationMin" not in sent(0)


@pytest.mark.parametrize(
    ("outcome", "winners"), [("won", [True, False]), ("lost", [False, True]), ("tied", [True, True])]
)
def test_with_equal_points_a_tie_breaker_may_have_decided(outcome: str, winners: list[bool]) -> None:
    play = finished_games.parse_plays(file(made_up(1, 80, 80, outcome=outcome)))[0]
    found = json.loads(unquote(finished_games.make_bg_stats_link(play, "en").partition("?data=")[2]))
    assert (play.outcome, [p["winner"] for p in found["players"]]) == (outcome, winners)


@pytest.mark.parametrize("language", languages())
def test_a_result_by_a_tie_breaker_names_no_difference(language: str) -> None:
    found = replace(make_result(finished("barrage")), margin=0)
    said = [say_result(replace(found, outcome=one), choose_catalogue(language)) for one in ("won", "lost", "tied")]
    assert len(set(said)) == 3 and not any(re.search(r"\d|^end\.", line) for line in said)


# --------------------------------------------------------------------------------------------------- home and the links


def test_home_goes_on_with_the_table_one_was_at(client: TestClient) -> None:
    home = client.get("/").text
    assert choose_catalogue("en").words["home.welcome"] in home and home.count('class="big') == 1
    assert re.findall(r'action="/first/([a-z_]+)"', home) == list(reversed(game_ids()))
    over = bring(client, "barrage")
    home = client.get("/").text
    assert f'class="big" href="{over}/end"' in home and choose_catalogue("en").words["home.see_end"] in home
    table = client.post("/quick/terra_mystica").headers["location"]
    home = client.get("/").text
    assert re.search(rf'class="big" href="{table}">', home) and f'class="bx tcard" href="{over}"' in home
    assert day(storage(client).find_row(table.rpartition("/")[2]).changed) in home
    assert home.count('<svg class="board"') == 1 and 'class="foc"' not in home
    assert choose_catalogue("en").say(text("plays.at_home", n=1, won=0)) in home
    for ended in (("tapestry", "table"), ("terra_mystica", "table"), ("terra_mystica", DIGITAL), ("barrage", DIGITAL)):
        over = bring(client, *ended)  # more than home shows
    home = client.get("/").text
    assert re.search(rf'class="big" href="{table}">', home), "the game that goes on comes first"
    assert home.count('class="bx tcard" href="/t/') == 2 and f'class="bx tcard" href="{over}"' in home
    cards = client.post("/cards/barrage").headers["location"]
    home = client.get("/").text
    assert re.search(rf'class="big" href="{cards}">', home) and '<svg class="board"' not in home


@pytest.fixture
def shared(client: TestClient) -> Iterator[str]:
    table = client.post("/quick/barrage").headers["location"]
    client.post(f"{table}/share", data={"on": "yes"})
    yield f"{table}/more"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_that_works_on_this_machine_only_says_so(client: TestClient, shared: str, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    page = client.get(shared).text
    assert choose_catalogue(lang).words["more.link_local"] in unescape(page) and "soloist serve --lan" in page
    assert "data-select" not in page
    app = cast(FastAPI, client.app)
    set_services(app, replace(find_services(app), address="http://192.168.7.9:7655/"))
    page = client.get(shared).text
    assert re.search(r'value="http://192\.168\.7\.9:7655/s/[^"]+"[^>]*data-select', page)
    assert choose_catalogue(lang).words["more.link_local"] not in unescape(page)
