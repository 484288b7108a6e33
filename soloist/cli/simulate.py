"""The command `soloist simulate`: many games between agents and the Automa, as a table, JSON or a page."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

import soloist
from soloist.cli.commands import make_storage_error, read_options
from soloist.cli.exit_codes import BAD, INTERRUPTED, handle_signals
from soloist.cli.printer import Printer
from soloist.core.errors import ImpossibleError, SoloistError, StorageError
from soloist.core.rulebook import DIGITAL, Player
from soloist.core.text import text
from soloist.manifest import find_game
from soloist.session import serialize
from soloist.session.file_store import FileStore
from soloist.session.files import storage_error, write_atomically
from soloist.simulation.charts import number
from soloist.simulation.report import ReportNames, say_open_decisions, write_report
from soloist.simulation.simulate import Plan, Played, Results, SimulationError, check_plan, iterate_games, read_seats


def run_simulate(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Simulate games. The plan and the path of the report are checked before the first game."""
    game = find_game(args.game)
    printer.use_game(game)
    plan = Plan(
        game=game.id,
        seats=read_seats(game.rulebook(DIGITAL), args.seats),
        options=read_options(args.option),
        owner=store.read_owner_values(game),
        seed=args.seed,
    )
    check_plan(game, plan)
    page = _page_path(args.report, force=args.force)
    done: list[Played] = []
    try:
        with handle_signals() as check_stopped:
            _play_games(plan, args, printer, done, check_stopped)
    except KeyboardInterrupt:
        return _show_stopped(plan, done, args, printer)
    except SimulationError as fault:
        printer.print_error(fault)
        return 1
    results = Results(plan, tuple(done))
    lost = None
    if page is not None:
        lost = _write_page(
            page, write_report(results, printer.catalogue, command=_command_again(args), version=soloist.__version__)
        )
    if printer.as_json:
        failed = {} if lost is None else {"error": printer.error_as_data(lost)}
        printer.print_json({**results_as_data(results, _command_again(args)), **failed})
    else:  # results are printed even if the page cannot be written
        _show_results(results, printer)
        if lost is not None:
            printer.print_error(lost)
        elif page is not None:
            printer.print_line(text("simulate.written", path=str(page)), whole=True)
    return 0 if lost is None else BAD


