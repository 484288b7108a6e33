"""Where the engineers go (BA-009 … BA-011, BA-138, BA-161)."""

from __future__ import annotations

from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import Placed
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import SPACE_TILES


def free_space(v: View, section: str) -> str:
    """The first empty space of a section: left column from the top, then right column; beside it when all are taken."""
    for i, space in enumerate(SPACE_TILES):
        if space.section == section and space.players <= v.board.players and v.board.space_seat[i] == NOBODY:
            return space.id
    return section


def place_engineers(v: View, section: str, asked: int, *, space: str = "", ends_turn: bool = True) -> None:
    """The printed number, or what is left (BA-009). The Architect goes alone where exactly one engineer is asked for and
    the action ends the turn (BA-138, BA-R26); as the last figure he counts as an ordinary engineer."""
    board = v.board
    if asked <= 0:
        return
    where = space or (section if section == "company_board" else free_space(v, section))
    have = board.engineers[v.seat] + board.architect[v.seat]
    n = min(asked, have)
    if n < asked:
        v.remark("BA-009", asked=asked, left=n)
    alone = ends_turn and asked == 1 and board.architect[v.seat] > 0
    architect = board.architect[v.seat] > 0 and (alone or n > board.engineers[v.seat])
    if n:
        v.do(Placed(v.seat, where, n, architect))


def used_the_architect(v: View) -> bool:
    """Whether the turn just taken ended with the Architect alone on a space: then she takes another (BA-138)."""
    placed = [e for e in v.events if isinstance(e, Placed)]
    alone = bool(placed) and placed[-1].architect and placed[-1].engineers == 1
    return alone and v.action.engineers == 1 and v.action.ends_turn
