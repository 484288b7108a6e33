"""Drawing of the board: the map with rivers and conduits, and beside it all displays that decisions concern."""

from __future__ import annotations

from functools import cache, lru_cache, partial

from soloist.core.bits import iterate_bits
from soloist.core.text import Text, Word, text
from soloist.display.screen import (
    NOTHING,
    Drawing,
    Place,
    Say,
    Svg,
    escape_markup,
    join_markup,
    make_element,
    name_in_sentence,
)
from soloist.games.barrage.board.map import Map, find_map
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import AREAS, BUILDINGS, PATENT_PLACES, PLACES, SECTIONS, WORK_PLACES
from soloist.games.barrage.display import pieces
from soloist.games.barrage.display.map_geometry import HEIGHT, HOUSE_H, HOUSE_W, map_points
from soloist.games.barrage.display.side_boards import STRIP, draw_strip, strip_place

#: top and bottom of each band of the map
_BANDS = ((0, 470), (470, 905), (905, HEIGHT))
_MINUS_3 = "−3"


def draw_board(board: Barrage, say: Say) -> Drawing:
    """Draw everything public on the table."""
    map_ = board.map
    names = tuple(say(Word(f"area.{a}")) for a in AREAS.names)
    dams = (
        d for b in iterate_bits(map_.dam_basins) for d in (2 * b + 1, 2 * b)
    )  # in the order in which water meets them
    return Drawing(
        width=map_points(map_.id).width + STRIP,
        height=HEIGHT,
        ground=_draw_ground(map_.id, names),
        places=(
            *(_draw_headstream_place(board, h) for h in range(len(map_.head_basin))),
            *(_draw_conduit_place(board, c) for c in iterate_bits(map_.conduits.everything)),
            *(_draw_dam_place(board, d) for d in dams),
            *(_draw_powerhouse_place(board, b, say) for b in iterate_bits(map_.house_basins.everything)),
            *draw_strip(board, say, map_points(map_.id).width),
        ),
    )


def draw_place(board: Barrage, key: str, say: Say) -> Place | None:
    """Draw one place by its key, without the rest of the board."""
    domain, _, name = key.partition(" ")
    for of, draw in (
        (board.map.headstreams, _draw_headstream_place),
        (board.map.conduits, _draw_conduit_place),
        (board.map.dams, _draw_dam_place),
        (board.map.house_basins, partial(_draw_powerhouse_place, say=say)),
    ):
        if of.id == domain:
            option = of.find_option(name)
            return None if option is None else draw(board, option)
    return strip_place(board, key, say, map_points(board.map.id).width)


def find_places(board: Barrage, domain: str, name: str) -> tuple[str, ...]:
    """Return the keys of the places that an option of a decision stands for."""
    map_ = board.map
    if domain == "placements":
        return tuple(f"headstreams {h}" for h in map_.headstreams.names if h in name)
    if domain == map_.systems.id:
        conduit, dam = name.split("/")
        basin = map_.destination[map_.conduit(conduit)]
        return f"dams {dam}", f"conduits {conduit}", f"powerhouses {map_.house_basins.names[basin]}"
    if domain == PLACES.id and name.startswith("national") and int(name[-1]) > len(board.setup.national):
        return ()
    if domain == WORK_PLACES.id and not board.setup.leeghwater:
        return ()
    if domain == board.setup.column.id:
        return (f"{BUILDINGS.id} {name}",)
    seen = (
        map_.dams.id,
        map_.conduits.id,
        map_.house_basins.id,
        map_.headstreams.id,
        PLACES.id,
        WORK_PLACES.id,
        PATENT_PLACES.id,
    )
    return (f"{domain} {name}",) if domain in seen else ()


