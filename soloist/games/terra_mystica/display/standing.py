"""The standing beside the board: seats and points, supplies, cult tracks, whose turn it is, what is left.

In a DIGITAL game it includes the purses.
"""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.text import Text, Word, text
from soloist.display.screen import Seat, Standing, Total, Track
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CULTS, FAVORS, KINDS, ROUNDS, SEATS, TOP
from soloist.games.terra_mystica.display.drawing import MARKS
from soloist.games.terra_mystica.display.seats import played_elsewhere, seat_style, seat_word
from soloist.games.terra_mystica.display.text_map import SEAT_LETTERS
from soloist.games.terra_mystica.player.factions import SIDES

#: icons of the structures, by their number
KIND_ICONS = ("dwelling", "trading-house", "temple", "stronghold", "sanctuary", "shipyard")


def seats_shown(board: TerraMystica) -> tuple[int, ...]:
    """Return the seats in the order of the pages: humans first, the Automa last if she takes part."""
    return tuple(board.seated())


def make_standing(board: TerraMystica) -> Standing:
    """Return everything that players compare with the table."""
    shown = seats_shown(board)
    return Standing(
        seats=tuple(_make_seat(board, seat) for seat in shown),
        totals=_list_totals(board, shown),
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
        headline=_say_headline(board),
        turn=_say_turn(board),
        left=_say_left(board),
        round=board.round,
    )


def count_points(board: TerraMystica) -> tuple[int, ...]:
    return tuple(board.vp[seat] for seat in seats_shown(board))


def round_of(board: TerraMystica) -> int:
    return board.round


def _say_headline(board: TerraMystica) -> Text:
    if not board.setup.automa:
        return text("standing.without_automa", n=len(board.humans))
    words = {"level": Word(f"level.{board.setup.level}"), "faction": Word(f"faction.{board.setup.faction}")}
    return text("standing.headline", **words)


def _make_seat(board: TerraMystica, seat: int) -> Seat:
    return Seat(
        id=SEATS.names[seat],
        letter=SEAT_LETTERS[seat],
        shape="you" if seat else "automa",
        name=_say_name(board, seat),
        style=seat_style(board, seat),
        vp=board.vp[seat],
        to_move=board.deciding() == seat,
    )


def _say_name(board: TerraMystica, seat: int) -> Text:
    """Return the name of a seat.

    With several humans in a DIGITAL game it includes the faction. In an imported game it is the faction alone.
    """
    if played_elsewhere(board):
        return text("standing.player", faction=seat_word(board, seat))
    name = text(f"seat.{SEATS.names[seat]}")
    if seat == AUTOMA or not board.purses or len(board.humans) == 1:
        return name
    return text("standing.seat", seat=name, faction=Word(f"human.{board.setup.humans[seat - 1].id}"))


def _list_totals(board: TerraMystica, shown: tuple[int, ...]) -> tuple[Total, ...]:
    """Return supplies, shipping and bonus cards, in DIGITAL games also the purses.

    In TABLE mode only her priests are counted, because the humans' priests are not entered.
    """
    supplies, cards = _supply_totals(board, shown), _card_total(board, shown)
    if board.purses:
        return (*_purse_totals(board, shown), cards, *supplies)
    priests = tuple(str(board.priests[seat]) if seat == AUTOMA else "" for seat in shown)
    shipping = tuple(str(board.shipping[seat] if seat else board.automa_shipping()) for seat in shown)
    return (
        *supplies,
        Total("priest", text("standing.priests"), priests),
        Total("shipping", text("standing.shipping"), shipping),
        cards,
    )


def _supply_totals(board: TerraMystica, shown: tuple[int, ...]) -> list[Total]:
    kinds = range(len(KINDS.names) if board.setup.mots else len(KINDS.names) - 1)
    return [
        Total(
            KIND_ICONS[kind],
            text(f"kinds.{KINDS.names[kind]}"),
            tuple(str(board.left[seat][kind]) for seat in shown),
        )
        for kind in kinds
    ]


def _card_total(board: TerraMystica, shown: tuple[int, ...]) -> Total:
    cards = tuple(text(f"bonus.{BONUS.names[board.bonus[s]]}") if board.bonus[s] != NOBODY else "" for s in shown)
    return Total("bonus-card", text("standing.bonus_card"), cards)


#: totals that matter for paying and building
_HELD = ("coins", "workers", "priests_left", "power", "shipping", "digging")


def _purse_totals(board: TerraMystica, shown: tuple[int, ...]) -> list[Total]:
    """Return the resources of each human, and of the Automa what she has of them.

    Priests are in hand, and in all that are not on the cult board.
    """
    purses, sides = board.purses, {seat: SIDES[board.setup.humans[seat - 1].id] for seat in board.humans}

    def line(icon: str, name: str, of: Callable[[int], object], hers: object = "") -> Total:
        values = tuple(str(of(s) if s != AUTOMA else hers) for s in shown)
        return Total(icon, text(f"standing.{name}"), values, held=name in _HELD)

    found = [
        line("coin", "coins", lambda seat: purses[seat].coins),
        line("worker", "workers", lambda seat: purses[seat].workers),
        line(
            "priest",
            "priests_left",
            lambda seat: f"{purses[seat].priests}/{board.priests[seat]}",
            board.priests[AUTOMA],
        ),
        line("power", "power", lambda seat: f"{purses[seat].bowl1}/{purses[seat].bowl2}/{purses[seat].bowl3}"),
        line(
            "shipping",
            "shipping",
            lambda seat: board.shipping[seat] if sides[seat].sails else "",
            board.automa_shipping() if board.setup.automa else "",
        ),
        line("spade", "digging", lambda seat: purses[seat].digging if sides[seat].spade_cost else ""),
        line("landmark", "towns", lambda seat: sum(purses[seat].tiles)),
        line("lock", "keys", lambda seat: board.keys[seat]),
        line("favor", "favors", lambda seat: _say_favors(board, seat), _say_favors(board, AUTOMA)),
    ]
    if any(board.jump):
        found.append(line("reaching", "jump", lambda seat: board.jump[seat] or ""))
    return found


def _say_favors(board: TerraMystica, seat: int) -> str:
    """Return the numbers of the seat's favor tiles."""
    return " ".join(name.removeprefix("fav") for name in FAVORS.name_options(board.favors[seat]))


def _say_turn(board: TerraMystica) -> Text:
    if board.phase == OVER:
        return text("standing.over")
    seat = board.deciding()
    if seat == NOBODY:
        return text("standing.placing")
    if seat == AUTOMA:
        return text("standing.automas_turn")
    if len(board.humans) == 1:
        return text("standing.your_turn")
    return text("standing.turn_of", seat=_say_name(board, seat))


def _say_left(board: TerraMystica) -> Text:
    if board.phase == OVER:
        return text("standing.rounds", rounds=ROUNDS)
    if not board.setup.automa:
        return text("standing.round", round=board.round, rounds=ROUNDS)
    return text("standing.left", n=board.deck_size(), round=board.round, rounds=ROUNDS)
