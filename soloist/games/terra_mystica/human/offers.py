"""Points that follow for the humans from what happened at a table, by the functions that book them in a DIGITAL game.

A table tells its own points: each is offered with the line that tells it. Offered is what the board alone decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from soloist.core.bits import Mask
from soloist.core.board import Event
from soloist.core.rulebook import Offer
from soloist.core.sink import follow
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board import events as e
from soloist.games.terra_mystica.board.state import PLACING, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, DWELLING, HUMAN, KINDS, SEATS
from soloist.games.terra_mystica.human.building import structure_points
from soloist.games.terra_mystica.human.factions import NO_TILE, ROUND_TILES, SIDES, SPADES, RoundTile, Side
from soloist.games.terra_mystica.human.passing import pass_points
from soloist.games.terra_mystica.human.reach import turns_into
from soloist.games.terra_mystica.human.towns import town_points


def offers(board: TerraMystica, events: Sequence[Event]) -> list[Offer]:
    """What the humans may tell because of these events; `board` is the position before them."""
    found: list[Offer] = []
    for i, (along, event) in enumerate(follow(board, events)):
        if along.phase == PLAYING:
            found += _of_event(along, event, events[i + 1 :])
    return found


def _of_event(board: TerraMystica, event: Event, later: Sequence[Event]) -> Iterator[Offer]:
    match event:
        case e.Built(seat) | e.Upgraded(seat) if seat == AUTOMA:
            yield from _power(board, event)
        case e.Traded():
            yield from _power(board, event)
        case e.Transformed(seat, hex_, terrain) if _counts(board, seat) and e.Built(seat, hex_) in later:
            yield from _spades(board, seat, hex_, terrain)
        case e.Built(seat) if _counts(board, seat):
            yield from _structure(board, seat, DWELLING, "TM-047")
        case e.Upgraded(seat, _, kind) if seat != AUTOMA:
            yield from _structure(board, seat, kind, "TM-060")
        case e.TownFounded(seat, tile) if seat != AUTOMA:
            town, faction = town_points(_tile(board), tile, _side(board, seat))
            yield from _vp(seat, "offer.town", town, "TM-081")
            yield from _vp(seat, "offer.faction", faction, "TM-112")
        case e.Passed(seat) if seat != AUTOMA:
            keys = ("offer.pass_card", "offer.pass_favor", "offer.faction")
            for key, vp in zip(keys, pass_points(board, seat, _side(board, seat)), strict=True):
                yield from _vp(seat, key, vp, "TM-094")
        case _:
            pass


def _counts(board: TerraMystica, seat: int) -> bool:
    """Whether a human builds: starting dwellings are placed and bring nothing (TM-015)."""
    return seat != AUTOMA and board.owned(seat).bit_count() >= board.setup.humans[seat - 1].dwellings


def _side(board: TerraMystica, seat: int) -> Side:
    return SIDES[board.setup.humans[seat - 1].id]


def _tile(board: TerraMystica) -> RoundTile:
    """The scoring tile of the round; of the tiles of Merchants of the Seas nothing is known."""
    return ROUND_TILES.get(board.setup.tiles[board.round - 1], NO_TILE)


def _vp(seat: int, key: str, vp: int, rule: str) -> Iterator[Offer]:
    if vp:
        who = "" if seat == HUMAN else f"{SEATS.names[seat]}: "
        yield Offer(text(key, vp=vp), rule, f"{who}vp {vp:+d}")


def _structure(board: TerraMystica, seat: int, kind: int, rule: str) -> Iterator[Offer]:
    tile, favor = structure_points(_tile(board), board.favors[seat], kind)
    yield from _vp(seat, "offer.round", tile, rule)
    yield from _vp(seat, "offer.favor", favor, rule)


def _spades(board: TerraMystica, seat: int, hex_: int, terrain: int) -> Iterator[Offer]:
    """TM-048: the spades of a hex transformed to be built on. A sandstorm of Nomads has none, and looks the same."""
    side, start = _side(board, seat), board.terrain_at(hex_)
    if start is None or side.id == "nomads":
        return
    used = dict(turns_into(side, board.home[seat], start)).get(terrain, 0)
    yield from _vp(seat, "offer.round", _tile(board).vp[SPADES] * used, "TM-048")
    yield from _vp(seat, "offer.faction", used if side.halflings else 0, "TM-121")


def power_offered(board: TerraMystica, seat: int, event: Event) -> tuple[int, Mask]:
    """The power a human may gain for what she did (TM-062, TMA-085b) and those of his structures it comes from: nothing for
    her starting dwellings (TM-015)."""
    if isinstance(event, e.Built | e.Upgraded) and event.seat == AUTOMA and board.phase != PLACING:
        return board.power_to_human(seat, event.hex), board.owned(seat) & board.beside(1 << event.hex)
    if isinstance(event, e.Traded) and (kind := board.kind_at(seat, event.hex)) is not None:
        return board.power_value(seat, kind), 1 << event.hex
    return 0, 0


def because(board: TerraMystica, event: e.Built | e.Upgraded | e.Traded, own: Mask) -> Text:
    """What she did, where, and beside which structures of the human."""
    hexes = board.map.hexes
    if isinstance(event, e.Traded):
        return text("offer.traded", hex=hexes.names[event.hex])
    kind = Word(f"kind.{KINDS.names[event.kind if isinstance(event, e.Upgraded) else DWELLING]}")
    return text("offer.beside", kind=kind, hex=hexes.names[event.hex], own=hexes.list(own))


def _power(board: TerraMystica, event: e.Built | e.Upgraded | e.Traded) -> Iterator[Offer]:
    """TM-062, TM-063: power for a point less, as far as the points go; a single power costs nothing and needs no line."""
    for seat in board.humans:
        offered, own = power_offered(board, seat, event)
        power = min(offered, board.vp[seat] + 1)
        if power > 1:
            who = "" if seat == HUMAN else f"{SEATS.names[seat]}: "
            says = text("offer.power", power=power, vp=power - 1, because=because(board, event, own))
            yield Offer(says, "TM-063", f"{who}vp -{power - 1}")
