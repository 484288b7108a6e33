"""The console command `soloist`.

Exit codes: 0 fine (also if the reader of the output stops early), 1 the answer is no (a scenario failed, verify
differs, a soak found a fault), 2 bad input or a failing disk, 70 an internal fault, reported in a file, 130 stopped.
"""

from __future__ import annotations

import argparse
import io
import locale
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

import soloist
from soloist.cli import backup, commands, import_export, inspect_commands, lab, reference
from soloist.cli.coaching import run_hint, run_review
from soloist.cli.exit_codes import BAD, FAULT, INTERRUPTED, discard_output, write_fault
from soloist.cli.parsing import CommandParser, translate_argparse
from soloist.cli.printer import Printer
from soloist.cli.serve import run_serve
from soloist.cli.simulate import run_simulate
from soloist.cli.train import run_train
from soloist.core.errors import SoloistError, StorageError
from soloist.core.text import text
from soloist.session.file_store import FileStore
from soloist.session.words import Catalogue, languages

Command = Callable[[argparse.Namespace, Printer, FileStore], int]


def run_play(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Play at a table. Imported late because line editing takes a quarter of the start-up time of all other
    commands."""
    from soloist.cli.play import run_play as run

    return run(args, printer, store)


def make_parser(printer: Printer) -> CommandParser:
    """Return the parser of all commands, with help in the printer's language."""
    word = printer.say_word
    common = CommandParser(add_help=False)
    common.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=word("help.json"))
    common.add_argument("--lang", default=argparse.SUPPRESS, help=word("help.lang", languages=languages()))
    common.add_argument("--no-color", action="store_true", default=argparse.SUPPRESS, help=word("help.no_color"))
    common.add_argument("--data-dir", default=argparse.SUPPRESS, help=word("help.data_dir"))
    everything = CommandParser(prog="soloist", description=word("cli.about"), parents=[common])
    everything.printer = printer
    version = f"soloist {soloist.__version__}"
    everything.add_argument("--version", action="version", version=version, help=word("help.version"))
    sub = everything.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, run: Command) -> CommandParser:
        help = word(f"help.command.{name}")
        made = sub.add_parser(name, help=help, description=help, parents=[common])
        made.printer = printer
        made.set_defaults(run=run)
        return made

    made = add("play", run_play)
    made.add_argument("table", nargs="?")
    made.add_argument("options", nargs="*", metavar="KEY=VALUE", help=word("help.new_options"))
    made.add_argument("--game", help=word("help.new_game"))
    made.add_argument("--digital", action="store_true", help=word("help.digital"))
    made.add_argument(
        "--with", dest="others", action="append", default=[], metavar="SEAT=AGENT", help=word("help.others")
    )
    made = add("serve", run_serve)
    made.add_argument("--port", type=_number_type(printer, 65535), help=word("help.port"))
    made.add_argument("--no-browser", action="store_true", help=word("help.no_browser"))
    made.add_argument("--lan", action="store_true", help=word("help.lan"))
    made.add_argument("--database-url", metavar="URL", help=word("help.database_url"))
    made.add_argument("--backup", metavar="DIR", help=word("help.backup"))
    many = _number_type(printer, 10_000_000)
    made.add_argument("--backup-every", metavar="HOURS", type=many, default=24, help=word("help.backup_every"))
    made.add_argument("--backup-keep", metavar="N", type=many, default=7, help=word("help.backup_keep"))
    made.add_argument("--per-address", metavar="N", type=many, default=100, help=word("help.per_address"))
    made = add("new", commands.run_new)
    made.add_argument("game")
    made.add_argument("name", nargs="?")
    made.add_argument("options", nargs="*", metavar="KEY=VALUE")
    made.add_argument("--seed", help=word("help.seed"))
    made.add_argument("--digital", action="store_true", help=word("help.digital"))
    made.add_argument("--position", metavar="FILE", help=word("help.position"))
    made = add("tables", commands.run_tables)
    made.add_argument("--long", action="store_true", help=word("help.long"))
    made = add("rename", commands.run_rename)
    made.add_argument("table")
    made.add_argument("to", help=word("help.new_name"))
    made = add("delete", commands.run_delete)
    made.add_argument("table")
    made.add_argument("--yes", action="store_true", help=word("help.yes"))
    made = add("tell", commands.run_tell)
    made.add_argument("table")
    made.add_argument("words", nargs="+", metavar="LINE")
    made.add_argument("--answer", action="append", default=[], help=word("help.answer"))
    made = add("turn", commands.run_turn)
    made.add_argument("table")
    made.add_argument("--answer", action="append", default=[], help=word("help.answer"))
    made.add_argument("--why", action="store_true", help=word("help.why"))
    made.add_argument("--reseed", metavar="SEED", help=word("help.reseed"))
    made = add("legal", commands.run_legal)
    made.add_argument("table")
    made = add("hint", run_hint)
    made.add_argument("table")
    made.add_argument("--seconds", type=_number_type(printer, 60), default=2, help=word("help.hint_seconds"))
    made = add("review", run_review)
    made.add_argument("table")
    made.add_argument("--seconds", type=_number_type(printer, 3600), default=60, help=word("help.review_seconds"))
    for name, run in (("undo", commands.run_undo), ("redo", commands.run_redo)):
        made = add(name, run)
        made.add_argument("table")
        made.add_argument("steps", nargs="?", type=_number_type(printer, 10_000_000), default=1)
    made = add("show", inspect_commands.run_show)
    made.add_argument("table")
    made = add("explain", inspect_commands.run_explain)
    made.add_argument("table")
    made.add_argument("number", nargs="?", type=_number_type(printer, 10_000_000), help=word("help.number"))
    made.add_argument("--as-scenario", metavar="FILE", help=word("help.as_scenario"))
    made = add("why-not", inspect_commands.run_why_not)
    made.add_argument("table")
    made.add_argument("place")
    made.add_argument("number", nargs="?", type=_number_type(printer, 10_000_000))
    made = add("log", inspect_commands.run_log)
    made.add_argument("table")
    made = add("verify", inspect_commands.run_verify)
    made.add_argument("table")
    made = add("import", import_export.run_import)
    made.add_argument("file", metavar="FILE|LINK")
    made.add_argument("name", nargs="?", help=word("help.import_name"))
    made.add_argument("--game", help=word("help.import_game"))
    made = add("link", import_export.run_link)
    made.add_argument("table")
    made.add_argument("--site", metavar="ADDRESS", default="", help=word("help.link_site"))
    made = add("rescue", import_export.run_rescue)
    made.add_argument("table")
    made.add_argument("to", help=word("help.rescue_to"))
    for name, run in (("backup", backup.run_backup), ("restore", backup.run_restore)):
        made = add(name, run)
        made.add_argument("file")
    made = add("recover", backup.run_recover)
    made.add_argument("file", help=word("help.recover_to"))
    made.add_argument("--database", metavar="FILE", help=word("help.recover_from"))
    made = add("check", reference.run_check)
    made.add_argument("files", nargs="+", metavar="FILE")
    made = add("rule", reference.run_rule)
    made.add_argument("id")
    made = add("rules", reference.run_rules)
    made.add_argument("game")
    made = add("data", reference.run_data)
    made.add_argument("target", metavar="GAME|TABLE")
    made.add_argument("values", nargs="*", metavar="KEY=VALUE")
    made.add_argument("--filter", help=word("help.filter"))
    add("games", commands.run_games)
    made = add("soak", reference.run_soak_command)
    made.add_argument("game")
    made.add_argument("--turns", type=_number_type(printer, 10_000_000))
    made.add_argument("--games", type=_number_type(printer, 10_000_000))
    made.add_argument("--seed", type=int, default=1)
    made = add("simulate", run_simulate)
    made.add_argument("game")
    made.add_argument("--seats", required=True, metavar="SEAT,SEAT", help=word("help.seats"))
    made.add_argument("--games", type=_number_type(printer, 10_000_000), default=100, help=word("help.games"))
    made.add_argument("--seed", default="1", help=word("help.simulate_seed"))
    made.add_argument("--workers", type=_number_type(printer, 64), default=1, help=word("help.workers"))
    made.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=word("help.option"))
    made.add_argument("--report", metavar="FILE", help=word("help.report"))
    made.add_argument("--force", action="store_true", help=word("help.force"))
    made = add("train", run_train)
    made.add_argument("game")
    what = made.add_mutually_exclusive_group()
    what.add_argument("--habits", action="store_true", help=word("help.train_habits"))
    what.add_argument("--ways", action="store_true", help=word("help.train_ways"))
    made.add_argument("--from", dest="begin", metavar="FILE", help=word("help.train_from"))
    made.add_argument("--out", required=True, metavar="FILE", help=word("help.train_out"))
    made.add_argument("--seed", default="1", help=word("help.simulate_seed"))
    made.add_argument("--generations", type=_number_type(printer, 1000), default=3, help=word("help.generations"))
    made.add_argument("--games", type=_number_type(printer, 10_000_000), help=word("help.train_games"))
    made.add_argument("--pairs", type=_number_type(printer, 1_000_000), default=30, help=word("help.pairs"))
    made.add_argument("--pull", type=_number_type(printer, 1_000_000), default=10, help=word("help.pull"))
    made.add_argument("--workers", type=_number_type(printer, 64), default=1, help=word("help.train_workers"))
    made = add("lab", lab.run_rulings)
    lab.add_lab_arguments(made, printer, common, _number_type(printer, 10_000_000))
    return everything


