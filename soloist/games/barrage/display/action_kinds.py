"""Kinds of action in menus: in a turn the sections of the boards, at most eight besides an officer's own; in a
construction the structures, with the tiles that build them."""

from __future__ import annotations

from dataclasses import replace

from soloist.core.bits import iterate_bits
from soloist.core.menu import ActionKind
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.board.tables import SEGMENTS, STRUCTURES, TECH_TILES
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.construction import VERB_OF, Construct
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step
from soloist.games.barrage.player.turn import Turn

_TURN = (
    ActionKind("company_board", "execute", "BR-040"),
    ActionKind("turbine_station", "production", "BR-060"),
    ActionKind("water_management", "water-management", "BR-078"),
    ActionKind("contract_office", "contract", "BR-080"),
    ActionKind("workshop", "workshop", "BR-080"),
    ActionKind("machinery_shop", "machinery", "BR-080"),
    ActionKind("patent_office", "patent", "BR-081"),
    ActionKind("officer", "you", "BR-150"),
    ActionKind("bank", "bank", "BR-079"),
)
#: with The Leeghwater Project two sections share a kind, so that the number of kinds stays the same
_SHARED = {
    "machinery_shop": ActionKind("shop_and_bank", "machinery", "BR-080", also=("machinery_shop", "bank")),
    "bank": ActionKind("leeghwater", "external", "BR-131", also=("external_works", "private_buildings")),
}
_WITH_LEEGHWATER = tuple(_SHARED.get(deed.key, deed) for deed in _TURN)
_STRUCTURES = tuple(ActionKind(name, name, "BR-041") for name in STRUCTURES.names)


def list_action_kinds(position: Position) -> tuple[ActionKind, ...]:
    """Return the kinds of action: sections in a turn, with the officer's own spaces if there are any; structures in a
    construction; none in other decisions."""
    step = pending_step(position)
    leeghwater = position.setup.leeghwater
    if isinstance(step, Turn):
        acts = any(space.officer and position.has_ability(step.seat, space.officer) for space in SPACE_LIST)
        found = _WITH_LEEGHWATER if leeghwater else _TURN
        return found if acts else tuple(deed for deed in found if deed.key != "officer")
    if isinstance(step, Construct):
        there = _STRUCTURES if leeghwater else _STRUCTURES[:-1]
        return tuple(replace(deed, says=_say_tiles(position, step.seat, kind)) for kind, deed in enumerate(there))
    return ()


def sections_of(position: Position, deed: str) -> tuple[str, ...]:
    """Return the sections that a kind of action stands for."""
    return next((it.also or (it.key,) for it in list_action_kinds(position) if it.key == deed), (deed,))


def kind_of_move(move: Move) -> str:
    """Return the section that a move uses, or the structure that it builds; "" for other moves."""
    if move.verb in (m.USE, m.ARCHITECT):
        return SPACE_LIST[move.a].section
    if move.verb == m.CONSTRUCT:
        return "company_board"
    return STRUCTURES.names[VERB_OF.index(move.verb)] if move.verb in VERB_OF else ""


def kind_of_word(position: Position, word: str) -> str:
    """Return the kind of action under which a section or a structure is offered in this game."""
    if not position.setup.leeghwater:
        return word
    return next((deed.key for deed in _SHARED.values() if word in deed.also), word)


def _say_tiles(position: Position, seat: int, structure: int) -> Text | None:
    """Return how many tiles off the wheel build a structure (BR-041), or after how many turns the first one returns
    (BR-051)."""
    free = sum(structure in TECH_TILES[tile].builds for tile in iterate_bits(position.tech[seat]))
    if free:
        return text("deed.tiles", n=free)
    for segment in range(SEGMENTS - 1, 0, -1):
        if any(structure in TECH_TILES[tile].builds for tile in iterate_bits(position.wheel[seat][segment][3])):
            return text("deed.home", n=SEGMENTS - segment)
    return None
