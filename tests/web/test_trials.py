"""The trials in a short form: they find nothing, and each does what it is for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.trials.devices import simulate
from tests.trials.every import TRIALS
from tests.trials.faults import has_vfs
from tests.trials.server import killed_while_many_write
from tests.trials.slow import has_other_addresses
from tests.trials.steps import routes
from tests.trials.trial import Standing, Tally, Trial, run, run_long
from tests.web.test_storage import database


def short(name: str, number: int) -> Tally:
    tally = run(TRIALS[name], number, "short")
    assert not tally.findings, tally.findings
    return tally


def test_changed_saves_and_files_are_shown_or_refused_in_words() -> None:
    counts = short("imports", 900).counts
    assert counts["let in"] > 60 and counts["refused"] > 300 and counts["shown on every page"] > 5


def test_small_files_that_ask_for_much_are_answered_soon_in_little_memory() -> None:
    counts = short("packed", 40).counts
    assert counts["everything, refused"] and counts["a copy, refused"]


def test_random_steps_over_all_routes_are_no_fault() -> None:
    counts = short("steps", 300).counts
    assert counts["answered 200"] > 60 and {"answered 404", "answered 409", "answered 422"} <= set(counts)


def test_every_flipped_bit_in_any_save_is_found() -> None:
    short("bits", 150)


def test_no_script_of_a_hostile_save_gets_into_a_page() -> None:
    assert short("responses", 20).counts["responses"] > 100


def test_of_two_tabs_that_act_at_once_one_is_told_that_it_was_late() -> None:
    # how many acts succeed depends on which tab is first
    assert short("races", 15).counts["answered [200, 409]"]


def test_nothing_acknowledged_is_lost_when_the_terminal_is_killed() -> None:
    counts = short("terminal", 20).counts
    assert counts["struck before it was stored"] and counts["struck after it was stored"], "too early or too late"


def test_nor_when_any_operation_of_the_disk_fails() -> None:
    counts = short("faults", 40).counts
    assert counts["files: fsync failed, said"] or counts["files: mkstemp failed, said"]
    assert counts["SQLite: write failed, said"] or not has_vfs()


def test_nor_when_the_server_is_killed_while_many_write() -> None:
    short("kills", 2)


def test_many_clients_at_few_tables_are_all_answered_and_stored_once() -> None:
    counts = short("load", 400).counts
    assert counts["acknowledged entries"] > 100 and not counts["answered 503"]


def test_who_never_ends_a_request_is_hung_up_on_and_keeps_nobody_else_out() -> None:
    counts = short("slow", 110).counts
    assert counts["hung up on"] > 20 and counts["slow and answered"] and counts["too many of one address"] > 20
    assert counts["others answered meanwhile"] > 3 or not has_other_addresses()


def test_an_act_is_done_once_whatever_the_clock_says() -> None:
    counts = short("clock", 150).counts
    assert counts["sent again"] > 30 and counts["pages"] > 5


def test_devices_at_one_table_are_told_the_truth_through_lost_answers_double_taps_and_kills() -> None:
    counts = short("devices", 60).counts
    assert counts["kills"] and counts["answers lost"] and counts["requests lost"] and counts["tell answered 409"]


def test_the_same_seed_gives_the_same_history(tmp_path: Path) -> None:
    told = [simulate(random.Random("same"), 25, tmp_path / name, Tally()) for name in ("one", "two")]
    assert told[0] == told[1] and len(told[0]) == 25


@pytest.mark.parametrize(
    "broken",
    [
        ("soloist.web.storage.database.Database.find_act", lambda *_: None),  # keys are forgotten
        ("soloist.web.storage.loaded_tables.remember_answer", lambda _: None),  # answers are not stored
        (
            "soloist.web.api.table_api.replace",
            lambda row, **_: row,
        ),  # answers show the table before the act
    ],
)
def test_the_checker_of_the_simulation_finds_what_is_broken(tmp_path: Path, broken: tuple[str, Any]) -> None:
    tally = Tally()
    with patch(*broken):
        for seed in range(4):
            simulate(random.Random(seed), 40, tmp_path / str(seed), tally)
            if tally.findings:
                return
    pytest.fail("nothing was found")


def test_nor_with_postgresql(tmp_path: Path, postgres: str) -> None:
    tally = Tally()
    with database(postgres) as url:
        killed_while_many_write(random.Random(5), 2, tmp_path, tally, ("--database-url", url))
    assert not tally.findings, tally.findings


# ------------------------------------------------------------------------------------------------------- running them


def test_the_steps_know_every_route() -> None:
    known = routes()
    for needed in (
        ("POST", "/lab"),
        ("POST", "/everything/import"),
        ("GET", "/t/{id}/hint"),
        ("PUT", "/api/games/{game}/copy"),
        ("PUT", "/api/tables/{id}/others"),
        ("POST", "/api/tables/{id}/review"),
    ):
        assert needed in known
    assert len(known) > 100


def test_a_long_run_goes_on_where_it_was_and_finds_the_same(tmp_path: Path) -> None:
    def roll(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
        for _ in range(number):
            tally.count(f"a {dice.randrange(3)}")
        if dice.random() < 0.3:
            tally.found("an unlucky piece", str(folder.exists()))

    trial = Trial("dice", "rolls", 100, 10, roll)
    whole = run(trial, 95, "s")
    assert whole.counts["rolls"] == 95 and whole.findings
    run_long(trial, 40, "s", tmp_path, lambda _: None)
    after = run_long(trial, 95, "s", tmp_path, lambda _: None)
    assert (after.tally, after.pieces) == (whole, 10)
    assert Standing.read(tmp_path / "dice.json", "s").tally == whole
