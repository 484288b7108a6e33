"""Spades: their sources, points and uses (TM-040 … TM-048, TM-115, TM-121 … TM-126, TM-144)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import StepOpened, options_field
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import CultAdvanced, Transformed, book_resources
from soloist.games.terra_mystica.board.purse import FROM_FACTION, FROM_ROUND
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import VOLCANO
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, hexes_of, refuse, update_turn
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import count_tokens, gain_power, lose_tokens
from soloist.games.terra_mystica.player.events import note_turn
from soloist.games.terra_mystica.player.factions import SPADES
from soloist.games.terra_mystica.player.priests import other_home_terrains
from soloist.games.terra_mystica.player.reach import (
    JUMP_VP,
    ground_at,
    ground_of,
    jump_price,
    jump_reach,
    reach,
    spade_targets,
    spades_needed,
)
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, Position


def spade_reward(position: Position, sink: Sink, seat: int, n: int, bought: int = 0) -> None:
    """Book the rewards for `n` spades: scoring tile, Halflings, Alchemists' stronghold, Darklings (TM-048).

    The Darklings score only the `bought` ones (TM-123).
    """
    side = position.sides[seat]
    _score_spades(position, sink, seat, n)
    if side.halflings:
        book_resources(position, sink, seat, FROM_FACTION, vp=n)
    elif side.alchemists and position.has_stronghold(seat):  # Halflings: TM-121, TM-125
        gain_power(position, sink, seat, 2 * n, FROM_FACTION)
    elif side.darklings and bought:
        book_resources(position, sink, seat, FROM_FACTION, vp=2 * bought)


def _score_spades(position: Position, sink: Sink, seat: int, n: int) -> None:
    if position.stage != BONUSES:  # TM-098
        vp = position.tiles[position.round - 1].vp[SPADES] * n
        if vp:
            book_resources(position, sink, seat, FROM_ROUND, vp=vp)


def convert_spades(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Turn the spades of a volcano faction into tokens or cult steps (TM-146, TM-148); the tile still scores
    (TM-149)."""
    _score_spades(position, sink, seat, n)
    if position.sides[seat].dragonlords:
        book_resources(position, sink, seat, FROM_FACTION, bowl1=n)
    else:
        for _ in range(n):
            sink.apply_event(position, StepOpened(CultStep(seat)))


