"""Call the application without a network or threads in between: thousands of requests per minute."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from fastapi import FastAPI

from soloist.web.app import make_app
from tests.trials.trial import Tally


@dataclass(frozen=True, slots=True)
class Answer:
    code: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        return json.loads(self.body)


class Visitor:
    """A client of pages and API. Exceptions in the application are raised, not answered."""

    def __init__(self, app: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
        self.app, self._loop = app, loop
        #: longest time the event loop was blocked during the last request, in seconds of processor time
        self.stood_still = 0.0

    def ask(
        self,
        method: str,
        path: str,
        *,
        data: Any = None,
        form: list[tuple[str, str]] | None = None,
        upload: tuple[str, bytes] | None = None,
        body: bytes = b"",
        kind: str = "text/plain",
        key: str = "",
    ) -> Answer:
        """Send a request. `key` is the idempotency key of an act: sent again, it is the same act."""
        if data is not None:
            body, kind = json.dumps(data).encode(), "application/json"
        elif upload is not None:
            body, kind = _multipart(form or [], *upload), "multipart/form-data; boundary=BOUNDARY"
        elif form is not None:
            body, kind = urlencode(form).encode(), "application/x-www-form-urlencoded"
        return self._loop.run_until_complete(self._watch(self._ask(method, path, body, kind, key)))

    async def _watch(self, asking: Coroutine[Any, Any, Answer]) -> Answer:
        self.stood_still = 0.0
        beating = asyncio.create_task(self._beat())
        try:
            return await asking
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        while True:
            last = time.process_time()
            try:
                await asyncio.sleep(0.05)
            finally:
                self.stood_still = max(self.stood_still, time.process_time() - last)

    async def _ask(self, method: str, path: str, body: bytes, kind: str, key: str) -> Answer:
        parts = urlsplit(path)
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": parts.path,
            "raw_path": parts.path.encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "headers": [
                (b"host", b"localhost"),
                (b"content-type", kind.encode()),
                (b"content-length", str(len(body)).encode()),
                *([(b"idempotency-key", key.encode())] if key else []),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        waiting = [{"type": "http.request", "body": body, "more_body": False}]
        told: list[Any] = []

        async def receive() -> Any:
            return waiting.pop() if waiting else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        headers = {k.decode().lower(): v.decode("latin-1") for k, v in told[0]["headers"]}
        return Answer(told[0]["status"], headers, b"".join(m.get("body", b"") for m in told[1:]))


def _multipart(form: list[tuple[str, str]], name: str, content: bytes) -> bytes:
    parts = [
        f'--BOUNDARY\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode() for key, value in form
    ]
    quoted = name.replace('"', "%22").replace("\r", "").replace("\n", "")
    head = f'--BOUNDARY\r\nContent-Disposition: form-data; name="file"; filename="{quoted}"\r\n\r\n'
    return b"".join([*parts, head.encode(), content, b"\r\n--BOUNDARY--\r\n"])


@contextmanager
def visited(data: Path, tally: Tally) -> Iterator[Visitor]:
    """Yield a visitor of the application on a data folder. Faults that the application only logs become findings."""
    loop = asyncio.new_event_loop()
    app = make_app(data)
    noted = _Noted(tally)
    logging.getLogger("soloist").addHandler(noted)
    try:
        yield Visitor(app, loop)
    finally:
        logging.getLogger("soloist").removeHandler(noted)
        app.state.services.close()
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()


class _Noted(logging.Handler):
    def __init__(self, tally: Tally) -> None:
        super().__init__(logging.ERROR)
        self._tally = tally

    def emit(self, record: logging.LogRecord) -> None:
        self._tally.found(f"noted by {record.name}", self.format(record))
