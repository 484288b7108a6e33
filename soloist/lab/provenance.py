"""Where measured numbers come from: the command, the plan, the commit that played the games, and a seal over all of it.

A run knows the tree of the source that plays it. So a folder is not gone on with by another source, what was not measured by
a commit is not published, and a file in which anything was changed afterwards is refused.
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

#: of a digest so much is written
_LONG = 16
_PACKAGE = Path(soloist.__file__).parent


@dataclass(frozen=True, slots=True)
class SourceState:
    """What plays: a commit, and git's name for the tree of the package in it. Where files were changed since, or there is no
    checkout, the commit is empty and the version stands for the tree."""

    commit: str
    tree: str


@dataclass(frozen=True, slots=True)
class MeasurementRun:
    """One measurement: what was typed, by which source, the digest of its plan and of the rows that came out."""

    command: str
    commit: str
    tree: str
    plan: str
    games: int
    rows: str


def _ask_git(folder: Path, *words: str) -> str | None:
    """What git says about a folder; None where there is no git, or nothing that it knows."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=False)
    except OSError:  # no git on this machine
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def find_source(folder: Path) -> SourceState:
    """The source in a folder. Only what is committed has a commit."""
    told = _ask_git(folder, "rev-parse", "HEAD", "HEAD:./")
    if told is None or _ask_git(folder, "status", "--porcelain", "--", ".") != "":
        return SourceState("", soloist.__version__)
    commit, tree = told.split()
    return SourceState(commit, tree)


@cache
def own_source() -> SourceState:
    """The source of this program, as it was when it was first asked for."""
    return find_source(_PACKAGE)


def make_digest(told: object) -> str:
    """Plain values as a few letters: the same for the same values."""
    return sha256(format_row(told).encode()).hexdigest()[:_LONG]


def digest_plan(command: str, tree: str, names: Sequence[tuple[str, str]]) -> str:
    """What is compared: the command without how many games it plays at most, the source, and the alternatives by name. What
    these mean, down to the last value, is in the source."""
    words = command.split()
    most = "--most" if "--precision" in words else "--games"  # step by step, the length of a step is part of the plan
    if most in words:
        at = words.index(most)
        words[at : at + 2] = []
    return make_digest([words, tree, [list(name) for name in names]])


def make_seal(content: Mapping[str, Any]) -> str:
    """The digest of everything that a file of effects says but the seal itself."""
    return make_digest({key: value for key, value in content.items() if key != "seal"})


def check_seal(content: Mapping[str, Any], path: str) -> None:
    """Refuse a file in which something was changed after it was measured, or whose plan is not that of its command."""
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
    """Refuse to publish what no commit has measured: nobody could measure it again."""
    for run in runs:
        if not run.commit:
            raise ImpossibleError(text("lab.no_commit", command=run.command))
