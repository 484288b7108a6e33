"""Ledgers in the formats and with the quirks of real games; each small game here is invented."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from soloist.core.errors import ImpossibleError, SoloistError
from soloist.core.rulebook import DIGITAL
from soloist.core.sink import NULL_SINK
from soloist.games.terra_mystica.ledger.file import build_setup
from soloist.games.terra_mystica.ledger.replay import Difference, Replay, Row, import_ledger, read, replay
from soloist.games.terra_mystica.player.base_step import update_turn
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.factions import SIDES
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.towns import list_connections
from soloist.manifest import find_game
from soloist.session import serialize
from soloist.session.table import Table
from soloist.session.words import Catalogue
from tests.games.terra_mystica.player.positions import arena, bowls, hand, new_game, purse, put, rich

GAME = find_game("terra_mystica")
SAMPLES = Path(__file__).parents[4] / "docs" / "samples"
RENDERED = (SAMPLES / "ledger.txt").read_text("utf-8")
COMMANDS = (SAMPLES / "commands.txt").read_text("utf-8")


def head(*factions: str) -> list[str]:
    """Return the set-up lines of a command log for these factions."""
    removed = (9, 7, 5, 2)[: 6 - len(factions)]
    lines = ["option variable-turn-order", "score SCORE8,SCORE6,SCORE9,SCORE1,SCORE3,SCORE4"]
    return [*lines, *(f"delete BON{n}" for n in removed), *(f"setup {SIDES[faction].site_id}" for faction in factions)]


def going_on(position: Position, *lines: str) -> tuple[Replay, Difference | None]:
    """Replay rows of a command log on a position in the middle of a game of the site."""
    run = Replay(read("\n".join([*head(*(faction.id for faction in position.setup.humans)), *lines])))
    run.position = position
    return run, run.run()


def site(*factions: str) -> Position:
    position = arena(*factions, site="yes")
    rich(position)
    return position


def state_of(position: Position, seat: int, offers: Sequence[int]) -> tuple[object, ...]:
    own = position.purses[seat]
    bowl = [own.bowl1, own.bowl2, own.bowl3]
    return (position.vp[seat], own.coins, own.workers, own.priests, bowl, position.cults[seat], list(offers))


# ------------------------------------------------------------------------------------------------- the two samples


def test_the_sample_is_read_in_both_forms() -> None:
    """Every row of the rendered sample is compared; the bare commands of that game lead to the same end."""
    run, difference = replay(RENDERED)
    bare, none = replay(COMMANDS)
    assert difference is None and none is None
    assert run.checks == sum(row.state is not None for row in run.ledger.rows) == 72 and bare.checks == 0
    assert run.position.vp == bare.position.vp == [0, 81, 67]
    assert [p.key() for p in run.position.purses] == [p.key() for p in bare.position.purses]


@pytest.mark.parametrize("source", [RENDERED, COMMANDS], ids=["rendered", "commands"])
def test_the_sample_is_a_table_to_look_back_at(source: str) -> None:
    table = Table.from_imported(GAME, import_ledger(source), mode=DIGITAL)
    again = Table.from_text(table.text())
    assert again.over and again.board.key() == table.board.key()
    assert table.scores() == {"human": 81, "human2": 67}


def test_every_number_of_the_sample_is_compared() -> None:
    """A wrong number in any column is reported at its row."""
    lines = RENDERED.splitlines()
    rows = [i for i, line in enumerate(lines) if line.count("\t") == 14]
    for i in rows[:: len(rows) // 6]:
        for column, cell in (
            (2, "99 VP"),
            (4, "99 C"),
            (6, "99 W"),
            (8, "7 P"),
            (10, "9/9/9 PW"),
            (12, "9/9/9/9"),
            (13, "9"),
        ):
            cells = lines[i].split("\t")
            cells[column] = cell
            _, found = replay("\n".join([*lines[:i], "\t".join(cells), *lines[i + 1 :]]))
            assert found is not None and found.line == i + 1 and found.rule


# ------------------------------------------------------------------------------------------------- other dialects


def test_who_was_set_up_follows_from_the_first_cards() -> None:
    """TM-016: without `setup` rows; with tabs in the comments, a byte order mark, and Windows line ends."""
    lines = [line for line in RENDERED.splitlines() if not line.endswith("\tsetup")]
    stripped = [line if line.count("\t") > 9 else f"{line}\tshow history" for line in lines]
    run, difference = replay("\ufeff" + "\r\n".join(stripped))
    assert difference is None and run.ledger.factions == ["halflings", "witches"] and run.position.vp == [0, 81, 67]
    commands = [line for line in COMMANDS.splitlines() if not line.startswith("setup ")]
    run, difference = replay("\n".join(commands))
    assert difference is None and run.position.vp == [0, 81, 67]


@pytest.mark.parametrize(
    ("written", "done"),
    [
        ("pass. +BON4", ["pass bon4"]),
        ("+BON4", ["pass bon4"]),
        ("pass BON4. convert 1W to 1C. burn 1", ["convert 1w to 1c", "burn 1", "pass bon4"]),
        ("dig 1. action ACT5. build E10", ["action act5", "dig 1", "build e10"]),
        ("action ACT6. build E10. transform F5", ["action act6", "transform f5", "build e10"]),
        ("convert 1W to 1C. dig 1. build E10. pass BON4", ["convert 1w to 1c", "dig 1", "build e10", "pass bon4"]),
    ],
)
def test_old_files_say_some_things_the_other_way_round(written: str, done: list[str]) -> None:
    ledger = read("\n".join([*head("witches", "nomads"), f"witches: {written}"]))
    assert ledger.rows[-1].commands == done


def test_chaos_magicians_keep_their_seat_where_nobody_was_set_up() -> None:
    """They place last (TM-015), so the first dwellings do not tell where they sit; the bonus cards do (TM-016)."""
    lines = [line for line in head("chaos_magicians", "witches") if not line.startswith("setup")]
    lines += ["witches: build E9", "witches: build F4", "chaosmagicians: build D7", "witches: pass BON1"]
    run, difference = replay("\n".join([*lines, "chaosmagicians: pass BON3"]))
    assert difference is None and run.ledger.factions == ["chaos_magicians", "witches"] and run.position.to_move == 1
    assert read("\n".join(lines[:-2])).factions == ["witches"]


def test_empty_columns_at_the_end_may_be_missing() -> None:
    lines = [line.rstrip("\t") for line in RENDERED.replace("\tsetup", "\t").splitlines()]
    assert lines[16].count("\t") == 12
    _, difference = replay("\n".join(lines))
    assert difference is None


@pytest.mark.parametrize("source", [RENDERED, COMMANDS], ids=["rendered", "commands"])
@pytest.mark.parametrize("written", [str.lower, str.upper])
def test_small_and_capital_letters_are_the_same(source: str, written: Callable[[str], str]) -> None:
    run, difference = replay(written(source))
    assert difference is None and run.position.vp == [0, 81, 67]
    assert run.checks == replay(source)[0].checks


def test_the_seed_of_a_drawing_keeps_its_letters() -> None:
    head = "option strict-leech\nrandomize v2 seed {}\nplayer a\nplayer b\nhalflings: build e6\nwitches: build f4\n"
    drawn = [build_setup(read(head.format(seed))) for seed in ("Sunday", "sunday")]
    assert drawn[0]["scoring"] != drawn[1]["scoring"]


def test_a_row_that_is_cut_off_is_told_as_that() -> None:
    lines = RENDERED.splitlines()
    lines[16] = "\t".join(lines[16].split("\t")[:9])
    with pytest.raises(ImpossibleError) as refused:
        replay("\n".join(lines))
    said = Catalogue("en", GAME).say(refused.value.text)
    assert said == ("Line 17 has 9 columns instead of 13 to 15. Copy the rows with all their columns.")


def test_a_game_played_elsewhere_names_its_factions() -> None:
    table = Table.from_imported(GAME, import_ledger(COMMANDS), mode=DIGITAL)
    english = Catalogue("en", GAME)
    assert [english.say(seat.name) for seat in GAME.screen.standing(table.board).seats] == ["Halflings", "Witches"]
    shown = [serialize.describe_entry(table, n, english) for n in range(len(table.entries))]
    totals = [english.say(line) for line in [*GAME.totals(table.board), *table.rulebook.list_prompts(table.board)]]
    lines = [*(line for lines in shown for line in lines), *totals]
    assert any(line.startswith("Halflings built a dwelling") for line in lines)
    assert not [line for line in lines if re.search(r"\bYou\b|Human 2", line)]


def test_a_table_without_its_books_is_read_all_the_same() -> None:
    """Missing bookings of income, bonuses and the end are computed, and the other rows are compared."""
    said = ("income", "+", "score_resources", "Scoring", "Converting")
    lines = [line for line in RENDERED.splitlines() if not any(word in line.rpartition("\t")[2] for word in said[:1])]
    lines = [line for line in lines if not line.rpartition("\t")[2].startswith(said[1:])]
    run, difference = replay("\n".join(lines))
    assert difference is None and run.position.vp == [0, 81, 67] and run.checks > 30


def test_all_income_in_one_row_brings_no_bonus_before_the_first_round() -> None:
    """TM-096: with `merge-income-phases`, and in old files, one row has both; before round 1 there is no cult bonus."""
    for row in ("all_income_for_faction", "income_for_faction", "other_income_for_faction"):
        position = new_game("witches", "nomads", site="yes")
        position.waits = ()
        position.cults[1] = [8, 8, 8, 8]
        position.spaces = [1] * len(position.spaces)
        put(position, 1, "E9", "F4")
        _, difference = going_on(position, f"witches: {row}")
        assert difference is None and hand(position) == (15, 6, 0) and bowls(position) == (5, 7, 0)


# --------------------------------------------------------------------------------------------------- two actions


@pytest.mark.parametrize(
    "row",
    [
        "action ACTC. dig 1. build C5. pass BON4",
        "action ACTC. send p to EARTH. convert 1W to 1C. pass BON4",
        "action ACTC. upgrade D7 to TP. pass BON4",
        "action ACTC. action ACT4. pass BON4",
        "action ACTC. pass BON4",
    ],
)
def test_the_first_of_two_actions_ends_by_itself(row: str) -> None:
    """TM-114: the second action of the Chaos Magicians begins where the first one is over."""
    position = site("chaos_magicians", "witches")
    put(position, 1, "D7")
    put(position, 1, "A12", kind="stronghold")
    position.row = [0, 3, 4]
    _, difference = going_on(position, f"chaosmagicians: {row}")
    assert difference is None, difference
    assert position.passed == [1] and position.to_move == 2


def test_two_hexes_in_two_actions() -> None:
    """TM-114: spades for another hex begin the second action, with or without a dwelling before; spades for that hex
    continue the first one."""
    for row, left in (
        ("dig 1. build C5. dig 2. build D8", 0),
        ("dig 1. transform C5 to red. dig 2. transform D8 to red", 0),
        ("dig 1. transform D8 to yellow. dig 1. transform D8 to red", 1),
        ("action ACT6. transform D8 to red. dig 1. build C5", 0),
    ):
        position = site("chaos_magicians", "witches")
        put(position, 1, "D7")
        put(position, 1, "A12", kind="stronghold")
        _, difference = going_on(position, f"chaosmagicians: action ACTC. {row}")
        assert difference is None, (row, difference)
        assert position.to_move == 2 - left and not position.turn.extra, row


def test_nobody_else_takes_two_actions() -> None:
    position = site("giants", "witches")
    put(position, 1, "D7")
    put(position, 1, "A12", kind="stronghold")
    _, difference = going_on(position, "giants: send p to EARTH. pass BON4")
    assert difference is not None and difference.rule == "TM-020"


def test_power_is_written_as_a_sum_for_each_neighbour() -> None:
    """TM-062: two builds of a double turn next to one neighbour are two offers and one number in the file."""
    for column, same in (([4], True), ([1, 3], False)):
        position = site("chaos_magicians", "witches")
        put(position, 1, "D7")
        put(position, 1, "A12", kind="stronghold")
        put(position, 2, "E11")
        put(position, 2, "E9", kind="trading_house")
        position.purses[1].digging = 2
        after = position.copy()
        commands = ["action actc", "dig 2", "build d8", "dig 3", "build e10"]
        _, difference = going_on(after, f"chaosmagicians: {'. '.join(commands)}")
        assert difference is None and [offer.power for offer in after.offers] == [1, 3]
        run, _ = going_on(position)
        row = Row(1, "chaos_magicians", commands, state_of(after, 1, column))
        found = run.step(0, row)
        assert (found is None) == same
        assert same or (found is not None and found.column == "offers" and found.rule == "TM-062")


# --------------------------------------------------------------------------------------------- spades that pay


def test_power_of_a_spade_pays_for_what_follows() -> None:
    """TM-126: the Alchemists' stronghold gives 2 power for each spade at once; without it there is none."""
    for stronghold in (True, False):
        position = site("alchemists", "witches")
        put(position, 1, "E5", kind="trading_house")
        put(position, 1, "C1", kind="stronghold" if stronghold else "temple")
        purse(position, 1, workers=4, bowls=(0, 4, 0))
        _, difference = going_on(position, "alchemists: dig 1. convert 2PW to 2C. build E6")
        assert (difference is None) == stronghold
        if stronghold:
            assert hand(position) == (0, 0, 0) and bowls(position) == (2, 2, 0)
        else:
            assert difference is not None and difference.rule == "TM-036"


