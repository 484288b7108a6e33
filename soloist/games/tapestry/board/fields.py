"""The position as flat names and values: for `facts`, corrections and scenario files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache

from soloist.core.bits import Mask, mask_of
from soloist.core.errors import ImpossibleError, UnknownError, find_nearest
from soloist.core.text import Domain, text
from soloist.core.user_input import find_option, read_field_number, read_field_option, split_field
from soloist.games.tapestry.board.map import Map
from soloist.games.tapestry.board.naming import seat_word
from soloist.games.tapestry.board.state import EMPTY, NOBODY, PHASES, PRINTED, UNSEEN, Tapestry, new_board
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    BOTS,
    CARDS,
    INCOME_TURNS,
    LANDMARKS,
    LAST,
    LEAST_SUPPLY,
    MOST_BESIDE,
    MOST_COVERED,
    MOST_RESOURCES,
    MOST_TOPPLED,
    MOST_VP,
    OUTPOSTS,
    SEATS,
    SHADOW,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
)

Get = Callable[[Tapestry], str]
Set = Callable[[Tapestry, str], None]


def _write_list(of: Domain, mask: Mask) -> str:
    return " ".join(of.name_options(mask)) or "-"


def _write_name(of: Domain, option: int) -> str:
    return of.names[option] if option != NOBODY else "-"


def _read_optional(of: Domain, word: str, field: str) -> int:
    return NOBODY if word.strip() == "-" else read_field_option(of, word.strip(), field)


def _at_the_table(board: Tapestry, word: str) -> int:
    """Return a seat of this game by name; raise `ImpossibleError` for any other (TA-001)."""
    seat = find_option(SEATS, word.strip())
    if seat is None or seat not in board.seats:
        names = [SEATS.names[s] for s in board.seats]
        raise ImpossibleError(
            text("error.no_seat", got=word), rule="TA-001", nearest=find_nearest(word, names) or names
        )
    return seat


def _int_field(attribute: str, least: int, most: int) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        setattr(board, attribute, read_field_number(value, attribute, least, most))

    return (lambda board: str(getattr(board, attribute))), put


def _set_of(attribute: str, of: Domain) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        setattr(board, attribute, mask_of(read_field_option(of, w, attribute) for w in split_field(value)))

    return (lambda board: _write_list(of, getattr(board, attribute))), put


def _option_field(attribute: str, of: Domain) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        setattr(board, attribute, _read_optional(of, value, attribute))

    return (lambda board: _write_name(of, getattr(board, attribute))), put


def _entry_field(attribute: str, i: int, field: str, least: int, most: int) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        getattr(board, attribute)[i] = read_field_number(value, field, least, most)

    return (lambda board: str(getattr(board, attribute)[i])), put


def _landmark_field(i: int) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        board.landmarks[i] = NOBODY if value.strip() == "-" else _at_the_table(board, value)

    return (lambda board: _write_name(SEATS, board.landmarks[i])), put


def _space_field(seat: int, track: int, field: str) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        board.spaces[seat][track] = read_field_number(value, field, 0, LAST)

    return (lambda board: str(board.spaces[seat][track])), put


def _tile_field(hex_: int, field: str) -> tuple[Get, Set]:
    """Return the field of a hex: tile and rotation such as `territory_07 3`, `-` if empty; printed hexes never
    change."""

    def get(board: Tapestry) -> str:
        if board.tile[hex_] == PRINTED:
            return "printed"
        if board.tile[hex_] == UNSEEN:
            return f"unseen {board.rotation[hex_]}"
        return "-" if board.tile[hex_] == EMPTY else f"{TERRITORIES.names[board.tile[hex_]]} {board.rotation[hex_]}"

    def put(board: Tapestry, value: str) -> None:
        if board.tile[hex_] == PRINTED or value.strip() == "printed":
            raise ImpossibleError(text("error.printed_hex", hex=field.removeprefix("tile.")), rule="TR-004")
        tile, rotation = _tile_and_rotation(value, field)
        if board.tile[hex_] >= 0:
            board.tiles_left |= 1 << board.tile[hex_]
        if tile >= 0:
            board.tiles_left &= ~(1 << tile)
        board.tile[hex_], board.rotation[hex_] = tile, rotation

    return get, put


def _tile_and_rotation(value: str, field: str) -> tuple[int, int]:
    words = value.split()
    if not words or words[0] == "-":
        return EMPTY, 0
    tile = UNSEEN if words[0] == "unseen" else read_field_option(TERRITORIES, words[0], field)
    return tile, read_field_number(words[1] if len(words) > 1 else "0", field, 0, 5)


def _token_field(hex_: int, field: str) -> tuple[Get, Set]:
    """Return the field of the tokens on a hex, such as `automa human/`.

    A slash marks a toppled one, a star one that is no outpost: a token of Isolationists, a building of Nomads.
    """

    def get(board: Tapestry) -> str:
        words = []
        for seat, name in enumerate(SEATS.names):
            up, down, stars = board.up[seat][hex_], board.down[seat][hex_], board.pieces[seat][hex_]
            standing = min(up, stars)
            words += [name] * (up - standing) + [f"{name}*"] * standing
            words += [f"{name}/"] * (down - stars + standing) + [f"{name}*/"] * (stars - standing)
        return " ".join(words) or "-"

    def put(board: Tapestry, value: str) -> None:
        words = split_field(value)
        if len(words) > 2:
            raise ImpossibleError(text("error.third_token", hex=field.removeprefix("tokens.")), rule="TR-005")
        seats = [_at_the_table(board, word.rstrip("*/")) for word in words]
        for seat, word in zip(seats, words, strict=True):
            if "*" in word and seat in BOTS:
                raise ImpossibleError(text("error.no_piece", seat=seat_word(seat)), rule="TA-020")
        lay, owners = _toppled_here(board, hex_), _count_owners(board, hex_)
        for seat in range(4):
            board.up[seat][hex_] = board.down[seat][hex_] = board.pieces[seat][hex_] = 0
        for seat, word in zip(seats, words, strict=True):
            (board.down if word.endswith("/") else board.up)[seat][hex_] += 1
            board.pieces[seat][hex_] += "*" in word
        if owners != _count_owners(board, hex_):
            for seat, now in enumerate(_toppled_here(board, hex_)):
                if seat == SHADOW:  # outposts toppled by the Shadow Empire do not count
                    continue
                board.toppled[seat] = min(max(0, board.toppled[seat] + now - lay[seat]), MOST_TOPPLED)

    return get, put


def _count_owners(board: Tapestry, hex_: int) -> list[int]:
    """Return the number of tokens of each seat on a hex.

    If it does not change, tokens were only turned over, as Revolution does, which topples nothing in the sense of
    TR-131.
    """
    return [board.up[seat][hex_] + board.down[seat][hex_] for seat in range(4)]


def _toppled_here(board: Tapestry, hex_: int) -> list[int]:
    """Return per seat what it must have toppled on a hex that it controls."""
    return [board.lying(hex_, seat) if board.up[seat][hex_] else 0 for seat in range(4)]


def _pile_field() -> tuple[Get, Set]:
    """Return the field that tells whether a territory tile is left to draw (TA-R26); tiles that players hold are not
    tracked."""
    words = Domain("tile_pile", ("some", "none"))

    def put(board: Tapestry, value: str) -> None:
        board.no_tiles = read_field_option(words, value.strip(), "tile_pile")

    return (lambda board: words.names[board.no_tiles]), put


def _place_field(i: int, field: str) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        seats = [_at_the_table(board, word) for word in split_field(value)]
        if len(set(seats)) != len(seats) or len(seats) > 2:
            raise ImpossibleError(text("error.field_seats", field=field, got=value))
        board.places[i] = seats
        for seat in range(4):
            board.achieved[seat] = (board.achieved[seat] & ~(1 << i)) | (int(seat in seats) << i)

    return (lambda board: " ".join(SEATS.names[s] for s in board.places[i]) or "-"), put


def _tech_field() -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        words = value.split()
        if len(words) != 3:
            raise ImpossibleError(text("error.option_count", key="tech", got=len(words), want=3))
        board.tech = [_read_optional(TECH_CARDS, w, "tech") for w in words]

    return (lambda board: " ".join(_write_name(TECH_CARDS, t) for t in board.tech)), put


def _phase_field() -> tuple[Get, Set]:
    phases = Domain("phases", PHASES)

    def put(board: Tapestry, value: str) -> None:
        board.phase = read_field_option(phases, value.strip(), "phase")

    return (lambda board: PHASES[board.phase]), put


def _to_move() -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        board.to_move = _at_the_table(board, value)

    return (lambda board: SEATS.names[board.to_move]), put


def _favorite_field(bot: int, field: str) -> tuple[Get, Set]:
    def put(board: Tapestry, value: str) -> None:
        track = _read_optional(TRACKS, value, field)
        if track == NOBODY and board.favorite[bot] != NOBODY:
            raise ImpossibleError(text("error.no_favorite", seat=seat_word(bot)), nearest=TRACKS.names)
        board.favorite[bot] = track

    return (lambda board: _write_name(TRACKS, board.favorite[bot])), put


@cache
def _iterate_fields(map: Map, seats: tuple[int, ...]) -> dict[str, tuple[Get, Set]]:
    """Return all fields of a board with these hexes and seats."""
    return dict(_all_fields(map, seats))


def _all_fields(map: Map, seats: tuple[int, ...]) -> Iterator[tuple[str, tuple[Get, Set]]]:
    yield "phase", _phase_field()
    yield "to_move", _to_move()
    yield "income_turn", _set_of("income_turn", SEATS)
    yield "advance_turn", _set_of("advance_turn", SEATS)
    yield "track_card", _option_field("track_card", CARDS)
    yield "tie_card", _option_field("tie_card", CARDS)
    yield "deck", _set_of("deck", CARDS)
    yield "discard", _set_of("discard", CARDS)
    yield "progress", _set_of("progress", CARDS)
    yield "face_down", _int_field("face_down", 0, 1)
    yield "beside", _int_field("beside", 0, MOST_BESIDE)
    yield "covered", _int_field("covered", 0, MOST_COVERED)
    yield "tile_pile", _pile_field()
    for i, hex_ in enumerate(map.hexes.names):
        yield f"tile.{hex_}", _tile_field(i, f"tile.{hex_}")
    for i, hex_ in enumerate(map.hexes.names):
        yield f"tokens.{hex_}", _token_field(i, f"tokens.{hex_}")
    for i, name in enumerate(LANDMARKS.names):
        yield f"landmark.{name}", _landmark_field(i)
    for i, name in enumerate(ACHIEVEMENTS.names):
        yield f"places.{name}", _place_field(i, f"places.{name}")
    yield "tech", _tech_field()
    yield "tech_deck", _set_of("tech_deck", TECH_CARDS)
    yield "tech_discard", _set_of("tech_discard", TECH_CARDS)
    for bot in BOTS:
        yield f"favorite.{SEATS.names[bot]}", _favorite_field(bot, f"favorite.{SEATS.names[bot]}")
    for seat in seats:
        who = SEATS.names[seat]
        for track, name in enumerate(TRACKS.names):
            yield f"space.{who}.{name}", _space_field(seat, track, f"space.{who}.{name}")
        yield f"supply.{who}", _entry_field("supply", seat, f"supply.{who}", LEAST_SUPPLY, OUTPOSTS)
        if seat != SHADOW:
            yield f"toppled.{who}", _entry_field("toppled", seat, f"toppled.{who}", 0, MOST_TOPPLED)
        yield f"vp.{who}", _entry_field("vp", seat, f"vp.{who}", 0, MOST_VP)
        yield f"income.{who}", _entry_field("income", seat, f"income.{who}", 0, INCOME_TURNS)
        if seat not in BOTS:
            yield f"resources.{who}", _entry_field("resources", seat, f"resources.{who}", 0, MOST_RESOURCES)


_DERIVED: dict[str, Get] = {
    "deck_size": lambda board: str(board.deck_size()),
    "progress_size": lambda board: str(board.progress.bit_count() - board.face_down),
    "tiles_left": lambda board: str(board.tile_count()),
    "territories.automa": lambda board: str(board.controlled(0).bit_count()),
    "landmarks.automa": lambda board: str(board.landmark_count()),
}


def list_facts(board: Tapestry) -> Mapping[str, str]:
    """Return all fields of the board and derived values; the kind of the current turn only if it is known."""
    found = {name: get(board) for name, (get, _) in _iterate_fields(board.map, board.seats).items()}
    for name in ("income_turn", "advance_turn"):
        if not getattr(board, name):
            del found[name]
    found.update({name: get(board) for name, get in _DERIVED.items()})
    return found


def set_field(board: Tapestry, field: str, value: str) -> None:
    """Set one field of the position; raise `UnknownError` for a name that does not exist."""
    fields = _iterate_fields(board.map, board.seats)
    if field in fields:
        fields[field][1](board, value)
        return
    if field.startswith(("tile.", "tokens.")):
        board.map.hex(field.partition(".")[2])
    raise UnknownError(text("error.no_field", got=field), nearest=find_nearest(field, fields))


def list_corrections(board: Tapestry) -> list[str]:
    """Return the correction lines that turn a new board of this set-up into this position."""
    fresh = new_board(board.setup.source)
    fields = _iterate_fields(board.map, board.seats)
    told = [name for name, (get, _) in fields.items() if get(board) != get(fresh)]
    if any(name.startswith("tokens.") for name in told):  # setting tokens changes these counts: restore them afterwards
        told = [name for name in told if not name.startswith("toppled.")]
        told += [name for name in fields if name.startswith("toppled.")]
    return [f"set {name} = {fields[name][0](board)}" for name in told]
