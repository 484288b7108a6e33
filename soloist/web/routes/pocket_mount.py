"""The site for phones, served beside the pages at `/pocket` when it was built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from soloist.web.services import services_of

#: where `make site` puts it in a checkout
BUILT = Path(__file__).parents[2] / "dist" / "site"
#: that of the service worker too
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)


class Site(StaticFiles):
    """Its files, with the policy of a page that runs WebAssembly, and nothing from elsewhere."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=str(folder), html=True)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["content-security-policy"] = POLICY
        return answer


def link_at(request: Request) -> str:
    """The address that opens a link with a table: the site for phones, or this server itself."""
    return pocket_at(request) or f"{services_of(request).address or request.base_url}link"


def pocket_at(request: Request) -> str:
    """The address of the site for phones that belongs to these pages; empty if there is none."""
    address = str(services_of(request).address or request.base_url)
    if services_of(request).in_browser:
        return address
    return f"{address}pocket/" if services_of(request).has_site else ""
