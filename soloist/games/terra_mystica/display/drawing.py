"""The drawing of the board: the map, and below it cult tracks, power actions and the row of bonus cards.

Unchanged parts come from caches, so each drawing renders only what differs.
"""

from __future__ import annotations

from functools import cache, lru_cache

from soloist.core.bits import Mask, iterate_bits
from soloist.core.text import Text, Word, text
from soloist.display.glyphs import POWER, draw_row
from soloist.display.screen import Drawing, Place, Say, Svg, draw_icon, join_markup, make_element, name_in_sentence
from soloist.games.terra_mystica.board.map import Map, find_map
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BOARD_ACTIONS,
    BONUS,
    CULTS,
    KINDS,
    MERCHANT_ACTIONS,
    ORDER_SPACES,
    POWER_ACTIONS,
    SEATS,
    TERRAIN,
    TERRAIN_LETTERS,
    TOP,
)
from soloist.games.terra_mystica.display import shapes
from soloist.games.terra_mystica.display.components import ACTION_POWER, bonus_income
from soloist.games.terra_mystica.display.seats import SEAT_WORDS, seat_style

#: ids of the domains that have places on the drawing
HEXES, TRACKS, ACTIONS, CARDS = "hexes", CULTS.id, POWER_ACTIONS.id, BONUS.id

#: spaces of a cult track that give power or need a key (TM-071)
MARKS = (3, 5, 7, 10)
#: icon and number of each power action; those of the Merchants are unknown
_ACTION_SIGNS = (
    ("bridge", ""),
    ("priest", "1"),
    ("worker", "2"),
    ("coin", "7"),
    ("spade", "1"),
    ("spade", "2"),
    ("shipping", ""),
    ("shipping", ""),
    ("shipping", ""),
)
#: icon of the second effect of each bonus card, "" where it only gives income
_BONUS_SIGNS = (
    "spade",
    "catch-up",
    "",
    "shipping",
    "",
    "stronghold",
    "trading-house",
    "",
    "dwelling",
    "shipping",
)

# measures of the strips below the map
_TRACK_HIGH, _TRACK_GAP, _SPACE, _FIRST_SPACE, _ORDER = 34.0, 7.0, 17.2, 38.0, 17.0
_BOX_WIDE, _BOX_HIGH, _BOX_STEP = 38.0, 40.0, 42.0


def draw_board(board: TerraMystica, say: Say) -> Drawing:
    """Return the drawing of the board."""
    mots = board.setup.mots
    styles = _seat_styles(board)
    width, height = shapes.map_size(board.map)
    places = [
        *_draw_hexes(board, styles, board.map.land),
        *_draw_tracks(board, styles),
        *_draw_actions(board, say),
        *_bonus_cards(board, say),
    ]
    ground = _draw_ground(board.map.id, mots, say(Word("strip.actions")), say(Word("strip.bonus")))
    above = join_markup([*_draw_bridges(board, styles), *_river_towns(board, styles)])
    return Drawing(width, height + _strips_height(), ground, tuple(places), above)


def draw_empty_map(map_id: str) -> Drawing:
    """Return the drawing of a map as printed, without pieces."""
    where = find_map(map_id)
    places = [
        _empty_hex(map_id, h, t) for t, printed in enumerate(where.printed) for h in iterate_bits(printed & where.land)
    ]
    return Drawing(*shapes.map_size(where), _draw_river(map_id), tuple(places))


def draw_place(board: TerraMystica, key: str, say: Say) -> Place | None:
    """Return one place by its key, without drawing the other parts of the board."""
    domain_id, _, name = key.partition(" ")
    if domain_id == HEXES:
        hex_ = board.map.hexes.find_option(name)
        if hex_ is None or not board.map.land >> hex_ & 1:
            return None
        return _draw_hexes(board, _seat_styles(board), 1 << hex_)[0]
    strip = {TRACKS: lambda: _draw_tracks(board, _seat_styles(board)), ACTIONS: lambda: _draw_actions(board, say)}
    found = strip.get(domain_id, lambda: _bonus_cards(board, say))()
    return next((one for one in found if one.key == key), None)


