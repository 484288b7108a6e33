"""Real games of the public play site. The twelve ledgers are not part of this repository; the skip reason tells
more."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import DIGITAL
from soloist.games.terra_mystica.ledger.replay import Ledger, build_setup, draw_setup, import_ledger, read, replay
from soloist.games.terra_mystica.player.options import new_position
from soloist.manifest import find_game
from soloist.session.table import Table

FOLDER = Path(__file__).parents[5] / "shared" / "facts" / "terra_mystica" / "ledgers"
LEDGERS = sorted(FOLDER.glob("*.txt")) if FOLDER.is_dir() else []
needs = pytest.mark.skipif(not LEDGERS, reason="the folder ../shared/facts/terra_mystica/ledgers is not there")
GAME = find_game("terra_mystica")


@needs
@pytest.mark.parametrize("path", LEDGERS, ids=lambda p: p.stem)
def test_a_real_game_replays_without_a_difference(path: Path) -> None:
    run, difference = replay(path.read_text())
    assert difference is None
    assert run.checks == sum(1 for row in run.ledger.rows if row.state is not None)


@needs
@pytest.mark.parametrize("path", LEDGERS, ids=lambda p: p.stem)
def test_the_command_log_of_the_same_game_gives_the_same_points(path: Path) -> None:
    """Form A, made from form B: the set-up by its seed, then only commands; income and the end are computed."""
    ledger = read(path.read_text())
    drawn = Ledger(options=ledger.options, factions=ledger.factions, seed=("v2", path.stem))
    draw_setup(drawn)
    assert drawn.scoring == ledger.scoring and drawn.removed == ledger.removed
    lines = [f"option {o}" for o in ledger.options] + [f"player p{i}" for i in range(4)]
    lines += [f"randomize v2 seed {path.stem}"] + [f"setup {f.replace('_', '')}" for f in ledger.factions]
    final = {}
    for row in ledger.rows:
        if row.faction:
            assert row.state is not None
            final[row.faction] = row.state[0]
            commands = [c for c in row.commands if c not in ("setup", "score_resources") and "income_for" not in c]
            commands = [c for c in commands if not c.startswith("[") and "vp for" not in c]
            if commands:
                lines.append(f"{row.faction.replace('_', '')}: {'. '.join(commands)}")
        elif "dropped" in row.comment:
            lines.append(row.comment)
    run, difference = replay("\n".join(lines))
    assert difference is None
    assert {faction: run.position.vp[seat] for faction, seat in run.seats.items()} == final


@needs
def test_an_imported_game_is_a_save() -> None:
    found = import_ledger(LEDGERS[0].read_text())
    table = Table.from_imported(GAME, found, mode=DIGITAL)
    again = Table.from_text(table.text())
    assert again.board.key() == table.board.key() and again.over and len(again.entries) == len(found.steps)


@needs
def test_a_changed_number_is_found_in_its_row_and_column() -> None:
    lines = LEDGERS[0].read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if "upgrade" in line)
    cells = lines[at].split("\t")
    cells[4] = "99 C"
    _, difference = replay("\n".join([*lines[:at], "\t".join(cells), *lines[at + 1 :]]))
    assert difference is not None and (difference.line, difference.column) == (at + 1, "coins") and difference.rule


@needs
def test_an_illegal_command_names_row_and_rule() -> None:
    lines = LEDGERS[0].read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.endswith("send p to AIR"))
    lines[at] = lines[at].replace("send p to AIR", "upgrade A1 to TE")
    _, difference = replay("\n".join(lines))
    assert difference is not None and difference.line == at + 1 and difference.rule == "TM-007"
    lines[at] = lines[at].replace("upgrade A1 to TE", "frobnicate")
    _, difference = replay("\n".join(lines))
    assert difference is not None and difference.why is not None and difference.why.args["got"] == "frobnicate"


HEAD = [
    "option variable-turn-order",
    "score SCORE8,SCORE6,SCORE9,SCORE1,SCORE3,SCORE4",
    *(f"delete BON{n}" for n in (10, 9, 7, 5, 2)),
]
SMALL = "\n".join([*HEAD, "setup Nomads", "setup Auren", "nomads: build A5", "auren: build A3"])


def test_a_small_command_log() -> None:
    run, difference = replay(SMALL)
    assert difference is None and run.position.owned(1).bit_count() == 1


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("", "error.ledger_empty"),
        ("hello\nworld", "error.ledger_empty"),
        (SMALL + "\nsetup Nomads", "error.faction_twice"),
        (SMALL.replace("option variable-turn-order", "option flying-carpets"), "error.ledger_option"),
        (SMALL.replace("SCORE4", "SCORE3").replace(",SCORE3", "", 1), "error.ledger_scoring"),
        ("halflings\t\tx VP\t\t15 C\t\t3 W\t\t0 P\t\t3/9/0 PW\t\t0/0/1/1\t\tsetup", "error.ledger_row"),
        ("halflings\t\t20 VP\t\t15 C\t\t3 W", "error.ledger_columns"),
        (
            "\n".join(HEAD + [f"setup {f}" for f in "nomads auren giants dwarves halflings mermaids".split()]),
            "error.players",
        ),
    ],
)
def test_what_cannot_be_read_says_why(source: str, key: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        replay(source)
    assert why.value.text.key == key


def test_the_wrong_player_is_told_whose_turn_it_is() -> None:
    _, difference = replay(SMALL + "\nnomads: build E8")
    assert difference is not None and difference.why is not None and difference.why.key == "error.ledger_turn"


FIRE_AND_ICE = """
setup Icemaidens
setup Dragonlords
icemaidens: pick-color green. +FAV11
dragonlords: pick-color red
icemaidens: build E9
dragonlords: build D7
dragonlords: build D4
icemaidens: build C3
dragonlords: pass BON1
icemaidens: pass BON3
icemaidens: dig 1. build F6
dragonlords: dig 1. build E7
icemaidens: convert 1PW to 1C. upgrade F6 to TP
"""


def test_fire_and_ice_commands() -> None:
    """TM-141, TM-144: ice by spades to the starting terrain, volcano for a token; the favor tile at the start."""
    run, difference = replay("\n".join(HEAD) + FIRE_AND_ICE.replace("convert 1PW to 1C. ", ""))
    assert difference is None, difference
    assert (
        run.position.favors[1] and run.position.terrain[7].bit_count() == 3 and run.position.terrain[8].bit_count() == 3
    )
    purse = run.position.purses[2]
    assert purse.bowl1 + purse.bowl2 + purse.bowl3 == 7
    _, difference = replay("\n".join(HEAD) + FIRE_AND_ICE)
    assert difference is not None and difference.rule == "TM-036"  # no power in bowl 3


def test_an_imported_command_log_holds_what_followed_by_itself() -> None:
    """The events of an import contain income and bonuses, which a command log leaves out."""
    source = "\n".join(HEAD) + FIRE_AND_ICE.replace("convert 1PW to 1C. ", "")
    run, _ = replay(source)
    assert run.position.purses[1].coins != new_position(build_setup(run.ledger)).purses[1].coins
    assert Table.from_imported(GAME, import_ledger(source), mode=DIGITAL).board.key() == run.position.key()


def test_spades_must_be_bought_and_used() -> None:
    lines = [*SMALL.splitlines(), "auren: build C3", "nomads: build B4", "nomads: build E8"]
    lines += ["auren: pass BON3", "nomads: pass BON1"]
    _, difference = replay("\n".join([*lines, "nomads: build A4"]))
    assert difference is not None and difference.rule == "TM-041"
    _, difference = replay("\n".join([*lines, "nomads: dig 1. pass BON4"]))
    assert difference is not None and difference.rule == "TM-020"  # the spade was the action
