"""The state of the table beside the board: seats and points, supplies, cult tracks, whose turn it is, what is left."""

from __future__ import annotations

from soloist.core.screen import Seat, Standing, Total, Track
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CULTS, KINDS, ROUNDS, SEATS, TOP
from soloist.games.terra_mystica.show.drawing import MARKS
from soloist.games.terra_mystica.show.picture import SEAT_LETTERS
from soloist.games.terra_mystica.show.seats import SEAT_WORDS, seat_style

#: icons of the structures, by their number
KIND_ICONS = ("dwelling", "trading-house", "temple", "stronghold", "sanctuary", "shipyard")


def seats_shown(board: TerraMystica) -> tuple[int, ...]:
    """The seats in the order in which pages show them: you first."""
    return (*board.humans, AUTOMA)


def standing(board: TerraMystica) -> Standing:
    """Everything to compare with the table."""
    shown = seats_shown(board)
    return Standing(
        seats=tuple(_seat(board, seat) for seat in shown),
        totals=_totals(board, shown),
        tracks=tuple(
            Track(
                icon=cult,
                label=text(f"cult.{cult}"),
                length=TOP,
                marks=MARKS,
                at=tuple(board.cults[seat][track] for seat in shown),
                style=f"tm-{cult}",
            )
            for track, cult in enumerate(CULTS.names)
        ),
        headline=text(
            "standing.headline",
            level=Word(f"level.{board.setup.level}"),
            faction=Word(f"faction.{board.setup.faction}"),
        ),
        turn=_turn(board),
        left=_left(board),
        round=board.round,
    )


def points(board: TerraMystica) -> tuple[int, ...]:
    return tuple(board.vp[seat] for seat in seats_shown(board))


def round_of(board: TerraMystica) -> int:
    return board.round


def _seat(board: TerraMystica, seat: int) -> Seat:
    playing = board.phase not in (PLACING, OVER)
    return Seat(
        id=SEATS.names[seat],
        letter=SEAT_LETTERS[seat],
        shape="you" if seat else "automa",
        name=text(f"seat.{SEATS.names[seat]}"),
        style=seat_style(board, seat),
        vp=board.vp[seat],
        to_move=playing and board.to_move == seat,
    )


def _totals(board: TerraMystica, shown: tuple[int, ...]) -> tuple[Total, ...]:
    """What lies in the supplies, shipping, bonus cards. Your priests move without the app, so only hers are counted."""
    kinds = range(len(KINDS.names) if board.setup.mots else len(KINDS.names) - 1)
    lines = [
        Total(
            KIND_ICONS[kind],
            text(f"kinds.{KINDS.names[kind]}"),
            tuple(str(board.left[seat][kind]) for seat in shown),
        )
        for kind in kinds
    ]
    priests = tuple(str(board.priests[seat]) if seat == AUTOMA else "" for seat in shown)
    shipping = tuple(str(board.shipping[seat] if seat else board.automa_shipping()) for seat in shown)
    cards = tuple(BONUS.names[board.bonus[s]] if board.bonus[s] != NOBODY else "" for s in shown)
    lines.append(Total("priest", text("standing.priests"), priests))
    lines.append(Total("shipping", text("standing.shipping"), shipping))
    lines.append(Total("bonus-card", text("standing.bonus_card"), cards))
    return tuple(lines)


def _turn(board: TerraMystica) -> Text:
    if board.phase == PLACING:
        return text("standing.placing")
    if board.phase == OVER:
        return text("standing.over")
    if board.to_move == AUTOMA:
        return text("standing.automas_turn")
    if len(board.humans) == 1:
        return text("standing.your_turn")
    return text("standing.turn_of", seat=SEAT_WORDS[board.to_move])


def _left(board: TerraMystica) -> Text:
    if board.phase == OVER:
        return text("standing.rounds", rounds=ROUNDS)
    return text("standing.left", n=board.deck_size(), round=board.round, rounds=ROUNDS)
