"""Choosing a track: the indicator on the track card, the tiebreaker on the other (TA-050 … TA-054)."""

from __future__ import annotations

from soloist.core.bits import Mask, mask_of
from soloist.core.decide import Keep, Least, Only, Procedure, Tiebreaker, decide
from soloist.core.text import Word
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.state import NOBODY
from soloist.games.tapestry.board.tables import AUTOMA, FAVORITE, LANDMARK_SPACES, LAST, SEATS, TRACKS, landmark_at


def unfinished(v: View) -> Mask:
    """Tracks on which her token does not stand on space 12 (TA-050)."""
    return mask_of(t for t, space in enumerate(v.board.spaces[v.bot]) if space < LAST)


def to_the_end(v: View, track: int) -> int:
    return LAST - v.board.spaces[v.bot][track]


def to_landmark_or_end(v: View, track: int) -> int:
    """Spaces to the next landmark ahead that nobody has claimed, or to the end, whichever is nearer."""
    here = v.board.spaces[v.bot][track]
    ahead = [
        space - here
        for space in LANDMARK_SPACES
        if space > here and v.board.landmarks[landmark_at(track, space) or 0] == NOBODY
    ]
    return min([*ahead, LAST - here])


def first_on_the_card(v: View, mask: Mask) -> Mask:
    """The Automa reads the list from the top, the Shadow Empire from the bottom; the heart is its own favourite (TA-052)."""
    order = v.tie.order if v.bot == AUTOMA else tuple(reversed(v.tie.order))
    for entry in order:
        track = v.board.favorite[v.bot] if entry == FAVORITE else entry
        if mask >> track & 1:
            return 1 << track
    return 0


def _note(v: View, mask: Mask) -> dict[str, object]:
    favorite = v.board.favorite[v.bot]
    return {"card": v.tie.id, "bot": _bot(v), "favorite": Word(f"track.{TRACKS.names[favorite]}")}


def _bot(v: View) -> Word:
    return Word(f"seat.{SEATS.names[v.bot]}")


TIEBREAKER: Keep[View] = Keep("TA-052", first_on_the_card, _note)


def _choose(*limits: Tiebreaker[View]) -> Procedure[View]:
    return Procedure(
        "TA-050",
        of=TRACKS,
        valid=(Only("TA-050", unfinished, lambda v: {"bot": _bot(v)}),),
        limits=limits,
        tiebreakers=(TIEBREAKER,),
        execute=lambda v, track: [],
    )


#: the three indicators (TA-051a, TA-051b, TA-051c)
CHOOSE: dict[str, Procedure[View]] = {
    "all": _choose(),
    "finish": _choose(Least("TA-051b", to_the_end)),
    "landmark_or_finish": _choose(Least("TA-051c", to_landmark_or_end)),
}


def choose_track(v: View, indicator: str) -> int | None:
    """The track the cards choose, or None when all four are finished (TA-053, TA-R35)."""
    v.remark("TA-051", bot=_bot(v), indicator=Word(f"indicator.{indicator}"))
    return decide(CHOOSE[indicator], v, v.trace, v.chance)
