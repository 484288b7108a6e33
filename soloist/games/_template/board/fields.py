"""Setting any field of the position, so that a table can be corrected and a scenario can start anywhere.

Put here: the other direction of `Board.facts`, and `position`, the corrections that lead from a new board to this one.
"""

from __future__ import annotations

from soloist.core.bits import mask_of
from soloist.core.errors import UnknownError, nearest
from soloist.core.text import Domain, text
from soloist.games._template.board.setup import check_datum, read_number, read_pits
from soloist.games._template.board.state import Stones, new_board
from soloist.games._template.board.tables import AUTOMA, CARDS, HUMAN, NOBODY, PITS, SEATS

YES_NO = Domain("yes_no", ["no", "yes"])


def one(of: Domain, word: str) -> int:
    """The option a word names; letter case does not matter."""
    found = of.index(word.lower())
    if found is None:
        raise UnknownError(
            text("error.no_name", got=word, options=tuple(of)), nearest=nearest(word, of) or tuple(of)[:6]
        )
    return found


def _one_or_none(of: Domain, word: str) -> int:
    return NOBODY if word == "-" else one(of, word)


def set_field(board: Stones, field: str, value: str) -> None:
    """Make one field what the table says it is."""
    match field:
        case "pits":
            board.pits = read_pits(value)
        case "held.automa":
            board.held[AUTOMA] = read_number(value)
        case "held.human":
            board.held[HUMAN] = read_number(value)
        case "last":
            board.last = _one_or_none(PITS, value)
        case "deck":
            board.deck = mask_of(one(CARDS, word) for word in value.split() if word != "-")
        case "card":
            board.card = _one_or_none(CARDS, value)
        case "to_move":
            board.to_move = one(SEATS, value)
        case "over":
            board.over = bool(one(YES_NO, value))
        case "value.worth":
            board.worth, board.origin = int(check_datum("worth", value)), "printed"
        case _:
            names = tuple(board.facts())
            raise UnknownError(text("error.no_field", got=field), nearest=nearest(field, names) or names)


def position(board: Stones) -> list[str]:
    """The corrections that lead from the new board of the same set-up to this position."""
    fresh = new_board(board.setup).facts()
    return [f"set {field} = {value}" for field, value in board.facts().items() if value != fresh[field]]
