"""`python -m benchmarks.pocket`: what the site weighs, how fast it starts and answers in Chromium, and what memory it takes.

Needs `make site` and Chromium. The second column is the same with all processes of the browser stopped for three quarters of
the time: DevTools would slow down only the thread of the page, and Python is not there. Beside other work on the machine
the time that processors gave to the browser says more than the clock, and a ratio more than either: with `--before FOLDER` a
site that was built before is started in turn with this one, in a browser of its own.

Memory is measured in a browser that nobody watches (`unwatched.py`), at several starts. With `--memory` nothing else is
measured.
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

#: what the issue allows: megabytes, seconds, milliseconds
WIRE, START, TURN, MEMORY, TASK = 9.0, 3.0, 300.0, 250.0, 100.0
_STARTS, _TURNS, _MEMORIES = 3, 9, 5
#: seconds between two looks at its memory, and until a browser has tidied up
_LOOK, _TIDY = 0.2, 5.0
_SLOWER = 4
_PATIENCE = 3_600_000
#: how long tasks of the page's own thread took, as they come
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
#: the coach is asked until he has told
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
    """A plain web host."""
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
    """The processes of the browser with this profile, and their command lines."""
    found = {}
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                said = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # it has just ended
            if str(profile) in said:
                found[int(process.name)] = said
    return found


@contextmanager
def slowed(profile: Path) -> Iterator[None]:
    """All processes of the browser run for a quarter of the time."""
    over = threading.Event()

    def tell(what: signal.Signals) -> None:
        for process in processes(profile):
            try:
                os.kill(process, what)
            except ProcessLookupError:
                continue  # it has just ended

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
    """By process of the browser: the seconds that processors gave to it."""
    found = {}
    for process in processes(profile):
        try:
            parts = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has just ended
        found[process] = (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
    return found


def opened(context: BrowserContext, url: str) -> tuple[Page, float]:
    """A tab with a usable home page, and how long that took in seconds."""
    page = context.new_page()
    begun = time.monotonic()
    page.goto(url)
    expect(page.frame_locator("#pages").locator("form[action='/quick/barrage'] button")).to_be_visible(
        timeout=_PATIENCE
    )
    return page, time.monotonic() - begun


@dataclass(frozen=True)
class Visitor:
    """A browser that has been at a site."""

    context: BrowserContext
    profile: Path
    url: str

    def start(self) -> tuple[float, float]:
        """From what the browser keeps to a usable home page: seconds by the clock, and of processors."""
        before = given(self.profile)
        page, took = opened(self.context, self.url)
        worked = sum(time - before.get(process, 0.0) for process, time in given(self.profile).items())
        page.close()
        return took, worked


@contextmanager
def visited(playwright: Playwright, chromium: str, folder: Path) -> Iterator[tuple[Visitor, float, float]]:
    """A browser with a site in it; how long its first visit took in seconds, by the clock and of processors."""
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
    """For each of them: the median of starts, which they make in turn."""
    taken = [[visitor.start() for visitor in visitors] for _ in range(_STARTS)]
    return [(median(t[n][0] for t in taken), median(t[n][1] for t in taken)) for n in range(len(visitors))]


def turns(page: Page) -> list[float]:
    return [float(page.frames[1].evaluate(_TURN)) for _ in range(_TURNS)]


def memory(profile: Path) -> float:
    """Megabytes of the largest process that shows pages: Python, its database, and what Chromium itself needs for them. What
    it shares with others, and pages of the program that a file could bring back, do not count."""
    sizes = [0.0]
    for process, said in processes(profile).items():
        if "--type=renderer" in said:
            try:
                rolled = Path(f"/proc/{process}/smaps_rollup").read_text("ascii")
            except OSError:
                continue  # it has just ended
            own = re.findall(r"^(?:Private_Dirty|Swap):\s+(\d+) kB", rolled, re.MULTILINE)
            sizes.append(sum(map(int, own)) / 1000)
    return max(sizes)


@contextmanager
def most(profile: Path) -> Iterator[list[float]]:
    """What memory was seen meanwhile, looked at several times a second; the most of it comes first in the end."""
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
    """What it takes after a first visit, and then at every start: with one Python, and while the second one is there. Every
    row is told as soon as it is known."""
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
    """Of the tasks over 50 ms that the page's own thread had since it was opened; one of ours shows that they are seen."""
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
