"""All randomness and all outside input: cards, dice, and answers of the people at the table.

Everything undetermined goes through one `Chance` and is logged, so that a game can be replayed. `Seeded` samples,
`Asked` takes answers from people, `Replayed` reads the log, and `iterate_branches` enumerates all outcomes.
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
    """A kind of random draw or question: its stream, the domain of its outcomes, and the question to ask people.

    `asked` marks what only the people at the table can answer (a choice, a number printed on a tile): it is never
    sampled.
    """

    key: str
    of: Domain
    question: Text
    rule: str = ""
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """The logged result of a draw: one option, several for a subset, or `None` for a card moved face down."""

    key: str
    options: Mask | None
    names: tuple[str, ...]

    def to_line(self) -> str:
        """Return the log line: `deck: dc4`, or `deck: -` for a face-down card."""
        return f"{self.key}: {' '.join(self.names) if self.options is not None else '-'}"


def read_outcome(line: str) -> tuple[str, tuple[str, ...] | None]:
    """Return the stream and the names of a logged outcome line. Raises `UnreadableError` when it is not one."""
    key, colon, rest = line.partition(": ")
    if not colon:
        raise UnreadableError(text("error.outcome", line=line))
    return key, None if rest == "-" else tuple(rest.split())


class Chance(ABC):
    """The single source of everything undetermined. All outcomes are appended to `log`."""

    def __init__(self) -> None:
        self.log: list[Outcome] = []

    def pick_option(self, draw: Draw, among: Mask) -> int:
        """Return one of the options in `among`, which must not be empty."""
        mask = self._draw_outcome(draw, among)
        if mask is None:  # a face-down card cannot be played
            raise ImpossibleError(text("error.face_down", what=draw.key))
        if mask & ~among or not mask or mask & (mask - 1):
            raise self._not_among(draw, among, mask)
        self.log.append(Outcome(draw.key, mask, draw.of.name_options(mask)))
        return lowest_bit(mask)

    def pick_subset(self, draw: Draw, among: Mask) -> Mask:
        """Return any number of the options in `among`, as the table answers."""
        mask = self._draw_outcome(draw, among, several=True)
        if mask is None or mask & ~among:
            raise self._not_among(draw, among, mask or 0)
        self.log.append(Outcome(draw.key, mask, draw.of.name_options(mask)))
        return mask

    def face_down(self, draw: Draw, among: Mask) -> int | None:
        """Draw an option that nobody may see.

        Return its number if the software deals, `None` if a person moved the card unseen.
        """
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
    """Sample uniformly from a seed, with an independent stream for each kind of draw.

    Outcome number n of a stream depends only on the seed, the stream and n. So undoing and playing on gives the same
    cards, and an additional dice roll changes no card.

    Questions for people go to the chance `table`. Without one they raise `QuestionError`, unless `answers_too` is set:
    then they are answered at random, as random humans need it.
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
        """Send questions for people to `table` from now on."""
        self._table = table

    def fork(self, table: Chance | None = None) -> Seeded:
        """Return a copy that will give equal outcomes, for trying things out. `table` gets its questions for people."""
        return Seeded(self.seed, self._counts, table=table, answers_too=self._answers_too)

    def randbelow(self, stream: str, below: int) -> int:
        """Return a uniformly distributed integer in `range(below)`."""
        n = self._counts.get(stream, 0)
        self._counts[stream] = n + 1
        digest = blake2b(b"%s\0%s\0%d" % (self._key, stream.encode(), n), digest_size=8).digest()
        return int.from_bytes(digest, "little") % below

    def shuffle_items(self, stream: str, items: Iterable[int]) -> list[int]:
        """Return the items in random order; all orders are equally likely."""
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
    """Answers of people, in the order of the questions. When they run out, the next question raises `QuestionError`.

    An answer is a name; for a subset it is several names, `all` or `none`.
    """

    def __init__(self, answers: Sequence[str] = ()) -> None:
        super().__init__()
        self._answers = list(answers)
        self._next = 0

    @property
    def unused(self) -> tuple[str, ...]:
        """Return the answers that no question has used."""
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
    """Return the option that a person named.

    Letter case is ignored, and a number is enough where exactly one name ends with it. Raises `ImpossibleError` with
    the nearest names when there is no such option.
    """
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
    """Repeat logged outcomes. Raises `ImpossibleError` when another draw is made than the log has."""

    def __init__(self, outcomes: Sequence[tuple[str, tuple[str, ...] | None]]) -> None:
        super().__init__()
        self._outcomes = list(outcomes)
        self._next = 0

    @property
    def unused(self) -> int:
        """Return how many logged outcomes have not been used."""
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
    """Take the given choices at the first draws and the lowest option at all later ones.

    `taken` records for each draw the index chosen and the number of options. All options of a draw are equally likely,
    as in a well-shuffled pile.
    """

    def __init__(self, choices: Sequence[int], table: Chance | None = None) -> None:
        super().__init__()
        self._choices = choices
        self._table = table
        #: for each draw the index chosen, and how many options there were
        self.taken: list[tuple[int, int]] = []

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        if draw.asked or several:
            if self._table is None:
                raise QuestionError(draw, among, several=several)
            return self._table._draw_outcome(draw, among, several=several)
        at = len(self.taken)
        choice = self._choices[at] if at < len(self._choices) else 0
        self.taken.append((choice, among.bit_count()))
        return nth_option(among, choice)


def iterate_branches(
    act: Callable[[Chance], T], table: Callable[[], Chance] | None = None
) -> Iterator[tuple[Fraction, T]]:
    """Yield every possible result of `act` with its probability; the probabilities add up to 1.

    `act` is called once per branch with the chance to use, and must start from scratch each time (on a copy of the
    position). Answers of people are not random: they come from `table()`, which is called for each branch. Without it a
    question raises `QuestionError`.
    """
    choices: list[int] = []
    while True:
        chance = ScriptedChance(choices, table() if table is not None else None)
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
        choices = [choice for choice, _ in taken]
        choices[-1] += 1
