"""A turn of the bots: draw a pair and advance, or an income turn (TA-030 … TA-041); the Shadow Empire alone (TA-150
…)."""

from __future__ import annotations

from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.sink import Sink
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.games.tapestry.automa.benefits import bot_advances, bots_advance
from soloist.games.tapestry.automa.cards import add_from_progress, draw_pair, make_deck, track_card
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
    view = View(board, chance, trace, sink)
    if board.setup.shadow_only:
        view.set_acting_bot(SHADOW)
        shadow_turn(view)
        view.do(TurnDone(SHADOW))
        return
    if board.income[AUTOMA] >= INCOME_TURNS:
        raise ImpossibleError(text("error.bots_finished"), rule="TA-128")
    view.set_acting_bot(AUTOMA)
    bot_turn(view)
    view.do(TurnDone(AUTOMA))


def bot_turn(view: View) -> None:
    """Play an income turn if one is due, otherwise draw a pair and advance (TA-030 … TA-034)."""
    board = view.board
    if board.income[AUTOMA] == 0:  # the first turn of the game is income turn 1 (TR-021)
        make_deck(view)
        view.remark("TA-030")
        income_turn(view)
        return
    if board.deck_size() == 0:  # the pair stays: it is still the most recent one (TA-R22)
        view.remark("TA-031")
        income_turn(view)
        return
    draw_pair(view)
    if _income_icon_counts(view):
        view.remark("TA-033", card=track_card(view).id)
        income_turn(view)
        return
    view.remark("TA-034")
    bots_advance(view)


def _income_icon_counts(view: View) -> bool:
    """Return whether the pair was the last of the deck and its track card shows the income icon (TA-033)."""
    return view.board.deck_size() == 0 and track_card(view).income


# ------------------------------------------------------------------------------- the Shadow Empire alone (incomplete)


def shadow_turn(view: View) -> None:
    """Play a turn of the Shadow Empire alone, third player to two humans, as far as the sources go (TA-150 … TA-154).

    Its first turn is only its first income turn (TA-153). When the deck is empty it reconsiders its favourite track and
    reshuffles. The options `shadow_reshuffle` and `shadow_deck` decide what the sources leave open: whether that is its
    turn, and whether cards join.
    """
    board, rulings = view.board, view.board.setup.rulings
    if board.income[SHADOW] == 0:
        view.remark("TA-153")
        view.do(IncomeTaken(SHADOW))
        return
    if board.deck_size() == 0:
        view.remark("TA-152")
        reconsider(view, SHADOW, always=rulings["shadow_reconsider"] == "always")
        _reshuffle_alone(view)
        if rulings["shadow_reshuffle"] == "own_turn":
            return
    draw_pair(view)
    view.remark("TA-151")
    bot_advances(view, SHADOW)


def _reshuffle_alone(view: View) -> None:
    """Reshuffle the deck and take the income turn that goes with it (TA-152)."""
    if view.board.setup.rulings["shadow_deck"] == "add_two":
        add_from_progress(view, 2)
    view.do(DeckShuffled())
    if view.board.income[SHADOW] < INCOME_TURNS:
        view.do(IncomeTaken(SHADOW))


# ------------------------------------------------------------------------------------------- cards without a board


def flip(board: Tapestry, chance: Chance, sink: Sink) -> None:
    """Turn up the next pair, or begin the next income turn as far as the decks are concerned.

    An income turn takes two calls: the first shows its chart beside the last pair, which it may need (TA-112b); the
    second renews the deck and draws the next pair. After the bots have finished nothing happens.
    """
    if board.phase == OVER:
        return
    view = View(board, chance, None, sink)
    if board.setup.shadow_only:
        _flip_alone(view)
    elif board.income[AUTOMA] == 0:  # TA-013, TA-030
        make_deck(view)
        view.do(IncomeTaken(AUTOMA))
        _renew(view)
    elif board.income[AUTOMA] < INCOME_TURNS:
        _flip_pair(view)


def _flip_pair(view: View) -> None:
    if view.board.income[AUTOMA] > 1 and income_open(view.board):
        _renew(view)
    if view.board.deck_size() == 0:  # TA-031
        view.do(IncomeTaken(AUTOMA))
        return
    draw_pair(view)
    if _income_icon_counts(view):
        view.do(IncomeTaken(AUTOMA))


def _renew(view: View) -> None:
    """Apply what the chart of this income turn does with the decks."""
    extra: Extra = {}
    for entry in view.board.setup.level.chart:
        if entry.event in _DECKS and view.board.income[AUTOMA] in entry.turns:
            CHART[entry.event](view, entry, extra)


def _flip_alone(view: View) -> None:
    """Turn up the next pair of the Shadow Empire alone, without moving on a track (TA-151 … TA-153)."""
    if view.board.income[SHADOW] == 0:
        view.do(IncomeTaken(SHADOW))
        return
    if view.board.deck_size() == 0:
        _reshuffle_alone(view)
        if view.board.setup.rulings["shadow_reshuffle"] == "own_turn":
            return
    draw_pair(view)