def _seat_styles(board: TerraMystica) -> tuple[str, ...]:
    return tuple(seat_style(board, seat) for seat in range(len(board.pieces)))


def find_places(board: TerraMystica, domain_id: str, name: str) -> tuple[str, ...]:
    """Return the place of an option: a land hex, a cult track, or a power action; river hexes have none."""
    if domain_id == HEXES:
        hex_ = board.map.hexes.find_option(name)
        return (f"{HEXES} {name}",) if hex_ is not None and board.map.land >> hex_ & 1 else ()
    if domain_id == TRACKS:
        return (f"{TRACKS} {name}",) if name in CULTS else ()
    if domain_id == ACTIONS:
        on_board = board.setup.mots or name in POWER_ACTIONS.name_options(BOARD_ACTIONS)
        return (f"{ACTIONS} {name}",) if name in POWER_ACTIONS and on_board else ()
    return ()


def places_of_instruction(board: TerraMystica, line: Text) -> tuple[str, ...]:
    """Return the places an instruction mentions, or those where it can be carried out."""
    if line.key == "prompt.bonus":
        return tuple(f"{CARDS} {BONUS.names[card]}" for card in board.row)
    if line.key in ("prompt.first_dwelling", "prompt.dwellings_left"):
        home = board.home[SEATS.find_option(name_in_sentence(line, "seat")) or 0]
        free = [h for h in iterate_bits(board.terrain[home] & board.map.land) if board.owner_at(h) is None]
        return tuple(f"{HEXES} {board.map.hexes.names[h]}" for h in free)
    domains = {"hex": HEXES, "cult": TRACKS, "action": ACTIONS}
    return tuple(
        key for value, domain in domains.items() for key in find_places(board, domain, name_in_sentence(line, value))
    )


# ---------------------------------------------------------------------------------------------------------- the map


@cache
def _draw_river(map_id: str) -> Svg:
    where = find_map(map_id)
    middles = [shapes.middle_of(where, hex_) for hex_ in iterate_bits(where.river)]
    shown = "".join(shapes.hex_path(x, y, shapes.RADIUS + 0.4) for x, y in middles)
    waves = "".join(f"M{shapes.format_number(x - 11)} {shapes.format_number(y)}q5.5-5 11 0t11 0" for x, y in middles)
    return join_markup(
        [make_element("path", d=shown, class_="tm-river"), make_element("path", d=waves, class_="tm-wave")]
    )


@cache
def _draw_ground(map_id: str, mots: bool, actions: str, bonus: str) -> Svg:
    """Draw the river and the headings of the strips."""
    top = _boxes_top(find_map(map_id)) - 5
    count = 9 if mots else 6
    return join_markup(
        [
            _draw_river(map_id),
            shapes.draw_words(actions, shapes.MARGIN, top, "tm-head"),
            shapes.draw_words(bonus, _cards_left(count), top, "tm-head"),
        ]
    )


def _draw_hexes(board: TerraMystica, styles: tuple[str, ...], among: Mask) -> list[Place]:
    """Return the places of these land hexes in reading order."""
    ground = {hex_: t for t, where in enumerate(board.terrain) for hex_ in iterate_bits(where & among)}
    standing: dict[int, tuple[int, int]] = {}
    for seat, kinds in enumerate(board.pieces):
        for kind, where in enumerate(kinds):
            for hex_ in iterate_bits(where & among):
                standing[hex_] = (seat, kind)
    marks, traded, cubes, blighted = board.marks, board.traded, board.cubes, board.blighted
    tokens = marks | traded | cubes | blighted
    towns = board.towns()
    places = []
    for hex_ in iterate_bits(among):
        on_it = standing.get(hex_)
        if on_it is None and not tokens >> hex_ & 1:
            places.append(_empty_hex(board.map.id, hex_, ground[hex_]))
            continue
        seat, kind = on_it if on_it else (NOBODY, NOBODY)
        lying = (marks >> hex_ & 1) | (traded >> hex_ & 1) << 1 | (cubes >> hex_ & 1) << 2 | (blighted >> hex_ & 1) << 3
        lying |= (towns >> hex_ & 1) << 4
        style = styles[seat] if on_it else ""
        places.append(_draw_hex_place(board.map.id, hex_, ground[hex_], seat, kind, lying, style, styles[AUTOMA]))
    return places


