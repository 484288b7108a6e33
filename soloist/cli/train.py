"""`soloist train`: weights of a game's evaluation, or habits of its quick moves, from games; stopped and gone on with as one
likes."""

from __future__ import annotations

import argparse
import shlex
from itertools import takewhile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import soloist
from soloist.agents.training import Match, Run, Training, TrainingPlan, read_progress, run
from soloist.agents.tuning import Tuning, TuningPlan, read_tuning
from soloist.cli.commands import storage
from soloist.cli.ending import INTERRUPTED, stopping
from soloist.cli.paper import Paper
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.game import find_game
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.text import text
from soloist.core.weights import read_habits, read_weights, write_habits, write_weights
from soloist.modes.files import MOST_OF_A_TABLE, read_bytes, read_text, read_toml, write_atomically
from soloist.modes.store import Store


def train(args: argparse.Namespace, paper: Paper, store: Store) -> int:
    """Train into a file. Beside it lies how far the run is; the same command goes on from there."""
    game = find_game(args.game)
    paper.use(game)
    book = game.rulebook(DIGITAL)
    out, beside = Path(args.out), Path(f"{args.out}.progress")
    try:
        if out.exists():
            raise ImpossibleError(text("simulate.exists", path=args.out))
        known = read_bytes(beside, MOST_OF_A_TABLE).decode("utf-8", "replace") if beside.exists() else None
        begun = read_text(Path(args.begin), MOST_OF_A_TABLE) if args.begin else ""
        training = _tuning(args, book, begun, known) if args.habits else _training(args, book, begun, known)
        try:
            _run(training, beside, paper, 1 if args.habits else 20)
        except KeyboardInterrupt:
            paper.aside(text("train.stopped", path=beside.name))
            return INTERRUPTED
        made = training.progress.matches
        head = _provenance(args, begun, made)
        if isinstance(training, Tuning):
            source = write_habits(training.progress.habits, head)
        else:
            assert book.insight is not None  # there would be nothing to train
            source = write_weights(book.insight.names, training.progress.weights, head)
        write_atomically(out, source, private=False)
        beside.unlink()
    except (OSError, ValueError) as why:
        raise storage(args.out, why) from why
    for match in made:
        key = "train.kept" if match.kept else "train.dropped"
        paper.line(text(key, n=match.generation, margin=f"{match.margin:+.1f}", within=f"{match.within:.1f}"))
    paper.line(text("train.written", path=str(out)), whole=True)
    return 0


def _training(args: argparse.Namespace, book: Rulebook, begun: str, known: str | None) -> Training:
    insight = book.insight
    rows = read_weights(_toml(begun), insight.names, len(insight.weights)) if begun and insight is not None else ()
    plan = TrainingPlan(args.game, args.seed, args.generations, args.games, args.pairs, args.pull, begun=rows)
    return Training(book, plan, None if known is None else read_progress(known, plan))


def _tuning(args: argparse.Namespace, book: Rulebook, begun: str, known: str | None) -> Tuning:
    insight = book.insight
    habits = read_habits(_toml(begun), insight.untuned) if begun and insight is not None else {}
    plan = TuningPlan(args.game, args.seed, args.generations, args.games, args.pairs, habits)
    return Tuning(book, plan, None if known is None else read_tuning(known, plan))


def _toml(source: str) -> dict[str, Any]:
    try:
        return read_toml(source)
    except ValueError as why:
        raise BadDataError(text("weights.damaged")) from why


def _run(training: Run, beside: Path, paper: Paper, every: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown,
        stopping() as heard,
    ):
        task = shown.add_task(paper.word("train.running"), total=training.total)

        def keep(source: str) -> None:
            write_atomically(beside, source)
            shown.update(task, completed=training.played)
            heard()

        keep(training.as_text())  # what cannot be kept is known before hours of work
        run(training, keep, every)


def _provenance(args: argparse.Namespace, begun: str, matches: list[Match]) -> list[str]:
    """How it was made, for the head of the file; what it began with tells its own story there."""
    words = ["soloist", "train", args.game, *(["--habits"] if args.habits else []), "--seed", args.seed]
    words += ["--generations", str(args.generations), "--games", str(args.games), "--pairs", str(args.pairs)]
    words += [] if args.habits else ["--pull", str(args.pull)]
    words += ["--from", "BEFORE"] if begun else []
    lines = [
        *(_HABITS if args.habits else _WEIGHTS),
        f"Made by Soloist {soloist.__version__}:",
        f"    {shlex.join([*words, '--out', 'FILE'])}",
        "Each generation met the one before in mirrored pairs of games; points more per pair, 95 % interval:",
    ]
    for match in matches:
        kept = "kept" if match.kept else "not kept"
        lines.append(f"    generation {match.generation}: {match.margin:+.1f} ± {match.within:.1f}, {kept}")
    if begun:
        lines += ["BEFORE was made like this:", *(f"    {line}" for line in _head(begun))]
    return lines


def _head(source: str) -> list[str]:
    """The comments before the first entry."""
    return [line[1:].strip() for line in takewhile(lambda line: line.startswith("#"), source.splitlines())]


_WEIGHTS = (
    "What features of a position are worth, in hundredths of a point: a row per stage of the game.",
    "From games of the fast policy against itself and the Automa.",
)
_HABITS = ("What quick moves go by, in hundredths of a point.", "From games of the fast policy against the Automa.")
