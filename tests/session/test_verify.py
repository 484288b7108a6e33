"""Verify decides again and shows both traces where today's engine differs."""

from __future__ import annotations

import pytest

from soloist.session.save import read_save, write_save
from soloist.session.table import Table
from soloist.session.verify import replay_with_values, verify
from tests.session.test_save import played


def test_a_game_just_played_has_no_difference() -> None:
    assert verify(played()) == []


def test_another_engine_is_found_with_both_traces(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.from_text(played(turns=24).text())
    from soloist.games.terra_mystica.automa import view

    monkeypatch.setattr(view.DIRECTIONAL_SELECTION, "keep", lambda v, mask: mask & -mask)
    differences = verify(table)
    assert differences
    first = differences[0]
    assert first.logged != first.today
    assert any("TMA-036" in line for line in first.logged_trace)
    assert any("TMA-036" in line for line in first.today_trace)
    assert first.logged_trace != first.today_trace


def test_other_reasons_for_the_same_events_are_a_difference() -> None:
    save = read_save(played().text())
    entry = next(e for e in save.entries if any("narrow" in line for line in e.trace))
    entry.trace = [line.replace("TMA-036", "TMA-071b") for line in entry.trace]
    if "TMA-071b" not in " ".join(entry.trace):
        entry.trace.append("remark TMA-001")
    (difference,) = verify(Table.from_text(write_save(save)))
    assert difference.why.key == "verify.reasons"
    assert difference.logged == difference.today


def test_a_logged_event_that_was_not_hers() -> None:
    save = read_save(played().text())
    entry = next(e for e in save.entries if e.kind == "turn" and any(": vp" in line for line in e.events))
    entry.events = ["automa: vp +9" if ": vp" in line else line for line in entry.events]
    differences = verify(Table.from_text(write_save(save)))
    assert differences[0].why.key == "verify.events"


def test_a_logged_card_that_does_not_fit() -> None:
    save = read_save(played().text())
    entry = next(e for e in save.entries if e.outcomes and e.outcomes[0].startswith("deck"))
    entry.outcomes = []
    differences = verify(Table.from_text(write_save(save)))
    assert differences[0].why.key == "error.replay_short"


def test_other_values_change_only_the_turns_that_they_decide() -> None:
    table = played(turns=24)
    keys = [d.key for d in table.game.data(table.board) if d.key.startswith("atp.") and d.has_stand_in]
    rows = {d.key: d for d in table.game.data(table.board) if d.key in keys}
    same = [f"value {key} = {rows[key].value}" for key in keys]
    turns, otherwise = replay_with_values(table, same)
    assert turns > 5 and otherwise == []
    turned = [f"value {key} = {' '.join(reversed(rows[key].value.split()))}" for key in keys]
    _, otherwise = replay_with_values(table, turned)
    assert otherwise and all(it.logged != it.today or it.why for it in otherwise)
    assert verify(table) == [], "the table itself is as it was"
