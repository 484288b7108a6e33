"""Gains of an Automa: income, rewards, effects of advanced tiles. Choices inside a gain follow the rules for actions
(BA-032)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from soloist.core.bits import iterate_bits
from soloist.core.text import Word
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.automa.water import place_drops
from soloist.games.barrage.board.events import Built, DamFilled, Energy, Gained, Machined, Rotated, TechTaken
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    ADVANCED,
    ANY_VALUE,
    BASE,
    ELEVATION,
    EXCAVATOR,
    MACHINERIES,
    MIXER,
    POWERHOUSE,
    TECH,
    TECH_TILES,
    Effect,
)

_MACHINERY_WORDS = tuple(Word(f"machinery.{name}") for name in MACHINERIES.names)


def take_gains(view: View, effects: Iterable[Effect]) -> None:
    """Take all parts of a gain in order; each is finished before the next (BR-171), a part that cannot be used is lost
    (BR-170)."""
    for effect in effects:
        _GAIN[effect.kind](view, effect)


def _points(view: View, effect: Effect) -> None:
    view.do(Gained(view.seat, effect.n))


def _credits(view: View, effect: Effect) -> None:
    view.do(*view.credits(effect.n))


def _machineries(kind: int) -> Callable[[View, Effect], None]:
    def take(view: View, effect: Effect) -> None:
        view.do(Machined(view.seat, kind, effect.n))

    return take


def take_machinery_of_choice(view: View, n: int) -> None:
    """Take `n` machineries one by one: the type of which fewer are off the wheel, in a tie an excavator (BA-070).

    Jill McDowell always takes a mixer (BA-133). Excamixers are not compared (BA-R47).
    """
    for _ in range(n):
        ex, mi, _ = view.board.machinery[view.seat]
        kind = MIXER if view.officer == "jill_mcdowell" or mi < ex else EXCAVATOR
        if view.officer == "jill_mcdowell":
            view.remark("BA-133", excavators=ex, mixers=mi)
        view.remark("BA-070", excavators=ex, mixers=mi, kind=_MACHINERY_WORDS[kind])
        view.do(Machined(view.seat, kind, 1))


def _drops(view: View, effect: Effect) -> None:
    view.remark("BA-032", drops=effect.n)
    place_drops(view, effect.n, immediate=effect.flow)


def _build(view: View, effect: Effect) -> None:
    from soloist.games.barrage.automa.construction import build_free

    for _ in range(effect.n):
        build_free(view, effect.structure, effect.areas, effect.max_value)


def _contract(view: View, effect: Effect) -> None:
    """Fulfil the face-up private contract of highest value within the limit (BA-075)."""
    from soloist.games.barrage.automa.contracts import contracts_within, fulfil_one

    view.remark("BA-075", limit=effect.max_value if effect.max_value < ANY_VALUE else Word("contract.any"))
    fulfil_one(view, contracts_within(view, effect.max_value, national=False))


def gain_energy(view: View, n: int) -> None:
    """Gain energy without a powerhouse, then fulfil the best private contract it pays for (BA-116, BA-R42, BR-075)."""
    from soloist.games.barrage.automa.contracts import contracts_within, fulfil_one

    view.do(Energy(view.seat, n))
    fulfil_one(view, contracts_within(view, n, national=allows_national(view)))


def allows_national(view: View) -> bool:
    """Return whether energy without a powerhouse may fulfil a National contract (house ruling BR-R15)."""
    return view.board.setup.rulings["national_with_other_energy"] == "yes"


def _tech_tile(view: View, effect: Effect) -> None:
    """Take an advanced tile as a reward: the highest level, then the top-most (BA-R15, BR-136)."""
    shown = [(i, t) for i, t in enumerate(view.board.patents) if t != NOBODY]
    if not shown:
        return
    if view.board.setup.rulings["reward_tile"] == "top_most":
        tile = shown[0][1]
    else:
        tile = max(shown, key=lambda it: (TECH_TILES[it[1]].level, -it[0]))[1]
    view.remark("BA-R15", tile=Word(f"tech.{TECH.names[tile]}"))
    view.do(TechTaken(view.seat, tile))


_GAIN: dict[str, Callable[[View, Effect], None]] = {
    "vp": _points,
    "credit": _credits,
    "excavator": _machineries(EXCAVATOR),
    "mixer": _machineries(MIXER),
    "any_machinery": lambda v, e: take_machinery_of_choice(v, e.n),
    "energy": lambda v, e: v.do(Energy(v.seat, e.n)),
    "rotate_wheel": lambda v, e: v.do(Rotated(v.seat, e.n)),
    "place_drops": _drops,
    "build": _build,
    "fulfil_contract": _contract,
    "produce_energy": lambda v, e: gain_energy(v, e.n),
    "tech_tile": _tech_tile,
}


# ------------------------------------------------------------------------------------------- advanced tiles, from hard on


def apply_tile_effect(view: View, effect: str, built: Built) -> None:
    """Apply the special effect of an advanced tile after its piece is placed (BA-115, BA-116, BR-135)."""
    if effect == "produce_now":
        from soloist.games.barrage.automa.production import produce_now

        produce_now(view)
    elif effect in _TILE_EFFECTS:
        if effect == "use_building_now":  # the building scores instead of taking its action
            view.remark("BA-115e")
        else:
            view.remark("BA-116", effect=Word(f"special.{effect}"))
        _TILE_EFFECTS[effect](view, built.place)


def _fill_empty_dams(view: View, place: int) -> None:
    view.do(*(DamFilled(view.seat, d, 1) for d in iterate_bits(view.own_dams()) if view.board.drops[d] == 0))


def _fill_this_dam(view: View, place: int) -> None:
    view.do(DamFilled(view.seat, place, view.board.capacity(place) - view.board.drops[place]))


def _vp(count: Callable[[View, int], int]) -> Callable[[View, int], None]:
    return lambda v, place: v.do(Gained(v.seat, count(v, place)))


def _raised_dams(view: View) -> int:
    return sum(view.board.level[d] > 1 for d in iterate_bits(view.own_dams()))


def _advanced_tiles(view: View) -> int:
    return ((view.board.tech[view.seat] | view.board.wheel_tiles(view.seat)) & ADVANCED).bit_count()


def _building(view: View, site: int) -> int:
    return view.board.building_vp(site // 4)


_TILE_EFFECTS: dict[str, Callable[[View, int], None]] = {
    "fill_empty_dams": _fill_empty_dams,
    "fill_this_dam": _fill_this_dam,
    "rotate_per_elevation": lambda v, place: v.do(Rotated(v.seat, v.board.built(v.seat, ELEVATION))),
    "credits_by_conduit_value": lambda v, conduit: v.do(*v.credits(2 * v.map.value[conduit])),
    "energy_by_conduit_value": lambda v, conduit: gain_energy(v, 2 * v.map.value[conduit]),
    "energy_per_base": lambda v, place: gain_energy(v, v.board.built(v.seat, BASE)),
    "vp_per_raised_dam": _vp(lambda v, place: 3 * _raised_dams(v)),
    "vp_per_powerhouse": _vp(lambda v, place: 3 * v.board.built(v.seat, POWERHOUSE)),
    "vp_per_advanced_tile": _vp(lambda v, place: 3 * _advanced_tiles(v)),
    "use_building_now": _vp(_building),
    "score_building_now": _vp(_building),
}
