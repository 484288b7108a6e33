"""Everything that can happen on a Barrage table, one class each. `apply` is the only place where a board changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.bits import bits
from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.barrage.board.state import ACTIONS, EMPTY, INCOME, NOBODY, OVER, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDINGS,
    COLOURS,
    CONDUIT,
    CONTRACT_TILES,
    CONTRACTS,
    ELEVATION,
    HEADSTREAM_TILES,
    LESLIE,
    MACHINERIES,
    MOST_IN_HAND,
    MOST_NATIONAL,
    PIECES,
    PLACES,
    POWERHOUSE,
    ROUNDS,
    SECTIONS,
    SEGMENTS,
    SPACES,
    STARTING_CONTRACT,
    STRUCTURES,
    TECH,
    TECH_TILES,
    TILES,
    WORK_TILES,
    WORKS,
)
from soloist.games.barrage.board.water import Stream


def _who(board: Barrage, seat: int) -> str:
    return board.setup.names.names[seat]


def _seat(board: Barrage, seat: int) -> Word:
    return Word(f"company.{_who(board, seat)}") if seat < board.players else Word("company.neutral")


def usa_steps(board: Barrage, stream: Stream) -> list[int]:
    """Energy steps of the USA for drops that ran by river past its powerhouses, per seat (BR-067, BA-120)."""
    return [
        sum(stream.passed[b] for b in bits(board.house_basins[s])) if board.ability(s) == "usa" else 0
        for s in range(board.players)
    ]


def _settle(board: Barrage, stream: Stream) -> None:
    """Take over what a stream did."""
    board.drops = stream.drops
    for seat, steps in enumerate(usa_steps(board, stream)):
        board.energy[seat] += steps


# --------------------------------------------------------------------------------------------------- tiles of the Automa


@dataclass(frozen=True, slots=True)
class TopShown(Event):
    """A tile of the pile shows its Actions side (BA-025, BA-040)."""

    tile: int

    def apply(self, board: Barrage) -> None:
        if not board.pile >> self.tile & 1:
            near = TILES.list(board.pile)
            raise ImpossibleError(
                text("error.tile_not_in_pile", tile=TILES.names[self.tile]), rule="BA-040", nearest=near[:6]
            )
        board.pile &= ~(1 << self.tile)
        if board.top != NOBODY:  # told again: the one named before was not it
            board.pile |= 1 << board.top
        board.top = self.tile

    def notation(self, board: Barrage) -> str:
        return f"table: show {TILES.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class TileTurned(Event):
    """The top tile goes onto the discard pile and shows its Criteria side (BA-040)."""

    def apply(self, board: Barrage) -> None:
        if board.top == NOBODY:
            raise ImpossibleError(text("error.no_top"), rule="BA-040")
        board.previous, board.criteria = board.criteria, board.top
        board.discards |= 1 << board.top
        board.top = NOBODY

    def notation(self, board: Barrage) -> str:
        return "table: turn"


@dataclass(frozen=True, slots=True)
class TilesShuffled(Event):
    """The pile was used up: all twenty tiles are a new one (BA-041, BA-R01)."""

    def apply(self, board: Barrage) -> None:
        board.pile = TILES.everything
        board.discards = 0
        board.top = board.criteria = board.previous = NOBODY

    def notation(self, board: Barrage) -> str:
        return "table: shuffle"


# ------------------------------------------------------------------------------------------------------------ engineers


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """Engineers stand on a space, beside a section all of whose spaces are taken, or on the own board (BA-010, BA-011)."""

    seat: int
    where: str
    engineers: int
    architect: bool = False

    def apply(self, board: Barrage) -> None:
        space = SPACES.index(self.where)
        if space is None and self.where not in SECTIONS:
            raise ImpossibleError(text("error.no_space", got=self.where), rule="BA-011")
        if self.engineers < 1:
            raise ImpossibleError(
                text("error.few_engineers", got=self.engineers), rule="BR-034", nearest=["1", "2", "3"]
            )
        if self.architect:
            board.architect[self.seat] -= 1
        board.engineers[self.seat] -= self.engineers - int(self.architect)
        board.placed[self.seat] += self.engineers
        if space is not None and not self.where.startswith("bank"):
            board.space_seat[space] = self.seat
            board.space_count[space] += self.engineers

    def notation(self, board: Barrage) -> str:
        word = "architect" if self.architect else "engineers"
        return f"{_who(board, self.seat)}: {word} {self.engineers} {self.where}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        seat = _seat(board, self.seat)
        if self.engineers > board.engineers[self.seat] + board.architect[self.seat]:
            args = {"have": board.engineers[self.seat] + board.architect[self.seat], "want": self.engineers}
            found.append(Problem(text("doubt.engineers", seat=seat, **args), "BR-034"))
        space = SPACES.index(self.where)
        if space is not None and board.space_seat[space] != NOBODY and not self.where.startswith("bank"):
            by = _seat(board, board.space_seat[space])
            found.append(Problem(text("doubt.space_taken", space=Word(f"space.{self.where}"), by=by), "BR-033"))
        return found


@dataclass(frozen=True, slots=True)
class Out(Event):
    """A human places no more engineers this round (BR-032)."""

    seat: int

    def apply(self, board: Barrage) -> None:
        board.placed[self.seat] += board.engineers[self.seat] + board.architect[self.seat]
        board.engineers[self.seat] = board.architect[self.seat] = 0
        board.out |= 1 << self.seat
        board.to_move = _next_after(board, self.seat)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: out"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        if board.engineers[self.seat]:
            return [Problem(text("doubt.out", seat=_seat(board, self.seat), n=board.engineers[self.seat]), "BR-031")]
        return ()


def _next_after(board: Barrage, seat: int) -> int:
    """Who is to move next: in turn order, whoever can still act (BA-031, BR-030)."""
    at = board.order.index(seat)
    for i in range(1, len(board.order) + 1):
        other = board.order[(at + i) % len(board.order)]
        if board.can_act(other):
            return other
    return seat


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A turn is over."""

    seat: int

    def apply(self, board: Barrage) -> None:
        if self.seat in board.forced:
            board.forced.remove(self.seat)
        board.to_move = _next_after(board, self.seat)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: done"


