"""Typed words and option names as values of texts."""

from __future__ import annotations

from soloist.core.text import Domain, Text, Word, name_typed_words, text
from soloist.display.screen import name_in_sentence


def _about(name: str) -> Text:
    return text("thing.about", id=name)


THINGS = Domain("things", ["thing1", "thing2", "P1.2"], words="thing")
TOLD = Domain("told", ["x_1"], texts=_about)


def test_ids_become_their_names_and_other_words_stay() -> None:
    assert name_typed_words("thing1 3 other", THINGS) == (Word("thing.thing1"), "3", "other")
    assert name_typed_words("coins.thing2", THINGS) == ("coins", Word("thing.thing2"))
    assert name_typed_words("P1.2", THINGS) == (Word("thing.P1.2"),)
    assert name_typed_words("x_1", THINGS, TOLD) == (text("thing.about", id="x_1"),)
    assert name_typed_words("", THINGS) == ()


def test_an_option_may_have_a_text_of_its_own() -> None:
    assert TOLD.option_value(0) == text("thing.about", id="x_1")
    assert THINGS.option_value(1) == Word("thing.thing2")


def test_the_name_of_an_option_is_found_in_a_sentence() -> None:
    assert name_in_sentence(text("a.b", it=TOLD.option_value(0)), "it") == "x_1"
    assert name_in_sentence(text("a.b", it=THINGS.option_value(0)), "it") == "thing1"
    assert name_in_sentence(text("a.b", it=text("c.d", n=1)), "it") == ""
