"""The commands `soloist backup`, `restore` and `recover` for the tables of the browser."""

from __future__ import annotations

import argparse
from pathlib import Path
from types import ModuleType

from soloist.cli.printer import Printer
from soloist.core.errors import StorageError
from soloist.core.text import text
from soloist.session.file_store import FileStore


def _load_tools() -> ModuleType:
    try:
        from soloist.web.storage import backup
    except ImportError as why:  # the database belongs to the extra `web`
        raise StorageError(text("cli.no_web", why=why.name or "?")) from why
    return backup


def run_backup(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Write a copy of all tables, also while they are served."""
    tools = _load_tools()
    tools.copy_database(store.root / tools.NAME, Path(args.file))
    printer.print_line(text("cli.backup_made", path=args.file))
    return 0


def run_restore(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Restore a copy. The previous database is kept beside it."""
    tools = _load_tools()
    try:
        store.root.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as why:
        raise StorageError(text("error.storage", path=store.root.name, why=why.strerror or "?")) from why
    kept = tools.restore_copy(Path(args.file), store.root / tools.NAME)
    printer.print_line(text("cli.restored", path=args.file))
    if kept is not None:
        printer.print_line(text("cli.restore_kept", path=str(kept)))
    return 0


def run_recover(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Write what can be read of a damaged database to a new one, and list what is lost, table by table."""
    tools = _load_tools()
    source = Path(args.database) if args.database else store.root / tools.NAME
    from soloist.web.storage.recover import recover as bring

    found = bring(source, Path(args.file))
    printer.print_line(
        text("cli.recovered", path=args.file, whole=found.whole, partly=len(found.partly), lost=len(found.lost))
    )
    for part in found.partly:
        key = "cli.recovered_part" if part.entries is None else "cli.recovered_part_of"
        printer.print_line(text(key, name=part.name or part.id, read=part.read, of=part.entries or 0))
    for part in found.lost:
        printer.print_line(text("cli.recovered_lost", name=part.name or part.id))
    return 0 if not found.partly and not found.lost else 1
