"""How seats, tracks and landmarks are called and marked wherever they are shown."""

from __future__ import annotations

from soloist.core.text import Word
from soloist.games.tapestry.board.tables import ACHIEVEMENTS, CIVS, HUMAN, LANDMARKS, SEATS, SHADOW, TECH_CARDS, TRACKS

#: A Automa, S Shadow Empire, Y you, Z the second human
LETTERS = "ASYZ"
SHAPES = ("automa", "shadow", "you", "you")
#: classes of the style sheet that set the colours of a seat's pieces and of a track
SEAT_STYLES = tuple(f"seat-ta-{name.replace('_', '-')}" for name in SEATS.names)
TRACK_STYLES = tuple(f"ta-k-{name}" for name in TRACKS.names)


def seat_word(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")


def track_word(track: int) -> Word:
    return Word(f"track.{TRACKS.names[track]}")


def landmark_word(landmark: int) -> Word:
    return Word(f"landmark.{LANDMARKS.names[landmark]}")


def achievement_word(achievement: int) -> Word:
    return Word(f"achievement.{ACHIEVEMENTS.names[achievement]}")


def tech_word(card: int) -> Word:
    return Word(f"tech.{TECH_CARDS.names[card]}")


def civ_word(civ: int) -> Word:
    return Word(f"civ.{CIVS.names[civ]}")


def seats_in_order(seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats as people read them: humans, the Automa, the Shadow Empire."""
    return tuple(sorted(seats, key=lambda seat: (seat < HUMAN, seat == SHADOW, seat)))
