"""The notation: forms, round trips, short forms, errors and nearest words, doubts, any text, corrections.

Rules behind the lines: BA-011, BA-021, BA-040, BR-002, BR-004, BR-025, BR-031, BR-033, BR-034, BR-038, BR-041,
BR-046, BR-060, BR-061, BR-072, BR-073, BR-081, BR-111, BR-131, BR-133, BR-139.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.board import Event
from soloist.core.errors import AmbiguousError, BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import list_corrections
from soloist.games.barrage.board.notation import (
    ALIASES,
    FORMS,
    LOG_ONLY_VERBS,
    TABLE_VERBS,
    VERBS,
    list_slot_words,
    parse_event,
    read_entered,
)
from soloist.games.barrage.board.state import NOBODY, Barrage, new_board
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    BUILDINGS,
    CONDUIT,
    CONTRACTS,
    ELEVATION,
    POWERHOUSE,
    SECTIONS,
    SPACES,
    TECH,
    TILES,
    WORKS,
)
from soloist.games.barrage.game import GAME
from tests.games.barrage.player.test_books import OF_BOOKS
from tests.games.barrage.tables import make_board, seat
from tests.games.laws import check_errors
from tests.games.laws import make_position as played

USA, GERMANY = 0, 1
Make = Callable[[], Barrage]


def rich() -> Barrage:
    """Return a table at which almost everything can be entered: the USA have a dam with water, the Leeghwater Project
    is in play."""
    return make_board(
        leeghwater="yes", also="base 6L; elevation 6L; fill 6L +2; conduit 6A; powerhouse P9; germany: base 7L"
    )


def read_one(board: Barrage, line: str) -> Event:
    (event,) = read_entered(board, line)
    return event


def say(board: Barrage, lines: str) -> list[Event]:
    """Enter lines as a player does."""
    done = []
    for line in lines.split(";"):
        for event in read_entered(board, line.strip()):
            event.apply(board)
            done.append(event)
    return done


def refused(kind: type[BadInputError], board: Barrage, line: str) -> BadInputError:
    """Return the error with which a line is refused, on reading or on applying it."""
    with pytest.raises(kind) as caught:
        say(board, line)
    assert type(caught.value) is kind
    return caught.value


# ------------------------------------------------------------------------------------------------------------ forms

BOARDS_FOR_EXAMPLES: tuple[Make, ...] = (
    lambda: make_board(leeghwater="yes"),
    lambda: make_board(also="base 6L; elevation 6L; fill 6L +2"),
    lambda: make_board(also="base 6L"),
)


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_example_of_each_form_reads_and_applies_somewhere(form: object) -> None:
    assert isinstance(form, type(FORMS[0]))
    done = []
    for make in BOARDS_FOR_EXAMPLES:
        try:
            done += say(make(), form.example)
        except BadInputError:
            continue
    assert done
    assert isinstance(done[0], e.Corrected) == form.correction


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_slots_of_each_form_can_be_filled(form: object) -> None:
    assert isinstance(form, type(FORMS[0]))
    free = {"N", "VALUE", "DROPS", "ENERGY"}  # numbers and values are free
    for word in form.pattern.replace("+", "").split():
        if word.isupper() and word not in free:
            assert list_slot_words(rich(), word), word


def test_each_form_has_words_a_key_of_its_own_and_a_rule() -> None:
    assert len({form.key for form in FORMS}) == len(FORMS)
    for language in ("en", "de"):
        assert all(f"form.{form.key}" in GAME.words(language) for form in FORMS)
    assert all(form.rule in GAME.rules() for form in FORMS if not form.correction and form.key != "value")


def test_the_slots_follow_the_board() -> None:
    board = rich()
    assert list(list_slot_words(board, "BUILDING")) == [BUILDINGS.names[b] for b in board.setup.buildings]
    assert list(list_slot_words(make_board(), "BUILDING")) == []
    assert "green_03" in list_slot_words(board, "CONTRACT")
    say(board, "take green_03; patent adv1_base; work work_a1")
    assert "green_03" not in list_slot_words(board, "CONTRACT")
    assert "adv1_base" not in list_slot_words(board, "TECH")
    assert "work_a1" not in list_slot_words(board, "WORK")
    assert "WL" in list_slot_words(five(), "DAM")
    assert "11L" not in list_slot_words(board, "DAM")
    assert list(list_slot_words(board, "POWERHOUSE")) == [f"P{n}" for n in range(5, 13)]
    assert list_slot_words(board, "NOTHING") == ()


def five() -> Barrage:
    return make_board(map="five_player", level2="hard")


# ------------------------------------------------------------------------------------------------------- round trips


def examples(board: Barrage) -> list[Event]:
    """Return at least one event of every kind that fits this board."""
    where = board.map
    return [
        e.TopShown(3),
        e.TileTurned(),
        e.TilesShuffled(),
        e.Placed(USA, "workshop_rotate1_left", 2),
        e.Placed(GERMANY, "workshop", 1),
        e.Placed(GERMANY, "company_board", 1, architect=True),
        e.Placed(USA, "bank_1", 12),
        e.Out(USA),
        e.TurnDone(GERMANY),
        e.Built(USA, BASE, where.dam("3U")),
        e.Built(GERMANY, ELEVATION, where.dam("7L")),
        e.Built(USA, CONDUIT, where.conduit("10B")),
        e.Built(GERMANY, POWERHOUSE, where.house("P12.4")),
        e.Built(USA, BUILDING, 4 * 2 + 3),
        e.Wheeled(GERMANY, 5, 0, 0, TECH.names.index("basic_base")),
        e.Wheeled(GERMANY, 0, 1, 2, NOBODY),
        e.Rotated(GERMANY, 3),
        e.Machined(GERMANY, 0, 2),
        e.Machined(GERMANY, 1, -4),
        e.Machined(GERMANY, 2, 1),
        e.TechTaken(USA, TECH.names.index("adv1_base")),
        e.HumanHas(USA, 3, 2, 0b101),
        e.HumanHas(USA, 0, 0, 0),
        e.DropsPlaced(USA, 2, 2),
        e.DropFlowed(GERMANY, 3),
        e.DamFilled(USA, where.dam("6L"), 1),
        e.DamFilled(USA, where.dam("6L"), -1),
        e.Produced(USA, where.systems.names.index("6A/6L"), 2, 9),
        e.Drained(GERMANY, where.systems.names.index("10B/10U"), 1),
        e.WaterFlowed(),
        e.Energy(USA, 3),
        e.Energy(GERMANY, -2),
        e.Gained(USA, -3),
        e.Gained(GERMANY, 12),
        e.Fulfilled(GERMANY, CONTRACTS.names.index("national_05")),
        e.Taken(USA, CONTRACTS.names.index("green_03")),
        e.ContractDiscarded(GERMANY, CONTRACTS.names.index("red_12")),
        e.Revealed(4, CONTRACTS.names.index("green_07")),
        e.PileRefilled(2),
        e.WorkDone(USA, WORKS.names.index("work_a2")),
        e.HeadstreamsFilled(),
        e.Scored(GERMANY, "energy_place", 6),
        e.Scored(USA, "energy_track", -3),
        e.RoundEnded(),
        e.PatentShown(2, TECH.names.index("adv2_wild")),
        e.WorkShown(0, WORKS.names.index("work_b5")),
        e.GameEnded(),
        e.Corrected("dam.6L", "usa 2 1"),
        e.ValueEntered("contract.green_03", "4"),
        e.Corrected("wheel.germany.3", "3 0 0 basic_base"),
    ]


def test_what_is_written_is_read_back() -> None:
    board = rich()
    for event in examples(board):
        assert parse_event(board, event.to_line(board)) == event


def test_no_kind_of_event_is_forgotten_here() -> None:
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event) and kind != Event}
    assert {type(event) for event in examples(rich())} == kinds


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_round_trips_with_any_numbers(data: st.DataObject) -> None:
    board = data.draw(st.sampled_from((rich, five)))()

    def any_of(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    def place(names: tuple[str, ...]) -> int:
        return data.draw(st.sampled_from([i for i, name in enumerate(names) if name]))

    who, where = any_of(board.players), board.map
    for event in (
        e.TopShown(any_of(len(TILES.names))),
        e.Placed(who, data.draw(st.sampled_from((*SECTIONS.names, *SPACES.names))), 1 + any_of(12)),
        e.Built(who, BASE, place(where.dams.names)),
        e.Built(who, ELEVATION, place(where.dams.names)),
        e.Built(who, CONDUIT, place(where.conduits.names)),
        e.Built(who, POWERHOUSE, place(where.houses.names)),
        e.Wheeled(who, any_of(12), any_of(12), any_of(9), any_of(len(TECH.names) + 1) - 1),
        e.HumanHas(who, any_of(40), any_of(40), any_of(1 << len(TECH.names))),
        e.DropsPlaced(who, any_of(len(where.head_basin)), any_of(9)),
        e.DropFlowed(who, any_of(len(where.head_basin))),
        e.DamFilled(who, place(where.dams.names), any_of(9) - 4),
        e.Produced(who, place(where.systems.names), any_of(5), any_of(30)),
        e.Energy(who, any_of(60) - 30),
        e.Gained(who, any_of(400) - 200),
        e.Fulfilled(who, any_of(len(CONTRACTS.names))),
        e.Revealed(any_of(10), any_of(len(CONTRACTS.names))),
        e.PatentShown(any_of(3), any_of(len(TECH.names))),
    ):
        assert parse_event(board, event.to_line(board)) == event


def test_a_line_without_a_seat_is_that_of_the_only_human() -> None:
    board = rich()
    assert read_one(board, "vp +3") == e.Gained(USA, 3)
    assert read_one(board, "germany: vp +3") == e.Gained(GERMANY, 3)
    assert read_one(board, "Germany : vp +3") == e.Gained(GERMANY, 3)


@pytest.mark.parametrize(
    ("options", "near"),
    [
        ({"humans": "usa italy"}, {"usa:", "italy:"}),
        ({"humans": "none", "unofficial": "yes", "level2": "easy"}, {"germany:", "italy:"}),
    ],
)
def test_with_two_humans_or_none_the_company_must_be_named(options: dict[str, str], near: set[str]) -> None:
    board = make_board(**options)
    why = refused(AmbiguousError, board, "vp +3")
    assert why.text.key == "error.which_company"
    assert set(why.nearest) == near
    say(board, "italy: vp +3")


# ------------------------------------------------------------------------------------------------------ short forms


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("base 3u", "base 3U"),
        ("build base 3U", "base 3U"),
        ("BUILD Base 3U", "base 3U"),
        ("dam 3U", "base 3U"),
        ("base dam_3_upper", "base 3U"),
        ("raise 6l", "elevation 6L"),
        ("pipe 7a", "conduit 7A"),
        ("conduit conduit_7_a", "conduit 7A"),
        ("powerhouse 8", "powerhouse P8"),
        ("powerhouse p8", "powerhouse P8.1"),
        ("building Cofferdam", "building cofferdam 1"),
        ("place 2 on workshop", "engineers 2 workshop"),
        ("engineers 2 workshop", "engineers 2 workshop_rotate3_left"),
        ("engineers 2 company", "engineers 2 company_board"),
        ("engineers 1 board", "engineers 1 company_board"),
        ("engineers 3 bank", "engineers 3 bank_1"),
        ("produce 6a/6l 2 = 9", "produce 6A/6L 2 9"),
        ("turbine 6A/6L 2 9", "produce 6A/6L 2 9"),
        ("water A", "water a 1"),
        ("drops a 2", "water a 2"),
        ("flow A", "flow a"),
        ("fulfill green_03", "fulfil green_03"),
        ("take GREEN_03", "take green_03"),
        ("pass", "out"),
        ("end", "done"),
        ("vp 5", "vp +5"),
        ("energy 3", "energy +3"),
    ],
)
def test_short_forms(short: str, long: str) -> None:
    board = rich()
    assert read_entered(board, short) == read_entered(board, long)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("vp = 40", "vp.usa", "40"),
        ("germany: vp = 41", "vp.germany", "41"),
        ("energy = 12", "energy.usa", "12"),
        ("germany: energy = 3", "energy.germany", "3"),
        ("set round = 4", "round", "4"),
        ("usa: set round = 4", "round", "4"),
        ("table: set round = 4", "round", "4"),
        ("set dam_3_lower = germany 2 1", "dam_3_lower", "germany 2 1"),
    ],
)
def test_settings_are_corrections_of_a_field(line: str, field: str, value: str) -> None:
    board = rich()
    assert read_one(board, line) == e.Corrected(field, value)
    say(board, line)


def test_fields_have_long_names_too() -> None:
    board = make_board(also="set dam_6_lower = germany 2 1; set conduit_6_a = usa; set powerhouse_8_3 = germany")
    facts = board.facts()
    assert (facts["dam.6L"], facts["conduit.6A"], facts["powerhouse.P8.3"]) == ("germany 2 1", "usa", "germany")


def test_all_aliases_mean_a_verb() -> None:
    assert set(ALIASES.values()) - {""} <= set(VERBS)
    assert not set(ALIASES) & set(VERBS)
    assert set(LOG_ONLY_VERBS) <= set(VERBS)


def test_a_powerhouse_goes_on_the_next_free_space_of_its_basin() -> None:
    board = make_board()
    spaces = [say(board, f"{who}: powerhouse P8")[0].to_line(board) for who in ("usa", "germany", "usa")]
    assert [line.split()[-1] for line in spaces] == ["P8.1", "P8.2", "P8.3"]
    why = refused(ImpossibleError, board, "germany: powerhouse P8")
    assert (why.rule, why.text.key) == ("BR-046", "error.powerhouse_taken")


def test_engineers_go_on_the_first_free_space_of_a_section_only_when_told() -> None:
    board = make_board(also="germany: engineers 1 workshop")
    assert read_one(board, "engineers 1 workshop") == e.Placed(USA, "workshop_rotate3_left", 1)
    assert parse_event(board, "usa: engineers 1 workshop") == e.Placed(USA, "workshop", 1)


# ------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize("line", ["", "   ", "usa:", "germany:   ", "table:"])
def test_nothing_is_unreadable(line: str) -> None:
    why = refused(UnreadableError, rich(), line)
    assert why.text.key == "error.empty_line"
    assert why.nearest


UNREADABLE = [
    ("bse 6L", "error.no_verb", "base"),
    ("powerhuose P8", "error.no_verb", "powerhouse"),
    ("build", "error.no_verb", "base"),
    ("base", "error.words", "base 6L"),
    ("base 6L 7L", "error.words", "base 6L"),
    ("powerhouse", "error.words", "powerhouse P8"),
    ("building", "error.words", "building cofferdam"),
    ("building cofferdam 1 2", "error.words", "building cofferdam"),
    ("engineers workshop", "error.words", "engineers 2 workshop"),
    ("produce 6A/6L 2", "error.words", "produce 6A/6L 2 9"),
    ("water", "error.words", "water a 2"),
    ("fill 6L", "error.words", "fill 6L +1"),
    ("take", "error.words", "take green_03"),
    ("patent", "error.words", "patent adv1_base"),
    ("vp", "error.words", "vp +5"),
    ("vp many", "error.want_number", ""),
    ("vp +-5", "error.want_number", ""),
    ("vp +5000", "error.want_number", ""),
    ("energy ²", "error.want_number", ""),
    ("water a many", "error.want_number", ""),
    ("engineers two workshop", "error.want_number", ""),
    ("produce 6A/6L two 9", "error.want_number", ""),
    ("building cofferdam one", "error.want_number", ""),
    ("set round", "error.assignment", "set dam.6L = usa 2 1"),
    ("set = 3", "error.assignment", "set dam.6L = usa 2 1"),
    ("set round =", "error.assignment", "set dam.6L = usa 2 1"),
    ("turn", "error.is_command", ""),
    ("undo", "error.is_command", ""),
    ("redo", "error.is_command", ""),
]


@pytest.mark.parametrize(("line", "key", "near"), UNREADABLE)
def test_what_we_do_not_understand_is_unreadable(line: str, key: str, near: str) -> None:
    why = refused(UnreadableError, rich(), line)
    assert why.text.key == key
    assert not near or near in why.nearest


UNKNOWN = [
    ("engineers 2 wrkshop", "error.no_space", "workshop"),
    ("produce 6C/6L 1 4", "error.no_system", "6A/6L"),
    ("take gren_03", "error.no_contract", "green_03"),
    ("fulfil starting_9", "error.no_contract", ""),
    ("patent adv1_bas", "error.no_tech", "adv1_base"),
    ("work work_a9", "error.no_work_tile", "work_a5"),
    ("building coferdam", "error.no_building", "cofferdam"),
    ("set dam.6 = usa 1 0", "error.no_field", "dam.6L"),
    ("set vp.france = 3", "error.no_field", "vp.germany"),
    ("set players = 3", "error.no_field", ""),
    ("table: show automa_21", "error.no_tile", "automa_20"),
    ("table: reveal green_centre green_01", "error.no_place", "green_left"),
]


@pytest.mark.parametrize(("line", "key", "near"), UNKNOWN)
def test_what_does_not_exist_is_unknown(line: str, key: str, near: str) -> None:
    why = refused(UnknownError, rich(), line)
    assert why.text.key == key
    assert not near or near in why.nearest


IMPOSSIBLE = [
    ("base 11L", "error.no_dam_space", "BR-002", "1L"),
    ("base 6M", "error.no_dam_space", "BR-002", "6L"),
    ("conduit 6C", "error.no_conduit_space", "BR-002", "6A"),
    ("powerhouse P4", "error.no_powerhouse", "BR-002", "P6"),
    ("powerhouse P8.4", "error.no_powerhouse", "BR-002", "P8.1"),
    ("water e 1", "error.no_headstream", "BR-025", "a"),
    ("flow x", "error.no_headstream", "BR-025", "a"),
    ("base 1L", "error.dam_taken", "BR-046", "1U"),
    ("base 7L", "error.dam_taken", "BR-046", ""),
    ("base 6L", "error.dam_taken", "BR-046", ""),
    ("elevation 1L", "error.no_elevation", "BR-046", "6L"),
    ("elevation 7L", "error.no_elevation", "BR-046", "6L"),
    ("elevation 3L", "error.no_elevation", "BR-046", "6L"),
    ("conduit 6A", "error.conduit_taken", "BR-046", "1A"),
    ("powerhouse P9.1", "error.powerhouse_taken", "BR-046", "P9.2"),
    ("building wind_farm", "error.no_building", "BR-133", "cofferdam"),
    ("building cofferdam 7", "error.no_site", "BR-133", "1"),
    ("fill 8L +3", "error.capacity", "BR-004", ""),
    ("fill 6L +1", "error.capacity", "BR-004", ""),
    ("fill 3L +1", "error.capacity", "BR-004", ""),
    ("set dam.8L = neutral 3 4", "error.capacity", "BR-004", ""),
    ("produce 5A/5L 2 6", "error.few_drops", "BR-061", ""),
    ("produce 3A/3L 1 4", "error.few_drops", "BR-061", ""),
    ("engineers 0 bank", "error.few_engineers", "BR-034", "1"),
    ("take green_07", "error.contract_nowhere", "BR-072", "green_03"),
    ("fulfil national_02", "error.contract_nowhere", "BR-072", "national_05"),
    ("discard red_01", "error.contract_nowhere", "BR-072", "red_05"),
    ("patent adv2_base", "error.not_in_patent_office", "BR-081", "adv1_base"),
    ("patent basic_base", "error.not_in_patent_office", "BR-081", "adv1_base"),
    ("work work_b1", "error.no_work", "BR-131", "work_a1"),
    ("france: vp +1", "error.no_seat", "BA-021", "germany"),
    ("her: vp +1", "error.no_seat", "BA-021", ""),
    ("table: round ends", "error.hers", "", ""),
    ("table: turn", "error.hers", "", ""),
    ("table: reveal green_left green_03", "error.contract_not_in_pile", "BR-038", ""),
    ("table: reveal green_left national_02", "error.contract_not_in_pile", "BR-038", ""),
    ("table: reveal green_left green_07", "error.place_taken", "", ""),
    ("table: patent 1 adv1_base", "error.tech_not_in_pile", "BR-111", ""),
    ("table: patent 1 basic_base", "error.tech_not_in_pile", "BR-111", ""),
    ("table: patent 4 adv2_base", "error.no_slot", "BR-111", "3"),
    ("table: patent 0 adv2_base", "error.no_slot", "BR-111", "1"),
    ("table: work 1 work_a1", "error.work_not_in_pile", "BR-111", ""),
    ("table: work 9 work_b1", "error.no_slot", "BR-111", "3"),
    ("set round = 6", "error.field_number", "", ""),
    ("set round = one", "error.field_number", "", ""),
    ("set engineers.usa = 100000", "error.field_number", "", ""),
    ("set phase = acton", "error.field_name", "", "actions"),
    ("set to_move = france", "error.field_name", "", ""),
    ("set dam.3L = usa", "error.field_dam", "", "usa 1 0"),
    ("set dam.3L = usa 4 0", "error.field_number", "", ""),
    ("set dam.3L = france 1 0", "error.field_name", "", ""),
    ("set conduit.3A = neutral", "error.field_name", "", ""),
    ("set powerhouse.P8.1 = nobody", "error.field_name", "", ""),
    ("set order = usa", "error.field_seats", "", ""),
    ("set order = usa usa", "error.field_seats", "", ""),
    ("set patents = adv1_base", "error.option_count", "", ""),
    ("set patents = adv1_base adv1_bse -", "error.field_name", "", "adv1_base"),
    ("set machinery.germany = 1", "error.option_count", "", ""),
    ("set machinery.germany = 1 two", "error.field_number", "", ""),
    ("set wheel.germany.1 = 1", "error.option_count", "", ""),
    ("set wheel.germany.1 = 1 0 0 basic_bas", "error.field_name", "", "basic_base"),
    ("set tiles.germany = hammer", "error.field_name", "", ""),
    ("set pile = automa_99", "error.field_name", "", ""),
]


@pytest.mark.parametrize(("line", "key", "rule", "near"), IMPOSSIBLE)
def test_what_cannot_be_represented_is_impossible(line: str, key: str, rule: str, near: str) -> None:
    why = refused(ImpossibleError, rich(), line)
    assert (why.text.key, why.rule) == (key, rule)
    assert not near or near in why.nearest


def test_br_046_a_dam_on_an_occupied_space_names_its_owner_and_free_ones() -> None:
    why = refused(ImpossibleError, rich(), "base 1L")
    assert str(why.text.args["owner"]) == "Word(key='company.neutral')"
    assert "1L" not in why.nearest


def test_br_004_four_drops_in_a_level_3_dam() -> None:
    board = make_board(also="set dam.3L = usa 3 3")
    why = refused(ImpossibleError, board, "fill 3L +1")
    assert why.text.args == {"place": "3L", "drops": 4, "most": 3}
    assert board.facts()["dam.3L"] == "usa 3 3"


def test_ba_040_a_tile_that_is_not_in_the_pile() -> None:
    board = make_board(also="table: show automa_01; table: turn")
    why = refused(ImpossibleError, board, "table: show automa_01")
    assert (why.rule, why.text.key) == ("BA-040", "error.tile_not_in_pile")
    assert "automa_02" in why.nearest


@pytest.mark.parametrize("verb", LOG_ONLY_VERBS)
def test_a_humans_own_board_is_not_kept(verb: str) -> None:
    why = refused(ImpossibleError, rich(), f"{verb} 1 2 3 4")
    assert why.text.key == "error.human_board"


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("germany: excavator +2", "machinery.germany", "8 4 0"),
        ("germany: wheel 2 1 0 basic_base", "wheel.germany.1", "2 1 0 basic_base"),
        ("germany: rotate 1", "wheel.germany.1", "-"),
    ],
)
def test_that_of_an_automa_is(line: str, field: str, value: str) -> None:
    board = rich()
    say(board, line)
    assert board.facts()[field] == value


@pytest.mark.parametrize(
    "verb", [v for v in TABLE_VERBS if v not in ("reveal", "patent", "work", "show", "set", "value")]
)
def test_what_happens_by_itself_cannot_be_told(verb: str) -> None:
    why = refused(ImpossibleError, rich(), f"table: {verb} ends")
    assert why.text.key == "error.hers"


@pytest.mark.parametrize("line", [entry[0] for entry in (*UNREADABLE, *UNKNOWN, *IMPOSSIBLE)])
def test_a_refused_line_changes_nothing(line: str) -> None:
    board = rich()
    before = board.key()
    with pytest.raises(BadInputError):
        say(board, line)
    assert board.key() == before


def test_every_error_has_words() -> None:
    for language in ("en", "de"):
        words = GAME.words(language)
        missing = {entry[1] for entry in (*UNREADABLE, *UNKNOWN, *IMPOSSIBLE)} - set(words)
        assert missing <= SHARED, missing


#: errors that all games have in common; their words are those of the modes
SHARED = {
    "error.words",
    "error.want_number",
    "error.assignment",
    "error.is_command",
    "error.field_number",
    "error.field_name",
    "error.option_count",
}


# ------------------------------------------------------------------------------------------------------------ doubts

DOUBTS: tuple[tuple[str, str, Make, str], ...] = (
    (
        "engineers",
        "BR-034",
        lambda: make_board(also="engineers 11 bank; done; set to_move = usa"),
        "engineers 2 workshop",
    ),
    ("second_action", "BR-030", lambda: make_board(also="set to_move = usa; engineers 1 bank"), "engineers 1 bank"),
    ("no_action", "BR-031", lambda: make_board(also="set to_move = usa"), "done"),
    (
        "space_taken",
        "BR-033",
        lambda: make_board(also="set to_move = usa; germany: engineers 1 workshop"),
        "engineers 1 workshop_rotate1_left",
    ),
    ("wrong_number", "BR-034", lambda: make_board(also="set to_move = usa"), "engineers 3 workshop_rotate1_left"),
    ("no_such_row", "BR-037", lambda: make_board(also="set to_move = usa"), "engineers 2 workshop_rotate2_left"),
    ("not_your_turn", "BR-030", lambda: make_board(), "done"),
    ("out", "BR-031", lambda: make_board(), "out"),
    ("none_left", "BR-041", lambda: make_board(also="set left.usa.conduit = 0"), "conduit 3A"),
    ("second_dam", "BR-046", lambda: make_board(also="base 3L"), "base 3U"),
    ("second_powerhouse", "BR-046", lambda: make_board(also="powerhouse P8"), "powerhouse P8"),
    (
        "second_building",
        "BR-133",
        lambda: make_board(leeghwater="yes", also="building cofferdam"),
        "building cofferdam",
    ),
    ("no_conduit", "BR-060", lambda: make_board(also="base 6L; fill 6L +1; powerhouse P9"), "produce 6A/6L 1 4"),
    (
        "not_your_dam",
        "BR-060",
        lambda: make_board(also="germany: base 6L; fill 6L +1; conduit 6A; powerhouse P9"),
        "produce 6A/6L 1 4",
    ),
    ("no_powerhouse", "BR-060", lambda: make_board(also="base 6L; fill 6L +1; conduit 6A"), "produce 6A/6L 1 4"),
    ("hand_full", "BR-071", lambda: make_board(also="set hand.usa = green_01 green_02 red_01"), "take green_03"),
    ("not_in_hand", "BR-072", lambda: make_board(), "fulfil green_03"),
    ("national_taken", "BR-073", lambda: make_board(), "take national_05"),
)


@pytest.mark.parametrize(
    ("officer", "hand", "line", "doubted"),
    [
        ("simone_luciani", "green_01 green_02 red_01", "take green_03", 0),
        ("simone_luciani", "green_01 green_02 red_01 red_02", "take green_03", 4),
        ("mahiri_sekibo", "green_01 green_02 red_01", "take green_03", 3),
        ("mahiri_sekibo", "green_01 green_02 red_01 red_02", "take green_03", 4),
    ],
)
def test_the_doubt_about_a_full_hand_knows_the_officer(officer: str, hand: str, line: str, doubted: int) -> None:
    board = make_board(leeghwater="yes", human_officers=officer, also=f"set hand.usa = {hand}")
    (event,) = read_entered(board, line)
    assert [problem.text.args["most"] for problem in event.find_doubts(board)] == ([doubted] if doubted else [])


@pytest.mark.parametrize(("key", "rule", "make", "line"), DOUBTS, ids=[doubt[0] for doubt in DOUBTS])
def test_a_doubt_is_given_and_the_table_is_right(key: str, rule: str, make: Make, line: str) -> None:
    board = make()
    (event,) = read_entered(board, line)
    (problem,) = event.find_doubts(board)
    assert (problem.text.key, problem.rule) == (f"doubt.{key}", rule)
    event.apply(board)  # nothing is refused


def test_no_doubt_is_forgotten_here() -> None:
    said = {key.removeprefix("doubt.") for key in GAME.words("en") if key.startswith("doubt.")}
    assert said == {doubt[0] for doubt in (*DOUBTS, *OF_BOOKS)}


def test_ordinary_turns_raise_no_doubt() -> None:
    board = rich()
    for line in (
        "set to_move = usa",
        "engineers 2 company_board",
        "base 3L",
        "done",
        "set to_move = usa",
        "engineers 2 turbine_station",
        "produce 6A/6L 2 8",
        "fulfil national_05",
        "done",
        "set to_move = usa",
        "engineers 1 contract_office",
        "take green_03",
        "done",
        "set to_move = usa",
        "engineers 2 patent_office",
        "patent adv1_base",
        "done",
        "set to_move = usa",
        "engineers 2 external_works_1",
        "work work_a1",
        "done",
        "set to_move = usa",
        "engineers 1 bank",
        "water a 2",
        "flow b",
        "vp +2",
        "energy +2",
        "building cofferdam",
        "powerhouse P10",
        "elevation 6L",
        "conduit 7A",
    ):
        for event in read_entered(board, line):
            assert list(event.find_doubts(board)) == [], line
            event.apply(board)
    assert [p for p in board.status() if p.rule not in ("BR-038",)] == []  # contracts are refilled by themselves


# -------------------------------------------------------------------------------------------------------- any text

BOARDS: tuple[Make, ...] = (
    rich,
    five,
    lambda: make_board(humans="usa italy", level="very_hard", officer="tommaso_battista", also="usa: base 3L"),
)
WORDS = sorted(
    {word for form in FORMS for word in form.example.split()}
    | set(VERBS)
    | set(TABLE_VERBS)
    | set(ALIASES)
    | {
        *SECTIONS.names,
        *SPACES.names[::5],
        *CONTRACTS.names[::6],
        *TECH.names[::3],
        *WORKS.names[::4],
        *TILES.names[::7],
    }
    | {
        "usa:",
        "germany:",
        "italy:",
        "table:",
        "=",
        "-",
        ":",
        "+1",
        "-1",
        "0",
        "3",
        "99",
        "100000",
        "neutral",
        "on",
    }
    | {"1L", "6U", "WU", "11L", "3A", "P8", "P8.3", "P12", "6A/6L", "3B/3U", "WA/WL", "a", "x", "basic_base", "usa 2 1"}
    | {
        "round",
        "phase",
        "actions",
        "dam.6L",
        "wheel.germany.1",
        "left.usa.base",
        "national_1",
        "green_left",
        "energy_place",
    }
)
PLAIN_TEXT = st.text(alphabet=string.printable, max_size=12)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(BOARDS), st.text(max_size=60))
def test_any_text_is_read_or_refused(make: Make, line: str) -> None:
    check_errors(GAME, make(), line)


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(BOARDS), st.lists(st.sampled_from(WORDS) | PLAIN_TEXT, max_size=6))
def test_any_words_are_read_or_refused(make: Make, words: list[str]) -> None:
    check_errors(GAME, make(), " ".join(words))


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from(BOARDS),
    st.sampled_from(["", "germany: ", "table: "]),
    st.sampled_from(sorted(set(VERBS) | set(TABLE_VERBS))),
    st.lists(st.sampled_from(WORDS), max_size=4),
)
def test_any_words_after_a_verb_are_read_or_refused(make: Make, who: str, verb: str, words: list[str]) -> None:
    check_errors(GAME, make(), who + " ".join([verb, *words]))


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(BOARDS), st.data())
def test_any_value_for_any_field_is_taken_or_refused(make: Make, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(sorted(make().facts())))
    value = data.draw(PLAIN_TEXT | st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
    check_errors(GAME, make(), f"set {field} = {value}")


# ------------------------------------------------------------------------------------------------------ corrections


def test_a_new_board_needs_no_corrections() -> None:
    assert list_corrections(new_board(rich().setup.source)) == []


def test_the_corrections_of_a_position_are_few_and_readable() -> None:
    board = new_board(make_board().setup.source)
    say(board, "base 6L; vp +3")
    assert list_corrections(board) == ["set dam.6L = usa 1 0", "set vp.usa = 13", "set left.usa.base = 4"]


DERIVED = {"players", "full_reward", "pile_size", "next_order"}


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 80))
def test_every_field_accepts_its_own_value(luck: int, moves: int) -> None:
    board, _ = played(GAME, luck, moves)
    before = board.key()
    for name, value in board.facts().items():
        if name not in DERIVED and not name.startswith("closed."):
            e.Corrected(name, value).apply(board)
            assert board.facts()[name] == value
    assert board.key() == before


@pytest.mark.parametrize("field", sorted(DERIVED))
def test_a_derived_field_cannot_be_set(field: str) -> None:
    assert field in rich().facts()
    assert refused(UnknownError, rich(), f"set {field} = 1").text.key == "error.no_field"


def test_br_139_whether_a_space_is_closed_follows_from_the_buildings() -> None:
    board = make_board(leeghwater="yes", also="germany: building cofferdam; building control_station")
    closed = {name: value for name, value in board.facts().items() if name.startswith("closed.")}
    assert {name for name, value in closed.items() if value == "yes"} == {"closed.cofferdam"}
    assert len(closed) == 5
    assert refused(UnknownError, board, "set closed.cofferdam = no").text.key == "error.no_field"


def test_a_copy_shares_nothing() -> None:
    board = rich()
    before = board.key()
    other = board.copy()
    say(other, "base 3L; elevation 6L; conduit 7A; powerhouse P10; building cofferdam; engineers 2 workshop; done")
    say(other, "take green_03; patent adv1_base; work work_a1; vp +9; energy +3; water a 2; flow b; produce 6A/6L 2 8")
    say(other, "germany: wheel 2 1 0 basic_base; germany: rotate 2; germany: excavator +3; germany: fulfil red_05; out")
    say(other, "table: show automa_05; table: reveal green_left green_04; table: patent 1 adv2_base; set round = 3")
    say(other, "set order = usa germany; set forced = usa; set architect.germany = 1; set tech_gone = adv3_base")
    say(
        other,
        "set last_energy.usa = 3; set constructions.germany = 2; set contract_discards.red = red_01; table: work 1 work_b1",
    )
    assert board.key() == before
    assert other.key() != before


def test_equal_keys_mean_equal_positions() -> None:
    one, two = rich(), rich()
    assert one.key() == two.key()
    say(two, "vp +1")
    assert one.key() != two.key()
    say(two, "vp -1")
    assert one.key() == two.key()
    assert hash(one.key()) == hash(two.key())
    assert seat(one, "germany") == GERMANY
