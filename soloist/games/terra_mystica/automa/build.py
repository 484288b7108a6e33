"""Transform and Build: near one of her two clusters, by terrain priority, close to the humans."""

from __future__ import annotations

from functools import cache

from soloist.core.bits import Mask, union_of
from soloist.core.board import Event
from soloist.core.decide import Check, Keep, Least, Most, Only, Procedure, Tiebreaker
from soloist.core.text import Word
from soloist.games.terra_mystica.automa.upgrade import UPGRADE
from soloist.games.terra_mystica.automa.view import (
    DIRECTIONAL_SELECTION,
    View,
    hexes,
    priority,
    priority_note,
    to_automa,
    to_human,
)
from soloist.games.terra_mystica.board.events import Built, Marked, Transformed
from soloist.games.terra_mystica.board.tables import AUTOMA, DWELLING, HUMAN, ICE, VOLCANO

#: the Fire & Ice tiles that make her build far from her own structures instead of close to the humans (TMA-080c)
SPREADING_TILES = ("greatest_distance", "stronghold_and_sanctuary")


def has_a_dwelling(v: View) -> bool:
    return v.board.left[AUTOMA][DWELLING] > 0


def empty_hexes(v: View) -> Mask:
    """Return the land without structures (TMA-R17) that is not ice or volcano (TMA-R05)."""
    board = v.board
    return v.map.land & ~board.owned(AUTOMA) & ~board.human_structures() & ~board.terrain[ICE] & ~board.terrain[VOLCANO]


def cluster(v: View) -> Mask:
    """Return the structures from which range counts: marked or unmarked, by the support card (TMA-032)."""
    mine = v.board.owned(AUTOMA)
    return mine & v.board.marks if v.support.marked else mine & ~v.board.marks


def in_range(v: View) -> Mask:
    """Return the hexes in range (TMA-031), over bridges too (TM-002), though these can never matter (TMA-R05)."""
    base = cluster(v)
    return union_of(base, v.map.reach(v.shipping)) | v.map.across(base, v.board.standing())


_CLUSTERS = {True: Word("cluster.marked"), False: Word("cluster.unmarked")}


def _range_note(v: View) -> dict[str, object]:
    return {"cluster": _CLUSTERS[v.support.marked], "shipping": v.shipping}


# ------------------------------------------------------------------------------------------------------- Reaching


def clusters_adjacent(v: View) -> bool:
    """Return whether a marked structure is adjacent to an unmarked one, directly or with this action's shipping."""
    mine = v.board.owned(AUTOMA)
    marked = mine & v.board.marks
    return bool((union_of(marked, v.map.reach(v.shipping)) | v.board.beside(marked)) & mine & ~v.board.marks)


def cluster_distance(v: View) -> int | None:
    """Return the smallest distance between a marked and an unmarked structure (TMA-034), None without a path."""
    unmarked = v.board.owned(AUTOMA) & ~v.board.marks
    for steps, level in enumerate(v.from_marked()):
        if level & unmarked:
            return steps
    return None


def would_be_marked(v: View) -> Mask:
    """Return the hexes that are closer to a marked structure than to any unmarked one (TMA-R20)."""
    unmarked = v.from_unmarked()
    closer = 0
    last = unmarked[-1]
    for steps, level in enumerate(v.from_marked()):
        closer |= level & ~(unmarked[steps] if steps < len(unmarked) else last)
    return closer


def reaching(v: View, mask: Mask) -> Mask:
    """Return the hexes that would bring the clusters closer together (TMA-080r, TMA-R18)."""
    if clusters_adjacent(v):
        return 0
    distance = cluster_distance(v)
    if distance is None:
        distance = 10**6  # without a path, any path counts as shorter
    near_marked = _within(v.from_marked(), distance - 1)
    near_unmarked = _within(v.from_unmarked(), distance - 1)
    if v.board.setup.rulings["reaching"] == "support":
        return mask & (near_unmarked if v.support.marked else near_marked)
    marked = would_be_marked(v)
    return mask & ((marked & near_unmarked) | (~marked & near_marked))


def _within(levels: list[Mask], steps: int) -> Mask:
    return levels[min(steps, len(levels) - 1)]