@cache
def _draw_tile(map_id: str, hex_: int, terrain: int, motif: bool) -> Svg:
    """Draw the terrain of a hex."""
    x, y = shapes.middle_of(find_map(map_id), hex_)
    name = TERRAIN.names[terrain]
    parts = [make_element("path", d=shapes.hex_path(x, y, shapes.DRAWN), class_="tm-hex")]
    if motif:
        at = f"translate({shapes.format_number(x)} {shapes.format_number(y + 1)})"
        parts.append(make_element("path", d=shapes.MOTIFS[name], transform=at, class_="tm-motif"))
    return make_element("g", *parts, class_=f"tm-{name}")


@cache
def _draw_name(map_id: str, hex_: int, terrain: int) -> Svg:
    """Draw the name of a hex, and its terrain letter for players who turned letters on."""
    where = find_map(map_id)
    x, y = shapes.middle_of(where, hex_)
    ground = f"tm-{TERRAIN.names[terrain]}"
    return join_markup(
        [
            shapes.draw_words(where.hexes.names[hex_], x, y - 10, f"tm-name {ground}"),
            shapes.draw_words(TERRAIN_LETTERS[terrain], x, y + 23.5, f"tm-letter {ground}"),
        ]
    )


@cache
def _tag_and_ring(map_id: str, hex_: int) -> tuple[float, float, str]:
    """Return the position of the tag of an empty hex, and its outline."""
    x, y = shapes.middle_of(find_map(map_id), hex_)
    return x, y + 16, shapes.hex_path(x, y, shapes.RING)


@cache
def _empty_hex(map_id: str, hex_: int, terrain: int) -> Place:
    label = find_map(map_id).hexes.names[hex_]
    spoken = text("spoken.list", parts=(label, Word(f"terrain.{TERRAIN.names[terrain]}"), Word("spoken.empty")))
    x, y, ring = _tag_and_ring(map_id, hex_)
    tile = _draw_tile(map_id, hex_, terrain, True)
    return Place(f"{HEXES} {label}", label, spoken, x, y, ring, tile, _draw_name(map_id, hex_, terrain))


@lru_cache(maxsize=4096)
def _draw_hex_place(
    map_id: str, hex_: int, terrain: int, seat: int, kind: int, lying: int, style: str, automa_style: str
) -> Place:
    """Return a hex with pieces; the bits of `lying` are mark, trade marker, cube, blight, town."""
    where = find_map(map_id)
    label = where.hexes.names[hex_]
    x, y = shapes.middle_of(where, hex_)
    spoken: list[object] = [label, Word(f"terrain.{TERRAIN.names[terrain]}")]
    shown = [_draw_name(map_id, hex_, terrain)]
    if seat != NOBODY:
        spoken.append(text("spoken.owned", seat=SEAT_WORDS[seat], kind=Word(f"kind.{KINDS.names[kind]}")))
        shown.append(shapes.draw_structure(seat, kind, style, x, y + 3.5))
    else:
        spoken.append(Word("spoken.empty"))
    if lying & 1:
        shown.append(shapes.power_token(x + 15, y + 10))
        spoken.append(Word("spoken.marked"))
    if lying & 2:
        shown.append(shapes.draw_token(AUTOMA, automa_style, x - 15, y + 10, 5.5))
        spoken.append(Word("spoken.traded"))
    if lying & 4:
        shown.append(shapes.draw_cube(*(x - 15, y - 4) if seat != NOBODY else (x - 8, y + 8)))
        spoken.append(Word("spoken.cube"))
    if lying & 8:
        shown.append(shapes.draw_blight(*(x + 15, y - 4) if seat != NOBODY else (x + 8, y + 8)))
        spoken.append(Word("spoken.blighted"))
    if lying & 16:
        shown.append(shapes.draw_town(style, x + 15, y + 10))
        spoken.append(Word("spoken.town"))
    tag_y, ring = y + 20, _tag_and_ring(map_id, hex_)[2]  # lower than on an empty hex, so that the piece stays visible
    tile = _draw_tile(map_id, hex_, terrain, seat == NOBODY and not lying)
    spoken_name = text("spoken.list", parts=tuple(spoken))
    return Place(f"{HEXES} {label}", label, spoken_name, x, tag_y, ring, tile, join_markup(shown))


