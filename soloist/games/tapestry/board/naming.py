"""Names of seats, tracks, landmarks and cards as words that are translated."""

from __future__ import annotations

from soloist.core.text import Word
from soloist.games.tapestry.board.tables import ACHIEVEMENTS, CIVS, LANDMARKS, SEATS, TECH_CARDS, TRACKS

_SEATS = tuple(Word(f"seat.{name}") for name in SEATS.names)
_TRACKS = tuple(Word(f"track.{name}") for name in TRACKS.names)
_LANDMARKS = tuple(Word(f"landmark.{name}") for name in LANDMARKS.names)
_ACHIEVEMENTS = tuple(Word(f"achievement.{name}") for name in ACHIEVEMENTS.names)
_TECH = tuple(Word(f"tech.{name}") for name in TECH_CARDS.names)
_CIVS = tuple(Word(f"civ.{name}") for name in CIVS.names)


def seat_word(seat: int) -> Word:
    return _SEATS[seat]


def track_word(track: int) -> Word:
    return _TRACKS[track]


def landmark_word(landmark: int) -> Word:
    return _LANDMARKS[landmark]


def achievement_word(achievement: int) -> Word:
    return _ACHIEVEMENTS[achievement]


def tech_word(card: int) -> Word:
    return _TECH[card]


def civ_word(civ: int) -> Word:
    return _CIVS[civ]
