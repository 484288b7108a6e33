"""The moves a human may enter at a tapped place, or without one: moves first, then corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from soloist.core.bits import iterate_bits
from soloist.core.menu import Blank, Choice
from soloist.core.text import Text, text
from soloist.games.tapestry.board.naming import achievement_word, landmark_word, seat_word, tech_word, track_word
from soloist.games.tapestry.board.state import EMPTY, NOBODY, OVER, PRINTED, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENTS,
    AUTOMA,
    BOTS,
    HUMAN,
    INCOME_TURNS,
    LANDMARKS,
    LAST,
    OUTPOSTS,
    SEATS,
    SHADOW,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
    landmark_at,
    tile_text,
)
from soloist.games.tapestry.display.glyphs import seats_in_order


def list_choices(board: Tapestry, key: str) -> list[Choice]:
    """Return the choices of a place, or for an empty key those without a place."""
    kind, _, name = key.partition(" ")
    made = list(_FOR[kind](board, name)) if kind in _FOR else []
    return sorted(made, key=lambda move: move.is_correction)


def end_of_turn(board: Tapestry) -> str:
    return _line(board.to_move, "done") if board.to_move >= HUMAN and board.phase != OVER else ""


def _who(board: Tapestry) -> int:
    """Return the human whose move is entered: the one to move, otherwise the first."""
    return board.to_move if board.to_move >= HUMAN else HUMAN


def _line(seat: int, words: str) -> str:
    return words if seat == HUMAN else f"{SEATS.names[seat]}: {words}"


def _say_with_seat(seat: int, words: Text, *, always: bool = False) -> Text:
    """Return a move in words, with its seat unless it is the first human's."""
    return words if seat == HUMAN and not always else text("move.of", seat=seat_word(seat), move=words)


def _make_mend_choice(line: str, says: Text, icon: str, *blanks: Blank) -> Choice:
    return Choice(line, says, icon, blanks, group="correction")


def _number_blank(least: int, most: int) -> Blank:
    return Blank("N", text("blank.number"), (), least, most)


# ---------------------------------------------------------------------------------------------------------------- hexes


def _list_hex_choices(board: Tapestry, name: str) -> Iterator[Choice]:
    hex_ = board.map.hex(name)
    seat = _who(board)
    here = {"hex": name}
    if board.tile[hex_] == EMPTY:
        if board.tile_count() > 0:
            yield Choice(_line(seat, f"explore {name}"), _say_with_seat(seat, text("move.explore", **here)), "explore")
            says = _say_with_seat(seat, text("move.explore_tile", **here))
            yield Choice(
                _line(seat, f"explore {name} {{TILE}} {{ROTATION}}"),
                says,
                "territory",
                (_tile_blank(board), _rotation_blank()),
            )
        yield _make_mend_choice(f"set tile.{name} = unseen 0", text("mend.tile_there", **here), "territory")
        return
    if not board.up[seat][hex_] and board.tokens(hex_) < 2 and board.supply[seat] > 0:
        yield from _list_conquest_choices(board, seat, hex_, name)
    for other in board.humans:
        if other != seat and board.up[seat][hex_] and board.down[other][hex_]:
            says = _say_with_seat(seat, text("move.trapped", **here, seat=seat_word(other)))
            yield Choice(_line(seat, f"trapped {name} {SEATS.names[other]}"), says, "blocked")
    if board.tokens(hex_) < 2 and AUTOMA in board.seats and board.supply[SHADOW] > 0:
        yield _make_mend_choice(f"shadow_empire: topple {name}", text("mend.topple", **here), "toppled")
    yield from _list_piece_choices(board, seat, hex_, name)
    yield _make_mend_choice(
        f"set tokens.{name} = {{TOKENS}}", text("mend.tokens", **here), "outpost", _outpost_blank(board)
    )
    if board.tile[hex_] != PRINTED:
        line = f"set tile.{name} = {{TILE}} {{ROTATION}}"
        yield _make_mend_choice(
            line, text("mend.tile", **here), "territory", _tile_blank(board, board.tile[hex_]), _rotation_blank()
        )
        if not board.tokens(hex_):
            yield _make_mend_choice(f"set tile.{name} = -", text("mend.no_tile", **here), "close")


