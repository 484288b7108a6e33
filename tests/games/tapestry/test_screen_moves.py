"""Choices of a tapped place: they fit the place, and every way to fill their blanks can be read."""

from __future__ import annotations

from soloist.core.errors import BadInputError
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.notation import read_entered
from soloist.games.tapestry.board.state import EMPTY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, HUMAN, HUMAN2, LANDMARKS, SHADOW
from soloist.games.tapestry.display.table_menu import list_choices
from tests.games.screens import fill_blanks
from tests.games.tapestry.tables import alone, claim, spaces, table, tell
from tests.games.tapestry.test_screen import SCREEN, boards


def lines(board: Tapestry, key: str, *, correction: bool = False) -> list[str]:
    return [move.line for move in list_choices(board, key) if move.is_correction == correction]


def test_every_place_offers_something_but_a_space_on_which_everybody_stands() -> None:
    for board in boards()[::2]:
        for place in SCREEN.drawing(board, str).places:
            assert list_choices(board, place.key) or place.key.startswith("space "), place.key


def test_what_is_offered_changes_something_and_keeps_the_position_possible() -> None:
    """Moves and corrections without blanks apply to the board; the position stays possible after a move."""
    for board in boards():
        for place in SCREEN.drawing(board, str).places:
            for move in list_choices(board, place.key):
                line = next(fill_blanks(move))
                after = board.copy()
                try:
                    for event in read_entered(after, line):
                        event.apply(after)
                except BadInputError as why:
                    raise AssertionError(line) from why
                assert after.key() != board.key() or move.blanks, line
                if not move.is_correction and not move.blanks:
                    assert not after.status(), line


def test_a_hex_offers_what_fits_it() -> None:
    board = table("-1,1", "1,-1 0,-1", tiles="0,1", first="human")
    assert lines(board, "hexes 0,2") == ["explore 0,2", "explore 0,2 {TILE} {ROTATION}"]
    assert lines(board, "hexes 0,1") == ["conquer 0,1"]
    assert lines(board, "hexes -1,1") == ["conquer -1,1"]
    assert lines(board, "hexes 1,-1") == []  # yours already
    assert lines(board, "hexes -2,2") == []  # two tokens there
    board.beside = 1
    assert lines(board, "hexes -1,1") == ["conquer -1,1", "conquer -1,1 untrapped"]
    board.supply[HUMAN] = 0
    assert lines(board, "hexes 0,1") == []
    board.tiles_left = 0
    assert lines(board, "hexes 0,2") == []
    assert "set tile.0,2 = unseen 0" in lines(board, "hexes 0,2", correction=True)
    assert not any(line.startswith("set tile") for line in lines(board, "hexes 0,0", correction=True))
    assert "shadow_empire: topple 0,1" in lines(board, "hexes 0,1", correction=True)


def test_tokens_can_be_corrected_to_whatever_may_lie_there() -> None:
    board = table()
    (move,) = (m for m in list_choices(board, "hexes 0,0") if m.line.startswith("set tokens"))
    words = [word for word, _ in move.blanks[0].options]
    assert len(set(words)) == len(words)
    for wanted in ("-", "human", "automa/", "shadow_empire/", "human human", "automa human/", "human/ shadow_empire/"):
        assert wanted in words
    assert not any(word in ("shadow_empire", "human automa") for word in words)  # it never stands; one controller
    for word in words:
        after = board.copy()
        for event in read_entered(after, move.line.replace("{TOKENS}", word)):
            event.apply(after)
        assert sorted(after.facts()["tokens.0,0"].split()) == sorted(word.split())


def test_a_track_offers_steps_of_yours_and_of_the_bots() -> None:
    board = spaces(table(first="human"), HUMAN, "science=12")
    assert lines(board, "tracks science") == [
        "regress science",
        "automa: advance science",
        "shadow_empire: advance science",
    ]
    assert "advance military" in lines(board, "tracks military")
    assert "science = {N}" in lines(board, "tracks science", correction=True)
    assert "set favorite.automa = science" in lines(board, "tracks science", correction=True)
    assert "set favorite.shadow_empire = science" not in lines(board, "tracks science", correction=True)


def test_a_space_offers_the_step_onto_it_and_its_landmark() -> None:
    board = spaces(table(first="human"), HUMAN, "military=3")
    assert lines(board, "space military 4") == ["advance military", "landmark barracks"]
    assert lines(board, "space military 2") == ["regress military"]
    assert lines(board, "space military 9") == []
    assert lines(claim(board, "barracks"), "space military 4") == ["advance military"]
    assert "military = 9" in lines(board, "space military 9", correction=True)
    assert "automa: military = 9" in lines(board, "space military 9", correction=True)
    assert "set landmark.barracks = {SEAT}" in lines(board, "space military 4", correction=True)


def test_tech_cards_and_achievements() -> None:
    board = table(first="human")
    assert lines(board, "tech 1") == ["tech ammonia", "tech {TECH} top"]
    tell(board, "tech ammonia")
    assert lines(board, "tech 1") == ["tech {TECH} top"]
    assert lines(board, "tech 1", correction=True) == ["table: tech 1 {TECH}"]
    assert lines(board, "achievements topple_two") == ["achieve topple_two"]
    board_events.Achieved(HUMAN, 1).apply(board)
    assert lines(board, "achievements topple_two") == []
    board_events.Achieved(AUTOMA, 0).apply(board)
    board_events.Achieved(SHADOW, 0).apply(board)
    assert lines(board, "achievements complete_track") == []


def test_what_belongs_to_no_place() -> None:
    board = table(first="human")
    assert lines(board, "") == ["income", "vp +{N}", "vp -{N}", "advance {TRACK}", "landmark {LANDMARK}"]
    board.income[HUMAN] = 5
    board.landmarks = [AUTOMA] * len(LANDMARKS.names)
    spaces(board, HUMAN, "exploration=12 science=12 military=12 technology=12")
    assert lines(board, "") == ["vp +{N}", "vp -{N}"]
    assert {"vp = {N}", "automa: vp = {N}", "set beside = {N}"} <= set(lines(board, "", correction=True))
    assert list_choices(board, "nothing here") == []


def test_the_second_human_tells_in_his_own_name() -> None:
    board = alone()
    board.to_move = HUMAN2
    assert lines(board, "")[0] == "human2: income"
    hex_ = board.map.hexes.name_option(board.tile.index(EMPTY))
    assert lines(board, f"hexes {hex_}")[0] == f"human2: explore {hex_}"
    start = board.map.hexes.name_option(board.map.human_start)
    board.down[HUMAN][board.map.human_start], board.up[HUMAN][board.map.human_start] = 1, 0
    board.up[HUMAN2][board.map.human_start] = 1
    assert lines(board, f"hexes {start}") == [f"human2: trapped {start} human"]
    assert not any("automa" in line for line in lines(board, "tracks military"))
