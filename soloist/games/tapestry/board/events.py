"""Everything that can happen on a Tapestry table, one class each. `apply` is the only place where a board changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.games.tapestry.board.state import EMPTY, NOBODY, OVER, UNSEEN, Tapestry
from soloist.games.tapestry.board.tables import (
    ACHIEVEMENT_VP,
    ACHIEVEMENTS,
    AUTOMA,
    CARDS,
    HUMAN,
    INCOME_TURNS,
    LANDMARKS,
    LAST,
    SEATS,
    SHADOW,
    TECH_CARDS,
    TERRITORIES,
    TRACKS,
    landmark_at,
)


def _who(seat: int) -> str:
    return SEATS.names[seat]


def _seat(seat: int) -> Word:
    return Word(f"seat.{SEATS.names[seat]}")


def _hex(board: Tapestry, hex_: int) -> str:
    return board.map.hexes.names[hex_]


def _room(board: Tapestry, hex_: int) -> None:
    """A territory never holds a third token (TR-005)."""
    if board.tile[hex_] == EMPTY:
        raise ImpossibleError(text("error.no_territory", hex=_hex(board, hex_)), rule="TR-004")
    if board.tokens(hex_) >= 2:
        raise ImpossibleError(text("error.third_token", hex=_hex(board, hex_)), rule="TR-005")


# --------------------------------------------------------------------------------------------------------------- tracks


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A token moves forward; the first to come onto a landmark space takes the landmark, before any benefit (TA-054,
    TA-078, TR-070, TR-072)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        space = board.spaces[self.seat][self.track] + 1
        if space > LAST:
            track = Word(f"track.{TRACKS.names[self.track]}")
            raise ImpossibleError(text("error.track_finished", seat=_seat(self.seat), track=track), rule="TR-061")
        board.spaces[self.seat][self.track] = space
        landmark = landmark_at(self.track, space)
        if landmark is not None and board.landmarks[landmark] == NOBODY:
            board.landmarks[landmark] = self.seat

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: advance {TRACKS.names[self.track]}"


@dataclass(frozen=True, slots=True)
class Regressed(Event):
    """A token moves back one space; nothing on space 0 (TA-075)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        board.spaces[self.seat][self.track] = max(0, board.spaces[self.seat][self.track] - 1)

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: regress {TRACKS.names[self.track]}"


@dataclass(frozen=True, slots=True)
class FavoriteChanged(Event):
    """The marker outpost of a bot moves to another track (TA-120)."""

    seat: int
    track: int

    def apply(self, board: Tapestry) -> None:
        board.favorite[self.seat] = self.track

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: favorite {TRACKS.names[self.track]}"


@dataclass(frozen=True, slots=True)
class LandmarkTaken(Event):
    """A landmark goes to somebody by other means than an advance (TR-071), or is corrected."""

    seat: int
    landmark: int

    def apply(self, board: Tapestry) -> None:
        board.landmarks[self.landmark] = self.seat

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: landmark {LANDMARKS.names[self.landmark]}"

    def doubts(self, board: Tapestry) -> Sequence[Problem]:
        owner = board.landmarks[self.landmark]
        if owner != NOBODY:
            words = {"landmark": Word(f"landmark.{LANDMARKS.names[self.landmark]}"), "seat": _seat(owner)}
            return [Problem(text("doubt.landmark_taken", **words), "TR-070")]
        return ()


# ------------------------------------------------------------------------------------------------------------------ map


def tile_name(tile: int) -> str:
    """A territory tile as it is written; tiles carry no number, so many a one is just laid."""
    return "unseen" if tile == UNSEEN else TERRITORIES.names[tile]


