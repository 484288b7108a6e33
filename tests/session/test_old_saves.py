"""Saves of earlier versions as they were written, with what that version knew about them (`expected.json`).

They load, show, undo and verify, and a DIGITAL game continues with the same decision. `tests/saves/version-1` holds one
of every game and mode, and one in the middle of each kind of pending decision.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from soloist.session.save import read_head
from soloist.session.table import Table
from soloist.session.verify import verify
from soloist.session.words import Catalogue, say_trace

FOLDER = Path(__file__).parents[1] / "saves" / "version-1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
FILES = sorted(FOLDER.glob("*.soloist"))
#: moves that the old version offered against a rule, by their first words (TM-036: no conversions in the income phase)
REFUSED = {"terra_mystica-digital-unlock_or_priest.soloist": ("burn", "convert")}


def test_there_is_an_old_save_of_every_kind_and_each_is_known() -> None:
    assert {path.name for path in FILES} == set(EXPECTED)
    heads = {(head.game, head.mode, head.cards) for head in (read_head(path.read_bytes()) for path in FILES)}
    assert {("terra_mystica", "digital", False), ("terra_mystica", "table", False)} <= heads
    assert all((game, "table", cards) in heads for game in ("barrage", "tapestry") for cards in (False, True))


@pytest.fixture(params=FILES, ids=[path.stem for path in FILES])
def old(request: pytest.FixtureRequest) -> tuple[Table, dict[str, Any]]:
    path: Path = request.param
    expected = EXPECTED[path.name]
    if path.name in REFUSED:
        legal = [line for line in expected["legal"] if not line.startswith(REFUSED[path.name])]
        assert legal != expected["legal"]
        expected = expected | {"legal": legal}
    return Table.from_text(path.read_bytes()), expected


def test_it_loads_as_the_position_it_was(old: tuple[Table, dict[str, Any]]) -> None:
    table, expected = old
    assert len(table.entries) == expected["entries"] and len(table.log) == expected["log"]
    assert expected["facts"].items() <= table.board.facts().items()  # later versions have more fields
    assert "mode" not in table.setup or table.game.id == "tapestry"


def test_the_same_decision_waits_with_the_same_legal_moves(old: tuple[Table, dict[str, Any]]) -> None:
    table, expected = old
    if "legal" in expected:
        assert table.lines() == expected["legal"]
        assert table.deciding == expected["deciding"]
        assert dict(table.scores()) == expected["scores"]
    else:
        assert table.legal() is None


def test_it_can_be_undone_and_written_in_todays_form(old: tuple[Table, dict[str, Any]]) -> None:
    table, expected = old
    now = table.board.key()
    table.undo(1)
    assert expected["undone"].items() <= table.board.facts().items()
    again = Table.from_text(table.text())
    assert again.board.key() == table.board.key() and again.from_version is None
    again.redo(1)
    assert again.board.key() == now
    again.undo(len(again.entries))
    assert Table.from_text(again.text()).board.key() == again.board.key()


def test_its_last_turn_is_shown_and_explained(old: tuple[Table, dict[str, Any]]) -> None:
    table, expected = old
    last = table.last_turn()
    assert (last is None) == ("explained" not in expected)
    if last is not None:
        words = Catalogue("en", table.game)
        assert say_trace(words, table.trace_of(last[0])) == expected["explained"]
        assert [words.say(line) for line in table.instructions_of(last[0])] == expected["hands"]


def test_todays_engine_decides_as_it_did_then(old: tuple[Table, dict[str, Any]]) -> None:
    table, _ = old
    assert [(d.number, d.why, d.logged, d.today) for d in verify(table)] == []


def test_it_goes_on_from_there(old: tuple[Table, dict[str, Any]]) -> None:
    table, expected = old
    for line in expected.get("legal", [])[:3]:
        trial = Table.from_text(table.text())
        trial.play(line)
        assert Table.from_text(trial.text()).board.key() == trial.board.key()
