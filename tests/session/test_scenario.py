"""Scenario files: all of ours hold, faults are found, and a running table writes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.errors import BadSaveError
from soloist.manifest import game_ids
from soloist.session.scenario import run_text, write_scenario
from tests.session.test_save import played

FOLDER = Path(__file__).parent.parent.parent / "scenarios"
FILES = sorted(FOLDER.rglob("*.scenario"))

GOOD = """soloist-scenario 1 terra_mystica
about: a dwelling beside you is upgraded first
option level = automa
option human = witches
option home = lakes

position
set phase = playing
automa: put E4 dwelling
automa: mark E4
automa: put G6 dwelling
human: put E5 dwelling

play
turn dc2 dc1

expect
automa: draw dc2
automa: draw dc1
automa: upgrade E4 to trading_house
automa: done
decided TMA-071a
after TMA-070 : E4 G6
procedures TMA-070 TMA-066
nothing TMA-066
holds left.automa.trading_house = 3
remark TMA-063 vp=0
skips TMA-071b
"""


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(FOLDER)))
def test_scenario(path: Path) -> None:
    verdict = run_text(path.read_bytes())
    assert verdict.holds, [(d.key, dict(d.args)) for d in verdict.differences]


@pytest.mark.parametrize("game", game_ids())
def test_every_game_has_scenarios(game: str) -> None:
    assert [p for p in FILES if p.is_relative_to(FOLDER / game)]


def test_a_good_scenario_holds() -> None:
    assert run_text(GOOD).holds


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("upgrade E4 to trading_house", "upgrade G6 to trading_house", "scenario.events"),
        ("decided TMA-071a", "decided TMA-036", "scenario.decided"),
        ("after TMA-070 : E4 G6", "after TMA-070 : E4", "scenario.after"),
        ("after TMA-070 : E4 G6", "after TMA-031 : E4", "scenario.no_step"),
        ("procedures TMA-070 TMA-066", "procedures TMA-066 TMA-070", "scenario.procedures"),
        ("procedures TMA-070 TMA-066", "procedures TMA-070 TMA-070", "scenario.procedures"),
        ("nothing TMA-066", "nothing TMA-070", "scenario.nothing"),
        ("trading_house = 3", "trading_house = 4", "scenario.holds"),
        ("vp=0", "vp=1", "scenario.remark"),
        ("skips TMA-071b", "skips TMA-071a", "scenario.skips"),
        ("turn dc2 dc1", "turn dc2 dc9", "scenario.error"),
        ("skips TMA-071b", "fails TMA-040", "scenario.fails"),
        ("skips TMA-071b", "asks deck", "scenario.asks"),
        ("skips TMA-071b", "warns TM-090", "scenario.warns"),
        ("skips TMA-071b", "value TMA-071b E4 = 1", "scenario.value"),
    ],
)
def test_each_check_can_fail(old: str, new: str, key: str) -> None:
    assert old in GOOD
    verdict = run_text(GOOD.replace(old, new))
    assert key in [d.key for d in verdict.differences]


@pytest.mark.parametrize("known", ["TMA-070 TMA-066", "TMA-070", "TMA-066"])
def test_a_scenario_holds_when_an_explanation_has_a_step_more(known: str) -> None:
    """An older engine may have listed fewer steps."""
    assert run_text(GOOD.replace("procedures TMA-070 TMA-066", f"procedures {known}")).holds


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("", 0),
        ("hello", 1),
        ("soloist-scenario 9 terra_mystica", 1),
        (GOOD.replace("option level = automa", "opton level = automa"), 3),
        (GOOD.replace("automa: put G6 dwelling", "automa: put Z6 dwelling"), 11),
        (GOOD.replace("turn dc2 dc1", "trun dc2 dc1"), 15),
        (GOOD.replace("decided TMA-071a", "decidde TMA-071a"), 22),
        ("soloist-scenario 1 terra_mystica\noption level = automa\n", 2),
    ],
)
def test_a_broken_scenario_names_the_line(source: str, line: int) -> None:
    with pytest.raises(BadSaveError) as caught:
        run_text(source)
    assert caught.value.line == line


def test_binary_garbage_is_no_scenario() -> None:
    with pytest.raises(BadSaveError):
        run_text(b"\xff\xfe\x00garbage")


def test_a_running_table_writes_scenarios_that_hold() -> None:
    table = played(turns=30)
    numbers = [i for i, e in enumerate(table.entries) if e.kind in ("turn", "told")]
    assert len(numbers) > 15
    for number in numbers:
        verdict = run_text(write_scenario(table, number, "from a running table"))
        assert verdict.holds, (number, [(d.key, dict(d.args)) for d in verdict.differences])


@pytest.mark.parametrize("answer", ["+", "++", "territory_05+territory_06"])
def test_a_face_down_card_is_one_card(answer: str) -> None:
    """`+` joins the names of several answers; alone it names nothing."""
    source = (FOLDER / "tapestry/examples/TAX-02.scenario").read_text()
    head, _, _ = source.replace("turn 22 8 territory_05 2", f"turn 22 8 {answer} 2").partition("expect")
    assert run_text(f"{head}expect\nfails TA-085\n").holds


def test_a_scenario_of_ours_names_the_rule_it_fails_by() -> None:
    tapestry = [path for path in FILES if path.is_relative_to(FOLDER / "tapestry")]
    assert not [path.name for path in tapestry if "fails" in path.read_text().split("expect")[1].split("\n")]


@pytest.mark.parametrize("word", ["offers", "lacks"])
def test_after_a_set_up_that_failed_nothing_is_offered_nor_lacking(word: str) -> None:
    source = (FOLDER / "barrage" / "human" / "BR-156-not-played.scenario").read_text("utf-8")
    verdict = run_text(f"{source}{word} use bank 1\n")
    assert [difference.key for difference in verdict.differences] == ["scenario.error"]
