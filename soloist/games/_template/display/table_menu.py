"""What fits a tapped place at a table: the lines that can be told there, and the corrections.

Put here: `moves`, from which the menus of TABLE mode are made, and `end_of_turn`, the line that ends the human's turn. The
menus of DIGITAL mode are in `plays.py`.
"""

from __future__ import annotations

from soloist.core.menu import Blank, Choice
from soloist.core.text import text
from soloist.games._template.board.printed import MOST_WORTH
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import HUMAN, PITS, SEATS, STONES


def list_choices(board: Stones, key: str) -> list[Choice]:
    """What fits a pit on this board, corrections last; without a pit, what belongs to none."""
    kind, _, name = key.partition(" ")
    if not key:
        held = [_make_number_choice(f"set held.{seat} = {{N}}", seat) for seat in SEATS]
        return [_make_number_choice("value worth = {N}", "worth", MOST_WORTH), *held]
    pit = PITS.find_option(name) if kind == PITS.id else None
    if pit is None:
        return []
    found = [Choice(f"take {name}", text("move.take", pit=name), "minus")] if board.pits[pit] else []
    if board.held[HUMAN] > 0:
        found.append(Choice(f"put {name}", text("move.put", pit=name), "plus"))
    if board.reachable() >> pit & 1:
        found.insert(0, Choice(f"reach {name}", text("move.reach", pit=name), "minus"))
    if board.pits[pit]:
        found.append(Choice(f"automa: take {name}", text("move.hers", pit=name), "automa", group="correction"))
    pits = " ".join("{N}" if p == pit else str(n) for p, n in enumerate(board.pits))
    return [*found, _make_number_choice(f"set pits = {pits}", "pit")]


def _make_number_choice(line: str, key: str, most: int = STONES) -> Choice:
    """A correction with one gap, for a number."""
    return Choice(line, text(f"move.{key}"), "marked", (Blank("N", text("blank.n"), most=most),), group="correction")


def end_of_turn(board: Stones) -> str:
    """Nothing: a move ends your turn by itself (XXA-005), and what may follow it need not be given up."""
    return ""
