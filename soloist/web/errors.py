"""Errors as answers: the status that fits, the words in the reader's language, never a path or a traceback."""

from __future__ import annotations

from typing import Any

from soloist.core.errors import (
    BadDataError,
    BadSaveError,
    MovedOnError,
    QuestionError,
    SoloistError,
    StorageError,
    UndecidedError,
    UnknownError,
)
from soloist.modes.words import Catalogue
from soloist.web.view import question

#: names in an address, not in what somebody typed
_NOT_FOUND = ("error.no_such_table", "error.no_game", "error.no_rule", "error.no_turn", "error.no_turn_number")


def status(error: SoloistError) -> int:
    match error:
        case QuestionError():
            return 428
        case MovedOnError():
            return 409
        case StorageError():
            return 507
        case UnknownError() if error.text.key in _NOT_FOUND:
            return 404
        case BadDataError() | UndecidedError():
            return 500
        case _:
            return 422


def plain(kind: str, message: str) -> dict[str, Any]:
    """An error that is none of the engine's."""
    return {"kind": kind, "message": message, "rule": "", "nearest": [], "line": 0}


def as_data(error: SoloistError, words: Catalogue) -> dict[str, Any]:
    found: dict[str, Any] = {
        "kind": type(error).__name__,
        "message": words.say(error.text),
        "rule": error.rule,
        "nearest": list(error.nearest),
        "line": error.line if isinstance(error, BadSaveError) else 0,
    }
    if isinstance(error, QuestionError):
        found["question"] = question(error, words)
    return found