def _list_piece_choices(board: Tapestry, seat: int, hex_: int, name: str) -> Iterator[Choice]:
    """Return the pieces that Isolationists and Nomads put on the map (TR-005, TR-095)."""
    mine, here = board.up[seat][hex_], {"hex": name}
    if mine and board.tokens(hex_) == 1:
        yield _make_mend_choice(
            _line(seat, f"token {name}"), _say_with_seat(seat, text("mend.token", **here)), "outpost"
        )
    if board.tokens(hex_) == (1 if mine else 0):
        yield _make_mend_choice(
            _line(seat, f"building {name}"), _say_with_seat(seat, text("mend.building", **here)), "territory"
        )


def _list_conquest_choices(board: Tapestry, seat: int, hex_: int, name: str) -> Iterator[Choice]:
    owner = next((s for s in board.seats if s != seat and board.up[s][hex_]), None)
    said = text("move.conquer", hex=name) if owner is None else text("move.attack", hex=name, seat=seat_word(owner))
    yield Choice(_line(seat, f"conquer {name}"), _say_with_seat(seat, said), "conquer")
    if owner == AUTOMA and board.beside > 0:
        yield Choice(
            _line(seat, f"conquer {name} untrapped"), _say_with_seat(seat, text("move.untrapped", hex=name)), "conquer"
        )


def _tile_blank(board: Tapestry, lies: int = NOBODY) -> Blank:
    """Return the territory tiles that may be meant: unnamed, the one on the hex, those left."""
    left = [*([lies] if lies >= 0 else []), *iterate_bits(board.tiles_left)]
    named = tuple((TERRITORIES.names[t], tile_text(TERRITORIES.names[t])) for t in left)
    return Blank("TILE", text("blank.tile"), (("unseen", text("blank.unseen")), *named))


def _rotation_blank() -> Blank:
    return Blank("ROTATION", text("blank.rotation"), (), 0, 5)


def _outpost_blank(board: Tapestry) -> Blank:
    """Return what a territory can hold: nothing, one token, or two, with at most one seat standing."""
    standing = [s for s in seats_in_order(board.seats) if s != SHADOW]
    lying = [s for s in seats_in_order(board.seats) if s != SHADOW or AUTOMA in board.seats]
    up = [((SEATS.names[s],), (text("piece.up", seat=seat_word(s)),)) for s in standing]
    down = [((f"{SEATS.names[s]}/",), (text("piece.down", seat=seat_word(s)),)) for s in lying]
    two = [
        (a[0] + b[0], a[1] + b[1])
        for i, a in enumerate(up)
        for j, b in enumerate((*up, *down))
        if j == i or j >= len(up)
    ]
    both = [(a[0] + b[0], a[1] + b[1]) for i, a in enumerate(down) for b in down[i:]]
    found = [(" ".join(words), text("blank.several", parts=parts)) for words, parts in (*up, *down, *two, *both)]
    return Blank("TOKENS", text("blank.tokens"), (("-", text("blank.nothing")), *found))


# --------------------------------------------------------------------------------------------------------------- tracks


def _list_track_choices(board: Tapestry, name: str) -> Iterator[Choice]:
    if name not in TRACKS:
        return
    track = TRACKS.names.index(name)
    seat = _who(board)
    for who in (seat, *BOTS):  # effects of a human's cards on the bots are entered as the bots' (TA-R31, TA-R32)
        if who in board.seats:
            yield from _list_step_choices(board, who, track)
    for who in seats_in_order(board.seats):
        says = _say_with_seat(who, text("mend.track", track=track_word(track)), always=True)
        yield _make_mend_choice(_line(who, f"{name} = {{N}}"), says, name, _number_blank(0, LAST))
    for bot in BOTS:
        if bot in board.seats and board.favorite[bot] != track:
            says = _say_with_seat(bot, text("mend.favorite", track=track_word(track)))
            yield _make_mend_choice(f"set favorite.{SEATS.names[bot]} = {name}", says, "favorite")


