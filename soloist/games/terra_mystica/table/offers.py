"""Offers of points that follow for the humans from entered events, computed by the functions that book them in DIGITAL
games.

In TABLE mode players enter their own points: each offer comes with its line. Only points that the board alone decides
are offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soloist.core.bits import Mask, iterate_bits
from soloist.core.board import Event
from soloist.core.rulebook import Credit, Offer
from soloist.core.sink import iterate_positions
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.laws import adjacency_of
from soloist.games.terra_mystica.board.map import connected_groups
from soloist.games.terra_mystica.board.state import PLACING, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, DWELLING, HUMAN, KINDS, SEATS, STRONGHOLD, TOWNS
from soloist.games.terra_mystica.player.building import CULTISTS_STRONGHOLD_VP, structure_points
from soloist.games.terra_mystica.player.factions import NO_TILE, ROUND_TILES, SIDES, SPADES, TOWN_GAINS, RoundTile, Side
from soloist.games.terra_mystica.player.passing import pass_points
from soloist.games.terra_mystica.player.reach import JUMP_VP, hexes_in_range, jump_reach_of, spade_targets_of
from soloist.games.terra_mystica.player.towns import is_large_enough, town_points
from soloist.games.terra_mystica.player.tracks import DIGGING_VP
from soloist.games.terra_mystica.table.doubts import is_idle


def find_offers(board: TerraMystica, events: Sequence[Event]) -> list[Offer]:
    """Return the lines the humans may enter because of these events; `board` is the position before them."""
    found: list[Offer] = []
    for i, (along, event) in enumerate(iterate_positions(board, events)):
        if along.phase == PLAYING:
            found += _of_event(along, event, events[:i], events[i + 1 :])
    return found


def _of_event(board: TerraMystica, event: Event, earlier: Sequence[Event], later: Sequence[Event]) -> Iterator[Offer]:
    match event:
        case board_events.Built(seat) | board_events.Upgraded(seat) if seat == AUTOMA:
            yield from _offer_power(board, event)
        case board_events.Traded():
            yield from _offer_power(board, event)
        case board_events.Transformed(seat, hex_, terrain) if (
            _counts(board, seat) and board_events.Built(seat, hex_) in later
        ):
            yield from _offer_spades(board, seat, hex_, terrain)
            yield from _offer_jump(board, seat, hex_)
        case board_events.Built(seat, hex_) if _counts(board, seat):
            yield from _offer_structure(board, seat, DWELLING, "TM-047")
            if not any(isinstance(it, board_events.Transformed) and it.hex == hex_ for it in earlier):
                yield from _offer_jump(board, seat, hex_)
        case board_events.Upgraded(seat, _, kind) if seat != AUTOMA:
            yield from _offer_structure(board, seat, kind, "TM-060")
            if kind == STRONGHOLD and _side(board, seat).cultists:
                yield from _offer_vp(seat, "offer.faction", CULTISTS_STRONGHOLD_VP, "TM-124", "faction")
        case board_events.TownFounded(seat, tile) if seat != AUTOMA:
            for key, vp, rule, source in _of_town(board, seat, tile):
                yield from _offer_vp(seat, key, vp, rule, source)
        case board_events.Corrected(field):
            yield from _offer_shipping(board, event, field)
        case board_events.TurnDone(seat) if is_idle(board, seat) and len(_side(board, seat).spade_cost) > 1:
            yield from _offer_vp(seat, "offer.digging", DIGGING_VP, "TM-051", "track")
        case board_events.Passed(seat) if seat != AUTOMA:
            keys = (("offer.pass_card", "bonus"), ("offer.pass_favor", "favor"), ("offer.faction", "faction"))
            for (key, source), vp in zip(keys, pass_points(board, seat, _side(board, seat)), strict=True):
                yield from _offer_vp(seat, key, vp, "TM-094", source)
        case _:
            pass
    if (
        isinstance(event, board_events.Built | board_events.Upgraded | board_events.Bridged | board_events.FavorTaken)
        and event.seat != AUTOMA
    ):
        yield from _offer_towns(board, event.seat, event, later)


def _counts(board: TerraMystica, seat: int) -> bool:
    """Return whether a human's build scores: starting dwellings are placed and bring nothing (TM-015)."""
    return seat != AUTOMA and board.owned(seat).bit_count() >= board.setup.humans[seat - 1].dwellings


