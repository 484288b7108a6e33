"""The frame of a round: BA-009, BA-030, BA-031, BA-032, BA-110, BA-R34, BR-015, BR-020, BR-021, BR-022, BR-024,
BR-025, BR-030, BR-031, BR-032, BR-033, BR-034, BR-037, BR-038, BR-077, BR-090, BR-100, BR-101, BR-102, BR-103,
BR-104, BR-110, BR-111, BR-124; then whole games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.errors import ImpossibleError, QuestionError
from soloist.core.rulebook import Due
from soloist.core.sink import write_lines
from soloist.core.text import Text, Word
from soloist.games.barrage.automa import effects
from soloist.games.barrage.board.notation import read_entered
from soloist.games.barrage.board.setup import lay_out
from soloist.games.barrage.board.state import ACTIONS, INCOME, NOBODY, OVER, Barrage, new_board
from soloist.games.barrage.board.tables import (
    BONUS,
    COMPANIES,
    CONTRACT_TILES,
    CONTRACTS,
    SPACE_TILES,
    SPACES,
    STRUCTURES,
    TECH,
    TECH_TILES,
    WORKS,
)
from soloist.games.barrage.game import GAME
from tests.games.barrage.tables import (
    BOOK,
    apply_follow_ups,
    apply_lines,
    is_over,
    list_lines,
    make_board,
    make_view,
    play_automa,
    play_next,
    play_turn,
    remarks,
    seat,
)

TWO = {"level2": "medium"}
THREE = {"level2": "medium", "level3": "medium"}


def incomes(*, round: int = 2, also: str = "", **options: str) -> Barrage:
    """Return a board in the income phase."""
    board = make_board(round=round, also=also, **options)
    board.phase = INCOME
    return board


def built(company: str, bases: int = 0, elevations: int = 0, conduits: int = 0) -> str:
    """Return lines that take pieces off a company board."""
    counts = (("base", bases), ("elevation", elevations), ("conduit", conduits))
    return "; ".join(f"set left.{company}.{kind} = {5 - n}" for kind, n in counts)


def follow(board: Barrage, lines: str, chance: Chance | None = None) -> list[str]:
    """Enter lines with their consequences; return the consequences as lines."""
    events = apply_lines(board, lines)
    before = board.copy()
    return write_lines(before, apply_follow_ups(board, events, chance or Seeded("test")))


def everybody_out(board: Barrage) -> None:
    for who in range(board.players):
        board.placed[who] += board.engineers[who]
        board.engineers[who] = 0


def end_of_round(board: Barrage, **energy: int) -> list[str]:
    """Place the last engineer with this energy; return the consequences."""
    for company, n in energy.items():
        board.energy[seat(board, company)] = n
    everybody_out(board)
    return follow(board, f"{board.company(board.order[-1])}: done")


def scores(lines: list[str], what: str) -> dict[str, int]:
    """Return the points of each seat for one source."""
    found = {}
    for line in lines:
        words = line.replace(":", "").split()
        if words[1:3] == ["scores", what]:
            found[words[0]] = int(words[3])
    return found


# --------------------------------------------------------------------------------------------------- BR-020 … BR-024


@pytest.mark.parametrize("level", ["medium", "hard", "very_hard"])
def test_ba_030_an_automa_receives_the_income_it_has_uncovered(level: str) -> None:
    officer = {"officer": "viktor_fiesler"} if level == "very_hard" else {}
    board = incomes(also=built("germany", 2), level=level, **officer)
    lines, trace = play_turn(board)
    assert lines == ["germany: vp +3", "table: headstreams"]
    assert len(remarks(trace, "BA-030")) == 1


def test_ba_030_nothing_uncovered_nothing_received() -> None:
    board = incomes(also=built("germany", 1, 1, 1))
    lines, trace = play_turn(board)
    assert lines == ["table: headstreams"]
    assert remarks(trace, "BA-030") == []


def test_ba_110_an_easy_automa_receives_none() -> None:
    board = incomes(also=built("germany", 5, 5, 5), level="easy")
    assert play_turn(board)[0] == ["table: headstreams"]
    assert board.vp[seat(board, "germany")] == 16


def test_ba_030_headstreams_are_filled_at_every_level() -> None:
    for level in ("easy", "medium", "hard"):
        board = incomes(level=level, round=2)
        play_turn(board)
        assert board.heads == [2, 0, 0, 1]


#: company -> VP, excavators, mixers, energy, rotations by an income that uncovers everything; without dams no drop is
#: placed. An Automa that has 6 excavators and 4 mixers takes mixers.
ALL_INCOMES = {
    "usa": (6 + 7 + 2 + 7 + 3 + 2 + 7, 0, 1, 0, 2),
    "germany": (3 + 7 + 3 + 2 + 7 + 2 + 7, 0, 2, 2, 1),
    "italy": (3 + 5 + 7 + 7 + 2 + 3 + 7, 0, 1, 4, 1),
    "france": (7 + 3 + 2 + 7 + 3 + 7, 0, 2, 4, 2),
    "netherlands": (7 + 3 + 2 + 7 + 7, 0, 2, 2, 2),
}


def all_companies(company: str) -> dict[str, str]:
    human = "usa" if company != "usa" else "germany"
    return {"humans": human, "company": company, "leeghwater": "yes" if company == "netherlands" else "no"}


@pytest.mark.parametrize("company", COMPANIES.names)
def test_br_021_all_incomes_of_a_company(company: str) -> None:
    board = incomes(also=built(company, 5, 5, 5), **all_companies(company))
    me = seat(board, company)
    lines, _ = play_turn(board)
    vp, excavators, mixers, energy, rotations = ALL_INCOMES[company]
    assert board.vp[me] == 16 + vp
    assert board.machinery[me] == [6 + excavators, 4 + mixers, 0]
    assert board.energy[me] == energy
    assert sum(int(line.split()[-1]) for line in lines if "rotate" in line) == rotations


@pytest.mark.parametrize("company", COMPANIES.names)
def test_br_021_no_income_at_easy(company: str) -> None:
    board = incomes(also=built(company, 5, 5, 5), level="easy", **all_companies(company))
    me = seat(board, company)
    play_turn(board)
    assert (board.vp[me], board.machinery[me], board.energy[me]) == (16, [6, 4, 0], 0)


@pytest.mark.parametrize("kind", ["bases", "elevations", "conduits"])
@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5])
def test_br_021_the_2nd_4th_and_5th_piece_uncover_something(kind: str, n: int) -> None:
    board = incomes(also=built("germany", **{kind: n}))
    _, trace = play_turn(board)
    assert [note["nth"] for note in remarks(trace, "BA-030")] == [nth for nth in (2, 4, 5) if nth <= n]


def test_br_021_everything_is_received_every_round() -> None:
    board = incomes(also=built("germany", 5))
    me = seat(board, "germany")
    for round in (2, 3, 4, 5):
        board.round, board.phase, board.machinery[me] = round, INCOME, [6, 4, 0]
        vp = board.vp[me]
        play_turn(board)
        assert (board.vp[me] - vp, board.machinery[me]) == (3 + 7, [6, 6, 0])


def test_br_021_powerhouses_give_no_income() -> None:
    board = incomes(also="set left.germany.powerhouse = 0")
    assert play_turn(board)[0] == ["table: headstreams"]


def test_br_020_in_reverse_turn_order() -> None:
    board = incomes(also=f"{built('germany', 2)}; {built('italy', 2)}", **TWO, order="germany italy usa")
    assert play_turn(board)[0] == ["italy: vp +3", "germany: vp +3", "table: headstreams"]


def test_br_020_the_order_of_the_round_counts_not_that_of_the_seats() -> None:
    board = incomes(also=f"{built('germany', 2)}; {built('italy', 2)}", **TWO, order="italy germany usa")
    assert play_turn(board)[0] == ["germany: vp +3", "italy: vp +3", "table: headstreams"]


@pytest.mark.parametrize(
    ("order", "flows"),
    [
        ("germany usa italy", ["usa: flow a", "usa: flow a"]),
        ("usa germany italy", ["germany: flow a", "usa: flow a"]),
    ],
)
def test_br_020_the_last_in_turn_order_places_its_water_first(order: str, flows: list[str]) -> None:
    """Both have two flowing drops; below headstream A lie Germany's dam, then that of the USA, with room for one drop each.
    If the USA come first they need one drop to fill Germany's dam; if they come second, Germany has filled it already."""
    board = incomes(
        also=f"{built('germany', conduits=4)}; {built('usa', elevations=4)}",
        humans="italy",
        company2="usa",
        **TWO,
        order=order,
        neutral="2L 5L 8L",
    )
    apply_lines(board, "set dam.1U = germany 1 0; set dam.1L = usa 1 0")
    assert [line for line in play_turn(board)[0] if "flow" in line] == flows


