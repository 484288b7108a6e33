"""The state of the table, and adjacency on it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.terra_mystica.second.facts import BONUS, CULTS, FAVORS, SCORING, TOWNS
from tests.games.terra_mystica.second.land import Pair, land
from tests.games.terra_mystica.second.player import Player


@dataclass(eq=False)
class Wait:
    """A pending decision. `n` are steps, spades or priests, `tracks` those that lack a key, `rest` all that still
    move."""

    what: str
    seat: str
    n: int = 0
    tracks: tuple[str, ...] = ()
    rest: tuple[str, ...] = ()
    #: hexes that had their spades of a cult bonus
    dug: tuple[str, ...] = ()


@dataclass(eq=False)
class Offer:
    """Power that a build offers to a neighbour (TM-062)."""

    seat: str
    builder: str
    power: int
    build: int


@dataclass(eq=False)
class Turn:
    """What was done in the current turn, and what is still open."""

    acted: bool = False
    spades: int = 0
    #: hexes made fit to build on, and hexes left short of that, in this action
    homed: set[str] = field(default_factory=set)
    short: set[str] = field(default_factory=set)
    #: the former terrain of those hexes
    first: dict[str, str] = field(default_factory=dict)
    may_build: bool = False
    #: whether the spades are those of the Halflings' stronghold
    fortified: bool = False
    jumped: str = ""
    #: actions of the Chaos Magicians that follow this one
    more: int = 0
    #: workers that the Darklings may still exchange
    exchanges: int = 0
    #: tracks on which a step to 10 was lost for want of a key
    stopped: set[str] = field(default_factory=set)


class World:
    """The state of the table.

    `structures` are by hex, with owner and kind; `bridges` by their ends, with owner; `row` the free bonus cards with
    their coins; `order_spaces` the priests on a track by their space.
    """

    def __init__(self, setup: dict[str, str]) -> None:
        seats = [s for s in ("human", "human2", "human3", "human4", "human5") if setup.get(s, "none") != "none"]
        self.land = land(setup["map"])
        self.ground = dict(self.land.ground)
        self.structures: dict[str, tuple[str, str]] = {}
        self.bridges: dict[Pair, str] = {}
        revised = setup["starting_vp"] == "revised_2017"
        self.players = {s: Player(s, setup[s], setup[f"{s}_home"], revised) for s in seats}
        self.seats = seats
        self.tiles = [SCORING[t] for t in setup["scoring"].split()]
        self.final = setup["final"]
        #: TM-R01
        self.adds_to_fortress = setup.get("halfling_spades", "added") == "added"
        self.row = dict.fromkeys(setup["bonus"].split(), 0)
        assert set(self.row) <= set(BONUS)
        self.order_spaces: dict[str, list[int]] = {track: [] for track in CULTS}
        self.favors_left = {tile: entry["count"] for tile, entry in FAVORS.items()}
        mini = setup["mini_expansion"] == "yes"
        self.towns_left = {tile: e["count"] if e["set"] == "base" or mini else 0 for tile, e in TOWNS.items()}
        self.used: set[str] = set()
        self.by_passing = setup["order"] == "passing"
        self.order = list(seats)
        self.passed: list[str] = []
        self.round = 0
        self.mover = seats[0]
        self.turn = Turn()
        #: the last one is decided first
        self.waits: list[Wait] = []
        #: the first one is decided first
        self.offers: list[Offer] = []
        self.builds = 0
        #: builds of Cultists and Shapeshifters: how many took power and how many declined
        self.gifts: dict[int, tuple[str, int, int]] = {}
        self.over = False

    @property
    def tile(self) -> dict[str, object]:
        """The scoring tile of the round."""
        return self.tiles[self.round - 1]

    def scores(self, event: str) -> int:
        """Return the VP that the tile of this round gives for an event."""
        wanted = self.tiles[self.round - 1]["vp_for"]
        return int(wanted["vp"]) if wanted["event"] == event else 0

    # ------------------------------------------------------------------------------------------------- the map as it is

    def own(self, player: Player, *kinds: str) -> set[str]:
        """Return the hexes with structures of a player."""
        return {
            h for h, (seat, kind) in self.structures.items() if seat == player.seat and (not kinds or kind in kinds)
        }

    def adjacent(self, hex_: str) -> set[str]:
        """Return the land that shares a side or is connected by a bridge of any player (TM-002, TM-088)."""
        found = {n for n in self.land.beside[hex_] if n in self.ground}
        for pair in self.bridges:
            if hex_ in pair:
                found |= pair - {hex_}
        return found

    def value(self, hex_: str) -> int:
        """Return the power value of the structure on a hex (TM-008)."""
        seat, kind = self.structures[hex_]
        return int(self.players[seat].facts["build"][kind]["power_value"])

    def empty(self, hex_: str) -> bool:
        return hex_ not in self.structures

    def others_home(self, player: Player) -> set[str]:
        """Return the home terrains of the other players, base factions and Shapeshifters only (TM-144, B13)."""
        return {
            o.home
            for o in self.players.values()
            if o is not player and (o.facts["expansion"] == "base" or o.is_("shapeshifters"))
        }

    # ---------------------------------------------------------------------------------------------------------- reach

    def direct(self, player: Player) -> set[str]:
        return {n for h in self.own(player) for n in self.adjacent(h)}

    def ship_range(self, player: Player, acting: bool) -> int:
        """Return the shipping range; bon4 helps in the action phase, and only factions with shipping (TM-004)."""
        if player.facts["shipping"]["kind"] == "none":
            return 0
        return int(player.shipping) + (1 if acting and player.bonus == "bon4" else 0)

    def reach(self, player: Player, acting: bool) -> set[str]:
        """Return the empty land reached without a jump (TM-005, TM-151)."""
        n = self.ship_range(player, acting)
        found = {there for h in self.own(player) for there in self.land.shipped(h, n)}
        if not player.is_("riverwalkers"):
            found |= self.direct(player)
        return {h for h in found if self.empty(h)}

    def jump_range(self, player: Player) -> int:
        """Return how many hexes a tunnel or carpet skips (TM-118, TM-120)."""
        if player.is_("dwarves"):
            return 1
        return player.carpet if player.is_("fakirs") else 0

    def jumps(self, player: Player) -> set[str]:
        """Return the empty land that only a jump reaches."""
        far = self.jump_range(player)
        if not far:
            return set()
        own, direct = self.own(player), self.direct(player)
        return {
            h
            for h in self.ground
            if self.empty(h) and h not in direct and any(1 < self.land.distance(h, o) <= far + 1 for o in own)
        }

    def jump_price(self, player: Player) -> dict[str, int]:
        if player.is_("fakirs"):
            return {"priest": 1}
        return {"worker": 1 if player.stronghold else 2}
