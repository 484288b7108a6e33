"""The standing beside the board: seats, points, totals and tracks."""

from __future__ import annotations

from soloist.core.text import Text, text
from soloist.display.screen import Seat, Standing, Total, Track
from soloist.games.tapestry.board.naming import civ_word, seat_word, track_word
from soloist.games.tapestry.board.state import OVER, Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    HUMAN,
    INCOME_TURNS,
    LANDMARK_SPACES,
    LAST,
    SEATS,
    SHADOW,
    TRACKS,
)
from soloist.games.tapestry.display.glyphs import LETTERS, SEAT_STYLES, SHAPES, TRACK_STYLES, seats_in_order


def make_standing(board: Tapestry) -> Standing:
    seats = seats_in_order(board.seats)
    return Standing(
        seats=tuple(_make_seat(board, seat) for seat in seats),
        totals=_list_totals(board, seats),
        tracks=tuple(
            Track(
                icon=name,
                label=text(f"track.{name}"),
                length=LAST,
                marks=(*LANDMARK_SPACES, LAST),
                at=tuple(board.spaces[seat][track] for seat in seats),
                style=TRACK_STYLES[track],
            )
            for track, name in enumerate(TRACKS.names)
        ),
        headline=_say_headline(board),
        turn=_say_turn(board),
        left=_say_left(board),
        round=era_of(board),
    )


def count_points(board: Tapestry) -> tuple[int, ...]:
    return tuple(board.vp[seat] for seat in seats_in_order(board.seats))


def era_of(board: Tapestry) -> int:
    """Return the era of the bots; with the Shadow Empire alone that of the human who is furthest."""
    return max(board.income[s] for s in board.humans) if board.setup.shadow_only else board.income[AUTOMA]


def _make_seat(board: Tapestry, seat: int) -> Seat:
    bots = board.to_move < HUMAN
    return Seat(
        id=SEATS.names[seat],
        letter=LETTERS[seat],
        shape=SHAPES[seat],
        name=text(f"seat.{SEATS.names[seat]}"),
        style=SEAT_STYLES[seat],
        vp=board.vp[seat],
        to_move=board.phase != OVER and (bots if seat < HUMAN else board.to_move == seat),
    )


def _list_totals(board: Tapestry, seats: tuple[int, ...]) -> tuple[Total, ...]:
    """Return what the table should show; landmarks of both bots are on the Automa's mat (TA-078)."""

    def row(icon: str, key: str, values: dict[int, int]) -> Total:
        return Total(icon, text(f"total.{key}"), tuple(str(values[s]) if s in values else "" for s in seats))

    landmarks = {s: board.landmarks.count(s) for s in seats}
    if AUTOMA in seats:
        del landmarks[SHADOW]
        landmarks[AUTOMA] = board.landmark_count()
    eras = {s: board.income[s] for s in seats if s != SHADOW or board.setup.shadow_only}
    totals = [
        row("territory", "territories", {s: board.controlled(s).bit_count() for s in seats if s != SHADOW}),
        row("landmark", "landmarks", landmarks),
        row("outpost", "outposts", {s: board.supply[s] for s in seats}),
        row("achievement", "achievements", {s: board.achieved[s].bit_count() for s in seats}),
        row("income", "income", eras),
    ]
    if AUTOMA in seats:
        totals.append(row("tapestry", "tapestry", {AUTOMA: board.beside}))
    return tuple(totals)


def _say_headline(board: Tapestry) -> Text:
    if board.setup.shadow_only:
        return text("standing.alone", track=track_word(board.favorite[SHADOW]))
    civs = tuple(civ_word(c) for c in board.setup.civs)
    return text("standing.headline", level=board.setup.level.number, civs=civs)


def _say_turn(board: Tapestry) -> Text:
    if board.phase == OVER:
        return text("standing.over")
    if board.to_move >= HUMAN:
        return text("standing.human", seat=seat_word(board.to_move), era=board.income[board.to_move])
    bot = SHADOW if board.setup.shadow_only else AUTOMA
    return text("standing.bots", seat=seat_word(bot), era=board.income[bot])


def _say_left(board: Tapestry) -> Text:
    """Return how many cards are left in the deck, and what follows."""
    cards = board.deck_size()
    if board.setup.shadow_only:
        return text("standing.left_alone", cards=cards)
    if board.income[AUTOMA] >= INCOME_TURNS:
        return text("standing.finished")
    if board.income[AUTOMA] == 0:
        return text("standing.first")
    return text("standing.left", cards=cards, turn=board.income[AUTOMA] + 1)
