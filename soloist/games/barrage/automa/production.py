"""Production: is a system ready, is it worth it, which one, how much (BA-050 … BA-052)."""

from __future__ import annotations

from soloist.core.bits import Mask, bits, first_from, mask_of
from soloist.core.decide import Keep, Most, Only, Procedure, decide
from soloist.core.text import Word
from soloist.games.barrage.automa.contracts import after_production, discount, of_colour
from soloist.games.barrage.automa.engineers import place_engineers
from soloist.games.barrage.automa.placing import choose_dam
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import DamFilled, Drained, Energy, Gained, Produced
from soloist.games.barrage.board.laws import production_bonus


def dam_of(system: int) -> int:
    """The dam space of a system."""
    return 2 * (system // 4) + system % 2


def ready_systems(v: View, *, without: int = -1) -> Mask:
    """Own or neutral dams with water, a built conduit of any owner, an own powerhouse at its end (BA-050a).

    `without` is a basin whose powerhouse has been used already (Germany's second production).
    """
    mask = 0
    dams = mask_of(d for d in bits(v.usable_dams()) if v.board.drops[d] > 0)
    for conduit in bits(v.board.all_conduits()):
        basin = v.map.destination[conduit]
        if v.own_house_basins() >> basin & 1 and basin != without:
            for side in (0, 1):
                if dams >> (2 * v.map.source[conduit] + side) & 1:
                    mask |= 1 << (2 * conduit + side)
    return mask


def drops_used(v: View, system: int, second: bool) -> int:
    """All drops of the dam (BA-R23); Viktor Fiesler uses one with a conduit of value 1 or 2 (BA-132, BA-R27)."""
    if _viktor(v, second) and v.map.value[system // 2] <= 2:
        return 1
    return v.board.drops[dam_of(system)]


def _viktor(v: View, second: bool) -> bool:
    if not v.board.automa(v.seat) or v.board.officer(v.seat) != "viktor_fiesler":
        return False
    return not second or v.board.setup.rulings["viktor_germany"] == "yes"  # BA-R46


def _octavius(v: View) -> bool:
    return v.board.automa(v.seat) and v.board.officer(v.seat) == "dr_octavius"


def raw_energy(v: View, system: int, second: bool) -> int:
    """Drops times value; at least 4 for Viktor Fiesler; Dr. Octavius adds all dams at the same powerhouse (BA-144)."""
    if _octavius(v):
        basin = v.map.destination[system // 2]
        return sum(v.map.value[s // 2] * v.board.drops[dam_of(s)] for s in together(v, basin))
    energy = drops_used(v, system, second) * v.map.value[system // 2]
    return max(4, energy) if _viktor(v, second) else energy


def together(v: View, basin: int) -> list[int]:
    """For Dr. Octavius: per dam the best system into one powerhouse."""
    best: dict[int, int] = {}
    for system in bits(ready_systems(v)):
        if v.map.destination[system // 2] == basin:
            dam = dam_of(system)
            if dam not in best or v.map.value[system // 2] > v.map.value[best[dam] // 2]:
                best[dam] = system
    return list(best.values())


# ------------------------------------------------------------------------------------------------------- best system


def neutral_first(v: View, mask: Mask) -> Mask:
    """Water of a neutral dam before own water (BA-R05)."""
    return mask_of(s for s in bits(mask) if v.board.dams[v.board.neutral] >> dam_of(s) & 1)


def walk_from_the_code(v: View, mask: Mask) -> Mask:
    """From the conduit code of the Criteria side, the lower dam space first (BA-R05)."""
    if v.board.setup.rulings["best_system"] == "first_found":  # by basin, upper dam first, left conduit first
        return 1 << min(bits(mask), key=lambda s: (s // 4, -(s % 2), s // 2))
    return first_from(mask, 2 * v.map.conduits.names.index(v.criteria.conduit_code))


def _neutral_or_nothing(v: View, mask: Mask) -> Mask:
    return 0 if v.board.setup.rulings["best_system"] == "first_found" else neutral_first(v, mask)


BEST_SYSTEM: Procedure[View] = Procedure(
    "BA-051",
    of=lambda v: v.map.systems,
    valid=(Only("BA-050a", lambda v: v.eligible),),
    tiebreakers=(
        Most("BA-051", lambda v, system: v.energy[system]),
        Keep("BA-R05", _neutral_or_nothing),
        Keep("BA-R05", walk_from_the_code),
    ),
    execute=lambda v, system: [],
)


def measure(v: View, modifier: int, bonus: bool, *, without: int = -1, second: bool = False) -> int:
    """The energy of every ready system that gives at least 1 (BA-051, BR-062); the greatest of them, or 0."""
    extra = modifier + (production_bonus(v.board, v.seat) if bonus else 0)  # BA-R03
    v.energy = {s: raw_energy(v, s, second) + extra for s in bits(ready_systems(v, without=without))}
    v.energy = {s: n for s, n in v.energy.items() if n >= 1}
    v.eligible = mask_of(v.energy)
    return max(v.energy.values(), default=0)


# --------------------------------------------------------------------------------------------------------- the action


def energy_wanted(v: View) -> bool:
    """Below the full-reward line, or not first on the energy track; a tie is not being first (BA-050b, BA-R04)."""
    mine = v.board.energy[v.seat]
    if mine < v.board.full_reward():
        return True
    return any(e >= mine for s, e in enumerate(v.board.energy) if s != v.seat)


def production(v: View) -> bool:
    """The production of a tile; whether it was done."""
    action = v.action
    if not ready_systems(v):
        v.remark("BA-050a", how=Word("production.no_system"))
        return False
    if not energy_wanted(v):
        v.remark("BA-050b", energy=v.board.energy[v.seat], line=v.board.full_reward())
        return False
    most = measure(v, action.modifier, bonus=True)
    values = [v.board.contract_value(p) - discount(v) for p in bits(of_colour(v, action.colour))]
    if most < 1 or not any(value <= most for value in values):
        v.remark("BA-050c", energy=most, value=min(values) if values else "-", how=Word("production.no_contract"))
        return False
    place_engineers(v, "turbine_station", action.engineers)
    produce(v)
    return True


def produce(v: View, *, second: bool = False) -> None:
    """Run the best system just measured: water, energy, the owner of the conduit, abilities, a contract (BR-068)."""
    system = decide(BEST_SYSTEM, v, v.trace, v.chance)
    assert system is not None
    energy, conduit = v.energy[system], system // 2
    used = drops_used(v, system, second)
    if _viktor(v, second) and v.map.value[conduit] <= 2:
        v.remark("BA-132", energy=energy)
    others = [s for s in together(v, v.map.destination[conduit]) if dam_of(s) != dam_of(system)] if _octavius(v) else []
    if _octavius(v):
        v.remark("BA-144", dams=1 + len(others))
        used = v.board.drops[dam_of(system)]
    v.do(Produced(v.seat, system, used, energy))
    _pay_the_owner(v, conduit, used)
    for other in others:
        drops = v.board.drops[dam_of(other)]
        if drops:
            v.do(Drained(v.seat, other, drops))
            _pay_the_owner(v, other // 2, drops)
    ability = v.board.ability(v.seat) if v.board.automa(v.seat) else ""
    if ability == "italy":
        v.remark("BA-122")
        v.do(Energy(v.seat, 3))
    after_production(v, energy)
    if second:
        return
    if ability == "germany":
        _second_production(v, v.map.destination[conduit])
    if ability == "netherlands":
        _dutch_drop(v, dam_of(system))


def _pay_the_owner(v: View, conduit: int, drops: int) -> None:
    """An opponent's conduit costs 1 VP per drop; its owner gets 1 VP per drop, an Automa 2 (BA-003, BR-063)."""
    owner = v.board.owner_of_conduit(conduit)
    if owner is None or owner == v.seat or not drops:
        return
    v.remark("BA-003", owner=Word(f"company.{v.board.company(owner)}"), drops=drops)
    if v.board.automa(v.seat):
        v.do(Gained(v.seat, -drops))
    v.do(Gained(owner, 2 * drops if v.board.automa(owner) else drops))


def _second_production(v: View, used_basin: int) -> None:
    """Germany: another powerhouse, no modifier, no bonus, no condition (BA-121, BA-R33, BR-070)."""
    if measure(v, 0, bonus=False, without=used_basin, second=True) >= 1:
        v.remark("BA-121")
        produce(v, second=True)


def _dutch_drop(v: View, used: int) -> None:
    """The Netherlands: a drop into the own dam of the most productive complete system, not the one just used
    (BA-124, BA-R17)."""
    room = mask_of(d for d in bits(v.own_dams()) if d != used and v.board.drops[d] < v.board.capacity(d))
    if not room:
        return
    worth = {d: _worth_with_one_more(v, d) for d in bits(room)}
    best = max(worth.values())
    among = mask_of(d for d in worth if worth[d] == best) if best else room
    v.remark("BA-124", value=best)
    dam = decide(choose_dam(v, among), v, v.trace, v.chance)
    assert dam is not None
    v.do(DamFilled(v.seat, dam, 1))


def _worth_with_one_more(v: View, dam: int) -> int:
    pipes = v.map.conduits_from[dam // 2] & v.board.all_conduits()
    values = [v.map.value[c] for c in bits(pipes) if v.own_house_basins() >> v.map.destination[c] & 1]
    return max(values, default=0) * (v.board.drops[dam] + 1)
