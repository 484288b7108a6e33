"""Doubts about entered events: the rules of a DIGITAL game, as far as the board alone decides them.

Resources are not known in TABLE mode, so no price is checked.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.bits import Mask
from soloist.core.board import Event, Problem
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.events.common import hex_name, seat_word
from soloist.games.terra_mystica.board.laws import adjacency_of
from soloist.games.terra_mystica.board.map import connected_groups
from soloist.games.terra_mystica.board.state import NOBODY, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, ICE, STRONGHOLD, TERRAIN, VOLCANO
from soloist.games.terra_mystica.player.factions import BON4, SIDES, Side
from soloist.games.terra_mystica.player.reach import hexes_in_range, home_ground, jump_reach_of, spade_targets_of
from soloist.games.terra_mystica.player.towns import is_large_enough

#: events of the seat's own turn only (TM-020); points, cult steps and spades also come at other times
_ON_OWN_TURN = (
    board_events.Built,
    board_events.Upgraded,
    board_events.Bridged,
    board_events.PriestSent,
    board_events.ActionUsed,
    board_events.TurnDone,
    board_events.Passed,
)


def doubts(board: TerraMystica, event: Event) -> Sequence[Problem]:
    """Return the objections to an event on the board before it."""
    found = list(event.find_doubts(board))
    match event:
        case board_events.Transformed(seat, hex_, terrain) if _is_playing(board, seat):
            found += _check_reach(board, seat, hex_, ride=False) + _turn_into(board, seat, hex_, terrain)
        case board_events.Built(seat, hex_) if _is_playing(board, seat):
            found += _check_reach(board, seat, hex_, ride=True)
        case board_events.TownFounded(seat) if _is_playing(board, seat):
            found += _check_town(board, seat)
        case board_events.TurnDone(seat) if _is_playing(board, seat):
            found += _check_idle(board, seat)
        case _:
            pass
    if isinstance(event, _ON_OWN_TURN) and _is_playing(board, event.seat):
        found += _check_turn(board, event.seat)
    return found


def _make_side(board: TerraMystica, seat: int) -> Side:
    return SIDES[board.setup.humans[seat - 1].id]


def _is_playing(board: TerraMystica, seat: int) -> bool:
    """Return whether this is a human with all starting dwellings placed; those need neither turn nor reach (TM-015)."""
    return seat != AUTOMA and board.owned(seat).bit_count() >= board.setup.humans[seat - 1].dwellings


def _check_turn(board: TerraMystica, seat: int) -> list[Problem]:
    """Check that it is the seat's turn and that it has not passed (TM-020)."""
    if board.phase != PLAYING:
        return []
    if seat in board.passed:
        return [Problem(text("doubt.passed", seat=seat_word(seat), round=board.round), "TM-020")]
    if board.to_move != seat:
        said = text("doubt.not_your_turn", seat=seat_word(seat), now=seat_word(board.to_move))
        return [Problem(said, "TM-020")]
    return []


def _check_idle(board: TerraMystica, seat: int) -> list[Problem]:
    """Check that the turn contained an action (TM-020).

    Entered points count as one, except those paid for power. A digging step leaves nothing on the table (TM-022), which
    the sentence mentions.
    """
    return [Problem(text("doubt.idle", seat=seat_word(seat)), "TM-020")] if is_idle(board, seat) else []


def is_idle(board: TerraMystica, seat: int) -> bool:
    """Return whether nothing was entered in the current turn that could be its action."""
    if board.phase != PLAYING or seat in board.passed or board.to_move != seat or board.began is None:
        return False
    changed, points = board.began
    return changed == board.changed_by(seat) and board.vp[seat] <= points


def _check_reach(board: TerraMystica, seat: int, hex_: int, *, ride: bool) -> list[Problem]:
    """Check that the hex is in reach (TM-005).

    Without an entered bonus card the shipping of bon4 is assumed. For their ride the Witches may build on any forest
    (TM-112).
    """
    side, ships = _make_side(board, seat), board.shipping[seat]
    if side.sails and board.bonus[seat] in (BON4, NOBODY):
        ships += 1
    reached: Mask = hexes_in_range(board, seat, side, ships) | jump_reach_of(board, seat, side)
    if ride and side.witches and board.pieces[seat][STRONGHOLD]:
        reached |= board.terrain[board.home[seat]]
    if reached >> hex_ & 1:
        return []
    return [Problem(text("doubt.reach", hex=hex_name(board, hex_), shipping=ships), "TM-005")]


def _rule_of_terrain(side: Side) -> str:
    """Return the rule of factions with transformation rules of their own, "" for the others."""
    if side.riverwalkers:
        return "TM-150"
    return "TM-115" if side.giants else "TM-141" if side.ice else "TM-144" if side.volcano else ""


def _turn_into(board: TerraMystica, seat: int, hex_: int, terrain: int) -> list[Problem]:
    """Check transformations that Giants, ice and volcano factions and Riverwalkers cannot make."""
    side, home, start = _make_side(board, seat), board.home[seat], board.terrain_at(hex_)
    rule = _rule_of_terrain(side)
    if not rule or start is None or (side.volcano and terrain == home_ground(side, home)):
        return []
    if start in (ICE, VOLCANO) or any(end == terrain for end, _ in spade_targets_of(side, home, start)):
        return []
    words = {"hex": hex_name(board, hex_), "terrain": Word(f"terrain.{TERRAIN.names[terrain]}")}
    said = text("doubt.transform_into", seat=seat_word(seat), faction=Word(f"human.{side.id}"), **words)
    return [Problem(said, rule)]


def _check_town(board: TerraMystica, seat: int) -> list[Problem]:
    """Check that some group is large enough for a town (TM-078); Mermaids are exempt, as river towns are unknown
    (TM-122)."""
    groups = connected_groups(board.owned(seat), adjacency_of(board.map, board.standing(), 0))
    if _make_side(board, seat).mermaids or any(is_large_enough(board, seat, group) for group in groups):
        return []
    return [Problem(text("doubt.no_town", seat=seat_word(seat)), "TM-078")]
