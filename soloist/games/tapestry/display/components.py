"""Territory tiles, tech cards, landmarks, achievements, the Automa's civilizations: drawn, named, told from one entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from soloist.core.text import Text, Word, text
from soloist.display import glyphs
from soloist.display.components import components_in, texts_of
from soloist.display.glyphs import COIN, INSIDE, NOWHERE, VP, Item, Mark, path, row, words
from soloist.display.screen import Component, Svg, el, icon, join
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
    gifts,
    tile_text,
)
from soloist.games.tapestry.display import shapes
from soloist.games.tapestry.display.tiles import turned

Entry = Mapping[str, Any]
_BUILDING = {
    "market": "M3 22V11.5L1.8 9 4 4h16l2.2 5L21 11.5V22ZM2 9h20",
    "house": "M4 22V11L12 3l8 8V22ZM16 6.5V3h2.6v6",
    "farm": "M3 22V12L6 6.5 12 3l6 3.5L21 12V22ZM9 22v-7h6v7",
    "armory": "M4 22V9H2.5V3.5H6.5V6h3V3.5h5V6h3V3.5h4V9H20V22Z",
}
#: what the data call a thing -> its mark
MARKS: dict[str, Mark] = {
    "coin": COIN,
    "food": glyphs.line("food", on="ta-mk-food"),
    "culture": glyphs.line("culture", on="ta-mk-culture"),
    "worker": glyphs.line("person", on="ta-mk-person"),
    "territory": glyphs.hexagon("ta-mk-land"),
    "tapestry": glyphs.card("ta-mk-tapestry", "weave"),
    "tech_card": glyphs.card("ta-mk-tech", "two-benefits"),
    "civilization": glyphs.card("mk-power", "faction", NOWHERE, "mk-white"),
    "invent": glyphs.card("ta-mk-tech", "plus", NOWHERE),
    "upgrade": glyphs.card("ta-mk-tech", "up", NOWHERE),
    "explore": glyphs.hexagon("ta-mk-sea", "exploration", NOWHERE, "ta-mk-on-sea"),
    "conquer": glyphs.hexagon("ta-mk-red", "conquer", NOWHERE, "mk-white"),
    "roll_science": glyphs.line("science-die", NOWHERE, "ta-mk-science"),
    "roll_science_no_benefit": glyphs.line("science-die", NOWHERE, "ta-mk-science"),
    "tech_circle": glyphs.line("circle", NOWHERE),
    "tech_square": glyphs.line("square", NOWHERE),
    "repeat_space": glyphs.line("turn", NOWHERE),
    "tapestry_over": glyphs.card("ta-mk-tapestry", "weave", NOWHERE),
    "landmark": glyphs.line("landmark", NOWHERE),
    "territory_controlled": glyphs.hexagon("ta-mk-land", "outpost", NOWHERE),
    "territory_tile": glyphs.hexagon("ta-mk-land", "", INSIDE),
    **{track: glyphs.square(f"ta-k-{track} ta-mk-track", track, NOWHERE, "mk-paper") for track in TRACKS.names},
    **{kind: Mark(f"ta-mk-{kind}", path(d)) for kind, d in _BUILDING.items()},
}


def _items(effects: Sequence[Entry]) -> list[Item]:
    return [item for effect in effects for item in _marks(effect)]


def _marks(effect: Entry) -> list[Item]:
    n = effect.get("n", 1)
    if "choose" in effect:
        found: list[Item] = []
        for one in effect["choose"]:
            found += ["|", *_items(one)] if found else _items(one)
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


def _rect(x: float, y: float, wide: float, high: float, round_: float, class_: str = "cm-card") -> Svg:
    return el("rect", x=x, y=y, width=wide, height=high, rx=round_, class_=class_)


# ----------------------------------------------------------------------------------------------------- territory tiles


def _territory(name: str, rotation: int) -> Component:
    """A tile as it lies on the board, its benefit in the middle, an arrow for up."""
    tile = TERRITORY_TILES[name]
    corners = tuple(tile["corners"])
    islets = [land for land in tile["land"] if land not in corners]
    parts = [
        el("path", d="M60 2l9 12H51Z", class_="ta-up"),
        el("g", shapes.territory(turned(corners, rotation), ()), transform="translate(60 66)"),
        *(el("ellipse", cx=34 + 52 * i, cy=82, rx=13, ry=9, class_=f"ta-{land}") for i, land in enumerate(islets)),
        el("circle", cx=60, cy=66, r=18, class_="ta-gift"),
        row(_items(tile["benefit"]), 60, 66, 21, 28),
    ]
    says = text("does.tile", benefit=gifts(tile["benefit"]))
    return Component(f"{TERRITORIES.id} {name} {rotation}", tile_text(name), says, 120, 116, join(parts))


# -------------------------------------------------------------------------------------------------------------- cards


def _tech(name: str) -> Component:
    """The benefit in the circle, the one in the square, and what the card needs to get to the top."""
    card = TECH[name]
    needs = card["requires"]
    if "track" in needs:
        number, mark = ("", "I", "II", "III", "IV")[needs["tier"]], needs["track"]
        needed = text("does.needs_track", track=Word(f"track.{mark}"), tier=needs["tier"])
    else:
        number, mark = str(needs["space"]), needs["income_building"]
        needed = text("does.needs_income", n=needs["space"], building=Word(f"per.{mark}"))
    parts = [
        _rect(2, 2, 72, 96, 7),
        path("M9 3H67a6 6 0 016 6V14H3V9a6 6 0 016-6Z", "ta-mk-tech"),
        el("circle", cx=38, cy=34, r=18, class_="cm-well"),
        row(_items(card["circle"]), 38, 34, 20, 30),
        _rect(8, 55, 60, 24, 3, "cm-well"),
        row(_items(card["square"]), 38, 67, 19, 55),
        glyphs.draw((MARKS[mark], None), 18, 88.5, 15),
        words(number, 48, 93, 12, "cm-n cm-dim"),
    ]
    says = text("does.tech", circle=gifts(card["circle"]), square=gifts(card["square"]), needs=needed)
    return Component(f"{TECH_CARDS.id} {name}", text(f"tech.{name}"), says, 76, 100, join(parts))


def _civilization(name: str) -> Component:
    """A card of the Automa: its favourite track, and in which income turns it does what."""
    entry = next(c for c in read_toml(PACKAGE, "data/automa_civs.toml")["civs"] if c["id"] == name)
    effects = [(it["turns"], items) for it in entry["income_effects"] if (items := _civ_items(it["effect"]))]
    parts = [
        _rect(2, 2, 156, 92, 9),
        path("M11 3H149a8 8 0 018 8V26H3V11a8 8 0 018-8Z", "mk-power"),
        icon("faction", 8, 5, 19, "mk-white"),
        glyphs.draw((MARKS[entry["favorite"]], None), 132, 15, 19),
    ]
    for at, (turns, items) in enumerate(effects):
        x = 160 * (2 * at + 1) / (2 * len(effects))
        parts += [words("·".join(map(str, turns)), x, 46, 15, "cm-n cm-dim"), row(items, x, 70, 28, 140 / len(effects))]
    says = text(
        "does.civ",
        track=Word(f"track.{entry['favorite']}"),
        turns=tuple(sorted({turn for turns, _ in effects for turn in turns})),
        what=Word(f"civ_does.{name}"),
    )
    return Component(f"{CIVS.id} {name}", text(f"civ.{name}"), says, 160, 96, join(parts))


def _civ_items(effects: Sequence[Entry]) -> list[Item]:
    """The marks of effects; of one with a condition those of what it then does."""
    return _items([then for effect in effects for then in effect.get("then", [effect]) if "special" not in then])


# ----------------------------------------------------------------------------------------------- landmarks, achievements


def _landmark(name: str) -> Component:
    """Its footprint on the capital city, in the colour of its track."""
    entry = next(e for e in read_toml(PACKAGE, "data/landmarks.toml")["landmark"] if e["id"] == name)
    rows, track = entry["footprint"], entry["source"].partition(".")[0]
    left, top = (88 - 20 * len(rows[0])) / 2, (88 - 20 * len(rows)) / 2
    plots = [
        _rect(left + 20 * x, top + 20 * y, 20, 20, 2, "ta-plot")
        for y, line in enumerate(rows)
        for x, plot in enumerate(line)
        if plot == "1"
    ]
    says = text("does.landmark", n=entry["plots"], track=Word(f"track.{track}"))
    drawing = el("g", *plots, icon("landmark", 30, 30, 28, "mk-ink"), class_=f"ta-k-{track}")
    return Component(f"{LANDMARKS.id} {name}", text(f"landmark.{name}"), says, 88, 88, drawing)


_SIGNS = {"complete_track": ("finish",), "topple_two": ("toppled", "toppled"), "middle_island": ("island",)}


def _achievement(name: str) -> Component:
    """What has to be done, and the points for the first and the second to do it."""
    entry = next(e for e in read_toml(PACKAGE, "data/achievements.toml")["achievement"] if e["id"] == name)
    signs = _SIGNS[name]
    parts = [_rect(2, 2, 100, 68, 8)]
    parts += [icon(sign, 10 + 18 * i, 20, 34 if len(signs) == 1 else 28, "mk-line") for i, sign in enumerate(signs)]
    parts += [glyphs.draw((VP, vp), 66, 20 + 31 * i, 28) for i, vp in enumerate(entry["vp_small"])]
    says = text("does.achievement", vp=tuple(entry["vp_small"]))
    return Component(f"{ACHIEVEMENTS.id} {name}", text(f"achievement.{name}"), says, 104, 72, join(parts))


# ------------------------------------------------------------------------------------------------------ by their names

_DRAWN = {
    TECH_CARDS: _tech,
    CIVS: _civilization,
    LANDMARKS: _landmark,
    ACHIEVEMENTS: _achievement,
}
_SECTIONS = {of.words: of.id for of in _DRAWN}


@cache
def component(domain: str, name: str) -> Component | None:
    """A tile, card or piece by its domain and name; a territory tile also turned: `territory_05 3`."""
    if domain == TERRITORIES.id:
        id, _, rotation = name.partition(" ")
        lies = int(rotation) if rotation in set("012345") else 0
        return _territory(id, lies) if id in TERRITORIES else None
    return next((draw(name) for of, draw in _DRAWN.items() if of.id == domain and name in of), None)


def pictures(line: Text) -> tuple[Component, ...]:
    """The components that a sentence names; a territory tile as it has to lie."""
    tiles = [t.args["id"] for t in texts_of(line) if t.key == "tile.name"]
    rotation = line.args.get("rotation", 0)
    found = [component(TERRITORIES.id, f"{tile} {rotation}") for tile in tiles]
    return (*(it for it in found if it is not None), *components_in(line, _SECTIONS, component))