def _number_type(printer: Printer, most: int) -> Callable[[str], int]:
    """Return an argparse type for integers from 1 to `most`."""

    def read(word: str) -> int:
        if not word.isascii() or not word.isdigit() or not 1 <= int(word[:20]) <= most:
            raise argparse.ArgumentTypeError(printer.say_word("usage.number", most=most, got=word))
        return int(word)

    return read


def default_language() -> str:
    """Return the language of the system if it is supported, otherwise English."""
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
    given = list(sys.argv[1:] if argv is None else argv)
    _prepare_output()
    try:
        code = _run_command(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output stopped early
        discard_output()
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as why:  # writing the output failed; other disk errors are already a `SoloistError`
        _report_failure(StorageError(text("error.output", why=why.strerror or str(why))))
        discard_output()
        return BAD
    except Exception as why:
        _report_failure(why, write_fault(data_folder(_read_common(given)), given, why), as_json="--json" in given)
        return FAULT
    return code


def _report_failure(why: Exception, details: Path | None = None, *, as_json: bool = False) -> None:
    """Print a failure, unless the output is closed."""
    with suppress(OSError):
        printer = Printer(Catalogue(default_language()), as_json=as_json)
        if isinstance(why, StorageError):
            printer.print_error(why)
        else:
            printer.print_fault(why, details)
        sys.stdout.flush()


def _run_command(given: Sequence[str]) -> int:
    outside = _read_common(given)
    colour = False if outside.no_color or "NO_COLOR" in os.environ else None
    printer = Printer(Catalogue(default_language()), as_json=outside.json, colour=colour)
    try:
        if outside.lang is not None:
            printer = Printer(Catalogue(outside.lang), as_json=outside.json, colour=colour)
        # a hex such as -1,2 looks like an option to argparse, so it is put in brackets
        with translate_argparse(printer):
            args = make_parser(printer).parse_args([f"({a})" if _COORDINATES.fullmatch(a) else a for a in given])
        run: Command = args.run
        return run(args, printer, FileStore(data_folder(args), printer.print_waiting))
    except SoloistError as error:
        printer.print_error(error)
        return BAD


def _read_common(given: Sequence[str]) -> argparse.Namespace:
    """Return the arguments that all commands share. They are needed before parsing, and if parsing fails."""
    quiet = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    for flag in ("--json", "--no-color"):
        quiet.add_argument(flag, action="store_true")
    for flag in ("--lang", "--data-dir"):
        quiet.add_argument(flag)
    try:
        return quiet.parse_known_args(list(given))[0]
    except argparse.ArgumentError:
        return argparse.Namespace(json="--json" in given, no_color=False, lang=None, data_dir=None)


def _prepare_output() -> None:
    """Make the output streams accept everything: unencodable characters become question marks, and a closed stream is
    replaced by the null device."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 - as long as the process lives
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
