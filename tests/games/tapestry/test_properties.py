"""Conservation of Tapestry over random positions (TA-011, TA-013, TR-005, TR-006). Properties of every game are in
tests/games/test_every_game.py."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.sink import iterate_positions
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, CARDS, OUTPOSTS, SHADOW, TECH_CARDS, TERRITORIES
from tests.games.tapestry.tables import reached, turns

seeds = st.integers(min_value=0, max_value=2**32)
lengths = st.integers(min_value=0, max_value=100)
laws = settings(max_examples=40, deadline=None)


def conserved(board: Tapestry) -> bool:
    """Return whether outposts, tiles, decision cards and tech cards are complete, counted without `status`."""
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
    board, chance = reached(seed, length)
    for turn in turns(board, chance, 4):
        for after, event in iterate_positions(turn.board, turn.events):
            assert conserved(after), event
        assert conserved(board)


@laws
@given(seeds, lengths)
def test_tr_005_and_tr_006_two_tokens_and_one_controller_at_most(seed: int, length: int) -> None:
    board, _ = reached(seed, length)
    for hex_ in range(len(board.tile)):
        assert board.tokens(hex_) <= 2
        assert sum(board.up[seat][hex_] > 0 for seat in board.seats) <= 1
    assert not sum(board.up[SHADOW])
