"""What helps to see one narrowing on the map: lit pipes, the course of drops, and the value each option was judged by.

Pages show a turn on the board before it, while a later decision of the turn may have seen a changed one. So a value is
shown only where the rule itself, asked again on this board, narrows as it did: better no aid than a wrong story.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from soloist.core.bits import Mask, bits, first_from, mask_of
from soloist.core.chance import Asked
from soloist.core.screen import NOTHING, Aid, Say, Svg, el, join
from soloist.core.text import Word
from soloist.core.trace import Decision, Step
from soloist.games.barrage.automa import placing
from soloist.games.barrage.automa.contracts import further_right
from soloist.games.barrage.automa.production import dam_of, neutral_first
from soloist.games.barrage.automa.view import View, basins_of_dams
from soloist.games.barrage.automa.water import placements, search
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import AREAS, BASE, CONDUIT, POWERHOUSE
from soloist.games.barrage.board.water import Stream, first_dam_below, open_way_from
from soloist.games.barrage.show import pieces
from soloist.games.barrage.show.where import where

NONE = "–"
_RED, _FREE = "−3", "0"


def aid(board: Barrage, decision: Decision, step: Step, say: Say) -> Aid:
    """Lines and values for one step, on the board before the turn."""
    of = decision.of.id
    if of == "placements":
        return _water(board, decision, step)
    overlay = NOTHING
    if of == board.map.conduits.id:
        overlay = lit(board, bits(step.left))
    elif of == board.map.systems.id:
        overlay = lit(board, (s // 2 for s in bits(step.left)))
    if step.rule == "BA-083" and step.note is not None:
        return Aid(overlay, _walk(board, decision, step, str(step.note["code"])))
    look = _LOOKS.get(step.rule)
    if look is None or step.scores is not None:
        return Aid(overlay)
    v = _seen_by(board, step, look, of)
    if v is None:
        return Aid(overlay)
    tags = {option: look.value(v, option, say) for option in bits(step.before)}
    return Aid(join([overlay, look.lines(v, step.left)]), tags)


def _seats(board: Barrage) -> Iterator[int]:
    """Who may have decided: the seat to move, then the others as they follow."""
    at = board.order.index(board.to_move)
    for i in range(board.players):
        yield board.order[(at + i) % board.players]


# ------------------------------------------------------------------------------------------------- values of the criteria


def _nothing(v: View, left: Mask) -> Svg:
    return NOTHING


@dataclass(frozen=True, slots=True)
class _Look:
    """How one rule looks at an option: what the engine keeps, the value to show, lines for the options left.

    With `further` the rule goes on to narrow what is kept here by something that is not on this board.
    """

    keep: Callable[[View, Mask], Mask]
    value: Callable[[View, int, Say], str]
    lines: Callable[[View, Mask], Svg] = _nothing
    further: bool = False


def _seen_by(board: Barrage, step: Step, look: _Look, of: str) -> View | None:
    """The view of the seat for which the rule narrows here as it did in the turn."""
    for seat in _seats(board):
        v = View(board, seat, Asked())
        v.structure = {"conduits": CONDUIT, "powerhouses": POWERHOUSE}.get(of, BASE)
        kept = look.keep(v, step.before) & step.before
        if kept == step.after or (look.further and step.after and kept | step.after == kept):
            return v
    return None


def _owner(v: View, owner: int | None, say: Say) -> str:
    """Whose it is: own, neutral, or the code of the company."""
    if owner is None:
        return NONE
    if owner == v.seat:
        return say(Word("tag.own"))
    return say(Word("tag.neutral")) if owner == v.board.neutral else pieces.CODES[v.board.company(owner)]


def _dam_in(v: View, basin: int) -> int | None:
    """The owner of a dam in a basin: an own one before a neutral one before another's."""
    owners = [o for d in (2 * basin, 2 * basin + 1) if (o := v.board.owner_of_dam(d)) is not None]
    return min(owners, key=lambda o: (o != v.seat, o != v.board.neutral), default=None)


def _house_in(v: View, basin: int) -> int | None:
    owners = [s for s in range(v.board.players) if v.board.house_basins[s] >> basin & 1]
    return min(owners, key=lambda o: o != v.seat, default=None)


def _source(v: View, conduit: int, say: Say) -> str:
    return _owner(v, _dam_in(v, v.map.source[conduit]), say)


def _end(v: View, conduit: int, say: Say) -> str:
    basin = v.map.destination[conduit]
    owner = _house_in(v, basin)
    return f"→ {v.map.codes[basin]}" + (f" {_owner(v, owner, say)}" if owner is not None else "")


def _strongest(v: View, pipes: Mask) -> str:
    built = list(bits(pipes & v.board.all_conduits()))
    return str(max(v.map.value[c] for c in built)) if built else NONE


def _links(v: View, basin: int, wanted: Mask) -> str:
    """The basins in `wanted` to which a printed link leads."""
    ends = [v.map.destination[c] for c in bits(v.map.conduits_from[basin])]
    found = [v.map.codes[b] for b in ends if wanted >> b & 1]
    return f"→ {'+'.join(found)}" if found else NONE


