"""Power actions and special actions (TM-090 … TM-092)."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import StepOpened
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import ActionUsed, book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT
from soloist.games.terra_mystica.player import factions as f
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.base_step import Step, note, refuse
from soloist.games.terra_mystica.player.bridges import bridges_left, entitle_bridges
from soloist.games.terra_mystica.player.building import Ride, Storm, Swarm
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import lose_tokens, tokens
from soloist.games.terra_mystica.player.events import OwnActionUsed, Shifted, note_turn
from soloist.games.terra_mystica.player.priests import WHOLE_WHEEL, gain_priests, home_terrains
from soloist.games.terra_mystica.player.spades import gain_spades
from soloist.games.terra_mystica.player.state import Position

#: the Shapeshifters' actions, which name a terrain (TM-154)
_SHIFTS = (f.SHIFT_POWER, f.SHIFT_TOKENS)
#: workers for a bridge of the Engineers (TM-119), power or tokens for a shift (TM-154)
_BRIDGE_WORKERS, _SHIFT_PRICE = 2, 5


def action_price(s: Position, seat: int, action: int) -> int:
    """Return the power that an action costs; the Yetis pay 1 less on the game board (TM-143)."""
    power = f.ACTION_POWER[action]
    return power - 1 if action <= f.ACT6 and s.sides[seat].yetis else power


def find_refusal(s: Position, seat: int, action: int) -> str:
    """Return the rule that forbids an action, or "". Its price is checked elsewhere."""
    side = s.sides[seat]
    if action <= f.ACT6:
        if s.used >> action & 1 and not (side.yetis and s.has_stronghold(seat)):
            return "TM-090"
        if side.riverwalkers and action in (f.ACT5, f.ACT6):
            return "TM-150"
        return ""
    if action == f.SPADE_CARD and (s.bonus[seat] != f.BON1 or side.riverwalkers):
        return "TM-150" if side.riverwalkers else "TM-091"
    if action == f.CULT_CARD and s.bonus[seat] != f.BON2:
        return "TM-091"
    if action == f.CULT_TILE and not s.favors[seat] >> f.FAV6 & 1:
        return "TM-091"
    if f.ACTION_FACTION[action] and f.ACTION_FACTION[action] != side.id:
        return "TM-091"
    if f.ACTION_FACTION[action] and action != f.ENGINEERS and not s.has_stronghold(seat):
        return "TM-059"
    if s.purses[seat].used >> action & 1:
        return "TM-091"
    if action == f.CHAOS and s.turn.extra:
        return "TM-091"
    return ""


_OWN = {
    side: tuple(a for a in range(f.AUREN, f.SHIFT_TOKENS + 1) if f.ACTION_FACTION[a] == side)
    for side in f.ACTION_FACTION
}


def special_actions(s: Position, seat: int) -> list[Move]:
    """Return the actions that can be chosen (TM-172); what they give is decided by the steps they open."""
    purse, side = s.purses[seat], s.sides[seat]
    found = []
    power = purse.bowl3
    if power > 1:
        for action in range(f.ACT6 + 1):
            if power >= action_price(s, seat, action) and not find_refusal(s, seat, action):
                found.append(Move(m.ACTION, action))
    if s.bonus[seat] == f.BON1 or s.bonus[seat] == f.BON2 or s.favors[seat] >> f.FAV6 & 1:
        for action in (f.SPADE_CARD, f.CULT_CARD, f.CULT_TILE):
            if not find_refusal(s, seat, action):
                found.append(Move(m.ACTION, action))
    if side.engineers:
        if purse.workers >= _BRIDGE_WORKERS and bridges_left(s, seat) > 0:
            found.append(Move(m.ACTION, f.ENGINEERS))
    elif s.has_stronghold(seat):
        for action in _OWN.get(side.id, ()):
            if find_refusal(s, seat, action):
                continue
            if side.shapeshifters:
                paid = power if action == f.SHIFT_POWER else tokens(s, seat)
                if paid >= _SHIFT_PRICE:
                    found.extend(Move(m.ACTION, action, t + 1) for t in iterate_bits(shift_targets(s, seat)))
            else:
                found.append(Move(m.ACTION, action))
    return found


def shift_targets(s: Position, seat: int) -> Mask:
    """Return the terrains the Shapeshifters may change to: wheel terrains that are no player's home (TM-154)."""
    return WHOLE_WHEEL & ~home_terrains(s, seat) & ~(1 << s.home[seat])


