"""Verbs and slots: one description of the notation, for reading, writing, completion, menus and learning.

A pattern is a line as people type it: fixed words, and slots in capitals (`upgrade HEX to KIND`). A part in square
brackets is optional (`transform HEX to TERRAIN [with CULT]`). What fits a slot depends on the position.

A DIGITAL `Move` is the number of its verb and a number for each slot: it sorts, compares and is cheap to create. In
TABLE mode the game reads entered lines itself, because a line may mean several events; the patterns there serve for
help, completion and the forms on the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from soloist.core.errors import UnknownError, UnreadableError, find_nearest
from soloist.core.text import Domain, text


class Move(NamedTuple):
    """A move as numbers: its verb, and its slots in the order of the pattern. Sorting moves gives a fixed order."""

    verb: int
    a: int = 0
    b: int = 0
    c: int = 0


@dataclass(frozen=True, slots=True)
class Slot:
    """The values of a gap in a pattern: names of a domain, or whole numbers up to `most`.

    The domain may depend on the position. A number in a move is the option plus `offset`. `absent` is the number that
    means the optional part is left out; `implied` is the number that a left-out part means but that is always written.
    `short` are additional words for a name. `unknown` is the key of the error for an unknown word.
    """

    of: Domain | Callable[[Any], Domain] | None = None
    least: int = 0
    most: int = 0
    offset: int = 0
    absent: int | None = None
    implied: int | None = None
    short: Mapping[str, str] = field(default_factory=dict)
    unknown: str = "error.no_name"

    def domain(self, position: Any) -> Domain | None:
        """Return the domain of the names that fit here, or None for numbers."""
        return self.of(position) if callable(self.of) else self.of

    def write_value(self, position: Any, value: int) -> str:
        """Return the word of a value, which `read_value` reads back."""
        of = self.domain(position)
        return str(value) if of is None else of.names[value - self.offset]

    def read_value(self, position: Any, word: str) -> int:
        """Return the number that a word stands for. Raises an error with the nearest names if there is none."""
        of = self.domain(position)
        if of is None:
            digits = word.removeprefix("+")
            if not (digits.isascii() and digits.isdigit() and len(digits) <= 3):
                raise UnreadableError(text("error.want_number", got=word))
            return int(digits)
        for name in (word, word.lower(), word.upper(), self.short.get(word.lower(), "")):
            found = of.find_option(name)
            if found is not None:
                return found + self.offset
        raise UnknownError(text(self.unknown, got=word), nearest=find_nearest(word, of) or tuple(of)[:8])

    def count_values(self, position: Any) -> int:
        """Return the number of possible values, including absence."""
        of = self.domain(position)
        return (self.most - self.least + 1 if of is None else len(of.names)) + (self.absent is not None)

    def rank_value(self, value: int) -> int:
        """Return the position of a value among all possible ones, counted from 0; absence comes first."""
        if self.absent is not None:
            return 0 if value == self.absent else value - self.offset - self.least + 1
        return value - self.offset - self.least

    def unrank_value(self, rank: int) -> int:
        """Return the value at a position: the inverse of `rank_value`."""
        if self.absent is not None:
            return self.absent if rank == 0 else rank - 1 + self.offset + self.least
        return rank + self.offset + self.least

    def list_words(self, position: Any) -> Sequence[str]:
        """Return the words that fit here, for completion."""
        of = self.domain(position)
        return tuple(of) if of is not None else tuple(str(n) for n in range(self.least, min(self.most, 20) + 1))


@dataclass(frozen=True, slots=True)
class Verb:
    """One line form of the notation; its texts are in the locale under `form.<key>`.

    `example` is a line that is valid on some position. `correction` marks a line that corrects the position instead of
    making a move.
    """

    key: str
    pattern: str
    example: str
    rule: str = ""
    correction: bool = False

    @property
    def first_word(self) -> str:
        """Return the word that its lines begin with."""
        return self.pattern.split()[0]

    def split_pattern(self) -> tuple[tuple[str, bool], ...]:
        """Return the words and slots of the pattern, each with whether it is optional."""
        found, optional = [], False
        for word in self.pattern.split():
            optional = optional or word.startswith("[")
            found.append((word.strip("[]"), optional))
            optional = optional and not word.endswith("]")
        return tuple(found)

    @property
    def slot_names(self) -> tuple[str, ...]:
        return tuple(word for word, _ in self.split_pattern() if is_slot(word))


def is_slot(word: str) -> bool:
    """Return whether a word of a pattern is a slot (`HEX`, `+N`, `SITE2`)."""
    return any(c.isalpha() for c in word) and word.upper() == word


def list_next_words(
    verbs: Sequence[Verb], words: Sequence[str], fitting: Callable[[str], Sequence[str]]
) -> Iterator[str]:
    """Yield the words that can follow `words` in any of the patterns; `fitting` returns the words for a slot."""
    for verb in verbs:
        pattern = [word for word, _ in verb.split_pattern()]
        if len(pattern) > len(words) and all(
            is_slot(p) or p == w.lower() for p, w in zip(pattern, words, strict=False)
        ):
            slot = pattern[len(words)]
            yield from (fitting(slot) if is_slot(slot) else [slot])


class Language:
    """The verbs of a game's moves and the values of their slots: writes, reads, completes and numbers moves.

    `loose` are words that may stand in any line without a meaning. The fixed words of a pattern may be left out.
    """

    def __init__(
        self, verbs: Sequence[Verb], slots: Mapping[str, Slot], loose: Sequence[str] = ("to", "with", "on")
    ) -> None:
        self.verbs = tuple(verbs)
        self.slots = dict(slots)
        self._loose = tuple({*loose, *_fixed_words(verb)} for verb in self.verbs)
        self._by_word = {verb.first_word: number for number, verb in enumerate(self.verbs)}
        self._of = tuple(tuple(self.slots[name] for name in verb.slot_names) for verb in self.verbs)
        self._parts = tuple(_split_for_writing(verb) for verb in self.verbs)
        assert len(self._by_word) == len(self.verbs) and all(len(slots) <= 3 for slots in self._of)

    def verb_number(self, key: str) -> int:
        """Return the number of the verb with this key."""
        return next(i for i, verb in enumerate(self.verbs) if verb.key == key)

    def write_move(self, position: Any, move: Move) -> str:
        """Return the line of a move, which `read_move` reads back."""
        slots, said = self._of[move[0]], []
        for before, at in self._parts[move[0]]:
            if at is None:
                said.append(before)
                continue
            value = move[at + 1]
            if value != slots[at].absent or slots[at].absent is None:
                said.append(before + slots[at].write_value(position, value))
        return " ".join(said)

    def read_move(self, position: Any, line: str) -> Move:
        """Return the move that a line stands for, legal or not."""
        first, *rest = line.split() or [""]
        number = self._by_word.get(first.lower())
        if number is None:
            known = tuple(self._by_word)
            raise UnreadableError(text("error.no_move", got=first), nearest=find_nearest(first, known) or known[:6])
        slots = self._of[number]
        given = [word for word in rest if word.lower() not in self._loose[number]]
        if len(given) > len(slots):
            raise self._explain_misread(number, line)
        values = []
        for i, slot in enumerate(slots):
            if i < len(given):
                values.append(slot.read_value(position, given[i]))
            elif slot.implied is not None:
                values.append(slot.implied)
            elif slot.absent is not None:
                values.append(slot.absent)
            else:
                raise self._explain_misread(number, line)
        return Move(number, *values)

    def _explain_misread(self, verb: int, line: str) -> UnreadableError:
        return UnreadableError(text("error.no_move", got=line), nearest=[self.verbs[verb].example])

    def slot_values(self, position: Any, move: Move) -> dict[str, str]:
        """Return the slots of a move by name, as words; absent ones are left out."""
        names, slots = self.verbs[move[0]].slot_names, self._of[move[0]]
        return {
            name.lower(): slot.write_value(position, move[i + 1])
            for i, (name, slot) in enumerate(zip(names, slots, strict=True))
            if slot.absent is None or move[i + 1] != slot.absent
        }

    # -------------------------------------------------------------------------------------- a fixed catalogue of actions

    def count_actions(self, position: Any) -> list[int]:
        """Return for each verb the number of its actions on this kind of position: all fillings of its slots."""
        found = []
        for slots in self._of:
            size = 1
            for slot in slots:
                size *= slot.count_values(position)
            found.append(size)
        return found

    def action_index(self, position: Any, move: Move) -> int:
        """Return the number of a move in the catalogue of all actions, which is fixed for given domains."""
        return sum(self.count_actions(position)[: move[0]]) + self.rank_move(position, move)

    def rank_move(self, position: Any, move: Move) -> int:
        """Return the number of a move among those of its verb.

        Raises `IndexError` when a slot holds more than its maximum: two moves would get one number.
        """
        rank = 0
        for i, slot in enumerate(self._of[move[0]]):
            size, at = slot.count_values(position), slot.rank_value(move[i + 1])
            if not 0 <= at < size:
                raise IndexError(move)
            rank = rank * size + at
        return rank

    def move_at_index(self, position: Any, index: int) -> Move:
        """Return the move with this number in the catalogue, legal or not."""
        if index < 0:
            raise IndexError(index)
        for number, size in enumerate(self.count_actions(position)):
            if index < size:
                values: list[int] = []
                for slot in reversed(self._of[number]):
                    index, rank = divmod(index, slot.count_values(position))
                    values.append(slot.unrank_value(rank))
                return Move(number, *reversed(values))
            index -= size
        raise IndexError(index)

    def iterate_moves(self, position: Any) -> Iterator[Move]:
        """Yield all actions of the catalogue in order, legal or not."""
        for number, slots in enumerate(self._of):
            ranks = [range(slot.count_values(position)) for slot in slots]
            for filled in product(*ranks):
                yield Move(number, *(slot.unrank_value(rank) for slot, rank in zip(slots, filled, strict=True)))


def _fixed_words(verb: Verb) -> list[str]:
    """Return the fixed words of a pattern after the first."""
    return [word for word, _ in verb.split_pattern()[1:] if not is_slot(word)]


def _split_for_writing(verb: Verb) -> tuple[tuple[str, int | None], ...]:
    """Return the fixed words of a line, each group with the slot after it: an absent slot drops its words."""
    found: list[tuple[str, int | None]] = []
    before: list[str] = []
    at = 0
    for word, optional in verb.split_pattern():
        if not is_slot(word):
            if optional:
                before.append(word)
            else:
                found.append((word, None))
            continue
        found.append(("".join(f"{w} " for w in before), at))
        before, at = [], at + 1
    return tuple(found)