def _dam_links(v: View, dam: int, say: Say) -> str:
    """Linked to an own dam, else to whose."""
    ends = [v.map.destination[c] for c in bits(v.map.conduits_from[dam // 2])]
    owners = {b: _dam_in(v, b) for b in ends}
    best = min(owners, key=lambda b: (owners[b] != v.seat, owners[b] in (None, v.board.neutral)))
    owner = owners[best]
    if owner in (None, v.board.neutral):
        return NONE
    return f"→ {v.map.codes[best]} {_owner(v, owner, say)}"


def _into(v: View, basin: int) -> str:
    own = basins_of_dams(v.own_dams())
    found = [v.map.codes[v.map.source[c]] for c in bits(v.map.conduits_into[basin]) if own >> v.map.source[c] & 1]
    return f"{'+'.join(found)} →" if found else NONE


def _arriving(v: View, dam: int) -> int:
    return sum(stream.arrived[dam] for stream in v.water_phase())


def _most_drops(v: View, mask: Mask) -> Mask:
    """The rule without the letters of the headstreams, which tell equal sums apart: their tile is turned in the turn."""
    most = max(_arriving(v, d) for d in bits(mask))
    return mask_of(d for d in bits(mask) if _arriving(v, d) == most) if most else 0


def _upstream(v: View, dam: int) -> str:
    """The powerhouses whose water gets there."""
    basins = v.own_house_basins() | v.rival_house_basins()
    found = [v.map.codes[b] for b in bits(basins) if open_way_from(v.map, v.board.all_dams(), b) >> dam & 1]
    return f"P{'+'.join(found)}" if found else NONE


def _fed(v: View, basin: int, say: Say) -> str:
    dam = first_dam_below(v.map, v.board.all_dams(), basin)
    return _owner(v, None if dam is None else v.board.owner_of_dam(dam), say)


def _area(v: View, basin: int, say: Say) -> str:
    return say(Word(f"area.{AREAS.names[v.map.area[basin]]}"))


def _red(v: View, dam: int, say: Say) -> str:
    return _RED if v.map.red_dams >> dam & 1 else _FREE


def _completes(v: View, mask: Mask) -> Mask:
    return placing.COMPLETING[v.structure](v, mask)


# ---------------------------------------------------------------------------------------------------------------- lines


def lit(board: Barrage, conduits: Iterable[int]) -> Svg:
    """The pipes of these conduits in the light of the lamp."""
    paths = "".join(where(board.map.id).lights[c] for c in sorted(set(conduits)))
    if not paths:
        return NOTHING
    return join([el("path", d=paths, class_="ba-lit-edge"), el("path", d=paths, class_="ba-lit")])


def _pipes_from(v: View, left: Mask) -> Svg:
    return lit(v.board, (c for d in bits(left) for c in bits(v.map.conduits_from[d // 2])))


def _built_from(v: View, left: Mask) -> Svg:
    built = v.board.all_conduits()
    return lit(v.board, (c for d in bits(left) for c in bits(v.map.conduits_from[d // 2] & built)))


def _built_into(v: View, left: Mask) -> Svg:
    built = v.board.all_conduits()
    return lit(v.board, (c for b in bits(left) for c in bits(v.map.conduits_into[b] & built)))


def _pipes_into(v: View, left: Mask) -> Svg:
    own = basins_of_dams(v.own_dams())
    pipes = (c for b in bits(left) for c in bits(v.map.conduits_into[b]) if own >> v.map.source[c] & 1)
    return lit(v.board, pipes)


def _below(v: View, left: Mask) -> Svg:
    """The way of the water from each basin to the dam it feeds."""
    runs, dams = where(v.map.id).runs, v.board.all_dams()
    return _way("".join(runs[b] + _course(v.board, b, first_dam_below(v.map, dams, b)) for b in bits(left)))


def _way(path: str) -> Svg:
    return el("path", d=path, class_="ba-way") if path else NOTHING


def _course(board: Barrage, basin: int, stop: int | None) -> str:
    """The way of water that is at the top of a basin: down to a dam space, or off the map."""
    at, parts = where(board.map.id), []
    while basin >= 0:
        if not board.map.dam_basins >> basin & 1:
            break  # the river before it has left the map
        if stop is not None and basin == stop // 2:
            parts.append(at.pools[basin][0 if stop % 2 else 1])
            break
        parts += [at.pools[basin][2], at.rivers[basin]]
        basin = board.map.river[basin]
    return "".join(parts)


def _phase(v: View, left: Mask) -> Svg:
    return drops_run(v.board, v.board.heads)


def drops_run(board: Barrage, heads: Iterable[int]) -> Svg:
    """The course of each drop on the headstreams, and a number where drops stop (BR-085)."""
    at, stream = where(board.map.id), Stream(board.map, board.capacities(), board.drops)
    stops: dict[int, int] = {}
    paths: dict[str, None] = {}
    for head, n in enumerate(heads):
        for _ in range(n):
            stop = stream.run(board.map.head_basin[head])
            paths[at.falls[head]] = None
            paths[_course(board, board.map.head_basin[head], stop if stop >= 0 else None)] = None
            if stop >= 0:
                stops[stop] = stops.get(stop, 0) + 1
    marks = [_stop(*at.dams[dam], n) for dam, n in stops.items()]
    return join([_way("".join(paths)), *marks])


def _stop(x: float, y: float, n: int) -> Svg:
    mark = el("circle", cx=x + 34, cy=y - 34, r=18, class_="ba-stop")
    return join([mark, pieces.words(x + 34, y - 25, f"+{n}", "ba-stop-n")])


_LOOKS: dict[str, _Look] = {
    "BA-081": _Look(placing.third_of_a_system, lambda v, o, say: "+1" if _completes(v, 1 << o) else NONE),
    "BA-085": _Look(
        placing.most_powerful_conduit_at_dam,
        lambda v, d, say: _strongest(v, v.map.conduits_from[d // 2]),
        _built_from,
    ),
    "BA-086": _Look(
        placing.linked_to_own_powerhouse, lambda v, d, say: _links(v, d // 2, v.own_house_basins()), _pipes_from
    ),
    "BA-087": _Look(_most_drops, lambda v, d, say: str(_arriving(v, d)), _phase, further=True),
    "BA-088": _Look(placing.red_outline, _red),
    "BA-089": _Look(placing.below_a_powerhouse, lambda v, d, say: _upstream(v, d)),
    "BA-090": _Look(placing.downstream_dam, _dam_links, _pipes_from),
    "BA-092": _Look(placing.second_most_powerful, lambda v, c, say: str(v.map.value[c])),
    "BA-093": _Look(placing.dam_own_first, _source),
    "BA-094": _Look(placing.dam_rival_first, _source),
    "BA-095": _Look(placing.powerhouse_own_first, _end),
    "BA-096": _Look(placing.powerhouse_rival_first, _end),
    "BA-097": _Look(
        placing.most_powerful_conduit_into, lambda v, b, say: _strongest(v, v.map.conduits_into[b]), _built_into
    ),
    "BA-098": _Look(placing.linked_to_own_dam, lambda v, b, say: _into(v, b), _pipes_into),
    "BA-099": _Look(placing.in_the_plains, _area),
    "BA-101": _Look(placing.feeds_own_first, _fed, _below),
    "BA-102": _Look(placing.feeds_no_rival_first, _fed, _below),
    "BA-115a": _Look(placing.worth_the_cap, lambda v, c, say: str(v.map.value[c])),
    "BA-115c": _Look(placing.red_outline, _red),
    "BA-084": _Look(lambda v, mask: mask & ~v.map.red_dams, _red),
    "BA-130": _Look(placing.mountains_first, lambda v, d, say: _area(v, d // 2, say)),
    "BA-144": _Look(placing.linked_first, lambda v, d, say: _links(v, d // 2, v.own_house_basins()), _pipes_from),
    "BA-R05": _Look(neutral_first, lambda v, s, say: _owner(v, v.board.owner_of_dam(dam_of(s)), say)),
    "BA-R21": _Look(further_right, lambda v, place, say: str(place + 1)),
}


def _walk(board: Barrage, decision: Decision, step: Step, code: str) -> dict[int, str]:
    """In which order the walk from the code comes to the options (BA-083); the two spaces of a basin come together."""
    m = board.map
    if decision.of.id == m.conduits.id:
        start = m.conduits.names.index(code)
    else:
        start = m.basin_by_code(code) * (2 if decision.of.id == m.dams.id else 1)
    tags: dict[int, str] = {}
    rest, place = step.before, 0
    while rest:
        place += 1
        found = first_from(rest, start)
        if decision.of.id == m.dams.id:
            found = rest & (0b11 << (found.bit_length() - 1) // 2 * 2)
        tags.update(dict.fromkeys(bits(found), str(place)))
        rest &= ~found
    return tags


# ---------------------------------------------------------------------------------------------------------------- water


def _water(board: Barrage, decision: Decision, step: Step) -> Aid:
    """What each placement gains, and where the drops of the chosen one run and stop (BA-054)."""
    table, _ = placements(board.map.headstreams.names)
    found = _search(board, decision.options, table)
    if found is None:
        return Aid()
    v, immediate = found
    tags = {} if step.scores is not None else {o: f"+{v.gains[o][1]}" for o in bits(step.left)}
    if decision.chosen is None or not step.left >> decision.chosen & 1:
        return Aid(NOTHING, tags)
    placed = table[decision.chosen]
    heads = placed if immediate else [a + b for a, b in zip(board.heads, placed, strict=True)]
    return Aid(drops_run(board, heads), tags)


def _search(board: Barrage, eligible: Mask, table: tuple[tuple[int, ...], ...]) -> tuple[View, bool] | None:
    """The seat for which just these placements are admissible here, and whether the drops flow at once."""
    if not eligible:
        return None
    for seat in _seats(board):
        for immediate in (False, True):
            v = View(board, seat, Asked())
            search(v, 3, immediate)
            for most in (1, 2, 3):  # fewer drops leave out the greater placements, and change nothing else
                if mask_of(o for o in bits(v.eligible) if sum(table[o]) <= most) == eligible:
                    return v, immediate
    return None
