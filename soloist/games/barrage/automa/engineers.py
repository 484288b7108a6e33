"""Placement of the Automa's engineers (BA-009 … BA-011, BA-138, BA-161)."""

from __future__ import annotations

from functools import cache

from soloist.core.board import Event
from soloist.core.chance import Draw
from soloist.core.text import Domain, Word, text
from soloist.games.barrage.automa.view import Seen, View
from soloist.games.barrage.board.events import Placed
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import SPACE_TILES, SPACES, TileAction

YES_NO = Domain("yes_no", ["no", "yes"])


def free_space(seen: Seen, section: str) -> str:
    """Return the id of the first empty space of a section, or the section itself if all are taken."""
    for space in _spaces(section, seen.board.players, seen.map.id == "five_player"):
        if seen.board.space_seat[space] == NOBODY:
            return SPACE_TILES[space].id
    return section


@cache
def _spaces(section: str, players: int, extra_board: bool) -> tuple[int, ...]:
    """Return the spaces of a section in the order in which they are filled: left column from the top, then right
    column. Rows for more players are left out (BR-037)."""
    found: list[int] = []
    for right in (False, True):
        side = [
            i
            for i, space in enumerate(SPACE_TILES)
            if space.section == section and space.right == right and space.players <= players
        ]
        found += _with_extra_board(section, side, right) if extra_board else side
    return tuple(found)


#: sections that the extra board of the five-player map can stand in for
_EXTRA_SECTIONS = {
    "turbine_station": "extra_production",
    "water_management": "extra_choice",
    "contract_office": "extra_choice",
    "machinery_shop": "extra_choice",
    "workshop": "extra_choice",
}


def _with_extra_board(section: str, side: list[int], right: bool) -> list[int]:
    """Insert the space of the extra board after the last space of its side; in the turbine station after the third
    (BA-161)."""
    name = _EXTRA_SECTIONS.get(section)
    if name is None:
        return side
    extra = SPACES.find_option(f"{name}_{'right' if right else 'left'}")
    assert extra is not None
    at = 3 if section == "turbine_station" else len(side)
    return [*side[:at], extra, *side[at:]]


def engineers(view: View, section: str, asked: int, *, space: str = "", ends_turn: bool = True) -> list[Event]:
    """Return the events that place engineers: `asked` or all that are left (BA-009), on the first free space of a
    section or on `space`.

    The architect goes alone where exactly one engineer is asked for and the action ends the turn (BA-138, BA-R26); as
    the last one left he counts as an ordinary engineer.
    """
    board = view.board
    if asked <= 0:
        return []
    have = board.engineers[view.seat] + board.architect[view.seat]
    n = min(asked, have)
    if n < asked:
        view.remark("BA-009", asked=asked, left=n)
    if not n:
        return []
    where = space or (section if section == "company_board" else free_space(view, section))
    alone = ends_turn and asked == 1 and board.architect[view.seat] > 0
    architect = board.architect[view.seat] > 0 and (alone or n > board.engineers[view.seat])
    return [Placed(view.seat, where, n, architect)]


def can_pay(view: View, action: TileAction) -> bool:
    """Return whether the seat can pay the VP cost of an action. An Automa always can (BA-003). A human whose action a
    tile decides pays credits (BA-R19); if they are not tracked, people are asked."""
    if view.board.is_automa(view.seat) or not action.vp_cost:
        return True
    purse = view.board.tracked_credits(view.seat)
    if purse is not None:
        if purse < action.vp_cost:
            view.remark("BR-008", credits=action.vp_cost, have=purse, kind=Word(f"kind.{action.kind}"))
        return purse >= action.vp_cost
    question = text("question.forced_credits", credits=action.vp_cost, kind=Word(f"kind.{action.kind}"))
    return bool(
        view.chance.pick_option(Draw("forced_credits", YES_NO, question, "BA-R19", asked=True), YES_NO.everything)
    )
