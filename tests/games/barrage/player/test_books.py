"""Tables with tracked costs: what is counted automatically, doubted, offered, corrected."""

from __future__ import annotations

from typing import Any

import pytest

from soloist.core.chance import Seeded
from soloist.core.errors import AmbiguousError, ImpossibleError, SoloistError
from soloist.core.sink import RecordingSink
from soloist.games.barrage.board import events as e
from soloist.games.barrage.game import GAME
from soloist.games.barrage.table.tracked_board import TrackedBoard
from soloist.games.barrage.table_rules import RULES
from soloist.session.table import Table
from tests.games.barrage.tables import NATIONAL, PLAIN, TECH, make_board

OPTIONS = {key: value for key, value in PLAIN.items() if key not in ("company2", "company3")}


def books(*lines: str, **options: str) -> TrackedBoard:
    """Return a table with tracked costs in the action phase, the USA to move."""
    chosen = {**OPTIONS, "books": "kept", **options}
    humans = chosen["humans"].split()
    chosen |= {"order": " ".join([*humans, "germany"]), "national": " ".join(NATIONAL.split()[: len(humans)])}
    board = RULES.create_position(RULES.lay_out(chosen, Seeded("test"), {}))
    assert isinstance(board, TrackedBoard)
    told(board, "set phase = actions", *lines)
    return board


def told(board: TrackedBoard, *lines: str) -> RecordingSink:
    """Enter lines with their consequences; return what the last one recorded. The board changes."""
    for line in lines:
        noted = RecordingSink(RULES.parsing)
        RULES.apply_move(board, RULES.read_move(board, line), Seeded("told"), noted)
    return noted


def doubted(board: TrackedBoard, line: str) -> list[str]:
    """Return the rules that a line violates; the board changes regardless."""
    return [problem.rule for problem in told(board, line).problems]


def offered(board: TrackedBoard, line: str) -> list[tuple[str, str]]:
    """Return the offers after a line; the board changes."""
    before = board.copy()
    return [(offer.rule, offer.line) for offer in RULES.find_offers(before, told(board, line).events)]


#: every doubt that needs tracked costs: its rule, the lines before, the line
OF_BOOKS = (
    ("credits", "BR-008", "credits = 2", "base 6U"),
    ("machinery", "BR-043", "set machinery.usa = 3 4", "base 6L"),
    ("tile_on_wheel", "BR-041", "set wheel.usa.2 = 0 0 0 basic_base; set tiles.usa = basic_conduit", "base 6L"),
    ("no_own_space", "BR-034", "credits = 6", "engineers 4 company_board"),
    ("own_space", "BR-033", "set used.usa = company_board_1", "engineers 1 company_board_1"),
)


@pytest.mark.parametrize(("key", "rule", "before", "line"), OF_BOOKS, ids=[doubt[0] for doubt in OF_BOOKS])
def test_a_doubt_of_the_books_is_given_and_the_table_is_right(key: str, rule: str, before: str, line: str) -> None:
    found = told(books(before), line).problems
    assert (f"doubt.{key}", rule) in [(problem.text.key, problem.rule) for problem in found]


# ------------------------------------------------------------------------------------------------------- construction


def test_br_042_a_construction_is_counted_by_itself() -> None:
    board = books()
    assert told(board, "engineers 1 company_board; base 6L").lines == [
        "usa: engineers 1 company_board",
        "usa: uses company_board_1",
        "usa: wheel 4 0 0 basic_base",
        "usa: rotate 1",
        "usa: base 6L",
    ]
    assert board.machinery[0] == [2, 4, 0] and board.credits[0] == 6
    assert not board.tech[0] >> TECH.names.index("basic_base") & 1


def test_br_041_a_tile_on_the_wheel_is_doubted_and_taken_from_there() -> None:
    board = books("base 6L", "set machinery.usa = 9 4")
    assert doubted(board, "base 9L") == ["BR-041"]
    assert [segment[3] for segment in board.wheel[0]].count(0) == 5  # it lies there once
    other = books("set machinery.usa = 9 4")
    assert doubted(other, "base 6L") == []


def test_br_043_too_few_machineries_are_doubted_and_counted() -> None:
    board = books("set machinery.usa = 3 4")
    assert doubted(board, "base 6L") == ["BR-043"]
    assert board.machinery[0] == [-1, 4, 0]
    assert doubted(books("set machinery.usa = 4 4"), "base 6L") == []


def test_br_045_a_red_outline_is_paid_and_doubted_without_credits() -> None:
    board = books("credits = 2")
    assert doubted(board, "base 6U") == ["BR-008"]
    assert board.credits[0] == -1
    assert doubted(books("credits = 3"), "base 6U") == []


