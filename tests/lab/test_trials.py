"""Findings of trials: experiments with unusual set-ups report correct numbers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from soloist.core.errors import ImpossibleError, SoloistError, UnreadableError
from soloist.lab.experiment import read_experiment
from soloist.lab.laboratory import open_shards, run_experiment, write_results
from soloist.lab.level import LEAST_SPREAD, advise_level
from soloist.lab.plots.experiment_plots import draw_plots
from soloist.lab.record import Row, margin_of
from soloist.lab.running import run_here
from soloist.lab.shards import JSON_LINES, PARQUET, Shards, WorkPiece
from soloist.lab.tables import Findings, ResultTable, is_precise, list_left_open, list_without_effect
from soloist.manifest import find_game
from soloist.session.words import Catalogue
from soloist.simulation.stats import half_width, t_quantile

BASE = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 2\n'
LEVELS = '[vary]\nlevel = ["ultoma", "automalein"]\n'
CHANGE = '[[change]]\nname = "{}"\noptions = {{ order = "passing" }}\n'


def _game(cell: int, number: int, hers: int, yours: int, **more: object) -> Row:
    """Return a row with made-up points."""
    row: Row = {
        "cell": cell,
        "number": number,
        "set_up": number,
        "seats": [["random", "", "witches"], ["automa", "ultoma", "kuddlers"]],
        "scores": [yours, hers],
        "rounds": 1,
        "moves": 9,
        "turns": [0, 4],
        "points": [{"start": [0, yours]}, {"start": [0, hers]}],
        "cards": {},
        "rules": {},
        "drawn": {},
        "unsure": [],
        "open": {},
        **more,
    }
    return {**row, "winners": [at for at, score in enumerate(row["scores"]) if score == max(row["scores"])]}


def _findings(source: str, *rows: Row) -> Findings:
    return Findings(read_experiment(source), rows)


def _told(table: ResultTable) -> list[dict[str, object]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


# ------------------------------------------------------------------------------------------------------------- shards


@pytest.mark.parametrize("kind", [JSON_LINES, PARQUET])
def test_a_shard_of_another_cell_or_run_is_set_aside(tmp_path: Path, kind: str) -> None:
    one, other = WorkPiece(0, 0, 2), WorkPiece(1, 0, 2)
    rows = {piece: [_game(piece.cell, number, 100, 90) for number in range(2)] for piece in (one, other)}
    mine, his = (Shards(tmp_path / run, run, kind, lambda: 2) for run in ("mine", "his"))
    for shards in (mine, his):
        shards.write_piece(one, rows[one])
        shards.write_piece(other, rows[other])
    assert mine.read_piece(one) == rows[one] and mine.list_set_aside() == []
    shutil.copy(mine.shard_path(other), mine.shard_path(one))
    assert mine.read_piece(one) is None
    shutil.copy(his.shard_path(other), mine.shard_path(other))
    assert mine.read_piece(other) is None
    assert mine.damaged == mine.list_set_aside() == [mine.shard_path(one).name, mine.shard_path(other).name]
    mine.write_piece(one, rows[one])  # played again
    assert mine.list_set_aside() == [mine.shard_path(other).name]


def test_games_of_two_states_of_the_program_are_never_mixed(tmp_path: Path) -> None:
    Shards(tmp_path, "games", JSON_LINES, lambda: 2, tree="old").write_piece(WorkPiece(0, 0, 1), [_game(0, 0, 1, 2)])
    with pytest.raises(ImpossibleError, match="another version of the program"):
        Shards(tmp_path, "games", JSON_LINES, lambda: 2, tree="new")
    looking = Shards(tmp_path, "games", JSON_LINES, lambda: 2, tree="new", looking=True)
    assert looking.read_piece(WorkPiece(0, 0, 1)) == [_game(0, 0, 1, 2)]
    with pytest.raises(ImpossibleError):
        Shards(tmp_path, "others", JSON_LINES, lambda: 2, tree="new", looking=True)


@pytest.mark.parametrize("name", ["scores.csv", "wins.svg", "games.jsonl", "levels.toml", "shards/0000.jsonl"])
def test_what_somebody_else_has_in_a_folder_stays(tmp_path: Path, name: str) -> None:
    theirs = tmp_path / name
    theirs.parent.mkdir(exist_ok=True)
    theirs.write_text("mine", "utf-8")
    with pytest.raises(ImpossibleError, match=theirs.name):
        open_shards(read_experiment(BASE), tmp_path, {})
    assert theirs.read_text("utf-8") == "mine" and not (tmp_path / "run.json").exists()


def test_tables_and_plots_of_an_earlier_run_do_not_stay(tmp_path: Path) -> None:
    experiment = read_experiment(BASE)
    found = run_experiment(experiment, open_shards(experiment, tmp_path, {}), run_here, {})
    (tmp_path / "factions.csv").write_text("cell,…", "utf-8")
    (tmp_path / "notes.csv").write_text("mine", "utf-8")
    (tmp_path / "wins.svg").write_text("<svg/>", "utf-8")
    written = {path.name for path in write_results(found, tmp_path, Catalogue("en"))}
    left = {path.name for path in tmp_path.iterdir()} - {"run.json", "shards", "notes.csv"}
    assert left == written and "wins.svg" not in written


# ------------------------------------------------------------------------------------------------------------ figures


def test_what_is_compared_with_a_cell_without_games_is_left_out() -> None:
    source = BASE + LEVELS + CHANGE.format("order")
    games = [_game(cell, 0, 100 + 10 * cell, 90) for cell in range(4)]
    every = _told(_findings(source, *games).differences_table())
    assert [(row["cell"], row["last"]) for row in every] == [
        ("level=ultoma, order", 10.0),
        ("level=automalein", 20.0),
        ("level=automalein, order", 10.0),
    ]
    without = _told(_findings(source, *games[:2], *games[3:]).differences_table())
    assert [row["cell"] for row in without] == ["level=ultoma, order"]
    assert _told(_findings(source, *games[1:]).differences_table()) == [every[2] | {"cell": "level=automalein, order"}]


def test_levels_are_compared_from_the_easiest_however_they_are_named() -> None:
    """The hardest level is named first, and an option is varied as well."""
    source = BASE + LEVELS + '"option.order" = ["passing", "clockwise"]\n'
    cells = read_experiment(source).cells
    games = [
        _game(cell.number, number, 150 if cell.varied["level"] == "ultoma" else 80, 100)
        for cell in cells
        for number in range(2)
    ]
    found = _findings(source, *games)
    assert [row["change"] for row in _told(found.even_table())] == ["option.order=passing", "option.order=clockwise"]
    for row in _told(found.even_table()):
        assert (row["won_at_easiest"], row["level_at_50"], row["won_at_hardest"]) == (1, 1.5, 0)
    for row in _told(found.overlap_table()):
        assert str(row["cell"]).startswith("level=automalein") and row["above"] == 1
    drawn = draw_plots(found, Catalogue("en", find_game("terra_mystica")))["wins"]
    assert drawn.count("<polyline") == 2 and drawn.count(">Automalein<") == 1
    assert drawn.index(">Automalein<") < drawn.index(">Ultoma<")


def test_games_that_share_a_set_up_are_not_counted_as_independent() -> None:
    source = BASE.replace("games = 2", "games = 8\nluck = 2")
    points = [100, 102, 140, 142, 80, 82, 120, 122]
    games = [_game(0, number, hers, 110, set_up=number // 2) for number, hers in enumerate(points)]
    found = _findings(source, *games)
    hers = _told(found.scores_table())[1]
    assert hers["games"] == 8 and hers["within"] == half_width([101, 141, 81, 121])
    half_width_of_all = half_width(points)
    assert half_width_of_all is not None and float(str(hers["within"])) > half_width_of_all
    as_if_alone = _findings(source.replace("luck = 2", ""), *(game | {"set_up": game["number"]} for game in games))
    assert float(str(hers["wins_to"])) > float(str(_told(as_if_alone.scores_table())[1]["wins_to"]))
    known = half_width([margin_of(game) for game in games])
    assert known is not None and not is_precise(found, known) and is_precise(as_if_alone, known)
    short = _findings(source, *games[:7])
    assert {row["set_ups"] for row in _told(short.luck_table())} == {3}  # the fourth is not complete


def test_the_agent_is_the_agent_wherever_he_sits() -> None:
    source = BASE.replace("random,automa", "automa,random") + LEVELS
    seats = [["automa", "ultoma", "kuddlers"], ["random", "", "witches"]]
    games = [
        _game(cell, number, yours, hers, seats=seats)  # points in the order of the seats: hers first
        for cell, hers, yours in ((0, 150, 90), (1, 80, 95))
        for number in range(2)
    ]
    found = _findings(source, *games)
    (even,) = _told(found.even_table())
    assert (even["agent"], even["won_at_easiest"], even["won_at_hardest"]) == ("random", 1, 0)
    (differs,) = _told(found.differences_table())
    assert (differs["first"], differs["last"], differs["margin"], differs["wins"]) == (5, -70, 75, 1)


def test_a_lead_that_changes_through_a_tie_is_told_in_its_round() -> None:
    points = [{"start": [0, 5, 0, 0]}, {"start": [0, 3, 2, 4]}]
    game = _game(0, 0, 9, 5, rounds=3, points=points, turns=[0, 1, 1, 1])
    table = _findings(BASE, game).rounds_table()
    assert [row["lead_changed"] for row in _told(table) if row["seat"] == 1] == [0, 0, 1]


def test_decisions_that_other_tiebreakers_leave_to_chance_are_told() -> None:
    change = '[[change]]\nname = "none"\ntiebreakers = { "TMA-080" = ["TMA-080b"] }\n'
    games = [_game(cell, number, 90, 80, open={"undecided": 3}) for cell in range(2) for number in range(2)]
    assert list_left_open(_findings(BASE + change, *games)) == [("none", 3.0)]


def test_a_change_under_which_no_game_differs_is_named() -> None:
    source = BASE + LEVELS + CHANGE.format("order")
    games = [_game(cell, 0, 100 + 10 * (cell == 3), 90) for cell in range(4)]
    assert list_without_effect(_findings(source, *games)) == ["level=ultoma, order"]


# ------------------------------------------------------------------------------------------------------- what is asked


@pytest.mark.parametrize("name", ["", "  ", "order", "a\\u0001b"])
def test_a_change_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ImpossibleError, match="its own name"):
        read_experiment(BASE + CHANGE.format("order") + CHANGE.format(name))


@pytest.mark.parametrize(("values", "kind"), [('["ultoma", "ultoma"]', ImpossibleError), ('[""]', UnreadableError)])
def test_what_is_varied_has_values_that_differ(values: str, kind: type[SoloistError]) -> None:
    with pytest.raises(kind, match="level"):
        read_experiment(f"{BASE}[vary]\nlevel = {values}\n")


# ---------------------------------------------------------------------------------------------------- level for me


@pytest.mark.parametrize(("scores", "best"), [((272, 274), "alptrauma"), ((3, 5), "automalein")])
def test_who_wins_or_loses_everything_is_nearest_to_one_end(scores: tuple[int, int], best: str) -> None:
    advice = advise_level(find_game("terra_mystica"), scores)
    assert advice.best_chances.level.id == best and not any(chances.is_even_game for chances in advice.chances)


def test_what_is_hardly_known_is_not_called_even() -> None:
    (first, *_) = advise_level(find_game("terra_mystica"), (34, 45)).chances
    assert first.low < 0.5 < first.high and first.share < 0.05 and not first.is_even_game


def test_equal_scores_say_no_more_than_scores_that_spread_a_little() -> None:
    for many in (2, 3, 10):
        advice = advise_level(find_game("terra_mystica"), [100] * many)
        assert advice.within == pytest.approx(t_quantile(many - 1) * LEAST_SPREAD / many**0.5)
