"""The drawing of the board: the island, the four tracks around the sea, tech cards and achievements on a shelf
below."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial

from soloist.core.text import Text, Word, text
from soloist.display.screen import Drawing, Place, Say, Svg, draw_icon, escape_markup, make_element, name_in_sentence
from soloist.games.packaged_data import read_entries, read_toml
from soloist.games.tapestry.board.map import Map
from soloist.games.tapestry.board.naming import achievement_word, landmark_word, seat_word, tech_word, track_word
from soloist.games.tapestry.board.state import EMPTY, NOBODY, PRINTED, UNSEEN, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    ACHIEVEMENTS,
    BENEFITS,
    BOTS,
    CORNERS,
    EXPLORATION,
    LAST,
    MILITARY,
    PACKAGE,
    SCIENCE,
    TECHNOLOGY,
    TRACKS,
    landmark_at,
)
from soloist.games.tapestry.display import shapes

#: icons of the achievements
_MEDALS = ("finish", "toppled", "island")


def draw_board(board: Tapestry, say: Say) -> Drawing:
    places = tuple(draw(board, say) for draw in _places(board.map).values())
    return Drawing(shapes.WIDTH, shapes.HEIGHT, shapes.draw_ground(), places)


def draw_place(board: Tapestry, key: str, say: Say) -> Place | None:
    """Return one place by its key, None if there is no such place."""
    draw = _places(board.map).get(key)
    return None if draw is None else draw(board, say)


@cache
def _places(map: Map) -> dict[str, Callable[[Tapestry, Say], Place]]:
    """Return the functions that draw each place, in reading order.

    The order is the track above, the track on the left, the hexes row by row, the track on the right, the one below,
    the shelf.
    """
    return {
        **_on_track(MILITARY),
        **_on_track(TECHNOLOGY),
        **{f"{map.hexes.id} {map.hexes.name_option(hex_)}": partial(_draw_hex_place, hex_) for hex_ in _rows_of(map)},
        **_on_track(SCIENCE),
        **_on_track(EXPLORATION),
        **{_tech_key(place): partial(_draw_tech_place, place) for place in range(3)},
        **{
            _achievement_key(number): partial(_draw_achievement_place, number)
            for number in range(len(ACHIEVEMENTS.names))
        },
    }


def _on_track(track: int) -> dict[str, Callable[[Tapestry, Say], Place]]:
    """Return a track as one place, drawn below its spaces, which are places of their own."""
    spaces = {space_key(track, space): partial(_draw_space_place, track, space) for space in range(1, LAST + 1)}
    return {f"{TRACKS.id} {TRACKS.names[track]}": partial(_draw_track_place, track), **spaces}


def find_places(board: Tapestry, domain: str, name: str) -> tuple[str, ...]:
    """Return the place of an option: a hex, a track as a whole, or an achievement."""
    of = {board.map.hexes.id: board.map.hexes, TRACKS.id: TRACKS, ACHIEVEMENTS.id: ACHIEVEMENTS}.get(domain)
    return (f"{domain} {name}",) if of is not None and name in of else ()


def places_of_instruction(board: Tapestry, line: Text) -> tuple[str, ...]:
    """Return the places an instruction mentions; a track with a space means that space."""
    hex_, track = name_in_sentence(line, "hex"), name_in_sentence(line, "track")
    found = [f"{board.map.hexes.id} {hex_}"] if hex_ in board.map.hexes else []
    if track in TRACKS:
        space = line.args.get("space")
        on_it = isinstance(space, int) and 0 < space <= LAST
        found.append(f"space {track} {space}" if on_it else f"{TRACKS.id} {track}")
    achievement = name_in_sentence(line, "achievement")
    if achievement in ACHIEVEMENTS:
        found.append(f"{ACHIEVEMENTS.id} {achievement}")
    if line.key == "hands.tech":
        found.append(f"tech {line.args['place']}")
    return tuple(found)


# ---------------------------------------------------------------------------------------------------------------- hexes


@cache
def _rows_of(map: Map) -> tuple[int, ...]:
    """Return the hexes from the top, each row from the left."""
    height = [(2 * r + q, q) for q, r in map.spots]
    return tuple(sorted(range(len(height)), key=lambda h: height[h]))


@cache
def hex_label(name: str) -> str:
    """Return the coordinates as printed, with a real minus."""
    return name.replace("-", "−")


@cache
def _islets(map: Map) -> dict[int, tuple[str, ...]]:
    """Return the terrain of printed hexes that touches no corner."""
    hexes = read_toml(PACKAGE, "data/map.toml")["boards"][map.id]["hexes"]
    return {i: tuple(h["inner"]) for i, h in enumerate(hexes) if "inner" in h}


@cache
def _islets_of_tiles() -> tuple[tuple[str, ...], ...]:
    """Return the terrain of the territory tiles that touches no corner."""
    return tuple(
        tuple(land for land in t["land"] if land not in t["corners"])
        for t in read_entries(PACKAGE, "territory_tiles", "territory")
    )


def land_of(board: Tapestry, hex_: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terrain of a territory with its rotation: of its six corners, and of islets that touch none."""
    return _land_of(board.map, hex_, board.tile[hex_], board.rotation[hex_])


