"""Effects of rulings are measured on the same games, and unchanged games are not played twice."""

from __future__ import annotations

import subprocess
from dataclasses import asdict, fields, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from soloist.core.errors import ImpossibleError, UnreadableError
from soloist.lab.comparison_game import prepare_game
from soloist.lab.jobs import ComparisonJob
from soloist.lab.measuring import Measurement
from soloist.lab.provenance import MeasurementRun, check_committed, digest_plan, find_source
from soloist.lab.register import (
    RulingEffect,
    measure_effects,
    read_effects,
    read_known_effects,
    replace_section,
    write_document,
    write_toml,
)
from soloist.lab.rulings import (
    HIGH,
    LOW,
    Alternative,
    RulingComparison,
    compare_rulings,
    list_alternatives,
    make_base_plan,
)
from soloist.lab.running import run_here
from soloist.lab.shards import JSON_LINES, Shards, WorkPiece
from soloist.manifest import Game, find_game, game_ids
from soloist.simulation.simulate import Plan, lay_out_game

GAME = find_game("terra_mystica")
PLAN = make_base_plan(GAME, "random", "test")


def one(name: str, to: str) -> Alternative:
    return next(found for found in list_alternatives(GAME) if (found.name, found.to) == (name, to))


def test_every_ruling_and_every_group_of_stand_ins_is_in_the_register() -> None:
    found = list_alternatives(GAME)
    options = [option for option in GAME.rulebook("digital").options if option.ruling]
    rulings = {option.key for option in options if len(option.offered or option.choices) > 1}
    assert {option.key for option in options} - rulings == {"powermongers"}  # its other choice asks the table
    assert {a.name for a in found if a.rule} == rulings
    groups = {datum.key.partition(".")[0] for datum in GAME.data(None) if datum.has_stand_in}
    assert {a.name for a in found if not a.rule} == groups
    moved = {key for a in found for key in a.changed_keys}
    assert {datum.key for datum in GAME.data(None) if datum.has_stand_in and (datum.value or datum.stand_in)} == moved


def test_a_ruling_that_decides_changes_turns_and_one_that_does_not_apply_changes_nothing() -> None:
    some = [one("round_6_bonus", "take"), one("shipyard", "anywhere")]
    for number in range(3):
        bonus, shipyard = compare_rulings(GAME, PLAN, some, number)
        assert bonus.changed and bonus.other  # TMA-R09: her last pass is another one in every game
        won = bonus.won_before
        unchanged = RulingComparison(
            shipyard.turns, 0, False, bonus.before, bonus.before, won_before=won, won_after=won
        )
        assert shipyard == unchanged  # TMA-070: no shipyards here


def test_another_printed_value_changes_points_and_not_the_course() -> None:
    low, high = compare_rulings(GAME, PLAN, [one("pass_vp", LOW), one("pass_vp", HIGH)], 1)
    assert low.after[1] < low.before[1] < high.after[1]
    assert low.before == high.before


def test_a_ruling_that_changes_what_is_drawn_makes_another_game() -> None:
    """BR-R03: with fewer starting contracts other contracts are drawn, so no turn is compared."""
    barrage = find_game("barrage")
    plan = make_base_plan(barrage, "random", "rulings")
    fewer = next(a for a in list_alternatives(barrage) if a.name == "starting_contract_pool")
    ours, others = (lay_out_game(barrage, replace(plan, options=dict(of)), 0)[0] for of in ((), fewer.options))
    assert ours["starting"] != others["starting"]
    (found,) = compare_rulings(barrage, plan, [fewer], 0)
    assert (found.turns, found.changed, found.other, found.missed) == (0, 0, True, False)


def test_points_that_follow_from_a_human_s_move_are_compared_too() -> None:
    """BR-R46: the ruling changes only who scores the objective tile, and no turn or legal move."""
    barrage = find_game("barrage")
    zero = next(a for a in list_alternatives(barrage) if a.name == "objective_zero")
    found = [
        compare_rulings(barrage, make_base_plan(barrage, "random", "objective"), [zero], number)[0]
        for number in range(1, 7)
    ]
    assert any(it.after[0] < it.before[0] and not it.changed for it in found)  # a human's move was the last
    assert any(it.after == it.before for it in found)
    assert all(it.other == (it.after != it.before) and not it.missed for it in found)


