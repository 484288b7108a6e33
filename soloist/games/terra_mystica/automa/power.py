"""Block Power Action: on the game board and, with Merchants of the Seas, on the Merchants' board."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.decide import Only, Procedure
from soloist.games.terra_mystica.automa.view import DIRECTIONAL_SELECTION, View
from soloist.games.terra_mystica.board.events import ActionUsed
from soloist.games.terra_mystica.board.tables import AUTOMA, BOARD_ACTIONS, MERCHANT_ACTIONS, POWER_ACTIONS


def block(view: View, action: int) -> list[Event]:
    """Return the event of placing her action token; she gains nothing."""
    return [ActionUsed(AUTOMA, action)]


def _free(actions: Mask, rule: str) -> Only[View]:
    return Only(rule, lambda view: actions & ~view.board.used)


BLOCK: Procedure[View] = Procedure(
    "TMA-061",
    of=POWER_ACTIONS,
    valid=(_free(BOARD_ACTIONS, "TMA-061"),),
    tiebreakers=(DIRECTIONAL_SELECTION,),
    execute=block,
)
#: independent of BLOCK: either happens even if the other board has no action left (TMA-R10)
BLOCK_MERCHANTS: Procedure[View] = Procedure(
    "TMA-062",
    of=POWER_ACTIONS,
    valid=(_free(MERCHANT_ACTIONS, "TMA-062"),),
    tiebreakers=(DIRECTIONAL_SELECTION,),
    execute=block,
)
