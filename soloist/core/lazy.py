"""Names that are imported when they are first needed: a simulation waits for no pages, a list of games for no rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


def load_name(module: str, name: str) -> Any:
    """Return what a module calls so."""
    return getattr(import_module(module), name)


def lazy_value(module: str, name: str) -> Callable[[], Any]:
    """Return a function that loads a value when it is called."""
    return partial(load_name, module, name)


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function that loads the named one when it is first called, and calls it."""
    return partial(_call, module, name)


def _call(module: str, name: str, *args: Any) -> Any:
    return load_name(module, name)(*args)
