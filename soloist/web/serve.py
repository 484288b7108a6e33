"""Run the server: find a port, open the browser, and with `--lan` serve the network behind a secret."""

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
#: seconds a connection may be idle between two requests, and seconds the head of a request may take
IDLE = 30
HEAD = 20
#: least bytes a second of a body after its first `HEAD` seconds, and most seconds for all of it: enough for the largest
#: file at a tenth of a megabyte a second
RATE = 4096
WHOLE = 640
#: seconds between two checks whether a body comes fast enough
LOOK_AGAIN = 1.0
#: default limit of connections per address; a browser opens six
PER_ADDRESS = 100
#: the usual port; if it is taken, any free one
PORT = 7655


def open_socket(host: str, port: int | None) -> socket.socket:
    """Return a listening socket on `port`; without one, on the usual port or else on any free port. Raises
    `StorageError`."""
    for wanted in [port] if port is not None else [PORT, 0]:
        # IPPROTO_TCP: asyncio sets TCP_NODELAY only where the socket names it, and connections inherit it
        opened = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, wanted))
            opened.listen(128)  # claim the port now: of two servers that only bind, the second would fail later
        except OSError:
            opened.close()
            continue
        return opened
    raise StorageError(text("error.port", port=port or PORT))


def own_address() -> str:
    """Return the address under which other devices of the network reach this machine, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _has_screen() -> bool:
    """Return whether a browser window can open here; a text browser in the same terminal would be in the way."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def make_config(app: FastAPI, per_address: int = PER_ADDRESS) -> uvicorn.Config:
    """Return uvicorn's configuration: no access log, and connections that time out."""
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
    """A connection that is closed when a request does not arrive in time.

    The head of a request may take `HEAD` seconds; then its body must come at `RATE` bytes a second or faster and
    within `WHOLE` seconds. uvicorn itself would wait for ever. An address has at most `per_address` connections.
    """

    def __init__(
        self, *args: Any, per_address: int = PER_ADDRESS, open_from: Counter[str] | None = None, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._per_address = per_address
        #: open connections per address, shared by all protocols of a server
        self._open_from = Counter[str]() if open_from is None else open_from
        self._address = ""
        self._timer: asyncio.TimerHandle | None = None
        #: when the awaited head or body began, and how many bytes of it have come
        self._began, self._come = 0.0, 0
        #: the request whose body is awaited
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
        """Run the timer exactly while the other side is the one to send."""
        if self.cycle is None or self.cycle.response_complete:
            self._wait()
        elif not self.cycle.more_body:
            self._stop_waiting()
        elif self._body_of is not self.cycle:
            self._body_of = self.cycle
            self._stop_waiting()
            self._wait()

    def _wait(self) -> None:
        """Start the timer unless it runs: input that trickles in does not extend it."""
        if self._timer is None:
            self._began, self._come = self.loop.time(), 0
            self._timer = self.loop.call_later(HEAD, self._is_late)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _is_late(self) -> None:
        """Close the connection, unless a body arrives fast enough; then check again after `LOOK_AGAIN` seconds.

        While the application has not read what came (`read_paused`), the other side is not to blame.
        """
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
    """Serve until a signal stops the server.

    `say` prints to the player where to look. `backups` are the folder for copies of the tables, the hours between two
    copies, and how many are kept. One address may have `per_address` connections; behind a proxy all visitors share
    one address. Raises `StorageError` if the port is taken or the database cannot be backed up.
    """
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
        others = f"http://{own_address()}:{number}/"  # links to a table are for other devices
        set_services(app, replace(services, address=others))
        address = f"{others}?key={key}"
        say(text("serve.lan", address=address))
        segno.make(address, micro=False).terminal(compact=True)
        say(text("serve.lan_about"))
    say(text("serve.at", address=local))
    say(text("serve.stop"))
    if browser and _has_screen():
        threading.Timer(0.6, webbrowser.open, [local]).start()
    # everything loaded now stays: freeze it, and collect after 20 000 new objects instead of a few hundred
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
