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


def has_a_dwelling(view: View) -> bool:
    return view.board.left[AUTOMA][DWELLING] > 0


def empty_hexes(view: View) -> Mask:
    """Return the land without structures (TMA-R17) that is not ice or volcano (TMA-R05)."""
    board = view.board
    return (
        view.map.land & ~board.owned(AUTOMA) & ~board.human_structures() & ~board.terrain[ICE] & ~board.terrain[VOLCANO]
    )


def cluster(view: View) -> Mask:
    """Return the structures from which range counts: marked or unmarked, by the support card (TMA-032)."""
    mine = view.board.owned(AUTOMA)
    return mine & view.board.marks if view.support.marked else mine & ~view.board.marks


def in_range(view: View) -> Mask:
    """Return the hexes in range (TMA-031), over bridges too (TM-002), though these can never matter (TMA-R05)."""
    base = cluster(view)
    return union_of(base, view.map.reach(view.shipping)) | view.map.across(base, view.board.standing())


_CLUSTERS = {True: Word("cluster.marked"), False: Word("cluster.unmarked")}


def _range_note(view: View) -> dict[str, object]:
    return {"cluster": _CLUSTERS[view.support.marked], "shipping": view.shipping}


# ------------------------------------------------------------------------------------------------------- Reaching


def clusters_adjacent(view: View) -> bool:
    """Return whether a marked structure is adjacent to an unmarked one, directly or with this action's shipping."""
    mine = view.board.owned(AUTOMA)
    marked = mine & view.board.marks
    return bool(
        (union_of(marked, view.map.reach(view.shipping)) | view.board.beside(marked)) & mine & ~view.board.marks
    )


def cluster_distance(view: View) -> int | None:
    """Return the smallest distance between a marked and an unmarked structure (TMA-034), None without a path."""
    unmarked = view.board.owned(AUTOMA) & ~view.board.marks
    for steps, level in enumerate(view.from_marked()):
        if level & unmarked:
            return steps
    return None


def would_be_marked(view: View) -> Mask:
    """Return the hexes that are closer to a marked structure than to any unmarked one (TMA-R20)."""
    unmarked = view.from_unmarked()
    closer = 0
    last = unmarked[-1]
    for steps, level in enumerate(view.from_marked()):
        closer |= level & ~(unmarked[steps] if steps < len(unmarked) else last)
    return closer


def reaching(view: View, mask: Mask) -> Mask:
    """Return the hexes that would bring the clusters closer together (TMA-080r, TMA-R18)."""
    if clusters_adjacent(view):
        return 0
    distance = cluster_distance(view)
    if distance is None:
        distance = 10**6  # without a path, any path counts as shorter
    near_marked = _within(view.from_marked(), distance - 1)
    near_unmarked = _within(view.from_unmarked(), distance - 1)
    if view.board.setup.rulings["reaching"] == "support":
        return mask & (near_unmarked if view.support.marked else near_marked)
    marked = would_be_marked(view)
    return mask & ((marked & near_unmarked) | (~marked & near_marked))


def _within(levels: list[Mask], steps: int) -> Mask:
    return levels[min(steps, len(levels) - 1)]


def _reaching_note(view: View, mask: Mask) -> dict[str, object]:
    distance = cluster_distance(view)
    how = _ADJACENT if clusters_adjacent(view) else _APART
    return {"how": how, "distance": "∞" if distance is None else distance}


_ADJACENT, _APART = Word("reaching.adjacent"), Word("reaching.apart")


REACHING: Keep[View] = Keep("TMA-080r", reaching, _reaching_note)

# ---------------------------------------------------------------------------------------------------- tiebreakers


def her_priority(view: View, mask: Mask) -> Mask:
    return priority(view, mask, view.board.home[AUTOMA])


def your_priority(view: View, mask: Mask) -> Mask:
    """Keep the hexes that come first on the card of the human's home terrain, in the row of the support card."""
    return priority(view, mask, view.board.home[HUMAN])


_TO_YOU: dict[str, object] = {"how": Word("distance.to_you")}
_FROM_AUTOMA: dict[str, object] = {"how": Word("distance.from_automa")}
TERRAIN_PRIORITY: Keep[View] = Keep(
    "TMA-080b", her_priority, lambda view, mask: priority_note(view, mask, view.board.home[AUTOMA])
)
CLOSEST_TO_YOU: Least[View] = Least("TMA-080c", to_human, lambda view, mask: _TO_YOU)
FURTHEST_FROM_HER: Most[View] = Most("TMA-080c", to_automa, lambda view, mask: _FROM_AUTOMA)


def own_tiebreakers(faction_rule: str, names: tuple[str, ...]) -> tuple[Tiebreaker[View], ...]:
    """Return the faction's own tiebreakers, which come before the general ones (TMA-046, TMA-080a, TMA-R26)."""
    made: dict[str, Tiebreaker[View]] = {
        "closest_to_human": Least(faction_rule, to_human, lambda view, mask: {"how": Word("first.closest_to_human")}),
        "atp_human": Keep(
            faction_rule,
            your_priority,
            lambda view, mask: {**priority_note(view, mask, view.board.home[HUMAN]), "how": Word("first.atp_human")},
        ),
        "most_power_to_human": Most(
            faction_rule,
            lambda view, hex_: view.board.power_to_humans(hex_),
            lambda view, mask: {"how": Word("first.most_power_to_human")},
        ),
    }
    return tuple(made[name] for name in names)


# -------------------------------------------------------------------------------------------------------- execute


def build_there(view: View, hex_: int) -> list[Event]:
    """Return the events of a build on this hex.

    They are a home terrain tile where needed (TMA-081a), a dwelling (TMA-081b), and a power token if a marked structure
    is closer than any unmarked one (TMA-081c).
    """
    here = 1 << hex_
    home = view.board.home[AUTOMA]
    events: list[Event] = []
    if not view.board.terrain[home] & here:
        events.append(Transformed(AUTOMA, hex_, home))
    events.append(Built(AUTOMA, hex_))
    marked = would_be_marked(view) & here
    if marked:
        events.append(Marked(hex_))
    if view.trace is not None:
        view.trace.add_remark("TMA-081c", hex=view.map.hexes.name_option(hex_), how=_MARKED if marked else _UNMARKED)
    return events


_MARKED, _UNMARKED = Word("mark.marked"), Word("mark.unmarked")


@cache
def transform_and_build(
    *, reaching_icon: bool, unlimited: bool, spreading: bool, faction_rule: str = "", first: tuple[str, ...] = ()
) -> Procedure[View]:
    """Return the procedure for one combination of card pair, faction and final scoring tile."""
    in_reach = (
        Only[View]("TMA-R14", lambda view: view.map.land) if unlimited else Only[View]("TMA-031", in_range, _range_note)
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
