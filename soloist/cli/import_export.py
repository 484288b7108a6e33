"""The commands `soloist import`, `link` and `rescue`: games played elsewhere, links, and damaged saves."""

from __future__ import annotations

from pathlib import Path

from soloist.cli.commands import Args, read_file
from soloist.cli.printer import Printer
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.file_store import FileStore
from soloist.session.import_check import check_import, check_size
from soloist.session.link import MOST_LINK, is_link, make_fragment, read_link
from soloist.session.save import is_save
from soloist.session.table import Table


def run_link(args: Args, printer: Printer, store: FileStore) -> int:
    """Print a table as a link, with or without the address of a site before it."""
    made = args.site + make_fragment(store.read_source(args.table))
    if len(made) > MOST_LINK:
        raise ImpossibleError(text("error.link_long", n=len(made), most=MOST_LINK))
    if printer.as_json:
        printer.print_json({"link": made})
    else:
        printer.print_line(made, whole=True)  # a link is one line
    return 0


def _open_link(args: Args, printer: Printer, store: FileStore) -> int:
    """Store the table of a link under a name of its own."""
    table = Table.from_text(read_link(args.file))
    return _store_table(table, args.name or table.game.id, "cli.linked", printer, store)


def _store_table(table: Table, name: str, said: str, printer: Printer, store: FileStore) -> int:
    check_import(table)
    printer.use_game(table.game)
    store.create_table(table, name)
    if printer.as_json:
        printer.print_json({"table": name, "entries": len(table.entries)})
    else:
        printer.print_line(text(said, name=name))
    return 0


def run_import(args: Args, printer: Printer, store: FileStore) -> int:
    """Store the table of a link or a save, or replay a game played elsewhere; return 1 if it differs from the rules
    here."""
    if is_link(args.file):
        return _open_link(args, printer, store)
    source = read_file(args.file)
    if is_save(source):
        check_size(source.encode())
        return _store_table(
            Table.from_text(source), args.name or Path(args.file).stem, "cli.save_taken", printer, store
        )
    game = find_game(args.game) if args.game else _find_importing_game()
    printer.use_game(game)
    book = game.rulebook(DIGITAL)
    found = book.import_game(source)
    table = Table.from_imported(game, found, mode=book.id)
    if args.name:
        store.create_table(table, args.name)
    scores = dict(table.scores())
    if printer.as_json:
        difference = None if found.difference is None else printer.say(found.difference)
        printer.print_json(
            {
                "rows": len(found.steps),
                "compared": found.compared,
                "difference": difference,
                "line": found.line,
                "rule": found.rule,
                "nearest": list(found.nearest),
                "scores": scores,
            }
        )
    elif found.difference is not None:
        printer.print_line(found.difference, "red")
        if found.rule:
            printer.print_line(f"{found.rule}  {printer.catalogue.rule_title(found.rule)}")
        if found.nearest:
            printer.print_line(text("error.nearest", options=found.nearest))
    else:
        printer.print_line(text("cli.imported", rows=len(found.steps), compared=found.compared))
        for seat in game.screen.standing(table.board).seats:
            printer.print_line(f"  {printer.say(seat.name)}: {seat.vp}")
    return 0 if found.difference is None else 1


def _find_importing_game() -> Game:
    """Return the only game that can import games played elsewhere. Raises `UnknownError` if there are none or
    several."""
    able = [game for game in map(find_game, game_ids()) if any(_can_import(book) for book in game.rulebooks)]
    if len(able) != 1:
        raise UnknownError(text("cli.import_which"), nearest=[game.id for game in able])
    return able[0]


def _can_import(book: Rulebook) -> bool:
    return type(book).import_game is not Rulebook.import_game


def run_rescue(args: Args, printer: Printer, store: FileStore) -> int:
    source = store.read_source(args.table)
    table, fault, unfinished = Table.rescue(source)
    store.create_table(table, args.to)
    why = text("cli.rescue_whole") if fault is None else text("cli.rescue_lost", why=fault.text)
    if printer.as_json:
        answer: dict[str, object] = {"table": args.to, "entries": len(table.entries)}
        answer["fault"] = printer.error_as_data(fault) if fault is not None else None
        answer["unfinished"] = unfinished
        printer.print_json(answer)
    else:
        printer.print_line(text("cli.rescued", entries=len(table.entries), name=args.to, why=why))
        if unfinished:
            printer.print_line(text("cli.rescue_unfinished"))
            printer.print_bullets(unfinished)
    return 0
