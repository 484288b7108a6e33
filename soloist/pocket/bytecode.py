"""What was compiled at a first start, to be kept by the browser: another start need not compile it again."""

from __future__ import annotations

import io
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from pathlib import Path

from soloist.pocket.pack import packed
from soloist.pocket.parsed import KEPT, note


def compiled() -> bytes:
    """The bytecode beside all modules that lie in folders, as one file."""
    note()
    folders = {Path(found).parent for found in _files() if found.endswith(".py")} | {KEPT.parent.parent}
    kept = [file for folder in sorted(folders) for file in sorted((folder / "__pycache__").glob("*.pyc"))]
    return packed({str(file): file.read_bytes() for file in kept})


def library() -> bytes:
    """The standard library again, with the bytecode of every module that is in use."""
    path = next(entry for entry in sys.path if entry.endswith(".zip"))
    used = {found.removeprefix(f"{path}/") for found in _files() if found.startswith(f"{path}/")}
    made = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
        for entry in old.infolist():
            source = old.read(entry)
            new.writestr(entry.filename, source)
            if entry.filename in used:
                code = compile(source, f"{path}/{entry.filename}", "exec", dont_inherit=True)
                new.writestr(f"{entry.filename}c", _code_to_hash_pyc(code, source_hash(source), False))
    return made.getvalue()


def _files() -> list[str]:
    found = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted({file for file in found if file})
