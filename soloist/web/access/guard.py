"""Middleware before every request: host check, secrets, origin, size limits, and the headers of every answer."""

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

#: makes the answer to a refused request from its status and the key of its words
Refuse = Callable[[Request, int, str], Response]
#: returns whether a link opens a table: prefix of its address (`s` to look, `p` to play), key
Opens = Callable[[str, str], bool]


class Addresses(Protocol):
    """What the guard has to know about an address before its route runs."""

    def has_method(self, scope: Scope, /) -> bool: ...

    def most_bytes(self, scope: Scope, /) -> int: ...


KEY_COOKIE = "soloist_key"
#: the link of a guest, so that style sheets and scripts of its pages are served too
GUEST_COOKIE = "soloist_guest"
_LINK = re.compile(r"/([sp])/([A-Za-z0-9_-]{1,32})(?:/.*)?")
#: what the pages of a table load that is equal for all visitors: style, scripts, rules, settings
_BESIDE = re.compile(r"/static/.+|/games/[a-z0-9_]+\.css|/rule/[A-Za-z0-9-]+|/settings")
#: the save of a long game has about 1 MB
MOST_UPLOAD = 8 * 1024 * 1024
MOST_FORM = 64 * 1024
#: limit of the file with all tables of an owner
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
    """Raised while a body is read that is larger than its limit; answered as 413 wherever it is read."""

    def __init__(self) -> None:
        super().__init__(413)


class Guard:
    """ASGI middleware that refuses requests and sets security headers.

    It refuses, in this order: an unknown host name, a visitor whose secret of `--lan` does not allow the request, a
    write from another origin, a method that the address does not have, too much input.

    There are three rights, each with its own secret: `key` is the owner's and opens everything; a link `/s/KEY` shows
    one table, a link `/p/KEY` lets its visitor play there.
    """

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
        """Return the link that allows this request without the owner's secret, as `prefix.key`; "" if none does."""
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
        """Let a browser in that has the secret in its address, and keep the secret in a cookie from then on."""
        if not self._is_key(request.query_params.get("key", "")):
            return self._refuse(request, 403, "error.key")
        assert self._key is not None
        answer = RedirectResponse("/", 303)
        answer.set_cookie(KEY_COOKIE, self._key, httponly=True, samesite="lax", max_age=60 * 60 * 24 * 30)
        return answer

    def _is_key(self, word: str) -> bool:
        return self._key is not None and hmac.compare_digest(word.encode(), self._key.encode())


def _name(host: str) -> str:
    """Return a host without its port; `[::1]:8000` keeps its brackets."""
    return host.rpartition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0].lower()


def _same_origin(headers: Headers, host: str) -> bool:
    """Return whether a write comes from our own pages. Clients without these headers are no browsers and cannot be
    lured."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:  # no valid address
        return False


def _guarded(send: Send, guest: str = "") -> Send:
    """Return a `send` that adds our headers, and the cookie of the link `guest` if there is one."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if guest:
                kept = f"{GUEST_COOKIE}={guest}; HttpOnly; Max-Age={60 * 60 * 24 * 30}; Path=/; SameSite=lax"
                headers.append("set-cookie", kept)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            # files are revalidated by their etag; pages show a state that is gone at the next move
            headers.setdefault("cache-control", "no-cache" if "etag" in headers else "no-store")
        await send(message)

    return sending


class _Limited:
    """A `receive` that raises `TooLargeError` after `left` bytes, whatever the sender declared."""

    def __init__(self, receive: Receive, left: int) -> None:
        self._receive = receive
        self.left = left

    async def __call__(self) -> Message:
        message = await self._receive()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            raise TooLargeError
        return message
