"""Doubts about entered moves at a table with tracked costs: too few credits or machineries, a tile on the wheel, an own
space that cannot be used."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.board import Event, Problem
from soloist.core.text import Word, text
from soloist.games.barrage.board.events import Machined, Placed, Wheeled
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import MACHINERIES, OWN_SPACES, TECH
from soloist.games.barrage.player.events import FoundHome, Paid, SpaceUsed
from soloist.games.barrage.player.space_legality import blocking_rule
from soloist.games.barrage.table.cost_tracking import own_space
from soloist.games.barrage.table.tracked_board import TrackedBoard


def find_doubts(board: Barrage, event: Event) -> Sequence[Problem]:
    """Return the problems with an event, given the board before it."""
    found = list(event.find_doubts(board))
    if isinstance(board, TrackedBoard) and not board.is_automa(getattr(event, "seat", 0)):
        found += check_tracked(board, event)
    return found


def check_tracked(board: TrackedBoard, event: Event) -> list[Problem]:
    """Return the problems with an event that a human's tracked resources show."""
    match event:
        case Paid(seat, credits) if credits < 0:
            return check_credits(board, seat, -credits, "BR-008")
        case Wheeled(seat, excavators, mixers, excamixers, _):
            return _few_machineries(board, seat, (excavators, mixers, excamixers), "BR-043")
        case Machined(seat, kind, n) if n < 0:
            return _few_machineries(board, seat, tuple(-n if k == kind else 0 for k in range(3)), "BR-131")
        case FoundHome(seat, tile):
            said = text("doubt.tile_on_wheel", seat=board.word(seat), tile=TECH.option_value(tile))
            return [Problem(said, "BR-041")]
        case Placed(seat, where, engineers) if where in OWN_SPACES and own_space(board, seat, where, engineers) < 0:
            said = text("doubt.no_own_space", seat=board.word(seat), section=Word(f"spot.{where}"), n=engineers)
            return [Problem(said, "BR-034")]
        case SpaceUsed(seat, number):
            rule = blocking_rule(board, seat, number)
            said = text("doubt.own_space", seat=board.word(seat), section=Word(f"spot.{SPACE_LIST[number].section}"))
            return [Problem(said, rule)] if rule else []
        case _:
            return []


def check_credits(board: TrackedBoard, seat: int, due: int, rule: str) -> list[Problem]:
    """Return a problem if a human has fewer credits than he pays (BR-008)."""
    have = board.credits[seat]
    if have >= due:
        return []
    return [Problem(text("doubt.credits", seat=board.word(seat), have=have, want=due), rule)]


def _few_machineries(board: TrackedBoard, seat: int, due: Sequence[int], rule: str) -> list[Problem]:
    """Return a problem per machinery of which a human has too few off the wheel (BR-043)."""
    found = []
    for kind, n in enumerate(due):
        have = board.machinery[seat][kind]
        if n > have:
            what = Word(f"machinery.{MACHINERIES.names[kind]}")
            found.append(Problem(text("doubt.machinery", seat=board.word(seat), kind=what, have=have, want=n), rule))
    return found
