"""Income turns: the entries of the level's chart, top to bottom, left column first (TA-110 … TA-131)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.decide import Check, Only, Procedure
from soloist.core.text import Word
from soloist.games.tapestry.automa.benefits import advance, bots_advance, roll
from soloist.games.tapestry.automa.cards import add_from_progress, tie_card
from soloist.games.tapestry.automa.conquer import conquer
from soloist.games.tapestry.automa.hexes import hex_tiebreaker
from soloist.games.tapestry.automa.tracks import favorite_by, name_indicator
from soloist.games.tapestry.automa.view import View, hexes
from soloist.games.tapestry.board.events import (
    DeckShuffled,
    Gained,
    IncomeTaken,
    TapestryGained,
    TapestryPlayed,
    Toppled,
)
from soloist.games.tapestry.board.naming import civ_word, seat_word, track_word
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    BOTS,
    CIVS,
    EXPLORATION,
    FAVORITE,
    LAST,
    MILITARY,
    SCIENCE,
    SHADOW,
    TECHNOLOGY,
    Card,
    ChartEntry,
)

#: what the civilization cards add to the multipliers of the next scoring, by `territory` and `landmark`
Extra = dict[str, int]


def income_turn(view: View) -> None:
    """Take the bots' next income turn, which opens their next era and is their whole turn (TA-110, TA-113)."""
    view.do(IncomeTaken(AUTOMA))
    turn = view.board.income[AUTOMA]
    level = view.board.setup.level
    view.remark("TA-110", turn=turn, level=level.number)
    if turn == 1:
        _first_advances(view)
    extra: Extra = {"territory": 0, "landmark": 0}
    for entry in level.chart:
        if turn in entry.turns:
            view.set_acting_bot(AUTOMA)
            CHART[entry.event](view, entry, extra)


def income_open(board: Tapestry) -> bool:
    """Return whether an income turn has begun whose deck is not renewed yet.

    That is turn 1 before the first pair, turns 2 to 4 until their tapestry card covers the mat (every chart has one),
    and turn 5 for good.
    """
    turn = board.income[AUTOMA]
    return (turn == 1 and board.tie_card == NOBODY) or (turn > 1 and board.covered < turn - 1)


def _first_advances(view: View) -> None:
    """Make the advances of income turn 1.

    On level 5 each bot advances on its favourite track (TA-130b), on level 6 on all four in printed order (TA-130c,
    TA-R39). On level 1 the human advances instead, by an instruction (TA-111, TA-130a).
    """
    for entry in view.board.setup.level.bot_advances:
        for bot in BOTS:
            track = view.board.favorite[bot] if entry == FAVORITE else entry
            view.set_acting_bot(bot)
            view.remark("TA-130", bot=seat_word(bot), track=track_word(track))
            advance(view, bot, track)


# ---------------------------------------------------------------------------------------------------- entries of a chart


