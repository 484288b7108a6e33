"""Commands that bring a table here or elsewhere: a game played elsewhere, a link, and what can be read of a damaged save."""

from __future__ import annotations

from pathlib import Path

from soloist.cli.commands import Args, read_file
from soloist.cli.printer import Paper
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.file_store import Store
from soloist.session.import_check import bounded, inspect
from soloist.session.link import MOST_LINK, fragment, is_link, save_in
from soloist.session.save import is_save
from soloist.session.table import Table


def link(args: Args, paper: Paper, store: Store) -> int:
    """A table as a link, with the address it begins with or without any."""
    made = args.site + fragment(store.source(args.table))
    if len(made) > MOST_LINK:
        raise ImpossibleError(text("error.link_long", n=len(made), most=MOST_LINK))
    if paper.as_json:
        paper.json({"link": made})
    else:
        paper.line(made, whole=True)  # a link is one line
    return 0


def _open_link(args: Args, paper: Paper, store: Store) -> int:
    """Take in the table of a link, under a name of its own."""
    table = Table.from_text(save_in(args.file))
    return _take_in(table, args.name or table.game.id, "cli.linked", paper, store)


def _take_in(table: Table, name: str, said: str, paper: Paper, store: Store) -> int:
    inspect(table)
    paper.use(table.game)
    store.create(table, name)
    if paper.as_json:
        paper.json({"table": name, "entries": len(table.entries)})
    else:
        paper.line(text(said, name=name))
    return 0


def import_game(args: Args, paper: Paper, store: Store) -> int:
    """Take in the table of a link or a save, or replay a game played elsewhere; 1 when it differs from these rules."""
    if is_link(args.file):
        return _open_link(args, paper, store)
    source = read_file(args.file)
    if is_save(source):
        bounded(source.encode())
        return _take_in(Table.from_text(source), args.name or Path(args.file).stem, "cli.save_taken", paper, store)
    game = find_game(args.game) if args.game else _importing()
    paper.use(game)
    book = game.rulebook(DIGITAL)
    found = book.imported(source)
    table = Table.from_imported(game, found, mode=book.id)
    if args.name:
        store.create(table, args.name)
    scores = dict(table.scores())
    if paper.as_json:
        difference = None if found.difference is None else paper.say(found.difference)
        paper.json(
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
        paper.line(found.difference, "red")
        if found.rule:
            paper.line(f"{found.rule}  {paper.catalogue.rule_title(found.rule)}")
        if found.nearest:
            paper.line(text("error.nearest", options=found.nearest))
    else:
        paper.line(text("cli.imported", rows=len(found.steps), compared=found.compared))
        for seat in game.screen.standing(table.board).seats:
            paper.line(f"  {paper.say(seat.name)}: {seat.vp}")
    return 0 if found.difference is None else 1


def _importing() -> Game:
    """The game that can read games played elsewhere, if there is just one."""
    able = [game for game in map(find_game, game_ids()) if any(_imports(book) for book in game.rulebooks)]
    if len(able) != 1:
        raise UnknownError(text("cli.import_which"), nearest=[game.id for game in able])
    return able[0]


def _imports(book: Rulebook) -> bool:
    return type(book).imported is not Rulebook.imported


def rescue(args: Args, paper: Paper, store: Store) -> int:
    source = store.source(args.table)
    table, fault, unfinished = Table.rescue(source)
    store.create(table, args.to)
    why = text("cli.rescue_whole") if fault is None else text("cli.rescue_lost", why=fault.text)
    if paper.as_json:
        answer: dict[str, object] = {"table": args.to, "entries": len(table.entries)}
        answer["fault"] = paper.error_dict(fault) if fault is not None else None
        answer["unfinished"] = unfinished
        paper.json(answer)
    else:
        paper.line(text("cli.rescued", entries=len(table.entries), name=args.to, why=why))
        if unfinished:
            paper.line(text("cli.rescue_unfinished"))
            paper.bullets(unfinished)
    return 0
