"""Overlays for one narrowing on the map: highlighted pipes, paths of drops, and the value by which each option was
judged.

An overlay shows the board at the time of the decision, from the seat that decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from soloist.core.bits import Mask, first_from, iterate_bits
from soloist.core.text import Word
from soloist.core.trace import Decision, Step
from soloist.display.screen import NOTHING, Aid, Say, Svg, join_markup, make_element
from soloist.games.barrage.automa.placing import COMPLETING
from soloist.games.barrage.automa.production import dam_of_system, walk_from_the_code
from soloist.games.barrage.automa.view import Seen, basins_of_dams
from soloist.games.barrage.automa.water import admissible_placements, placements
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import AREAS, BASE, CONDUIT, POWERHOUSE
from soloist.games.barrage.board.water import Stream, first_dam_below, open_way_from
from soloist.games.barrage.display import pieces
from soloist.games.barrage.display.map_geometry import map_points

NONE = "–"
_RED, _FREE = "−3", "0"


def make_overlay(board: Barrage, decision: Decision, step: Step, say: Say) -> Aid:
    """Return lines and values for one step of a decision; `board` is the position when it was made."""
    of = decision.of.id
    seen = Seen(board, board.setup.names.names.index(decision.seat))
    if of == placements(board.map).of.id:
        return _overlay_water(seen, decision, step)
    overlay = NOTHING
    if of == board.map.conduits.id:
        overlay = draw_lit(board, iterate_bits(step.options_left))
    elif of == board.map.systems.id:
        overlay = draw_lit(board, (system // 2 for system in iterate_bits(step.options_left)))
    if step.scores is not None:
        return Aid(overlay)
    if step.rule == "BA-083" and step.note is not None:
        return Aid(overlay, _walk(board, decision, step, str(step.note["code"])))
    if step.rule == "BA-R05" and step is not next(x for x in decision.steps if x.rule == step.rule):
        return Aid(overlay, _walk_of_systems(seen, step))  # the first BA-R05 is about neutral dams
    if step.rule == "BA-081":
        return Aid(overlay, _completing(seen, of, step))
    look = _LOOKS.get(step.rule)
    if look is None:
        return Aid(overlay)
    return Aid(join_markup([overlay, look.lines(seen, step.options_left)]), look.values(seen, step.before, say))


# ------------------------------------------------------------------------------------------------- values of the criteria


Values = Callable[[Seen, Mask, Say], dict[int, str]]


def _draw_nothing(seen: Seen, left: Mask) -> Svg:
    return NOTHING


@dataclass(frozen=True, slots=True)
class _Look:
    """How a rule judges options: the value to show for each, and lines for those that are left."""

    values: Values
    lines: Callable[[Seen, Mask], Svg] = _draw_nothing


def _each(value: Callable[[Seen, int], str]) -> Values:
    """Apply a value function that needs no translation to all options."""
    return lambda s, mask, say: {option: value(s, option) for option in iterate_bits(mask)}


def _said(value: Callable[[Seen, int, Say], str]) -> Values:
    return lambda s, mask, say: {option: value(s, option, say) for option in iterate_bits(mask)}


def _completing(seen: Seen, of: str, step: Step) -> dict[int, str]:
    """Return which places would complete a system (BA-081)."""
    structure = {seen.map.conduits.id: CONDUIT, seen.map.house_basins.id: POWERHOUSE}.get(of, BASE)
    done = COMPLETING[structure](seen, step.before)
    return {option: "+1" if done >> option & 1 else NONE for option in iterate_bits(step.before)}


def _owner(seen: Seen, owner: int | None, say: Say) -> str:
    """Return the label of an owner: own, neutral, or the code of the company."""
    if owner is None:
        return NONE
    if owner == seen.seat:
        return say(Word("tag.own"))
    return say(Word("tag.neutral")) if owner == seen.board.neutral else pieces.CODES[seen.board.company(owner)]


def _dam_owners(seen: Seen, basin: int) -> list[int]:
    return [owner for dam in (2 * basin, 2 * basin + 1) if (owner := seen.board.owner_of_dam(dam)) is not None]


def _source(*, own_first: bool) -> Values:
    """Return the owners of dams at the sources; of two the one that the rule prefers."""

    def value(seen: Seen, conduit: int, say: Say) -> str:
        def rank(owner: int) -> int:
            return 0 if owner == seen.board.neutral else -1 if (owner == seen.seat) == own_first else 1

        return _owner(seen, min(_dam_owners(seen, seen.map.source[conduit]), key=rank, default=None), say)

    return _said(value)


def _end(*, own_first: bool) -> Values:
    """Return the basins where conduits end and the owners of powerhouses there; of several the one that the rule
    prefers."""

    def value(seen: Seen, conduit: int, say: Say) -> str:
        basin = seen.map.destination[conduit]
        owners = [seat for seat in range(seen.board.players) if seen.board.house_basins[seat] >> basin & 1]
        owner = min(owners, key=lambda seat: (seat == seen.seat) != own_first, default=None)
        return f"→ {seen.map.codes[basin]}" + (f" {_owner(seen, owner, say)}" if owner is not None else "")

    return _said(value)


def _strongest(seen: Seen, pipes: Mask) -> str:
    built = list(iterate_bits(pipes & seen.board.all_conduits()))
    return str(max(seen.map.value[c] for c in built)) if built else NONE


def _conduit_value(seen: Seen, conduit: int) -> str:
    return str(seen.map.value[conduit])


def _house_links(seen: Seen, dam: int) -> str:
    """Return the own powerhouses to which a printed link of the basin leads."""
    ends = [seen.map.destination[c] for c in iterate_bits(seen.map.conduits_from[dam // 2])]
    found = [seen.map.codes[b] for b in ends if seen.own_house_basins() >> b & 1]
    return f"→ {'+'.join(found)}" if found else NONE


def _dam_links(seen: Seen, dam: int, say: Say) -> str:
    """Return the dam to which a link leads, own ones first; neutral ones do not count."""
    ends = [seen.map.destination[c] for c in iterate_bits(seen.map.conduits_from[dam // 2])]
    found = [(owner != seen.seat, basin, owner) for basin in ends for owner in _dam_owners(seen, basin)]
    found = [link for link in found if link[2] != seen.board.neutral]
    if not found:
        return NONE
    _, basin, owner = min(found)
    return f"→ {seen.map.codes[basin]} {_owner(seen, owner, say)}"


def _into(seen: Seen, basin: int) -> str:
    own = basins_of_dams(seen.own_dams())
    found = [
        seen.map.codes[seen.map.source[c]]
        for c in iterate_bits(seen.map.conduits_into[basin])
        if own >> seen.map.source[c] & 1
    ]
    return f"{'+'.join(found)} →" if found else NONE


def _arriving(seen: Seen, mask: Mask, say: Say) -> dict[int, str]:
    streams = seen.simulate_water_phase()
    return {dam: str(sum(stream.arrived[dam] for stream in streams)) for dam in iterate_bits(mask)}


def _upstream(seen: Seen, dam: int) -> str:
    """Return the powerhouses whose water reaches a dam space."""
    basins = seen.own_house_basins() | seen.rival_house_basins()
    found = [
        seen.map.codes[b] for b in iterate_bits(basins) if open_way_from(seen.map, seen.board.all_dams(), b) >> dam & 1
    ]
    return f"{'+'.join(found)} →" if found else NONE


def _fed(seen: Seen, basin: int, say: Say) -> str:
    dam = first_dam_below(seen.map, seen.board.all_dams(), basin)
    return _owner(seen, None if dam is None else seen.board.owner_of_dam(dam), say)


def _area(seen: Seen, basin: int, say: Say) -> str:
    return say(Word(f"area.{AREAS.names[seen.map.area[basin]]}"))


def _red(seen: Seen, dam: int) -> str:
    return _RED if seen.map.red_dams >> dam & 1 else _FREE


# ---------------------------------------------------------------------------------------------------------------- lines


def draw_lit(board: Barrage, conduits: Iterable[int]) -> Svg:
    """Highlight the pipes of these conduits."""
    paths = "".join(map_points(board.map.id).lights[c] for c in sorted(set(conduits)))
    if not paths:
        return NOTHING
    return join_markup(
        [make_element("path", d=paths, class_="ba-lit-edge"), make_element("path", d=paths, class_="ba-lit")]
    )


def _pipes_from(seen: Seen, left: Mask) -> Svg:
    return draw_lit(seen.board, (c for d in iterate_bits(left) for c in iterate_bits(seen.map.conduits_from[d // 2])))


def _built_from(seen: Seen, left: Mask) -> Svg:
    built = seen.board.all_conduits()
    return draw_lit(
        seen.board, (c for d in iterate_bits(left) for c in iterate_bits(seen.map.conduits_from[d // 2] & built))
    )


def _built_into(seen: Seen, left: Mask) -> Svg:
    built = seen.board.all_conduits()
    return draw_lit(
        seen.board, (c for b in iterate_bits(left) for c in iterate_bits(seen.map.conduits_into[b] & built))
    )


def _pipes_into(seen: Seen, left: Mask) -> Svg:
    own = basins_of_dams(seen.own_dams())
    pipes = (
        c for b in iterate_bits(left) for c in iterate_bits(seen.map.conduits_into[b]) if own >> seen.map.source[c] & 1
    )
    return draw_lit(seen.board, pipes)


def _draw_below(seen: Seen, left: Mask) -> Svg:
    """Draw the path of water from each basin to the dam it feeds."""
    runs, dams = map_points(seen.map.id).runs, seen.board.all_dams()
    return _draw_way(
        "".join(runs[b] + _course(seen.board, b, first_dam_below(seen.map, dams, b)) for b in iterate_bits(left))
    )


def _draw_way(path: str) -> Svg:
    return make_element("path", d=path, class_="ba-way") if path else NOTHING


def _course(board: Barrage, basin: int, stop: int | None) -> str:
    """Return the path of water from the top of a basin down to a dam space, or off the map."""
    at, parts = map_points(board.map.id), []
    while basin >= 0:
        if not board.map.dam_basins >> basin & 1:
            break  # the river before it has left the map
        if stop is not None and basin == stop // 2:
            parts.append(at.pools[basin][0 if stop % 2 else 1])
            break
        parts += [at.pools[basin][2], at.rivers[basin]]
        basin = board.map.river[basin]
    return "".join(parts)


def _draw_phase(seen: Seen, left: Mask) -> Svg:
    return draw_drop_paths(seen.board, seen.board.heads)


def draw_drop_paths(board: Barrage, heads: Iterable[int]) -> Svg:
    """Draw the path of each drop on the headstreams, and the number of drops that stop at a place (BR-085)."""
    at, stream = map_points(board.map.id), Stream(board.map, board.capacities(), board.drops)
    stops: dict[int, int] = {}
    paths: dict[str, None] = {}
    for head, n in enumerate(heads):
        for _ in range(n):
            stop = stream.run(board.map.head_basin[head])
            paths[at.falls[head]] = None
            paths[_course(board, board.map.head_basin[head], stop if stop >= 0 else None)] = None
            if stop >= 0:
                stops[stop] = stops.get(stop, 0) + 1
    marks = [_draw_stop(*at.dams[dam], n) for dam, n in stops.items()]
    return join_markup([_draw_way("".join(paths)), *marks])


def _draw_stop(x: float, y: float, n: int) -> Svg:
    mark = make_element("circle", cx=x + 34, cy=y - 34, r=18, class_="ba-stop")
    return join_markup([mark, pieces.draw_words(x + 34, y - 25, f"+{n}", "ba-stop-n")])


_LOOKS: dict[str, _Look] = {
    "BA-084": _Look(_each(_red)),
    "BA-085": _Look(_each(lambda s, dam: _strongest(s, s.map.conduits_from[dam // 2])), _built_from),
    "BA-086": _Look(_each(_house_links), _pipes_from),
    "BA-087": _Look(_arriving, _draw_phase),
    "BA-088": _Look(_each(_red)),
    "BA-089": _Look(_each(_upstream)),
    "BA-090": _Look(_said(_dam_links), _pipes_from),
    "BA-092": _Look(_each(_conduit_value)),
    "BA-093": _Look(_source(own_first=True)),
    "BA-094": _Look(_source(own_first=False)),
    "BA-095": _Look(_end(own_first=True)),
    "BA-096": _Look(_end(own_first=False)),
    "BA-097": _Look(_each(lambda s, basin: _strongest(s, s.map.conduits_into[basin])), _built_into),
    "BA-098": _Look(_each(_into), _pipes_into),
    "BA-099": _Look(_said(_area)),
    "BA-101": _Look(_said(_fed), _draw_below),
    "BA-102": _Look(_said(_fed), _draw_below),
    "BA-115a": _Look(_each(_conduit_value)),
    "BA-115c": _Look(_each(_red)),
    "BA-130": _Look(_said(lambda s, dam, say: _area(s, dam // 2, say))),
    "BA-144": _Look(_each(_house_links), _pipes_from),
    "BA-R05": _Look(_said(lambda s, system, say: _owner(s, s.board.owner_of_dam(dam_of_system(system)), say))),
    "BA-R21": _Look(_each(lambda s, place: str(place + 1))),
}


def _walk(board: Barrage, decision: Decision, step: Step, code: str) -> dict[int, str]:
    """Return the position of each option in the walk from the code; both spaces of a basin count as one (BA-083)."""
    map_ = board.map
    if decision.of.id == map_.conduits.id:
        start = map_.conduits.names.index(code)
    else:
        start = map_.basin_by_code(code) * (2 if decision.of.id == map_.dams.id else 1)
    tags: dict[int, str] = {}
    rest, place = step.before, 0
    while rest:
        place += 1
        found = first_from(rest, start)
        if decision.of.id == map_.dams.id:
            found = rest & (0b11 << (found.bit_length() - 1) // 2 * 2)
        tags.update(dict.fromkeys(iterate_bits(found), str(place)))
        rest &= ~found
    return tags


def _walk_of_systems(seen: Seen, step: Step) -> dict[int, str]:
    """Return the position of each system of equal energy in the walk (BA-R05)."""
    tags: dict[int, str] = {}
    rest = step.before
    while rest:
        found = walk_from_the_code(seen, rest)
        tags[found.bit_length() - 1] = str(len(tags) + 1)
        rest &= ~found
    return tags


# ---------------------------------------------------------------------------------------------------------------- water


def _overlay_water(seen: Seen, decision: Decision, step: Step) -> Aid:
    """Return what each placement brings own dams, and the path of the drops of the chosen one (BA-054)."""
    note = decision.note or {}
    most, immediate = int(str(note["most"])), note["immediate"] == 1
    tags = {}
    if step.scores is None:
        brings = admissible_placements(seen, most, immediate)
        tags = {option: f"+{brings[option][0]}" for option in iterate_bits(step.options_left) if option in brings}
    if decision.chosen is None or not step.options_left >> decision.chosen & 1:
        return Aid(NOTHING, tags)
    placed = placements(seen.map).ways[decision.chosen]
    heads = placed if immediate else [a + b for a, b in zip(seen.board.heads, placed, strict=True)]
    return Aid(draw_drop_paths(seen.board, heads), tags)
