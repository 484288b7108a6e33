"""Properties of every game at random positions: tiebreakers narrow (TMA-046, BA-082), previews change nothing, history
is stable, nothing is lost, events and positions can be written and read back."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.bits import is_single
from soloist.core.chance import Seeded
from soloist.core.sink import RecordingSink
from soloist.core.trace import Decision, Trace
from tests.games.laws import (
    check_errors,
    check_narrowings,
    is_automas_turn,
    is_over,
    make_position,
    make_random_board,
    play_next_turn,
    play_opening,
    play_traced_turn,
)
from tests.games.screens import GAMES

#: turns of a game that are played at most: long enough to come to its end now and then
MOST_TURNS = 120

every_game = pytest.mark.parametrize("id", GAMES)
seeds = st.integers(min_value=0, max_value=2**32)
lengths = st.integers(min_value=0, max_value=MOST_TURNS)
laws = settings(max_examples=40, deadline=None)


@cache
def whole_trace(id: str, seed: int) -> list[Decision]:
    """Return all decisions of the Automa in the first turns of a game."""
    game = GAMES[id]
    board, chance = play_opening(game, seed)
    found: list[Decision] = []
    for _ in range(MOST_TURNS):
        if is_over(game.table, board):
            break
        found += play_traced_turn(game, board, chance)[1].decisions
    return found


@every_game
@laws
@given(seed=seeds)
def test_every_narrowing_shrinks_and_never_empties(id: str, seed: int) -> None:
    decisions = whole_trace(id, seed)
    assert decisions
    for decision in decisions:
        assert check_narrowings(decision), decision


@every_game
@laws
@given(seed=seeds)
def test_every_entry_of_a_trace_knows_its_seat_and_moment(id: str, seed: int) -> None:
    game = GAMES[id]
    board, chance = play_opening(game, seed)
    seats = {seat.id for seat in game.screen.standing(board).seats}
    for _ in range(12):
        if is_over(game.table, board):
            break
        events, trace = play_traced_turn(game, board, chance)
        moments = [entry.at for entry in trace.entries]
        assert None not in moments and moments == sorted(moments, key=lambda at: at or 0)
        assert all(0 <= (at or 0) <= len(events) for at in moments)
        assert {entry.seat for entry in trace.entries} <= seats


@every_game
@laws
@given(seed=seeds)
def test_every_choice_is_the_one_option_left_or_the_answer_of_the_table(id: str, seed: int) -> None:
    for decision in whole_trace(id, seed):
        if decision.failed or not decision.options:
            assert decision.chosen is None
            continue
        assert decision.chosen is not None
        last = decision.steps[-1]
        left = last.after if len(decision.steps) == decision.valid else last.options_left
        if decision.open:  # the rules leave several: the table has answered
            assert left == decision.open and not is_single(left)
            assert left >> decision.chosen & 1
        else:
            assert left == 1 << decision.chosen


@every_game
@laws
@given(seed=seeds, length=lengths)
def test_a_trace_changes_nothing(id: str, seed: int, length: int) -> None:
    game = GAMES[id]
    board, chance = make_position(game, seed, length)
    while not is_over(game.table, board) and not is_automas_turn(game.table, board):
        play_next_turn(game, board, chance)
    if is_over(game.table, board):
        return
    listened, ignored = board.copy(), board.copy()
    one, other = Seeded(seed, answers_too=True), Seeded(seed, answers_too=True)
    heard, unheard = RecordingSink(), RecordingSink()
    game.table.play_automa(listened, one, Trace(heard), heard)
    game.table.play_automa(ignored, other, None, unheard)
    assert (heard.lines, heard.first_followed, one.log) == (unheard.lines, unheard.first_followed, other.log)
    assert listened.key() == ignored.key()


@every_game
@laws
@given(seed=seeds, length=lengths)
def test_earlier_snapshots_never_change(id: str, seed: int, length: int) -> None:
    game = GAMES[id]
    board, chance = make_position(game, seed, length)
    kept = []
    for _ in range(8):
        kept.append((board.copy(), board.key()))
        if is_over(game.table, board):
            break
        play_next_turn(game, board, chance)
    for snapshot, key in kept:
        assert snapshot.key() == key


@every_game
@laws
@given(seed=seeds, length=lengths)
def test_nothing_is_lost_by_any_event_and_every_event_reads_back(id: str, seed: int, length: int) -> None:
    game = GAMES[id]
    board, chance = make_position(game, seed, length)
    for _ in range(4):
        if is_over(game.table, board):
            return
        shadow = board.copy()
        assert not shadow.status()
        for event in play_next_turn(game, board, chance):
            assert game.table.read_event(shadow, event.to_line(shadow)) == event
            event.apply(shadow)
            assert not shadow.status(), event
        assert shadow.key() == board.key()


@every_game
@laws
@given(seed=seeds, length=lengths)
def test_a_position_leads_back_to_itself(id: str, seed: int, length: int) -> None:
    game = GAMES[id]
    board, _ = make_position(game, seed, length)
    fresh, _ = make_random_board(game, seed)
    for line in game.table.write_position(board):
        for event in game.table.meaning(fresh, line):
            assert game.table.read_event(fresh, event.to_line(fresh)) == event
            event.apply(fresh)
    assert fresh.key() == board.key()


@every_game
@laws
@given(seed=seeds, length=lengths, data=st.data())
def test_whatever_fills_a_form_is_read_or_refused(id: str, seed: int, length: int, data: st.DataObject) -> None:
    game = GAMES[id]
    board, _ = make_position(game, seed, length)
    form = data.draw(st.sampled_from(game.table.verbs))
    for _ in range(5):
        words = []
        for slot in form.pattern.split():
            fitting = list(game.table.slots(board, slot))
            good = st.sampled_from(fitting) if fitting else st.just(slot)
            words.append(
                data.draw(good | st.sampled_from(["-", "0", "-1", "999", "1e5", "x", "²", ""]) | st.text(max_size=6))
            )
        check_errors(game, board, " ".join(words))
        check_errors(game, board, " ".join([form.pattern.split()[0], *words[1:]]))


@every_game
@laws
@given(seed=seeds, length=lengths, data=st.data())
def test_any_value_for_any_field_is_taken_or_refused(id: str, seed: int, length: int, data: st.DataObject) -> None:
    game = GAMES[id]
    board, _ = make_position(game, seed, length)
    facts = board.facts()
    for _ in range(5):
        field = data.draw(st.sampled_from(sorted(facts)))
        value = data.draw(st.sampled_from(sorted(set(facts.values()))) | st.text(max_size=8))
        check_errors(game, board, f"set {field} = {value}")
