"""Export all tables, finished games and owner values as one zip file, and import such a file."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from soloist.core.errors import SoloistError, UnreadableError
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.documents import MEGABYTE, Archive, Bounds, TooMuchError, read_json
from soloist.session.import_check import check_import, check_size
from soloist.session.table import Table
from soloist.version import VERSION
from soloist.web.access.guard import MOST_UPLOAD
from soloist.web.storage import finished_games as plays
from soloist.web.storage import owner_values_file
from soloist.web.storage.loaded_tables import Tables

_INDEX = "tables.json"
_PLAYS = "plays.json"
#: tables of one file, and unpacked bytes of the whole file
_MOST_TABLES = 20_000
_MOST_OF_ALL = 512 * MEGABYTE
_MOST_OF_THE_INDEX = Bounds(8 * MEGABYTE, 6 * _MOST_TABLES, depth=2)
_MOST_OF_A_COPY = MEGABYTE
#: time stamp of all members, so that equal contents give equal files
_NO_TIME = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """How many tables and plays of an import were new."""

    tables: int
    plays: int


def write_export(tables: Tables, language: str) -> bytes:
    """Return the zip file. A broken table is exported as it is stored."""
    rows = tables.storage.list_rows(10**6)
    tables.note_missed_plays()
    index = []
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for number, row in enumerate(rows, 1):
            name = f"tables/{number:04}-{row.game}.soloist"
            index.append({"file": name, "name": row.name})
            file.writestr(_zip_entry(name), tables.storage.read_source(row.id))
        file.writestr(_zip_entry(_INDEX), json.dumps(index, ensure_ascii=False, indent=1))
        file.writestr(
            _zip_entry(_PLAYS), plays.write_plays([play for _, play in plays.read_plays(tables.storage.list_plays())])
        )
        for game in map(find_game, game_ids()):
            if values := tables.owner_values(game):
                today = datetime.now(UTC).date().isoformat()
                copy = owner_values_file.write_copy(
                    game, owner_values_file.OwnerValuesCopy(today, language, VERSION, values)
                )
                file.writestr(_zip_entry(f"copies/{game.id}.toml"), copy)
    return made.getvalue()


def import_export(tables: Tables, source: bytes) -> ImportCounts:
    """Import the tables, plays and owner values of an export that are not stored yet.

    Everything is read and checked before anything is stored. Tables that were broken when exported are skipped; owner
    values that are entered already stay.
    """
    try:
        file = Archive(source, members=_MOST_TABLES + 100, total=_MOST_OF_ALL)
        found = plays.parse_plays(file.read(_PLAYS, plays.MOST_BYTES))
        copies = _read_owner_values(file)
        known = {_digest(tables.storage.read_source(row.id)) for row in tables.storage.list_rows(10**6)}
        # read each save twice instead of keeping it: together they may not fit into memory
        fresh = [(member, name) for member, name in _list_saves(file) if _is_new(_read_save(file, member), known)]
    except TooMuchError as why:
        raise UnreadableError(text("error.too_large")) from why
    except (LookupError, ValueError, TypeError) as why:
        raise UnreadableError(text("error.not_everything")) from why
    for member, name in reversed(fresh):  # the file lists the latest first
        tables.take_in(_read_save(file, member), name)
    for game, values in copies:
        here = tables.owner_values(game)
        tables.enter_values(game, {key: value for key, value in values.items() if key not in here})
    return ImportCounts(len(fresh), tables.storage.add_plays([plays.to_stored(play) for play in found]))


def _zip_entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _NO_TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _list_saves(file: Archive) -> list[tuple[str, str]]:
    """Return the members of the archive that are saves, each with the name of its table."""
    found: dict[str, str] = {}
    for listed in read_json(file.read(_INDEX, _MOST_OF_THE_INDEX.bytes), _MOST_OF_THE_INDEX):
        if listed["file"] in found:  # no export lists a file twice
            raise UnreadableError(text("error.not_everything"))
        found[listed["file"]] = str(listed["name"]).encode(errors="replace").decode()
    return list(found.items())


def _read_save(file: Archive, member: str) -> bytes:
    return file.read(member, MOST_UPLOAD)


def _read_owner_values(file: Archive) -> list[tuple[Game, dict[str, str]]]:
    found = []
    for game in map(find_game, game_ids()):
        if (name := f"copies/{game.id}.toml") in file.names:
            found.append((game, dict(owner_values_file.read_copy(game, file.read(name, _MOST_OF_A_COPY)).values)))
    return found


def _digest(save: bytes) -> bytes:
    return sha256(save).digest()


def _is_new(save: bytes, known: set[bytes]) -> bool:
    """Return whether a save is readable and not stored yet."""
    if _digest(save) in known:
        return False
    try:
        check_size(save)
        check_import(Table.from_text(save))
    except SoloistError:
        return False
    return True
