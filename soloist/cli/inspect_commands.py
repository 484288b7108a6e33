"""Commands that look at a table and change nothing: the position, her reasons, the log, what she would decide today."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from soloist.cli.commands import Args, entry_said, make_storage_error, show_next, show_totals
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


def run_show(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
    if paper.as_json:
        problems = paper.problems_as_data(table.board.status())
        paper.print_json({"game": table.game.id, "position": dict(table.board.facts()), "problems": problems})
        return 0
    show_table(paper, table)
    return 0


def show_table(paper: Printer, table: Table) -> None:
    paper.print_picture(table.game, table.board)
    cards = table.game.cards(table.board)
    if cards:
        paper.print_heading("cli.cards_heading")
        paper.print_bullets(cards, mark="▸")
    show_totals(paper, table)
    paper.print_problems(table.board.status())
    show_next(paper, table)


def run_explain(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
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
        if paper.as_json:
            paper.print_json({"scenario": path.name})
        else:
            paper.print_line(path.name, whole=True)
        return 0
    trace = table.trace_of(number)
    if paper.as_json:
        found = {"why": paper.trace_as_data(trace), "changes": serialize.serialize_changes(trace, paper.catalogue)}
        paper.print_json({"turn": number + 1, "events": entry.events + entry.followed, **found})
        return 0
    if table.rulebook.by_hand:
        paper.print_bullets(table.instructions_of(number), mark="☐")
    else:
        paper.print_bullets(serialize.describe_entry(table, number, paper.catalogue), mark="✓")
    paper.print_heading("cli.why_heading")
    paper.print_trace(trace)
    if trace.decisions:
        paper.print_heading("change.title")
        paper.print_changes(trace)
    return 0


def run_why_not(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
    return answer_why_not(paper, table, args.place, args.number)


def answer_why_not(paper: Printer, table: Table, place: str, number: int | None = None) -> int:
    name, entry, earlier, found = find_why_not(table, place, number)
    _say_why_not(paper, name, entry, earlier, found)
    return 0


def _say_why_not(paper: Printer, name: str, entry: int, earlier: bool, found: Sequence[WhyNot]) -> None:
    if paper.as_json:
        paper.print_json(
            {"turn": entry + 1, "option": name, "answers": [paper.why_not_as_data(name, answer) for answer in found]}
        )
        return
    if earlier:
        paper.print_line(text("cli.why_earlier", number=entry + 1), "bright_black")
    for answer in found:
        paper.print_why_not(name, answer)


def run_log(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
    if paper.as_json:
        standing = {id(entry) for entry in table.entries}
        paper.print_json(
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
    show_log(paper, table)
    return 0


def show_log(paper: Printer, table: Table) -> None:
    """Show what happened, entry by entry; numbered is what holds, what was undone is marked."""
    standing = {id(entry) for entry in table.entries}
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    number = 0
    for entry, then in table.follow_log():
        holds = id(entry) in standing
        number += holds
        if entry.kind in ("undo", "redo"):
            said = paper.say_word(f"cli.log_{entry.kind}")
        else:
            said = entry_said(paper, then, len(then.entries) - 1)
            said += "" if holds else f"  ({paper.say_word('cli.log_undone')})"
        grid.add_row(str(number) if holds else "", paper.to_rich(said, "" if holds else "bright_black"))
    paper.console.print(grid)


def run_verify(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
    differences = verify_table(table)
    if paper.as_json:
        paper.print_json([serialize.serialize_difference(d, paper.catalogue) for d in differences])
        return 1 if differences else 0
    if not differences:
        paper.print_line(text("verify.fine", n=len(table.entries)))
        return 0
    paper.print_line(text("verify.different", n=len(differences), of=len(table.entries)), "red")
    for d in differences:
        paper.print_line(f"{d.number}: {paper.say(d.why)}", "bold")
        for key, events, trace in (("logged", d.logged, d.logged_trace), ("today", d.today, d.today_trace)):
            paper.print_line(f"  {paper.say_word(f'verify.{key}')}: {'; '.join(events)}")
            for line in trace:
                paper.print_line(f"      {line}", "bright_black")
    return 1
