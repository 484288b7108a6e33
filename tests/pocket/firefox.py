"""Firefox through its own remote control (Marionette), which exchanges lines of JSON, without another program."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.web.conftest import PATIENCE, environment

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
#: a free port; nothing is fetched but what is asked for
_PREFERENCES = {
    "marionette.port": 0,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.server": "",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "intl.accept_languages": "en",
}


class Firefox:
    """A window with a profile of its own, and one tab."""

    def __init__(self, profile: Path) -> None:
        self._profile = profile
        profile.mkdir(exist_ok=True)
        told = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(told), "utf-8")
        active = profile / "MarionetteActivePort"
        active.unlink(missing_ok=True)
        assert FIREFOX is not None
        command = [FIREFOX, "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(
            command, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        patience = time.monotonic() + PATIENCE
        while not (active.exists() and active.read_text("ascii")):
            assert time.monotonic() < patience, "Firefox does not start"
            time.sleep(0.1)
        self._socket = socket.create_connection(("127.0.0.1", int(active.read_text("ascii"))))
        self._lines = self._socket.makefile("rb")
        self._message()  # it says who it is
        self._number = 0
        told = self._do("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"pageLoadStrategy": "none"}}})
        self.name = f"Firefox {told['capabilities']['browserVersion']}"
        self._do("WebDriver:SetTimeouts", {"script": 1000 * PATIENCE * 10})

    def open(self, url: str) -> None:
        self._do("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *args: Any) -> Any:
        """Return the result of the body of an asynchronous function in the page."""
        body = f"const given = [...arguments], back = given.pop(); (async (...args) => {{ {script} }})(...given)"
        body += ".then((value) => back({ value }), (why) => back({ why: String(why) }))"
        said = self._do("WebDriver:ExecuteAsyncScript", {"script": body, "args": list(args), "sandbox": None})["value"]
        assert "why" not in said, said
        return said.get("value")

    def kill(self) -> None:
        self._socket.close()
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _do(self, command: str, params: dict[str, Any]) -> Any:
        self._number += 1
        said = json.dumps([0, self._number, command, params]).encode()
        self._socket.sendall(b"%d:%s" % (len(said), said))
        while True:
            kind, number, why, result = self._message()
            if (kind, number) == (1, self._number):
                assert not why, why
                return result

    def _message(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            got = self._lines.read(1)
            assert got, "Firefox has gone"
            length += got
        return json.loads(self._lines.read(int(length[:-1])))
