"""The position as flat names and values: for `facts`, corrections and scenario files.

All fields can be read and set, so any position can be entered, and `list_corrections` turns a board back into such
lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from soloist.core.bits import Mask, mask_of
from soloist.core.errors import ImpossibleError, UnknownError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import read_field_number, read_field_option, split_field
from soloist.games.terra_mystica.board.printed import write_value
from soloist.games.terra_mystica.board.setup import with_entered
from soloist.games.terra_mystica.board.state import NOBODY, PHASES, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import (
    BONUS,
    CARDS,
    CULTS,
    FAVORS,
    GOGNOME_TOKENS,
    KINDS,
    POWER_ACTIONS,
    ROUNDS,
    SEATS,
    TERRAIN,
    TOP,
)

B = TerraMystica
Get = Callable[[B], str]
Set = Callable[[B, str], None]


def _write_list(of: Domain, mask: Mask) -> str:
    return " ".join(of.name_options(mask)) or "-"


def _read_mask(of: Domain, value: str, field: str) -> Mask:
    return mask_of(read_field_option(of, word, field) for word in split_field(value))


def _read_hexes(board: B, value: str, field: str) -> Mask:
    mask = mask_of(board.map.hex(word) for word in split_field(value))
    if mask & ~board.map.land:
        raise ImpossibleError(text("error.field_river", field=field), rule="TM-001")
    return mask


def _write_card(board: B, number: int, of: Domain) -> str:
    return of.names[number] if number != NOBODY else "-"


def _read_card(of: Domain, value: str, field: str) -> int:
    return NOBODY if value.strip() == "-" else read_field_option(of, value.strip(), field)


def _mask_field(name: str, of: Domain) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_list(of, getattr(b, name))

    def put(b: B, v: str) -> None:
        setattr(b, name, _read_mask(of, v, name))

    return get, put


def _hex_field(attribute: str, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_list(b.map.hexes, getattr(b, attribute))

    def put(b: B, v: str) -> None:
        setattr(b, attribute, _read_hexes(b, v, name))

    return get, put


def _int_field(name: str, least: int, most: int) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return str(getattr(b, name))

    def put(b: B, v: str) -> None:
        setattr(b, name, read_field_number(v, name, least, most))

    return get, put


def _seat_int(attribute: str, name: str, seat: int, least: int, most: int) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return str(getattr(b, attribute)[seat])

    def put(b: B, v: str) -> None:
        getattr(b, attribute)[seat] = read_field_number(v, name, least, most)

    return get, put


def _card_field(attribute: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_card(b, getattr(b, attribute), CARDS)

    def put(b: B, v: str) -> None:
        setattr(b, attribute, _read_card(CARDS, v, attribute))

    return get, put


def _structure_field(seat: int, kind: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_list(b.map.hexes, b.pieces[seat][kind])

    def put(b: B, v: str) -> None:
        b.pieces[seat][kind] = _read_hexes(b, v, name)

    return get, put


def _left_field(seat: int, kind: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return str(b.left[seat][kind])

    def put(b: B, v: str) -> None:
        number = read_field_number(v, name, -99, 99)
        if number and kind == len(KINDS.names) - 1 and not b.setup.mots:
            raise ImpossibleError(text("error.no_shipyard"), rule="TMA-015", nearest=["0"])
        b.left[seat][kind] = number

    return get, put


def _cult_field(seat: int, track: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return str(b.cults[seat][track])

    def put(b: B, v: str) -> None:
        b.cults[seat][track] = read_field_number(v, name, 0, TOP)

    return get, put


def _space_field(track: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return " ".join(_write_card(b, s, SEATS) for s in b.spaces[track * 4 : track * 4 + 4])

    def put(b: B, v: str) -> None:
        seats = [_read_card(SEATS, w, name) for w in v.split()]
        if len(seats) != 4 or any(s >= len(b.pieces) for s in seats):
            raise ImpossibleError(text("error.field_spaces", field=name, got=v), rule="TM-070")
        b.spaces[track * 4 : track * 4 + 4] = seats

    return get, put


def _bonus_field(seat: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_card(b, b.bonus[seat], BONUS)

    def put(b: B, v: str) -> None:
        b.bonus[seat] = _read_card(BONUS, v, name)

    return get, put


def _per_seat_mask(attribute: str, name: str, seat: int, of: Domain) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_list(of, getattr(b, attribute)[seat])

    def put(b: B, v: str) -> None:
        getattr(b, attribute)[seat] = _read_mask(of, v, name)

    return get, put


def _bridge_field(seat: int) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return _write_list(b.map.bridge_names, b.bridges[seat])

    def put(b: B, v: str) -> None:
        words = split_field(v)
        for w in words:
            if w.count(":") != 1:
                raise ImpossibleError(
                    text("error.field_name", field="bridges", got=w), nearest=b.map.bridge_names.names[:4]
                )
        b.bridges[seat] = mask_of(b.map.bridge(*w.split(":")) for w in words)

    return get, put


def _seat_list(attribute: str, whole: bool) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return " ".join(SEATS.names[s] for s in getattr(b, attribute)) or "-"

    def put(b: B, v: str) -> None:
        seats = [read_field_option(SEATS, w, attribute) for w in v.split() if w != "-"]
        if (
            len(set(seats)) != len(seats)
            or any(s >= len(b.pieces) for s in seats)
            or (whole and len(seats) != len(b.pieces))
        ):
            raise ImpossibleError(text("error.field_seats", field=attribute, got=v))
        setattr(b, attribute, seats)

    return get, put


def _seat_field(attribute: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        seat: int = getattr(b, attribute)
        return SEATS.names[seat]

    def put(b: B, v: str) -> None:
        seat = read_field_option(SEATS, v.strip(), attribute)
        if seat >= len(b.pieces):
            raise ImpossibleError(text("error.field_seats", field=attribute, got=v))
        setattr(b, attribute, seat)

    return get, put


def _row_field() -> tuple[Get, Set]:
    def get(b: B) -> str:
        return " ".join(BONUS.names[c] for c in b.row) or "-"

    def put(b: B, v: str) -> None:
        cards = [read_field_option(BONUS, w, "bonus.row") for w in split_field(v)]
        if len(set(cards)) != len(cards):
            raise ImpossibleError(text("error.option_twice", key="bonus.row", got=v))
        b.row = cards

    return get, put


def _phase_field() -> tuple[Get, Set]:
    phases = Domain("phases", PHASES)

    def get(b: B) -> str:
        return PHASES[b.phase]

    def put(b: B, v: str) -> None:
        b.phase = read_field_option(phases, v.strip(), "phase")

    return get, put


def _home_field(seat: int, name: str) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return TERRAIN.names[b.home[seat]]

    def put(b: B, v: str) -> None:
        b.home[seat] = read_field_option(TERRAIN, v.strip(), name)

    return get, put


def _coin_field(card: int) -> tuple[Get, Set]:
    def get(b: B) -> str:
        return str(b.coins[card])

    def put(b: B, v: str) -> None:
        b.coins[card] = read_field_number(v, "coins", 0, 99)

    return get, put


def _seat_fields(seat: int) -> Iterator[tuple[str, tuple[Get, Set]]]:
    who = SEATS.names[seat]
    yield f"vp.{who}", _seat_int("vp", f"vp.{who}", seat, 0, 99999)
    for kind, name in enumerate(KINDS.names):
        yield f"structures.{who}.{name}", _structure_field(seat, kind, f"structures.{who}.{name}")
        yield f"left.{who}.{name}", _left_field(seat, kind, f"left.{who}.{name}")
    for track, cult in enumerate(CULTS.names):
        yield f"cult.{who}.{cult}", _cult_field(seat, track, f"cult.{who}.{cult}")
    yield f"priests.{who}", _seat_int("priests", f"priests.{who}", seat, -999, 7)
    yield f"favors.{who}", _per_seat_mask("favors", f"favors.{who}", seat, FAVORS)
    yield f"bonus.{who}", _bonus_field(seat, f"bonus.{who}")
    yield f"keys.{who}", _seat_int("keys", f"keys.{who}", seat, 0, 999)
    if seat:
        yield f"bridges.{who}", _bridge_field(seat)
        yield f"shipping.{who}", _seat_int("shipping", f"shipping.{who}", seat, 0, 5)
        yield f"jump.{who}", _seat_int("jump", f"jump.{who}", seat, 0, 5)
        yield f"home.{who}", _home_field(seat, f"home.{who}")


_TABLE_FIELDS: dict[str, tuple[Get, Set]] = {
    "round": _int_field("round", 1, ROUNDS),
    "phase": _phase_field(),
    "start": _seat_field("start"),
    "order": _seat_list("order", whole=True),
    "passed": _seat_list("passed", whole=False),
    "to_move": _seat_field("to_move"),
    "marked": _hex_field("marks", "marked"),
    "traded": _hex_field("traded", "traded"),
    "cubes": _hex_field("cubes", "cubes"),
    "blighted": _hex_field("blighted", "blighted"),
    "actions_used": _mask_field("used", POWER_ACTIONS),
    "bonus.row": _row_field(),
    "deck": _mask_field("deck", CARDS),
    "face_down": _int_field("face_down", 0, 8),
    "reserve": _mask_field("reserve", CARDS),
    "reserve_top": _card_field("top"),
    "set_aside": _mask_field("aside", CARDS),
    "waiting": _mask_field("waiting", CARDS),
    "pile": _mask_field("pile", CARDS),
    "support": _card_field("support"),
    "action": _card_field("action"),
    "tokens": _mask_field("tokens", GOGNOME_TOKENS),
    "achievements": _int_field("achievements", 0, 6),
    **{f"spaces.{c}": _space_field(i, f"spaces.{c}") for i, c in enumerate(CULTS.names)},
    **{f"coins.{c}": _coin_field(i) for i, c in enumerate(BONUS.names)},
}
_BY_SEAT: dict[int, dict[str, tuple[Get, Set]]] = {seat: dict(_seat_fields(seat)) for seat in range(len(SEATS.names))}

#: read-only fields, derived from the others
_DERIVED: dict[str, Get] = {
    "deck_size": lambda b: str(b.deck_size()),
    "reserve_size": lambda b: str(b.reserve_size()),
    "shipping.automa": lambda b: str(b.automa_shipping()),
    "x_vp": lambda b: str(b.x_vp()),
    "cards_in_game": lambda b: str(b.setup.in_game.bit_count()),
    "cards_known": lambda b: str(len(b.printed.cards)),
    "bonus_cards": lambda b: str(len(b.setup.bonus)),
}


def _iterate_fields(board: B) -> Iterator[tuple[str, tuple[Get, Set]]]:
    yield from _TABLE_FIELDS.items()
    for seat in range(len(board.pieces)):
        yield from _BY_SEAT[seat].items()


def list_facts(board: B) -> Mapping[str, str]:
    """Return all fields of the board, changed terrain, printed values, and derived values."""
    found = {name: get(board) for name, (get, _) in _iterate_fields(board)}
    found.update(_terrain_facts(board))
    for key, (value, origin) in board.printed.values.items():
        found[f"value.{key}"] = write_value(value, origin)
    found.update({name: get(board) for name, get in _DERIVED.items()})
    return found


def _terrain_facts(board: B) -> dict[str, str]:
    """Return the hexes whose terrain differs from the printed one."""
    found = {}
    for t, where in enumerate(board.terrain):
        for name in board.map.hexes.name_options(where & ~board.map.printed[t]):
            found[f"terrain.{name}"] = TERRAIN.names[t]
    return found


def set_field(board: B, field: str, value: str) -> None:
    """Set one field of the position; raise `UnknownError` for a name that does not exist."""
    if field.startswith("terrain."):
        hex_ = 1 << board.map.hex(field.removeprefix("terrain."))
        if hex_ & board.map.river:
            raise ImpossibleError(text("error.field_river", field=field), rule="TM-001")
        terrain = read_field_option(TERRAIN, value.strip(), field)
        for t in range(len(board.terrain)):
            board.terrain[t] &= ~hex_
        board.terrain[terrain] |= hex_
        return
    if field.startswith("value."):
        number = value.partition(" (")[0]  # an origin may follow; an entered value counts as printed
        board.printed = with_entered(board.setup, board.printed, field.removeprefix("value."), number)
        return
    for name, (_, put) in _iterate_fields(board):
        if name == field:
            put(board, value)
            return
    names = [name for name, _ in _iterate_fields(board)]
    raise UnknownError(text("error.no_field", got=field), nearest=find_nearest(field, names))


def list_corrections(board: B) -> list[str]:
    """Return the correction lines that turn a new board of this set-up into this position."""
    fresh = new_board(board.setup.source)
    lines = []
    for name, (get, _) in _iterate_fields(board):
        value = get(board)
        if value != get(fresh):
            lines.append(f"set {name} = {value}")
    lines.extend(f"set {name} = {value}" for name, value in _terrain_facts(board).items())
    for key, (value, origin) in board.printed.values.items():
        if fresh.printed.values.get(key) != (value, origin) and value:
            lines.append(f"value {key} = {value}")
    return lines
