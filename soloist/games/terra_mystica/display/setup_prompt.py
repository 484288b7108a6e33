"""Prompts for the humans' set-up: the bonus card and the starting dwellings."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.state import NOBODY, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import BONUS, SEATS
from soloist.games.terra_mystica.display.instructions import without_dwellings


def list_setup_prompts(board: TerraMystica) -> list[Text]:
    """Return what is still missing (TM-015).

    Before her dwellings are placed these are the bonus card and the first dwelling, after them the rest. The Chaos
    Magicians place theirs last (TMA-096).
    """
    lines = []
    for seat in board.humans:
        if board.bonus[seat] == NOBODY and (board.phase == PLACING or board.round == 1):
            row = tuple(BONUS.names[card] for card in board.row)
            lines.append(text("prompt.bonus", seat=_say_seat(seat), row=row, example=row[0] if row else "-"))
    if board.phase == PLACING:
        waiting = [s for s in board.humans if not board.owned(s) and board.setup.humans[s - 1].id != "chaos_magicians"]
        return lines + [text("prompt.first_dwelling", seat=_say_seat(seat)) for seat in waiting]
    for seat in without_dwellings(board):
        missing = board.setup.humans[seat - 1].dwellings - board.owned(seat).bit_count()
        lines.append(text("prompt.dwellings_left", seat=_say_seat(seat), n=missing))
    return lines


def _say_seat(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")
