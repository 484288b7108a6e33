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

Get = Callable[[TerraMystica], str]
Set = Callable[[TerraMystica, str], None]


def _write_list(of: Domain, mask: Mask) -> str:
    return " ".join(of.name_options(mask)) or "-"


def _read_mask(of: Domain, value: str, field: str) -> Mask:
    return mask_of(read_field_option(of, word, field) for word in split_field(value))


def _read_hexes(board: TerraMystica, value: str, field: str) -> Mask:
    mask = mask_of(board.map.hex(word) for word in split_field(value))
    if mask & ~board.map.land:
        raise ImpossibleError(text("error.field_river", field=field), rule="TM-001")
    return mask


def _write_card(board: TerraMystica, number: int, of: Domain) -> str:
    return of.names[number] if number != NOBODY else "-"


def _read_card(of: Domain, value: str, field: str) -> int:
    return NOBODY if value.strip() == "-" else read_field_option(of, value.strip(), field)


def _mask_field(name: str, of: Domain) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_list(of, getattr(board, name))

    def put(board: TerraMystica, value: str) -> None:
        setattr(board, name, _read_mask(of, value, name))

    return get, put


def _hex_field(attribute: str, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_list(board.map.hexes, getattr(board, attribute))

    def put(board: TerraMystica, value: str) -> None:
        setattr(board, attribute, _read_hexes(board, value, name))

    return get, put


def _int_field(name: str, least: int, most: int) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return str(getattr(board, name))

    def put(board: TerraMystica, value: str) -> None:
        setattr(board, name, read_field_number(value, name, least, most))

    return get, put


def _seat_int(attribute: str, name: str, seat: int, least: int, most: int) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return str(getattr(board, attribute)[seat])

    def put(board: TerraMystica, value: str) -> None:
        getattr(board, attribute)[seat] = read_field_number(value, name, least, most)

    return get, put


def _card_field(attribute: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_card(board, getattr(board, attribute), CARDS)

    def put(board: TerraMystica, value: str) -> None:
        setattr(board, attribute, _read_card(CARDS, value, attribute))

    return get, put


def _structure_field(seat: int, kind: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_list(board.map.hexes, board.pieces[seat][kind])

    def put(board: TerraMystica, value: str) -> None:
        board.pieces[seat][kind] = _read_hexes(board, value, name)

    return get, put


def _left_field(seat: int, kind: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return str(board.left[seat][kind])

    def put(board: TerraMystica, value: str) -> None:
        number = read_field_number(value, name, -99, 99)
        if number and kind == len(KINDS.names) - 1 and not board.setup.mots:
            raise ImpossibleError(text("error.no_shipyard"), rule="TMA-015", nearest=["0"])
        board.left[seat][kind] = number

    return get, put


def _cult_field(seat: int, track: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return str(board.cults[seat][track])

    def put(board: TerraMystica, value: str) -> None:
        board.cults[seat][track] = read_field_number(value, name, 0, TOP)

    return get, put


def _space_field(track: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return " ".join(_write_card(board, s, SEATS) for s in board.spaces[track * 4 : track * 4 + 4])

    def put(board: TerraMystica, value: str) -> None:
        seats = [_read_card(SEATS, w, name) for w in value.split()]
        if len(seats) != 4 or any(s >= len(board.pieces) for s in seats):
            raise ImpossibleError(text("error.field_spaces", field=name, got=value), rule="TM-070")
        board.spaces[track * 4 : track * 4 + 4] = seats

    return get, put


def _bonus_field(seat: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_card(board, board.bonus[seat], BONUS)

    def put(board: TerraMystica, value: str) -> None:
        board.bonus[seat] = _read_card(BONUS, value, name)

    return get, put


def _per_seat_mask(attribute: str, name: str, seat: int, of: Domain) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_list(of, getattr(board, attribute)[seat])

    def put(board: TerraMystica, value: str) -> None:
        getattr(board, attribute)[seat] = _read_mask(of, value, name)

    return get, put


def _bridge_field(seat: int) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return _write_list(board.map.bridge_names, board.bridges[seat])

    def put(board: TerraMystica, value: str) -> None:
        words = split_field(value)
        for w in words:
            if w.count(":") != 1:
                raise ImpossibleError(
                    text("error.field_name", field="bridges", got=w), nearest=board.map.bridge_names.names[:4]
                )
        board.bridges[seat] = mask_of(board.map.bridge(*w.split(":")) for w in words)

    return get, put


def _seat_list(attribute: str, whole: bool) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return " ".join(SEATS.names[s] for s in getattr(board, attribute)) or "-"

    def put(board: TerraMystica, value: str) -> None:
        seats = [read_field_option(SEATS, w, attribute) for w in value.split() if w != "-"]
        if (
            len(set(seats)) != len(seats)
            or any(s >= len(board.pieces) for s in seats)
            or (whole and len(seats) != len(board.pieces))
        ):
            raise ImpossibleError(text("error.field_seats", field=attribute, got=value))
        setattr(board, attribute, seats)

    return get, put


def _seat_field(attribute: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        seat: int = getattr(board, attribute)
        return SEATS.names[seat]

    def put(board: TerraMystica, value: str) -> None:
        seat = read_field_option(SEATS, value.strip(), attribute)
        if seat >= len(board.pieces):
            raise ImpossibleError(text("error.field_seats", field=attribute, got=value))
        setattr(board, attribute, seat)

    return get, put


def _row_field() -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return " ".join(BONUS.names[c] for c in board.row) or "-"

    def put(board: TerraMystica, value: str) -> None:
        cards = [read_field_option(BONUS, w, "bonus.row") for w in split_field(value)]
        if len(set(cards)) != len(cards):
            raise ImpossibleError(text("error.option_twice", key="bonus.row", got=value))
        board.row = cards

    return get, put


def _phase_field() -> tuple[Get, Set]:
    phases = Domain("phases", PHASES)

    def get(board: TerraMystica) -> str:
        return PHASES[board.phase]

    def put(board: TerraMystica, value: str) -> None:
        board.phase = read_field_option(phases, value.strip(), "phase")

    return get, put


def _home_field(seat: int, name: str) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return TERRAIN.names[board.home[seat]]

    def put(board: TerraMystica, value: str) -> None:
        board.home[seat] = read_field_option(TERRAIN, value.strip(), name)

    return get, put


def _coin_field(card: int) -> tuple[Get, Set]:
    def get(board: TerraMystica) -> str:
        return str(board.coins[card])

    def put(board: TerraMystica, value: str) -> None:
        board.coins[card] = read_field_number(value, "coins", 0, 99)

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
    "deck_size": lambda board: str(board.deck_size()),
    "reserve_size": lambda board: str(board.reserve_size()),
    "shipping.automa": lambda board: str(board.automa_shipping()),
    "x_vp": lambda board: str(board.x_vp()),
    "cards_in_game": lambda board: str(board.setup.in_game.bit_count()),
    "cards_known": lambda board: str(len(board.printed.cards)),
    "bonus_cards": lambda board: str(len(board.setup.bonus)),
}


def _iterate_fields(board: TerraMystica) -> Iterator[tuple[str, tuple[Get, Set]]]:
    yield from _TABLE_FIELDS.items()
    for seat in range(len(board.pieces)):
        yield from _BY_SEAT[seat].items()


def list_facts(board: TerraMystica) -> Mapping[str, str]:
    """Return all fields of the board, changed terrain, printed values, and derived values."""
    found = {name: get(board) for name, (get, _) in _iterate_fields(board)}
    found.update(_terrain_facts(board))
    for key, (value, origin) in board.printed.values.items():
        found[f"value.{key}"] = write_value(value, origin)
    found.update({name: get(board) for name, get in _DERIVED.items()})
    return found


def _terrain_facts(board: TerraMystica) -> dict[str, str]:
    """Return the hexes whose terrain differs from the printed one."""
    found = {}
    for t, where in enumerate(board.terrain):
        for name in board.map.hexes.name_options(where & ~board.map.printed[t]):
            found[f"terrain.{name}"] = TERRAIN.names[t]
    return found


def set_field(board: TerraMystica, field: str, value: str) -> None:
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


def list_corrections(board: TerraMystica) -> list[str]:
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
