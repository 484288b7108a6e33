"""Offers of points for the humans: for the space a token reached and for achievements, as far as the board decides
them.

At the end of the game also what breaks a tie. In TABLE mode players enter their own points: each offer comes with its
line. Capital cities, tech cards and tapestry cards of the humans are not tracked, so points for them are not offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soloist.core.board import Event
from soloist.core.rulebook import Credit, Offer
from soloist.core.sink import iterate_positions
from soloist.core.text import Text, Word, text
from soloist.games.tapestry.board.events import Achieved, Advanced
from soloist.games.tapestry.board.events.scoring import is_earned
from soloist.games.tapestry.board.laws import find_winning_seats
from soloist.games.tapestry.board.naming import achievement_word, track_word
from soloist.games.tapestry.board.state import OVER, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    ACHIEVEMENTS,
    AUTOMA,
    BOTS,
    HUMAN,
    POINTS_FOR,
    SEATS,
    TERRITORY_CONTROLLED,
)


def find_offers(board: Tapestry, events: Sequence[Event]) -> list[Offer]:
    """Return the lines the humans may enter because of these events; `board` is the position before them."""
    found: list[Offer] = []
    after = board
    for i, (along, event) in enumerate(iterate_positions(board, events)):
        if isinstance(event, Advanced) and event.seat not in BOTS:
            found += _offer_benefit(along, event)
        if isinstance(event, Achieved):
            if event.seat not in BOTS:
                found += _points_of(along, event.seat, event.achievement)
        else:
            found += _offer_achievements(along, event, events[i + 1 :])
        after = along
    return [*found, *_tie_breaker(after)]


def _tie_breaker(board: Tapestry) -> list[Offer]:
    """Return the line that breaks a tie with the Automa (TR-026): she has no resources, so one is enough."""
    if board.phase != OVER or not {AUTOMA, HUMAN} <= {*find_winning_seats(board)}:
        return []
    return [Offer(text("offer.resources"), "TR-026", f"set resources.{SEATS.names[HUMAN]} = 1")]


def _who(seat: int) -> str:
    return "" if seat == HUMAN else f"{SEATS.names[seat]}: "


def _offer(seat: int, says: Text, rule: str, vp: int, source: str, *before: str) -> Offer:
    line = "; ".join((*before, f"{_who(seat)}vp +{vp}"))
    return Offer(says, rule, line, credits=(Credit(SEATS.names[seat], Word(f"source.{source}"), vp),))


def _offer_benefit(board: Tapestry, advanced: Advanced) -> Iterator[Offer]:
    """Offer the points of the space that a token has reached (TR-057)."""
    seat, after = advanced.seat, board.copy()
    advanced.apply(after)
    for counted in POINTS_FOR.get((advanced.track, after.spaces[seat][advanced.track]), ()):
        if counted == TERRITORY_CONTROLLED:
            vp, said = after.controlled(seat).bit_count(), text("offer.territories")
        else:
            vp, said = after.spaces[seat][counted], text("offer.track", track=track_word(counted))
        if vp:
            yield _offer(seat, text("offer.points", what=said, vp=vp), "TR-057", vp, "track")


def _points_of(board: Tapestry, seat: int, achievement: int, *before: str) -> Iterator[Offer]:
    """Offer the points of the next place of an achievement, if there is one (TR-130)."""
    points, taken = ACHIEVEMENT_VP[board.map.id][achievement], len(board.places[achievement])
    if taken < len(points):
        said = text("offer.achievement", achievement=achievement_word(achievement), vp=points[taken])
        yield _offer(seat, said, "TR-130", points[taken], "achievements", *before)


def _offer_achievements(board: Tapestry, event: Event, later: Sequence[Event]) -> Iterator[Offer]:
    """Offer the achievements that a human has just earned, unless they are entered at the same time (TR-130)."""
    after = board.copy()
    event.apply(after)
    for seat in range(len(after.up)):
        if seat in BOTS:
            continue
        for achievement, name in enumerate(ACHIEVEMENTS.names):
            told = after.achieved[seat] >> achievement & 1 or Achieved(seat, achievement) in later
            if not told and is_earned(after, seat, achievement) and not is_earned(board, seat, achievement):
                yield from _points_of(after, seat, achievement, f"{_who(seat)}achieve {name}")
