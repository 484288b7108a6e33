"""Errors as answers: the HTTP status, and the words in the reader's language, never a path or a traceback."""

from __future__ import annotations

from soloist.core.errors import (
    BadDataError,
    BusyError,
    MovedOnError,
    QuestionError,
    SoloistError,
    StorageError,
    UnclearError,
    UndecidedError,
    UnknownError,
)
from soloist.session import serialize
from soloist.session.words import Catalogue

#: errors about a name in an address (404), not about a name that was entered (422)
_NOT_FOUND = (
    "error.no_such_table",
    "error.no_game",
    "error.no_rule",
    "error.no_turn",
    "error.no_turn_number",
    "error.no_such_play",
    "error.not_over",
    "error.no_chapter",
    "error.no_value",
    "lab.no_experiment",
)


def status(error: SoloistError) -> int:
    """Return the HTTP status of an error."""
    match error:
        case QuestionError():
            return 428
        case MovedOnError():
            return 409
        case UnclearError() | BusyError():
            return 503
        case StorageError():
            return 507
        case UnknownError() if error.text.key in _NOT_FOUND:
            return 404
        case BadDataError() | UndecidedError():
            return 500
        case _:
            return 422


def as_data(error: SoloistError, words: Catalogue) -> serialize.Data:
    """Return an error as data; of a `QuestionError` the question stands under `question`."""
    found = serialize.serialize_error(error, words)
    if isinstance(error, QuestionError):
        found["question"] = serialize.serialize_question(error, words)
    return found