def _draw_bridges(board: TerraMystica, styles: tuple[str, ...]) -> list[Svg]:
    return [
        _draw_bridge(board.map.id, i, styles[seat])
        for seat, standing in enumerate(board.bridges)
        if standing
        for i in iterate_bits(standing)
    ]


def _river_towns(board: TerraMystica, styles: tuple[str, ...]) -> list[Svg]:
    """Draw the river hexes of Mermaid towns (TM-122)."""
    return [
        shapes.draw_town(styles[seat], *shapes.middle_of(board.map, hex_))
        for seat in board.humans
        for hex_ in iterate_bits(board.town_rivers(seat))
    ]


@cache
def _draw_bridge(map_id: str, number: int, style: str) -> Svg:
    where = find_map(map_id)
    a, b = where.bridges[number]
    return shapes.draw_bridge(shapes.middle_of(where, a), shapes.middle_of(where, b), style)


# ------------------------------------------------------------------------------------------------------- cult tracks


def _strips_height() -> float:
    """Return the height of the strips below the map."""
    return 2 * (_TRACK_HIGH + _TRACK_GAP) + 16 + _BOX_HIGH + shapes.MARGIN


def _boxes_top(where: Map) -> float:
    return shapes.map_size(where)[1] + 2 * (_TRACK_HIGH + _TRACK_GAP) + 14


def _draw_tracks(board: TerraMystica, styles: tuple[str, ...]) -> list[Place]:
    return [
        _draw_track_place(
            board.map.id,
            track,
            tuple(cults[track] for cults in board.cults),
            tuple(board.spaces[4 * track : 4 * track + 4]),
            styles,
            tuple(board.seated()),
        )
        for track in range(len(CULTS.names))
    ]


def _track_box(where: Map, track: int) -> tuple[float, float, float]:
    """Return left, top and width of a track; the tracks form two rows of two."""
    width, height = shapes.map_size(where)
    wide = (width - 3 * shapes.MARGIN) / 2
    row, column = divmod(track, 2)
    return shapes.MARGIN + column * (wide + shapes.MARGIN), height + row * (_TRACK_HIGH + _TRACK_GAP), wide


@cache
def _track_tile(map_id: str, track: int) -> Svg:
    left, top, wide = _track_box(find_map(map_id), track)
    cult = CULTS.names[track]
    y = top + _TRACK_HIGH / 2
    start = left + _FIRST_SPACE
    parts = [
        make_element("path", d=shapes.box_path(left, top, wide, _TRACK_HIGH, 7), class_="tm-sheet"),
        draw_icon(cult, left + 6, y - 10, 20, "ic-b tm-cult"),
        make_element(
            "path",
            d=f"M{shapes.format_number(start)} {shapes.format_number(y)}h{shapes.format_number(TOP * _SPACE)}",
            class_="tm-bar",
        ),
    ]
    for space in range(TOP + 1):
        x = start + space * _SPACE
        if space in MARKS:
            parts.append(make_element("circle", cx=x, cy=y, r=7, class_="tm-step"))
            parts.append(shapes.draw_words(str(space), x, y + 3.2, "tm-count"))
        else:
            parts.append(make_element("circle", cx=x, cy=y, r=1.8, class_="tm-space"))
    for i, steps in enumerate(ORDER_SPACES):
        x = _order_at(left, wide, i)
        parts.append(make_element("circle", cx=x, cy=y, r=7, class_="tm-order"))
        parts.append(shapes.draw_words(str(steps), x, y + 3.4, "tm-order-count"))
    return make_element("g", *parts, class_=f"tm-{cult}")