def test_br_020_a_humans_income_is_his_own_business() -> None:
    board = incomes(also=built("usa", 5, 5, 5))
    assert play_turn(board)[0] == ["table: headstreams"]
    assert board.vp[seat(board, "usa")] == 10


def test_br_022_uncovered_income_is_received_at_once_too() -> None:
    """Germany's 2nd base: 3 VP with the construction, before the turn is over."""
    board = make_board(also="germany: base 2L; germany: fill 2L +1")
    lines, trace = play_turn(board, "automa_03", "automa_04")
    assert lines[3:] == [
        "germany: engineers 2 company_board",
        "germany: wheel 5 0 0 basic_base",
        "germany: rotate 1",
        "germany: base 3L",
        "germany: vp +3",
        "germany: done",
    ]
    assert remarks(trace, "BA-065")


def test_br_022_a_first_base_uncovers_nothing() -> None:
    lines, trace = play_turn(make_board(), "automa_03", "automa_04")
    assert lines[-2:] == ["germany: base 3L", "germany: done"]
    assert not remarks(trace, "BA-065")


def test_ba_110_at_easy_nothing_is_received_when_uncovered() -> None:
    board = make_board(also="germany: base 2L; germany: fill 2L +1", level="easy")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert lines[-2:] == ["germany: base 3L", "germany: done"]


def test_br_022_whatever_caused_the_placing() -> None:
    """A free base in the plains from contract green_12 is Germany's second."""
    board = make_board(also="germany: base 2L", neutral="1L 5L 10L")
    view = make_view(board, criteria="automa_03")
    effects.take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("green_12")].effects)
    assert list_lines(view) == ["germany: base 8L", "germany: vp +3"]


def test_br_022_once_and_only_what_this_piece_uncovers() -> None:
    """With the 4th base the income of the 2nd is not paid again."""
    board = make_board(also="germany: base 2L; germany: base 4L; germany: base 6L", neutral="1L 5L 10L")
    view = make_view(board, criteria="automa_03")
    effects.take_gains(view, CONTRACT_TILES[CONTRACTS.names.index("green_12")].effects)
    assert list_lines(view) == ["germany: base 8L", "germany: mixer +1", "germany: mixer +1"]


def test_ba_032_drops_from_income_flow_at_once_when_marked_so() -> None:
    """Germany's 4th conduit: two flowing drops. Both find room in its own dam on 1U."""
    board = incomes(also=f"{built('germany', conduits=4)}; set dam.1U = germany 2 0")
    lines, _ = play_turn(board)
    assert lines[-3:] == ["germany: flow a", "germany: flow a", "table: headstreams"]
    assert board.drops[board.map.dam("1U")] == 2


def test_ba_032_others_stay_on_the_headstream() -> None:
    """The Netherlands' 2nd base: two drops that wait for the water phase."""
    board = incomes(
        also=f"{built('netherlands', 2)}; set dam.1U = netherlands 2 0", round=5, **all_companies("netherlands")
    )
    lines, _ = play_turn(board)
    assert lines == ["netherlands: water a 2", "table: headstreams"]
    assert board.heads[0] == 2
    assert board.drops[board.map.dam("1U")] == 0


def test_ba_032_drops_are_optional() -> None:
    """Without an own dam below a headstream they are not placed, and nothing is lost."""
    board = incomes(also=built("germany", conduits=4))
    lines, _ = play_turn(board)
    assert lines == ["germany: rotate 1", "germany: vp +2", "table: headstreams"]


def test_ba_032_fewer_drops_than_stated_may_be_placed() -> None:
    board = incomes(also=f"{built('germany', conduits=4)}; set dam.1U = germany 1 0; set dam.1L = neutral 1 1")
    lines, _ = play_turn(board)
    assert [line for line in lines if "flow" in line] == ["germany: flow a"]


