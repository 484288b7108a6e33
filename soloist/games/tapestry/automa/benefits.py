"""The effects of an advance: the achievement at the end of a track and, for the Automa, the benefits of the space
(TA-054, TA-060 … TA-075)."""

from __future__ import annotations

from soloist.core.bits import mask_of
from soloist.core.chance import Draw
from soloist.core.text import Word, text
from soloist.games.tapestry.automa.achievements import achieve
from soloist.games.tapestry.automa.cards import tie_card, track_card
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.explore import explore
from soloist.games.tapestry.automa.tracks import advance_by, name_indicator, step_forward
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Advanced, Regressed, TapestryGained, TechRefreshed, TechShown
from soloist.games.tapestry.board.naming import seat_word, track_word
from soloist.games.tapestry.board.setup import SCIENCE_DIE
from soloist.games.tapestry.board.tables import AUTOMA, BENEFITS, BOTS, COMPLETE_TRACK, LAST, TECH_CARDS, TRACKS

TECH = Draw("tech_card", TECH_CARDS, text("question.tech_card"), "TA-060")


def bots_advance(view: View) -> None:
    """Advance the Automa with benefits, then the Shadow Empire without (TA-034)."""
    for bot in BOTS:
        bot_advances(view, bot)


def bot_advances(view: View, bot: int) -> None:
    """Advance one bot on the track that the pair of cards chooses for it (TA-050 … TA-054)."""
    view.set_acting_bot(bot)
    indicator = track_card(view).indicator(bot)
    name_indicator(view, bot, indicator)
    for event in view.perform(advance_by(bot, indicator, tie_card(view))):
        if isinstance(event, Advanced):
            arrive(view, bot, event.track)
            return
    view.remark("TA-053", bot=seat_word(bot))


def advance(view: View, bot: int, track: int, *, benefits: bool = True) -> None:
    """Advance one space on a given track; nothing happens on a finished one, not even a new roll (TA-071, TA-R12)."""
    events = step_forward(view, bot, track)
    if events:
        view.do(*events)
        arrive(view, bot, track, benefits=benefits)


def arrive(view: View, bot: int, track: int, *, benefits: bool = True) -> None:
    """Apply the effects of a space after its landmark was taken: achievement, then the Automa's benefits (TA-054,
    TA-072, TR-057, TR-060)."""
    space = view.board.spaces[bot][track]
    if space == LAST:
        achieve(view, COMPLETE_TRACK, bot)
    if bot == AUTOMA and benefits:
        gain(view, track, space)


def gain(view: View, track: int, space: int) -> None:
    """Apply the icons of a space that count for the Automa, one after the other in printed order (TA-060, TA-070,
    TA-R36)."""
    for benefit in BENEFITS.get((track, space), ()):
        name, _, tracks = benefit.partition(":")
        view.remark("TA-060", track=track_word(track), space=space, benefit=Word(f"benefit.{name}"))
        match name:
            case "explore" | "explore_anywhere":
                explore(view, name.endswith("anywhere"))  # TA-060e
            case "conquer" | "conquer_anywhere":
                conquer(view, name.endswith("anywhere"))  # TA-060d
            case "roll_science" | "roll_science_no_benefit":
                advance(view, AUTOMA, roll(view), benefits=name == "roll_science")  # TA-060a, with a cross TA-060b
            case "advance_rolled":
                advance(view, AUTOMA, roll_among(view, tracks))  # TA-060f
            case "regress_rolled":
                regress(view, roll_among(view, tracks))
            case "gain_tapestry":
                view.do(TapestryGained())  # TA-060g
            case "refresh_tech":
                refresh(view)  # TA-060c
            case _:
                raise AssertionError(benefit)


def roll(view: View) -> int:
    """Roll the science die and return the track."""
    rolled = view.chance.pick_option(SCIENCE_DIE, TRACKS.everything)
    view.remark(
        "TA-060", track=track_word(rolled), space=view.board.spaces[AUTOMA][rolled], benefit=Word("benefit.rolled")
    )
    return rolled


def roll_among(view: View, tracks: str) -> int:
    """Roll until one of the printed tracks comes up (TA-060)."""
    wanted = mask_of(TRACKS.names.index(t) for t in tracks.split("/"))
    while True:
        rolled = roll(view)
        if wanted >> rolled & 1:
            return rolled


def regress(view: View, track: int) -> None:
    """Move one space back and gain the benefits of that space, never a landmark (TA-075, TA-R09)."""
    if view.board.spaces[AUTOMA][track] == 0:
        return
    view.remark("TA-075", track=track_word(track))
    view.do(Regressed(AUTOMA, track))
    if view.board.setup.rulings["regress"] == "benefit":
        gain(view, track, view.board.spaces[AUTOMA][track])


def refresh(view: View) -> None:
    """Replace the three face-up tech cards (TA-060, TA-074)."""
    view.do(TechRefreshed())
    for place in range(3):
        among = view.board.tech_deck or view.board.tech_discard
        if among:
            view.do(TechShown(place, view.chance.pick_option(TECH, among)))
