"""The state of the game beside the board: seats with points, totals, whose turn it is, the Automa's open card.

Put here: `make_standing`; `count_points`, for the plot of points; `list_cards`, one row for each printed icon, spelled
out for people who track no board. An Automa without cards needs no `list_cards`.
"""

from __future__ import annotations

from soloist.core.text import Word, text
from soloist.display.screen import CardRow, Face, Seat, Standing, Total
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import AUTOMA, CARDS_BY_NUMBER, HUMAN, NOBODY


def count_points(board: Stones) -> tuple[int, ...]:
    return board.vp(HUMAN), board.vp(AUTOMA)


def make_standing(board: Stones) -> Standing:
    yours, hers = count_points(board)
    whose = board.seat_to_decide()
    turn = {NOBODY: "over", AUTOMA: "automa", HUMAN: "human"}[whose]
    return Standing(
        seats=(
            Seat("human", "Y", "you", text("seat.human"), "seat-xx-human", yours, whose == HUMAN),
            Seat("automa", "A", "automa", text("seat.automa"), "seat-xx-automa", hers, whose == AUTOMA),
        ),
        totals=(
            Total("marked", text("total.held"), (str(board.held[HUMAN]), str(board.held[AUTOMA])), held=True),
            Total("vp", text("total.worth"), ("1", str(board.worth))),  # XXA-021
        ),
        tracks=(),
        headline=text("standing.headline", level=Word(f"level.{board.setup['level']}")),
        turn=text(f"standing.{turn}"),
        left=text("standing.left", cards=board.deck.bit_count()),
        round=board.round(),
    )


def list_cards(board: Stones) -> list[Face]:
    """Return her open card and the two tiebreakers before it; with these rows her turn can be played by hand."""
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