def test_power_of_spades_pays_for_the_next_spade() -> None:
    """TM-126: the power of `dig 2` pays for the third spade."""
    for stronghold in (True, False):
        position = site("alchemists", "witches")
        put(position, 1, "E9")
        put(position, 1, "C1", kind="stronghold" if stronghold else "temple")
        position.purses[1].digging = 2
        purse(position, 1, workers=3, coins=2, bowls=(0, 8, 0))
        _, difference = going_on(position, "alchemists: dig 2. convert 3PW to 1W. dig 1. build D7")
        assert (difference is None) == stronghold
        if stronghold:
            assert (
                position.owned(1) >> position.map.hex("D7") & 1
                and hand(position) == (0, 0, 0)
                and bowls(position) == (1, 6, 1)
            )


def test_dug_spades_are_used() -> None:
    """TM-042: exactly as many spades are bought as are needed."""
    position = site("alchemists", "witches")
    put(position, 1, "E5")
    for row in ("dig 2. build E6", "dig 2. transform E6 to black", "dig 1"):
        _, difference = going_on(position.copy(), f"alchemists: {row}")
        assert difference is not None and difference.rule == "TM-042", row
    _, difference = going_on(position, "alchemists: dig 1. build E6")
    assert difference is None


# ------------------------------------------------------------------------------- while others still have to decide


