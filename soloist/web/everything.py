"""All tables, plays and printed values as one file, and such a file taken in: a zip of the files there are for each."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime

from soloist.core.errors import SoloistError, UnreadableError
from soloist.core.game import Game, find_game, game_ids
from soloist.core.text import text
from soloist.modes.files import read_json
from soloist.modes.inspect import bounded, inspect
from soloist.modes.table import Table
from soloist.version import VERSION
from soloist.web import copy_file, plays
from soloist.web.guard import MOST_UPLOAD
from soloist.web.tables import Tables

_INDEX = "tables.json"
_PLAYS = "plays.json"
#: of all of it when it is unpacked
_MOST_OF_ALL = 512 * 1024 * 1024
#: what its reader raises at bytes that are no archive, or a damaged one
_NO_ARCHIVE = (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError, RuntimeError)
#: how a file in it may be packed; other ways need what is not on every machine
_PACKED = (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)
#: the time of every file in it: it tells nothing
_NO_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Taken:
    """How many were new; what was there already counts once."""

    tables: int
    plays: int


def written(tables: Tables, language: str) -> bytes:
    """The file. A broken table is in it as it is stored."""
    rows = tables.storage.rows(10**6)
    tables.find_plays()
    index = []
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for number, row in enumerate(rows, 1):
            name = f"tables/{number:04}-{row.game}.soloist"
            index.append({"file": name, "name": row.name})
            file.writestr(_entry(name), tables.storage.source(row.id))
        file.writestr(_entry(_INDEX), json.dumps(index, ensure_ascii=False, indent=1))
        file.writestr(_entry(_PLAYS), plays.written([play for _, play in plays.read(tables.storage.plays())]))
        for game in map(find_game, game_ids()):
            if values := tables.printed(game):
                today = datetime.now(UTC).date().isoformat()
                copy = copy_file.written(game, copy_file.Copy(today, language, VERSION, values))
                file.writestr(_entry(f"copies/{game.id}.toml"), copy)
    return made.getvalue()


def take_in(tables: Tables, source: bytes) -> Taken:
    """Add what such a file holds and what is not here yet. All of it is read and checked before any of it counts, but for a
    table that is broken: it was when it was exported, and stays behind. Printed values that are here already stay."""
    try:
        with zipfile.ZipFile(io.BytesIO(source)) as file:
            if sum(entry.file_size for entry in file.infolist()) > _MOST_OF_ALL:
                raise UnreadableError(text("error.too_large"))
            if any(entry.compress_type not in _PACKED for entry in file.infolist()):
                raise UnreadableError(text("error.not_everything"))
            saves = _saves(file)
            found = plays.parsed(file.read(_PLAYS))
            copies = _copies(file)
    except (*_NO_ARCHIVE, LookupError, ValueError, TypeError) as why:
        raise UnreadableError(text("error.not_everything")) from why
    known = {tables.storage.source(row.id) for row in tables.storage.rows(10**6)}
    fresh = [(name, save) for name, save in saves if save not in known and _is_whole(save)]
    for name, save in reversed(fresh):  # the first of the file was changed last
        tables.take_in(save, name)
    for game, values in copies:
        here = tables.printed(game)
        tables.enter_all(game, {key: value for key, value in values.items() if key not in here})
    return Taken(len(fresh), tables.storage.add_plays([plays.kept(play) for play in found]))


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NO_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _saves(file: zipfile.ZipFile) -> list[tuple[str, bytes]]:
    found: dict[str, tuple[str, bytes]] = {}
    for listed in read_json(file.read(_INDEX)):
        if listed["file"] in found:  # a file of ours has each once
            raise UnreadableError(text("error.not_everything"))
        if file.getinfo(listed["file"]).file_size > MOST_UPLOAD:
            raise UnreadableError(text("error.too_large"))
        found[listed["file"]] = str(listed["name"]).encode(errors="replace").decode(), file.read(listed["file"])
    return list(found.values())


def _copies(file: zipfile.ZipFile) -> list[tuple[Game, dict[str, str]]]:
    found = []
    for game in map(find_game, game_ids()):
        if f"copies/{game.id}.toml" in file.namelist():
            found.append((game, dict(copy_file.read(game, file.read(f"copies/{game.id}.toml")).values)))
    return found


def _is_whole(save: bytes) -> bool:
    try:
        bounded(save)
        inspect(Table.from_text(save))
    except SoloistError:
        return False
    return True
