"""The position of a digital game: the board of TABLE mode, credits and own spaces of every seat, and open decisions.

The Automa plays on the same object and reads only what `Barrage` declares.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import ClassVar, Self

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.steps import Pending
from soloist.core.text import Domain
from soloist.games.barrage.board.setup import Setup
from soloist.games.barrage.board.spaces import starting_credits
from soloist.games.barrage.board.state import NOBODY, OVER, Barrage, starting_machinery
from soloist.games.barrage.board.tables import ANTON, BOX_CONTRACTS, CONTRACTS, ENGINEERS, OFFICERS, WITHOUT_ENGINEERS

#: the officer who belongs to an expansion that is not known (BR-156)
NOT_PLAYED = ("angelo_alberti",)


class Position(Barrage):
    """The position of a game with all rules enforced.

    `waits` are open decisions and effects, which come before everything else; the last one is due first. `credits` are
    a human's; an Automa has none (BA-003). `used` are the occupied spaces of company boards, officers and private
    buildings, as a mask of `ACTION_SPACES` per seat. `copied` is the officer whose ability the seat to move has for the
    rest of its turn (BR-152), `aside` the value of contracts fulfilled with a copied Franz de Lasse, which counts next
    round (BR-155). With a draft (BR-013), `setup` holds what each seat has got so far.
    """

    __slots__ = ("aside", "copied", "credits", "used", "waits")

    tracks_humans: ClassVar[bool] = True

    def __init__(self, setup: Setup, waits: Sequence[Pending]) -> None:
        super().__init__(setup)
        self.waits = tuple(waits)
        self.credits = [0 if s.automa else starting_credits(setup.officers[i]) for i, s in enumerate(setup.seats)]
        self.used: list[Mask] = [0] * len(setup.seats)
        self.copied = NOBODY
        self.aside = [0] * len(setup.seats)

    def give_starting_resources(self, seat: int) -> None:
        """Give a seat its starting resources, which depend on its officer (BR-010)."""
        officer = self.setup.officers[seat]
        self.architect[seat] = int(self.has_architect(seat))
        self.engineers[seat] = ENGINEERS - self.architect[seat]
        self.machinery[seat] = starting_machinery(officer)
        self.tech[seat] = self.starting_tiles(seat)
        self.credits[seat] = 0 if self.is_automa(seat) else starting_credits(officer)

    def copy(self) -> Self:
        new = super().copy()
        new.waits, new.copied = self.waits, self.copied
        new.credits, new.used, new.aside = self.credits[:], self.used[:], self.aside[:]
        return new

    def key(self) -> Hashable:
        own = (self.waits, tuple(self.credits), tuple(self.used), self.copied, tuple(self.aside))
        return (super().key(), *own, self.setup.seats)

    # ------------------------------------------------------------------------------------------ reading the position

    @property
    def humans(self) -> list[int]:
        return [seat for seat in range(self.players) if not self.is_automa(seat)]

    @property
    def contracts(self) -> Domain:
        """The contracts in the game; the fifth starting one only by option (BR-R50)."""
        return CONTRACTS if self.setup.rulings["fifth_starting_contract"] == "in_pool" else BOX_CONTRACTS

    def has_architect(self, seat: int) -> bool:
        return self.setup.officers[seat] == "tommaso_battista"

    def seat_to_act(self) -> int:
        """Return the seat whose decision is due, or NOBODY when the game is over."""
        if self.phase == OVER:
            return NOBODY
        return self.waits[-1].seat if self.waits else self.to_move

    def is_tracked(self, seat: int) -> bool:
        return True

    def tracked_credits(self, seat: int) -> int | None:
        return None if self.is_automa(seat) else self.credits[seat]

    def credit_events(self, seat: int, credits: int) -> list[Event]:
        from soloist.games.barrage.player.events import Paid

        return [] if self.tracked_credits(seat) is None else [Paid(seat, credits)]

    def resources(self, seat: int) -> int:
        """Return the resources that final scoring counts: machineries off the wheel and credits (BR-121)."""
        return sum(self.machinery[seat]) + self.credits[seat]

    def has_ability(self, seat: int, officer: str) -> bool:
        """Return whether a human has an officer's ability now: from the own officer (BR-150) or one copied for this
        turn (BR-155)."""
        if super().has_ability(seat, officer):
            return True
        return self.copied != NOBODY and seat == self.to_move and OFFICERS.names[self.copied] == officer

    def next_round_energy(self, seat: int) -> int:
        """Return the position of the energy marker at the start of the next round. Franz de Lasse's goes back to the
        mark of the round, if it has reached it (BR-R42); values laid aside while he was copied count now (BR-155)."""
        if self.setup.officers[seat] == "franz_de_lasse" and not self.is_automa(seat):
            return min(self.energy[seat], self.full_reward())
        return self.aside[seat]

    def copyable_tiles(self, seat: int) -> Mask:
        """Return the tiles on the seat's wheel that Anton Krylov's tile can copy (BR-153)."""
        own = self.setup.officers[seat] == "anton_krylov"
        if not (self.tech[seat] >> ANTON & 1 if own else self.has_ability(seat, "anton_krylov")):
            return 0
        return self.wheel_tiles(seat) & ~(1 << ANTON)

    def can_act(self, seat: int) -> bool:
        """Return whether a seat has an engineer, or is a human with a tile that may need none (BR-032, BR-048); whether
        the tile can be used is checked in the seat's turn."""
        if self.engineers[seat] + self.architect[seat] > 0:
            return True
        if self.is_automa(seat) or self.out >> seat & 1:
            return False
        return (self.tech[seat] | self.copyable_tiles(seat)) & WITHOUT_ENGINEERS != 0

    def capacity(self, dam: int) -> int:
        """Return how many drops a dam holds, with the ability of a copied Graziano Del Monte too (BR-004, BR-155)."""
        level = super().capacity(dam)
        if level == 3 and self.copied != NOBODY and OFFICERS.names[self.copied] == "graziano_del_monte":
            return 4 if self.dams[self.to_move] >> dam & 1 else level
        return level

    def max_drops(self, dam: int) -> int:
        """Return the greatest number of drops that can lie in a dam: a fourth drop stays that came while Mahiri had
        copied Graziano Del Monte (BR-R34)."""
        owner = self.owner_of_dam(dam)
        mahiri = owner is not None and owner != self.neutral and self.officer(owner) == "mahiri_sekibo"
        return max(self.capacity(dam), 4) if mahiri and self.level[dam] == 3 else self.capacity(dam)

    def capacities(self) -> list[int]:
        if self.copied == NOBODY:
            return super().capacities()
        return [self.capacity(dam) for dam in range(len(self.level))]
