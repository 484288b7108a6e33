"""`kill -9` during commands of the terminal: afterwards the table loads and holds everything acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from soloist.session.table import Table
from tests.trials.trial import Tally, Trial
from tests.web.conftest import environment

#: one process that runs many commands, like a shell script, and acknowledges each on a line
WORKER = """
import sys
from soloist.cli.main import main
for line in sys.stdin:
    words = line.rstrip("\\n").split("\\t")
    code = main(["--data-dir", sys.argv[1], "--lang", "en", "--json", *words])
    print("ACK", code, flush=True)
"""
#: tables of each kind, and what is entered at them
TABLES = (
    ("terra_mystica", ("level=alptrauma", "human=witches", "home=lakes", "pass_values=stand_in"), "vp +{}"),
    ("barrage", (), "vp +{}"),
    ("tapestry", (), "vp +{}"),
    ("barrage", ("--digital",), ""),
    ("terra_mystica", ("--digital",), ""),
)


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    game, options, told = dice.choice(TABLES)
    path = folder / "tables" / "t.soloist"
    command = [
        sys.executable,
        "-m",
        "soloist.cli.main",
        "--data-dir",
        str(folder),
        "new",
        game,
        "t",
        *options,
        "seed=1",
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment())
    for _ in range(number):
        before = len(Table.from_text(path.read_bytes()).log)
        acknowledged = _strike(folder, dice, told, path)
        try:
            table = Table.from_text(path.read_bytes())  # it loads: no line and no file is cut
        except Exception as why:
            tally.fault("the table after a kill", why)
            return
        more = len(table.log) - before - acknowledged
        tally.count("acknowledged entries", acknowledged)
        tally.count("struck before it was stored" if more == 0 else "struck after it was stored")
        if more not in (0, 1):
            tally.found(
                "lost or too much", f"{before} + {acknowledged} acknowledged, {len(table.log)} there\n{table.text()}"
            )


def _strike(folder: Path, dice: random.Random, told: str, path: Path) -> int:
    """Run some commands and kill the last one at work; return how many were acknowledged before."""
    acknowledged = 0
    with subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as worker:
        assert worker.stdin is not None and worker.stdout is not None
        burst, took = dice.randint(3, 9), 0.04
        for i in range(burst):
            begun = time.monotonic()
            worker.stdin.write("\t".join(_words(dice, told, path)) + "\n")
            worker.stdin.flush()
            if i == burst - 1:  # kill it at work
                time.sleep(dice.random() * 1.5 * took)
                os.kill(worker.pid, signal.SIGKILL)
            else:
                acknowledged += _acknowledged(worker.stdout)
                took = time.monotonic() - begun  # on a busy machine commands take longer: kill later
    return acknowledged


def _words(dice: random.Random, told: str, path: Path) -> list[str]:
    if told:
        return ["tell", "t", told.format(dice.randint(1, 3))] if dice.random() < 0.8 else ["turn", "t"]
    table = Table.from_text(path.read_bytes())
    legal = table.legal()
    if table.automa_due or not legal:
        return ["turn", "t"]
    return ["tell", "t", table.rulebook.write_move(table.board, dice.choice(list(legal)))]


def _acknowledged(out: IO[str]) -> int:
    """Wait until a command reports that it is done; return 1 if it changed the table."""
    for line in out:
        if line.startswith("ACK"):
            return 1 if line == "ACK 0\n" else 0
    raise AssertionError("the worker died by itself")


TERMINAL = Trial("terminal", "kills of the terminal", 140, 10, run)
