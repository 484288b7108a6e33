"""Everything that comes from outside the rules: cards, dice, and answers of the people at the table.

All of it goes through one object and is logged, so that a game can be replayed without luck. `Seeded` samples, `Asked`
asks the table, `Replayed` reads what was logged, and `branches` goes through everything that can come.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import TypeVar

from soloist.core.bits import Mask, iterate_bits, lowest_bit, mask_of, nth_option
from soloist.core.errors import ImpossibleError, QuestionError, UnreadableError, find_nearest
from soloist.core.text import Domain, Text, text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Draw:
    """One kind of chance or question: its stream, what its outcomes are called, how to ask for one.

    `asked` marks what only the people at the table can say (a choice, a number printed on a tile): no shuffle answers it.
    """

    key: str
    of: Domain
    question: Text
    rule: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a draw: the options (one, or several for a subset), or `None` where a card went face down."""

    key: str
    options: Mask | None
    names: tuple[str, ...]

    def to_line(self) -> str:
        return f"{self.key}: {' '.join(self.names) if self.options is not None else '-'}"


def read_outcome(line: str) -> tuple[str, tuple[str, ...] | None]:
    """The stream and names of a logged outcome line."""
    key, colon, rest = line.partition(": ")
    if not colon:
        raise UnreadableError(text("error.outcome", line=line))
    return key, None if rest == "-" else tuple(rest.split())


class Chance(ABC):
    """The one source of everything undetermined. Outcomes are logged in `log`, in order."""

    def __init__(self) -> None:
        self.log: list[Outcome] = []

    def pick_option(self, draw: Draw, among: Mask) -> int:
        """One of the options; `among` is never empty."""
        mask = self._draw_outcome(draw, among)
        if mask is None:  # a card nobody has seen cannot be played
            raise ImpossibleError(text("error.face_down", what=draw.key))
        if mask & ~among or not mask or mask & (mask - 1):
            raise self._not_among(draw, among, mask)
        self.log.append(Outcome(draw.key, mask, draw.of.name_options(mask)))
        return lowest_bit(mask)

    def pick_subset(self, draw: Draw, among: Mask) -> Mask:
        """Any number of the options, as the table says."""
        mask = self._draw_outcome(draw, among, several=True)
        if mask is None or mask & ~among:
            raise self._not_among(draw, among, mask or 0)
        self.log.append(Outcome(draw.key, mask, draw.of.name_options(mask)))
        return mask

    def face_down(self, draw: Draw, among: Mask) -> int | None:
        """An option nobody may look at: a number if the software deals, `None` if a person moved the card unseen."""
        mask = self._face_down(draw, among)
        self.log.append(Outcome(draw.key, mask, draw.of.name_options(mask or 0)))
        return None if mask is None else lowest_bit(mask)

    @staticmethod
    def _not_among(draw: Draw, among: Mask, got: Mask) -> ImpossibleError:
        names = draw.of.name_options(got & draw.of.everything)
        return ImpossibleError(
            text("error.not_among", what=draw.key, got=" ".join(names), options=draw.of.name_options(among)),
            rule=draw.rule,
            nearest=draw.of.name_options(among)[:6],
        )

    @abstractmethod
    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None: ...

    def _face_down(self, draw: Draw, among: Mask) -> Mask | None:
        return self._draw_outcome(draw, among)


