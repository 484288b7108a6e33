"""The printed components of the base game and its expansions that the Automa's rules use, read from `data/`.

Everything is numbered in the order in which it is printed, so masks of cults, actions and tiles are in reading order
(TMA-R08).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from soloist.core.errors import BadDataError
from soloist.core.text import Domain, Text, text
from soloist.games.packaged_data import read_entries, read_toml

PACKAGE = "soloist.games.terra_mystica"


_data = partial(read_entries, PACKAGE)


def _read_int(value: object) -> int:
    assert isinstance(value, int)
    return value


def _read_table(value: object) -> dict[str, Any]:
    assert isinstance(value, dict)
    return value


# ---------------------------------------------------------------------------------------------------------- seats

#: seats in the order of a first round: the humans before the Automa (TMA-013); TABLE mode knows two humans, DIGITAL five
AUTOMA, HUMAN, HUMAN2 = 0, 1, 2
MOST_HUMANS = 5
SEATS = Domain("seats", ["automa", "human", *(f"human{i}" for i in range(2, MOST_HUMANS + 1))], words="seat")

# ------------------------------------------------------------------------------------------------------- terrains

#: the seven terrains of the wheel in wheel order, then the two that only Fire & Ice factions make
WHEEL = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
TERRAIN = Domain("terrains", [*WHEEL, "ice", "volcano"], words="terrain")
ICE, VOLCANO = 7, 8
TERRAIN_LETTERS = "DPSLFMWIV"

# ----------------------------------------------------------------------------------------------------- structures

DWELLING, TRADING_HOUSE, TEMPLE, STRONGHOLD, SANCTUARY, SHIPYARD = range(6)
KINDS = Domain(
    "structures", ["dwelling", "trading_house", "temple", "stronghold", "sanctuary", "shipyard"], words="kind"
)
#: what each structure can become, strongest first; with equal power the shipyard comes first (TMA-072)
UPGRADES = (
    (TRADING_HOUSE,),
    (SHIPYARD, STRONGHOLD, TEMPLE),
    (SANCTUARY,),
    (),
    (),
    (),
)
#: pieces per player (TM-007); a shipyard only with Merchants of the Seas
PIECES = (8, 4, 3, 1, 1, 0)
PRIESTS = 7
TRADE_MARKERS = _read_int(_read_table(read_toml(PACKAGE, "data/mots.toml")["trade_markers"])["per_player"])

# ---------------------------------------------------------------------------------------------------------- cults

CULTS = Domain("cults", [str(t) for t in read_toml(PACKAGE, "data/cult_tracks.toml")["tracks"]], words="cult")
TOP = 10
#: the numbers of the four order spaces below each track, best first (TM-070)
ORDER_SPACES = (3, 2, 2, 2)

# -------------------------------------------------------------------------------------------------- power actions

POWER_ACTIONS = Domain(
    "power_actions",
    [str(a["id"]) for a in _data("power_actions", "action") if a["where"] == "board"]
    + [str(a) for a in _read_table(read_toml(PACKAGE, "data/mots.toml")["power_action_board"])["ids"]],
    words="action",
)
#: the six of the game board, and the three of the Merchants Power Action board
BOARD_ACTIONS, MERCHANT_ACTIONS = 0b000_111111, 0b111_000000

# ---------------------------------------------------------------------------------------------------- bonus cards

BONUS = Domain("bonus_cards", [str(c["id"]) for c in _data("bonus_cards", "bonus_card")], words="bonus")
PROMO_BONUS = tuple(i for i, c in enumerate(_data("bonus_cards", "bonus_card")) if str(c["set"]).startswith("promo"))
PLACES = Domain("places", ["left", "middle", "right"], words="place")

# --------------------------------------------------------------------------------------------- favor and town tiles


@dataclass(frozen=True, slots=True)
class FavorTile:
    """A kind of favor tile: its number of copies and its cult steps."""

    id: str
    count: int
    track: int
    steps: int


def _read_favor(entry: dict[str, object]) -> FavorTile:
    ((track, steps),) = _read_table(entry["cult"]).items()
    found = CULTS.find_option(track)
    assert found is not None
    return FavorTile(str(entry["id"]), _read_int(entry["count"]), found, _read_int(steps))


FAVOR_TILES = tuple(_read_favor(e) for e in _data("favor_tiles", "favor_tile"))
FAVORS = Domain("favor_tiles", [t.id for t in FAVOR_TILES], words="favor")
#: per track the tile with three steps (TMA-066)
GREAT_FAVORS = tuple(
    next(i for i, t in enumerate(FAVOR_TILES) if t.track == c and t.steps == 3) for c in range(len(CULTS.names))
)


@dataclass(frozen=True, slots=True)
class TownTile:
    """A kind of town tile: its keys, and its steps on each track."""

    id: str
    keys: int
    steps: tuple[int, int, int, int]


def _read_town(entry: dict[str, object]) -> TownTile:
    steps = [0, 0, 0, 0]
    effects = entry["effect"]
    assert isinstance(effects, list)
    for effect in effects:
        track = CULTS.find_option(effect["gain"])
        if track is not None:
            steps[track] = effect["n"]
    return TownTile(str(entry["id"]), _read_int(entry["keys"]), (steps[0], steps[1], steps[2], steps[3]))


TOWN_TILES = tuple(_read_town(e) for e in _data("town_tiles", "town_tile"))
TOWNS = Domain("town_tiles", [t.id for t in TOWN_TILES], words="town")

# -------------------------------------------------------------------------------------------------- scoring tiles

#: the nine Automa scoring tiles; with Merchants of the Seas twelve others of which nothing is known but their number
SCORING = Domain("scoring_tiles", [str(t["id"]) for t in _data("automa_scoring_tiles", "tile")], words="scoring")
MERCHANT_SCORING = Domain(
    "merchant_scoring_tiles",
    [
        f"mots{i}"
        for i in range(
            1, _read_int(_read_table(read_toml(PACKAGE, "data/automa_scoring_tiles.toml")["mots"])["count"]) + 1
        )
    ],
)
SPADE_TILE = 0
PROMO_SCORING = tuple(i for i, t in enumerate(_data("scoring_tiles", "scoring_tile")) if str(t["set"]) != "base")
ROUNDS = 6

FINAL_TILES = Domain(
    "final_scoring", [str(c["id"]) for c in _data("final_scoring", "category") if not c["always"]], words="final"
)
FINAL_POINTS = {str(c["id"]): tuple(_read_int(p) for p in c["points"]) for c in _data("final_scoring", "category")}

# ----------------------------------------------------------------------------------------------- human factions


@dataclass(frozen=True, slots=True)
class Faction:
    """The properties of a human faction that the Automa's rules use.

    `home` is None for factions that choose (ice, volcano, variable). `jump` is how many hexes a tunnel or carpet skips
    when areas are measured (TM-102); `power` the power values of its structures (TM-008).
    """

    id: str
    name: str
    expansion: str
    ground: str
    home: int | None
    shipping: int
    most_shipping: int
    jump: int
    power: tuple[int, ...]
    cults: tuple[int, ...]
    dwellings: int


def _read_faction(entry: dict[str, object]) -> Faction:
    build = _read_table(entry["build"])
    power = [_read_int(_read_table(build[kind])["power_value"]) for kind in KINDS.names[:5]]
    shipping = _read_table(entry["shipping"])
    start = shipping.get("start", shipping.get("value", shipping.get("level", 0)))
    ground = str(entry["home_terrain"])
    mots = _read_table(read_toml(PACKAGE, "data/mots.toml")["shipyard"])
    jumps = {"dwarves": 1, "fakirs": 1}  # TM-102; Fakirs' own range grows: told with `carpet`
    return Faction(
        id=str(entry["id"]),
        name=str(entry["name"]),
        expansion=str(entry["expansion"]),
        ground=ground,
        home=WHEEL.index(ground) if ground in WHEEL else None,
        shipping=_read_int(start),
        most_shipping=_read_int(shipping.get("max", start)),
        jump=jumps.get(str(entry["id"]), 0),
        power=(*power, _read_int(mots["power_value"])),
        cults=tuple(_read_int(_read_table(entry["cults"])[c]) for c in CULTS.names),
        dwellings=_read_int(entry["starting_dwellings"]),
    )


FACTIONS = {str(e["id"]): _read_faction(e) for e in _data("factions", "faction")}
#: power values of the Automa's own structures and of every faction but the Yetis (TM-008)
POWER = FACTIONS["nomads"].power

# ------------------------------------------------------------------------------------------------ decision cards

_LABELS = {str(c["id"]): str(c["label"]) for c in _data("automa_decision_cards", "card")}


def _card_text(id: str) -> Text:
    """Return the text of a decision card: its printed number."""
    return text("decision_card.number", id=id, label=_LABELS[id])


CARDS = Domain("decision_cards", list(_LABELS), texts=_card_text)
if len(CARDS.names) != read_toml(PACKAGE, "data/automa_decision_cards.toml")["expected_count"]:
    raise BadDataError(text("error.data_count", file="automa_decision_cards.toml", what="card"))

LEVELS = Domain("levels", [str(e["id"]) for e in _data("automa_levels", "level")], words="level")
AUTOMA_FACTIONS = Domain(
    "automa_factions", [str(e["id"]) for e in _data("automa_factions", "faction")], words="faction"
)
LETTERS = ("A", "B", "C", "D", "E", "F")
GOGNOME_TOKENS = Domain("achievements", ["I", "II", "III", "IV", "V", "VI"])
