"""The result of a game from its log: the outcome, the score sheet that adds up, the turning points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from soloist.core.rulebook import DIGITAL, Credit
from soloist.core.text import Word, text
from soloist.display.screen import Seat
from soloist.games.terra_mystica.board.tables import BONUS
from soloist.manifest import find_game, game_ids
from soloist.session.result import (
    LOST,
    NONE,
    START,
    TIED,
    TOLD,
    WON,
    compare_points,
    find_outcome,
    find_turning_points,
    make_result,
)
from soloist.session.table import Table
from soloist.session.words import Catalogue, languages
from tests.finished import finished, play_automa_turn

ENDED = [*((id, "table") for id in game_ids()), ("terra_mystica", DIGITAL)]


def seat(shape: str, vp: int) -> Seat:
    return Seat("x", "X", shape, text("seat.human"), "", vp)


@pytest.mark.parametrize(
    ("points", "won", "outcome", "margin"),
    [
        ((("you", 50), ("automa", 47)), (1, 0), WON, 3),
        ((("you", 50), ("automa", 53)), (0, 1), LOST, -3),
        ((("you", 50), ("automa", 50)), (1, 1), TIED, 0),
        ((("you", 50), ("automa", 50)), (1, 0), WON, 0),
        ((("you", 50), ("automa", 50)), (0, 1), LOST, 0),
        ((("you", 50), ("automa", 49), ("automa", 51)), (0, 0, 1), LOST, -1),
        ((("you", 40), ("you", 52), ("automa", 51)), (0, 1, 0), WON, 1),
        ((("you", 50),), (1,), NONE, 0),
        ((("you", 50), ("you", 60)), (0, 1), NONE, 0),
    ],
)
def test_the_best_human_is_compared_with_the_best_automa(
    points: tuple[tuple[str, int], ...], won: tuple[bool, ...], outcome: str, margin: int
) -> None:
    assert compare_points(tuple(seat(shape, vp) for shape, vp in points), won) == (outcome, margin)


def test_the_tie_breaker_of_the_game_decides_a_result() -> None:
    """BR-124: with equal points the greater energy of round 5 wins, in the result and in the list of finished games."""
    table = finished("barrage")
    board = table.board
    human = next(seat for seat in range(board.players) if not board.is_automa(seat))
    for seat in range(board.players):
        board.vp[seat], board.energy[seat] = 80, 10
    assert find_outcome(table) == (TIED, 0)
    board.energy[human] = 11
    assert find_outcome(table) == (WON, 0)
    board.energy[human] = 9
    assert find_outcome(table) == (LOST, 0)


@pytest.mark.parametrize(("game", "mode"), ENDED)
def test_who_wins_has_the_most_points(game: str, mode: str) -> None:
    table = finished(game, mode)
    won, scores = table.rulebook.find_winners(table.board), table.scores()
    assert won and all(scores[seat] == max(scores.values()) for seat in won)


@pytest.mark.parametrize(("game", "mode"), ENDED)
def test_every_column_of_the_sheet_adds_up_to_the_points(game: str, mode: str) -> None:
    table = finished(game, mode)
    found = make_result(table)
    assert [s.id for s in found.seats] == [s for s in (x.id for x in found.seats) if s in table.scores()]
    for i, one in enumerate(found.seats):
        assert sum(row.points[i] for row in found.sheet) == one.vp == table.scores()[one.id]
    for language in languages():
        words = Catalogue(language, table.game)
        assert all(words.say(row.what) != row.what.key for row in found.sheet)


@pytest.mark.parametrize("game", game_ids())
def test_the_reasons_of_all_her_points_are_known_and_nobody_makes_up_yours(game: str) -> None:
    found = make_result(finished(game))
    hers = next(i for i, s in enumerate(found.seats) if s.shape == "automa")
    assert all(not row.points[hers] for row in found.sheet if row.what.key == TOLD)
    assert len([row for row in found.sheet if row.points[hers] and row.what.key != START]) >= 4


@pytest.mark.parametrize("seed", [3, 5, 8])
@pytest.mark.parametrize("game", [id for id in game_ids() if find_game(id).digital is not None])
def test_in_a_digital_game_every_point_of_every_person_has_its_reason(game: str, seed: int) -> None:
    table = Table.new(find_game(game), find_game(game).rulebook(DIGITAL).quick, mode=DIGITAL, seed=seed)
    agent = table.rulebook.agents[table.rulebook.adviser](str(seed))
    while not table.over:
        if table.automa_due:
            play_automa_turn(table)
        else:
            table.play(agent.choose_move(table.board, table.legal() or ()))
    found = make_result(table)
    assert not [row for row in found.sheet if row.what.key == TOLD]
    yours = next(i for i, it in enumerate(found.seats) if it.shape == "you")
    assert len([row for row in found.sheet if row.points[yours]]) >= 4
    for language in languages():
        words = Catalogue(language, table.game)
        assert all(words.has_key(row.what.key) for row in found.sheet)


def test_points_entered_without_a_reason_have_their_own_line() -> None:
    def told(table: Table) -> tuple[int, ...]:
        return next((row.points for row in make_result(table).sheet if row.what.key == TOLD), (0, 0))

    table = finished("terra_mystica")
    before = told(table)
    table.tell("vp +7")
    assert told(table) == (before[0] + 7, 0)


def test_points_that_were_offered_keep_their_source() -> None:
    """A dwelling on the round tile, and power for points: each entered by the line of its offer."""
    game = find_game("terra_mystica")
    chosen = {**game.table.quick, "level": "automalein", "human": "witches", "home": "lakes"}
    table = Table.new(game, {**chosen, "scoring": "score3 score2 score4 score6 score7 score9"}, seed=7)
    table.tell(f"bonus {BONUS.names[table.board.row[0]]}; build E9")
    table.turn()
    table.tell("build E10")
    while table.automa_due:
        table.turn()
    table.tell("build F5")
    (offer,) = table.list_offers()
    table.tell(offer.line)
    assert {row.what.key: row.points[0] for row in make_result(table).sheet} == {START: 20, "source.round": 2}
    table.tell(offer.line)  # entered again without an offer
    assert {row.what.key: row.points[0] for row in make_result(table).sheet} == {START: 20, "source.round": 2, TOLD: 2}
    table.undo(2)
    assert [row.what.key for row in make_result(table).sheet] == [START]


@pytest.mark.parametrize("game", ["barrage", "tapestry", "terra_mystica"])
def test_all_points_of_an_offer_say_what_they_are_for(game: str) -> None:
    table = finished(game)
    seen = set()
    for number in range(len(table.entries)):
        for offer in table.rulebook.find_offers(table.board_before(number), table.list_events(number)):
            lines = offer.line.split("; ")
            points = sum(int(line.rpartition("vp ")[2]) for line in lines if "vp " in line)
            assert sum(it.points for it in offer.credits) == points, offer
            seen |= {it.what.key for it in offer.credits}
    assert seen
    for language in languages():
        words = Catalogue(language, table.game)
        assert all(words.has_key(key) for key in seen)


def credits(table: Table, number: int) -> list[Credit]:
    trace = table.trace_of(number) if table.entries[number].kind == "turn" else None
    return table.game.screen.credits(table.board_before(number), table.list_events(number), trace)


def test_passing_and_cards_of_terra_mystica_are_told_apart() -> None:
    table = finished("terra_mystica")
    passes = [i for i, e in enumerate(table.entries) if any(line.startswith("automa: pass") for line in e.events)]
    assert passes
    for number, entry in enumerate(table.entries):
        keys = {it.what.key for it in credits(table, number) if it.seat == "automa"}
        if entry.kind == "turn":
            assert ("source.cards" if number in passes else "source.pass") not in keys


def test_in_barrage_the_owner_of_a_conduit_is_paid_and_not_the_producer() -> None:
    table = finished("barrage")
    found = 0
    for number, entry in enumerate(table.entries):
        for it in credits(table, number):
            if it.what.key == "source.conduits":
                found += 1
                assert any("produce" in line and not line.startswith(it.seat) for line in entry.events)
    assert found


def test_the_bots_scoring_in_tapestry_is_split_as_noted() -> None:
    table = finished("tapestry")
    number = next(
        i for i, e in enumerate(table.entries) if e.kind == "turn" and len({c.what for c in credits(table, i)}) >= 3
    )
    gained = sum(int(line.rpartition(" ")[2]) for line in table.entries[number].events if "automa: vp" in line)
    parts = [it for it in credits(table, number) if it.what != Word("source.achievements")]
    assert sum(it.points for it in parts) == gained
    before, events = table.board_before(number), table.list_events(number)
    assert table.game.screen.credits(before, events, None) == [c for c in credits(table, number) if c not in parts]


# --------------------------------------------------------------------------------------------------- turning points


def played(*told: str) -> Table:
    """Return a Barrage table where points are entered, one entry each; the USA is the human."""
    table = Table.new(find_game("barrage"), {"company": "germany"}, seed=5)
    for line in told:
        table.tell(line)
    return table


def test_the_lead_taken_for_good_the_greatest_swing_and_how_far_the_loser_was_ahead() -> None:
    table = played("vp +20", "germany: vp +40", "vp +5", "vp +60")
    first, points = table.board_before(0), table.game.screen.points
    lead = points(first)[0] - points(first)[1]
    assert [(t.kind, t.entry, t.before, t.after) for t in find_turning_points(table)] == [
        ("ahead", 2, lead + 20, lead - 20),
        ("lead", 4, lead - 15, lead + 45),
    ]
    table = played("germany: vp +40", "germany: vp +5", "vp +35", "vp +20")
    assert [(t.kind, t.entry) for t in find_turning_points(table)] == [("swing", 1), ("ahead", 2), ("lead", 4)]


def test_a_game_that_never_turned_has_no_lead_taken() -> None:
    assert [t.kind for t in find_turning_points(played("germany: vp +4", "germany: vp +5"))] == ["swing"]
    assert find_turning_points(played("done")) == ()


def test_a_seat_without_points_is_not_on_the_sheet() -> None:
    found = make_result(finished("tapestry"))
    assert [s.shape for s in found.seats] == ["you", "automa"]
    alone = replace(found.seats[0], vp=3)
    assert compare_points((alone,), (True,)) == (NONE, 0)
