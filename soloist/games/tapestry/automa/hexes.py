"""The hexes she can conquer or explore (TA-080), and the hex tiebreaker (TA-100)."""

from __future__ import annotations

from functools import cache

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.decide import Keep
from soloist.core.text import Word
from soloist.core.trace import Note
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.state import EMPTY
from soloist.games.tapestry.board.tables import AUTOMA, Card


def _near_hers(view: View, anywhere: bool) -> Mask:
    """Return the hexes next to her territories, or all hexes with the ANYWHERE icon (TA-073, TA-080)."""
    return view.map.hexes.everything if anywhere else view.map.around(view.board.controlled(AUTOMA))


def conquerable(view: View, anywhere: bool) -> Mask:
    """Return the territories with at most 1 token that she does not control (TA-080a, TA-R29, TR-087)."""
    board = view.board
    open_ = mask_of(h for h in iterate_bits(board.territories()) if board.tokens(h) <= 1)
    return open_ & ~board.controlled(AUTOMA) & _near_hers(view, anywhere)


def explorable(view: View, anywhere: bool) -> Mask:
    """Return the empty hexes in range while a territory tile is left (TA-080c, TA-R26, TA-R30)."""
    if not view.board.tile_to_draw():
        return 0
    return mask_of(h for h, tile in enumerate(view.board.tile) if tile == EMPTY) & _near_hers(view, anywhere)


def walk_pattern(view: View, pattern: str, mask: Mask) -> tuple[int, ...]:
    """Return the hexes of the printed pattern in order, up to the first valid one (TA-083b, TA-084d, TA-100,
    TA-R01)."""
    order = view.map.orders[pattern]
    for n, hex_ in enumerate(order):
        if mask >> hex_ & 1:
            return order[: n + 1]
    return order


@cache
def hex_tiebreaker(card: Card) -> Keep[View]:
    """Return the hex tiebreaker of a tiebreaker card, which keeps the end of the walk and notes its hexes."""
    shown = {"card": card.id, "pattern": Word(f"pattern.{card.pattern}")}

    def note(view: View, mask: Mask) -> Note:
        return {
            **shown,
            "walk": ">".join(view.map.hexes.name_option(h) for h in walk_pattern(view, card.pattern, mask)),
        }

    return Keep("TA-100", lambda view, mask: 1 << walk_pattern(view, card.pattern, mask)[-1], note)
