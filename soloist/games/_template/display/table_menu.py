"""What fits a tapped place at a table: moves to enter, and corrections.

Put here: `list_choices`, the menus of TABLE mode, and `end_of_turn`, the line that ends the human's turn. The menus of
DIGITAL mode are in `digital_menu.py`.
"""

from __future__ import annotations

from soloist.core.menu import Blank, Choice
from soloist.core.text import text
from soloist.games._template.board.printed import MOST_WORTH
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import HUMAN, PITS, SEATS, STONES


def list_choices(board: Stones, key: str) -> list[Choice]:
    """Return what fits a pit on this board, corrections last; for an empty key what belongs to no pit."""
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
    if board.reachable_pits() >> pit & 1:
        found.insert(0, Choice(f"reach {name}", text("move.reach", pit=name), "minus"))
    if board.pits[pit]:
        found.append(Choice(f"automa: take {name}", text("move.hers", pit=name), "automa", group="correction"))
    pits = " ".join("{N}" if p == pit else str(n) for p, n in enumerate(board.pits))
    return [*found, _make_number_choice(f"set pits = {pits}", "pit")]


def _make_number_choice(line: str, key: str, most: int = STONES) -> Choice:
    """Return a correction with one blank for a number."""
    return Choice(line, text(f"move.{key}"), "marked", (Blank("N", text("blank.n"), most=most),), group="correction")


def end_of_turn(board: Stones) -> str:
    """Return "": a move ends the turn (XXA-005), and reaching afterwards need not be declined."""
    return ""
