"""Rewrite addresses of the pages for a site below a path of its host; only the site itself may frame them."""

from __future__ import annotations

import re

Headers = list[tuple[str, str]]
#: an absolute path in an attribute; text of players cannot match, since its quotation marks are escaped
_ADDRESS = re.compile(rb'(\s(?:href|src|action|formaction)=")/(?!/)')


class UrlPrefix:
    """Rewrites paths and answers. `base` is the path of the site, with a slash at both ends."""

    def __init__(self, base: str) -> None:
        self._base = base

    def path_inside(self, path: str) -> str:
        """Return the path of a page without the base; scripts of pages ask without it."""
        return "/" + path.removeprefix(self._base).lstrip("/") if path.startswith(self._base) else path

    def rewrite_answer(self, headers: Headers, body: bytes) -> tuple[Headers, bytes]:
        """Return headers and body with all addresses below the base."""
        kind = next((value for name, value in headers if name == "content-type"), "")
        if kind.startswith(("text/html", "image/svg+xml")):
            body = _ADDRESS.sub(rb"\g<1>" + self._base.encode(), body)
        return [(name, self._rewrite_header(name, value)) for name, value in headers], body

    def _rewrite_header(self, name: str, value: str) -> str:
        if name == "location" and value.startswith("/") and not value.startswith("//"):
            return self._base + value[1:]
        if name == "content-security-policy":
            return value.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
        return value
