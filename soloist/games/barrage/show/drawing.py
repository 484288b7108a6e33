"""The board drawn: the map with its rivers and pipes, and beside it everything else that decisions are about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from soloist.core.bits import bits
from soloist.core.screen import NOTHING, Drawing, Place, Say, Svg, el, escape, join
from soloist.core.text import Text, Word, text
from soloist.games.barrage.board.map import Map, find_map
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import AREAS, PATENT_PLACES, PLACES, WORK_PLACES
from soloist.games.barrage.show import pieces
from soloist.games.barrage.show.strip import STRIP, strip
from soloist.games.barrage.show.where import HEIGHT, HOUSE_H, HOUSE_W, where

#: from where to where each band of the map reaches, and the line above it
_BANDS = ((0, 470), (470, 905), (905, HEIGHT))
_MINUS_3 = "−3"


def drawing(board: Barrage, say: Say) -> Drawing:
    """Everything on the table that is public, as it is now."""
    m = board.map
    names = tuple(say(Word(f"area.{a}")) for a in AREAS.names)
    return Drawing(
        width=where(m.id).width + STRIP,
        height=HEIGHT,
        ground=_ground(m.id, names),
        places=(
            *_headstreams(board),
            *_conduits(board),
            *_dams(board),
            *_powerhouses(board),
            *strip(board, say, where(m.id).width),
        ),
    )


def spots(board: Barrage, domain: str, name: str) -> tuple[str, ...]:
    """The places for which an option of a decision stands."""
    m = board.map
    if domain == "placements":
        return tuple(f"headstreams {h}" for h in m.headstreams.names if h in name)
    if domain == m.systems.id:
        conduit, dam = name.split("/")
        basin = m.destination[m.conduit(conduit)]
        return f"dams {dam}", f"conduits {conduit}", f"powerhouses {m.house_basins.names[basin]}"
    if domain == PLACES.id and name.startswith("national") and int(name[-1]) > len(board.setup.national):
        return ()
    if domain == WORK_PLACES.id and not board.setup.leeghwater:
        return ()
    seen = (m.dams.id, m.conduits.id, m.house_basins.id, m.headstreams.id, PLACES.id, WORK_PLACES.id, PATENT_PLACES.id)
    return (f"{domain} {name}",) if domain in seen else ()


# ---------------------------------------------------------------------------------------------------------- the ground


@cache
def _ground(id: str, names: tuple[str, ...]) -> Svg:
    """Bands, rivers and pools: what never changes."""
    m, at = find_map(id), where(id)
    parts = [el("rect", width=at.width, height=HEIGHT, rx=24, class_="ba-mountains")]
    for area, (top, _) in list(zip(AREAS.names, _BANDS, strict=True))[1:]:
        parts.append(el("path", d=_band(at.width, top), class_=f"ba-{area}"))
    parts += _scenery(at.width)
    for name, (top, bottom) in zip(names, _BANDS, strict=True):
        turn = f"translate(26 {(top + bottom) / 2 - (60 if not top else 0):g}) rotate(-90)"
        parts.append(el("text", escape(name.upper()), transform=turn, class_="ba-area"))
    rivers = "".join((*at.falls, *at.rivers))
    parts.append(el("path", d=rivers, class_="ba-river-bank"))
    parts.append(el("path", d=rivers, class_="ba-river"))
    parts += [_pool(m, b) for b in bits(m.dam_basins)]
    return join(parts)


def _band(width: float, top: float) -> str:
    waves = "".join(f"S{x - 62:g} {top + (-8, 6)[i % 2]:g} {x:g} {top:g}" for i, x in enumerate(_steps(width)))
    end = f"V{HEIGHT - 24}q0 24-24 24H24q-24 0-24-24z"
    return f"M0 {top}{waves}{end}"


def _steps(width: float) -> list[float]:
    n = round(width / 125)
    return [width * (i + 1) / n for i in range(n)]


def _scenery(width: float) -> list[Svg]:
    """Peaks, hills and meadows, so that one sees where one is."""
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
    return [el("path", d="".join(lines), class_="ba-scene")]


def _peak(x: float, y: float, r: float) -> str:
    """A mountain, r wide to each side, with snow."""
    high = 1.45 * r
    snow = f"M{x - 0.36 * r:g} {y - 0.93 * r:g}L{x:g} {y - 0.6 * r:g}L{x + 0.3 * r:g} {y - r:g}"
    return f"M{x - r:g} {y:g}L{x:g} {y - high:g}L{x + r:g} {y:g}{snow}"


def _pool(m: Map, b: int) -> Svg:
    """The pool of a basin with its number."""
    x, y = where(m.id).dams[2 * b]
    pool = el("rect", x=x - 46, y=y - 165, width=92, height=200, rx=40, class_="ba-pool")
    return join([pool, pieces.words(x - 22, y - 54, m.codes[b], "ba-basin")])


# ---------------------------------------------------------------------------------------------------------- the places


def _headstreams(board: Barrage) -> Iterator[Place]:
    for h, name in enumerate(board.map.headstreams.names):
        x, y = where(board.map.id).heads[h]
        n = board.heads[h]
        yield Place(
            key=f"headstreams {name}",
            label=name.upper(),
            name=text("place.headstream", head=Word(f"headstream.{name}"), drops=n),
            x=x,
            y=y - 46,
            ring=pieces.disc(x, y, 50),
            tile=_spring(x, y, name.upper()),
            pieces=pieces.drops(x, y + 8, n) if n else NOTHING,
        )


@cache
def _spring(x: float, y: float, name: str) -> Svg:
    return join([el("circle", cx=x, cy=y, r=44, class_="ba-spring"), pieces.words(x, y - 4, name, "ba-head")])


def _conduits(board: Barrage) -> Iterator[Place]:
    m, at = board.map, where(board.map.id)
    owners = {c: s for s in range(board.players) for c in range(len(m.value)) if board.conduits[s] >> c & 1}
    for c, name in enumerate(m.conduits.names):
        if not name:
            continue
        x, y = at.conduits[c]
        owner = owners.get(c)
        about = {"place": name, "value": m.value[c], "basin": m.codes[m.destination[c]]}
        yield Place(
            key=f"conduits {name}",
            label=name,
            name=text("place.conduit_free", **about)
            if owner is None
            else text("place.conduit", owner=board.word(owner), **about),
            x=x,
            y=y - 44,
            ring=pieces.disc(x, y, 38),
            tile=_conduit(m.id, c, owner is not None),
            pieces=NOTHING if owner is None else pieces.flag(x, y - 40, board.company(owner)),
        )


@cache
def _conduit(id: str, c: int, built: bool) -> Svg:
    """The pipe and the space it starts from. The pipe belongs to the tile: it is lit and fades with it."""
    m, at = find_map(id), where(id)
    x, y = at.conduits[c]
    kind = "built" if built else "open"
    return join(
        [
            el("path", d=at.pipes[c], class_=f"ba-pipe {kind} edge"),
            el("path", d=at.pipes[c], class_=f"ba-pipe {kind} v{m.value[c]}"),
            el("circle", cx=x, cy=y, r=31, class_=f"ba-valve v{m.value[c]}"),
            el("circle", cx=x, cy=y, r=19, class_="ba-eye"),
            pieces.words(x, y + 10, str(m.value[c]), "ba-value"),
            el("rect", x=x - 22, y=y + 37, width=44, height=26, rx=7, class_="ba-sign"),
            pieces.words(x, y + 58, m.conduits.names[c], "ba-name"),
        ]
    )


def _dams(board: Barrage) -> Iterator[Place]:
    m, at = board.map, where(board.map.id)
    owners = {d: s for s, mask in enumerate(board.dams) for d in range(len(board.level)) if mask >> d & 1}
    for b in range(len(m.river)):
        if not m.dam_basins >> b & 1:
            continue
        for d in (2 * b + 1, 2 * b):  # as the water meets them
            x, y = at.dams[d]
            owner = owners.get(d)
            piece = NOTHING
            if owner is not None:
                company = pieces.company_of(board, owner)
                piece = pieces.dam(x, y, company, board.level[d], board.drops[d], m.dams.names[d])
            yield Place(
                key=f"dams {m.dams.names[d]}",
                label=m.dams.names[d],
                name=_dam_name(board, d, owner),
                x=x,
                y=y - 40,
                ring=f"M{x - 57:g} {y - 38:g}h114l-10 76h-94z",
                tile=_dam_space(x, y, bool(d % 2), m.dams.names[d] if owner is None else ""),
                pieces=piece,
            )


def _dam_name(board: Barrage, d: int, owner: int | None) -> Text:
    about: dict[str, object] = {
        "place": board.map.dams.names[d],
        "area": Word(f"area.{AREAS.names[board.map.area[d // 2]]}"),
    }
    if owner is None:
        return text("place.dam_red" if d % 2 else "place.dam_free", **about)
    return text("place.dam", owner=board.word(owner), level=board.level[d], drops=board.drops[d], **about)


@cache
def _dam_space(x: float, y: float, red: bool, name: str) -> Svg:
    """The space; its name is on it while no dam is."""
    parts = [el("path", d=f"M{x - 48:g} {y - 30:g}h96l-8 60h-80z", class_="ba-slot red" if red else "ba-slot")]
    if name:
        parts.append(pieces.words(x, y + (2 if red else 9), name, "ba-name"))
    if name and red:
        parts.append(pieces.words(x, y + 23, _MINUS_3, "ba-red"))
    return join(parts)


def _powerhouses(board: Barrage) -> Iterator[Place]:
    m, at = board.map, where(board.map.id)
    for b, name in enumerate(m.house_basins.names):
        if not name:
            continue
        left, top, right, bottom = at.groups[b]
        owners = [board.houses[h] for h in m.houses_of[b]]
        built = [s for s in owners if s != NOBODY]
        about = {"place": name, "area": Word(f"area.{AREAS.names[m.area[b]]}"), "free": len(owners) - len(built)}
        yield Place(
            key=f"powerhouses {name}",
            label=name,
            name=text("place.houses", owners=tuple(board.word(s) for s in built), **about)
            if built
            else text("place.houses_free", **about),
            x=(left + right) / 2,
            y=top - 14,
            ring=pieces.outline(left - 9, top - 9, right - left + 18, bottom - top + 18, 14),
            tile=_house_spaces(m.id, b),
            pieces=join(
                [
                    pieces.powerhouse(*at.houses[h], board.company(s))
                    for h, s in zip(m.houses_of[b], owners, strict=True)
                    if s != NOBODY
                ]
            ),
        )


@cache
def _house_spaces(id: str, b: int) -> Svg:
    m, at = find_map(id), where(id)
    left, top, right, bottom = at.groups[b]
    parts = [
        el("rect", x=left - 4, y=top - 4, width=right - left + 8, height=bottom - top + 8, rx=10, class_="ba-yard")
    ]
    parts.append(pieces.words(left + 8, top - 21, m.house_basins.names[b], "ba-name"))
    for h in m.houses_of[b]:
        x, y = at.houses[h]
        shape = {"x": x - HOUSE_W + 2, "y": y - HOUSE_H + 1, "width": 2 * HOUSE_W - 4, "height": 2 * HOUSE_H - 2}
        parts.append(el("rect", **shape, rx=6, class_="ba-slot red" if m.house_red[h] else "ba-slot"))
        if m.house_red[h]:
            parts.append(pieces.words(x, y + 8, _MINUS_3, "ba-red"))
    return join(parts)
