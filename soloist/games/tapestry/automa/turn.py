"""A turn of the bots: draw a pair and advance, or an income turn (TA-030 … TA-041); the Shadow Empire alone (TA-150
…)."""

from __future__ import annotations

from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.games.tapestry.automa.benefits import bot_advances, bots_advance
from soloist.games.tapestry.automa.cards import add_from_progress, draw_pair, make_the_deck, track_card
from soloist.games.tapestry.automa.income import CHART, Extra, income_open, income_turn, reconsider
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import DeckShuffled, IncomeTaken, TurnDone
from soloist.games.tapestry.board.state import OVER, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, INCOME_TURNS, SHADOW

#: chart entries that concern only the decks
_DECKS = ("add_progress", "play_tapestry", "gain_tapestry", "shuffle_decision_deck")


def turn(board: Tapestry, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    """Play a turn of both bots together (TA-015), or of the Shadow Empire alone."""
    if board.phase == OVER:
        raise ImpossibleError(text("error.game_over"), rule="TA-129")
    v = View(board, chance, trace, sink)
    if board.setup.shadow_only:
        v.acts(SHADOW)
        shadow_turn(v)
        v.do(TurnDone(SHADOW))
        return
    if board.income[AUTOMA] >= INCOME_TURNS:
        raise ImpossibleError(text("error.bots_finished"), rule="TA-128")
    v.acts(AUTOMA)
    bot_turn(v)
    v.do(TurnDone(AUTOMA))


def bot_turn(v: View) -> None:
    """Play an income turn if one is due, otherwise draw a pair and advance (TA-030 … TA-034)."""
    board = v.board
    if board.income[AUTOMA] == 0:  # the first turn of the game is income turn 1 (TR-021)
        make_the_deck(v)
        v.remark("TA-030")
        income_turn(v)
        return
    if board.deck_size() == 0:  # the pair stays: it is still the most recent one (TA-R22)
        v.remark("TA-031")
        income_turn(v)
        return
    draw_pair(v)
    if _income_icon_counts(v):
        v.remark("TA-033", card=track_card(v).id)
        income_turn(v)
        return
    v.remark("TA-034")
    bots_advance(v)


def _income_icon_counts(v: View) -> bool:
    """Return whether the pair was the last of the deck and its track card shows the income icon (TA-033)."""
    return v.board.deck_size() == 0 and track_card(v).income


# ------------------------------------------------------------------------------- the Shadow Empire alone (incomplete)


def shadow_turn(v: View) -> None:
    """Play a turn of the Shadow Empire alone, third player to two humans, as far as the sources go (TA-150 … TA-154).

    Its first turn is only its first income turn (TA-153). When the deck is empty it reconsiders its favourite track and
    reshuffles. The options `shadow_reshuffle` and `shadow_deck` decide what the sources leave open: whether that is its
    turn, and whether cards join.
    """
    board, rulings = v.board, v.board.setup.rulings
    if board.income[SHADOW] == 0:
        v.remark("TA-153")
        v.do(IncomeTaken(SHADOW))
        return
    if board.deck_size() == 0:
        v.remark("TA-152")
        reconsider(v, SHADOW, always=rulings["shadow_reconsider"] == "always")
        _reshuffle_alone(v)
        if rulings["shadow_reshuffle"] == "own_turn":
            return
    draw_pair(v)
    v.remark("TA-151")
    bot_advances(v, SHADOW)


def _reshuffle_alone(v: View) -> None:
    """Reshuffle the deck and take the income turn that goes with it (TA-152)."""
    if v.board.setup.rulings["shadow_deck"] == "add_two":
        add_from_progress(v, 2)
    v.do(DeckShuffled())
    if v.board.income[SHADOW] < INCOME_TURNS:
        v.do(IncomeTaken(SHADOW))


# ------------------------------------------------------------------------------------------- cards without a board


def flip(board: Tapestry, chance: Chance, sink: Sink) -> None:
    """Turn up the next pair, or begin the next income turn as far as the decks are concerned.

    An income turn takes two calls: the first shows its chart beside the last pair, which it may need (TA-112b); the
    second renews the deck and draws the next pair. After the bots have finished nothing happens.
    """
    if board.phase == OVER:
        return
    v = View(board, chance, None, sink)
    if board.setup.shadow_only:
        _flip_alone(v)
    elif board.income[AUTOMA] == 0:  # TA-013, TA-030
        make_the_deck(v)
        v.do(IncomeTaken(AUTOMA))
        _renew(v)
    elif board.income[AUTOMA] < INCOME_TURNS:
        _flip_pair(v)


def _flip_pair(v: View) -> None:
    if v.board.income[AUTOMA] > 1 and income_open(v.board):
        _renew(v)
    if v.board.deck_size() == 0:  # TA-031
        v.do(IncomeTaken(AUTOMA))
        return
    draw_pair(v)
    if _income_icon_counts(v):
        v.do(IncomeTaken(AUTOMA))


def _renew(v: View) -> None:
    """Apply what the chart of this income turn does with the decks."""
    extra: Extra = {}
    for entry in v.board.setup.level.chart:
        if entry.event in _DECKS and v.board.income[AUTOMA] in entry.turns:
            CHART[entry.event](v, entry, extra)


def _flip_alone(v: View) -> None:
    """Turn up the next pair of the Shadow Empire alone, without moving on a track (TA-151 … TA-153)."""
    if v.board.income[SHADOW] == 0:
        v.do(IncomeTaken(SHADOW))
        return
    if v.board.deck_size() == 0:
        _reshuffle_alone(v)
        if v.board.setup.rulings["shadow_reshuffle"] == "own_turn":
            return
    draw_pair(v)
