"""Verbs and slots: moves are written, read back, completed and numbered by one description."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soloist.core.errors import BadInputError, UnknownError, UnreadableError
from soloist.core.text import Domain
from soloist.core.verbs import Language, Move, Slot, Verb, is_slot, list_next_words

HEXES = Domain("hexes", ["A1", "A2", "B1"])
ISLANDS = Domain("hexes", ["A1", "A2", "B1", "B2", "C1"])
TRACKS = Domain("tracks", ["fire", "water"])
CARDS = Domain("cards", ["bon1", "bon2"])

LANGUAGE = Language(
    (
        Verb("build", "build HEX", "build A1", "X-1"),
        Verb("send", "send priest to TRACK for N", "send priest to fire for 2", "X-2"),
        Verb("dig", "dig HEX [with PAYER]", "dig A1", "X-3"),
        Verb("burn", "burn [N2]", "burn 1", "X-4"),
        Verb("pass", "pass [CARD]", "pass bon1", "X-5"),
        Verb("move", "move HEX to HEX on TRACK", "move A1 to A2 on fire", "X-6"),
        Verb("done", "done", "done", "X-7"),
    ),
    {
        "HEX": Slot(lambda position: position, short={"home": "A1"}, unknown="error.no_hex"),
        "TRACK": Slot(TRACKS, offset=-1),
        "PAYER": Slot(TRACKS, offset=-1, absent=-2),
        "N": Slot(least=2, most=4),
        "N2": Slot(least=1, most=9, implied=1),
        "CARD": Slot(CARDS, absent=-1),
    },
)
BUILD, SEND, DIG, BURN, PASS, MOVE, DONE = range(7)


def everything(position: Domain) -> list[Move]:
    return [LANGUAGE.move_at_index(position, i) for i in range(sum(LANGUAGE.count_actions(position)))]


# ----------------------------------------------------------------------------------------------------- writing and reading


@pytest.mark.parametrize("position", [HEXES, ISLANDS], ids=["three hexes", "five hexes"])
def test_every_move_of_the_catalogue_reads_back(position: Domain) -> None:
    lines = [LANGUAGE.write_move(position, move) for move in everything(position)]
    assert len(set(lines)) == len(lines)
    assert [LANGUAGE.read_move(position, line) for line in lines] == everything(position)


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Move(BUILD, 1), "build A2"),
        (Move(SEND, -1, 3), "send priest to fire for 3"),
        (Move(DIG, 2, -2), "dig B1"),
        (Move(DIG, 2, 0), "dig B1 with water"),
        (Move(BURN, 1), "burn 1"),
        (Move(PASS, -1), "pass"),
        (Move(PASS, 1), "pass bon2"),
        (Move(MOVE, 0, 2, -1), "move A1 to B1 on fire"),
        (Move(DONE), "done"),
    ],
)
def test_a_move_is_a_line(move: Move, line: str) -> None:
    assert LANGUAGE.write_move(HEXES, move) == line
    assert LANGUAGE.read_move(HEXES, line) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("BUILD a2", Move(BUILD, 1)),
        ("build home", Move(BUILD, 0)),
        ("  build   on  A1 ", Move(BUILD, 0)),
        ("burn", Move(BURN, 1)),
        ("burn +3", Move(BURN, 3)),
        ("dig B1 water", Move(DIG, 2, 0)),
        ("send fire 2", Move(SEND, -1, 2)),
        ("send Priest to FIRE for 2", Move(SEND, -1, 2)),
        ("move A1 B1 water", Move(MOVE, 0, 2, 0)),
    ],
)
def test_people_may_write_a_move_in_other_ways(line: str, move: Move) -> None:
    assert LANGUAGE.read_move(HEXES, line) == move


@pytest.mark.parametrize(
    ("line", "error", "near"),
    [
        ("biuld A1", UnreadableError, "build"),
        ("xyzzy", UnreadableError, "build"),
        ("", UnreadableError, "build"),
        ("build", UnreadableError, "build A1"),
        ("build A1 A2", UnreadableError, "build A1"),
        ("done now", UnreadableError, "done"),
        ("build B3", UnknownError, "B1"),
        ("build C1", UnknownError, "A1"),
        ("dig A1 with wate", UnknownError, "water"),
        ("send priest to fire for many", UnreadableError, None),
        ("burn ²", UnreadableError, None),
        ("burn -1", UnreadableError, None),
        ("burn 1000", UnreadableError, None),
    ],
)
def test_an_unreadable_line_names_the_nearest(line: str, error: type[BadInputError], near: str | None) -> None:
    with pytest.raises(error) as why:
        LANGUAGE.read_move(HEXES, line)
    assert near is None or near in why.value.nearest
    assert line != "build B3" or why.value.text.key == "error.no_hex"


@given(st.text(max_size=30))
def test_any_words_are_read_or_refused(words: str) -> None:
    try:
        move = LANGUAGE.read_move(HEXES, words)
    except (UnreadableError, UnknownError):
        return
    assert LANGUAGE.read_move(HEXES, LANGUAGE.write_move(HEXES, move)) == move


def test_the_slots_of_a_move_by_name_without_what_is_absent() -> None:
    assert LANGUAGE.slot_values(HEXES, Move(DIG, 2, 0)) == {"hex": "B1", "payer": "water"}
    assert LANGUAGE.slot_values(HEXES, Move(DIG, 2, -2)) == {"hex": "B1"}
    assert LANGUAGE.slot_values(HEXES, Move(SEND, 0, 3)) == {"track": "water", "n": "3"}
    assert LANGUAGE.slot_values(HEXES, Move(DONE)) == {}


# ------------------------------------------------------------------------------------------------------- the catalogue


@pytest.mark.parametrize("position", [HEXES, ISLANDS], ids=["three hexes", "five hexes"])
def test_the_catalogue_counts_both_ways(position: Domain) -> None:
    moves = everything(position)
    assert len(set(moves)) == len(moves)
    assert [LANGUAGE.action_index(position, move) for move in moves] == list(range(len(moves)))
    with pytest.raises(IndexError):
        LANGUAGE.move_at_index(position, len(moves))


def test_the_catalogue_has_every_filling_of_every_slot() -> None:
    assert LANGUAGE.count_actions(HEXES) == [
        3,
        2 * 3,
        3 * (2 + 1),
        9,
        2 + 1,
        3 * 3 * 2,
        1,
    ]  # also without payer or card


def test_the_catalogue_goes_verb_by_verb_as_moves_sort() -> None:
    moves = everything(HEXES)
    assert [move.verb for move in moves] == sorted(move.verb for move in moves)
    assert LANGUAGE.verb_number("pass") == PASS


# -------------------------------------------------------------------------------------------------------- completion


@pytest.mark.parametrize(
    ("words", "next_words"),
    [
        ((), ["build", "send", "dig", "burn", "pass", "move", "done"]),
        (("build",), ["A1", "A2", "B1"]),
        (("Send",), ["priest"]),
        (("dig", "A1"), ["with"]),
        (("dig", "A1", "with"), ["fire", "water"]),
        (("send", "priest", "to", "fire", "for"), ["2", "3", "4"]),
        (("done",), []),
        (("dance",), []),
    ],
)
def test_the_next_words_of_a_line(words: tuple[str, ...], next_words: list[str]) -> None:
    assert (
        list(list_next_words(LANGUAGE.verbs, words, lambda slot: LANGUAGE.slots[slot].list_words(HEXES))) == next_words
    )


@pytest.mark.parametrize(("word", "slot"), [("HEX", True), ("+N", True), ("SITE2", True), ("hex", False), ("=", False)])
def test_slots_are_in_capitals(word: str, slot: bool) -> None:
    assert is_slot(word) == slot


def test_the_parts_of_a_pattern_know_what_may_be_left_out() -> None:
    verb = Verb("dig", "dig HEX [with TRACK]", "dig A1")
    assert verb.first_word == "dig" and verb.slot_names == ("HEX", "TRACK")
    assert verb.split_pattern() == (("dig", False), ("HEX", False), ("with", True), ("TRACK", True))


def test_a_language_has_no_two_verbs_that_begin_alike() -> None:
    twice: list[Any] = [Verb("build", "build HEX", "build A1"), Verb("again", "build TRACK", "build fire")]
    with pytest.raises(AssertionError):
        Language(twice, LANGUAGE.slots)