# ------------------------------------------------------------------------------------------------------------ structures


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A piece leaves the company board: `place` is a dam space, conduit space, powerhouse space or building site."""

    seat: int
    structure: int
    place: int

    def apply(self, board: Barrage) -> None:
        self._check(board)
        here = 1 << self.place
        if self.structure == BASE:
            board.dams[self.seat] |= here
            board.level[self.place] = 1
            board.drops[self.place] = 0
        elif self.structure == ELEVATION:
            board.level[self.place] += 1
        elif self.structure == CONDUIT:
            board.conduits[self.seat] |= here
        elif self.structure == POWERHOUSE:
            board.houses[self.place] = self.seat
            board.house_basins[self.seat] |= 1 << _basin_of_house(board, self.place)
        else:
            board.sites[self.place] = self.seat
        board.left[self.seat][self.structure] -= 1

    def _check(self, board: Barrage) -> None:
        """What the board cannot hold: two things in one place, a fourth level."""
        name = self._place(board)
        if self.structure == BASE and board.owner_of_dam(self.place) is not None:
            owner = _seat(board, board.owner_of_dam(self.place) or 0)
            free = board.map.dams.list(board.map.dams.everything & ~board.all_dams())
            raise ImpossibleError(text("error.dam_taken", place=name, owner=owner), rule="BR-046", nearest=free[:6])
        if self.structure == ELEVATION and (
            not board.dams[self.seat] >> self.place & 1 or board.level[self.place] >= 3
        ):
            own = [board.map.dams.name(d) for d in bits(board.dams[self.seat]) if board.level[d] < 3]
            raise ImpossibleError(text("error.no_elevation", place=name), rule="BR-046", nearest=own)
        if self.structure == CONDUIT and board.owner_of_conduit(self.place) is not None:
            free = board.map.conduits.list(board.map.conduits.everything & ~board.all_conduits())
            raise ImpossibleError(text("error.conduit_taken", place=name), rule="BR-046", nearest=free[:6])
        if self.structure == POWERHOUSE and board.houses[self.place] != NOBODY:
            basin = _basin_of_house(board, self.place)
            houses = [board.map.houses.name(h) for h in board.map.houses_of[basin] if board.houses[h] == NOBODY]
            raise ImpossibleError(text("error.powerhouse_taken", place=name), rule="BR-046", nearest=houses)
        if self.structure == 4 and board.sites[self.place] != NOBODY:
            raise ImpossibleError(text("error.site_taken", place=name), rule="BR-133")

    def _place(self, board: Barrage) -> str:
        if self.structure in (BASE, ELEVATION):
            return board.map.dams.names[self.place]
        if self.structure == CONDUIT:
            return board.map.conduits.names[self.place]
        if self.structure == POWERHOUSE:
            return board.map.houses.names[self.place]
        return f"{BUILDINGS.names[board.setup.buildings[self.place // 4]]} {self.place % 4 + 1}"

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: {STRUCTURES.names[self.structure]} {self._place(board)}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        seat, name = _seat(board, self.seat), self._place(board)
        if board.left[self.seat][self.structure] <= 0:
            kind = Word(f"structures.{STRUCTURES.names[self.structure]}")
            found.append(Problem(text("doubt.none_left", seat=seat, kind=kind), "BR-041"))
        basin = self.place // 2
        if self.structure == BASE and board.basins_with_dam(self.seat) >> basin & 1:
            found.append(Problem(text("doubt.second_dam", seat=seat, place=name), "BR-046"))
        if self.structure == POWERHOUSE and board.house_basins[self.seat] >> _basin_of_house(board, self.place) & 1:
            found.append(Problem(text("doubt.second_powerhouse", seat=seat, place=name), "BR-046"))
        return found


def _basin_of_house(board: Barrage, house: int) -> int:
    return next(b for b, mine in enumerate(board.map.houses_of) if house in mine)


@dataclass(frozen=True, slots=True)
class Wheeled(Event):
    """Machineries and a technology tile go into the open segment of the wheel (BR-042); -1 for no tile."""

    seat: int
    excavators: int
    mixers: int
    excamixers: int
    tile: int

    def apply(self, board: Barrage) -> None:
        mine = board.machinery[self.seat]
        mine[0] -= self.excavators
        mine[1] -= self.mixers
        mine[2] -= self.excamixers
        here = 1 << self.tile if self.tile >= 0 else 0
        board.tech[self.seat] &= ~here
        ex, mi, xm, tiles = board.wheel[self.seat][0]
        segment = (ex + self.excavators, mi + self.mixers, xm + self.excamixers, tiles | here)
        board.wheel[self.seat][0] = segment
        if self.tile != LESLIE:
            board.constructions[self.seat] += 1

    def notation(self, board: Barrage) -> str:
        tile = TECH.names[self.tile] if self.tile >= 0 else "-"
        return f"{_who(board, self.seat)}: wheel {self.excavators} {self.mixers} {self.excamixers} {tile}"


@dataclass(frozen=True, slots=True)
class Rotated(Event):
    """The wheel turns; what comes round is taken back after every single step (BR-049)."""

    seat: int
    segments: int

    def apply(self, board: Barrage) -> None:
        wheel = board.wheel[self.seat]
        for _ in range(self.segments):
            wheel = [wheel[SEGMENTS - 1], *wheel[: SEGMENTS - 1]]
            ex, mi, xm, tiles = wheel[0]
            mine = board.machinery[self.seat]
            mine[0] += ex
            mine[1] += mi
            mine[2] += xm
            board.tech[self.seat] |= tiles
            wheel[0] = EMPTY
        board.wheel[self.seat] = wheel

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: rotate {self.segments}"


@dataclass(frozen=True, slots=True)
class Machined(Event):
    """Machineries are gained from the supply or given back to it; the supply has no end (BR-005)."""

    seat: int
    kind: int
    n: int

    def apply(self, board: Barrage) -> None:
        board.machinery[self.seat][self.kind] += self.n

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: {MACHINERIES.names[self.kind]} {self.n:+d}"


@dataclass(frozen=True, slots=True)
class TechTaken(Event):
    """An advanced tile is taken from the patent office (BA-068, BR-081)."""

    seat: int
    tile: int

    def apply(self, board: Barrage) -> None:
        if self.tile not in board.patents:
            near = [TECH.names[t] for t in board.patents if t != NOBODY]
            raise ImpossibleError(
                text("error.not_in_patent_office", tile=TECH.names[self.tile]), rule="BR-081", nearest=near
            )
        board.patents[board.patents.index(self.tile)] = NOBODY
        board.tech[self.seat] |= 1 << self.tile

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: patent {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class HumanHas(Event):
    """A human says what he has off his wheel, because a tile decides for him (BA-136, BA-R19); the rest is on it."""

    seat: int
    excavators: int
    mixers: int
    tiles: int

    def apply(self, board: Barrage) -> None:
        owned = board.tech[self.seat] | board.wheel_tiles(self.seat)
        board.machinery[self.seat] = [self.excavators, self.mixers, 0]
        board.tech[self.seat] = self.tiles
        board.wheel[self.seat] = [EMPTY] * (SEGMENTS - 1) + [(0, 0, 0, owned & ~self.tiles)]

    def notation(self, board: Barrage) -> str:
        tiles = " ".join(TECH.list(self.tiles))
        return f"{_who(board, self.seat)}: has {self.excavators} {self.mixers} {tiles}".rstrip()


# ----------------------------------------------------------------------------------------------------------------- water


def _not_negative(n: int) -> None:
    if n < 0:
        raise ImpossibleError(text("error.negative", got=n), rule="BR-060", nearest=[str(-n)])


@dataclass(frozen=True, slots=True)
class DropsPlaced(Event):
    """Drops lie on a headstream until the water phase (BR-078)."""

    seat: int
    head: int
    n: int

    def apply(self, board: Barrage) -> None:
        _not_negative(self.n)
        board.heads[self.head] += self.n

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: water {board.map.headstreams.names[self.head]} {self.n}"


@dataclass(frozen=True, slots=True)
class DropFlowed(Event):
    """A drop runs down from a headstream at once (BR-078, BR-085)."""

    seat: int
    head: int

    def apply(self, board: Barrage) -> None:
        stream = Stream(board.map, board.capacities(), board.drops)
        stream.run(board.map.head_basin[self.head])
        _settle(board, stream)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: flow {board.map.headstreams.names[self.head]}"


@dataclass(frozen=True, slots=True)
class DamFilled(Event):
    """Drops from the supply straight onto a dam, never more than it holds (BR-087)."""

    seat: int
    dam: int
    n: int

    def apply(self, board: Barrage) -> None:
        new = board.drops[self.dam] + self.n
        if not 0 <= new <= board.capacity(self.dam):
            name = board.map.dams.names[self.dam]
            args = {"place": name, "drops": new, "most": board.capacity(self.dam)}
            raise ImpossibleError(text("error.capacity", **args), rule="BR-004")
        board.drops[self.dam] = new

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: fill {board.map.dams.names[self.dam]} {self.n:+d}"


@dataclass(frozen=True, slots=True)
class Produced(Event):
    """Drops run through a conduit into a powerhouse and on from there; the energy marker moves (BR-060, BR-064, BR-065)."""

    seat: int
    system: int
    drops: int
    energy: int

    def apply(self, board: Barrage) -> None:
        _not_negative(self.drops)
        _not_negative(self.energy)
        conduit, dam = self.system // 2, 2 * (self.system // 4) + self.system % 2
        if board.drops[dam] < self.drops:
            name = board.map.dams.names[dam]
            raise ImpossibleError(
                text("error.few_drops", place=name, have=board.drops[dam], want=self.drops), rule="BR-061"
            )
        board.drops[dam] -= self.drops
        board.energy[self.seat] += self.energy
        stream = Stream(board.map, board.capacities(), board.drops)
        for _ in range(self.drops):
            stream.run(board.map.destination[conduit], by_river=False)
        _settle(board, stream)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: produce {board.map.systems.names[self.system]} {self.drops} {self.energy}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        conduit, dam = self.system // 2, 2 * (self.system // 4) + self.system % 2
        name = board.map.systems.names[self.system]
        if board.owner_of_conduit(conduit) is None:
            found.append(Problem(text("doubt.no_conduit", system=name), "BR-060"))
        if board.owner_of_dam(dam) not in (self.seat, board.neutral):
            found.append(Problem(text("doubt.not_your_dam", system=name), "BR-060"))
        if not board.house_basins[self.seat] >> board.map.destination[conduit] & 1:
            found.append(Problem(text("doubt.no_powerhouse", system=name), "BR-060"))
        return found


@dataclass(frozen=True, slots=True)
class Drained(Event):
    """Further dams give their drops to the same production (Dr. Octavius, BA-144)."""

    seat: int
    system: int
    drops: int

    def apply(self, board: Barrage) -> None:
        Produced(self.seat, self.system, self.drops, 0).apply(board)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: drain {board.map.systems.names[self.system]} {self.drops}"


@dataclass(frozen=True, slots=True)
class WaterFlowed(Event):
    """The water phase: all drops on the headstreams run down (BR-090)."""

    def apply(self, board: Barrage) -> None:
        stream = Stream(board.map, board.capacities(), board.drops)
        stream.pour(board.heads)
        board.heads = [0] * len(board.heads)
        _settle(board, stream)

    def notation(self, board: Barrage) -> str:
        return "table: water phase"


# --------------------------------------------------------------------------------------------------- energy, VP, contracts


@dataclass(frozen=True, slots=True)
class Energy(Event):
    """Steps on the energy track."""

    seat: int
    n: int

    def apply(self, board: Barrage) -> None:
        board.energy[self.seat] = max(0, board.energy[self.seat] + self.n)

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: energy {self.n:+d}"


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points; they may become negative (BA-003, BR-007)."""

    seat: int
    vp: int

    def apply(self, board: Barrage) -> None:
        board.vp[self.seat] += self.vp

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: vp {self.vp:+d}"


