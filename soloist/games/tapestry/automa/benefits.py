"""Advancing and what it brings the Automa (TA-054, TA-060 … TA-078)."""

from __future__ import annotations

from soloist.core.bits import mask_of
from soloist.core.chance import Draw
from soloist.core.text import Word, text
from soloist.games.tapestry.automa.conquer import achieve, conquer, explore
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Advanced, Regressed, TapestryGained, TechRefreshed, TechShown
from soloist.games.tapestry.board.setup import SCIENCE_DIE
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    BENEFITS,
    COMPLETE_TRACK,
    LANDMARKS,
    LAST,
    SEATS,
    TECH_CARDS,
    TRACKS,
    landmark_at,
)

TECH = Draw("tech_card", TECH_CARDS, text("question.tech_card"), "TA-060")


def _track(track: int) -> Word:
    return Word(f"track.{TRACKS.names[track]}")


def advance(v: View, bot: int, track: int, *, benefits: bool = True) -> None:
    """One space forward: landmark, achievement, then for the Automa the benefits of the new space (TA-054, TA-072, TR-057,
    TR-060).

    On a finished track nothing happens, and nothing is rolled again (TA-071, TA-R12).
    """
    space = v.board.spaces[bot][track] + 1
    if space > LAST:
        v.remark("TA-071", bot=Word(f"seat.{SEATS.names[bot]}"), track=_track(track))
        return
    landmark = landmark_at(track, space)
    if landmark is not None and v.board.landmarks[landmark] < 0:
        v.remark("TA-078", bot=Word(f"seat.{SEATS.names[bot]}"), landmark=Word(f"landmark.{LANDMARKS.names[landmark]}"))
    v.do(Advanced(bot, track))
    if space == LAST:
        achieve(v, COMPLETE_TRACK, bot)
    if bot == AUTOMA and benefits:
        gain(v, track, space)


def gain(v: View, track: int, space: int) -> None:
    """The icons of a space that count for the Automa, in printed order, each finished before the next (TA-060, TA-070,
    TA-R36)."""
    for benefit in BENEFITS.get((track, space), ()):
        v.remark("TA-060", track=_track(track), space=space, benefit=Word(f"benefit.{benefit.partition(':')[0]}"))
        name, _, tracks = benefit.partition(":")
        match name:
            case "explore" | "explore_anywhere":
                explore(v, name.endswith("anywhere"))  # TA-060e
            case "conquer" | "conquer_anywhere":
                conquer(v, name.endswith("anywhere"))  # TA-060d
            case "roll_science" | "roll_science_no_benefit":
                rolled = roll(v)  # TA-060a, with a cross TA-060b
                advance(v, AUTOMA, rolled, benefits=name == "roll_science")
            case "advance_rolled":
                advance(v, AUTOMA, roll_among(v, tracks))  # TA-060f
            case "regress_rolled":
                regress(v, roll_among(v, tracks))
            case "gain_tapestry":
                v.do(TapestryGained())  # TA-060g
            case "refresh_tech":
                refresh(v)  # TA-060c
            case _:
                raise AssertionError(benefit)


def roll(v: View) -> int:
    """The science die."""
    rolled = v.chance.pick(SCIENCE_DIE, TRACKS.everything)
    v.remark("TA-060", track=_track(rolled), space=v.board.spaces[AUTOMA][rolled], benefit=Word("benefit.rolled"))
    return rolled


def roll_among(v: View, tracks: str) -> int:
    """Roll until one of the printed tracks comes up (TA-060)."""
    wanted = mask_of(TRACKS.names.index(t) for t in tracks.split("/"))
    while True:
        rolled = roll(v)
        if wanted >> rolled & 1:
            return rolled


def regress(v: View, track: int) -> None:
    """One space back, with the benefits of the space she comes to, never a landmark (TA-075, TA-R09)."""
    if v.board.spaces[AUTOMA][track] == 0:
        return
    v.remark("TA-075", track=_track(track))
    v.do(Regressed(AUTOMA, track))
    if v.board.setup.rulings["regress"] == "benefit":
        gain(v, track, v.board.spaces[AUTOMA][track])


def refresh(v: View) -> None:
    """Three new tech cards (TA-060, TA-074)."""
    v.do(TechRefreshed())
    for place in range(3):
        among = v.board.tech_deck or v.board.tech_discard
        if among:
            v.do(TechShown(place, v.chance.pick(TECH, among)))
