"""Whole games of chance, played by the program and by a second engine side by side: all factions, all maps.

Before each decision the second engine must say the same about who decides and about every legal move (spades and what they
cost, reach, builds, upgrades, actions, river towns, offers of power); after it the same about purses, bowls, tracks, towns,
tiles, offers and, at the end of a round and of the game, income, cult bonuses and scores.
"""

from __future__ import annotations

import pytest

from tests.games.terra_mystica.second.beside import GIFTS, Beside, differences
from tests.games.terra_mystica.second.facts import FACTIONS, MAPS

SEATS = ("human", "human2", "human3", "human4", "human5")
#: the map, the gifts of every round, the final scoring tile, the factions
GAMES = [
    ("original", "lavish", "settlements", "nomads halflings alchemists ice_maidens"),
    ("fire_and_ice", "lavish", "outposts", "fakirs cultists mermaids yetis"),
    ("revised_base", "lavish", "greatest_distance", "swarmlings witches engineers acolytes"),
    ("loon_lakes", "lavish", "stronghold_and_sanctuary", "auren dwarves giants riverwalkers"),
    ("fjords", "lavish", "settlements", "darklings chaos_magicians dragonlords shapeshifters"),
    ("original", "poor", "none", "witches chaos_magicians mermaids fakirs dragonlords"),
    ("fire_and_ice", "plain", "none", "riverwalkers darklings engineers"),
    ("revised_base", "scarce", "outposts", "shapeshifters giants auren nomads cultists"),
    ("loon_lakes", "rich", "greatest_distance", "acolytes swarmlings yetis"),
    ("fjords", "scarce", "stronghold_and_sanctuary", "ice_maidens alchemists dwarves halflings"),
]


def test_all_factions_and_maps_are_played() -> None:
    assert {name for *_, factions in GAMES for name in factions.split()} == set(FACTIONS)
    assert {where for where, *_ in GAMES} == set(MAPS)
    assert {gifts for _, gifts, *_ in GAMES} == set(GIFTS)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_second_engine_agrees(number: int) -> None:
    where, gifts, final, factions = GAMES[number]
    options = {"map": where, "final": final, "promos": "yes", "mini_expansion": "yes" if number % 2 else "no"}
    options |= {"order": "passing" if number % 3 else "clockwise"}
    options |= {"starting_vp": "revised_2017" if number % 2 else "20"}
    options |= dict(zip(SEATS, factions.split(), strict=False))
    game = Beside(options, f"second {number}", gifts)
    assert game.play() == [], "\n".join(game.moves[-8:])
    assert game.second.over and game.second.round == 6


def test_a_difference_is_told() -> None:
    """What the comparison says when the two do not agree."""
    game = Beside({"human": "witches", "human2": "giants"}, "a difference")
    game.position.purses[1].coins += 1
    assert game.play() == ["human coins: the program 16, the second engine 15"]
    assert differences({"x": {1, 2}}, {"x": {2, 3}}) == ["x: only the program [1], only the second engine [3]"]
