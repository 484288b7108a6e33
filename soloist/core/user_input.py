"""Read what people enter: names, numbers, assignments, options of a new table.

All functions turn words into values or raise a `BadInputError` that names what would have been valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from soloist.core.bits import Mask
from soloist.core.chance import Chance, Draw
from soloist.core.errors import ImpossibleError, UnknownError, UnreadableError, find_nearest
from soloist.core.rulebook import Option
from soloist.core.text import Domain, text
from soloist.core.verbs import Verb


def find_option(of: Domain, word: str, short: Mapping[str, str] | None = None) -> int | None:
    """Return the option that a word names, in any letter case or by a short form; None if there is none."""
    for name in (word, word.lower(), word.upper(), (short or {}).get(word.lower(), "")):
        found = of.find_option(name)
        if found is not None:
            return found
    return None


def require_option(of: Domain, word: str, key: str, *, rule: str = "", short: Mapping[str, str] | None = None) -> int:
    """Like `find_option`, but raise `UnknownError` with the nearest names if there is none.

    `key` is the key of the error text.
    """
    found = find_option(of, word, short)
    if found is None:
        raise UnknownError(text(key, got=word), rule=rule, nearest=find_nearest(word, of) or tuple(of)[:8])
    return found


def read_whole_number(word: str) -> int:
    """Return the value of `5`, `+5` or `-5`, with at most three digits."""
    digits = word.lstrip("+-")
    if len(word) - len(digits) > 1 or not (digits.isascii() and digits.isdigit()) or len(digits) > 3:
        raise UnreadableError(text("error.want_number", got=word))
    return int(word)


def require_words(words: list[str], n: int, verb: str, forms: Sequence[Verb]) -> list[str]:
    """Return the words after a verb if there are exactly `n`. Otherwise raise an error with the example of its form."""
    if len(words) != n:
        examples = [form.example for form in forms if form.key == verb]
        raise UnreadableError(text("error.words", verb=verb, got=len(words), want=n), nearest=examples)
    return words


def read_assignment(words: list[str], verb: str, forms: Sequence[Verb]) -> tuple[str, str]:
    """Return both sides of `FIELD = VALUE`."""
    key, equals, value = " ".join(words).partition("=")
    if not equals or not key.strip() or not value.strip():
        examples = [form.example for form in forms if form.key == verb]
        raise UnreadableError(text("error.assignment", verb=verb), nearest=examples)
    return key.strip(), value.strip()


# ------------------------------------------------------------------------------------------------ options of a new table


def check_keys(given: Iterable[str], options: Sequence[Option], *, prefix: str = "") -> None:
    """Raise `UnknownError` for a key that is no option and does not begin with `prefix`."""
    keys = sorted(option.key for option in options)
    for key in given:
        if key not in keys and not (prefix and key.startswith(prefix)):
            raise UnknownError(text("error.no_option", got=key), nearest=find_nearest(key, keys) or keys)


def check_complete(source: Mapping[str, str], options: Sequence[Option]) -> None:
    """Raise `UnreadableError` when a set-up lacks an option."""
    for key in sorted(option.key for option in options):
        if key not in source:
            raise UnreadableError(text("error.setup_missing", key=key))


def read_choice(given: Mapping[str, str], option: Option) -> str:
    """Return the value of an option, given or by default. Raises `UnknownError` when it is not one of the choices."""
    value = given.get(option.key, option.default).strip().lower()
    if option.choices and value not in option.choices:
        near = find_nearest(value, option.choices) or option.choices[:6]
        raise UnknownError(
            text("error.option", key=option.key, got=value, options=option.choices), rule=option.ruling, nearest=near
        )
    return value


def split_names(value: str) -> list[str]:
    """Return the names of a list, with commas or without."""
    return value.replace(",", " ").lower().split()


def read_options(value: str, of: Domain, key: str, count: int | None = None, among: Mask | None = None) -> list[int]:
    """Return the options that a player named for a set-up option. They must exist, be different, and number `count`."""
    valid = of.name_options(of.everything if among is None else among)
    found = []
    for word in split_names(value):
        option = find_option(of, word)
        if option is None or of.name_option(option) not in valid:
            near = find_nearest(word, valid) or valid[:6]
            raise UnknownError(text("error.option", key=key, got=word, options=valid), nearest=near)
        found.append(option)
    if count is not None and len(found) != count:
        raise ImpossibleError(text("error.option_count", key=key, got=len(found), want=count))
    if len(set(found)) != len(found):
        raise ImpossibleError(text("error.option_twice", key=key, got=value))
    return found


def make_setup_draw(key: str, of: Domain) -> Draw:
    """Return a draw for the set-up; its question is `question.setup.<key>`."""
    return Draw(f"setup.{key}", of, text(f"question.setup.{key}"))


def draw_options(chance: Chance, key: str, of: Domain, count: int, among: Mask) -> list[int]:
    """Draw `count` different options, one after the other."""
    picked = []
    for _ in range(count):
        one = chance.pick_option(make_setup_draw(key, of), among)
        among &= ~(1 << one)
        picked.append(one)
    return picked


# --------------------------------------------------------------------------------------------------- fields of a position


def read_field_option(of: Domain, word: str, field: str) -> int:
    """Return the option that a word in the value of a field names."""
    found = find_option(of, word)
    if found is None:
        near = find_nearest(word, of) or of.names[:6]
        raise ImpossibleError(text("error.field_name", field=field, got=word), nearest=near)
    return found


def read_field_number(value: str, field: str, least: int, most: int) -> int:
    """Return the number in the value of a field. Raises `ImpossibleError` outside `least` to `most`."""
    digits = value.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 6) or not least <= int(value) <= most:
        raise ImpossibleError(text("error.field_number", field=field, got=value, least=least, most=most))
    return int(value)


def split_field(value: str) -> list[str]:
    """Return the words of a list field; `-` stands for an empty one."""
    return [word for word in value.replace(",", " ").split() if word != "-"]
