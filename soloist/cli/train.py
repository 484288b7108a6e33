"""`soloist train`: the weights of a game's evaluation from games by oneself; stopped and gone on with as one likes."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import soloist
from soloist.agents.training import Match, Training, TrainingPlan, read_progress, run
from soloist.cli.commands import storage
from soloist.cli.ending import INTERRUPTED, stopping
from soloist.cli.paper import Paper
from soloist.core.errors import ImpossibleError
from soloist.core.game import find_game
from soloist.core.rulebook import DIGITAL
from soloist.core.text import text
from soloist.core.weights import write_weights
from soloist.modes.files import MOST_OF_A_TABLE, read_bytes, write_atomically
from soloist.modes.store import Store


def train(args: argparse.Namespace, paper: Paper, store: Store) -> int:
    """Train into a file. Beside it lies how far the run is; the same command goes on from there."""
    game = find_game(args.game)
    paper.use(game)
    plan = TrainingPlan(game.id, args.seed, args.generations, args.games, args.pairs, args.pull)
    out, beside = Path(args.out), Path(f"{args.out}.progress")
    try:
        if out.exists():
            raise ImpossibleError(text("simulate.exists", path=args.out))
        known = None
        if beside.exists():
            known = read_progress(read_bytes(beside, MOST_OF_A_TABLE).decode("utf-8", "replace"), plan)
        training = Training(game.rulebook(DIGITAL), plan, known)
        try:
            _run(training, beside, paper)
        except KeyboardInterrupt:
            paper.aside(text("train.stopped", path=beside.name))
            return INTERRUPTED
        made = training.progress
        insight = game.rulebook(DIGITAL).insight
        assert insight is not None  # there would be nothing to train
        write_atomically(
            out, write_weights(insight.names, made.weights, _provenance(args, made.matches)), private=False
        )
        beside.unlink()
    except (OSError, ValueError) as why:
        raise storage(args.out, why) from why
    for match in made.matches:
        key = "train.kept" if match.kept else "train.dropped"
        paper.line(text(key, n=match.generation, margin=f"{match.margin:+.1f}", within=f"{match.within:.1f}"))
    paper.line(text("train.written", path=str(out)), whole=True)
    return 0


def _run(training: Training, beside: Path, paper: Paper) -> None:
    plan, at = training.plan, training.progress
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown,
        stopping() as heard,
    ):
        task = shown.add_task(paper.word("train.running"), total=plan.generations * (plan.games + plan.pairs))

        def keep(source: str) -> None:
            write_atomically(beside, source)
            done = (at.generation - 1) * (plan.games + plan.pairs) + at.games + len(at.margins)
            shown.update(task, completed=done)
            heard()

        run(training, keep)


def _provenance(args: argparse.Namespace, matches: list[Match]) -> list[str]:
    """How the weights were made, for the head of their file."""
    words = ["soloist", "train", args.game, "--seed", args.seed, "--generations", str(args.generations)]
    words += ["--games", str(args.games), "--pairs", str(args.pairs), "--pull", str(args.pull), "--out", "FILE"]
    lines = [
        "What features of a position are worth, in hundredths of a point: a row per stage of the game.",
        f"Made by Soloist {soloist.__version__}, from games of its fast policy against itself and the Automa:",
        f"    {shlex.join(words)}",
        "Each generation met the one before in mirrored pairs of games; points more per pair, 95 % interval:",
    ]
    for match in matches:
        kept = "kept" if match.kept else "not kept"
        lines.append(f"    generation {match.generation}: {match.margin:+.1f} ± {match.within:.1f}, {kept}")
    return lines