def test_a_difference_that_was_not_seen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so often an apparently unchanged game is played again; here the parallel board sees nothing."""
    monkeypatch.setattr("soloist.lab.rulings.ParallelBoard.has_other_course", False)
    (missed,) = compare_rulings(GAME, PLAN, [one("atp", "turned")], 20)
    monkeypatch.setattr("soloist.lab.rulings._changes_points", lambda *args: False)
    (told,) = compare_rulings(GAME, PLAN, [one("atp", "turned")], 20)
    assert told.missed == (told.before != told.after) and not missed.missed


def _run(command: str, found: list[RulingEffect]) -> MeasurementRun:
    plan = digest_plan(command, "tree", [(effect.name, effect.to) for effect in found])
    return MeasurementRun(command, "c0ffee", "tree", plan, found[0].games, "rows")


def _measured(name: str = "reaching", **told: Any) -> RulingEffect:
    numbers = dict.fromkeys((field.name for field in fields(RulingEffect)), 0.0)
    return RulingEffect(**{**numbers, "name": name, "to": "support", "rule": "", "games": 8, "run": 0, **told})


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("hers = 0.00000", "hers = 0.40000"),
        ('commit = "c0ffee"', 'commit = "decade"'),
        ("--games 8", "--games 800"),
        ("games = 8", "games = 800"),
        ('tree = "tree"', 'tree = "hut"'),
        ('name = "reaching"', 'name = "wanderers"'),
        ("run = 0", "run = 1"),
    ],
)
def test_a_file_that_was_changed_after_it_was_measured_is_refused(was: str, becomes: str, tmp_path: Path) -> None:
    file, effect = tmp_path / "effects.toml", _measured()
    content = write_toml([effect], [_run("soloist x --games 8", [effect])])
    file.write_text(content, "utf-8")
    read_effects([tmp_path])
    assert was in content
    file.write_text(content.replace(was, becomes), "utf-8")
    with pytest.raises(UnreadableError, match="changed after it was measured"):
        read_effects([tmp_path])


def test_a_sealed_file_whose_plan_is_not_that_of_its_command_is_refused(tmp_path: Path) -> None:
    effect = _measured()
    run = replace(_run("soloist x --games 8 --seed a", [effect]), command="soloist x --games 8 --seed b")
    (tmp_path / "effects.toml").write_text(write_toml([effect], [run]), "utf-8")
    with pytest.raises(UnreadableError, match="plan"):
        read_effects([tmp_path])


def test_runs_are_put_together(tmp_path: Path) -> None:
    for name in ("reaching", "wanderers"):
        (tmp_path / name).mkdir()
        effect = _measured(name)
        (tmp_path / name / "effects.toml").write_text(
            write_toml([effect], [_run(f"soloist {name}", [effect])]), "utf-8"
        )
    found, runs = read_effects([tmp_path / "reaching", tmp_path / "wanderers"])
    assert [(effect.name, runs[effect.run].command) for effect in found] == [
        ("reaching", "soloist reaching"),
        ("wanderers", "soloist wanderers"),
    ]
    (tmp_path / "effects.toml").write_text(write_toml(found, runs), "utf-8")
    assert read_effects([tmp_path]) == (found, runs)


def test_only_what_a_commit_holds_has_a_commit(tmp_path: Path) -> None:
    """A folder without a checkout has no commit, so its measurements cannot be published."""
    assert find_source(tmp_path).commit == ""
    with pytest.raises(ImpossibleError, match="uncommitted changes"):
        check_committed([MeasurementRun("soloist x", "", "0", "", 1, "")])


def test_one_by_one_every_stand_in_is_moved_by_itself() -> None:
    groups = [a for a in list_alternatives(GAME) if a.values]
    alone = [a for a in list_alternatives(GAME, one_by_one=True) if a.values]
    assert {(a.changed_keys[0], a.to, a.values[0]) for a in alone} == {
        (key, a.to, value) for a in groups for key, value in zip(a.changed_keys, a.values, strict=True)
    }
    assert all(a.changed_keys == (a.name,) for a in alone)


def test_a_stand_in_that_is_not_in_use_changes_nothing() -> None:
    (setup, *_) = lay_out_game(GAME, PLAN, 1)
    alone = [a for a in list_alternatives(GAME, one_by_one=True) if a.name.startswith("pass_vp") and a.to == HIGH]
    used = [f"value.{a.name}" in setup for a in alone]
    found = compare_rulings(GAME, PLAN, alone, 1)
    assert True in used and False in used
    for one, compared in zip(used, found, strict=True):
        points, won = compared.before, compared.won_before
        unchanged = RulingComparison(compared.turns, 0, False, points, points, won_before=won, won_after=won)
        assert one or compared == unchanged
    assert any(compared.after[1] > compared.before[1] for compared in found)


def test_effects_are_means_with_intervals(tmp_path: Path) -> None:
    ruling = Alternative("round_6_bonus", "take", rule="TMA-R09")
    rows = [
        {
            "compared": {
                ruling.id: asdict(RulingComparison(10, 1, True, (60, 50), (60, 60), won_before=1.0, won_after=0.0))
            }
        },
        {
            "compared": {
                ruling.id: asdict(RulingComparison(10, 0, False, (60, 50), (60, 50), won_before=1.0, won_after=1.0))
            }
        },
        {"compared": {}},  # it was known well enough by then
    ]
    (effect,) = measure_effects([ruling], rows)
    told = (effect.turns, effect.changed, effect.hers, effect.yours, effect.wins)
    assert told == (0.05, 0.5, 5.0, 0.0, -0.5)  # with equal points the tie-breaker decides
    assert effect.turns_from < effect.turns < effect.turns_to and effect.hers_within > 5
    run = _run("soloist x --games 2", [effect])
    (tmp_path / "effects.toml").write_text(write_toml([effect], [run]), "utf-8")
    (again,), runs = read_effects([tmp_path])
    assert runs == [run] and (again.name, again.to, again.hers) == (effect.name, effect.to, effect.hers)
    assert again.hers_within == pytest.approx(effect.hers_within, abs=1e-4)
    page = write_document(GAME, [effect], [run])
    assert "| TMA-R09 |" in page and "+5.0 ± 63.5" in page and "−50.0 ± 635.3 %" in page
    assert "In 1 of 1 rows an interval of points is wider than ± 0.5" in page and "she takes one * |" in page


def test_at_a_table_her_half_is_compared_where_the_ruling_comes_up() -> None:
    """TA-152 needs the Shadow Empire alone, and TA-R03 needs the Automa; this table has only the latter."""
    tapestry = find_game("tapestry")
    plan = make_base_plan(tapestry, "", "table", mode="table")
    assert prepare_game(tapestry, plan, 1).setup["mode"] == "automa"
    every = {one.id: one for one in list_alternatives(tapestry, mode="table")}
    some = [every[id] for id in ("shadow_deck=add_two", "goal_hex=must_be_passable", "topple_two=board")]
    deck, goal, topple = compare_rulings(tapestry, plan, some, 1)
    assert deck.changed and deck.before == (0, 0)  # the Shadow Empire alone has no points
    assert goal.before == topple.before and goal.before[0] == 0 < goal.before[1]
    assert not (topple.other or topple.missed)  # TR-R23: nobody topples two at this table


def test_what_is_known_well_enough_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A step is two games. The first alternative is precise after it; the second never is and runs to the limit."""
    certain, wild = Alternative("certain", "x"), Alternative("wild", "x")
    monkeypatch.setattr(
        "soloist.lab.jobs._find_alternatives", lambda game, mode, names, alone: [Alternative(*n) for n in names]
    )

    def made_up(game: Game, plan: Plan, some: list[Alternative], number: int) -> list[RulingComparison]:
        return [RulingComparison(1, 1, True, (0, 0), (0, 9 * (one == wild) * (number % 2))) for one in some]

    monkeypatch.setattr("soloist.lab.jobs.compare_rulings", made_up)
    job = ComparisonJob(GAME.id, "random", "test", (("certain", "x"), ("wild", "x")), WorkPiece(0, 0, 1))
    measuring = Measurement(job, [certain, wild], 2, 0.5, 5)
    rows = measuring.run_measurement(Shards(tmp_path, "d", JSON_LINES, lambda: 2), run_here)
    assert [sorted(row["compared"]) for row in rows] == 2 * [["certain=x", "wild=x"]] + 3 * [["wild=x"]]
    again = measuring.run_measurement(
        Shards(tmp_path, "d", JSON_LINES, lambda: 2), lambda jobs: pytest.fail("nothing is missing")
    )
    assert again == rows
    found = [replace(effect, run=0) for effect in measure_effects([certain, wild], rows)]
    assert [(effect.games, effect.is_precise) for effect in found] == [(2, True), (5, False)]
    (tmp_path / "effects.toml").write_text(
        write_toml(found, [_run("soloist x --games 2 --precision 0.5 --most 5", found[1:])])
    )
    with pytest.raises(UnreadableError, match="plan"):  # the first alternative is not in that plan
        read_effects([tmp_path])
    run = replace(_run("soloist x --games 2 --precision 0.5 --most 5", found), games=5)
    (tmp_path / "effects.toml").write_text(write_toml(found, [run]), "utf-8")
    assert read_effects([tmp_path])[1] == [run]