def _list_step_choices(board: Tapestry, seat: int, track: int) -> Iterator[Choice]:
    """Return the choices of one space forward or back."""
    here, name = board.spaces[seat][track], TRACKS.names[track]
    if here < LAST:
        says = _say_with_seat(seat, text("move.advance", track=track_word(track), space=here + 1))
        yield Choice(_line(seat, f"advance {name}"), says, name)
    if here > 0:
        says = _say_with_seat(seat, text("move.regress", track=track_word(track), space=here - 1))
        yield Choice(_line(seat, f"regress {name}"), says, "backward")


#: the numbers of the spaces that can be tapped
_SPACES = tuple(str(n) for n in range(LAST + 1))


def _list_space_choices(board: Tapestry, name: str) -> Iterator[Choice]:
    word, _, number = name.partition(" ")
    if word not in TRACKS or number not in _SPACES:
        return
    track, space = TRACKS.names.index(word), int(number)
    seat = _who(board)
    for who in (seat, *BOTS):
        if who in board.seats and abs(board.spaces[who][track] - space) == 1:
            back = board.spaces[who][track] > space
            yield from (m for m in _list_step_choices(board, who, track) if (m.icon == "backward") == back)
    landmark = landmark_at(track, space)
    if landmark is not None:
        if board.landmarks[landmark] == NOBODY:
            says = _say_with_seat(seat, text("move.landmark", landmark=landmark_word(landmark)))
            yield Choice(_line(seat, f"landmark {LANDMARKS.names[landmark]}"), says, "landmark")
        says = text("mend.landmark", landmark=landmark_word(landmark))
        yield _make_mend_choice(
            f"set landmark.{LANDMARKS.names[landmark]} = {{SEAT}}", says, "landmark", _seat_blank(board, nobody=True)
        )
    for who in seats_in_order(board.seats):
        if board.spaces[who][track] != space:
            says = _say_with_seat(who, text("mend.space", track=track_word(track), space=space), always=True)
            yield _make_mend_choice(_line(who, f"{word} = {space}"), says, word)


def _seat_blank(board: Tapestry, *, nobody: bool = False) -> Blank:
    named = tuple((SEATS.names[s], text(f"seat.{SEATS.names[s]}")) for s in seats_in_order(board.seats))
    return Blank("SEAT", text("blank.seat"), ((("-", text("blank.nobody")),) if nobody else ()) + named)


# ---------------------------------------------------------------------------------------------------------------- shelf


def _list_tech_choices(board: Tapestry, name: str) -> Iterator[Choice]:
    if name not in ("1", "2", "3"):
        return
    place = int(name)
    seat = _who(board)
    card = board.tech[place - 1]
    if card != NOBODY:
        says = _say_with_seat(seat, text("move.tech", card=tech_word(card)))
        yield Choice(_line(seat, f"tech {TECH_CARDS.names[card]}"), says, "tech-card")
    deck = board.tech_deck or board.tech_discard
    if deck:
        options = tuple((TECH_CARDS.names[t], text(f"tech.{TECH_CARDS.names[t]}")) for t in iterate_bits(deck))
        blank = Blank("TECH", text("blank.tech"), options)
        yield Choice(_line(seat, "tech {TECH} top"), _say_with_seat(seat, text("move.tech_top")), "tech-card", (blank,))
        yield _make_mend_choice(f"table: tech {place} {{TECH}}", text("mend.tech", place=place), "tech-card", blank)


