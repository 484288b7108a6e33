"""What stands before every request: who may ask, from where, how much, and what a browser may do with the answer."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: an answer in words to a request that is refused: status, key of the words
Refuse = Callable[[Request, int, str], Response]

KEY_COOKIE = "soloist_key"
#: a whole long game is about 1 MB
MOST_UPLOAD = 8 * 1024 * 1024
MOST_FORM = 64 * 1024
_UPLOADS = ("/import", "/api/tables/import")
_SAFE = ("GET", "HEAD", "OPTIONS")
#: on every answer
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class TooLargeError(HTTPException):
    """More came than is allowed here. As an error of HTTP it reaches the answer whoever reads the body."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """Refuses, in this order: an unknown host name, a visitor without the secret of `--lan`, a write from another origin,
    too much input. Sets the headers that keep a browser from doing anything but showing the page."""

    def __init__(self, app: ASGIApp, *, hosts: Sequence[str] | None, key: str | None, refuse: Refuse) -> None:
        self._app = app
        self._refuse = refuse
        self._hosts = None if hosts is None else frozenset(hosts)
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(Request(scope))
        if refusal is not None:
            await refusal(scope, receive, _guarded(send))
            return
        await self._app(scope, _Limited(receive, _limit(scope)), _guarded(send))

    def _refusal(self, request: Request) -> Response | None:
        host = request.headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return self._refuse(request, 421, "error.host")
        if self._key is not None and not self._is_key(request.cookies.get(KEY_COOKIE, "")):
            return self._entrance(request)
        if request.method not in _SAFE and not _same_origin(request.headers, host):
            return self._refuse(request, 403, "error.origin")
        declared = request.headers.get("content-length", "0")
        if declared.isascii() and declared.isdigit() and int(declared) > _limit(request.scope):
            return self._refuse(request, 413, "error.too_large")
        return None

    def _entrance(self, request: Request) -> Response:
        """The link with the secret lets a browser in; it then keeps the secret in a cookie, not in the address."""
        if not self._is_key(request.query_params.get("key", "")):
            return self._refuse(request, 403, "error.key")
        assert self._key is not None
        answer = RedirectResponse("/", 303)
        answer.set_cookie(KEY_COOKIE, self._key, httponly=True, samesite="lax", max_age=60 * 60 * 24 * 30)
        return answer

    def _is_key(self, word: str) -> bool:
        return self._key is not None and hmac.compare_digest(word.encode(), self._key.encode())


def _name(host: str) -> str:
    """A host without its port; `[::1]:8000` keeps its brackets."""
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0].lower()


def _same_origin(headers: Headers, host: str) -> bool:
    """Browsers say where a write comes from. What says nothing is no browser and cannot be lured."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:  # not an address at all
        return False


def _limit(scope: Scope) -> int:
    return MOST_UPLOAD if scope["path"] in _UPLOADS else MOST_FORM


def _guarded(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


class _Limited:
    """Hands on what comes in, up to a limit, whatever the sender declared."""

    def __init__(self, receive: Receive, left: int) -> None:
        self._receive = receive
        self.left = left

    async def __call__(self) -> Message:
        message = await self._receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise TooLargeError
        return message
