"""Production: whether a system is ready, whether she wants to produce, which system, how much (BA-050 … BA-052)."""

from __future__ import annotations

from soloist.core.bits import Mask, first_from, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.decide import Check, Keep, Most, Only, Procedure
from soloist.core.text import Word
from soloist.games.barrage.automa.contracts import contracts_of_colour, discount, fulfil_after_production
from soloist.games.barrage.automa.engineers import engineers
from soloist.games.barrage.automa.placing import fill_a_dam
from soloist.games.barrage.automa.view import Case, Seen, View, find_event
from soloist.games.barrage.automa.water import best_conduit_value
from soloist.games.barrage.board.events import Drained, Energy, Produced
from soloist.games.barrage.board.laws import conduit_payment, production_bonus
from soloist.games.barrage.board.tables import TileAction

_NO_SYSTEM, _NO_CONTRACT = Word("production.no_system"), Word("production.no_contract")


def dam_of_system(system: int) -> int:
    """Return the dam space of a system."""
    return 2 * (system // 4) + system % 2


def ready_systems(seen: Seen, *, without: int = -1) -> Mask:
    """Return the systems with water in an own or neutral dam, a built conduit of any owner and an own powerhouse at its
    end (BA-050a).

    `without` is a basin whose powerhouse has been used already (Germany's second production).
    """
    houses, destination, drops = seen.own_house_basins(), seen.map.destination, seen.board.drops
    mask = 0
    for dam in iterate_bits(seen.usable_dams()):
        if drops[dam]:
            for conduit in iterate_bits(seen.map.conduits_from[dam // 2] & seen.board.all_conduits()):
                basin = destination[conduit]
                if houses >> basin & 1 and basin != without:
                    mask |= 1 << (2 * conduit + dam % 2)
    return mask


class Production(Case):
    """A production: what is added to the energy, and whether the production bonus counts (BA-R03).

    `colour` is the colour of the contracts it is for, `engineers` the number it takes. A `second` production cannot use
    the powerhouses of the basin `without` again. `ready` are the systems, `energy` what each gives.
    """

    __slots__ = ("_energy", "bonus", "colour", "engineers", "modifier", "ready", "second")

    def __init__(
        self,
        view: View,
        modifier: int,
        *,
        bonus: bool,
        colour: int = -1,
        engineers: int = 0,
        without: int = -1,
        second: bool = False,
    ) -> None:
        super().__init__(view)
        self.modifier = modifier
        self.bonus = bonus
        self.colour = colour
        self.engineers = engineers
        self.second = second
        self.ready = ready_systems(self, without=without)
        self._energy: dict[int, int] | None = None

    @property
    def energy(self) -> dict[int, int]:
        """Energy of every ready system that gives at least 1 (BA-051, BR-062), by house ruling at least 0 (BR-R10)."""
        if self._energy is None:
            extra = self.modifier + (production_bonus(self.board, self.seat) if self.bonus else 0)
            every = {
                s: max(0, raw_energy(self, s) + extra) for s in iterate_bits(self.ready) if self._can_pay_for_conduit(s)
            }
            least = 0 if self.board.setup.rulings["production_zero"] == "allowed_as_zero" else 1
            self._energy = {s: n for s, n in every.items() if n >= least}
        return self._energy

    def _can_pay_for_conduit(self, system: int) -> bool:
        """Return whether the seat can pay for another's conduit (BR-063, BA-R19); an Automa always can."""
        if self.board.tracked_credits(self.seat) is None:
            return True
        drops = drops_used(self, system)
        return conduit_payment(self.board, self.seat, system // 2, drops) is None or self.view.can_afford(drops)

    @property
    def most(self) -> int:
        return max(self.energy.values(), default=0)

    @property
    def viktor(self) -> bool:
        """Whether Viktor Fiesler takes part; in a second production only by house ruling (BA-R46)."""
        return self.officer == "viktor_fiesler" and (
            not self.second or self.board.setup.rulings["viktor_germany"] == "yes"
        )


def drops_used(case: Production, system: int) -> int:
    """Return the drops of the dam that are used: all (BA-R23), for Viktor Fiesler one with a conduit of value 1 or 2
    (BA-132, BA-R27)."""
    return 1 if case.viktor and case.map.value[system // 2] <= 2 else case.board.drops[dam_of_system(system)]


def raw_energy(case: Production, system: int) -> int:
    """Return drops times value: at least 4 for Viktor Fiesler, the sum of all dams at the powerhouse for Dr. Octavius
    (BA-144)."""
    if case.officer == "dr_octavius":
        basin = case.map.destination[system // 2]
        return sum(case.map.value[s // 2] * case.board.drops[dam_of_system(s)] for s in systems_into(case, basin))
    energy = drops_used(case, system) * case.map.value[system // 2]
    return max(4, energy) if case.viktor else energy


def systems_into(seen: Seen, basin: int) -> list[int]:
    """Return, per dam, the best system into the powerhouses of a basin (Dr. Octavius, BA-144)."""
    best: dict[int, int] = {}
    for system in iterate_bits(ready_systems(seen)):
        if seen.map.destination[system // 2] == basin:
            dam = dam_of_system(system)
            if dam not in best or seen.map.value[system // 2] > seen.map.value[best[dam] // 2]:
                best[dam] = system
    return list(best.values())


# ----------------------------------------------------------------------------------------------------------- condition


def energy_wanted(seen: Seen) -> bool:
    """Return whether she is below the full reward of the bonus tile, or not alone in first place on the energy track
    (BA-050b, BA-R04)."""
    mine = seen.board.energy[seen.seat]
    if mine < seen.board.full_reward():
        return True
    return any(e >= mine for seat, e in enumerate(seen.board.energy) if seat != seen.seat)


def _values(case: Production) -> list[int]:
    """Return the energy that the face-up contracts of the colour ask for."""
    return [
        case.board.contract_value(place) - discount(case)
        for place in iterate_bits(contracts_of_colour(case, case.colour))
    ]


def enough_for_a_contract(case: Production) -> bool:
    most = case.most
    return bool(case.energy) and any(value <= most for value in _values(case))


#: checked in this order (BA-050)
CONDITION: tuple[Check[Production], ...] = (
    Check("BA-050a", lambda p: p.ready != 0, lambda p: {"how": _NO_SYSTEM}),
    Check("BA-050b", energy_wanted, lambda p: {"energy": p.board.energy[p.seat], "line": p.board.full_reward()}),
    Check(
        "BA-050c",
        enough_for_a_contract,
        lambda p: {"energy": p.most, "value": min(_values(p), default="-"), "how": _NO_CONTRACT},
    ),
)

# -------------------------------------------------------------------------------------------------------- best system


def neutral_first(seen: Seen, mask: Mask) -> Mask:
    """Keep systems with a neutral dam, so that own water is saved (BA-R05)."""
    if seen.board.setup.rulings["best_system"] == "first_found":
        return 0
    neutral = seen.board.dams[seen.board.neutral]
    return mask_of(system for system in iterate_bits(mask) if neutral >> dam_of_system(system) & 1)


def walk_from_the_code(seen: Seen, mask: Mask) -> Mask:
    """Keep the first system from the conduit code of the Criteria side, the lower dam space first (BA-R05)."""
    if seen.board.setup.rulings["best_system"] == "first_found":  # by basin, upper dam first, left conduit first
        return 1 << min(iterate_bits(mask), key=lambda system: (system // 4, -(system % 2), system // 2))
    return first_from(mask, 2 * seen.map.conduits.names.index(seen.criteria.conduit_code))


def run_system(case: Production, system: int) -> list[Event]:
    """Return the events of a production: engineers, water, energy, payment for others' conduits (BR-068)."""
    view, energy = case.view, case.energy[system]
    events = engineers(view, "turbine_station", case.engineers)
    if case.viktor and case.map.value[system // 2] <= 2:
        view.remark("BA-132", energy=energy)
    others: list[int] = []
    if case.officer == "dr_octavius":
        others = [
            s
            for s in systems_into(case, case.map.destination[system // 2])
            if dam_of_system(s) != dam_of_system(system)
        ]
        view.remark("BA-144", dams=1 + len(others))
    used = drops_used(case, system)
    events.append(Produced(case.seat, system, used, energy))
    events += _pay_the_owner(view, system // 2, used)
    for other in others:  # these dams are upstream of the powerhouse, so the water does not reach them
        drops = case.board.drops[dam_of_system(other)]
        events.append(Drained(case.seat, other, drops))
        events += _pay_the_owner(view, other // 2, drops)
    return events


def _pay_the_owner(view: View, conduit: int, drops: int) -> list[Event]:
    """Return the events that pay for an opponent's conduit: an Automa 1 VP per drop (BA-003), a human 1 credit, which
    the owner gets (BR-063)."""
    paid = conduit_payment(view.board, view.seat, conduit, drops)
    if paid is None:
        return []
    view.remark("BA-003", owner=view.board.word(paid.seat), drops=drops)
    events: list[Event] = [*view.credits(-drops), paid]
    if not view.board.is_automa(view.seat) and not view.board.is_automa(paid.seat):
        events += view.board.credit_events(paid.seat, drops)
    return events


def _best_system(checks: tuple[Check[Production], ...] = ()) -> Procedure[Production]:
    return Procedure(
        "BA-051",
        of=lambda p: p.map.systems,
        checks=checks,
        valid=(Only("BA-050a", lambda p: mask_of(p.energy)),),
        tiebreakers=(
            Most("BA-051", lambda p, system: p.energy[system]),
            Keep("BA-R05", neutral_first),
            Keep("BA-R05", walk_from_the_code),
        ),
        execute=run_system,
    )


#: the production of a tile, and one without conditions
PRODUCTION, UNCONDITIONAL = _best_system(CONDITION), _best_system()

# --------------------------------------------------------------------------------------------------------- the action


def take_production_action(view: View, action: TileAction) -> bool:
    """Carry out the production of a tile; return whether it was done (BA-050)."""
    case = Production(view, action.modifier, bonus=True, colour=action.colour, engineers=action.engineers)
    return produce(case, PRODUCTION)


def produce(case: Production, procedure: Procedure[Production] = UNCONDITIONAL) -> bool:
    """Produce with the best system, then apply abilities and fulfil a contract; return whether anything was
    produced."""
    view = case.view
    events = view.perform(procedure, case)
    if not events:
        return False
    produced = find_event(Produced, events)
    carried_out = view.board.is_carried_out(view.seat)
    ability = view.board.ability(view.seat) if carried_out else ""
    if ability == "italy":
        view.remark("BA-122")
        view.do(Energy(view.seat, 3))
    fulfil_after_production(view, produced.energy)
    if carried_out and view.board.setup.rulings["ability_from_contract_powerhouse"] == "at_once":  # BR-R11
        ability = view.board.ability(view.seat)
    if ability == "germany" and not case.second:
        _second_production(view, view.map.destination[produced.system // 2])
    if ability == "netherlands" and not case.second:
        _dutch_drop(view, dam_of_system(produced.system))
    return True


def produce_now(view: View) -> None:
    """Produce with +2 for the powerhouse tile of level 2, without its condition (BA-115b, BA-R32)."""
    case = Production(view, 2, bonus=True)
    if case.energy:
        view.remark("BA-115b")
        produce(case)


def _second_production(view: View, used_basin: int) -> None:
    """Produce with another powerhouse for Germany: no modifier, no bonus, no condition (BA-121, BA-R33, BR-070)."""
    case = Production(view, 0, bonus=False, without=used_basin, second=True)
    if case.energy:
        view.remark("BA-121")
        produce(case)


def _dutch_drop(view: View, used: int) -> None:
    """Put a drop into the dam of the Netherlands' most productive complete system, not the one just used (BA-124,
    BA-R17)."""
    room = view.roomy_dams() & ~(1 << used)
    if not room:
        return
    worth = {dam: best_conduit_value(view, dam) * (view.board.drops[dam] + 1) for dam in iterate_bits(room)}
    best = max(worth.values())
    view.remark("BA-124", value=best)
    fill_a_dam(view, mask_of(dam for dam in worth if worth[dam] == best) if best else room)
