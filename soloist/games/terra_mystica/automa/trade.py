"""Trade (Merchants of the Seas): with the humans' strongest structure at a river."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.decide import Check, Most, Only, Procedure
from soloist.games.terra_mystica.automa.view import DIRECTIONAL_SELECTION, View, hexes
from soloist.games.terra_mystica.board.events import Gained, Traded
from soloist.games.terra_mystica.board.tables import AUTOMA


def riverside_structures(view: View) -> Mask:
    """Return the human structures at a river without her trade marker, of two humans as one pool (TMA-R28)."""
    return view.board.human_structures() & view.map.by_river & ~view.board.traded


def value_there(view: View, hex_: int) -> int:
    """Return the power value of the human structure on a hex (TM-008)."""
    for seat in view.board.humans:
        kind = view.board.kind_at(seat, hex_)
        if kind is not None:
            return view.board.power_value(seat, kind)
    raise AssertionError("no human structure there")


def trade(view: View, hex_: int) -> list[Event]:
    """Return the events of a trade: her marker, and VP equal to the power value (TMA-085b).

    The owner may gain power.
    """
    return [Traded(hex_), Gained(AUTOMA, value_there(view, hex_))]


TRADE: Procedure[View] = Procedure(
    "TMA-085",
    of=hexes,
    checks=(Check("TMA-085", lambda view: view.board.round in view.action.rounds),),
    valid=(Only("TMA-085", riverside_structures),),
    tiebreakers=(Most("TMA-085a", value_there), DIRECTIONAL_SELECTION),
    execute=trade,
)