def _leave_display(board: Barrage, contract: int) -> bool:
    """Take a contract off its face-up place, if it lies there."""
    if contract in board.face:
        board.face[board.face.index(contract)] = NOBODY
        return True
    return False


@dataclass(frozen=True, slots=True)
class Fulfilled(Event):
    """A contract is fulfilled and kept (BA-006, BR-074): from the display, or from a human's hand."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        here = 1 << self.contract
        starting = CONTRACT_TILES[self.contract].colour == STARTING_CONTRACT
        if starting and (any(f & here for f in board.fulfilled) or board.automa(self.seat)):
            raise _nowhere(board, self.contract)  # BA-022
        if not starting and not _leave_display(board, self.contract):
            if not board.hands[self.seat] & here:
                raise _nowhere(board, self.contract)
            board.hands[self.seat] &= ~here
        board.fulfilled[self.seat] |= here

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: fulfil {CONTRACTS.names[self.contract]}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        private = CONTRACT_TILES[self.contract].colour >= 0
        if private and not board.automa(self.seat) and not board.hands[self.seat] >> self.contract & 1:
            return [Problem(text("doubt.not_in_hand", contract=CONTRACTS.names[self.contract]), "BR-072")]
        return ()


def _nowhere(board: Barrage, contract: int) -> ImpossibleError:
    near = [CONTRACTS.names[c] for c in board.face if c != NOBODY]
    return ImpossibleError(
        text("error.contract_nowhere", contract=CONTRACTS.names[contract]), rule="BR-072", nearest=near
    )


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A human takes a face-up contract into his hand (BR-080)."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        if not _leave_display(board, self.contract):
            raise _nowhere(board, self.contract)
        board.hands[self.seat] |= 1 << self.contract

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: take {CONTRACTS.names[self.contract]}"

    def doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        if CONTRACT_TILES[self.contract].colour < 0:
            found.append(Problem(text("doubt.national_taken", contract=CONTRACTS.names[self.contract]), "BR-073"))
        if board.hands[self.seat].bit_count() >= MOST_IN_HAND:
            found.append(Problem(text("doubt.hand_full", seat=_seat(board, self.seat), most=MOST_IN_HAND), "BR-071"))
        return found


@dataclass(frozen=True, slots=True)
class ContractDiscarded(Event):
    """An Automa discards a face-up contract for later (BA-058, BR-077); a human's leaves the game (BR-071)."""

    seat: int
    contract: int

    def apply(self, board: Barrage) -> None:
        here = 1 << self.contract
        if not _leave_display(board, self.contract):
            if not board.hands[self.seat] & here:
                raise _nowhere(board, self.contract)
            board.hands[self.seat] &= ~here
        colour = CONTRACT_TILES[self.contract].colour
        if colour >= 0 and board.automa(self.seat):
            board.contract_discards[colour] |= here
        else:
            board.contracts_gone |= here

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: discard {CONTRACTS.names[self.contract]}"


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A contract of the pile is laid on an empty place (BA-052, BA-R41)."""

    place: int
    contract: int

    def apply(self, board: Barrage) -> None:
        colour = CONTRACT_TILES[self.contract].colour
        here = 1 << self.contract
        if colour < 0 or not board.contract_piles[colour] & here:
            raise ImpossibleError(
                text("error.contract_not_in_pile", contract=CONTRACTS.names[self.contract]), rule="BR-038"
            )
        if self.place < MOST_NATIONAL or (self.place - MOST_NATIONAL) // 2 != colour:
            near = [PLACES.names[MOST_NATIONAL + 2 * colour + i] for i in (0, 1)]
            raise ImpossibleError(
                text("error.wrong_place", contract=CONTRACTS.names[self.contract]), rule="BR-038", nearest=near
            )
        if board.face[self.place] != NOBODY:
            raise ImpossibleError(text("error.place_taken", place=Word(f"contract_place.{PLACES.names[self.place]}")))
        board.contract_piles[colour] &= ~here
        board.face[self.place] = self.contract

    def notation(self, board: Barrage) -> str:
        return f"table: reveal {PLACES.names[self.place]} {CONTRACTS.names[self.contract]}"


@dataclass(frozen=True, slots=True)
class PileRefilled(Event):
    """The discards of a colour are shuffled into a new pile (BA-R34, BR-077)."""

    colour: int

    def apply(self, board: Barrage) -> None:
        board.contract_piles[self.colour] |= board.contract_discards[self.colour]
        board.contract_discards[self.colour] = 0

    def notation(self, board: Barrage) -> str:
        return f"table: refill {COLOURS.names[self.colour]}"


@dataclass(frozen=True, slots=True)
class WorkDone(Event):
    """An external work is done; its tile is kept (BA-074, BR-131)."""

    seat: int
    work: int

    def apply(self, board: Barrage) -> None:
        if self.work not in board.works:
            near = [WORKS.names[w] for w in board.works if w != NOBODY]
            raise ImpossibleError(text("error.no_work", work=WORKS.names[self.work]), rule="BR-131", nearest=near)
        board.works[board.works.index(self.work)] = NOBODY
        board.works_done[self.seat] |= 1 << self.work

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: work {WORKS.names[self.work]}"


# ---------------------------------------------------------------------------------------------------------------- rounds


@dataclass(frozen=True, slots=True)
class HeadstreamsFilled(Event):
    """Each headstream gets the drops its tile shows for the round (BR-025); the action phase begins."""

    def apply(self, board: Barrage) -> None:
        if board.round < ROUNDS:
            for head, tile in enumerate(board.setup.headstreams):
                board.heads[head] += HEADSTREAM_TILES[tile][board.round - 1]
        board.phase = ACTIONS
        board.to_move = board.order[0]
        mahiri = any(board.automa(s) and board.officer(s) == "mahiri_sekibo" for s in range(board.players))
        if mahiri and board.setup.rulings["mahiri"] == "tile_turn":  # BA-136
            board.forced = [s for s in range(board.players) if not board.automa(s)]

    def notation(self, board: Barrage) -> str:
        return "table: headstreams"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points at the end of a round or of the game, by what they are for."""

    seat: int
    what: str
    vp: int

    def apply(self, board: Barrage) -> None:
        board.vp[self.seat] += self.vp

    def notation(self, board: Barrage) -> str:
        return f"{_who(board, self.seat)}: scores {self.what} {self.vp}"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """New turn order, engineers home, markers to 0, displays cleared; the next round's income is due (BR-110, BR-111)."""

    def apply(self, board: Barrage) -> None:
        old = {seat: i for i, seat in enumerate(board.order)}
        board.order.sort(key=lambda s: (board.energy[s], -old[s]))
        board.last_energy = board.energy[:]
        board.energy = [0] * board.players
        for seat in range(board.players):
            architect = int(board.officer(seat) == "tommaso_battista" and board.automa(seat))
            board.engineers[seat] += board.placed[seat] - (architect - board.architect[seat])
            board.architect[seat] = architect
        board.placed = [0] * board.players
        board.out = 0
        board.constructions = [0] * board.players
        board.space_seat = [NOBODY] * len(board.space_seat)
        board.space_count = [0] * len(board.space_count)
        for tile in board.patents:
            if tile != NOBODY:
                board.tech_gone |= 1 << tile
        board.patents = [NOBODY] * 3
        for work in board.works:
            if work != NOBODY:
                board.work_gone |= 1 << work
        board.works = [NOBODY] * len(board.works)
        board.round += 1
        board.phase = INCOME
        board.to_move = board.order[0]

    def notation(self, board: Barrage) -> str:
        return "table: round ends"