def test_a_river_town_does_not_wait_for_the_cultists() -> None:
    """TM-122: on the site a step of another player may still be pending, a decision of the seat itself may not."""
    for owner, fine in ((2, True), (1, False)):
        position = site("mermaids", "cultists")
        put(position, 1, "A3", "A4", kind="temple")
        put(position, 1, "C1", kind="stronghold")
        put(position, 1, "B1", kind="dwelling")
        put(position, 1, "B2", kind="dwelling")
        position.waits = (CultStep(owner),)
        river = next(r for r in position.map.hexes.name_options(position.map.river) if _connects(position, r))
        _, difference = going_on(position, f"mermaids: connect {river}. +TW1. send p to FIRE")
        assert (difference is None) == fine, difference
        assert fine or (difference is not None and difference.rule == "TM-122")


def _connects(position: Position, river: str) -> bool:
    return bool(list_connections(position, 1) >> position.map.hex(river) & 1)


def test_the_exchange_does_not_wait_for_the_cultists() -> None:
    """TM-123: the exchange may precede a step of another player, but no decision of the seat itself."""
    for owner, fine in ((2, True), (1, False)):
        position = site("darklings", "cultists")
        put(position, 1, "E5", kind="stronghold")
        update_turn(position, NULL_SINK, acted=1, exchanges=3)
        position.waits = (CultStep(owner),)
        _, difference = going_on(position, "darklings: convert 3W to 3P")
        assert (difference is None) == fine
        assert position.purses[1].priests == (7 if fine else 4)


