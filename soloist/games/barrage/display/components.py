"""Contracts, technology tiles, works, buildings, tiles of the set-up and officers: drawing, name and description from
their entries in the data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from soloist.core.text import Domain, Text, Word, text
from soloist.display import glyphs
from soloist.display.components import find_components, iterate_texts
from soloist.display.glyphs import COIN, INSIDE, NOWHERE, VP, Glyph, Item, draw_path, draw_row, draw_words
from soloist.display.screen import Component, Svg, draw_icon, join_markup, make_element, state_of_round
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    BONUS,
    BUILDINGS,
    CONTRACT_TILES,
    CONTRACTS,
    HEADSTREAM,
    OBJECTIVE_HUMAN,
    OBJECTIVES,
    OFFICERS,
    PACKAGE,
    TECH,
    WORKS,
    contract_text,
    effect_text,
    read_effects,
)
from soloist.games.packaged_data import read_toml

Entry = Mapping[str, Any]
_Drawn = tuple[float, float, Svg, Text]


def _piece(name: str) -> Glyph:
    return glyphs.make_square("cm-fill", name, on="mk-line")


_DROP = Glyph(
    "ba-mk-drop",
    draw_path("M12 1.2c4.3 5.5 7.8 9 7.8 13.6a7.8 7.8 0 01-15.6 0C4.2 10.2 7.7 6.7 12 1.2Z"),
    number=INSIDE,
    on="mk-paper",
    low=0.06,
)
_WHEEL = glyphs.make_icon("wheel")
_BOTH = Glyph(
    "ba-mk-excavator",
    join_markup(
        [
            make_element("rect", x=2, y=2, width=20, height=20, rx=4.5),
            draw_path("M12 2h5.5a4.5 4.5 0 014.5 4.5v11a4.5 4.5 0 01-4.5 4.5H12Z", "ba-mk-half"),
        ]
    ),
    "machinery",
)
#: name in the data files -> glyph
MARKS: dict[str, Glyph] = {
    "credit": COIN,
    "vp": VP,
    "excavator": glyphs.make_square("ba-mk-excavator", "excavator"),
    "mixer": glyphs.make_square("ba-mk-mixer", "mixer"),
    "any_machinery": _BOTH,
    "energy": glyphs.make_disc("ba-mk-energy", "energy", on="mk-white"),
    "produce_energy": glyphs.make_disc("ba-mk-energy", "energy", on="mk-white"),
    "produce": glyphs.make_disc("cm-fill", "production", NOWHERE, "mk-line"),
    "tech_tile": glyphs.make_square("cm-fill", "patent", NOWHERE, "mk-line"),
    "external_work": glyphs.make_square("cm-fill", "external", NOWHERE, "mk-line"),
    "rotate_wheel": _WHEEL,
    "drop": _DROP,
    **{
        name: _piece(name)
        for name in ("base", "elevation", "conduit", "powerhouse", "building", "contract", "engineer")
    },
}


def _mark_items(kind: str, n: int | str | None = None) -> Item:
    return MARKS[kind], n


def effect_marks(effects: Sequence[Entry]) -> list[Item]:
    return [item for effect in effects for item in _of_effect(effect)]


def _of_effect(effect: Entry) -> list[Item]:
    limit = [f"≤{effect['max_value']}"] if "max_value" in effect else []
    n = effect.get("n", 1)
    if "gain" in effect:
        return [_mark_items(effect["gain"], n)]
    if "rotate_wheel" in effect:
        return [_mark_items("rotate_wheel", effect["rotate_wheel"])]
    if "place_drops" in effect:
        return [_mark_items("drop", effect["place_drops"]), *(["»"] if effect["flow"] else [])]
    if "build" in effect:
        return [_mark_items(effect["build"], n), *limit]
    if "fulfil_contract" in effect:
        return [_mark_items("contract"), *limit]
    if "produce_energy" in effect:
        return [_mark_items("produce_energy", effect["produce_energy"])]
    if "produce" in effect:
        return [_mark_items("produce"), f"{effect['modifier']:+d}"]
    if "pay" in effect:
        return ["−", _mark_items(effect["pay"], n), "→"]
    if "drop_on_dam" in effect:
        return [_mark_items("drop", effect["drop_on_dam"]), "→", _mark_items("base")]
    if "retrieve_tech_tile" in effect:
        return [_mark_items("rotate_wheel"), "→", _mark_items("tech_tile")]
    if "retrieve_machinery" in effect:
        return [_mark_items("rotate_wheel"), "→", "½", _mark_items("any_machinery")]
    return [_mark_items("credit", effect["pay_credits_per_machinery"]), "→", _mark_items("external_work")]


def _draw_rect(x: float, y: float, wide: float, high: float, round_: float, class_: str = "cm-card") -> Svg:
    return make_element("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=class_)


def _draw_vp(n: int | str, x: float, y: float, size: float) -> Svg:
    return glyphs.draw_glyph((VP, n), x - size / 2, y, size)


def _say_cost(entry: Entry) -> tuple[Text, ...]:
    return tuple(text(f"effect.{kind}", n=n) for kind, n in entry["cost"].items() if n)


# ----------------------------------------------------------------------------------------------------------- contracts

#: by colour: dots under the value, one more for each harder pile
_DOTS = {"starting": 0, "green": 1, "yellow": 2, "red": 3, "national": 4}


def _contract(entry: Entry) -> _Drawn:
    """Draw a contract: a flag in the colour of its pile with the energy it asks for, and its reward."""
    colour, value = entry["colour"], entry["value"]
    reward, dots = effect_marks(entry["effect"]), _DOTS[colour]
    parts = [
        _draw_rect(2, 2, 68, 92, 7),
        draw_path("M9 3H63a6 6 0 016 6V40L36 48 3 40V9a6 6 0 016-6Z", f"ba-flag ba-flag-{colour}"),
        draw_icon("energy", 8, 11, 22, f"ba-on-{colour}"),
        draw_words(value, 46, 34, 28 if value < 10 else 25, f"cm-n ba-on-{colour}"),
        *(
            make_element("circle", cx=36 + (i - (dots - 1) / 2) * 8, cy=41.5, r=2.6, class_=f"ba-on-{colour}")
            for i in range(dots)
        ),
    ]
    if len(reward) > 2:
        parts += [draw_row(reward[:1], 36, 61, 20, 60), draw_row(reward[1:], 36, 82, 19, 62)]
    else:
        parts.append(draw_row(reward, 36, 70, 25, 62))
    tile = next(c for c in CONTRACT_TILES if c.id == entry["id"])
    gains = tuple(effect_text(effect) for effect in tile.effects)
    return 72, 96, join_markup(parts), text("does.contract", value=value, gains=gains)


# ----------------------------------------------------------------------------------------------------- technology tiles

_KINDS = {"wild": "system", "copy": "shuffle", "external_work": "external"}
#: special effects of tiles as glyphs
_SPECIALS: dict[str, list[Item]] = {
    "fill_empty_dams": [_mark_items("drop", 1), "/", _mark_items("base")],
    "rotate_per_elevation": [_mark_items("rotate_wheel"), "/", _mark_items("elevation")],
    "credits_by_conduit_value": [_mark_items("credit", 2), "/", _mark_items("conduit")],
    "no_engineers": ["0", _mark_items("engineer")],
    "no_red_outline_surcharge": ["−3", _mark_items("credit")],
    "use_building_now": [_mark_items("building"), "»"],
    "energy_per_base": [_mark_items("energy"), "/", _mark_items("base")],
    "fill_this_dam": [_mark_items("drop"), "→", _mark_items("elevation")],
    "conduit_cost_cap": ["≤", _mark_items("excavator", 5)],
    "produce_now": [_mark_items("produce"), "+2"],
    "machinery_interchangeable": [_mark_items("excavator"), "=", _mark_items("mixer")],
    "pay_one_machinery_type": [_mark_items("excavator"), "|", _mark_items("mixer")],
    "no_engineers_no_machinery": ["0", _mark_items("engineer"), _mark_items("any_machinery")],
    "vp_per_raised_dam": [_mark_items("vp", 3), "/", _mark_items("elevation")],
    "energy_by_conduit_value": [_mark_items("energy", 2), "/", _mark_items("conduit")],
    "vp_per_powerhouse": [_mark_items("vp", 3), "/", _mark_items("powerhouse")],
    "vp_per_advanced_tile": [_mark_items("vp", 3), "/", _mark_items("tech_tile")],
    "score_building_now": [_mark_items("vp"), "/", _mark_items("building")],
    "copy_tile_on_wheel": [_mark_items("rotate_wheel"), "→", _mark_items("tech_tile")],
    "machinery_of_external_work_on_wheel": [_mark_items("external_work"), "→", _mark_items("rotate_wheel")],
}


def _tech(entry: Entry) -> _Drawn:
    """Draw a technology tile: what it builds on the colour of its level, and its special effect."""
    level, special = entry.get("level", 0), entry["special"]
    kind: str = entry["kind"]
    shown = _KINDS.get(kind, kind)
    size = 46 if special == "none" else 38
    parts = [
        _draw_rect(2, 2, 84, 84, 10),
        draw_path("M12 3H76a9 9 0 019 9V56H3V12a9 9 0 019-9Z", f"ba-level ba-level-{level}"),
        draw_icon(shown, 44 - size / 2, 21 if special == "none" else 13, size, "mk-line"),
    ]
    if level:
        parts += [_draw_rect(5, 6, 22, 20, 5, "ba-tab"), draw_words("I" * level, 16, 21, 13, "cm-n mk-paper")]
    parts.append(draw_row(_SPECIALS.get(special, []), 44, 71, 23, 76))
    # `special` is worded for an Automa, who gets VP where a human gets credits
    told = "special_printed" if special == "credits_by_conduit_value" else "special"
    says = text("does.basic") if special == "none" else text("does.special", what=Word(f"{told}.{special}"))
    return 88, 88, join_markup(parts), says


# --------------------------------------------------------------------------------------------------- works and buildings


def _work(entry: Entry) -> _Drawn:
    """Draw an external work: cost on the left, reward on the right, the letter of its pile in the corner."""
    cost, effects = list(entry["cost"].items()), entry["effect"]
    parts = [_draw_rect(2, 2, 92, 76, 8), draw_path("M10 3H38V77H10a7 7 0 01-7-7V10a7 7 0 017-7Z", "cm-fill")]
    parts += [
        draw_row([_mark_items(kind, n)], 20, 40 + (i - (len(cost) - 1) / 2) * 28, 22, 32)
        for i, (kind, n) in enumerate(cost)
    ]
    parts.append(draw_path("M38 35l7 5-7 5Z", "ba-tab"))
    step, size = (30, 26) if len(effects) < 3 else (23.5, 21)
    for i, effect in enumerate(effects):
        parts.append(draw_row(effect_marks([effect]), 69, 40 + (i - (len(effects) - 1) / 2) * step, size, 42))
    parts.append(draw_words(entry["pile"].upper(), 87, 16, 13, "cm-n cm-dim"))
    gains = tuple(effect_text(effect) for effect in read_effects(effects))
    return 96, 80, join_markup(parts), text("does.work", cost=_say_cost(entry), gains=gains)


def _building(entry: Entry) -> _Drawn:
    """Draw a private building: VP in the corner, its action, its cost at the foot."""
    parts = [
        _draw_rect(2, 2, 84, 84, 8),
        draw_icon("building", 8, 5, 22, "cm-dim"),
        _draw_vp(entry["vp"], 69, 18, 28),
        draw_row(effect_marks(entry["action"]), 44, 47, 25, 78),
        draw_path("M3 63H85V78a7 7 0 01-7 7H10a7 7 0 01-7-7Z", "cm-fill"),
        draw_row([_mark_items(kind, n) for kind, n in entry["cost"].items()], 44, 74.5, 20, 78),
    ]
    what = Word(f"building_does.{entry['id']}")
    return 88, 88, join_markup(parts), text("does.building", what=what, cost=_say_cost(entry), vp=entry["vp"])


# -------------------------------------------------------------------------------------------------- tiles of the set-up

_COUNTED = {"contract": "contract", "advanced_tile": "patent", "external_work": "external"}


def _bonus(entry: Entry) -> _Drawn:
    """Draw a bonus tile: what it counts, and the VP for each."""
    counted = entry["id"].removeprefix("bonus_")
    parts = [
        make_element("circle", cx=36, cy=36, r=33, class_="cm-card"),
        draw_icon(_COUNTED.get(counted, counted), 20, 9, 32, "mk-line"),
        _draw_vp(entry["vp_each"], 36, 52, 28),
    ]
    return 72, 72, join_markup(parts), text("does.bonus")


def _draw_bars(heights: Sequence[int], marked: int) -> list[Svg]:
    return [
        _draw_rect(20 + 18 * i, 56 - high, 14, high, 3, "ba-tab" if high == marked else "ba-bar")
        for i, high in enumerate(heights)
    ]


def _draw_basins(n: int) -> list[Svg]:
    lake = make_element("ellipse", cx=44, cy=33, rx=34, ry=21, class_="ba-lake")
    return [lake, *(_draw_rect(38.5 + (i - (n - 1) / 2) * 17, 27, 12, 12, 3, "ba-tab") for i in range(n))]


_SKETCHES: dict[str, Callable[[], list[Svg]]] = {
    "objective_red_spaces": lambda: [
        _draw_rect(20, 14, 48, 36, 7, "ba-red-site"),
        draw_icon("base", 28, 15, 33, "mk-line"),
    ],
    "objective_most_in_area": lambda: _draw_bars((46, 24, 14), 46),
    "objective_least_in_area": lambda: _draw_bars((40, 44, 18), 18),
    "objective_connections": lambda: [
        draw_icon("base", 8, 8, 28, "mk-line"),
        draw_path("M34 26C52 26 40 46 54 46", "ba-red-pipe"),
        draw_icon("powerhouse", 52, 28, 28, "mk-line"),
    ],
    "objective_basins_1": lambda: _draw_basins(1),
    "objective_basins_3": lambda: _draw_basins(3),
}


def _objective(entry: Entry) -> _Drawn:
    """Draw an objective tile: a sketch of what is compared, and the VP of the first three places."""
    points = "·".join(str(vp) for vp in OBJECTIVE_HUMAN)
    parts = [
        _draw_rect(2, 2, 84, 84, 10),
        draw_path("M3 62H85V76a9 9 0 01-9 9H12a9 9 0 01-9-9Z", "cm-fill"),
        *_SKETCHES[entry["id"]](),
        draw_words(points, 44, 79, 17),
    ]
    return 88, 88, join_markup(parts), text("does.objective", vp=tuple(OBJECTIVE_HUMAN))


def _headstream(entry: Entry) -> _Drawn:
    """Draw a headstream tile: the drops of four rounds."""
    parts = [_draw_rect(2, 2, 92, 60, 8)]
    for i, drops in enumerate(entry["drops"]):
        x = 15 + i * 22
        parts.append(draw_words(("I", "II", "III", "IV")[i], x, 20, 14, "cm-n cm-dim"))
        parts.append(
            glyphs.draw_glyph((_DROP, drops), x - 12, 40, 24) if drops else draw_words("–", x, 45, 15, "cm-n cm-dim")
        )
    return 96, 64, join_markup(parts), text("does.headstream", drops=tuple(entry["drops"]))


# ------------------------------------------------------------------------------------------------------------ officers

_HATS = (
    "M22 25h28l-4-10H26Z",
    "M20 24a16 16 0 0132 0Z",
    "M24 26l4-12 8 5 8-5 4 12Z",
    "M20 22h32v-3l-8-1-2-7H30l-2 7-8 1Z",
)
_ABILITIES: dict[str, list[Item]] = {
    "base_cost_fixed": [_mark_items("base"), "=", _mark_items("excavator", 3)],
    "dam_capacity": [_mark_items("elevation"), "=", _mark_items("drop", 4)],
    "minimum_base_production": ["≥", _mark_items("energy", 4)],
    "alternative_conduit_cost": [_mark_items("conduit"), "=", _mark_items("mixer")],
    "credits_for_machinery": [_mark_items("credit", 3), "=", _mark_items("any_machinery")],
    "extra_tech_tile": [_mark_items("tech_tile"), "+1"],
    "copy_officer": [_mark_items("engineer"), "→", "?"],
    "contract_hand_limit": ["≤", _mark_items("contract", 4)],
    "architect": [_mark_items("engineer"), "→", "+1"],
    "reuse_building": [_mark_items("engineer"), "→", _mark_items("building")],
    "wild_machinery": [_mark_items("any_machinery", 8)],
    "extra_construction_space": [_mark_items("tech_tile"), "»"],
    "produce_per_held_drop": [_mark_items("drop"), "=", _mark_items("energy")],
    "several_dams_per_production": [_mark_items("base", 2), "→", _mark_items("powerhouse")],
    "headstream_drops_may_flow_at_once": [_mark_items("drop"), "»"],
}


def _officer(entry: Entry) -> _Drawn:
    """Draw an officer: a bust with a hat and initials, and the ability as glyphs; "?" if the ability is unknown."""
    names = entry["name"].replace("Dr. ", "").split()
    hat = _HATS[sum(map(ord, entry["id"])) % len(_HATS)]
    ability = entry["ability"][0]["kind"] if entry.get("ability") else ""
    items = _ABILITIES.get(ability, [])
    parts = [
        _draw_rect(2, 2, 68, 92, 7),
        draw_path("M9 3H63a6 6 0 016 6V60H3V9a6 6 0 016-6Z", "cm-fill"),
        make_element("circle", cx=36, cy=30, r=12, class_="cm-dim"),
        draw_path("M14 60c0-12 9-18 22-18s22 6 22 18Z", "cm-dim"),
        draw_path(hat, "ba-tab"),
        draw_words(names[0][0] + names[-1][0], 36, 57, 13, "cm-n mk-paper"),
        draw_row(items, 36, 77, 20, 60) if items else draw_words("?", 36, 83, 18, "cm-n cm-dim"),
    ]
    return 72, 96, join_markup(parts), text("does.officer", what=Word(f"officer_does.{entry['id']}"))


# -------------------------------------------------------------------------------------------------- lookup by name

_FILES: tuple[tuple[Domain, str, str, Callable[[Entry], _Drawn]], ...] = (
    (CONTRACTS, "contracts", "contract", _contract),
    (TECH, "technology_tiles", "tile", _tech),
    (WORKS, "external_works", "work", _work),
    (BUILDINGS, "buildings", "building", _building),
    (BONUS, "bonus_tiles", "tile", _bonus),
    (OBJECTIVES, "objective_tiles", "tile", _objective),
    (HEADSTREAM, "headstreams", "tile", _headstream),
    (OFFICERS, "officers", "officer", _officer),
)
_SECTIONS = {of.words: of.id for of, *_ in _FILES if of.words}


@cache
def find_component(domain: str, name: str) -> Component | None:
    """Return a tile or card by its domain and name, or None."""
    for of, file, list_, draw in _FILES:
        if of.id == domain and name in of:
            entry = next(e for e in read_toml(PACKAGE, f"data/{file}.toml")[list_] if e["id"] == name)
            width, height, drawing, says = draw(entry)
            title = contract_text(name) if of is CONTRACTS else text(f"{of.words}.{name}")
            return Component(f"{domain} {name}", title, says, width, height, drawing)
    return None


def find_pictures(line: Text) -> tuple[Component, ...]:
    """Return the components that a text names."""
    contracts = [
        find_component(CONTRACTS.id, str(t.args["id"])) for t in iterate_texts(line) if t.key == "contract.tile"
    ]
    return (*(it for it in contracts if it is not None), *find_components(line, _SECTIONS, find_component))


def list_round_tiles(board: Barrage) -> tuple[tuple[Component, str], ...]:
    """Return the bonus tiles of the five rounds, each with its state."""
    found = [find_component(BONUS.id, BONUS.names[tile]) for tile in board.setup.bonus]
    return tuple((it, state_of_round(i, board.round)) for i, it in enumerate(found, 1) if it is not None)
