"""Commands that change nothing: show, explain, why-not, log and verify."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from soloist.cli.commands import Args, make_storage_error, say_entry, show_next, show_totals
from soloist.cli.printer import Printer, clean_words, is_terminal
from soloist.core.explain import WhyNot
from soloist.core.text import text
from soloist.session import serialize
from soloist.session.file_store import FileStore
from soloist.session.files import write_atomically
from soloist.session.scenario import write_scenario
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn, find_why_not
from soloist.session.verify import verify as verify_table


def run_show(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    if printer.as_json:
        problems = printer.problems_as_data(table.board.status())
        printer.print_json({"game": table.game.id, "position": dict(table.board.facts()), "problems": problems})
        return 0
    show_table(printer, table)
    return 0


def show_table(printer: Printer, table: Table) -> None:
    printer.print_picture(table.game, table.board)
    cards = table.game.cards(table.board)
    if cards:
        printer.print_heading("cli.cards_heading")
        printer.print_bullets(cards, mark="▸")
    show_totals(printer, table)
    printer.print_problems(table.board.status())
    show_next(printer, table)


def run_explain(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    number, entry = find_turn(table, args.number)
    if args.as_scenario is not None:
        scenario = write_scenario(table, number)
        if args.as_scenario == "-":
            print(clean_words(scenario) if is_terminal() else scenario, end="")
            return 0
        path = Path(args.as_scenario)
        try:
            write_atomically(path, scenario, private=False, replace=False)
        except (OSError, ValueError) as why:
            raise make_storage_error(args.as_scenario, why) from why
        if printer.as_json:
            printer.print_json({"scenario": path.name})
        else:
            printer.print_line(path.name, whole=True)
        return 0
    trace = table.trace_of(number)
    if printer.as_json:
        found = {"why": printer.trace_as_data(trace), "changes": serialize.serialize_changes(trace, printer.catalogue)}
        printer.print_json({"turn": number + 1, "events": entry.events + entry.followed, **found})
        return 0
    if table.rulebook.by_hand:
        printer.print_bullets(table.instructions_of(number), mark="☐")
    else:
        printer.print_bullets(serialize.describe_entry(table, number, printer.catalogue), mark="✓")
    printer.print_heading("cli.why_heading")
    printer.print_trace(trace)
    if trace.decisions:
        printer.print_heading("change.title")
        printer.print_changes(trace)
    return 0


def run_why_not(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    return answer_why_not(printer, table, args.place, args.number)


def answer_why_not(printer: Printer, table: Table, place: str, number: int | None = None) -> int:
    name, entry, earlier, found = find_why_not(table, place, number)
    _say_why_not(printer, name, entry, earlier, found)
    return 0


def _say_why_not(printer: Printer, name: str, entry: int, earlier: bool, found: Sequence[WhyNot]) -> None:
    if printer.as_json:
        printer.print_json(
            {"turn": entry + 1, "option": name, "answers": [printer.why_not_as_data(name, answer) for answer in found]}
        )
        return
    if earlier:
        printer.print_line(text("cli.why_earlier", number=entry + 1), "bright_black")
    for answer in found:
        printer.print_why_not(name, answer)


def run_log(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    if printer.as_json:
        standing = {id(entry) for entry in table.entries}
        printer.print_json(
            [
                {
                    "kind": e.kind,
                    "holds": id(e) in standing,
                    "typed": e.typed,
                    "outcomes": e.outcomes,
                    "events": e.events,
                    "followed": e.followed,
                }
                for e in table.log
            ]
        )
        return 0
    show_log(printer, table)
    return 0


def show_log(printer: Printer, table: Table) -> None:
    """Print all entries. Active entries are numbered, undone ones marked."""
    standing = {id(entry) for entry in table.entries}
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    number = 0
    for entry, then in table.follow_log():
        holds = id(entry) in standing
        number += holds
        if entry.kind in ("undo", "redo"):
            said = printer.say_word(f"cli.log_{entry.kind}")
        else:
            said = say_entry(printer, then, len(then.entries) - 1)
            said += "" if holds else f"  ({printer.say_word('cli.log_undone')})"
        grid.add_row(str(number) if holds else "", printer.to_rich(said, "" if holds else "bright_black"))
    printer.console.print(grid)


def run_verify(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    differences = verify_table(table)
    if printer.as_json:
        printer.print_json([serialize.serialize_difference(d, printer.catalogue) for d in differences])
        return 1 if differences else 0
    if not differences:
        printer.print_line(text("verify.fine", n=len(table.entries)))
        return 0
    printer.print_line(text("verify.different", n=len(differences), of=len(table.entries)), "red")
    for d in differences:
        printer.print_line(f"{d.number}: {printer.say(d.why)}", "bold")
        for key, events, trace in (("logged", d.logged, d.logged_trace), ("today", d.today, d.today_trace)):
            printer.print_line(f"  {printer.say_word(f'verify.{key}')}: {'; '.join(events)}")
            for line in trace:
                printer.print_line(f"      {line}", "bright_black")
    return 1
