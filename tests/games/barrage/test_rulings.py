"""House rulings to the base game, each with the position where it decides and one where it does not: BR-R04, BR-R10,
BR-R11, BR-R15, BR-R19, BR-R27, BR-R44, BR-R46."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.games.barrage.automa.construction import Construction, construct
from soloist.games.barrage.automa.effects import gain_energy
from soloist.games.barrage.automa.production import Production, take_production_action
from soloist.games.barrage.automa.turn import perform_tile
from soloist.games.barrage.board.laws import objective_vp
from soloist.games.barrage.board.setup import LATER_DEFAULTS, read_setup
from soloist.games.barrage.board.state import Barrage, new_board
from soloist.games.barrage.board.tables import BUILDING, CONTRACTS
from tests.games.barrage.tables import (
    action,
    apply_follow_ups,
    apply_lines,
    list_lines,
    make_board,
    make_view,
    play_turn,
    seat,
)

READY = "set dam.6L = germany 3 2; set conduit.6A = germany; set powerhouse.P9.1 = germany"


def produced(board: Barrage, who: str = "germany", *answers: str, tile: str = "automa_05") -> list[str]:
    """Return the lines of a company's production by the tile."""
    view = make_view(board, who, actions=tile, answers=answers)
    take_production_action(view, action(tile, "production"))
    return list_lines(view)


# --------------------------------------------------------------------------------------------------- BR-R04: the income

#: both Automa have built all their bases and conduits
INCOMES = "set left.germany.conduit = 0; set left.italy.conduit = 0; set left.germany.base = 0; set left.italy.base = 0"


@pytest.mark.parametrize(
    ("ruling", "first"), [("reverse_turn_order", ["italy", "germany"]), ("turn_order", ["germany", "italy"])]
)
def test_br_r04_the_income_goes_by_the_order_of_the_table(ruling: str, first: list[str]) -> None:
    board = make_board(level2="medium", order="germany italy usa", income_order=ruling, also=INCOMES)
    apply_lines(board, "set phase = income")
    lines, _ = play_turn(board)
    seats = list(dict.fromkeys(line.split(":")[0] for line in lines if not line.startswith("table")))
    assert seats == first


def test_br_r04_with_one_automa_nothing_changes() -> None:
    found = []
    for ruling in ("reverse_turn_order", "turn_order"):
        board = make_board(income_order=ruling, also="set left.germany.conduit = 0; set phase = income")
        found.append(play_turn(board)[0])
    assert found[0] == found[1] and len(found[0]) > 1


# ----------------------------------------------------------------------------------------- BR-R10: production of nothing

#: France asks for 3 less: its contract of value 2 needs nothing; one drop through a conduit of value 1 with -2
NOTHING = (
    "set dam.9L = france 1 1; set conduit.9A = france; set powerhouse.P11.1 = france; set left.france.powerhouse = 1;"
    "set energy.usa = 3"
)


@pytest.mark.parametrize(("ruling", "done"), [("forbidden", False), ("allowed_as_zero", True)])
def test_br_r10_a_production_of_nothing(ruling: str, done: bool) -> None:
    board = make_board(level="easy", company="france", production_zero=ruling, also=NOTHING)
    view = make_view(board, "france")
    case = Production(view, -2, bonus=True, colour=0)
    assert bool(case.energy) == done
    assert list(case.energy.values()) == ([0] if done else [])


def test_br_r10_is_no_reason_to_produce_without_a_contract() -> None:
    """Nothing is not enough for any contract; only France with its ability may ask for less than nothing."""
    for level, lines in (("medium", 0), ("hard", 1)):
        board = make_board(level=level, company="france", production_zero="allowed_as_zero", also=NOTHING)
        apply_lines(board, "set left.france.powerhouse = 1")
        answers = ("green_01",) if lines else ()
        made = produced(board, "france", *answers, tile="automa_01")
        assert len([line for line in made if "produce" in line]) == lines, (level, made)


# --------------------------------------------------------------------------------- BR-R11: the powerhouse of the contract

#: two powerhouses of Germany, and the yellow contract of 5 that builds the third; the second production needs another
TWO = (
    f"{READY}; set powerhouse.P10.1 = germany; set left.germany.powerhouse = 2; set conduit.5B = germany;"
    "set dam.6L = germany 3 1"
)
BUILDS = "green_03 green_13 yellow_02 yellow_11 red_05 red_12"


