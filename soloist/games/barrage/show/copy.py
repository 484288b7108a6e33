"""Figures that rest on one source, and how they are copied from the owner's own box."""

from __future__ import annotations

from soloist.core.game import Datum
from soloist.core.screen import Blank
from soloist.core.text import Text, text
from soloist.games.barrage.board.printed import KNOWN, MOST, written
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BUILDINGS, CONTRACTS, INCOME, WORKS

#: the figures of a tile, from left to right
_FIGURES = {"contract": ("energy",), "work": ("excavators", "mixers"), "building": ("excavators", "mixers", "vp")}
_TILES = {"contract": CONTRACTS, "work": WORKS, "building": BUILDINGS}


def data(board: Barrage | None) -> list[Datum]:
    """Every figure has a source; those that have only one may be entered as printed on the owner's copy."""
    printed = KNOWN if board is None else board.printed
    found = []
    for (key, figures), (_, ours) in zip(printed.items(), KNOWN.items(), strict=True):
        kind, _, tile = key.partition(".")
        found.append(
            Datum(
                key=key,
                value=written(figures),
                origin="printed" if key in printed.entered else "one_source",
                where=text(f"where.{kind}"),
                group=text(f"on_copy.group_{kind}"),
                item=_item(kind, tile),
                name=_item(kind, tile),
                part=text(f"on_copy.{kind}"),
                decides=text(f"decides.{kind}"),
                kind="number",
                blanks=tuple(Blank(what, text(f"on_copy.{what}"), most=MOST) for what in _FIGURES[kind]),
                stand_in=written(ours),
            )
        )
    return [*found, _incomes()]


def _incomes() -> Datum:
    """Not one value but a table of them: it cannot be entered here."""
    return Datum(
        key="incomes",
        value=str(sum(len(company) for company in INCOME)),
        origin="one_source",
        where=text("where.incomes"),
        group=text("on_copy.group_incomes"),
        item=text("on_copy.group_incomes"),
        name=text("datum.incomes"),
        part=text("on_copy.incomes"),
        decides=text("decides.incomes"),
    )


def _item(kind: str, tile: str) -> Text:
    of = _TILES[kind]
    return text("datum.of", what=of.shown(of.names.index(tile)))
