"""What stands beside the board: seats with points, totals, whose turn it is, and her open card.

Put here: `standing`, `points` and `round_` for scores and the plot of them; `faces`, one row for each printed icon, spelled
out for those who track no board in the app; `flip`, which turns her next card for them without playing it.
"""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.screen import Face, CardRow, Seat, Standing, Total
from soloist.core.text import Word, text
from soloist.games._template.automa.turn import NEXT_CARD
from soloist.games._template.board.events import Drew
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS, CARDS_BY_NUMBER, HUMAN, NOBODY


def round_(board: Stones) -> int:
    """A round is your turn and hers: the number of her next card."""
    return min(len(CARDS.names), len(CARDS.names) - board.deck.bit_count() + 1)


def points(board: Stones) -> tuple[int, ...]:
    return board.vp(HUMAN), board.vp(AUTOMA)


def standing(board: Stones) -> Standing:
    yours, hers = points(board)
    turn = "over" if board.over else "automa" if board.to_move == AUTOMA else "human"
    moving = {HUMAN: turn == "human", AUTOMA: turn == "automa"}
    return Standing(
        seats=(
            Seat("human", "Y", "you", text("seat.human"), "seat-xx-human", yours, moving[HUMAN]),
            Seat("automa", "A", "automa", text("seat.automa"), "seat-xx-automa", hers, moving[AUTOMA]),
        ),
        totals=(
            Total("marked", text("total.held"), (str(board.held[HUMAN]), str(board.held[AUTOMA]))),
            Total("vp", text("total.worth"), ("1", str(board.worth))),  # XXA-021
        ),
        tracks=(),
        headline=text("standing.headline", level=Word(f"level.{board.setup['level']}")),
        turn=text(f"standing.{turn}"),
        left=text("standing.left", cards=board.deck.bit_count()),
        round=round_(board),
    )


def faces(board: Stones) -> list[Face]:
    """Her open card, and the two tiebreakers before it: with these rows her turn can be played by hand."""
    if board.card == NOBODY:
        return []
    card = CARDS_BY_NUMBER[board.card]
    way = "backward" if card.backward else "forward"
    rows = (
        CardRow("marked", text("face.most"), about=text("hand.most"), rule="XXA-012a"),
        CardRow("closest", text("face.furthest"), about=text("hand.furthest"), rule="XXA-012b"),
        CardRow(way, text(f"face.{way}"), str(card.count), text(f"hand.{way}", count=card.count), "XXA-012c"),
    )
    return [Face("criteria", card.id, text("face.role"), rows)]


def flip(board: Stones, chance: Chance) -> list[Event]:
    """Her next card, as in her turn (XXA-004); nothing when the deck is empty."""
    if board.over or not board.deck:
        return []
    drew = Drew(chance.pick(NEXT_CARD, board.deck))
    drew.apply(board)
    return [drew]
