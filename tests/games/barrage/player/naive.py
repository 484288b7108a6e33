"""A second, naive move generator, written from the rules and the data files alone. It reads a position only as the flat
facts that people see. No officers, no Leeghwater, no code of the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from itertools import product
from typing import Any

Facts = Mapping[str, str]


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((files("soloist.games.barrage") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


MAP = _data("map")
SPACES = _data("action_spaces")
COSTS = _data("construction")["cost"]
TILES = {t["id"]: t for t in _data("technology_tiles")["tile"]}
BASINS = {str(b["code"]): b for b in MAP["basin"]}
CONDUITS = {f"{c['source_basin']}{'AB'[c['position'] == 'right']}": c for c in MAP["conduit"]}
BONUS = _data("companies")["common"]["production_bonus_by_powerhouses_built"]
SIDES = ("L", "U")


class Naive:
    """One position, for the company whose turn it is."""

    def __init__(self, facts: Facts, me: str) -> None:
        self.facts, self.me = facts, me
        self.excavators, self.mixers, _ = map(int, facts[f"machinery.{me}"].split())
        self.tiles = [t for t in facts[f"tiles.{me}"].split() if t != "-"]

    # ------------------------------------------------------------------------------------------- reading the facts

    def dam(self, basin: str, side: str) -> tuple[str, int, int] | None:
        words = self.facts[f"dam.{basin}{side}"].split()
        return None if words == ["-"] else (words[0], int(words[1]), int(words[2]))

    def left(self, structure: str) -> int:
        return int(self.facts[f"left.{self.me}.{structure}"])

    def houses(self, basin: str) -> dict[str, str]:
        return {k: v for k, v in self.facts.items() if k.startswith(f"powerhouse.P{basin}.")}

    def has_house(self, basin: str) -> bool:
        return self.me in self.houses(basin).values()

    # -------------------------------------------------------------------------------------------------- construction

    def constructions(self, credits: int, only: str = "") -> Iterator[str]:
        """Yield constructions by BR-041, BR-043, BR-044, BR-045, BR-046."""
        for tile in self.tiles:
            for structure in TILES[tile]["builds"]:
                if structure == "building" or self.left(structure) == 0 or (only and tile != only):
                    continue
                for name, red, machinery, number in self.places(structure):
                    special = TILES[tile].get("special")
                    fee = 3 if red and special != "no_red_outline_surcharge" else 0
                    if special == "no_engineers_no_machinery":
                        number = 0
                    if special == "conduit_cost_cap":
                        number = min(5, number)
                    have = self.excavators if machinery == "excavator" else self.mixers
                    if special == "machinery_interchangeable":
                        have = self.excavators + self.mixers
                    if number <= have and fee <= credits:
                        yield f"{structure} {name} with {tile}"

    def places(self, structure: str) -> Iterator[tuple[str, bool, str, int]]:
        """Yield every place: its name, whether it is red, its cost."""
        for code, basin in BASINS.items():
            if structure in ("base", "elevation") and basin["dam_spaces"]:
                dams = {side: self.dam(code, side) for side in SIDES}
                mine = any(d is not None and d[0] == self.me for d in dams.values())
                cost = COSTS[structure]
                for side, dam in dams.items():
                    if structure == "base" and dam is None and not mine:
                        yield f"{code}{side}", side == "U", cost["machinery"], cost[basin["area"]]
                    if structure == "elevation" and dam is not None and dam[0] == self.me and dam[1] < 3:
                        yield f"{code}{side}", False, cost["machinery"], cost[basin["area"]]
            if structure == "powerhouse" and not self.has_house(code):
                nth = 4 - self.left("powerhouse")
                for k, space in enumerate(basin["powerhouse_spaces"], 1):
                    if self.facts[f"powerhouse.P{code}.{k}"] == "-":
                        yield f"P{code}.{k}", space["red_outline"], "mixer", COSTS["powerhouse"]["by_nth"][nth]
        if structure == "conduit":
            for name, conduit in CONDUITS.items():
                if self.facts[f"conduit.{name}"] == "-":
                    yield name, False, "excavator", 2 * conduit["value"]

    # ---------------------------------------------------------------------------------------------------- production

    def productions(self, modifier: int, credits: int) -> Iterator[str]:
        """Yield productions by BR-060, BR-061, BR-062, BR-063."""
        bonus = BONUS[4 - self.left("powerhouse")]
        for (name, conduit), side in product(CONDUITS.items(), SIDES):
            owner, source = self.facts[f"conduit.{name}"], str(conduit["source_basin"])
            dam = self.dam(source, side)
            if owner == "-" or dam is None or dam[0] not in (self.me, "neutral"):
                continue
            if not self.has_house(str(conduit["destination_basin"])):
                continue
            for drops in range(1, dam[2] + 1):
                energy = drops * conduit["value"] + modifier + bonus
                if energy >= 1 and (owner == self.me or drops <= credits):
                    yield f"produce {name}/{source}{side} {drops}"

    # ------------------------------------------------------------------------------------------------------- the turn

    def turn(self) -> Iterator[str]:
        """Yield the moves of a turn by BR-033, BR-034, BR-035, BR-036, BR-037, BR-040, BR-048."""
        engineers, credits = int(self.facts[f"engineers.{self.me}"]), int(self.facts[f"credits.{self.me}"])
        for tile in self.tiles:
            if TILES[tile].get("when") == "instead_of_engineers" and any(self.constructions(credits, tile)):
                yield f"construct {tile}"
        used = self.facts[f"used.{self.me}"].split()
        for space in (*SPACES["space"], *SPACES["private_space"]):
            name, section = space["id"], space["section"]
            private = section in ("company_board", "officer")
            if section in ("external_works", "officer") or space.get("min_players", 2) > int(self.facts["players"]):
                continue
            if name == "bank_1":
                yield from (f"use bank_1 with {n}" for n in range(1, engineers + 1))
                continue
            taken = name in used if private else self.facts[f"space.{name}"] != "-"
            paid = sum(e["n"] for e in space["effect"] if e.get("pay") == "credit")
            rest = credits - space["extra_credits"] - paid
            if not taken and space["engineers"] <= engineers and rest >= 0 and self.possible(space["effect"], rest):
                yield f"use {name}"
        if engineers == 0:
            yield "out"

    def possible(self, effects: list[dict[str, Any]], credits: int) -> bool:
        for effect in effects:
            if "construct" in effect and not any(self.constructions(credits)):
                return False
            if "produce" in effect and not any(self.productions(effect["modifier"], credits)):
                return False
            if "buy_tech_tile" in effect and self.facts["patents"].split()[effect["buy_tech_tile"] - 1] == "-":
                return False
            if "take_contract" in effect and all(
                self.facts[f"contract.{colour}_{side}"] == "-"
                for colour, side in product(("green", "yellow", "red"), ("left", "right"))
            ):
                return False
        return True


def draft_lines(setup: Mapping[str, str], facts: Facts) -> list[str]:
    """Return the moves of the draft: from the last seat in turn order to the first, a pair, then a starting contract
    (BR-013, BR-014b)."""
    humans = [name for name in setup["order"].split() if name.startswith("human")]
    companies = {facts[key] for key in facts if key.startswith("company.")}
    contracts = {word for key in facts if key.startswith("hand.") for word in facts[key].split()}
    for name in reversed(humans):
        if facts[f"company.{name}"] == "-":
            return [f"pair {one}" for one in setup["draft_companies"].split() if one not in companies]
        if facts[f"hand.{name}"] == "-":
            return [f"draft {one}" for one in setup["starting"].split() if one not in contracts]
    return []
