"""Conquer: a human's territory if possible, otherwise neutral ground (TA-080 … TA-087)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.decide import Check, Least, Only, Procedure, Tiebreaker
from soloist.core.text import Word
from soloist.games.tapestry.automa.achievements import after_conquering
from soloist.games.tapestry.automa.cards import tie_card
from soloist.games.tapestry.automa.distance import lone_outposts, middle_island, your_territories
from soloist.games.tapestry.automa.explore import lay_tile
from soloist.games.tapestry.automa.hexes import conquerable, explorable, hex_tiebreaker
from soloist.games.tapestry.automa.traps import your_trap
from soloist.games.tapestry.automa.view import View, hexes
from soloist.games.tapestry.board.events import Conquered, Toppled
from soloist.games.tapestry.board.state import EMPTY
from soloist.games.tapestry.board.tables import AUTOMA, SHADOW, Card


def conquer(view: View, anywhere: bool) -> None:
    """Conquer a territory (TA-082); the middle island is a goal while she can still gain it (TA-081)."""
    card, middle = tie_card(view), view.board.can_gain_middle_island()
    if yours(view, anywhere):
        hex_ = _taken(view.perform(conquer_opponent(card, middle=middle, anywhere=anywhere)))
        if hex_ is not None:
            your_trap(view, hex_)
    else:
        lone = bool(lone_outposts(view.board))
        hex_ = _taken(view.perform(conquer_neutral(card, middle=middle, lone=lone, anywhere=anywhere)))
        if hex_ is not None and card.toppled:
            joined_by_the_shadow_empire(view, hex_)
    if hex_ is not None:
        after_conquering(view, hex_)


def _taken(events: Sequence[Event]) -> int | None:
    """Return the hex of her new outpost, or None."""
    return next((event.hex for event in events if isinstance(event, Conquered)), None)


def has_an_outpost(view: View) -> bool:
    """Return whether she has an outpost in her supply (TA-080b)."""
    return view.board.supply[AUTOMA] > 0


HAS_AN_OUTPOST: Check[View] = Check("TA-080", has_an_outpost)


# ------------------------------------------------------------------------------------------------------ conquer opponent


def yours(view: View, anywhere: bool) -> Mask:
    """Return the human territories that she can legally conquer (TA-082)."""
    return conquerable(view, anywhere) & view.board.human_controlled()


def take_yours(view: View, hex_: int) -> list[Event]:
    """Return the event of conquering: her outpost stands (TA-083c) and the human's falls (TA-083e)."""
    return [Conquered(AUTOMA, hex_)]


@cache
def conquer_opponent(card: Card, *, middle: bool, anywhere: bool) -> Procedure[View]:
    """Return the procedure of TA-083 for this tiebreaker card."""
    to_the_middle: Tiebreaker[View] = Least("TA-083a", lambda view, hex_: view.steps(middle_island, hex_))
    return Procedure(
        "TA-083",
        of=hexes,
        checks=(HAS_AN_OUTPOST,),
        valid=(Only("TA-082", lambda view: yours(view, anywhere)),),
        tiebreakers=(*((to_the_middle,) if middle else ()), hex_tiebreaker(card)),
        execute=take_yours,
    )


# ------------------------------------------------------------------------------------------------------- conquer neutral


def neutral(view: View, anywhere: bool, beside_you: bool) -> Mask:
    """Return all other hexes she can conquer or explore; next to humans only with the toppled icon (TA-084n)."""
    mask = (conquerable(view, anywhere) | explorable(view, anywhere)) & ~view.board.human_controlled()
    return mask if beside_you else mask & ~view.map.around(view.board.human_controlled())


def take_neutral(view: View, hex_: int) -> list[Event]:
    """Return the events: a tile if the hex is empty (TA-085a), then her outpost (TA-085b)."""
    tile = lay_tile(view, hex_) if view.board.tile[hex_] == EMPTY else []
    return [*tile, Conquered(AUTOMA, hex_)]


@cache
def conquer_neutral(card: Card, *, middle: bool, lone: bool, anywhere: bool) -> Procedure[View]:
    """Return the procedure of TA-084 for this tiebreaker card.

    It moves towards the middle island, then towards the humans' lone outposts or territories. A hex without a path is
    ruled out while another has one (TA-R04).
    """
    to_the_middle: Tiebreaker[View] = Least("TA-084a", lambda view, hex_: view.steps(middle_island, hex_))
    to_lone: Tiebreaker[View] = Least("TA-084b", lambda view, hex_: view.steps(lone_outposts, hex_))
    to_you: Tiebreaker[View] = Least("TA-084c", lambda view, hex_: view.steps(your_territories, hex_))
    note = {"icon": Word("icon.toppled" if card.toppled else "icon.none")}
    return Procedure(
        "TA-084",
        of=hexes,
        checks=(HAS_AN_OUTPOST,),
        valid=(Only("TA-084", lambda view: neutral(view, anywhere, card.toppled), lambda view: note),),
        tiebreakers=(
            *((to_the_middle,) if middle else ()),
            to_lone if lone else to_you,
            hex_tiebreaker(card),
        ),
        execute=take_neutral,
    )


def joined_by_the_shadow_empire(view: View, hex_: int) -> None:
    """Add a toppled Shadow Empire outpost if the card shows the icon (TA-085c).

    It is left out on the middle island, as a third token, and without a piece in the supply (TA-R38).
    """
    if hex_ != view.map.middle and view.board.tokens(hex_) == 1 and view.board.supply[SHADOW] > 0:
        view.remark("TA-085c", hex=view.map.hexes.name_option(hex_))
        view.do(Toppled(SHADOW, hex_))
