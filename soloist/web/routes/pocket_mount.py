"""The site for phones, served beside the pages at `/pocket` when it was built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from soloist.web.services import services_of

#: where `make site` writes the site in a checkout
BUILT = Path(__file__).parents[2] / "dist" / "site"
#: also the policy of the service worker
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"
)


class Site(StaticFiles):
    """The static files of the site for phones, with a policy that allows WebAssembly and nothing from other hosts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=str(folder), html=True)

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        answer = super().file_response(*args, **kwargs)
        answer.headers["content-security-policy"] = POLICY
        return answer


def link_at(request: Request) -> str:
    """Return the address that opens a link with a table: on the site for phones, or else on this server."""
    return pocket_at(request) or f"{services_of(request).address or request.base_url}link"


def pocket_at(request: Request) -> str:
    """Return the address of the site for phones; "" if there is none."""
    address = str(services_of(request).address or request.base_url)
    if services_of(request).in_browser:
        return address
    return f"{address}pocket/" if services_of(request).has_site else ""
