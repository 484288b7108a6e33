"""Messages before translation: a key and typed values. Locale files hold the sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from soloist.core.bits import Mask, iterate_bits


@dataclass(frozen=True, slots=True)
class Word:
    """A translatable word, by its key in the locale files."""

    key: str


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable sentence: the key of its template and the values that fill it."""

    key: str
    args: Mapping[str, object] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.args.items())))


def text(key: str, /, **args: object) -> Text:
    """Return a `Text` with its values as keyword arguments."""
    return Text(key, args)


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered rule in our own words.

    `descriptive` gives the reason why no code can apply the rule; empty for all others.
    """

    id: str
    title: str
    says: str
    section: str = ""
    kind: str = "rule"
    certainty: str = ""
    descriptive: str = ""


def name_typed_words(typed: str, *domains: Domain) -> tuple[object, ...]:
    """Return typed words as values for a `Text`, with ids of these domains replaced by their names."""
    found: list[object] = []
    for word in typed.split():
        known = any(word in of for of in domains)
        for part in (word,) if known else word.split("."):
            of = next((of for of in domains if part in of), None)
            found.append(part if of is None else of.option_value(of.find_option(part) or 0))
    return tuple(found)


class Domain:
    """What the bits of a mask stand for: an id and one name per option.

    An empty name marks an unused number (a gap in a padded grid). `everything` is the mask of all named options.
    `words` is the locale section that translates the names; `texts` makes a text of a name, for options without a
    translated name. With neither, names are shown by `pattern`.
    """

    __slots__ = ("_index", "_pattern", "_texts", "everything", "id", "names", "words")

    def __init__(
        self,
        id: str,
        names: Sequence[str],
        words: str = "",
        pattern: str = "{}",
        texts: Callable[[str], Text] | None = None,
    ) -> None:
        self.id = id
        self.names = tuple(names)
        self.words = words
        self._pattern = pattern
        self._texts = texts
        self._index = {name: i for i, name in enumerate(self.names) if name}
        self.everything: Mask = sum(1 << i for i in self._index.values())

    def __repr__(self) -> str:
        return f"Domain({self.id!r}, {self.names!r})"

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def find_option(self, name: str) -> int | None:
        """Return the number of a name, or None if no option has it."""
        return self._index.get(name)

    def name_option(self, option: int) -> str:
        """Return the name of an option."""
        return self.names[option]

    def name_options(self, mask: Mask) -> tuple[str, ...]:
        """Return the names of a mask's options, in the rulebook's order."""
        return tuple(self.names[i] for i in iterate_bits(mask))

    def option_value(self, option: int) -> object:
        """Return the option as a value for a `Text`."""
        name = self.names[option]
        if self._texts is not None:
            return self._texts(name)
        return Word(f"{self.words}.{name}") if self.words else self._pattern.format(name)
