"""Printed material of Barrage, read from `data/` and numbered in the order in which the rulebook counts it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from soloist.core.errors import BadDataError
from soloist.core.text import Domain, Text, Word, text
from soloist.games.packaged_data import read_entries, read_toml

PACKAGE = "soloist.games.barrage"


_data = partial(read_entries, PACKAGE)


# --------------------------------------------------------------------------------------------------- basic vocabulary

#: five rounds of five phases (BR-015)
ROUNDS = 5
#: energy per section of the track; the bonus tile pays in full from as many sections as rounds (BR-102)
SECTION = 6
COMPANIES = Domain("companies", [c["id"] for c in _data("companies", "company")], words="company")
NETHERLANDS = COMPANIES.names.index("netherlands")
#: medium is the game as described, the others change it (BA-002, BA-111)
LEVELS = Domain("levels", ["easy", "medium", "hard", "very_hard"], words="level")
EASY, MEDIUM, HARD, VERY_HARD = range(4)
HUMAN = -1

BASE, ELEVATION, CONDUIT, POWERHOUSE, BUILDING = range(5)
STRUCTURES = Domain("structures", ["base", "elevation", "conduit", "powerhouse", "building"], words="structure")
#: pieces per company
PIECES: tuple[int, ...] = tuple(
    read_toml(PACKAGE, "data/companies.toml")["common"][key]
    for key in ("bases", "elevations", "conduits", "powerhouses", "buildings")
)
ENGINEERS: int = read_toml(PACKAGE, "data/companies.toml")["common"]["engineers"]
PRODUCTION_BONUS: list[int] = read_toml(PACKAGE, "data/companies.toml")["common"][
    "production_bonus_by_powerhouses_built"
]
ABILITY_FROM: int = read_toml(PACKAGE, "data/companies.toml")["common"]["special_ability_from_powerhouses_built"]
SEGMENTS: int = read_toml(PACKAGE, "data/companies.toml")["common"]["wheel_segments"]
RED_OUTLINE = 3

EXCAVATOR, MIXER, EXCAMIXER = range(3)
MACHINERIES = Domain("machineries", ["excavator", "mixer", "excamixer"], words="machinery")

GREEN, YELLOW, RED = range(3)
COLOURS = Domain("colours", ["green", "yellow", "red"], words="colour")
MOUNTAINS, HILLS, PLAINS = range(3)
AREAS = Domain("areas", ["mountains", "hills", "plains"], words="area")
#: limit of a reward without a limit
ANY_VALUE = 99

# ----------------------------------------------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Effect:
    """One part of a reward, an income or a tile: kind, amount and limits."""

    kind: str
    n: int = 1
    structure: int = -1
    areas: tuple[int, ...] = (MOUNTAINS, HILLS, PLAINS)
    max_value: int = ANY_VALUE
    flow: bool = False


_GAINS = ("vp", "credit", "excavator", "mixer", "any_machinery", "energy", "tech_tile")


def read_effect(entry: dict[str, Any]) -> Effect:
    """Return an effect from its form in the data files (see their README)."""
    if entry.get("gain") in _GAINS:
        return Effect(entry["gain"], entry.get("n", 1))
    if "rotate_wheel" in entry:
        return Effect("rotate_wheel", entry["rotate_wheel"])
    if "place_drops" in entry:
        return Effect("place_drops", entry["place_drops"], flow=entry["flow"])
    if "build" in entry:
        areas = tuple(AREAS.names.index(a) for a in entry.get("areas", AREAS.names))
        structure = STRUCTURES.names.index(entry["build"])
        return Effect("build", entry.get("n", 1), structure, areas, entry.get("max_value", ANY_VALUE))
    if "fulfil_contract" in entry:
        return Effect("fulfil_contract", max_value=entry.get("max_value", ANY_VALUE))
    if "produce_energy" in entry and isinstance(entry["produce_energy"], int):
        return Effect("produce_energy", entry["produce_energy"])
    raise BadDataError(text("error.data_name", file="effects", got=str(entry)))


def read_effects(entries: list[dict[str, Any]]) -> tuple[Effect, ...]:
    """Return the effects of a reward: plain gains first, then the other parts in printed order (BR-170)."""
    effects = [read_effect(e) for e in entries]
    plain = [e for e in effects if e.kind in _GAINS and e.kind != "tech_tile"]
    return (*plain, *(e for e in effects if e not in plain))


# --------------------------------------------------------------------------------------------------------- companies


def _read_income(entry: dict[str, Any]) -> dict[tuple[int, int], tuple[Effect, ...]]:
    return {(STRUCTURES.names.index(i["structure"]), i["nth"]): read_effects(i["effect"]) for i in entry["income"]}


#: company -> (structure, n-th piece) -> the income it uncovers (BR-021)
INCOME = tuple(_read_income(c) for c in _data("companies", "company"))

# --------------------------------------------------------------------------------------------------------- contracts


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: its colour (-1 national, -2 starting), the energy it asks for, its reward, the certainty of the data.
    `optional` if the base game's box lacks it (BR-R50)."""

    id: str
    colour: int
    value: int
    effects: tuple[Effect, ...]
    certainty: str
    optional: bool


