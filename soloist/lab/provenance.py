"""Provenance of measured numbers: the command, the plan, the commit that played the games, and a seal over all of it.

A run stores the git tree of the source that played it. So a folder is not resumed by another version of the source,
results of uncommitted code are not published, and a file that was edited after its measurement is refused.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import soloist
from soloist.core.errors import ImpossibleError, UnreadableError
from soloist.core.text import text
from soloist.lab.shards import format_row

#: length of a written digest
_LONG = 16
_PACKAGE = Path(soloist.__file__).parent


@dataclass(frozen=True, slots=True)
class SourceState:
    """The commit that plays, and git's id of the package's tree in it. With uncommitted changes or without a checkout
    the commit is empty and `tree` is the version."""

    commit: str
    tree: str


@dataclass(frozen=True, slots=True)
class MeasurementRun:
    """One measurement: its command, its source, and the digests of its plan and its rows."""

    command: str
    commit: str
    tree: str
    plan: str
    games: int
    rows: str


def _ask_git(folder: Path, *words: str) -> str | None:
    """Return the output of git in a folder; None without git or if the command fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)
    except OSError:  # git is not installed
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def find_source(folder: Path) -> SourceState:
    """Return the state of the source in a folder; the commit is empty if files were changed."""
    told = _ask_git(folder, "rev-parse", "HEAD", "HEAD:./")
    if told is None or _ask_git(folder, "status", "--porcelain", "--", ".") != "":
        return SourceState("", soloist.__version__)
    commit, tree = told.split()
    return SourceState(commit, tree)


@cache
def own_source() -> SourceState:
    """Return the state of this program's source when this was first called."""
    return find_source(_PACKAGE)


def make_digest(told: object) -> str:
    """Return a short hash of plain values."""
    return sha256(format_row(told).encode()).hexdigest()[:_LONG]


def digest_plan(command: str, tree: str, names: Sequence[tuple[str, str]]) -> str:
    """Return the digest of what is compared: the command without its limit on games, the source, and the names of the
    alternatives, whose meaning the source determines."""
    words = command.split()
    # with --precision, --games is the length of a step and so part of the plan
    most = "--most" if "--precision" in words else "--games"
    if most in words:
        at = words.index(most)
        words[at : at + 2] = []
    return make_digest([words, tree, [list(name) for name in names]])


def make_seal(content: Mapping[str, Any]) -> str:
    """Return the digest of everything in a file of effects except the seal itself."""
    return make_digest({key: value for key, value in content.items() if key != "seal"})


def check_seal(content: Mapping[str, Any], path: str) -> None:
    """Raise `UnreadableError` for a file that was edited after its measurement or whose plan does not match its
    command."""
    runs, rows = content["run"], content["effect"]
    for at, run in enumerate(runs):
        names = [(row["name"], row["to"]) for row in rows if row["run"] == at]
        games = [row["games"] for row in rows if row["run"] == at]
        alike = "--precision" in run["command"].split() or set(games) == {run["games"]}
        if run["plan"] != digest_plan(run["command"], run["tree"], names) or max(games) != run["games"] or not alike:
            raise UnreadableError(text("lab.edited", path=path))
    if content["seal"] != make_seal(content) or any(not 0 <= row["run"] < len(runs) for row in rows):
        raise UnreadableError(text("lab.edited", path=path))


def check_committed(runs: Sequence[MeasurementRun]) -> None:
    """Raise `ImpossibleError` for a run without a commit: nobody could repeat it."""
    for run in runs:
        if not run.commit:
            raise ImpossibleError(text("lab.no_commit", command=run.command))
