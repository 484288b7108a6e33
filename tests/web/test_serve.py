"""`soloist serve` as a process: where it listens, what it prints, whom it answers, how it fails to start."""

from __future__ import annotations

import asyncio
import http.client
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from soloist.core.errors import StorageError
from soloist.web import serve
from tests.web.conftest import PATIENCE, Server, environment, free_port


def ask(url: str, path: str = "/", method: str = "GET", **more: object) -> tuple[int, dict[str, str], bytes]:
    """Send one request on a new connection; return status, headers and body."""
    asked = http.client.HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    try:
        asked.request(method, path, **more)  # type: ignore[arg-type]
        answer = asked.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    finally:
        asked.close()


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run a server that is expected to end on its own."""
    command = [sys.executable, "-m", "soloist", "--lang", "en", *args]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE, env=environment())


def clear(done: subprocess.CompletedProcess[str], *words: str) -> bool:
    """Return whether a process ended with 2 and these words instead of a traceback."""
    said = done.stdout + done.stderr
    return done.returncode == 2 and "Traceback" not in said and all(w.lower() in said.lower() for w in words)


@pytest.fixture
def holder() -> Iterator[socket.socket]:
    """Listen on a free port; yield the socket."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken


# --------------------------------------------------------------------------------------------------------------- ports


def test_a_port_that_is_taken_ends_it_with_a_clear_message(tmp_path: Path, holder: socket.socket) -> None:
    port = str(holder.getsockname()[1])
    done = run("--data-dir", str(tmp_path), "serve", "--no-browser", "--port", port)
    assert clear(done, "in use", port, "--port"), done.stderr


@pytest.mark.parametrize("port", ["0", "65536", "-1", "http", "²", ""])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    done = run("--data-dir", str(tmp_path), "serve", "--no-browser", f"--port={port}")
    assert clear(done, "1 to 65535"), done.stderr


def test_without_a_port_the_usual_one_is_used_or_whichever_is_free(
    monkeypatch: pytest.MonkeyPatch, holder: socket.socket
) -> None:
    monkeypatch.setattr(serve, "PORT", free_port())
    with serve.open_socket("127.0.0.1", None) as first, serve.open_socket("127.0.0.1", None) as second:
        assert first.getsockname() == ("127.0.0.1", serve.PORT)
        assert second.getsockname()[1] not in (0, serve.PORT)
        with pytest.raises(StorageError):
            serve.open_socket("127.0.0.1", serve.PORT)
    monkeypatch.setattr(serve, "PORT", holder.getsockname()[1])
    with serve.open_socket("127.0.0.1", None) as other:
        assert other.getsockname()[1] not in (0, serve.PORT)


