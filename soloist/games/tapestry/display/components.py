"""Territory tiles, tech cards, landmarks, achievements and the Automa's civilizations: drawn, named and described from
their data entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from soloist.core.text import Text, Word, text
from soloist.display import glyphs
from soloist.display.components import find_components, iterate_texts
from soloist.display.glyphs import COIN, INSIDE, NOWHERE, VP, Glyph, Item, draw_path, draw_row, draw_words
from soloist.display.screen import Component, Svg, draw_icon, join_markup, make_element
from soloist.games.packaged_data import read_toml
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    CIVS,
    LANDMARKS,
    PACKAGE,
    TECH,
    TECH_CARDS,
    TERRITORIES,
    TERRITORY_TILES,
    TRACKS,
    say_gifts,
    tile_text,
)
from soloist.games.tapestry.display import shapes
from soloist.games.tapestry.display.tiles import turn_corners

Entry = Mapping[str, Any]
_BUILDING = {
    "market": "M3 22V11.5L1.8 9 4 4h16l2.2 5L21 11.5V22ZM2 9h20",
    "house": "M4 22V11L12 3l8 8V22ZM16 6.5V3h2.6v6",
    "farm": "M3 22V12L6 6.5 12 3l6 3.5L21 12V22ZM9 22v-7h6v7",
    "armory": "M4 22V9H2.5V3.5H6.5V6h3V3.5h5V6h3V3.5h4V9H20V22Z",
}
#: icons by the names in the data
MARKS: dict[str, Glyph] = {
    "coin": COIN,
    "food": glyphs.make_icon("food", on="ta-mk-food"),
    "culture": glyphs.make_icon("culture", on="ta-mk-culture"),
    "worker": glyphs.make_icon("person", on="ta-mk-person"),
    "territory": glyphs.make_hexagon("ta-mk-land"),
    "tapestry": glyphs.make_card("ta-mk-tapestry", "weave"),
    "tech_card": glyphs.make_card("ta-mk-tech", "two-benefits"),
    "civilization": glyphs.make_card("mk-power", "faction", NOWHERE, "mk-white"),
    "invent": glyphs.make_card("ta-mk-tech", "plus", NOWHERE),
    "upgrade": glyphs.make_card("ta-mk-tech", "up", NOWHERE),
    "explore": glyphs.make_hexagon("ta-mk-sea", "exploration", NOWHERE, "ta-mk-on-sea"),
    "conquer": glyphs.make_hexagon("ta-mk-red", "conquer", NOWHERE, "mk-white"),
    "roll_science": glyphs.make_icon("science-die", NOWHERE, "ta-mk-science"),
    "roll_science_no_benefit": glyphs.make_icon("science-die", NOWHERE, "ta-mk-science"),
    "tech_circle": glyphs.make_icon("circle", NOWHERE),
    "tech_square": glyphs.make_icon("square", NOWHERE),
    "repeat_space": glyphs.make_icon("turn", NOWHERE),
    "tapestry_over": glyphs.make_card("ta-mk-tapestry", "weave", NOWHERE),
    "landmark": glyphs.make_icon("landmark", NOWHERE),
    "territory_controlled": glyphs.make_hexagon("ta-mk-land", "outpost", NOWHERE),
    "territory_tile": glyphs.make_hexagon("ta-mk-land", "", INSIDE),
    **{track: glyphs.make_square(f"ta-k-{track} ta-mk-track", track, NOWHERE, "mk-paper") for track in TRACKS.names},
    **{kind: Glyph(f"ta-mk-{kind}", draw_path(d)) for kind, d in _BUILDING.items()},
}


def _list_items(effects: Sequence[Entry]) -> list[Item]:
    return [item for effect in effects for item in _list_glyphs(effect)]


def _list_glyphs(effect: Entry) -> list[Item]:
    n = effect.get("n", 1)
    if "choose" in effect:
        found: list[Item] = []
        for one in effect["choose"]:
            found += ["|", *_list_items(one)] if found else _list_items(one)
        return found
    if "regress" in effect:
        return ["−", *((MARKS[track], None) for track in effect["regress"])]
    if "advance" in effect:
        return [(MARKS[effect["advance"]], None)]
    if "vp" in effect:
        return [(VP, effect["vp"])]
    if "vp_per" in effect:
        what, _, track = effect["vp_per"].partition(":")
        return [(VP, n), "/", (MARKS[track or what], None)]
    if "do" in effect:
        return [(MARKS[effect["do"]], None)]
    return [(MARKS[effect["gain"]], None if effect["gain"] == "landmark" else n)]


def _draw_rect(x: float, y: float, wide: float, high: float, round_: float, class_: str = "cm-card") -> Svg:
    return make_element("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=class_)


# ----------------------------------------------------------------------------------------------------- territory tiles


def _draw_territory(name: str, rotation: int) -> Component:
    """Return a tile with this rotation, its benefit in the middle, an arrow for up."""
    tile = TERRITORY_TILES[name]
    corners = tuple(tile["corners"])
    islets = [land for land in tile["land"] if land not in corners]
    parts = [
        make_element("path", d="M60 2l9 12H51Z", class_="ta-up"),
        make_element("g", shapes.draw_territory(turn_corners(corners, rotation), ()), transform="translate(60 66)"),
        *(
            make_element("ellipse", cx=34 + 52 * i, cy=82, rx=13, ry=9, class_=f"ta-{land}")
            for i, land in enumerate(islets)
        ),
        make_element("circle", cx=60, cy=66, r=18, class_="ta-gift"),
        draw_row(_list_items(tile["benefit"]), 60, 66, 21, 28),
    ]
    says = text("does.tile", benefit=say_gifts(tile["benefit"]))
    return Component(f"{TERRITORIES.id} {name} {rotation}", tile_text(name), says, 120, 116, join_markup(parts))


# -------------------------------------------------------------------------------------------------------------- cards


def _draw_tech(name: str) -> Component:
    """Return a tech card: the benefits in circle and square, and the condition for the top row."""
    card = TECH[name]
    needs = card["requires"]
    if "track" in needs:
        number, mark = ("", "I", "II", "III", "IV")[needs["tier"]], needs["track"]
        needed = text("does.needs_track", track=Word(f"track.{mark}"), tier=needs["tier"])
    else:
        number, mark = str(needs["space"]), needs["income_building"]
        needed = text("does.needs_income", n=needs["space"], building=Word(f"per.{mark}"))
    parts = [
        _draw_rect(2, 2, 72, 96, 7),
        draw_path("M9 3H67a6 6 0 016 6V14H3V9a6 6 0 016-6Z", "ta-mk-tech"),
        make_element("circle", cx=38, cy=34, r=18, class_="cm-well"),
        draw_row(_list_items(card["circle"]), 38, 34, 20, 30),
        _draw_rect(8, 55, 60, 24, 3, "cm-well"),
        draw_row(_list_items(card["square"]), 38, 67, 19, 55),
        glyphs.draw_glyph((MARKS[mark], None), 18, 88.5, 15),
        draw_words(number, 48, 93, 12, "cm-n cm-dim"),
    ]
    says = text("does.tech", circle=say_gifts(card["circle"]), square=say_gifts(card["square"]), needs=needed)
    return Component(f"{TECH_CARDS.id} {name}", text(f"tech.{name}"), says, 76, 100, join_markup(parts))


def _draw_civilization(name: str) -> Component:
    """Return a civilization card of the Automa: its favourite track, and its effects by income turn."""
    entry = next(c for c in read_toml(PACKAGE, "data/automa_civs.toml")["civs"] if c["id"] == name)
    effects = [(it["turns"], items) for it in entry["income_effects"] if (items := _civ_items(it["effect"]))]
    parts = [
        _draw_rect(2, 2, 156, 92, 9),
        draw_path("M11 3H149a8 8 0 018 8V26H3V11a8 8 0 018-8Z", "mk-power"),
        draw_icon("faction", 8, 5, 19, "mk-white"),
        glyphs.draw_glyph((MARKS[entry["favorite"]], None), 132, 15, 19),
    ]
    for at, (turns, items) in enumerate(effects):
        x = 160 * (2 * at + 1) / (2 * len(effects))
        parts += [
            draw_words("·".join(map(str, turns)), x, 46, 15, "cm-n cm-dim"),
            draw_row(items, x, 70, 28, 140 / len(effects)),
        ]
    says = text(
        "does.civ",
        track=Word(f"track.{entry['favorite']}"),
        turns=tuple(sorted({turn for turns, _ in effects for turn in turns})),
        what=Word(f"civ_does.{name}"),
    )
    return Component(f"{CIVS.id} {name}", text(f"civ.{name}"), says, 160, 96, join_markup(parts))


def _civ_items(effects: Sequence[Entry]) -> list[Item]:
    """Return the icons of effects; of a conditional one those of its result."""
    return _list_items([then for effect in effects for then in effect.get("then", [effect]) if "special" not in then])


# ----------------------------------------------------------------------------------------------- landmarks, achievements


def _draw_landmark(name: str) -> Component:
    """Return a landmark by its footprint on the capital city, in the colour of its track."""
    entry = next(e for e in read_toml(PACKAGE, "data/landmarks.toml")["landmark"] if e["id"] == name)
    rows, track = entry["footprint"], entry["source"].partition(".")[0]
    left, top = (88 - 20 * len(rows[0])) / 2, (88 - 20 * len(rows)) / 2
    plots = [
        _draw_rect(left + 20 * x, top + 20 * y, 20, 20, 2, "ta-plot")
        for y, line in enumerate(rows)
        for x, plot in enumerate(line)
        if plot == "1"
    ]
    says = text("does.landmark", n=entry["plots"], track=Word(f"track.{track}"))
    drawing = make_element("g", *plots, draw_icon("landmark", 30, 30, 28, "mk-ink"), class_=f"ta-k-{track}")
    return Component(f"{LANDMARKS.id} {name}", text(f"landmark.{name}"), says, 88, 88, drawing)


_SIGNS = {"complete_track": ("finish",), "topple_two": ("toppled", "toppled"), "middle_island": ("island",)}


def _draw_achievement(name: str) -> Component:
    """Return an achievement: its condition, and the points for first and second place."""
    entry = next(e for e in read_toml(PACKAGE, "data/achievements.toml")["achievement"] if e["id"] == name)
    signs = _SIGNS[name]
    parts = [_draw_rect(2, 2, 100, 68, 8)]
    parts += [
        draw_icon(sign, 10 + 18 * i, 20, 34 if len(signs) == 1 else 28, "mk-line") for i, sign in enumerate(signs)
    ]
    parts += [glyphs.draw_glyph((VP, vp), 66, 20 + 31 * i, 28) for i, vp in enumerate(entry["vp_small"])]
    says = text("does.achievement", vp=tuple(entry["vp_small"]))
    return Component(f"{ACHIEVEMENTS.id} {name}", text(f"achievement.{name}"), says, 104, 72, join_markup(parts))


# ------------------------------------------------------------------------------------------------------ by their names

_DRAWN = {
    TECH_CARDS: _draw_tech,
    CIVS: _draw_civilization,
    LANDMARKS: _draw_landmark,
    ACHIEVEMENTS: _draw_achievement,
}
_SECTIONS = {of.words: of.id for of in _DRAWN}


@cache
def find_component(domain: str, name: str) -> Component | None:
    """Return a tile, card or piece by its domain and name; a territory tile may include its rotation: `territory_05
    3`."""
    if domain == TERRITORIES.id:
        id, _, rotation = name.partition(" ")
        lies = int(rotation) if rotation in set("012345") else 0
        return _draw_territory(id, lies) if id in TERRITORIES else None
    return next((draw(name) for of, draw in _DRAWN.items() if of.id == domain and name in of), None)


def find_pictures(line: Text) -> tuple[Component, ...]:
    """Return the components that a sentence names, territory tiles with their rotation."""
    tiles = [t.args["id"] for t in iterate_texts(line) if t.key == "tile.name"]
    rotation = line.args.get("rotation", 0)
    found = [find_component(TERRITORIES.id, f"{tile} {rotation}") for tile in tiles]
    return (*(it for it in found if it is not None), *find_components(line, _SECTIONS, find_component))
