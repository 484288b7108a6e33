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


def make_deck(view: View) -> None:
    """Add an unseen card of the progress deck to the decision deck (TA-013)."""
    if not view.board.progress:
        raise ImpossibleError(text("error.no_progress"), rule="TA-013", nearest=["set progress = 8 9 10"])
    joined = view.chance.face_down(JOINS, view.board.progress)
    view.do(JoinedDeck(NOBODY if joined is None else joined))


def draw_pair(view: View) -> None:
    """Draw two decision cards: the left is the track card, the right the tiebreaker card (TA-032)."""
    board = view.board
    among = board.deck | (board.progress if board.face_down else 0)
    if among.bit_count() < 2:
        raise ImpossibleError(text("error.few_cards"), rule="TA-032", nearest=["set deck = 1 2 3"])
    left = view.chance.pick_option(LEFT, among)
    right = view.chance.pick_option(RIGHT, among & ~(1 << left))
    view.do(PairDrawn(left, right))
    view.new_pair = True
    view.remark("TA-032", track=DECISION_CARDS[left].id, tie=DECISION_CARDS[right].id)


def add_from_progress(view: View, count: int) -> None:
    """Move the top cards of the progress deck to the discard pile (TA-124)."""
    for _ in range(count):
        if view.board.progress:
            view.do(ProgressAdded(view.chance.pick_option(PROGRESS, view.board.progress)))


def track_card(view: View) -> Card:
    """Return the track card of the most recent pair (TA-032, TA-R20)."""
    if view.board.track_card == NOBODY:
        raise ImpossibleError(text("error.no_pair"), rule="TA-032", nearest=["set track_card = 1"])
    return DECISION_CARDS[view.board.track_card]


def tie_card(view: View) -> Card:
    """Return the tiebreaker card that counts for an action: that of the most recent pair (TA-087, TA-112b).

    In income turn 1 there is no pair yet: a card of the progress deck is turned up and shuffled back (TA-112a), a new
    one for each action (TA-R23).
    """
    board = view.board
    if board.tie_card != NOBODY:
        return DECISION_CARDS[board.tie_card]
    if view.turned_up is not None and board.setup.rulings["progress_card"] == "one":
        return view.turned_up
    if board.income[AUTOMA] != 1 or not board.progress:
        raise ImpossibleError(text("error.no_pair"), rule="TA-112", nearest=["set tie_card = 2"])
    view.turned_up = DECISION_CARDS[view.chance.pick_option(PROGRESS, board.progress)]
    view.remark("TA-112", card=view.turned_up.id)
    return view.turned_up
