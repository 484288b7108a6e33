"""The position: everything public on the table, as ints and lists of ints."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Self

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Board, Problem
from soloist.games.tapestry.board.setup import Setup, read_setup
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    DECISION_CARDS,
    HUMAN,
    HUMAN2,
    INCOME_TURNS,
    LANDMARKS,
    MIDDLE_ISLAND,
    OUTPOSTS,
    SHADOW,
    SHADOW_CARDS,
    TECH_CARDS,
    TERRITORIES,
)

NOBODY = -1
#: what lies on a hex: nothing, a printed territory, a tile nobody named, or a territory tile by number
EMPTY, PRINTED, UNSEEN = -2, -1, -3
PLAYING, OVER = 0, 1
PHASES = ("playing", "over")


class Tapestry(Board):
    """A Tapestry table.

    Seats are 0 the Automa, 1 the Shadow Empire, 2 and 3 the humans. `spaces[seat][track]` are token positions (TR-008).
    `tile[h]` is what lies on a hex, `rotation[h]` how it is turned; `up[seat][h]` and `down[seat][h]` count standing and
    toppled tokens; `pieces[seat][h]` of them are no outposts but tokens of Isolationists or buildings of Nomads.
    `toppled[seat]` counts the outposts of opponents that a seat has toppled so far (TR-131); `no_tiles` is 1 while the pile
    of territory tiles is empty.

    `resources[seat]` are what a human has left in all at the end, entered only to break a tie (TR-026); bots have none.

    The decision cards are in `deck`, `discard`, `progress`, or open as `track_card` and `tie_card`;
    `face_down` of the deck's cards came from the progress deck unseen and are still counted there. `beside` are tapestry
    cards beside the Automa's mat, `covered` the tapestry spaces of the mat in use. `income` counts income turns per seat
    (the bots share that of the Automa).
    """

    __slots__ = (
        "achieved",
        "advance_turn",
        "beside",
        "covered",
        "deck",
        "discard",
        "down",
        "face_down",
        "favorite",
        "income",
        "income_turn",
        "landmarks",
        "map",
        "no_tiles",
        "phase",
        "pieces",
        "places",
        "progress",
        "resources",
        "rotation",
        "setup",
        "spaces",
        "supply",
        "tech",
        "tech_deck",
        "tech_discard",
        "tie_card",
        "tile",
        "tiles_left",
        "to_move",
        "toppled",
        "track_card",
        "up",
        "vp",
    )

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.map = setup.map
        hexes = len(self.map.hexes.names)
        self.spaces = [[0] * 4 for _ in range(4)]
        self.favorite = list(setup.favorites)
        self.tile = [PRINTED if self.map.printed >> h & 1 else EMPTY for h in range(hexes)]
        self.rotation = [0] * hexes
        self.tiles_left: Mask = TERRITORIES.everything
        self.up = [[0] * hexes for _ in range(4)]
        self.down = [[0] * hexes for _ in range(4)]
        self.pieces = [[0] * hexes for _ in range(4)]
        self.toppled = [0] * 4
        self.no_tiles = 0
        self.supply = [OUTPOSTS] * 4
        self._place_start()
        self.landmarks = [NOBODY] * len(LANDMARKS.names)
        self.places: list[list[int]] = [[], [], []]
        self.achieved: list[Mask] = [0] * 4
        self.vp = [0] * 4
        self.resources = [0] * 4
        self.beside = 0
        self.covered = 0
        self.income = [0] * 4
        self.tech = list(setup.tech)
        self.tech_deck: Mask = TECH_CARDS.everything & ~mask_of(setup.tech)
        self.tech_discard: Mask = 0
        self.track_card = self.tie_card = NOBODY
        self.discard: Mask = 0
        self.deck = SHADOW_CARDS if setup.shadow_only else mask_of(i for i, c in enumerate(DECISION_CARDS) if c.circle)
        self.progress: Mask = mask_of(range(len(DECISION_CARDS))) & ~self.deck
        self.face_down = 0
        self.phase = PLAYING
        #: humans whose turn under way is an income turn, or one in which they advanced (TR-020)
        self.income_turn: Mask = 0
        self.advance_turn: Mask = 0
        # TA-015, TR-018: who begins is drawn at the table and told as an option
        self.to_move = AUTOMA if setup.source["first"] == "bots" and not setup.shadow_only else HUMAN

    def _place_start(self) -> None:
        """TA-010 … TA-012, TR-014: two outposts each on the start territories; a marker for each favourite track is an
        outpost, so the Automa has 7 left (TA-R27)."""
        self.up[HUMAN][self.map.human_start] = 2
        self.supply[HUMAN] -= 2
        if self.setup.shadow_only:
            self.up[HUMAN2][self.map.automa_start] = 2
            self.supply[HUMAN2] -= 2
        else:
            self.up[AUTOMA][self.map.automa_start] = 2
            self.supply[AUTOMA] -= 3
        self.supply[SHADOW] -= 1

    def copy(self) -> Self:
        new = object.__new__(type(self))
        new.setup, new.map = self.setup, self.map
        new.spaces = [x[:] for x in self.spaces]
        new.up = [x[:] for x in self.up]
        new.down = [x[:] for x in self.down]
        new.pieces = [x[:] for x in self.pieces]
        new.places = [x[:] for x in self.places]
        new.toppled, new.no_tiles = self.toppled[:], self.no_tiles
        new.favorite, new.tile, new.rotation, new.supply = (
            self.favorite[:],
            self.tile[:],
            self.rotation[:],
            self.supply[:],
        )
        new.landmarks, new.achieved, new.vp, new.income = (
            self.landmarks[:],
            self.achieved[:],
            self.vp[:],
            self.income[:],
        )
        new.resources = self.resources[:]
        new.tech, new.tech_deck, new.tech_discard = self.tech[:], self.tech_deck, self.tech_discard
        new.tiles_left, new.beside, new.covered = self.tiles_left, self.beside, self.covered
        new.track_card, new.tie_card, new.discard = self.track_card, self.tie_card, self.discard
        new.deck, new.progress, new.face_down = self.deck, self.progress, self.face_down
        new.phase, new.to_move = self.phase, self.to_move
        new.income_turn, new.advance_turn = self.income_turn, self.advance_turn
        return new

    def key(self) -> Hashable:
        position = (_freeze(getattr(self, name)) for name in self.__slots__ if name not in ("map", "setup"))
        return (*position, tuple(sorted(self.setup.source.items())))

    def status(self) -> Sequence[Problem]:
        from soloist.games.tapestry.board.status import find_problems

        return find_problems(self)

    def facts(self) -> Mapping[str, str]:
        from soloist.games.tapestry.board.fields import list_facts

        return list_facts(self)

    # ------------------------------------------------------------------------------------------ reading the position

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in this game."""
        return (SHADOW, HUMAN, HUMAN2) if self.setup.shadow_only else (AUTOMA, SHADOW, HUMAN)

    @property
    def humans(self) -> tuple[int, ...]:
        return (HUMAN, HUMAN2) if self.setup.shadow_only else (HUMAN,)

    def tokens(self, hex_: int) -> int:
        """How many tokens lie on a hex, standing or toppled, of anybody (TR-005)."""
        return sum(self.up[s][hex_] + self.down[s][hex_] for s in range(4))

    def topples_two(self, seat: int) -> bool:
        """Whether a seat has toppled two outposts of opponents in the whole game (TR-131); with the other reading of TR-R23,
        whether two of its territories hold one each as they lie now (TA-104a, TA-R28)."""
        if self.setup.rulings["topple_two"] == "history":
            return self.toppled[seat] >= 2
        return sum(1 for h in iterate_bits(self.controlled(seat)) if self.lying(h, seat)) >= 2

    def lying(self, hex_: int, seat: int) -> int:
        """The toppled outposts on a hex that count for a seat: of opponents, but for the Shadow Empire (TA-104a)."""
        return sum(self.down[other][hex_] for other in range(4) if other not in (seat, SHADOW))

    def finished(self, seat: int) -> bool:
        """Whether a seat has begun its fifth income turn, which is its last turn (TR-023). The Shadow Empire finishes with
        the Automa, alone never (TA-128, TA-152)."""
        if seat in self.humans:
            return self.income[seat] >= INCOME_TURNS
        return not self.setup.shadow_only and self.income[AUTOMA] >= INCOME_TURNS

    def can_achieve(self, seat: int, achievement: int) -> bool:
        """Whether a place is left and the seat does not hold one yet (TA-104, TR-130)."""
        return not self.achieved[seat] >> achievement & 1 and len(self.places[achievement]) < 2

    def controlled(self, seat: int) -> Mask:
        """The territories a seat controls: with a standing outpost of its own (TA-005, TR-006)."""
        return mask_of(h for h, n in enumerate(self.up[seat]) if n)

    def human_controlled(self) -> Mask:
        mask = 0
        for seat in self.humans:
            mask |= self.controlled(seat)
        return mask

    def territories(self) -> Mask:
        """Hexes with a printed territory or a tile (TR-004)."""
        return mask_of(h for h, t in enumerate(self.tile) if t != EMPTY)

    def tile_count(self) -> int:
        """How many territory tiles are left: they carry no number, so one that was laid may be unknown."""
        return self.tiles_left.bit_count() - self.tile.count(UNSEEN)

    def tile_to_draw(self) -> bool:
        """Whether a territory tile can be drawn: the pile may be empty because people hold tiles (TA-R26)."""
        return not self.no_tiles and self.tile_count() > 0

    def deck_size(self) -> int:
        return self.deck.bit_count() + self.face_down

    def landmark_count(self) -> int:
        """Landmarks on the Automa's mat: those of both bots (TA-078)."""
        return sum(owner in (AUTOMA, SHADOW) for owner in self.landmarks)

    def can_gain_middle_island(self) -> bool:
        """TA-081, TA-R08: not held yet, a place left, and the middle island neither hers nor full."""
        middle = self.map.middle
        return self.can_achieve(AUTOMA, MIDDLE_ISLAND) and not self.up[AUTOMA][middle] and self.tokens(middle) <= 1


def _freeze(value: object) -> object:
    """The same with tuples in the place of lists."""
    if isinstance(value, list):
        return tuple(_freeze(v) if isinstance(v, list) else v for v in value)
    return value


def new_board(source: Mapping[str, str]) -> Tapestry:
    """The board a complete set-up describes."""
    return Tapestry(read_setup(source))
