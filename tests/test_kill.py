"""kill -9 in the middle of commands: after every kill the table loads and holds every event that was acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

from soloist.modes.table import Table

#: more of them: SOLOIST_TRIALS=10
COMMANDS = 120 * int(os.environ.get("SOLOIST_TRIALS", "1"))
#: one process that runs many commands, like a shell script would, and acknowledges each on its own line
WORKER = """
import sys
from soloist.cli.main import main
for line in sys.stdin:
    words = line.rstrip("\\n").split("\\t")
    code = main(["--data-dir", sys.argv[1], "--lang", "en", "--json", *words])
    print("ACK", code, flush=True)
"""


def test_nothing_acknowledged_is_ever_lost(tmp_path: Path) -> None:
    dice = random.Random(20)
    path = tmp_path / "tables" / "t.soloist"
    new = [
        "new",
        "terra_mystica",
        "t",
        "level=alptrauma",
        "human=witches",
        "home=lakes",
        "pass_values=stand_in",
        "seed=1",
    ]
    subprocess.run(
        [sys.executable, "-m", "soloist.cli.main", "--data-dir", str(tmp_path), *new],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    sent = kills = 0
    struck_after = []
    while sent < COMMANDS:
        before = len(Table.from_text(path.read_bytes()).log)
        with subprocess.Popen(
            [sys.executable, "-c", WORKER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as worker:
            assert worker.stdin is not None and worker.stdout is not None
            burst, acknowledged = dice.randint(3, 9), 0
            for i in range(burst):
                words = ["tell", "t", f"vp +{dice.randint(1, 3)}"] if sent % 5 else ["turn", "t"]
                worker.stdin.write("\t".join(words) + "\n")
                worker.stdin.flush()
                sent += 1
                if i == burst - 1:  # strike while this one is at work
                    time.sleep(dice.random() * 0.04)
                    os.kill(worker.pid, signal.SIGKILL)
                    kills += 1
                else:
                    acknowledged += _acknowledged(worker.stdout)
        table = Table.from_text(path.read_bytes())  # it loads: never half a line, never half a file
        assert before + acknowledged <= len(table.log) <= before + acknowledged + 1
        struck_after.append(len(table.log) - before - acknowledged)
    assert kills >= COMMANDS // 9
    assert set(struck_after) == {0, 1}, "the kills all came too early or too late to prove anything"


def _acknowledged(out: IO[str]) -> int:
    """Wait for the word that a command is done; 1 if it changed the table."""
    for line in out:
        if line.startswith("ACK"):
            return 1 if line == "ACK 0\n" else 0
    raise AssertionError("the worker died by itself")
