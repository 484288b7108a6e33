"""What the routes of the application say about themselves: which methods an address has, how large a body may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from soloist.web.access.guard import MOST_FORM
from soloist.web.routes.forms import MOST_BYTES

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def find_routes(app: FastAPI) -> Iterator[APIRoute]:
    """All routes of pages and API, without mounted files."""
    yield from _inside(app.router)


def _inside(router: Any) -> Iterator[APIRoute]:
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _inside(route.original_router)


class Routes:
    """Made when all routes are there."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        #: the methods of each address without a gap: `/api/tables/import` is not the table `import`
        self._fixed: dict[str, set[str]] = {}
        #: addresses to which a file may be sent, and how large it may be
        self._files = []
        for route in find_routes(app):
            if "{" not in route.path:
                self._fixed.setdefault(route.path, set()).update(route.methods or ())
            if most := max((MOST_BYTES.get(it.call, 0) for it in route.dependant.dependencies), default=0):
                self._files.append((route.path_regex, most))

    def methods(self, scope: Scope) -> list[str]:
        """The methods an address has; a file can only be read."""
        fixed = self._fixed.get(scope["path"])
        if fixed is not None:
            return sorted(fixed)
        tried = ({**scope, "method": method} for method in _METHODS)
        return [s["method"] for s in tried if any(r.matches(s)[0] is Match.FULL for r in self._app.routes)] or ["GET"]

    def has_method(self, scope: Scope) -> bool:
        """Whether an address without a gap has the method asked for. Other addresses answer for themselves."""
        fixed = self._fixed.get(scope["path"])
        return fixed is None or scope["method"] in fixed

    def most_bytes(self, scope: Scope) -> int:
        """How large a body may be: large where a file is taken."""
        return next((most for path, most in self._files if path.match(scope["path"])), MOST_FORM)
