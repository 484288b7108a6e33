"""Parse JSON, TOML and zip archives from outside, within bounds.

A small file can cost a lot of work: an archive member unpacks to a thousand times its size, brackets become objects of
fifty times theirs, and `tomllib` takes quadratic time for a key with many parts. So a document is measured before it is
parsed, in linear time, and refused when it exceeds its bounds.
"""

from __future__ import annotations

import io
import json
import re
import tomllib
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MEGABYTE = 2**20


class TooMuchError(ValueError):
    """A document or an archive exceeds its bounds."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a document may hold.

    `marks` are the brackets, commas, and colons or equals signs outside strings, and in TOML the lines: at least as
    many as there are values and keys. `key_parts` are the parts of a dotted TOML key.
    """

    bytes: int
    marks: int
    depth: int = 32
    key_parts: int = 8


JSON = Bounds(4 * MEGABYTE, 400_000)
TOML = Bounds(MEGABYTE, 60_000)

# An unclosed string is matched to the end (of the line, if it may not span lines), so that no character is read twice; the
# possessive `*+` never backtracks.
_JSON_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\Z)', re.DOTALL)
_TOML_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:"{3,5}|\Z)'
    r"|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*+(?:"|\\?(?=\n|\Z))'
    r"|'[^'\n]*+(?:'|(?=\n|\Z))"
    r"|#[^\n]*+",
    re.DOTALL,
)
_BRACKET = re.compile(r"[\[\]{}]")
#: characters that end a key
_NO_KEY = re.compile(r"[\[\]{}=,\n]")


def read_json(source: str | bytes, bounds: Bounds = JSON) -> Any:
    """Return the value of a JSON text.

    Raises `ValueError` for any fault, and `TooMuchError` before parsing when it exceeds `bounds`.
    """
    return _parse(json.loads, source, _JSON_STRING, "[{,:", bounds)


def read_toml(source: str | bytes, bounds: Bounds = TOML) -> dict[str, Any]:
    """Return the table of a TOML text. Raises as `read_json` does."""
    found: dict[str, Any] = _parse(tomllib.loads, source, _TOML_STRING, "[{,=\n", bounds)
    return found


def _parse(read: Callable[[str], Any], source: str | bytes, string: re.Pattern[str], marks: str, bounds: Bounds) -> Any:
    if len(source) > bounds.bytes:
        raise TooMuchError(f"more than {bounds.bytes} bytes")
    words = source if isinstance(source, str) else source.decode()
    _measure(string.sub("", words), marks, bounds)
    try:
        return read(words)
    except RecursionError as why:  # the caller may already be deep in the stack
        raise ValueError(str(why)) from why


def _measure(bare: str, marks: str, bounds: Bounds) -> None:
    """Raise `TooMuchError` unless a text without its strings and comments is within bounds."""
    if sum(map(bare.count, marks)) > bounds.marks or bare.count("]") + bare.count("}") > bounds.marks:
        raise TooMuchError(f"more than {bounds.marks} values")
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > bounds.depth:
            raise TooMuchError(f"more than {bounds.depth} brackets in each other")
    if max(part.count(".") for part in _NO_KEY.split(bare)) >= bounds.key_parts:
        raise TooMuchError(f"more than {bounds.key_parts} parts in a key")


# --------------------------------------------------------------------------------------------------- packed bytes, archives


def unpack(packed: bytes, most: int) -> bytes:
    """Return the bytes that `zlib.compress` packed.

    Raises `ValueError` when they are damaged, and `TooMuchError` when there are more than `most`; no more than that is
    ever unpacked.
    """
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(packed, most + 1)
    except zlib.error as why:
        raise ValueError(str(why)) from why
    if len(found) > most:
        raise TooMuchError(f"more than {most} bytes")
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("cut off, or followed by something else")
    return found


#: accepted compression methods; others need modules that not every machine has
_PACKED = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)
#: the signature of each entry in an archive's central directory
_LISTED = b"PK\x01\x02"
#: what `zipfile` raises for damaged archives and for bytes that are none
_DAMAGED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError, LookupError)


class Archive:
    """Read members of a zip archive, one at a time and within bounds."""

    def __init__(self, source: bytes, *, members: int, total: int) -> None:
        """Open an archive.

        Raises `ValueError` when `source` is no archive or uses another compression, and `TooMuchError` when it has more
        than `members` members or would unpack to more than `total` bytes.
        """
        if source.count(_LISTED) > members:  # checked before `zipfile` creates an object for each
            raise TooMuchError(f"more than {members} members")
        try:
            self._file = zipfile.ZipFile(io.BytesIO(source))
        except _DAMAGED as why:
            raise ValueError(str(why)) from why
        entries = self._file.infolist()
        if sum(entry.file_size for entry in entries) > total:
            raise TooMuchError(f"more than {total} bytes")
        if any(entry.compress_type not in _PACKED for entry in entries):
            raise ValueError("packed in another way")
        self.names = frozenset(self._file.namelist())

    def read(self, name: str, most: int) -> bytes:
        """Return the content of a member.

        Raises `ValueError` when it is missing or damaged, and `TooMuchError` when it has more than `most` bytes,
        whatever size it declares.
        """
        try:
            with self._file.open(name) as member:
                found = member.read(most + 1)
        except _DAMAGED as why:
            raise ValueError(str(why)) from why
        if len(found) > most:
            raise TooMuchError(f"more than {most} bytes")
        return found