def test_br_024_energy_from_income_counts_for_the_new_round() -> None:
    board = incomes(also=built("italy", elevations=4), company="italy")
    play_turn(board)
    assert board.energy[seat(board, "italy")] == 4
    lines = end_of_round(board)
    assert scores(lines, "energy_place") == {"italy": 6}


def test_br_024_the_marker_was_reset_before() -> None:
    board = make_board(also=built("italy", elevations=4), company="italy")
    end_of_round(board, italy=9)
    assert board.energy[seat(board, "italy")] == 0
    play_turn(board)
    assert board.energy[seat(board, "italy")] == 4


def test_ba_032_machineries_of_choice_are_decided_one_after_the_other() -> None:
    """Two of them with 5 excavators and 4 mixers: a mixer, then, equal, an excavator."""
    board = incomes(also=f"{built('germany', 4)}; set machinery.germany = 5 4 0")
    lines, trace = play_turn(board)
    assert lines[1:3] == ["germany: mixer +1", "germany: excavator +1"]
    assert len(remarks(trace, "BA-070")) == 2


def test_ba_032_drops_are_placed_by_the_rules_of_water_management() -> None:
    board = incomes(also=f"{built('germany', conduits=4)}; set dam.3U = germany 1 0; set dam.4U = germany 1 0")
    board.criteria = 6  # automa_07: letters B, A, D and last C
    lines, trace = play_turn(board)
    assert [line for line in lines if "flow" in line] == ["germany: flow c", "germany: flow d"]
    assert remarks(trace, "BA-032")


def test_ba_032_a_part_that_cannot_be_used_costs_nothing() -> None:
    board = incomes(also=built("germany", conduits=4))
    before = board.drops[:]
    play_turn(board)
    assert board.drops == before
    assert board.vp[seat(board, "germany")] == 18


# ------------------------------------------------------------------------------------------------------------- BR-025


@pytest.mark.parametrize(
    ("round", "heads"), [(1, [0, 0, 2, 1]), (2, [2, 0, 0, 1]), (3, [2, 1, 2, 1]), (4, [0, 3, 0, 1])]
)
def test_br_025_the_drops_of_the_round_lie_on_the_headstreams(round: int, heads: list[int]) -> None:
    board = incomes(round=round)
    play_turn(board)
    assert board.heads == heads
    assert board.phase == ACTIONS


def test_br_025_no_drops_in_round_5() -> None:
    board = incomes(round=5)
    play_turn(board)
    assert board.heads == [0, 0, 0, 0]
    assert board.phase == ACTIONS


def test_br_025_they_stay_until_the_water_flow_phase() -> None:
    board = incomes(round=1)
    play_turn(board)
    play_turn(board, "automa_03", "automa_04")
    apply_lines(board, "engineers 1 bank; done")
    assert board.heads == [0, 0, 2, 1]


def test_br_025_income_comes_before_the_headstreams() -> None:
    board = incomes(also=built("germany", 2))
    assert play_turn(board)[0][-1] == "table: headstreams"


# ------------------------------------------------------------------------------------------- BA-031, BR-030 … BR-034


def test_br_030_one_turn_each_in_turn_order_again_and_again() -> None:
    board = make_board(**TWO, order="italy usa germany")
    order = []
    for _ in range(7):
        order.append(board.company(board.to_move))
        apply_lines(board, f"{order[-1]}: engineers 1 bank; {order[-1]}: done")
    assert order == ["italy", "usa", "germany"] * 2 + ["italy"]


def test_br_030_the_round_begins_with_the_first_in_order() -> None:
    board = incomes(**TWO, order="italy germany usa")
    board.to_move = seat(board, "usa")
    play_turn(board)
    assert board.company(board.to_move) == "italy"


def test_ba_031_an_automa_takes_its_turns_in_turn_order() -> None:
    board = make_board(**TWO, order="germany italy usa")
    for who in ("germany", "italy"):
        assert board.company(board.to_move) == who
        assert BOOK.find_due(board) == Due(who, "turn", automa=True)
        lines, _ = play_turn(board, *(["automa_03", "automa_04"] if who == "germany" else ["automa_15"]))
        assert lines[-1] == f"{who}: done"
    assert board.company(board.to_move) == "usa"
    assert BOOK.find_due(board) == Due("usa", "turn")


def test_ba_031_without_an_engineer_it_is_out_of_the_round() -> None:
    board = make_board(also="set engineers.germany = 0; set placed.germany = 12")
    apply_lines(board, "engineers 1 bank; done")
    assert board.company(board.to_move) == "usa"
    with pytest.raises(ImpossibleError) as caught:
        play_automa(board, Seeded(1))
    assert caught.value.rule == "BA-031"


def test_ba_031_if_the_human_is_out_the_automa_go_on() -> None:
    board = make_board(**TWO, order="germany italy usa")
    apply_lines(board, "out")
    assert board.company(board.to_move) == "germany"
    apply_lines(board, "germany: done")
    assert board.company(board.to_move) == "italy"
    apply_lines(board, "italy: done")
    assert board.company(board.to_move) == "germany"


def test_ba_009_no_turn_without_an_engineer() -> None:
    board = make_board(also="set engineers.germany = 0; set placed.germany = 12; set to_move = germany")
    with pytest.raises(ImpossibleError) as caught:
        play_automa(board, Seeded(1))
    assert caught.value.rule == "BA-009"


def test_ba_009_one_engineer_is_enough_for_an_action_of_two() -> None:
    board = make_board(**TWO, also="set engineers.germany = 1; set placed.germany = 11")
    lines, trace = play_turn(board, "automa_03", "automa_04")
    assert lines[3] == "germany: engineers 1 company_board"
    assert remarks(trace, "BA-009") == [{"asked": 2, "left": 1}]


def test_br_031_leaving_the_round_with_engineers_is_doubted() -> None:
    board = make_board()
    (event,) = read_entered(board, "out")
    assert [(p.rule, p.text.key, p.text.args["n"]) for p in event.find_doubts(board)] == [("BR-031", "doubt.out", 12)]


def test_br_031_without_engineers_there_is_no_doubt() -> None:
    board = make_board(also="set to_move = usa; engineers 12 bank")
    (event,) = read_entered(board, "out")
    assert list(event.find_doubts(board)) == []


