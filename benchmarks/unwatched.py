"""Chromium controlled through a pipe, with no developer tools enabled except running scripts.

Enabled tools keep a copy of everything a page fetches in the very process whose memory is measured.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: terminator of a message in the pipe
_END = b"\0"
#: file descriptors that Chromium uses for the pipe
_READS, _WRITES = 3, 4


class Tab:
    """A tab of the browser."""

    def __init__(self, chromium: Chromium, url: str) -> None:
        self._chromium = chromium
        self._target = chromium.send("Target.createTarget", url=url)["targetId"]
        self._session = chromium.send("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page, awaiting a promise."""
        said = self._chromium.send(
            "Runtime.evaluate", self._session, expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"])
        return said["result"].get("value")

    def wait(self, script: str, seconds: float) -> None:
        """Wait until the expression is true. Raises `TimeoutError`."""
        end = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.1)

    def close(self) -> None:
        self._chromium.send("Target.closeTarget", targetId=self._target)


class Chromium:
    """A browser controlled through a pipe."""

    def __init__(self, to: int, back: int) -> None:
        self._to = to
        self._back = os.fdopen(back, "rb")
        self._heard = b""
        self._number = 0

    def send(self, method: str, session: str = "", **params: Any) -> Any:
        self._number += 1
        said = {"id": self._number, "method": method, "params": params}
        os.write(self._to, json.dumps(said | ({"sessionId": session} if session else {})).encode() + _END)
        while True:
            found = self._message()
            if found.get("id") == self._number:
                if "error" in found:
                    raise RuntimeError(found["error"])
                return found["result"]

    def _message(self) -> Any:
        while _END not in self._heard:
            got = self._back.read1(65536)
            if not got:
                raise EOFError("Chromium has gone")
            self._heard += got
        one, _, self._heard = self._heard.partition(_END)
        return json.loads(one)


@contextmanager
def unwatched(executable: str, profile: Path) -> Iterator[Chromium]:
    """Run a browser with this profile in the context."""
    reads, to = os.pipe()
    back, writes = os.pipe()

    def at_their_numbers() -> None:
        for end, number in zip((os.dup(reads), os.dup(writes)), (_READS, _WRITES), strict=True):
            os.dup2(end, number)

    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    command = [executable, *flags, "--lang=en", f"--user-data-dir={profile}", "--remote-debugging-pipe"]
    process = subprocess.Popen(
        command, preexec_fn=at_their_numbers, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(reads)
    os.close(writes)
    try:
        yield Chromium(to, back)
    finally:
        os.close(to)  # Chromium exits when the pipe is closed
        process.wait()
