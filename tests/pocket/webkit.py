"""WebKit, the engine of Safari, as Debian packages it for GTK: our own window (`webkit_window.py`) on an invisible
screen."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

from tests.web.conftest import environment

#: the system's Python, which has the bindings if they are installed
_PYTHON = "/usr/bin/python3"
_BOUND = "import gi; gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2"


def there() -> bool:
    if shutil.which("xvfb-run") is None or not Path(_PYTHON).exists():
        return False
    return subprocess.run([_PYTHON, "-c", _BOUND], capture_output=True).returncode == 0


class WebKit:
    """A window with a folder of its own, and one tab."""

    def __init__(self, profile: Path) -> None:
        window = str(Path(__file__).with_name("webkit_window.py"))
        settings = environment(GIO_USE_VFS="local", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1", LANGUAGE="en")
        self._process = subprocess.Popen(
            ["xvfb-run", "-a", "-n", "120", _PYTHON, window, str(profile)],
            env=settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,
        )
        self.name = str(self._heard()["name"])

    def open(self, url: str) -> None:
        self._do({"open": url})

    def run(self, script: str, *args: Any) -> Any:
        """Return the result of the body of an asynchronous function in the page."""
        return self._do({"run": script, "args": args})

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _do(self, what: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        print(json.dumps(what), file=self._process.stdin, flush=True)
        said = self._heard()
        assert "why" not in said, said
        return said["value"]

    def _heard(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "WebKit has gone"
        return json.loads(line)
