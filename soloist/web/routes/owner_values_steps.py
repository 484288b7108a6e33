"""Entering a value by taps: what was tapped, and what can come next. Nothing here depends on a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soloist.core.errors import UnreadableError
from soloist.core.menu import Blank
from soloist.core.text import Text, text
from soloist.manifest import Datum, Game
from soloist.session.table import Table


@dataclass(frozen=True, slots=True)
class TappedValue:
    """A value that is being entered.

    `words` are the words so far, tapped (`taps`) or filled in because only one was possible; `options` can come next;
    `value` is the complete value, "" until then.
    """

    words: tuple[str, ...]
    taps: tuple[str, ...]
    options: tuple[tuple[str, Text], ...]
    value: str


def follow_taps(d: Datum, taps: Sequence[str]) -> TappedValue:
    """Return the value after these taps. Raises `UnreadableError` for a tap that was not offered."""
    if d.kind == "number":
        return _numbers(d, taps)
    words: list[str] = []
    left = list(taps)
    for blank in d.blanks:
        options = _open(d, blank, words)
        if len(options) == 1:
            words.append(options[0][0])
        elif not left:
            return TappedValue(tuple(words), tuple(taps), options, "")
        else:
            words.append(_offered(left.pop(0), [value for value, _ in options]))
    if left:
        raise UnreadableError(text("error.copy_word", got=left[0]))
    return TappedValue(tuple(words), tuple(taps), (), d.glue.join(words))


def _open(d: Datum, blank: Blank, words: Sequence[str]) -> tuple[tuple[str, Text], ...]:
    """Return what can stand in a blank; in an order each word stands once."""
    return tuple((value, said) for value, said in blank.options if d.kind != "order" or value not in words)


def _offered(word: str, options: Sequence[str]) -> str:
    if word not in options:
        raise UnreadableError(text("error.copy_word", got=word), nearest=options[:6])
    return word


def _numbers(d: Datum, taps: Sequence[str]) -> TappedValue:
    """Return a value of numbers after these taps: it starts as the placeholder or as the least possible value."""
    start = d.split_words(d.value or d.stand_in) or [str(blank.least) for blank in d.blanks]
    words = list(taps) or start
    if len(words) != len(d.blanks):
        raise UnreadableError(text("error.copy_word", got=" ".join(words)))
    for blank, word in zip(d.blanks, words, strict=True):
        _offered(word, [str(n) for n in range(blank.least, blank.most + 1)])
    return TappedValue(tuple(words), tuple(taps), (), d.glue.join(words))


def list_needed(game: Game, owner: Mapping[str, str], table: Table | None) -> list[Datum]:
    """Return the values to copy, placeholders and entered ones, of one table or of the whole game."""
    found = game.data(None if table is None else table.board)
    return [d for d in found if d.kind and (d.has_stand_in or d.key in owner or d.origin == "printed")]
