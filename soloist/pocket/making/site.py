"""The static files of the site. The service worker has the name and hash of each."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import tomllib
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from string import Template

from soloist.pocket.bundles import split_by_bundle
from soloist.pocket.making import tree, wheels
from soloist.pocket.making.trouble import NotBuiltError
from soloist.pocket.pack import pack_files

POCKET = Path(__file__).parents[1]
SHELL = POCKET / "shell"
LOCALE = POCKET / "locale"
STATIC = tree.SOLOIST / "web" / "static"
_NODE = wheels.ROOT / "node_modules"
#: unpacked files beside the shell: the first page needs them before a service worker can unpack anything
_FIRST = ("static/lamp.svg", "static/tokens.css", "words.js")
#: ends of the files that bytecode and memory depend on: the browser keeps both while these are unchanged
PYTHON = (
    ".pack",
    ".zip",
    ".wasm",
    ".mjs",
    "bytecode.js",
    "compile.js",
    "libraries.js",
    "memory.js",
    "pack.js",
    "press.js",
    "python.js",
)
#: ends of files that are not ours: they change only with the packages
_ELSEWHERE = (".wasm", ".zip", ".mjs")
_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".pack": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".zip": "application/zip",
}


def site_words() -> dict[str, dict[str, str]]:
    """Return the words of the page around the pages, by language."""
    return {file.stem: tomllib.loads(file.read_text("utf-8"))["pocket"] for file in sorted(LOCALE.glob("*.toml"))}


def build_site(to: Path, cache: Path) -> int:
    """Build the site in the folder `to` and return how many bytes a first visit fetches. `cache` keeps downloads and
    packed files.

    The folder is replaced only when all files are written. Raises `NotBuiltError`.
    """
    found = wheels.fetch_wheels(cache / "wheels")
    plain = site_files(found, cache)
    wire = {name: _cached_content(name, content, cache) for name, content in plain.items()}
    worker = (SHELL / "sw.js").read_text("utf-8")
    page = Template(plain["index.html"].decode()).safe_substitute(
        {key: escape(said, quote=False) for key, said in site_words()["en"].items()}
    )
    version = _make_version({**wire, "index.html": page.encode(), "sw.js": worker.encode()})
    python = _make_version({name: content for name, content in wire.items() if name.endswith(PYTHON)})
    wire["index.html"] = Template(page).substitute(version=version, python=python).encode()
    listed = {name: _list_entry(name, wire[name]) for name in sorted(wire)}
    head = f'const VERSION = "{version}";\nconst PYTHON = "{python}";\nconst FILES = {_to_json(listed)};\n'
    made = {f"{name}.packed" if _is_packed(name) else name: content for name, content in wire.items()}
    made["sw.js"] = (head + worker).encode()
    size = sum(map(len, made.values()))
    _write_files(to, {**made, "licences.txt": write_licences(found).encode()})
    return size


def site_files(found: Sequence[Path], cache: Path) -> dict[str, bytes]:
    """Return the files of the site unpacked, without the service worker and the version in the first page."""
    plain = {file.name: file.read_bytes() for file in SHELL.iterdir() if file.name != "sw.js"}
    plain["words.js"] = f"export const WORDS = {_to_json(site_words())};\n".encode()
    plain |= {f"static/{file.name}": file.read_bytes() for file in STATIC.iterdir()}
    return plain | _python_files(found, cache / "light")


def write_licences(found: Sequence[Path]) -> str:
    """Return the licences of everything in the site as one text."""
    about = json.loads((_find_pyodide() / "package.json").read_text("utf-8"))
    parts = [("Soloist", (wheels.ROOT / "LICENSE").read_text("utf-8"))]
    parts.append((f"pyodide {about['version']}", f"{about['license']}; its sources: {about['homepage']}\n"))
    for wheel in found:
        with zipfile.ZipFile(wheel) as archive:
            name = " ".join(wheel.name.split("-")[:2])
            texts = [archive.read(n).decode() for n in sorted(archive.namelist()) if ".dist-info/licenses/" in n]
        parts.append((name, "\n".join(texts)))
    return "\n".join(f"{'=' * 100}\n{name}\n{'=' * 100}\n\n{said}" for name, said in parts)


def _find_pyodide() -> Path:
    """Return the folder where npm installed Pyodide. Raises `NotBuiltError` if it is not the locked version."""
    path = "node_modules/pyodide"
    noted = _NODE / ".package-lock.json"  # npm checked the hash when it wrote this file
    agreed = json.loads((wheels.ROOT / "package-lock.json").read_text("utf-8"))["packages"][path]["integrity"]
    there = json.loads(noted.read_text("utf-8"))["packages"] if noted.exists() else {}
    if there.get(path, {}).get("integrity") != agreed:
        raise NotBuiltError("pyodide is not there as agreed on: run `npm ci --ignore-scripts`.")
    return _NODE / "pyodide"


def _python_files(found: Sequence[Path], cache: Path) -> dict[str, bytes]:
    """Return Pyodide, its standard library, the packages and Soloist."""
    at = _find_pyodide()
    files = {name: (at / name).read_bytes() for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")}
    files["stdlib.zip"] = tree.make_library(at / "python_stdlib.zip", cache)
    files |= {f"{part}.pack": pack_files(of) for part, of in split_by_bundle(tree.make_packages(found, cache)).items()}
    code = tree.find_libraries(found)
    files["libraries.js"] = (
        f"export const LIBRARIES = {_to_json({n: path for n, (path, _) in code.items()})};\n".encode()
    )
    return files | {name: content for name, (_, content) in code.items()}


def _to_json(what: object) -> str:
    return json.dumps(what, indent=1, ensure_ascii=False, sort_keys=True)


def _is_packed(name: str) -> bool:
    return name not in _FIRST and not (SHELL / name).exists()


def _cached_content(name: str, content: bytes, cache: Path) -> bytes:
    """Return a file as it is downloaded. Files that are not ours are packed once and cached by hash: packing them
    takes most of a build."""
    if not name.endswith(_ELSEWHERE):
        return pack_file(name, content)
    kept = cache / f"{wheels.hash_of(content + zlib.ZLIB_RUNTIME_VERSION.encode())[:16]}.packed"
    if not kept.exists():
        half = kept.with_suffix(f".{os.getpid()}")
        half.write_bytes(pack_file(name, content))
        half.replace(kept)
    return kept.read_bytes()


def pack_file(name: str, content: bytes) -> bytes:
    """Return a file as it is downloaded, packed reproducibly: without time stamp and name."""
    if not _is_packed(name):
        return content
    made = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, made, mtime=0) as pressed:
        pressed.write(content)
    return made.getvalue()


def _list_entry(name: str, content: bytes) -> dict[str, object]:
    kind = _KINDS[Path(name).suffix]
    return {"kind": kind, "length": len(content), "packed": _is_packed(name), "sha256": wheels.hash_of(content)}


def _make_version(files: Mapping[str, bytes]) -> str:
    """Return a version that changes with any of the files."""
    return wheels.hash_of(_to_json({name: wheels.hash_of(content) for name, content in files.items()}).encode())[:16]


def _write_files(to: Path, files: Mapping[str, bytes]) -> None:
    half = to.with_name(f"{to.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    for name, content in files.items():
        file = half / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    if to.exists():
        shutil.rmtree(to)
    half.rename(to)