def _order_at(left: float, wide: float, i: int) -> float:
    """Return the x of an order space of a track."""
    return left + wide - 12 - (len(ORDER_SPACES) - 1 - i) * _ORDER


@lru_cache(maxsize=4096)
def _draw_track_place(
    map_id: str,
    track: int,
    at: tuple[int, ...],
    priests: tuple[int, ...],
    styles: tuple[str, ...],
    seats: tuple[int, ...],
) -> Place:
    left, top, wide = _track_box(find_map(map_id), track)
    cult = CULTS.names[track]
    y = top + _TRACK_HIGH / 2
    shown = []
    for seat in sorted(seats, reverse=True):  # the Automa's marker is drawn last, on top
        same = sorted(other for other in seats if at[other] == at[seat])
        right, lower, radius = _beside_others(same.index(seat), len(same))
        x = left + _FIRST_SPACE + at[seat] * _SPACE + right
        shown.append(shapes.draw_token(seat, styles[seat], x, y + lower, radius))
    for i, seat in enumerate(priests):
        if seat != NOBODY:
            shown.append(shapes.draw_token(seat, styles[seat], _order_at(left, wide, i), y, 7))
    spoken = text(
        "spoken.track",
        cult=Word(f"cult.{cult}"),
        markers=tuple(text("spoken.at", seat=SEAT_WORDS[s], space=at[s]) for s in seats),
        priests=tuple(_say_priest(seat, n) for seat, n in zip(priests, ORDER_SPACES, strict=True)),
    )
    ring = shapes.box_path(left + 2, top + 2, wide - 4, _TRACK_HIGH - 4, 6)
    return Place(
        f"{TRACKS} {cult}", cult, spoken, left + 16, top + 29, ring, _track_tile(map_id, track), join_markup(shown)
    )


