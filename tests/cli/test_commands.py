"""The commands as a script sees them: output, JSON, exit codes, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.manifest import game_ids
from tests.cli.conftest import Shell

SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"


def new(shell: Shell, *options: str) -> None:
    shell("new", "terra_mystica", "t", "level=automa", "human=witches", "home=lakes", *options, "--seed", "7")


def test_from_a_new_table_to_an_explanation(shell: Shell) -> None:
    new(shell, "pass_values=stand_in")
    shell("tell", "t", "bonus bon7", "build E9")
    shell("turn", "t")
    shell("tell", "t", "build C3; upgrade E9 to th")
    out = shell("turn", "t", "--why")
    assert "Action card" in out and "Do this" in out and "TMA-064c" in out
    told = shell("explain", "t")
    assert "does not apply" in told and "What would have changed her decision" in told
    assert "water" in shell("why-not", "t", "water")
    answers = shell.json("why-not", "t", "fire")["answers"]
    assert answers[0]["rule"] == "TMA-036"
    assert shell.json("log", "t")[0]["events"][0] == "human: bonus bon7"
    assert "no difference" in shell("verify", "t")
    assert "Undone" in shell("undo", "t", "2")
    assert "Redone" in shell("redo", "t")
    position = shell.json("show", "t")["position"]
    assert position["structures.human.trading_house"] == "E9"
    assert "E9" in shell("show", "t")


def test_every_command_speaks_json(shell: Shell, tmp_path: Path) -> None:
    assert shell.json("new", "terra_mystica", "t", "seed=7", "level=automa")["setup"]["level"] == "automa"
    row = shell.json("show", "t")["position"]["bonus.row"].split()
    assert shell.json("tell", "t", f"bonus {row[0]}")["events"] == [f"human: bonus {row[0]}"]
    assert shell.json("turn", "t", "--why")["why"][0]["rule"] == "TMA-018"
    explained = shell.json("explain", "t")
    assert explained["turn"] == 2 and all(it["changes"] for it in explained["changes"])
    assert shell.json("undo", "t")[0]["kind"] == "turn"
    assert shell.json("redo", "t")[0]["kind"] == "turn"
    assert shell.json("tables") == ["t"]
    assert shell.json("verify", "t") == []
    assert {g["id"] for g in shell.json("games")} == set(game_ids())
    assert shell.json("rule", "tma-071b")["id"] == "TMA-071b"
    assert set(shell.json("rules", "terra_mystica")) == {
        "rules",
        "descriptive",
        "uncovered_by_code",
        "uncovered_by_tests",
    }
    assert {d["origin"] for d in shell.json("data", "t")} >= {"stand_in", "missing"}
    assert shell.json("data", "terra_mystica", "cult.score9=fire", "--filter", "cult.score9")[0]["origin"] == "printed"
    assert shell.json("soak", "terra_mystica", "--turns", "40", code=1)["faults"] == []
    assert {o["key"] for o in shell.json("new", "terra_mystica")} >= {"level", "map"}
    assert shell.json("explain", "t", "--as-scenario", str(tmp_path / "x.scenario"))["scenario"] == "x.scenario"
    assert shell.json("check", str(tmp_path / "x.scenario"))[0]["holds"]
    assert shell.json("rescue", "t", "u")["fault"] is None
    assert shell.json("log", "u")


def test_a_scenario_from_the_table_can_be_checked(shell: Shell, tmp_path: Path) -> None:
    new(shell, "pass_values=stand_in")
    shell("tell", "t", "bonus bon7; build E9")
    shell("turn", "t")
    path = tmp_path / "doubt.scenario"
    shell("explain", "t", "--as-scenario", str(path))
    assert "holds" in shell("check", str(path))
    path.write_text(path.read_text().replace("automa: begin", "automa: done"))
    out = shell("check", str(path), code=1)
    assert "FAILS" in out and "TMA-018" in out
    shell("explain", "t", "--as-scenario", str(path), code=2)  # never overwritten
    assert shell("explain", "t", "--as-scenario", "-").startswith("soloist-scenario 1 terra_mystica")


def test_a_question_is_bad_input_until_it_is_answered(shell: Shell) -> None:
    new(shell, "chance=own")
    shell("tell", "t", "bonus bon7; build E9")
    shell("turn", "t", code=2)
    assert "Question" in shell.err and "--answer" in shell.err
    asked = shell.json("turn", "t", code=2)["error"]
    assert asked["question"] == "initial_card" and "dc1" in asked["options"]
    shell("turn", "t", "--answer", "dc1")
    shell("turn", "t", "--answer", "dc3", "--answer", "dc4")
    shell("turn", "t", "--answer", "dc3", code=2)  # a card drawn twice


def test_a_position_from_a_file(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "lies.txt"
    path.write_text("# what lies on my table\nset phase = playing\nautoma: put D5 dwelling\nhuman: put E9 temple\n")
    shell("new", "terra_mystica", "t", "human=witches", "home=lakes", "--position", str(path))
    assert shell.json("show", "t")["position"]["structures.human.temple"] == "E9"
    path.write_text("set phase = playing\nhuman: put Z9 temple\n")
    shell("new", "terra_mystica", "u", "--position", str(path), code=2)
    assert "Line 2" in shell.err
    assert shell.json("tables") == ["t"]


def test_values_of_the_own_box(shell: Shell) -> None:
    shell("data", "terra_mystica", "pass_vp.score3.r1_3=6")
    shell("new", "terra_mystica", "t", "scoring=score3 score2 score4 score5 score6 score7", "human=witches")
    found = {d["key"]: d for d in shell.json("data", "t")}
    assert (found["pass_vp.score3.r1_3"]["value"], found["pass_vp.score3.r1_3"]["origin"]) == ("6", "printed")
    assert found["pass_vp.score7.r4_6"]["origin"] == "source"
    shell("data", "t", "pass_vp.score2.r1_3=2")
    assert {d["key"]: d["origin"] for d in shell.json("data", "t")}["pass_vp.score2.r1_3"] == "printed"
    shell("data", "terra_mystica", "pass_vp.score3.r1_3=")
    assert "printed" not in {d["origin"] for d in shell.json("data", "terra_mystica")}
    shell("data", "terra_mystica", "pass_vp.score3.r1_3=many", code=2)
    shell("data", "terra_mystica", "pass_vp.score33.r1_3=1", code=2)


@pytest.mark.parametrize(
    "words",
    [
        ("new", "chess", "t"),
        ("new", "terra_mystica", "t", "level=hard"),
        ("new", "terra_mystica", "t", "faction=goblins"),
        ("new", "terra_mystica", "t", "human=elves"),
        ("new", "terra_mystica", "t", "map=moon"),
        ("new", "terra_mystica", "t", "nonsense=1"),
        ("new", "terra_mystica", "t", "nonsense"),
        ("new", "terra_mystica", "t", "human=giants", "faction=blight"),
        ("new", "terra_mystica", "t", "human=witches", "home=forest"),
        ("new", "terra_mystica", "t", "scoring=score1 score2"),
        ("new", "terra_mystica", "t", "scoring=score2 score3 score4 score5 score1 score6"),
        ("new", "terra_mystica", "t", "human=witches", "human2=auren"),
        ("new", "terra_mystica", "t", "human2=auren", "human=nomads", "faction=druids"),
        ("new", "terra_mystica", "t", "--position", "no-such-file"),
        ("show", "no-such-table"),
        ("rule", "TMA-999"),
        ("rule", "nonsense"),
        ("rules", "chess"),
        ("data", "no-such-table"),
        ("check", "no-such-file"),
        ("soak", "chess"),
        ("rescue", "no-such-table", "x"),
        ("why-not", "no-such-table", "A1"),
        ("games", "--lang", "tlh"),
        ("undo", "t", "0"),
        ("undo", "t", "minus one"),
        ("nonsense",),
        (),
    ],
    ids=" ".join,
)
def test_bad_input_is_one_clear_message_and_exit_code_2(shell: Shell, words: tuple[str, ...]) -> None:
    shell(*words, code=2)
    assert shell.err.strip()
    assert not list(shell.folder.rglob("*.soloist"))


@pytest.mark.parametrize(
    "line",
    [
        "build Z9",
        "build r3",
        "pass bon10",
        "bonus bon10",
        "upgrade E9",
        "frobnicate",
        "priest fire 7",
        "set x = 1",
        "town tw99",
    ],
)
def test_a_told_line_that_cannot_be_changes_nothing(shell: Shell, line: str) -> None:
    new(shell)
    before = (shell.folder / "tables" / "t.soloist").read_bytes()
    shell("tell", "t", line, code=2)
    assert shell.err.startswith("Error: ")
    assert (shell.folder / "tables" / "t.soloist").read_bytes() == before


def test_a_pass_after_having_passed(shell: Shell) -> None:
    new(shell, "pass_values=stand_in")
    shell("tell", "t", "bonus bon7; build E9")
    shell("turn", "t")
    shell("tell", "t", "pass bon1")
    shell("tell", "t", "pass bon9", code=2)
    assert "TMA-040" in shell.err


def test_a_broken_file_names_line_and_rescue_saves_the_rest(shell: Shell) -> None:
    new(shell)
    shell("tell", "t", "vp +1")
    shell("tell", "t", "vp +2")
    path = shell.folder / "tables" / "t.soloist"
    path.write_bytes(path.read_bytes().replace(b"human: vp +2", b"human: vp +9"))
    broken = path.read_bytes()
    shell("show", "t", code=2)
    assert "Line " in shell.err
    assert shell.json("show", "t", code=2)["error"]["line"] > 10
    shell("tell", "t", "vp +3", code=2)
    shell("rescue", "t", "saved")
    assert shell.json("show", "saved")["position"]["vp.human"] == "21"
    assert path.read_bytes() == broken


def test_explaining_before_she_ever_moved(shell: Shell) -> None:
    new(shell)
    shell("explain", "t", code=2)
    shell("why-not", "t", "E5", code=2)
    shell("explain", "t", "99", code=2)


def test_german(shell: Shell) -> None:
    new(shell, "pass_values=stand_in")
    shell("tell", "t", "bonus bon7; build E9")
    assert "Wohnhaus" in shell("turn", "t", "--lang", "de")
    assert shell("rule", "TMA-071b", "--lang", "de").splitlines()[0] != shell("rule", "TMA-071b").splitlines()[0]
    shell("tell", "t", "build Z9", "--lang", "de", code=2)
    assert "Z9" in shell.err


def test_play_without_a_terminal_makes_a_table_and_says_what_to_do(shell: Shell) -> None:
    out = shell("play")
    assert "quick-1" in out
    assert shell.json("tables") == ["quick-1"]


def test_the_rule_command_shows_all_four_places(shell: Shell) -> None:
    out = shell("rule", "TMA-071b")
    assert "soloist/games/terra_mystica/automa/upgrade.py:" in out
    assert "tests/games/terra_mystica/test_upgrade.py:" in out


def test_a_hex_that_begins_with_a_minus_is_a_place_not_an_option(shell: Shell) -> None:
    shell("new", "tapestry", "isle", "level=4", "seed=t4")
    shell("turn", "isle")
    shell("tell", "isle", "income; done")
    for _ in range(6):  # in some of these turns she looks at hexes
        shell("turn", "isle")
    for place in ("-1,2", "(-1,2)"):
        assert "-1,2" in shell("why-not", "isle", place)
