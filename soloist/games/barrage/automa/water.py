"""Water management: the exact search for the best placement of drops (BA-053 … BA-057, BA-R06)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from soloist.core.bits import Mask, bits, mask_of
from soloist.core.decide import Keep, Most, Only, Procedure, decide
from soloist.core.text import Domain
from soloist.games.barrage.automa.placing import choose_dam
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.board.events import DamFilled, DropFlowed, DropsPlaced

MOST_DROPS = 3
Placement = tuple[int, ...]


@cache
def placements(heads: tuple[str, ...]) -> tuple[tuple[Placement, ...], Domain]:
    """All ways to put 1 to 3 drops on the headstreams, and their names: `a`, `ab`, `aa` …"""
    found: list[Placement] = []
    for total in range(1, MOST_DROPS + 1):
        found += list(_ways(total, len(heads)))
    names = ["".join(h * n for h, n in zip(heads, p, strict=True)) for p in found]
    return tuple(found), Domain("placements", names)


def _ways(total: int, heads: int) -> Iterator[Placement]:
    if heads == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _ways(total - first, heads - 1):
            yield (first, *rest)


def _table(v: View) -> tuple[tuple[Placement, ...], Domain]:
    return placements(v.map.headstreams.names)


def _result(v: View, placement: Placement, immediate: bool) -> tuple[int, int]:
    """Drops in own dams after the flow with this placement, and the energy steps it gives the USA."""
    stream = v.stream()
    stream.pour(placement if immediate else [a + b for a, b in zip(v.board.heads, placement, strict=True)])
    steps = 0
    if v.board.ability(v.seat) == "usa":
        steps = sum(stream.passed[b] for b in bits(v.own_house_basins()))
    return stream.held(v.own_dams()), steps


def search(v: View, most: int, immediate: bool) -> None:
    """Find the admissible placements: a gain for own dams, and no drop that could be left out (BA-054, BA-055).

    Leaves them in `v.eligible` and (drops, gain, steps) in `v.gains`.
    """
    table, _ = _table(v)
    v.gains, v.eligible = [], 0
    if not any(v.board.drops[d] < v.board.capacity(d) for d in bits(v.own_dams())):
        return  # nothing of hers could take a drop
    nothing = (0,) * len(v.map.head_basin)
    held, steps = _result(v, nothing, immediate)
    gain: dict[Placement, tuple[int, int]] = {nothing: (0, 0)}
    for p in table:
        if sum(p) <= most:
            now, ran = _result(v, p, immediate)
            gain[p] = (now - held, ran - steps)
    v.gains = [(p, *gain.get(p, (0, 0))) for p in table]
    v.eligible = mask_of(
        i
        for i, p in enumerate(table)
        if p in gain and gain[p][0] >= 1 and all(gain[q][0] < gain[p][0] for q in _less(p))
    )


def _less(p: Placement) -> Iterator[Placement]:
    """The placements with any one drop taken away."""
    for head, n in enumerate(p):
        if n:
            yield (*p[:head], n - 1, *p[head + 1 :])


def by_letter(v: View, mask: Mask) -> Mask:
    """Most drops on the first letter of the Criteria side, then on the second, and so on (BA-056, BA-160)."""
    table, _ = _table(v)
    best = max(tuple(table[i][h] for h in v.letters) for i in bits(mask))
    return mask_of(i for i in bits(mask) if tuple(table[i][h] for h in v.letters) == best)


def _gain(v: View, option: int) -> int:
    return v.gains[option][1] if v.board.setup.rulings["water"] == "gain" else 0


WATER: Procedure[View] = Procedure(
    "BA-053",
    of=lambda v: _table(v)[1],
    valid=(Only("BA-054", lambda v: v.eligible),),
    tiebreakers=(
        Most("BA-055", lambda v, option: sum(v.gains[option][0])),
        Most("BA-R06", _gain),
        Most("BA-120", lambda v, option: v.gains[option][2]),
        Keep("BA-056", by_letter),
    ),
    execute=lambda v, option: [],
)


def place_drops(v: View, most: int, *, immediate: bool) -> bool:
    """Place up to so many drops where they help her; whether any was placed (BA-055, BA-R40)."""
    if v.board.automa(v.seat) and v.board.officer(v.seat) == "amir_zahir":
        return _amir(v, most, immediate)
    placement = _choose(v, min(most, MOST_DROPS), immediate)
    if placement is None:
        return False
    _put(v, placement, immediate)
    return True


def _choose(v: View, most: int, immediate: bool) -> Placement | None:
    search(v, most, immediate)
    option = decide(WATER, v, v.trace, v.chance)
    return None if option is None else _table(v)[0][option]


def _put(v: View, placement: Placement, immediate: bool) -> None:
    for head, n in enumerate(placement):
        if n and immediate:
            v.do(*(DropFlowed(v.seat, head) for _ in range(n)))
        elif n:
            v.do(DropsPlaced(v.seat, head, n))


def _amir(v: View, most: int, immediate: bool) -> bool:
    """Amir Zahir: placed drops always flow at once; drops that should flow at once go straight into an own dam, first one
    in a complete system, the greatest conduit first (BA-145)."""
    if not immediate:
        placement = _choose(v, min(most, MOST_DROPS), True)
        if placement is not None:
            v.remark("BA-145")
            _put(v, placement, True)
        return placement is not None
    filled = False
    for _ in range(most):
        room = mask_of(d for d in bits(v.own_dams()) if v.board.drops[d] < v.board.capacity(d))
        if not room:
            break
        v.remark("BA-145")
        dam = decide(choose_dam(v, _in_best_system(v, room), by_code=True), v, v.trace, v.chance)
        assert dam is not None
        v.do(DamFilled(v.seat, dam, 1))
        filled = True
    return filled


def _in_best_system(v: View, room: Mask) -> Mask:
    best = {d: _best_pipe(v, d) for d in bits(room)}
    most = max(best.values())
    return mask_of(d for d in best if best[d] == most)


def _best_pipe(v: View, dam: int) -> int:
    pipes = v.map.conduits_from[dam // 2] & v.board.all_conduits()
    return max((v.map.value[c] for c in bits(pipes) if v.own_house_basins() >> v.map.destination[c] & 1), default=0)
