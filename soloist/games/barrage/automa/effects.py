"""Gains: income, rewards, effects of advanced tiles. Choices inside a gain use the same rules as actions (BA-032)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from soloist.core.bits import bits
from soloist.core.text import Word
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import DamFilled, Energy, Gained, Machined, Rotated, TechTaken
from soloist.games.barrage.board.state import NOBODY
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    ELEVATION,
    EXCAVATOR,
    MIXER,
    POWERHOUSE,
    TECH,
    TECH_TILES,
    Effect,
)


def gain(v: View, effects: Iterable[Effect]) -> None:
    """Take all parts of a gain in order; a part that cannot be used is lost without harm (BR-170). What a part brings is
    finished before the next one (BR-171)."""
    for effect in effects:
        _GAIN[effect.kind](v, effect)


def _points(v: View, effect: Effect) -> None:
    """VP, and credits as VP (BA-003); a human whose turn a tile decides takes his own."""
    if v.board.automa(v.seat) or effect.kind == "vp":
        v.do(Gained(v.seat, effect.n))


def _machineries(kind: int) -> Callable[[View, Effect], None]:
    def take(v: View, effect: Effect) -> None:
        v.do(Machined(v.seat, kind, effect.n))

    return take


def machinery_of_choice(v: View, n: int) -> None:
    """One after the other: the type of which fewer are off the wheel, equal: an excavator (BA-070).

    Jill McDowell always takes a mixer (BA-133). Excamixers are left out of the comparison (BA-R47).
    """
    for _ in range(n):
        ex, mi, _ = v.board.machinery[v.seat]
        officer = v.board.officer(v.seat) if v.board.automa(v.seat) else ""
        kind = MIXER if officer == "jill_mcdowell" or mi < ex else EXCAVATOR
        if officer == "jill_mcdowell":
            v.remark("BA-133", excavators=ex, mixers=mi)
        v.remark(
            "BA-070", excavators=ex, mixers=mi, kind=Word(f"machinery.{'mixer' if kind == MIXER else 'excavator'}")
        )
        v.do(Machined(v.seat, kind, 1))


def _drops(v: View, effect: Effect) -> None:
    from soloist.games.barrage.automa.water import place_drops

    v.remark("BA-032", drops=effect.n)
    place_drops(v, effect.n, immediate=effect.flow)


def _build(v: View, effect: Effect) -> None:
    from soloist.games.barrage.automa.construction import build_free

    for _ in range(effect.n):
        build_free(v, effect.structure, effect.areas, effect.max_value)


def _contract(v: View, effect: Effect) -> None:
    """The highest-valued face-up private contract, within the limit (BA-075)."""
    from soloist.games.barrage.automa.contracts import fulfil_one, within

    v.remark("BA-075", limit=effect.max_value if effect.max_value < 99 else "-")
    fulfil_one(v, within(v, effect.max_value, national=False))


def produced_energy(v: View, n: int) -> None:
    """Energy without a powerhouse: advance, then the highest private contract it can (BA-116, BA-R42, BR-075)."""
    from soloist.games.barrage.automa.contracts import fulfil_one, within

    v.do(Energy(v.seat, n))
    fulfil_one(v, within(v, n, national=False))


def _tech_tile(v: View, effect: Effect) -> None:
    """An advanced tile as a reward: the highest level, then the top-most (BA-R15, BR-136)."""
    shown = [(i, t) for i, t in enumerate(v.board.patents) if t != NOBODY]
    if not shown:
        return
    if v.board.setup.rulings["reward_tile"] == "top_most":
        tile = shown[0][1]
    else:
        tile = max(shown, key=lambda it: (TECH_TILES[it[1]].level, -it[0]))[1]
    v.remark("BA-R15", tile=Word(f"tech.{TECH.names[tile]}"))
    v.do(TechTaken(v.seat, tile))


_GAIN: dict[str, Callable[[View, Effect], None]] = {
    "vp": _points,
    "credit": _points,
    "excavator": _machineries(EXCAVATOR),
    "mixer": _machineries(MIXER),
    "any_machinery": lambda v, e: machinery_of_choice(v, e.n),
    "energy": lambda v, e: v.do(Energy(v.seat, e.n)),
    "rotate_wheel": lambda v, e: v.do(Rotated(v.seat, e.n)),
    "place_drops": _drops,
    "build": _build,
    "fulfil_contract": _contract,
    "produce_energy": lambda v, e: produced_energy(v, e.n),
    "tech_tile": _tech_tile,
}


# ------------------------------------------------------------------------------------------- advanced tiles, from hard on


def tile_effect(v: View, effect: str, structure: int, place: int) -> None:
    """What an advanced tile brings after the piece is placed (BA-115, BA-116, BR-135)."""
    board = v.board
    match effect:
        case "fill_empty_dams":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(*(DamFilled(v.seat, d, 1) for d in bits(board.dams[v.seat]) if board.drops[d] == 0))
        case "rotate_per_elevation":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(Rotated(v.seat, board.built(v.seat, ELEVATION)))
        case "credits_by_conduit_value":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(Gained(v.seat, 2 * v.map.value[place]))
        case "energy_per_base":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            produced_energy(v, board.built(v.seat, BASE))
        case "fill_this_dam":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(DamFilled(v.seat, place, board.capacity(place) - board.drops[place]))
        case "produce_now":
            _produce_now(v)
        case "use_building_now":  # instead of its action the building scores at once
            v.remark("BA-115e")
            v.do(Gained(v.seat, board.building_vp(place)))
        case "vp_per_raised_dam":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(Gained(v.seat, 3 * sum(board.level[d] > 1 for d in bits(board.dams[v.seat]))))
        case "energy_by_conduit_value":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            produced_energy(v, 2 * v.map.value[place])
        case "vp_per_powerhouse":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(Gained(v.seat, 3 * board.built(v.seat, POWERHOUSE)))
        case "vp_per_advanced_tile":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            owned = (board.tech[v.seat] | board.wheel_tiles(v.seat)) & ADVANCED
            v.do(Gained(v.seat, 3 * owned.bit_count()))
        case "score_building_now":
            v.remark("BA-116", effect=Word(f"special.{effect}"))
            v.do(Gained(v.seat, board.building_vp(place)))


def _produce_now(v: View) -> None:
    """The powerhouse tile of level 2: the best production there is, with +2 (BA-115b, BA-R32)."""
    from soloist.games.barrage.automa.production import measure, produce

    if measure(v, 2, bonus=True) >= 1:
        v.remark("BA-115b")
        produce(v)
