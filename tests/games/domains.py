"""All domains of a game: the options of its decisions, draws and notation."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from soloist.core.text import Domain
from soloist.manifest import find_game
from soloist.session.table import Table


@cache
def list_domains(id: str) -> tuple[Domain, ...]:
    """Return the domains of a game's modules and of its map, without duplicates."""
    package = import_module(f"soloist.games.{id}")
    found: dict[Domain, None] = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        found |= {v: None for v in vars(import_module(module.name)).values() if isinstance(v, Domain)}
    places = getattr(Table.new(find_game(id), {}, seed="1").board, "map", None)
    found |= {v: None for name in dir(places) if isinstance(v := getattr(places, name), Domain)}
    return tuple(found)