def reconsider_favorites(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Choose a new favourite track for each bot whose track is finished or led by another seat (TA-120, TA-R21,
    TA-R37)."""
    for bot in BOTS:
        view.set_acting_bot(bot)
        reconsider(view, bot)


def reconsider(view: View, bot: int, *, always: bool = False) -> None:
    """Reconsider the favourite track of one bot (TA-120).

    It changes when its end is reached (TA-120a), another seat is ahead (TA-120b), or with `always`; the new one has the
    nearest landmark or end (TA-120c).
    """
    board = view.board
    track = board.favorite[bot]
    mine = board.spaces[bot][track]
    if mine == LAST:
        how = "finished"
    elif any(board.spaces[seat][track] > mine for seat in board.seats):
        how = "led"
    else:
        how = "always" if always else "stays"
    view.remark("TA-120", bot=seat_word(bot), how=Word(f"favorite.{how}"))
    if how != "stays":
        name_indicator(view, bot, "landmark_or_finish")
        view.perform(favorite_by(bot, tie_card(view)))
        view.remark("TA-120c", bot=seat_word(bot), track=track_word(board.favorite[bot]))


def advance_with_last_pair(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Advance both bots with the most recent pair (TA-121, TA-R20).

    It is used for the second time, unless it came with the income icon in this turn (TA-041).
    """
    view.remark("TA-121")
    view.remark("TA-041", how=Word("pair.new" if view.new_pair else "pair.again"))
    bots_advance(view)


def civilization_bonus(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Apply her civilization cards for this turn; on level 6 all of the first, then of the second (TA-122)."""
    turn = view.board.income[AUTOMA]
    for civ in view.board.setup.civs:
        view.remark("TA-122", civ=civ_word(civ))
        _CIV[CIVS.names[civ]](view, turn, extra)


def _explorers(view: View, turn: int, extra: Extra) -> None:
    """Advance on exploration in turns 2 and 4, on military in turns 3 and 5 (TA-122a, TA-R13)."""
    advance(view, AUTOMA, EXPLORATION if turn in (2, 4) else MILITARY)


def _scientists(view: View, turn: int, extra: Extra) -> None:
    """Roll the science die from income turn 3 on and advance (TA-122b)."""
    if turn >= 3:
        advance(view, AUTOMA, roll(view))


def _conquerors(view: View, turn: int, extra: Extra) -> None:
    """Apply the Conquerors.

    They conquer with too few territories (TA-122c), topple a Shadow Empire outpost with more than two lone territories
    (TA-122d), and score extra VP per territory (TA-122e).
    """
    have = view.board.controlled(AUTOMA).bit_count()
    if have < turn:
        conquer(view, anywhere=False)
    else:
        view.remark("TA-122c", have=have, turn=turn)
    view.perform(toppled_help(tie_card(view)))  # counted after the conquer (TA-R17)
    _extra(view, extra, "territory", view.board.controlled(AUTOMA).bit_count())


def _engineers(view: View, turn: int, extra: Extra) -> None:
    """Score extra VP per landmark (TA-122f)."""
    _extra(view, extra, "landmark", view.board.landmark_count())


def _extra(view: View, extra: Extra, what: str, count: int) -> None:
    """Add 1 to the multiplier of the following scoring, or score at once (TA-R14, TA-R15)."""
    if view.board.setup.rulings["extra_vp"] == "in_score_vp":
        extra[what] += 1
    elif count:
        view.do(Gained(AUTOMA, count))


_CIV: dict[str, Callable[[View, int, Extra], None]] = {
    "explorers": _explorers,
    "scientists": _scientists,
    "conquerors": _conquerors,
    "engineers": _engineers,
}


def lone_territories(view: View) -> Mask:
    """Return the territories she controls that hold exactly 1 token, including the middle island (TA-R16)."""
    return mask_of(h for h in iterate_bits(view.board.controlled(AUTOMA)) if view.board.tokens(h) == 1)


MORE_THAN_TWO: Check[View] = Check(
    "TA-122d",
    lambda view: lone_territories(view).bit_count() > 2,
    lambda view: {"lone": lone_territories(view).bit_count()},
)
SHADOW_HAS_AN_OUTPOST: Check[View] = Check("TA-R18", lambda view: view.board.supply[SHADOW] > 0)


@cache
def toppled_help(card: Card) -> Procedure[View]:
    """Return the procedure that puts a toppled Shadow Empire outpost on a lone territory (TA-122d)."""
    return Procedure(
        "TA-122",
        of=hexes,
        checks=(MORE_THAN_TWO, SHADOW_HAS_AN_OUTPOST),
        valid=(Only("TA-122", lone_territories),),
        tiebreakers=(hex_tiebreaker(card),),
        execute=lambda view, hex_: [Toppled(SHADOW, hex_)],
    )


def score_vp(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Score the VP of an income turn.

    They count landmarks and territories (TA-123a), military and science (TA-123b), technology and exploration
    (TA-123c), and the new era if no human has begun it (TA-123d, TA-R24).
    """
    board, level = view.board, view.board.setup.level
    at = board.income[AUTOMA] - 2
    spaces = board.spaces[AUTOMA]
    first, second, third = level.landmarks_territories[at], level.military_science[at], level.technology_exploration[at]
    has, controls = board.landmark_count(), board.controlled(AUTOMA).bit_count()
    landmarks, territories = has * (first + extra["landmark"]), controls * (first + extra["territory"])
    war = (spaces[MILITARY] + spaces[SCIENCE]) * second
    peace = (spaces[TECHNOLOGY] + spaces[EXPLORATION]) * third
    era = board.income[AUTOMA]
    new_era = level.first_in_era[at] if all(board.income[s] < era for s in board.humans) else 0
    printed = {"landmark_vp": has * first, "territory_vp": controls * first}
    view.remark("TA-123a", landmarks=has, territories=controls, times=first, **printed)
    if extra["territory"]:
        view.remark("TA-122e", vp=controls * extra["territory"])
    if extra["landmark"]:
        view.remark("TA-122f", vp=has * extra["landmark"])
    view.remark("TA-123b", military=spaces[MILITARY], science=spaces[SCIENCE], times=second, vp=war)
    view.remark("TA-123c", technology=spaces[TECHNOLOGY], exploration=spaces[EXPLORATION], times=third, vp=peace)
    if new_era:
        view.remark("TA-123d", era=era, vp=new_era)
    view.remark("TA-123", landmarks=landmarks, territories=territories, war=war, peace=peace, era=new_era)
    total = landmarks + territories + war + peace + new_era
    if total:
        view.do(Gained(AUTOMA, total))


def add_progress(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Add cards of the progress deck (TA-124)."""
    add_from_progress(view, entry.n)


def play_tapestry(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Play a tapestry card (TA-125), which counts for the human's first-in-era bonus (TA-R25)."""
    view.remark("TA-125")
    view.do(TapestryPlayed())


def gain_tapestry(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Gain a tapestry card (TA-126)."""
    view.remark("TA-126")
    view.do(TapestryGained())


def shuffle_decision_deck(view: View, entry: ChartEntry, extra: Extra) -> None:
    """Shuffle discards, the pair and the added cards into a new deck (TA-127); the next turn begins without a pair."""
    view.do(DeckShuffled())
    view.remark("TA-127", size=view.board.deck_size())


CHART: dict[str, Callable[[View, ChartEntry, Extra], None]] = {
    "reconsider_favorites": reconsider_favorites,
    "advance_with_last_pair": advance_with_last_pair,
    "civilization_bonus": civilization_bonus,
    "score_vp": score_vp,
    "add_progress": add_progress,
    "play_tapestry": play_tapestry,
    "gain_tapestry": gain_tapestry,
    "shuffle_decision_deck": shuffle_decision_deck,
}
