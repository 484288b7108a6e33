"""Run the samples of a document in order and compare their output with what the document shows.

In a ```console block a line after `$ ` is a command, continued by lines after `> `; the lines below are its output. A
line that is only `…` matches any lines, `…` within a line any characters. ```pycon blocks are doctests; all of a
document share their names. Lines indented by four are commands too, perhaps with a comment, and must succeed. `soloist
serve` is started until it answers, then stopped; with arguments only these are checked. `make WORD` must be a target of
the Makefile.

A comment before a block changes how it is treated:

    <!-- file: NAME -->       write the block to this file
    <!-- in: NAME -->         this file of ours contains the block
    <!-- long: COMMAND -->    too long for the tests: this command runs it and compares
    <!-- not run: REASON -->  skip the block
    <!-- run: COMMAND -->     no block: run something the reader has done before

    python -m tests.documents docs/players.md            # writes today's output into the document
    python -m tests.documents --long docs/designers.md   # also runs the long blocks
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
from urllib.request import ProxyHandler, build_opener

from soloist.cli.main import main, make_parser
from soloist.cli.printer import Printer
from soloist.session.words import Catalogue

ROOT = Path(__file__).parent.parent
REST = "…"
_BLOCK = re.compile(
    r"^<!-- run: (?P<run>[^\n]+) -->$"
    r"|(?:^<!-- (?P<how>file|in|long|not run): (?P<what>[^\n]+) -->\n+)?"
    r"(?:^```(?P<kind>[a-z]*)\n(?P<body>.*?)^```$|(?<=\n\n)(?P<commands>(?:^ {4}\S[^\n]*\n)+))",
    re.MULTILINE | re.DOTALL,
)
#: blocks that are run
RUN = ("console", "pycon")
#: characters that need a shell
_SHELL = re.compile(r"[|><;&$*`]")


@dataclass
class Sample:
    """A command and the output that the document shows."""

    command: str
    shown: list[str] = field(default_factory=list)


def split_samples(block: str) -> list[Sample]:
    found: list[Sample] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Sample(line[2:]))
        elif line.startswith("> ") and found and not found[-1].shown:
            found[-1].command += "\n" + line[2:]
        elif found:
            found[-1].shown.append(line)
    return found


def is_match(shown: list[str], printed: list[str]) -> bool:
    """Return whether the shown lines match the printed ones; `…` stands for anything."""
    if not shown:
        return not printed
    if shown[0] == REST:
        return any(is_match(shown[1:], printed[i:]) for i in range(len(printed) + 1))
    if not printed:
        return False
    line = ".*".join(map(re.escape, shown[0].rstrip().split(REST)))
    return re.fullmatch(line, printed[0].rstrip()) is not None and is_match(shown[1:], printed[1:])


class SampleFolder:
    """A temporary folder in which commands run as in a terminal of 80 columns."""

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
        self.code = 0
        self.served = False
        (folder / "docs").mkdir()
        (folder / "docs" / "samples").symlink_to(ROOT / "docs" / "samples")

    def run(self, command: str) -> list[str]:
        """Return the output of a command and set `code` to its exit code. Our own commands run in this process."""
        words = [] if _SHELL.search(command) else shlex.split(command)
        if not words or words[0] != "soloist":
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=3600,
                check=False,
            )
            self.code = done.returncode
            return done.stdout.decode().splitlines()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            before, folder = dict(os.environ), Path.cwd()
            os.environ.update(self.environment)
            os.chdir(self.folder)
            try:
                self.code = main(words[1:])
            except SystemExit as left:  # help, or an unknown command
                self.code = int(left.code or 0)
            finally:
                os.chdir(folder)
                os.environ.clear()
                os.environ.update(before)
        return printed.getvalue().splitlines()

    def serve(self, words: list[str]) -> str:
        """Check the arguments of `soloist serve`, and at the first call start it until it answers.

        Return the fault, or "".
        """
        from tests.web.conftest import Server

        try:
            make_parser(Printer(Catalogue("en"))).parse_args(["serve", *words])
        except SystemExit:
            return f"soloist serve {shlex.join(words)}: no such words"
        if self.served or words:
            return ""
        server = Server(self.folder / ".data")
        try:
            with build_opener(ProxyHandler({})).open(server.url) as answer:
                self.served = True
                return "" if answer.status == 200 else f"soloist serve: {answer.status}"
        finally:
            server.kill()

    def run_checked(self, command: str) -> str:
        """Run a command that must succeed. Return the fault, or ""."""
        if command.startswith("soloist serve"):
            return self.run_line(command)
        printed = self.run(command)
        return "\n".join([command, *printed]) if self.code else ""

    def run_line(self, line: str) -> str:
        """Run an indented line, which must succeed. Return the fault, or ""."""
        words = shlex.split(line, comments=True)
        if not words:
            return ""
        if words[0] == "make":
            made = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
            return "" if set(words[1:]) <= set(made) else f"{line}: the Makefile does not know it"
        if words[:2] == ["soloist", "serve"]:
            return self.serve(words[2:])
        return self.run_checked(shlex.join(words))


def find_blocks(path: Path) -> list[re.Match[str]]:
    return list(_BLOCK.finditer(path.read_text("utf-8")))


def find_faults(path: Path) -> list[str]:
    """Return where a document differs from what is printed."""
    return [fault for _, fault, _ in _compare_blocks(path) if fault]


def _compare_blocks(path: Path, *, long: bool = False) -> Iterator[tuple[re.Match[str], str, str]]:
    """Yield each block with its fault and its correct content."""
    names: dict[str, object] = {}
    with TemporaryDirectory() as folder:
        place = SampleFolder(Path(folder))
        for block in find_blocks(path):
            body = block["body"] or ""
            if block["run"]:
                if fault := place.run_checked(block["run"]):
                    yield block, fault, ""
            elif block["how"] == "file":
                (place.folder / block["what"]).write_text(body, "utf-8")
            elif block["how"] == "in":
                there = body in (ROOT / block["what"]).read_text("utf-8")
                yield block, "" if there else f"{block['what']} does not have these lines:\n{body}", body
            elif block["how"] == "not run" or (block["how"] == "long" and not long):
                continue
            elif block["commands"]:
                wrong = [fault for line in block["commands"].splitlines() if (fault := place.run_line(line.strip()))]
                yield block, "\n".join(wrong), block["commands"]
            elif block["kind"] == "pycon":
                yield block, _run_doctest(body, names, path), body
            elif block["kind"] == "console":
                yield block, *_run_console(place, body)


def _run_console(place: SampleFolder, body: str) -> tuple[str, str]:
    """Return the fault of a console block, and its correct content."""
    wrong, lines = [], []
    for sample in split_samples(body):
        printed = place.run(sample.command)
        fine = is_match(sample.shown, printed)
        if not fine:
            wrong.append("\n".join([f"$ {sample.command}", *printed, "is shown as:", *sample.shown]))
        first, *more = sample.command.split("\n")
        lines += [f"$ {first}", *(f"> {line}" for line in more)]
        lines += sample.shown if fine else _cut_output(sample.shown, printed)
    return "\n".join(wrong), "\n".join([*lines, ""])


def _run_doctest(body: str, names: dict[str, object], path: Path) -> str:
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(body, names, path.name, str(path), 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    runner.run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return "".join(said)


def _cut_output(shown: list[str], printed: list[str]) -> list[str]:
    """Return the printed lines, shortened where the document shortens them."""
    parts = [line for line in shown if REST in line and line != REST]
    printed = [next((line for line in parts if is_match([line], [full])), full) for full in printed]
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


def write(path: Path, *, long: bool = False) -> None:
    """Update the console blocks of a document; other faults are printed."""
    source = path.read_text("utf-8")
    for block, fault, body in reversed(list(_compare_blocks(path, long=long))):
        if block["kind"] == "console" and block["how"] != "in":
            source = source[: block.start("body")] + body + source[block.end("body") :]
        elif fault:
            print(fault)
    path.write_text(source, "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        if name != "--long":
            write(Path(name), long="--long" in sys.argv)
