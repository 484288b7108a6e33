"""Running the server: a free port, the browser, and on request the whole network with a secret."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import segno
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from soloist.core.errors import StorageError
from soloist.core.text import Text, text
from soloist.web.app import make_app
from soloist.web.backup import NAME, Backups
from soloist.web.beside import BUILT

#: so many seconds a connection may be idle between two requests, and so many the head of one may take
IDLE = 30
HEAD = 20
#: the usual port; if it is taken, any free one
PORT = 7655


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port asked for, or on the usual one, or on whichever is free."""
    for wanted in [port] if port is not None else [PORT, 0]:
        # named as TCP: asyncio sets TCP_NODELAY only where the socket says so, and every connection has it from this one
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, wanted))
            opened.listen(128)  # now it is ours: of two that only bind, the second would fail later
        except OSError:
            opened.close()
            continue
        return opened
    raise StorageError(text("error.port", port=port or PORT))


def own_address() -> str:
    """The address under which others in the network find this machine. Nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _has_screen() -> bool:
    """Whether a browser window can open here; a text browser in the same terminal would only be in the way."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def config(app: FastAPI) -> uvicorn.Config:
    """How uvicorn serves: without a log of visits, and nobody holds a connection without asking for something."""
    return uvicorn.Config(
        app,
        http=Patient,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=10,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
    )


class Patient(H11Protocol):
    """A connection over which nothing whole was asked for some time is closed: uvicorn itself waits for ever for the rest
    of a request's head."""

    _waits: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._waits is not None:
            self._waits.cancel()

    def _wait(self) -> None:
        """Begin to wait when no request is at work; whatever comes in a little at a time does not make it longer."""
        at_work = self.cycle is not None and not self.cycle.response_complete
        if at_work and self._waits is not None:
            self._waits.cancel()
            self._waits = None
        elif not at_work and self._waits is None:
            self._waits = self.loop.call_later(HEAD, self.transport.close)


def serve(
    data: Path,
    say: Callable[[Text], None],
    *,
    port: int | None = None,
    lan: bool = False,
    browser: bool = True,
    database_url: str | None = None,
    backups: tuple[Path, int, int] | None = None,
) -> None:
    """Serve until somebody stops it. `say` tells the player where to look. `backups` are the folder for copies of the
    tables, every how many hours one is made, and how many are kept."""
    if backups is not None and database_url is not None:
        raise StorageError(text("error.backup_sqlite"))
    key = secrets.token_urlsafe(18) if lan else None
    site = BUILT if BUILT.is_dir() else None
    app = make_app(data, database_url, key=key, site=site, **({"hosts": None} if lan else {}))
    opened = listen("0.0.0.0" if lan else "127.0.0.1", port)
    number = opened.getsockname()[1]
    local = f"http://127.0.0.1:{number}/" + (f"?key={key}" if key else "")
    if lan:
        app.state.address = f"http://{own_address()}:{number}/"  # links to a table are for others
        address = f"{app.state.address}?key={key}"
        say(text("serve.lan", address=address))
        segno.make(address, micro=False).terminal(compact=True)
        say(text("serve.lan_about"))
    say(text("serve.at", address=local))
    say(text("serve.stop"))
    if browser and _has_screen():
        threading.Timer(0.6, webbrowser.open, [local]).start()
    # what is loaded now stays: the collector need not look at it again and again, nor after every few hundred objects
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    storage = app.state.tables.storage
    storage.spare.keep()
    if storage.read_only:
        say(text("serve.read_only"))
    elif backups is not None:
        folder, hours, keep = backups
        Backups(data / NAME, folder, hours=hours, keep=keep, say=say).start()
    uvicorn.Server(config(app)).run(sockets=[opened])