def _slot(slot: int) -> None:
    if not 0 <= slot < 3:
        raise ImpossibleError(text("error.no_slot", got=slot + 1), rule="BR-111", nearest=["1", "2", "3"])


@dataclass(frozen=True, slots=True)
class PatentShown(Event):
    """An advanced tile is laid in the patent office (BR-111)."""

    slot: int
    tile: int

    def apply(self, board: Barrage) -> None:
        level = TECH_TILES[self.tile].level
        _slot(self.slot)
        if level < 1 or not board.tech_piles[level - 1] >> self.tile & 1:
            raise ImpossibleError(text("error.tech_not_in_pile", tile=TECH.names[self.tile]), rule="BR-111")
        board.tech_piles[level - 1] &= ~(1 << self.tile)
        old = board.patents[self.slot]
        if old != NOBODY:  # told again: the one named before was not it
            board.tech_piles[TECH_TILES[old].level - 1] |= 1 << old
        board.patents[self.slot] = self.tile

    def notation(self, board: Barrage) -> str:
        return f"table: patent {self.slot + 1} {TECH.names[self.tile]}"


@dataclass(frozen=True, slots=True)
class WorkShown(Event):
    """An external work is laid out (BR-111)."""

    slot: int
    work: int

    def apply(self, board: Barrage) -> None:
        pile = WORK_TILES[self.work].pile
        _slot(self.slot)
        if not board.work_piles[pile] >> self.work & 1:
            raise ImpossibleError(text("error.work_not_in_pile", work=WORKS.names[self.work]), rule="BR-111")
        board.work_piles[pile] &= ~(1 << self.work)
        old = board.works[self.slot]
        if old != NOBODY:  # told again: the one named before was not it
            board.work_piles[WORK_TILES[old].pile] |= 1 << old
        board.works[self.slot] = self.work

    def notation(self, board: Barrage) -> str:
        return f"table: work {self.slot + 1} {WORKS.names[self.work]}"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Round 5 is scored."""

    def apply(self, board: Barrage) -> None:
        board.phase = OVER

    def notation(self, board: Barrage) -> str:
        return "table: game ends"


@dataclass(frozen=True, slots=True)
class ValueEntered(Event):
    """The owner says what is printed on his copy."""

    key: str
    value: str

    def apply(self, board: Barrage) -> None:
        board.printed = board.printed.entering(self.key, self.value)

    def notation(self, board: Barrage) -> str:
        return f"table: value {self.key} = {self.value}"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: Barrage) -> None:
        from soloist.games.barrage.board.fields import set_field

        set_field(board, self.field, self.value)

    def notation(self, board: Barrage) -> str:
        return f"table: set {self.field} = {self.value}"


def pieces_in_all(board: Barrage, structure: int) -> int:
    """How many pieces of a kind a company has (BR-041)."""
    return 0 if structure == 4 and not board.setup.leeghwater else PIECES[structure]