def _land_of(map: Map, hex_: int, tile: int, turn: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if tile == PRINTED:
        return map.corners[hex_], _islets(map).get(hex_, ())
    corners = CORNERS[tile]
    return tuple(corners[(p - turn) % 6] for p in range(6)), _islets_of_tiles()[tile]


@cache
def _hex_frame(map: Map, hex_: int) -> tuple[str, str, float, float, str, str, str]:
    """Return the constant parts of a hex: key, label, centre, outline, start of its tile, name as markup."""
    name = map.hexes.names[hex_]
    x, y = shapes.centre_of(*map.spots[hex_])
    written = f'<text class="ta-hn" x="{x:.1f}" y="{y - 26:.1f}">{hex_label(name)}</text>'
    if hex_ == map.middle:
        written += draw_icon("achievement", x - 8, y + 25, 16, "ta-trophy")
    moved = f'<g transform="translate({x:.1f} {y:.1f})">'
    return f"{map.hexes.id} {name}", hex_label(name), x, y, shapes.outline_path(x, y, 49), moved, written


def _draw_hex_place(hex_: int, board: Tapestry, say: Say) -> Place:
    counts = zip(*((board.up[s][hex_], board.down[s][hex_], board.pieces[s][hex_]) for s in range(4)), strict=True)
    up, down, other = counts
    return _hex_drawn(board.map, hex_, board.tile[hex_], board.rotation[hex_], up, down, other)


@lru_cache(maxsize=4096)
def _hex_drawn(
    map: Map, hex_: int, tile: int, turn: int, up: tuple[int, ...], down: tuple[int, ...], other: tuple[int, ...]
) -> Place:
    key, label, x, y, ring, moved, written = _hex_frame(map, hex_)
    parts: list[object] = []
    if tile == EMPTY:
        ground = shapes.EMPTY_HEX
        parts.append(Word("ground.empty"))
    elif tile == UNSEEN:
        ground = shapes.UNKNOWN_TILE
        parts.append(Word("ground.unseen"))
    else:
        corners, inner = _land_of(map, hex_, tile, turn)
        ground = shapes.draw_territory(corners, inner)
        parts.append(_say_ground(hex_ == map.middle, corners, inner))
    pieces = ""
    if any(up) or any(down):
        parts += _say_named(up, down, other)
        standing = [s for s, count in enumerate(up) for _ in range(count)]
        lying = [s for s, count in enumerate(down) for _ in range(count)]
        pieces = _tokens(standing, lying, x, y + 4)
    name = text("place.hex", hex=label, parts=tuple(parts))
    return Place(key, label, name, x, y, ring, Svg(f"{moved}{ground}</g>"), Svg(written + pieces))


@cache
def _say_ground(middle: bool, corners: tuple[str, ...], inner: tuple[str, ...]) -> Text:
    terrain = tuple(Word(f"terrain.{t}") for t in dict.fromkeys((*corners, *inner)))
    return text("ground.middle" if middle else "ground.territory", terrain=terrain)


def _say_named(up: tuple[int, ...], down: tuple[int, ...], pieces: tuple[int, ...]) -> list[Text]:
    """Return the tokens of a hex in words: standing before toppled, and for each seat outposts before other pieces."""
    standing, lying = [], []
    for seat, (upright, fallen, other) in enumerate(zip(up, down, pieces, strict=True)):
        keys = ["up"] * (upright - min(upright, other)) + ["other_up"] * min(upright, other)
        standing += [text(f"piece.{key}", seat=seat_word(seat)) for key in keys]
        other -= min(upright, other)
        keys = ["down"] * (fallen - other) + ["other_down"] * other
        lying += [text(f"piece.{key}", seat=seat_word(seat)) for key in keys]
    return standing + lying


def _tokens(up: list[int], down: list[int], x: float, y: float) -> str:
    """Draw the outposts of a hex; standing ones are in front, on the left."""
    many = len(up) + len(down)
    gap = 0 if many == 1 else 30 if many == 2 else 22
    left = x - gap * (many - 1) / 2
    drawn = [shapes.draw_piece(s, False, left + i * gap, y + 1) for i, s in enumerate(up)]
    drawn += [shapes.draw_piece(s, True, left + (len(up) + i) * gap, y + 8) for i, s in enumerate(down)]
    return "".join(reversed(drawn))


# --------------------------------------------------------------------------------------------------------------- tracks


def space_key(track: int, space: int) -> str:
    return f"space {TRACKS.names[track]} {space}"


@cache
def _space_frame(track: int, space: int) -> tuple[str, float, float, str, Svg, float, float, tuple[Word, ...]]:
    """Return the constant parts of a space: key, centre, outline, tap area, token position, the Automa's gains."""
    of = shapes.box_of(track, space)
    x, y, w, h = of
    hit = make_element("rect", class_="ta-hit", x=x, y=y, width=w, height=h, rx=6)
    gains = tuple(Word(f"benefit.{b.partition(':')[0]}") for b in BENEFITS.get((track, space), ()))
    return (
        space_key(track, space),
        *shapes.centre_of_corners(of),
        shapes.box_ring(*of),
        hit,
        *shapes.token_position(track, space),
        gains,
    )


def _draw_track_place(track: int, board: Tapestry, say: Say) -> Place:
    loved = [bot for bot in BOTS if bot in board.seats and board.favorite[bot] == track]
    x, y = shapes.TRACK_TAGS[track]
    pieces = "".join(shapes.draw_favorite(bot, track, i) for i, bot in enumerate(loved))
    if here := _standing(board, track, 0):
        pieces += shapes.draw_tokens(here, *shapes.token_position(track, 0))
    parts = [text("piece.on_space", seat=seat_word(s), space=board.spaces[s][track]) for s in board.seats]
    parts += [text("piece.favorite", seat=seat_word(bot)) for bot in loved]
    name = text("place.track", track=track_word(track), parts=tuple(parts))
    key, label = f"{TRACKS.id} {TRACKS.names[track]}", say(track_word(track))
    ring, tile = shapes.track_ring(track), shapes.track_boxes(track)
    return Place(key, label, name, x, y, ring, tile, Svg(pieces))


def _standing(board: Tapestry, track: int, space: int) -> list[int]:
    """Return the seats whose token is on a space."""
    return [seat for seat in board.seats if board.spaces[seat][track] == space]


def _draw_space_place(track: int, space: int, board: Tapestry, say: Say) -> Place:
    landmark = landmark_at(track, space)
    owner = NOBODY if landmark is None else board.landmarks[landmark]
    return _space_drawn(track, space, owner, tuple(_standing(board, track, space)), say(track_word(track)))


@lru_cache(maxsize=4096)
def _space_drawn(track: int, space: int, owner: int, here: tuple[int, ...], called: str) -> Place:
    """Draw a space; `owner` has its landmark, `here` are the seats with a token on it."""
    key, x, y, ring, hit, token_x, token_y, gains = _space_frame(track, space)
    pieces = ""
    parts: list[object] = []
    landmark = landmark_at(track, space)
    if landmark is not None:
        if owner != NOBODY:
            pieces = shapes.owned_landmark(owner, track, space)
            parts.append(text("piece.landmark", landmark=landmark_word(landmark), seat=seat_word(owner)))
        else:
            parts.append(text("piece.landmark_free", landmark=landmark_word(landmark)))
    if here:
        pieces += shapes.draw_tokens(list(here), token_x, token_y)
        parts += [text("piece.token", seat=seat_word(s)) for s in here]
    parts += gains
    words = {"track": track_word(track), "space": space}
    name = text("place.space", **words, parts=tuple(parts)) if parts else text("place.space_bare", **words)
    return Place(key, f"{called} {space}", name, x, y, ring, hit, Svg(pieces))


# ---------------------------------------------------------------------------------------------------------------- shelf


def _tech_key(place: int) -> str:
    return f"tech {place + 1}"


def _draw_tech_place(place: int, board: Tapestry, say: Say) -> Place:
    of = x, y, w, h = shapes.tech_box(place)
    card = board.tech[place]
    back = make_element("rect", class_="ta-card", x=x, y=y, width=w, height=h, rx=7)
    if card == NOBODY:
        label, shown, name = str(place + 1), "", text("place.tech_none", place=place + 1)
    else:
        label = say(tech_word(card))
        size = "ta-card-name ta-long" if len(label) > 15 else "ta-card-name"
        shown = f'<text class="{size}" x="{x + 34:g}" y="{y + 31:g}">{escape_markup(label)}</text>'
        name = text("place.tech", place=place + 1, card=tech_word(card))
    tile = Svg(f"{back}{draw_icon('tech-card', x + 7, y + 15, 22, 'ta-k-technology')}{shown}")
    return Place(_tech_key(place), label, name, *shapes.centre_of_corners(of), shapes.box_ring(*of), tile)


def _achievement_key(achievement: int) -> str:
    return f"{ACHIEVEMENTS.id} {ACHIEVEMENTS.names[achievement]}"


def _draw_achievement_place(achievement: int, board: Tapestry, say: Say) -> Place:
    of = x, y, w, h = shapes.achievement_box(achievement)
    taken = board.places[achievement]
    parts, pieces = [], ""
    tile = [
        make_element("rect", class_="ta-card", x=x, y=y, width=w, height=h, rx=7),
        draw_icon(_MEDALS[achievement], x + 6, y + 15, 22, "ta-trophy"),
    ]
    for i, vp in enumerate(ACHIEVEMENT_VP[board.map.id][achievement]):
        at = x + 46 + 32 * i
        if i < len(taken):
            pieces += shapes.draw_token(taken[i], at, y + h / 2, 12.5)
            parts.append(text("piece.place", place=i + 1, seat=seat_word(taken[i])))
        else:
            tile.append(make_element("circle", class_="ta-slot", cx=at, cy=y + h / 2, r=13))
            tile.append(Svg(f'<text class="ta-vp" x="{at:g}" y="{y + h / 2 + 5:g}">{vp}</text>'))
            parts.append(text("piece.place_free", place=i + 1, vp=vp))
    name = text("place.achievement", achievement=achievement_word(achievement), parts=tuple(parts))
    key, label = _achievement_key(achievement), say(achievement_word(achievement))
    ring = shapes.box_ring(*of)
    return Place(key, label, name, *shapes.centre_of_corners(of), ring, Svg("".join(tile)), Svg(pieces))
