"""`scripts/other-browsers`: the pocket in Firefox and WebKit, where installed, from the first load to a start without
a host.

Not part of the suite: two more browsers are hundreds of megabytes, and a first load takes long in each. Results are
in docs/pocket.md.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from soloist.web.routes.pocket_mount import BUILT
from tests.pocket import firefox, webkit
from tests.pocket.conftest import Host

#: seconds for the slowest of all machines
PATIENCE = 1800

#: in every script: the pages, one question to the API, and waiting
_HELP = """
const frame = document.getElementById("pages");
const page = () => frame?.contentDocument;
const ask = async (path, said) => {
  const headers = { "content-type": "application/json" };
  const how = said === undefined ? {} : { method: "POST", headers, body: JSON.stringify(said) };
  const answer = await frame.contentWindow.fetch(path, how);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return (answer.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
};
"""


class Browser(Protocol):
    """A browser with one tab, and what it keeps in a folder."""

    name: str

    def open(self, url: str) -> None: ...

    def run(self, script: str, *args: Any) -> Any: ...

    def kill(self) -> None: ...


class Visit:
    """The steps in each browser. Each step prints what it saw, or raises."""

    def __init__(self, start: Callable[[Path], Browser], profile: Path) -> None:
        self._start, self._profile = start, profile
        self.browser = start(profile)

    def steps(self, host: Host) -> Iterator[tuple[str, str]]:
        began = time.monotonic()
        self._come_in(host.url)
        yield "first load", f"{time.monotonic() - began:.0f} s to the home page"
        id = self._tap()
        yield "a table by tapping", "shown"
        self._do("await ask(`/api/tables/${args[0]}/turn`, {})", id)
        yield "her turn", f"{self._entries(id)} entries"
        yield "the browser keeps data", str(self._do("return navigator.storage?.persisted?.()"))
        yield "export and import of everything", self._move()
        yield "the coach, in a second Python", self._coached()
        self._wait("document.documentElement.dataset.settled", "everything is kept for later starts")
        known = self._entries(id)
        host.stop()
        self.browser.kill()
        self.browser = self._start(self._profile)
        began = time.monotonic()
        self._come_in(host.url)
        how = self._do("return document.documentElement.dataset.began")
        yield "killed, started again, the host is gone", f"from {how} in {time.monotonic() - began:.0f} s"
        assert self._entries(id) == known
        yield "the table is there", f"{known} entries"
        self._do("await ask(`/api/tables/${args[0]}/undo`, {})", id)
        yield "it is played on", f"{self._entries(id)} entries"

    def _do(self, script: str, *args: Any) -> Any:
        return self.browser.run(_HELP + script, *args)

    def _entries(self, id: str) -> int:
        return int(self._do("return (await ask(`/api/tables/${args[0]}`)).at", id))

    def _wait(self, what: str, words: str) -> None:
        patience = time.monotonic() + PATIENCE
        while time.monotonic() < patience:
            if self._do(f"return Boolean({what})"):
                return
            time.sleep(0.2)
        said = self._do("return [location.href, document.body?.innerText, page()?.body?.innerText?.slice(0, 300)]")
        raise AssertionError(f"not seen: {words}. Instead: {said}")

    def _come_in(self, url: str) -> None:
        self.browser.open(url)
        self._wait("page()?.querySelector(\"form[action$='/quick/barrage'] button\") && !frame.hidden", "the home page")

    def _tap(self) -> str:
        self._do("page().querySelector(\"form[action$='/quick/barrage'] button\").click()")
        self._wait('page()?.querySelector("[data-table]")', "a table")
        return str(self._do("return frame.contentWindow.location.pathname.split('/').at(-1)"))

    def _move(self) -> str:
        size, status = self._do("""
            const all = await (await frame.contentWindow.fetch("/everything")).blob();
            const form = new FormData();
            form.set("file", all, "all.zip");
            const taken = await frame.contentWindow.fetch("/everything/import", { method: "POST", body: form });
            return [all.size, taken.status];""")
        assert size > 0 and status == 200, (size, status)
        return f"{size} bytes"

    def _coached(self) -> str:
        took = self._do("""
            const begun = performance.now();
            const { id } = await ask("/api/tables", { game: "terra_mystica", digital: true, options: { seed: "5" } });
            let said = await ask(`/t/${id}/hint?part=true`);
            while (said.includes("data-again")) {
              await new Promise((resolve) => setTimeout(resolve, 500));
              said = await ask(`/t/${id}/hint?part=true`);
            }
            if (!said.includes("advised")) throw new Error(said);
            return performance.now() - begun;""")
        return f"told after {took / 1000:.0f} s"


def main(asked: list[str]) -> int:
    known: dict[str, tuple[bool, Callable[[Path], Browser]]] = {
        "firefox": (firefox.FIREFOX is not None, firefox.Firefox),
        "webkit": (webkit.there(), webkit.WebKit),
    }
    if not (BUILT / "sw.js").exists():
        print("It needs a site: make site", file=sys.stderr)
        return 2
    wrong = 0
    for name, (there, start) in known.items():
        if asked and name not in asked:
            continue
        if not there:
            print(f"{name}: not installed, not tried")
            wrong += name in asked
            continue
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            visit = Visit(start, Path(folder) / "profile")
            print(visit.browser.name, flush=True)
            try:
                for what, seen in visit.steps(Host(BUILT)):
                    print(f"  {what}: {seen}", flush=True)
            except AssertionError as why:
                wrong += 1
                print(f"  FAILED: {why}", flush=True)
            finally:
                visit.browser.kill()
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="scripts/other-browsers")
    parser.add_argument(
        "browsers", nargs="*", metavar="firefox|webkit", help="only this one; otherwise each that is there"
    )
    sys.exit(main(parser.parse_args().browsers))