def test_nothing_burned_and_nothing_converted() -> None:
    position = site("witches", "nomads")
    put(position, 1, "E9")
    _, difference = going_on(position, "witches: burn 0. convert 0PW to 0C. send p to FIRE")
    assert difference is None and bowls(position) == (0, 3, 9)  # three steps on the track bring one power


@pytest.mark.parametrize(
    "command", ["convert 1PW to 2C", "convert 3PW to 3W", "convert 2C to 1VP", "convert 0PW to 1C"]
)
def test_both_amounts_of_a_conversion_count(command: str) -> None:
    """TM-036: a conversion whose amounts do not match is refused."""
    position = site("witches", "nomads")
    put(position, 1, "E9")
    _, difference = going_on(position, f"witches: {command}. send p to FIRE")
    assert difference is not None and difference.rule == "TM-036"


# --------------------------------------------------------------------------------------------------------- leaving

THREE = [
    *head("witches", "nomads", "giants"),
    "witches: build E9",
    "nomads: build A5",
    "giants: build D7",
    "giants: build D6",
    "nomads: build B4",
    "witches: build F4",
    "nomads: build E8",
    "giants: pass BON1",
    "nomads: pass BON3",
    "witches: pass BON4",
]


@pytest.mark.parametrize(
    "leaves", ["drop-faction giants", "drop-faction player3", "giants dropped from the game", "giants: resign"]
)
@pytest.mark.parametrize("order", ["option variable-turn-order", "option strict-leech"])
def test_a_round_ends_when_the_last_who_plays_leaves(leaves: str, order: str) -> None:
    """After all others have passed, income and the next round follow at once; the scores still include all three."""
    lines = [order if line == "option variable-turn-order" else line for line in THREE]
    source = "\n".join([*lines, "witches: pass BON6", "nomads: pass BON8", leaves])
    run, difference = replay(source)
    assert difference is None
    assert run.position.round == 2 and run.position.order == [1, 2] and run.position.to_move == 1
    _, difference = replay(f"{source}\nwitches: upgrade E9 to TP\nnomads: send p to FIRE\nwitches: pass BON1")
    assert difference is None  # his card is free
    assert list(Table.from_imported(GAME, import_ledger(source), mode=DIGITAL).scores()) == [
        "human",
        "human2",
        "human3",
    ]


