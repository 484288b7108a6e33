"""Which form of a word goes with a number: the rule of each language, as gettext writes it.

A template counts with `{n} {n:coin|coins}`: a value with forms says no number but the form that goes with it. The rule
stands in the language's file (`plural.rule`) as in the head of a gettext catalogue, and Python's own gettext compiles it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from soloist.core.errors import BadDataError
from soloist.core.text import text

_RULE = re.compile(r"nplurals=(\d+); plural=(.+);")


@dataclass(frozen=True, slots=True)
class PluralRule:
    """The plural rule of a language: how many forms a word has, and the place of the one that goes with a number."""

    forms: int
    place: Callable[[int], int]

    def choose_form(self, forms: tuple[str, ...], value: object) -> str:
        """The form that goes with a value; the last one where it is no number (many options that are only counted)."""
        return forms[self.place(abs(value))] if isinstance(value, int) else forms[-1]


@cache
def read_plural_rule(rule: str) -> PluralRule:
    """A rule as it stands in a language's file: `nplurals=2; plural=(n != 1);`."""
    found = _RULE.fullmatch(rule)
    if found is None:
        raise BadDataError(text("error.data_name", file="plural.rule", got=rule))
    return PluralRule(int(found[1]), gettext.c2py(found[2]))
