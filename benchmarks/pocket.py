"""`python -m benchmarks.pocket`: size, start-up time, response time and memory of the offline site in Chromium.

Needs `make site` and Chromium. The second column is measured with all processes of the browser stopped for three
quarters of the time; the throttling of DevTools would slow down only the thread of the page, not the worker with
Python. On a busy machine CPU time says more than the clock, and a ratio more than either: with `--before FOLDER`
another build of the site is started in turn with this one, in a browser of its own.

Memory is measured without developer tools (`unwatched.py`), at several starts. `--memory` measures only memory.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, Page, Playwright, expect, sync_playwright

from benchmarks.unwatched import Chromium, Tab, unwatched
from soloist.web.routes.pocket_mount import BUILT

#: limits: megabytes, seconds, milliseconds
WIRE, START, TURN, MEMORY, TASK = 9.0, 3.0, 300.0, 250.0, 100.0
_STARTS, _TURNS, _MEMORIES = 3, 9, 5
#: seconds between two readings of memory, and until a browser has collected its garbage
_LOOK, _TIDY = 0.2, 5.0
_SLOWER = 4
_PATIENCE = 3_600_000
#: script that records the durations of long tasks of the page's main thread
_WATCH = """
globalThis.tasks = [];
new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map((task) => task.duration)))
  .observe({ type: "longtask", buffered: true });
"""
_POST = """const post = async (path, said) => {
  const headers = { "content-type": "application/json" };
  return (await fetch(path, { method: "POST", headers, body: JSON.stringify(said) })).json();
};"""
_TURN = f"""async () => {{
  {_POST}
  const {{ id }} = await post("/api/tables", {{ game: "barrage", quick: true, options: {{ seed: "5" }} }});
  const begun = performance.now();
  await post(`/api/tables/${{id}}/turn`, {{}});
  await (await fetch(`/t/${{id}}`)).text();
  return performance.now() - begun;
}}"""
#: script that polls the coach until the advice is complete
_COACH = f"""async () => {{
  {_POST}
  const {{ id }} = await post("/api/tables", {{ game: "terra_mystica", digital: true, options: {{ seed: "5" }} }});
  const asked = async () => (await fetch(`/t/${{id}}/hint?part=true`)).text();
  while ((await asked()).includes("data-again")) await new Promise((resolve) => setTimeout(resolve, 500));
}}"""


_USABLE = """(() => {
  const pages = document.getElementById("pages")?.contentDocument;
  return Boolean(pages?.querySelector("form[action='/quick/barrage'] button"));
})()"""


@contextmanager
def host(folder: Path) -> Iterator[str]:
    """Serve a folder by HTTP and yield the address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"port (\d+)", process.stdout.readline())
            assert found is not None
            yield f"http://127.0.0.1:{found[1]}/"
        finally:
            process.terminate()


def processes(profile: Path) -> dict[int, str]:
    """Return the command lines of the browser's processes with this profile, by process id."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                said = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # the process has just ended
            if str(profile) in said:
                found[int(process.name)] = said
    return found


@contextmanager
def slowed(profile: Path) -> Iterator[None]:
    """Stop all processes of the browser for three quarters of the time."""
    over = threading.Event()

    def tell(what: signal.Signals) -> None:
        for process in processes(profile):
            try:
                os.kill(process, what)
            except ProcessLookupError:
                continue  # the process has just ended

    def stop_and_go() -> None:
        while not over.is_set():
            begun = time.monotonic()
            time.sleep(0.02)
            ran = time.monotonic() - begun
            tell(signal.SIGSTOP)
            time.sleep((_SLOWER - 1) * ran)
            tell(signal.SIGCONT)

    thread = threading.Thread(target=stop_and_go)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def given(profile: Path) -> dict[int, float]:
    """Return the CPU seconds of each process of the browser."""
    found = {}
    for process in processes(profile):
        try:
            parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        found[process] = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return found


def opened(context: BrowserContext, url: str) -> tuple[Page, float]:
    """Open a tab and return it with the seconds until its home page is usable."""
    page = context.new_page()
    begun = time.monotonic()
    page.goto(url)
    expect(page.frame_locator("#pages").locator("form[action='/quick/barrage'] button")).to_be_visible(
        timeout=_PATIENCE
    )
    return page, time.monotonic() - begun


@dataclass(frozen=True)
class Visitor:
    """A browser that has visited a site before."""

    context: BrowserContext
    profile: Path
    url: str

    def start(self) -> tuple[float, float]:
        """Return the seconds from cached site to usable home page: by the clock, and of CPU time."""
        before = given(self.profile)
        page, took = opened(self.context, self.url)
        worked = sum(time - before.get(process, 0.0) for process, time in given(self.profile).items())
        page.close()
        return took, worked


@contextmanager
def visited(playwright: Playwright, chromium: str, folder: Path) -> Iterator[tuple[Visitor, float, float]]:
    """Yield a browser that has visited a site, and the seconds of the first visit: by the clock, and of CPU time."""
    with tempfile.TemporaryDirectory() as made, host(folder) as url:
        profile = Path(made)
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=["--no-sandbox", "--disable-gpu"], locale="en"
        )
        context.set_default_timeout(_PATIENCE)
        context.add_init_script(_WATCH)
        page, first = opened(context, url)
        worked = sum(given(profile).values())
        page.wait_for_function("() => document.documentElement.dataset.settled", timeout=_PATIENCE)
        page.close()
        yield Visitor(context, profile, url), first, worked
        context.close()


def starts(*visitors: Visitor) -> list[tuple[float, float]]:
    """Return the median start times of each visitor; they start in turn."""
    taken = [[visitor.start() for visitor in visitors] for _ in range(_STARTS)]
    return [(median(t[n][0] for t in taken), median(t[n][1] for t in taken)) for n in range(len(visitors))]


def turns(page: Page) -> list[float]:
    return [float(page.frames[1].evaluate(_TURN)) for _ in range(_TURNS)]


def memory(profile: Path) -> float:
    """Return the private memory in megabytes of the largest renderer process: Python, its database, and Chromium's
    overhead. Shared pages and pages backed by a file do not count."""
    sizes = [0.0]
    for process, said in processes(profile).items():
        if "--type=renderer" in said:
            try:
                rolled = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
            except OSError:
                continue  # the process has just ended
            own = re.findall(r"^(?:Private_Dirty|Swap):\s+(\d+) kB", rolled, re.MULTILINE)
            sizes.append(sum(map(int, own)) / 1000)
    return max(sizes)


@contextmanager
def most(profile: Path) -> Iterator[list[float]]:
    """Sample the memory in the context; yield a list whose first element is the maximum."""
    seen, over = [0.0], threading.Event()

    def look() -> None:
        while not over.wait(_LOOK):
            seen[0] = max(seen[0], memory(profile))

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


def memory_rows(chromium: str, folder: Path) -> None:
    """Print the memory after a first visit and at every start, with one Python interpreter and while the second one
    runs."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made, host(folder) as url:
        profile = Path(made)
        with unwatched(chromium, profile) as browser:
            with most(profile) as seen:
                tab = _usable(browser, url)
                row("memory of the process with Python, first visit: home page", memory(profile), "MB", MEMORY)
                tab.wait("Boolean(document.documentElement.dataset.settled)", _PATIENCE / 1000)
            row("  the most until then: it compiles, and is kept", seen[0], "MB", MEMORY)
            time.sleep(_TIDY)
            row("  after it", memory(profile), "MB", MEMORY)
            tab.close()
            for start in range(1, _MEMORIES + 1):
                tab = _usable(browser, url)
                for _ in range(_TURNS):
                    tab.run(f"({_TURN})()")
                row(f"start {start}, after some turns", memory(profile), "MB", MEMORY)
                with most(profile) as seen:
                    tab.run(f"({_COACH})()")
                row("  the most while the second Python is there", seen[0], "MB", MEMORY)
                tab.close()


