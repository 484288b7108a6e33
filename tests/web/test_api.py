"""The API can do everything the pages do, with the same results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import soloist
from soloist.manifest import find_game, game_ids
from soloist.web.api import ai_seats_api, table_api, user_data_api
from soloist.web.routes import main_pages
from tests.web.every_game import DRAWN_BY_HAND, WITH_CARDS, line, some_option, turn_by_api

JSON = dict[str, Any]
#: a value of each game that can be entered, and a value that is not ours; Tapestry has none to enter
PRINTED = {"barrage": ("contract.national_01", "14"), "terra_mystica": ("cult_start.simpletons", "2 1 1 0")}


def new(client: TestClient, game: str, **more: Any) -> JSON:
    options = {"seed": "11", **more.pop("options", {})}
    made = client.post("/api/tables", json={"game": game, "quick": True, "options": options, **more})
    assert made.status_code == 201, made.text
    found: JSON = made.json()
    return found


def played(client: TestClient, game: str, turns: int = 2) -> str:
    """A table with some turns of Automa and one entered line."""
    id = new(client, game, options={"seed": "11"})["id"]
    for _ in range(turns):
        assert done(client, id, "turn").status_code == 200
    assert done(client, id, "tell", line=line(game, 1)).status_code == 200
    return str(id)


def done(client: TestClient, id: str, what: str, **body: Any) -> Any:
    if what == "turn" and "answers" not in body:
        return turn_by_api(client, id, **body)
    return client.post(f"/api/tables/{id}/{what}", json=body)


def get(client: TestClient, path: str, **params: Any) -> Any:
    answer = client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def save(client: TestClient, id: str) -> str:
    answer = client.get(f"/api/tables/{id}/save")
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/plain; charset=utf-8"
    return answer.text


# ------------------------------------------------------------------------------------------------------------ making


@pytest.mark.parametrize("game", game_ids())
def test_a_table_is_made_with_options_of_one_s_own(client: TestClient, game: str) -> None:
    option = some_option(game)
    for value in option.choices:
        made = new(client, game, name="Ours", options={option.key: value, "seed": "3"})
        assert (made["setup"][option.key], made["setup"]["seed"], made["name"]) == (value, "3", "Ours")
        assert made["layout"] and made["at"] == 0 and made["kind"] == "table"
    again = new(client, game, name="Ours", options={option.key: value, "seed": "3"})
    assert again["facts"] == made["facts"] and again["id"] != made["id"]
    assert {row["id"] for row in get(client, "/api/tables")} >= {made["id"], again["id"]}


@pytest.mark.parametrize("game", game_ids())
def test_a_preview_lays_out_what_the_table_will_be_and_makes_none(client: TestClient, game: str) -> None:
    options = {"seed": "77"}
    looked = client.post("/api/tables/preview", json={"game": game, "quick": True, "options": options})
    assert looked.status_code == 200 and client.get("/api/tables").json() == []
    made = new(client, game, options=options)
    assert (looked.json()["layout"], looked.json()["seed"]) == (made["layout"], "77")
    assert looked.json()["data"] == get(client, f"/api/tables/{made['id']}/data")
    wrong = client.post("/api/tables/preview", json={"game": game, "quick": True, "options": {"level": "sleepy"}})
    assert wrong.status_code == 422


@pytest.mark.parametrize("game", game_ids())
def test_an_option_that_is_not_there_makes_no_table(client: TestClient, game: str) -> None:
    wrong = client.post("/api/tables", json={"game": game, "quick": True, "options": {"level": "sleepy"}})
    assert wrong.status_code == 422 and "sleepy" in wrong.json()["error"]["message"]
    assert wrong.json()["error"]["nearest"]
    unknown = client.post("/api/tables", json={"game": game, "quick": True, "options": {"weather": "fine"}})
    assert unknown.status_code == 422 and "weather" in unknown.json()["error"]["message"]
    assert get(client, "/api/tables") == []


@pytest.mark.parametrize("game", WITH_CARDS)
def test_cards_only_turns_card_after_card_and_takes_it_back(client: TestClient, game: str) -> None:
    made = new(client, game, cards=True, quick=False)
    assert made["kind"] == "cards" and made["faces"] == []
    first = done(client, made["id"], "card").json()
    assert first["events"] and first["table"]["faces"]
    second = done(client, made["id"], "card").json()
    assert second["events"] != first["events"]
    back = done(client, made["id"], "undo").json()
    assert back["entries"] == [{"kind": "card", "events": second["events"]}]
    assert back["table"]["faces"] == first["table"]["faces"]
    assert done(client, made["id"], "card").json()["events"] == second["events"]


# ----------------------------------------------------------------------------------------------------------- playing


@pytest.mark.parametrize("game", game_ids())
def test_a_turn_tells_hands_reasons_and_the_table_after_it(client: TestClient, game: str) -> None:
    id = new(client, game)["id"]
    for number in (1, 2, 3):
        answer = done(client, id, "turn").json()
        assert answer["number"] == number == answer["table"]["entries"] == answer["table"]["at"]
        assert answer["events"] and answer["hands"] and answer["walk"]
        again = get(client, f"/api/tables/{id}/turns/{number}")
        assert again == {key: answer[key] for key in ("number", "events", "hands", "walk")}


@pytest.mark.parametrize("game", game_ids())
def test_what_is_told_counts_and_is_undone_and_done_again(client: TestClient, game: str) -> None:
    id = new(client, game)["id"]
    before = get(client, f"/api/tables/{id}")
    told = done(client, id, "tell", line=f"{line(game, 3)}; {line(game, 4)}", at=0).json()
    assert len(told["events"]) == 2
    assert told["table"]["facts"] != before["facts"]
    undone = done(client, id, "undo", at=1).json()
    assert undone["entries"] == [{"kind": "told", "events": told["events"]}]
    assert undone["table"]["standing"] == before["standing"] and undone["table"]["facts"] == before["facts"]
    assert undone["table"]["can_redo"]
    redone = done(client, id, "redo", at=2).json()
    assert redone["table"]["facts"] == told["table"]["facts"]
    assert redone["table"]["standing"] == told["table"]["standing"] and not redone["table"]["can_redo"]
    for what in ("redo", "undo", "undo"):
        last = done(client, id, what)
    assert last.status_code == 422 and last.json()["error"]["kind"] == "ImpossibleError"


@pytest.mark.parametrize("game", game_ids())
def test_many_entries_are_undone_at_once(client: TestClient, game: str) -> None:
    id = played(client, game)
    state = get(client, f"/api/tables/{id}")["facts"]
    assert [e["kind"] for e in done(client, id, "undo", steps=100).json()["entries"]] == ["told", "turn", "turn"]
    assert len(done(client, id, "redo", steps=100).json()["entries"]) == 3
    assert get(client, f"/api/tables/{id}")["facts"] == state


@pytest.mark.parametrize("game", DRAWN_BY_HAND)
def test_with_cards_of_one_s_own_questions_are_asked_and_answered(client: TestClient, game: str) -> None:
    id = new(client, game, options={"chance": "own"})["id"]
    asked = 0
    for _ in range(3):
        answers: list[str] = []
        while (answer := done(client, id, "turn", answers=answers)).status_code == 428:
            error = answer.json()["error"]
            assert error["kind"] == "QuestionError" and error["question"]["says"] == error["message"]
            assert get(client, f"/api/tables/{id}")["entries"] < 3
            before = save(client, id)
            wrong = done(client, id, "turn", answers=[*answers, "the queen of hearts"])
            assert wrong.status_code == 422 and save(client, id) == before
            answers.append(error["question"]["options"][0]["value"])
            asked += 1
        assert answer.status_code == 200, answer.text
    assert asked > 0
    needless = done(client, id, "turn", answers=["1"] * 60)
    assert needless.status_code == 422


def test_an_error_has_the_words_of_its_own_game_in_the_language_asked_for(client: TestClient) -> None:
    """Games have different words for the same error."""
    id = new(client, "terra_mystica")["id"]
    said = {}
    for lang in ("en", "de", "it"):
        answer = client.post(f"/api/tables/{id}/tell", params={"lang": lang}, json={"line": "build Q99"})
        assert answer.status_code == 422
        said[lang] = answer.json()["error"]["message"]
        assert "(" in said[lang], "only Terra Mystica names its map, in brackets, when there is no such hex"
    assert len(set(said.values())) == 3


def test_other_cards_are_drawn_on_request(client: TestClient) -> None:
    drawn = set()
    for word in ("one", "two", "three", "four"):
        id = new(client, "terra_mystica", options={"seed": "1"})["id"]
        for _ in range(2):
            answer = done(client, id, "turn", reseed=word).json()
        drawn.add(tuple(answer["events"]))
        assert [e["kind"] for e in get(client, f"/api/tables/{id}/history")["entries"]] == ["seed", "turn"] * 2
    assert len(drawn) > 1


# ----------------------------------------------------------------------------------------------------------- looking


@pytest.mark.parametrize("game", game_ids())
def test_every_place_has_a_name_and_takes_the_moves_offered_for_it(client: TestClient, game: str) -> None:
    id = played(client, game)
    places = get(client, f"/api/tables/{id}/places")
    assert len({p["key"] for p in places}) == len(places) > 4 and all(p["name"] for p in places)
    offered = 0
    for place in [{"key": ""}, *places[:: len(places) // 12 or 1]]:
        for move in get(client, f"/api/tables/{id}/moves", place=place["key"]):
            offered += 1
            gaps = {blank["slot"] for blank in move["blanks"]}
            assert set(re.findall(r"\{([A-Z0-9_]+)\}", move["line"])) == gaps
    assert offered > 10
    nowhere = client.get(f"/api/tables/{id}/moves", params={"place": "atlantis"})
    assert nowhere.status_code == 422 and "atlantis" in nowhere.json()["error"]["message"]


@pytest.mark.parametrize("game", game_ids())
def test_a_line_is_completed_word_by_word(client: TestClient, game: str) -> None:
    id = new(client, game)["id"]
    assert get(client, f"/api/tables/{id}/complete")
    word = line(game, 1).split()[0]
    begun = get(client, f"/api/tables/{id}/complete", line=word[0])
    assert word in begun and all(line.startswith(word[0]) for line in begun)
    further = get(client, f"/api/tables/{id}/complete", line=f"{word} ")
    assert further and all(line.startswith(f"{word} ") for line in further)


@pytest.mark.parametrize("game", game_ids())
def test_a_line_is_read_out_before_it_counts(client: TestClient, game: str) -> None:
    id = new(client, game)["id"]
    before = save(client, id)
    read = get(client, f"/api/tables/{id}/reading", line=f"{line(game, 3)}; {line(game, 4)}")
    assert len(read) == 2 and "3" in read[0] and "4" in read[1]
    assert client.get(f"/api/tables/{id}/reading", params={"line": "gobbledygook"}).status_code == 422
    assert save(client, id) == before


@pytest.mark.parametrize("game", game_ids())
def test_any_point_of_the_history_can_be_looked_at(client: TestClient, game: str) -> None:
    id = new(client, game)["id"]
    seen = [get(client, f"/api/tables/{id}")["standing"]]
    for _ in range(2):
        seen.append(done(client, id, "turn").json()["table"]["standing"])
    assert [get(client, f"/api/tables/{id}/at/{n}")["standing"] for n in range(3)] == seen
    assert client.get(f"/api/tables/{id}/at/3").status_code == 404


@pytest.mark.parametrize("game", game_ids())
def test_the_history_has_every_entry_in_words_and_the_points_after_it(client: TestClient, game: str) -> None:
    id = played(client, game)
    found = get(client, f"/api/tables/{id}/history", lang="de")
    assert [e["kind"] for e in found["entries"]] == ["turn", "turn", "told"]
    assert all(e["says"] and all(e["says"]) for e in found["entries"])
    assert [p["entry"] for p in found["points"]] == [0, 1, 2, 3]
    seats = get(client, f"/api/tables/{id}")["standing"]["seats"]
    assert found["points"][-1]["points"] == [seat["vp"] for seat in seats]
    english = get(client, f"/api/tables/{id}/history")["entries"]
    assert [e["notation"] for e in english] == [e["notation"] for e in found["entries"]] and english != found["entries"]


@pytest.mark.parametrize("game", game_ids())
def test_every_option_of_a_decision_can_be_asked_about(client: TestClient, game: str) -> None:
    id = new(client, game, options={"seed": "11"})["id"]
    asked = set()
    for _ in range(3):
        turn = done(client, id, "turn").json()
        for part in turn["walk"]:
            if part["kind"] == "decision" and part["chosen"] is not None:
                names = [o["key"] for o in part["options"].values()]
                for name in {*names[:2], part["options"][str(part["chosen"])]["key"]}:
                    answer = get(client, f"/api/tables/{id}/why-not", option=name, turn=turn["number"])
                    assert answer["turn"] == turn["number"] and answer["answers"]
                    asked |= {a["fate"] for a in answer["answers"]}
                    assert all(a["says"] and a["rule"] for a in answer["answers"])
    assert asked & {"chosen", "answered"} and len(asked) > 1
    assert client.get(f"/api/tables/{id}/why-not", params={"option": "nowhere"}).status_code == 422
    assert client.get(f"/api/tables/{id}/why-not", params={"option": "E5", "turn": 99}).status_code == 404


@pytest.mark.parametrize("game", game_ids())
def test_rules_are_listed_searched_and_counted_at_a_table(client: TestClient, game: str) -> None:
    every = get(client, f"/api/games/{game}/rules")
    assert [r["id"] for r in every] == list(find_game(game).rules())
    one = get(client, f"/api/games/{game}/rules/{every[0]['id']}")
    assert one == every[0]
    found = get(client, f"/api/games/{game}/rules", search=every[0]["id"])
    assert every[0] in found and len(found) < len(every)
    assert get(client, f"/api/games/{game}/rules", search="xyzzy") == []
    applied = get(client, f"/api/tables/{played(client, game)}/rules")
    assert applied and set(applied) <= {r["id"] for r in every}
    assert {turn for turns in applied.values() for turn in turns} == {1, 2}
    assert client.get(f"/api/games/{game}/rules/XX-1").status_code == 404


@pytest.mark.parametrize("game", PRINTED)
def test_a_printed_value_is_entered_counts_for_new_tables_and_is_taken_out(client: TestClient, game: str) -> None:
    key, value = PRINTED[game]
    ours = {d["key"]: d for d in get(client, f"/api/games/{game}/data")}[key]
    old = new(client, game)["id"]
    entered = client.put(f"/api/games/{game}/data/{key}", json={"value": value})
    assert entered.status_code == 200
    assert {d["key"]: (d["value"], d["origin"]) for d in entered.json()}[key] == (value, "printed")
    wrong = client.put(f"/api/games/{game}/data/{key}", json={"value": "a horse"})
    assert wrong.status_code == 422
    assert {d["key"]: d["value"] for d in get(client, f"/api/games/{game}/data")}[key] == value
    line = f"setup value.{key} = {value}"
    assert line in save(client, new(client, game)["id"]) and line not in save(client, old)
    taken_out = client.put(f"/api/games/{game}/data/{key}", json={"value": None})
    assert {d["key"]: d for d in taken_out.json()}[key] == ours
    assert client.put(f"/api/games/{game}/data/no.such", json={"value": "1"}).status_code == 422


@pytest.mark.parametrize("game", game_ids())
def test_a_table_tells_which_of_its_values_rest_on_the_box_and_decides_again_the_same(
    client: TestClient, game: str
) -> None:
    id = played(client, game)
    assert {d["origin"] for d in get(client, f"/api/tables/{id}/data")} <= {
        "source", "one_source", "two_sources", "inferred", "stand_in", "missing", "printed"
    }  # fmt: skip
    assert get(client, f"/api/tables/{id}/verify") == []


# ----------------------------------------------------------------------------------------------------------- the file


@pytest.mark.parametrize("game", game_ids())
def test_a_save_comes_back_as_the_same_table(client: TestClient, game: str) -> None:
    id = played(client, game)
    done(client, id, "undo")
    text = save(client, id)
    assert soloist.load(text).text() == text
    taken = client.post("/api/tables/import", content=text.encode(), headers={"content-type": "text/plain"})
    assert taken.status_code == 201 and taken.json()["id"] != id
    assert save(client, taken.json()["id"]) == text
    assert done(client, taken.json()["id"], "redo").json()["table"]["entries"] == 3
    assert save(client, id) == text


@pytest.mark.parametrize("game", game_ids())
def test_a_doubt_is_a_scenario_that_holds(client: TestClient, game: str) -> None:
    id = played(client, game, turns=3)
    for turn in (None, 1, 2, 3):
        answer = client.get(f"/api/tables/{id}/scenario", params={} if turn is None else {"turn": turn})
        assert answer.status_code == 200
        verdict = soloist.check(answer.text)
        assert verdict.holds, verdict.differences
        assert verdict.events
    assert client.get(f"/api/tables/{id}/scenario", params={"turn": 4}).status_code in (404, 422)


def test_a_read_only_link_opens_closes_and_its_old_key_is_worth_nothing(client: TestClient) -> None:
    id = played(client, "barrage")
    keys = []
    for _ in range(2):
        key = done(client, id, "share", on=True).json()["key"]
        assert len(key) == 22 and key != id
        for part in ("", "/history", "/at/1", "/place", "/before/1"):
            assert client.get(f"/s/{key}{part}").status_code == 200
        page = client.get(f"/s/{key}").text
        assert id not in page, "whoever has the link must not learn the address that can change the table"
        assert 'action="/s/' not in page and f'action="/t/{id}' not in page
        assert done(client, id, "share", on=False).json() == {"key": None}
        assert client.get(f"/s/{key}").status_code == 404
        keys.append(key)
    assert keys[0] != keys[1]
    assert client.get("/s/None").status_code == 404


def test_a_table_is_renamed_and_deleted(client: TestClient) -> None:
    id, other = played(client, "tapestry"), new(client, "barrage")["id"]
    renamed = client.patch(f"/api/tables/{id}", json={"name": "Tuesday\x00\n at Ann's"})
    assert renamed.status_code == 200 and renamed.json()["name"] == "Tuesday at Ann's"
    assert client.patch(f"/api/tables/{id}", json={"name": "x" * 61}).status_code == 422
    gone = client.delete(f"/api/tables/{id}")
    assert gone.status_code == 204 and gone.content == b""
    assert [row["id"] for row in get(client, "/api/tables")] == [other]
    for path in ("", "/save", "/history"):
        assert client.get(f"/api/tables/{id}{path}").status_code == 404
    assert client.delete(f"/api/tables/{id}").status_code == 404


def test_a_table_of_the_terminal_is_brought_in_by_name_only(client: TestClient, tmp_path: Path) -> None:
    text = save(client, played(client, "barrage"))
    assert get(client, "/api/files") == []
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "tuesday.soloist").write_text(text, encoding="utf-8")
    (tmp_path / "secret.soloist").write_text(text, encoding="utf-8")
    (tmp_path / "tables" / "bad\udcff.soloist").write_text("a name no page could show")
    assert get(client, "/api/files") == ["tuesday"] and "tuesday" in client.get("/").text
    brought = client.post("/api/files", json={"name": "tuesday"})
    assert brought.status_code == 201 and brought.json()["name"] == "tuesday"
    assert save(client, brought.json()["id"]) == text
    for name in ("", "../secret", str(tmp_path / "secret.soloist"), "tuesday.soloist", "monday"):
        assert client.post("/api/files", json={"name": name}).status_code == 404
        assert client.post("/bring", data={"name": name}).status_code == 404
    (tmp_path / "tables" / "tuesday.soloist").write_text("no save")
    assert client.post("/api/files", json={"name": "tuesday"}).status_code == 422


def test_a_whole_table_is_rescued_as_a_copy(client: TestClient) -> None:
    id = played(client, "barrage")
    copy = done(client, id, "rescue")
    assert copy.status_code == 201 and copy.json()["fault"] == ""
    assert save(client, copy.json()["id"]) == save(client, id)


def test_every_action_of_the_pages_has_its_counterpart() -> None:
    """A new write of the pages needs one of the API; this list pairs them."""
    counterparts = {
        "/quick/{game}": "POST /api/tables",
        "/new/{game}": "POST /api/tables",
        "/new/{game}/preview": "POST /api/tables/preview",
        "/cards/{game}": "POST /api/tables",
        "/import": "POST /api/tables/import",
        "/play/{game}": "POST /api/tables",
        "/bring": "POST /api/files",
        "/copy/{game}/value": "PUT /api/games/{game}/data/{key}",
        "/copy/{game}/import": "",  # looks at a file; taking it over is the next one
        "/copy/{game}/take": "PUT /api/games/{game}/copy",
        "/t/{id}/mine": "POST /api/tables/{id}/mine",
        "/settings": "",  # a cookie of the browser
        "/t/{id}/tell": "POST /api/tables/{id}/tell",
        "/t/{id}/turn": "POST /api/tables/{id}/turn",
        "/t/{id}/card": "POST /api/tables/{id}/card",
        "/t/{id}/undo": "POST /api/tables/{id}/undo",
        "/t/{id}/redo": "POST /api/tables/{id}/redo",
        "/t/{id}/rename": "PATCH /api/tables/{id}",
        "/t/{id}/share": "POST /api/tables/{id}/share",
        "/t/{id}/delete": "DELETE /api/tables/{id}",
        "/t/{id}/rescue": "POST /api/tables/{id}/rescue",
        "/t/{id}/confirm": "POST /api/tables/{id}/tell",  # the steps of a draft, one after the other
        "/everything/import": "POST /api/tables/import",  # one save after the other
        "/link": "POST /api/tables/import",  # the save in it
        "/lab": "",  # programs run `soloist lab run`
        "/lab/{id}/stop": "",
        "/lab/{id}/pause": "",
        "/lab/{id}/go-on": "",
        "/first/{game}": "POST /api/tables",
        "/t/{id}/rematch": "POST /api/tables",
        "/t/{id}/others": "POST /api/tables/{id}/others",
        "/p/{key}/others": "POST /api/tables/{id}/others",
        "/t/{id}/review": "POST /api/tables/{id}/review",
        "/p/{key}/review": "POST /api/tables/{id}/review",
        "/t/{id}/always": "",  # a cookie of the browser: programs answer by themselves
        "/p/{key}/always": "",
        "/t/{id}/seats": "PUT /api/tables/{id}/others",
        "/plays/import": "POST /api/plays/import",
        "/plays/{uid}/remove": "PUT /api/plays/{uid}/counts",
        "/t/{id}/delete-with-play": "DELETE /api/tables/{id}",
        # whoever has the link to play at one table does the same there
        "/p/{key}/confirm": "POST /api/tables/{id}/tell",
        **{f"/p/{{key}}/{act}": f"POST /api/tables/{{id}}/{act}" for act in ("tell", "turn", "card", "undo", "redo")},
    }
    posted = {path for path, method in operations(main_pages.router) if method == "POST"}
    there = {
        f"{method} {path}" for it in (table_api, user_data_api, ai_seats_api) for path, method in operations(it.router)
    }
    assert set(counterparts) == posted
    assert {c for c in counterparts.values() if c} <= there


def operations(router: Any) -> list[tuple[str, str]]:
    """Return each path and method of a router and of the routers it includes."""
    found = []
    for route in router.routes:
        if hasattr(route, "methods"):
            found += [(route.path, method) for method in sorted(route.methods)]
        elif hasattr(route, "original_router"):
            found += operations(route.original_router)
    return found
