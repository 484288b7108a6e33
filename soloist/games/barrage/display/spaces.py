"""The action spaces of the shared boards at the start of a turn: engineers, effect, and who is there."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.text import Word, text
from soloist.core.verbs import Move
from soloist.display.glyphs import Item, draw_strip
from soloist.display.screen import Space
from soloist.games.barrage.board import spaces as sp
from soloist.games.barrage.board.spaces import BANK_SPACE, SPACE_LIST, ActionSpace
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.display.action_kinds import kind_of_word
from soloist.games.barrage.display.components import MARKS
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.moves import LANGUAGE
from soloist.games.barrage.player.space_legality import spaces_for
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import pending_step
from soloist.games.barrage.player.turn import Turn


def list_spaces(position: Position) -> tuple[Space, ...]:
    """Return the shared spaces in play for this number of players, section by section (BR-037); none outside a turn."""
    if not isinstance(pending_step(position), Turn):
        return ()
    there = spaces_for("", "", position.setup.leeghwater, position.players)
    return tuple(_space(position, number) for number in there if SPACE_LIST[number].shared >= 0)


def _space(position: Position, number: int) -> Space:
    space = SPACE_LIST[number]
    stands = (
        NOBODY if number == BANK_SPACE else position.space_seat[space.shared]
    )  # there is always room in the bank (BR-079)
    # on a taken space the token of the seat replaces the engineers
    wide, drawn = draw_strip(_item_items(space) if stands == NOBODY else _item_items(space)[1:])
    return Space(
        kind=kind_of_word(position, space.section),
        says=text("play.use", space=Word(f"space.{space.id}"), n=space.engineers),
        line=LANGUAGE.write_move(position, Move(m.USE, number, space.engineers if number == BANK_SPACE else 0)),
        width=wide,
        drawing=drawn,
        taken="" if stands == NOBODY else position.name(stands),
        extra=space.extra,
    )


def _item_items(space: ActionSpace) -> list[Item]:
    """Return engineers, cost and effect of a space as glyphs."""
    pays: list[Item] = [(MARKS["credit"], space.pays), "→"] if space.pays else []
    return [(MARKS["engineer"], space.engineers), "→", *pays, *_DOES[space.does](space)]


def _shop_items(space: ActionSpace) -> list[Item]:
    bought = {"excavator": space.excavators, "mixer": space.mixers, "any_machinery": space.n}
    return [(MARKS[kind], n) for kind, n in bought.items() if n]


_DOES: dict[int, Callable[[ActionSpace], list[Item]]] = {
    sp.PRODUCE: lambda space: [(MARKS["produce"], None), f"{space.n:+d}" if space.n else "±0"],
    sp.WATER: lambda space: [(MARKS["drop"], space.n)],
    sp.FLOW: lambda space: [(MARKS["drop"], space.n), "»"],
    sp.BANK: lambda space: [(MARKS["credit"], 1), "/", (MARKS["engineer"], None)],
    sp.ROTATE: lambda space: [(MARKS["rotate_wheel"], space.n)],
    sp.SHOP: _shop_items,
    sp.TAKE: lambda space: [(MARKS["contract"], space.n)],
    sp.PATENT: lambda space: [(MARKS["tech_tile"], None)],
    sp.WORK: lambda space: [(MARKS["external_work"], None)],
}
