"""Chromium with nothing of its developer tools switched on but what runs a script.

Tools that watch a browser keep a copy of all that its pages fetch, in the very process whose memory is to be measured.
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

#: what a message of the pipe ends with
_END = b"\0"
#: the numbers under which Chromium looks for the two ends of the pipe
_READS, _WRITES = 3, 4


class Tab:
    """One page of it."""

    def __init__(self, chromium: Chromium, url: str) -> None:
        self._chromium = chromium
        self._target = chromium.send("Target.createTarget", url=url)["targetId"]
        self._session = chromium.send("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]

    def run(self, script: str) -> Any:
        """What comes of an expression in the page, or of the promise that it is."""
        said = self._chromium.send(
            "Runtime.evaluate", self._session, expression=script, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in said:
            raise RuntimeError(said["exceptionDetails"])
        return said["result"].get("value")

    def wait(self, script: str, seconds: float) -> None:
        """Until the expression holds."""
        end = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.1)

    def close(self) -> None:
        self._chromium.send("Target.closeTarget", targetId=self._target)


class Chromium:
    """A browser that is told by a pipe what to do."""

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
    """A browser with this profile, as long as it is needed."""
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
        os.close(to)  # it ends when nobody can tell it anything any more
        process.wait()
