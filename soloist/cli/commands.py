"""The scriptable commands. Each returns an exit code: 0 fine, 1 the answer is no. Errors are raised and become exit
code 2."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from rich.table import Table as Grid

from soloist.cli.printer import Printer, clean_words, is_terminal
from soloist.core.errors import (
    BadInputError,
    BadSaveError,
    ImpossibleError,
    SoloistError,
    UnknownError,
    UnreadableError,
)
from soloist.core.rulebook import DIGITAL, TABLE, Option
from soloist.core.text import Text, text
from soloist.manifest import Game, find_game, game_ids
from soloist.session import serialize
from soloist.session.file_store import FileStore
from soloist.session.files import read_text, storage_error
from soloist.session.save import Entry
from soloist.session.storage import StoredTable
from soloist.session.table import Table, Told, Turn
from soloist.session.words import Catalogue

Args = argparse.Namespace


def read_options(words: Sequence[str]) -> dict[str, str]:
    """Return words such as `level=automa map=fjords` as a mapping."""
    options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise UnreadableError(text("cli.bad_option", got=word), nearest=["KEY=VALUE"])
        options[key.strip().removeprefix("--")] = value.strip()
    return options


def find_mode(args: Args) -> str:
    """Return the mode that the arguments ask for."""
    return DIGITAL if args.digital else TABLE


def new_seed() -> str:
    return str(secrets.randbelow(10**9))


# ---------------------------------------------------------------------------------------------------- games, tables


def run_games(args: Args, printer: Printer, store: FileStore) -> int:
    found = [find_game(id) for id in game_ids()]
    if printer.as_json:
        printer.print_json([{"id": g.id, "stage": g.stage.value, "title": _title_of_game(printer, g)} for g in found])
        return 0
    for game in found:
        printer.use_game(game)
        printer.print_line(
            f"{game.id:<16} {printer.say_word('game.title')} ({printer.say_word('cli.game_stage')}: {game.stage.value})",
            "bold",
        )
        printer.print_line(f"{'':<16} {printer.say_word('game.about')}")
    return 0


def _title_of_game(printer: Printer, game: Game) -> str:
    printer.use_game(game)
    return printer.say_word("game.title")


def run_tables(args: Args, printer: Printer, store: FileStore) -> int:
    """List all tables, most recently changed first. With --json only the names, unless --long is given."""
    names = store.table_names()
    if printer.as_json and not args.long:
        printer.print_json(list(names))
        return 0
    rows = store.list_rows(most=len(names))
    if printer.as_json:
        printer.print_json([{**_row_as_data(row), "changed": _date_of(row.changed).isoformat()} for row in rows])
    elif not rows:
        printer.print_line(text("cli.no_tables"))
    else:
        printer.print_heading("cli.tables")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for row in rows:
            told = text("cli.table_row", mode=text(f"mode.{row.legacy_kind}"), entries=row.entries)
            grid.add_row(
                printer.to_rich(row.name, "bold"),
                printer.to_rich(_title_of(printer, row.game)),
                printer.to_rich(told if row.game else ""),
                printer.to_rich(_date_of(row.changed).strftime("%Y-%m-%d %H:%M"), "bright_black"),
            )
        printer.console.print(grid)
    return 0


def _row_as_data(row: StoredTable) -> dict[str, object]:
    return {"name": row.name, "game": row.game, "mode": row.legacy_kind, "entries": row.entries}


def _date_of(seconds: float) -> datetime:
    return datetime.fromtimestamp(int(seconds)).astimezone()


def _title_of(printer: Printer, id: str) -> str:
    """Return the title of a game; for an unknown id the id, or a note that the file is damaged."""
    if id not in game_ids():
        return id or printer.say_word("cli.table_broken")
    return Catalogue(printer.catalogue.language, find_game(id)).say(text("game.title"))


def run_rename(args: Args, printer: Printer, store: FileStore) -> int:
    store.rename_table(args.table, args.to)
    _print_done(printer, text("cli.renamed", name=args.table, to=args.to), {"table": args.to})
    return 0


def run_delete(args: Args, printer: Printer, store: FileStore) -> int:
    """Delete a table for good, after confirmation at a terminal or with --yes."""
    store.read_source(args.table)  # raises if there is no such table
    if not args.yes:
        if printer.as_json or not is_terminal():
            raise ImpossibleError(text("cli.delete_yes", name=args.table))
        said = input(clean_words(printer.say_word("cli.delete_sure", name=args.table)) + " ")
        if said.strip().casefold() not in printer.say_word("cli.yes_words").split():
            printer.print_line(text("cli.delete_not", name=args.table))
            return 1
    store.delete_table(args.table)
    _print_done(printer, text("cli.deleted", name=args.table), {"deleted": args.table})
    return 0


def _print_done(printer: Printer, said: Text, as_json: dict[str, object]) -> None:
    if printer.as_json:
        printer.print_json(as_json)
    else:
        printer.print_line(said)


def run_new(args: Args, printer: Printer, store: FileStore) -> int:
    game = find_game(args.game)
    printer.use_game(game)
    book = game.rulebook(find_mode(args))
    if args.name is None:
        show_options(printer, book.options)
        return 0
    options = read_options(args.options)
    seed = options.pop("seed", None) or args.seed or new_seed()
    table = Table.new(game, options, mode=book.id, owner=store.read_owner_values(game), seed=seed)
    if args.position:
        for number, line in enumerate(read_file(args.position).splitlines(), 1):
            if line.strip() and not line.startswith("#"):
                try:
                    table.tell(line)
                except BadInputError as why:
                    said = text("error.scenario_position", number=number, line=line, why=why.text)
                    raise BadSaveError(said, line=number, rule=why.rule, nearest=why.nearest) from why
    store.create_table(table, args.name)
    show_new(printer, table, args.name)
    if not printer.as_json:
        show_next(printer, table)
    return 0


def show_new(printer: Printer, table: Table, name: str) -> None:
    """Print what to lay out for a new table."""
    layout = table.game.layout(table.board)
    if printer.as_json:
        printer.print_json(
            {"table": name, "game": table.game.id, "setup": table.setup, "layout": printer.say_texts(layout)}
        )
        return
    printer.print_line(text("cli.created", name=name), "bold")
    if table.rulebook.by_hand:
        printer.print_heading("cli.layout_heading")
        printer.print_bullets(layout)
    if any(d.origin == "stand_in" for d in table.game.data(table.board)):
        printer.print_line(text("cli.made_up_stand_ins", name=name), "yellow")


def show_options(printer: Printer, options: Sequence[Option]) -> None:
    """Print options with their choices and defaults."""
    if printer.as_json:
        printer.print_json(
            [{"key": o.key, "default": o.default, "choices": list(o.choices), "ruling": o.ruling} for o in options]
        )
        return
    printer.print_heading("cli.options_heading", game=printer.say_word("game.title"))
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for option in options:
        ruling = f" [{option.ruling}]" if option.ruling else ""
        said = printer.to_rich(printer.say_word(f"option.{option.key}") + f"{ruling}\n")
        for i, choice in enumerate(option.choices or (option.default,)):
            said.append(", " if i else "")
            said.append(choice, style="bold" if choice == option.default else "")
        said.append(f"  ({printer.say_word('cli.default')}: {option.default})")
        grid.add_row(printer.to_rich(option.key, "cyan"), said)
    printer.console.print(grid)


def read_file(name: str) -> str:
    try:
        return read_text(Path(name))
    except (OSError, ValueError) as why:  # a name with a zero byte is a ValueError
        raise make_storage_error(name, why) from why


def make_storage_error(name: str, why: OSError | ValueError) -> SoloistError:
    """Return the error for a file that the user named."""
    return storage_error(Path(name), why if isinstance(why, OSError) else OSError(22, str(why)))


# --------------------------------------------------------------------------------------------------------- playing


def run_tell(args: Args, printer: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        printer.use_game(table.game)
        printer.answer_with = _answer_command("tell", args)
        told = table.tell("; ".join(args.words), args.answer)
        show_told(printer, table, told)
    return 0


def _answer_command(name: str, args: Args) -> str:
    """Return the command to type again with one more answer."""
    words = [f'"{w}"' for w in getattr(args, "words", [])] + [f'--answer "{a}"' for a in args.answer]
    return " ".join(["soloist", name, args.table, *words, "--answer …"])


def show_told(printer: Printer, table: Table, told: Told) -> None:
    entry = table.entries[-1]
    if printer.as_json:
        printer.print_json(
            {
                "events": entry.events + entry.followed,
                "problems": printer.problems_as_data(told.problems),
                "hands": printer.say_texts(told.hands),
                "offers": serialize.serialize_offers(table.list_offers(), printer.catalogue),
                "next": printer.say_texts(table.rulebook.list_prompts(table.board)),
            }
        )
        return
    if table.rulebook.by_hand:
        printer.print_line(text("cli.noted", events="; ".join(entry.events)))
    else:
        printer.print_bullets(serialize.describe_entry(table, len(table.entries) - 1, printer.catalogue), mark="✓")
    printer.print_problems(told.problems)
    if told.hands:
        printer.print_heading("cli.do_heading")
        printer.print_bullets(told.hands)
    show_offers(printer, table)


def show_offers(printer: Printer, table: Table) -> None:
    """Print points and resources that players enter themselves, each with the line to type."""
    lines = [text("cli.offered", what=offer.text, rule=offer.rule, line=offer.line) for offer in table.list_offers()]
    printer.print_bullets(lines, mark="+")


def run_turn(args: Args, printer: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        printer.use_game(table.game)
        printer.answer_with = _answer_command("turn", args)
        done = table.turn(args.answer, reseed=args.reseed)
        show_turn(printer, table, done, why=args.why)
    return 0


def _heading_of_turn(done: Turn) -> Text:
    """Return the heading of an Automa turn; with several Automa it names the one that played."""
    heading = done.game.screen.heading
    return text("cli.automas_turn") if heading is None else heading(done.before, done.trace.seat)


def show_turn(printer: Printer, table: Table, done: Turn, *, why: bool) -> None:
    """Print the cards, the instructions or events, and on request each step of the decisions."""
    entry = table.entries[-1]
    if printer.as_json:
        answer: dict[str, object] = {
            "events": entry.events + entry.followed,
            "cards": printer.say_texts(done.cards),
            "hands": printer.say_texts(done.hands),
            "problems": printer.problems_as_data(done.problems),
            "offers": serialize.serialize_offers(table.list_offers(), printer.catalogue),
            "totals": printer.say_texts(table.game.totals(table.board)),
            "next": printer.say_texts(table.rulebook.list_prompts(table.board)),
        }
        if why:
            answer["why"] = printer.trace_as_data(done.trace)
        printer.print_json(answer)
        return
    show_what_she_did(printer, table, done)
    if why:
        printer.print_heading("cli.why_heading")
        printer.print_trace(done.trace)
    show_offers(printer, table)
    show_totals(printer, table)
    show_next(printer, table)


def show_what_she_did(printer: Printer, table: Table, done: Turn) -> None:
    """Print the Automa's cards, the instructions for moving her pieces (in DIGITAL mode the events), and warnings."""
    printer.console.rule(printer.say(_heading_of_turn(done)), style="bright_black")
    printer.print_bullets(done.cards, mark="▸")
    if table.rulebook.by_hand:
        printer.print_heading("cli.do_heading")
        printer.print_bullets(done.hands, mark="☐")
    else:
        printer.print_heading("cli.did_heading")
        printer.print_bullets(serialize.describe_entry(table, len(table.entries) - 1, printer.catalogue), mark="✓")
    printer.print_problems(done.problems)