def test_br_031_the_bank_always_accepts_engineers() -> None:
    board = make_board(also="set to_move = usa; germany: engineers 1 bank")
    for _ in range(3):
        (event,) = read_entered(board, "engineers 4 bank")
        assert list(event.find_doubts(board)) == []
        event.apply(board)
        apply_lines(board, "done; set to_move = usa")
    assert board.engineers[seat(board, "usa")] == 0


def test_br_032_the_phase_ends_when_everybody_is_out() -> None:
    board = make_board(also="set engineers.germany = 0; set placed.germany = 12")
    assert follow(board, "engineers 11 bank; done") == []
    assert follow(board, "engineers 1 bank; done")[0] == "table: water phase"
    assert (board.round, board.phase) == (2, INCOME)


def test_br_032_as_long_as_one_engineer_is_left_it_goes_on() -> None:
    board = make_board(also="set engineers.germany = 1; set placed.germany = 11")
    assert follow(board, "out") == []
    assert board.company(board.to_move) == "germany"


def test_br_032_dropping_out_ends_it_too() -> None:
    board = make_board(also="set engineers.germany = 0; set placed.germany = 12")
    assert follow(board, "out")[0] == "table: water phase"


def test_br_032_out_is_final_for_the_round() -> None:
    board = make_board(**TWO, also="out", order="usa germany italy")
    apply_lines(board, "germany: done; italy: done")
    assert board.company(board.to_move) == "germany"


def test_br_033_a_space_is_blocked_while_engineers_stand_on_it() -> None:
    board = make_board(also="set to_move = usa; germany: engineers 1 workshop")
    (event,) = read_entered(board, "engineers 1 workshop_rotate1_left")
    (problem,) = event.find_doubts(board)
    assert (problem.rule, problem.text.key) == ("BR-033", "doubt.space_taken")
    assert problem.text.args["by"] == Word("company.germany")


def test_br_033_not_the_bank() -> None:
    board = make_board(also="set to_move = usa; germany: engineers 1 bank")
    (event,) = read_entered(board, "engineers 1 bank_1")
    assert list(event.find_doubts(board)) == []


def test_br_033_engineers_stay_until_the_end_of_the_round() -> None:
    board = make_board(also="engineers 2 turbine_station; done; germany: engineers 1 workshop; germany: done")
    assert board.facts()["space.turbine_station_plus2_left"] == "usa 2"
    assert board.facts()["space.workshop_rotate1_left"] == "germany 1"
    end_of_round(board)
    assert set(board.space_seat) == {NOBODY}
    assert set(board.space_count) == {0}


def test_br_033_an_automa_takes_the_next_free_space() -> None:
    """The first three spaces of the workshop are taken; the Automa's wheel is not empty."""
    board = make_board(also="set wheel.germany.3 = 3 0 0 basic_base; set machinery.germany = 0 0 0")
    apply_lines(board, "engineers 1 workshop; engineers 1 workshop; engineers 1 workshop")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert "germany: engineers 1 machinery_shop_excavator_left" in lines
    board = make_board(round=5, also="set wheel.germany.3 = 3 0 0 basic_base; set machinery.germany = 0 0 0")
    apply_lines(board, "engineers 1 workshop; engineers 1 workshop; engineers 1 workshop")
    lines, _ = play_turn(board, "automa_03", "automa_04")
    assert "germany: engineers 1 workshop_rotate3_right" in lines


def test_br_034_more_engineers_than_one_has_are_doubted() -> None:
    board = make_board(also="engineers 11 bank; done; set to_move = usa")
    (event,) = read_entered(board, "engineers 2 turbine_station")
    (problem,) = event.find_doubts(board)
    assert (problem.rule, problem.text.key) == ("BR-034", "doubt.engineers")
    assert (problem.text.args["have"], problem.text.args["want"]) == (1, 2)


def test_br_034_those_one_has_are_not() -> None:
    board = make_board(also="engineers 10 bank; done; set to_move = usa")
    (event,) = read_entered(board, "engineers 2 turbine_station")
    assert list(event.find_doubts(board)) == []


@pytest.mark.parametrize(
    ("engineers", "space"), [(3, "turbine_station_plus2_left"), (1, "turbine_station_plus2_right")]
)
def test_br_034_a_space_takes_its_number_of_engineers(engineers: int, space: str) -> None:
    board = make_board(also="set to_move = usa")
    (event,) = read_entered(board, f"engineers {engineers} {space}")
    (problem,) = event.find_doubts(board)
    assert (problem.rule, problem.text.key) == ("BR-034", "doubt.wrong_number")
    right = SPACE_TILES[SPACES.names.index(space)].engineers
    assert (problem.text.args["want"], problem.text.args["got"]) == (right, engineers)
    (event,) = read_entered(board, f"engineers {right} {space}")
    assert list(event.find_doubts(board)) == []


def test_br_034_an_automa_places_what_it_has() -> None:
    board = make_board()
    assert list(read_entered(board, "germany: engineers 1 turbine_station_plus2_left")[0].find_doubts(board)) == []


def test_br_034_a_section_means_a_space_for_so_many_engineers() -> None:
    board = make_board(also="set to_move = usa")
    for n in (1, 2, 3):
        (event,) = read_entered(board, f"engineers {n} turbine_station")
        assert list(event.find_doubts(board)) == [], n


def test_br_037_a_row_for_more_players_is_doubted() -> None:
    line = "engineers 2 workshop_rotate2_left"
    board = make_board(also="set to_move = usa")
    (problem,) = read_entered(board, line)[0].find_doubts(board)
    assert (problem.rule, problem.text.key, problem.text.args["players"]) == ("BR-037", "doubt.no_such_row", 3)
    board = make_board(**TWO, also="set to_move = usa")
    assert list(read_entered(board, line)[0].find_doubts(board)) == []


@pytest.mark.parametrize(("line", "before"), [("engineers 1 bank", ""), ("done", "; engineers 1 bank")])
def test_br_030_two_turns_in_a_row_are_doubted(line: str, before: str) -> None:
    board = make_board(also=f"set to_move = usa{before}")
    assert list(read_entered(board, line)[0].find_doubts(board)) == []
    apply_lines(board, "engineers 1 bank; done")
    (problem,) = read_entered(board, line)[0].find_doubts(board)
    assert (problem.rule, problem.text.key) == ("BR-030", "doubt.not_your_turn")
    assert problem.text.args["now"] == Word("company.germany")


