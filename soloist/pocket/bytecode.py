"""Bytecode of the first start, for the browser to keep: later starts need not compile again."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import cache_from_source, source_hash
from pathlib import Path
from typing import Any

from soloist.pocket.bundles import GAMES, PACKAGES, PAGES, bundle_of
from soloist.pocket.toml_cache import KEPT, write_cache


def list_compiled() -> list[list[str]]:
    """Return the bytecode files of all loaded modules that are in folders, by bundle: games, then pages."""
    write_cache()
    folders = {Path(found).parent for found in _loaded_files() if found.endswith(".py")} | {KEPT.parent.parent}
    kept = [str(file) for folder in sorted(folders) for file in sorted((folder / "__pycache__").glob("*.pyc"))]
    return [[file for file in kept if bundle_of(file) == part] for part in (GAMES, PAGES)]


def iterate_library() -> Iterator[bytes]:
    """Yield, piece by piece, the zip of the standard library with bytecode in place of each module in use."""
    path = next(entry for entry in sys.path if entry.endswith(".zip"))
    used = {found.removeprefix(f"{path}/") for found in _loaded_files() if found.startswith(f"{path}/")}
    made = _PieceBuffer()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
        for entry in old.infolist():
            source = old.read(entry)
            if entry.filename in used:
                code = compile(source, f"{path}/{entry.filename}", "exec", dont_inherit=True)
                new.writestr(f"{entry.filename}c", _code_to_hash_pyc(code, source_hash(source), False))
            else:
                new.writestr(entry.filename, source)
            yield made.take_pieces()
    yield made.take_pieces()


class _PieceBuffer(io.RawIOBase):
    """A file object whose content is taken away while it is written."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    def take_pieces(self) -> bytes:
        found = b"".join(self._pieces)
        self._pieces.clear()
        return found


def list_rest() -> list[Path]:
    """Return the files that a Python started from this one's memory may still read: all that it has not loaded, and
    the sources of Soloist, which pages about rules show."""
    loaded = {file for file in map(Path, _loaded_files()) if file.is_relative_to(PACKAGES)}
    needless = {Path(cache_from_source(file)) for file in loaded} | {KEPT}
    needless |= {file for file in loaded if not file.is_relative_to(PACKAGES / "soloist")}
    return [file for file in sorted(PACKAGES.rglob("*")) if file.is_file() and file not in needless]


def _loaded_files() -> list[str]:
    found = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    return sorted({file for file in found if file})