def test_br_041_which_tile_is_asked_only_where_it_is_open() -> None:
    wild = "set tiles.usa = adv1_wild adv1_base"
    with pytest.raises(AmbiguousError) as asked:
        RULES.read_move(books(wild), "base 6L")
    assert (asked.value.rule, asked.value.nearest) == ("BR-041", ("with adv1_base", "with adv1_wild"))
    board = books(wild)
    assert told(board, "base 6L with adv1_wild").lines[0] == "usa: wheel 4 0 0 adv1_wild"
    assert told(board, "base 9L").lines[0] == "usa: wheel 3 0 0 adv1_base"  # the only one left
    with pytest.raises(ImpossibleError) as refused:
        RULES.read_move(board, "conduit 6A with basic_base")
    assert refused.value.rule == "BR-041"
    with pytest.raises(ImpossibleError) as stranger:
        RULES.read_move(board, "base 7L with adv3_base")
    assert stranger.value.rule == "BR-041"


def test_br_047_a_free_piece_costs_only_its_red_outline() -> None:
    board = books()
    assert told(board, "base 6U free").lines == ["usa: base 6U", "usa: credits -3"]
    assert told(board, "elevation 6U free").lines == ["usa: elevation 6U"]


def test_br_044_a_payment_is_told_where_there_is_a_choice() -> None:
    solomon = books(human_officers="solomon_p_jordan")
    assert told(solomon, "base 6L spend 2 0 6").lines[:2] == ["usa: credits -6", "usa: wheel 2 0 0 basic_base"]
    jill = books("set machinery.usa = 9 9", human_officers="jill_mcdowell")
    assert told(jill, "conduit 6A pay 0 4").lines[0] == "usa: wheel 0 4 0 basic_conduit"
    elon = books(human_officers="elon_audia", promos="yes")
    assert told(elon, "base 6L").lines[0] == "usa: wheel 0 0 4 basic_base"


def test_br_153_a_copied_tile_is_named() -> None:
    board = books("base 6L", "set machinery.usa = 9 9", human_officers="anton_krylov")
    with pytest.raises(AmbiguousError) as asked:
        RULES.read_move(board, "base 9L with special_anton")
    assert asked.value.nearest == ("copying basic_base",)
    assert told(board, "base 9L with special_anton copying basic_base").lines[0] == "usa: wheel 3 0 0 special_anton"
    with pytest.raises(ImpossibleError) as nothing:
        RULES.read_move(board, "elevation 6L with basic_elevation copying basic_base")
    assert nothing.value.rule == "BR-153"
    with pytest.raises(ImpossibleError) as stranger:
        RULES.read_move(books("base 6L"), "base 9L with special_anton copying basic_base")
    assert stranger.value.rule == "BR-041"


# ------------------------------------------------------------------------------------------------------ action spaces


def test_br_035_the_credits_of_a_space_and_what_it_gives_are_counted() -> None:
    board = books()
    assert told(board, "engineers 3 bank").lines == ["usa: engineers 3 bank_1", "usa: credits +3"]
    assert told(board, "engineers 1 workshop").lines[1:] == ["usa: rotate 1"]
    shop = told(board, "engineers 2 machinery_shop").lines
    assert shop[1:] == ["usa: credits -5", "usa: excavator +1", "usa: mixer +1"]
    assert board.credits[0] == 4 and board.machinery[0] == [7, 5, 0]


def test_br_034_an_own_space_takes_exactly_its_engineers_once() -> None:
    board = books()
    assert doubted(board, "engineers 4 company_board") == ["BR-034"]
    assert doubted(board, "done") == []
    assert doubted(books("set used.usa = company_board_1"), "engineers 1 company_board_1") == ["BR-034", "BR-033"]
    fourth = books("set used.usa = company_board_3")
    assert told(fourth, "engineers 3 company_board").lines[1:] == ["usa: uses company_board_4", "usa: credits -3"]
    assert doubted(books(), "engineers 1 officer_wu_1") == ["BR-034", "BR-034"]


def test_br_034_of_spaces_that_give_different_things_one_is_named() -> None:
    board = books(humans="usa italy france")
    with pytest.raises(AmbiguousError) as asked:
        RULES.read_move(board, "usa: engineers 1 machinery_shop")
    assert asked.value.rule == "BR-034" and "engineers 1 machinery_shop_any_left" in asked.value.nearest
    assert told(books(), "engineers 1 machinery_shop").lines[0] == "usa: engineers 1 machinery_shop_excavator_left"


