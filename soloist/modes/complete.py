"""What may come next in a line of the notation, on this board: for the terminal and for the pages."""

from __future__ import annotations

from collections.abc import Iterator

from soloist.modes.digital import Digital
from soloist.modes.table import Table


def next_words(table: Table, words: list[str]) -> Iterator[str]:
    """The words that can follow these: as the forms of the game say, whose words in capitals are slots the board fills;
    in DIGITAL mode as the legal moves say."""
    if isinstance(table, Digital):
        for line in table.lines():
            legal = line.split()
            if len(legal) > len(words) and all(a == w.lower() or a == w for a, w in zip(legal, words, strict=False)):
                yield legal[len(words)]
        return
    for form in table.game.forms:
        pattern = form.pattern.split()
        if len(pattern) > len(words) and all(
            p.isupper() or p == w.lower() for p, w in zip(pattern, words, strict=False)
        ):
            slot = pattern[len(words)]
            yield from (table.game.slots(table.board, slot) if slot.isupper() else [slot])


def completions(table: Table, line: str, most: int = 5) -> list[str]:
    """Whole lines that begin as this one does, one word further; what was typed before a semicolon stays."""
    done, semicolon, open_ = line.rpartition(";")
    begun = open_.lstrip()
    words = begun.split()
    last = words.pop() if words and not begun.endswith(" ") else ""
    before = begun[: len(begun) - len(last)]
    found: list[str] = []
    for word in next_words(table, words):
        whole = f"{done}{semicolon}{' ' if semicolon else ''}{before}{word}"
        if word.lower().startswith(last.lower()) and whole not in found and whole != line:
            found.append(whole)
            if len(found) == most:
                break
    return found
