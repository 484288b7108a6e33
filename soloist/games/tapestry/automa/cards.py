"""The decision cards: drawing the pair, and which card counts (TA-013, TA-032, TA-087, TA-112)."""

from __future__ import annotations

from soloist.core.chance import Draw
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import JoinedDeck, PairDrawn, ProgressAdded
from soloist.games.tapestry.board.state import NOBODY
from soloist.games.tapestry.board.tables import AUTOMA, CARDS, DECISION_CARDS, Card

JOINS = Draw("join", CARDS, text("question.join"), "TA-013")
LEFT = Draw("decision", CARDS, text("question.decision_left"), "TA-032")
RIGHT = Draw("decision", CARDS, text("question.decision_right"), "TA-032")
PROGRESS = Draw("progress", CARDS, text("question.progress"), "TA-124")


def make_the_deck(v: View) -> None:
    """Add an unseen card of the progress deck to the decision deck (TA-013)."""
    if not v.board.progress:
        raise ImpossibleError(text("error.no_progress"), rule="TA-013", nearest=["set progress = 8 9 10"])
    joined = v.chance.face_down(JOINS, v.board.progress)
    v.do(JoinedDeck(NOBODY if joined is None else joined))


def draw_pair(v: View) -> None:
    """Draw two decision cards: the left is the track card, the right the tiebreaker card (TA-032)."""
    board = v.board
    among = board.deck | (board.progress if board.face_down else 0)
    if among.bit_count() < 2:
        raise ImpossibleError(text("error.few_cards"), rule="TA-032", nearest=["set deck = 1 2 3"])
    left = v.chance.pick_option(LEFT, among)
    right = v.chance.pick_option(RIGHT, among & ~(1 << left))
    v.do(PairDrawn(left, right))
    v.new_pair = True
    v.remark("TA-032", track=DECISION_CARDS[left].id, tie=DECISION_CARDS[right].id)


def add_from_progress(v: View, count: int) -> None:
    """Move the top cards of the progress deck to the discard pile (TA-124)."""
    for _ in range(count):
        if v.board.progress:
            v.do(ProgressAdded(v.chance.pick_option(PROGRESS, v.board.progress)))


def track_card(v: View) -> Card:
    """Return the track card of the most recent pair (TA-032, TA-R20)."""
    if v.board.track_card == NOBODY:
        raise ImpossibleError(text("error.no_pair"), rule="TA-032", nearest=["set track_card = 1"])
    return DECISION_CARDS[v.board.track_card]


def tie_card(v: View) -> Card:
    """Return the tiebreaker card that counts for an action: that of the most recent pair (TA-087, TA-112b).

    In income turn 1 there is no pair yet: a card of the progress deck is turned up and shuffled back (TA-112a), a new
    one for each action (TA-R23).
    """
    board = v.board
    if board.tie_card != NOBODY:
        return DECISION_CARDS[board.tie_card]
    if v.turned_up is not None and board.setup.rulings["progress_card"] == "one":
        return v.turned_up
    if board.income[AUTOMA] != 1 or not board.progress:
        raise ImpossibleError(text("error.no_pair"), rule="TA-112", nearest=["set tie_card = 2"])
    v.turned_up = DECISION_CARDS[v.chance.pick_option(PROGRESS, board.progress)]
    v.remark("TA-112", card=v.turned_up.id)
    return v.turned_up
