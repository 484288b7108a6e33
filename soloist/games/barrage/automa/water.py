"""Water management: exact search for the best placement of drops (BA-053 … BA-057, BA-R06)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.decide import Keep, Most, Only, Procedure
from soloist.core.text import Domain
from soloist.games.barrage.automa.engineers import engineers
from soloist.games.barrage.automa.placing import fill_a_dam
from soloist.games.barrage.automa.view import Case, Seen, View
from soloist.games.barrage.board.events import DropFlowed, DropsPlaced
from soloist.games.barrage.board.map import Map
from soloist.games.barrage.board.water import Stream

MOST_DROPS = 3
Placement = tuple[int, ...]


class Placements:
    """All ways to place 1 to 3 drops on the headstreams of a map, fewer drops first, with their names: `a`, `ab`, `aa`
    …

    `less[i]` lists pairs for placement i: the placement with one drop fewer (-1 for none), and the headstream of that
    drop.
    """

    __slots__ = ("less", "of", "ways")

    def __init__(self, heads: tuple[str, ...]) -> None:
        self.ways: list[Placement] = [way for total in range(1, MOST_DROPS + 1) for way in _ways(total, len(heads))]
        self.of = Domain("placements", ["".join(h * n for h, n in zip(heads, w, strict=True)) for w in self.ways])
        number = {(0,) * len(heads): -1, **{way: i for i, way in enumerate(self.ways)}}
        self.less = [
            [(number[(*way[:head], n - 1, *way[head + 1 :])], head) for head, n in enumerate(way) if n]
            for way in self.ways
        ]


def _ways(total: int, heads: int) -> Iterator[Placement]:
    if heads == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _ways(total - first, heads - 1):
            yield (first, *rest)


@cache
def placements(where: Map) -> Placements:
    """Return all placements on a map."""
    return Placements(where.headstreams.names)


def admissible_placements(seen: Seen, most: int, immediate: bool) -> dict[int, tuple[int, int]]:
    """Return the placements of up to `most` drops that help own dams and from which no drop can be left out (BA-054,
    BA-055), each with the drops gained in own dams and the energy steps of the USA."""
    if not seen.roomy_dams():
        return {}
    own, houses = seen.own_dams(), seen.own_house_basins() if seen.board.ability(seen.seat) == "usa" else 0
    nothing = Stream(seen.map, seen.board.capacities(), seen.board.drops)
    if not immediate:
        nothing.pour(seen.board.heads)
    # the order of drops does not matter, so each placement extends a smaller one by one drop
    streams, steps = {-1: nothing}, {-1: 0}
    gain = {-1: 0}
    held = nothing.held(own)
    found = {}
    table = placements(seen.map)
    for i, way in enumerate(table.ways):
        if sum(way) > most:
            break
        fewer = table.less[i]
        smaller, head = fewer[0]
        stream = streams[i] = Stream(seen.map, nothing.capacity, streams[smaller].drops)
        stream.run(seen.map.head_basin[head])
        steps[i] = steps[smaller] + sum(stream.passed[b] for b in iterate_bits(houses))
        gain[i] = stream.held(own) - held
        if all(gain[q] < gain[i] for q, _ in fewer):
            found[i] = gain[i], steps[i]
    return found


# ------------------------------------------------------------------------------------------------------- the procedure


class Pouring(Case):
    """Drops to be placed: how many at most, whether they flow immediately, how many engineers that takes.

    `brings` maps the admissible placements to the drops and energy steps they bring.
    """

    __slots__ = ("brings", "engineers", "immediate", "most")

    def __init__(self, view: View, most: int, *, immediate: bool, engineers: int = 0) -> None:
        super().__init__(view)
        self.most = min(most, MOST_DROPS)
        self.immediate = immediate
        self.engineers = engineers
        self.brings = admissible_placements(self, self.most, immediate)


def by_letter(case: Pouring, mask: Mask) -> Mask:
    """Keep placements with most drops on the first letter of the Criteria side, then on the second, and so on (BA-056,
    BA-160)."""
    ways, letters = placements(case.map).ways, case.headstream_order()
    drops = {i: tuple(ways[i][h] for h in letters) for i in iterate_bits(mask)}
    best = max(drops.values())
    return mask_of(i for i in drops if drops[i] == best)


def _gain(case: Pouring, option: int) -> int:
    return case.brings[option][0] if case.board.setup.rulings["water"] == "gain" else 0


def place_option(case: Pouring, option: int) -> list[Event]:
    """Return the events that place the engineers and the drops of a placement."""
    if case.officer == "amir_zahir":
        case.view.remark("BA-145")
    events = engineers(case.view, "water_management", case.engineers, ends_turn=False)
    for head, n in enumerate(placements(case.map).ways[option]):
        if n and case.immediate:
            events += [DropFlowed(case.seat, head)] * n
        elif n:
            events.append(DropsPlaced(case.seat, head, n))
    return events


WATER: Procedure[Pouring] = Procedure(
    "BA-053",
    of=lambda p: placements(p.map).of,
    valid=(Only("BA-054", lambda p: mask_of(p.brings)),),
    tiebreakers=(
        Most("BA-055", lambda p, option: sum(placements(p.map).ways[option])),
        Most("BA-R06", _gain),
        Most("BA-120", lambda p, option: p.brings[option][1]),
        Keep("BA-056", by_letter),
    ),
    execute=place_option,
    note=lambda p: {"most": p.most, "immediate": int(p.immediate)},
)


def place_drops(view: View, most: int, *, immediate: bool, engineers: int = 0) -> bool:
    """Place up to `most` drops where they help own dams; return whether any were placed (BA-055, BA-R40)."""
    if view.officer == "amir_zahir":
        if immediate:
            return _into_own_dams(view, most, engineers)
        immediate = True
    return bool(view.perform(WATER, Pouring(view, most, immediate=immediate, engineers=engineers)))


def _into_own_dams(view: View, most: int, asked: int) -> bool:
    """Place drops for Amir Zahir, whose flowing drops go straight into own dams: first one in a complete system, the
    greatest conduit first (BA-145)."""
    if not view.roomy_dams():
        return False
    view.do(*engineers(view, "water_management", asked, ends_turn=False))
    for _ in range(most):
        room = view.roomy_dams()
        if not room:
            break
        view.remark("BA-145")
        fill_a_dam(view, _in_best_system(view, room), by_code=True)
    return True


def _in_best_system(seen: Seen, room: Mask) -> Mask:
    best = {dam: best_conduit_value(seen, dam) for dam in iterate_bits(room)}
    most = max(best.values())
    return mask_of(dam for dam in best if best[dam] == most)


def best_conduit_value(seen: Seen, dam: int) -> int:
    """Return the greatest value of a built conduit from this dam to an own powerhouse, or 0."""
    pipes = seen.map.conduits_from[dam // 2] & seen.board.all_conduits()
    return max(
        (seen.map.value[c] for c in iterate_bits(pipes) if seen.own_house_basins() >> seen.map.destination[c] & 1),
        default=0,
    )
