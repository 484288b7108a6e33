"""The notation: every form, every event, every error; TA-001, TA-014, TA-085, TA-140, TR-005, TR-007."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.board import Event
from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.core.verbs import Verb
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.fields import list_corrections
from soloist.games.tapestry.board.notation import FORMS, list_slot_words, parse_event, read_entered
from soloist.games.tapestry.board.state import NOBODY, UNSEEN, Tapestry, new_board
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, HUMAN2, SHADOW, TRACKS
from tests.games.tapestry.tables import alone, reached, table, tell


def rich() -> Tapestry:
    """Return a board on which every example of the forms is possible."""
    return table("1,0", "1,-1", tiles="0,1")


def read_one(board: Tapestry, line: str) -> Event:
    (event,) = read_entered(board, line)
    return event


# --------------------------------------------------------------------------------------------------------------- forms


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_example_of_each_form_reads(form: Verb) -> None:
    board = table() if form.key == "explore" else rich()
    event = read_one(board, form.example)
    assert parse_event(board, event.to_line(board)) == event


@pytest.mark.parametrize("form", [f for f in FORMS if f.key not in ("trapped",)], ids=lambda f: f.key)
def test_the_example_of_each_form_can_be_applied(form: Verb) -> None:
    board = table(tiles="1,0") if form.key != "explore" else table()
    read_one(board, form.example).apply(board)


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_slots_of_each_form_can_be_filled(form: Verb) -> None:
    for word in form.pattern.replace("+", "").split():
        if word.isupper() and word not in ("N", "VALUE"):
            assert list_slot_words(rich(), word), word


def test_each_form_has_a_key_of_its_own() -> None:
    assert len({form.key for form in FORMS}) == len(FORMS)
    assert list_slot_words(rich(), "NOTHING") == ()


def test_the_slots_follow_the_board() -> None:
    board = table(also="explore 1,0 5 2")
    assert "territory_05" not in list_slot_words(board, "TILE")
    assert "human2" not in list_slot_words(board, "SEAT")
    assert "human2" in list_slot_words(alone(), "SEAT")
    assert list(list_slot_words(board, "TECH")) == ["ammonia", "bakery", "barn"]


# --------------------------------------------------------------------------------------------------------- round trips


def examples(board: Tapestry) -> list[Event]:
    """Return at least one event of every kind."""
    hex_ = board.map.hex
    return [
        board_events.Advanced(HUMAN, 2),
        board_events.Advanced(AUTOMA, 0),
        board_events.Regressed(SHADOW, 3),
        board_events.FavoriteChanged(AUTOMA, 1),
        board_events.LandmarkTaken(HUMAN, 11),
        board_events.Explored(AUTOMA, hex_("-3,1"), 47, 5),
        board_events.Explored(HUMAN, hex_("3,-1"), UNSEEN, 0),
        board_events.Conquered(HUMAN, hex_("0,0")),
        board_events.Conquered(AUTOMA, hex_("3,0")),
        board_events.Trapped(HUMAN, hex_("1,0"), AUTOMA),
        board_events.Trapped(AUTOMA, hex_("1,0"), HUMAN),
        board_events.Toppled(SHADOW, hex_("0,0")),
        board_events.PairDrawn(0, 21),
        board_events.JoinedDeck(NOBODY),
        board_events.JoinedDeck(7),
        board_events.ProgressAdded(21),
        board_events.DeckShuffled(),
        board_events.TapestryGained(),
        board_events.TapestryPlayed(),
        board_events.TapestryTurned(True),
        board_events.TapestryTurned(False),
        board_events.TechRefreshed(),
        board_events.TechTaken(HUMAN, 0),
        board_events.TechTaken(HUMAN, 3, top=True),
        board_events.Placed(HUMAN, hex_("2,-1"), building=True),
        board_events.Placed(HUMAN, hex_("2,-1"), building=False),
        board_events.TechShown(2, 32),
        board_events.Gained(AUTOMA, 17),
        board_events.Gained(HUMAN, -3),
        board_events.Achieved(SHADOW, 0),
        board_events.Achieved(HUMAN, 2),
        board_events.IncomeTaken(HUMAN),
        board_events.TurnDone(AUTOMA),
        board_events.GameEnded(),
        board_events.Corrected("tokens.1,0", "human automa/"),
        board_events.Corrected("deck", "1 2 3"),
    ]


def test_what_is_written_is_read_back() -> None:
    board = rich()
    for event in examples(board):
        assert parse_event(board, event.to_line(board)) == event


def test_no_kind_of_event_is_forgotten_here() -> None:
    kinds = {
        kind
        for kind in vars(board_events).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind != Event
    }
    assert {type(event) for event in examples(rich())} == kinds


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_round_trips_with_any_numbers(data: st.DataObject) -> None:
    board = alone() if data.draw(st.booleans()) else rich()

    def any_of(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    seat = data.draw(st.sampled_from(board.seats))
    for event in (
        board_events.Advanced(seat, any_of(4)),
        board_events.Regressed(seat, any_of(4)),
        board_events.FavoriteChanged(seat, any_of(4)),
        board_events.LandmarkTaken(seat, any_of(12)),
        board_events.Explored(seat, any_of(34), any_of(48), any_of(6)),
        board_events.Conquered(seat, any_of(34)),
        board_events.Trapped(seat, any_of(34), data.draw(st.sampled_from(board.seats))),
        board_events.Toppled(seat, any_of(34)),
        board_events.PairDrawn(any_of(22), any_of(22)),
        board_events.ProgressAdded(any_of(22)),
        board_events.TechTaken(seat, any_of(33)),
        board_events.TechShown(any_of(3), any_of(33)),
        board_events.Gained(seat, any_of(400) - 200),
        board_events.Achieved(seat, any_of(3)),
    ):
        assert parse_event(board, event.to_line(board)) == event


def test_a_line_without_a_seat_is_yours() -> None:
    assert read_one(rich(), "vp +3") == board_events.Gained(HUMAN, 3)
    assert read_one(rich(), "Automa : vp +3") == board_events.Gained(AUTOMA, 3)
    assert read_one(alone(), "human2: vp +3") == board_events.Gained(HUMAN2, 3)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("advance m", "advance military"),
        ("move E", "advance exploration"),
        ("ADVANCE Science", "advance science"),
        ("explore 1,-2 5 2", "explore 1,-2 territory_05 2"),
        ("explore (1,-2) 5", "explore 1,-2 territory_05 0"),
        ("attack 1,0", "conquer 1,0"),
        ("trapped 1,0", "trapped 1,0 automa"),
        ("take barn", "tech barn"),
        ("achievement topple_two", "achieve topple_two"),
        ("end", "done"),
        ("vp 5", "vp +5"),
        ("vp = 40", "set vp.human = 40"),
        ("automa: military = 4", "set space.automa.military = 4"),
    ],
)
def test_short_forms(short: str, long: str) -> None:
    board = rich()
    assert read_entered(board, short) == read_entered(board, long)


# -------------------------------------------------------------------------------------------------------------- errors


def refused(line: str, board: Tapestry | None = None) -> BadInputError:
    """Return the error of a line, when read or applied."""
    with pytest.raises(BadInputError) as caught:
        tell(board or table(), line)
    return caught.value


def test_tr_007_a_hex_off_the_board() -> None:
    error = refused("conquer 3,1")
    assert isinstance(error, ImpossibleError)
    assert error.rule == "TR-007"
    assert {"2,1", "3,0"} <= set(error.nearest)  # the two beside it


def test_tr_007_a_hex_on_it_is_read() -> None:
    assert read_one(table(), "conquer 3,0") == board_events.Conquered(HUMAN, table().map.hex("3,0"))


def test_ta_085_rotation_7() -> None:
    error = refused("explore 1,0 5 7")
    assert (error.rule, error.nearest) == ("TA-085", tuple("012345"))


def test_tr_005_a_third_token() -> None:
    assert refused("conquer 0,0", table("0,0", "0,0/")).rule == "TR-005"


def test_track_position_13() -> None:
    error = refused("military = 13")
    assert isinstance(error, ImpossibleError)
    assert error.text.args["most"] == 12


def test_ta_140_two_equal_civilizations() -> None:
    with pytest.raises(ImpossibleError) as caught:
        table(level="6", civilization2="engineers")
    assert caught.value.rule == "TA-140"
    assert "conquerors" in caught.value.nearest


def test_card_23() -> None:
    with pytest.raises(UnknownError) as caught:
        parse_event(table(), "table: add 23")
    assert caught.value.nearest
    assert isinstance(refused("set deck = 1 23"), ImpossibleError)


def test_ta_001_an_unknown_seat() -> None:
    error = refused("automat: vp +1")
    assert error.rule == "TA-001"
    assert error.nearest[0] == "automa"


@pytest.mark.parametrize(
    ("line", "kind", "near"),
    [
        ("advance miltary", UnknownError, "military"),
        ("landmark forg", UnknownError, "forge"),
        ("achieve topple", UnknownError, "topple_two"),
        ("tech ammonium", UnknownError, "ammonia"),
        ("explore 1,0 territory_99 0", UnknownError, ""),
        ("advanc military", UnreadableError, "advance"),
        ("advance", UnreadableError, "advance military"),
        ("conquer 1,0 2,0", UnreadableError, "conquer 2,-1"),
        ("set vp.humn = 3", UnknownError, "vp.human"),
        ("set vp.human", UnreadableError, ""),
        ("vp five", UnreadableError, ""),
        ("", UnreadableError, "advance military"),
        ("human:", UnreadableError, "advance military"),
        ("undo", UnreadableError, ""),
        ("favorite military", ImpossibleError, "set FIELD = VALUE"),
        ("table: shuffle", ImpossibleError, "set FIELD = VALUE"),
    ],
)
def test_bad_lines(line: str, kind: type[BadInputError], near: str) -> None:
    error = refused(line)
    assert isinstance(error, kind)
    assert not near or near in error.nearest


WORDS = st.sampled_from(
    "advance regress explore conquer trapped topple landmark tech achieve income vp done set = table: automa: human: 0,0 "
    "1,0 9,9 military science forge ammonia territory_05 5 -3 +2 untrapped unseen shuffle pair join add 23 tile.0,0 "
    "deck - / turned trap favorite cover tapestry game".split()
)


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join)))
def test_reading_anything_raises_only_bad_input(line: str) -> None:
    board = table()
    for reader in (read_entered, parse_event):
        try:
            reader(board, line)
        except BadInputError as error:
            assert error.text.key.startswith("error.")


# ------------------------------------------------------------------------------------------------------------ position


def random_board(seed: int, length: int) -> Tapestry:
    return reached(seed, length)[0]


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32), st.integers(0, 80))
def test_a_position_leads_back_to_itself(seed: int, turns: int) -> None:
    board = random_board(seed, turns)
    again = new_board(board.setup.source)
    for line in list_corrections(board):
        tell(again, line)
    assert again.key() == board.key()


def test_every_field_takes_its_own_value() -> None:
    board = random_board(7, 40)
    derived = {"deck_size", "progress_size", "tiles_left", "territories.automa", "landmarks.automa"}
    for field, value in board.facts().items():
        if field not in derived and value != "printed":
            tell(board, f"set {field} = {value}")
    assert board.key() == random_board(7, 40).key()


def test_a_new_board_has_no_position() -> None:
    assert list_corrections(new_board(table().setup.source)) == []


def test_the_hexes_of_fields_are_checked() -> None:
    assert refused("set tile.9,9 = -").rule == "TR-007"


def test_tracks_have_short_names() -> None:
    assert {read_one(table(), f"advance {t[0]}") for t in TRACKS.names} == {
        board_events.Advanced(HUMAN, t) for t in range(4)
    }
