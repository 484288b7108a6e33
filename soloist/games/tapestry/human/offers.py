"""Points that follow for the humans from the space that their token reached: those that the board alone decides.

A table tells its own points: each is offered with the line that tells it. Capital cities, tech cards and tapestry cards of
the humans are not tracked, so what counts them is not offered.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Offer
from soloist.core.sink import follow
from soloist.core.text import text
from soloist.games.tapestry.board.events import Advanced
from soloist.games.tapestry.board.naming import track_word
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import BOTS, HUMAN, POINTS_FOR, SEATS, TERRITORY_CONTROLLED


def offers(board: Tapestry, events: Sequence[Event]) -> list[Offer]:
    """What the humans may tell because of these events; `board` is the position before them."""
    found: list[Offer] = []
    for along, event in follow(board, events):
        if isinstance(event, Advanced) and event.seat not in BOTS:
            found += _benefit(along, event)
    return found


def _benefit(board: Tapestry, advanced: Advanced) -> list[Offer]:
    """TR-057: the benefit of the space, once the token stands there."""
    seat, after = advanced.seat, board.copy()
    advanced.apply(after)
    who = "" if seat == HUMAN else f"{SEATS.names[seat]}: "
    found = []
    for counted in POINTS_FOR.get((advanced.track, after.spaces[seat][advanced.track]), ()):
        if counted == TERRITORY_CONTROLLED:
            vp, said = after.controlled(seat).bit_count(), text("offer.territories")
        else:
            vp, said = after.spaces[seat][counted], text("offer.track", track=track_word(counted))
        if vp:
            found.append(Offer(text("offer.points", what=said, vp=vp), "TR-057", f"{who}vp +{vp}"))
    return found
