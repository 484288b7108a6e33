"""Turn `Text` into sentences, with the texts of all languages: those of this package and those of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Formatter

from soloist.core.errors import SoloistError, UnknownError, find_nearest, set_translator
from soloist.core.explain import explain
from soloist.core.text import Domain, Text, Word, text
from soloist.core.trace import Trace
from soloist.games.packaged_data import read_words
from soloist.manifest import Game, find_game, game_ids
from soloist.session.plural import read_plural_rule

PACKAGE = "soloist.session"
#: longer lists of options are shown as a number
MOST_LISTED = 24
#: seat of the reader: template `key_you` addresses it as "you", template `key` names any other seat
READER = "seat.human"


@cache
def languages() -> tuple[str, ...]:
    """Return the available languages, by folder scan."""
    names = (entry.name for entry in files(PACKAGE).joinpath("locale").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


class Catalogue:
    """All texts of one language for one game. A missing text shows as its key; tests check that none is missing.

    `also` are packages with further texts, such as the pages.
    """

    def __init__(self, language: str = "en", game: Game | None = None, *, also: Sequence[str] = ()) -> None:
        if language not in languages():
            raise UnknownError(
                text("error.no_language", got=language, options=languages()),
                nearest=find_nearest(language, languages()),
            )
        self.language = language
        self.words: dict[str, str] = dict(read_words(PACKAGE, language))
        for package in also:
            self.words.update(read_words(package, language))
        if game is not None:
            self.words.update(game.words(language))
        self.game = game
        self.plural = read_plural_rule(self.words["plural.rule"])
        self._said: dict[str, str] = {}

    def say(self, value: object) -> str:
        """Return a text, word, list or plain value as a person reads it."""
        if isinstance(value, Text):
            if not value.args:  # most texts of a page: cached
                said = self._said.get(value.key)
                if said is not None:
                    return said
            template = self._find_template(value)
            if template is None:
                return value.key + "".join(f" {k}={self.say(v)}" for k, v in value.args.items())
            filled = self._fill_template(template, value.args)
            if not value.args:
                self._said[value.key] = filled
            return filled
        if isinstance(value, Word):
            return self.words.get(value.key) or self._find_fallback(value.key) or value.key
        if isinstance(value, str):
            return value
        if isinstance(value, int):  # before the slower test for a sequence
            return str(value)
        if isinstance(value, Sequence):
            return ", ".join(self.say(v) for v in value)
        return str(value)

    def _find_template(self, value: Text) -> str | None:
        """Return the template of a text, `key_you` if its seat is the reader's, or None."""
        if value.args.get("seat") == Word(READER) and (spoken := self.words.get(f"{value.key}_you")):
            return spoken
        return self.words.get(value.key) or self._find_fallback(value.key)

    def _fill_template(self, template: str, args: Mapping[str, object]) -> str:
        """Return a template filled with its values in this language; a missing value shows as its name.

        A value may be an id; section `id` of the locale has its name.
        """
        said = []
        for words, name, forms in split_template(template):
            said.append(words)
            if forms:
                said.append(self.plural.choose_form(forms, args.get(name or "")))
            elif name is not None:
                value = args.get(name, f"{{{name}}}")
                said.append(self.words.get(f"id.{value}", value) if isinstance(value, str) else self.say(value))
        return "".join(said)

    def _find_fallback(self, key: str) -> str | None:
        """Return the English text of a rule; without a game, the text of any game (for a save that does not load)."""
        if self.game is not None:
            return _find_rule_text(self.game, key)
        for game in map(find_game, game_ids()):
            found = game.words(self.language).get(key) or _find_rule_text(game, key)
            if found is not None:
                return found
        return None

    def has_key(self, key: str) -> bool:
        return key in self.words

    def say_error(self, error: SoloistError) -> str:
        """Return an error in one message: what is wrong, by which rule, and the nearest valid inputs."""
        said = self.say(error.text)
        if error.rule:
            said += f" [{error.rule}]"
        if error.nearest:
            said += " " + self.say(text("error.nearest", options=tuple(map(self.add_names, error.nearest))))
        return said

    def add_names(self, typed: str) -> str:
        """Add the names of the ids among typed words: `bonus bon7 (Trading house card)`."""
        names = [name for word in typed.split() if (name := self._name_of(word))]
        return f"{typed} ({', '.join(names)})" if names else typed

    def _name_of(self, id: str) -> str:
        """Return the name of a tile or card; empty for a word that is no id, or whose name equals it."""
        for book in self.game.rulebooks if self.game else ():
            for slot in book.language.slots.values() if book.language else ():
                at = slot.of.find_option(id) if isinstance(slot.of, Domain) else None
                if isinstance(slot.of, Domain) and at is not None:
                    name = self.say(slot.of.option_value(at))
                    return "" if name.casefold() == id.replace("_", " ") else name
        return ""

    def rule_title(self, rule: str) -> str:
        """Return the title of a rule; for an unknown number, a text that says so."""
        key = f"rule.{rule}.title"
        return self.words.get(key) or self._find_fallback(key) or (self.unknown_rule(rule) if self.game else rule)

    def rule_says(self, rule: str) -> str:
        """Return the sentence of a rule; empty for an unknown number."""
        key = f"rule.{rule}.says"
        return self.words.get(key) or self._find_fallback(key) or ""

    def unknown_rule(self, rule: str) -> str:
        """Name a rule of another version of Soloist, which wrote the trace."""
        return self.say(text("explain.unknown_rule", rule=rule))


def _find_rule_text(game: Game, key: str) -> str | None:
    """Return the title or the sentence of a rule, by its key in the locale files of other languages."""
    section, _, rest = key.partition(".")
    id, _, part = rest.rpartition(".")
    rule = game.rules().get(id) if section == "rule" else None
    return None if rule is None else {"title": rule.title, "says": rule.says}.get(part)


@cache
def _english_catalogue() -> Catalogue:
    return Catalogue("en")


set_translator(lambda error: _english_catalogue().say_error(error))


@cache
def split_template(template: str) -> tuple[tuple[str, str | None, tuple[str, ...]], ...]:
    """Split a template, once: literal words, the name of the value after them, and its forms if it only counts."""
    return tuple(
        (words, name, tuple(forms.split("|")) if forms else ()) for words, name, forms, _ in Formatter().parse(template)
    )


def say_options(catalogue: Catalogue, options: Sequence[object]) -> str:
    """Return options by name, or only their number if there are more than `MOST_LISTED`."""
    if len(options) > MOST_LISTED:
        return catalogue.say(text("explain.many", n=len(options)))
    return catalogue.say(options) or "-"


def say_trace(catalogue: Catalogue, trace: Trace) -> list[str]:
    """Return an explanation as plain lines.

    They show the rule number, what the rule says here, the options left and dropped, and the measured values.
    """
    lines = []
    for line in explain(trace):
        said = catalogue.say(line.says)
        if line.kind == "procedure":
            lines.append(f"{line.rule:<9} {said}")
            continue
        if not line.applied:
            said += f" - {catalogue.say(text('explain.applied_not'))}" if line.kind == "narrow" else ""
        elif line.kind in ("valid", "narrow"):
            said += f": {say_options(catalogue, line.left)}"
            if line.dropped:
                said += f"  ({catalogue.say(text('explain.drops', options=say_options(catalogue, line.dropped)))})"
        lines.append(f"{line.rule:<9}   {said}")
        if line.why:
            lines.append(f"{'':<9}     {'; '.join(catalogue.say(w) for w in line.why)}")
    return lines