def _side(board: TerraMystica, seat: int) -> Side:
    return SIDES[board.setup.humans[seat - 1].id]


def _tile(board: TerraMystica) -> RoundTile:
    """Return the scoring tile of the round; those of Merchants of the Seas have unknown values."""
    return ROUND_TILES.get(board.setup.tiles[board.round - 1], NO_TILE)


def _offer_vp(seat: int, key: str, vp: int, rule: str, source: str) -> Iterator[Offer]:
    if vp:
        line = f"{_who(seat)}vp {vp:+d}"
        yield Offer(text(key, vp=vp), rule, line, credits=(_credit(seat, source, vp),))


def _who(seat: int) -> str:
    return "" if seat == HUMAN else f"{SEATS.names[seat]}: "


def _credit(seat: int, source: str, vp: int) -> Credit:
    return Credit(SEATS.names[seat], Word(f"source.{source}"), vp)


def _offer_structure(board: TerraMystica, seat: int, kind: int, rule: str) -> Iterator[Offer]:
    tile, favor = structure_points(_tile(board), board.favors[seat], kind)
    yield from _offer_vp(seat, "offer.round", tile, rule, "round")
    yield from _offer_vp(seat, "offer.favor", favor, rule, "favor")


def _offer_spades(board: TerraMystica, seat: int, hex_: int, terrain: int) -> Iterator[Offer]:
    """Offer the points for the spades of a hex that is built on (TM-048).

    Nomads are left out, because a sandstorm looks like a transformation but uses no spades.
    """
    side, start = _side(board, seat), board.terrain_at(hex_)
    if start is None or side.id == "nomads":
        return
    used = dict(spade_targets_of(side, board.home[seat], start)).get(terrain, 0)
    yield from _offer_vp(seat, "offer.round", _tile(board).vp[SPADES] * used, "TM-048", "round")
    yield from _offer_vp(seat, "offer.faction", used if side.halflings else 0, "TM-121", "faction")


def _offer_jump(board: TerraMystica, seat: int, hex_: int) -> Iterator[Offer]:
    """Offer the points of a tunnel or carpet flight, for the first event on its hex in a turn (TM-118, TM-120)."""
    side = _side(board, seat)
    if not (side.dwarves or side.fakirs) or (board.began and board.began[0] != board.changed_by(seat)):
        return
    here = 1 << hex_
    if jump_reach_of(board, seat, side) & here and not hexes_in_range(board, seat, side, board.shipping[seat]) & here:
        yield from _offer_vp(seat, "offer.faction", JUMP_VP, "TM-120" if side.fakirs else "TM-118", "faction")


def _offer_shipping(board: TerraMystica, event: board_events.Corrected, field: str) -> Iterator[Offer]:
    """Offer the points of a step on the shipping track, which is entered as the new level (TM-050)."""
    of, _, name = field.partition(".")
    seat = SEATS.find_option(name)
    if of != "shipping" or seat is None or seat not in board.humans:
        return
    after = board.copy()
    event.apply(after)
    side, level = _side(board, seat), board.shipping[seat]
    step = level - side.ship_start
    if after.shipping[seat] == level + 1 and 0 <= step < len(side.ship_vp):
        yield from _offer_vp(seat, "offer.shipping", side.ship_vp[step], "TM-050", "track")


def _of_town(board: TerraMystica, seat: int, tile: int) -> list[tuple[str, int, str, str]]:
    """Return the points of a town tile, each with its words, rule and source (TM-081, TM-112)."""
    town, faction = town_points(_tile(board), tile, _side(board, seat))
    found = [("offer.town", town, "TM-081", "town"), ("offer.faction", faction, "TM-112", "faction")]
    return [it for it in found if it[1]]


