"""Her faction card: the Faction Action and its permanent effects.

Three cards are known only in part (Symbionts, The Blight, Gognomes): the known part is played, the rest is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.chance import Draw
from soloist.core.decide import Keep, Least, Only, Procedure
from soloist.core.text import Domain, Word, text
from soloist.games.terra_mystica.automa.cult import ADVANCE_WITHOUT_PRIEST
from soloist.games.terra_mystica.automa.view import (
    DIRECTIONAL_SELECTION,
    View,
    hexes,
    priority,
    priority_note,
    to_human,
)
from soloist.games.terra_mystica.board.events import Blighted, Built, CubePlaced, Traded, Upgraded
from soloist.games.terra_mystica.board.printed import Action, AutomaFaction, automa_factions
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, AUTOMA_FACTIONS

YES_NO = Domain("yes_no", ["no", "yes"], words="yes_no")
ONE_STEP = Action("advance_cult", n=1)


def faction_of(board: TerraMystica) -> AutomaFaction:
    """Return the card of her faction."""
    return automa_factions()[AUTOMA_FACTIONS.find_option(board.setup.faction) or 0]


# -------------------------------------------------------------------------------------------------- Powermongers

GAINED_TWO = Draw("gained_power", YES_NO, text("question.gained_power"), "TMA-F07", asked=True)


def power_offered(board: TerraMystica, events: Sequence[Event]) -> int:
    """Return the most power that her events offer to the owner of a human structure (TM-062, TMA-085b)."""
    offered = 0
    for event in events:
        if isinstance(event, Built | Upgraded) and event.seat == AUTOMA:
            offered = max(offered, board.power_to_humans(event.hex))
        elif isinstance(event, Traded):
            for seat in board.humans:
                kind = board.kind_at(seat, event.hex)
                if kind is not None:
                    offered = max(offered, board.power_value(seat, kind))
    return offered


def after_offering_power(view: View, events: Sequence[Event]) -> None:
    """Advance the Powermongers one step when a human gains two or more power through her action (TMA-F07, TMA-R15)."""
    if view.board.setup.faction != "powermongers" or power_offered(view.board, events) < 2:
        return
    if view.board.setup.rulings["powermongers"] == "gained" and not view.chance.pick_option(
        GAINED_TWO, YES_NO.everything
    ):
        if view.trace is not None:
            view.trace.add_remark("TMA-R15", how=Word("powermongers.declined"))
        return
    if view.trace is not None:
        view.trace.add_remark("TMA-R15", how=Word("powermongers.gained"))
    view.action = ONE_STEP
    view.perform(ADVANCE_WITHOUT_PRIEST)


# ----------------------------------------------------------------------------------------------------- Symbionts


def beside_you(view: View) -> Mask:
    """Return the land directly adjacent to any human structure."""
    return view.board.beside(view.board.human_structures()) & view.map.land


def _youth(view: View) -> int:
    return view.board.setup.youth


CUBE: Procedure[View] = Procedure(
    "TMA-F08",
    of=hexes,
    valid=(Only("TMA-F08", lambda view: beside_you(view) & view.allowed),),
    tiebreakers=(
        Keep(
            "TMA-F08",
            lambda view, mask: priority(view, mask, _youth(view)),
            lambda view, mask: priority_note(view, mask, _youth(view)),
        ),
        DIRECTIONAL_SELECTION,
    ),
    execute=lambda view, hex_: [CubePlaced(hex_)],
)


def place_cube(view: View) -> None:
    """Place a Symbiont cube on a space that the table names.

    Only the card says whether a space must be empty and whether it may hold two cubes, so the table is asked.
    """
    candidates = beside_you(view)
    if candidates:
        draw = Draw("cube_spaces", view.map.hexes, text("question.cube_spaces"), "TMA-F08", asked=True)
        view.allowed = view.chance.pick_subset(draw, candidates)
        view.perform(CUBE)


# ---------------------------------------------------------------------------------------------------- The Blight

BLIGHT: Procedure[View] = Procedure(
    "TMA-F09",
    of=hexes,
    valid=(Only("TMA-F09", lambda view: view.allowed & ~view.board.blighted),),
    tiebreakers=(
        Least("TMA-F09", to_human, lambda view, mask: {"how": Word("first.closest_to_human")}),
        DIRECTIONAL_SELECTION,
    ),
    execute=lambda view, hex_: [Blighted(hex_)],
)


def blight_land(view: View) -> None:
    """Blight land twice: the table names the fallow spaces, which only the card defines, and the rules choose."""
    draw = Draw("fallow_land", view.map.hexes, text("question.fallow_land"), "TMA-F09", asked=True)
    view.allowed = view.chance.pick_subset(draw, view.map.land & ~view.board.blighted)
    for _ in range(view.action.times):
        view.perform(BLIGHT)
