"""A board refuses events that it cannot hold, and can be written down otherwise: BR-015, BR-041, BR-042, BR-046,
BR-049, BR-081, BR-133, BA-138, BA-R19.

A doubt is a warning and never an error; an error leaves the board unchanged.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError, ImpossibleError, SoloistError
from soloist.core.sink import NULL_SINK
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.fields import list_corrections
from soloist.games.barrage.board.laws import production_bonus
from soloist.games.barrage.board.notation import parse_event, read_entered
from soloist.games.barrage.board.state import Barrage, new_board
from soloist.games.barrage.board.tables import (
    BUILDINGS,
    COLOURS,
    CONDUIT,
    CONTRACTS,
    PIECES,
    PLACES,
    POWERHOUSE,
    SCORES,
    SECTIONS,
    SPACES,
    STRUCTURES,
    TECH,
    TILES,
    WORKS,
)
from soloist.games.barrage.game import GAME
from tests.games.barrage.tables import BOOK, apply_lines, make_board, play_next, seat
from tests.games.laws import make_position as played

#: Germany has built everywhere once; its base tile is on the wheel; the Architect stands somewhere
BUILT = (
    "germany: base 6L; germany: elevation 6L; germany: elevation 6L; germany: conduit 6A; germany: powerhouse P9.1; "
    "germany: building cofferdam; set tiles.germany = basic_conduit; set wheel.germany.2 = 0 0 0 basic_base"
)


@pytest.mark.parametrize(
    ("line", "key", "rule"),
    [
        ("germany: base 6L", "dam_taken", "BR-046"),
        ("germany: elevation 6L", "no_elevation", "BR-046"),
        ("germany: conduit 6A", "conduit_taken", "BR-046"),
        ("germany: powerhouse P9.1", "powerhouse_taken", "BR-046"),
        ("germany: building cofferdam 1", "site_taken", "BR-133"),
    ],
)
def test_building_again_on_ones_own_place_takes_no_second_piece(line: str, key: str, rule: str) -> None:
    board = make_board(leeghwater="yes", also=BUILT)
    before = board.key()
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, line)
    assert (caught.value.text.key, caught.value.rule) == (f"error.{key}", rule)
    assert board.key() == before


@pytest.mark.parametrize(
    ("line", "key", "rule"),
    [
        ("germany: wheel 0 0 0 basic_base", "tile_not_off_wheel", "BR-042"),  # it is on the wheel
        ("germany: wheel 0 0 0 adv1_base", "tile_not_off_wheel", "BR-042"),  # it is in the patent office
        ("germany: wheel -1 0 0 basic_conduit", "negative", "BR-042"),
        ("germany: wheel 100 0 0 -", "field_number", ""),
        ("germany: rotate -1", "negative", "BR-049"),
        ("usa: has 3 2 adv1_base", "tile_not_owned", "BR-042"),
        ("usa: has -3 2 basic_base", "negative", "BA-R19"),
        ("germany: architect 1 bank_1", "no_architect", "BA-138"),
        ("germany: water a -2", "negative", "BR-078"),
    ],
)
def test_a_thing_is_in_one_place_and_not_less_than_nothing(line: str, key: str, rule: str) -> None:
    board = make_board(also="set tiles.germany = basic_conduit; set wheel.germany.2 = 0 0 0 basic_base")
    before = board.key()
    with pytest.raises(ImpossibleError) as caught:
        parse_event(board, line).apply(board)
    assert (caught.value.text.key, caught.value.rule) == (f"error.{key}", rule)
    assert board.key() == before


def test_ba_138_the_architect_is_placed_once() -> None:
    board = make_board(level="very_hard", officer="tommaso_battista")
    parse_event(board, "germany: architect 1 bank_1").apply(board)
    with pytest.raises(ImpossibleError):
        parse_event(board, "germany: architect 1 bank_1").apply(board)


def test_br_015_there_is_no_sixth_round() -> None:
    board = make_board(round=5)
    with pytest.raises(ImpossibleError) as caught:
        e.RoundEnded().apply(board)
    assert caught.value.rule == "BR-015"
    assert board.round == 5


def test_points_are_for_something() -> None:
    board = make_board()
    for what in SCORES:
        assert parse_event(board, f"germany: scores {what} 2") == e.Scored(seat(board, "germany"), what, 2)
    with pytest.raises(BadInputError):
        parse_event(board, "germany: scores luck 2")


def test_more_pieces_than_there_are_give_no_more_than_the_last_bonus() -> None:
    """The table may tell what the company board does not have (a doubt); the Automa goes on."""
    board = make_board()
    me = seat(board, "germany")
    board.left[me][POWERHOUSE] = 0
    most = production_bonus(board, me)
    board.left[me][POWERHOUSE] = -2
    assert production_bonus(board, me) == most
    board.left[me][POWERHOUSE] = PIECES[POWERHOUSE] + 3
    assert (board.built(me, POWERHOUSE), production_bonus(board, me)) == (0, 0)


def test_without_any_tile_to_turn_all_twenty_are_shuffled() -> None:
    board = make_board(also="set top = -; set pile = -")
    BOOK.play_automa(board, Seeded(1), None, NULL_SINK)
    assert board.pile.bit_count() + board.discards.bit_count() + 1 == len(TILES.names)


# ------------------------------------------------------------------------------------------------- whatever is logged

NUMBERS = st.sampled_from(["0", "1", "2", "3", "9", "12", "99", "100", "999", "-1", "-3", "-999", "+1", "+4"])


def _words(board: Barrage, data: st.DataObject, slot: str) -> list[str]:
    """Draw words for a slot of a logged line; a slot with a question mark may be empty."""
    if slot.endswith("?") and data.draw(st.booleans()):
        return []
    map_ = board.map
    fitting = {
        "DAM": list(map_.dams),
        "CONDUIT": list(map_.conduits),
        "HOUSE": [*map_.house_basins, *map_.houses],
        "BUILDING": [BUILDINGS.names[b] for b in board.setup.buildings] or list(BUILDINGS),
        "SPACE": [*SPACES, *SECTIONS],
        "SYSTEM": list(map_.systems),
        "HEAD": list(map_.headstreams),
        "CONTRACT": list(CONTRACTS),
        "TECH": [*TECH, "-"],
        "WORK": list(WORKS),
        "SCORE": [*SCORES, "luck"],
        "TILE": list(TILES),
        "PLACE": list(PLACES),
        "COLOUR": list(COLOURS),
    }.get(slot.rstrip("?"))
    return [data.draw(NUMBERS if fitting is None else st.sampled_from(fitting))]


OF_A_SEAT = (
    "base DAM; elevation DAM; conduit CONDUIT; powerhouse HOUSE; building BUILDING N?; engineers N SPACE; "
    "architect N SPACE; produce SYSTEM N N; drain SYSTEM N; water HEAD N; flow HEAD; fill DAM N; take CONTRACT; "
    "fulfil CONTRACT; discard CONTRACT; patent TECH; work WORK; energy N; vp N; out; done; wheel N N N TECH; "
    "has N N TECH? TECH?; rotate N; excavator N; mixer N; excamixer N; scores SCORE N"
).split("; ")
OF_THE_TABLE = (
    "show TILE; turn; shuffle; reveal PLACE CONTRACT; refill COLOUR; patent N TECH; work N WORK; headstreams; water phase; "
    "round ends; game ends"
).split("; ")


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(0, 60), st.data())
def test_whatever_can_happen_can_be_shown_written_and_played_on(luck: int, moves: int, data: st.DataObject) -> None:
    """Doubts never raise; an event is applied or refused as a whole; a board on which it was applied stands in its facts,
    and the next turn is played or refused."""
    found, _ = played(GAME, luck, moves)
    assert isinstance(found, Barrage)
    board = found
    for _ in range(6):
        who, form = data.draw(
            st.tuples(st.sampled_from(board.setup.names.names), st.sampled_from(OF_A_SEAT))
            | st.tuples(st.just("table"), st.sampled_from(OF_THE_TABLE))
        )
        board = _after(board, f"{who}: {_filled(board, data, form)}")


def _filled(board: Barrage, data: st.DataObject, form: str) -> str:
    words: list[str] = []
    for word in form.split():
        words += _words(board, data, word) if word.isupper() else [word]
    return " ".join(words)


def _after(board: Barrage, line: str) -> Barrage:
    try:
        event = parse_event(board, line)
    except BadInputError:
        return board
    event.find_doubts(board)
    after, before = board.copy(), board.key()
    try:
        event.apply(after)
    except BadInputError:
        assert after.key() == before, line
        return board
    assert parse_event(board, event.to_line(board)) == event
    after.status()
    GAME.screen.drawing(after, str)
    GAME.screen.said(board, event)
    GAME.hands(board, [event])
    BOOK.list_prompts(after)
    fresh = new_board(after.setup.source)
    for told in list_corrections(after):
        for correction in read_entered(fresh, told):
            correction.apply(fresh)
    assert fresh.key() == after.key(), line
    with suppress(SoloistError):
        BOOK.play_automa(after.copy(), Seeded(1, answers_too=True), None, NULL_SINK)
    return after


# ------------------------------------------------------------------------------------------------- whatever is corrected


@pytest.mark.parametrize("piece", STRUCTURES.names)
def test_br_041_fewer_pieces_than_none_are_refused(piece: str) -> None:
    board = make_board(leeghwater="yes")
    before = board.key()
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, f"set left.germany.{piece} = -1")
    assert caught.value.text.args == {"field": f"left.germany.{piece}", "got": "-1", "least": 0, "most": 9}
    assert board.key() == before
    apply_lines(board, f"set left.germany.{piece} = 0")
    assert board.left[seat(board, "germany")][STRUCTURES.names.index(piece)] == 0


def test_br_041_a_log_may_say_less_than_none_and_means_none() -> None:
    board = make_board()
    parse_event(board, "table: set left.germany.powerhouse = -1").apply(board)
    assert board.left[seat(board, "germany")][POWERHOUSE] == 0


def test_br_041_a_piece_that_is_not_there_leaves_none_and_a_problem() -> None:
    board = make_board(also="set left.usa.conduit = 0; usa: conduit 3A")
    assert board.left[seat(board, "usa")][CONDUIT] == 0
    apply_lines(board, "set left.usa.conduit = 5")
    assert [p.rule for p in board.status() if p.text.key == "problem.pieces"] == ["BR-041"]


@pytest.mark.parametrize("field", ["patents = {} - -", "tech_pile.1 = adv1_base {}", "tech_gone = {}"])
@pytest.mark.parametrize("tile", ["basic_base", "special_leslie", "special_anton"])
def test_br_081_only_advanced_tiles_lie_in_the_patent_office(field: str, tile: str) -> None:
    board = make_board()
    with pytest.raises(ImpossibleError) as caught:
        apply_lines(board, f"set {field.format(tile)}")
    assert caught.value.rule == "BR-081"
    apply_lines(board, f"set {field.format('adv1_wild')}")


def test_br_081_a_log_that_laid_out_another_tile_is_still_drawn() -> None:
    board = make_board()
    parse_event(board, "table: set patents = special_leslie basic_base -").apply(board)
    assert GAME.screen.drawing(board, str)


def _value(board: Barrage, data: st.DataObject, field: str) -> str:
    """Draw a value for a field: one of a similar field, of any other field, or a number."""
    facts = board.facts()
    alike = [value for name, value in facts.items() if name.split(".")[0] == field.split(".")[0]]
    seats = (*board.setup.names.names, "neutral", "-")
    dam = st.builds("{} {} {}".format, st.sampled_from(seats), st.integers(1, 3), st.integers(0, 4))
    tiles = st.lists(st.sampled_from([*TECH, *WORKS, *TILES, *CONTRACTS]), min_size=1, max_size=4).map(" ".join)
    numbers = st.lists(NUMBERS, min_size=1, max_size=3).map(" ".join)
    every = st.sampled_from(sorted(set(facts.values())))
    return data.draw(st.one_of(st.sampled_from(sorted(set(alike))), every, st.sampled_from(seats), dam, tiles, numbers))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(0, 60), st.data())
def test_whatever_is_corrected_can_be_played_on(luck: int, moves: int, data: st.DataObject) -> None:
    """A correction is refused, or the table goes on for twenty turns, in which nothing is raised but what is said."""
    found, _ = played(GAME, luck, moves)
    assert isinstance(found, Barrage)
    board = found.copy()
    for _ in range(3):
        field = data.draw(st.sampled_from(sorted(board.facts())))
        line = f"set {field} = {_value(board, data, field)}"
        before = board.key()
        try:
            apply_lines(board, line)
        except SoloistError:
            assert board.key() == before, line
    fresh = new_board(board.setup.source)
    for told in list_corrections(board):
        apply_lines(fresh, told)
    assert fresh.key() == board.key()
    chance = Seeded(luck, answers_too=True)
    with suppress(SoloistError):
        for _ in range(20):
            GAME.screen.drawing(board, str)
            board.status()
            before_it = board.copy()
            if BOOK.find_due(board) is not None:
                GAME.hands(before_it, play_next(board, chance))