STARTING_CONTRACT = -2
_COLOUR = {"green": GREEN, "yellow": YELLOW, "red": RED, "national": -1, "starting": STARTING_CONTRACT}
#: certainty of a tile for which the data files state none
ONE_SOURCE = "one source"


def _contract(entry: Mapping[str, Any]) -> Contract:
    certainty, optional = entry.get("certainty", ONE_SOURCE), entry.get("optional", False)
    return Contract(
        entry["id"], _COLOUR[entry["colour"]], entry["value"], read_effects(entry["effect"]), certainty, optional
    )


#: contracts of the display, then starting contracts (humans only), the optional one last
CONTRACT_TILES = tuple(
    _contract(c)
    for c in sorted(_data("contracts", "contract"), key=lambda c: (c["colour"] == "starting", c.get("optional", False)))
)


def effect_text(effect: Effect) -> Text:
    """Return one part of a reward as the tile shows it."""
    if effect.kind == "place_drops":
        return text("effect.drops_now" if effect.flow else "effect.drops", n=effect.n)
    if effect.kind == "build":
        return _free_structure(effect)
    if effect.kind == "fulfil_contract" and effect.max_value < ANY_VALUE:
        return text("effect.fulfil_contract_up_to", value=effect.max_value)
    return text(f"effect.{effect.kind}", n=effect.n)


def _free_structure(effect: Effect) -> Text:
    """Return the text for a free structure with its limits: the value of a conduit, the areas of a base."""
    key = f"effect.build_{STRUCTURES.names[effect.structure]}"
    if effect.max_value < ANY_VALUE:
        return text(f"{key}_up_to", value=effect.max_value)
    if len(effect.areas) < len(AREAS.names):
        return text(f"{key}_in", areas=Word(f"limit.{'_'.join(AREAS.names[area] for area in effect.areas)}"))
    return text(key, n=effect.n)


def contract_text(id: str, value: int | None = None) -> Text:
    """Return a contract as people recognise it: colour, value, reward. `value` replaces the known one if a copy prints
    another."""
    tile = next(c for c in CONTRACT_TILES if c.id == id)
    others = {-1: "national", STARTING_CONTRACT: "starting"}
    colour = Word(f"colour.{others.get(tile.colour) or COLOURS.names[tile.colour]}")
    reward = tuple(effect_text(effect) for effect in tile.effects)
    return text("contract.tile", id=id, colour=colour, value=tile.value if value is None else value, reward=reward)


