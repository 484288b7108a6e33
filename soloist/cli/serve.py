"""The command `soloist serve`."""

from __future__ import annotations

import argparse
from pathlib import Path

from soloist.cli.printer import Printer
from soloist.core.errors import StorageError
from soloist.core.text import text
from soloist.session.file_store import FileStore
from soloist.session.words import Catalogue


def run_serve(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Serve the tables of the data folder until interrupted."""
    try:
        from soloist.web.serve import run_server as run
    except ImportError as why:  # the pages are the extra `web`
        raise StorageError(text("cli.no_web", why=why.name or "?")) from why
    printer.catalogue = Catalogue(printer.catalogue.language, also=("soloist.web",))
    run(
        store.root,
        printer.print_line,
        port=args.port,
        lan=args.lan,
        browser=not args.no_browser,
        database_url=args.database_url,
        per_address=args.per_address,
        backups=None if args.backup is None else (Path(args.backup), args.backup_every, args.backup_keep),
    )
    return 0
