"""My copy: values of the owner's box, entered by taps, kept, shared as a file, and used by an open table."""

from __future__ import annotations

import html
import re
import tomllib

import pytest
from starlette.testclient import TestClient

import soloist
from soloist.manifest import find_game, game_ids
from soloist.session.table import Table
from soloist.session.words import languages
from soloist.version import VERSION
from soloist.web.access.guard import MOST_UPLOAD
from soloist.web.rendering.stand_in_report import count_stand_ins, count_stand_ins_of_game, list_takeable
from tests.web.conftest import ROOT

MOST = 150_000
GAME = "/copy/terra_mystica"
ROW = "forest lakes mountains swamp wasteland plains desert"
QUICK = {
    "seed": "5",
    "home": "forest",
    "human": "darklings",
    "pass_values": "stand_in",
    "scoring": "score1 score2 score3 score4 score5 score6",
}


def new_table(client: TestClient, **more: str) -> str:
    made = client.post("/api/tables", json={"game": "terra_mystica", "options": {**QUICK, **more}})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def entered(client: TestClient, game: str = "terra_mystica") -> dict[str, str]:
    found = client.get(f"/api/games/{game}/data").json()
    return {d["key"]: d["value"] for d in found if d["origin"] == "printed"}


def links(page: str, holding: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'href="([^"]+)"', page) if holding in html.unescape(link)]


