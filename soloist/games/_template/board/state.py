"""The position: everything on the table, as ints and lists of ints.

Put here: exactly what the Automa's rules read, and what both seats must obey. `copy` shares nothing mutable, `key`
holds everything, `status` lists contradictions and never raises, `facts` names every field for people and files. What
only the human's rules need (a purse, open decisions) is in `player/state.py`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Self

from soloist.core.bits import Mask, mask_of
from soloist.core.board import Board, Problem
from soloist.core.text import Domain, Word, text
from soloist.games._template.board.printed import check_datum
from soloist.games._template.board.setup import check_choices, read_pits
from soloist.games._template.board.tables import (
    AUTOMA,
    BESIDE,
    CARDS,
    HUMAN,
    LEVELS,
    NOBODY,
    PITS,
    SEATS,
    STONES,
)


class Stones(Board):
    """`pits` and `held` count stones, `last` is the human's last pit, `deck` are the Automa's cards that are left,
    `card` is her open one."""

    __slots__ = ("card", "deck", "held", "last", "origin", "over", "pits", "setup", "to_move", "worth")

    def __init__(self, setup: Mapping[str, str]) -> None:
        check_choices(setup)
        self.setup = setup
        self.pits = read_pits(setup["pits"])
        self.held = [0, LEVELS[setup["level"]]]  # XXA-003
        self.last = NOBODY
        self.deck = CARDS.everything  # XXA-004
        self.card = NOBODY
        self.to_move = HUMAN  # XXA-005
        self.over = False
        value = setup.get("value.worth", "")
        self.worth = int(check_datum("worth", value))
        self.origin = "printed" if "printed" in value else "stand_in"

    def copy(self) -> Self:
        new = object.__new__(type(self))
        for name in Stones.__slots__:
            setattr(new, name, getattr(self, name))
        new.pits, new.held = self.pits[:], self.held[:]
        return new

    def key(self) -> Hashable:
        return tuple(self.facts().items()), tuple(self.setup.items())

    def status(self) -> Sequence[Problem]:
        """Return contradictions: a wrong total of stones, or a negative number in a hand (XXA-002)."""
        found = []
        have = sum(self.pits) + sum(self.held)
        if have != STONES:
            found.append(Problem(text("problem.stones", have=have, want=STONES), "XXA-002"))
        for seat, held in enumerate(self.held):
            if held < 0:
                found.append(
                    Problem(text("problem.hand", seat=Word(f"seat.{SEATS.name_option(seat)}"), n=held), "XXA-002")
                )
        return found

    def facts(self) -> Mapping[str, str]:
        return {
            "pits": " ".join(map(str, self.pits)),
            "held.automa": str(self.held[AUTOMA]),
            "held.human": str(self.held[HUMAN]),
            "last": _name(PITS, self.last),
            "deck": " ".join(CARDS.name_options(self.deck)) or "-",
            "card": _name(CARDS, self.card),
            "to_move": SEATS.name_option(self.to_move),
            "over": "yes" if self.over else "no",
            "value.worth": f"{self.worth} ({self.origin})",
        }

    # ------------------------------------------------------------------------------------------ reading the position

    def seat_to_decide(self) -> int:
        """Return the seat whose turn it is, or NOBODY when the game is over."""
        return NOBODY if self.over else self.to_move

    def round(self) -> int:
        """Return the number of the Automa's next card; a round is a turn of each seat."""
        return min(len(CARDS.names), len(CARDS.names) - self.deck.bit_count() + 1)

    def filled_pits(self) -> Mask:
        """Return the pits with stones."""
        return mask_of(pit for pit, stones in enumerate(self.pits) if stones > 0)

    def reachable_pits(self) -> Mask:
        """Return the pits into which the human may reach after his move, beside the pit used last if that is empty
        (XXA-006)."""
        if self.to_move == HUMAN or self.last == NOBODY or self.pits[self.last] > 0:
            return 0
        return BESIDE[self.last] & self.filled_pits()

    def vp(self, seat: int) -> int:
        """Return a seat's points: 1 per stone of the human, the printed worth per stone of the Automa (XXA-021)."""
        return self.held[seat] * (self.worth if seat == AUTOMA else 1)

    def winner(self) -> int:
        """Return the seat with more points; the Automa wins a tie (XXA-021)."""
        return HUMAN if self.vp(HUMAN) > self.vp(AUTOMA) else AUTOMA


def _name(of: Domain, option: int) -> str:
    return "-" if option == NOBODY else of.name_option(option)


def new_board(setup: Mapping[str, str]) -> Stones:
    """Return the board for a complete set-up; nothing in it is random."""
    return Stones(dict(setup))