CONTRACTS = Domain("contracts", [c.id for c in CONTRACT_TILES], texts=contract_text)
#: contracts of the base game's box, with equal numbers
BOX_CONTRACTS = Domain("contracts", [c.id for c in CONTRACT_TILES if not c.optional], texts=contract_text)
NATIONAL = sum(1 << i for i, c in enumerate(CONTRACT_TILES) if c.colour == -1)
PRIVATE = tuple(sum(1 << i for i, c in enumerate(CONTRACT_TILES) if c.colour == colour) for colour in range(3))
#: unfulfilled contracts a human may hold (BR-071)
MOST_IN_HAND = 3
#: the places of face-up contracts, left to right: national first, then green, yellow, red with two each
MOST_NATIONAL = 4
PLACES = Domain(
    "contract_places",
    [
        *(f"national_{i}" for i in range(1, MOST_NATIONAL + 1)),
        *(f"{c}_{side}" for c in COLOURS.names for side in ("left", "right")),
    ],
    words="contract_place",
)

# --------------------------------------------------------------------------------------------------- technology tiles


@dataclass(frozen=True, slots=True)
class TechTile:
    """A technology tile: its level (0 basic), the structures it builds, its special effect."""

    id: str
    level: int
    builds: tuple[int, ...]
    wild: bool
    special: str
    leeghwater: bool


def _read_tech(entry: dict[str, Any]) -> TechTile:
    builds = tuple(STRUCTURES.names.index(s) for s in entry["builds"])
    return TechTile(
        entry["id"],
        entry.get("level", -1),
        builds,
        entry["kind"] == "wild",
        entry["special"],
        entry["expansion"] == "leeghwater",
    )


TECH_TILES = tuple(
    _read_tech(t) for t in _data("technology_tiles", "tile") if t["expansion"] != "introductory_game_only"
)
TECH = Domain("tech_tiles", [t.id for t in TECH_TILES], words="tech")
BASIC = tuple(TECH.names.index(f"basic_{s}") for s in STRUCTURES.names)
ADVANCED = sum(1 << i for i, t in enumerate(TECH_TILES) if t.level >= 1)
ANTON, LESLIE = TECH.names.index("special_anton"), TECH.names.index("special_leslie")
#: the places of the patent office, from the top
PATENT_PLACES = Domain("patent_places", ["1", "2", "3"])
#: tiles that build in a turn without engineers (BR-048)
WITHOUT_ENGINEERS = sum(1 << i for i, t in enumerate(TECH_TILES) if t.special.startswith("no_engineers"))
#: per round the levels of the three tiles revealed in the patent office
MARKET = tuple(tuple(r["slot_levels"]) for r in read_toml(PACKAGE, "data/technology_tiles.toml")["market"]["round"])

# ------------------------------------------------------------------------------------ external works, private buildings


@dataclass(frozen=True, slots=True)
class Work:
    """An external work: its pile (0 A, 1 B, 2 C), its cost in machineries, its reward."""

    id: str
    pile: int
    excavators: int
    mixers: int
    effects: tuple[Effect, ...]


WORK_TILES = tuple(
    Work(
        w["id"],
        "abc".index(w["pile"]),
        w["cost"].get("excavator", 0),
        w["cost"].get("mixer", 0),
        read_effects(w["effect"]),
    )
    for w in _data("external_works", "work")
)
WORKS = Domain("works", [w.id for w in WORK_TILES], words="work")
WORK_PILES = tuple(
    tuple("abc".index(p) for p in piles)
    for piles in read_toml(PACKAGE, "data/external_works.toml")["rules"]["round_slot_piles"]
)
WORK_PLACES = Domain("work_places", ["1", "2", "3"])


@dataclass(frozen=True, slots=True)
class Building:
    """A private building: its cost, its VP, the certainty of the data."""

    id: str
    excavators: int
    mixers: int
    vp: int
    certainty: str


