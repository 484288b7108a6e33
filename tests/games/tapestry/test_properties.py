"""Laws of every decision, over random positions: narrowing shrinks and never empties, listening changes nothing, the past
stays as it was, nothing is lost (TA-011, TA-013, TR-005, TR-006)."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.bits import single
from soloist.core.chance import Seeded
from soloist.core.trace import Decision, Trace
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, CARDS, OUTPOSTS, SHADOW, TECH_CARDS, TERRITORIES
from soloist.games.tapestry.game import GAME
from soloist.games.tapestry.human import made_up

#: turns of a game that are played at most
MOST_TURNS = 100

seeds = st.integers(min_value=0, max_value=2**32)
lengths = st.integers(min_value=0, max_value=MOST_TURNS)
laws = settings(max_examples=40, deadline=None)


def opening(seed: int) -> tuple[Tapestry, Seeded]:
    """A random table."""
    chance = Seeded(seed, answers_too=True)
    options = {**made_up.options(chance), "seed": str(seed)}
    board = GAME.new_board(GAME.lay_out(options, chance, {}))
    assert isinstance(board, Tapestry)
    return board, chance


def next_turn(board: Tapestry, chance: Seeded, trace: Trace | None = None) -> None:
    """Whoever is to move does something; consequences included."""
    events = GAME.automa.turn(board, chance, trace) if GAME.automas_turn(board) else made_up.move(board, chance)
    GAME.consequences(board, events, chance)


def position(seed: int, length: int) -> tuple[Tapestry, Seeded]:
    """A position after so many turns in which the bots are to move (or the game is over)."""
    board, chance = opening(seed)
    for _ in range(length):
        if GAME.over(board):
            break
        next_turn(board, chance)
    while not GAME.over(board) and not GAME.automas_turn(board) and board.income[AUTOMA] < 5:
        next_turn(board, chance)
    return board, chance


def bots_may_move(board: Tapestry) -> bool:
    return not GAME.over(board) and GAME.automas_turn(board)


@cache
def whole_trace(seed: int) -> Trace:
    """All decisions of the bots in the first turns of a game."""
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
def test_every_narrowing_shrinks_and_never_empties(seed: int) -> None:
    decisions = whole_trace(seed).decisions
    assert decisions
    for decision in decisions:
        assert narrowings_hold(decision), decision


@laws
@given(seeds)
def test_every_choice_is_the_one_option_left(seed: int) -> None:
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
    if not bots_may_move(board):
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


def conserved(board: Tapestry) -> bool:
    """Outposts, tiles, decision cards and tech cards counted anew, not by `status`."""
    for seat in board.seats:
        marker = int(seat in (AUTOMA, SHADOW))
        if sum(board.up[seat]) + sum(board.down[seat]) + board.supply[seat] + marker != OUTPOSTS:
            return False
    laid = [t for t in board.tile if t >= 0]
    if len(laid) + board.tiles_left.bit_count() != len(TERRITORIES.names) or len(set(laid)) != len(laid):
        return False
    pair = sum(card != NOBODY for card in (board.track_card, board.tie_card))
    cards = board.deck.bit_count() + board.discard.bit_count() + board.progress.bit_count() + pair
    shown = sum(card != NOBODY for card in board.tech)
    return cards == len(CARDS.names) and shown + (board.tech_deck | board.tech_discard).bit_count() <= len(
        TECH_CARDS.names
    )


@laws
@given(seeds, lengths)
def test_ta_011_and_ta_013_nothing_is_lost_by_any_event(seed: int, length: int) -> None:
    board, chance = position(seed, length)
    for _ in range(4):
        if GAME.over(board):
            return
        shadow = board.copy()
        assert not shadow.status()
        assert conserved(shadow)
        turn = GAME.automa.turn(board, chance) if GAME.automas_turn(board) else made_up.move(board, chance)
        for event in [*turn, *GAME.consequences(board, turn, chance)]:
            event.apply(shadow)
            assert not shadow.status(), event
            assert conserved(shadow), event
        assert shadow.key() == board.key()


@laws
@given(seeds, lengths)
def test_tr_005_and_tr_006_two_tokens_and_one_controller_at_most(seed: int, length: int) -> None:
    board, _ = position(seed, length)
    for hex_ in range(len(board.tile)):
        assert board.tokens(hex_) <= 2
        assert sum(board.up[seat][hex_] > 0 for seat in board.seats) <= 1
    assert not sum(board.up[SHADOW])
