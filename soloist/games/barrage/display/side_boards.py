"""Places beside the map: contracts, patent office, external works, private buildings, and sections with engineers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from soloist.core.text import Word, text
from soloist.display.screen import NOTHING, Place, Say, Svg, draw_icon, join_markup, make_element
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BUILDINGS,
    CONTRACT_TILES,
    MOST_NATIONAL,
    PATENT_PLACES,
    PLACES,
    SECTIONS,
    SITES,
    SPACE_TILES,
    STRUCTURES,
    TECH,
    TECH_TILES,
    WORK_PLACES,
    WORK_TILES,
    WORKS,
)
from soloist.games.barrage.display import pieces
from soloist.games.barrage.display.contract_words import contract_words

#: width of the strip beside the map
STRIP = 316
_LEFT, _WIDE = 20, 288
_TITLE = 34
#: offsets of the engineers of up to four seats in the box of a section
_CHIPS = ((45, 3), (45, 25), (45, 47), (2, 47))
SECTION_ICONS = {
    "company_board": "table",
    "turbine_station": "production",
    "water_management": "water-management",
    "bank": "bank",
    "workshop": "workshop",
    "machinery_shop": "machinery",
    "contract_office": "contract",
    "patent_office": "patent",
    "external_works": "external",
    "private_buildings": "building",
    "officer": "you",
}


def draw_strip(board: Barrage, say: Say, map_width: float) -> Iterator[Place]:
    """Draw the places beside the map, from the top."""
    for _, part, y in _parts(board):
        yield from part(board, say, map_width + _LEFT, y)


def strip_place(board: Barrage, key: str, say: Say, map_width: float) -> Place | None:
    """Draw one place beside the map by its key, or return None."""
    domain = key.partition(" ")[0]
    for id, part, y in _parts(board):
        if id == domain:
            return next((place for place in part(board, say, map_width + _LEFT, y) if place.key == key), None)
    return None


def _parts(board: Barrage) -> Iterator[tuple[str, Callable[[Barrage, Say, float, float], Iterator[Place]], float]]:
    """Yield the parts of the strip in this game: domain of their places, drawing function, top."""
    leeghwater = board.setup.leeghwater
    y = 0.0
    for id, part, high, there in (
        (PLACES.id, _draw_contracts, 4 * 84, True),
        (PATENT_PLACES.id, _draw_patents, 84, True),
        (WORK_PLACES.id, _draw_works, 3 * 62, leeghwater),
        (BUILDINGS.id, _draw_buildings, 5 * 54, leeghwater),
        (SECTIONS.id, _draw_sections, 0, True),
    ):
        if there:
            yield id, part, y
            y += _TITLE + high


@cache
def _draw_title(x: float, y: float, said: str) -> Svg:
    """Draw the heading of a part; it belongs to the tile of its first place."""
    return pieces.draw_words(x + 2, y + 25, said, "ba-title")


# ------------------------------------------------------------------------------------------------------------ contracts


def _draw_contracts(board: Barrage, say: Say, x: float, y: float) -> Iterator[Place]:
    title = _draw_title(x, y, say(Word("part.contracts")))
    y += _TITLE
    private = range(MOST_NATIONAL, len(PLACES.names))
    for place in private:
        at = (x + (place % 2) * 146, y + (place - MOST_NATIONAL) // 2 * 84)
        yield _draw_contract_place(board, place, *at, 142, title if place == MOST_NATIONAL else NOTHING)
    for place in range(len(board.setup.national)):
        yield _draw_contract_place(board, place, x + place * 97, y + 3 * 84, 94, NOTHING)


def _draw_contract_place(board: Barrage, place: int, x: float, y: float, wide: float, title: Svg) -> Place:
    contract, name = board.face[place], PLACES.names[place]
    spot = Word(f"contract_place.{name}")
    tile = pieces.draw_box(x, y, wide, 78, "empty")
    if contract != NOBODY:
        gains = pieces.as_icons(CONTRACT_TILES[contract].effects)
        tile = _contract_tile(x, y, wide, CONTRACT_TILES[contract].colour, board.contract_value(place), gains)
    return Place(
        key=f"{PLACES.id} {name}",
        label=str(board.contract_value(place)) if contract != NOBODY else "–",
        name=text("place.contract", place=spot, contract=contract_words(board, contract))
        if contract != NOBODY
        else text("place.empty", place=spot),
        x=x + wide - 26,
        y=y + 16,
        ring=pieces.outline_path(x, y, wide, 78),
        tile=join_markup([title, tile]),
    )


@cache
def _contract_tile(x: float, y: float, wide: float, colour: int, value: int, gains: tuple[tuple[str, int], ...]) -> Svg:
    """Draw a contract: a coloured band with one to three dots, the energy it asks for, the reward."""
    kind, size = pieces.colour_class(colour), pieces.largest_size(gains, wide - 21, 36)
    band = make_element("path", d=f"M{x + 10:g} {y:g}h8v78h-8q-10 0-10-10v-58q0-10 10-10z", class_=f"ba-band {kind}")
    marks = [
        make_element("circle", cx=x + 9, cy=y + 39 + 15 * (i - colour / 2), r=4, class_="ba-mark")
        for i in range(colour + 1)
    ]
    return join_markup(
        [
            pieces.draw_box(x, y, wide, 78),
            band,
            *marks,
            draw_icon("energy", x + 24, y + 7, 26, "ba-bolt"),
            pieces.draw_words(x + 51, y + 30, str(value), "ba-asks"),
            pieces.draw_gains(x + 21, y + 76 - size, gains, size),
        ]
    )


# ------------------------------------------------------------------------------------------------- patents and works


def _draw_patents(board: Barrage, say: Say, x: float, y: float) -> Iterator[Place]:
    title = _draw_title(x, y, say(Word("part.patents")))
    for slot, name in enumerate(PATENT_PLACES.names):
        tile, left = board.patents[slot], x + slot * 97
        spot = text("place.patent", slot=slot + 1)
        yield Place(
            key=f"{PATENT_PLACES.id} {name}",
            label=name,
            name=text("place.holds", place=spot, what=Word(f"tech.{TECH.names[tile]}"))
            if tile != NOBODY
            else text("place.empty", place=spot),
            x=left + 70,
            y=y + _TITLE + 14,
            ring=pieces.outline_path(left, y + _TITLE, 94, 78),
            tile=join_markup([NOTHING if slot else title, _patent_tile(left, y + _TITLE, tile)]),
        )


@cache
def _patent_tile(x: float, y: float, tile: int) -> Svg:
    """Draw an advanced tile: its structure, or a star for a wild tile, and its level."""
    if tile == NOBODY:
        return pieces.draw_box(x, y, 94, 78, "empty")
    tech = TECH_TILES[tile]
    what = pieces.draw_words(x + 24, y + 58, "✱", "ba-wild")
    if tech.builds and not tech.wild:
        what = draw_icon(STRUCTURES.names[tech.builds[0]], x + 6, y + 28, 46)
    level = [
        make_element("rect", x=x + 8 + 12 * i, y=y + 10, width=9, height=12, rx=2, class_="ba-level")
        for i in range(tech.level)
    ]
    return join_markup(
        [pieces.draw_box(x, y, 94, 78), *level, what, pieces.draw_words(x + 68, y + 58, str(tech.level), "ba-asks")]
    )


def _draw_works(board: Barrage, say: Say, x: float, y: float) -> Iterator[Place]:
    title = _draw_title(x, y, say(Word("part.works")))
    for slot, name in enumerate(WORK_PLACES.names):
        work, top = board.works[slot], y + _TITLE + slot * 62
        spot = text("place.work", slot=slot + 1)
        tile = pieces.draw_box(x, top, _WIDE, 57, "empty")
        if work != NOBODY:
            costs = tuple((k, n) for k, n in zip(("excavator", "mixer"), board.printed.work[work], strict=True) if n)
            tile = _work_tile(x, top, slot, costs, pieces.as_icons(WORK_TILES[work].effects))
        yield Place(
            key=f"{WORK_PLACES.id} {name}",
            label=name,
            name=text("place.holds", place=spot, what=Word(f"work.{WORKS.names[work]}"))
            if work != NOBODY
            else text("place.empty", place=spot),
            x=x + _WIDE - 26,
            y=top + 12,
            ring=pieces.outline_path(x, top, _WIDE, 57),
            tile=join_markup([NOTHING if slot else title, tile]),
        )


@cache
def _work_tile(
    x: float, y: float, slot: int, costs: tuple[tuple[str, int], ...], gains: tuple[tuple[str, int], ...]
) -> Svg:
    return join_markup(
        [
            pieces.draw_box(x, y, _WIDE, 57),
            pieces.draw_words(x + 16, y + 40, str(slot + 1), "ba-slot-no"),
            pieces.draw_gains(x + 34, y + 17, costs),
            pieces.draw_words(x + 134, y + 38, "→", "ba-gain"),
            pieces.draw_gains(x + 158, y + 17, gains),
        ]
    )


# ------------------------------------------------------------------------------------------------- private buildings


def _draw_buildings(board: Barrage, say: Say, x: float, y: float) -> Iterator[Place]:
    title = _draw_title(x, y, say(Word("part.buildings")))
    for i, building in enumerate(board.setup.buildings):
        id_, top = BUILDINGS.names[building], y + _TITLE + i * 54
        sites = board.sites_in_play(i)
        built = [board.sites[s] for s in sites if board.sites[s] != NOBODY]
        about = {"building": Word(f"building.{id_}"), "free": len(sites) - len(built)}
        yield Place(
            key=f"{BUILDINGS.id} {id_}",
            label=short_name(say, id_),
            name=text("place.building", owners=tuple(board.word(s) for s in built), **about)
            if built
            else text("place.building_free", **about),
            x=x + _WIDE - 26,
            y=top + 10,
            ring=pieces.outline_path(x, top, _WIDE, 49),
            tile=join_markup(
                [NOTHING if i else title, _building_tile(x, top, short_name(say, id_), len(sites), board.is_closed(i))]
            ),
            pieces=join_markup(
                [
                    pieces.draw_chip(
                        x + 8 + 42 * k,
                        top + 24,
                        board.company(board.sites[s]),
                        pieces.CODES[board.company(board.sites[s])],
                    )
                    for k, s in enumerate(sites)
                    if board.sites[s] != NOBODY
                ]
            ),
        )


def short_name(say: Say, building: str) -> str:
    """Return the name of a private building without its figures in brackets."""
    return say(Word(f"building.{building}")).partition(" (")[0]


@cache
def _building_tile(x: float, y: float, said: str, sites: int, closed: bool) -> Svg:
    parts = [pieces.draw_box(x, y, _WIDE, 49), pieces.draw_words(x + 8, y + 20, said, "ba-small")]
    for k in range(sites):
        red = "ba-slot red" if SITES[k][0] else "ba-slot"
        parts.append(make_element("rect", x=x + 8 + 42 * k, y=y + 24, width=34, height=21, rx=5, class_=red))
    if closed:  # the cheaper action space is closed for all seats (BA-072)
        parts.append(draw_icon("blocked", x + _WIDE - 34, y + 23, 26))
    return join_markup(parts)


# ----------------------------------------------------------------------------------------------------------- engineers


def sections_in_play(board: Barrage) -> list[str]:
    """Return the sections where engineers can be placed in this game."""
    only = {"external_works": board.setup.leeghwater, "private_buildings": board.setup.leeghwater}
    only["officer"] = any(board.setup.officers)
    return [name for name in SECTIONS.names if only.get(name, True)]


def standing_there(board: Barrage) -> dict[str, dict[int, int]]:
    """Return the number of engineers of each seat per section."""
    found: dict[str, dict[int, int]] = {}
    for i, seat in enumerate(board.space_seat):
        if seat != NOBODY:
            there = found.setdefault(SPACE_TILES[i].section, {})
            there[seat] = there.get(seat, 0) + board.space_count[i]
    return found


def _draw_sections(board: Barrage, say: Say, x: float, y: float) -> Iterator[Place]:
    title = _draw_title(x, y, say(Word("part.engineers")))
    there = standing_there(board)
    for i, name in enumerate(sections_in_play(board)):
        left, top = x + i % 3 * 97, y + _TITLE + i // 3 * 104
        mine = there.get(name, {})
        spot = Word(f"spot.{name}")
        who = tuple(text("place.engineers", seat=board.word(s), n=n) for s, n in mine.items())
        yield Place(
            key=f"{SECTIONS.id} {name}",
            label=say(spot),
            name=text("place.section", place=spot, who=who) if mine else text("place.section_free", place=spot),
            x=left + 70,
            y=top + 14,
            ring=pieces.outline_path(left, top, 94, 98),
            tile=join_markup(
                [NOTHING if i else title, _section_tile(left, top, SECTION_ICONS[name], say(spot), not mine)]
            ),
            pieces=join_markup(
                [
                    pieces.draw_chip(left + dx, top + dy, board.company(s), f"{pieces.CODES[board.company(s)]}{n}")
                    for (dx, dy), (s, n) in zip(_CHIPS, mine.items(), strict=False)
                ]
            ),
        )


@cache
def _section_tile(x: float, y: float, sign: str, said: str, free: bool) -> Svg:
    """Draw a section with its name; its icon is large while no engineers are there."""
    first, hyphen, rest = said.partition("\u00ad")  # a soft hyphen marks where a long word may be broken
    if hyphen:
        first += "-"
    else:
        first, _, rest = said.partition(" ")
    lines = [pieces.draw_words(x + 47, y + (80 if rest else 93), first, "ba-tiny")]
    if rest:
        lines.append(pieces.draw_words(x + 47, y + 93, rest, "ba-tiny"))
    drawn = draw_icon(sign, x + 18, y + 6, 58) if free else draw_icon(sign, x + 6, y + 8, 34)
    return join_markup([pieces.draw_box(x, y, 94, 98), drawn, *lines])