def _reaching_note(v: View, mask: Mask) -> dict[str, object]:
    distance = cluster_distance(v)
    how = _ADJACENT if clusters_adjacent(v) else _APART
    return {"how": how, "distance": "∞" if distance is None else distance}


_ADJACENT, _APART = Word("reaching.adjacent"), Word("reaching.apart")


REACHING: Keep[View] = Keep("TMA-080r", reaching, _reaching_note)

# ---------------------------------------------------------------------------------------------------- tiebreakers


def her_priority(v: View, mask: Mask) -> Mask:
    return priority(v, mask, v.board.home[AUTOMA])


def your_priority(v: View, mask: Mask) -> Mask:
    """Keep the hexes that come first on the card of the human's home terrain, in the row of the support card."""
    return priority(v, mask, v.board.home[HUMAN])


_TO_YOU: dict[str, object] = {"how": Word("distance.to_you")}
_FROM_AUTOMA: dict[str, object] = {"how": Word("distance.from_automa")}
TERRAIN_PRIORITY: Keep[View] = Keep("TMA-080b", her_priority, lambda v, m: priority_note(v, m, v.board.home[AUTOMA]))
CLOSEST_TO_YOU: Least[View] = Least("TMA-080c", to_human, lambda v, m: _TO_YOU)
FURTHEST_FROM_HER: Most[View] = Most("TMA-080c", to_automa, lambda v, m: _FROM_AUTOMA)


def own_tiebreakers(faction_rule: str, names: tuple[str, ...]) -> tuple[Tiebreaker[View], ...]:
    """Return the faction's own tiebreakers, which come before the general ones (TMA-046, TMA-080a, TMA-R26)."""
    made: dict[str, Tiebreaker[View]] = {
        "closest_to_human": Least(faction_rule, to_human, lambda v, m: {"how": Word("first.closest_to_human")}),
        "atp_human": Keep(
            faction_rule,
            your_priority,
            lambda v, m: {**priority_note(v, m, v.board.home[HUMAN]), "how": Word("first.atp_human")},
        ),
        "most_power_to_human": Most(
            faction_rule,
            lambda v, hex_: v.board.power_to_humans(hex_),
            lambda v, m: {"how": Word("first.most_power_to_human")},
        ),
    }
    return tuple(made[name] for name in names)


# -------------------------------------------------------------------------------------------------------- execute


def build_there(v: View, hex_: int) -> list[Event]:
    """Return the events of a build on this hex.

    They are a home terrain tile where needed (TMA-081a), a dwelling (TMA-081b), and a power token if a marked structure
    is closer than any unmarked one (TMA-081c).
    """
    here = 1 << hex_
    home = v.board.home[AUTOMA]
    events: list[Event] = []
    if not v.board.terrain[home] & here:
        events.append(Transformed(AUTOMA, hex_, home))
    events.append(Built(AUTOMA, hex_))
    marked = would_be_marked(v) & here
    if marked:
        events.append(Marked(hex_))
    if v.trace is not None:
        v.trace.add_remark("TMA-081c", hex=v.map.hexes.name_option(hex_), how=_MARKED if marked else _UNMARKED)
    return events


_MARKED, _UNMARKED = Word("mark.marked"), Word("mark.unmarked")


@cache
def transform_and_build(
    *, reaching_icon: bool, unlimited: bool, spreading: bool, faction_rule: str = "", first: tuple[str, ...] = ()
) -> Procedure[View]:
    """Return the procedure for one combination of card pair, faction and final scoring tile."""
    in_reach = (
        Only[View]("TMA-R14", lambda v: v.map.land) if unlimited else Only[View]("TMA-031", in_range, _range_note)
    )
    return Procedure(
        "TMA-080",
        of=hexes,
        checks=(Check("TMA-080", has_a_dwelling),),
        valid=(Only("TMA-R17", empty_hexes), in_reach),
        limits=(REACHING,) if reaching_icon else (),
        tiebreakers=(
            *own_tiebreakers(faction_rule, first),
            TERRAIN_PRIORITY,
            FURTHEST_FROM_HER if spreading else CLOSEST_TO_YOU,
            DIRECTIONAL_SELECTION,
        ),
        execute=build_there,
        otherwise=UPGRADE,  # TMA-080, TMA-082
    )
