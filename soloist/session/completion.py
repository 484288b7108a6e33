"""Complete lines of notation on the present board, for the terminal and the pages."""

from __future__ import annotations

from soloist.session.table import Table


def complete_line(table: Table, line: str, most: int = 5) -> list[str]:
    """Return at most `most` lines that continue `line` by one word; what was typed before a semicolon stays."""
    done, semicolon, open_ = line.rpartition(";")
    begun = open_.lstrip()
    words = begun.split()
    last = words.pop() if words and not begun.endswith(" ") else ""
    before = begun[: len(begun) - len(last)]
    found: list[str] = []
    for word in table.rulebook.list_next_words(table.board, words):
        whole = f"{done}{semicolon}{' ' if semicolon else ''}{before}{word}"
        if word.lower().startswith(last.lower()) and whole not in found and whole != line:
            found.append(whole)
            if len(found) == most:
                break
    return found
