"""What stands before every request: who may ask, from where, how much, and what a browser may do with the answer."""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: an answer in words to a request that is refused: status, key of the words
Refuse = Callable[[Request, int, str], Response]
#: whether a key opens a table: the beginning of its address (`s` to look, `p` to play), the key
Opens = Callable[[str, str], bool]


class Addresses(Protocol):
    """What is known of an address before it is opened."""

    def has_method(self, scope: Scope, /) -> bool: ...

    def most_bytes(self, scope: Scope, /) -> int: ...


KEY_COOKIE = "soloist_key"
#: which link a guest came by, so that he also gets what its pages need
GUEST_COOKIE = "soloist_guest"
_LINK = re.compile(r"/([sp])/([A-Za-z0-9_-]{1,32})(?:/.*)?")
#: what the pages of a table need beside themselves, the same for everybody: style, scripts, rules, one's own settings
_BESIDE = re.compile(r"/static/.+|/games/[a-z0-9_]+\.css|/rule/[A-Za-z0-9-]+|/settings")
#: a whole long game is about 1 MB
MOST_UPLOAD = 8 * 1024 * 1024
MOST_FORM = 64 * 1024
#: everything somebody has: his tables of years
MOST_EVERYTHING = 64 * 1024 * 1024
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
    """Refuses, in this order: an unknown host name, a visitor without a secret of `--lan` that lets him do this, a write
    from another origin, a method that the address does not have, too much input. Sets the headers that keep a browser from
    doing anything but showing the page.

    There are three rights, each its own secret: `key` is the owner's and opens everything; a link `/s/KEY` lets one look at
    one table and `/p/KEY` play at one, and neither opens anything else."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Sequence[str] | None,
        key: str | None,
        refuse: Refuse,
        opens: Opens,
        addresses: Addresses,
    ) -> None:
        self._app = app
        self._refuse = refuse
        self._opens = opens
        self._addresses = addresses
        self._hosts = None if hosts is None else frozenset(hosts)
        self._key = key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        guest = ""
        if self._key is not None and not self._is_key(request.cookies.get(KEY_COOKIE, "")):
            guest = await self._guest(request)
        refusal = self._show_refusal(request, guest)
        if refusal is not None:
            await refusal(scope, receive, _guarded(send))
            return
        cookie = guest if guest != request.cookies.get(GUEST_COOKIE, "") else ""
        await self._app(scope, _Limited(receive, self._addresses.most_bytes(scope)), _guarded(send, cookie))

    async def _guest(self, request: Request) -> str:
        """The link that lets a visitor without the owner's secret do what he asks for; empty when none does."""
        path = request.scope["path"]
        link = _LINK.fullmatch(path)
        if link is None:
            if not _BESIDE.fullmatch(path) or "table" in request.query_params:
                return ""
            link = _LINK.fullmatch(f"/{request.cookies.get(GUEST_COOKIE, '').replace('.', '/', 1)}")
        if link is None or (link[1] == "s" and path != "/settings" and request.method not in _SAFE):
            return ""
        return f"{link[1]}.{link[2]}" if await run_in_threadpool(self._opens, link[1], link[2]) else ""

    def _show_refusal(self, request: Request, guest: str) -> Response | None:
        host = request.headers.get("host", "")
        if self._hosts is not None and _name(host) not in self._hosts:
            return self._refuse(request, 421, "error.host")
        if self._key is not None and not guest and not self._is_key(request.cookies.get(KEY_COOKIE, "")):
            return self._show_entrance(request)
        if request.method not in _SAFE and not _same_origin(request.headers, host):
            return self._refuse(request, 403, "error.origin")
        if not self._addresses.has_method(request.scope):
            return self._refuse(request, 405, "error.no_method")
        declared = request.headers.get("content-length", "0")
        if declared.isascii() and declared.isdigit() and int(declared) > self._addresses.most_bytes(request.scope):
            return self._refuse(request, 413, "error.too_large")
        return None

    def _show_entrance(self, request: Request) -> Response:
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


def _guarded(send: Send, guest: str = "") -> Send:
    """Sends with our headers; `guest` is the link to remember."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if guest:
                kept = f"{GUEST_COOKIE}={guest}; HttpOnly; Max-Age={60 * 60 * 24 * 30}; Path=/; SameSite=lax"
                headers.append("set-cookie", kept)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            # files are asked for again and seldom sent again; pages show a state that is gone at the next move
            headers.setdefault("cache-control", "no-cache" if "etag" in headers else "no-store")
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