@dataclass(frozen=True, slots=True)
class Explored(Event):
    """A territory tile is laid on an empty hex, turned by so many sixths (TA-085, TA-092, TR-080).
    Nobody controls it by that (TR-083)."""

    seat: int
    hex: int
    tile: int
    rotation: int

    def apply(self, board: Tapestry) -> None:
        if board.tile[self.hex] != EMPTY:
            empty = [n for h, n in enumerate(board.map.hexes.names) if board.tile[h] == EMPTY]
            raise ImpossibleError(text("error.not_empty", hex=_hex(board, self.hex)), rule="TR-080", nearest=empty[:6])
        if self.tile != UNSEEN and not board.tiles_left >> self.tile & 1:
            raise ImpossibleError(text("error.tile_used", tile=TERRITORIES.names[self.tile]), rule="TR-080")
        if not 0 <= self.rotation <= 5:
            raise ImpossibleError(text("error.rotation", got=self.rotation), rule="TA-085", nearest=list("012345"))
        board.tile[self.hex] = self.tile
        board.rotation[self.hex] = self.rotation
        if self.tile != UNSEEN:
            board.tiles_left &= ~(1 << self.tile)

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: explore {_hex(board, self.hex)} {tile_name(self.tile)} {self.rotation}"

    def doubts(self, board: Tapestry) -> Sequence[Problem]:
        if self.seat >= HUMAN and not board.map.near[self.hex] & board.controlled(self.seat):
            return [Problem(text("doubt.not_adjacent", hex=_hex(board, self.hex)), "TR-080")]
        return ()


@dataclass(frozen=True, slots=True)
class Conquered(Event):
    """An outpost from the supply stands on a territory; whoever controlled it is toppled and stays there (TA-083, TR-088,
    TR-091)."""

    seat: int
    hex: int
    #: whether traps may be played: Pillage and Plunder forbids them (TA-102)
    traps: bool = True

    def apply(self, board: Tapestry) -> None:
        _room(board, self.hex)
        for other in range(4):
            if other != self.seat and board.up[other][self.hex]:
                board.down[other][self.hex] += board.up[other][self.hex]
                board.up[other][self.hex] = 0
        board.up[self.seat][self.hex] += 1
        board.supply[self.seat] -= 1

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: conquer {_hex(board, self.hex)}{'' if self.traps else ' untrapped'}"

    def doubts(self, board: Tapestry) -> Sequence[Problem]:
        found = []
        if board.supply[self.seat] <= 0:
            found.append(Problem(text("doubt.no_outpost", seat=_seat(self.seat)), "TR-092"))
        if board.up[self.seat][self.hex]:
            found.append(Problem(text("doubt.own_territory", hex=_hex(board, self.hex)), "TR-087"))
        elif not board.map.near[self.hex] & board.controlled(self.seat):
            found.append(Problem(text("doubt.not_adjacent", hex=_hex(board, self.hex)), "TR-087"))
        return found


@dataclass(frozen=True, slots=True)
class Trapped(Event):
    """A trap: the attacker's outpost lies toppled and the defender stands again (TA-083, TA-102, TR-093)."""

    seat: int
    hex: int
    defender: int

    def apply(self, board: Tapestry) -> None:
        if not board.up[self.seat][self.hex]:
            raise ImpossibleError(text("error.no_attacker", hex=_hex(board, self.hex)), rule="TR-093")
        board.up[self.seat][self.hex] -= 1
        board.down[self.seat][self.hex] += 1
        if board.down[self.defender][self.hex]:
            board.down[self.defender][self.hex] -= 1
            board.up[self.defender][self.hex] += 1

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: trapped {_hex(board, self.hex)} {_who(self.defender)}"


@dataclass(frozen=True, slots=True)
class Toppled(Event):
    """A toppled Shadow Empire outpost is added (TA-085c), or any outpost is laid down from the supply."""

    seat: int
    hex: int

    def apply(self, board: Tapestry) -> None:
        _room(board, self.hex)
        board.down[self.seat][self.hex] += 1
        board.supply[self.seat] -= 1

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: topple {_hex(board, self.hex)}"


# -------------------------------------------------------------------------------------------------------- cards, points


@dataclass(frozen=True, slots=True)
class PairDrawn(Event):
    """The last pair is discarded and a new one lies open: track card left, tiebreaker card right (TA-032)."""

    track_card: int
    tie_card: int

    def apply(self, board: Tapestry) -> None:
        _discard_pair(board)
        for card in (self.track_card, self.tie_card):
            _from_deck(board, card)
        board.track_card, board.tie_card = self.track_card, self.tie_card

    def notation(self, board: Tapestry) -> str:
        return f"table: pair {CARDS.names[self.track_card]} {CARDS.names[self.tie_card]}"


