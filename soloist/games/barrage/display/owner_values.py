"""Figures of tiles that owners can enter from their own copy, with the certainty of the known ones."""

from __future__ import annotations

from soloist.core.menu import Blank
from soloist.core.text import Text, text
from soloist.games.barrage.board.printed import KNOWN, MOST, format_figures
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    BUILDING_TILES,
    BUILDINGS,
    CONTRACT_TILES,
    CONTRACTS,
    ONE_SOURCE,
    WORKS,
)
from soloist.manifest import Datum

#: the figures of a tile, from left to right
_FIGURES = {"contract": ("energy",), "work": ("excavators", "mixers"), "building": ("excavators", "mixers", "vp")}
_TILES = {"contract": CONTRACTS, "work": WORKS, "building": BUILDINGS}


def list_owner_values(board: Barrage | None) -> list[Datum]:
    """Return every figure that can be entered from the owner's copy, with its certainty."""
    printed = KNOWN if board is None else board.printed
    found = []
    for (key, figures), (_, ours) in zip(printed.items(), KNOWN.items(), strict=True):
        kind, _, tile = key.partition(".")
        found.append(
            Datum(
                key=key,
                value=format_figures(figures),
                origin="printed" if key in printed.entered else _origin(kind, tile),
                where=text(f"where.{kind}"),
                group=text(f"on_copy.group_{kind}"),
                item=_say_item(kind, tile),
                name=_say_item(kind, tile),
                part=text(f"on_copy.{kind}"),
                decides=text(f"decides.{kind}"),
                kind="number",
                blanks=tuple(Blank(what, text(f"on_copy.{what}"), most=MOST) for what in _FIGURES[kind]),
                stand_in=format_figures(ours),
            )
        )
    return found


#: by kind of figure: tiles on which two sources agree
_SETTLED = {
    "contract": {tile.id for tile in CONTRACT_TILES if tile.certainty != ONE_SOURCE},
    "building": {tile.id for tile in BUILDING_TILES if tile.certainty != ONE_SOURCE},
}


def _origin(kind: str, tile: str) -> str:
    return "source" if tile in _SETTLED.get(kind, ()) else "one_source"


def _say_item(kind: str, tile: str) -> Text:
    of = _TILES[kind]
    return text("datum.of", what=of.option_value(of.names.index(tile)))
