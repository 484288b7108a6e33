"""The position: everything public on the table, as ints and lists of ints."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar, Self

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Board, Event, Problem
from soloist.core.text import Word
from soloist.games.barrage.board.setup import Setup, read_setup
from soloist.games.barrage.board.tables import (
    ABILITY_FROM,
    ADVANCED,
    ANTON,
    BASIC,
    BUILDING,
    COMPANIES,
    EASY,
    ENGINEERS,
    HARD,
    LESLIE,
    MOST_IN_HAND,
    MOST_NATIONAL,
    PIECES,
    POWERHOUSE,
    PRIVATE,
    SECTION,
    SEGMENTS,
    SPACE_TILES,
    TECH_TILES,
    TILES,
    WITHOUT_ENGINEERS,
    WORK_TILES,
)

NOBODY = -1
INCOME, ACTIONS, OVER = 0, 1, 2
PHASES = ("income", "actions", "over")
#: what lies in one segment of a wheel: excavators, mixers, excamixers, mask of technology tiles
Segment = tuple[int, int, int, Mask]
EMPTY: Segment = (0, 0, 0, 0)
#: the most machineries of a type in a segment of a wheel
MOST_IN_SEGMENT = 99


class Barrage(Board):
    """A Barrage table.

    Seats are numbered as in the set-up, humans first; seat number `neutral` owns the neutral dams. `dams[seat]` are dam
    spaces, with `level` and `drops` per space (BR-003); `conduits[seat]` conduit spaces; `houses` says who has each
    powerhouse space and `house_basins[seat]` in which basins a seat has one. `face` are the face-up contracts by place.
    Automa tiles: `top` lies on the pile with its Actions side up, `criteria` is the tile turned last, `previous` the one
    before it, `pile` the unknown rest, `discards` those turned. Machineries, wheel and technology tiles are tracked for the
    Automa only; digital games and tracked costs add those of humans.
    """

    __slots__ = (
        "acted",
        "architect",
        "conduits",
        "constructions",
        "contract_discards",
        "contract_piles",
        "contracts_gone",
        "criteria",
        "dams",
        "discards",
        "drops",
        "energy",
        "engineers",
        "face",
        "forced",
        "fulfilled",
        "hands",
        "heads",
        "house_basins",
        "houses",
        "last_energy",
        "left",
        "level",
        "machinery",
        "map",
        "order",
        "out",
        "patents",
        "phase",
        "pile",
        "placed",
        "previous",
        "printed",
        "round",
        "setup",
        "sites",
        "space_count",
        "space_seat",
        "tech",
        "tech_gone",
        "tech_piles",
        "to_move",
        "top",
        "vp",
        "wheel",
        "work_gone",
        "work_piles",
        "works",
        "works_done",
    )

    #: whether credits and own spaces of humans are part of the position (DIGITAL, tracked costs)
    tracks_humans: ClassVar[bool] = False
    #: whether tracked credits may be negative: at a table the count may be wrong, and the table is right
    allows_debts: ClassVar[bool] = False

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.map = setup.map
        n = len(setup.seats)
        self.dams: list[Mask] = [0] * (n + 1)
        self.level = [0] * len(self.map.dams.names)
        self.drops = [0] * len(self.map.dams.names)
        for dam, (level, drops, _) in zip(setup.neutral, self.map.neutral_sites, strict=True):  # BR-011
            self.dams[n] |= 1 << dam
            self.level[dam], self.drops[dam] = level, drops
        self.conduits: list[Mask] = [0] * n
        self.houses = [NOBODY] * len(self.map.houses.names)
        self.house_basins: list[Mask] = [0] * n
        self.heads = [0] * len(self.map.head_basin)
        self.energy, self.last_energy = [0] * n, [0] * n
        self.vp = [16 if s.automa else 10 for s in setup.seats]  # BA-023
        self.left = [[*PIECES[:BUILDING], PIECES[BUILDING] if setup.leeghwater else 0] for _ in range(n)]
        self.architect = [int(self.has_architect(s)) for s in range(n)]
        self.engineers = [ENGINEERS - a for a in self.architect]
        self.placed = [0] * n
        self.machinery = [starting_machinery(officer) for officer in setup.officers]
        self.wheel: list[list[Segment]] = [[EMPTY] * SEGMENTS for _ in range(n)]
        self.tech: list[Mask] = [self.starting_tiles(s) for s in range(n)]
        self.constructions = [0] * n
        #: humans who have placed engineers in the current turn (BR-030)
        self.acted: Mask = 0
        #: humans whose first action of the round is still to be decided by an Automa tile (BA-136)
        self.forced: list[int] = []
        self.face = [NOBODY] * (MOST_NATIONAL + 6)
        for i, contract in enumerate(setup.national):
            self.face[i] = contract
        for i, contract in enumerate(setup.contracts):
            self.face[MOST_NATIONAL + i] = contract
        self.contract_piles = [mask & ~mask_of(setup.contracts) for mask in PRIVATE]
        self.contract_discards = [0, 0, 0]
        self.printed = setup.printed
        #: discarded by humans: out of the game (BR-071)
        self.contracts_gone: Mask = 0
        self.fulfilled: list[Mask] = [0] * n
        self.hands: list[Mask] = [0] * n  # an Automa never holds contracts, not even a starting contract (BA-022)
        in_game = (
            mask_of(i for i in iterate_bits(ADVANCED) if setup.leeghwater or not TECH_TILES[i].leeghwater)
            & ~setup.removed
        )
        self.patents = list(setup.patents)
        self.tech_piles = [
            mask_of(i for i in iterate_bits(in_game & ~mask_of(self.patents)) if TECH_TILES[i].level == level)
            for level in (1, 2, 3)
        ]
        self.tech_gone: Mask = 0
        self.works = list(setup.works)
        self.work_piles = [
            mask_of(i for i, w in enumerate(WORK_TILES) if w.pile == pile and i not in setup.works)
            if setup.leeghwater
            else 0
            for pile in range(3)
        ]
        self.work_gone: Mask = 0
        self.works_done: list[Mask] = [0] * n
        self.sites = [NOBODY] * (4 * len(setup.buildings))
        self.space_seat = [NOBODY] * len(SPACE_TILES)
        self.space_count = [0] * len(SPACE_TILES)
        self.round, self.phase = 1, INCOME
        self.order = list(setup.order)
        #: humans who are out of this round (BR-032)
        self.out: Mask = 0
        self.to_move = self.order[0]
        self.top = self.criteria = self.previous = NOBODY
        self.pile: Mask = TILES.everything
        self.discards: Mask = 0

    def starting_tiles(self, seat: int) -> Mask:
        tiles = mask_of(BASIC[: BUILDING + int(self.setup.leeghwater)])
        officer = self.setup.officers[seat]
        return (
            tiles
            | (1 << ANTON if officer == "anton_krylov" else 0)
            | (1 << LESLIE if officer == "leslie_spencer" else 0)
        )

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.setup, new.map = self.setup, self.map
        new.dams, new.level, new.drops = self.dams[:], self.level[:], self.drops[:]
        new.conduits, new.houses, new.house_basins = self.conduits[:], self.houses[:], self.house_basins[:]
        new.heads, new.energy, new.last_energy, new.vp = self.heads[:], self.energy[:], self.last_energy[:], self.vp[:]
        new.left = [x[:] for x in self.left]
        new.machinery = [x[:] for x in self.machinery]
        new.wheel = [x[:] for x in self.wheel]
        new.architect, new.engineers, new.placed = self.architect[:], self.engineers[:], self.placed[:]
        new.tech, new.constructions, new.forced = self.tech[:], self.constructions[:], self.forced[:]
        new.face, new.contract_piles = self.face[:], self.contract_piles[:]
        new.contract_discards, new.fulfilled, new.hands = self.contract_discards[:], self.fulfilled[:], self.hands[:]
        new.printed = self.printed
        new.contracts_gone, new.out, new.acted = self.contracts_gone, self.out, self.acted
        new.patents, new.tech_piles, new.tech_gone = self.patents[:], self.tech_piles[:], self.tech_gone
        new.works, new.work_piles, new.work_gone = self.works[:], self.work_piles[:], self.work_gone
        new.works_done, new.sites = self.works_done[:], self.sites[:]
        new.space_seat, new.space_count = self.space_seat[:], self.space_count[:]
        new.round, new.phase, new.order, new.to_move = self.round, self.phase, self.order[:], self.to_move
        new.top, new.criteria, new.previous = self.top, self.criteria, self.previous
        new.pile, new.discards = self.pile, self.discards
        return new

    def key(self) -> Hashable:
        position = (_freeze(getattr(self, name)) for name in Barrage.__slots__ if name not in ("map", "setup"))
        return (*position, tuple(sorted(self.setup.source.items())))

    def status(self) -> Sequence[Problem]:
        from soloist.games.barrage.board.status import find_problems

        return find_problems(self)

    def facts(self) -> Mapping[str, str]:
        from soloist.games.barrage.board.fields import list_facts

        return list_facts(self)

    def initial_board(self) -> Barrage:
        """Return the board of this set-up before the first event."""
        return new_board(self.setup.source)

    # ------------------------------------------------------------------------------------------ reading the position

    @property
    def neutral(self) -> int:
        """Owner number of the neutral dams."""
        return len(self.setup.seats)

    @property
    def players(self) -> int:
        return len(self.setup.seats)

    def is_automa(self, seat: int) -> bool:
        return self.setup.automas[seat]

    def has_level(self, seat: int, level: int) -> bool:
        """Return whether an Automa plays at this level or a higher one; very hard includes hard (BA-113)."""
        return self.setup.seats[seat].level >= level

    def name(self, seat: int) -> str:
        """Return the seat's name in the notation; it never changes."""
        return self.setup.names.names[seat]

    def company(self, seat: int) -> str:
        """Return the company of a seat, or "" before the seat has drafted (BR-013)."""
        company = self.setup.seats[seat].company
        return COMPANIES.names[company] if company >= 0 else ""

    def word(self, owner: int) -> Word:
        """Return the name of an owner for people: its company, or neutral."""
        if owner == self.neutral:
            return Word("company.neutral")
        return Word(f"company.{self.company(owner)}" if self.company(owner) else f"seat.{self.name(owner)}")

    def officer(self, seat: int) -> str:
        return self.setup.officers[seat]

    def has_ability(self, seat: int, officer: str) -> bool:
        """Return whether a human has an officer's ability now."""
        return self.setup.officers[seat] == officer

    def hand_limit(self, seat: int) -> int:
        """Return how many unfulfilled contracts a human may hold (BR-071): one more for Simone Luciani."""
        return MOST_IN_HAND + int(self.has_ability(seat, "simone_luciani"))

    def hand_limit_before_taking(self, seat: int) -> int:
        """Return the limit for the contracts that are about to be taken: Mahiri Sekibo, who holds four from a copied Simone
        Luciani, keeps that limit until one of them is fulfilled (BR-R35)."""
        keeps_four = self.officer(seat) == "mahiri_sekibo" and self.hands[seat].bit_count() > MOST_IN_HAND
        return max(self.hand_limit(seat), MOST_IN_HAND + int(keeps_four))

    def has_architect(self, seat: int) -> bool:
        """Return whether one of a seat's twelve engineers is tracked as the architect (BA-138, BR-151); at a table only
        an Automa's is."""
        return self.setup.officers[seat] == "tommaso_battista" and self.is_automa(seat)

    def seat_to_act(self) -> int:
        """Return the seat that has to act, or NOBODY in the income phase, which is automatic."""
        return self.to_move if self.phase == ACTIONS else NOBODY

    def is_tracked(self, seat: int) -> bool:
        """Return whether machineries and wheel of a seat are tracked; a human's are not at a table (BR-042)."""
        return self.is_automa(seat)

    def tracked_credits(self, seat: int) -> int | None:
        """Return a human's tracked credits, from which an action decided by a tile is paid; None if they are not
        tracked (BA-R19)."""
        return None

    def is_carried_out(self, seat: int) -> bool:
        """Return whether all effects of an action are applied by the program: for an Automa, and for a human with
        tracked credits."""
        return self.is_automa(seat) or self.tracked_credits(seat) is not None

    def credit_events(self, seat: int, credits: int) -> list[Event]:
        """Return the events for credits that a human gains or pays in an action decided by a tile (BA-R19)."""
        return []

    def resources(self, seat: int) -> int:
        """Return the resources that final scoring counts (BR-121); 0 for a human who enters them himself."""
        return sum(self.machinery[seat]) if self.is_automa(seat) else 0

    def can_act(self, seat: int) -> bool:
        """Return whether a seat is still in the round: it has an engineer, or a tile that needs none (BR-032,
        BR-048)."""
        if self.engineers[seat] + self.architect[seat] > 0:
            return True
        return not self.is_automa(seat) and not self.out >> seat & 1 and self.tech[seat] & WITHOUT_ENGINEERS != 0

    def built(self, seat: int, structure: int) -> int:
        """Return how many pieces of a kind have left the company board."""
        return max(0, PIECES[structure] - self.left[seat][structure])

    def ability(self, seat: int) -> str:
        """Return the company whose ability is active, or "": from the third powerhouse on, for an Automa only from hard
        on (BA-005)."""
        if self.built(seat, POWERHOUSE) < ABILITY_FROM or (self.is_automa(seat) and not self.has_level(seat, HARD)):
            return ""
        return self.company(seat)

    def takes_income(self, seat: int) -> bool:
        """Return whether a seat takes income from its company board; an easy Automa never does (BA-110)."""
        return self.setup.seats[seat].level != EASY

    def capacity(self, dam: int) -> int:
        """Return how many drops a dam holds: its level, or 4 for a third level of Graziano Del Monte (BR-004)."""
        level = self.level[dam]
        if level == 3 and "graziano_del_monte" in self.setup.officers:
            seat = self.setup.officers.index("graziano_del_monte")
            return 4 if self.dams[seat] >> dam & 1 else 3
        return level

    def max_drops(self, dam: int) -> int:
        """Return the greatest number of drops that can lie in a dam; more are reported as a problem."""
        return self.capacity(dam)

    def capacities(self) -> list[int]:
        """Return the capacity of every dam space; do not change the list."""
        if "graziano_del_monte" not in self.setup.officers:
            return self.level
        return [self.capacity(d) for d in range(len(self.level))]

    def all_dams(self) -> Mask:
        mask = 0
        for owner in self.dams:
            mask |= owner
        return mask

    def all_conduits(self) -> Mask:
        mask = 0
        for owner in self.conduits:
            mask |= owner
        return mask

    def owner_of_dam(self, dam: int) -> int | None:
        for owner, mask in enumerate(self.dams):
            if mask >> dam & 1:
                return owner
        return None

    def owner_of_conduit(self, conduit: int) -> int | None:
        for owner, mask in enumerate(self.conduits):
            if mask >> conduit & 1:
                return owner
        return None

    def basins_with_dam(self, owner: int) -> Mask:
        """Return the basins in which an owner has a dam."""
        mask = 0
        for dam in iterate_bits(self.dams[owner]):
            mask |= 1 << (dam // 2)
        return mask

    def free_house(self, basin: int) -> int | None:
        """Return the next free powerhouse space of a basin, without red outline first (BA-084), or None."""
        for house in self.map.houses_of[basin]:
            if self.houses[house] == NOBODY:
                return house
        return None

    def next_round_energy(self, seat: int) -> int:
        """Return the position of the energy marker at the start of the next round (BR-111)."""
        return 0

    def next_order(self) -> list[int]:
        """Return the turn order of the next round: least energy first; in a tie the seat that was later (BR-110), by
        house ruling the one that was earlier (BR-R44)."""
        if self.setup.rulings["turn_order_tie"] == "keep_order":
            return sorted(self.order, key=lambda s: self.energy[s])
        return sorted(self.order, key=lambda s: (self.energy[s], -self.order.index(s)))

    def wheel_empty(self, seat: int) -> bool:
        return all(segment == EMPTY for segment in self.wheel[seat])

    def wheel_tiles(self, seat: int) -> Mask:
        mask = 0
        for segment in self.wheel[seat]:
            mask |= segment[3]
        return mask

    def full_reward(self) -> int:
        """Return the energy from which the bonus tile of this round pays in full (BR-102)."""
        return SECTION * self.round

    def contract_value(self, place: int) -> int:
        return self.printed.contract[self.face[place]][0]

    def building_vp(self, building: int) -> int:
        """Return the VP of a private building in the game."""
        return self.printed.building[self.setup.buildings[building]][2]

    def sites_in_play(self, building: int) -> list[int]:
        """Return the building sites of a private building that exist with this number of players, free ones first
        (BA-R31)."""
        from soloist.games.barrage.board.tables import SITES

        need = [players for _, players in SITES]
        if (
            self.setup.rulings["building_site_2"] == "by_position"
        ):  # BR-R27: the upper two buildings from three players on
            need[1] = 3 if building < 2 else 4
        return [4 * building + i for i, players in enumerate(need) if players <= self.players]

    def own_building(self, seat: int, building: int) -> bool:
        return seat in self.sites[4 * building : 4 * building + 4]

    def is_closed(self, building: int) -> bool:
        """Return whether an Automa's building closes the cheaper action space of a private building (BA-072,
        BR-139)."""
        return any(s != NOBODY and self.is_automa(s) for s in self.sites[4 * building : 4 * building + 4])


def starting_machinery(officer: str) -> list[int]:
    """Return excavators, mixers and excamixers at the start (BR-010); Elon Audia has only excamixers."""
    return [0, 0, 8] if officer == "elon_audia" else [6, 4, 0]


def _freeze(value: object) -> Hashable:
    if isinstance(value, list):
        return tuple(_freeze(v) for v in value)
    assert isinstance(value, Hashable)
    return value


def new_board(source: Mapping[str, str]) -> Barrage:
    """Return the board for a complete set-up."""
    return Barrage(read_setup(source))