def _discard_pair(board: Tapestry) -> None:
    for card in (board.track_card, board.tie_card):
        if card != NOBODY:
            board.discard |= 1 << card
    board.track_card = board.tie_card = NOBODY


def _from_deck(board: Tapestry, card: int) -> None:
    here = 1 << card
    if board.deck & here:
        board.deck ^= here
    elif board.face_down and board.progress & here:
        board.progress ^= here
        board.face_down -= 1
    else:
        among = CARDS.list(board.deck | (board.progress if board.face_down else 0))
        raise ImpossibleError(text("error.card_not_in_deck", card=CARDS.names[card]), rule="TA-032", nearest=among)


@dataclass(frozen=True, slots=True)
class JoinedDeck(Event):
    """The top card of the progress deck joins the decision deck at set-up; -1 when nobody saw it (TA-013)."""

    card: int

    def apply(self, board: Tapestry) -> None:
        if self.card == NOBODY:
            board.face_down += 1
            return
        if not board.progress >> self.card & 1:
            raise ImpossibleError(text("error.card_not_in_progress", card=CARDS.names[self.card]), rule="TA-013")
        board.progress &= ~(1 << self.card)
        board.deck |= 1 << self.card

    def notation(self, board: Tapestry) -> str:
        return f"table: join {CARDS.names[self.card] if self.card != NOBODY else 'unseen'}"


@dataclass(frozen=True, slots=True)
class ProgressAdded(Event):
    """A card of the progress deck goes onto the decision discard pile (TA-124)."""

    card: int

    def apply(self, board: Tapestry) -> None:
        if not board.progress >> self.card & 1:
            raise ImpossibleError(text("error.card_not_in_progress", card=CARDS.names[self.card]), rule="TA-124")
        board.progress &= ~(1 << self.card)
        board.discard |= 1 << self.card

    def notation(self, board: Tapestry) -> str:
        return f"table: add {CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event):
    """Discards and the open pair are the new decision deck (TA-127)."""

    def apply(self, board: Tapestry) -> None:
        _discard_pair(board)
        board.deck |= board.discard
        board.discard = 0

    def notation(self, board: Tapestry) -> str:
        return "table: shuffle"


@dataclass(frozen=True, slots=True)
class TapestryGained(Event):
    """A tapestry card lies face down beside the Automa's mat (TA-126)."""

    def apply(self, board: Tapestry) -> None:
        board.beside += 1

    def notation(self, board: Tapestry) -> str:
        return "automa: tapestry"


@dataclass(frozen=True, slots=True)
class TapestryPlayed(Event):
    """A tapestry card covers the next tapestry space of the mat (TA-125)."""

    def apply(self, board: Tapestry) -> None:
        board.covered += 1

    def notation(self, board: Tapestry) -> str:
        return "automa: cover"


@dataclass(frozen=True, slots=True)
class TapestryTurned(Event):
    """One of the Automa's tapestry cards is turned up and discarded, because she is attacked (TA-102)."""

    trap: bool

    def apply(self, board: Tapestry) -> None:
        if board.beside <= 0:
            raise ImpossibleError(text("error.no_tapestry"), rule="TA-102")
        board.beside -= 1

    def notation(self, board: Tapestry) -> str:
        return f"automa: turned {'trap' if self.trap else 'other'}"


@dataclass(frozen=True, slots=True)
class TechRefreshed(Event):
    """The three face-up tech cards are discarded (TA-060, TR-102)."""

    def apply(self, board: Tapestry) -> None:
        for card in board.tech:
            if card != NOBODY:
                board.tech_discard |= 1 << card
        board.tech = [NOBODY] * 3

    def notation(self, board: Tapestry) -> str:
        return "table: refresh"


