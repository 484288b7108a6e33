"""Contracts: which one a production fulfils, and the reward (BA-052, BA-075, BA-137, BA-146)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from soloist.core.bits import Mask, bits, mask_of
from soloist.core.chance import Draw
from soloist.core.decide import Keep, Least, Most, Only, Procedure, decide
from soloist.core.text import Word, text
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import Fulfilled, PileRefilled, Revealed
from soloist.games.barrage.board.laws import empty_places
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import CONTRACT_TILES, CONTRACTS, MOST_NATIONAL, PLACES

REVEAL = Draw("contract", CONTRACTS, text("question.contract"), "BA-052")
NATIONAL_PLACES: Mask = mask_of(range(MOST_NATIONAL))


def face_up(v: View) -> Mask:
    """The places with a contract on them."""
    return mask_of(p for p, c in enumerate(v.board.face) if c != NOBODY)


def of_colour(v: View, colour: int) -> Mask:
    """The two places of a private colour, if they hold a contract."""
    return face_up(v) & (0b11 << (MOST_NATIONAL + 2 * colour))


def discount(v: View) -> int:
    """France asks 3 less of every contract fulfilled by a powerhouse (BA-123)."""
    return 3 if v.board.ability(v.seat) == "france" else 0


def within(v: View, energy: int, *, national: bool, less: int = 0) -> Mask:
    """The face-up contracts this energy can fulfil; National ones too (BA-R22), but only with a powerhouse production
    (BR-073, BR-075)."""
    mask = face_up(v) if national else face_up(v) & ~NATIONAL_PLACES
    return mask_of(p for p in bits(mask) if v.board.contract_value(p) - less <= energy)


def further_right(v: View, mask: Mask) -> Mask:
    """BA-R21: the places are numbered from left to right."""
    return 1 << (mask.bit_length() - 1)


_RIGHT: Keep[View] = Keep("BA-R21", further_right)
BEST: Procedure[View] = Procedure(
    "BA-052",
    of=PLACES,
    valid=(Only("BA-052", lambda v: v.eligible),),
    tiebreakers=(Most("BA-052", lambda v, place: v.board.contract_value(place)), _RIGHT),
    execute=lambda v, place: [],
)
#: Franz de Lasse fulfils the cheapest (BA-146)
CHEAPEST: Procedure[View] = Procedure(
    "BA-052",
    of=PLACES,
    valid=(Only("BA-052", lambda v: v.eligible),),
    tiebreakers=(Least("BA-146", lambda v, place: v.board.contract_value(place)), _RIGHT),
    execute=lambda v, place: [],
)


def fulfil_one(v: View, places: Mask) -> bool:
    """The highest-valued of these contracts (the lowest for Franz de Lasse); equal values: further right."""
    v.eligible = places
    officer = v.board.officer(v.seat) if v.board.automa(v.seat) else ""
    place = decide(CHEAPEST if officer == "franz_de_lasse" else BEST, v, v.trace, v.chance) if places else None
    if place is None:
        v.remark("BA-052", how=Word("contract.none"))
        return False
    fulfil(v, [place])
    return True


def fulfil(v: View, places: Iterable[int]) -> None:
    """Take the contracts, then their rewards, then refill the places at once (BA-006, BA-R41, BA-R44)."""
    contracts = [v.board.face[p] for p in places]
    v.do(*(Fulfilled(v.seat, c) for c in contracts))
    for contract in contracts:
        effects.gain(v, CONTRACT_TILES[contract].effects)
    refill(v)


def after_production(v: View, energy: int) -> None:
    """One contract (BR-066), or as many as possible for Simone Luciani, who needs a powerhouse for it (BR-154)."""
    less = discount(v)
    if v.board.automa(v.seat) and v.board.officer(v.seat) == "simone_luciani":
        several(v, energy, less)
    else:
        fulfil_one(v, within(v, energy, national=True, less=less))


def several(v: View, energy: int, less: int) -> None:
    """BA-137, BA-R29: a National one first, then as many private ones as the rest allows; more contracts, then the greater
    sum, then the greater single values, then further right. France's discount counts once (BA-R44)."""
    each = v.board.setup.rulings["france_several"] == "each"

    def price(place: int) -> int:
        return max(0, v.board.contract_value(place) - (less if each else 0))

    rest = energy if each else energy + less
    chosen: list[int] = []
    national = list(bits(within(v, energy, national=True, less=less) & NATIONAL_PLACES))
    if national:
        best = max(national, key=lambda p: (v.board.contract_value(p), p))
        chosen.append(best)
        rest -= price(best)
    private = list(bits(face_up(v) & ~NATIONAL_PLACES))
    sets: list[tuple[int, ...]] = [
        s for n in range(1, len(private) + 1) for s in combinations(private, n) if sum(map(price, s)) <= rest
    ]
    if sets:
        values = v.board.contract_value

        def rank(s: tuple[int, ...]) -> tuple[int, int, list[int], list[int]]:
            return len(s), sum(map(values, s)), sorted(map(values, s), reverse=True), sorted(s, reverse=True)

        best_set = sorted(sets, key=rank)[-1]
        chosen += sorted(best_set, key=lambda p: (-values(p), -p))
    v.remark("BA-137", contracts=" ".join(PLACES.names[p] for p in chosen) or "-", energy=energy)
    if chosen:
        fulfil(v, chosen)


def refill(v: View) -> None:
    """Lay new contracts on the empty places; an empty pile takes its discards first (BA-R34)."""
    for place in empty_places(v.board):
        colour = (place - MOST_NATIONAL) // 2
        if not v.board.contract_piles[colour] and v.board.contract_discards[colour]:
            v.do(PileRefilled(colour))
        if v.board.contract_piles[colour]:
            v.do(Revealed(place, v.chance.pick(REVEAL, v.board.contract_piles[colour])))
