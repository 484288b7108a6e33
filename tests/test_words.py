"""Every text exists in every language with equal placeholders; every key that the program uses has a text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from soloist.core.errors import BadDataError
from soloist.core.text import Text, Word
from soloist.games.packaged_data import read_words
from soloist.manifest import find_game, game_ids
from soloist.session.plural import read_plural_rule
from soloist.session.words import PACKAGE, Catalogue, languages, split_template

ROOT = Path(__file__).parent.parent / "soloist"
WEB = "soloist.web"
PLACES = [PACKAGE, WEB, *(f"soloist.games.{id}" for id in game_ids())]


def slots(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_the_languages_we_promise() -> None:
    assert set(languages()) == {"de", "en", "es", "fr", "it"}


@pytest.mark.parametrize("package", PLACES)
@pytest.mark.parametrize("language", [x for x in languages() if x != "en"])
def test_no_key_is_missing_and_the_same_values_are_used(package: str, language: str) -> None:
    english, other = read_words(package, "en"), read_words(package, language)
    rules = {k for k in other if k.startswith("rule.")}
    assert set(english) == set(other) - rules
    for key, template in english.items():
        assert slots(template) == slots(other[key]), key
    if language == "fr":  # punctuation never begins a line and has the right kind of space before it
        assert not [key for key, words in other.items() if re.search(r" [:;!?»](?!\w)|« |\xa0[;!?]|\u202f[:»]", words)]
    if language == "es":  # questions and exclamations have marks at both ends
        pairs = (("¡", r"\w!"), ("¿", r"\w\?"))
        assert not [key for key, words in other.items() for a, z in pairs if re.search(z, words) and a not in words]


@pytest.mark.parametrize("id", game_ids())
@pytest.mark.parametrize("language", [x for x in languages() if x != "en"])
def test_every_rule_is_translated(id: str, language: str) -> None:
    words = read_words(f"soloist.games.{id}", language)
    for rule in find_game(id).rules():
        assert words[f"rule.{rule}.title"] and words[f"rule.{rule}.says"], rule


#: keys in the code: text("…"), Word("…"), self.word("…")
LITERAL = re.compile(r"""\b(?:text|Word|word|heading)\(\s*"([a-z_]+\.[A-Za-z0-9_.-]+)\"""")


@pytest.mark.parametrize("id", game_ids())
def test_every_literal_key_in_the_code_has_words(id: str) -> None:
    words = Catalogue("en", find_game(id), also=(WEB,)).words
    others = [ROOT / "games" / other for other in game_ids() if other != id]
    for path in ROOT.rglob("*.py"):
        if any(path.is_relative_to(folder) for folder in others) or "_template" in path.parts:
            continue
        for key in LITERAL.findall(path.read_text(encoding="utf-8")):
            assert key in words, f"{path.name}: {key}"


#: keys in the templates: say("…")
SAID = re.compile(r"""\bsay\("([a-z_]+\.[A-Za-z0-9_.-]+)"(?!\s*~)""")


def test_every_key_in_a_template_has_words() -> None:
    words = Catalogue("en", find_game(game_ids()[0]), also=(WEB,)).words
    found = [key for path in (ROOT / "web" / "templates").iterdir() for key in SAID.findall(path.read_text("utf-8"))]
    assert len(found) > 100
    assert [key for key in found if key not in words] == []


def _sources(*kinds: str) -> str:
    found = (path for path in sorted(ROOT.rglob("*")) if path.suffix in kinds and "locale" not in path.parts)
    return "\n".join(path.read_text("utf-8") for path in found)


@cache
def _said() -> tuple[set[str], tuple[str, ...], set[str]]:
    """Return what the program says: literal keys, prefixes of computed keys (`f"walk.{kind}"`), and all names.

    Keys come from code, templates and scripts; names also from data, without trailing numbers.
    """
    code = _sources(".py", ".html", ".js")
    whole = set(re.findall(r"""["']([\w.-]+)["']""", code))
    begun = set(re.findall(r"""["'`]([a-z_]+\.[a-z_.]*)(?:\{|["'`]\s*[~+])""", code))
    names = re.findall(r"[\w-]+", code + _sources(".toml"))
    return (
        whole,
        tuple(begun | {f"{name}." for name in whole if "." not in name}),
        {re.sub(r"\d+", "", n) for n in names},
    )


@pytest.mark.parametrize("package", PLACES)
def test_every_text_is_used(package: str) -> None:
    whole, begun, names = _said()
    names |= set(languages())

    def said(key: str) -> bool:
        rests = (re.sub(r"\d+", "", key[len(b) :]) for b in begun if key.startswith(b))
        return key in whole or any(set(r.split(".")) <= names or set(re.split(r"[._]", r)) <= names for r in rests)

    assert [key for key in read_words(package, "en") if not said(key.removesuffix("_you"))] == []


