"""Running the server: a free port, the browser, and on request the whole network with a secret."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import segno
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from soloist.core.errors import StorageError
from soloist.core.text import Text, text
from soloist.web.app import make_app
from soloist.web.routes.pocket_mount import BUILT
from soloist.web.services import find_services, set_services
from soloist.web.storage.backup import NAME, Backups

_log = logging.getLogger(__name__)
#: so many seconds a connection may be idle between two requests, and so many the head of one may take
IDLE = 30
HEAD = 20
#: a body comes at no less than so many bytes a second, after its first `HEAD` seconds, and all of it in so many seconds:
#: the largest file that is taken, at a tenth of a megabyte a second
RATE = 4096
WHOLE = 640
#: every so many seconds it is looked whether a body comes fast enough
LOOK_AGAIN = 1.0
#: so many connections an address may have, unless the owner says otherwise: a browser opens six
PER_ADDRESS = 100
#: the usual port; if it is taken, any free one
PORT = 7655


def open_socket(host: str, port: int | None) -> socket.socket:
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


def make_config(app: FastAPI, per_address: int = PER_ADDRESS) -> uvicorn.Config:
    """How uvicorn serves: without a log of visits, and nobody holds a connection without asking for something."""
    protocol = partial(PatientProtocol, per_address=per_address, open_from=Counter())
    return uvicorn.Config(
        app,
        http=protocol,  # type: ignore[arg-type]  # it is called as a class is
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=10,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
    )


class PatientProtocol(H11Protocol):
    """A connection that is closed when a request does not arrive: its head in `HEAD` seconds, and then its body at no less
    than `RATE` bytes a second and within `WHOLE` seconds. uvicorn itself would wait for ever. An address has at most
    `per_address` connections."""

    def __init__(
        self, *args: Any, per_address: int = PER_ADDRESS, open_from: Counter[str] | None = None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._per_address = per_address
        #: how many connections each address has, over all of them
        self._open_from = Counter[str]() if open_from is None else open_from
        self._address = ""
        self._timer: asyncio.TimerHandle | None = None
        #: when the head or the body that is waited for began, and how much of it has come
        self._began, self._come = 0.0, 0
        #: the request whose body is waited for
        self._body_of: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = str((transport.get_extra_info("peername") or [""])[0])
        self._open_from[self._address] += 1
        if self._open_from[self._address] > self._per_address:
            if self._open_from[self._address] == self._per_address + 1:
                _log.warning("%s has more than %s connections", self._address, self._per_address)
            transport.close()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        self._come += len(data)
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_waiting()
        self._open_from[self._address] -= 1
        if not self._open_from[self._address]:
            del self._open_from[self._address]

    def _look(self) -> None:
        """Wait for the other side exactly as long as it is the one to send."""
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        elif not self.cycle.more_body:
            self._stop_waiting()
        elif self._body_of is not self.cycle:
            self._body_of = self.cycle
            self._stop_waiting()
            self._wait()

    def _wait(self) -> None:
        """Begin to wait, unless it is waited already: what comes in a little at a time does not make it longer."""
        if self._timer is None:
            self._began, self._come = self.loop.time(), 0
            self._timer = self.loop.call_later(HEAD, self._is_late)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        """Close the connection, unless a body comes fast enough: then look again a moment later. While the application has
        not taken yet what came, nobody waits for the other side."""
        self._timer = None
        since = self.loop.time() - self._began
        arriving = self.cycle is not None and not self.cycle.response_complete
        fast = self.flow.read_paused or self._come >= RATE * (since - HEAD)
        if arriving and since < WHOLE and fast:
            self._timer = self.loop.call_later(LOOK_AGAIN, self._is_late)
        else:
            self.transport.close()


def run_server(
    data: Path,
    say: Callable[[Text], None],
    *,
    port: int | None = None,
    lan: bool = False,
    browser: bool = True,
    database_url: str | None = None,
    backups: tuple[Path, int, int] | None = None,
    per_address: int = PER_ADDRESS,
) -> None:
    """Serve until somebody stops it. `say` tells the player where to look. `backups` are the folder for copies of the
    tables, every how many hours one is made, and how many are kept. `per_address` connections are allowed to
    one address; behind a proxy everybody comes from the same one."""
    if backups is not None and database_url is not None:
        raise StorageError(text("error.backup_sqlite"))
    key = secrets.token_urlsafe(18) if lan else None
    site = BUILT if BUILT.is_dir() else None
    app = make_app(data, database_url, key=key, site=site, **({"hosts": None} if lan else {}))
    services = find_services(app)
    opened = open_socket("0.0.0.0" if lan else "127.0.0.1", port)
    number = opened.getsockname()[1]
    local = f"http://127.0.0.1:{number}/" + (f"?key={key}" if key else "")
    if lan:
        others = f"http://{own_address()}:{number}/"  # links to a table are for others
        set_services(app, replace(services, address=others))
        address = f"{others}?key={key}"
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
    storage = services.tables.storage
    storage.disk_reserve.take_room()
    if storage.read_only:
        say(text("serve.read_only"))
    elif backups is not None:
        folder, hours, keep = backups
        Backups(data / NAME, folder, hours=hours, keep=keep, say=say).start_copying()
    uvicorn.Server(make_config(app, per_address)).run(sockets=[opened])
