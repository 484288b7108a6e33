"""The state of the game beside the board: seats, totals, tracks."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.display.screen import Seat, Standing, Total, Track
from soloist.games.barrage.board.laws import is_action_phase_over
from soloist.games.barrage.board.state import INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    CONDUIT,
    ELEVATION,
    ENERGY_REWARDS,
    LEVELS,
    POWERHOUSE,
    STRUCTURES,
)
from soloist.games.barrage.display.cost_menu import wheel_total
from soloist.games.barrage.player.contracts import ChooseStarting
from soloist.games.barrage.player.draft import ChoosePair
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.table.tracked_board import TrackedBoard

#: the letters of humans and of Automa, in the order of the seats
_HUMANS, _AUTOMAS = "YZXW", "ABCD"
#: the last space of the drawn energy track; a marker beyond it is at its end
_TRACK = ENERGY_REWARDS[-1][0]


def make_standing(board: Barrage) -> Standing:
    seats = range(board.players)
    automas = [s for s in seats if board.is_automa(s)]
    levels = tuple(Word(f"level.{LEVELS.names[board.setup.seats[s].level]}") for s in automas)
    return Standing(
        seats=tuple(_make_seat(board, s) for s in seats),
        totals=tuple(_list_totals(board)),
        tracks=(
            Track(
                icon="energy",
                label=text("track.energy"),
                length=_TRACK,
                marks=tuple(line for line in range(6, _TRACK + 1, 6)),
                at=tuple(min(_TRACK, board.energy[s]) for s in seats),
            ),
        ),
        headline=text("standing.headline", companies=tuple(board.word(s) for s in automas), levels=levels),
        turn=_say_turn(board),
        left=text("standing.left", round=board.round, tiles=board.pile.bit_count() + (board.top != NOBODY)),
        round=board.round,
    )


def seat_letter(board: Barrage, seat: int) -> str:
    """Return the letter of a seat: Y for the first human, Z for the second; A, B, C for the Automa."""
    automa = board.is_automa(seat)
    before = sum(board.is_automa(s) == automa for s in range(seat))
    return (_AUTOMAS if automa else _HUMANS)[before]


def _make_seat(board: Barrage, seat: int) -> Seat:
    company = board.company(seat)
    automa = board.is_automa(seat)
    return Seat(
        id=board.name(seat),
        letter=seat_letter(board, seat),
        shape="automa" if automa else "you",
        name=text("standing.automa" if automa else "standing.human", seat=board.word(seat)),
        style=f"seat-{company}" if company else "",
        vp=board.vp[seat],
        to_move=seat == board.seat_to_act(),
    )


def say_heading(board: Barrage, name: str) -> Text:
    """Return whose turn it was on this board, or the phase if no seat was to move."""
    seat = board.setup.names.find_option(name)
    if board.phase == INCOME or seat is None:
        return _say_turn(board)
    return text("standing.turn_of" if board.is_automa(seat) else "standing.forced", seat=board.word(seat))


def _say_turn(board: Barrage) -> Text:
    if board.phase == OVER:
        return text("standing.over")
    if board.phase == INCOME:
        return text("standing.draft" if _drafting(board) else "standing.income")
    seat = board.to_move
    if board.is_automa(seat) or seat in board.forced:
        key = "standing.automas_turn" if board.is_automa(seat) else "standing.forced"
        return text(key, seat=board.word(seat))
    key = "standing.last_turn" if is_action_phase_over(board) else "standing.your_turn"
    return text(key, seat=board.word(seat))


def _drafting(board: Barrage) -> bool:
    """Return whether a human still has to choose a pair or a starting contract (BR-013)."""
    return isinstance(board, Position) and any(isinstance(step, ChoosePair | ChooseStarting) for step in board.waits)


def _list_totals(board: Barrage) -> list[Total]:
    """Return totals of energy, engineers, machineries off the wheel (at a table an Automa's only) and pieces left on
    the company boards."""
    seats = range(board.players)
    whole = isinstance(board, Position)

    def line(icon: str, key: str, values: list[str]) -> Total:
        return Total(icon, text(key), tuple(values), held=whole)

    def machinery(kind: int) -> list[str]:
        return [str(board.machinery[s][kind]) if board.is_tracked(s) else "" for s in seats]

    energy = line("energy", "total.energy", [str(e) for e in board.energy])
    found = [
        *([_credit_total(board)] if isinstance(board, Position) else [energy]),
        line("engineer", "total.engineers", [str(board.engineers[s] + board.architect[s]) for s in seats]),
        line("excavator", "total.excavators", machinery(0)),
        line("mixer", "total.mixers", machinery(1)),
        *([energy] if whole else []),  # after the resources for payment, because the track shows it already
    ]
    if "elon_audia" in board.setup.officers:
        found.append(line("machinery", "total.excamixers", machinery(2)))
    if isinstance(board, TrackedBoard):
        found.append(wheel_total(board))
    for structure in (BASE, ELEVATION, CONDUIT, POWERHOUSE):
        left = [str(board.left[s][structure]) for s in seats]
        name = STRUCTURES.names[structure]
        found.append(Total(name, text("total.left", kind=Word(f"structures.{name}")), tuple(left)))
    if board.setup.leeghwater:
        left = [str(board.left[s][BUILDING]) for s in seats]
        found.append(Total("building", text("total.left", kind=Word("structures.building")), tuple(left)))
    return found


def _credit_total(position: Position) -> Total:
    """Return the credits of humans; an Automa has none (BA-003)."""
    values = ["" if position.is_automa(s) else str(position.credits[s]) for s in range(position.players)]
    return Total("coin", text("total.credits"), tuple(values), held=True)


def count_points(board: Barrage) -> tuple[int, ...]:
    return tuple(board.vp)