def test_br_030_who_is_alone_in_the_round_goes_on() -> None:
    board = make_board(also="set to_move = usa; set engineers.germany = 0; set placed.germany = 12")
    apply_lines(board, "engineers 1 bank; done")
    assert list(read_entered(board, "engineers 1 bank")[0].find_doubts(board)) == []


def test_br_037_with_two_players_some_rows_do_not_exist() -> None:
    board = make_board()
    placed = [apply_lines(board, "engineers 1 workshop")[0].to_line(board) for _ in range(5)]
    assert [line.split()[-1] for line in placed] == [
        "workshop_rotate1_left",
        "workshop_rotate3_left",
        "workshop_rotate1_right",
        "workshop_rotate3_right",
        "workshop",  # beside it
    ]


def test_br_037_with_three_players_the_second_row_exists() -> None:
    board = make_board(**TWO)
    placed = [apply_lines(board, "engineers 1 workshop")[0].to_line(board) for _ in range(3)]
    assert [line.split()[-1] for line in placed] == [
        "workshop_rotate1_left",
        "workshop_rotate2_left",
        "workshop_rotate3_left",
    ]


def test_br_037_with_four_players_all_rows_exist() -> None:
    board = make_board(**THREE)
    placed = [apply_lines(board, "germany: engineers 1 turbine_station")[0].to_line(board) for _ in range(5)]
    assert [line.split()[-1].split("_")[2] for line in placed] == ["plus2", "plus1", "zero", "minus1", "minus2"]


# -------------------------------------------------------------------------------------- BR-038, BR-077, BA-R34, BR-012


def test_br_038_a_contract_taken_is_replaced_from_its_pile() -> None:
    board = make_board()
    (line,) = follow(board, "take green_03", Asked(["green_09"]))
    assert line == "table: reveal green_left green_09"
    assert board.facts()["contract.green_left"] == "green_09"
    assert board.status() == []


def test_br_038_the_question_offers_the_pile_of_that_colour_only() -> None:
    board = make_board()
    with pytest.raises(QuestionError) as caught:
        follow(board, "take yellow_01", Asked(()))
    assert len(caught.value.valid_answers) == 13
    assert all(name.startswith("yellow") for name in caught.value.valid_answers)


def test_br_038_both_places_of_a_colour_are_refilled() -> None:
    board = make_board()
    lines = follow(board, "take red_05; take red_12", Asked(["red_01", "red_02"]))
    assert lines == ["table: reveal red_left red_01", "table: reveal red_right red_02"]


def test_br_038_a_turn_without_contracts_refills_nothing() -> None:
    board = make_board(also="set contract.green_left = -")
    assert follow(board, "engineers 1 bank; done") == []


def test_br_012_a_national_contract_is_never_refilled() -> None:
    board = make_board()
    assert follow(board, "fulfil national_05") == []
    assert board.facts()["contract.national_1"] == "-"
    assert board.status() == []


def test_br_077_an_empty_pile_is_made_of_the_discards() -> None:
    board = make_board(also="germany: discard green_03; table: reveal green_left green_01")
    gone = set(CONTRACTS.name_options(board.contract_piles[0]))
    board.fulfilled[0] |= board.contract_piles[0]
    board.contract_piles[0] = 0
    assert len(gone) == 12
    assert follow(board, "take green_13") == ["table: refill green", "table: reveal green_right green_03"]
    assert board.contract_discards[0] == 0
    assert board.status() == []


def test_ba_r34_with_no_discards_either_the_place_stays_empty() -> None:
    board = make_board()
    board.fulfilled[0] |= board.contract_piles[0]
    board.contract_piles[0] = 0
    assert follow(board, "take green_13") == []
    assert board.facts()["contract.green_right"] == "-"


def test_ba_r34_other_colours_do_not_help_out() -> None:
    board = make_board(also="germany: discard yellow_01")
    board.fulfilled[0] |= board.contract_piles[0]
    board.contract_piles[0] = 0
    assert follow(board, "take green_13", Asked(["yellow_02"])) == ["table: reveal yellow_left yellow_02"]


# ------------------------------------------------------------------------------------------------------------- BR-090


def test_br_090_all_drops_on_the_headstreams_flow_at_the_end_of_the_round() -> None:
    """Two on A: the first into Germany's dam on 1U, the second past the full neutral dam on 1L to 8L."""
    board = make_board(also="germany: base 1U; water a 2")
    lines = end_of_round(board)
    assert lines[0] == "table: water phase"
    assert board.heads == [0, 0, 0, 0]
    assert (board.drops[board.map.dam("1U")], board.drops[board.map.dam("8L")]) == (1, 2)


def test_br_090_before_the_end_of_the_round_nothing_flows() -> None:
    board = make_board(also="germany: base 1U; water a 2; done; germany: done")
    assert board.heads == [2, 0, 0, 0]
    assert board.drops[board.map.dam("1U")] == 0


def test_br_090_the_usa_count_their_powerhouses_passed() -> None:
    """Three drops from C run 3, 6, 10, 12; the USA have powerhouses in 10 and 12: six steps."""
    board = make_board(also="powerhouse P10; powerhouse P12; powerhouse P9; water c 3")
    lines = end_of_round(board)
    assert board.last_energy[seat(board, "usa")] == 6
    assert scores(lines, "energy_place") == {"usa": 6}


def test_br_090_with_two_powerhouses_they_do_not() -> None:
    board = make_board(also="powerhouse P10; powerhouse P12; water c 3")
    end_of_round(board)
    assert board.last_energy[seat(board, "usa")] == 0


# ------------------------------------------------------------------------------------------------------------- BR-100


