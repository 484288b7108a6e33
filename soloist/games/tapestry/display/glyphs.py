"""Letters, shapes and colours of seats and tracks."""

from __future__ import annotations

from soloist.games.tapestry.board.tables import HUMAN, SEATS, SHADOW, TRACKS

#: A Automa, S Shadow Empire, Y you, Z the second human
LETTERS = "ASYZ"
SHAPES = ("automa", "shadow", "you", "you")
#: CSS classes with the colours of a seat's pieces and of a track
SEAT_STYLES = tuple(f"seat-ta-{name.replace('_', '-')}" for name in SEATS.names)
TRACK_STYLES = tuple(f"ta-k-{name}" for name in TRACKS.names)


def seats_in_order(seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats in display order: humans, the Automa, the Shadow Empire."""
    return tuple(sorted(seats, key=lambda seat: (seat < HUMAN, seat == SHADOW, seat)))
