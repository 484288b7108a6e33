"""What a trial is, and how to run one of any size in pieces, so that it can be stopped and resumed."""

from __future__ import annotations

import json
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from soloist.session.files import write_atomically

#: a run with more kinds of findings than this is stopped: the rest would be similar
MOST_FINDINGS = 100


@dataclass(slots=True)
class Tally:
    """Counts of what a trial met, and its findings."""

    counts: Counter[str] = field(default_factory=Counter)
    #: kind -> details of the first finding of that kind
    findings: dict[str, str] = field(default_factory=dict)

    def count(self, what: str, n: int = 1) -> None:
        self.counts[what] += n

    def found(self, kind: str, details: str) -> None:
        """Record something that should not have happened."""
        self.counts[f"FOUND {kind}"] += 1
        self.findings.setdefault(kind, details[:20_000])

    def fault(self, what: str, why: BaseException) -> None:
        """Record an exception that should not have been raised."""
        last = traceback.extract_tb(why.__traceback__)[-1]
        kind = f"{type(why).__name__} in {Path(last.filename).name}, {last.name}"
        self.found(kind, f"{what}\n{''.join(traceback.format_exception(why))}")


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial.

    `size` is how many cases (in `unit`) it usually has, as in issue 12; `piece` is how many are done between two
    checkpoints. `run` gets random numbers, how many cases to do, a folder of its own and the tally.
    """

    name: str
    unit: str
    size: int
    piece: int
    run: Callable[[random.Random, int, Path, Tally], None]


def run(trial: Trial, number: int, seed: str, *, first: int = 0) -> Tally:
    """Run a trial in pieces; the result of a piece depends only on the seed and its number."""
    tally = Tally()
    for piece, done in enumerate(range(0, number, trial.piece), first):
        _piece(trial, piece, min(trial.piece, number - done), seed, tally)
    return tally


def _piece(trial: Trial, piece: int, number: int, seed: str, tally: Tally) -> None:
    with TemporaryDirectory(prefix=f"soloist-{trial.name}-") as folder:
        trial.run(random.Random(f"{seed} {trial.name} {piece}"), number, Path(folder), tally)
    tally.count(trial.unit, number)


@dataclass(slots=True)
class Standing:
    """Progress of a long run, written after every piece and read to resume it."""

    path: Path
    seed: str
    pieces: int = 0
    seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def read(cls, path: Path, seed: str) -> Standing:
        if not path.exists():
            return cls(path, seed)
        told = json.loads(path.read_text("utf-8"))
        if told["seed"] != seed:
            raise SystemExit(f"{path} is a run with the seed {told['seed']}: use another folder")
        return cls(path, seed, told["pieces"], told["seconds"], Tally(Counter(told["counts"]), told["findings"]))

    def write(self) -> None:
        told = {
            "seed": self.seed,
            "pieces": self.pieces,
            "seconds": round(self.seconds, 1),
            "counts": dict(sorted(self.tally.counts.items())),
            "findings": self.tally.findings,
        }
        write_atomically(self.path, json.dumps(told, indent=1, ensure_ascii=False) + "\n")


def run_long(trial: Trial, number: int, seed: str, out: Path, say: Callable[[str], None]) -> Standing:
    """Run a trial from the progress stored in the folder."""
    at = Standing.read(out / f"{trial.name}.json", seed)
    said = time.monotonic()
    while (done := at.pieces * trial.piece) < number and len(at.tally.findings) <= MOST_FINDINGS:
        begun = time.monotonic()
        _piece(trial, at.pieces, min(trial.piece, number - done), seed, at.tally)
        at.pieces += 1
        at.seconds += time.monotonic() - begun
        at.write()
        if time.monotonic() - said > 20 or at.pieces * trial.piece >= number:
            said = time.monotonic()
            done = min(at.pieces * trial.piece, number)
            say(
                f"{trial.name}: {done:,} of {number:,} {trial.unit} in {at.seconds:.0f} s, {len(at.tally.findings)} findings"
            )
    return at