def _play_games(
    plan: Plan, args: argparse.Namespace, printer: Printer, done: list[Played], check_stopped: Callable[[], None]
) -> None:
    """Play the games into `done`, so that finished games are known after an interruption."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(printer.say_word("simulate.running"), total=args.games)
        for played in iterate_games(plan, args.games, workers=min(args.workers, args.games)):
            done.append(played)
            check_stopped()
            progress.update(task, completed=len(done))


def _show_stopped(plan: Plan, done: list[Played], args: argparse.Namespace, printer: Printer) -> int:
    """Print the results so far, without writing a report."""
    key = "simulate.stopped" if done else "simulate.stopped_before"
    said = text(key, games=len(done), of=args.games)
    if done:
        results = Results(plan, tuple(done))
        if printer.as_json:
            printer.print_json({**results_as_data(results, _command_again(args, games=len(done))), "stopped": True})
        else:
            _show_results(results, printer)
    elif printer.as_json:
        printer.print_json({"error": serialize.plain_error("Stopped", printer.say(said))})
    printer.print_aside(said)
    return INTERRUPTED


def _page_path(name: str | None, *, force: bool) -> Path | None:
    """Return the path of the report. Raises an error if it exists, unless `force`."""
    if name is None:
        return None
    path = Path(name)
    try:
        if not path.parent.is_dir():
            raise StorageError(text("simulate.no_folder", path=str(path.parent)))
        if path.is_dir() or (path.exists() and not force):
            raise ImpossibleError(text("simulate.exists", path=name))
    except (OSError, ValueError) as why:
        raise make_storage_error(name, why) from why
    return path


def _write_page(path: Path, page: str) -> SoloistError | None:
    """Write the page and return the error, if any."""
    try:
        write_atomically(path, page, private=False)
    except OSError as why:
        return storage_error(path, why)
    return None


def _command_again(args: argparse.Namespace, games: int | None = None) -> str:
    """Return the command that repeats these numbers, without output file and workers."""
    number = str(args.games if games is None else games)
    words = ["soloist", "simulate", args.game, "--seats", args.seats, "--games", number, "--seed", args.seed]
    for option in args.option:
        words += ["--option", option]
    return shlex.join(words)


def _show_results(results: Results, printer: Printer) -> None:
    """Print a row per seat, then rows by level and by faction if they differ."""
    names = ReportNames(printer.catalogue)
    seats = results.plan.seats
    told = ", ".join(names.seat_name(seats, at) for at in range(len(seats)))
    games, seed = len(results.games), results.plan.seed
    printer.print_line(
        text("simulate.total", games=games, game=printer.say_word("game.title"), seed=seed, seats=told), "bold"
    )
    grid = Grid(box=None, padding=(0, 1, 0, 0))
    for key in ("seat_column", "games", "score", "median", "range", "wins"):
        name = key == "seat_column"  # only names may wrap: a number that is cut off is worse than none
        grid.add_column(printer.say_word(f"simulate.{key}"), justify="left" if name else "right", no_wrap=not name)
    by = ""
    for group in results.groups():
        if group.by and group.by != by:
            grid.add_row(f"  [bright_black]{printer.say_word(f'simulate.by_{group.by}')}[/]")
        by = group.by
        s = group.summary
        within = f" ± {number(s.within)}" if s.within is not None else ""
        grid.add_row(
            ("    " if group.by else "") + names.group_name(seats, group),
            str(s.n),
            f"{number(s.mean)}{within}",
            number(s.median),
            f"{s.least}–{s.most}",
            f"{number(100 * s.share)} % ({number(100 * s.share_from)}–{number(100 * s.share_to)})",
            style="" if group.by else "bold",
        )
    printer.console.print(grid)
    printer.print_line(text("simulate.intervals", ties=results.ties), "bright_black")
    if results.open():
        printer.print_line(say_open_decisions(results), "yellow")
    unsure = results.unsure()
    if unsure:
        printer.print_line(text("simulate.unsure", n=len(unsure), keys=", ".join(unsure)), "yellow")
        printer.print_line(text("simulate.unsure_why", game=results.plan.game), "yellow")
    else:
        printer.print_line(text("simulate.unsure_none"))


def results_as_data(results: Results, command: str) -> dict[str, object]:
    """Return the results as plain values: groups with intervals, means by source and round, and every game."""
    plan = results.plan
    return {
        "game": plan.game,
        "version": soloist.__version__,
        "command": command,
        "seed": plan.seed,
        "options": dict(plan.options),
        "intervals": {"level": 0.95, "mean": "student", "share": "wilson"},
        "ties": results.ties,
        "stand_ins": results.unsure(),
        "open": results.open(),
        "groups": [
            {
                "seat": group.seat,
                "who": plan.seats[group.seat].who,
                "by": group.by or "all",
                "level": group.level or None,
                "faction": group.faction or None,
                **asdict(group.summary),
            }
            for group in results.groups()
        ],
        "points": [results.by_source(at) for at in range(len(plan.seats))],
        "games": [
            {
                "number": played.number,
                "seed": plan.seed_name(played.number),
                "seats": [_seat_as_data(seat) for seat in played.seats],
                "scores": list(played.scores),
                "winners": list(played.winners),
                "rounds": played.rounds,
                "moves": played.moves,
                "turns": played.turns,
                "points": [{source: list(rounds) for source, rounds in seat.items()} for seat in played.points],
                "drawn": dict(played.drawn),
                "stand_ins": list(played.unsure),
                "open": dict(played.open),
            }
            for played in results.games
        ],
    }


def _seat_as_data(seat: Player) -> dict[str, str | None]:
    return {"name": seat.name, "who": seat.who, "level": seat.level or None, "faction": seat.faction or None}
