"""The position of a DIGITAL game: the board of TABLE mode, a purse per seat, and the pending decisions.

The Automa plays on the same object and reads only what `TerraMystica` declares.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING, Self

from soloist.core.bits import Mask
from soloist.core.steps import Pending
from soloist.games.terra_mystica.board.printed import Printed
from soloist.games.terra_mystica.board.purse import FROM_START, Purse
from soloist.games.terra_mystica.board.setup import Setup
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import SEATS, STRONGHOLD
from soloist.games.terra_mystica.player.factions import ROUND_TILES, SIDES, TOWN_GAINS, VP_2017, Side

if TYPE_CHECKING:
    from soloist.games.terra_mystica.player.leech import Offer
    from soloist.games.terra_mystica.player.turn import Turn

#: the parts of a round: set-up, actions (phase II), cult bonuses (phase III), and income (phase I) while a decision about
#: it is pending
STAGES = ("setting_up", "actions", "bonuses", "income")
SETTING_UP, ACTIONS, BONUSES, INCOME = range(4)


#: town tiles of each kind, without and with the mini expansion
_TOWNS = [tile.count if tile.base else 0 for tile in TOWN_GAINS]
_WITH_MINI = [tile.count for tile in TOWN_GAINS]


@dataclass(frozen=True, slots=True)
class Gift:
    """A build of Cultists or Shapeshifters with the neighbours' answers so far: power taken and declined (TM-067)."""

    seat: int
    build: int
    taken: int = 0
    declined: int = 0


class Position(TerraMystica):
    """A Terra Mystica game with all rules.

    `waits` is the stack of pending decisions, the next one last. `offers` is the queue of power offers, the next one
    first; each names its build by number, and `builds` counts the builds so far. `turn` is the state of the current
    turn. `gone` are the seats that left a ledger game. `site` is true when the position follows the public play site
    where that deviates from the printed rules.
    """

    __slots__ = ("builds", "gifts", "gone", "offers", "sides", "site", "stage", "tiles", "turn", "waits")

    def __init__(self, setup: Setup, printed: Printed, turns: Sequence[Turn], waits: Sequence[Pending]) -> None:
        self.gone = 0
        super().__init__(setup, printed)
        sides = [SIDES[f.id] for f in setup.humans]
        #: by seat; index 0 only fills the place of the Automa
        self.sides: list[Side] = [sides[0], *sides]
        self.purses: list[Purse] = [Purse(side.coins, side.workers, side.priests, side.bowls) for side in self.sides]
        self.site = setup.source.get("site", "no") == "yes"
        self.tiles = [ROUND_TILES[t] for t in setup.tiles]
        self.stage = SETTING_UP
        self.turn = turns[self.to_move]
        self.waits = tuple(waits)
        self.offers: tuple[Offer, ...] = ()
        self.gifts: tuple[Gift, ...] = ()
        self.builds = 0
        revised = setup.source.get("starting_vp", "20") == "revised_2017"
        for seat, side in enumerate(sides, 1):
            self.vp[seat] = VP_2017[side.id] if revised else 20
            self.purses[seat].earned[FROM_START * 7] = self.vp[seat]
            if side.riverwalkers:
                self.purses[seat].unlocked = 1 << self.home[seat]

    def copy(self) -> Self:
        new = super().copy()
        new.sides, new.site, new.tiles = self.sides, self.site, self.tiles
        new.purses = [p.copy() for p in self.purses]
        new.stage, new.turn, new.waits = self.stage, self.turn, self.waits
        new.offers, new.gifts, new.builds, new.gone = self.offers, self.gifts, self.builds, self.gone
        return new

    def key(self) -> Hashable:
        purses = tuple(p.key() for p in self.purses)
        pending = (self.stage, self.turn, self.waits, self.offers, self.gifts, self.builds, self.gone)
        return (super().key(), purses, pending)

    def facts(self) -> Mapping[str, str]:
        found = dict(super().facts())
        for seat in self.humans:
            purse, who = self.purses[seat], SEATS.names[seat]
            found[f"coins.{who}"] = str(purse.coins)
            found[f"workers.{who}"] = str(purse.workers)
            found[f"hand.{who}"] = str(purse.priests)
            found[f"bowls.{who}"] = f"{purse.bowl1} {purse.bowl2} {purse.bowl3}"
            found[f"digging.{who}"] = str(purse.digging)
        return found

    def give_turn(self, seat: int) -> None:
        """Start the turn of a seat."""
        self.to_move = seat
        self.turn = self.turn.begun[seat]

    # ------------------------------------------------------------------------------------------ reading the position

    def due(self) -> Pending | None:
        """Return what has to be decided now: the top of the stack, then offers of power, then the turn.

        On the public site offers may be decided at any time, so they never block.
        """
        if self.phase == OVER:
            return None
        if self.waits:
            return self.waits[-1]
        if self.offers and not self.site:
            return self.offers[0]
        return self.turn

    def pending_steps_of(self, seat: int) -> list[Pending]:
        """Return the pending decisions of a seat; on the public site other seats may have some too."""
        return [step for step in self.waits if step.seat == seat]

    def deciding(self) -> int:
        due = self.due()
        return NOBODY if due is None else due.seat

    def clockwise(self) -> list[int]:
        """Return the active seats in seat order, without those that left a ledger game."""
        return [seat for seat in super().clockwise() if not self.gone >> seat & 1]

    @property
    def town_left(self) -> list[int]:
        """The number of town tiles left of each kind (TM-081)."""
        held = map(sum, zip(*(purse.tiles for purse in self.purses), strict=True))
        mini = self.setup.source.get("mini_expansion", "no") == "yes"
        return [*map(sub, _WITH_MINI if mini else _TOWNS, held)]

    def has_stronghold(self, seat: int) -> bool:
        return self.pieces[seat][STRONGHOLD] != 0

    def occupied(self) -> Mask:
        """Return all hexes with a structure."""
        mask = 0
        for pieces in self.pieces:
            a, b, c, d, e, f = pieces
            mask |= a | b | c | d | e | f
        return mask
