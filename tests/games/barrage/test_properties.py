"""Laws of every decision of an Automa, over random games: what BA-082 says of criteria, that listening changes nothing, that
the past stays as it was, that nothing is lost, that a position can be told in corrections."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.bits import single
from soloist.core.chance import Seeded
from soloist.core.trace import Decision, Trace
from soloist.games.barrage.board.state import Barrage, new_board
from soloist.games.barrage.game import GAME
from soloist.games.barrage.human import made_up
from soloist.sim.soak import Census, play
from tests.games.barrage.tables import tell

#: turns of a game that are played at most: long enough to come into round 5 now and then
MOST_TURNS = 120

seeds = st.integers(min_value=0, max_value=2**32)
lengths = st.integers(min_value=0, max_value=MOST_TURNS)
laws = settings(max_examples=40, deadline=None)


def opening(seed: int) -> tuple[Barrage, Seeded]:
    """A random table before the first income."""
    chance = Seeded(seed, answers_too=True)
    options = {**made_up.options(chance), "seed": str(seed)}
    return new_board(GAME.lay_out(options, chance, {})), chance


def next_turn(board: Barrage, chance: Seeded, trace: Trace | None = None) -> None:
    """Whoever is to move does something; consequences included."""
    events = GAME.automa.turn(board, chance, trace) if GAME.automas_turn(board) else made_up.move(board, chance)
    GAME.consequences(board, events, chance)


def position(seed: int, length: int) -> tuple[Barrage, Seeded]:
    """A position after so many turns in which an Automa is to move (or the game is over)."""
    board, chance = opening(seed)
    for _ in range(length):
        if GAME.over(board):
            break
        next_turn(board, chance)
    while not GAME.over(board) and not GAME.automas_turn(board):
        next_turn(board, chance)
    return board, chance


@cache
def whole_trace(seed: int) -> Trace:
    """All decisions of the Automa in the first turns of a game."""
    board, chance = opening(seed)
    trace = Trace()
    for _ in range(MOST_TURNS):
        if GAME.over(board):
            break
        next_turn(board, chance, trace)
    return trace


def narrowings_hold(decision: Decision) -> bool:
    """Each step gets what the one before left, drops some or none, and only a rule about validity may leave nothing."""
    left = None
    for i, step in enumerate(decision.steps):
        if left is not None and step.before != left:
            return False
        if step.after & ~step.before:
            return False
        left = step.after if i < decision.valid else step.left
        if i >= decision.valid and not (step.before and left):
            return False
    return True


@laws
@given(seeds)
def test_ba_082_every_narrowing_shrinks_and_never_empties(seed: int) -> None:
    decisions = whole_trace(seed).decisions
    assert decisions
    for decision in decisions:
        assert narrowings_hold(decision), decision


@laws
@given(seeds)
def test_ba_082_every_choice_is_the_one_option_left(seed: int) -> None:
    for decision in whole_trace(seed).decisions:
        if decision.failed or not decision.options:
            assert decision.chosen is None
            continue
        assert decision.chosen is not None
        last = decision.steps[-1]
        left = last.after if len(decision.steps) == decision.valid else last.left
        assert single(left)
        assert left == 1 << decision.chosen


@laws
@given(seeds, lengths)
def test_a_trace_changes_nothing(seed: int, length: int) -> None:
    board, _ = position(seed, length)
    if GAME.over(board):
        return
    listened, ignored = board.copy(), board.copy()
    one, other = Seeded(seed, answers_too=True), Seeded(seed, answers_too=True)
    assert GAME.automa.turn(listened, one, Trace()) == GAME.automa.turn(ignored, other)
    assert one.log == other.log
    assert listened.key() == ignored.key()


@laws
@given(seeds, lengths)
def test_earlier_snapshots_never_change(seed: int, length: int) -> None:
    board, chance = position(seed, length)
    kept = []
    for _ in range(8):
        kept.append((board.copy(), board.key()))
        if GAME.over(board):
            break
        next_turn(board, chance)
    for snapshot, key in kept:
        assert snapshot.key() == key


@laws
@given(seeds, lengths)
def test_nothing_is_lost_by_any_event_of_hers(seed: int, length: int) -> None:
    board, chance = position(seed, length)
    if GAME.over(board):
        return
    shadow = board.copy()
    assert not shadow.status()
    events = GAME.automa.turn(board, chance)
    for event in [*events, *GAME.consequences(board, events, chance)]:
        event.apply(shadow)
        assert not shadow.status(), event
    assert shadow.key() == board.key()


@laws
@given(seeds, lengths)
def test_a_position_told_in_corrections_is_the_same_position(seed: int, length: int) -> None:
    board, _ = position(seed, length)
    fresh = new_board(board.setup.source)
    for line in GAME.position(board):
        tell(fresh, line)
    assert fresh.key() == board.key()


@laws
@given(seeds)
def test_every_event_of_a_game_can_be_read_back(seed: int) -> None:
    census = Census()
    play(GAME, str(seed), census, most_turns=40)  # raises what it finds wrong
    assert census.events
