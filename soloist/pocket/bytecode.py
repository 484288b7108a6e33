"""What was compiled at a first start, to be kept by the browser: another start need not compile it again."""

from __future__ import annotations

import io
import sys
import zipfile
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import cache_from_source, source_hash
from pathlib import Path

from soloist.pocket.pack import packed
from soloist.pocket.parsed import KEPT, note
from soloist.pocket.parts import PACKAGES, parted


def compiled() -> list[bytes]:
    """The bytecode beside all modules that lie in folders, a file for each part."""
    note()
    folders = {Path(found).parent for found in _files() if found.endswith(".py")} | {KEPT.parent.parent}
    kept = [file for folder in sorted(folders) for file in sorted((folder / "__pycache__").glob("*.pyc"))]
    return [packed(of) for of in parted({str(file): file.read_bytes() for file in kept}).values()]


def library() -> bytes:
    """The standard library again, with bytecode in place of every module that is in use: it lies in memory as a whole."""
    path = next(entry for entry in sys.path if entry.endswith(".zip"))
    used = {found.removeprefix(f"{path}/") for found in _files() if found.startswith(f"{path}/")}
    made = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
        for entry in old.infolist():
            source = old.read(entry)
            if entry.filename in used:
                code = compile(source, f"{path}/{entry.filename}", "exec", dont_inherit=True)
                new.writestr(f"{entry.filename}c", _code_to_hash_pyc(code, source_hash(source), False))
            else:
                new.writestr(entry.filename, source)
    return made.getvalue()


def rest() -> list[Path]:
    """The files that a Python with the memory of this one may still ask for: all that it has not loaded, and the sources
    of Soloist, which pages about rules look into."""
    loaded = {file for file in map(Path, _files()) if file.is_relative_to(PACKAGES)}
    needless = {Path(cache_from_source(file)) for file in loaded} | {KEPT}
    needless |= {file for file in loaded if not file.is_relative_to(PACKAGES / "soloist")}
    return [file for file in sorted(PACKAGES.rglob("*")) if file.is_file() and file not in needless]


def _files() -> list[str]:
    found = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted({file for file in found if file})
