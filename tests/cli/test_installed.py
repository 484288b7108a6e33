"""The package as pip installs it: without checkout and tests."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import soloist


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with only the package, as in a wheel."""
    folder = tmp_path_factory.mktemp("site-packages")
    package = Path(soloist.__file__).parent
    shutil.copytree(package, folder / "soloist", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(installed: Path, *words: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(installed),
        "SOLOIST_LANG": "en",
        "SOLOIST_DATA": str(installed / "d"),
    }
    command = [sys.executable, "-m", "soloist", *words]
    done = subprocess.run(command, cwd=installed, env=environment, stdout=subprocess.PIPE, check=True, timeout=120)
    return " ".join(done.stdout.decode().split())


def test_without_tests_nobody_knows_what_they_cover(installed: Path) -> None:
    found = json.loads(run(installed, "rules", "barrage", "--json"))
    assert found["uncovered_by_tests"] is None and "not installed" in found["tests_unknown"]
    assert found["uncovered_by_code"] == []  # the code is there
    said = run(installed, "rules", "barrage")
    assert "The tests are not installed here" in said and "Not cited by tests" not in said


def test_nor_which_tests_hold_a_rule(installed: Path) -> None:
    found = json.loads(run(installed, "rule", "BA-131", "--json"))
    assert found["tests"] is None and found["tests_unknown"] and found["code"]
    assert "The tests are not installed here" in run(installed, "rule", "BA-131")
