"""The console command `soloist`.

Exit codes: 0 fine, 1 the answer is no (a scenario failed, verify differs, a soak found a fault), 2 bad input.
"""

from __future__ import annotations

import argparse
import locale
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from platformdirs import user_data_path

from soloist.cli import commands, keep, reference
from soloist.cli.paper import Paper
from soloist.cli.play import play
from soloist.cli.serve import serve
from soloist.cli.simulate import simulate
from soloist.core.errors import SoloistError
from soloist.modes.store import Store
from soloist.modes.words import Catalogue, languages

Command = Callable[[argparse.Namespace, Paper, Store], int]


def _parser() -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="one JSON value instead of words"
    )
    common.add_argument("--lang", default=argparse.SUPPRESS, help=f"language: {', '.join(languages())}")
    common.add_argument("--no-color", action="store_true", default=argparse.SUPPRESS, help="no colours")
    common.add_argument("--data-dir", default=argparse.SUPPRESS, help="folder for tables and printed values")
    parser = argparse.ArgumentParser(prog="soloist", description=Catalogue().words["cli.about"], parents=[common])
    sub = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, run: Command, help: str) -> argparse.ArgumentParser:
        made = sub.add_parser(name, help=help, description=help, parents=[common])
        made.set_defaults(run=run)
        return made

    made = add("play", play, "play at a table, interactively (without a name: a quick-start table)")
    made.add_argument("table", nargs="?")
    made.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options for a new table")
    made.add_argument("--game", help="the game of a new table")
    made.add_argument("--digital", action="store_true", help="the whole game here, every rule enforced")
    made = add("serve", serve, "open Soloist in the browser")
    made.add_argument("--port", type=_port, help="the port to listen on (otherwise the usual one, or a free one)")
    made.add_argument("--no-browser", action="store_true", help="do not open the browser")
    made.add_argument("--lan", action="store_true", help="for phones and tablets in your network, with a secret link")
    made.add_argument("--database-url", metavar="URL", help="another database: postgresql://USER@HOST/NAME")
    made.add_argument("--backup", metavar="DIR", help="copy the tables into this folder every now and then")
    made.add_argument("--backup-every", metavar="HOURS", type=_positive, default=24, help="how often (24)")
    made.add_argument("--backup-keep", metavar="N", type=_positive, default=7, help="how many copies are kept (7)")
    made = add("new", commands.new, "make a table (without a name: list the options)")
    made.add_argument("game")
    made.add_argument("name", nargs="?")
    made.add_argument("options", nargs="*", metavar="KEY=VALUE")
    made.add_argument("--seed", help="what the software draws from")
    made.add_argument("--digital", action="store_true", help="the whole game here, every rule enforced")
    made.add_argument(
        "--position", metavar="FILE", help="lines of notation that describe what already lies on the table"
    )
    add("tables", commands.tables, "list your tables")
    made = add("tell", commands.tell, "tell what you did, or correct something")
    made.add_argument("table")
    made.add_argument("words", nargs="+", metavar="LINE")
    made.add_argument("--answer", action="append", default=[], help="answer to a question, in order")
    made = add("turn", commands.turn, "let the Automa take her turn")
    made.add_argument("table")
    made.add_argument("--answer", action="append", default=[], help="answer to a question, in order")
    made.add_argument("--why", action="store_true", help="show each narrowing")
    made.add_argument("--reseed", metavar="SEED", help="draw other cards from now on")
    made = add("legal", commands.legal, "DIGITAL: all legal moves with what they cost")
    made.add_argument("table")
    for name, run, help in (("undo", commands.undo, "take back entries"), ("redo", commands.redo, "do them again")):
        made = add(name, run, help)
        made.add_argument("table")
        made.add_argument("steps", nargs="?", type=_positive, default=1)
    made = add("show", commands.show, "show the table")
    made.add_argument("table")
    made = add("explain", commands.explain, "explain a turn of the Automa")
    made.add_argument("table")
    made.add_argument("number", nargs="?", type=_positive, help="number in the log; the latest turn if left out")
    made.add_argument("--as-scenario", metavar="FILE", help="write a scenario file instead (- for standard output)")
    made = add("why-not", commands.why_not, "why was a place or option not chosen?")
    made.add_argument("table")
    made.add_argument("place")
    made.add_argument("number", nargs="?", type=_positive)
    made = add("log", commands.log, "everything that happened")
    made.add_argument("table")
    made = add("verify", commands.verify, "decide everything again and compare")
    made.add_argument("table")
    made = add(
        "import", commands.import_game, "replay a game written down elsewhere, compare it, and keep it as a table"
    )
    made.add_argument("file")
    made.add_argument("name", nargs="?", help="name of the new table; without it the game is only compared")
    made.add_argument("--game", help="the game (not needed while only one can read such files)")
    made = add("rescue", commands.rescue, "save what is good of a broken file")
    made.add_argument("table")
    made.add_argument("to", help="name of the new table")
    made = add("backup", keep.backup, "copy the tables of the browser, also while they are served")
    made.add_argument("file")
    made = add("restore", keep.restore, "bring such a copy back; what was there is kept")
    made.add_argument("file")
    made = add("recover", keep.recover, "save what can be read of a damaged database of the browser")
    made.add_argument("file", help="the new database")
    made.add_argument("--database", metavar="FILE", help="the damaged one, if it is not that of the data folder")
    made = add("check", reference.check, "run scenario files")
    made.add_argument("files", nargs="+", metavar="FILE")
    made = add("rule", reference.rule, "what a rule says, where it is applied and tested")
    made.add_argument("id")
    made = add("rules", reference.rules, "all rules of a game")
    made.add_argument("game")
    made = add("data", reference.data, "values that only your box can tell; enter them with KEY=VALUE")
    made.add_argument("target", metavar="GAME|TABLE")
    made.add_argument("values", nargs="*", metavar="KEY=VALUE")
    made.add_argument("--filter", help="only keys that contain this")
    add("games", commands.games, "the games there are")
    made = add("soak", reference.soak, "play against a made-up human and check every law")
    made.add_argument("game")
    made.add_argument("--turns", type=_positive)
    made.add_argument("--games", type=_positive)
    made.add_argument("--seed", type=int, default=1)
    made = add("simulate", simulate, "play whole games between agents and the Automa, and measure them")
    made.add_argument("game")
    made.add_argument(
        "--seats", required=True, metavar="SEAT,SEAT", help="AGENT[:FACTION] or automa[:LEVEL[:FACTION]], for each seat"
    )
    made.add_argument("--games", type=_positive, default=100, help="how many games (100)")
    made.add_argument("--seed", default="1", help="what everything is drawn from (1)")
    made.add_argument("--workers", type=_workers, default=1, help="processes to share the work (1)")
    made.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option for all games")
    made.add_argument("--report", metavar="FILE", help="write a page with plots too")
    made.add_argument("--force", action="store_true", help="the report may replace a file")
    return parser


