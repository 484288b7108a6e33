"""How seats and tracks are marked wherever they are shown."""

from __future__ import annotations

from soloist.games.tapestry.board.tables import HUMAN, SEATS, SHADOW, TRACKS

#: A Automa, S Shadow Empire, Y you, Z the second human
LETTERS = "ASYZ"
SHAPES = ("automa", "shadow", "you", "you")
#: classes of the style sheet that set the colours of a seat's pieces and of a track
SEAT_STYLES = tuple(f"seat-ta-{name.replace('_', '-')}" for name in SEATS.names)
TRACK_STYLES = tuple(f"ta-k-{name}" for name in TRACKS.names)


def seats_in_order(seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats as people read them: humans, the Automa, the Shadow Empire."""
    return tuple(sorted(seats, key=lambda seat: (seat < HUMAN, seat == SHADOW, seat)))