def places_of_instruction(board: Barrage, line: Text) -> tuple[str, ...]:
    """Return the keys of the places that an instruction mentions."""
    map_ = board.map
    buildings = tuple(f"{BUILDINGS.id} {name}" for name in (name_in_sentence(line, "building"),) if name in BUILDINGS)
    heads = tuple(
        f"{map_.headstreams.id} {name}"
        for name in (name_in_sentence(line, "head").lower(),)
        if name in map_.headstreams
    )
    there = name_in_sentence(line, "place")
    found = [(map_.dams, there), (map_.conduits, there), (map_.house_basins, there.partition(".")[0])]
    found += [
        (map_.dams, name_in_sentence(line, "dam")),
        (map_.conduits, name_in_sentence(line, "conduit")),
        (SECTIONS, name_in_sentence(line, "where")),
    ]
    return tuple(dict.fromkeys(f"{of.id} {name}" for of, name in found if name in of)) + heads + buildings


# ---------------------------------------------------------------------------------------------------------- the ground


@cache
def _draw_ground(id: str, names: tuple[str, ...]) -> Svg:
    """Draw the constant ground: bands, rivers, pools."""
    map_, at = find_map(id), map_points(id)
    parts = [make_element("rect", width=at.width, height=HEIGHT, rx=24, class_="ba-mountains")]
    for area, (top, _) in list(zip(AREAS.names, _BANDS, strict=True))[1:]:
        parts.append(make_element("path", d=_band(at.width, top), class_=f"ba-{area}"))
    parts += _draw_scenery(at.width)
    for name, (top, bottom) in zip(names, _BANDS, strict=True):
        turn = f"translate(26 {(top + bottom) / 2 - (60 if not top else 0):g}) rotate(-90)"
        parts.append(make_element("text", escape_markup(name.upper()), transform=turn, class_="ba-area"))
    rivers = "".join((*at.falls, *at.rivers))
    parts.append(make_element("path", d=rivers, class_="ba-river-bank"))
    parts.append(make_element("path", d=rivers, class_="ba-river"))
    parts += [_draw_pool(map_, b) for b in iterate_bits(map_.dam_basins)]
    return join_markup(parts)


def _band(width: float, top: float) -> str:
    waves = "".join(f"S{x - 62:g} {top + (-8, 6)[i % 2]:g} {x:g} {top:g}" for i, x in enumerate(_steps(width)))
    end = f"V{HEIGHT - 24}q0 24-24 24H24q-24 0-24-24z"
    return f"M0 {top}{waves}{end}"


def _steps(width: float) -> list[float]:
    n = round(width / 125)
    return [width * (i + 1) / n for i in range(n)]


def _draw_scenery(width: float) -> list[Svg]:
    """Draw peaks, hills and meadows, which mark the areas."""
    scale = width / 1000
    peaks = (
        (60, 190, 44),
        (280, 194, 35),
        (520, 195, 44),
        (750, 187, 40),
        (950, 205, 30),
        (505, 268, 26),
        (270, 263, 26),
    )
    waves = ((50, 640), (120, 720), (890, 650), (665, 650), (420, 660))
    grass = ((60, 1050), (874, 1060), (894, 1230), (544, 1060), (44, 1330), (834, 1330), (560, 1320))
    lines = [
        *(_peak(x * scale, y, r) for x, y, r in peaks),
        *(f"M{x * scale:g} {y}q25-34 50 0t50 0" for x, y in waves),
        *(f"M{x * scale:g} {y}h18m8 0h26m-36 12h26" for x, y in grass),
    ]
    return [make_element("path", d="".join(lines), class_="ba-scene")]


def _peak(x: float, y: float, r: float) -> str:
    """Return the path of a snowy mountain with half-width r."""
    high = 1.45 * r
    snow = f"M{x - 0.36 * r:g} {y - 0.93 * r:g}L{x:g} {y - 0.6 * r:g}L{x + 0.3 * r:g} {y - r:g}"
    return f"M{x - r:g} {y:g}L{x:g} {y - high:g}L{x + r:g} {y:g}{snow}"


