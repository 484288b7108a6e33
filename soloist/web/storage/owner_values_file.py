"""Files of owner values: what is printed on somebody's own copy of a game, to keep and to share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from soloist.core.errors import BadInputError, UnreadableError
from soloist.core.text import Word, text
from soloist.manifest import Game
from soloist.session.documents import read_toml

_FORMAT = "soloist-copy 1"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NAME = re.compile(r"[\w.+-]{1,20}")


@dataclass(frozen=True, slots=True)
class OwnerValuesCopy:
    """Checked values by key, with the date, language and program version with which they were entered."""

    date: str
    language: str
    version: str
    values: Mapping[str, str]


def write_copy(game: Game, copy: OwnerValuesCopy) -> str:
    """Return the file (TOML) of a copy."""
    head = {"format": _FORMAT, "game": game.id, "date": copy.date, "language": copy.language, "version": copy.version}
    lines = ["# What is printed on somebody's own copy of a game, entered in Soloist.", ""]
    lines += [f'{name} = "{value}"' for name, value in head.items()]
    lines += ["", "[values]", *(f'"{key}" = "{value}"' for key, value in sorted(copy.values.items()))]
    return "\n".join(lines) + "\n"


def read_copy(game: Game, source: bytes) -> OwnerValuesCopy:
    """Return the copy that a file holds. Raises `UnreadableError` if anything in it is wrong."""
    refused = UnreadableError(text("error.not_a_copy", game=Word("game.title")))
    try:
        found = read_toml(source)
    except ValueError as why:
        raise refused from why
    date, language, version = (found.get(name) for name in ("date", "language", "version"))
    values = found.get("values")
    if (found.get("format"), found.get("game")) != (_FORMAT, game.id) or not isinstance(values, dict):
        raise refused
    if not (isinstance(date, str) and isinstance(language, str) and isinstance(version, str)):
        raise refused
    if not (_DATE.fullmatch(date) and _NAME.fullmatch(language) and _NAME.fullmatch(version)):
        raise refused
    try:
        checked = {key: game.check_datum(key, _require_str(value)) for key, value in values.items()}
    except BadInputError as why:
        raise refused from why
    return OwnerValuesCopy(date, language, version, checked)


def _require_str(value: object) -> str:
    if not isinstance(value, str):
        raise UnreadableError(text("error.copy_word", got=str(value)[:40]))
    return value