class Seeded(Chance):
    """Samples evenly. Each kind of draw is a stream of its own: the n-th outcome of a stream depends on nothing but the
    seed, the stream and n, so undoing and playing on gives the same cards, and another dice roll changes no card.

    Questions to the table go to `table`; without one they are raised, or answered at random when `table` is `self`'s
    sibling made with `answers_too` (made-up humans).
    """

    def __init__(
        self,
        seed: str | int,
        counts: Mapping[str, int] | None = None,
        *,
        table: Chance | None = None,
        answers_too: bool = False,
    ) -> None:
        super().__init__()
        self.seed = str(seed)
        self._key = self.seed.encode()
        self._counts = dict(counts or {})
        self._table = table
        self._answers_too = answers_too

    def ask_table(self, table: Chance) -> None:
        """From now on questions to the table go there."""
        self._table = table

    def fork(self, table: Chance | None = None) -> Seeded:
        """What would come from here on, without taking anything: for "what if". Questions go to `table`."""
        return Seeded(self.seed, self._counts, table=table, answers_too=self._answers_too)

    def randbelow(self, stream: str, below: int) -> int:
        """An even number from 0 up to, not including, `below`."""
        n = self._counts.get(stream, 0)
        self._counts[stream] = n + 1
        digest = blake2b(b"%s\0%s\0%d" % (self._key, stream.encode(), n), digest_size=8).digest()
        return int.from_bytes(digest, "little") % below

    def shuffle_items(self, stream: str, items: Iterable[int]) -> list[int]:
        """The items in an even random order."""
        pool = list(items)
        for i in range(len(pool) - 1, 0, -1):
            j = self.randbelow(stream, i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        return pool

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        if draw.asked and not self._answers_too:
            if self._table is None:
                raise QuestionError(draw, among, several=several)
            return self._table._draw_outcome(draw, among, several=several)
        if several:
            return mask_of(i for i in iterate_bits(among) if self.randbelow(draw.key, 2))
        return nth_option(among, self.randbelow(draw.key, among.bit_count()))


class Asked(Chance):
    """Answers that people gave, in the order of the questions. When they run out, the next question is raised.

    An answer is a name; for a subset several names, `all` or `none`.
    """

    def __init__(self, answers: Sequence[str] = ()) -> None:
        super().__init__()
        self._answers = list(answers)
        self._next = 0

    @property
    def unused(self) -> tuple[str, ...]:
        """Answers to questions that were never asked."""
        return tuple(self._answers[self._next :])

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        if self._next == len(self._answers):
            raise QuestionError(draw, among, several=several)
        answer = self._answers[self._next]
        self._next += 1
        words = answer.split()
        if several and words == ["all"]:
            return among
        if several and words in ([], ["none"]):
            return 0
        mask = 0
        for word in words:
            mask |= 1 << read_option(draw, among, word)
        return mask

    def _face_down(self, draw: Draw, among: Mask) -> Mask | None:
        return None


def read_option(draw: Draw, among: Mask, word: str) -> int:
    """The option a person named; letter case does not matter, and a number will do where it is the end of one name."""
    found = draw.of.find_option(word)
    if found is None:
        alike = [n for n in draw.of if n.casefold() == word.casefold()]
        if not alike and word.isdigit():  # "4" for dc4
            alike = [n for n in draw.of.name_options(among) if n.rstrip("0123456789") + word == n and n != word]
        found = draw.of.find_option(alike[0]) if len(alike) == 1 else None
    if found is None:
        raise ImpossibleError(
            text("error.not_among", what=draw.key, got=word, options=draw.of.name_options(among)),
            rule=draw.rule,
            nearest=find_nearest(word, draw.of.name_options(among)) or draw.of.name_options(among)[:6],
        )
    return found


class Replayed(Chance):
    """Gives back what was logged. Asking for something else than was logged raises `ImpossibleError`."""

    def __init__(self, outcomes: Sequence[tuple[str, tuple[str, ...] | None]]) -> None:
        super().__init__()
        self._outcomes = list(outcomes)
        self._next = 0

    @property
    def unused(self) -> int:
        """How many logged outcomes were never asked for."""
        return len(self._outcomes) - self._next

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        if self._next == len(self._outcomes):
            raise ImpossibleError(text("error.replay_short", what=draw.key))
        key, names = self._outcomes[self._next]
        self._next += 1
        if key != draw.key:
            raise ImpossibleError(text("error.replay_other", what=draw.key, logged=key))
        if names is None:
            return None
        mask = 0
        for name in names:
            mask |= 1 << read_option(draw, among, name)
        return mask


class ScriptedChance(Chance):
    """Takes given turnings at the first draws and the lowest option at all that come after, and notes how many there were
    to choose from. Every option is as likely as any other, as in a well-shuffled pile."""

    def __init__(self, turnings: Sequence[int], table: Chance | None = None) -> None:
        super().__init__()
        self._turnings = turnings
        self._table = table
        #: for each draw the turning taken, and how many options there were
        self.taken: list[tuple[int, int]] = []

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        if draw.asked or several:
            if self._table is None:
                raise QuestionError(draw, among, several=several)
            return self._table._draw_outcome(draw, among, several=several)
        at = len(self.taken)
        turning = self._turnings[at] if at < len(self._turnings) else 0
        self.taken.append((turning, among.bit_count()))
        return nth_option(among, turning)


def iterate_branches(
    act: Callable[[Chance], T], table: Callable[[], Chance] | None = None
) -> Iterator[tuple[Fraction, T]]:
    """Everything that can come of an act, each with its probability; these add up to 1.

    `act` is done once for each, with the chance it is handed: it must begin anew each time (on a copy of the position).
    Answers of the people are no chance: they come from `table`, which is made anew for each, or the question is raised.
    """
    turnings: list[int] = []
    while True:
        chance = ScriptedChance(turnings, table() if table is not None else None)
        result = act(chance)
        probability = Fraction(1)
        for _, options in chance.taken:
            probability /= options
        yield probability, result
        taken = chance.taken
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        if not taken:
            return
        turnings = [turning for turning, _ in taken]
        turnings[-1] += 1