def test_answers_of_a_kept_connection_are_not_held_back() -> None:
    """Without TCP_NODELAY every answer but the first waits 40 ms for the client.

    The event loop sets it if the listening socket has the right protocol number.
    """
    found: list[int] = []

    async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted = writer.get_extra_info("socket")
        found.append(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
        writer.close()

    async def meet(door: socket.socket) -> None:
        async with await asyncio.start_server(met, sock=door):
            reader, writer = await asyncio.open_connection(*door.getsockname())
            await reader.read()
            writer.close()

    with serve.open_socket("127.0.0.1", free_port()) as door:
        asyncio.run(meet(door))
    assert found == [1]


# ---------------------------------------------------------------------------------------------------------------- data


def test_a_file_that_is_no_database_ends_it_with_a_clear_message_and_stays(tmp_path: Path) -> None:
    for content in (b"Dear diary, this is no database at all. " * 200, b"SQLite format 3\0" + b"\xff" * 5000):
        path = tmp_path / "tables.sqlite"
        path.write_bytes(content)
        done = run("--data-dir", str(tmp_path), "serve", "--no-browser", "--port", str(free_port()))
        assert clear(done, "database"), done.stderr
        assert str(tmp_path) not in done.stderr
        assert path.read_bytes() == content


def test_a_data_folder_that_is_a_file_ends_it_with_a_clear_message(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    done = run("--data-dir", str(tmp_path / "data"), "serve", "--no-browser", "--port", str(free_port()))
    assert clear(done, "data"), done.stderr


@pytest.mark.parametrize(
    "url", ["oracle://x", "mysql://a@b/c", "nonsense", "", "postgresql://nobody@127.0.0.1:{}/none"]
)
def test_a_database_that_is_not_there_ends_it_with_a_clear_message(tmp_path: Path, url: str) -> None:
    url = url.format(free_port())
    port = str(free_port())
    done = run("--data-dir", str(tmp_path), "serve", "--no-browser", "--port", port, "--database-url", url)
    assert clear(done, "database"), done.stderr


def test_tables_lie_in_the_data_folder_of_the_user(tmp_path: Path) -> None:
    """The folder of platformdirs, which honours XDG_DATA_HOME."""
    own = environment(XDG_DATA_HOME=str(tmp_path), PYTHONUNBUFFERED="1")
    command = [sys.executable, "-m", "soloist", "--lang", "en", "serve", "--no-browser", "--port", str(free_port())]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", env=own) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found, said
            assert ask(found[0], "/quick/barrage", "POST")[0] == 303
            assert (tmp_path / "soloist" / "tables.sqlite").is_file()
        finally:
            process.terminate()


# -------------------------------------------------------------------------------------------------------- a real server


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path / "data")
    yield made
    made.kill()


def test_it_serves_this_machine_only_and_stops_when_told_to(own: Server) -> None:
    status, headers, body = ask(own.url)
    assert status == 200 and b"Soloist" in body and "server" not in headers
    assert "content-security-policy" in headers
    assert urlsplit(own.url).hostname == "127.0.0.1"
    address = serve.own_address()
    if not address.startswith("127."):
        with pytest.raises(OSError):
            socket.create_connection((address, urlsplit(own.url).port or 0), 2).close()
    assert own.process is not None
    own.process.terminate()
    out, err = own.process.communicate(timeout=PATIENCE)
    assert "Traceback" not in out + err


def test_50_mb_are_refused_over_a_real_wire_declared_or_not(own: Server) -> None:
    size = 50 * 1024 * 1024
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="big.soloist"\r\n\r\n'
    for path, kind in (("/import", "multipart/form-data; boundary=x"), ("/api/tables/import", "text/plain")):
        for declared in (True, False):
            pieces = [head, *[b"x" * 65536] * (size // 65536)]
            body = b"".join(pieces) if declared else iter(pieces)
            try:
                status, headers, _ = ask(
                    own.url, path, "POST", body=body, headers={"content-type": kind}, encode_chunked=not declared
                )
            except (BrokenPipeError, ConnectionResetError):
                continue  # it answered and closed before we were done: as good
            assert status == 413 and "content-security-policy" in headers
    assert ask(own.url)[0] == 200 and ask(own.url, "/api/tables")[2] == b"[]"


def test_garbage_on_the_wire_does_not_end_it(own: Server) -> None:
    port = urlsplit(own.url).port or 0
    for sent in (
        b"\x16\x03\x01garbage",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\0" * 9000,
    ):
        with socket.create_connection(("127.0.0.1", port), 5) as wire:
            wire.sendall(sent)
            wire.settimeout(1)
            with suppress(OSError):
                assert b"Traceback" not in wire.recv(65536)
    assert ask(own.url)[0] == 200


# --------------------------------------------------------------------------------------------------------------- --lan


def test_lan_prints_a_code_and_a_link_and_refuses_everybody_without_the_key(tmp_path: Path) -> None:
    made = Server(tmp_path / "data", "--lan")
    try:
        link = re.search(r"network: (http://\S+)", made.said)
        assert link, made.said
        key = link[1].partition("?key=")[2]
        assert len(key) >= 24 and made.link.endswith(f"?key={key}")
        code = [line for line in made.said.splitlines() if re.search("[█▀▄]{3}", line)]
        assert len(code) >= 14, "the QR code is on the screen"
        for path in ("/", "/static/app.css", "/api/tables", "/api/openapi.json", "/?key=wrong", f"/?key={key[:-1]}"):
            assert ask(made.url, path)[0] == 403, path
        assert ask(made.url, "/quick/barrage", "POST")[0] == 403
        status, headers, _ = ask(made.url, f"/?key={key}")
        cookie = headers["set-cookie"].partition(";")[0]
        assert status == 303 and ask(made.url, "/", headers={"cookie": cookie})[0] == 200
        other = f"http://{serve.own_address()}:{urlsplit(made.url).port}"
        assert ask(other)[0] == 403 and ask(other, "/", headers={"cookie": cookie})[0] == 200
        first = key
    finally:
        made.kill()
    again = Server(tmp_path / "data", "--lan")
    try:
        assert first not in again.said, "a new key at every start"
        assert ask(again.url, "/", headers={"cookie": cookie})[0] == 403
    finally:
        again.kill()