@pytest.mark.parametrize(
    ("energy", "places"),
    [
        ({"usa": 10, "germany": 9, "italy": 8, "france": 7}, {"usa": 6, "germany": 2}),
        ({"usa": 1, "germany": 30, "italy": 2, "france": 3}, {"germany": 6, "france": 2}),
        ({"usa": 5, "germany": 5, "italy": 4, "france": 3}, {"usa": 4, "germany": 4}),
        ({"usa": 5, "germany": 5, "italy": 5, "france": 3}, {"usa": 3, "germany": 3, "italy": 3}),
        ({"usa": 5, "germany": 5, "italy": 5, "france": 5}, {"usa": 2, "germany": 2, "italy": 2, "france": 2}),
        ({"usa": 9, "germany": 5, "italy": 5, "france": 3}, {"usa": 6, "germany": 1, "italy": 1}),
        ({"usa": 9, "germany": 5, "italy": 5, "france": 5}, {"usa": 6, "germany": 1, "italy": 1, "france": 1}),
        ({"usa": 9}, {"usa": 6}),
        ({"usa": 9, "germany": 9}, {"usa": 4, "germany": 4}),
        ({}, {}),
    ],
)
def test_br_100_most_and_second_most_energy(energy: dict[str, int], places: dict[str, int]) -> None:
    assert scores(end_of_round(make_board(**THREE), **energy), "energy_place") == places


def test_br_100_never_with_0_energy() -> None:
    lines = end_of_round(make_board(), usa=3)
    assert scores(lines, "energy_place") == {"usa": 6}


def test_br_100_every_round_anew() -> None:
    board = make_board()
    first = scores(end_of_round(board, usa=3, germany=2), "energy_place")
    board.phase = ACTIONS
    second = scores(end_of_round(board, germany=1), "energy_place")
    assert (first, second) == ({"usa": 6, "germany": 2}, {"germany": 6})


# ------------------------------------------------------------------------------------------------------------- BR-101

CREDITS = {0: 3, 1: 1, 2: 2, 3: 2, 4: 3, 6: 3, 7: 4, 10: 4, 11: 5, 15: 5, 16: 6, 21: 6, 22: 7, 28: 7, 29: 8, 60: 8}


@pytest.mark.parametrize("energy", [e for e in CREDITS if e])
def test_br_101_an_automa_takes_its_credits_as_vp(energy: int) -> None:
    lines = end_of_round(make_board(), germany=energy)
    assert scores(lines, "energy_track")["germany"] == CREDITS[energy]


def test_br_101_an_automa_without_energy_gains_3_and_loses_3() -> None:
    board = make_board()
    lines = end_of_round(board, usa=5)
    assert "germany" not in scores(lines, "energy_track")
    assert board.vp[seat(board, "germany")] == 16


def test_br_101_a_human_without_energy_loses_3_vp() -> None:
    board = make_board()
    lines = end_of_round(board, germany=5)
    assert scores(lines, "energy_track")["usa"] == -3
    assert board.vp[seat(board, "usa")] == 7


@pytest.mark.parametrize("energy", [1, 6, 29])
def test_br_101_a_human_with_energy_scores_no_vp_for_it(energy: int) -> None:
    lines = end_of_round(make_board(), usa=energy, germany=40)
    assert "usa" not in scores(lines, "energy_track")


@pytest.mark.parametrize("energy", list(CREDITS))
def test_br_101_a_human_is_told_his_credits(energy: int) -> None:
    board = make_board()
    everybody_out(board)
    board.energy[seat(board, "usa")] = energy
    events = apply_lines(board, "done")
    before = board.copy()
    lines = GAME.hands(before, apply_follow_ups(board, events, Seeded(1)))
    (line,) = [line for line in lines if line.key == "hands.credits"]
    assert (line.args["seat"], line.args["credits"]) == (Word("company.usa"), CREDITS[energy])


# --------------------------------------------------------------------------------------------------- BR-102 … BR-104


@pytest.mark.parametrize(
    ("round", "energy", "vp"),
    [
        (1, 5, 0),
        (1, 6, 12),
        (1, 60, 12),
        (2, 6, 8),
        (2, 11, 8),
        (2, 12, 12),
        (3, 6, 4),
        (3, 12, 8),
        (3, 17, 8),
        (3, 18, 12),
        (4, 5, 0),
        (4, 6, 0),
        (4, 12, 4),
        (4, 24, 12),
        (5, 6, 0),
        (5, 12, 0),
        (5, 18, 4),
        (5, 29, 8),
        (5, 30, 12),
    ],
)
def test_br_102_the_bonus_tile_by_energy(round: int, energy: int, vp: int) -> None:
    """Three bases at 4 VP each."""
    tiles = ["bonus_contract", "bonus_elevation", "bonus_conduit", "bonus_powerhouse"]
    tiles.insert(round - 1, "bonus_base")
    for company in ("germany", "usa"):
        board = make_board(round=round, also=built(company, 3), bonus=" ".join(tiles))
        assert scores(end_of_round(board, **{company: energy}), "bonus_tile").get(company, 0) == vp


def test_br_102_never_below_0() -> None:
    board = make_board(round=5, also="set left.germany.powerhouse = 3")  # one powerhouse, 5 VP
    assert scores(end_of_round(board, germany=24), "bonus_tile") == {"germany": 1}
    board = make_board(round=5, also="set left.germany.powerhouse = 3")
    assert scores(end_of_round(board, germany=18), "bonus_tile") == {}


@pytest.mark.parametrize(
    ("tile", "also", "vp"),
    [
        ("bonus_contract", "germany: fulfil green_03; germany: fulfil national_05", 2 * 2),
        ("bonus_base", built("germany", 2), 2 * 4),
        ("bonus_elevation", built("germany", 0, 3), 3 * 4),
        ("bonus_conduit", built("germany", 0, 0, 1), 4),
        ("bonus_powerhouse", "set left.germany.powerhouse = 0", 4 * 5),
        ("bonus_advanced_tile", "germany: patent adv1_base; set wheel.germany.2 = 3 0 0 adv1_wild", 2 * 4),
        ("bonus_external_work", "germany: work work_a1", 5),
        ("bonus_building", "set left.germany.building = 2", 3 * 4),
    ],
)
def test_br_103_what_each_tile_counts(tile: str, also: str, vp: int) -> None:
    others = [b for b in BONUS.names if b != tile][:4]
    board = make_board(also=also, bonus=" ".join([tile, *others]), leeghwater="yes")
    assert scores(end_of_round(board, germany=6, usa=6), "bonus_tile") == {"germany": vp}


