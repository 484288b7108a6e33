"""The command `soloist train`: evaluation weights, policy parameters or faction parameters from games. It can be
interrupted and resumed."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from itertools import chain, takewhile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import soloist
from soloist.agents.evolution import Evolution, EvolutionPlan, read_evolution
from soloist.agents.faction_tuning import FactionTuning, TuningPlan, read_tuning
from soloist.agents.training import TrainingPlan, TrainingRun, WeightTraining, read_progress, run_training
from soloist.agents.weight_fitting import Spread
from soloist.cli.commands import make_storage_error
from soloist.cli.exit_codes import INTERRUPTED, NO, handle_signals
from soloist.cli.printer import Printer
from soloist.core.errors import BadDataError, ImpossibleError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.text import text
from soloist.manifest import find_game
from soloist.session.documents import read_toml
from soloist.session.file_store import FileStore
from soloist.session.files import MOST_OF_A_TABLE, read_bytes, read_text, write_atomically
from soloist.session.table import check_seed
from soloist.simulation.process_pool import WorkerLostError, WorkerPool
from soloist.simulation.simulate import SimulationError
from soloist.strategy.trained_parameters import Rows, read_habits, read_weights, write_habits, write_ways, write_weights

#: default number of games: per generation, and per member of a population
_GAMES, _GAMES_OF_EACH = 200, 8
#: fewest pairs for which there is an interval
_FEWEST_PAIRS = 2
#: limit of games handed to a process at once
_TOGETHER = 16


def run_train(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Train into a file. Progress is stored beside it, from which the same command resumes."""
    game = find_game(args.game)
    printer.use_game(game)
    book = game.rulebook(DIGITAL)
    out, beside = Path(args.out), Path(f"{args.out}.progress")
    args.games = args.games or (_GAMES_OF_EACH if args.habits or args.ways else _GAMES)
    check_seed(args.seed)
    if args.pairs < _FEWEST_PAIRS:
        raise ImpossibleError(text("train.pairs", least=_FEWEST_PAIRS))
    begun = _read_begun(args)
    try:
        if out.exists():
            raise ImpossibleError(text("error.file_exists", path=args.out))
        known = read_bytes(beside, MOST_OF_A_TABLE).decode("utf-8", "replace") if beside.exists() else None
        try:
            with _spread_games(args.workers) as spread:
                training = _make_training(args, book, begun, known, spread)
                _run_training(training, beside, printer, 20 if isinstance(training, WeightTraining) else 1)
        except KeyboardInterrupt:
            printer.print_aside(text("train.stopped", path=beside.name))
            return INTERRUPTED
        except SimulationError as lost:
            printer.print_error(lost)
            return NO
        write_atomically(out, _make_file(training, book, _make_provenance(args, begun, training)), private=False)
        beside.unlink()
    except (OSError, ValueError) as why:
        raise make_storage_error(args.out, why) from why
    if printer.as_json:
        printer.print_json({"file": str(out), **_result_as_data(training)})
    else:
        _tell_result(training, printer)
        printer.print_line(text("train.written", path=str(out)), whole=True)
    return 0


def _read_begun(args: argparse.Namespace) -> str | None:
    """Return the text of the file with the initial parameters; None if none is named."""
    if args.begin is None:
        return None
    if args.ways:
        raise ImpossibleError(text("train.ways_from"))
    try:
        return read_text(Path(args.begin), MOST_OF_A_TABLE)
    except (OSError, ValueError) as why:
        raise make_storage_error(args.begin, why) from why


def _result_as_data(training: Trained) -> dict[str, Any]:
    """Return the result as plain values."""
    if isinstance(training, FactionTuning):
        made = training.progress.made.items()
        return {"ways": {faction: {"margin": w.margin, "within": w.within} for faction, (w, *_) in made}}
    return {"generations": [asdict(match) for match in training.progress.matches]}


Trained = WeightTraining | Evolution | FactionTuning


def _make_training(
    args: argparse.Namespace, book: Rulebook, begun: str | None, known: str | None, spread: Spread[Any]
) -> Trained:
    if args.ways:
        plan = TuningPlan(args.game, args.seed, args.generations, args.games, args.pairs)
        return FactionTuning(book, plan, None if known is None else read_tuning(known, plan), spread)
    return (
        _make_evolution(args, book, begun, known, spread)
        if args.habits
        else _make_weight_training(args, book, begun, known)
    )


def _make_file(training: Trained, book: Rulebook, head: list[str]) -> str:
    if isinstance(training, FactionTuning):
        return write_ways(training.progress.made, head)
    if isinstance(training, Evolution):
        return write_habits(training.progress.habits, head)
    assert book.heuristics is not None  # there would be nothing to train
    return write_weights(book.heuristics.names, training.progress.weights, head)


