"""Names that scripts of earlier versions may use. A mode is a value: `soloist.play`, or `Table.new(…, mode="digital")`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from soloist.core.errors import BadSaveError
from soloist.core.rulebook import DIGITAL
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session.table import Table


class _OfDigital(type):
    """`isinstance(table, Digital)` asks for the mode."""

    def __instancecheck__(cls, it: object) -> bool:
        return isinstance(it, Table) and it.mode == DIGITAL


class Digital(metaclass=_OfDigital):
    """What a table in DIGITAL mode was called: makes and loads such tables."""

    def __new__(cls, game: Game, setup: Mapping[str, str], keeper: Any = None) -> Any:
        return Table(game, setup, keeper, mode=DIGITAL)

    @staticmethod
    def new(game: Game, options: Mapping[str, str] | None = None, **more: Any) -> Table:
        return Table.new(game, options, mode=DIGITAL, **more)

    @staticmethod
    def from_text(source: str | bytes, keeper: Any = None) -> Table:
        """A DIGITAL save; one of a table beside a physical board is refused, as it always was."""
        table = Table.from_text(source, keeper)
        if table.mode != DIGITAL:
            raise BadSaveError(text("error.save_mode"), line=1)
        return table
