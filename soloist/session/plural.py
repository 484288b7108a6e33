"""Choose the form of a word that goes with a number, by each language's gettext rule.

A template counts with `{n} {n:coin|coins}`: a value with forms stands for the right form, not for the number. The rule
is in the language's file (`plural.rule`), as in the head of a gettext catalogue, and Python's own gettext compiles it.
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
    """The plural rule of a language: how many forms a word has, and which one goes with a number."""

    forms: int
    place: Callable[[int], int]

    def choose_form(self, forms: tuple[str, ...], value: object) -> str:
        """Return the form that goes with a value; the last one if it is no number."""
        return forms[self.place(abs(value))] if isinstance(value, int) else forms[-1]


@cache
def read_plural_rule(rule: str) -> PluralRule:
    """Parse a rule such as `nplurals=2; plural=(n != 1);`. Raises `BadDataError` when it is none."""
    found = _RULE.fullmatch(rule)
    if found is None:
        raise BadDataError(text("error.data_name", file="plural.rule", got=rule))
    # `c2py` is undocumented, but it is what gettext itself uses to compile a rule without evaluating foreign code
    return PluralRule(int(found[1]), gettext.c2py(found[2]))
