"""The scriptable commands. Each returns an exit code: 0 fine, 1 the answer is no; errors are raised and become 2."""

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
    """`level=automa map=fjords` as a mapping."""
    options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key.strip():
            raise UnreadableError(text("cli.bad_option", got=word), nearest=["KEY=VALUE"])
        options[key.strip().removeprefix("--")] = value.strip()
    return options


def find_mode(args: Args) -> str:
    """The mode a command asks for."""
    return DIGITAL if args.digital else TABLE


def new_seed() -> str:
    return str(secrets.randbelow(10**9))


# ---------------------------------------------------------------------------------------------------- games, tables


def run_games(args: Args, paper: Printer, store: FileStore) -> int:
    found = [find_game(id) for id in game_ids()]
    if paper.as_json:
        paper.print_json([{"id": g.id, "stage": g.stage.value, "title": _title_of_game(paper, g)} for g in found])
        return 0
    for game in found:
        paper.use_game(game)
        paper.print_line(
            f"{game.id:<16} {paper.say_word('game.title')} ({paper.say_word('cli.game_stage')}: {game.stage.value})",
            "bold",
        )
        paper.print_line(f"{'':<16} {paper.say_word('game.about')}")
    return 0


def _title_of_game(paper: Printer, game: Game) -> str:
    paper.use_game(game)
    return paper.say_word("game.title")


def run_tables(args: Args, paper: Printer, store: FileStore) -> int:
    """All tables, the latest changed first: game, mode, entries and date. Scripts get the names, or all with --long."""
    names = store.table_names()
    if paper.as_json and not args.long:
        paper.print_json(list(names))
        return 0
    rows = store.list_rows(most=len(names))
    if paper.as_json:
        paper.print_json([{**_row_as_data(row), "changed": _date_of(row.changed).isoformat()} for row in rows])
    elif not rows:
        paper.print_line(text("cli.no_tables"))
    else:
        paper.print_heading("cli.tables")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for row in rows:
            told = text("cli.table_row", mode=text(f"mode.{row.legacy_kind}"), entries=row.entries)
            grid.add_row(
                paper.to_rich(row.name, "bold"),
                paper.to_rich(_title_of(paper, row.game)),
                paper.to_rich(told if row.game else ""),
                paper.to_rich(_date_of(row.changed).strftime("%Y-%m-%d %H:%M"), "bright_black"),
            )
        paper.console.print(grid)
    return 0


def _row_as_data(row: StoredTable) -> dict[str, object]:
    return {"name": row.name, "game": row.game, "mode": row.legacy_kind, "entries": row.entries}


def _date_of(seconds: float) -> datetime:
    return datetime.fromtimestamp(int(seconds)).astimezone()


def _title_of(paper: Printer, id: str) -> str:
    """A game by its name; a file that is none of ours is said to be so."""
    if id not in game_ids():
        return id or paper.say_word("cli.table_broken")
    return Catalogue(paper.catalogue.language, find_game(id)).say(text("game.title"))


def run_rename(args: Args, paper: Printer, store: FileStore) -> int:
    store.rename_table(args.table, args.to)
    _say_done(paper, text("cli.renamed", name=args.table, to=args.to), {"table": args.to})
    return 0


def run_delete(args: Args, paper: Printer, store: FileStore) -> int:
    """Delete a table for good. Whoever sits at the terminal is asked first; a script says --yes."""
    store.read_source(args.table)  # whether there is one
    if not args.yes:
        if paper.as_json or not is_terminal():
            raise ImpossibleError(text("cli.delete_yes", name=args.table))
        said = input(clean_words(paper.say_word("cli.delete_sure", name=args.table)) + " ")
        if said.strip().casefold() not in paper.say_word("cli.yes_words").split():
            paper.print_line(text("cli.delete_not", name=args.table))
            return 1
    store.delete_table(args.table)
    _say_done(paper, text("cli.deleted", name=args.table), {"deleted": args.table})
    return 0


def _say_done(paper: Printer, said: Text, as_json: dict[str, object]) -> None:
    if paper.as_json:
        paper.print_json(as_json)
    else:
        paper.print_line(said)


def run_new(args: Args, paper: Printer, store: FileStore) -> int:
    game = find_game(args.game)
    paper.use_game(game)
    book = game.rulebook(find_mode(args))
    if args.name is None:
        show_options(paper, book.options)
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
    show_new(paper, table, args.name)
    if not paper.as_json:
        show_next(paper, table)
    return 0


