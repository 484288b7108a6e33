"""Commands run in this process on a temporary data folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from soloist.cli.main import main


class Shell:
    """Runs commands in this process on a data folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.err = ""

    def __call__(self, *words: str, code: int = 0) -> str:
        try:
            got = main(["--data-dir", str(self.folder), "--lang", "en", *words])
        except SystemExit as left:  # argparse
            got = int(left.code or 0)
        out, self.err = self.capsys.readouterr()
        assert got == code, (words, got, out, self.err)
        assert "Traceback" not in out + self.err
        return out

    def json(self, *words: str, code: int = 0) -> Any:
        return json.loads(self(*words, "--json", code=code))


@pytest.fixture
def shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(tmp_path, capsys)
