"""Pages below a folder of somebody's host: their addresses begin with its path, and only their own site may frame them."""

from __future__ import annotations

import re

Headers = list[tuple[str, str]]
#: an address in an attribute, from the root of our pages; what people write has no plain quotation marks in a page
_ADDRESS = re.compile(rb'(\s(?:href|src|action|formaction)=")/(?!/)')


class UrlPrefix:
    """`base` is the path of the folder, with a slash at both ends."""

    def __init__(self, base: str) -> None:
        self._base = base

    def path_inside(self, path: str) -> str:
        """The path of a page, asked for below the folder or from the root, as scripts of pages do."""
        return "/" + path.removeprefix(self._base).lstrip("/") if path.startswith(self._base) else path

    def rewrite_answer(self, headers: Headers, body: bytes) -> tuple[Headers, bytes]:
        """An answer whose addresses lead to pages below the folder."""
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
