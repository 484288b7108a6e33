"""Deprecated names that scripts of earlier versions may use: modules, methods of public classes, the class `Digital`."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

from soloist.core.board import Event
from soloist.core.chance import Outcome
from soloist.core.errors import BadSaveError, QuestionError
from soloist.core.rulebook import DIGITAL, Agent
from soloist.core.text import Domain, text
from soloist.core.trace import Step, Trace
from soloist.manifest import Game
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.simulation.simulate import Plan


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


#: earlier names of methods and properties, and their present names
RENAMED: Mapping[type, Mapping[str, str]] = {
    Agent: {"choose": "choose_move"},
    Catalogue: {"error": "say_error", "has": "has_key", "named": "add_names"},
    Domain: {"name": "name_option"},
    Event: {"doubts": "find_doubts", "notation": "to_line"},
    Outcome: {"notation": "to_line"},
    Plan: {"name": "seed_name"},
    QuestionError: {"options": "valid_answers"},
    Step: {"left": "options_left"},
    Table: {
        "advice": "ask_agent",
        "boards": "list_boards",
        "hands_of": "instructions_of",
        "happened": "list_events",
        "offers": "list_offers",
        "reading": "preview_events",
        "remembered": "remember",
        "replayed": "replay_entry",
        "seat": "seat_agents",
        "together": "transaction",
    },
    Trace: {
        "add": "add_narrowing",
        "begin": "begin_procedure",
        "end": "end_procedure",
        "fail": "fail_condition",
        "limit": "limit_options",
        "remark": "add_remark",
    },
}


class DeprecatedName:
    """A class attribute that stands for another one, with a `DeprecationWarning`."""

    def __init__(self, old: str, new: str) -> None:
        self.old = old
        self.new = new

    def __get__(self, it: object, owner: type) -> Any:
        warnings.warn(f"{owner.__name__}.{self.old} is now {self.new}", DeprecationWarning, stacklevel=2)
        return getattr(owner if it is None else it, self.new)


for _class, _names in RENAMED.items():
    for _old, _new in _names.items():
        setattr(_class, _old, DeprecatedName(_old, _new))


#: earlier names in modules that the documentation showed, and their present names
RENAMED_IN_MODULES: Mapping[str, Mapping[str, str]] = {"soloist.core.sink": {"Noted": "RecordingSink"}}


def _find_renamed(module: ModuleType, names: Mapping[str, str], name: str) -> Any:
    if name not in names:
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
    warnings.warn(f"{module.__name__}.{name} is now {names[name]}", DeprecationWarning, stacklevel=2)
    return getattr(module, names[name])


for _module, _names in RENAMED_IN_MODULES.items():
    _found = import_module(_module)
    _found.__dict__["__getattr__"] = partial(_find_renamed, _found, _names)
