"""Traps: the human's when she conquers (TA-083d), hers when a human conquers (TA-102)."""

from __future__ import annotations

from soloist.core.chance import Chance, Draw
from soloist.core.sink import Sink
from soloist.core.text import Word, text
from soloist.games.tapestry.automa.achievements import achieve
from soloist.games.tapestry.automa.view import View
from soloist.games.tapestry.board.events import Conquered, TapestryTurned, Trapped
from soloist.games.tapestry.board.naming import seat_word
from soloist.games.tapestry.board.state import Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, TOPPLE_TWO, YES_NO


def trap_at(place: str) -> Draw:
    """Return the question whether the human plays a trap in the territory that she conquers (TA-083d)."""
    return Draw("trap", YES_NO, text("question.trap", hex=place), "TA-083", asked=True)


def her_trap_at(place: str) -> Draw:
    """Return the question whether the card turned up is a trap, in the territory that a human conquers (TA-102)."""
    return Draw("her_trap", YES_NO, text("question.her_trap", hex=place), "TA-102", asked=True)


def your_trap(view: View, hex_: int) -> None:
    """Ask the owner for a trap against her outpost; if it is played, hers is toppled instead (TA-083d).

    A human who has finished may not play one (TR-024, TR-R13).
    """
    owner = next(seat for seat in view.board.humans if view.board.down[seat][hex_])
    finished = view.board.finished(owner)
    if finished and view.board.setup.rulings["finished_trap"] == "no":
        view.remark("TR-024", seat=seat_word(owner))
        return
    if view.chance.pick_option(trap_at(view.map.hexes.name_option(hex_)), YES_NO.everything):
        view.remark("TA-083", how=Word("conquer.trap"))
        view.do(Trapped(AUTOMA, hex_, owner))
        if (
            view.board.topples_two(owner) and not finished
        ):  # the trap comes before anything she earns later in this turn (TR-130)
            achieve(view, TOPPLE_TWO, owner)


def her_traps(board: Tapestry, attack: Conquered, chance: Chance, sink: Sink) -> None:
    """Turn up her tapestry cards at random until a trap comes or none is left (TA-102)."""
    draw = her_trap_at(board.map.hexes.name_option(attack.hex))
    while board.beside > 0:
        trap = bool(chance.pick_option(draw, YES_NO.everything))
        sink.apply_event(board, TapestryTurned(trap))
        if trap:
            sink.apply_event(board, Trapped(attack.seat, attack.hex, AUTOMA))
            return
