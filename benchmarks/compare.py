"""Compare the speed of two checkouts on one machine: `python -m benchmarks.compare BEFORE AFTER --most 1.05`.

Both play the same games through the public library, alternating, in processes of their own. The least processor time of
each workload counts. Exits with 1 when a ratio AFTER / BEFORE is above `--most`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

#: what each checkout runs: only names that `import soloist` lists, so that it works across versions
WORKLOADS = """
import json, sys, time
import soloist

def play(game, seats, games):
    soloist.simulate(game, seats, games, seed="compare")

def load(text):
    for _ in range(40):
        soloist.load(text)

table = soloist.new("terra_mystica", level="alptrauma", human="witches", home="lakes", seed=179)
table.tell("build E9; build C3")
for _ in range(6):
    table.turn().words()
text = table.text()
work = {
    "Terra Mystica: whole games, random": lambda: play("terra_mystica", "random,automa:automa", 60),
    "Terra Mystica: whole games, greedy": lambda: play("terra_mystica", "greedy,automa:automa", 8),
    "Barrage: whole games, random": lambda: play("barrage", "random,automa:medium", 30),
    "Barrage: whole games, greedy": lambda: play("barrage", "greedy,automa:medium", 5),
    "loading a table": lambda: load(text),
}
times = {}
for name, run in work.items():
    run()
    began = time.process_time()
    run()
    times[name] = time.process_time() - began
print(json.dumps(times))
"""


def measure_checkout(folder: Path) -> dict[str, float]:
    """Run all workloads once with the sources of a checkout; return seconds of processor time by name."""
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve()), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", WORKLOADS], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def compare_checkouts(before: Path, after: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Measure both, alternating; return the least seconds of each workload, before and after."""
    best: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        old, new = measure_checkout(before), measure_checkout(after)
        for name in old:
            least = best.get(name, (float("inf"), float("inf")))
            best[name] = (min(least[0], old[name]), min(least[1], new[name]))
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=1.05, help="the largest ratio that is good")
    args = parser.parse_args()
    worst = 0.0
    for name, (old, new) in compare_checkouts(args.before, args.after, args.rounds).items():
        worst = max(worst, new / old)
        print(f"{name:40} {old:8.3f} s {new:8.3f} s   {new / old:5.2f}")
    return 1 if worst > args.most else 0


if __name__ == "__main__":
    sys.exit(main())