def _beside_others(i: int, count: int) -> tuple[float, float, float]:
    """Return offset and radius of the i-th of several markers on a space: two below each other, more in two columns."""
    if count <= 2:
        return 0, 12 * i - 6 * (count - 1), 7
    row, column = divmod(i, 2)
    alone = column == 0 and i == count - 1
    return (0 if alone else 9.6 * column - 4.8), (row - (count - 1) // 2 / 2) * 9.8, 5


def _say_priest(seat: int, number: int) -> Text:
    if seat == NOBODY:
        return text("spoken.space_free", number=number)
    return text("spoken.space_taken", number=number, seat=SEAT_WORDS[seat])


# ------------------------------------------------------------------------------------- power actions, bonus cards


def _draw_actions(board: TerraMystica, say: Say) -> list[Place]:
    shown = BOARD_ACTIONS | (MERCHANT_ACTIONS if board.setup.mots else 0)
    return [
        _draw_action_place(board.map.id, action, board.used >> action & 1, say(POWER_ACTIONS.option_value(action)))
        for action in iterate_bits(shown)
    ]


@cache
def _draw_action_place(map_id: str, action: int, used: int, label: str) -> Place:
    name = POWER_ACTIONS.names[action]
    x = shapes.MARGIN + action * _BOX_STEP
    y = _boxes_top(find_map(map_id))
    sign, amount = _ACTION_SIGNS[action]
    parts = [
        make_element("path", d=shapes.box_path(x, y, _BOX_WIDE, _BOX_HIGH, 9), class_="tm-action"),
        _draw_price(action, x + _BOX_WIDE / 2, y + 9),
        draw_icon(sign, x + (3 if amount else 10), y + 17, 19, "ic-b tm-sign"),
    ]
    if amount:
        parts.append(shapes.draw_words(amount, x + 28, y + 31, "tm-amount"))
    pieces = [] if not used else [_action_token(x + _BOX_WIDE / 2, y + 25)]
    words = Word("spoken.used" if used else "spoken.free")
    spoken = text("spoken.list", parts=(Word(f"action.{name}"), words))
    ring = shapes.box_path(x + 1.5, y + 1.5, _BOX_WIDE - 3, _BOX_HIGH - 3, 8)
    return Place(
        f"{ACTIONS} {name}",
        label,
        spoken,
        x + _BOX_WIDE / 2,
        y + _BOX_HIGH - 4,
        ring,
        join_markup(parts),
        join_markup(pieces),
    )


def _draw_price(action: int, x: float, y: float) -> Svg:
    """Draw the power cost of an action; the Merchants' are unknown and show their number instead."""
    if action not in ACTION_POWER:
        return shapes.draw_words(f"M{action - min(iterate_bits(MERCHANT_ACTIONS)) + 1}", x, y + 2, "tm-box-name")
    return draw_row([(POWER, ACTION_POWER[action])], x, y, 15, 15)


def _action_token(x: float, y: float) -> Svg:
    """Draw the token on a used power action (TM-090)."""
    return make_element(
        "g",
        make_element("path", d=shapes.box_path(-11, -11, 22, 22, 6), class_="tm-token"),
        make_element("path", d="M-5-5L5 5M5-5L-5 5", class_="tm-token-cross"),
        transform=f"translate({shapes.format_number(x)} {shapes.format_number(y)})",
    )


def _cards_left(actions: int) -> float:
    """Return the x where the row of bonus cards begins."""
    return shapes.MARGIN + actions * _BOX_STEP + 14


def _bonus_cards(board: TerraMystica, say: Say) -> list[Place]:
    first = _cards_left(9 if board.setup.mots else 6)
    return [
        _bonus_card(board.map.id, card, first + i * _BOX_STEP, board.coins[card], say(BONUS.option_value(card)))
        for i, card in enumerate(board.row)
    ]


@lru_cache(maxsize=1024)
def _bonus_card(map_id: str, card: int, x: float, coins: int, label: str) -> Place:
    name, sign = BONUS.names[card], _BONUS_SIGNS[card]
    y = _boxes_top(find_map(map_id))
    parts = [
        make_element("rect", x=x, y=y, width=_BOX_WIDE, height=_BOX_HIGH, rx=6, class_="tm-card"),
        draw_row(
            bonus_income(card),
            x + _BOX_WIDE / 2,
            y + (10 if sign else _BOX_HIGH / 2),
            15 if sign else 22,
            _BOX_WIDE - 4,
        ),
    ]
    if sign:
        parts.append(draw_icon(sign, x + 9.5, y + 18, 19, "ic-b tm-sign"))
    pieces = []
    if coins:
        pieces = [
            make_element("circle", cx=x + 32, cy=y + 31, r=7, class_="tm-coin"),
            shapes.draw_words(str(coins), x + 32, y + 34.4, "tm-coins"),
        ]
    spoken: tuple[object, ...] = (Word(f"bonus.{name}"),)
    if coins:
        spoken = (*spoken, text("spoken.coins", n=coins))
    ring = shapes.box_path(x + 1.5, y + 1.5, _BOX_WIDE - 3, _BOX_HIGH - 3, 5)
    return Place(
        f"{CARDS} {name}",
        label,
        text("spoken.list", parts=spoken),
        x + _BOX_WIDE / 2,
        y + _BOX_HIGH - 4,
        ring,
        join_markup(parts),
        join_markup(pieces),
    )
