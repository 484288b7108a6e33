"""Fixtures: the site, built once for all tests; a host that serves it below a path; a browser with a profile."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from filelock import FileLock
from playwright.sync_api import BrowserContext, Frame, Page, Playwright, Worker, expect, sync_playwright

from soloist.pocket.making import wheels
from soloist.pocket.making.site import build_site
from soloist.pocket.making.trouble import NotBuiltError
from tests.web.conftest import CHROMIUM, PATIENCE, environment, missing

expect.set_options(timeout=PATIENCE * 1000)
#: Python starts and compiles all of itself the first time, which a busy machine takes minutes for
START = 5 * PATIENCE
#: the site is somewhere below the root of its host
BELOW = "/some/folder/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that `make site` makes. One test process builds it, the others wait."""
    root = tmp_path_factory.getbasetemp()
    to = (root.parent if "PYTEST_XDIST_WORKER" in os.environ else root) / "site"
    with FileLock(f"{to}.lock"):
        if not to.exists():
            try:
                build_site(to, wheels.ROOT / "build" / "site")
            except NotBuiltError as why:
                missing(str(why))
    return to


class Host:
    """A plain web host with one folder of static files below a path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                inside = urlsplit(path).path.removeprefix(BELOW)
                return str(host.folder / (inside or "index.html"))

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}{BELOW}"

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Phone:
    """A browser with a profile of its own, which survives when it is killed."""

    def __init__(self, playwright: Playwright, profile: Path, url: str) -> None:
        self._playwright = playwright
        self._profile = profile
        self.url = url
        self.asked: list[str] = []
        self.errors: list[str] = []
        #: the files of the workers that began and ended, as they did
        self.workers: list[tuple[str, str]] = []
        self.context: BrowserContext = self._start()
        self._tab: Page | None = None
        #: what Python began with at the first visit
        self.first = ""

    def _start(self) -> BrowserContext:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
        made = self._playwright.chromium.launch_persistent_context(
            self._profile, executable_path=CHROMIUM, args=[*flags, "--no-first-run"], env={**environment()}, locale="en"
        )
        made.set_default_timeout(PATIENCE * 1000)
        made.on("request", lambda request: self.asked.append(request.url))
        made.on("console", lambda m: self.errors.append(f"{m.text} {m.location['url']}") if m.type == "error" else None)
        return made

    def kill(self) -> None:
        """Kill the browser and all its processes with SIGKILL, and start it again."""
        for process in Path("/proc").iterdir():
            if process.name.isdigit() and self._is_mine(process):
                os.kill(int(process.name), signal.SIGKILL)
        self._tab = None
        self.context = self._start()

    def _is_mine(self, process: Path) -> bool:
        try:
            said = (process / "cmdline").read_bytes()
        except OSError:
            return False  # it has just ended
        return f"--user-data-dir={self._profile}".encode() in said

    def open(self, address: str = "") -> Page:
        """Open a page of the site in a tab."""
        page = self.context.new_page()
        page.on("worker", self._watch)
        page.goto(self.url + address)
        expect(page.locator("#pages")).to_be_visible(timeout=START * 1000)
        return page

    def _watch(self, worker: Worker) -> None:
        name = worker.url.rpartition("/")[2]
        self.workers.append((name, "began"))
        worker.on("close", lambda _: self.workers.append((name, "ended")))

    def tab(self) -> Page:
        """Return the open tab, on any page: Python need not start again for every test."""
        if self._tab is None or self._tab.is_closed():
            self._tab = self.open()
        return self._tab

    def adopt(self, page: Page) -> None:
        self._tab = page

    def close(self) -> None:
        self.context.close()


def frame(page: Page) -> Frame:
    """Return the frame of the pages inside the page around them."""
    return page.frames[1]


def began(page: Page) -> str:
    """Return what Python started from: "memory" that was kept, or "files"."""
    return str(page.evaluate("document.documentElement.dataset.began"))


def settled(page: Page) -> None:
    """Wait until everything is kept that makes later starts short."""
    page.wait_for_function("() => document.documentElement.dataset.settled", timeout=START * 1000)


def ask(page: Page, path: str, data: Any = None, method: str = "") -> Any:
    """Request the API inside the browser from a script of a page; an answer that is no JSON is returned as text."""
    said = frame(page).evaluate(
        """async ([path, data, method]) => {
            const headers = { "content-type": "application/json" };
            const said = data === null ? {} : { body: JSON.stringify(data), headers };
            const answer = await fetch(path, { method: method || (data === null ? "GET" : "POST"), ...said });
            const text = await answer.text();
            const told = text && (answer.headers.get("content-type") ?? "").includes("json");
            return [answer.status, told ? JSON.parse(text) : text];
        }""",
        [path, data, method],
    )
    assert said[0] in (200, 201, 204, 428), said
    return said[1]


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[Host]:
    made = Host(site)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def phone(host: Host, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """A browser that has visited the site once and keeps everything it needs."""
    if CHROMIUM is None:
        missing("Chromium")
    profile = tmp_path_factory.mktemp("profile")
    with sync_playwright() as playwright:
        made = Phone(playwright, profile, host.url)
        settled(made.tab())
        made.first = began(made.tab())
        yield made
        made.close()
    shutil.rmtree(profile, ignore_errors=True)