def _offer_towns(board: TerraMystica, seat: int, event: Event, later: Sequence[Event]) -> Iterator[Offer]:
    """Offer each group that has just become a town with every tile (TM-078), except towns entered at the same time."""
    after = board.copy()
    event.apply(after)
    before = possible_towns(board, seat)
    new = [group for group in possible_towns(after, seat) if not any(group & town for town in before)]
    told = sum(isinstance(it, board_events.TownFounded) and it.seat == seat for it in later)
    for group in new[told:]:
        hexes = board.map.hexes.name_options(group)
        for number, tile in enumerate(TOWNS.names):
            points = _of_town(board, seat, number)
            vp = sum(vp for _, vp, _, _ in points)
            key = "offer.town_tile" if vp == TOWN_GAINS[number].vp else "offer.town_tile_more"
            lines = [f"{_who(seat)}town {tile}", *(f"{_who(seat)}vp {vp:+d}" for _, vp, _, _ in points)]
            yield Offer(
                text(key, tile=Word(f"town.{tile}"), vp=vp),
                "TM-078",
                "; ".join(lines),
                group=f"town {seat} {hexes[0]}",
                asks=text("offer.which_town", hexes=hexes),
                credits=tuple(_credit(seat, source, vp) for _, vp, _, source in points),
            )


def possible_towns(board: TerraMystica, seat: int) -> list[Mask]:
    """Return the groups of structures that are large enough for a town (TM-078), also across a river hex for the
    Mermaids (TM-122).

    Which of them already are a town is not known in TABLE mode.
    """
    own, standing = board.owned(seat), board.standing()
    found = [
        group
        for group in connected_groups(own, adjacency_of(board.map, standing, 0))
        if is_large_enough(board, seat, group)
    ]
    if _side(board, seat).mermaids:
        for river in iterate_bits(board.map.around(own) & board.map.river):
            for group in connected_groups(own, adjacency_of(board.map, standing, 1 << river)):
                if is_large_enough(board, seat, group) and not any(group & town for town in found):
                    found.append(group)
    return found


def power_offered(board: TerraMystica, seat: int, event: Event) -> tuple[int, Mask]:
    """Return the power a human may gain for her event (TM-062, TMA-085b) and the structures it comes from.

    Her starting dwellings offer nothing (TM-015).
    """
    if (
        isinstance(event, board_events.Built | board_events.Upgraded)
        and event.seat == AUTOMA
        and board.phase != PLACING
    ):
        return board.power_to_human(seat, event.hex), board.owned(seat) & board.beside(1 << event.hex)
    if isinstance(event, board_events.Traded) and (kind := board.kind_at(seat, event.hex)) is not None:
        return board.power_value(seat, kind), 1 << event.hex
    return 0, 0


def explain_offer(
    board: TerraMystica, event: board_events.Built | board_events.Upgraded | board_events.Traded, own: Mask
) -> Text:
    """Return her action, its place, and the human structures next to it."""
    hexes = board.map.hexes
    if isinstance(event, board_events.Traded):
        return text("offer.traded", hex=hexes.names[event.hex])
    kind = Word(f"kind.{KINDS.names[event.kind if isinstance(event, board_events.Upgraded) else DWELLING]}")
    return text("offer.beside", kind=kind, hex=hexes.names[event.hex], own=hexes.name_options(own))


def _offer_power(
    board: TerraMystica, event: board_events.Built | board_events.Upgraded | board_events.Traded
) -> Iterator[Offer]:
    """Offer power for one point less than its amount, as far as the points allow (TM-062, TM-063).

    A single power is free and needs no line.
    """
    for seat in board.humans:
        offered, own = power_offered(board, seat, event)
        power = min(offered, board.vp[seat] + 1)
        if power > 1:
            says = text("offer.power", power=power, vp=power - 1, because=explain_offer(board, event, own))
            credit = _credit(seat, "leech", 1 - power)
            yield Offer(says, "TM-063", f"{_who(seat)}vp -{power - 1}", credits=(credit,))