def show_new(paper: Printer, table: Table, name: str) -> None:
    """Show what to lay out."""
    layout = table.game.layout(table.board)
    if paper.as_json:
        paper.print_json(
            {"table": name, "game": table.game.id, "setup": table.setup, "layout": paper.say_texts(layout)}
        )
        return
    paper.print_line(text("cli.created", name=name), "bold")
    if table.rulebook.by_hand:
        paper.print_heading("cli.layout_heading")
        paper.print_bullets(layout)
    if any(d.origin == "stand_in" for d in table.game.data(table.board)):
        paper.print_line(text("cli.made_up_stand_ins", name=name), "yellow")


def show_options(paper: Printer, options: Sequence[Option]) -> None:
    """Options with their choices and defaults."""
    if paper.as_json:
        paper.print_json(
            [{"key": o.key, "default": o.default, "choices": list(o.choices), "ruling": o.ruling} for o in options]
        )
        return
    paper.print_heading("cli.options_heading", game=paper.say_word("game.title"))
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for option in options:
        ruling = f" [{option.ruling}]" if option.ruling else ""
        said = paper.to_rich(paper.say_word(f"option.{option.key}") + f"{ruling}\n")
        for i, choice in enumerate(option.choices or (option.default,)):
            said.append(", " if i else "")
            said.append(choice, style="bold" if choice == option.default else "")
        said.append(f"  ({paper.say_word('cli.default')}: {option.default})")
        grid.add_row(paper.to_rich(option.key, "cyan"), said)
    paper.console.print(grid)


def read_file(name: str) -> str:
    try:
        return read_text(Path(name))
    except (OSError, ValueError) as why:  # a name with a zero byte is a ValueError
        raise make_storage_error(name, why) from why


def make_storage_error(name: str, why: OSError | ValueError) -> SoloistError:
    """What the disk said about a file that the user named."""
    return storage_error(Path(name), why if isinstance(why, OSError) else OSError(22, str(why)))


# --------------------------------------------------------------------------------------------------------- playing


