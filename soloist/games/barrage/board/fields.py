"""The position as names and values: what `show` prints, what corrections set, what scenario files list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from soloist.core.bits import Mask, mask_of
from soloist.core.errors import ImpossibleError, UnknownError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import read_field_number, read_field_option, split_field
from soloist.games.barrage.board.printed import format_figures
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import EMPTY, MOST_IN_SEGMENT, NOBODY, PHASES, Barrage
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BUILDINGS,
    COLOURS,
    CONTRACTS,
    PLACES,
    ROUNDS,
    SPACES,
    STRUCTURES,
    TECH,
    TILES,
    WORKS,
)

#: upper limit for the pieces left of a kind; no company has more
MOST_LEFT = 9

Getter = Callable[[Barrage], str]
Setter = Callable[[Barrage, str], None]


def _write_list(of: Domain, mask: Mask) -> str:
    return " ".join(of.name_options(mask)) or "-"


def _read_mask(of: Domain, value: str, field: str) -> Mask:
    return mask_of(read_field_option(of, w, field) for w in split_field(value))


def _write_name(of: Domain, number: int) -> str:
    return of.names[number] if number != NOBODY else "-"


def _read_optional(of: Domain, word: str, field: str) -> int:
    return NOBODY if word.strip() == "-" else read_field_option(of, word.strip(), field)


# ------------------------------------------------------------------------------------------------------ kinds of fields


def _int_field(attribute: str, least: int, most: int) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        setattr(board, attribute, read_field_number(value, attribute, least, most))

    return (lambda board: str(getattr(board, attribute))), put


def _option_field(attribute: str, of: Domain) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        setattr(board, attribute, _read_optional(of, value, attribute))

    return (lambda board: _write_name(of, getattr(board, attribute))), put


def _set_of(attribute: str, of: Domain) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        setattr(board, attribute, _read_mask(of, value, attribute))

    return (lambda board: _write_list(of, getattr(board, attribute))), put


def _entry_int(attribute: str, i: int, field: str, least: int, most: int) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        getattr(board, attribute)[i] = read_field_number(value, field, least, most)

    return (lambda board: str(getattr(board, attribute)[i])), put


def _entry_set(attribute: str, i: int, of: Domain, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        getattr(board, attribute)[i] = _read_mask(of, value, field)

    return (lambda board: _write_list(of, getattr(board, attribute)[i])), put


def _entry_option(attribute: str, i: int, of: Domain, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        getattr(board, attribute)[i] = _read_optional(of, value, field)

    return (lambda board: _write_name(of, getattr(board, attribute)[i])), put


def _slot_field(attribute: str, of: Domain) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        words = value.replace(",", " ").split()
        old = getattr(board, attribute)
        if len(words) != len(old):
            raise ImpossibleError(text("error.option_count", key=attribute, got=len(words), want=len(old)))
        setattr(board, attribute, [_read_optional(of, w, attribute) for w in words])

    return (lambda board: " ".join(_write_name(of, x) for x in getattr(board, attribute)) or "-"), put


def _seat_list(attribute: str, whole: bool) -> tuple[Getter, Setter]:
    def get(board: Barrage) -> str:
        return " ".join(board.setup.names.names[s] for s in getattr(board, attribute)) or "-"

    def put(board: Barrage, value: str) -> None:
        seats = [read_field_option(board.setup.names, w, attribute) for w in split_field(value)]
        if len(set(seats)) != len(seats) or (whole and len(seats) != board.players):
            raise ImpossibleError(text("error.field_seats", field=attribute, got=value))
        setattr(board, attribute, seats)

    return get, put


def _set_of_seats(attribute: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        setattr(board, attribute, _read_mask(board.setup.names, value, attribute))

    return (lambda board: _write_list(board.setup.names, getattr(board, attribute))), put


def _phase_field() -> tuple[Getter, Setter]:
    phases = Domain("phases", PHASES)

    def put(board: Barrage, value: str) -> None:
        board.phase = read_field_option(phases, value.strip(), "phase")

    return (lambda board: PHASES[board.phase]), put


def _to_move() -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        board.to_move = read_field_option(board.setup.names, value.strip(), "to_move")

    return (lambda board: board.setup.names.names[board.to_move]), put


# ------------------------------------------------------------------------------------------------------- the map fields


def _write_owner(board: Barrage, seat: int | None) -> str:
    return "-" if seat is None else "neutral" if seat == board.neutral else board.setup.names.names[seat]


def _read_owner(board: Barrage, word: str, field: str, neutral: bool = False) -> int:
    if neutral and word == "neutral":
        return board.neutral
    return read_field_option(board.setup.names, word, field)


def _dam_field(dam: int, field: str) -> tuple[Getter, Setter]:
    """Return getter and setter for `owner level drops`, e.g. `germany 2 1`."""

    def get(board: Barrage) -> str:
        owner = board.owner_of_dam(dam)
        return "-" if owner is None else f"{_write_owner(board, owner)} {board.level[dam]} {board.drops[dam]}"

    def put(board: Barrage, value: str) -> None:
        words = split_field(value)
        if words and len(words) != 3:
            raise ImpossibleError(
                text("error.field_dam", field=field, got=value), nearest=["usa 1 0", "neutral 2 1", "-"]
            )
        owner = _read_owner(board, words[0], field, neutral=True) if words else None
        level = read_field_number(words[1], field, 1, 3) if words else 0
        drops = read_field_number(words[2], field, 0, 9) if words else 0
        old = board.copy()
        for seat in range(len(board.dams)):
            board.dams[seat] &= ~(1 << dam)
        board.level[dam] = level
        if owner is not None:
            board.dams[owner] |= 1 << dam
        if drops > board.capacity(dam):
            most = board.capacity(dam)
            board.dams, board.level = old.dams, old.level
            raise ImpossibleError(
                text("error.capacity", place=field.removeprefix("dam."), drops=drops, most=most), rule="BR-004"
            )
        board.drops[dam] = drops

    return get, put


def _conduit_field(conduit: int, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        owner = None if value.strip() == "-" else _read_owner(board, value.strip(), field)
        for seat in range(board.players):
            board.conduits[seat] &= ~(1 << conduit)
        if owner is not None:
            board.conduits[owner] |= 1 << conduit

    return (lambda board: _write_owner(board, board.owner_of_conduit(conduit))), put


def _house_field(house: int, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        board.houses[house] = NOBODY if value.strip() == "-" else _read_owner(board, value.strip(), field)
        for seat in range(board.players):
            board.house_basins[seat] = mask_of(
                basin for basin, mine in enumerate(board.map.houses_of) if any(board.houses[h] == seat for h in mine)
            )

    return (lambda board: _write_name(board.setup.names, board.houses[house])), put


def _site_field(site: int, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:
        board.sites[site] = NOBODY if value.strip() == "-" else _read_owner(board, value.strip(), field)

    return (lambda board: _write_name(board.setup.names, board.sites[site])), put


def _space_field(space: int, field: str) -> tuple[Getter, Setter]:
    """Return getter and setter for owner and number of engineers, e.g. `usa 2`."""

    def get(board: Barrage) -> str:
        return (
            f"{board.setup.names.names[board.space_seat[space]]} {board.space_count[space]}"
            if board.space_seat[space] != NOBODY
            else "-"
        )

    def put(board: Barrage, value: str) -> None:
        words = split_field(value)
        owner = _read_owner(board, words[0], field) if words else NOBODY
        count = read_field_number(words[1] if len(words) > 1 else "1", field, 0, 99_999) if words else 0
        board.space_seat[space], board.space_count[space] = owner, count

    return get, put


def _left_field(seat: int, structure: int, field: str) -> tuple[Getter, Setter]:
    def put(board: Barrage, value: str) -> None:  # older saves may contain negative numbers
        board.left[seat][structure] = max(0, read_field_number(value, field, -99, MOST_LEFT))

    return (lambda board: str(board.left[seat][structure])), put


def _machinery_field(seat: int, field: str) -> tuple[Getter, Setter]:
    """Return getter and setter for excavators, mixers and excamixers off the wheel, e.g. `6 4 0`."""

    def put(board: Barrage, value: str) -> None:
        words = split_field(value)
        if len(words) not in (2, 3):
            raise ImpossibleError(text("error.option_count", key=field, got=len(words), want=3))
        numbers = [read_field_number(w, field, -99_999, 99_999) for w in words]
        board.machinery[seat] = [*numbers, 0][:3]

    return (lambda board: " ".join(map(str, board.machinery[seat]))), put


def _segment_field(seat: int, i: int, field: str) -> tuple[Getter, Setter]:
    """Return getter and setter for the contents of a wheel segment, e.g. `3 0 0 basic_base`; segment 1 is the open
    one."""

    def get(board: Barrage) -> str:
        ex, mi, xm, tiles = board.wheel[seat][i]
        return "-" if board.wheel[seat][i] == EMPTY else f"{ex} {mi} {xm} {_write_list(TECH, tiles)}"

    def put(board: Barrage, value: str) -> None:
        words = split_field(value)
        if not words:
            board.wheel[seat][i] = EMPTY
            return
        if len(words) < 3:
            raise ImpossibleError(text("error.option_count", key=field, got=len(words), want=3))
        ex, mi, xm = (read_field_number(w, field, 0, MOST_IN_SEGMENT) for w in words[:3])
        board.wheel[seat][i] = (ex, mi, xm, _read_mask(TECH, " ".join(words[3:]), field))

    return get, put


# -------------------------------------------------------------------------------------------------------- the registry


def _iterate_fields(board: Barrage) -> Iterator[tuple[str, tuple[Getter, Setter]]]:
    yield "round", _int_field("round", 1, ROUNDS)
    yield "phase", _phase_field()
    yield "order", _seat_list("order", whole=True)
    yield "to_move", _to_move()
    yield "out", _set_of_seats("out")
    yield "acted", _set_of_seats("acted")
    yield "forced", _seat_list("forced", whole=False)
    yield "top", _option_field("top", TILES)
    yield "criteria", _option_field("criteria", TILES)
    yield "previous", _option_field("previous", TILES)
    yield "pile", _set_of("pile", TILES)
    yield "discards", _set_of("discards", TILES)
    yield "patents", _slot_field("patents", TECH)
    for level in range(3):
        yield f"tech_pile.{level + 1}", _entry_set("tech_piles", level, TECH, f"tech_pile.{level + 1}")
    yield "tech_gone", _set_of("tech_gone", TECH)
    for i, place in enumerate(PLACES.names):
        yield f"contract.{place}", _entry_option("face", i, CONTRACTS, f"contract.{place}")
    for i, colour in enumerate(COLOURS.names):
        yield f"contract_pile.{colour}", _entry_set("contract_piles", i, CONTRACTS, f"contract_pile.{colour}")
        yield (
            f"contract_discards.{colour}",
            _entry_set("contract_discards", i, CONTRACTS, f"contract_discards.{colour}"),
        )
    yield "contracts_gone", _set_of("contracts_gone", CONTRACTS)
    for i, name in enumerate(board.map.headstreams.names):
        yield f"headstream.{name}", _entry_int("heads", i, f"headstream.{name}", 0, 99_999)
    for i, name in enumerate(board.map.dams.names):
        if name:
            yield f"dam.{name}", _dam_field(i, f"dam.{name}")
    for i, name in enumerate(board.map.conduits.names):
        if name:
            yield f"conduit.{name}", _conduit_field(i, f"conduit.{name}")
    for i, name in enumerate(board.map.houses.names):
        yield f"powerhouse.{name}", _house_field(i, f"powerhouse.{name}")
    for i, name in enumerate(SPACES.names):
        yield f"space.{name}", _space_field(i, f"space.{name}")
    if board.setup.leeghwater:
        yield "works", _slot_field("works", WORKS)
        for pile in range(3):
            yield f"work_pile.{'abc'[pile]}", _entry_set("work_piles", pile, WORKS, f"work_pile.{'abc'[pile]}")
        yield "work_gone", _set_of("work_gone", WORKS)
        for i, building in enumerate(board.setup.buildings):
            for site in range(4):
                name = f"building.{BUILDINGS.names[building]}.{site + 1}"
                yield name, _site_field(4 * i + site, name)
    for seat, who in enumerate(board.setup.names.names):
        yield from _seat_fields(board, seat, who)


def _seat_fields(board: Barrage, seat: int, who: str) -> Iterator[tuple[str, tuple[Getter, Setter]]]:
    yield f"vp.{who}", _entry_int("vp", seat, f"vp.{who}", -99_999, 99_999)
    yield f"energy.{who}", _entry_int("energy", seat, f"energy.{who}", 0, 99_999)
    yield f"last_energy.{who}", _entry_int("last_energy", seat, f"last_energy.{who}", 0, 99_999)
    yield f"engineers.{who}", _entry_int("engineers", seat, f"engineers.{who}", -99_999, 99_999)
    yield f"architect.{who}", _entry_int("architect", seat, f"architect.{who}", -9, 1)
    yield f"placed.{who}", _entry_int("placed", seat, f"placed.{who}", 0, 99_999)
    yield f"constructions.{who}", _entry_int("constructions", seat, f"constructions.{who}", 0, 99_999)
    for structure, name in enumerate(STRUCTURES.names):
        yield f"left.{who}.{name}", _left_field(seat, structure, f"left.{who}.{name}")
    yield f"fulfilled.{who}", _entry_set("fulfilled", seat, CONTRACTS, f"fulfilled.{who}")
    yield f"hand.{who}", _entry_set("hands", seat, CONTRACTS, f"hand.{who}")
    yield f"works_done.{who}", _entry_set("works_done", seat, WORKS, f"works_done.{who}")
    yield f"machinery.{who}", _machinery_field(seat, f"machinery.{who}")
    yield f"tiles.{who}", _entry_set("tech", seat, TECH, f"tiles.{who}")
    for i in range(6):
        yield f"wheel.{who}.{i + 1}", _segment_field(seat, i, f"wheel.{who}.{i + 1}")
    if board.tracks_humans and not board.is_automa(seat):
        yield (
            f"credits.{who}",
            _entry_int("credits", seat, f"credits.{who}", -99_999 if board.allows_debts else 0, 99_999),
        )
        yield f"used.{who}", _entry_set("used", seat, ACTION_SPACES, f"used.{who}")


_DERIVED: dict[str, Getter] = {
    "players": lambda board: str(board.players),
    "full_reward": lambda board: str(board.full_reward()),
    "pile_size": lambda board: str(board.pile.bit_count() + (board.top != NOBODY)),
    "next_order": lambda board: " ".join(board.setup.names.names[s] for s in board.next_order()),
}


def list_facts(board: Barrage) -> Mapping[str, str]:
    """Return all fields of the board and values derived from them; `acted` only if it is not empty."""
    found = {name: get(board) for name, (get, _) in _iterate_fields(board) if name != "acted" or board.acted}
    found.update({name: get(board) for name, get in _DERIVED.items()})
    for seat in range(board.players):  # BR-013: where a seat is not called by its company
        if board.name(seat) != board.company(seat):
            found[f"company.{board.name(seat)}"] = board.company(seat) or "-"
            found[f"officer.{board.name(seat)}"] = board.officer(seat) or "-"
    for i, building in enumerate(board.setup.buildings):  # BA-072
        found[f"closed.{BUILDINGS.names[building]}"] = "yes" if board.is_closed(i) else "no"
    return found


def set_field(board: Barrage, field: str, value: str) -> None:
    """Set one field of the board; raise UnknownError if there is none of that name. Long names of places (dam_6_lower)
    are understood."""
    names = []
    wanted = _long_name(field)
    for name, (_, put) in _iterate_fields(board):
        if name.lower() == wanted.lower():
            put(board, value)
            return
        names.append(name)
    raise UnknownError(text("error.no_field", got=field), nearest=find_nearest(field, names))


def check_correction(field: str, value: str) -> None:
    """Raise if the value of an entered correction is impossible: a negative number of pieces, or a basic tile in the
    patent office."""
    name = _long_name(field).lower()
    if name.startswith("left."):
        read_field_number(value, field, 0, MOST_LEFT)
    if name in ("patents", "tech_gone") or name.startswith("tech_pile."):
        for word in split_field(value):
            tile = _read_optional(TECH, word, field)
            if tile != NOBODY and not ADVANCED >> tile & 1:
                raise ImpossibleError(
                    text("error.not_advanced", tile=TECH.names[tile]),
                    rule="BR-081",
                    nearest=TECH.name_options(ADVANCED)[:6],
                )


def _long_name(field: str) -> str:
    words = field.lower().split("_")
    if len(words) == 3 and words[0] == "dam" and words[2] in ("lower", "upper"):
        return f"dam.{words[1]}{words[2][0].upper()}"
    if len(words) == 3 and words[0] in ("conduit", "powerhouse"):
        return (
            f"conduit.{words[1]}{words[2].upper()}" if words[0] == "conduit" else f"powerhouse.P{words[1]}.{words[2]}"
        )
    return field


def list_corrections(board: Barrage) -> list[str]:
    """Return the corrections that turn a new board of this set-up into this position."""
    fresh = board.initial_board()
    old = dict(_iterate_fields(fresh))
    lines = []
    for (key, figures), (_, before) in zip(board.printed.items(), fresh.printed.items(), strict=True):
        if figures != before or (key in board.printed.entered) != (key in fresh.printed.entered):
            lines.append(f"value {key} = {format_figures(figures)}")
    for name, (get, _) in _iterate_fields(board):
        value = get(board)
        if value != old[name][0](fresh):
            lines.append(f"set {name} = {value}")
    return lines