def _draw_pool(where: Map, b: int) -> Svg:
    """Draw the pool of a basin with its number."""
    x, y = map_points(where.id).dams[2 * b]
    pool = make_element("rect", x=x - 46, y=y - 165, width=92, height=200, rx=40, class_="ba-pool")
    return join_markup([pool, pieces.draw_words(x - 22, y - 54, where.codes[b], "ba-basin")])


# ---------------------------------------------------------------------------------------------------------- the places


def _draw_headstream_place(board: Barrage, h: int) -> Place:
    return _headstream_drawn(board.map.id, h, board.heads[h])


@cache
def _headstream_drawn(id: str, h: int, n: int) -> Place:
    name = find_map(id).headstreams.names[h]
    x, y = map_points(id).heads[h]
    return Place(
        key=f"headstreams {name}",
        label=name.upper(),
        name=text("place.headstream", head=Word(f"headstream.{name}"), drops=n),
        x=x,
        y=y - 46,
        ring=pieces.disc_path(x, y, 50),
        tile=_draw_spring(x, y, name.upper()),
        pieces=pieces.draw_drops(x, y + 8, n) if n else NOTHING,
    )


@cache
def _draw_spring(x: float, y: float, name: str) -> Svg:
    return join_markup(
        [make_element("circle", cx=x, cy=y, r=44, class_="ba-spring"), pieces.draw_words(x, y - 4, name, "ba-head")]
    )


def _draw_conduit_place(board: Barrage, c: int) -> Place:
    owner = board.owner_of_conduit(c)
    return _conduit_drawn(board.map.id, c, None if owner is None else board.company(owner))


@cache
def _conduit_drawn(id: str, c: int, owner: str | None) -> Place:
    map_ = find_map(id)
    name = map_.conduits.names[c]
    x, y = map_points(id).conduits[c]
    about = {"place": name, "value": map_.value[c], "basin": map_.codes[map_.destination[c]]}
    return Place(
        key=f"conduits {name}",
        label=name,
        name=text("place.conduit_free", **about)
        if owner is None
        else text("place.conduit", owner=Word(f"company.{owner}"), **about),
        x=x,
        y=y - 44,
        ring=pieces.disc_path(x, y, 38),
        tile=_draw_pipe(map_.id, c, owner is not None),
        pieces=NOTHING if owner is None else pieces.draw_flag(x, y - 40, owner),
    )


@cache
def _draw_pipe(id: str, c: int, built: bool) -> Svg:
    """Draw a pipe and its conduit space as one tile, which is lit and fades as a whole."""
    map_, at = find_map(id), map_points(id)
    x, y = at.conduits[c]
    kind = "built" if built else "open"
    return join_markup(
        [
            make_element("path", d=at.pipes[c], class_=f"ba-pipe {kind} edge"),
            make_element("path", d=at.pipes[c], class_=f"ba-pipe {kind} v{map_.value[c]}"),
            make_element("circle", cx=x, cy=y, r=31, class_=f"ba-valve v{map_.value[c]}"),
            make_element("circle", cx=x, cy=y, r=19, class_="ba-eye"),
            pieces.draw_words(x, y + 10, str(map_.value[c]), "ba-value"),
            make_element("rect", x=x - 22, y=y + 37, width=44, height=26, rx=7, class_="ba-sign"),
            pieces.draw_words(x, y + 58, map_.conduits.names[c], "ba-name"),
        ]
    )


def _draw_dam_place(board: Barrage, d: int) -> Place:
    owner = board.owner_of_dam(d)
    company = None if owner is None else pieces.company_of(board, owner)
    return _dam_drawn(board.map.id, d, company, board.level[d], board.drops[d])


