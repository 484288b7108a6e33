"""Deprecated names that scripts of earlier versions may use: modules that moved, and the class `Digital`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

from soloist.core.errors import BadSaveError
from soloist.core.rulebook import DIGITAL
from soloist.core.text import text
from soloist.manifest import Game
from soloist.session.table import Table


class _OfDigital(type):
    """Metaclass that makes `isinstance(table, Digital)` test the mode."""

    def __instancecheck__(cls, it: object) -> bool:
        return isinstance(it, Table) and it.mode == DIGITAL


class Digital(metaclass=_OfDigital):
    """The former class of DIGITAL tables; it creates and loads tables in that mode."""

    def __new__(cls, game: Game, setup: Mapping[str, str], keeper: Any = None) -> Any:
        return Table(game, setup, keeper, mode=DIGITAL)

    @staticmethod
    def new(game: Game, options: Mapping[str, str] | None = None, **more: Any) -> Table:
        return Table.new(game, options, mode=DIGITAL, **more)

    @staticmethod
    def from_text(source: str | bytes, keeper: Any = None) -> Table:
        """Load a DIGITAL save. Raises `BadSaveError` for a TABLE save, as the former class did."""
        table = Table.from_text(source, keeper)
        if table.mode != DIGITAL:
            raise BadSaveError(text("error.save_mode"), line=1)
        return table


#: modules that the documentation of earlier versions showed, and where they are now
MOVED_MODULES: Mapping[str, str] = {
    "soloist.core.game": "soloist.manifest",
    "soloist.modes": "soloist.session",
    "soloist.modes.table": "soloist.session.table",
    "soloist.modes.save": "soloist.session.save",
    "soloist.modes.scenario": "soloist.session.scenario",
    "soloist.modes.verify": "soloist.session.verify",
    "soloist.modes.words": "soloist.session.words",
    "soloist.sim": "soloist.simulation",
    "soloist.sim.simulate": "soloist.simulation.simulate",
    "soloist.sim.soak": "soloist.simulation.soak",
    "soloist.sim.stats": "soloist.simulation.stats",
    "soloist.games.terra_mystica.human.ledger": "soloist.games.terra_mystica.ledger.replay",
    "soloist.games.terra_mystica.human": "soloist.games.terra_mystica.player",
}


class MovedModules(MetaPathFinder, Loader):
    """Import a moved module by its old name: the same module object, with a `DeprecationWarning`."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_loader(name, self, is_package=True) if name in MOVED_MODULES else None

    def exec_module(self, module: ModuleType) -> None:
        new = MOVED_MODULES[module.__name__]
        warnings.warn(f"{module.__name__} has moved to {new}", DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = import_module(new)


sys.meta_path.insert(0, MovedModules())
