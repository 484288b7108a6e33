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
#: the tile on a hex is a number, or one of these: none, a printed territory, a tile without a name
EMPTY, PRINTED, UNSEEN = -2, -1, -3
PLAYING, OVER = 0, 1
PHASES = ("playing", "over")


class Tapestry(Board):
    """A Tapestry table.

    Seats are 0 the Automa, 1 the Shadow Empire, 2 and 3 the humans. `spaces[seat][track]` are token positions (TR-008).
    `tile[h]` is the tile on a hex, `rotation[h]` its rotation; `up[seat][h]` and `down[seat][h]` count standing and
    toppled tokens; `pieces[seat][h]` of them are no outposts but tokens of Isolationists or buildings of Nomads.
    `toppled[seat]` counts the opponents' outposts that a seat has toppled so far (TR-131); `no_tiles` is 1 while the
    pile of territory tiles is empty. `resources[seat]` are the resources a human has left at the end, entered only to
    break a tie (TR-026); bots have none.

    The decision cards are in `deck`, `discard`, `progress`, or open as `track_card` and `tie_card`; `face_down` cards
    of the deck came from the progress deck unseen and are still counted there. `beside` is the number of tapestry cards
    beside the Automa's mat, `covered` the number of tapestry spaces in use. `income` counts income turns per seat (the
    bots share that of the Automa).
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
        #: humans whose current turn is an income turn, or one in which they advanced (TR-020)
        self.income_turn: Mask = 0
        self.advance_turn: Mask = 0
        # TA-015, TR-018: the first player is drawn at the table and given as an option
        self.to_move = AUTOMA if setup.source["first"] == "bots" and not setup.shadow_only else HUMAN

    def _place_start(self) -> None:
        """Place the starting outposts: two each on the start territories (TA-010 … TA-012, TR-014).

        An outpost marks each favourite track, so the Automa has 7 left (TA-R27).
        """
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
        """Return the number of tokens on a hex, standing or toppled, of all seats (TR-005)."""
        return sum(self.up[s][hex_] + self.down[s][hex_] for s in range(4))

    def topples_two(self, seat: int) -> bool:
        """Return whether a seat has toppled two outposts of opponents in the whole game (TR-131).

        With the other choice of ruling TR-R23: whether two of its territories hold a toppled one now (TA-104a, TA-R28).
        """
        if self.setup.rulings["topple_two"] == "history":
            return self.toppled[seat] >= 2
        return sum(1 for h in iterate_bits(self.controlled(seat)) if self.lying(h, seat)) >= 2

    def lying(self, hex_: int, seat: int) -> int:
        """Return the number of toppled outposts on a hex that count for a seat: opponents', without the Shadow Empire's
        (TA-104a)."""
        return sum(self.down[other][hex_] for other in range(4) if other not in (seat, SHADOW))

    def finished(self, seat: int) -> bool:
        """Return whether a seat has begun its fifth income turn, which is its last turn (TR-023).

        The Shadow Empire finishes with the Automa, alone never (TA-128, TA-152).
        """
        if seat in self.humans:
            return self.income[seat] >= INCOME_TURNS
        return not self.setup.shadow_only and self.income[AUTOMA] >= INCOME_TURNS

    def can_achieve(self, seat: int, achievement: int) -> bool:
        """Return whether a place of the achievement is left and the seat does not hold one yet (TA-104, TR-130)."""
        return not self.achieved[seat] >> achievement & 1 and len(self.places[achievement]) < 2

    def controlled(self, seat: int) -> Mask:
        """Return the territories a seat controls: those with its own standing outpost (TA-005, TR-006)."""
        return mask_of(h for h, n in enumerate(self.up[seat]) if n)

    def human_controlled(self) -> Mask:
        mask = 0
        for seat in self.humans:
            mask |= self.controlled(seat)
        return mask

    def territories(self) -> Mask:
        """Return the hexes with a printed territory or a tile (TR-004)."""
        return mask_of(h for h, t in enumerate(self.tile) if t != EMPTY)

    def tile_count(self) -> int:
        """Return how many territory tiles are left; tiles laid without a name are subtracted."""
        return self.tiles_left.bit_count() - self.tile.count(UNSEEN)

    def tile_to_draw(self) -> bool:
        """Return whether a territory tile can be drawn; the pile may be empty because players hold tiles (TA-R26)."""
        return not self.no_tiles and self.tile_count() > 0

    def deck_size(self) -> int:
        return self.deck.bit_count() + self.face_down

    def landmark_count(self) -> int:
        """Return the number of landmarks on the Automa's mat, those of both bots (TA-078)."""
        return sum(owner in (AUTOMA, SHADOW) for owner in self.landmarks)

    def can_gain_middle_island(self) -> bool:
        """Return whether the achievement is open to her and the middle island is neither hers nor full (TA-081,
        TA-R08)."""
        middle = self.map.middle
        return self.can_achieve(AUTOMA, MIDDLE_ISLAND) and not self.up[AUTOMA][middle] and self.tokens(middle) <= 1


def _freeze(value: object) -> object:
    """Return the value with lists replaced by tuples."""
    if isinstance(value, list):
        return tuple(_freeze(v) if isinstance(v, list) else v for v in value)
    return value


def new_board(source: Mapping[str, str]) -> Tapestry:
    """Return the board of a complete set-up."""
    return Tapestry(read_setup(source))
