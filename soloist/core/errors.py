"""All errors of Soloist, one tree.

    SoloistError
    |- BadDataError        a data file (ours or the owner's) says something we cannot use
    |- BadInputError       what a person typed, chose or uploaded
    |  |- UnreadableError  we do not understand the line
    |  |- UnknownError     we understand it, but there is no such game, level, hex, card …
    |  |- AmbiguousError   it could mean several things
    |  `- ImpossibleError  it cannot be represented on this board
    |- BadSaveError        a save or scenario file is broken; knows the line
    |  `- NewerSaveError   it was written by a later version
    |- StorageError        the disk did not let us read or write
    |  |- BusyError        somebody else holds it; later it will do
    |  `- UnclearError     it went away while it was writing: whether it is written is not known
    |- MovedOnError        somebody else changed the table in the meantime
    |- UndecidedError      a procedure ended with several options: our transcription has a hole
    `- QuestionError       the table must answer something before the engine can go on

Every error carries a `Text` (so that it can be told in any language), the rule it rests on where there is one, and the
nearest valid inputs where those can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from soloist.core.bits import Mask
from soloist.core.text import Text, Word, text

if TYPE_CHECKING:
    from soloist.core.chance import Draw


#: how an error is said in English; the words are not known here, so whoever has them says so
_say: Callable[[SoloistError], str] | None = None


def set_translator(say: Callable[[SoloistError], str]) -> None:
    """From now on `str(error)` is what this makes of it."""
    global _say
    _say = say


class SoloistError(Exception):
    """Root of the tree. `str()` is an English sentence where the words are at hand, as they are wherever `soloist` was
    imported; people get the `text` in their language."""

    def __init__(self, text: Text, *, rule: str = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        if _say is not None:
            return _say(self)
        args = ", ".join(f"{k}={v}" for k, v in self.text.args.items())
        where = f" [{self.rule}]" if self.rule else ""
        near = f" (nearest: {', '.join(self.nearest)})" if self.nearest else ""
        return f"{self.text.key}: {args}{where}{near}"


class BadDataError(SoloistError):
    """A data file holds something that is not in the vocabulary."""


class BadInputError(SoloistError):
    """Root of everything a person can mend by typing something else."""


class UnreadableError(BadInputError):
    """The line is not in the notation."""


class UnknownError(BadInputError):
    """A name that does not exist."""


class AmbiguousError(BadInputError):
    """A name or line that fits several things."""


class ImpossibleError(BadInputError):
    """Something the board cannot hold."""


def refusal(rule: str, **args: object) -> ImpossibleError:
    """Return the error of a move that a rule refuses."""
    return ImpossibleError(text("error.refused", why=Word(f"rule.{rule}.title"), **args), rule=rule)


class BadSaveError(SoloistError):
    """A file that cannot be read as what it claims to be. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, text: Text, *, line: int = 0, rule: str = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(text, rule=rule, nearest=nearest)
        self.line = line


class NewerSaveError(BadSaveError):
    """Written by a version of Soloist that is newer than this one."""


class StorageError(SoloistError):
    """The file system refused."""


class BusyError(StorageError):
    """The storage is held by somebody else for longer than anybody wants to wait. Nothing has changed."""


class UnclearError(StorageError):
    """The storage was lost in the middle of a change and cannot be asked what became of it."""


class MovedOnError(SoloistError):
    """The stored table is no longer the one this change was made for."""


class UndecidedError(SoloistError):
    """A procedure ended with more than one option."""


class QuestionError(SoloistError):
    """The engine needs an answer from the table: a card drawn by hand, a number off a tile, a choice of the human.

    Nothing has changed. Ask, then run the same turn again with the answer added.
    """

    def __init__(self, draw: Draw, among: Mask, *, several: bool = False) -> None:
        super().__init__(draw.question, rule=draw.rule)
        self.draw = draw
        self.among = among
        self.several = several

    @property
    def valid_answers(self) -> tuple[str, ...]:
        """The names that are valid answers."""
        return self.draw.of.name_options(self.among)


def find_nearest(word: str, valid: Iterable[str], n: int = 4) -> tuple[str, ...]:
    """The valid names most like what was typed, best first; upper and lower case are the same here."""
    by_fold: dict[str, str] = {}
    for name in valid:
        by_fold.setdefault(name.casefold(), name)
    found = get_close_matches(word.casefold(), list(by_fold), n=n, cutoff=0.4)
    return tuple(by_fold[f] for f in found)
