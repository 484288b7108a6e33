"""Running the server: a free port, the browser, and on request the whole network with a secret."""

from __future__ import annotations

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

from soloist.core.errors import StorageError
from soloist.core.text import Text, text
from soloist.web.app import make_app

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


def serve(
    data: Path,
    say: Callable[[Text], None],
    *,
    port: int | None = None,
    lan: bool = False,
    browser: bool = True,
    database_url: str | None = None,
) -> None:
    """Serve until somebody stops it. `say` tells the player where to look."""
    key = secrets.token_urlsafe(18) if lan else None
    app = make_app(data, database_url, key=key, **({"hosts": None} if lan else {}))
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
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, date_header=False)
    uvicorn.Server(config).run(sockets=[opened])