@lru_cache(maxsize=4096)
def _dam_drawn(id: str, d: int, owner: str | None, level: int, drops: int) -> Place:
    map_ = find_map(id)
    name, area = map_.dams.names[d], Word(f"area.{AREAS.names[map_.area[d // 2]]}")
    x, y = map_points(id).dams[d]
    spoken, piece = text("place.dam_red" if d % 2 else "place.dam_free", place=name, area=area), NOTHING
    if owner is not None:
        company = Word(f"company.{owner}")
        spoken = text("place.dam", owner=company, level=level, drops=drops, place=name, area=area)
        piece = pieces.draw_dam(x, y, owner, level, drops, name)
    return Place(
        key=f"dams {name}",
        label=name,
        name=spoken,
        x=x,
        y=y - 40,
        ring=f"M{x - 57:g} {y - 38:g}h114l-10 76h-94z",
        tile=_dam_space(x, y, bool(d % 2), name if owner is None else ""),
        pieces=piece,
    )


@cache
def _dam_space(x: float, y: float, red: bool, name: str) -> Svg:
    """Draw a dam space, with its name unless a dam is built there."""
    parts = [
        make_element("path", d=f"M{x - 48:g} {y - 30:g}h96l-8 60h-80z", class_="ba-slot red" if red else "ba-slot")
    ]
    if name:
        parts.append(pieces.draw_words(x, y + (2 if red else 9), name, "ba-name"))
    if name and red:
        parts.append(pieces.draw_words(x, y + 23, _MINUS_3, "ba-red"))
    return join_markup(parts)


def _draw_powerhouse_place(board: Barrage, b: int, say: Say) -> Place:
    """Draw all powerhouse spaces of a basin as one place."""
    owners = tuple(board.houses[h] for h in board.map.houses_of[b])
    companies = tuple("" if s == NOBODY else board.company(s) for s in owners)
    return _powerhouses_drawn(board.map.id, b, companies, say(board.map.house_basins.option_value(b)))


@lru_cache(maxsize=4096)
def _powerhouses_drawn(id: str, b: int, owners: tuple[str, ...], label: str) -> Place:
    """Draw the powerhouse spaces of a basin; `owners` are the companies on them, "" for a free one."""
    map_, at = find_map(id), map_points(id)
    name = map_.house_basins.names[b]
    left, top, right, bottom = at.groups[b]
    built = [(h, company) for h, company in zip(map_.houses_of[b], owners, strict=True) if company]
    free = len(owners) - len(built)
    about = {
        "place": map_.house_basins.option_value(b),
        "area": Word(f"area.{AREAS.names[map_.area[b]]}"),
        "free": free,
    }
    return Place(
        key=f"powerhouses {name}",
        label=label,
        name=text("place.houses", owners=tuple(Word(f"company.{company}") for _, company in built), **about)
        if built
        else text("place.houses_free", **about),
        x=(left + right) / 2,
        y=top - 14,
        ring=pieces.outline_path(left - 9, top - 9, right - left + 18, bottom - top + 18, 14),
        tile=_house_spaces(id, b),
        pieces=join_markup([pieces.draw_powerhouse(*at.houses[h], company) for h, company in built]),
    )


@cache
def _house_spaces(id: str, b: int) -> Svg:
    map_, at = find_map(id), map_points(id)
    left, top, right, bottom = at.groups[b]
    parts = [
        make_element(
            "rect", x=left - 4, y=top - 4, width=right - left + 8, height=bottom - top + 8, rx=10, class_="ba-yard"
        )
    ]
    parts.append(pieces.draw_words(left + 8, top - 21, map_.codes[b], "ba-name"))
    for h in map_.houses_of[b]:
        x, y = at.houses[h]
        shape = {"x": x - HOUSE_W + 2, "y": y - HOUSE_H + 1, "width": 2 * HOUSE_W - 4, "height": 2 * HOUSE_H - 2}
        parts.append(make_element("rect", **shape, rx=6, class_="ba-slot red" if map_.house_red[h] else "ba-slot"))
        if map_.house_red[h]:
            parts.append(pieces.draw_words(x, y + 8, _MINUS_3, "ba-red"))
    return join_markup(parts)
