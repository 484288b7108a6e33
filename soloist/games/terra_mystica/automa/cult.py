"""Advance Cult Track and Take Favor Tile: two actions that choose a track by the same tiebreakers."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.decide import Check, Keep, Least, Only, Procedure, Tiebreaker
from soloist.core.text import Word
from soloist.games.terra_mystica.automa.view import DIRECTIONAL_SELECTION, View
from soloist.games.terra_mystica.board.events import CultAdvanced, FavorTaken, PriestSent
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, GREAT_FAVORS, ORDER_SPACES, TOP

ALL_TRACKS: Mask = CULTS.everything


def open_tracks(view: View) -> Mask:
    """Return the tracks without a marker on 10; she cannot advance only if all four are full (TMA-R29)."""
    return ALL_TRACKS & ~view.board.full_tracks()


def head_on_the_tile(view: View, mask: Mask) -> Mask:
    """Return the track in the colour of the Automa head; if it is not among the options, catch-up decides."""
    head = view.board.printed.heads[view.board.round - 1]
    return 0 if head is None or head < 0 else 1 << head


def _head_note(view: View, mask: Mask) -> dict[str, object]:
    head = view.board.printed.heads[view.board.round - 1]
    tile = view.board.setup.tiles[view.board.round - 1]
    name = CULTS.names[head] if head is not None and head >= 0 else "none"
    return {"cult": Word(f"cult.{name}"), "origin": Word(f"origin.{view.board.printed.origin(f'cult.{tile}')}")}


def markers_at_the_bottom(view: View, mask: Mask) -> Mask:
    """Return the tracks on which her marker is at 0; the next tiebreakers choose among them (TMA-R25)."""
    kept = 0
    for track, space in enumerate(view.board.cults[AUTOMA]):
        if space == 0:
            kept |= 1 << track
    return kept


def gap_to_you(view: View, track: int) -> int:
    """Return the distance between her marker and the human's, of two humans the higher one's (TMA-R11)."""
    yours = max(cults[track] for cults in view.board.cults[1:])
    return abs(view.board.cults[AUTOMA][track] - yours)


SCORING_TILE: Keep[View] = Keep("TMA-064a", head_on_the_tile, _head_note)
CATCH_UP: tuple[Tiebreaker[View], ...] = (
    Keep("TMA-064b", markers_at_the_bottom),
    Least("TMA-064c", gap_to_you),
    DIRECTIONAL_SELECTION,
)


def send_a_priest(view: View, track: int) -> list[Event]:
    """Place a priest on the highest free order space (TMA-065a); without a priest or a space take one step (TMA-065b).

    By default the priest is sent even if the marker has less room than his number (ruling TMA-R12).
    """
    board = view.board
    at = track * 4
    if board.priests[AUTOMA] > 0:
        for i, number in enumerate(ORDER_SPACES):
            if board.spaces[at + i] == NOBODY:
                if board.setup.rulings["last_priest"] == "needs_room" and board.cults[AUTOMA][track] + number > TOP:
                    continue
                return [PriestSent(AUTOMA, track, number)]
    return [CultAdvanced(AUTOMA, track, 1)]


def steps_without_priest(view: View, track: int) -> list[Event]:
    """Return the steps of a faction card, never beyond 10."""
    return [CultAdvanced(AUTOMA, track, view.action.n)]


def _advance(execute_with_priest: bool, *first: Tiebreaker[View]) -> Procedure[View]:
    return Procedure(
        "TMA-064",
        of=CULTS,
        valid=(Only("TMA-064", open_tracks),),
        tiebreakers=(*first, *CATCH_UP),
        execute=send_a_priest if execute_with_priest else steps_without_priest,
    )


ADVANCE_BY_TILE = _advance(True, SCORING_TILE)
ADVANCE_CATCHING_UP = _advance(True)
ADVANCE_WITHOUT_PRIEST = _advance(False)

# -------------------------------------------------------------------------------------------------- favor tiles


def great_favors(view: View) -> Mask:
    """Return the tracks whose three-step tile is left and on which no marker is on 10."""
    kept = open_tracks(view)
    for track, tile in enumerate(GREAT_FAVORS):
        if view.board.favors_left(tile) <= 0:
            kept &= ~(1 << track)
    return kept


def take_favor_tile(view: View, track: int) -> list[Event]:
    return [FavorTaken(AUTOMA, GREAT_FAVORS[track])]


def _favor(*first: Tiebreaker[View]) -> Procedure[View]:
    return Procedure(
        "TMA-066",
        of=CULTS,
        checks=(Check("TMA-066", lambda view: view.board.round in view.action.rounds),),
        valid=(Only("TMA-066", great_favors),),
        tiebreakers=(*first, *CATCH_UP),
        execute=take_favor_tile,
    )


FAVOR_BY_TILE = _favor(SCORING_TILE)
FAVOR_CATCHING_UP = _favor()
