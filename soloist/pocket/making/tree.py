"""What Python finds in the browser: its library, the packages, and Soloist, without what the pages never use."""

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
#: of the standard library: what debugs, tests, serves, talks to other machines, is for other machines or there twice
_LIBRARY = tuple(
    (
        "_pydatetime.py _pyio.py _pyrepl/ antigravity.py asyncio/proactor_events.py asyncio/windows_ bdb.py cProfile.py "
        "compileall.py doctest.py ftplib.py http/server.py imaplib.py mailbox.py modulefinder.py optparse.py pdb.py "
        "pickletools.py plistlib.py poplib.py profile.py pstats.py pydoc.py smtplib.py socketserver.py symtable.py "
        "tabnanny.py tarfile.py this.py trace.py unittest/ wave.py webbrowser.py wsgiref/ xml/dom/ xml/etree/ "
        "xml/parsers/ xmlrpc/ zipapp.py"
    ).split()
)
#: the alphabets that are known: everything here is UTF-8; codes for cameras and zips try a few others
_ALPHABETS = (
    "__init__ aliases ascii base64_codec charmap cp1252 cp437 hex_codec idna iso8859_1 latin_1 punycode "
    "raw_unicode_escape shift_jis unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig zlib_codec"
).split()
#: of the packages: tests, and what serves other programs. Databases stay: migrations import all that they know
_PACKAGES = tuple(
    (
        "alembic/templates/ alembic/testing/ anyio/pytest_plugin.py idna/uts46data.py mako/ext/ mako/testing/ "
        "platformdirs/pytest_plugin.py pydantic/mypy.py pydantic/v1/ sqlalchemy/orm/ sqlalchemy/testing/"
    ).split()
)
#: of what SQLAlchemy has besides, migrations need this much
_BESIDES = ("sqlalchemy/ext/__init__.py", "sqlalchemy/ext/compiler.py")
#: FastAPI asks whether each type is one of these, over and over, and looks for them anew as long as they are missing
_NONE_OF_OURS = {"pydantic/v1.py": b"class BaseModel: ...\n"}
#: of Soloist: the terminal, training, what is to be copied for a new game, what is beside the pages, and this
_SOLOIST = tuple(
    (
        "agents/evolution.py agents/weight_fitting.py agents/training.py agents/faction_tuning.py cli/ env/ "
        "games/_template/ pocket/locale/ pocket/making/ pocket/shell/ web/serve.py web/static/"
    ).split()
)
#: the pages want a folder with this; its files are in the site, beside Python
_FOLDER = "web/static/lamp.svg"
#: of what describes a package, beside its first lines: other packages find by it what it offers
_OFFERS = "entry_points.txt"
#: the first moment that a zip knows
_NEVER = (1980, 1, 1, 0, 0, 0)


def make_library(archive: Path, cache: Path) -> bytes:
    """The standard library as a zip that is not packed: the whole of it is, over the wire, and that is smaller."""
    return _lighten_archive(archive, cache, _is_known).read_bytes()


def make_packages(wheels: Sequence[Path], cache: Path) -> dict[str, bytes]:
    """All files of the packages and of Soloist, by path."""
    found = {f"soloist/{name}": _lighten(name, content) for name, content in own_files().items()} | _NONE_OF_OURS
    for wheel in wheels:
        with zipfile.ZipFile(_lighten_archive(wheel, cache, _is_needed)) as archive:
            found.update({name: archive.read(name) for name in archive.namelist()})
    return dict(sorted(found.items()))


def _lighten_archive(archive: Path, cache: Path, wanted: Callable[[str], bool]) -> Path:
    """What is wanted of an archive, made light. That takes a while and is kept: the same archive, made light by the same
    program, is the same."""
    program = (Path(strip_source.__code__.co_filename), Path(__file__))
    mark = hashlib.sha256(archive.read_bytes() + b"".join(file.read_bytes() for file in program))
    mark.update(sys.version.encode())  # what this Python cannot read stays as it is
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
    """What is machine code of the browser: by the name of its file in the site, where Python looks for it, and itself. It
    is a file of its own, so that a browser can keep it compiled; among the packages there is only its name."""
    found = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in filter(_is_code, archive.namelist()):
                found[f"{Path(name).name.partition('.')[0].strip('_')}.wasm"] = (name, archive.read(name))
    return found


def _is_code(name: str) -> bool:
    return name.endswith("wasm32-emscripten.so")


def own_files() -> dict[str, bytes]:
    """The files of Soloist, by path below it."""
    files = {file.relative_to(SOLOIST).as_posix(): file for file in SOLOIST.rglob("*") if file.is_file()}
    kept = [n for n in files if n == _FOLDER or not (n.startswith(_SOLOIST) or "__pycache__" in n)]
    return {name: files[name].read_bytes() for name in kept}


def _is_known(name: str) -> bool:
    """Whether a file of the standard library is there in a browser."""
    folder, _, file = name.rpartition("/")
    if folder == "encodings":
        return file.removesuffix(".py") in _ALPHABETS
    return bool(file) and not name.startswith(_LIBRARY)


def _is_needed(name: str) -> bool:
    """Whether a file of a wheel is of any use in a browser."""
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
    """A file of data without the lines that only say where it comes from."""
    light = b"".join(line for line in content.splitlines(keepends=True) if not line.startswith(b"#"))
    same = tomllib.loads(light.decode("utf-8")) == tomllib.loads(content.decode("utf-8"))
    return light if same else content  # a line of a longer text may begin like that
