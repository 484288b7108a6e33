"""TA-085a: a territory tile can be found and rotated by features that players can see."""

from __future__ import annotations

import pytest

from soloist.core.text import Text, Word
from soloist.games.tapestry.board.tables import CORNERS, TERRITORIES, TERRITORY_TILES
from soloist.games.tapestry.display.components import find_component, find_pictures
from soloist.games.tapestry.display.tiles import find_features, find_runs, say_laid, turn_corners
from soloist.games.tapestry.game import GAME
from soloist.session.words import Catalogue, languages

TILES = range(len(TERRITORIES.names))
#: the six corners and, between them, the six sides, clockwise from the upper left corner
UPPER_LEFT, TOP, UPPER_RIGHT, RIGHT, LOWER_RIGHT, BOTTOM, LEFT = 0, 1, 2, 4, 6, 7, 10


def tile(*corners: str) -> int:
    return CORNERS.index(corners)


def test_a_sixth_of_a_turn_moves_each_corner_to_the_next_one_clockwise() -> None:
    corners = ("sea", "desert", "desert", "mountain", "sea", "sea")
    assert turn_corners(corners, 0) == corners
    assert turn_corners(corners, 1) == ("sea", "sea", "desert", "desert", "mountain", "sea")
    assert turn_corners(turn_corners(corners, 2), 4) == corners


def test_where_one_corner_points_and_where_several_do() -> None:
    assert find_runs(("desert", "sea", "sea", "sea", "sea", "sea")) == [
        ("desert", 1, UPPER_LEFT),
        ("sea", 5, LOWER_RIGHT),
    ]
    assert find_runs(("desert", "desert", "sea", "sea", "sea", "sea")) == [("desert", 2, TOP), ("sea", 4, BOTTOM)]
    assert find_runs(("sea", "desert", "desert", "desert", "sea", "sea")) == [("desert", 3, RIGHT), ("sea", 3, LEFT)]
    assert find_runs(("desert", "sea", "sea", "sea", "sea", "desert"))[1][2] == 11  # round the upper left side
    assert find_runs(("sea",) * 6) == []


@pytest.mark.parametrize("rotation", range(6))
def test_two_features_are_told_and_both_are_true(rotation: int) -> None:
    for number in TILES:
        lies = turn_corners(CORNERS[number], rotation)
        seen = find_features(lies)
        assert len(seen) == (0 if set(lies) == {"sea"} else 2)
        for terrain, n, where in seen:
            first = (where - n + 1) // 2  # the corner at which the run begins
            assert where == 2 * first + n - 1 or where + 12 == 2 * (first + 6) + n - 1
            assert [lies[(first + k) % 6] for k in range(n)] == [terrain] * n
            assert lies[first - 1] != terrain and lies[(first + n) % 6] != terrain


def test_land_is_told_before_sea() -> None:
    assert [run[0] for run in find_features(("sea", "mountain", "mountain", "desert", "desert", "sea"))] == [
        "mountain",
        "desert",
    ]
    assert [run[0] for run in find_features(("sea", "desert", "sea", "sea", "sea", "sea"))] == ["desert", "sea"]


def test_the_instruction_as_it_is_read() -> None:
    words = Catalogue("en", GAME)
    line = say_laid("-1,1", tile("sea", "mountain", "mountain", "desert", "desert", "sea"), 2)
    assert words.say(line) == (
        "Place this territory tile face up on -1,1: 2 corners of mountains, 2 corners of desert; benefit 2 territory tiles. "
        "Turn it so that the 2 corners with mountains are at the bottom and the 2 corners with desert are at the upper left "
        "side. Any tile that looks the same will do. She does not gain its benefit."
    )
    nowhere = say_laid("0,1", TERRITORIES.find_option("territory_05") or 0, 3)
    assert nowhere.key == "hands.explore_any_way"
    assert "turned any way" in words.say(nowhere)


@pytest.mark.parametrize("language", languages())
def test_no_two_tiles_are_called_the_same(language: str) -> None:
    words = Catalogue(language, GAME)
    assert len({words.say(TERRITORIES.option_value(number)) for number in TILES}) == len(TILES) == 48


def test_the_picture_lies_as_the_tile_has_to() -> None:
    number = tile("sea", "mountain", "mountain", "desert", "desert", "sea")
    (shown,) = find_pictures(say_laid("-1,1", number, 2))
    name = TERRITORIES.names[number]
    assert shown.key == f"territories {name} 2"
    unturned, other = find_component("territories", name), find_component("territories", f"{name} 3")
    assert unturned is not None and other is not None
    assert len({shown.drawing, unturned.drawing, other.drawing}) == 3
    assert unturned == find_component("territories", f"{name} 0")


def test_every_tile_says_all_its_land_and_its_benefit() -> None:
    for name, entry in TERRITORY_TILES.items():
        text = TERRITORIES.option_value(TERRITORIES.find_option(name) or 0)
        assert isinstance(text, Text)
        land = text.args["land"]
        assert isinstance(land, tuple)
        told = {part.args["terrain"] for part in land}
        assert told == {Word(f"terrain.{terrain}") for terrain in entry["land"]}
        assert text.args["benefit"]
