"""The end of a round waits for entries of the last human (BR-031, BR-032, BR-048); contracts that leave the game
(BR-071, BR-077)."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError
from soloist.games.barrage.board.fields import list_corrections, set_field
from soloist.games.barrage.board.notation import read_entered
from soloist.games.barrage.board.state import ACTIONS, NOBODY, Barrage
from soloist.games.barrage.board.tables import CONTRACTS, TECH
from tests.games.barrage.tables import BOOK, apply_follow_ups, apply_lines, make_board, play_automa, seat

LAST = (
    "set engineers.germany = 0; set placed.germany = 12; set engineers.usa = 2; set placed.usa = 10; set to_move = usa"
)


def follow(board: Barrage, line: str) -> list[str]:
    events = apply_lines(board, line)
    return [type(x).__name__ for x in apply_follow_ups(board, events, Seeded("test"))]


def test_br_032_the_round_waits_for_what_the_last_engineers_did() -> None:
    board = make_board(also=LAST + "; base 6L; fill 6L +1; conduit 6A; powerhouse P9")
    assert follow(board, "engineers 2 turbine_station") == []
    assert follow(board, "produce 6A/6L 1 4") == []
    assert (board.round, board.energy[seat(board, "usa")]) == (1, 4)
    assert "RoundEnded" in follow(board, "done")
    assert board.round == 2


def test_br_032_turn_closes_a_last_turn_that_nobody_closed() -> None:
    board = make_board(also=LAST)
    assert follow(board, "engineers 2 bank") == []
    events = play_automa(board, Seeded("test"))
    assert "RoundEnded" in [type(x).__name__ for x in apply_follow_ups(board, events, Seeded("test"))]


def test_br_032_turn_is_refused_while_only_humans_have_engineers() -> None:
    with pytest.raises(ImpossibleError):
        play_automa(make_board(also=LAST), Seeded("test"))


@pytest.mark.parametrize("tile", ["adv1_powerhouse", "adv3_base"])
def test_br_048_a_human_with_such_a_tile_stays_in_until_he_is_out(tile: str) -> None:
    board = make_board(also=LAST)
    board.tech[seat(board, "usa")] |= 1 << TECH.names.index(tile)
    apply_lines(board, "engineers 2 bank")
    assert follow(board, "done") == []
    assert board.to_move == seat(board, "usa")
    assert [t.key for t in BOOK.list_prompts(board)][-1] == "prompt.without_engineers"
    assert follow(board, "powerhouse P8; done") == []
    assert "RoundEnded" in follow(board, "out")
    assert board.out == 0  # a new round


def test_br_048_another_tile_does_not_keep_him_in() -> None:
    board = make_board(also=LAST)
    board.tech[seat(board, "usa")] |= 1 << TECH.names.index("adv1_conduit")
    apply_lines(board, "engineers 2 bank")
    assert [t.key for t in BOOK.list_prompts(board)][-1] == "prompt.last_turn"
    assert "RoundEnded" in follow(board, "done")


def test_br_048_an_automa_without_engineers_is_out_with_any_tile() -> None:
    board = make_board(also="set engineers.germany = 0")
    board.tech[seat(board, "germany")] |= 1 << TECH.names.index("adv3_base")
    assert not board.can_act(seat(board, "germany"))  # BA-R16


def test_br_071_what_a_human_discards_leaves_the_game() -> None:
    board = make_board(also="take green_03; discard green_03")
    assert CONTRACTS.name_options(board.contracts_gone) == ("green_03",)
    assert board.contract_discards == [0, 0, 0]


def test_br_077_what_an_automa_discards_comes_back() -> None:
    board = make_board(also="germany: discard green_03")
    assert board.contracts_gone == 0
    assert CONTRACTS.name_options(board.contract_discards[0]) == ("green_03",)


def test_br_072_a_starting_contract_is_fulfilled_once_and_by_a_human() -> None:
    board = make_board()
    apply_lines(board, "fulfil starting_01")
    assert CONTRACTS.name_options(board.fulfilled[seat(board, "usa")]) == ("starting_01",)
    for line in ("fulfil starting_01", "germany: fulfil starting_02"):  # BA-022
        with pytest.raises(ImpossibleError):
            apply_lines(board, line)


def test_br_012_a_national_contract_that_vanished_is_noticed() -> None:
    board = make_board()
    before = {p.text.key for p in board.status()}
    board.face[0] = NOBODY
    assert {p.text.key for p in board.status()} - before == {"problem.contract_gone"}


def test_a_refused_correction_changes_nothing() -> None:
    board = make_board()
    before = board.key()
    for field, value in (("dam.6L", "usa 2 x"), ("space.workshop_rotate1_left", "usa x")):
        with pytest.raises(ImpossibleError):
            set_field(board, field, value)
    assert board.key() == before


@pytest.mark.parametrize("line", ["water a -2", "produce 6A/6L -2 5", "produce 6A/6L 0 -1"])
def test_less_than_nothing_is_refused(line: str) -> None:
    board = make_board()
    with pytest.raises(ImpossibleError):
        apply_lines(board, line)


@pytest.mark.parametrize(
    "lines",
    [
        "engineers 12 bank; engineers 1 bank",
        "germany: excavator -7",
        "vp +999; vp +999",
        "take green_03; discard green_03; out",
    ],
)
def test_a_doubted_position_can_still_be_written_and_read(lines: str) -> None:
    board = make_board(also=lines)
    again = make_board()
    again.phase, again.round = ACTIONS, 1
    for line in list_corrections(board):
        for event in read_entered(again, line):
            event.apply(again)
    assert again.key() == board.key()


def test_br_038_a_contract_lies_on_a_place_of_its_colour() -> None:
    board = make_board(also="take green_03")
    with pytest.raises(ImpossibleError) as error:
        apply_lines(board, "table: reveal green_left yellow_03")
    assert error.value.nearest == ("yellow_left", "yellow_right")
    apply_lines(board, "table: reveal green_left green_05")


def test_br_111_a_tile_told_again_replaces_the_one_before() -> None:
    board = make_board()
    before = board.status()
    apply_lines(board, "table: patent 1 adv2_base")
    assert TECH.names[board.patents[0]] == "adv2_base"
    assert board.status() == before  # the tile that was there is in its pile again


def test_ba_040_a_top_told_again_replaces_the_one_before() -> None:
    board = make_board(also="table: show automa_02")
    apply_lines(board, "table: show automa_03")
    assert board.pile.bit_count() == 19
    board.top = NOBODY
    with pytest.raises(ImpossibleError):
        apply_lines(board, "table: turn")


def test_br_130_one_tile_of_each_level_is_removed() -> None:
    with pytest.raises(ImpossibleError):
        make_board(leeghwater="yes", removed_tiles="adv1_elevation adv1_powerhouse adv3_elevation")


def test_br_130_an_officer_of_leeghwater_needs_leeghwater() -> None:
    with pytest.raises(ImpossibleError):
        make_board(human_officers="leslie_spencer")
    make_board(human_officers="leslie_spencer", leeghwater="yes")


@pytest.mark.parametrize("lines", ["water a 31", "engineers 99 external_works; engineers 99 external_works"])
def test_what_may_be_told_may_be_corrected(lines: str) -> None:
    board = make_board(also=lines)
    again = make_board()
    for line in list_corrections(board):
        for event in read_entered(again, line):
            event.apply(again)
    assert again.key() == board.key()
