"""The samples of a document, run in order and compared with what is printed.

In a ```console block a line after `$ ` is a command and `> ` goes on with it; what follows is what it prints. A line that is
only `…` stands for any lines, `…` within a line for any letters. ```pycon blocks are doctests; all of a document share their
names. A block after `<!-- not run: REASON -->` is left alone; one after `<!-- file: NAME -->` is a file from then on;
`<!-- run: COMMAND -->` runs something the reader has done before.

    python -m tests.documents docs/players.md    # writes what is printed today into the document
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory

from soloist.cli.main import main

ROOT = Path(__file__).parent.parent
REST = "…"
_BLOCK = re.compile(
    r"^<!-- run: (?P<run>[^\n]+) -->$"
    r"|^<!-- file: (?P<file>[^\n]+) -->\n+```\n(?P<content>.*?)^```$"
    r"|(?P<skipped><!-- not run: [^\n]+ -->\n+)?^```(?P<kind>console|pycon)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
#: what only a shell can do
_SHELL = re.compile(r"[|><;&$*`]")


@dataclass
class Sample:
    """A command and what it should print."""

    command: str
    shown: list[str] = field(default_factory=list)


def samples(block: str) -> list[Sample]:
    found: list[Sample] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Sample(line[2:]))
        elif line.startswith("> ") and found and not found[-1].shown:
            found[-1].command += "\n" + line[2:]
        elif found:
            found[-1].shown.append(line)
    return found


def same(shown: list[str], printed: list[str]) -> bool:
    """Whether this is what is printed, where `…` leaves something out."""
    if not shown:
        return not printed
    if shown[0] == REST:
        return any(same(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    line = ".*".join(map(re.escape, shown[0].rstrip().split(REST)))
    return re.fullmatch(line, printed[0].rstrip()) is not None and same(shown[1:], printed[1:])


class Place:
    """A folder of its own, in which commands run as in a terminal of 80 columns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            **os.environ,
            "SOLOIST_DATA": str(folder / ".data"),
            "SOLOIST_LANG": "en",
            "COLUMNS": "80",
            "PYTHONPATH": str(ROOT),
            "PYTHONIOENCODING": "utf-8",
            "PATH": f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}",
        }
        command = folder / ".bin" / "soloist"
        command.parent.mkdir()
        command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m soloist.cli.main "$@"\n', "utf-8")
        command.chmod(0o755)
        (folder / "scenarios").symlink_to(ROOT / "scenarios")
        (folder / "docs").mkdir()
        (folder / "docs" / "samples").symlink_to(ROOT / "docs" / "samples")

    def run(self, command: str) -> list[str]:
        """What a command prints; one of ours runs here, which is quicker."""
        words = [] if _SHELL.search(command) else shlex.split(command)
        if not words or words[0] != "soloist":
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=600,
                check=False,
            )
            return done.stdout.decode().splitlines()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            before, folder = dict(os.environ), Path.cwd()
            os.environ.update(self.environment)
            os.chdir(self.folder)
            try:
                main(words[1:])
            except SystemExit:
                pass  # help, or words that are no command
            finally:
                os.chdir(folder)
                os.environ.clear()
                os.environ.update(before)
        return printed.getvalue().splitlines()


def faults(path: Path) -> list[str]:
    """Where a document shows something else than what is printed."""
    return [fault for _, fault, _ in _compared(path) if fault]


def _compared(path: Path) -> Iterator[tuple[re.Match[str], str, str]]:
    """Each block with what is wrong about it, and what it should be."""
    names: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        place = Place(Path(folder))
        for block in _BLOCK.finditer(path.read_text("utf-8")):
            body = block["body"] or ""
            if block["skipped"]:
                continue
            if block["run"]:
                place.run(block["run"])
                continue
            if block["file"]:
                (place.folder / block["file"]).write_text(block["content"], "utf-8")
                continue
            if block["kind"] == "pycon":
                yield block, _doctest(body, names, path), body
                continue
            wrong, lines = [], []
            for sample in samples(body):
                printed = place.run(sample.command)
                fine = same(sample.shown, printed)
                if not fine:
                    wrong.append("\n".join([f"$ {sample.command}", *printed, "is shown as:", *sample.shown]))
                first, *more = sample.command.split("\n")
                lines += [f"$ {first}", *(f"> {line}" for line in more)]
                lines += sample.shown if fine else _cut(sample.shown, printed)
            yield block, "\n".join(wrong), "\n".join([*lines, ""])


def _doctest(body: str, names: dict[str, object], path: Path) -> str:
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(body, names, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return "".join(said)


def _cut(shown: list[str], printed: list[str]) -> list[str]:
    """What is printed, cut where it was cut before."""
    if REST not in shown:
        return printed
    found: list[str] = []
    for what, a, b, c, d in SequenceMatcher(None, shown, printed, autojunk=False).get_opcodes():
        if what == "equal":
            found += shown[a:b]
        elif REST in shown[a:b]:
            found += [*printed[c : c + shown[a:b].index(REST)], REST]
        else:
            found += printed[c:d]
    return found


def write(path: Path) -> None:
    """Put what is printed today into the document; doctests are left to people."""
    source = path.read_text("utf-8")
    for block, fault, body in reversed(list(_compared(path))):
        if block["kind"] == "console":
            source = source[: block.start("body")] + body + source[block.end("body") :]
        elif fault:
            print(fault)
    path.write_text(source, "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        write(Path(name))
