"""The application behind the service worker: requests and answers are plain data.

Python has no threads in a browser, so calls for a thread pool run at once. Service workers cannot set cookies, so
those of the pages are kept in a file beside the tables.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import anyio.to_thread
from fastapi import FastAPI
from starlette.types import Message

from soloist.pocket.url_prefix import UrlPrefix
from soloist.pocket.workshop import EFFORT, PocketExperiments, Workshop
from soloist.session.documents import read_json
from soloist.session.files import read_bytes, write_atomically
from soloist.web.app import make_pages, open_tables
from soloist.web.jobs.ai_seats import AiSeats
from soloist.web.jobs.coaching import CoachThoughts
from soloist.web.jobs.reviews import Reviews
from soloist.web.services import Services, set_services

_log = logging.getLogger(__name__)
Result = TypeVar("Result")
Headers = Sequence[tuple[str, str]]
#: the host name in requests to the pages; browsers never see it
HOST = "pocket"
_COOKIES = "cookies.json"


def run_without_threads() -> None:
    """Replace anyio's thread pool by direct calls, in the whole process: a browser has no threads for Python."""
    anyio.to_thread.run_sync = _run_at_once  # type: ignore[assignment]


async def _run_at_once(function: Callable[..., Result], *args: Any, **_: Any) -> Result:
    return function(*args)


def _read_cookies(jar: Path) -> dict[str, str]:
    """Return the kept cookies; none if they cannot be read, since preferences must not block access to the tables."""
    try:
        found = read_json(read_bytes(jar))
    except (OSError, ValueError):
        return {}
    told = found.items() if isinstance(found, dict) else ()
    return {name: value for name, value in told if isinstance(value, str) and value.isascii()}


class Engine:
    """The pages for the tables of one folder, served below a path of any host."""

    def __init__(self, data: Path, site: str, languages: str, workshop: Workshop, pages: FastAPI | None = None) -> None:
        """`site` is the address of the site, with a slash at its end; `languages` is the browser's Accept-Language;
        `pages` is an application without services, made if it is None."""
        self._app = pages or make_pages(hosts=(HOST,))
        tables = open_tables(data)
        self.services = Services(
            tables=tables,
            coach_thoughts=CoachThoughts(thinker=workshop, effort=EFFORT),
            ai_seats=AiSeats(tables, workshop),
            reviews=Reviews(data / "reviews", workshop),
            experiments=PocketExperiments(data / "lab", workshop),
            address=site,
            in_browser=True,
        )
        set_services(self._app, self.services)
        self._under = UrlPrefix(urlsplit(site).path)
        self._languages = languages
        self._jar = data / _COOKIES
        self._cookies = _read_cookies(self._jar)

    async def answer(
        self, method: str, path: str, query: str, headers: Headers, body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Return status, headers and body of a request. `path` may be with or without the base path of the site."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(self._under.path_inside(path)),
            "raw_path": self._under.path_inside(path).encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [
                (name.lower().encode(), value.encode("latin-1")) for name, value in self._browser_headers(headers, body)
            ],
            "client": None,
            "server": (HOST, None),
        }
        start: Message = {}
        parts: list[bytes] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))

        try:
            await self._app(scope, receive, send)
        except Exception:
            if not start:
                raise
            _log.exception("a fault of ours, told to the reader")  # as in a server's log
        told = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in start["headers"]]
        self._keep_cookies([value for name, value in told if name == "set-cookie"])
        told = [(name, value) for name, value in told if name not in ("set-cookie", "content-length")]
        return int(start["status"]), *self._under.rewrite_answer(told, b"".join(parts))

    def close(self) -> None:
        """Close the database."""
        self.services.tables.storage.close()

    def _browser_headers(self, headers: Headers, body: bytes) -> Headers:
        """Return the headers that a browser would have sent to a server. Only pages of this site reach a service
        worker."""
        kept = [(name, value) for name, value in headers if name.lower() in ("accept", "content-type")]
        kept += [(n, v) for n, v in headers if n.lower() == "idempotency-key"]
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        kept += [("host", HOST), ("accept-language", self._languages), ("content-length", str(len(body)))]
        return [*kept, ("cookie", cookies)] if cookies else kept

    def _keep_cookies(self, told: list[str]) -> None:
        before = dict(self._cookies)
        for line in told:
            try:
                for name, found in SimpleCookie(line).items():
                    self._cookies[name] = found.coded_value
            except CookieError:
                continue  # not one of our cookies
        if self._cookies != before:
            write_atomically(self._jar, json.dumps(self._cookies, sort_keys=True))