def _list_achievement_choices(board: Tapestry, name: str) -> Iterator[Choice]:
    if name not in ACHIEVEMENTS:
        return
    achievement = ACHIEVEMENTS.names.index(name)
    seat = _who(board)
    word = achievement_word(achievement)
    if not board.achieved[seat] >> achievement & 1 and len(board.places[achievement]) < 2:
        says = _say_with_seat(seat, text("move.achieve", achievement=word))
        yield Choice(_line(seat, f"achieve {name}"), says, "achievement")
    seats = seats_in_order(board.seats)
    taken = [(), *((s,) for s in seats), *((a, b) for a in seats for b in seats if a != b)]
    options = tuple(
        (" ".join(SEATS.names[s] for s in who) or "-", text("blank.several", parts=tuple(seat_word(s) for s in who)))
        if who
        else ("-", text("blank.nobody"))
        for who in taken
    )
    blank = Blank("SEATS", text("blank.places"), options)
    yield _make_mend_choice(
        f"set places.{name} = {{SEATS}}", text("mend.places", achievement=word), "achievement", blank
    )


# ------------------------------------------------------------------------------------------------------------- no place


def _no_place(board: Tapestry, name: str) -> Iterator[Choice]:
    seat = _who(board)
    if board.income[seat] < INCOME_TURNS:
        says = _say_with_seat(seat, text("move.income", turn=board.income[seat] + 1))
        yield Choice(_line(seat, "income"), says, "income")
    yield Choice(_line(seat, "vp +{N}"), _say_with_seat(seat, text("move.vp_gained")), "vp", (_number_blank(1, 150),))
    yield Choice(_line(seat, "vp -{N}"), _say_with_seat(seat, text("move.vp_paid")), "minus", (_number_blank(1, 50),))
    tracks = tuple(
        (TRACKS.names[t], text(f"track.{TRACKS.names[t]}")) for t in range(4) if board.spaces[seat][t] < LAST
    )
    if tracks:
        blank = Blank("TRACK", text("blank.track"), tracks)
        yield Choice(_line(seat, "advance {TRACK}"), _say_with_seat(seat, text("move.advance_any")), "up", (blank,))
    free = tuple((n, text(f"landmark.{n}")) for i, n in enumerate(LANDMARKS.names) if board.landmarks[i] == NOBODY)
    if free:
        blank = Blank("LANDMARK", text("blank.landmark"), free)
        yield Choice(
            _line(seat, "landmark {LANDMARK}"), _say_with_seat(seat, text("move.landmark_any")), "landmark", (blank,)
        )
    yield from _mend_seats(board)


def _mend_seats(board: Tapestry) -> Iterator[Choice]:
    """Return the corrections of values beside the board, seat by seat."""
    scoring: Iterable[int] = [s for s in seats_in_order(board.seats) if s != SHADOW]
    for seat in scoring:
        yield _make_mend_choice(
            _line(seat, "vp = {N}"), _say_with_seat(seat, text("mend.vp"), always=True), "vp", _number_blank(0, 500)
        )
    for seat in seats_in_order(board.seats):
        says = _say_with_seat(seat, text("mend.supply"), always=True)
        yield _make_mend_choice(f"set supply.{SEATS.names[seat]} = {{N}}", says, "outpost", _number_blank(0, OUTPOSTS))
    for seat in scoring:
        says = _say_with_seat(seat, text("mend.income"), always=True)
        yield _make_mend_choice(
            f"set income.{SEATS.names[seat]} = {{N}}", says, "income", _number_blank(0, INCOME_TURNS)
        )
    if board.no_tiles:
        yield _make_mend_choice("set tile_pile = some", text("mend.tiles_again"), "territory")
    else:
        yield _make_mend_choice("set tile_pile = none", text("mend.no_tiles"), "territory")
    if AUTOMA in board.seats:
        yield _make_mend_choice("set beside = {N}", text("mend.beside"), "tapestry", _number_blank(0, 37))
    movers = [s for s in seats_in_order(board.seats) if s != SHADOW or board.setup.shadow_only]
    options = tuple((SEATS.names[s], text(f"seat.{SEATS.names[s]}")) for s in movers)
    yield _make_mend_choice(
        "set to_move = {SEAT}", text("mend.to_move"), "next", Blank("SEAT", text("blank.seat"), options)
    )


_FOR = {
    "hexes": _list_hex_choices,
    TRACKS.id: _list_track_choices,
    "space": _list_space_choices,
    "tech": _list_tech_choices,
    ACHIEVEMENTS.id: _list_achievement_choices,
    "": _no_place,
}
