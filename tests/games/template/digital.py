"""Digital tables and positions for the tests of this game."""

from __future__ import annotations

from soloist.core.chance import Seeded
from soloist.core.rulebook import DIGITAL
from soloist.games._template.game import GAME
from soloist.games._template.player.options import lay_out
from soloist.games._template.player.state import Position, new_position
from soloist.session.table import Table
from tests.games.template.tables import PLAIN


def make_digital_table(pits: str = PLAIN, **options: str) -> Table:
    """Return a digital table with these stones in the pits, and two in the human's hand."""
    return Table.new(GAME, {"pits": pits, **options}, seed="test", mode=DIGITAL)


def make_position(pits: str, **options: str) -> Position:
    return new_position(lay_out({"pits": pits, "seed": "test", **options}, Seeded("test"), {}))
