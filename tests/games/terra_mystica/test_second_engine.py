"""Random games, played by the program and a second engine in step: all factions, all maps.

Before each decision both must agree on the deciding seat and every legal move (spades and their price, reach, builds,
upgrades, actions, river towns, offers of power); after it on purses, bowls, tracks, towns, tiles, offers and, at the
end of a round and of the game, income, cult bonuses and scores.
"""

from __future__ import annotations

import pytest

from soloist.games.terra_mystica.board.tables import BONUS, TERRAIN
from soloist.games.terra_mystica.player.income import income_of
from soloist.games.terra_mystica.player.reach import spade_targets
from tests.games.terra_mystica.player.positions import new_game
from tests.games.terra_mystica.second import gains, spades
from tests.games.terra_mystica.second.beside import GIFTS, Beside, differences
from tests.games.terra_mystica.second.facts import FACTIONS, MAPS, WHEEL
from tests.games.terra_mystica.second.game import Game
from tests.games.terra_mystica.second.player import Player

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
    ("original", "rich", "outposts", "darklings mermaids acolytes"),
    ("fire_and_ice", "devout", "none", "nomads swarmlings shapeshifters"),
    ("revised_base", "poor", "settlements", "cultists alchemists yetis dwarves"),
    ("loon_lakes", "devout", "settlements", "chaos_magicians fakirs halflings witches"),
    ("fjords", "rich", "greatest_distance", "riverwalkers engineers dragonlords ice_maidens giants"),
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
    game = Beside(options, f"both {number}", gifts)
    assert game.play() == [], "\n".join(game.moves[-8:])
    assert game.second.over and game.second.round == 6


@pytest.mark.parametrize("faction", FACTIONS)
def test_tm_006_spades_and_tm_019_income_of_every_board(faction: str) -> None:
    """Cases that random games may miss: each terrain into each other one, for each home; each number of structures."""
    homes = [h for h in WHEEL if FACTIONS[faction]["home_terrain"] in (h, "ice", "volcano", "variable")]
    other = "nomads" if faction not in ("nomads", "fakirs") else "witches"
    for home in homes:
        if home == FACTIONS[other]["home_terrain"]:
            continue
        position = new_game(faction, other, human_home=home)
        p = Player("human", faction, home, revised_vp=False)
        for start, ground in enumerate(WHEEL):
            made = {} if p.volcano or faction == "riverwalkers" else spades.needed(p, ground)
            assert {TERRAIN.names[end]: n for end, n in spade_targets(position, 1, start)} == made, (home, ground)
    game = Game(dict(position.setup.source))
    p = game.players["human"]
    p.bonus, p.priests, p.priests_placed, p.bowls = "bon3", 0, 0, [99, 0, 0]
    p.unlocked = set(WHEEL)
    position.bonus[1] = BONUS.names.index("bon3")
    for kind, name in enumerate(FACTIONS[faction]["build"]):
        for n in range(p.left[name] + 1):
            position.pieces[1] = [(1 << n) - 1 if k == kind else 0 for k in range(len(position.pieces[1]))]
            p.coins = p.workers = p.priests = 0
            p.bowls = [99, 0, 0]
            p.left[name] -= n
            gains.income(game, p)
            p.left[name] += n
            assert income_of(position, 1) == (p.coins, p.workers, p.priests, p.bowls[1]), (name, n)


def test_a_difference_is_told() -> None:
    """The comparison reports values on which the two engines differ."""
    game = Beside({"human": "witches", "human2": "giants"}, "a difference")
    game.position.purses[1].coins += 1
    assert game.play() == ["human coins: the program 16, the second engine 15"]
    assert differences({"x": {1, 2}}, {"x": {2, 3}}) == ["x: only the program [1], only the second engine [3]"]
