"""The command `soloist lab`: experiments, the register of rulings, level advice, and the fields of observations."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table as Grid

from soloist.cli.exit_codes import INTERRUPTED, handle_signals
from soloist.cli.parsing import CommandParser
from soloist.cli.printer import Printer
from soloist.core.errors import ImpossibleError, UnknownError, UnreadableError, find_nearest
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.core.text import text
from soloist.lab.experiment import MOST_GAMES, read_experiment
from soloist.lab.jobs import ComparisonJob
from soloist.lab.laboratory import open_shards, run_experiment, write_results
from soloist.lab.level import advise_level
from soloist.lab.level import write_toml as level_toml
from soloist.lab.measuring import Measurement, check_games, describe_rules
from soloist.lab.provenance import MeasurementRun, check_committed, digest_plan, make_digest, own_source
from soloist.lab.register import measure_effects, read_effects, replace_section, write_document, write_toml
from soloist.lab.rulings import Alternative, group_of_key, list_alternatives, make_base_plan
from soloist.lab.running import PLACES, PROCESSES, RunProgress, find_runner
from soloist.lab.shards import FORMATS, JSON_LINES, Shards, WorkPiece
from soloist.lab.tables import ResultTable, list_left_open, list_without_effect
from soloist.manifest import Game, find_game
from soloist.session.file_store import FileStore
from soloist.session.files import read_text, storage_error, write_atomically
from soloist.simulation.charts import number
from soloist.simulation.report import ReportNames
from soloist.simulation.simulate import SimulationError, set_up_game


def add_lab_arguments(lab: CommandParser, printer: Printer, common: CommandParser, many: Callable[[str], int]) -> None:
    """Add the subcommands of the laboratory to the parser."""
    word = printer.say_word
    sub = lab.add_subparsers(dest="what", required=True, metavar="COMMAND")

    def add(name: str, run: Callable[[argparse.Namespace, Printer, FileStore], int]) -> CommandParser:
        help = word(f"help.lab.{name}")
        made = sub.add_parser(name, help=help, description=help, parents=[common])
        made.printer = printer
        made.set_defaults(run=run)
        return made

    def add_run_options(made: CommandParser) -> None:
        made.add_argument("--out", required=True, metavar="FOLDER", help=word("help.lab_out"))
        made.add_argument("--workers", type=many, default=1, help=word("help.workers"))
        made.add_argument("--on", choices=PLACES, default=PROCESSES, help=word("help.lab_on"))
        made.add_argument("--shards", choices=FORMATS, default=JSON_LINES, help=word("help.lab_shards"))

    made = add("run", run_file)
    made.add_argument("file")
    add_run_options(made)
    made = add("rulings", run_rulings)
    made.add_argument("game")
    made.add_argument("--games", type=many, default=100, help=word("help.games"))
    made.add_argument("--agent", default="greedy", help=word("help.lab_agent"))
    made.add_argument("--seed", default="rulings", help=word("help.simulate_seed"))
    made.add_argument("--only", default="", metavar="NAME,NAME", help=word("help.lab_only"))
    made.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=word("help.lab_option"))
    made.add_argument("--one-by-one", action="store_true", help=word("help.lab_one_by_one"))
    made.add_argument("--mode", choices=(DIGITAL, TABLE), default=DIGITAL, help=word("help.lab_mode"))
    made.add_argument("--precision", type=float, default=None, metavar="VP", help=word("help.lab_precision"))
    made.add_argument("--most", type=many, default=1000, help=word("help.lab_most"))
    add_run_options(made)
    made = add("level", run_level)
    made.add_argument("game")
    made.add_argument("scores", nargs="+", type=_read_score, metavar="SCORE", help=word("help.lab_scores"))
    made = add("fields", run_fields)
    made.add_argument("game")
    made = add("publish", run_publish)
    made.add_argument("game")
    made.add_argument("folders", nargs="+", metavar="FOLDER", help=word("help.lab_effects"))
    made.add_argument("--to", required=True, metavar="FILE", help=word("help.lab_to"))
    made.add_argument("--data", default="", metavar="FILE", help=word("help.lab_data"))


@contextmanager
def _progress_bar(printer: Printer) -> Iterator[Callable[[RunProgress], None]]:
    """Show a progress bar on standard error in the context, and yield the function that updates it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with (
        handle_signals() as check_stopped,
        Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task(printer.say_word("simulate.running"), total=None)

        def update(progress: RunProgress) -> None:
            bar.update(task, completed=progress.done, total=progress.total)
            check_stopped()

        yield update


def _warn_damaged(printer: Printer, shards: Shards) -> None:
    for name in shards.damaged:
        printer.print_aside(text("lab.damaged", shard=name))


def _write_file(path: Path, content: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content, private=False)
    except OSError as why:
        raise storage_error(path, why) from why


def run_file(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Run or resume an experiment, print its scores and write its tables and plots."""
    path, folder = Path(args.file), Path(args.out)
    try:
        source = read_text(path)
    except OSError as why:
        raise storage_error(path, why) from why
    experiment = read_experiment(source)
    game = find_game(experiment.game)
    printer.use_game(game)
    owner = store.read_owner_values(game)
    experiment = read_experiment(source, owner)
    shards = open_shards(experiment, folder, owner, kind=args.shards, workers=args.workers)
    try:
        with _progress_bar(printer) as report:
            findings = run_experiment(experiment, shards, find_runner(args.on, args.workers), owner, report)
    except KeyboardInterrupt:
        printer.print_aside(text("lab.stopped", path=str(folder)))
        return INTERRUPTED
    except SimulationError as fault:
        printer.print_error(fault)
        return 1
    _warn_damaged(printer, shards)
    write_results(findings, folder, printer.catalogue)
    levels = level_toml(findings, f"soloist lab run {path.name}")
    if levels:
        _write_file(folder / "levels.toml", levels)
    tables = findings.list_tables()
    if printer.as_json:
        printer.print_json(
            {table.name: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in tables[1:]}
        )
        return 0
    _show_tables(printer, tables)
    for cell in list_without_effect(findings):
        printer.print_line(text("lab.same", cell=cell), whole=True)
    for cell, opened in list_left_open(findings):
        printer.print_line(text("lab.open", cell=cell, n=number(opened)), whole=True)
    games = sum(len(rows) for _, rows in findings.iterate_cells())
    printer.print_line(text("lab.done", games=games, cells=len(experiment.cells), path=str(folder)))
    return 0


def _show_tables(printer: Printer, tables: Sequence[ResultTable]) -> None:
    """Print the scores of each cell."""
    scores = next(table for table in tables if table.name == "scores")
    grid = Grid(box=None, padding=(0, 1, 0, 0))
    for key in ("lab.cell", "lab.seat", "simulate.games", "simulate.score", "simulate.wins"):
        grid.add_column(printer.say_word(key), no_wrap=key != "lab.cell")
    for row in scores.rows:
        told: dict[str, Any] = dict(zip(scores.columns, row, strict=True))
        within = "" if told["within"] is None else f" ± {number(told['within'])}"
        share = f"{number(100 * told['wins'])} % ({number(100 * told['wins_from'])}–{number(100 * told['wins_to'])})"
        grid.add_row(
            escape(told["cell"]),
            f"{told['seat']} {told['who']}",
            str(told["games"]),
            f"{number(told['mean'])}{within}",
            share,
        )
    printer.console.print(grid)


def _read_score(word: str) -> int:
    """Return a signed integer. Raises `ValueError`, also for other forms that `int` accepts."""
    if not re.fullmatch(r"[+-]?\d+", word, re.ASCII):
        raise ValueError(word)
    return int(word)


def run_level(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Print the chances at each level and the level that gives an even game."""
    game = find_game(args.game)
    printer.use_game(game)
    advice = advise_level(game, args.scores)
    if printer.as_json:
        told = [{"level": c.level.id, "share": c.share, "low": c.low, "high": c.high} for c in advice.chances]
        printer.print_json(
            {"mean": advice.mean, "within": advice.within, "best": advice.best_chances.level.id, "levels": told}
        )
        return 0
    names = ReportNames(printer.catalogue)
    printer.print_line(text("lab.yours", n=advice.games, mean=number(advice.mean), within=number(advice.within)))
    for chances in advice.chances:
        low, high = number(100 * chances.low, 0), number(100 * chances.high, 0)
        share = number(100 * chances.share, 0)
        best = chances is advice.best_chances
        key = "lab.chance_best" if best else "lab.chance"
        printer.print_line(
            text(key, level=names.level_name(chances.level.id), share=share, low=low, high=high), "bold" if best else ""
        )
    first = advice.chances[0].level
    printer.print_line(text("lab.level_about", games=first.games, agent=first.agent), "bright_black")
    return 0


def run_fields(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Print the fields of a learner's observation, in a game of one human against the Automa."""
    game = find_game(args.game)
    printer.use_game(game)
    book = game.rulebook(DIGITAL)
    if book.observing is None:
        raise ImpossibleError(text("lab.no_fields", game=game.id))
    position, _, _, _ = set_up_game(game, make_base_plan(game, next(iter(book.agents)), "1"), 0)
    told = [*book.observing.fields(position), *book.observing.sheets(position)]
    if printer.as_json:
        printer.print_json([_value_as_data(field) for field in told])
        return 0
    for field in told:
        printer.console.print(
            f"{field.name:<22}{field.size:>4}  {field.least}–{field.most}  {field.about}", markup=False, soft_wrap=True
        )
    return 0


def run_publish(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Write measured effects to the game's section of the documentation and to the file for the game's folder."""
    game = find_game(args.game)
    printer.use_game(game)
    found, runs = read_effects([Path(folder) for folder in args.folders])
    check_committed(runs)
    path = Path(args.to)
    try:
        page = read_text(path) if path.exists() else ""
    except OSError as why:
        raise storage_error(path, why) from why
    _write_file(path, replace_section(page, write_document(game, found, runs)))
    beside = Path(args.data) if args.data else path.with_suffix(".effects.toml")
    _write_file(beside, write_toml(found, runs))
    printer.print_line(text("simulate.written", path=str(path)), whole=True)
    printer.print_line(text("simulate.written", path=str(beside)), whole=True)
    return 0


def run_rulings(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Measure the effect of each ruling and write the register."""
    game = find_game(args.game)
    printer.use_game(game)
    measuring = _make_measurement(game, args)
    command, played_by = _command_again(args), own_source()
    plan = digest_plan(command, played_by.tree, measuring.job.names)
    folder = Path(args.out)
    shards = Shards(folder, plan, args.shards, lambda: measuring.piece_size(args.workers))
    try:
        with _progress_bar(printer) as report:
            rows = measuring.run_measurement(shards, find_runner(args.on, args.workers), report)
    except KeyboardInterrupt:
        printer.print_aside(text("lab.stopped", path=str(folder)))
        return INTERRUPTED
    except SimulationError as fault:
        printer.print_error(fault)
        return 1
    _warn_damaged(printer, shards)
    found = measure_effects(measuring.some, rows, args.mode)
    measured = MeasurementRun(command, played_by.commit, played_by.tree, plan, len(rows), make_digest(rows))
    _write_file(folder / "effects.toml", write_toml(found, [measured]))
    page = write_document(game, found, [measured])
    _write_file(folder / "rulings.md", page)
    if printer.as_json:
        printer.print_json({"command": command, "effects": [_value_as_data(effect) for effect in found]})
    else:
        printer.console.print(page, markup=False, soft_wrap=True)
    return 0


def _make_measurement(game: Game, args: argparse.Namespace) -> Measurement:
    """Return the measurement that the arguments ask for. Raises an error for games that cannot be played."""
    options = _read_options(args.option)
    check_games(game, args.agent, args.seed, options, args.mode)
    if args.precision is not None and not 0 < args.precision < inf:
        raise ImpossibleError(text("lab.precision"))
    if args.precision is not None and args.most < args.games:
        raise ImpossibleError(text("lab.games", most=MOST_GAMES))
    some = _choose_alternatives(game, args)
    names = tuple((one.name, one.to) for one in some)
    job = ComparisonJob(game.id, args.agent, args.seed, names, WorkPiece(0, 0, 1), options, args.one_by_one, args.mode)
    return Measurement(job, some, args.games, args.precision, args.most)


def _choose_alternatives(game: Game, args: argparse.Namespace) -> list[Alternative]:
    """Return the alternatives chosen by name or group. With --one-by-one only placeholders are included."""
    every = list_alternatives(game, mode=args.mode, one_by_one=args.one_by_one)
    only = args.only.split(",") if args.only else ()
    if args.one_by_one:
        every = [one for one in every if one.values]
    known = dict.fromkeys(name for one in every for name in (one.name, group_of_key(one.name)))
    for name in only or ([""] if not every else ()):
        if name not in known:
            raise UnknownError(
                text("lab.no_ruling", got=name), nearest=find_nearest(name, tuple(known)) or tuple(known)
            )
    return [one for one in every if not only or one.name in only or group_of_key(one.name) in only]


def _read_options(words: Sequence[str]) -> dict[str, str]:
    found = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise UnreadableError(text("lab.option", got=word))
        found[key] = value
    return found


def _value_as_data(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _command_again(args: argparse.Namespace) -> str:
    """Return the command that repeats the measurement, without output folder and workers."""
    words = ["soloist", "lab", "rulings", args.game]
    told = {"games": args.games, "agent": args.agent, "seed": args.seed, "only": args.only}
    told |= describe_rules(args.mode)
    if args.precision is not None:
        told |= {"precision": f"{args.precision:g}", "most": args.most}
    for key, value in told.items():
        if value:
            words += [f"--{key}", str(value)]
    for option in args.option:
        words += ["--option", option]
    return " ".join([*words, *(["--one-by-one"] if args.one_by_one else [])])