BUILDING_TILES = tuple(
    Building(b["id"], b["cost"]["excavator"], b["cost"]["mixer"], b["vp"], b.get("certainty", ONE_SOURCE))
    for b in _data("buildings", "building")
)
BUILDINGS = Domain("buildings", [b.id for b in BUILDING_TILES], words="building")
BUILDINGS_IN_GAME = 5
#: the sites of a private building, left to right: (red outline, players needed)
SITES = tuple((s["red_outline"], s["min_players"]) for s in _data("buildings", "build_space"))

# ------------------------------------------------------------------------------------------------------- action spaces


@dataclass(frozen=True, slots=True)
class Space:
    """An action space of the shared boards: its section, its position there, the engineers it takes."""

    id: str
    section: str
    row: int
    right: bool
    players: int
    engineers: int


_SPACES = [
    Space(s["id"], s["section"], s.get("row", 1), s.get("column") == "right", s.get("min_players", 2), s["engineers"])
    for s in _data("action_spaces", "space")
    if s["section"]
    in (
        "turbine_station",
        "water_management",
        "bank",
        "workshop",
        "machinery_shop",
        "contract_office",
        "patent_office",
        "external_works",
    )
]
#: the four spaces of the extra board that comes with the five-player map (BA-161)
_EXTRA = [
    Space(s["id"], "extra_board", 1 if "production" in s["id"] else 2, s["id"].endswith("right"), 2, s["engineers"])
    for s in _data("action_spaces", "five_player_space")
]
#: by section: the numbers of engineers that a human's own spaces take, sorted, each once
OWN_SPACES: dict[str, tuple[int, ...]] = {
    section: tuple(sorted({s["engineers"] for s in _data("action_spaces", "private_space") if s["section"] == section}))
    for section in ("company_board", "officer")
}
#: in the order in which an Automa fills a section: left column from the top, then right column (BA-011)
SPACE_TILES = (*sorted(_SPACES, key=lambda s: (s.section, s.right, s.row)), *_EXTRA)
SPACES = Domain("spaces", [s.id for s in SPACE_TILES], words="space")
SECTIONS = Domain(
    "sections",
    [
        "company_board",
        "turbine_station",
        "water_management",
        "bank",
        "workshop",
        "machinery_shop",
        "contract_office",
        "patent_office",
        "external_works",
        "private_buildings",
        "officer",
    ],
    words="section",
)

# ------------------------------------------------------------------------------------------------ tiles of the set-up

HEADSTREAM_TILES = tuple(tuple(t["drops"]) for t in _data("headstreams", "tile"))
HEADSTREAM = Domain("headstream_tiles", [t["id"] for t in _data("headstreams", "tile")], words="headstream_tile")
BONUS_TILES: tuple[tuple[str, int, bool], ...] = tuple(
    (t["id"], t["vp_each"], t["expansion"] == "leeghwater") for t in _data("bonus_tiles", "tile")
)
BONUS = Domain("bonus_tiles", [t[0] for t in BONUS_TILES], words="bonus")
OBJECTIVES = Domain("objectives", [t["id"] for t in _data("objective_tiles", "tile")], words="objective")
OBJECTIVE_HUMAN: list[int] = read_toml(PACKAGE, "data/objective_tiles.toml")["scoring"]["vp_by_place"]
OBJECTIVE_AUTOMA: list[int] = read_toml(PACKAGE, "data/objective_tiles.toml")["scoring"]["automa_vp_by_place"]
#: sources of points at the end of a round and of the game
SCORES = Domain(
    "scores",
    ["energy_place", "energy_track", "bonus_tile", "objective", "resources", "buildings", "drops"],
    words="score",
)
#: least energy -> credits and VP at the end of a round (BR-101)
ENERGY_REWARDS = tuple((c["min_energy"], c["credits"], c["vp"]) for c in _data("energy_track", "credits"))

# ------------------------------------------------------------------------------------------------------------ officers


@dataclass(frozen=True, slots=True)
class Officer:
    """An executive officer, with the certainty of the data."""

    id: str
    expansion: str
    certainty: str


