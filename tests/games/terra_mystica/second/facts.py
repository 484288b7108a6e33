"""The data files, read independently: factions, maps and tiles by their ids."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import soloist

DATA = Path(soloist.__file__).parent / "games" / "terra_mystica" / "data"


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _by_id(file: str, entry: str) -> dict[str, dict[str, Any]]:
    return {e["id"]: e for e in _file(file)[entry]}


FACTIONS = _by_id("factions", "faction")
MAPS = _by_id("maps", "map")
BONUS = _by_id("bonus_cards", "bonus_card")
FAVORS = _by_id("favor_tiles", "favor_tile")
TOWNS = _by_id("town_tiles", "town_tile")
SCORING = _by_id("scoring_tiles", "scoring_tile")
ACTIONS = _by_id("power_actions", "action")
CATEGORIES = _by_id("final_scoring", "category")
CULT_BOARD = _file("cult_tracks")
SETUP = _file("setup")
RESOURCES = _file("final_scoring")["resources"]

WHEEL = ("desert", "plains", "swamp", "lakes", "forest", "mountains", "wasteland")
CODES = dict(zip("DPSLFMW", WHEEL, strict=True))
CULTS = ("fire", "water", "earth", "air")
KINDS = ("dwelling", "trading_house", "temple", "stronghold", "sanctuary")
#: TM-007: what becomes what
UPGRADES = {"dwelling": ("trading_house",), "trading_house": ("temple", "stronghold"), "temple": ("sanctuary",)}
ROUNDS = SETUP["players"]["rounds"]
#: TM-010, TM-086: pieces of every player
PRIESTS, BRIDGES = 7, 3
