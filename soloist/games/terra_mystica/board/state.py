"""The position: everything public on the table, as ints and lists of ints."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Self

from soloist.core.bits import Mask, iterate_bits
from soloist.core.board import Board, Problem
from soloist.games.terra_mystica.board.printed import Printed
from soloist.games.terra_mystica.board.purse import Purse
from soloist.games.terra_mystica.board.setup import PAIR, Setup, read_printed, read_setup
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    DWELLING,
    FAVOR_TILES,
    KINDS,
    PIECES,
    POWER,
    PRIESTS,
    SHIPYARD,
    TRADING_HOUSE,
)

#: slots that cannot differ between positions of one set-up, or have a key of their own
_NO_KEY = ("began", "map", "printed", "purses", "setup")
PLACING, PLAYING, OVER = 0, 1, 2
PHASES = ("placing", "playing", "over")
N_KINDS = len(KINDS.names)
NOBODY = -1


class TerraMystica(Board):
    """A Terra Mystica table.

    Seats are 0 for the Automa and 1, 2 … for the humans. Without an Automa (DIGITAL only) seat 0 is empty and never in
    `order`. `pieces[seat][kind]` are the hexes with such a structure, `left` the numbers in the supply. `terrain[t]`
    are the hexes whose terrain is now t. `marks`, `traded`, `cubes` and `blighted` are the hexes with a power token, an
    Automa trade marker, a Symbiont cube, blighted land. `spaces[4 * track + i]` is the seat whose priest is on order
    space i of a track. `purses` is empty in TABLE mode, where neither resources nor the structures of towns are
    entered.

    The decision cards are in `deck`, `reserve` (with `top` known to be on top), `aside` (drawn by Cultists), `waiting`
    (joins after round 2), `pile` (played this round), `support` and `action`. `face_down` cards of the deck came from
    the reserve unseen, so they are still counted in `reserve`.
    """

    __slots__ = (
        "achievements",
        "action",
        "aside",
        "began",
        "blighted",
        "bonus",
        "bridges",
        "coins",
        "cubes",
        "cults",
        "deck",
        "face_down",
        "favors",
        "home",
        "jump",
        "keys",
        "left",
        "map",
        "marks",
        "order",
        "passed",
        "phase",
        "pieces",
        "pile",
        "priests",
        "printed",
        "purses",
        "reserve",
        "round",
        "row",
        "setup",
        "shipping",
        "spaces",
        "start",
        "support",
        "terrain",
        "to_move",
        "tokens",
        "top",
        "traded",
        "used",
        "vp",
        "waiting",
    )

    def __init__(self, setup: Setup, printed: Printed) -> None:
        self.setup = setup
        self.printed = printed
        self.map = setup.map
        seats = 1 + len(setup.humans)
        self.pieces = [[0] * N_KINDS for _ in range(seats)]
        self.left = [list(PIECES) for _ in range(seats)]
        # TMA-015: two dwellings go back to the box; with Merchants of the Seas two trading houses too, and a shipyard comes
        self.left[AUTOMA][DWELLING] -= 2
        if not setup.automa:
            self.left[AUTOMA] = [0] * N_KINDS
        if setup.mots:
            self.left[AUTOMA][TRADING_HOUSE] -= 2
            for left in self.left:
                left[SHIPYARD] = 1
        self.marks = self.traded = self.cubes = self.blighted = 0
        self.terrain = [*self.map.printed]
        self.home = [setup.home, *setup.homes]
        start = printed_start(setup, printed) if setup.automa else [0, 0, 0, 0]
        self.cults = [start, *(list(f.cults) for f in setup.humans)]  # TMA-016
        self.spaces = [NOBODY] * 16
        self.priests = [PRIESTS] * seats
        self.purses: Sequence[Purse] = ()
        self.bridges = [0] * seats
        self.used = 0
        self.favors = [0] * seats
        # TMA-017: the Automa takes the first card of the row
        hers = int(setup.automa)
        self.row = list(setup.bonus[hers:])
        self.bonus = [setup.bonus[0] if hers else NOBODY, *([NOBODY] * len(setup.humans))]
        self.coins = [0] * len(BONUS.names)
        self.vp = [20] * seats
        if not setup.automa:
            self.vp[AUTOMA] = 0
        self.keys = [0] * seats
        self.shipping = [0, *(f.shipping for f in setup.humans)]
        self.jump = [0, *(f.jump for f in setup.humans)]
        self.round = 1
        self.phase = PLACING
        self.order = self.clockwise()  # TMA-013
        self.start = self.order[0]
        self.to_move = self.order[0]
        #: `changed_by` and points of the human to move when the turn began; None before the first turn and for the Automa
        self.began: tuple[Hashable, int] | None = None
        self.passed: list[int] = []
        self.tokens = setup.tokens
        self.achievements = 0
        self.support = self.action = self.top = NOBODY
        self.deck = self.reserve = self.aside = self.waiting = self.pile = 0
        self.face_down = 0
        self._split_cards()

    def _split_cards(self) -> None:
        """Sort the cards into their places before anything is drawn (TMA-020, TMA-021, fixed part of TMA-022)."""
        for i in iterate_bits(self.setup.in_game):
            deck = self.printed.cards[i].deck
            if deck.startswith("starting"):
                self.deck |= 1 << i
            elif deck == "reserve":
                self.reserve |= 1 << i
            else:
                self.waiting |= 1 << i
        if self.setup.level == "automalein":
            self.top = CARDS.find_option("dc3") or 0
            self.deck &= ~(1 << self.top)
            self.reserve |= 1 << self.top

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.setup, new.printed, new.map, new.purses = self.setup, self.printed, self.map, self.purses
        new.pieces = [p[:] for p in self.pieces]
        new.left = [p[:] for p in self.left]
        new.cults = [c[:] for c in self.cults]
        new.terrain, new.home, new.spaces = self.terrain[:], self.home[:], self.spaces[:]
        new.priests, new.bridges, new.favors = self.priests[:], self.bridges[:], self.favors[:]
        new.row, new.bonus, new.coins = self.row[:], self.bonus[:], self.coins[:]
        new.vp, new.keys, new.shipping, new.jump = self.vp[:], self.keys[:], self.shipping[:], self.jump[:]
        new.order, new.passed = self.order[:], self.passed[:]
        new.marks, new.traded, new.cubes, new.blighted = self.marks, self.traded, self.cubes, self.blighted
        new.used, new.round, new.phase = self.used, self.round, self.phase
        new.start, new.to_move, new.began = self.start, self.to_move, self.began
        new.tokens, new.achievements = self.tokens, self.achievements
        new.support, new.action, new.top = self.support, self.action, self.top
        new.deck, new.reserve, new.aside = self.deck, self.reserve, self.aside
        new.waiting, new.pile, new.face_down = self.waiting, self.pile, self.face_down
        return new

    def key(self) -> Hashable:
        slots = TerraMystica.__slots__  # without those that a subclass adds
        position = (_freeze(getattr(self, name)) for name in slots if name not in _NO_KEY)
        return (*position, tuple(sorted(self.printed.values.items())), tuple(sorted(self.setup.source.items())))

    def status(self) -> Sequence[Problem]:
        from soloist.games.terra_mystica.board.status import find_problems

        return find_problems(self)

    def facts(self) -> Mapping[str, str]:
        from soloist.games.terra_mystica.board.fields import list_facts

        return list_facts(self)

    def give_turn(self, seat: int) -> None:
        """Start the turn of a seat. Only events call this."""
        self.to_move = seat
        self.began = None if seat == AUTOMA else (self.changed_by(seat), self.vp[seat])

    def changed_by(self, seat: int) -> Hashable:
        """Return the parts of the table that an action of this human can change, without points (TM-022)."""
        own = (
            self.bridges[seat],
            self.favors[seat],
            self.keys[seat],
            self.shipping[seat],
            self.jump[seat],
            self.home[seat],
        )
        return seat, *own, *self.pieces[seat], *self.cults[seat], *self.spaces, *self.terrain, self.used

    # ------------------------------------------------------------------------------------------ reading the position

    def starting(self, seat: int) -> int:
        """Return how many starting dwellings a human still has to place in round 1 (TM-015)."""
        if seat == AUTOMA or self.round > 1:
            return 0
        return max(0, self.setup.humans[seat - 1].dwellings - self.owned(seat).bit_count())

    def starting_ground(self, seat: int) -> Mask:
        """Return the hexes for starting dwellings: free home terrain (TM-015), for Riverwalkers at a river (TM-151)."""
        free = self.terrain[self.home[seat]] & ~self.human_structures() & ~self.owned(AUTOMA)
        return free & self.map.by_river if self.setup.humans[seat - 1].id == "riverwalkers" else free

    def without_card(self) -> list[int]:
        """Return the active humans without a bonus card (TMA-017), none while the humans have no structures."""
        if self.phase != PLAYING or not self.human_structures():
            return []
        return [seat for seat in self.humans if self.bonus[seat] == NOBODY and seat not in self.passed]

    def seated(self) -> list[int]:
        """Return all seats in seat order: the humans, then the Automa if she takes part (TMA-013)."""
        return [*range(1, len(self.pieces)), *((AUTOMA,) if self.setup.automa else ())]

    def clockwise(self) -> list[int]:
        """Return the active seats in seat order."""
        return self.seated()

    @property
    def humans(self) -> range:
        """The seats of the humans."""
        return range(1, len(self.pieces))

    def owned(self, seat: int) -> Mask:
        """Return all hexes with a structure of this seat."""
        dwellings, houses, temples, strongholds, sanctuaries, shipyards = self.pieces[seat]
        return dwellings | houses | temples | strongholds | sanctuaries | shipyards

    def human_structures(self) -> Mask:
        """Return all hexes with a structure of any human (TMA-R28: one pool)."""
        mask = 0
        for seat in range(1, len(self.pieces)):
            mask |= self.owned(seat)
        return mask

    def kind_at(self, seat: int, hex_: int) -> int | None:
        """Return the kind of this seat's structure on a hex, or None."""
        for kind, where in enumerate(self.pieces[seat]):
            if where >> hex_ & 1:
                return kind
        return None

    def owner_at(self, hex_: int) -> int | None:
        """Return the seat whose structure is on a hex, or None."""
        for seat in range(len(self.pieces)):
            if self.owned(seat) >> hex_ & 1:
                return seat
        return None

    def terrain_at(self, hex_: int) -> int | None:
        """Return the current terrain of a hex, None for a river."""
        for t, where in enumerate(self.terrain):
            if where >> hex_ & 1:
                return t
        return None

    def power_value(self, seat: int, kind: int) -> int:
        """Return the power value of a structure; the Yetis' big structures count 4 (TM-008)."""
        return (POWER if seat == AUTOMA else self.setup.humans[seat - 1].power)[kind]

    def standing(self) -> Mask:
        """Return the places of all bridges of all seats."""
        return reduce(or_, self.bridges)

    def beside(self, mask: Mask) -> Mask:
        """Return all hexes directly adjacent to the mask, by a shared side or a bridge (TM-002)."""
        return self.map.beside(self.standing())(mask)

    def power_to_human(self, seat: int, hex_: int) -> int:
        """Return the power this human is offered for a build or upgrade on the hex (TM-062, TMA-R13)."""
        near = self.beside(1 << hex_)
        power = 0
        for kind, where in enumerate(self.pieces[seat]):
            if where & near:
                power += self.power_value(seat, kind) * (where & near).bit_count()
        return power

    def power_to_humans(self, hex_: int) -> int:
        """Return the sum of `power_to_human` over all humans (TMA-101)."""
        return sum(self.power_to_human(seat, hex_) for seat in range(1, len(self.pieces)))

    def deciding(self) -> int:
        """Return the seat that has to act now, `NOBODY` before the first round and after the last."""
        return self.to_move if self.phase == PLAYING else NOBODY

    def holdings(self, seat: int) -> Purse | None:
        """Return the purse of this seat, or None where purses are not tracked."""
        return self.purses[seat] if self.purses and seat != AUTOMA else None

    def towns(self) -> Mask:
        """Return all hexes that belong to a town, as far as purses track them."""
        mask = 0
        for purse in self.purses:
            mask |= purse.towns
        return mask

    def town_rivers(self, seat: int) -> Mask:
        """Return the river hexes of this seat's towns (TM-122), as far as purses track them."""
        return self.purses[seat].rivers if self.purses else 0

    def favors_left(self, tile: int) -> int:
        """Return how many tiles of this kind nobody has taken."""
        return FAVOR_TILES[tile].count - sum(held >> tile & 1 for held in self.favors)

    def full_tracks(self) -> Mask:
        """Return the cult tracks with a marker on 10."""
        mask = 0
        for track in range(len(CULTS.names)):
            if any(cults[track] >= 10 for cults in self.cults):
                mask |= 1 << track
        return mask

    def deck_size(self) -> int:
        return self.deck.bit_count() + self.face_down

    def reserve_size(self) -> int:
        return self.reserve.bit_count() - self.face_down

    def automa_shipping(self) -> int:
        """Return her shipping value in this round (TMA-030)."""
        return self.printed.shipping[PAIR[self.round]]

    def x_vp(self) -> int:
        """Return the X of her level in this round (TMA-063)."""
        return self.printed.x_vp[PAIR[self.round]]


def printed_start(setup: Setup, printed: Printed) -> list[int]:
    """Return the starting steps of her cult markers, one per symbol on her faction card (TMA-016)."""
    from soloist.games.terra_mystica.board.printed import find_known

    key = f"cult_start.{setup.faction}"
    value = printed.values[key][0] if key in printed.values else find_known(key).value
    return [int(n) for n in value.split()]


def _freeze(value: object) -> Hashable:
    if isinstance(value, list):
        return tuple(_freeze(v) for v in value)
    assert isinstance(value, Hashable)
    return value


def new_board(source: Mapping[str, str]) -> TerraMystica:
    """Return the board of a complete set-up."""
    setup = read_setup(source)
    return TerraMystica(setup, read_printed(setup))
