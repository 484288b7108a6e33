"""The files of Python in the browser: standard library, packages and Soloist, without what the pages never use."""

from __future__ import annotations

import hashlib
import io
import os
import sys
import tomllib
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from soloist.pocket.making.bare import strip_source

SOLOIST = Path(__file__).parents[2]
#: left out of the standard library: debuggers, tests, servers, network clients, other platforms, duplicates
_LIBRARY = tuple(
    (
        "_pydatetime.py _pyio.py _pyrepl/ antigravity.py asyncio/proactor_events.py asyncio/windows_ bdb.py cProfile.py "
        "compileall.py doctest.py ftplib.py http/server.py imaplib.py mailbox.py modulefinder.py optparse.py pdb.py "
        "pickletools.py plistlib.py poplib.py profile.py pstats.py pydoc.py smtplib.py socketserver.py symtable.py "
        "tabnanny.py tarfile.py this.py trace.py unittest/ wave.py webbrowser.py wsgiref/ xml/dom/ xml/etree/ "
        "xml/parsers/ xmlrpc/ zipapp.py"
    ).split()
)
#: the encodings that are kept: ours is UTF-8, QR codes and zips try the others
_ALPHABETS = (
    "__init__ aliases ascii base64_codec charmap cp1252 cp437 hex_codec idna iso8859_1 latin_1 punycode "
    "raw_unicode_escape shift_jis unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig zlib_codec"
).split()
#: left out of the packages: tests and servers. Database dialects stay: migrations import all of them
_PACKAGES = tuple(
    (
        "alembic/templates/ alembic/testing/ anyio/pytest_plugin.py idna/uts46data.py mako/ext/ mako/testing/ "
        "platformdirs/pytest_plugin.py pydantic/mypy.py pydantic/v1/ sqlalchemy/orm/ sqlalchemy/testing/"
    ).split()
)
#: the extensions of SQLAlchemy that migrations need
_BESIDES = ("sqlalchemy/ext/__init__.py", "sqlalchemy/ext/compiler.py")
#: FastAPI asks of each type whether it is a model of pydantic v1, and searches for that module again while it is missing
_NONE_OF_OURS = {"pydantic/v1.py": b"class BaseModel: ...\n"}
#: left out of Soloist, as is the import of ledgers: terminal, training, the game template, files beside the pages, this
_SOLOIST = tuple(
    (
        "agents/evolution.py agents/weight_fitting.py agents/training.py agents/faction_tuning.py cli/ env/ "
        "games/_template/ pocket/locale/ pocket/making/ pocket/shell/ web/serve.py web/static/"
    ).split()
)
#: the pages need this folder; its files are in the site, outside of Python
_FOLDER = "web/static/lamp.svg"
#: the file of a package's description by which other packages find its entry points
_OFFERS = "entry_points.txt"
#: the earliest time stamp of a zip
_NEVER = (1980, 1, 1, 0, 0, 0)


def make_library(archive: Path, cache: Path) -> bytes:
    """Return the standard library as a zip without compression: the server packs it as a whole, which is smaller."""
    return _lighten_archive(archive, cache, _is_known).read_bytes()


def make_packages(wheels: Sequence[Path], cache: Path) -> dict[str, bytes]:
    """Return all files of the packages and of Soloist, by path."""
    found = {f"soloist/{name}": _lighten(name, content) for name, content in own_files().items()} | _NONE_OF_OURS
    for wheel in wheels:
        with zipfile.ZipFile(_lighten_archive(wheel, cache, _is_needed)) as archive:
            found.update({name: archive.read(name) for name in archive.namelist()})
    return dict(sorted(found.items()))


def _lighten_archive(archive: Path, cache: Path, wanted: Callable[[str], bool]) -> Path:
    """Return a zip with the wanted files of an archive, stripped. It is cached by the content of the archive and of
    the stripping program."""
    program = (Path(strip_source.__code__.co_filename), Path(__file__))
    mark = hashlib.sha256(archive.read_bytes() + b"".join(file.read_bytes() for file in program))
    mark.update(sys.version.encode())  # what this Python cannot parse is not stripped
    kept = cache / f"{archive.stem}-{mark.hexdigest()[:16]}.zip"
    if not kept.exists():
        made = io.BytesIO()
        with zipfile.ZipFile(archive) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
            for name in filter(wanted, sorted(old.namelist())):
                new.writestr(zipfile.ZipInfo(name, _NEVER), _lighten(name, old.read(name)))
        cache.mkdir(parents=True, exist_ok=True)
        half = kept.with_suffix(f".{os.getpid()}")
        half.write_bytes(made.getvalue())
        half.replace(kept)
    return kept


def find_libraries(wheels: Sequence[Path]) -> dict[str, tuple[str, bytes]]:
    """Return the WebAssembly libraries of the packages: name in the site, path where Python looks for it, content.

    Each is a file of its own, so that a browser can keep it compiled; the packages hold an empty file in its place.
    """
    found = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in filter(_is_code, archive.namelist()):
                found[f"{Path(name).name.partition('.')[0].strip('_')}.wasm"] = (name, archive.read(name))
    return found


def _is_code(name: str) -> bool:
    return name.endswith("wasm32-emscripten.so")


def own_files() -> dict[str, bytes]:
    """Return the files of Soloist that the browser needs, by path below the package."""
    files = {file.relative_to(SOLOIST).as_posix(): file for file in SOLOIST.rglob("*") if file.is_file()}
    kept = [n for n in files if n == _FOLDER or not (n.startswith(_SOLOIST) or "__pycache__" in n or "/ledger/" in n)]
    return {name: files[name].read_bytes() for name in kept}


def _is_known(name: str) -> bool:
    """Return whether the browser gets a file of the standard library."""
    folder, _, file = name.rpartition("/")
    if folder == "encodings":
        return file.removesuffix(".py") in _ALPHABETS
    return bool(file) and not name.startswith(_LIBRARY)


def _is_needed(name: str) -> bool:
    """Return whether the browser gets a file of a wheel."""
    if ".dist-info/" in name:
        return name.endswith(("/METADATA", f"/{_OFFERS}"))
    if name.startswith(_PACKAGES) or (name.startswith("sqlalchemy/ext/") and name not in _BESIDES):
        return False
    return name.endswith((".py", ".json")) or _is_code(name)


def _lighten(name: str, content: bytes) -> bytes:
    if name.endswith(".py"):
        return strip_source(content.decode("utf-8")).encode()
    if name.endswith(".toml"):
        return _strip_provenance(content)
    if name.endswith("/METADATA"):
        return content.split(b"\n\n")[0] + b"\n"  # without the description
    return b"" if _is_code(name) else content


def _strip_provenance(content: bytes) -> bytes:
    """Return a TOML file without its comment lines, unchanged if they are part of a string."""
    light = b"".join(line for line in content.splitlines(keepends=True) if not line.startswith(b"#"))
    same = tomllib.loads(light.decode("utf-8")) == tomllib.loads(content.decode("utf-8"))
    return light if same else content  # a line inside a string may begin with #
