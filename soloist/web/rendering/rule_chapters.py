"""The rules of a game as a book: chapters in the order of the rulebook, none too long."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from soloist.core.errors import UnknownError, find_nearest
from soloist.core.text import text
from soloist.manifest import Game, find_game
from soloist.session.words import Catalogue

#: a longer section is split into chapters of about equal length
MOST_RULES = 16


@dataclass(frozen=True, slots=True)
class RuleChapter:
    """A section of the rulebook, or a part of a long one; `part` counts from 1, 0 is a whole section."""

    id: str
    section: str
    part: int
    rules: tuple[str, ...]

    def title(self, words: Catalogue) -> str:
        """Return the heading of the section; a part adds the topics of its first and last rule."""
        heading = words.words.get(f"rule.section.{make_slug(self.section)}", self.section)
        if not self.part:
            return heading
        first, last = (words.rule_title(id).partition(":")[0].rstrip() for id in (self.rules[0], self.rules[-1]))
        return f"{heading}: {first}" if first == last else f"{heading}: {first} – {last}"


def make_slug(section: str) -> str:
    """Return a heading as it appears in an address."""
    return re.sub(r"[^a-z0-9]+", "-", section.lower()).strip("-")


@cache
def _list_chapters(game: str) -> tuple[RuleChapter, ...]:
    by_section: dict[str, list[str]] = {}
    for rule in find_game(game).rules().values():
        by_section.setdefault(rule.section, []).append(rule.id)
    found = []
    for section, rules in by_section.items():
        count = -(-len(rules) // MOST_RULES)
        for i in range(count):
            some = tuple(rules[len(rules) * i // count : len(rules) * (i + 1) // count])
            part = i + 1 if count > 1 else 0
            found.append(RuleChapter(make_slug(section) + (f"-{part}" if part else ""), section, part, some))
    return tuple(found)


def list_chapters(game: Game) -> tuple[RuleChapter, ...]:
    """Return all chapters; every rule is in exactly one."""
    return _list_chapters(game.id)


def find_chapter_of(game: Game, rule: str) -> RuleChapter:
    """Return the chapter that contains a rule."""
    return next(chapter for chapter in list_chapters(game) if rule in chapter.rules)


def find_chapter(game: Game, id: str) -> RuleChapter:
    """Return a chapter by its name in the address. Raises `UnknownError`."""
    for chapter in list_chapters(game):
        if chapter.id == id:
            return chapter
    ids = [chapter.id for chapter in list_chapters(game)]
    raise UnknownError(text("error.no_chapter", got=id), nearest=find_nearest(id, ids))
