"""Setting fields of the position, for corrections and for scenarios that start anywhere.

Put here: `set_field`, the inverse of `Board.facts`, and `list_corrections`, which turn a new board into this one.
"""

from __future__ import annotations

from soloist.core.bits import mask_of
from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import read_field_number, read_field_option, split_field
from soloist.games._template.board.printed import check_datum
from soloist.games._template.board.setup import read_pits
from soloist.games._template.board.state import Stones, new_board
from soloist.games._template.board.tables import AUTOMA, CARDS, HUMAN, NOBODY, PITS, SEATS, STONES

YES_NO = Domain("yes_no", ["no", "yes"])


def set_field(board: Stones, field: str, value: str) -> None:
    """Set one field of the board; raise UnknownError if there is none of that name."""
    match field:
        case "pits":
            board.pits = read_pits(value)
        case "held.automa":
            board.held[AUTOMA] = read_field_number(value, field, 0, STONES)
        case "held.human":
            board.held[HUMAN] = read_field_number(value, field, 0, STONES)
        case "last":
            board.last = _one_or_none(PITS, value, field)
        case "deck":
            board.deck = mask_of(read_field_option(CARDS, word, field) for word in split_field(value))
        case "card":
            board.card = _one_or_none(CARDS, value, field)
        case "to_move":
            board.to_move = read_field_option(SEATS, value, field)
        case "over":
            board.over = bool(read_field_option(YES_NO, value, field))
        case "value.worth":
            board.worth, board.origin = int(check_datum("worth", value)), "printed"
        case _:
            names = tuple(board.facts())
            raise UnknownError(text("error.no_field", got=field), nearest=find_nearest(field, names) or names)


def _one_or_none(of: Domain, word: str, field: str) -> int:
    return NOBODY if word == "-" else read_field_option(of, word, field)


def list_corrections(board: Stones) -> list[str]:
    """Return the corrections that turn a new board of this set-up into this position."""
    fresh = new_board(board.setup).facts()
    return [f"set {field} = {value}" for field, value in board.facts().items() if value != fresh[field]]
