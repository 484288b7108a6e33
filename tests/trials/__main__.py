"""`python -m tests.trials`: run the trials at any size; a run can be stopped and resumed.

    python -m tests.trials --times 10 --seed 12 --out FOLDER               # all of them at ten times their usual size
    python -m tests.trials --times 0.1 --seed 12 --only imports,steps      # two of them, short

Results are in FOLDER, one file per trial, written after every piece; the same command resumes a run. At the end a table
is printed; the exit code is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from tests.trials.every import TRIALS
from tests.trials.trial import Standing, run_long


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.trials", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=float, default=1.0, help="of the sizes of the issue (default 1)")
    parser.add_argument("--seed", default="12")
    parser.add_argument("--only", default=",".join(TRIALS), help="names with commas: " + ", ".join(TRIALS))
    parser.add_argument("--out", type=Path, default=Path("build/trials"), help="where it is kept how far they are")
    args = parser.parse_args()
    names = args.only.split(",")
    for name in names:
        if name not in TRIALS:
            parser.error(f"there is no trial {name}")
    args.out.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    wanted = {name: round(TRIALS[name].size * args.times) for name in names}
    try:
        for name in names:
            run_long(TRIALS[name], wanted[name], args.seed, args.out, lambda line: print(line, flush=True))
    except KeyboardInterrupt:
        print("stopped; the same command goes on with it")
    found = [Standing.read(args.out / f"{name}.json", args.seed) for name in names]
    print()
    for name, at in zip(names, found, strict=True):
        trial, counts = TRIALS[name], at.tally.counts
        done = counts.get(trial.unit, 0)
        print(
            f"{name:<12}{done:>10,} of {wanted[name]:,} {trial.unit}, {len(at.tally.findings)} findings, {at.seconds:,.0f} s"
        )
        for what, n in sorted(counts.items()):
            if what != trial.unit:
                print(f"{'':<12}{n:>10,} {what}")
    return 1 if any(at.tally.findings for at in found) else 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # do not wait for threads of an interrupted piece
