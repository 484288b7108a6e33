"""Doubts of TABLE mode by the humans' rules: TM-005, TM-020, TM-078, TM-112, TM-115, TM-118, TM-120, TM-141, TM-144,
TM-150, TM-151. No table doubts what a DIGITAL game allows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from soloist.core.board import Event, Problem
from soloist.core.chance import Seeded
from soloist.core.rulebook import DIGITAL
from soloist.core.sink import Sink
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, FACTIONS
from soloist.games.terra_mystica.game import GAME
from soloist.games.terra_mystica.player import moves
from soloist.session.table import Table
from tests.games.terra_mystica.player.test_games import options_for
from tests.games.terra_mystica.tables import table


def doubts(board: TerraMystica, *lines: str) -> list[tuple[str, str]]:
    """Return rule and key of each doubt about entered lines, one after the other."""
    found: list[Problem] = []
    along = board.copy()
    for line in lines:
        for event in GAME.table.meaning(along, line):
            found += GAME.table.doubting(along, event)
            event.apply(along)
    return [(problem.rule, problem.text.key.removeprefix("doubt.")) for problem in found]


# ----------------------------------------------------------------------------------------------------- TM-020: the turn

CARD = "bonus bon5"


@pytest.mark.parametrize(
    "line", ["build E10", "upgrade E9 to th", "priest fire 3", "action act3", "bridge D4 C2", "done"]
)
def test_tm_020_after_passing_there_is_no_turn(line: str) -> None:
    board = table("A1", "E9 C2", also=CARD)
    assert ("TM-020", "passed") not in doubts(board, line)
    assert ("TM-020", "passed") in doubts(board, "pass bon2", line)


def test_tm_020_two_turns_in_a_row() -> None:
    board = table("A1", "E9 E11", also=CARD)
    assert doubts(board, "action act3", "done") == []
    assert doubts(board, "done", "action act3") == [("TM-020", "not_your_turn")]


A_ROUND = ("action act3", "done", "automa: done")


@pytest.mark.parametrize(
    "line", ["build E10", "upgrade E9 to th", "priest fire 3", "cult fire +1", "action act4", "shipping 1", "vp +2"]
)
def test_tm_020_a_turn_without_an_action_is_doubted(line: str) -> None:
    board = table("A1", "E9 E11", also=CARD)
    assert ("TM-020", "idle") not in doubts(board, *A_ROUND, line, "done")
    assert doubts(board, *A_ROUND, "done") == [("TM-020", "idle")]
    assert doubts(board, *A_ROUND, "vp -1", "done") == [("TM-020", "idle")], "paid for power"


def test_tm_020_no_action_is_missed_when_nobody_has_one_to_tell() -> None:
    board = table("A1", "E9 E11", also=CARD)
    assert doubts(board, "done") == [], "the first turn, which the set-up may have taken in"
    assert doubts(board, *A_ROUND, "pass bon2") == []
    assert ("TM-020", "idle") not in doubts(board, *A_ROUND, "pass bon2", "done")
    assert ("TM-020", "idle") not in doubts(board, *A_ROUND, "action act4", "done", "done"), "not one's turn"


def test_tm_020_who_is_alone_goes_on() -> None:
    board = table("A1", "E9 E11", also=f"{CARD}; automa: pass bon2")
    assert doubts(board, "action act3", "done", "action act4", "done") == []


def test_tm_020_what_comes_at_any_time_needs_no_turn() -> None:
    """Power from her build, a step of the Cultists, spades of the cult bonus."""
    board = table("A1", "E9 E11", also=CARD)
    assert doubts(board, "done", "vp -1", "cult fire +1", "transform E10 to forest") == []


def test_tm_020_starting_dwellings_come_before_all_turns() -> None:
    board = table("A1", "E9", "C4", human2="nomads", also="human: bonus bon5; human2: bonus bon2; set to_move = automa")
    assert doubts(board, "build F4") == []
    assert doubts(board, "build F4", "build E10") == [("TM-020", "not_your_turn")]


def test_a_doubt_is_told_once() -> None:
    """Although all lines of one entry are out of turn."""
    it = Table.new(GAME, {"human": "witches", "home": "lakes"}, seed=1)
    it.tell("bonus " + it.board.facts()["bonus.row"].split()[0])
    it.tell("build E9; build F4")
    it.turn()
    assert it.tell("action act3; done").problems == []
    told = it.tell("action act4; action act5; done")
    assert [(p.rule, p.text.key) for p in told.problems] == [("TM-020", "doubt.not_your_turn")]


# ------------------------------------------------------------------------------------------------------ TM-005: reach


def test_tm_005_only_the_ship_that_is_held_counts() -> None:
    """E5 is one river hex away from C2."""
    board = table("", "A1 C2", human="halflings", also="bonus bon4")
    assert doubts(board, "build E5") == []
    board = table("", "A1 C2", human="halflings", also="bonus bon5")
    assert doubts(board, "build E5") == [("TM-005", "reach")] * 2  # the ground and the dwelling
    assert doubts(table("", "A1 C2", human="halflings"), "build E5") == []  # nobody said which card it is


def test_tm_005_ground_is_transformed_in_reach_only() -> None:
    board = table("", "A1 A2", human="halflings")
    assert doubts(board, "transform I8 to swamp") == [("TM-005", "reach")]
    assert doubts(board, "transform A3 to swamp") == []


def test_tm_112_only_the_ride_takes_witches_far_and_only_to_forest() -> None:
    without, riding = table("", "A1 A2"), table("", "A1 A2:sh")
    assert doubts(without, "build E9") == [("TM-005", "reach")]
    assert doubts(riding, "build E9") == []
    assert doubts(riding, "build E11") == [("TM-005", "reach")]  # no forest: the ground would have to be reached


@pytest.mark.parametrize(("human", "rule"), [("dwarves", "TM-118"), ("fakirs", "TM-120")])
def test_tm_118_and_tm_120_a_jump_reaches_over_one_hex(human: str, rule: str) -> None:
    board = table("", "A1 A2", human=human)
    assert ("TM-005", "reach") not in doubts(board, "build A4"), rule
    assert ("TM-005", "reach") in doubts(board, "build A6"), rule


def test_tm_151_riverwalkers_reach_by_shipping_only() -> None:
    options = {"human": "riverwalkers", "human_home": "lakes", "home": "swamp"}
    board = table("", "C2 A1", also="bonus bon5", **options)
    assert doubts(board, "build E5") == []  # across one river hex
    assert doubts(board, "build A2") == [("TM-005", "reach")]  # beside A1, but no river between


# --------------------------------------------------------------------------------------------- what becomes of a hex


@pytest.mark.parametrize(
    ("rule", "human", "wrong", "right"),
    [
        ("TM-115", "giants", "plains", "wasteland"),
        ("TM-141", "yetis", "swamp", "ice"),
        ("TM-144", "acolytes", "plains", "volcano"),
        ("TM-150", "riverwalkers", "plains", ""),
    ],
)
def test_what_a_faction_never_makes_of_a_hex(rule: str, human: str, wrong: str, right: str) -> None:
    """TM-115, TM-141, TM-144, TM-150; E5 is beside E6."""
    home = {} if human == "giants" else {"human_home": "swamp"}
    board = table("", "E6 C2 D3", human=human, home="lakes", **home)
    assert (rule, "transform_into") in doubts(board, f"transform E5 to {wrong}")
    if right:
        assert doubts(board, f"transform E5 to {right}") == []
    assert doubts(table("", "E6 C2 D3", human="halflings"), f"transform E5 to {wrong}") == []


# ------------------------------------------------------------------------------------------------------ TM-078: towns


def test_tm_078_a_town_needs_a_group() -> None:
    small = table("", "E5:th E6:th E7:te A1", human="halflings")
    assert doubts(small, "town tw1") == [("TM-078", "no_town")]
    assert doubts(small, "build E8", "town tw1")[-1:] != [("TM-078", "no_town")]
    assert doubts(table("", "E5:th E6:th E7:sa A1", human="halflings"), "town tw1") == []


def test_tm_078_the_mermaids_towns_cross_rivers() -> None:
    assert doubts(table("", "E5:th A1", human="mermaids", home="swamp"), "town tw1") == []


# ------------------------------------------------------------------------------------------ what DIGITAL rules allow


class Doubting(Sink):
    """Asks for doubts about each event of a human before it is applied."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self.asked = 0

    def apply_event(self, position: Any, event: Event) -> None:
        if getattr(event, "seat", AUTOMA) != AUTOMA:
            self.asked += 1
            line = event.to_line(position)
            self.found += [(problem.text.key, line) for problem in GAME.table.doubting(position, event)]
        event.apply(position)


@pytest.mark.parametrize("seed", range(len(FACTIONS)))
def test_what_is_legal_is_not_doubted(seed: int) -> None:
    """In whole DIGITAL games of every faction and map no event raises a doubt."""
    book, dice, sink = GAME.rulebook(DIGITAL), Random(seed), Doubting()
    for again in range(4):
        chance = Seeded(f"doubts {seed} {again}")
        position = book.create_position(book.lay_out(options_for(seed + 20 * again), chance, {}))
        while (due := book.find_due(position)) is not None:
            if due.automa:
                book.play_automa(position, chance, None, sink)
                continue
            legal = book.list_legal_moves(position)
            assert legal
            keen = [move for move in legal if move.verb not in (moves.BURN, moves.CONVERT, moves.PASS, moves.DONE)]
            book.apply_move(position, dice.choice(keen if keen and dice.random() < 0.8 else legal), chance, sink)
    assert sink.asked > 200
    assert sink.found == []
