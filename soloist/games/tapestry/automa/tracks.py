"""Advancing on a track: chosen by the indicator of the track card and the tiebreaker card, one space forward (TA-050 …
TA-054)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from soloist.core.bits import Mask, mask_of
from soloist.core.board import Event
from soloist.core.decide import Keep, Least, Only, Procedure, Tiebreaker
from soloist.core.text import Word
from soloist.core.trace import Note
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Advanced, FavoriteChanged
from soloist.games.tapestry.board.naming import landmark_word, seat_word, track_word
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, FAVORITE, LANDMARK_SPACES, LAST, TRACKS, Card, landmark_at


def unfinished(board: Tapestry, bot: int) -> Mask:
    """Return the tracks on which the bot's token is not on space 12 (TA-050)."""
    return mask_of(t for t, space in enumerate(board.spaces[bot]) if space < LAST)


def to_the_end(board: Tapestry, bot: int, track: int) -> int:
    return LAST - board.spaces[bot][track]


def to_landmark_or_end(board: Tapestry, bot: int, track: int) -> int:
    """Return the spaces to the next unclaimed landmark ahead or to the end, whichever is nearer."""
    here = board.spaces[bot][track]
    for space in LANDMARK_SPACES:
        if space > here and board.landmarks[landmark_at(track, space) or 0] == NOBODY:
            return space - here
    return LAST - here


def first_in_the_list(board: Tapestry, bot: int, card: Card, mask: Mask) -> Mask:
    """Return the first track of the card's list that is in `mask`.

    The Automa reads the list from the top, the Shadow Empire from the bottom; the heart is the bot's own favourite
    (TA-052).
    """
    for entry in in_reading_order(card, bot):
        track = board.favorite[bot] if entry == FAVORITE else entry
        if mask >> track & 1:
            return 1 << track
    return 0


def in_reading_order(card: Card, bot: int) -> tuple[int, ...]:
    """Return the list of a tiebreaker card in the bot's reading order (TA-052)."""
    return card.order if bot == AUTOMA else card.order[::-1]


_INDICATORS = {name: Word(f"indicator.{name}") for name in ("all", "finish", "landmark_or_finish")}


def name_indicator(view: View, bot: int, indicator: str) -> None:
    """Note in the trace by which indicator the bot chooses next (TA-051)."""
    view.remark("TA-051", bot=seat_word(bot), indicator=_INDICATORS[indicator])


def _by_indicator(indicator: str, bot: int) -> tuple[Tiebreaker[View], ...]:
    """Return the tiebreakers of one of the three indicators (TA-051a, TA-051b, TA-051c)."""
    if indicator == "finish":
        return (Least("TA-051b", lambda view, track: to_the_end(view.board, bot, track)),)
    if indicator == "landmark_or_finish":
        return (Least("TA-051c", lambda view, track: to_landmark_or_end(view.board, bot, track)),)
    return ()


def _choice(bot: int, indicator: str, card: Card, execute: Callable[[View, int], list[Event]]) -> Procedure[View]:
    """Return the procedure that chooses a track for this bot, none when all four are finished (TA-053, TA-R35)."""
    who: Note = {"bot": seat_word(bot)}
    by_favorite: list[Note] = [{"card": card.id, **who, "favorite": track_word(t)} for t in range(len(TRACKS.names))]
    return Procedure(
        "TA-050",
        of=TRACKS,
        valid=(Only("TA-050", lambda view: unfinished(view.board, bot), lambda view: who),),
        limits=_by_indicator(indicator, bot),
        tiebreakers=(
            Keep(
                "TA-052",
                lambda view, mask: first_in_the_list(view.board, bot, card, mask),
                lambda view, mask: by_favorite[view.board.favorite[bot]],
            ),
        ),
        execute=execute,
    )


# ------------------------------------------------------------------------------------------------------------- advancing


def step_forward(view: View, bot: int, track: int) -> list[Event]:
    """Return the event of advancing one space (TA-054), which takes a free landmark (TA-078).

    On a finished track there is no event (TA-071, TA-R12).
    """
    space = view.board.spaces[bot][track] + 1
    if space > LAST:
        view.remark("TA-071", bot=seat_word(bot), track=track_word(track))
        return []
    landmark = landmark_at(track, space)
    if landmark is not None and view.board.landmarks[landmark] == NOBODY:
        view.remark("TA-078", bot=seat_word(bot), landmark=landmark_word(landmark))
    return [Advanced(bot, track)]


@cache
def advance_by(bot: int, indicator: str, card: Card) -> Procedure[View]:
    """Return the procedure that advances the bot on the track that the cards choose."""
    return _choice(bot, indicator, card, lambda view, track: step_forward(view, bot, track))


# ------------------------------------------------------------------------------------------------- the favourite track


def new_favorite(view: View, bot: int, track: int) -> list[Event]:
    """Return the event of the new favourite track, none if it stays the same (TA-R37)."""
    return [FavoriteChanged(bot, track)] if track != view.board.favorite[bot] else []


@cache
def favorite_by(bot: int, card: Card) -> Procedure[View]:
    """Return the procedure that chooses a favourite track by the nearest landmark or end (TA-120c)."""
    return _choice(bot, "landmark_or_finish", card, lambda view, track: new_favorite(view, bot, track))
