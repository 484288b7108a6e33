"""The position of a DIGITAL game: the board of TABLE mode, a purse per seat, and what has to be decided.

The Automa plays on the same object and reads only what `TerraMystica` declares.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Self

from soloist.core.bits import Mask
from soloist.core.sink import SILENT, Sink
from soloist.games.terra_mystica.board.printed import Printed
from soloist.games.terra_mystica.board.setup import Setup
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import SEATS, STRONGHOLD
from soloist.games.terra_mystica.human.factions import ROUND_TILES, SIDES, TOWN_GAINS, VP_2017, Side

# --------------------------------------------------------------------------------------------------- what is pending

#: entries of the stack are (kind, seat, number, mask); the last one is decided first
PLACE_DWELLING, CHOOSE_BONUS, AUTOMA_PLACES, TAKE_FAVOR, TAKE_TOWN, USE_KEY, CULT_STEP, CULT_TWO = range(8)
BUILD_BRIDGE, RIDE, STORM, SWARM, CULT_SPADES, UNLOCK_OR_PRIEST, NEW_TOKEN = range(8, 15)
PENDING = (
    "place_dwelling",
    "choose_bonus",
    "automa_places",
    "take_favor",
    "take_town",
    "use_key",
    "cult_step",
    "cult_two",
    "build_bridge",
    "ride",
    "storm",
    "swarm",
    "cult_spades",
    "unlock_or_priest",
    "new_token",
)
Pending = tuple[int, int, int, int]

#: an offer of power: receiver, giver, amount, number of the build it belongs to (TM-062)
Offer = tuple[int, int, int, int]
#: a build of Cultists or Shapeshifters whose neighbours decide: its number, the builder, how many took, how many declined
Gift = tuple[int, int, int, int]

# ------------------------------------------------------------------------------------------------ the turn at hand

#: where the game is: set-up, actions (phase II), cult bonuses (phase III), over
SETTING_UP, ACTIONS_PHASE, BONUS_PHASE, GAME_OVER = range(4)

#: the numbers of a turn: the stage; whether the action is taken; free spades left; hexes made home terrain and hexes left
#: short of it in this action; whether a dwelling may still be built; the hex whose jump is paid; actions left
#: of the Chaos Magicians' two; workers the Darklings may exchange; tracks stopped at 9 for want of a key; how many builds
#: there were; a build of the Cultists beside the Automa; who has left a ledger game
(
    STAGE,
    ACTED,
    FREE_SPADES,
    HOMED,
    SHORT,
    MAY_BUILD,
    JUMPED,
    EXTRA,
    EXCHANGES,
    STOPPED,
    BUILDS,
    BESIDE_HER,
    GONE,
) = range(13)
_NEW_TURN = (0, 0, 0, 0, 0, -1, 0, 0, 0)  # ACTED … STOPPED

#: where victory points come from
SOURCES = (
    "start",
    "round",
    "favor",
    "town",
    "track",
    "bonus",
    "faction",
    "leech",
    "convert",
    "cults",
    "area",
    "tile",
    "resources",
)
(
    FROM_START,
    FROM_ROUND,
    FROM_FAVOR,
    FROM_TOWN,
    FROM_TRACK,
    FROM_BONUS,
    FROM_FACTION,
    FROM_LEECH,
    FROM_CONVERT,
    FROM_CULTS,
    FROM_AREA,
    FROM_TILE,
    FROM_RESOURCES,
) = range(len(SOURCES))


class Purse:
    """What one human has beside the board. `used` are the own special actions of this round, `towns` the hexes that belong
    to a town, `rivers` the river hexes of Mermaid towns, `tiles` the town tiles by kind, `unlocked` the Riverwalkers'
    terrains, `earned[source * 7 + round]` where the points came from."""

    __slots__ = (
        "bowl1",
        "bowl2",
        "bowl3",
        "coins",
        "digging",
        "earned",
        "priests",
        "rivers",
        "tiles",
        "towns",
        "unlocked",
        "used",
        "workers",
    )

    def __init__(self, side: Side) -> None:
        self.coins, self.workers, self.priests = side.coins, side.workers, side.priests
        self.bowl1, self.bowl2, self.bowl3 = side.bowls
        self.digging = 0
        self.used = 0
        self.towns = self.rivers = 0
        self.tiles = [0] * len(TOWN_GAINS)
        self.unlocked = 0
        self.earned = [0] * (7 * len(SOURCES))

    def copy(self) -> Purse:
        new = object.__new__(Purse)
        new.coins, new.workers, new.priests = self.coins, self.workers, self.priests
        new.bowl1, new.bowl2, new.bowl3 = self.bowl1, self.bowl2, self.bowl3
        new.digging, new.used, new.towns, new.rivers = self.digging, self.used, self.towns, self.rivers
        new.tiles, new.unlocked, new.earned = self.tiles[:], self.unlocked, self.earned[:]
        return new

    def key(self) -> Hashable:
        return tuple(tuple(v) if isinstance(v := getattr(self, name), list) else v for name in self.__slots__)


class Position(TerraMystica):
    """A Terra Mystica game with every rule. `site` tells that it follows the public play site where that deviates from the
    printed rules. `sink` is where the events of the act at hand go."""

    __slots__ = ("gifts", "offers", "purses", "sides", "sink", "site", "stack", "tiles", "town_left", "turn")

    def __init__(self, setup: Setup, printed: Printed) -> None:
        self.turn = [SETTING_UP, *_NEW_TURN, 0, 0, 0]
        super().__init__(setup, printed)
        sides = [SIDES[f.id] for f in setup.humans]
        #: by seat; nobody plays board 0, it only fills the place of the Automa
        self.sides: list[Side] = [sides[0], *sides]
        self.purses = [Purse(side) for side in self.sides]
        self.site = setup.source.get("site", "no") == "yes"
        self.tiles = [ROUND_TILES[t] for t in setup.tiles]
        mini = setup.source.get("mini_expansion", "no") == "yes"
        self.town_left = [t.count if t.base or mini else 0 for t in TOWN_GAINS]
        self.stack: list[Pending] = []
        self.offers: list[Offer] = []
        self.gifts: list[Gift] = []
        self.sink: Sink = SILENT
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
        new.town_left = self.town_left[:]
        new.stack, new.offers, new.gifts = self.stack[:], self.offers[:], self.gifts[:]
        new.turn = self.turn[:]
        new.sink = SILENT
        return new

    def key(self) -> Hashable:
        purses = tuple(p.key() for p in self.purses)
        waiting = (tuple(self.stack), tuple(self.offers), tuple(self.gifts), tuple(self.turn), tuple(self.town_left))
        return (super().key(), purses, waiting)

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

    def clockwise(self) -> list[int]:
        """The seats that play, without those who have left a ledger game."""
        return [seat for seat in super().clockwise() if not self.turn[GONE] >> seat & 1]

    def town_rivers(self, seat: int) -> Mask:
        return self.purses[seat].rivers

    def new_turn(self) -> None:
        """Nothing is done yet in the turn that begins."""
        self.turn[ACTED : STOPPED + 1] = _NEW_TURN

    def has_stronghold(self, seat: int) -> bool:
        return self.pieces[seat][STRONGHOLD] != 0

    def occupied(self) -> Mask:
        """All hexes with a structure."""
        mask = 0
        for pieces in self.pieces:
            a, b, c, d, e, f = pieces
            mask |= a | b | c | d | e | f
        return mask