def test_br_103_basic_and_special_tiles_are_not_advanced() -> None:
    others = [b for b in BONUS.names if b != "bonus_advanced_tile"][:4]
    board = make_board(
        bonus=" ".join(["bonus_advanced_tile", *others]), leeghwater="yes", level="very_hard", officer="anton_krylov"
    )
    assert scores(end_of_round(board, germany=6), "bonus_tile") == {}


def test_br_103_the_whole_game_so_far_counts() -> None:
    """A contract of round 1 counts in round 2 as well."""
    board = make_board(bonus="bonus_base bonus_contract bonus_elevation bonus_conduit bonus_powerhouse")
    apply_lines(board, "germany: fulfil green_03")
    end_of_round(board, germany=6)
    board.phase = ACTIONS
    apply_lines(board, "germany: fulfil yellow_01")
    assert scores(end_of_round(board, germany=12), "bonus_tile") == {"germany": 4}


def test_br_104_every_round_has_a_tile_of_its_own() -> None:
    """Two bases and one powerhouse all the time: only the tile of the round scores."""
    board = make_board(bonus="bonus_base bonus_contract bonus_elevation bonus_conduit bonus_powerhouse")
    apply_lines(board, f"{built('germany', 2)}; set left.germany.powerhouse = 3")
    found = []
    for _ in range(5):
        board.phase = ACTIONS
        found.append(scores(end_of_round(board, germany=30), "bonus_tile").get("germany", 0))
    assert found == [8, 0, 0, 0, 5]


def test_br_104_the_tile_of_the_round_is_shown() -> None:
    board = make_board(bonus="bonus_base bonus_contract bonus_elevation bonus_conduit bonus_powerhouse")
    (line,) = [t for t in BOOK.list_prompts(board) if t.key == "prompt.round"]
    assert (line.args["tile"], line.args["line"]) == (Word("bonus.bonus_base"), 6)
    end_of_round(board)
    (line,) = [t for t in BOOK.list_prompts(board) if t.key == "prompt.round"]
    assert (line.args["tile"], line.args["line"]) == (Word("bonus.bonus_contract"), 12)


# ----------------------------------------------------------------------------------------------------- BR-110, BR-111


@pytest.mark.parametrize(
    ("energy", "order"),
    [
        ({"usa": 1, "germany": 2, "italy": 3, "france": 4}, "usa germany italy france"),
        ({"usa": 4, "germany": 3, "italy": 2, "france": 1}, "france italy germany usa"),
        ({"usa": 9, "france": 9}, "italy germany usa france"),  # the old order backwards among equals
        ({}, "usa france italy germany"),
        ({"germany": 5, "italy": 5, "france": 5, "usa": 5}, "usa france italy germany"),
    ],
)
def test_br_110_least_energy_first_equals_backwards(energy: dict[str, int], order: str) -> None:
    board = make_board(**THREE, order="germany italy france usa")
    end_of_round(board, **energy)
    assert [board.company(s) for s in board.order] == order.split()
    assert board.to_move == board.order[0]


def test_br_110_the_new_order_is_announced_and_foretold() -> None:
    board = make_board(**THREE, order="germany italy france usa", also="energy +4; germany: energy +9")
    assert board.facts()["next_order"] == "france italy usa germany"
    end_of_round(board)
    assert [board.company(s) for s in board.order] == ["france", "italy", "usa", "germany"]


def test_br_110_not_after_round_5() -> None:
    board = make_board(round=5, order="germany usa")
    end_of_round(board, germany=9)
    assert [board.company(s) for s in board.order] == ["germany", "usa"]


def test_br_111_engineers_come_home_and_markers_go_to_0() -> None:
    board = make_board(also="engineers 3 bank; energy +7")
    end_of_round(board, germany=4)
    assert board.engineers == [12, 12]
    assert board.placed == [0, 0]
    assert board.energy == [0, 0]
    assert board.last_energy == [7, 4]
    assert (board.round, board.phase) == (2, INCOME)


def test_br_111_the_architect_comes_home_too() -> None:
    board = make_board(level="very_hard", officer="tommaso_battista")
    me = seat(board, "germany")
    apply_lines(board, "table: show automa_04; germany: engineers 5 bank")
    board.architect[me], board.placed[me] = 0, board.placed[me] + 1
    end_of_round(board)
    assert (board.engineers[me], board.architect[me]) == (11, 1)
    assert board.status() == []


def test_br_111_unsold_patents_are_discarded_and_three_new_ones_revealed() -> None:
    board = make_board(also="patent adv1_base")
    lines = end_of_round(board)
    shown = [line.split()[-1] for line in lines if line.startswith("table: patent")]
    assert [TECH.names[t] for t in board.patents] == shown
    assert [TECH_TILES[t].level for t in board.patents] == [1, 1, 2]
    assert TECH.name_options(board.tech_gone) == ("adv1_conduit", "adv1_wild")
    assert board.status() == []


def test_br_111_the_levels_of_all_five_rounds() -> None:
    board = make_board()
    levels = [[TECH_TILES[t].level for t in board.patents]]
    for _ in range(4):
        board.phase = ACTIONS
        end_of_round(board)
        levels.append([TECH_TILES[t].level for t in board.patents])
        assert board.status() == []
    assert levels == [[1, 1, 1], [1, 1, 2], [2, 2, 2], [2, 3, 3], [3, 3, 3]]
    assert board.tech_piles == [0, 0, 0]


def test_br_111_the_same_for_external_works() -> None:
    board = make_board(leeghwater="yes", also="work work_a2")
    piles = [[WORKS.names[w][5] for w in board.works if w != NOBODY]]
    for _ in range(4):
        board.phase = ACTIONS
        end_of_round(board)
        piles.append([WORKS.names[w][5] for w in board.works])
        assert board.status() == []
    assert piles == [["a", "a"], ["a", "a", "b"], ["b", "b", "b"], ["b", "c", "c"], ["c", "c", "c"]]


def test_br_111_without_leeghwater_no_works_are_revealed() -> None:
    assert not [line for line in end_of_round(make_board()) if line.startswith("table: work")]


def test_br_111_contracts_stay() -> None:
    board = make_board(also="take green_03; table: reveal green_left green_07")
    face = board.face[:]
    end_of_round(board)
    assert board.face == face
    assert CONTRACTS.name_options(board.hands[seat(board, "usa")]) == ("green_03",)