def special_action(s: Position, sink: Sink, seat: int, action: int, target: int) -> None:
    """Use a power action or special action (TM-090 … TM-092). `target` is a terrain counted from 1, 0 for none."""
    _can_be_used(s, seat, action, target)
    power = action_price(s, seat, action)
    if action == f.CHAOS:  # TM-114: the marker costs no action of its own; two follow
        note(s, sink, extra=1)
    else:
        note_turn(s, sink, s.turn.taken())
    if power:
        book_resources(s, sink, seat, FROM_CONVERT, bowl1=power, bowl3=-power)
    if action <= f.ACT6:
        sink.apply_event(s, ActionUsed(seat, action))
    elif action != f.ENGINEERS and action not in _SHIFTS:
        sink.apply_event(s, OwnActionUsed(seat, action))
    _EFFECTS[action](s, sink, seat, target)


def _can_be_used(s: Position, seat: int, action: int, target: int) -> None:
    rule = find_refusal(s, seat, action)
    if rule:
        refuse(rule)
    purse = s.purses[seat]
    if purse.bowl3 < action_price(s, seat, action):
        refuse("TM-031")
    if (target != 0) != (action in _SHIFTS):
        refuse("TM-154")
    if target and not shift_targets(s, seat) >> (target - 1) & 1:
        refuse("TM-154")
    if action == f.ENGINEERS and purse.workers < _BRIDGE_WORKERS:
        refuse("TM-119")
    if action == f.ENGINEERS and bridges_left(s, seat) < 1:
        refuse("TM-086")
    if action == f.SHIFT_TOKENS and tokens(s, seat) < _SHIFT_PRICE:
        refuse("TM-154")


def _act_engineers(s: Position, sink: Sink, seat: int, target: int) -> None:
    book_resources(s, sink, seat, FROM_CONVERT, workers=-_BRIDGE_WORKERS)
    entitle_bridges(s, sink, seat, 1)


def _shift_home(s: Position, sink: Sink, seat: int, target: int) -> None:
    sink.apply_event(s, Shifted(seat, target - 1))


def _shift_tokens(s: Position, sink: Sink, seat: int, target: int) -> None:
    lose_tokens(s, sink, seat, _SHIFT_PRICE)
    sink.apply_event(s, Shifted(seat, target - 1))


Effect = Callable[[Position, Sink, int, int], None]


def _opening_effect(step: Callable[[int], Step]) -> Effect:
    return lambda s, sink, seat, target: sink.apply_event(s, StepOpened(step(seat)))


_EFFECTS: dict[int, Effect] = {
    f.ACT1: lambda s, sink, seat, t: entitle_bridges(s, sink, seat, 1),
    f.ACT2: lambda s, sink, seat, t: gain_priests(s, sink, seat, 1),
    f.ACT3: lambda s, sink, seat, t: book_resources(s, sink, seat, FROM_CONVERT, workers=2),
    f.ACT4: lambda s, sink, seat, t: book_resources(s, sink, seat, FROM_CONVERT, coins=7),
    f.ACT5: lambda s, sink, seat, t: gain_spades(s, sink, seat, 1),
    f.ACT6: lambda s, sink, seat, t: gain_spades(s, sink, seat, 2),
    f.SPADE_CARD: lambda s, sink, seat, t: gain_spades(s, sink, seat, 1),
    f.CULT_CARD: _opening_effect(CultStep),
    f.CULT_TILE: _opening_effect(CultStep),
    f.AUREN: _opening_effect(lambda seat: CultStep(seat, 2)),
    f.CHAOS: lambda s, sink, seat, t: None,
    f.ENGINEERS: _act_engineers,
    f.GIANTS: lambda s, sink, seat, t: gain_spades(s, sink, seat, 2),
    f.NOMADS: _opening_effect(Storm),
    f.SWARMLINGS: _opening_effect(Swarm),
    f.WITCHES: _opening_effect(Ride),
    f.SHIFT_POWER: _shift_home,
    f.SHIFT_TOKENS: _shift_tokens,
}
