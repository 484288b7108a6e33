"""Properties of every game's components: each has a drawing, a name and a description in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from soloist.core.text import Domain, Word, text
from soloist.display.components import find_components, iterate_texts, iterate_words
from soloist.display.glyphs import COIN, VP, WORKER, draw_row
from soloist.display.screen import Component
from soloist.manifest import Game, find_game, game_ids
from soloist.web.rendering.drawing import draw_picture
from tests.games.domains import list_domains
from tests.games.screens import STATIC, TEMPLATE, catalogues, check_markup, check_spoken, list_classes, say

#: the domains of components of each game
KINDS = {
    "barrage": (
        "contracts",
        "tech_tiles",
        "works",
        "buildings",
        "bonus_tiles",
        "objectives",
        "headstream_tiles",
        "officers",
    ),
    "tapestry": ("territories", "tech_cards", "landmarks", "achievements", "civilizations"),
    "terra_mystica": ("scoring_tiles", "bonus_cards", "favor_tiles", "town_tiles"),
}
#: the greatest size of a drawing, because pages contain many of them
MOST_BYTES = 4000
_PAGES = "".join((STATIC / f"{name}.css").read_text(encoding="utf-8") for name in ("components", "app"))
every_game = pytest.mark.parametrize("id", game_ids())


def drawn(game: Game) -> Iterator[tuple[Domain, str, Component]]:
    """Return every component of a game with the option it represents."""
    for of in list_domains(game.id):
        for name in of:
            found = game.screen.component(of.id, name)
            if found is not None:
                yield of, name, found


def test_every_game_is_looked_at() -> None:
    assert set(KINDS) == set(game_ids())


@every_game
def test_every_kind_is_drawn_without_a_gap(id: str) -> None:
    game = find_game(id)
    for of in list_domains(id):
        if of.id in KINDS[id]:
            assert [name for name in of if game.screen.component(of.id, name) is None] == []


@every_game
def test_a_component_is_clean_markup_in_colours_of_the_design(id: str) -> None:
    game = find_game(id)
    styles = game.screen.style() + _PAGES
    for _, _, it in drawn(game):
        root = check_markup(it.drawing)
        assert len(it.drawing) <= MOST_BYTES, it.key
        assert not [element for element in root.iter() if {"fill", "stroke", "id"} & set(element.attrib)], it.key
        missing = [c for c in list_classes(root) if not re.search(rf"\.{re.escape(c)}(?![\w-])", styles)]
        assert missing == [], it.key


@every_game
def test_a_component_is_named_and_told_in_every_language(id: str) -> None:
    game = find_game(id)
    for of, name, it in drawn(game):
        assert it.key.startswith(f"{of.id} {name}")
        check_spoken(game, it.name)
        check_spoken(game, it.says)


@every_game
def test_what_a_decision_calls_an_option_is_the_name_of_its_component(id: str) -> None:
    game = find_game(id)
    for of, name, it in drawn(game):
        option = of.find_option(name)
        assert option is not None
        assert say(game, of.option_value(option)) == say(game, it.name)


@every_game
def test_no_two_components_of_a_kind_have_the_same_name(id: str) -> None:
    game = find_game(id)
    for catalogue in catalogues(game):
        components = {
            (of.id, name): it for of, name, it in drawn(game)
        }  # a domain may have a smaller version of itself
        found = [(domain, catalogue.say(it.name)) for (domain, _), it in components.items()]
        twice = {name for name in found if found.count(name) > 1}
        assert twice == set(), catalogue.language


@every_game
def test_what_is_no_component_is_none(id: str) -> None:
    screen = find_game(id).screen
    for domain, name in (("seats", "automa"), ("no such domain", "x"), (KINDS[id][0], "no such name"), ("", "")):
        assert screen.component(domain, name) is None


@every_game
def test_a_sentence_shows_what_it_names_once_and_nothing_else(id: str) -> None:
    screen = find_game(id).screen
    some = next(c for of, _, c in drawn(find_game(id)) if of.id == KINDS[id][0])
    line = text("any.line", one=some.name, number=3, list=(some.name, "words"))
    of, name = next((of, name) for of, name, _ in drawn(find_game(id)) if of.words)
    worded = text("any.line", one=Word(f"{of.words}.{name}"), two=(Word(f"{of.words}.{name}"), Word("seat.automa")))
    assert [c.key.split()[:2] for c in screen.pictures(worded)] == [[of.id, name]]
    assert screen.pictures(text("any.line", n=1)) == ()
    if any(t.args.get("id") for t in iterate_texts(line)):
        assert [c.key.split()[:2] for c in screen.pictures(text("any.line", one=some.name))] == [some.key.split()[:2]]


def test_a_game_without_components_has_none() -> None:
    assert TEMPLATE.screen.component("pits", "a1") is None
    assert TEMPLATE.screen.pictures(text("any.line", word=Word("seat.you"))) == ()


def test_words_and_components_inside_a_text() -> None:
    a, b = Word("kind.a"), Word("other.b")
    line = text("x.y", first=(a, text("z.z", inner=b)), second=2, third=a)
    assert list(iterate_words(line)) == [a, b, a]
    assert [t.key for t in iterate_texts(line)] == ["x.y", "z.z"]
    made = Component("things a", text("kind.a"), text("does.a"), 1, 1, draw_row([(COIN, 2)], 0, 0, 10, 10))
    assert find_components(
        line, {"kind": "things"}, lambda domain, name: made if (domain, name) == ("things", "a") else None
    ) == (made,)


# -------------------------------------------------------------------------------------------------------------- marks


def numbers(drawing: str) -> list[str]:
    return [element.text or "" for element in check_markup(drawing).iter("text")]


def test_a_number_stands_where_the_mark_has_it() -> None:
    assert numbers(draw_row([(VP, 5), (COIN, 3)], 0, 0, 24, 200)) == ["5", "3"]
    assert numbers(draw_row([(WORKER, 2)], 0, 0, 24, 200)) == ["2"]
    assert numbers(draw_row([(WORKER, 1)], 0, 0, 24, 200)) == []  # one cube says that itself
    assert numbers(draw_row([(VP, 1)], 0, 0, 24, 200)) == ["1"]
    assert numbers(draw_row([(VP, 1), "/", (WORKER, None)], 0, 0, 24, 200)) == ["1", "/"]


def test_marks_shrink_to_the_width_there_is_and_only_then() -> None:
    def scale(most: float) -> float:
        found = re.search(r"scale\(([0-9.]+)\)", draw_row([(COIN, 1), (COIN, 2)], 0, 0, 24, most))
        assert found
        return float(found[1])

    assert scale(200) == 1 == scale(24 * 2.16)
    assert scale(24 * 1.08) == pytest.approx(0.5)


def test_a_picture_says_its_name_and_what_it_does() -> None:
    game = find_game("terra_mystica")
    it = game.screen.component("bonus_cards", "bon1")
    assert it is not None
    drawing = draw_picture(it, catalogues(game)[1])
    assert 'role="img"' in drawing and 'viewBox="0 0 84 96"' in drawing
    assert f'aria-label="{say(game, it.name)}: {say(game, it.says)}"' in drawing
    assert "icon:" not in drawing
