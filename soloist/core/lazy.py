"""Import names when they are first used, so that a simulation loads no pages and a list of games loads no rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any


def load_name(module: str, name: str) -> Any:
    """Import `module` and return its attribute `name`."""
    return getattr(import_module(module), name)


def lazy_value(module: str, name: str) -> Callable[[], Any]:
    """Return a function that imports and returns a value when it is called."""
    return partial(load_name, module, name)


def lazy_function(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports the named function at each call and calls it."""
    return partial(_call, module, name)


def _call(module: str, name: str, *args: Any) -> Any:
    return load_name(module, name)(*args)