def post_of(page: str) -> dict[str, str]:
    fields = re.findall(r'<input type="hidden" name="(key|table|value)" value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in fields}


# -------------------------------------------------------------------------------------------------------------- data


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", game_ids())
def test_the_data_page_is_by_component_small_and_without_keys(client: TestClient, game: str, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    keys = {d.key for d in find_game(game).data(None)}
    shown = 0
    for part in range(1, 1 + len(links(client.get(f"/data/{game}").text, "?part="))):
        page = client.get(f"/data/{game}?part={part}").text
        assert len(page.encode()) <= MOST
        shown += page.count("<dt>")
        visible = re.sub(r"<[^>]+>", " ", page)
        assert not keys & set(re.findall(r"[\w.]+", visible))
    assert shown == len(keys)


# ---------------------------------------------------------------------------------------------------------- by tapping


@pytest.mark.parametrize("lang", languages())
def test_a_row_is_copied_by_tapping_without_a_script(client: TestClient, lang: str) -> None:
    client.cookies.set("soloist", f"lang={lang}")
    page = client.get(f"{GAME}/value?key=atp.forest.a").text
    assert "disabled" in page
    for terrain in ROW.split()[1:6]:
        (link,) = [x for x in links(page, "/value?key=atp.forest.a") if x.endswith(f"w={terrain}")]
        page = client.get(link).text
    assert post_of(page)["value"] == ROW
    assert " disabled" not in page
    kept = client.post(f"{GAME}/value", data=post_of(page))
    assert kept.status_code == 303 and "key=atp.forest.b" in kept.headers["location"], "the next row comes by itself"
    assert entered(client) == {"atp.forest.a": ROW}


def test_taking_back_goes_one_tap_back(client: TestClient) -> None:
    page = client.get(f"{GAME}/value?key=atp.forest.a&w=lakes&w=swamp").text
    back = f"{GAME}/value?key=atp.forest.a&w=lakes"
    assert back in links(page, "/value?")
    assert f"{back}&w=mountains" in links(client.get(back).text, "/value?")
    assert f"{back}&w=lakes" not in links(client.get(back).text, "/value?"), "every terrain stands once"


def test_letters_are_tapped_on_the_map(client: TestClient) -> None:
    page = client.get(f"{GAME}/value?key=letters.original.forest&w=C3").text
    chart = page.partition('<svg class="board chart"')[2].partition("</svg>")[0]
    taps = [link.rpartition("w=")[2] for link in links(chart, "/value?")]
    assert sorted(taps) == sorted(["A3", "A10", "C3", "C4", "D1", "E9", "F2", "F4", "G3", "I6", "I11"])
    wrong = client.post(f"{GAME}/value", data={"key": "letters.original.forest", "value": "C3 C3 E9 F4 E9 C4"})
    assert wrong.status_code == 422 and 'role="alert"' in wrong.text and entered(client) == {}
    right = client.post(f"{GAME}/value", data={"key": "letters.original.forest", "value": "C3 F2 E9 F4 E9 G3"})
    assert right.status_code == 303 and entered(client) == {"letters.original.forest": "C3 F2 E9 F4 E9 G3"}


def test_a_number_goes_up_and_down_from_the_stand_in(client: TestClient) -> None:
    page = client.get(f"{GAME}/value?key=pass_vp.score2.r1_3").text
    assert "<output>0</output>" in page
    assert [x.rpartition("w=")[2] for x in links(page, "w=")] == ["1"], "less than nothing cannot be printed"
    page = client.get(links(page, "w=")[0]).text
    assert "<output>1</output>" in page and post_of(page)["value"] == "1"
    several = client.get(f"{GAME}/value?key=level.ultoma.shipping&w=1&w=2&w=3").text
    assert links(several, "w=3") and f"{GAME}/value?key=level.ultoma.shipping&w=1&w=3&w=3" in links(several, "w=")
    assert f"{GAME}/value?key=level.ultoma.shipping&w=1&w=2&w=4" not in links(several, "w=")


def test_what_is_not_in_the_box_keeps_the_stand_in_and_is_not_asked_for_again(client: TestClient) -> None:
    client.put(
        "/api/games/terra_mystica/data/atp.desert.a",
        json={"value": "desert lakes plains swamp forest mountains wasteland"},
    )
    left = client.post(f"{GAME}/value", data={"key": "atp.desert.a", "leave": "1"})
    assert left.status_code == 303 and "key=atp.desert.b" in left.headers["location"]
    assert entered(client) == {}
    last = [d.key for d in find_game("terra_mystica").data(None) if d.has_stand_in][-1]
    assert client.post(f"{GAME}/value", data={"key": last, "leave": "1"}).headers["location"] == GAME


def test_a_value_compared_on_the_data_page_leads_back_there(client: TestClient) -> None:
    done = client.post("/copy/barrage/value", data={"key": "work.work_a1", "value": "2 0"})
    assert done.headers["location"] == "/data/barrage?part=2"
    assert entered(client, "barrage") == {"work.work_a1": "2 0"}


# ------------------------------------------------------------------------------------------------------------- trust


def test_the_badge_counts_what_this_table_uses() -> None:
    game = find_game("terra_mystica")
    table = Table.new(game, QUICK, seed="5")
    before = count_stand_ins(table, {})
    assert before["stand_ins"] == before["total"] == 9 and before["ready"] == 0, (
        "two rows, a card of letters, six tiles"
    )
    assert count_stand_ins(table, {"atp.forest.a": ROW, "atp.desert.a": ROW})["ready"] == 1
    table.tell(f"value atp.forest.a = {ROW}")
    assert count_stand_ins(table, {"atp.forest.a": ROW}) == {"total": 9, "stand_ins": 8, "ready": 0}
    assert [d.key for d in list_takeable(table, {"atp.forest.a": ROW.replace("plains desert", "desert plains")})] == [
        "atp.forest.a"
    ]
    assert (
        count_stand_ins_of_game(game, {"atp.forest.a": ROW})["stand_ins"]
        == count_stand_ins_of_game(game, {})["stand_ins"] - 1
    )
    assert count_stand_ins_of_game(find_game("barrage"), {}) == {"total": 0, "stand_ins": 0, "ready": 0}


@pytest.mark.parametrize(
    ("lang", "brown", "green"),
    [
        ("en", "9 values are placeholders", "All 9 values are yours"),
        ("de", "9 Ersatzwerte", "Alle 9 Werte sind deine"),
        ("it", "9 valori sono provvisori", "Tutti i 9 valori sono tuoi"),
    ],
)
def test_from_brown_to_green(client: TestClient, lang: str, brown: str, green: str) -> None:
    """A table begun with placeholders uses the owner's values in one act that says what changed; one undo reverts it."""
    client.cookies.set("soloist", f"lang={lang}")
    id = new_table(client)
    assert brown in client.get(f"{GAME}?table={id}").text
    assert 'class="origin stand_in"' in client.get(f"/t/{id}/more").text
    step = client.get(f"{GAME}?table={id}").text
    where = links(step, "/value?")[0]
    for _ in range(9):
        page = client.get(where).text
        fields = post_of(page)
        d = next(it for it in find_game("terra_mystica").data(None) if it.key == fields["key"])
        changed = str(int(d.stand_in) + 1) if d.kind == "number" else d.stand_in
        where = client.post(f"{GAME}/value", data={**fields, "value": changed}).headers["location"]
    assert where == f"{GAME}?table={id}", "nothing is left to copy"
    page = client.get(where).text
    assert brown in page and f'action="/t/{id}/mine"' in page, "the open table keeps its values until somebody says so"
    used = client.post(f"/t/{id}/mine", data={"at": "0"})
    assert used.status_code == 200 and green in used.text
    assert used.text.partition('role="status"')[2].partition("</section>")[0].count('class="copyrow"') == 6
    assert f'action="/t/{id}/mine"' not in used.text
    entries = client.get(f"/api/tables/{id}/history").json()["entries"]
    assert len(entries) == 1
    assert client.post(f"/t/{id}/mine", data={"at": "0"}).status_code == 409
    client.post(f"/t/{id}/undo", data={"at": "1"})
    assert brown in client.get(f"{GAME}?table={id}").text
    assert green in client.get(f"{GAME}?table={new_table(client)}").text, "new tables use them"


def test_a_table_that_takes_the_copy_over_says_which_of_her_turns_would_have_gone_otherwise(client: TestClient) -> None:
    options = {"level": "alptrauma", "human": "witches", "home": "lakes", "seed": "179"}
    id = client.post("/api/tables", json={"game": "terra_mystica", "options": options}).json()["id"]
    assert client.post(f"/api/tables/{id}/tell", json={"line": "build E9; build C3"}).status_code == 200
    for _ in range(2):
        assert client.post(f"/api/tables/{id}/turn", json={}).status_code == 200
    [row] = [d for d in client.get(f"/api/tables/{id}/data").json() if d["key"] == "atp.lakes.a"]
    copied = " ".join(reversed(row["value"].split()))  # forest, which decided for F4 and I6, comes late
    assert client.put("/api/games/terra_mystica/data/atp.lakes.a", json={"value": copied}).status_code == 200
    used = client.post(f"/t/{id}/mine", data={"at": "3"}).text
    assert "1 of her 2 turns would have been different" in used and f'href="/t/{id}/at/3"' in used
    assert "In the game: " in used and "With your values: " in used


def test_the_pill_stays_on_the_table_until_nothing_stands_in(client: TestClient) -> None:
    id = new_table(client)
    assert client.post(f"/api/tables/{id}/tell", json={"line": "set round = 3"}).status_code == 200
    assert 'class="trusted"' in client.get(f"/t/{id}").text
    values = client.get(f"/api/tables/{id}/data").json()
    for d in values:
        if d["origin"] in ("stand_in", "inferred", "missing"):
            address = f"/api/games/terra_mystica/data/{d['key']}"
            assert client.put(address, json={"value": d["value"]}).status_code == 200
    client.post(f"/t/{id}/mine", data={"at": "1"})
    assert 'class="trusted"' not in client.get(f"/t/{id}").text


def test_a_game_without_stand_ins_has_a_green_badge_and_no_way_to_go(client: TestClient) -> None:
    page = client.get("/copy/barrage").text
    assert 'class="trust ok"' in page and links(page, "/value?") == []


def test_a_table_of_another_game_has_no_copy_here(client: TestClient) -> None:
    assert client.get(f"/copy/barrage?table={new_table(client)}").status_code == 404


# -------------------------------------------------------------------------------------------------------------- file


def upload(client: TestClient, content: bytes, game: str = "terra_mystica") -> tuple[int, str]:
    answer = client.post(f"/copy/{game}/import", files={"file": ("mine.toml", content)})
    return answer.status_code, answer.text


def test_a_copy_is_exported_shown_before_it_counts_and_taken_over(client: TestClient) -> None:
    values = {"atp.forest.a": ROW, "pass_vp.score3.r1_3": "4", "card.dc4.actions": "upgrade, gain_vp 2"}
    for key, value in values.items():
        assert client.put(f"/api/games/terra_mystica/data/{key}", json={"value": value}).status_code == 200
    file = client.get(f"{GAME}/export")
    assert "attachment" in file.headers["content-disposition"] and len(file.content) < 1000
    for line in ('format = "soloist-copy 1"', 'game = "terra_mystica"', 'language = "en"', 'version = "'):
        assert line in file.text
    assert re.search(r'^date = "\d{4}-\d\d-\d\d"$', file.text, re.M)
    code, page = upload(client, file.content)
    assert code == 200 and "Nothing was changed." in page and 'name="value.' not in page
    for key in values:
        client.put(f"/api/games/terra_mystica/data/{key}", json={"value": None})
    client.put("/api/games/terra_mystica/data/pass_vp.score3.r1_3", json={"value": "2"})
    code, page = upload(client, file.content)
    assert code == 200 and entered(client) == {"pass_vp.score3.r1_3": "2"}, "it is only shown"
    assert "4. Before: 2." in html.unescape(page)
    shown = dict(re.findall(r'name="(value\.[^"]+)" value="([^"]+)"', page))
    assert client.post(f"{GAME}/take", data=shown).headers["location"] == f"{GAME}?taken=3"
    assert entered(client) == values


GOOD = b'format = "soloist-copy 1"\ngame = "terra_mystica"\ndate = "2026-11-15"\nlanguage = "en"\nversion = "1"\n[values]\n'


def test_the_good_file_of_these_tests_is_good(client: TestClient) -> None:
    assert upload(client, GOOD + b'"pass_vp.score3.r1_3" = "4"')[0] == 200


@pytest.mark.parametrize(
    "content",
    [
        b"soloist-save 2 terra_mystica table",
        b"\xff\xfe",
        b"x = " + b"[" * 20_000,
        b"[values]\n",
        GOOD.replace(b"terra_mystica", b"barrage"),
        GOOD.replace(b"copy 1", b"copy 2"),
        GOOD.replace(b"2026-11-15", b"<b>"),
        GOOD.replace(b'"en"', b"7"),
        GOOD.replace(b'version = "1"', b'version = "' + b"1" * 400 + b'"'),
        GOOD.replace(b"[values]", b"values = 3"),
        GOOD + b'"pass_vp.score3.r1_3" = 4',
        GOOD + b'"pass_vp.score3.r1_3" = "99"',
        GOOD + b'"no.such" = "4"',
    ],
)
def test_a_wrong_file_changes_nothing(client: TestClient, content: bytes) -> None:
    code, page = upload(client, content)
    assert code == 422
    assert "This file does not contain values for Terra Mystica Automa. Nothing was changed." in page
    assert entered(client) == {}


def test_too_large_a_file_is_refused(client: TestClient) -> None:
    assert upload(client, GOOD + b"#" * 100_000)[0] == 200
    assert upload(client, GOOD + b"#" * MOST_UPLOAD)[0] == 413


def test_the_version_in_a_copy_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == VERSION == soloist.__version__
