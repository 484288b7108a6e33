"""Turning her cards without playing them, for those who track no board in the app."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.games.terra_mystica.automa.deck import draw, join_from_reserve, place_first_dwellings
from soloist.games.terra_mystica.board.events import GameEnded, Gathered, Joined, Passed, RoundEnded
from soloist.games.terra_mystica.board.state import OVER, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import CARDS, ROUNDS
from soloist.games.terra_mystica.show.faces import passing


def flip(board: TerraMystica, chance: Chance) -> list[Event]:
    """The next card of her deck, the first two of a round (TMA-041, TMA-042).

    Her first dwellings and her deck come before the first card. When the cards say that she passes, they stay open, as the
    support card names the bonus card; the next call ends the round. After round 6 there is nothing left to turn.
    """
    if board.phase == OVER:
        return []
    events: list[Event] = []
    if board.phase == PLACING:
        events += place_first_dwellings(board, chance, None)
    elif passing(board):
        events += _end_of_round(board, chance)
        if events and isinstance(events[-1], GameEnded):
            return events
    turned, _ = draw(board, chance, None)
    return events + turned


def _end_of_round(board: TerraMystica, chance: Chance) -> list[Event]:
    """Everybody has passed; the deck of the next round is made (TMA-050d, TMA-050e), or the game is over (TMA-054)."""
    events: list[Event] = []

    def do(event: Event) -> None:
        event.apply(board)
        events.append(event)

    for seat in board.order:
        if seat not in board.passed:
            do(Passed(seat))
    if board.round == ROUNDS:
        do(GameEnded())
        return events
    do(Gathered())
    events += join_from_reserve(board, chance)
    if board.round == 2 and board.waiting:
        do(Joined(CARDS.index("dc_mots") or 0))
    do(RoundEnded())
    return events
