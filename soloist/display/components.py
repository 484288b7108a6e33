"""Find the components that a sentence names, by the words in it, so that text and picture always agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from soloist.core.text import Text, Word
from soloist.display.screen import Component


def iterate_words(said: object) -> Iterator[Word]:
    """Yield all words inside a text, in the order of its values."""
    if isinstance(said, Word):
        yield said
    elif isinstance(said, Text):
        for value in said.args.values():
            yield from iterate_words(value)
    elif isinstance(said, tuple | list):
        for part in said:
            yield from iterate_words(part)


def iterate_texts(said: object) -> Iterator[Text]:
    """Yield all texts inside a text, the text itself first."""
    if isinstance(said, Text):
        yield said
        for value in said.args.values():
            yield from iterate_texts(value)
    elif isinstance(said, tuple | list):
        for part in said:
            yield from iterate_texts(part)


def find_components(
    line: Text, sections: Mapping[str, str], component: Callable[[str, str], Component | None]
) -> tuple[Component, ...]:
    """Return the components that a line names, each once.

    `sections` maps a locale section to the domain of its words. `component` makes the component of a domain and a name.
    """
    found: dict[str, Component] = {}
    for word in iterate_words(line):
        section, _, name = word.key.partition(".")
        it = component(sections[section], name) if section in sections else None
        if it is not None:
            found.setdefault(it.key, it)
    return tuple(found.values())