@pytest.mark.parametrize(("ruling", "productions"), [("not_this_production", 1), ("at_once", 2)])
def test_br_r11_the_third_powerhouse_by_the_contract_of_this_production(ruling: str, productions: int) -> None:
    board = make_board(level="hard", contracts=BUILDS, ability_from_contract_powerhouse=ruling, also=TWO)
    answers = ("yellow_01", "green_01")[:productions]
    lines = produced(board, "germany", *answers)
    assert "germany: fulfil yellow_02" in lines and any("germany: powerhouse" in line for line in lines)
    assert len([line for line in lines if "produce" in line]) == productions


def test_br_r11_below_hard_there_is_no_ability_and_with_three_before_it_counts_either_way() -> None:
    for ruling in ("not_this_production", "at_once"):
        board = make_board(level="medium", contracts=BUILDS, ability_from_contract_powerhouse=ruling, also=TWO)
        assert len([line for line in produced(board, "germany", "yellow_01") if "produce" in line]) == 1
        also = f"{TWO}; set powerhouse.P12.1 = germany; set left.germany.powerhouse = 1"
        board = make_board(level="hard", contracts=BUILDS, ability_from_contract_powerhouse=ruling, also=also)
        lines = produced(board, "germany", "yellow_01", "green_01")
        assert len([line for line in lines if "produce" in line]) == 2


@pytest.mark.parametrize(("ruling", "drops"), [("not_this_production", 0), ("at_once", 1)])
def test_br_r11_the_drop_of_the_netherlands_likewise(ruling: str, drops: int) -> None:
    also = f"{TWO.replace('germany', 'netherlands')}; set dam.2L = netherlands 1 0"
    board = make_board(
        level="hard",
        leeghwater="yes",
        company="netherlands",
        contracts=BUILDS,
        ability_from_contract_powerhouse=ruling,
        also=also,
    )
    lines = produced(board, "netherlands", "yellow_01")
    assert len([line for line in lines if "fill" in line]) == drops


# ---------------------------------------------------------------------------------------- BR-R15: National by other energy


@pytest.mark.parametrize(("ruling", "contract"), [("no", "red_12"), ("yes", "national_05")])
def test_br_r15_energy_without_a_powerhouse(ruling: str, contract: str) -> None:
    view = make_view(make_board(national_with_other_energy=ruling), answers=() if ruling == "yes" else ("red_01",))
    gain_energy(view, 15)
    assert f"germany: fulfil {contract}" in list_lines(view)


def test_br_r15_a_national_contract_out_of_reach_changes_nothing() -> None:
    for ruling in ("no", "yes"):
        view = make_view(make_board(national_with_other_energy=ruling), answers=("red_01",))
        gain_energy(view, 14)
        assert "germany: fulfil red_12" in list_lines(view)


@pytest.mark.parametrize(("ruling", "contract"), [("no", "red_12"), ("yes", "national_01")])
def test_br_r15_the_drops_of_wu_fang_likewise(ruling: str, contract: str) -> None:
    dams = "; ".join(f"set dam.{n}L = germany 3 3" for n in (2, 3, 4, 6, 7))
    board = make_board(
        level="very_hard",
        officer="wu_fang",
        promos="yes",
        national="national_01",
        national_with_other_energy=ruling,
        also=dams,
    )
    view = make_view(board, answers=() if ruling == "yes" else ("red_01",))
    perform_tile(view)
    assert f"germany: fulfil {contract}" in list_lines(view)


# -------------------------------------------------------------------------------------------- BR-R19: discarded contracts


@pytest.mark.parametrize(
    ("ruling", "gone", "discards"), [("removed", "green_03", "-"), ("under_pile", "-", "green_03")]
)
def test_br_r19_where_a_contract_goes_that_a_human_discards(ruling: str, gone: str, discards: str) -> None:
    board = make_board(discarded_contracts=ruling, also="usa: take green_03; usa: discard green_03")
    facts = board.facts()
    assert (facts["contracts_gone"], facts["contract_discards.green"]) == (gone, discards)


def test_br_r19_under_the_pile_it_comes_when_the_rest_is_used_up() -> None:
    board = make_board(discarded_contracts="under_pile", also="usa: take green_03; set contract_pile.green = green_01")
    events = apply_lines(board, "usa: discard green_03")
    apply_follow_ups(board, events, Seeded(1))
    assert board.facts()["contract.green_left"] == "green_01", "not the one below"
    events = apply_lines(board, "usa: take green_13")
    apply_follow_ups(board, events, Seeded(1))
    assert board.facts()["contract.green_right"] == "green_03"