OFFICER_TILES = tuple(Officer(o["id"], o["expansion"], o["certainty"]) for o in _data("officers", "officer"))
OFFICERS = Domain("officers", [o.id for o in OFFICER_TILES], words="officer")
ONLY_WITH_LEEGHWATER = ("leslie_spencer", "margot_fouche")
NO_AUTOMA_RULE = ("angelo_alberti",)  # BA-147

# --------------------------------------------------------------------------------------------------------- Automa tiles


@dataclass(frozen=True, slots=True)
class TileAction:
    """One entry of an Actions side; entries are tried in order."""

    column: int
    kind: str
    engineers: int
    vp_cost: int
    ends_turn: bool
    modifier: int = 0
    colour: int = -1
    drops: int = 0
    immediate: bool = False
    energy: int = 0
    structure: int = -1
    area: int = -1
    min_value: int = 0
    down: bool = True
    segments: int = 0
    excavators: int = 0
    mixers: int = 0
    wild: int = 0
    order: tuple[int, ...] = ()
    vp_gain: int = 0
    leeghwater: bool = False


@dataclass(frozen=True, slots=True)
class AutomaTile:
    """Both sides of an Automa tile. Codes are as printed; headstreams are numbers, the preferred one first."""

    id: str
    actions: tuple[TileAction, ...]
    dam: tuple[str, ...]
    dam_code: str
    conduit: tuple[str, ...]
    conduit_code: str
    powerhouse: tuple[str, ...]
    powerhouse_code: str
    headstreams: tuple[int, ...]


def _tile_action(a: dict[str, Any]) -> TileAction:
    gains = a.get("gains", {})
    colour = a.get("contract_colour", a.get("discard_colour"))
    return TileAction(
        column=a["column"],
        kind=a["kind"],
        engineers=a["engineers"],
        vp_cost=a["vp_cost"],
        ends_turn=a["ends_turn"],
        modifier=a.get("modifier", 0),
        colour=COLOURS.names.index(colour) if colour else -1,
        drops=a.get("drops", 0),
        immediate=a.get("flow") == "immediate",
        energy=a.get("energy_steps", 0),
        structure=STRUCTURES.names.index(a["structure"]) if "structure" in a else -1,
        area=AREAS.names.index(a["area"]) if "area" in a else -1,
        min_value=a.get("min_conduit_value", 0),
        down=a.get("direction", "down") == "down",
        segments=a.get("segments", 0),
        excavators=gains.get("excavator", 0),
        mixers=gains.get("mixer", 0),
        wild=gains.get("wild", 0),
        order=tuple(p - 1 for p in a.get("order", ())),
        vp_gain=a.get("vp_gain", 0),
        leeghwater=a.get("expansion") == "leeghwater" or a.get("structure") == "building",
    )


def _automa_tile(t: dict[str, Any]) -> AutomaTile:
    c = t["criteria"]
    return AutomaTile(
        id=t["id"],
        actions=tuple(_tile_action(a) for a in t["actions"]),
        dam=tuple(c["dam"]),
        dam_code=str(c["dam_code"]),
        conduit=tuple(c["conduit"]),
        conduit_code=c["conduit_code"].upper(),
        powerhouse=tuple(c["powerhouse"]),
        powerhouse_code=str(c["powerhouse_code"]),
        headstreams=tuple("abcdx".index(h) for h in c["headstream_order"]),
    )


AUTOMA_TILES = tuple(_automa_tile(t) for t in _data("automa_tiles", "tile"))


def tile_text(id: str) -> Text:
    """Return the name of an Automa tile, by the number in its id."""
    return text("automa_tile.number", n=id.removeprefix("automa_"))


def tile_number(tile: int) -> str:
    """Return the printed number of an Automa tile, for reasons and cards."""
    return AUTOMA_TILES[tile].id.removeprefix("automa_")


TILES = Domain("automa_tiles", [t.id for t in AUTOMA_TILES], texts=tile_text)