@pytest.mark.parametrize("id", game_ids())
def test_words_of_the_pages_are_never_covered_by_those_of_a_game(id: str) -> None:
    assert set(read_words(WEB, "en")).isdisjoint(read_words(f"soloist.games.{id}", "en"))
    assert set(read_words(WEB, "en")).isdisjoint(read_words(PACKAGE, "en"))


@pytest.mark.parametrize("id", game_ids())
def test_every_option_form_and_choice_has_words(id: str) -> None:
    game = find_game(id)
    words = Catalogue("en", game).words
    for option in (option for book in game.rulebooks for option in book.options):
        assert f"option.{option.key}" in words
        assert f"label.{option.key}" in words
        if option.ruling:
            for choice in option.choices:
                assert f"choice.{option.key}.{choice}" in words
    for form in game.table.verbs:
        assert f"form.{form.key}" in words


@pytest.mark.parametrize("id", game_ids())
def test_every_tiebreaker_has_words_in_every_language(id: str) -> None:
    game = find_game(id)
    for language in languages():
        for rule in game.tiebreakers:
            assert f"narrow.{rule}" in Catalogue(language, game).words


@pytest.mark.parametrize("id", game_ids())
@pytest.mark.parametrize("language", languages())
def test_every_instruction_says_how_it_is_taken_back(id: str, language: str) -> None:
    words = find_game(id).words(language)
    instructions = {key for key in words if key.startswith("hands.")}
    assert {key for key in words if key.startswith("back.hands.")} == {f"back.{key}" for key in instructions}


def test_texts_words_and_lists_are_translated() -> None:
    catalogue = Catalogue("en")
    assert catalogue.say(Text("explain.drops", {"options": ("a", 1, Word("verify.today"))})) == "rules out a, 1, today"
    assert catalogue.say(Text("no.such.key", {"x": 1})) == "no.such.key x=1"
    assert catalogue.say(Text("explain.drops")) == "rules out {options}"


@pytest.mark.parametrize("language", languages())
def test_the_reader_is_spoken_to_and_other_players_are_named(language: str) -> None:
    catalogue = Catalogue(language, find_game("terra_mystica"))
    yours, others = (catalogue.say(Text("doubt.priests", {"seat": Word(f"seat.{who}")})) for who in ("human", "human2"))
    assert yours == catalogue.words["doubt.priests_you"]
    assert others == catalogue.words["doubt.priests"].format(seat=catalogue.words["seat.human2"])


@pytest.mark.parametrize("package", PLACES)
def test_words_for_the_reader_go_with_words_for_others(package: str) -> None:
    words = read_words(package, "en")
    spoken = [key for key in words if key.endswith("_you") and "{seat}" not in words[key]]
    assert [key for key in spoken if "{seat}" not in words.get(key.removesuffix("_you"), "{seat}")] == []


COUNTED = {
    "de": ("0 Einträge", "1 Eintrag", "2 Einträge"),
    "en": ("0 entries", "1 entry", "2 entries"),
    "es": ("0 entradas", "1 entrada", "2 entradas"),
    "fr": ("0 entrée", "1 entrée", "2 entrées"),
    "it": ("0 voci", "1 voce", "2 voci"),
}


@pytest.mark.parametrize("language", languages())
def test_a_number_has_its_form(language: str) -> None:
    catalogue = Catalogue(language)
    said = [catalogue.say(Text("cli.table_row", {"mode": "x", "entries": n})) for n in (0, 1, 2)]
    assert said == [f"x, {words}" for words in COUNTED[language]]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("package", PLACES)
def test_every_counted_word_has_all_forms_of_its_language(package: str, language: str) -> None:
    forms = Catalogue(language).plural.forms
    for key, template in read_words(package, language).items():
        for _, _, said in split_template(template):
            assert not said or (len(said) == forms and all(said)), key
            assert not any("{" in form for form in said), key


def test_a_plural_rule_is_that_of_gettext() -> None:
    polish = read_plural_rule("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);")
    forms = ("moneta", "monety", "monet")
    assert [polish.choose_form(forms, n) for n in (1, 2, 5, 12, 22)] == ["moneta", "monety", "monet", "monet", "monety"]
    assert polish.choose_form(forms, "many") == "monet", "what is no number is many"
    with pytest.raises(BadDataError):
        read_plural_rule("n != 1")


def test_a_mode_has_one_name() -> None:
    """DIGITAL is `digital` in every key; `whole` means undamaged or complete."""
    found = {key for package in (PACKAGE, WEB) for key in read_words(package, "en") if "whole" in key.lower()}
    assert found == {"cli.rescue_whole", "table.whole"}
