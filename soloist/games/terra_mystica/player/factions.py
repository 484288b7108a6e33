"""The player boards of the twenty factions, and the tiles as humans use them, read from `data/` (TM-110).

Prices are `(workers, coins)`, incomes `(coins, workers, priests, power)`. A faction's deviations from the rules are
flags here; the module of the rule concerned applies them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from soloist.core.text import Domain
from soloist.games.packaged_data import read_entries, read_toml
from soloist.games.terra_mystica.board.tables import CULTS, FACTIONS, KINDS, PACKAGE

Income = tuple[int, int, int, int]
_RESOURCES = ("coin", "worker", "priest", "power")
_entries = partial(read_entries, PACKAGE)


@dataclass(frozen=True, slots=True)
class Side:
    """One player board. Sequences are indexed by kind of structure; `income[kind][n]` is the income of n of them."""

    id: str
    site_id: str
    coins: int
    workers: int
    priests: int
    bowls: tuple[int, int, int]
    cost: tuple[tuple[int, int], ...]
    cost_alone: tuple[int, int]
    income: tuple[tuple[Income, ...], ...]
    favors: tuple[int, ...]
    sails: bool
    ship_max: int
    ship_vp: tuple[int, ...]
    ship_start: int
    spade_cost: tuple[int, ...]
    dig_price: tuple[int, int, int]
    spade_priests: bool
    order: str
    favor_at_start: int
    # deviations from the rules, each named after its faction or trait
    giants: bool
    ice: bool
    volcano: bool
    acolytes: bool
    dragonlords: bool
    riverwalkers: bool
    shapeshifters: bool
    cultists: bool
    alchemists: bool
    darklings: bool
    halflings: bool
    mermaids: bool
    dwarves: bool
    fakirs: bool
    yetis: bool
    engineers: bool
    witches: bool
    swarmlings: bool
    ice_maidens: bool


def _income(table: dict[str, list[int]], count: int) -> tuple[Income, ...]:
    rows = []
    for n in range(count + 1):
        got = [table[r][n] if r in table else 0 for r in _RESOURCES]
        rows.append((got[0], got[1], got[2], got[3]))
    return tuple(rows)


def _side(entry: dict[str, Any]) -> Side:
    build = [entry["build"][kind] for kind in KINDS.names[:5]]
    shipping, digging, id_ = entry["shipping"], entry["digging"], entry["id"]
    price = digging.get("advance_cost", {})
    house = entry["build"]["trading_house"]["cost_no_neighbour"]
    start = entry["start"]
    a, b, c = entry["bowls"]
    return Side(
        id=id_,
        site_id=entry["site_id"],
        coins=start["coin"],
        workers=start["worker"],
        priests=start["priest"],
        bowls=(a, b, c),
        cost=tuple((k["cost"]["worker"], k["cost"]["coin"]) for k in build),
        cost_alone=(house["worker"], house["coin"]),
        income=tuple(_income(k["income"], k["supply"]) for k in build),
        favors=tuple(k.get("favor", 0) for k in build),
        sails=shipping["kind"] != "none",
        ship_max=shipping["max"] if shipping["kind"] == "track" else -1,
        ship_vp=tuple(shipping.get("vp", ())),
        ship_start=shipping["start"],
        spade_cost=tuple(digging.get("worker_per_spade", ())),
        dig_price=(price.get("worker", 0), price.get("coin", 0), price.get("priest", 0)),
        spade_priests=digging["kind"] == "priest",
        order=entry["dwelling_order"],
        favor_at_start=entry.get("starting_favor_tiles", 0),
        giants=id_ == "giants",
        ice=entry["home_terrain"] == "ice",
        volcano=entry["home_terrain"] == "volcano",
        acolytes=id_ == "acolytes",
        dragonlords=id_ == "dragonlords",
        riverwalkers=id_ == "riverwalkers",
        shapeshifters=id_ == "shapeshifters",
        cultists=id_ == "cultists",
        alchemists=id_ == "alchemists",
        darklings=id_ == "darklings",
        halflings=id_ == "halflings",
        mermaids=id_ == "mermaids",
        dwarves=id_ == "dwarves",
        fakirs=id_ == "fakirs",
        yetis=id_ == "yetis",
        engineers=id_ == "engineers",
        witches=id_ == "witches",
        swarmlings=id_ == "swarmlings",
        ice_maidens=id_ == "ice_maidens",
    )


SIDES = {str(e["id"]): _side(e) for e in _entries("factions", "faction")}
assert set(SIDES) == set(FACTIONS)
BY_SITE = {side.site_id: id_ for id_, side in SIDES.items()} | {"dragonmasters": "dragonlords"}

# ------------------------------------------------------------------------------------------------------------ tiles


def _gains(effects: list[dict[str, Any]]) -> Income:
    got = dict.fromkeys(_RESOURCES, 0)
    for effect in effects:
        if effect["gain"] in got:
            got[effect["gain"]] += effect["n"]
    return got["coin"], got["worker"], got["priest"], got["power"]


_PER = ("dwelling", "trading_house", "temple", "stronghold", "sanctuary", "shipping_level")


def _pass_vp(entry: dict[str, Any]) -> tuple[int, ...]:
    points = dict.fromkeys(_PER, 0)
    for part in entry.get("pass_vp", ()):
        points[part["per"]] = part["vp"]
    return tuple(points[p] for p in _PER)


_bonus = _entries("bonus_cards", "bonus_card")
BONUS_INCOME: tuple[Income, ...] = tuple(_gains(e.get("income", [])) for e in _bonus)
#: VP when passing, per dwelling, trading house, temple, stronghold, sanctuary and shipping level (TM-094)
BONUS_PASS: tuple[tuple[int, ...], ...] = tuple(_pass_vp(e) for e in _bonus)
BON1, BON2, BON4 = 0, 1, 3

_favor = _entries("favor_tiles", "favor_tile")
FAVOR_INCOME: tuple[Income, ...] = tuple(_gains(e.get("income", [])) for e in _favor)
FAV5, FAV6, FAV10, FAV11, FAV12 = 4, 5, 9, 10, 11
FAV12_VP: tuple[int, ...] = tuple(_favor[FAV12]["pass_vp_by_count"]["trading_house"])


@dataclass(frozen=True, slots=True)
class Town:
    """The effect of a town tile on its founder: VP, coins, workers, priests, power, a shipping step."""

    count: int
    vp: int
    gains: Income
    ship: bool
    base: bool


_town = _entries("town_tiles", "town_tile")
TOWN_GAINS: tuple[Town, ...] = tuple(
    Town(
        e["count"],
        e["vp"],
        _gains(e["effect"]),
        any(x["gain"] == "shipping_step" for x in e["effect"]),
        e["set"] == "base",
    )
    for e in _town
)

#: what scoring tiles score, in the order of `RoundTile.vp`
EVENTS = ("dwelling", "trading_house", "temple", "big", "spade", "town")
DWELLINGS, HOUSES, TEMPLES, BIG, SPADES, TOWNS_FOUNDED = range(6)
_EVENT_NAMES = {
    "build_dwelling": DWELLINGS,
    "build_trading_house": HOUSES,
    "build_temple": TEMPLES,
    "build_stronghold_or_sanctuary": BIG,
    "spade": SPADES,
    "found_town": TOWNS_FOUNDED,
}
#: by kind of structure, the event that scores when it is built
KIND_EVENT = (DWELLINGS, HOUSES, TEMPLES, BIG, BIG)


@dataclass(frozen=True, slots=True)
class RoundTile:
    """A scoring tile: `vp[event]`, and the reward for every `per` steps on `track`; track 4 counts priests on the cult
    board."""

    vp: tuple[int, ...]
    track: int
    per: int
    gains: Income
    spades: int


def _round_tile(entry: dict[str, Any]) -> RoundTile:
    vp = [0] * len(EVENTS)
    vp[_EVENT_NAMES[entry["vp_for"]["event"]]] = entry["vp_for"]["vp"]
    track = CULTS.find_option(entry["cult"])
    spades = sum(x["n"] for x in entry["reward"] if x["gain"] == "spade")
    return RoundTile(tuple(vp), 4 if track is None else track, entry["per"], _gains(entry["reward"]), spades)


#: stands for a tile with unknown values; it scores nothing
NO_TILE = RoundTile((0,) * len(EVENTS), 0, 1, (0, 0, 0, 0), 0)
ROUND_TILES = {str(e["id"]): _round_tile(e) for e in _entries("scoring_tiles", "scoring_tile")}

# ---------------------------------------------------------------------------------------------------------- actions

_actions = [a for a in _entries("power_actions", "action") if a["site_id"] != "connect"]
ACTIONS = Domain("actions", [str(a["id"]) for a in _actions], words="action")
ACTION_BY_SITE = {str(a["site_id"]): i for i, a in enumerate(_actions)}
ACTION_POWER = tuple(int(a["cost"].get("power", 0)) for a in _actions)
ACTION_FACTION = tuple(str(a.get("faction", "")) for a in _actions)
(
    ACT1,
    ACT2,
    ACT3,
    ACT4,
    ACT5,
    ACT6,
    SPADE_CARD,
    CULT_CARD,
    CULT_TILE,
    AUREN,
    CHAOS,
    ENGINEERS,
    GIANTS,
    NOMADS,
    SWARMLINGS,
    WITCHES,
    SHIFT_POWER,
    SHIFT_TOKENS,
) = range(len(_actions))
assert ACTIONS.names[CULT_TILE] == "fav6_cult" and ACTIONS.names[SHIFT_TOKENS] == "act_shapeshifters_tokens"

#: power gained by a marker from 0 up to a space (TM-069)
CULT_POWER: tuple[int, ...] = tuple(read_toml(PACKAGE, "data/cult_tracks.toml")["cumulative_power"])

_setup = read_toml(PACKAGE, "data/setup.toml")
#: starting VP of the 2017 revision
VP_2017: dict[str, int] = {k: v for k, v in _setup["vp_variants"]["revised_2017"].items() if isinstance(v, int)}
_resources = read_toml(PACKAGE, "data/final_scoring.toml")["resources"]
COINS_PER_VP: int = _resources["coins_per_vp"]
COINS_PER_VP_ALCHEMISTS: int = _resources["coins_per_vp_alchemists"]
