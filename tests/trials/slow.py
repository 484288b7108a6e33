"""Many clients whose requests never end: each connection is closed, and all other clients are answered."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from unittest.mock import patch

import uvicorn

from soloist.web import serve
from soloist.web.app import make_app
from tests.trials.trial import Tally, Trial
from tests.web.conftest import PATIENCE

#: limits of the server, shortened
HEAD, RATE, WHOLE, PER_ADDRESS = 1.0, 1000, 4.0, 60
#: what a client sends before it stalls: nothing, half a head, a head without its body, a body byte by byte, a body without
#: end in large pieces; and one that is slow but complete
KINDS = ("nothing", "head", "declared", "chunked", "drip", "endless", "fair")
_HEAD = b"POST /api/tables/preview HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
_CHUNKED = _HEAD + b"transfer-encoding: chunked\r\n\r\n"
_BEGUN = {
    "nothing": b"",
    "head": _HEAD,
    "declared": _HEAD + b"content-length: 60000\r\n\r\n{",
    "chunked": _CHUNKED + b"1\r\n{\r\n",
    "drip": _HEAD + b"content-length: 60000\r\n\r\n",
    "endless": _CHUNKED,
    "fair": _HEAD + b"content-length: 8000\r\n\r\n",
}
_MORE = {"drip": (b" ", 0.1), "endless": (b"400\r\n" + b" " * 1024 + b"\r\n", 0.1), "fair": (b" " * 800, 0.1)}


@contextmanager
def served(data: Path) -> Iterator[int]:
    """Run a server in a thread; yield its port."""
    app = make_app(data)
    short = patch.multiple(serve, HEAD=HEAD, RATE=RATE, WHOLE=WHOLE, LOOK_AGAIN=0.1)
    with short, serve.open_socket("127.0.0.1", None) as door:
        server = uvicorn.Server(serve.make_config(app, per_address=PER_ADDRESS))
        thread = threading.Thread(target=server.run, args=([door],))
        thread.start()
        try:
            yield door.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join()


Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _visit(ends: Ends, kind: str, tally: Tally) -> None:
    """Send what this kind of client sends, and check how the connection ends."""
    said = await _said(ends, kind, tally)
    if said.startswith(b"HTTP/1.1 422") and kind == "fair":
        tally.count("slow and answered")
    elif said.startswith(b"HTTP/1.1 413") and kind == "endless":
        tally.count("too large")
    elif said:
        tally.found("an answer to half a request", f"{kind} {said[:300]!r}")
    elif kind == "fair":
        tally.found("who is slow but comes to an end is hung up on", "")
    else:
        tally.count("hung up on")


async def _come_too_late(port: int, tally: Tally) -> None:
    """Open one connection more than an address may have: it is closed before it sends anything."""
    if await _said(await asyncio.open_connection("127.0.0.1", port), "fair", tally):
        tally.found("an address has more connections than it may", "")
    tally.count("too many of one address")


async def _said(ends: Ends, kind: str, tally: Tally) -> bytes:
    """Return what the server sends until it closes the connection."""
    reader, writer = ends
    sending = asyncio.ensure_future(_more(writer, *_MORE[kind])) if kind in _MORE else None
    try:
        writer.write(_BEGUN[kind])
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""
    except TimeoutError:
        tally.found("a visitor is waited for without end", kind)
        return b""
    finally:
        if sending is not None:
            sending.cancel()
        writer.close()


async def _more(writer: asyncio.StreamWriter, piece: bytes, pause: float) -> None:
    with suppress(ConnectionError):
        for _ in range(10 if len(piece) == 800 else 10_000):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(pause)


async def _owner(port: int, tally: Tally, over: asyncio.Event) -> None:
    """Send requests from another address all the time."""
    while not over.is_set():
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.0.0.2", 0))
            writer.write(b"GET /api/languages HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            said = await asyncio.wait_for(reader.read(), PATIENCE)
            writer.close()
        except (ConnectionError, TimeoutError) as why:
            said = repr(why).encode()
        if said.startswith(b"HTTP/1.1 200"):
            tally.count("others answered meanwhile")
        else:
            tally.found("others are not answered", said.decode("latin-1"))
        await asyncio.sleep(0.05)


def has_other_addresses() -> bool:
    """Return whether this machine has several loopback addresses, as Linux has."""
    with socket.socket() as tried:
        try:
            tried.bind(("127.0.0.2", 0))
        except OSError:
            return False
    return True


def _run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    kinds = [dice.choice(KINDS) for _ in range(min(number, PER_ADDRESS))]

    async def all_of_them(port: int) -> None:
        over = asyncio.Event()
        owner = asyncio.ensure_future(_owner(port, tally, over)) if has_other_addresses() else None
        first = [await asyncio.open_connection("127.0.0.1", port) for _ in kinds]
        late = (_come_too_late(port, tally) for _ in range(number - len(kinds)))
        visits = (_visit(ends, kind, tally) for ends, kind in zip(first, kinds, strict=True))
        await asyncio.gather(*visits, *late)
        over.set()
        if owner is not None:
            await owner

    with served(folder / "data") as port:
        asyncio.run(all_of_them(port))


SLOW = Trial("slow", "requests that never end", 1_100, 110, _run)
