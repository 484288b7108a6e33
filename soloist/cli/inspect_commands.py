"""Commands that look at a table and change nothing: the position, her reasons, the log, what she would decide today."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid

from soloist.cli.commands import Args, entry_said, show_next, show_totals, storage
from soloist.cli.printer import Paper, clean, is_terminal
from soloist.core.explain import WhyNot
from soloist.core.text import text
from soloist.session import serialize
from soloist.session.file_store import Store
from soloist.session.files import write_atomically
from soloist.session.scenario import as_scenario
from soloist.session.table import Table
from soloist.session.turn_lookup import find_turn, find_why_not
from soloist.session.verify import verify as verify_table


def show(args: Args, paper: Paper, store: Store) -> int:
    table = store.load(args.table)
    paper.use(table.game)
    if paper.as_json:
        problems = paper.problem_dicts(table.board.status())
        paper.json({"game": table.game.id, "position": dict(table.board.facts()), "problems": problems})
        return 0
    show_table(paper, table)
    return 0


def show_table(paper: Paper, table: Table) -> None:
    paper.picture(table.game, table.board)
    cards = table.game.cards(table.board)
    if cards:
        paper.heading("cli.cards_heading")
        paper.bullets(cards, mark="▸")
    show_totals(paper, table)
    paper.problems(table.board.status())
    show_next(paper, table)


def explain(args: Args, paper: Paper, store: Store) -> int:
    table = store.load(args.table)
    paper.use(table.game)
    number, entry = find_turn(table, args.number)
    if args.as_scenario is not None:
        scenario = as_scenario(table, number)
        if args.as_scenario == "-":
            print(clean(scenario) if is_terminal() else scenario, end="")
            return 0
        path = Path(args.as_scenario)
        try:
            write_atomically(path, scenario, private=False, replace=False)
        except (OSError, ValueError) as why:
            raise storage(args.as_scenario, why) from why
        if paper.as_json:
            paper.json({"scenario": path.name})
        else:
            paper.line(path.name, whole=True)
        return 0
    trace = table.trace_of(number)
    if paper.as_json:
        found = {"why": paper.explanation_dict(trace), "changes": serialize.changes(trace, paper.catalogue)}
        paper.json({"turn": number + 1, "events": entry.events + entry.followed, **found})
        return 0
    if table.rulebook.by_hand:
        paper.bullets(table.hands_of(number), mark="☐")
    else:
        paper.bullets(serialize.happened(table, number, paper.catalogue), mark="✓")
    paper.heading("cli.why_heading")
    paper.explanation(trace)
    if trace.decisions:
        paper.heading("change.title")
        paper.changes(trace)
    return 0


def why_not(args: Args, paper: Paper, store: Store) -> int:
    table = store.load(args.table)
    paper.use(table.game)
    return answer_why_not(paper, table, args.place, args.number)


def answer_why_not(paper: Paper, table: Table, place: str, number: int | None = None) -> int:
    name, entry, earlier, found = find_why_not(table, place, number)
    _say_why_not(paper, name, entry, earlier, found)
    return 0


def _say_why_not(paper: Paper, name: str, entry: int, earlier: bool, found: Sequence[WhyNot]) -> None:
    if paper.as_json:
        paper.json(
            {"turn": entry + 1, "option": name, "answers": [paper.why_not_dict(name, answer) for answer in found]}
        )
        return
    if earlier:
        paper.line(text("cli.why_earlier", number=entry + 1), "bright_black")
    for answer in found:
        paper.why_not(name, answer)


def log(args: Args, paper: Paper, store: Store) -> int:
    table = store.load(args.table)
    paper.use(table.game)
    if paper.as_json:
        standing = {id(entry) for entry in table.entries}
        paper.json(
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


def show_log(paper: Paper, table: Table) -> None:
    """Show what happened, entry by entry; numbered is what holds, what was undone is marked."""
    standing = {id(entry) for entry in table.entries}
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    number = 0
    for entry, then in table.follow_log():
        holds = id(entry) in standing
        number += holds
        if entry.kind in ("undo", "redo"):
            said = paper.word(f"cli.log_{entry.kind}")
        else:
            said = entry_said(paper, then, len(then.entries) - 1)
            said += "" if holds else f"  ({paper.word('cli.log_undone')})"
        grid.add_row(str(number) if holds else "", paper.rich(said, "" if holds else "bright_black"))
    paper.console.print(grid)


def verify(args: Args, paper: Paper, store: Store) -> int:
    table = store.load(args.table)
    paper.use(table.game)
    differences = verify_table(table)
    if paper.as_json:
        paper.json([serialize.difference(d, paper.catalogue) for d in differences])
        return 1 if differences else 0
    if not differences:
        paper.line(text("verify.fine", n=len(table.entries)))
        return 0
    paper.line(text("verify.different", n=len(differences), of=len(table.entries)), "red")
    for d in differences:
        paper.line(f"{d.number}: {paper.say(d.why)}", "bold")
        for key, events, trace in (("logged", d.logged, d.logged_trace), ("today", d.today, d.today_trace)):
            paper.line(f"  {paper.word(f'verify.{key}')}: {'; '.join(events)}")
            for line in trace:
                paper.line(f"      {line}", "bright_black")
    return 1