def test_br_151_the_architect_is_told_apart() -> None:
    board = books(human_officers="tommaso_battista")
    assert (board.engineers[0], board.architect[0]) == (11, 1)
    assert told(board, "architect 1 company_board").lines[0] == "usa: architect 1 company_board"
    assert told(books("set engineers.usa = 1", human_officers="tommaso_battista"), "engineers 2 bank").lines[0] == (
        "usa: architect 2 bank_1"
    )


def test_br_134_spaces_of_private_buildings_are_booked_and_asked_for() -> None:
    options = {"leeghwater": "yes", "buildings": "financial_division wind_farm cofferdam control_station loan_agency"}
    one = books("set building.financial_division.1 = usa", **options)
    lines = told(one, "engineers 1 private_buildings").lines
    assert lines[1] == "usa: uses building_financial_division_action_1" and lines[-1].startswith("usa: credits +")
    two = books("set building.financial_division.1 = usa", "set building.wind_farm.1 = usa", **options)
    with pytest.raises(AmbiguousError) as asked:
        RULES.read_move(two, "engineers 2 private_buildings")
    assert asked.value.rule == "BR-134" and len(asked.value.nearest) == 2
    before = two.copy()
    events = told(two, "engineers 2 building_wind_farm_action_1").events
    assert [offer.line for offer in RULES.find_offers(before, events)] == ["usa: energy +5"]


def test_br_133_a_building_is_paid_and_br_136_a_tile_as_a_reward_is_told() -> None:
    """A table does not choose rulings about the human's turn: the defaults apply."""
    board = books("set machinery.usa = 9 9", leeghwater="yes", works="work_a5 work_a2 work_a3")
    lines = told(board, "building cofferdam 3").lines
    assert lines[0].startswith("usa: wheel") and lines[-1] == "usa: credits -3"
    assert offered(board, "work work_a5") == [("BR-131", "usa: credits +4")]


# ----------------------------------------------------------------------------------------------------- external works


def test_br_131_an_external_work_takes_its_machineries() -> None:
    board = books(leeghwater="yes")
    assert told(board, "work work_a1").lines == ["usa: excavator -1", "usa: work work_a1"]
    assert doubted(books("set machinery.usa = 0 0", leeghwater="yes"), "work work_a1") == ["BR-131"]


def test_br_137_the_loan_agency_takes_credits_instead() -> None:
    board = books(leeghwater="yes")
    assert told(board, "work work_a1 loan").lines == ["usa: credits -2", "usa: work work_a1"]


def test_br_132_leslie_spencer_puts_them_onto_the_wheel() -> None:
    board = books(leeghwater="yes", human_officers="leslie_spencer")
    assert told(board, "work work_a1 wheel").lines[:2] == ["usa: wheel 1 0 0 special_leslie", "usa: rotate 1"]


# ------------------------------------------------------------------------------------------------------------ gains


def test_br_074_a_reward_is_offered_as_one_line() -> None:
    assert offered(books(), "fulfil red_12") == [("BR-074", "usa: vp +7; usa: credits +3")]
    assert offered(books("set tiles.usa = adv1_conduit"), "conduit 6A with adv1_conduit") == [
        ("BR-052", "usa: credits +8")
    ]


def test_br_170_of_machineries_of_choice_one_mix_is_told() -> None:
    table = _table()
    table.tell("fulfil starting_04")
    lines = [offer.line for offer in table.list_offers()]
    assert lines == ["usa: credits +2", "usa: machinery 1 0", "usa: machinery 0 1"]
    table.tell(lines[2])
    assert [offer.line for offer in table.list_offers()] == ["usa: credits +2"]


def test_br_021_the_income_of_a_round_is_offered() -> None:
    board = books("conduit 6A free", "conduit 7A free")
    assert [(o.rule, o.line) for o in RULES.find_offers(board, [e.HeadstreamsFilled()])] == [("BR-021", "usa: vp +3")]


def test_br_063_credits_for_a_conduit_change_hands() -> None:
    position = ("set dam.6L = usa 2 2", "set powerhouse.P9.1 = usa")
    two = books(*position, "set conduit.6A = italy", humans="usa italy")
    lines = told(two, "usa: produce 6A/6L 2 8").lines
    assert lines[1:] == ["italy: vp +2", "usa: credits -2", "italy: credits +2"]
    poor = books(*position, "set conduit.6A = germany", "credits = 1")
    assert doubted(poor, "produce 6A/6L 2 8") == ["BR-063"]
    assert doubted(books(*position, "set conduit.6A = usa", "credits = 1"), "produce 6A/6L 2 8") == []