def show_points(printer: Printer, table: Table) -> None:
    """Print the points of all seats in one line."""
    seats = table.game.screen.standing(table.board).seats
    printer.print_line(
        " · ".join(f"{printer.say(seat.name)} {printer.say_word('cli.vp', n=seat.vp)}" for seat in seats), "bold"
    )


def show_totals(printer: Printer, table: Table) -> None:
    """Print the totals, which players at a table compare with their board."""
    printer.print_heading("cli.totals_heading" if table.rulebook.by_hand else "cli.standing_heading")
    printer.print_bullets(table.game.totals(table.board), mark="=")


def run_legal(args: Args, printer: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    printer.use_game(table.game)
    show_legal(printer, table)
    return 0


def show_legal(printer: Printer, table: Table) -> None:
    """Print the pending decision and every legal move with its cost."""
    if table.legal() is None:
        raise UnknownError(text("cli.not_digital"))
    decision = table.rulebook.list_prompts(table.board)[0]
    moves = [
        serialize.serialize_choice(choice, printer.catalogue) for choice in table.rulebook.list_choices(table.board)
    ]
    if printer.as_json:
        rows = [{key: move[key] for key in ("line", "says", "cost")} for move in moves]
        printer.print_json({"deciding": table.deciding, "decision": printer.say(decision), "legal": rows})
        return
    printer.print_line(decision, "bold")
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for move in moves:
        grid.add_row(
            printer.to_rich(move["line"], "cyan"), printer.to_rich(move["says"]), printer.to_rich(move["cost"])
        )
    printer.console.print(grid)


def show_next(printer: Printer, table: Table) -> None:
    printer.print_heading("cli.next_heading")
    printer.print_bullets(table.rulebook.list_prompts(table.board), mark="→")


def run_undo(args: Args, printer: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        printer.use_game(table.game)
        undo_entries(printer, table, args.steps)
    return 0


def undo_entries(printer: Printer, table: Table, steps: int) -> None:
    """Undo the last entries and print them, latest first."""
    numbers = range(len(table.entries))[-steps:]
    said = [say_entry(printer, table, number) for number in reversed(numbers)]
    _print_entries(printer, "cli.undone", table.undo(steps), said)


def run_redo(args: Args, printer: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        printer.use_game(table.game)
        redo_entries(printer, table, args.steps)
    return 0


def redo_entries(printer: Printer, table: Table, steps: int) -> None:
    """Redo entries and print them."""
    before = len(table.entries)
    entries = table.redo(steps)
    said = [say_entry(printer, table, number) for number in range(before, len(table.entries))]
    _print_entries(printer, "cli.redone", entries, said)


def _print_entries(printer: Printer, key: str, entries: Sequence[Entry], said: Sequence[str]) -> None:
    if printer.as_json:
        printer.print_json(serialize.serialize_entries(entries))
    else:
        printer.print_bullets([text(key, entry=words) for words in said])


def say_entry(printer: Printer, table: Table, number: int) -> str:
    """Return one line of words for the entry at index `number` of the active entries."""
    return "; ".join(serialize.describe_entry(table, number, printer.catalogue))
