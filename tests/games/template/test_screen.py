"""The screen of this board; properties of every screen are tested in tests/games/test_every_screen.py."""

from __future__ import annotations

from soloist.display.screen import Place
from soloist.games._template.board.events import Reached, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import CARDS, CARDS_BY_NUMBER, HUMAN, PITS
from soloist.games._template.game import GAME
from soloist.session.words import Catalogue
from tests.games.template.tables import choose, make_board, make_table, play_game, step


def places(position: Stones) -> dict[str, Place]:
    return {place.label: place for place in GAME.screen.drawing(position, str).places}


def test_every_stone_lies_in_its_pit_and_your_last_pit_is_marked() -> None:
    position = make_board("1 0 3 0 2 0 2 1 1")
    Taken(HUMAN, 2).apply(position)
    shown = places(position)
    assert [shown[name].pieces.count("xx-stone") for name in PITS.names] == [1, 0, 2, 0, 2, 0, 2, 1, 1]
    assert [name for name in PITS.names if "xx-you" in shown[name].pieces] == ["3"]
    assert Catalogue("en", GAME).say(shown["3"].name) == "pit 3, stones: 2, your last pit"
    assert [place.x for place in shown.values()] == sorted(place.x for place in shown.values())


def test_the_aids_go_the_way_the_engine_went() -> None:
    position = make_board("2 0 2 0 2 0 2 0 0")
    for card in CARDS.names:
        chosen, decision = choose(position, card)
        aid = GAME.screen.aid(position, decision, step(decision, "XXA-012c"), str)
        count = (CARDS_BY_NUMBER[CARDS.find_option(card) or 0].count - 1) % len(aid.tags) + 1
        assert [PITS.name_option(pit) for pit, tag in aid.tags.items() if tag == f"{count}."] == [chosen]
    Taken(HUMAN, 2).apply(position)
    _, decision = choose(position)
    lines = GAME.screen.aid(position, decision, step(decision, "XXA-012b"), str).overlay
    assert lines.count("xx-way") == 1  # to pit 7, which is furthest from pit 3
    assert "M300 " in lines and " 700 " in lines


def test_a_pit_offers_what_fits_it() -> None:
    def lines(position: Stones, pit: str) -> list[str]:
        return [move.line for move in GAME.table.list_choices(position, f"pits {pit}")]

    position = make_board("2 0 2 0 2 0 2 0 2")
    assert lines(position, "1") == ["take 1", "put 1", "automa: take 1", "set pits = {N} 0 2 0 2 0 2 0 2"]
    assert lines(position, "2") == ["put 2", "set pits = 2 {N} 2 0 2 0 2 0 2"]
    assert lines(make_board("2 0 2 0 2 2 2 0 2", level="hard"), "2") == ["set pits = 2 {N} 2 0 2 2 2 0 2"]
    assert lines(position, "10") == []
    position = make_board("1 1 2 0 2 0 2 0 2")
    Taken(HUMAN, 0).apply(position)
    assert lines(position, "2")[0] == "reach 2"
    Reached(1).apply(position)
    assert lines(position, "3")[0] == "reach 3"


def test_every_event_is_told() -> None:
    played = play_game()
    played.tell("put 1; reach 3; set held.human = 4")
    said = [
        GAME.screen.said(before, event) for n in range(len(played.entries)) for before, event in played.events_of(n)
    ]
    english = [Catalogue("en", GAME).say(line) for line in said]
    assert None not in said
    assert english[0] == "You took a stone from pit 3"
    assert "Automa took a stone from pit 9" in english
    assert english[-4:] == [
        "The game ended",
        "You put a stone into pit 1",
        "You took one more stone from pit 3",
        "Corrected: held.human is 4",
    ]


def test_points_and_rounds_go_with_the_game() -> None:
    played = make_table(level="hard", pits="1 0 2 2 2 0 2 1 2")
    played.tell("value worth = 2")
    assert [GAME.screen.points(played.board), GAME.table.round_number(played.board)] == [(0, 0), 1]
    played.tell("take 3")
    played.turn()
    assert [GAME.screen.points(played.board), GAME.table.round_number(played.board)] == [(1, 2), 2]
    assert [seat.to_move for seat in GAME.screen.standing(played.board).seats] == [True, False]
    assert [face.title for face in GAME.screen.faces(played.board)] == [CARDS.name_option(played.board.card)]