def test_br_101_the_energy_track_pays_and_br_121_what_is_left_scores() -> None:
    board = books("set energy.usa = 12", "set engineers.germany = 0", "set engineers.usa = 0", "set round = 5")
    lines = told(board, "out").lines
    assert "usa: credits +5" in lines and "usa: scores resources 4" in lines  # 6 + 5 credits, 10 machineries
    assert "table: spaces cleared" not in lines


# -------------------------------------------------------------------------------------------- wheel, counts, refusals


def test_br_049_the_wheel_is_turned_and_emptied_by_hand() -> None:
    board = books("base 6L")
    assert told(board, "retrieve basic_base").lines == ["usa: retrieves basic_base"]
    assert told(board, "recover 5 2 0").lines == ["usa: recovers 1 2 0 0"]
    told(board, "rotate 5")
    assert board.machinery[0] == [6, 4, 0] and board.wheel_empty(0)
    told(board, "machinery 1 1", "excavator +2", "mixer -1", "credits +4")
    assert board.machinery[0] == [9, 4, 0] and board.credits[0] == 10


def test_br_152_a_copied_officer_counts_until_the_turn_is_over() -> None:
    board = books("set machinery.usa = 9 9", human_officers="mahiri_sekibo")
    assert told(board, "copy wilhelm_adler; base 1U; done").lines == [
        "usa: copies wilhelm_adler",
        "usa: wheel 3 0 0 basic_base",
        "usa: rotate 1",
        "usa: base 1U",
        "usa: credits -3",
        "usa: done",
        "usa: copies -",
    ]


def test_counts_can_be_set_and_a_position_written() -> None:
    board = books("base 6L", "credits = -2")
    lines = RULES.write_position(board)
    again = board.initial_board()
    for line in lines:
        for event in RULES.read_move(again, line).events:
            event.apply(again)
    assert again.key() == board.key()


@pytest.mark.parametrize(
    "line",
    (
        *("base 6L with", "base 6L pay 1", "base 6L pay -1 2", "base 6L spend 1 2", "base 6L free now"),
        *("machinery 0 0", "recover 6 1 1", "recover 0 1 1", "recover 3 1 1", "retrieve adv1_base", "copy nobody"),
        *("credits", "rotate -1", "credits many", "with adv1_base", "base 6L with nothing", "work work_a1 loan"),
        "architect 1 bank",
    ),
)
def test_what_cannot_be_read_changes_nothing(line: str) -> None:
    table = _table()
    before = table.board.key()
    with pytest.raises(SoloistError):
        table.tell(line)
    assert table.board.key() == before


def test_without_books_the_same_words_say_where_they_belong() -> None:
    plain = RULES.create_position(RULES.lay_out(OPTIONS, Seeded("test"), {}))
    for line in ("credits +3", "credits = 3", "base 6L with adv1_base", "base 6L free", "machinery 1 1"):
        with pytest.raises(ImpossibleError) as refused:
            RULES.read_move(plain, line)
        assert refused.value.text.key == "error.own_books"
    assert [event.to_line(plain) for event in RULES.read_move(plain, "base 6L").events] == ["usa: base 6L"]


def _table() -> Table:
    """Return a table with tracked costs in the action phase."""
    chosen: dict[str, Any] = {**OPTIONS, "order": "usa germany", "national": NATIONAL.split()[0], "books": "kept"}
    table = Table.new(GAME, chosen)
    table.tell("set phase = actions")
    return table


def test_br_041_on_the_page_a_tile_can_be_chosen_and_a_gift_told() -> None:
    board = books("set tiles.usa = basic_base adv1_base")
    lines = [choice.line for choice in RULES.list_choices(board, "dams 6L") if not choice.is_correction]
    assert lines == ["base 6L", "base 6L with {TILE}", "base 6L free"]
    either = books("set tiles.usa = adv1_wild adv1_base")
    assert "base 6L" not in [choice.line for choice in RULES.list_choices(either, "dams 6L")]
    anywhere = [choice.line for choice in RULES.list_choices(books("base 6L"), "")]
    assert {"credits +{N}", "rotate {N}", "retrieve {TILE}", "set credits.{OWNER} = {N}"} <= set(anywhere)
    assert not [choice for choice in RULES.list_choices(make_board(), "") if "credits" in choice.line]


def test_what_is_in_the_books_is_shown() -> None:
    board = books("base 6L", "credits = 4")
    shown = {total.label.key: total.values for total in GAME.screen.standing(board).totals}
    assert shown["total.credits"] == ("4", "") and shown["total.wheel"] == ("5:4ET", "–")
    assert any(line.key == "totals.credits" for line in GAME.totals(board))
