"""Where the engineers go (BA-009 … BA-011, BA-138, BA-161)."""

from __future__ import annotations

from soloist.core.chance import Draw
from soloist.core.text import Domain, Word, text
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import Placed
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import SPACE_TILES, SPACES

YES_NO = Domain("yes_no", ["no", "yes"])


def free_space(v: View, section: str) -> str:
    """The first empty space of a section: left column from the top, then right column; beside it when all are taken. Rows
    that need more players do not exist (BR-037)."""
    for right in (False, True):
        side = [
            i
            for i, space in enumerate(SPACE_TILES)
            if space.section == section and space.right == right and space.players <= v.board.players
        ]
        if v.map.id == "five_player":
            side = _with_extra_board(section, side, right)
        for i in side:
            if v.board.space_seat[i] == NOBODY:
                return SPACE_TILES[i].id
    return section


#: sections that the extra board of the five-player map can stand in for
_EXTRA_SECTIONS = {
    "turbine_station": "extra_production",
    "water_management": "extra_choice",
    "contract_office": "extra_choice",
    "machinery_shop": "extra_choice",
    "workshop": "extra_choice",
}


def _with_extra_board(section: str, side: list[int], right: bool) -> list[int]:
    """BA-161: the extra space of a side follows its last space; in the turbine station its third."""
    name = _EXTRA_SECTIONS.get(section)
    if name is None:
        return side
    extra = SPACES.index(f"{name}_{'right' if right else 'left'}")
    assert extra is not None
    at = 3 if section == "turbine_station" else len(side)
    return [*side[:at], extra, *side[at:]]


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


def can_pay(v: View) -> bool:
    """An Automa pays VP and always can (BA-003). A human whose action a tile decides pays credits; if he cannot, the action
    is not possible (BA-R19): he is asked."""
    if v.board.automa(v.seat) or not v.action.vp_cost:
        return True
    question = text("question.forced_credits", credits=v.action.vp_cost, kind=Word(f"kind.{v.action.kind}"))
    return bool(v.chance.pick(Draw("forced_credits", YES_NO, question, "BA-R19", asked=True), YES_NO.everything))