def _usable(browser: Chromium, url: str) -> Tab:
    tab = Tab(browser, url)
    tab.wait(_USABLE, _PATIENCE / 1000)
    return tab


def longest(page: Page) -> float:
    """Return the longest task over 50 ms of the page's main thread. A task of our own checks that tasks are
    recorded."""
    found: Sequence[float] = page.evaluate("tasks")
    page.evaluate(
        "() => setTimeout(() => { for (const begun = performance.now(); performance.now() - begun < 150; ); })"
    )
    page.wait_for_function("(known) => tasks.length > known", arg=len(found))
    return max(found, default=0.0)


def row(what: str, value: float, unit: str, limit: float | None, slow: float | None = None) -> None:
    allowed = "" if limit is None else f"{limit:g} {unit}"
    ratio = "" if slow is None else f"{slow:9.1f} {unit} ({slow / value:.1f} x)"
    print(f"{what:<58}{value:9.1f} {unit:<3}{allowed:>9}{ratio}", flush=True)


def main(before: Path | None, only_memory: bool) -> int:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None or not (BUILT / "sw.js").exists():
        print("It needs Chromium, and a site: make site", file=sys.stderr)
        return 2
    wire = sum(file.stat().st_size for file in BUILT.rglob("*") if file.is_file() and file.name != "licences.txt") / 1e6
    print(
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n{'':<58}{'measured':>12}{'at most':>10}   slowed down"
    )
    row("a first visit fetches", wire, "MB", WIRE)
    if only_memory:
        memory_rows(chromium, BUILT)
        return 0
    with sync_playwright() as playwright, visited(playwright, chromium, BUILT) as (visitor, first, worked):
        row("first visit to a usable home page", first, "s", None)
        row("  of which processors worked for the browser", worked, "s", None)
        if before is None:
            [(quick, worked)] = starts(visitor)
        else:
            with visited(playwright, chromium, before) as (older, *_):
                (quick, worked), (then, worked_then) = starts(visitor, older)
        with slowed(visitor.profile):
            [(slow, _)] = starts(visitor)
        row("start from what is kept, to a usable home page", quick, "s", START, slow)
        row("  of which processors worked for the browser", worked, "s", None)
        if before is not None:
            row("  the site of before, in turn with this one", then, "s", None)
            row("  of which processors worked for the browser", worked_then, "s", None)
            print(f"  this one takes {quick / then:.2f} of the time, {worked / worked_then:.2f} of the work")
        page, _ = opened(visitor.context, visitor.url)
        turned = turns(page)
        with slowed(visitor.profile):
            slowly = turns(page)
        row("an Automa turn and its page (Barrage)", median(turned), "ms", TURN, median(slowly))
        page.frames[1].evaluate(_COACH)
        row("the longest task of the page's own thread", longest(page), "ms", TASK)
        kept = page.evaluate("async () => (await navigator.storage.estimate()).usage")
        row("kept on the device", kept / 1e6, "MB", None)
    memory_rows(chromium, BUILT)
    return 0


if __name__ == "__main__":
    asked = argparse.ArgumentParser(prog="python -m benchmarks.pocket")
    asked.add_argument("--before", type=Path, metavar="FOLDER", help="a site that was built before, to compare with")
    asked.add_argument("--memory", action="store_true", help="only what memory it takes")
    said = asked.parse_args()
    sys.exit(main(said.before, said.memory))
