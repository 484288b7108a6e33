"""Events: doubts are reported and never raised, impossible events are refused and leave the board unchanged, and any
position that was reached can be written down (TA-001, TA-013, TA-120, TA-125, TA-126, TR-092, TR-093)."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.board import Event
from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError, ImpossibleError, SoloistError
from soloist.core.sink import NULL_SINK
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.fields import list_corrections
from soloist.games.tapestry.board.notation import parse_event
from soloist.games.tapestry.board.state import NOBODY, UNSEEN, Tapestry, new_board
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    AUTOMA,
    CARDS,
    HUMAN,
    LANDMARKS,
    LAST,
    SHADOW,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
)
from soloist.games.tapestry.table_rules import RULES
from tests.games.tapestry.tables import alone, reached, spaces, table, tell, turn_with

KINDS: list[type[Event]] = [getattr(board_events, name) for name in board_events.__all__ if name != "Corrected"]
#: events that occur only in games with the Automa
HERS = (board_events.TapestryGained, board_events.TapestryPlayed, board_events.TapestryTurned)
seeds = st.integers(0, 2**32)
laws = settings(deadline=None, max_examples=60)


def anything(board: Tapestry, kind: type[Event]) -> st.SearchStrategy[Event]:
    """Return any event of a kind, possible or not, of a seat at this table."""
    numbers: dict[str, st.SearchStrategy[object]] = {
        "seat": st.sampled_from(board.seats),
        "defender": st.sampled_from(board.seats),
        "track": st.integers(0, len(TRACKS.names) - 1),
        "landmark": st.integers(0, len(LANDMARKS.names) - 1),
        "achievement": st.integers(0, len(ACHIEVEMENTS.names) - 1),
        "hex": st.integers(0, len(board.tile) - 1),
        "tile": st.just(UNSEEN) | st.integers(0, len(TERRITORIES.names) - 1),
        "rotation": st.integers(-1, 7),
        "place": st.integers(-1, 4),
        "vp": st.integers(-999, 999),
        "traps": st.booleans(),
        "trap": st.booleans(),
        "top": st.booleans(),
        "building": st.booleans(),
        "track_card": st.integers(0, len(CARDS.names) - 1),
        "tie_card": st.integers(0, len(CARDS.names) - 1),
    }
    cards = len(TECH_CARDS.names) if kind in (board_events.TechTaken, board_events.TechShown) else len(CARDS.names)
    numbers["card"] = st.integers(0, cards - 1)
    if kind is board_events.JoinedDeck:
        numbers["card"] |= st.just(NOBODY)
    return st.builds(kind, **{field.name: numbers[field.name] for field in fields(kind)})


def any_kind(board: Tapestry) -> st.SearchStrategy[type[Event]]:
    return st.sampled_from([kind for kind in KINDS if AUTOMA in board.seats or kind not in HERS])


def happens(board: Tapestry, event: Event) -> bool:
    """Apply an event and return whether it was possible; otherwise the board must be unchanged."""
    before = board.key()
    event.find_doubts(board)
    assert board.key() == before
    try:
        event.apply(board)
    except BadInputError as why:
        assert why.text.key.startswith("error.")
        assert board.key() == before, event
        return False
    return True


@laws
@given(seeds, st.integers(0, 80), st.data())
def test_whatever_is_told_is_doubted_accepted_or_refused_whole(seed: int, length: int, data: st.DataObject) -> None:
    board, _ = reached(seed, length)
    for _ in range(8):
        event = data.draw(anything(board, data.draw(any_kind(board))))
        assert parse_event(board, event.to_line(board)) == event
        if happens(board, event):
            board.status()


@laws
@given(seeds, st.integers(0, 80), st.data())
def test_whatever_was_accepted_can_be_written_down(seed: int, length: int, data: st.DataObject) -> None:
    board, _ = reached(seed, length)
    kind = data.draw(any_kind(board))
    for _ in range(40):  # the same again and again comes to every limit
        happens(board, data.draw(anything(board, kind)))
    fresh = new_board(board.setup.source)
    for line in list_corrections(board):
        tell(fresh, line)
    assert fresh.key() == board.key()


@laws
@given(seeds, st.integers(0, 60), st.data())
def test_after_any_corrections_a_turn_is_played_or_refused(seed: int, length: int, data: st.DataObject) -> None:
    board, _ = reached(seed, length)
    other, _ = reached(seed + 1, 20)
    facts = [*board.facts().items(), *other.facts().items()]
    for _ in range(data.draw(st.integers(1, 6))):
        field, value = (
            data.draw(st.sampled_from(facts))[0],
            data.draw(st.sampled_from([*facts, ("", "-"), ("", "0")]))[1],
        )
        happens(board, board_events.Corrected(field, value))
    try:
        RULES.play_automa(board, Seeded(seed, answers_too=True), None, NULL_SINK)
    except SoloistError as why:
        assert why.text.key.startswith("error.")
    board.facts()
    board.status()


# ---------------------------------------------------------------------------------------------------------- one by one


def refused(board: Tapestry, event: Event) -> ImpossibleError:
    assert event.find_doubts(board) is not None
    before = board.key()
    with pytest.raises(ImpossibleError) as caught:
        event.apply(board)
    assert board.key() == before
    return caught.value


def test_ta_120_only_the_bots_have_a_favourite_track() -> None:
    board = table()
    assert refused(board, board_events.FavoriteChanged(HUMAN, 0)).rule == "TA-120"
    board_events.FavoriteChanged(SHADOW, 0).apply(board)
    assert board.favorite[SHADOW] == 0


def test_ta_125_the_mat_has_so_many_tapestry_spaces() -> None:
    board = table()
    for _ in range(4):
        board_events.TapestryPlayed().apply(board)
    assert refused(board, board_events.TapestryPlayed()).rule == "TA-125"


def test_ta_126_there_are_so_many_tapestry_cards() -> None:
    board = table(also="set beside = 36")
    board_events.TapestryGained().apply(board)
    assert refused(board, board_events.TapestryGained()).rule == "TA-126"


def test_ta_013_one_card_joins_unseen() -> None:
    board = table()
    board_events.JoinedDeck(NOBODY).apply(board)
    assert refused(board, board_events.JoinedDeck(NOBODY)).rule == "TA-013"
    board_events.JoinedDeck(20).apply(board)  # one that was seen is another matter
    assert board.face_down == 1


def test_points_that_nobody_has() -> None:
    board = table(also="set vp.automa = 999")
    assert refused(board, board_events.Gained(AUTOMA, 1)).text.key == "error.too_many_vp"
    assert refused(board, board_events.Achieved(AUTOMA, 0)).text.key == "error.too_many_vp"
    board_events.Achieved(HUMAN, 0).apply(board)  # he tells his points himself
    board_events.Gained(AUTOMA, -999).apply(board)
    board_events.Gained(AUTOMA, -1).apply(board)
    assert board.vp[AUTOMA] == 0


def test_tr_092_an_outpost_from_an_empty_supply_is_doubtful_and_not_without_end() -> None:
    board = table(tiles="1,0 1,-1")
    tell(board, "set supply.human = 0")
    conquest, toppled = (
        board_events.Conquered(HUMAN, board.map.hex("1,0")),
        board_events.Toppled(HUMAN, board.map.hex("1,0")),
    )
    for event in (conquest, toppled):
        assert [problem.rule for problem in event.find_doubts(board)] == ["TR-092"]
    conquest.apply(board)
    assert board.supply[HUMAN] == -1
    tell(board, "set supply.human = -9")
    assert refused(board, board_events.Conquered(HUMAN, board.map.hex("1,-1"))).rule == "TR-092"
    assert refused(board, board_events.Toppled(HUMAN, board.map.hex("1,-1"))).rule == "TR-092"


def test_tr_093_a_trap_of_somebody_who_is_not_there_is_doubtful() -> None:
    board = table("0,0/", "0,0 1,1")
    assert board_events.Trapped(HUMAN, board.map.hex("0,0"), AUTOMA).find_doubts(board) == ()
    (problem,) = board_events.Trapped(HUMAN, board.map.hex("1,1"), AUTOMA).find_doubts(board)
    assert problem.rule == "TR-093"


@pytest.mark.parametrize("field", ["to_move", "tokens.0,0", "landmark.forge", "places.topple_two"])
def test_ta_001_nobody_plays_who_is_not_at_the_table(field: str) -> None:
    error = refused(table(), board_events.Corrected(field, "human2"))
    assert error.rule == "TA-001" and "human" in error.nearest
    assert refused(alone(), board_events.Corrected(field, "automa")).rule == "TA-001"
    tell(alone(), f"set {field} = human2")
    tell(table(), f"set {field} = automa")


def test_ta_032_a_pair_that_cannot_be_leaves_the_last_one_where_it_is() -> None:
    board = table(pair="1 2", deck="3 4")
    assert refused(board, board_events.PairDrawn(2, 2)).rule == "TA-032"
    assert refused(board, board_events.PairDrawn(2, 8)).rule == "TA-032"
    board_events.PairDrawn(2, 3).apply(board)
    assert board.deck_size() == 0


def test_ta_112_without_a_pair_an_income_turn_that_needs_one_is_refused() -> None:
    board = spaces(table(deck="", income=2, level="3"), HUMAN, "technology=1")
    with pytest.raises(ImpossibleError) as caught:
        turn_with(board, Seeded("x"))
    assert caught.value.text.key == "error.no_pair"


def test_ta_013_without_a_progress_deck_the_first_turn_is_refused() -> None:
    board = new_board(table().setup.source)
    tell(board, "set progress = -")
    with pytest.raises(ImpossibleError) as caught:
        turn_with(board, Seeded("x"))
    assert caught.value.rule == "TA-013"


def test_tr_020_a_second_income_turn_in_one_turn_is_doubted() -> None:
    board = table(also="set to_move = human")
    first = board_events.IncomeTaken(HUMAN)
    assert not first.find_doubts(board)
    first.apply(board)
    assert [problem.rule for problem in first.find_doubts(board)] == ["TR-020"]
    assert board.facts()["income_turn"] == "human"


@pytest.mark.parametrize("act", [board_events.IncomeTaken(HUMAN), board_events.Advanced(HUMAN, 0)])
def test_tr_020_ending_a_turn_that_was_neither_income_nor_advance_is_doubted(act: Event) -> None:
    board = table(also="set to_move = human")
    ends = board_events.TurnDone(HUMAN)
    assert [problem.rule for problem in ends.find_doubts(board)] == ["TR-020"]
    act.apply(board)
    assert not ends.find_doubts(board)
    ends.apply(board)
    board.to_move = HUMAN
    assert [problem.rule for problem in ends.find_doubts(board)] == ["TR-020"], (
        "what was done in the turn before is over"
    )


def test_tr_020_the_bots_and_a_game_that_is_over_have_no_idle_turn() -> None:
    assert not board_events.TurnDone(AUTOMA).find_doubts(table())
    assert not board_events.TurnDone(HUMAN).find_doubts(table(also="set to_move = human; set phase = over"))


def test_tr_020_before_the_first_income_turn_an_idle_turn_is_not_doubted_but_the_advance_after_it_is() -> None:
    board = table(yours_income=0, also="set to_move = human")
    assert not board_events.TurnDone(HUMAN).find_doubts(board)
    assert [problem.rule for problem in board_events.Advanced(HUMAN, 0).find_doubts(board)] == ["TR-021"]


def test_tr_020_who_is_at_the_end_of_every_track_is_believed() -> None:
    board = table(also="set to_move = human")
    board.spaces[HUMAN] = [LAST, LAST, LAST, LAST - 1]
    assert board_events.TurnDone(HUMAN).find_doubts(board)
    board.spaces[HUMAN][3] = LAST
    assert not board_events.TurnDone(HUMAN).find_doubts(board)


def test_tr_020_the_next_turn_may_be_another() -> None:
    board = table(also="set to_move = human")
    board_events.IncomeTaken(HUMAN).apply(board)
    board_events.TurnDone(HUMAN).apply(board)
    board.to_move = HUMAN
    assert not board_events.IncomeTaken(HUMAN).find_doubts(board)