def test_who_leaves_owes_nothing_any_more() -> None:
    """Pending decisions are dropped; for the Cultists the seat neither took nor declined (section 8 of the
    notation)."""
    position = site("cultists", "giants", "witches")
    put(position, 1, "D8")
    put(position, 2, "D7", "C5")
    _, difference = going_on(position, "cultists: upgrade D8 to TP", "drop-faction giants")
    assert difference is None and not position.offers and not position.gifts and not position.waits
    assert bowls(position, 1) == (0, 4, 8) and position.to_move == 3
    _, difference = going_on(position, "giants: leech 2 from cultists")
    assert difference is not None and difference.rule == "TM-020"


def test_nobody_leaves_twice() -> None:
    _, difference = replay("\n".join([*THREE, "drop-faction giants", "giants: resign"]))
    assert difference is not None and difference.rule == "TM-020" and difference.line == len(THREE) + 2


# -------------------------------------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("row", "key", "near"),
    [
        ("witches: burn bon1", "error.ledger_number", "burn 1"),
        ("witches: dig F3", "error.ledger_number", "dig 1"),
        ("witches: dig ²", "error.ledger_number", "dig 1"),
        ("witches: dig " + "9" * 5000, "error.ledger_number", "dig 1"),
        ("nomads: decline G3", "error.ledger_number", ""),
        ("nomads: leech", "error.ledger_number", ""),
        ("witches: leech 1 from auren", "error.ledger_faction", ""),
        ("witches: send p to FIER", "error.ledger_word", "send p to fire"),
        ("witches: send p to fire for 9", "error.ledger_word", "send p to fire"),
        ("witches: upgrade E9 to TQ", "error.ledger_word", "upgrade e9 to tp"),
        ("witches: upgrade E99 to TP", "error.no_hex", "E9"),
        ("witches: action ACT9", "error.ledger_word", "action ACT6"),
        ("witches: bridge E9", "error.ledger_word", ""),
        ("witches: advance flying", "error.ledger_word", "advance ship"),
        ("witches: convert 1pw to 1x", "error.ledger_word", "convert 1pw to 1c"),
        ("witches: +fav13", "error.ledger_command", "+fav1"),
        ("witches: bild E5", "error.ledger_command", "build"),
        ("witches: pass BON99", "error.no_bonus", "pass bon6"),
    ],
)
def test_a_command_that_cannot_be_read_says_what_could_stand_there(row: str, key: str, near: str) -> None:
    found = import_ledger("\n".join([*THREE, row]))
    assert found.difference is not None and found.difference.key == "error.ledger_refused"
    assert found.line == len(THREE) + 1 and found.difference.args["why"].key == key
    assert not near or near in found.nearest


