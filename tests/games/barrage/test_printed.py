"""Values entered by the owner of a box: figures that rest on one source."""

from __future__ import annotations

from collections import Counter

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.games.barrage.automa.contracts import contracts_within
from soloist.games.barrage.automa.works import external_works, payable_works
from soloist.games.barrage.board.fields import list_corrections
from soloist.games.barrage.board.laws import final_scoring
from soloist.games.barrage.board.notation import parse_event, read_entered
from soloist.games.barrage.board.printed import KNOWN
from soloist.games.barrage.board.setup import lay_out
from soloist.games.barrage.board.state import new_board
from soloist.games.barrage.board.tables import PLACES
from soloist.games.barrage.game import GAME
from tests.games.barrage.tables import PLAIN, apply_lines, list_lines, make_board, make_view, seat, work

GREEN_LEFT = PLACES.names.index("green_left")


def test_without_an_entry_every_figure_is_that_of_the_sources() -> None:
    assert make_board().printed == KNOWN
    assert Counter(d.origin for d in GAME.data(None)) == {"one_source": 51 + 15, "source": 10 + 5}


def test_what_print_confirms_is_known_from_the_sources() -> None:
    """Private buildings: Appendix 3 of the expansion rulebook; starting contracts: pictures of all five."""
    found = {datum.key: datum.origin for datum in GAME.data(None)}
    settled = {key for key, origin in found.items() if origin == "source"}
    assert settled == {key for key in found if key.startswith(("building.", "contract.starting_"))}
    assert found["work.work_a1"] == found["contract.green_01"] == "one_source"


def test_an_entry_for_what_print_confirms_still_counts() -> None:
    board = make_board(leeghwater="yes", also="value building.cofferdam = 2 1 9")
    assert {d.key: d.origin for d in GAME.data(board)}["building.cofferdam"] == "printed"


def test_an_entry_for_one_table_counts_from_then_on() -> None:
    board = make_board()
    assert board.contract_value(GREEN_LEFT) == 2
    apply_lines(board, "value contract.green_03 = 4")
    assert board.contract_value(GREEN_LEFT) == 4
    (entry,) = [d for d in GAME.data(board) if d.origin == "printed"]
    assert (entry.key, entry.value) == ("contract.green_03", "4")
    assert "contract.green_03" not in {d.key for d in GAME.data(make_board()) if d.origin == "printed"}


def test_ba_052_an_entered_value_decides_what_is_within_reach() -> None:
    before, after = make_board(), make_board(also="value contract.green_03 = 3")
    assert contracts_within(make_view(before), 2, national=False) >> GREEN_LEFT & 1
    assert not contracts_within(make_view(after), 2, national=False) >> GREEN_LEFT & 1


def test_ba_073_entered_machineries_decide_which_work_can_be_paid() -> None:
    dear = make_board(also="value work.work_a1 = 30 30", leeghwater="yes")
    cheap = make_board(also="value work.work_a1 = 0 0", leeghwater="yes")
    assert not payable_works(make_view(dear)) & 1
    assert payable_works(make_view(cheap)) & 1


def test_ba_073_and_they_are_what_is_paid() -> None:
    also = "value work.work_a3 = 2 1; set machinery.germany = 2 1"  # two mixers by the sources
    view = make_view(make_board(also=also, leeghwater="yes"), answers=("red_15",))
    assert external_works(view, work("3 2 1"))
    assert list_lines(view)[1:3] == ["germany: excavator -2", "germany: mixer -1"]


def test_entered_points_of_a_building_are_scored() -> None:
    def points(also: str) -> int:
        board = make_board(also=f"building cofferdam{also}", leeghwater="yes")
        return sum(s.vp for s in final_scoring(board) if s.seat == seat(board, "usa") and s.what == "buildings")

    assert points("; value building.cofferdam = 2 1 9") == 9
    assert points("") == KNOWN.building[0][2]


def test_an_owners_entry_is_written_into_the_set_up_of_every_table_to_come() -> None:
    chosen = lay_out({"humans": "usa", "company": "germany"}, Seeded("x"), {"contract.green_03": "5"})
    assert chosen["value.contract.green_03"] == "5"
    assert new_board(chosen).printed.contract[0] == KNOWN.contract[0]
    assert "contract.green_03" in new_board(chosen).printed.entered


def test_a_position_with_entries_leads_back_to_itself() -> None:
    board = make_board(also="value contract.green_03 = 4; value building.cofferdam = 2 1 9")
    again = make_board()
    for line in list_corrections(board):
        for event in read_entered(again, line):
            event.apply(again)
    assert again.key() == board.key()


def test_an_entry_reads_back_from_its_notation() -> None:
    board = make_board()
    (event,) = read_entered(board, "value Contract.Green_03 = 04")
    assert event.to_line(board) == "table: value contract.green_03 = 4"
    assert parse_event(board, event.to_line(board)) == event


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("contract.purple_01", "3"),
        ("contract", "3"),
        ("contract.green_03", "31"),
        ("contract.green_03", "-1"),
        ("contract.green_03", "2 3"),
        ("work.work_a1", "3"),
        ("building.cofferdam", "a b c"),
    ],
)
def test_what_cannot_be_printed_is_refused(key: str, value: str) -> None:
    board = make_board()
    before = board.key()
    with pytest.raises(BadInputError):
        apply_lines(board, f"value {key} = {value}")
    with pytest.raises(BadInputError):
        GAME.check_datum(key, value)
    with pytest.raises(BadInputError):
        lay_out({**PLAIN, f"value.{key}": value}, Seeded("x"), {})
    assert board.key() == before