def gain_spades(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Gain free spades for the current action (TM-044)."""
    side = position.sides[seat]
    if side.volcano:
        convert_spades(position, sink, seat, n)
        return
    if side.riverwalkers:
        return
    note_turn(position, sink, position.turn.dug(n, acted=position.turn.acted))
    if position.site:  # B1
        spade_reward(position, sink, seat, n)


def buy_spades(position: Position, sink: Sink, seat: int, n: int) -> None:
    """Buy spades before their hex is named, as ledgers of the public site do (B1); their rewards come at once."""
    turn = position.turn
    if position.sides[seat].riverwalkers:
        refuse("TM-150")
    if position.stage != ACTIONS or (turn.acted and not turn.may_build):
        refuse("TM-020")
    _pay_spades(position, sink, seat, n, jump=False)
    note_turn(position, sink, turn.dug(n, acted=1))
    spade_reward(position, sink, seat, n, n)


def spade_price(position: Position, seat: int) -> tuple[int, int]:
    """Return the workers and priests for one spade (TM-041, TM-153); (-1, 0) for factions that cannot buy any."""
    side = position.sides[seat]
    if side.spade_priests:
        return 0, 1
    if not side.spade_cost:
        return -1, 0
    return side.spade_cost[position.purses[seat].digging], 0


def free_land(position: Position) -> Mask:
    """Return the land without structures that is not ice or volcano."""
    return position.map.land & ~position.occupied() & ~position.terrain[7] & ~position.terrain[8]


def _free_ground(position: Position, hex_: int) -> int:
    """Return the terrain of a hex that can be transformed; refuse any other hex (TM-049, TM-145)."""
    here = 1 << hex_
    if not position.map.land & here or position.occupied() & here:
        refuse("TM-049")
    start = ground_at(position, hex_)
    if start > 6:
        refuse("TM-145")
    return start


# ------------------------------------------------------------------------------------------------------------ in a turn


def list_transformations(position: Position, seat: int) -> list[Move]:
    """Return a move for each reachable hex and terrain that free and bought spades allow (TM-171, TM-172)."""
    side, purse, turn = position.sides[seat], position.purses[seat], position.turn
    found: list[Move] = []
    if side.riverwalkers:
        return found
    land = free_land(position)
    near = reach(position, seat) & land
    if side.volcano:
        return [] if turn.acted else _list_volcanoes(position, seat, near)  # TM-144: only as an action of its own
    free = turn.free_spades
    if turn.acted and not free:
        near &= turn.short
    workers, priests = spade_price(position, seat)
    bought = purse.priests if priests else purse.workers // workers if workers > 0 else 0
    if turn.free_only:
        bought = 0
    _spread_spades(position, seat, near, free, bought, found)
    if side.dwarves or side.fakirs:
        if turn.jumped >= 0:
            _spread_spades(position, seat, 1 << turn.jumped & land & ~near, free, bought, found)
        else:
            jump_workers, jump_priests = jump_price(position, seat)
            if purse.workers >= jump_workers and purse.priests >= jump_priests:
                bought = (purse.workers - jump_workers) // workers
                _spread_spades(position, seat, jump_reach(position, seat) & land & ~near, free, bought, found)
    return found


def _spread_spades(position: Position, seat: int, where: Mask, free: int, bought: int, found: list[Move]) -> None:
    before, short = touched_hexes(position), position.turn.short
    ground = 7 if position.sides[seat].ice else position.home[seat]
    add = found.append
    for start in range(7):
        here = where & position.terrain[start]
        if not here:
            continue
        ends = spade_targets(position, seat, start)
        while here:
            low = here & -here
            here ^= low
            hex_ = low.bit_length() - 1
            most = free if before & ~low else free + bought
            again = before & low
            for end, need in ends:
                fits = need <= most and (end == ground or not short & ~low)
                if fits and (not again or _on_the_way(position, seat, hex_, end)):
                    add(Move(moves.TRANSFORM, hex_, end))


def _list_volcanoes(position: Position, seat: int, near: Mask) -> list[Move]:
    found: list[Move] = []
    acolytes = position.sides[seat].acolytes
    for start in range(7):
        here = near & position.terrain[start]
        if not here:
            continue
        price = volcano_price(position, seat, start)
        if acolytes:
            payers = [track + 1 for track in range(4) if position.cults[seat][track] >= price]
        else:
            payers = [0] if count_tokens(position, seat) >= price else []
        for hex_ in iterate_bits(here):
            found.extend(Move(moves.TRANSFORM, hex_, VOLCANO, payer) for payer in payers)
    return found


def touched_hexes(position: Position) -> Mask:
    """Return the hexes transformed in this action."""
    return position.turn.homed | position.turn.short


def may_buy_more_spades(position: Position, seat: int) -> bool:
    """Return whether more spades may be bought for a hex that is only partly transformed.

    Alchemists with their stronghold may: they pay with the power of the earlier spades (TM-126).
    """
    turn = position.turn
    own = position.sides[seat].alchemists and position.has_stronghold(seat)
    return own and bool(turn.may_build and turn.short) and not turn.homed


def _on_the_way(position: Position, seat: int, hex_: int, terrain: int) -> bool:
    """Return whether a further transformation of a hex continues the first one, neither back nor beyond home
    (TM-042)."""
    turn = position.turn
    if position.site or not touched_hexes(position) >> hex_ & 1:
        return True
    if not turn.short >> hex_ & 1:
        return False
    first, now = turn.ground, ground_at(position, hex_)
    if first == NOBODY:
        return True  # older saves lack the first terrain
    used = spades_needed(position, seat, first, now)
    return spades_needed(position, seat, first, terrain) == used + spades_needed(position, seat, now, terrain)


def transform_hex(position: Position, sink: Sink, seat: int, hex_: int, terrain: int, payer: int) -> None:
    """Transform a hex in a turn with free spades first, then bought ones (TM-040 … TM-045).

    Reaching the hex may cost a jump. `payer` is the Acolytes' cult track, counted from 1.
    """
    turn, side, here = position.turn, position.sides[seat], 1 << hex_
    start = _free_ground(position, hex_)
    jump = _needs_jump(position, seat, hex_)
    if side.volcano:
        _make_volcano(position, sink, seat, hex_, start, terrain, payer)
        return
    need = spades_needed(position, seat, start, terrain)
    if payer or not need:
        refuse("TM-150" if side.riverwalkers else "TM-115" if side.giants else "TM-171")
    home = ground_of(position, seat)
    if turn.acted and not turn.free_spades and not (turn.short & here and may_buy_more_spades(position, seat)):
        refuse("TM-042")
    if terrain != home and turn.short & ~here:
        refuse("TM-045")
    if not _on_the_way(position, seat, hex_, terrain):
        refuse("TM-042")
    bought = max(0, need - turn.free_spades)
    if bought and touched_hexes(position) & ~here:
        refuse("TM-045")
    if bought and turn.free_only:
        refuse("TM-R01")
    if turn.acted and not turn.may_build:
        refuse("TM-045")
    _pay_spades(position, sink, seat, bought, jump=jump)
    if position.site:
        spade_reward(position, sink, seat, bought, bought) if bought else None
    else:
        spade_reward(position, sink, seat, need, bought)
    sink.apply_event(position, Transformed(seat, hex_, terrain))
    more = side.alchemists and position.has_stronghold(seat)
    note_turn(position, sink, turn.transformed(hex_, start, need, home=terrain == home, jump=jump, more=more))


def _pay_spades(position: Position, sink: Sink, seat: int, bought: int, *, jump: bool) -> None:
    """Pay the bought spades (TM-041) and the jump, and book the points of the jump (TM-118, TM-120)."""
    workers, priests = spade_price(position, seat)
    if bought and workers < 0:
        refuse("TM-041")
    jump_workers, jump_priests = jump_price(position, seat) if jump else (0, 0)
    purse = position.purses[seat]
    workers, priests = max(workers, 0) * bought + jump_workers, priests * bought + jump_priests
    if purse.workers < workers or purse.priests < priests:
        refuse("TM-041")
    if workers or priests or jump:
        book_resources(
            position, sink, seat, FROM_FACTION, workers=-workers, priests=-priests, vp=JUMP_VP if jump else 0
        )


def _needs_jump(position: Position, seat: int, hex_: int) -> bool:
    """Return whether a tunnel or carpet is needed; refuse a hex out of reach (TM-005, TM-118, TM-120)."""
    if reach(position, seat) >> hex_ & 1 or position.turn.jumped == hex_:
        return False
    if not jump_reach(position, seat) >> hex_ & 1:
        refuse("TM-005")
    if position.turn.jumped >= 0:
        refuse("TM-118")
    return True


def _make_volcano(position: Position, sink: Sink, seat: int, hex_: int, start: int, terrain: int, payer: int) -> None:
    """Turn any wheel terrain into volcano at once (TM-144); Acolytes pay steps (TM-146), Dragonlords tokens
    (TM-148)."""
    if terrain != VOLCANO or position.turn.acted:
        refuse("TM-144")
    price = volcano_price(position, seat, start)
    if position.sides[seat].acolytes:
        if not payer or position.cults[seat][payer - 1] < price:
            refuse("TM-146")
        sink.apply_event(position, CultAdvanced(seat, payer - 1, -price))  # the only way down (TM-076)
    else:
        if payer or count_tokens(position, seat) < price:
            refuse("TM-148")
        lose_tokens(position, sink, seat, price)
    sink.apply_event(position, Transformed(seat, hex_, VOLCANO))
    update_turn(position, sink, acted=1, may_build=1, homed=position.turn.homed | 1 << hex_)


def volcano_price(position: Position, seat: int, start: int) -> int:
    """Return the price in cult steps or tokens, one more on the home terrain of another player."""
    return (3 if position.sides[seat].acolytes else 1) + (other_home_terrains(position, seat) >> start & 1)


# ----------------------------------------------------------------------------------------- spades of the cult bonus


@dataclass(frozen=True, slots=True)
class CultSpades(Step):
    """Using the spades of the cult bonus: without bon4, tunnels, carpets or buying (TM-096).

    `done` are the hexes already transformed: each is transformed only once (TM-042).
    """

    name: ClassVar[str] = "cult_spades"
    takes: ClassVar[tuple[int, ...]] = (moves.TRANSFORM,)
    optional: ClassVar[bool] = True
    spades: int = 1
    done: int = options_field(hexes_of, 0, later=True)

    def list_open_moves(self, position: Position) -> list[Move]:
        found: list[Move] = []
        near = reach(position, self.seat, acting=False) & free_land(position) & ~self.done
        for start in range(7):
            here = near & position.terrain[start]
            if here:
                ends = [end for end, need in spade_targets(position, self.seat, start) if need <= self.spades]
                for hex_ in iterate_bits(here):
                    found.extend(Move(moves.TRANSFORM, hex_, end) for end in ends)
        return found

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        _, hex_, terrain, _ = move
        start = _free_ground(position, hex_)
        if not reach(position, self.seat, acting=False) >> hex_ & 1:
            refuse("TM-096")
        need = spades_needed(position, self.seat, start, terrain)
        if not need or need > self.spades:
            refuse("TM-096")
        if self.done >> hex_ & 1:
            refuse("TM-042")
        if not position.site:
            spade_reward(position, sink, self.seat, need)
        sink.apply_event(position, Transformed(self.seat, hex_, terrain))
        self.close(position, sink)
        if self.spades > need:
            done = 0 if position.site else self.done | 1 << hex_
            sink.apply_event(position, StepOpened(CultSpades(self.seat, self.spades - need, done)))

    def make_question(self, position: Position) -> Text:
        return spades_left(self.spades)


def spades_left(n: int) -> Text:
    return text("decision.spade") if n == 1 else text("decision.spades", n=n)
