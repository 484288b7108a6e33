"""The pinned packages that run in the browser, one wheel each, checked by hash."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from soloist.pocket.making.trouble import NotBuiltError

ROOT = Path(__file__).parents[3]
LOCK = ROOT / "requirements-site.lock"
CONSTRAINTS = ROOT / "constraints.txt"
#: the packages that the pages import, and their dependencies
NAMES = (
    "alembic annotated-doc annotated-types anyio fastapi filelock idna jinja2 mako markupsafe opentelemetry-api "
    "platformdirs pydantic pydantic-core python-multipart segno sqlalchemy starlette typing-extensions "
    "typing-inspection"
).split()
#: packages without a wheel for browsers; their Python files work without the machine code of this one
_ELSEWHERE = {"markupsafe": "manylinux_2_28_x86_64"}
_BROWSER = "pyemscripten_2026_0_wasm32"
_PYTHON = ("--implementation=cp", "--python-version=3.14", "--abi=cp314")
_HEAD = "# Made by `make lock`: the one file of each package that runs in the browser.\n"


def hash_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def fetch_wheels(folder: Path) -> list[Path]:
    """Return the wheels that the lock names, sorted by path. Those in `folder` are not downloaded again. Raises
    `NotBuiltError`."""
    wanted = set(re.findall(r"--hash=sha256:(\w+)", LOCK.read_text("utf-8")))
    if len(found := _known_wheels(folder, wanted)) < len(wanted):
        platforms = [_BROWSER, *_ELSEWHERE.values()]
        _download_wheels(folder, platforms, "--require-hashes", f"--requirement={LOCK}")
        found = _known_wheels(folder, wanted)
    if missing := wanted - set(found):
        raise NotBuiltError(f"{len(missing)} of the packages in {LOCK.name} are not in {folder}.")
    return sorted(found.values())


def make_lock() -> str:
    """Return the text of the lock: the versions of `constraints.txt`, each with the hash of its wheel."""
    agreed = dict(re.findall(r"^([^=#\s]+)==(\S+)", CONSTRAINTS.read_text("utf-8"), re.MULTILINE))
    versions = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in agreed.items()}
    if unknown := [name for name in NAMES if name not in versions]:
        raise NotBuiltError(f"{CONSTRAINTS.name} has no version for: {' '.join(unknown)}")
    with tempfile.TemporaryDirectory() as made:
        for platform in (_BROWSER, *_ELSEWHERE.values()):
            names = [name for name in NAMES if _ELSEWHERE.get(name, _BROWSER) == platform]
            _download_wheels(Path(made), [platform], *(f"{name}=={versions[name]}" for name in names))
        files = {file.name.split("-")[0].replace("_", "-").lower(): file for file in Path(made).glob("*.whl")}
        lines = [
            f"{name}=={versions[name]} \\\n    --hash=sha256:{hash_of(files[name].read_bytes())}\n" for name in NAMES
        ]
    return _HEAD + "".join(lines)


def _known_wheels(folder: Path, wanted: set[str]) -> dict[str, Path]:
    files = {hash_of(file.read_bytes()): file for file in sorted(folder.glob("*.whl"))}
    return {mark: file for mark, file in files.items() if mark in wanted}


def _download_wheels(folder: Path, platforms: list[str], *what: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", *_PYTHON, *(f"--platform={name}" for name in platforms), f"--dest={folder}"]
    done = subprocess.run([*command, *what], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotBuiltError(f"pip could not fetch the packages of the site:\n{done.stderr.strip()}")
