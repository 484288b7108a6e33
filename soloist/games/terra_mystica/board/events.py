"""Everything that can happen on a Terra Mystica table, one class each.

`apply` is the only place where a board changes. `notation` is the line a person types and a save stores; `notation.py`
reads it back. What cannot be represented raises `ImpossibleError`; what can hardly be true is in `doubts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.setup import entered
from soloist.games.terra_mystica.board.state import NOBODY, OVER, PLACING, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    DWELLING,
    FAVOR_TILES,
    FAVORS,
    GOGNOME_TOKENS,
    ICE,
    KINDS,
    ORDER_SPACES,
    POWER_ACTIONS,
    ROUNDS,
    SEATS,
    STRONGHOLD,
    TERRAIN,
    TOP,
    TOWN_TILES,
    UPGRADES,
    VOLCANO,
)

#: VP of the first, second and third achievement of the Gognomes (TMA-F10)
ACHIEVEMENT_VP = (5, 10, 15)


def _who(seat: int) -> str:
    return SEATS.names[seat]


def _seat(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")


def _name(board: TerraMystica, hex_: int) -> str:
    return board.map.hexes.names[hex_]


def _on_land(board: TerraMystica, hex_: int) -> None:
    if not board.map.land >> hex_ & 1:
        near = board.map.hexes.list(board.map.near[hex_] & board.map.land)
        raise ImpossibleError(text("error.river", hex=_name(board, hex_)), rule="TM-001", nearest=near)


def advance(board: TerraMystica, seat: int, track: int, steps: int) -> None:
    """Move a marker up. The Automa needs no key (TMA-004); a human needs one for space 10, which only one marker reaches
    (TM-071); otherwise the marker stops at 9 (TM-072)."""
    here = board.cults[seat][track]
    there = here + steps
    if there >= TOP and here < TOP:
        others = any(c[track] >= TOP for s, c in enumerate(board.cults) if s != seat)
        if others or (seat != AUTOMA and not board.keys[seat]):
            there = TOP - 1
        else:
            there = TOP
            if seat != AUTOMA:
                board.keys[seat] -= 1
    elif here >= TOP > there and seat != AUTOMA:  # TM-147: who goes down from the top gets the key back
        board.keys[seat] += 1
    board.cults[seat][track] = max(0, min(there, TOP))


def _next_after(board: TerraMystica, seat: int) -> int:
    """Who is to move when this seat is done: the next in turn order who has not passed (TMA-040)."""
    order: list[int] = board.order
    at = order.index(seat)
    for i in range(1, len(order) + 1):
        other = order[(at + i) % len(order)]
        if other not in board.passed:
            return other
    return seat


# ------------------------------------------------------------------------------------------------------ on the map


@dataclass(frozen=True, slots=True)
class Transformed(Event):
    """The ground of a hex is another one now."""

    seat: int
    hex: int
    terrain: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        here = 1 << self.hex
        terrain = board.terrain
        for t in range(len(terrain)):
            if terrain[t] & here:
                terrain[t] ^= here
        terrain[self.terrain] |= here

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: transform {_name(board, self.hex)} to {TERRAIN.names[self.terrain]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        hex_ = _name(board, self.hex)
        if board.owner_at(self.hex) is not None:
            return [Problem(text("doubt.transform_occupied", hex=hex_), "TM-049")]
        if board.terrain_at(self.hex) in (ICE, VOLCANO):
            return [Problem(text("doubt.transform_fixed", hex=hex_), "TM-049")]
        return ()


@dataclass(frozen=True, slots=True)
class Built(Event):
    """A dwelling stands on a hex."""

    seat: int
    hex: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        board.pieces[self.seat][DWELLING] |= 1 << self.hex
        board.left[self.seat][DWELLING] -= 1

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: build {_name(board, self.hex)}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        found = []
        hex_ = _name(board, self.hex)
        owner = board.owner_at(self.hex)
        if owner == self.seat:
            raise ImpossibleError(text("error.own_structure", hex=hex_), rule="TM-001")
        if owner is not None:
            found.append(Problem(text("doubt.occupied", hex=hex_, seat=_seat(owner)), "TM-001"))
        if board.left[self.seat][DWELLING] <= 0:
            found.append(Problem(text("doubt.none_left", seat=_seat(self.seat), kind=Word("kinds.dwelling")), "TM-007"))
        if _out_of_reach(board, self.seat, self.hex):
            found.append(Problem(text("doubt.reach", hex=hex_, shipping=board.shipping[self.seat]), "TM-003"))
        return found


#: factions that build where neither neighbours nor ships reach: the Witches' ride, tunnels, carpets
_FAR_BUILDERS = ("witches", "dwarves", "fakirs")


def _out_of_reach(board: TerraMystica, seat: int, hex_: int) -> bool:
    """Whether nothing of this human is near enough, even with the ship on a bonus card. Set-up dwellings need nothing."""
    if seat == AUTOMA or board.setup.humans[seat - 1].id in _FAR_BUILDERS:
        return False
    own = board.owned(seat)
    if own.bit_count() < board.setup.humans[seat - 1].dwellings:
        return False
    return not (board.map.reach(board.shipping[seat] + 1)[hex_] & own or board.beside(1 << hex_) & own)


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A power token lies beside an Automa structure."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        board.marks |= 1 << self.hex

    def notation(self, board: TerraMystica) -> str:
        return f"automa: mark {_name(board, self.hex)}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if not board.owned(AUTOMA) >> self.hex & 1:
            return [Problem(text("doubt.mark_nothing", hex=_name(board, self.hex)), "TMA-032")]
        return ()


@dataclass(frozen=True, slots=True)
class Unmarked(Event):
    """The power token is taken away again (a correction)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        board.marks &= ~(1 << self.hex)

    def notation(self, board: TerraMystica) -> str:
        return f"automa: unmark {_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class Upgraded(Event):
    """A structure is replaced by a bigger one; the old piece returns to the supply (TM-007)."""

    seat: int
    hex: int
    kind: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        pieces, left, here = board.pieces[self.seat], board.left[self.seat], 1 << self.hex
        for kind in range(len(pieces)):
            if pieces[kind] & here:
                pieces[kind] ^= here
                left[kind] += 1
        pieces[self.kind] |= here
        left[self.kind] -= 1

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: upgrade {_name(board, self.hex)} to {KINDS.names[self.kind]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        hex_, seat = _name(board, self.hex), _seat(self.seat)
        old = board.kind_at(self.seat, self.hex)
        found = []
        if old is None:
            found.append(Problem(text("doubt.upgrade_nothing", hex=hex_, seat=seat), "TM-007"))
        elif self.kind not in UPGRADES[old]:
            names = {"old": Word(f"kind.{KINDS.names[old]}"), "new": Word(f"a.{KINDS.names[self.kind]}")}
            found.append(Problem(text("doubt.upgrade_step", hex=hex_, **names), "TM-007"))
        if board.left[self.seat][self.kind] <= 0:
            found.append(
                Problem(text("doubt.none_left", seat=seat, kind=Word(f"kinds.{KINDS.names[self.kind]}")), "TM-007")
            )
        return found


@dataclass(frozen=True, slots=True)
class Put(Event):
    """A structure of any kind is on a hex, wherever it came from (a correction, or a position entered)."""

    seat: int
    hex: int
    kind: int

    def apply(self, board: TerraMystica) -> None:
        Upgraded(self.seat, self.hex, self.kind).apply(board)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: put {_name(board, self.hex)} {KINDS.names[self.kind]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        owner = board.owner_at(self.hex)
        if owner is not None and owner != self.seat:
            return [Problem(text("doubt.occupied", hex=_name(board, self.hex), seat=_seat(owner)), "TM-001")]
        return ()


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A structure goes back to the supply (a correction)."""

    seat: int
    hex: int

    def apply(self, board: TerraMystica) -> None:
        kind = board.kind_at(self.seat, self.hex)
        if kind is None:
            own = board.map.hexes.list(board.owned(self.seat))
            raise ImpossibleError(
                text("error.nothing_there", hex=_name(board, self.hex), seat=_seat(self.seat)), nearest=own[:6]
            )
        board.pieces[self.seat][kind] &= ~(1 << self.hex)
        board.left[self.seat][kind] += 1
        if self.seat == AUTOMA:
            board.marks &= ~(1 << self.hex)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: remove {_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class Bridged(Event):
    """A bridge joins two hexes for everybody (TM-002, TM-088)."""

    seat: int
    bridge: int

    def apply(self, board: TerraMystica) -> None:
        board.bridges[self.seat] |= 1 << self.bridge

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: bridge {board.map.bridge_names.names[self.bridge]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        name = board.map.bridge_names.names[self.bridge]
        a, b = board.map.bridges[self.bridge]
        found = []
        if any(mask >> self.bridge & 1 for mask in board.bridges):
            found.append(Problem(text("doubt.bridge_twice", bridge=name), "TM-087"))
        if not board.owned(self.seat) & (1 << a | 1 << b):
            found.append(Problem(text("doubt.bridge_ends", bridge=name), "TM-087"))
        if board.bridges[self.seat].bit_count() >= 3:
            found.append(Problem(text("doubt.bridges_left", seat=_seat(self.seat)), "TM-086"))
        return found


@dataclass(frozen=True, slots=True)
class Traded(Event):
    """An Automa trade marker lies under a human structure (TMA-085b)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        board.traded |= 1 << self.hex

    def notation(self, board: TerraMystica) -> str:
        return f"automa: trade {_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class CubePlaced(Event):
    """A Symbiont cube lies on a hex (TMA-F08)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        board.cubes |= 1 << self.hex

    def notation(self, board: TerraMystica) -> str:
        return f"automa: cube {_name(board, self.hex)}"


@dataclass(frozen=True, slots=True)
class Blighted(Event):
    """Fallow land turned into blighted land (TMA-F09)."""

    hex: int

    def apply(self, board: TerraMystica) -> None:
        _on_land(board, self.hex)
        board.blighted |= 1 << self.hex

    def notation(self, board: TerraMystica) -> str:
        return f"automa: blight {_name(board, self.hex)}"


# ------------------------------------------------------------------------------------------------ cults and tiles


@dataclass(frozen=True, slots=True)
class CultAdvanced(Event):
    """A marker moves up without a priest."""

    seat: int
    track: int
    steps: int

    def apply(self, board: TerraMystica) -> None:
        advance(board, self.seat, self.track, self.steps)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: cult {CULTS.names[self.track]} {self.steps:+d}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        return _stopped(board, self.seat, self.track, self.steps)


def _stopped(board: TerraMystica, seat: int, track: int, steps: int) -> Sequence[Problem]:
    """A human marker that would pass 9 without being allowed to."""
    if seat == AUTOMA or board.cults[seat][track] + steps < TOP or board.cults[seat][track] >= TOP:
        return ()
    cult = Word(f"cult.{CULTS.names[track]}")
    if any(c[track] >= TOP for s, c in enumerate(board.cults) if s != seat):
        return [Problem(text("doubt.top_taken", cult=cult), "TM-072")]
    if not board.keys[seat]:
        return [Problem(text("doubt.no_key", cult=cult, name=CULTS.names[track]), "TM-071")]
    return ()


@dataclass(frozen=True, slots=True)
class PriestSent(Event):
    """A priest stays on the order space with this number; the marker moves up as many steps (TM-070)."""

    seat: int
    track: int
    space: int

    def apply(self, board: TerraMystica) -> None:
        at = self.track * 4
        for i, number in enumerate(ORDER_SPACES):
            if number == self.space and board.spaces[at + i] == NOBODY:
                board.spaces[at + i] = self.seat
                board.priests[self.seat] -= 1
                advance(board, self.seat, self.track, self.space)
                return
        free = sorted({n for i, n in enumerate(ORDER_SPACES) if board.spaces[at + i] == NOBODY}, reverse=True)
        raise ImpossibleError(
            text("error.no_space", cult=Word(f"cult.{CULTS.names[self.track]}"), number=self.space),
            rule="TM-070",
            nearest=[f"priest {CULTS.names[self.track]} {n}" for n in (*free, 1)],
        )

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: priest {CULTS.names[self.track]} {self.space}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        found = list(_stopped(board, self.seat, self.track, self.space))
        if board.priests[self.seat] <= 0:
            found.append(Problem(text("doubt.priests", seat=_seat(self.seat)), "TM-010"))
        return found


@dataclass(frozen=True, slots=True)
class ActionUsed(Event):
    """An action token lies on a power action (TM-090)."""

    seat: int
    action: int

    def apply(self, board: TerraMystica) -> None:
        board.used |= 1 << self.action

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: action {POWER_ACTIONS.names[self.action]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        # with their stronghold the Yetis may use what is marked already
        yetis = (
            self.seat != AUTOMA
            and board.setup.humans[self.seat - 1].id == "yetis"
            and board.pieces[self.seat][STRONGHOLD]
        )
        if board.used >> self.action & 1 and not yetis:
            return [
                Problem(text("doubt.action_used", action=Word(f"action.{POWER_ACTIONS.names[self.action]}")), "TM-090")
            ]
        return ()


@dataclass(frozen=True, slots=True)
class FavorTaken(Event):
    """A favor tile is taken and its steps are made at once (TM-058)."""

    seat: int
    tile: int

    def apply(self, board: TerraMystica) -> None:
        if board.favors[self.seat] >> self.tile & 1:
            raise ImpossibleError(text("error.favor_twice", tile=FAVORS.names[self.tile]), rule="TM-058")
        board.favors[self.seat] |= 1 << self.tile
        tile = FAVOR_TILES[self.tile]
        advance(board, self.seat, tile.track, tile.steps)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: favor {FAVORS.names[self.tile]}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        tile = FAVOR_TILES[self.tile]
        found = list(_stopped(board, self.seat, tile.track, tile.steps))
        if board.favors_left(self.tile) <= 0:
            found.append(Problem(text("doubt.favor_gone", tile=FAVORS.names[self.tile]), "TM-058"))
        return found


@dataclass(frozen=True, slots=True)
class TownFounded(Event):
    """A town tile is taken: its keys, and its cult steps. Its points are told with `vp`."""

    seat: int
    tile: int

    def apply(self, board: TerraMystica) -> None:
        tile = TOWN_TILES[self.tile]
        board.keys[self.seat] += tile.keys
        for track, steps in enumerate(tile.steps):
            if steps:
                advance(board, self.seat, track, steps)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: town {TOWN_TILES[self.tile].id}"


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points, or fewer; never below 0 (TM-011)."""

    seat: int
    vp: int

    def apply(self, board: TerraMystica) -> None:
        board.vp[self.seat] = max(0, board.vp[self.seat] + self.vp)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: vp {self.vp:+d}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if board.vp[self.seat] + self.vp < 0:
            return [Problem(text("doubt.vp", seat=_seat(self.seat), vp=board.vp[self.seat]), "TM-011")]
        return ()


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """The Gognomes completed an achievement with a token on it: 5, 10, 15 VP in order (TMA-F10)."""

    token: int

    def apply(self, board: TerraMystica) -> None:
        if not board.tokens >> self.token & 1:
            left = GOGNOME_TOKENS.list(board.tokens)
            raise ImpossibleError(
                text("error.no_token", token=GOGNOME_TOKENS.names[self.token]), rule="TMA-F10", nearest=left
            )
        board.tokens &= ~(1 << self.token)
        board.vp[AUTOMA] += ACHIEVEMENT_VP[min(board.achievements, 2)]
        board.achievements += 1

    def notation(self, board: TerraMystica) -> str:
        return f"automa: achievement {GOGNOME_TOKENS.names[self.token]}"


# ------------------------------------------------------------------------------------------- bonus cards, passing


def _not_in_row(board: TerraMystica, card: int) -> ImpossibleError:
    row = [BONUS.names[c] for c in board.row]
    return ImpossibleError(
        text("error.not_in_row", card=BONUS.names[card], row=tuple(row)), rule="TMA-052", nearest=row
    )


@dataclass(frozen=True, slots=True)
class BonusTaken(Event):
    """The first bonus card of a human, before round 1. When three are left they get a coin each (TMA-017, TM-016)."""

    seat: int
    card: int

    def apply(self, board: TerraMystica) -> None:
        if self.card not in board.row:
            raise _not_in_row(board, self.card)
        if board.bonus[self.seat] != NOBODY:
            raise ImpossibleError(
                text("error.has_bonus", seat=_seat(self.seat), card=BONUS.names[board.bonus[self.seat]]), rule="TMA-017"
            )
        board.row.remove(self.card)
        board.bonus[self.seat] = self.card
        if len(board.row) == 3:
            for card in board.row:
                board.coins[card] += 1

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: bonus {BONUS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passes and takes a bonus card; its old card goes to the same place in the row (TMA-050c, TMA-052).

    The coins on the card go with it (or, for the Automa, to the supply: TMA-050b). The first to pass gets the starting
    player token (TMA-050g, TM-095). In round 6 there is no card (TM-094).
    """

    seat: int
    card: int = NOBODY

    def apply(self, board: TerraMystica) -> None:
        if board.phase == PLACING:
            raise ImpossibleError(text("error.not_begun"), rule="TMA-018")
        if self.seat in board.passed:
            raise ImpossibleError(
                text("error.passed_already", seat=_seat(self.seat), round=board.round), rule="TMA-040"
            )
        if self.card != NOBODY:
            if self.card not in board.row:
                raise _not_in_row(board, self.card)
            at = board.row.index(self.card)
            old = board.bonus[self.seat]
            board.coins[self.card] = 0
            board.bonus[self.seat] = self.card
            if old == NOBODY:
                del board.row[at]
            else:
                board.row[at] = old
        if not board.passed:
            board.start = self.seat
        board.passed.append(self.seat)
        board.to_move = _next_after(board, self.seat)

    def notation(self, board: TerraMystica) -> str:
        card = f" {BONUS.names[self.card]}" if self.card != NOBODY else ""
        return f"{_who(self.seat)}: pass{card}"

    def doubts(self, board: TerraMystica) -> Sequence[Problem]:
        if self.card == NOBODY and board.round < ROUNDS:
            return [Problem(text("doubt.pass_without", round=board.round), "TM-094")]
        if self.card != NOBODY and board.round == ROUNDS and self.seat != AUTOMA:
            return [Problem(text("doubt.pass_with", card=BONUS.names[self.card]), "TM-094")]
        return ()


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A turn is over and the next seat is to move (TMA-040)."""

    seat: int

    def apply(self, board: TerraMystica) -> None:
        board.to_move = _next_after(board, self.seat)

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: done"


@dataclass(frozen=True, slots=True)
class Begun(Event):
    """The Automa's first dwellings stand: the first round can begin (TMA-018)."""

    def apply(self, board: TerraMystica) -> None:
        board.phase = PLAYING

    def notation(self, board: TerraMystica) -> str:
        return "automa: begin"


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """Everybody has passed: action tokens off, a coin on each free bonus card, the next round (TMA-053, TM-093, TM-099)."""

    def apply(self, board: TerraMystica) -> None:
        board.used = 0
        for card in board.row:
            board.coins[card] += 1
        if board.setup.rulings["order"] == "passing":  # TMA-R27, the Fire & Ice variant of TM-023
            board.order = board.passed[:]
        else:
            clockwise = board.clockwise()
            at = clockwise.index(board.start)
            board.order = clockwise[at:] + clockwise[:at]
        board.passed = []
        board.round += 1
        board.to_move = board.order[0]

    def notation(self, board: TerraMystica) -> str:
        return "automa: round ends"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Round 6 is over."""

    def apply(self, board: TerraMystica) -> None:
        board.phase = OVER

    def notation(self, board: TerraMystica) -> str:
        return "automa: game ends"


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """Points at the end of the game, by category (TMA-090, TM-100)."""

    seat: int
    category: str
    vp: int

    def apply(self, board: TerraMystica) -> None:
        board.vp[self.seat] += self.vp

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: scores {self.category} {self.vp}"


# ------------------------------------------------------------------------------------------------- decision cards


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """The Automa draws a card; the previous action card slides over the support card (TMA-041, TMA-042)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        here = 1 << self.card
        if board.deck & here:
            board.deck ^= here
        elif board.face_down and board.reserve & here:
            board.reserve ^= here
            board.face_down -= 1
            if board.top == self.card:
                board.top = NOBODY
        else:
            raise ImpossibleError(
                text("error.card_not_in_deck", card=CARDS.names[self.card]),
                rule="TMA-042",
                nearest=CARDS.list(board.deck | (board.reserve if board.face_down else 0)),
            )
        slide(board)
        board.action = self.card

    def notation(self, board: TerraMystica) -> str:
        return f"automa: draw {CARDS.names[self.card]}"


def slide(board: TerraMystica) -> None:
    """The action card becomes the support card; the old support card goes under it (TMA-042)."""
    if board.support != NOBODY:
        board.pile |= 1 << board.support
    board.support, board.action = board.action, NOBODY


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """The deck is empty: only the slide happens (TMA-042)."""

    def apply(self, board: TerraMystica) -> None:
        slide(board)

    def notation(self, board: TerraMystica) -> str:
        return "automa: slide"


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """All cards of the round go back into the deck (TMA-050d)."""

    def apply(self, board: TerraMystica) -> None:
        for card in (board.support, board.action):
            if card != NOBODY:
                board.pile |= 1 << card
        board.deck |= board.pile
        board.pile = 0
        board.support = board.action = NOBODY

    def notation(self, board: TerraMystica) -> str:
        return "automa: gather"


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """A card of the reserve (or the one set aside for round 2) joins the deck; -1 when nobody saw which (TMA-050e)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        if self.card == NOBODY:
            board.face_down += 1
            return
        here = 1 << self.card
        if board.waiting & here:
            board.waiting ^= here
        elif board.reserve & here:
            board.reserve ^= here
        else:
            raise ImpossibleError(
                text("error.card_not_in_reserve", card=CARDS.names[self.card]),
                rule="TMA-050e",
                nearest=CARDS.list(board.reserve),
            )
        if board.top == self.card:
            board.top = NOBODY
        board.deck |= here

    def notation(self, board: TerraMystica) -> str:
        return f"automa: join {CARDS.names[self.card] if self.card != NOBODY else 'unseen'}"


@dataclass(frozen=True, slots=True)
class ReserveDrawn(Event):
    """The Cultists draw a reserve card and set it aside (TMA-095)."""

    card: int

    def apply(self, board: TerraMystica) -> None:
        here = 1 << self.card
        if not board.reserve & here:
            raise ImpossibleError(
                text("error.card_not_in_reserve", card=CARDS.names[self.card]),
                rule="TMA-095",
                nearest=CARDS.list(board.reserve),
            )
        board.reserve ^= here
        board.aside |= here

    def notation(self, board: TerraMystica) -> str:
        return f"automa: reserve {CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The cards the Cultists set aside are the reserve again (TMA-R23).

    When nothing else was left in the reserve, all cards that joined unseen are known to be in the deck.
    """

    def apply(self, board: TerraMystica) -> None:
        if board.reserve_size() == 0:
            board.deck |= board.reserve
            board.reserve = board.face_down = 0
        board.reserve |= board.aside
        board.aside = 0

    def notation(self, board: TerraMystica) -> str:
        return "automa: reshuffle"


@dataclass(frozen=True, slots=True)
class Reminded(Event):
    """A rule of the human's faction that is different against the Automa; nothing moves on the board (TMA-098)."""

    seat: int
    rule: str

    def apply(self, board: TerraMystica) -> None:
        """Nothing changes: only the hands have something to do."""

    def notation(self, board: TerraMystica) -> str:
        return f"{_who(self.seat)}: reminded {self.rule}"


# ---------------------------------------------------------------------------------------------------- corrections


@dataclass(frozen=True, slots=True)
class ValueEntered(Event):
    """The owner says what is printed on his copy."""

    key: str
    value: str

    def apply(self, board: TerraMystica) -> None:
        board.printed = entered(board.setup, board.printed, self.key, self.value)

    def notation(self, board: TerraMystica) -> str:
        return f"table: value {self.key} = {self.value}"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: TerraMystica) -> None:
        from soloist.games.terra_mystica.board.fields import set_field

        set_field(board, self.field, self.value)

    def notation(self, board: TerraMystica) -> str:
        return f"table: set {self.field} = {self.value}"