def _tell_result(training: Trained, printer: Printer) -> None:
    """Print the matches of the generations, or the margin of each faction's best parameters."""
    if isinstance(training, FactionTuning):
        for faction, ways in training.progress.made.items():
            best = f"{ways[0].margin:+.1f} ± {ways[0].within:.1f}"
            printer.print_line(text("train.way" if ways[0].changes else "train.usual", faction=faction, margin=best))
        return
    for match in training.progress.matches:
        key = "train.kept" if match.kept else "train.dropped"
        printer.print_line(text(key, n=match.generation, margin=f"{match.margin:+.1f}", within=f"{match.within:.1f}"))


@contextmanager
def _spread_games(workers: int) -> Iterator[Spread[Any]]:
    """Yield a function like `map` that plays games in this process or in several, keeping their order."""
    if workers == 1:
        yield map
        return
    with WorkerPool(_play_several, workers) as crew:

        def spread(played: Callable[[Any], int], items: Sequence[Any]) -> Iterator[int]:
            size = max(1, min(_TOGETHER, len(items) // (2 * workers)))
            parts = ((played, items[first : first + size]) for first in range(0, len(items), size))
            return chain.from_iterable(crew.run_jobs(parts))

        try:
            yield spread
        except WorkerLostError:
            raise SimulationError(text("simulate.worker")) from None


def _play_several(part: tuple[Callable[[Any], int], Sequence[Any]]) -> list[int]:
    """Play a few games in a worker process and return their results."""
    played, items = part
    return [played(item) for item in items]


def _make_weight_training(
    args: argparse.Namespace, book: Rulebook, begun: str | None, known: str | None
) -> WeightTraining:
    heuristics = book.heuristics
    rows: Rows = ()
    if begun is not None and heuristics is not None:
        rows = read_weights(_read_toml(begun), heuristics.names, len(heuristics.weights))
    plan = TrainingPlan(args.game, args.seed, args.generations, args.games, args.pairs, args.pull, begun=rows)
    return WeightTraining(book, plan, None if known is None else read_progress(known, plan))


def _make_evolution(
    args: argparse.Namespace, book: Rulebook, begun: str | None, known: str | None, spread: Spread[Any]
) -> Evolution:
    heuristics = book.heuristics
    habits = read_habits(_read_toml(begun), heuristics.untuned) if begun is not None and heuristics is not None else {}
    plan = EvolutionPlan(args.game, args.seed, args.generations, args.games, args.pairs, habits)
    return Evolution(book, plan, None if known is None else read_evolution(known, plan), spread)


def _read_toml(source: str) -> dict[str, Any]:
    try:
        return read_toml(source)
    except ValueError as why:
        raise BadDataError(text("weights.damaged")) from why


def _run_training(training: TrainingRun, beside: Path, printer: Printer, every: int) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with (
        Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as shown,
        handle_signals() as check_stopped,
    ):
        task = shown.add_task(printer.say_word("train.running"), total=training.games_total)

        def keep(source: str) -> None:
            write_atomically(beside, source)
            shown.update(task, completed=training.games_played)
            check_stopped()

        keep(training.as_text())  # fails before hours of work if the file cannot be written
        run_training(training, keep, every)


def _make_provenance(args: argparse.Namespace, begun: str | None, training: Trained) -> list[str]:
    """Return how the file was made, for its head, including the head of the file with the initial parameters."""
    what = ["--ways"] if args.ways else ["--habits"] if args.habits else []
    words = ["soloist", "train", args.game, *what, "--seed", args.seed]
    words += ["--generations", str(args.generations), "--games", str(args.games), "--pairs", str(args.pairs)]
    words += [] if what else ["--pull", str(args.pull)]
    if isinstance(training, FactionTuning):
        return [
            *_WAYS,
            f"Made by Soloist {soloist.__version__}, {training.games_played} games:",
            f"    {shlex.join([*words, '--out', 'FILE'])}",
        ]
    words += [] if begun is None else ["--from", "BEFORE"]
    lines = [
        *(_HABITS if args.habits else _WEIGHTS),
        f"Made by Soloist {soloist.__version__}:",
        f"    {shlex.join([*words, '--out', 'FILE'])}",
        "Each generation met the one before in mirrored pairs of games; points more per pair, 95 % interval:",
    ]
    for match in training.progress.matches:
        kept = "kept" if match.kept else "not kept"
        lines.append(f"    generation {match.generation}: {match.margin:+.1f} ± {match.within:.1f}, {kept}")
    if begun is not None:
        lines += ["BEFORE was made like this:", *(f"    {line}" for line in _read_head(begun))]
    return lines


def _read_head(source: str) -> list[str]:
    """Return the comments before the first entry."""
    return [line[1:].strip() for line in takewhile(lambda line: line.startswith("#"), source.splitlines())]


_WEIGHTS = (
    "What features of a position are worth, in hundredths of a point: a row per stage of the game.",
    "From games of the fast policy against itself and the Automa.",
)
_WAYS = (
    "How factions are played: which habits are not the usual ones, in hundredths of a point, a table for each way.",
    "A faction plays by the first of its ways; whoever thinks compares all. Behind # points more than the usual habits",
    "make in games that nothing was learned from, against the Automa and with others, with a 95 % interval.",
)
_HABITS = (
    "What quick moves go by, in hundredths of a point.",
    "From games of the fast policy against the Automa and with others.",
)