def test_a_section_takes_the_place_of_the_one_before() -> None:
    page = "# All\n\nAbout.\n\n## One\n\nold\n\n## Two\n\nstays\n"
    assert replace_section(page, "## One\n\nnew\n") == "# All\n\nAbout.\n\n## One\n\nnew\n\n## Two\n\nstays\n"
    assert replace_section(page, "## Two\n\nnew\n").endswith("old\n\n## Two\n\nnew\n")
    assert replace_section(page, "## Three\n\nnew\n") == f"{page}\n## Three\n\nnew\n"


# ------------------------------------------------------------------------------------------------- what was published

PUBLISHED = [game for game in map(find_game, game_ids()) if read_known_effects(game.package)]


def test_terra_mystica_is_published() -> None:
    assert GAME in PUBLISHED and read_known_effects("soloist.core") == ()


def _tree_in(commit: str) -> str:
    """Return the tree of the package in a commit."""
    words = ["git", "-C", str(files("soloist")), "rev-parse", "--verify", "--quiet", f"{commit}:./"]
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()


@pytest.mark.parametrize("game", PUBLISHED, ids=lambda game: game.id)
def test_what_is_published_is_what_was_measured(game: Game) -> None:
    """The file is sealed, matches its plan and names a commit with the right tree; the page agrees with it."""
    found, runs = read_effects([Path(str(files(game.package)))])
    check_committed(runs)
    for run in runs:
        assert _tree_in(run.commit) in ("", run.tree)  # empty: a copy without that commit
        steps = "--precision" in run.command
        assert (steps or f"--games {run.games} " in run.command) and f" {game.id} " in run.command
    ways = {(effect.mode, alone) for effect in found for alone in (False, True)}
    there = {(a.name, a.to) for mode, alone in ways for a in list_alternatives(game, mode=mode, one_by_one=alone)}
    books = (book for book in (game.table, game.digital) if book is not None)
    changed = {(option.key, option.default) for book in books for option in book.options if option.earlier}
    assert {
        (effect.name, effect.to) for effect in found
    } <= there | changed  # what is ours now was the other choice then
    page = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text("utf-8")
    assert replace_section(page, write_document(game, found, runs)) == page
