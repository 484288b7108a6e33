"""Contracts: which ones a production fulfils, and their rewards (BA-052, BA-075, BA-137, BA-146)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.decide import Keep, Least, Most, Only, Procedure
from soloist.core.sink import Sink
from soloist.core.text import Word, text
from soloist.games.barrage.automa import effects
from soloist.games.barrage.automa.view import Case, Seen, View, find_event
from soloist.games.barrage.board.events import Fulfilled, PileRefilled, Revealed
from soloist.games.barrage.board.laws import empty_places
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import CONTRACT_TILES, CONTRACTS, MOST_NATIONAL, PLACES

REVEAL = Draw("contract", CONTRACTS, text("question.contract"), "BA-052")
NATIONAL_PLACES: Mask = mask_of(range(MOST_NATIONAL))


def contracts_face_up(seen: Seen) -> Mask:
    """Return the places that hold a contract."""
    return mask_of(p for p, c in enumerate(seen.board.face) if c != NOBODY)


def contracts_of_colour(seen: Seen, colour: int) -> Mask:
    """Return which of the two places of a private colour hold a contract."""
    left = MOST_NATIONAL + 2 * colour
    return mask_of(p for p in (left, left + 1) if seen.board.face[p] != NOBODY)


def discount(seen: Seen) -> int:
    """Return the energy by which contracts are cheaper for powerhouse production: 3 for France (BA-123)."""
    return 3 if seen.board.ability(seen.seat) == "france" else 0


def contracts_within(seen: Seen, energy: int, *, national: bool, less: int = 0) -> Mask:
    """Return the places of face-up contracts that `energy` can fulfil. Pass `national=True` for powerhouse production,
    which fulfils National contracts too (BA-R22, BR-073, BR-075); `less` is a discount."""
    mask = contracts_face_up(seen) if national else contracts_face_up(seen) & ~NATIONAL_PLACES
    return mask_of(p for p in iterate_bits(mask) if seen.board.contract_value(p) - less <= energy)


# ----------------------------------------------------------------------------------------------------------------- one


class Fulfilling(Case):
    """The choice of a contract to fulfil; `places` hold the possible ones."""

    __slots__ = ("places",)

    def __init__(self, view: View, places: Mask) -> None:
        super().__init__(view)
        self.places = places


def further_right(seen: Seen, mask: Mask) -> Mask:
    """Keep the right-most place; places are numbered from left to right (BA-R21)."""
    return 1 << (mask.bit_length() - 1)


def _value(seen: Seen, place: int) -> int:
    return seen.board.contract_value(place)


def fulfil(case: Fulfilling, place: int) -> list[Event]:
    return [Fulfilled(case.seat, case.board.face[place])]


_WITHIN: Only[Fulfilling] = Only("BA-052", lambda f: f.places)
_RIGHT: Keep[Seen] = Keep("BA-R21", further_right)
BEST: Procedure[Fulfilling] = Procedure(
    "BA-052",
    of=PLACES,
    valid=(_WITHIN,),
    tiebreakers=(Most("BA-052", _value), _RIGHT),
    execute=fulfil,
)
#: Franz de Lasse fulfils the cheapest (BA-146)
CHEAPEST: Procedure[Fulfilling] = Procedure(
    "BA-052",
    of=PLACES,
    valid=(_WITHIN,),
    tiebreakers=(Least("BA-146", _value), _RIGHT),
    execute=fulfil,
)


def fulfil_one(view: View, places: Mask) -> None:
    """Fulfil the contract of highest value (lowest for Franz de Lasse), the right-most of equals, and take its
    reward."""
    if not places:
        view.remark("BA-052", how=Word("contract.none"))
        return
    events = view.perform(CHEAPEST if view.officer == "franz_de_lasse" else BEST, Fulfilling(view, places))
    _rewards(view, [find_event(Fulfilled, events).contract])


def _rewards(view: View, contracts: Iterable[int]) -> None:
    """Take the rewards of fulfilled contracts, then refill the display (BA-006, BA-R41, BA-R44)."""
    for contract in contracts:
        effects.take_gains(view, CONTRACT_TILES[contract].effects)
    refill_display(view.board, view.chance, view.sink)


def fulfil_after_production(view: View, energy: int) -> None:
    """Fulfil one contract (BR-066), or with Simone Luciani, who needs a powerhouse for it, as many as possible
    (BR-154)."""
    less = discount(view)
    if view.officer == "simone_luciani":
        fulfil_several(view, energy, less)
    else:
        fulfil_one(view, contracts_within(view, energy, national=True, less=less))


# ------------------------------------------------------------------------------------------------------------- several


def fulfil_several(view: View, energy: int, less: int) -> None:
    """Fulfil a National contract, then as many private ones as the remaining energy allows (BA-137, BA-R29).

    More contracts are better, then the greater sum, the greater single values, the places further right. France's
    discount counts once (BA-R44).
    """
    each = view.board.setup.rulings["france_several"] == "each"

    def price(place: int) -> int:
        return max(0, view.board.contract_value(place) - (less if each else 0))

    rest = energy if each else energy + less
    chosen: list[int] = []
    national = list(iterate_bits(contracts_within(view, energy, national=True, less=less) & NATIONAL_PLACES))
    if national:
        best = max(national, key=lambda p: (view.board.contract_value(p), p))
        chosen.append(best)
        rest -= price(best)
    private = list(iterate_bits(contracts_face_up(view) & ~NATIONAL_PLACES))
    sets: list[tuple[int, ...]] = [
        s for n in range(1, len(private) + 1) for s in combinations(private, n) if sum(map(price, s)) <= rest
    ]
    if sets:
        values = view.board.contract_value

        def rank(s: tuple[int, ...]) -> tuple[int, int, list[int], list[int]]:
            return len(s), sum(map(values, s)), sorted(map(values, s), reverse=True), sorted(s, reverse=True)

        best_set = sorted(sets, key=rank)[-1]
        chosen += sorted(best_set, key=lambda p: (-values(p), -p))
    view.remark("BA-137", contracts=" ".join(PLACES.names[p] for p in chosen) or "-", energy=energy)
    if chosen:
        contracts = [view.board.face[place] for place in chosen]
        view.do(*(Fulfilled(view.seat, contract) for contract in contracts))
        _rewards(view, contracts)


# ------------------------------------------------------------------------------------------------------- the display


def refill_display(board: Barrage, chance: Chance, sink: Sink) -> None:
    """Reveal contracts on the empty places; an empty pile takes its discards first (BA-R34, BR-038)."""
    for place in empty_places(board):
        colour = (place - MOST_NATIONAL) // 2
        if not board.contract_piles[colour] and board.contract_discards[colour]:
            sink.apply_event(board, PileRefilled(colour))
        if board.contract_piles[colour]:
            sink.apply_event(board, Revealed(place, chance.pick_option(REVEAL, board.contract_piles[colour])))