def test_br_r19_a_starting_contract_and_an_automas_go_as_ever() -> None:
    for ruling in ("removed", "under_pile"):
        starting = next(name for name in CONTRACTS.names if name.startswith("start"))
        board = make_board(discarded_contracts=ruling, also=f"set hand.usa = {starting}; usa: discard {starting}")
        assert board.facts()["contracts_gone"] == starting
        apply_lines(board, "germany: discard green_03")
        assert board.facts()["contract_discards.green"] == "green_03"


# ----------------------------------------------------------------------------------------- BR-R27: the second building site


@pytest.mark.parametrize(
    ("ruling", "players", "second"),
    [
        ("four_players", 2, []),
        ("four_players", 3, []),
        ("four_players", 4, [0, 1, 2, 3, 4]),
        ("by_position", 2, []),
        ("by_position", 3, [0, 1]),
        ("by_position", 4, [0, 1, 2, 3, 4]),
    ],
)
def test_br_r27_where_the_second_site_is_open(ruling: str, players: int, second: list[int]) -> None:
    levels = {f"level{n}": "easy" for n in ("2", "3")[: players - 2]}
    board = make_board(leeghwater="yes", building_site_2=ruling, **levels)
    assert board.players == players
    assert [at for at in range(5) if 4 * at + 1 in board.sites_in_play(at)] == second


@pytest.mark.parametrize(("ruling", "site"), [("four_players", 3), ("by_position", 2)])
def test_br_r27_an_automa_builds_there_too(ruling: str, site: int) -> None:
    taken = "usa: building cofferdam; set machinery.germany = 9 9"
    view = make_view(make_board(leeghwater="yes", level2="easy", building_site_2=ruling, also=taken))
    assert construct(Construction(view, BUILDING, 1))
    assert f"germany: building cofferdam {site}" in list_lines(view)


# ---------------------------------------------------------------------------------------------------- BR-R44: equal energy


@pytest.mark.parametrize(
    ("ruling", "order"), [("later_first", "usa italy germany"), ("keep_order", "germany italy usa")]
)
def test_br_r44_equal_energy(ruling: str, order: str) -> None:
    board = make_board(level2="easy", order="germany italy usa", turn_order_tie=ruling)
    assert board.facts()["next_order"] == order
    apply_lines(board, "set energy.germany = 3; set energy.italy = 2; set energy.usa = 1")
    assert board.facts()["next_order"] == "usa italy germany", "no tie, no question"


def test_br_r44_the_round_ends_in_the_order_that_was_foretold() -> None:
    for ruling in ("later_first", "keep_order"):
        board = make_board(level2="easy", order="germany italy usa", turn_order_tie=ruling)
        foretold = board.facts()["next_order"]
        apply_follow_ups(
            board,
            apply_lines(board, "usa: out; set engineers.germany = 0; set engineers.italy = 0; usa: done"),
            Seeded(1),
        )
        assert (board.round, board.facts()["order"]) == (2, foretold)


# -------------------------------------------------------------------------------------------------- BR-R46: a count of 0


@pytest.mark.parametrize(("ruling", "vp"), [("ranks", [15, 15]), ("no_vp", [15, 0])])
def test_br_r46_a_count_of_0(ruling: str, vp: list[int]) -> None:
    board = make_board(objective_zero=ruling, also="set dam.6L = usa 1 0")  # one basin against none
    assert [objective_vp(board)[seat(board, who)] for who in ("usa", "germany")] == vp


def test_br_r46_a_count_of_1_takes_its_place_either_way_and_all_with_0_share_or_get_nothing() -> None:
    for ruling, empty in (("ranks", [13, 18]), ("no_vp", [0, 0])):
        board = make_board(objective_zero=ruling, also="set dam.6L = usa 1 0; set dam.7L = germany 1 0")
        assert objective_vp(board) == [13, 18]
        assert objective_vp(make_board(objective_zero=ruling)) == empty


# ------------------------------------------------------------------------------------------------------------- old set-ups


def test_a_set_up_from_before_a_ruling_has_its_default() -> None:
    board = make_board()
    older = {key: value for key, value in board.setup.source.items() if key not in LATER_DEFAULTS}
    assert len(LATER_DEFAULTS) == 9 == len(board.setup.source) - len(older)
    assert read_setup(older).rulings == board.setup.rulings
    assert new_board(older).setup.source == board.setup.source
