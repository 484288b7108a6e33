"""Errors as answers: the status that fits, the words in the reader's language, never a path or a traceback."""

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

#: names in an address, not in what somebody typed
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
    """The error; what has to be answered first stands under `question`."""
    found = serialize.serialize_error(error, words)
    if isinstance(error, QuestionError):
        found["question"] = serialize.serialize_question(error, words)
    return found
