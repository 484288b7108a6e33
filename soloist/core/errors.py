"""All errors of Soloist, in one tree.

    SoloistError
    |- BadDataError        a data file (ours or the owner's) holds something we cannot use
    |- BadInputError       what a person typed, chose or uploaded
    |  |- UnreadableError  the line is not in the notation
    |  |- UnknownError     there is no such game, level, hex, card …
    |  |- AmbiguousError   it could mean several things
    |  `- ImpossibleError  it cannot be represented on this board
    |- BadSaveError        a save or scenario file is broken; knows the line
    |  `- NewerSaveError   it was written by a later version
    |- StorageError        reading or writing the disk failed
    |  |- BusyError        another program holds the storage; try again later
    |  `- UnclearError     it failed while writing: the change may or may not be stored
    |- MovedOnError        the table was changed elsewhere in the meantime
    |- UndecidedError      a procedure ended with several options: our transcription has a hole
    `- QuestionError       the table must answer a question before the engine can go on

Every error carries a `Text` (so it can be shown in any language), its rule where there is one, and the nearest valid
inputs where they can be named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from soloist.core.bits import Mask
from soloist.core.text import Text, Word, text

if TYPE_CHECKING:
    from soloist.core.chance import Draw


# Set when `soloist.session.words` is imported: locale files lie in a layer above, which core may not import.
#: turns an error into an English sentence
_say: Callable[[SoloistError], str] | None = None


def set_translator(say: Callable[[SoloistError], str]) -> None:
    """Use `say` for `str(error)` from now on."""
    global _say
    _say = say


class SoloistError(Exception):
    """Base of all errors of Soloist.

    `str()` gives an English sentence once `soloist` has been imported. People see `text` in their own language.
    """

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
    """Base of everything that a person can correct by entering something else."""


class UnreadableError(BadInputError):
    """The line is not in the notation."""


class UnknownError(BadInputError):
    """There is nothing with this name."""


class AmbiguousError(BadInputError):
    """The name or line fits several things."""


class ImpossibleError(BadInputError):
    """The board cannot represent this."""


def make_refusal(rule: str, **args: object) -> ImpossibleError:
    """Return the error of a move that a rule refuses."""
    return ImpossibleError(text("error.refused", why=Word(f"rule.{rule}.title"), **args), rule=rule)


class BadSaveError(SoloistError):
    """The file is not what it claims to be, or is damaged. `line` counts from 1; 0 means the file as a whole."""

    def __init__(self, text: Text, *, line: int = 0, rule: str = "", nearest: Iterable[str] = ()) -> None:
        super().__init__(text, rule=rule, nearest=nearest)
        self.line = line


class NewerSaveError(BadSaveError):
    """The file was written by a newer version of Soloist."""


class StorageError(SoloistError):
    """The file system refused."""


class BusyError(StorageError):
    """Another program held the storage for longer than we wait. Nothing has changed."""


class UnclearError(StorageError):
    """The storage failed in the middle of a change: whether it is stored is unknown."""


class MovedOnError(SoloistError):
    """The stored table is no longer the version that this change was made for."""


class UndecidedError(SoloistError):
    """A procedure ended with more than one option."""


class QuestionError(SoloistError):
    """The engine needs an answer from the table.

    It may be a card drawn by hand, a number printed on a tile, or a choice of the human. Nothing has changed. Ask, then
    run the same turn again with the answer added.
    """

    def __init__(self, draw: Draw, among: Mask, *, several: bool = False) -> None:
        super().__init__(draw.question, rule=draw.rule)
        self.draw = draw
        self.among = among
        self.several = several

    @property
    def valid_answers(self) -> tuple[str, ...]:
        """Return the names that are valid answers."""
        return self.draw.of.name_options(self.among)


def find_nearest(word: str, valid: Iterable[str], n: int = 4) -> tuple[str, ...]:
    """Return the valid names most similar to `word`, best first, at most `n`. Letter case is ignored."""
    by_fold: dict[str, str] = {}
    for name in valid:
        by_fold.setdefault(name.casefold(), name)
    found = get_close_matches(word.casefold(), list(by_fold), n=n, cutoff=0.4)
    return tuple(by_fold[f] for f in found)