def test_br_111_the_pieces_on_the_map_and_on_the_wheel_stay() -> None:
    board = make_board(also="germany: base 2L; germany: conduit 2A; set wheel.germany.3 = 2 1 0 basic_base")
    before = (board.dams[:], board.conduits[:], [w[:] for w in board.wheel], board.vp[seat(board, "germany")])
    end_of_round(board, germany=0, usa=0)
    assert (board.dams, board.conduits, board.wheel, board.vp[seat(board, "germany")]) == before


def test_br_111_nothing_is_revealed_after_round_5() -> None:
    board = make_board(round=5)
    patents = board.patents[:]
    lines = end_of_round(board)
    assert not [line for line in lines if line.startswith(("table: patent", "table: round"))]
    assert board.patents == patents
    assert board.phase == OVER


# -------------------------------------------------------------------------------------------------- BR-015: whole games


def game(luck: object, check: bool = True, **options: str) -> Iterator[tuple[Barrage, list[str]]]:
    """Play a whole game with a random human; yield the board after each step and its events."""
    chance = Seeded(str(luck), answers_too=True)
    board = new_board(lay_out({"humans": "usa", **options}, chance, {}))
    steps = 0
    while not is_over(board):
        steps += 1
        assert steps < 400
        before = board.copy()
        events = play_next(board, chance)
        lines = []
        for event in events:
            lines.append(event.to_line(before))
            event.apply(before)
        assert before.key() == board.key()  # the events are the whole story
        if check:
            assert board.status() == []
        yield board, lines


def at_the_end(luck: object, **options: str) -> Barrage:
    """Return the board after a whole game."""
    return [board for board, _ in game(luck, **options)][-1]


FRAME = ("table: headstreams", "table: water phase", "table: round ends", "table: game ends")


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "very_hard"])
@pytest.mark.parametrize("leeghwater", ["no", "yes"])
def test_br_015_five_rounds_of_five_phases_then_final_scoring(level: str, leeghwater: str) -> None:
    lines = [line for _, told in game(f"{level} {leeghwater}", level=level, leeghwater=leeghwater) for line in told]
    frame = [line for line in lines if line in FRAME]
    one = ["table: headstreams", "table: water phase"]
    assert frame == [*[*one, "table: round ends"] * 4, *one, "table: game ends"]
    after_water = lines.index("table: water phase") + 1
    assert lines[after_water].split()[1] in ("scores", "round")
    last = lines[lines.index("table: game ends") + 1 :]
    assert last
    assert all(line.split()[1] == "scores" for line in last)
    assert {line.split()[2] for line in last} <= {"objective", "resources", "buildings", "drops"}


def test_br_015_actions_lie_between_headstreams_and_water() -> None:
    acting = False
    for _, lines in game("phases", level2="hard"):
        for line in lines:
            if line == "table: headstreams":
                acting = True
            elif line == "table: water phase":
                acting = False
            elif " engineers " in line or line.endswith((": out", ": done")):
                assert acting, line
            elif " scores " in line or line in ("table: round ends", "table: game ends"):
                assert not acting, line


@pytest.mark.parametrize("luck", range(6))
def test_br_015_the_last_round_ends_with_no_engineer_left(luck: int) -> None:
    board = at_the_end(luck, level="medium", level2="hard")
    assert (board.phase, board.round) == (OVER, 5)
    assert [n + a for n, a in zip(board.engineers, board.architect, strict=True)] == [0, 0, 0]


@pytest.mark.parametrize("luck", range(4))
def test_br_025_no_more_drops_appear_than_the_rules_give(luck: int) -> None:
    for board, _ in game(luck):
        assert all(0 <= n <= board.capacity(d) for d, n in enumerate(board.drops))
        if board.phase == INCOME:
            assert board.heads == [0] * 4


@pytest.mark.parametrize("luck", range(4))
def test_ba_031_nobody_acts_without_an_engineer(luck: int) -> None:
    """In each round every seat places exactly its twelve engineers, or leaves some by going out."""
    placed: dict[str, int] = {}
    for board, lines in game(luck, level="medium", level2="easy"):
        for line in lines:
            who, _, rest = line.partition(": ")
            if rest.startswith(("engineers", "architect")):
                placed[who] = placed.get(who, 0) + int(rest.split()[1])
            if line == "table: round ends":
                assert placed == dict.fromkeys(board.setup.names.names, 12)
                placed = {}


def test_br_124_the_winner_is_named_at_the_end() -> None:
    for luck in range(8):
        board = at_the_end(luck)
        best = max((board.vp[s], board.energy[s], s) for s in range(board.players))[2]
        first = BOOK.list_prompts(board)[0]
        assert first.key == ("prompt.automa_wins" if board.is_automa(best) else "prompt.human_wins")
        assert first.args["seat"] == (Word(f"company.{board.company(best)}"),)
        shown = first.args["scores"]
        assert isinstance(shown, tuple)
        assert [line.args["vp"] for line in shown if isinstance(line, Text)] == board.vp


def test_br_015_after_the_game_nothing_moves() -> None:
    board = make_board(round=5)
    end_of_round(board)
    assert is_over(board)
    with pytest.raises(ImpossibleError) as caught:
        play_automa(board, Seeded(1))
    assert caught.value.text.key == "error.game_over"
    assert follow(board, "vp +3") == []


def test_br_015_before_the_end_the_game_is_not_over() -> None:
    board = make_board(round=4)
    end_of_round(board)
    assert not is_over(board)
    assert (board.round, board.phase) == (5, INCOME)


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 10**6))
def test_made_up_games_reach_their_end_and_stay_sound(luck: int) -> None:
    chance = Seeded(luck, answers_too=True)
    board = new_board(lay_out(BOOK.random_options(chance), chance, {}))
    for _ in range(500):
        if is_over(board):
            break
        play_next(board, chance)
        assert board.status() == []
    assert board.phase == OVER
    assert board.round == 5


def test_the_same_luck_plays_the_same_game() -> None:
    one = [line for _, lines in game("same", leeghwater="yes") for line in lines]
    two = [line for _, lines in game("same", leeghwater="yes") for line in lines]
    assert one == two
    assert len(one) > 100


def test_the_names_of_structures_are_those_of_the_fields() -> None:
    board = make_board()
    assert {f"left.germany.{name}" for name in STRUCTURES.names} <= set(board.facts())
