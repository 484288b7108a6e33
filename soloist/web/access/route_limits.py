"""What the guard asks about an address before its route runs: allowed methods and the largest body."""

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
    """Yield all routes of pages and API, without mounted files."""
    yield from _inside(app.router)


def _inside(router: Any) -> Iterator[APIRoute]:
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield route
        elif hasattr(route, "original_router"):
            yield from _inside(route.original_router)


class Routes:
    """The routes of an application, to be made after all of them were added."""

    def __init__(self, app: FastAPI) -> None:
        self._app = app
        #: methods of addresses without parameters: `/api/tables/import` is not the table `import`
        self._fixed: dict[str, set[str]] = {}
        #: addresses that take a file, and its largest size
        self._files = []
        for route in find_routes(app):
            if "{" not in route.path:
                self._fixed.setdefault(route.path, set()).update(route.methods or ())
            if most := max((MOST_BYTES.get(it.call, 0) for it in route.dependant.dependencies), default=0):
                self._files.append((route.path_regex, most))

    def methods(self, scope: Scope) -> list[str]:
        """Return the methods of an address; files can only be read."""
        fixed = self._fixed.get(scope["path"])
        if fixed is not None:
            return sorted(fixed)
        tried = ({**scope, "method": method} for method in _METHODS)
        return [s["method"] for s in tried if any(r.matches(s)[0] is Match.FULL for r in self._app.routes)] or ["GET"]

    def has_method(self, scope: Scope) -> bool:
        """Return whether an address without parameters has the requested method; True for all other addresses."""
        fixed = self._fixed.get(scope["path"])
        return fixed is None or scope["method"] in fixed

    def most_bytes(self, scope: Scope) -> int:
        """Return the largest body in bytes, which is large where a file is uploaded."""
        return next((most for path, most in self._files if path.match(scope["path"])), MOST_FORM)
