"""A client without a network, a real server, a real browser, a real PostgreSQL: each made for the tests and thrown away."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from soloist.web.app import make_app

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def _postgres_binary(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(found[0]) if found else shutil.which(name)


def missing(what: str) -> None:
    """Skip what this machine cannot run, and say so; where everything must run (CI), that is a failure."""
    if os.environ.get("SOLOIST_ALL_TESTS"):
        pytest.fail(f"{what} is missing; scripts/needs should have installed it")
    pytest.skip(f"{what} is missing: run scripts/needs as root, or install it")


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """The application without a network; what goes wrong inside is answered as a user would see it."""
    with TestClient(make_app(tmp_path), raise_server_exceptions=False, follow_redirects=False) as made:
        yield made


class Server:
    """`soloist serve` as a process of its own."""

    def __init__(self, data: Path, *args: str) -> None:
        self.data = data
        self.args = args
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "soloist", "--data-dir", str(self.data), "--lang", "en", "serve", "--no-browser"]
        command += [*self.args, "--port", str(free_port())]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "300"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None and self.process.stderr is not None
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if found := re.search(r"is at (http://\S+)", line):
                self.link = found[1]
                self.url = found[1].partition("?")[0].rstrip("/")
                self._wait()
                return
        raise AssertionError(self.said + self.process.stderr.read())

    def _wait(self) -> None:
        host, port = self.url.removeprefix("http://").split(":")
        for _ in range(400):
            try:
                socket.create_connection((host, int(port)), 0.1).close()
                return
            except OSError:
                pass
        raise AssertionError("the server does not listen")

    def kill(self) -> None:
        """kill -9: no chance to tidy up."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests of a worker; each test makes tables of its own."""
    made = Server(tmp_path_factory.mktemp("data"))
    yield made
    made.kill()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a throw-away PostgreSQL cluster on a free port."""
    initdb, pg_ctl = _postgres_binary("initdb"), _postgres_binary("pg_ctl")
    if initdb is None or pg_ctl is None:
        missing("PostgreSQL")
    assert initdb and pg_ctl
    folder = tmp_path_factory.mktemp("postgres")
    as_user = _not_root(folder)
    cluster, port = folder / "cluster", free_port()
    run = lambda *words: subprocess.run([*as_user, *words], check=True, capture_output=True, cwd=folder)  # noqa: E731
    run(initdb, "-D", str(cluster), "-U", "soloist", "-A", "trust", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    run(pg_ctl, "-D", str(cluster), "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://soloist@127.0.0.1:{port}/postgres"
    finally:
        run(pg_ctl, "-D", str(cluster), "-m", "immediate", "stop")


def _not_root(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as the user its package made."""
    if os.geteuid() != 0:
        return []
    if shutil.which("runuser") is None:
        missing("runuser")
    for parent in (folder, *folder.parents):
        if parent.name.startswith("pytest-"):
            parent.chmod(0o755)
    shutil.chown(folder, "postgres")
    return ["runuser", "-u", "postgres", "--"]
