"""The command `soloist hint` and the coach of `play`: the best turns with expected points and a reason; and `soloist
review`."""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from time import monotonic

from soloist.agents.ai_seats import find_assignment, list_people_seats
from soloist.agents.coach import COACHING, Advice, as_data
from soloist.agents.jobs import coaching_at
from soloist.agents.review import review_game
from soloist.cli.printer import Printer
from soloist.core.text import Text, text
from soloist.session.file_store import FileStore
from soloist.session.table import Table


def run_hint(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    show_advice(printer, table, args.seconds)
    return 0


def show_advice(printer: Printer, table: Table, seconds: float = COACHING.seconds) -> list[Advice]:
    """Print and return the best turns of the seat that decides. Turns that are too close to call are grouped."""
    found = coaching_at(table, replace(COACHING, seconds=seconds))(lambda: False)
    if printer.as_json:
        printer.print_json({"deciding": table.deciding, "turns": [as_data(it, printer.catalogue) for it in found]})
        return found
    if not found:
        printer.print_line(text("coach.nothing"))
        return found
    printer.print_line(text("coach.title"), "bold")
    close = sum(it.close for it in found)
    for rank, it in enumerate(found, 1):
        if close and rank in (1, close + 1):
            printer.print_line(text("coach.close" if rank == 1 else "coach.behind"), "bold")
        moves = (printer.say_choice(table.game, table.board, choice) for choice in it.choices)
        printer.print_line(f"{rank}  {'; '.join(moves)}", "cyan")
        printer.print_line(f"   {'; '.join(it.lines)}", "bright_black")
        said = printer.say(it.reason)
        if it.points is not None and it.within is not None:
            row = text("coach.row_within", points=f"{it.points:.0f}", within=f"{it.within:.0f}")
            said = f"{printer.say(row)}. {said}"
        printer.print_line(f"   {said}")
    if found[0].points is not None:
        printer.print_line(text("coach.counted", n=found[0].games), "bright_black")
    return found


def run_review(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Print the turns that cost most, with better ones."""
    table = store.load_table(args.table)
    printer.use_game(table.game)
    until = monotonic() + args.seconds
    others = find_assignment(table)
    found = review_game(table, should_stop=lambda: monotonic() > until, leave_out=others)
    people = [seat for seat in list_people_seats(table) if seat not in others]
    if printer.as_json:
        rows = [asdict(point) | {"entry": point.entry + 1} for point in found]
        printer.print_json({"turning_points": rows})
        return 0
    if not found:
        printer.print_line(text("review.nothing"))
        return 0
    printer.print_line(text("review.title"), "bold")
    for point in found:
        points, within = f"{point.points:.1f}", f"{point.within:.1f}"
        played, better = "; ".join(point.played), "; ".join(point.better)
        row = text("review.row", entry=point.entry + 1, round=point.round, played=played, better=better)
        told: list[Text | str] = [f"{point.seat}:"] if len(people) > 1 else []
        told += [row, text("review.by", points=points, within=within)]
        if point.source:
            source = table.rulebook.name_source(point.source)
            told.append(text("review.source", points=f"{point.more:.1f}", source=source))
        printer.print_line(" ".join(map(printer.say, told)))
    printer.print_line(text("review.counted"), "bright_black")
    return 0