def test_an_answer_to_power_names_the_open_offers() -> None:
    position = site("witches", "nomads")
    put(position, 1, "E9")
    put(position, 2, "E10", kind="temple")
    for row in ("decline G3", "leech 7 from witches"):
        _, difference = going_on(position.copy(), "witches: upgrade E9 to TP", f"nomads: {row}")
        assert difference is not None and difference.nearest == (f"{row.split()[0]} 2 from witches",)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (("Round 2, turn 1", "Round 3, turn 1"), "TM-018"),
        (("Round 1, turn 1", "Round 9, turn 1"), "TM-018"),
        (("\tpass BON8\n", "\twait\n"), ""),
        (("Round 5 income", "giants dropped from the game"), "TM-014"),
    ],
)
def test_a_round_out_of_place_is_refused(change: tuple[str, str], rule: str) -> None:
    _, difference = replay(RENDERED.replace(*change))
    assert difference is not None and (not rule or difference.rule == rule)


ODD = (
    *(
        "",
        "²",
        "-",
        "+",
        "0",
        "99",
        "9" * 5000,
        ":",
        ".",
        "#",
        "\t",
        "to",
        "for",
        "from",
        "r1",
        "r99",
        "Z9",
        "bon1",
        "BON99",
    ),
    *(
        "fav13",
        "tw9",
        "act7",
        "ACTC",
        "setup",
        "giants",
        "resign",
        "done",
        "score_resources",
        "+5vp for FIRE",
        "income",
    ),
    *("all_income_for_faction", "cult_income_for_faction", "[all opponents declined power]", "pick-color red", "+tw5"),
    *(
        "unlock-terrain red",
        "gain P3 for VP",
        "-spade",
        "-2earth",
        "connect r1",
        "connect A1:A2",
        "bridge A1:B1",
        "dig 0",
    ),
    *(
        "drop-faction player2",
        "witches dropped from the game",
        "Round 2, turn 1",
        "Round 7, turn 1",
        "SCORE0",
        "SCORE12",
    ),
    *(
        "option x",
        "map y",
        "randomize v2 seed x",
        "delete BON1",
        "\x00",
        "\ufeff",
        "action ACT6",
        "burn 1",
        "dig 1",
        "pass",
    ),
)


def mutated(source: str, dice: Random) -> str:
    """Return the file with a few lines, cells or words changed, removed or moved."""
    lines = source.split("\n")
    words = source.replace("\t", " ").split()
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        odd = dice.choice(ODD if dice.random() < 0.6 else words)
        kind = dice.randrange(6)
        if kind == 0:
            lines[at : at + dice.choice((1, 1, 9))] = [""]
        elif kind == 1:
            lines.insert(at, dice.choice((lines[other], odd, f"witches: {odd}", f"{odd}: pass")))
        elif kind == 2:
            lines[at], lines[other] = lines[other], lines[at]
        else:
            sign = "\t" if kind == 3 else " "
            cells = lines[at].split(sign)
            cells[dice.randrange(len(cells))] = odd
            lines[at] = sign.join(cells)
    return "\n".join(lines)


@pytest.mark.parametrize("source", [RENDERED, COMMANDS, "\n".join(THREE)], ids=["rendered", "commands", "three"])
def test_whatever_stands_in_a_file_is_read_or_refused(source: str) -> None:
    """Only errors of our own are raised, and whatever is accepted can be saved as a table."""
    dice = Random(11)
    refused = 0
    for _ in range(150):
        text = mutated(source, dice)
        try:
            found = import_ledger(text)
            refused += found.difference is not None
            Table.from_imported(GAME, found, mode=DIGITAL)
        except SoloistError:
            refused += 1
    assert refused > 40
