"""A bot turn: draw a pair and advance, or an income turn (TA-030 … TA-041); the Shadow Empire alone (TA-150 …)."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError
from soloist.core.game import Automa
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.games.tapestry.automa.benefits import advance
from soloist.games.tapestry.automa.conquer import PROGRESS
from soloist.games.tapestry.automa.income import bots_advance, income_turn, reconsider
from soloist.games.tapestry.automa.tracks import choose_track
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import (
    DeckShuffled,
    IncomeTaken,
    JoinedDeck,
    PairDrawn,
    ProgressAdded,
    TurnDone,
)
from soloist.games.tapestry.board.state import NOBODY, OVER, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, CARDS, DECISION_CARDS, INCOME_TURNS, SHADOW

LEFT = Draw("decision", CARDS, text("question.decision_left"), "TA-032")
RIGHT = Draw("decision", CARDS, text("question.decision_right"), "TA-032")
JOINS = Draw("join", CARDS, text("question.join"), "TA-013")


class TapestryAutoma(Automa):
    """Both bots act together, as one turn (TA-015)."""

    def turn(self, board: Tapestry, chance: Chance, trace: Trace | None = None) -> list[Event]:
        if board.phase == OVER:
            raise ImpossibleError(text("error.game_over"), rule="TA-129")
        v = View(board, chance, trace)
        if board.setup.shadow_only:
            shadow_turn(v)
            v.do(TurnDone(SHADOW))
            return v.events
        if board.income[AUTOMA] >= INCOME_TURNS:
            raise ImpossibleError(text("error.bots_finished"), rule="TA-128")
        bot_turn(v)
        v.do(TurnDone(AUTOMA))
        return v.events


def bot_turn(v: View) -> None:
    """TA-030 … TA-034."""
    board = v.board
    if board.income[AUTOMA] == 0:  # the first turn of the game is income turn 1 (TR-021)
        joined = v.chance.face_down(JOINS, board.progress)
        v.do(JoinedDeck(NOBODY if joined is None else joined))
        v.remark("TA-030")
        income_turn(v)
        return
    if board.deck_size() == 0:  # the pair stays: it is still the most recent one (TA-R22)
        v.remark("TA-031")
        income_turn(v)
        return
    draw_pair(v)
    if board.deck_size() == 0 and v.track.income:
        v.remark("TA-033", card=v.track.id)
        income_turn(v)
        return
    v.remark("TA-034")
    bots_advance(v)


def draw_pair(v: View) -> None:
    """Two cards of the decision deck: the left is the track card, the right the tiebreaker card (TA-032)."""
    board = v.board
    among = board.deck | (board.progress if board.face_down else 0)
    if among.bit_count() < 2:
        raise ImpossibleError(text("error.few_cards"), rule="TA-032", nearest=["set deck = 1 2 3"])
    left = v.chance.pick(LEFT, among)
    right = v.chance.pick(RIGHT, among & ~(1 << left))
    v.do(PairDrawn(left, right))
    v.track, v.tie = DECISION_CARDS[left], DECISION_CARDS[right]
    v.remark("TA-032", track=v.track.id, tie=v.tie.id)


# ------------------------------------------------------------------------------- the Shadow Empire alone (incomplete)


def shadow_turn(v: View) -> None:
    """The Shadow Empire as the third player of two humans, as far as the sources go (TA-150 … TA-154).

    Its first turn is only its first income turn (TA-153). When the deck is empty it reconsiders its favourite track and
    reshuffles; whether that is its turn, and whether cards join, is open: options `shadow_reshuffle`, `shadow_deck`.
    """
    board, rulings = v.board, v.board.setup.rulings
    if board.income[SHADOW] == 0:
        v.remark("TA-153")
        v.do(IncomeTaken(SHADOW))
        return
    if board.deck_size() == 0:
        v.remark("TA-152")
        reconsider(v, SHADOW, always=rulings["shadow_reconsider"] == "always")
        if rulings["shadow_deck"] == "add_two":
            for _ in range(2):
                if board.progress:
                    v.do(ProgressAdded(v.chance.pick(PROGRESS, board.progress)))
        v.do(DeckShuffled())
        if board.income[SHADOW] < INCOME_TURNS:
            v.do(IncomeTaken(SHADOW))
        if rulings["shadow_reshuffle"] == "own_turn":
            return
    draw_pair(v)
    v.remark("TA-151")
    v.bot = SHADOW
    track = choose_track(v, v.track.shadow)
    if track is not None:
        advance(v, SHADOW, track)
