"""Experiments: read from a file, played in pieces, stopped and resumed, with identical results wherever they run."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.errors import ImpossibleError, SoloistError, UnknownError, UnreadableError
from soloist.core.rulebook import DIGITAL
from soloist.lab.experiment import read_experiment
from soloist.lab.jobs import Job
from soloist.lab.laboratory import open_shards, run_experiment, write_results
from soloist.lab.level import known_levels
from soloist.lab.record import count_lead_changes, margin_of, margins_by_round, play_game, points_by_round
from soloist.lab.running import RunProgress, cut_pieces, run_here, run_in_processes
from soloist.lab.shards import PARQUET, Shards, WorkPiece
from soloist.lab.tables import Findings, find_crossing, split_variance
from soloist.manifest import find_game
from soloist.session.words import Catalogue

SMALL = """
game = "terra_mystica"
seats = "random,automa"
games = 6
seed = "small"

[vary]
level = ["automalein", "alptrauma"]

[[change]]
name = "closest first"
tiebreakers = { "TMA-080" = ["TMA-080c", "TMA-080b", "TMA-036"] }

[[change]]
name = "card 1 gives more"
values = { "card.dc1.actions" = "upgrade, gain_vp 9" }
"""


def _run(folder: Path, source: str = SMALL, run_all: object = run_here, kind: str = "jsonl") -> dict[str, bytes]:
    """Return the contents of all files that an experiment writes, by name."""
    experiment = read_experiment(source)
    shards = Shards(folder, experiment.digest, kind, lambda: 2)
    findings = run_experiment(experiment, shards, run_all, {})  # type: ignore[arg-type] # any of the places
    return {path.name: path.read_bytes() for path in write_results(findings, folder, Catalogue("en"))}


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return _run(tmp_path_factory.mktemp("serial"))


@pytest.fixture(scope="module")
def findings() -> Findings:
    experiment = read_experiment(SMALL.replace("games = 6", "games = 4\nluck = 2"))
    game = find_game(experiment.game)
    return Findings(experiment, [play_game(game, cell, n, 2) for cell in experiment.cells for n in range(4)])


# ------------------------------------------------------------------------------------------------------------ the file


@pytest.mark.parametrize(
    ("wrong", "kind", "says"),
    [
        ("game = ", UnreadableError, "TOML"),
        ('seats = "random,automa"\ngames = 1', UnreadableError, "needs “game”"),
        (SMALL.replace("games = 6", "gmaes = 6"), UnknownError, "no key “gmaes”"),
        (SMALL.replace("games = 6", "games = true"), UnreadableError, "“games” has the wrong type"),
        (SMALL.replace("games = 6", "games = 0"), ImpossibleError, "number of games"),
        (SMALL.replace("games = 6", "games = 6\nprecision = 0"), ImpossibleError, "precision"),
        (SMALL.replace('level = ["automalein", "alptrauma"]', "level = []"), UnreadableError, "at least one value"),
        (SMALL.replace("level =", "height ="), UnknownError, "“height” cannot be varied"),
        (SMALL.replace('"TMA-080c"', '"TMA-999"'), UnknownError, "no rule TMA-999"),
        (SMALL.replace("card.dc1.actions", "card.dc99.actions"), SoloistError, "dc99"),
        (SMALL.replace('"random,automa"', '"nobody,automa"'), UnknownError, "nobody"),
        (SMALL.replace("alptrauma", "hardest"), SoloistError, "hardest"),
    ],
)
def test_a_wrong_file_is_refused_before_anything_is_played(wrong: str, kind: type[SoloistError], says: str) -> None:
    with pytest.raises(kind, match=says):
        read_experiment(wrong)


def test_cells_are_every_combination_and_each_change_beside_it() -> None:
    experiment = read_experiment(SMALL)
    assert [cell.name for cell in experiment.cells] == [
        f"level={level}{change}"
        for level in ("automalein", "alptrauma")
        for change in ("", ", closest first", ", card 1 gives more")
    ]
    assert {cell.plan.seed for cell in experiment.cells} == {"small"}  # the same games in every cell


def test_everything_can_be_varied() -> None:
    source = SMALL + '\n[options]\nmap = "fjords"\n'
    source = source.replace(
        "[vary]",
        '[vary]\nagent = ["random", "greedy"]\nfaction = ["witches"]\nautoma_faction = ["racelings"]\n'
        '"option.round_6_bonus" = ["none", "take"]\n"value.level.alptrauma.x_vp" = ["9 9 9"]',
    )
    plan = read_experiment(source).cells[-1].plan
    assert [(seat.who, seat.level, seat.faction) for seat in plan.seats] == [
        ("greedy", "", "witches"),
        ("automa", "alptrauma", "racelings"),
    ]
    assert plan.options == {"map": "fjords", "round_6_bonus": "take"}
    assert plan.owner["level.alptrauma.x_vp"] == "9 9 9"


# ----------------------------------------------------------------------------------------------- the same bytes everywhere


def test_several_processes_write_the_same_bytes(serial: dict[str, bytes], tmp_path: Path) -> None:
    assert _run(tmp_path, run_all=run_in_processes(2)) == serial


def test_parquet_keeps_the_same_rows_in_the_same_bytes(serial: dict[str, bytes], tmp_path: Path) -> None:
    assert _run(tmp_path / "a", kind=PARQUET) == serial
    _run(tmp_path / "b", kind=PARQUET)
    shards = [{p.name: p.read_bytes() for p in (tmp_path / at / "shards").iterdir()} for at in "ab"]
    assert shards[0] == shards[1] and len(shards[0]) == 18


def test_what_was_stopped_goes_on_with_what_is_missing(serial: dict[str, bytes], tmp_path: Path) -> None:
    seen: list[Job] = []

    def stopping(jobs: list[Job]):  # type: ignore[no-untyped-def] # a place that is stopped after three pieces
        for at, done in enumerate(run_here(jobs)):
            if at == 3:
                raise KeyboardInterrupt
            yield done

    def watched(jobs: list[Job]):  # type: ignore[no-untyped-def]
        seen.extend(jobs)
        return run_here(jobs)

    with pytest.raises(KeyboardInterrupt):
        _run(tmp_path, run_all=stopping)
    assert len(list((tmp_path / "shards").iterdir())) == 3
    assert _run(tmp_path, run_all=watched) == serial
    assert len(seen) == 18 - 3


@pytest.mark.parametrize("kind", ["jsonl", PARQUET])
def test_a_damaged_shard_is_told_kept_and_played_again(serial: dict[str, bytes], tmp_path: Path, kind: str) -> None:
    _run(tmp_path, kind=kind)
    experiment = read_experiment(SMALL)
    victim, gone = sorted((tmp_path / "shards").iterdir())[4:6]
    damaged = bytearray(victim.read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    victim.write_bytes(damaged)
    gone.unlink()
    shards = Shards(tmp_path, experiment.digest, kind, lambda: 7)
    assert shards.size == 2  # as the folder says
    found = run_experiment(experiment, shards, run_here, {})
    assert shards.damaged == [victim.name]
    assert victim.with_name(f"{victim.name}.damaged").read_bytes() == bytes(damaged)
    again = {path.name: path.read_bytes() for path in write_results(found, tmp_path, Catalogue("en"))}
    assert again == serial


def test_the_folder_of_another_experiment_is_refused(tmp_path: Path) -> None:
    experiment = read_experiment(SMALL)
    open_shards(experiment, tmp_path, {})
    other = read_experiment(SMALL.replace('"small"', '"other"'))
    with pytest.raises(ImpossibleError, match="another experiment"):
        open_shards(other, tmp_path, {})
    (tmp_path / "run.json").write_text("?", "utf-8")
    with pytest.raises(UnreadableError):
        open_shards(experiment, tmp_path, {})


def test_a_wanted_precision_is_reached_step_by_step(tmp_path: Path) -> None:
    source = 'game = "terra_mystica"\nseats = "random,automa:ultoma"\ngames = 4\nprecision = {}\nmost = 12\n'
    told: list[RunProgress] = []
    for wanted, games in ((1000.0, 4), (0.01, 12)):
        experiment = read_experiment(source.format(wanted))
        shards = Shards(tmp_path / str(games), experiment.digest, "jsonl", lambda: 3)
        found = run_experiment(experiment, shards, run_here, {}, told.append)
        assert len(found.cells[0]) == games
    assert told[-1].done == told[-1].total == 12 and told[-1].seconds_left == 0


def test_pieces_show_every_cell_early() -> None:
    assert cut_pieces(2, 0, 5, 3) == [WorkPiece(0, 0, 3), WorkPiece(1, 0, 3), WorkPiece(0, 3, 5), WorkPiece(1, 3, 5)]


# --------------------------------------------------------------------------------------------------------- what it shows


def test_rows_add_up(findings: Findings) -> None:
    for _, rows in findings.iterate_cells():
        for row in rows:
            assert [points_by_round(row, at)[-1] for at in range(2)] == row["scores"]
            assert margins_by_round(row)[-1] == margin_of(row) == row["scores"][0] - row["scores"][1]
            assert sum(row["turns"]) >= sum(card[0] for card in row["cards"].values()) > 0
            assert all(drawn == worked + fell for drawn, worked, fell, _ in row["cards"].values())
            assert all(reached >= narrowed >= 0 for reached, narrowed, _ in row["rules"].values())


def test_games_of_one_set_up_differ_in_luck_alone(findings: Findings) -> None:
    _, rows = next(findings.iterate_cells())
    assert [row["set_up"] for row in rows] == [0, 0, 1, 1]
    assert rows[0]["seats"] == rows[1]["seats"] and rows[0]["scores"] != rows[1]["scores"]


def test_a_changed_card_and_a_changed_tiebreaker_make_a_difference(findings: Findings) -> None:
    table = next(table for table in findings.list_tables() if table.name == "differences")
    rows = {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.rows}
    more = rows["level=automalein, card 1 gives more"]
    assert float(more["last"] or 0) > 0  # she gains more with it
    assert rows["level=automalein, closest first"]["changed"] != 0
    by_rule = {(row[0], row[1]): row for row in findings.tiebreakers_table().rows}
    changed = by_rule["level=automalein, closest first", "TMA-080c"]
    assert int(changed[2] or 0) > int(by_rule["level=automalein", "TMA-080c"][2] or 0)  # it comes first now


def test_every_table_and_plot_is_there(serial: dict[str, bytes], findings: Findings) -> None:
    names = {table.name for table in findings.list_tables()}
    assert names >= {"games", "scores", "overlap", "even", "rounds", "tempo", "sources", "cards", "tiebreakers", "luck"}
    assert {"scores.svg", "margins.svg", "wins.svg", "sources.svg", "tiebreakers.svg", "differences.svg"} <= set(serial)
    assert serial["scores.svg"].startswith(b'<svg xmlns="http://www.w3.org/2000/svg"')
    header, *lines = serial["games.csv"].decode().splitlines()
    assert header.startswith("cell,number,seed,seat") and len(lines) == 6 * 6 * 2


def test_a_rule_that_was_never_reached_is_listed(findings: Findings) -> None:
    rows = [row for row in findings.tiebreakers_table().rows if row[0] == "level=automalein"]
    assert {row[1] for row in rows} >= set(find_game("terra_mystica").tiebreakers)
    assert sum(float(row[5] or 0) for row in rows) == pytest.approx(1)


def test_lead_changes() -> None:
    points = [{"start": [0, 5, 0, 5]}, {"start": [0, 3, 4, 0]}]
    row = {"seats": [["a", "", ""], ["b", "", ""]], "rounds": 3, "points": points, "scores": [10, 7]}
    assert margins_by_round(row) == [0, 2, -2, 3] and count_lead_changes(row) == 2


def test_where_shares_cross_the_half() -> None:
    assert find_crossing([0.9, 0.6, 0.2]) == pytest.approx(2.25)
    assert find_crossing([0.9, 0.8]) is None


def test_variance_between_and_within() -> None:
    assert split_variance([[1, 1], [3, 3]]) == (pytest.approx(2.0), 0.0)
    between, within = split_variance([[0, 2], [0, 2]]) or (9, 9)
    assert (between, within) == (0.0, pytest.approx(2.0))
    assert split_variance([[1, 2]]) is None


@pytest.mark.parametrize("id", ["barrage", "terra_mystica"])
def test_every_level_of_a_whole_game_is_measured_and_harder_than_the_one_before(id: str) -> None:
    game = find_game(id)
    levels = known_levels(game.package)
    choices = next(option.choices for option in game.rulebook(DIGITAL).options if option.key == "level")
    assert [level.id for level in levels] == [choice for choice in choices if choice != "none"]
    means = [level.mean for level in levels]
    assert means == sorted(means) and min(level.games for level in levels) >= 60
