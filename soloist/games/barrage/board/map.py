"""The two printed maps as numbered places and masks.

Bases are counted by dam space, not by basin (BA-R35). Dam spaces are numbered basin by basin, the one without red
outline first, conduits from left to right: so the code at the foot of a criteria column means "the first from there"
(BA-083, BA-084).
"""

from __future__ import annotations

from functools import cache
from typing import Any

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.errors import ImpossibleError, find_nearest
from soloist.core.text import Domain, Text, text
from soloist.games.barrage.board.tables import AREAS, PACKAGE
from soloist.games.packaged_data import read_toml

FILES = {"base": "map", "five_player": "map_5p"}


class Map:
    """One printed map (immutable).

    Basins are numbered from 0 in walking order. `dams`: space 2b is basin b's lower space, 2b + 1 the upper, red one.
    `conduits`: 2b is the left one of basin b, 2b + 1 the right one, with `value`, `source` and `destination`.
    `houses` are all powerhouse spaces, `houses_of[b]` those of basin b in the order in which they are used, `basin_of[h]`
    the basin of space h. By area: `dams_in`, `houses_in` (basins with powerhouses); `conduits_of[n]` have value n.
    """

    __slots__ = (
        "area",
        "basin_of",
        "codes",
        "conduits",
        "conduits_from",
        "conduits_into",
        "conduits_of",
        "dam_basins",
        "dams",
        "dams_in",
        "destination",
        "head_basin",
        "headstreams",
        "house_basins",
        "house_red",
        "houses",
        "houses_in",
        "houses_of",
        "id",
        "neutral_sites",
        "red_dams",
        "river",
        "source",
        "systems",
        "value",
    )

    def __init__(self, id: str, entry: dict[str, Any]) -> None:
        self.id = id
        basins = entry["basin"]
        number = {b["code"]: i for i, b in enumerate(basins)}
        #: the printed code of each basin; those without a number on the five-player map are W, X, Y, Z from the top
        printed = [str(b.get("printed_code", b["code"])) for b in basins]
        unnumbered = iter("WXYZ")
        self.codes = [next(unnumbered) if c == "X" else c for c in printed]
        self.area = [AREAS.names.index(b["area"]) for b in basins]
        self.river = [number.get(b["river_to"], -1) for b in basins]
        self.headstreams = Domain("headstreams", entry["meta"]["headstreams"], words="headstream")
        self.head_basin = [number[h["flows_to_basin"]] for h in entry["headstream"]]
        dams = [""] * (2 * len(basins))
        for i, b in enumerate(basins):
            if b["dam_spaces"]:
                dams[2 * i], dams[2 * i + 1] = f"{self.codes[i]}L", f"{self.codes[i]}U"
        self.dams = Domain("dams", dams)
        self.dam_basins = mask_of(i for i, b in enumerate(basins) if b["dam_spaces"])
        self.red_dams: Mask = mask_of(2 * i + 1 for i, b in enumerate(basins) if b["dam_spaces"])
        conduits = [""] * (2 * len(basins))
        self.value = [0] * (2 * len(basins))
        self.source = [i // 2 for i in range(2 * len(basins))]
        self.destination = [-1] * (2 * len(basins))
        for c in entry["conduit"]:
            i = 2 * number[c["source_basin"]] + (c["position"] == "right")
            conduits[i] = f"{self.codes[i // 2]}{'AB'[i % 2]}"
            self.value[i] = c["value"]
            self.destination[i] = number[c["destination_basin"]]
        self.conduits = Domain("conduits", conduits)
        self.conduits_from = [mask_of(i for i in (2 * b, 2 * b + 1) if conduits[i]) for b in range(len(basins))]
        self.conduits_into = [mask_of(i for i, d in enumerate(self.destination) if d == b) for b in range(len(basins))]
        houses: list[str] = []
        self.house_red: list[bool] = []
        self.houses_of: list[list[int]] = []
        for i, b in enumerate(basins):
            mine = []
            for k, space in enumerate(b["powerhouse_spaces"], 1):
                mine.append(len(houses))
                houses.append(f"P{self.codes[i]}.{k}")
                self.house_red.append(space["red_outline"])
            self.houses_of.append(mine)
        self.houses = Domain("powerhouse_spaces", houses, texts=_space_text)
        self.basin_of = [basin for basin, mine in enumerate(self.houses_of) for _ in mine]
        #: powerhouses are placed by basin: P5 … P12
        self.house_basins = Domain(
            "powerhouses",
            [f"P{c}" if self.houses_of[i] else "" for i, c in enumerate(self.codes)],
            texts=_basin_text,
        )
        self.dams_in: list[Mask] = [
            mask_of(d for d in iterate_bits(self.dams.everything) if self.area[d // 2] == area)
            for area in range(len(AREAS.names))
        ]
        self.houses_in: list[Mask] = [
            mask_of(b for b in iterate_bits(self.house_basins.everything) if self.area[b] == area)
            for area in range(len(AREAS.names))
        ]
        self.conduits_of: list[Mask] = [
            mask_of(c for c in iterate_bits(self.conduits.everything) if self.value[c] == n)
            for n in range(max(self.value) + 1)
        ]
        self.neutral_sites = [
            (n["level"], n["initial_drops"], [self._old_dam(s, number) for s in n["candidate_spaces"]])
            for n in entry["neutral_dam_set"]
        ]
        #: a system is a conduit and one of the two dam spaces at its source: number 2 * conduit + (0 lower, 1 upper)
        self.systems = Domain(
            "systems",
            [
                f"{conduits[s // 2]}/{dams[2 * (s // 4) + s % 2]}" if conduits[s // 2] else ""
                for s in range(4 * len(basins))
            ],
        )

    @staticmethod
    def _old_dam(id: str, number: dict[int, int]) -> int:
        _, basin, side = id.split("_")
        return 2 * number[int(basin)] + (side == "upper")

    def dam(self, name: str) -> int:
        """Return the number of a dam space: `6L` lower, `6U` upper, or in the long form dam_6_lower."""
        return self._find(self.dams, _short_name(name, "dam"), "error.no_dam_space", "BR-002")

    def conduit(self, name: str) -> int:
        """Return the number of a conduit space: `6A` left, `6B` right."""
        return self._find(self.conduits, _short_name(name, "conduit"), "error.no_conduit_space", "BR-002")

    def house_basin(self, name: str) -> int:
        """Return the number of a basin with powerhouse spaces: `P8` or `8`."""
        word = name.upper()
        return self._find(
            self.house_basins, word if word.startswith("P") else f"P{word}", "error.no_powerhouse", "BR-002"
        )

    def house(self, name: str) -> int:
        """Return the number of a powerhouse space: `P8.3`."""
        word = name.upper()
        return self._find(self.houses, word if word.startswith("P") else f"P{word}", "error.no_powerhouse", "BR-002")

    def headstream(self, name: str) -> int:
        return self._find(self.headstreams, name.lower(), "error.no_headstream", "BR-025")

    @staticmethod
    def _find(of: Domain, name: str, key: str, rule: str) -> int:
        found = of.find_option(name)
        if found is None:
            raise ImpossibleError(text(key, got=name), rule=rule, nearest=find_nearest(name, of) or tuple(of)[:6])
        return found

    def basin_by_code(self, code: str) -> int:
        """Return the number of the basin with the code that a tile prints."""
        return self.codes.index(code)


def _basin_text(name: str) -> Text:
    """Return the name of a powerhouse place: `P12` in the notation, basin 12 on the printed board."""
    return text("powerhouse_place.basin", id=name, basin=name[1:])


def _space_text(name: str) -> Text:
    basin, _, space = name[1:].partition(".")
    return text("powerhouse_place.space", id=name, basin=basin, n=space)


def _short_name(name: str, kind: str) -> str:
    """Return the notation's short name for `dam_6_lower` or `conduit_6_a`."""
    words = name.lower().split("_")
    if len(words) == 3 and words[0] == kind:
        return f"{words[1]}{words[2][0]}".upper() if kind == "dam" else f"{words[1]}{words[2]}".upper()
    return name.upper()


@cache
def find_map(id: str) -> Map:
    """Return a map by its id; raise ImpossibleError if there is none."""
    if id not in FILES:
        raise ImpossibleError(text("error.no_map", got=id), nearest=tuple(FILES))
    return Map(id, read_toml(PACKAGE, f"data/{FILES[id]}.toml"))