@dataclass(frozen=True, slots=True)
class TechTaken(Event):
    """A face-up tech card leaves the display."""

    seat: int
    card: int

    def apply(self, board: Tapestry) -> None:
        if self.card not in board.tech:
            near = [TECH_CARDS.names[t] for t in board.tech if t != NOBODY]
            raise ImpossibleError(
                text("error.tech_not_shown", card=TECH_CARDS.names[self.card]), rule="TR-102", nearest=near
            )
        board.tech[board.tech.index(self.card)] = NOBODY

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: tech {TECH_CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class TechShown(Event):
    """A tech card is turned up on an empty place of the display; an empty deck takes its discards (TA-074, TR-011)."""

    place: int
    card: int

    def apply(self, board: Tapestry) -> None:
        if not 0 <= self.place < len(board.tech):
            near = [str(i + 1) for i in range(len(board.tech))]
            raise ImpossibleError(text("error.no_tech_place", got=self.place + 1), rule="TR-011", nearest=near)
        if not board.tech_deck:
            board.tech_deck, board.tech_discard = board.tech_discard, 0
        if not board.tech_deck >> self.card & 1:
            raise ImpossibleError(text("error.tech_not_in_deck", card=TECH_CARDS.names[self.card]), rule="TR-102")
        board.tech_deck &= ~(1 << self.card)
        if board.tech[self.place] != NOBODY:  # told again: the one named before was not it
            board.tech_deck |= 1 << board.tech[self.place]
        board.tech[self.place] = self.card

    def notation(self, board: Tapestry) -> str:
        return f"table: tech {self.place + 1} {TECH_CARDS.names[self.card]}"


@dataclass(frozen=True, slots=True)
class Gained(Event):
    """Victory points."""

    seat: int
    vp: int

    def apply(self, board: Tapestry) -> None:
        board.vp[self.seat] = max(0, board.vp[self.seat] + self.vp)

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: vp {self.vp:+d}"


@dataclass(frozen=True, slots=True)
class Achieved(Event):
    """A place of an achievement is taken; the Automa gains its VP at once, the Shadow Empire none (TA-104, TR-130)."""

    seat: int
    achievement: int

    def apply(self, board: Tapestry) -> None:
        here = 1 << self.achievement
        places = board.places[self.achievement]
        points = ACHIEVEMENT_VP[board.map.id][self.achievement]
        if board.achieved[self.seat] & here:
            name = Word(f"achievement.{ACHIEVEMENTS.names[self.achievement]}")
            raise ImpossibleError(
                text("error.achieved_already", seat=_seat(self.seat), achievement=name), rule="TR-130"
            )
        if len(places) >= len(points):
            name = Word(f"achievement.{ACHIEVEMENTS.names[self.achievement]}")
            raise ImpossibleError(text("error.places_taken", achievement=name), rule="TR-130")
        board.achieved[self.seat] |= here
        if self.seat == AUTOMA:
            board.vp[AUTOMA] += points[len(places)]
        places.append(self.seat)

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: achieve {ACHIEVEMENTS.names[self.achievement]}"


@dataclass(frozen=True, slots=True)
class IncomeTaken(Event):
    """An income turn begins and opens an era (TA-110, TR-009); the bots take theirs together."""

    seat: int

    def apply(self, board: Tapestry) -> None:
        if board.income[self.seat] >= INCOME_TURNS:
            raise ImpossibleError(text("error.income_over", seat=_seat(self.seat)), rule="TR-023")
        board.income[self.seat] += 1

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: income"


@dataclass(frozen=True, slots=True)
class TurnDone(Event):
    """A turn is over (TA-015); who has finished is skipped (TA-128)."""

    seat: int

    def apply(self, board: Tapestry) -> None:
        bots = SHADOW if board.setup.shadow_only else AUTOMA
        order = [bots, *board.humans]
        at = order.index(bots if self.seat in (AUTOMA, SHADOW) else self.seat)
        for i in range(1, len(order) + 1):
            other = order[(at + i) % len(order)]
            if board.income[other] < INCOME_TURNS or (board.setup.shadow_only and other == SHADOW):
                board.to_move = other
                return

    def notation(self, board: Tapestry) -> str:
        return f"{_who(self.seat)}: done"


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """Everybody has taken the fifth income turn (TA-128, TR-025)."""

    def apply(self, board: Tapestry) -> None:
        board.phase = OVER

    def notation(self, board: Tapestry) -> str:
        return "table: game ends"


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """One field of the position is what the table says it is."""

    field: str
    value: str

    def apply(self, board: Tapestry) -> None:
        from soloist.games.tapestry.board.fields import set_field

        set_field(board, self.field, self.value)

    def notation(self, board: Tapestry) -> str:
        return f"table: set {self.field} = {self.value}"