def _port(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 65535:
        raise argparse.ArgumentTypeError(f"a number from 1 to 65535, not {word!r}")
    return int(word)


def _positive(word: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= 10_000_000:
        raise argparse.ArgumentTypeError(f"a number from 1 to 10000000, not {word!r}")
    return int(word)


def _workers(word: str) -> int:
    if not word.isascii() or not word.isdigit() or not 1 <= int(word) <= 64:
        raise argparse.ArgumentTypeError(f"a number from 1 to 64, not {word!r}")
    return int(word)


def default_language() -> str:
    """The language of the system, if we speak it."""
    for name in (
        os.environ.get("SOLOIST_LANG"),
        os.environ.get("LC_ALL"),
        os.environ.get("LANG"),
        locale.getlocale()[0],
    ):
        if name and name[:2].lower() in languages():
            return name[:2].lower()
    return "en"


def data_folder(args: argparse.Namespace) -> Path:
    named = getattr(args, "data_dir", None) or os.environ.get("SOLOIST_DATA")
    return Path(named) if named else user_data_path("soloist", appauthor=False)


_COORDINATES = re.compile(r"-\d+,-?\d+")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    given = sys.argv[1:] if argv is None else argv
    # a hex such as -1,2 is a place, not an option: in brackets the parser leaves it alone
    parser = _parser()
    args, rest = parser.parse_known_args([f"({a})" if _COORDINATES.fullmatch(a) else a for a in given])
    if rest and hasattr(args, "options") and all("=" in word and not word.startswith("-") for word in rest):
        args.options = [*args.options, *rest]  # KEY=VALUE after a flag
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    as_json = getattr(args, "json", False)
    colour = False if getattr(args, "no_color", False) or "NO_COLOR" in os.environ else None
    paper = Paper(Catalogue("en"), as_json=as_json, colour=colour)
    try:
        paper = Paper(Catalogue(getattr(args, "lang", None) or default_language()), as_json=as_json, colour=colour)
        run: Command = args.run
        return run(args, paper, Store(data_folder(args)))
    except SoloistError as error:
        paper.error(error)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
