"""The pages of the laboratory: an experiment from a form, stopped and resumed, and the level of an even game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from starlette.testclient import TestClient

from soloist.core.errors import BusyError
from soloist.lab import level
from soloist.lab.provenance import SourceState
from soloist.lab.rulings import list_alternatives
from soloist.lab.running import RunProgress
from soloist.manifest import find_game
from soloist.session.words import Catalogue
from soloist.web.app import make_app
from soloist.web.jobs import experiments as running
from soloist.web.jobs.experiments import Experiments
from soloist.web.routes import lab_pages
from soloist.web.routes.forms import Form
from soloist.web.routes.lab_form import experiment_of, form_again

FORM = {"game": "terra_mystica", "agent": "random", "games": "4", "seed": "x", "title": "Mine", "level": ["automalein"]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = make_app(tmp_path, hosts=None)
    with TestClient(app, headers={"origin": "http://testserver"}) as found:
        yield found


def _experiments(client: TestClient) -> Experiments:
    found = client.app.state.services.experiments  # type: ignore[attr-defined] # the application is ours
    assert isinstance(found, Experiments)
    return found


def test_an_experiment_from_a_form(client: TestClient) -> None:
    answer = client.post("/lab", data={**FORM, "ruling": ["round_6_bonus"]}, follow_redirects=False)
    assert answer.status_code == 303
    where = answer.headers["location"]
    _experiments(client).wait(where.rpartition("/")[2], 60)
    page = client.get(where).text
    assert (
        "8 of 8 games" in page
        and "Done" in page
        and "<svg" in page
        and "she takes one (TMA-R09)" in page
        and "Automalein" in page
    )
    tiles = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert tiles["games"] == "8" and " ± " in tiles["her average points"] and " % (" in tiles["the agent wins"]
    assert re.fullmatch(r"\d+ of \d+", tiles["tiebreakers that never ruled anything out"])
    csv = client.get(f"{where}/scores.csv")
    assert csv.headers["content-type"].startswith("text/csv") and csv.text.count("\n") == 1 + 2 * 2
    assert 'level = ["automalein"]' in client.get(f"{where}/experiment.toml").text
    assert client.get(f"{where}/nothing.csv").status_code == 404
    games = [json.loads(line) for line in client.get(f"{where}/games.jsonl").text.splitlines()]
    assert len(games) == 8 and {len(game["scores"]) for game in games} == {2}
    assert "Mine" in client.get("/lab").text


def test_agent_and_automa_may_be_given_factions(client: TestClient) -> None:
    def seats(**sides: str) -> str:
        where = client.post("/lab", data={**FORM, "games": "1", **sides}, follow_redirects=False).headers["location"]
        _experiments(client).wait(where.rpartition("/")[2], 60)
        return client.get(f"{where}/experiment.toml").text.partition("seats = ")[2].partition("\n")[0]

    assert seats(side="random", her_side="random") == '"random,automa"'
    assert seats(side="giants", her_side="kuddlers") == '"random:giants,automa::kuddlers"'
    form = client.get("/lab?game=terra_mystica").text
    assert '<option value="giants">Giants</option>' in form and '<option value="kuddlers">' in form
    assert client.post("/lab", data={**FORM, "side": "elves"}).status_code >= 400


def test_an_experiment_is_described_again_to_change_something(client: TestClient) -> None:
    sent = {
        **FORM,
        "agent": ["greedy", "random"],
        "side": "giants",
        "her_side": "kuddlers",
        "luck": "yes",
        "ruling": ["round_6_bonus"],
    }
    source = experiment_of(_form(sent), find_game("terra_mystica"), Catalogue("en"))
    again = form_again(source)
    assert {key: again.all(key) for key in sent} == {
        key: value if isinstance(value, list) else [value] for key, value in sent.items()
    }
    assert experiment_of(again, find_game("terra_mystica"), Catalogue("en")) == source
    id = _experiments(client).start('game = "terra_mystica"\nseats = "random,automa"\ngames = 1\n', {}, "me")
    _experiments(client).wait(id, 60)
    page = client.get(f"/lab?again={id}").text
    assert 'name="games" inputmode="numeric" pattern="[0-9]{1,5}" value="1"' in page
    assert client.get("/lab?again=nothing").status_code == 404


def test_games_are_packed_where_the_extra_is_installed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    where = client.post("/lab", data=FORM, follow_redirects=False).headers["location"]
    _experiments(client).wait(where.rpartition("/")[2], 60)
    if lab_pages.PARQUET:
        assert (
            client.get(f"{where}/games.parquet").content.startswith(b"PAR1")
            and "games.parquet" in client.get(where).text
        )
    monkeypatch.setattr(lab_pages, "PARQUET", False)
    assert client.get(f"{where}/games.parquet").status_code == 404 and "games.parquet" not in client.get(where).text


def _form(sent: dict[str, object]) -> Form:
    return Form(
        [(key, one) for key, value in sent.items() for one in (value if isinstance(value, list) else [str(value)])]
    )


def test_the_page_shows_what_an_experiment_found(client: TestClient) -> None:
    """Overlap, even level, rounds, tempo, cards, tiebreakers, and set-up against luck, in words."""
    form = {**FORM, "agent": ["random", "greedy"], "level": ["automalein", "ultoma"], "luck": "yes"}
    where = client.post("/lab", data=form, follow_redirects=False).headers["location"]
    _experiments(client).wait(where.rpartition("/")[2], 60)
    source = client.get(f"{where}/experiment.toml").text
    assert "luck = 2" in source and 'agent = ["random", "greedy"]' in source
    page = client.get(where).text
    for name in ("overlap", "even", "rounds", "tempo", "cards", "tiebreakers", "luck"):
        table = page.partition(f'<details class="bx" id="{name}">')[2].partition("</details>")[0]
        assert table.count("<tr>") > 2, name
        assert "level=" not in table and "lab_table" not in table, name
    assert "/rule/TMA-036" in page
    assert "Automalein" in page and "Ultoma" in page


def test_who_plays_is_told_cell_by_cell(client: TestClient) -> None:
    """Where agents are varied, a seat has another agent in each cell."""
    form = {**FORM, "agent": ["beginner", "random"], "games": "2"}
    where = client.post("/lab", data=form, follow_redirects=False).headers["location"]
    _experiments(client).wait(where.rpartition("/")[2], 60)
    page = client.get(where).text
    for title in ("Points and wins", "Round by round"):
        table = page.partition(f"{title}</")[2].partition("</tbody>")[0]
        cells = re.split('<th scope="row', table)[1:]
        assert [re.findall("<td>(Beginner|random|Automa)</td>", cell)[:2] for cell in cells] == [
            ["Beginner", "Automa"],
            ["random", "Automa"],
        ], title
        assert ">Beginner, Automalein</th>" in cells[0] and ">random, Automalein</th>" in cells[1]


@pytest.mark.parametrize("game", ["terra_mystica", "barrage"])
def test_where_there_is_no_experiment_one_is_offered(client: TestClient, game: str) -> None:
    assert 'href="/lab"' in client.get("/").text
    page = client.get(f"/lab?game={game}").text
    offered = page.partition("No experiment yet.")[2].partition("</form>")[0]
    fields = re.findall('name="([a-z_]+)" value="([^"]*)"', offered)
    said = int(re.findall(r"Run (\d+) games", offered)[0])
    sent = [(key, "1" if key == "games" else value) for key, value in fields]  # as few games as possible
    where = client.post("/lab", data={key: [v for k, v in sent if k == key] for key, _ in sent}, follow_redirects=False)
    assert where.status_code == 303
    id = where.headers["location"].rpartition("/")[2]
    cells = len(_experiments(client).look(id).experiment.cells)
    assert cells > 3 and said == cells * int(dict(fields)["games"])
    _experiments(client).stop(id)
    assert "No experiment yet." not in client.get(f"/lab?game={game}").text


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"games": "0"}, "number of games"),
        ({"games": "9999999"}, "at most 20000"),
        ({"agent": "nobody"}, "nobody"),
        ({"level": ["hardest"]}, "hardest"),
        ({"ruling": ["none"]}, "called “none”"),
        ({"seed": ""}, "seed"),
    ],
)
def test_what_is_wrong_is_said_beside_the_form(client: TestClient, wrong: dict[str, object], says: str) -> None:
    answer = client.post("/lab", data={**FORM, **wrong})
    assert answer.status_code >= 400 and says in answer.text and 'name="agent"' in answer.text
    assert list(_experiments(client).ids()) == []


def test_what_was_running_is_stopped_after_a_restart_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 12\n'
    first = Experiments(tmp_path)
    told = RunProgress(0, 12, None)
    monkeypatch.setattr(running, "MOST_SECONDS", -1)  # its time is over at once
    id = first.start(source, {}, "me")
    first.wait(id, 60)
    seen = Experiments(tmp_path).look(id)
    assert (seen.status, seen.done, seen.total) == ("stopped", told.done, told.total)
    (tmp_path / id / "state.json").unlink()  # as after a kill
    monkeypatch.setattr(running, "MOST_SECONDS", 600)
    again = Experiments(tmp_path)
    assert again.look(id).status == "stopped"
    again.go_on(id, "me")
    again.wait(id, 60)
    seen = again.look(id)
    assert (seen.status, seen.done) == ("done", 12)
    assert json.loads((tmp_path / id / "state.json").read_text())["ended"] == "done"


def test_one_visitor_runs_one_and_all_together_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Experiments, "_play", lambda *args: None)  # they never end
    some = Experiments(tmp_path)
    source = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 1\n'
    some.start(source, {}, "a")
    with pytest.raises(BusyError):
        some.start(source, {}, "a")
    some.start(source, {}, "b")
    with pytest.raises(BusyError):
        some.start(source, {}, "c")


def test_an_unknown_experiment(client: TestClient) -> None:
    assert client.get("/lab/nothing-here").status_code == 404
    assert client.post("/lab/..%2f..%2fx/go-on").status_code == 404


LEVELS = (
    level.LevelScores("automalein", 60, 80.0, 8.0, "greedy"),
    level.LevelScores("ultoma", 60, 120.0, 8.0, "greedy"),
)


def test_which_level_for_me(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level, "known_levels", lambda package: LEVELS)
    monkeypatch.setattr(lab_pages, "known_levels", lambda package: LEVELS)
    game = find_game("terra_mystica")
    advice = level.advise_level(game, [118, 122, 120, 124])
    assert advice.best_chances.level.id == "ultoma" and advice.best_chances.is_even_game
    easy = advice.chances[0]
    assert easy.share > 0.99 and not easy.is_even_game and easy.low <= easy.share <= easy.high
    more = level.advise_level(game, [118, 122, 120, 124] * 4)
    assert (
        more.best_chances.high - more.best_chances.low < advice.best_chances.high - advice.best_chances.low
    )  # more games, narrower interval
    page = client.get("/lab", params={"game": "terra_mystica", "scores": "118, 122 120;124"}).text
    assert "even game" in page and "121.0" in page
    page = client.get("/lab", params={"game": "terra_mystica", "scores": "99 100 101 100"}).text
    assert "nearest to even" in page and "even game" not in page  # surely between the two levels
    for wrong in ("1", "a b", "12 99999"):
        assert "scores, each" in client.get("/lab", params={"scores": wrong}).text


def test_a_game_without_measured_levels_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(level.ImpossibleError, match="not been measured"):
        level.advise_level(find_game("tapestry"), [100, 110])


def test_how_long_it_takes_is_said_before_it_runs_and_the_form_stays_as_it_was(client: TestClient) -> None:
    form = {**FORM, "do": "estimate", "ruling": ["round_6_bonus"], "games": "40"}
    page = client.post("/lab", data=form).text
    assert "80 games in all, in 2 cells." in page and "is known after" in page
    assert list(_experiments(client).ids()) == []
    assert re.search(r'value="random" checked', page) and re.search(r'value="round_6_bonus" checked', page)
    assert not re.search(r'value="(greedy|ultoma)" checked', page) and 'name="games"' in page and 'value="40"' in page


def test_it_is_as_fast_as_the_last_one_like_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(some: Experiments, run: running.ExperimentRun) -> None:
        with some.ending(run):
            run.note_progress(RunProgress(4, 4, 0.5))

    monkeypatch.setattr(Experiments, "_play", played)
    where = client.post("/lab", data=FORM, follow_redirects=False).headers["location"]
    _experiments(client).wait(where.rpartition("/")[2], 60)
    form = {**FORM, "do": "estimate", "games": "60"}
    assert "60 games in all, in 1 cell: about 2 min here" in client.post("/lab", data=form).text
    assert "is known after" in client.post("/lab", data={**form, "agent": "greedy"}).text, "others are slower"


def test_a_pause_is_no_end(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    def played(some: Experiments, run: running.ExperimentRun) -> None:
        with some.ending(run):
            begun.set()
            assert run.stop.wait(60)
            run.note_progress(RunProgress(0, 4, None))

    monkeypatch.setattr(Experiments, "_play", played)
    where = client.post("/lab", data=FORM, follow_redirects=False).headers["location"]
    assert begun.wait(60) and "Pause" in client.get(where).text
    client.post(f"{where}/pause")
    _experiments(client).wait(where.rpartition("/")[2], 60)
    page = client.get(where).text
    assert "Paused" in page and "Continue" in page


def test_every_stand_in_of_a_kind_is_moved_by_itself(client: TestClient) -> None:
    page = client.post("/lab", data={**FORM, "do": "estimate", "stand_in": ["pass_vp"], "games": "1"}).text
    moved = [
        one for one in list_alternatives(find_game("terra_mystica"), one_by_one=True) if one.name.startswith("pass_vp.")
    ]
    assert f"{1 + len(moved)} games in all" in page and len(moved) == 34
    assert client.post("/lab", data={**FORM, "stand_in": ["nothing"]}).status_code == 422


def test_single_values_have_a_plot_of_their_own(client: TestClient) -> None:
    untitled = {**FORM, "title": "", "stand_in": ["cult"], "games": "1"}
    where = client.post("/lab", data=untitled, follow_redirects=False)
    address = where.headers["location"]
    _experiments(client).wait(address.rpartition("/")[2], 60)
    page = client.get(address).text
    assert "Sensitivity to single values" in page and "/copy/terra_mystica" in page
    assert "<h1>Terra Mystica Automa</h1>" in page, "an experiment without a name has the game's, not its id"
    assert "reversed" in page and "cult." not in re.sub(r"<[^>]*>", " ", page)


def test_an_experiment_is_stopped_in_the_middle_of_a_piece_and_keeps_those_that_are_done(client: TestClient) -> None:
    """A piece of a strong agent takes minutes: stopping must not wait for it."""
    where = client.post("/lab", data={**FORM, "agent": "expert", "games": "40"}, follow_redirects=False).headers[
        "location"
    ]
    id = where.rpartition("/")[2]
    assert client.post(f"{where}/stop", follow_redirects=False).status_code == 303
    _experiments(client).wait(id, 60)
    seen = _experiments(client).look(id)
    assert (seen.status, seen.done, seen.why) == ("stopped", 0, "")


def test_a_form_that_is_sent_twice_is_one_experiment(client: TestClient) -> None:
    sent = {**FORM, "once": "a-mark-of-its-page"}
    first, second = (client.post("/lab", data=sent, follow_redirects=False) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    other = client.post("/lab", data={**sent, "once": "another"}, follow_redirects=False)
    assert other.status_code == 503 or other.headers["location"] != first.headers["location"]


def test_a_damaged_file_is_told_and_its_games_are_played_again(client: TestClient) -> None:
    where = client.post("/lab", data={**FORM, "ruling": ["round_6_bonus"]}, follow_redirects=False).headers["location"]
    id = where.rpartition("/")[2]
    _experiments(client).wait(id, 60)
    whole = client.get(f"{where}/games.jsonl").text
    folder = _experiments(client)._folder / id
    victim = sorted((folder / "shards").iterdir())[0]
    victim.write_text("x", "utf-8")
    for _ in range(2):  # also on reload
        page = client.get(where).text
        assert victim.name in page and "moved aside" in page and "Continue" in page and "Done" not in page
    assert "Differences</h2>" not in page  # the cell to compare with is missing
    client.post(f"{where}/go-on")
    _experiments(client).wait(id, 60)
    page = client.get(where).text
    assert "set aside" not in page and "Done" in page and client.get(f"{where}/games.jsonl").text == whole
    (folder / "state.json").unlink()  # the final state is lost, but all games are there
    assert "Done" in client.get(where).text


def test_another_state_of_the_program_shows_what_was_played_and_plays_no_more(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = client.post("/lab", data=FORM, follow_redirects=False).headers["location"]
    id = where.rpartition("/")[2]
    _experiments(client).wait(id, 60)
    monkeypatch.setattr(running, "played_by", lambda: SourceState("", "another"))
    assert "4 of 4 games" in client.get(where).text
    next((_experiments(client)._folder / id / "shards").iterdir()).unlink()
    client.post(f"{where}/go-on")
    _experiments(client).wait(id, 60)
    assert "another version of the program" in client.get(where).text


def test_nothing_is_stopped_or_begun_that_there_is_none_of(client: TestClient) -> None:
    for act in ("stop", "pause", "go-on"):
        assert client.post(f"/lab/aaaaaaaaaaa/{act}").status_code == 404
    assert client.post("/lab", data={**FORM, "game": "chess"}).status_code == 404
    assert list(_experiments(client).ids()) == []


@pytest.mark.parametrize("scores", ["abc", "100", "100 1000"])
def test_scores_that_are_none_are_an_error_beside_the_form(client: TestClient, scores: str) -> None:
    answer = client.get("/lab", params={"scores": scores})
    assert answer.status_code == 422 and "between −999 and 999" in answer.text and 'name="agent"' in answer.text


def test_what_a_ruling_changes_is_said_of_the_other_choice_only() -> None:
    """TM-R01 was measured when today's alternative was the default."""

    def said(key: str, default: str, *choices: str) -> list[bool]:
        option = {"key": key, "default": default, "choices": [{"value": choice, "about": ""} for choice in choices]}
        found = lab_pages.with_effects(option, find_game("terra_mystica"), Catalogue("en", find_game("terra_mystica")))
        return [bool(choice["about"]) for choice in found["choices"]]

    assert said("round_6_bonus", "none", "none", "take") == [False, True]
    assert said("halfling_spades", "free_only", "free_only", "added") == [False, False]