def run_tell(args: Args, paper: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        paper.use_game(table.game)
        paper.answer_with = _answer_command("tell", args)
        told = table.tell("; ".join(args.words), args.answer)
        show_told(paper, table, told)
    return 0


def _answer_command(name: str, args: Args) -> str:
    """The same command again, with room for one more answer."""
    words = [f'"{w}"' for w in getattr(args, "words", [])] + [f'--answer "{a}"' for a in args.answer]
    return " ".join(["soloist", name, args.table, *words, "--answer …"])


def show_told(paper: Printer, table: Table, told: Told) -> None:
    entry = table.entries[-1]
    if paper.as_json:
        paper.print_json(
            {
                "events": entry.events + entry.followed,
                "problems": paper.problems_as_data(told.problems),
                "hands": paper.say_texts(told.hands),
                "offers": serialize.serialize_offers(table.list_offers(), paper.catalogue),
                "next": paper.say_texts(table.rulebook.list_prompts(table.board)),
            }
        )
        return
    if table.rulebook.by_hand:
        paper.print_line(text("cli.noted", events="; ".join(entry.events)))
    else:
        paper.print_bullets(serialize.describe_entry(table, len(table.entries) - 1, paper.catalogue), mark="✓")
    paper.print_problems(told.problems)
    if told.hands:
        paper.print_heading("cli.do_heading")
        paper.print_bullets(told.hands)
    show_offers(paper, table)


def show_offers(paper: Printer, table: Table) -> None:
    """What follows for the humans and is told by them: each with the line that tells it."""
    lines = [text("cli.offered", what=offer.text, rule=offer.rule, line=offer.line) for offer in table.list_offers()]
    paper.print_bullets(lines, mark="+")


def run_turn(args: Args, paper: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        paper.use_game(table.game)
        paper.answer_with = _answer_command("turn", args)
        done = table.turn(args.answer, reseed=args.reseed)
        show_turn(paper, table, done, why=args.why)
    return 0


def _heading_of_turn(done: Turn) -> Text:
    """The heading of a turn: where several Automa may play, the game says which one it was."""
    heading = done.game.screen.heading
    return text("cli.automas_turn") if heading is None else heading(done.before, done.trace.seat)


def show_turn(paper: Printer, table: Table, done: Turn, *, why: bool) -> None:
    """The two cards in words, what the hands must do (or what she did), and on request each narrowing."""
    entry = table.entries[-1]
    if paper.as_json:
        answer: dict[str, object] = {
            "events": entry.events + entry.followed,
            "cards": paper.say_texts(done.cards),
            "hands": paper.say_texts(done.hands),
            "problems": paper.problems_as_data(done.problems),
            "offers": serialize.serialize_offers(table.list_offers(), paper.catalogue),
            "totals": paper.say_texts(table.game.totals(table.board)),
            "next": paper.say_texts(table.rulebook.list_prompts(table.board)),
        }
        if why:
            answer["why"] = paper.trace_as_data(done.trace)
        paper.print_json(answer)
        return
    show_what_she_did(paper, table, done)
    if why:
        paper.print_heading("cli.why_heading")
        paper.print_trace(done.trace)
    show_offers(paper, table)
    show_totals(paper, table)
    show_next(paper, table)


def show_what_she_did(paper: Printer, table: Table, done: Turn) -> None:
    """Show her cards, what the hands must do for her (or what happened, where nobody has pieces to move), and doubts."""
    paper.console.rule(paper.say(_heading_of_turn(done)), style="bright_black")
    paper.print_bullets(done.cards, mark="▸")
    if table.rulebook.by_hand:
        paper.print_heading("cli.do_heading")
        paper.print_bullets(done.hands, mark="☐")
    else:
        paper.print_heading("cli.did_heading")
        paper.print_bullets(serialize.describe_entry(table, len(table.entries) - 1, paper.catalogue), mark="✓")
    paper.print_problems(done.problems)


def show_points(paper: Printer, table: Table) -> None:
    """Show the points of all seats in one line."""
    seats = table.game.screen.standing(table.board).seats
    paper.print_line(
        " · ".join(f"{paper.say(seat.name)} {paper.say_word('cli.vp', n=seat.vp)}" for seat in seats), "bold"
    )


def show_totals(paper: Printer, table: Table) -> None:
    """To be compared with the table, where there is one."""
    paper.print_heading("cli.totals_heading" if table.rulebook.by_hand else "cli.standing_heading")
    paper.print_bullets(table.game.totals(table.board), mark="=")


def run_legal(args: Args, paper: Printer, store: FileStore) -> int:
    table = store.load_table(args.table)
    paper.use_game(table.game)
    show_legal(paper, table)
    return 0


def show_legal(paper: Printer, table: Table) -> None:
    """What has to be decided, and every legal move with what it costs."""
    if table.legal() is None:
        raise UnknownError(text("cli.not_digital"))
    decision = table.rulebook.list_prompts(table.board)[0]
    moves = [serialize.serialize_choice(choice, paper.catalogue) for choice in table.rulebook.list_choices(table.board)]
    if paper.as_json:
        rows = [{key: move[key] for key in ("line", "says", "cost")} for move in moves]
        paper.print_json({"deciding": table.deciding, "decision": paper.say(decision), "legal": rows})
        return
    paper.print_line(decision, "bold")
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    for move in moves:
        grid.add_row(paper.to_rich(move["line"], "cyan"), paper.to_rich(move["says"]), paper.to_rich(move["cost"]))
    paper.console.print(grid)


def show_next(paper: Printer, table: Table) -> None:
    paper.print_heading("cli.next_heading")
    paper.print_bullets(table.rulebook.list_prompts(table.board), mark="→")


def run_undo(args: Args, paper: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        paper.use_game(table.game)
        take_back(paper, table, args.steps)
    return 0


def take_back(paper: Printer, table: Table, steps: int) -> None:
    """Undo the last entries and say what was undone, the latest first."""
    numbers = range(len(table.entries))[-steps:]
    said = [entry_said(paper, table, number) for number in reversed(numbers)]
    _say_moved(paper, "cli.undone", table.undo(steps), said)


def run_redo(args: Args, paper: Printer, store: FileStore) -> int:
    with store.open_table(args.table) as table:
        paper.use_game(table.game)
        bring_again(paper, table, args.steps)
    return 0


def bring_again(paper: Printer, table: Table, steps: int) -> None:
    """Redo what was undone and say what it was."""
    before = len(table.entries)
    entries = table.redo(steps)
    said = [entry_said(paper, table, number) for number in range(before, len(table.entries))]
    _say_moved(paper, "cli.redone", entries, said)


def _say_moved(paper: Printer, key: str, entries: Sequence[Entry], said: Sequence[str]) -> None:
    if paper.as_json:
        paper.print_json(serialize.serialize_entries(entries))
    else:
        paper.print_bullets([text(key, entry=words) for words in said])


def entry_said(paper: Printer, table: Table, number: int) -> str:
    """Return in one line what happened in an entry (by its place in `entries`)."""
    return "; ".join(serialize.describe_entry(table, number, paper.catalogue))
