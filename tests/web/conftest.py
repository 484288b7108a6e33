"""Fixtures: a client without a network, a real server, a real browser and a real PostgreSQL, each temporary."""

from __future__ import annotations

import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from starlette.testclient import TestClient

from soloist.web.app import make_app

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
#: the headless shell of this browser, where it is installed: it takes a third less
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def _postgres_binary(name: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(found[0]) if found else shutil.which(name)


#: generous, for busy machines
PATIENCE = 60


def environment(**more: str) -> dict[str, str]:
    """Return the environment of processes that tests start, with nothing of the machine or the shell: no language,
    terminal width, colours, proxy, data folder or browser flags."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ}
    fixed = {"LC_ALL": "C", "PYTHONUTF8": "1", "TZ": "UTC", "COLUMNS": "300", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}
    return {**kept, **fixed, **more}


def missing(what: str) -> None:
    """Skip a test that this machine cannot run; fail where everything must run (CI)."""
    if os.environ.get("SOLOIST_ALL_TESTS"):
        pytest.fail(f"{what} is missing; scripts/needs should have installed it")
    pytest.skip(f"{what} is missing: run scripts/needs as root, or install it")


@pytest.fixture
def faults(caplog: pytest.LogCaptureFixture) -> Callable[[], set[str]]:
    """Declare that a test means to cause an unexpected error."""
    return lambda: {record.name for record in caplog.records if record.levelno >= logging.ERROR}


@pytest.fixture(autouse=True)
def no_hidden_fault(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test during which the pages logged an unexpected error, unless it has `faults`."""
    yield
    if "faults" not in request.fixturenames:
        noted = [r for when in ("setup", "call") for r in caplog.get_records(when) if r.name.startswith("soloist")]
        assert not [logging.Formatter().format(r) for r in noted if r.levelno >= logging.ERROR]


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the seeds of new tables equally in every run, so that tests do not depend on the day."""
    monkeypatch.setattr("soloist.web.api.table_api.secrets", SimpleNamespace(randbelow=Random(7).randrange))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """Return a client of the application without a network; unexpected errors are answered as users see them."""
    with TestClient(
        make_app(tmp_path), "http://localhost", raise_server_exceptions=False, follow_redirects=False
    ) as made:
        yield made


class Server:
    """`soloist serve` as a process of its own."""

    def __init__(self, data: Path, *args: str) -> None:
        self.data = data
        self.args = args
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "soloist",
            "--data-dir",
            str(self.data),
            "--lang",
            "en",
            "serve",
            "--no-browser",
        ]
        command += [*self.args, "--port", str(free_port())]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment()
        )
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
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            try:
                socket.create_connection((host, int(port)), 1).close()
                return
            except OSError:  # it announces itself a moment before it listens
                time.sleep(0.02)
        raise AssertionError("the server does not listen")

    def kill(self) -> None:
        """Kill a process with SIGKILL, so that it cannot tidy up."""
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
    """One server for all browser tests of a worker; each test makes its own tables."""
    made = Server(tmp_path_factory.mktemp("data"))
    yield made
    made.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with cluster() as address:
        yield address


@contextmanager
def cluster() -> Iterator[str]:
    """Return the address of a temporary PostgreSQL cluster on a free port.

    Its folder is outside of pytest's, which only the owner may enter: PostgreSQL refuses to run as root and then runs
    as the user of its package. Variables of the machine for PostgreSQL's programs (PGSSLMODE, PGOPTIONS ...) are
    unset.
    """
    initdb, pg_ctl = _postgres_binary("initdb"), _postgres_binary("pg_ctl")
    if initdb is None or pg_ctl is None:
        missing("PostgreSQL")
    assert initdb and pg_ctl
    as_user: list[str] = []
    with tempfile.TemporaryDirectory(prefix="soloist-postgres-") as name, pytest.MonkeyPatch.context() as patch:
        for variable in [v for v in os.environ if v.startswith("PG")]:
            patch.delenv(variable)
        folder = Path(name)
        if os.geteuid() == 0:
            if shutil.which("runuser") is None:
                missing("runuser")
            as_user = ["runuser", "-u", "postgres", "--"]
            shutil.chown(folder, "postgres")

        def run(*words: str) -> None:
            subprocess.run([*as_user, *words], check=True, capture_output=True, cwd=folder, env=environment())

        cluster, port = str(folder / "cluster"), free_port()
        run(initdb, "-D", cluster, "-U", "soloist", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        run(pg_ctl, "-D", cluster, "-o", options, "-l", str(folder / "log"), "-w", "start")
        try:
            yield f"postgresql://soloist@127.0.0.1:{port}/postgres"
        finally:
            run(pg_ctl, "-D", cluster, "-m", "immediate", "stop")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, one per module: while Playwright runs, no other test may start an event loop."""
    if HEADLESS is None:
        missing("Chromium")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=HEADLESS, args=[*flags, "--no-first-run"], env={**environment()}
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def windows(chromium: Browser, server: Server) -> Any:
    from tests.web.browser import Windows

    return Windows(chromium, server)


@pytest.fixture
def window(windows: Any, server: Server) -> Iterator[Callable[..., Any]]:
    """Return windows (`browser.Windows`) at the server. At the end no console may have an error; the tables of the
    test are deleted, so that the home page stays short."""
    from tests.web.browser import ask

    yield windows.open
    errors = windows.leave()
    for row in ask(server, "/api/tables"):
        ask(server, f"/api/tables/{row['id']}", method="DELETE")
    assert not errors
