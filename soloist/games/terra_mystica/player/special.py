"""Power actions and special actions (TM-090 … TM-092)."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.bits import Mask, iterate_bits
from soloist.core.sink import Sink
from soloist.core.steps import StepOpened
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import ActionUsed, book_resources
from soloist.games.terra_mystica.board.purse import FROM_CONVERT
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.base_step import Step, refuse, update_turn
from soloist.games.terra_mystica.player.bridges import bridges_left, entitle_bridges
from soloist.games.terra_mystica.player.building import Ride, Storm, Swarm
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import count_tokens, lose_tokens
from soloist.games.terra_mystica.player.events import OwnActionUsed, Shifted, note_turn
from soloist.games.terra_mystica.player.priests import WHOLE_WHEEL, gain_priests, other_home_terrains
from soloist.games.terra_mystica.player.spades import gain_spades
from soloist.games.terra_mystica.player.state import Position

#: the Shapeshifters' actions, which name a terrain (TM-154)
_SHIFTS = (factions.SHIFT_POWER, factions.SHIFT_TOKENS)
#: workers for a bridge of the Engineers (TM-119), power or tokens for a shift (TM-154)
_BRIDGE_WORKERS, _SHIFT_PRICE = 2, 5


def action_price(position: Position, seat: int, action: int) -> int:
    """Return the power that an action costs; the Yetis pay 1 less on the game board (TM-143)."""
    power = factions.ACTION_POWER[action]
    return power - 1 if action <= factions.ACT6 and position.sides[seat].yetis else power


def find_refusal(position: Position, seat: int, action: int) -> str:
    """Return the rule that forbids an action, or "". Its price is checked elsewhere."""
    side = position.sides[seat]
    if action <= factions.ACT6:
        if position.used >> action & 1 and not (side.yetis and position.has_stronghold(seat)):
            return "TM-090"
        if side.riverwalkers and action in (factions.ACT5, factions.ACT6):
            return "TM-150"
        return ""
    if action == factions.SPADE_CARD and (position.bonus[seat] != factions.BON1 or side.riverwalkers):
        return "TM-150" if side.riverwalkers else "TM-091"
    if action == factions.CULT_CARD and position.bonus[seat] != factions.BON2:
        return "TM-091"
    if action == factions.CULT_TILE and not position.favors[seat] >> factions.FAV6 & 1:
        return "TM-091"
    if factions.ACTION_FACTION[action] and factions.ACTION_FACTION[action] != side.id:
        return "TM-091"
    if factions.ACTION_FACTION[action] and action != factions.ENGINEERS and not position.has_stronghold(seat):
        return "TM-059"
    if position.purses[seat].used >> action & 1:
        return "TM-091"
    if action == factions.CHAOS and position.turn.extra:
        return "TM-091"
    return ""


_OWN = {
    side: tuple(a for a in range(factions.AUREN, factions.SHIFT_TOKENS + 1) if factions.ACTION_FACTION[a] == side)
    for side in factions.ACTION_FACTION
}


def list_special_actions(position: Position, seat: int) -> list[Move]:
    """Return the actions that can be chosen (TM-172); what they give is decided by the steps they open."""
    purse, side = position.purses[seat], position.sides[seat]
    found = []
    power = purse.bowl3
    if power > 1:
        for action in range(factions.ACT6 + 1):
            if power >= action_price(position, seat, action) and not find_refusal(position, seat, action):
                found.append(Move(moves.ACTION, action))
    if (
        position.bonus[seat] == factions.BON1
        or position.bonus[seat] == factions.BON2
        or position.favors[seat] >> factions.FAV6 & 1
    ):
        for action in (factions.SPADE_CARD, factions.CULT_CARD, factions.CULT_TILE):
            if not find_refusal(position, seat, action):
                found.append(Move(moves.ACTION, action))
    if side.engineers:
        if purse.workers >= _BRIDGE_WORKERS and bridges_left(position, seat) > 0:
            found.append(Move(moves.ACTION, factions.ENGINEERS))
    elif position.has_stronghold(seat):
        for action in _OWN.get(side.id, ()):
            if find_refusal(position, seat, action):
                continue
            if side.shapeshifters:
                paid = power if action == factions.SHIFT_POWER else count_tokens(position, seat)
                if paid >= _SHIFT_PRICE:
                    found.extend(Move(moves.ACTION, action, t + 1) for t in iterate_bits(shift_targets(position, seat)))
            else:
                found.append(Move(moves.ACTION, action))
    return found


def shift_targets(position: Position, seat: int) -> Mask:
    """Return the terrains the Shapeshifters may change to: wheel terrains that are no player's home (TM-154)."""
    return WHOLE_WHEEL & ~other_home_terrains(position, seat) & ~(1 << position.home[seat])


def use_special_action(position: Position, sink: Sink, seat: int, action: int, target: int) -> None:
    """Use a power action or special action (TM-090 … TM-092). `target` is a terrain counted from 1, 0 for none."""
    _can_be_used(position, seat, action, target)
    power = action_price(position, seat, action)
    if action == factions.CHAOS:  # TM-114: the marker costs no action of its own; two follow
        update_turn(position, sink, extra=1)
    else:
        note_turn(position, sink, position.turn.taken())
    if power:
        book_resources(position, sink, seat, FROM_CONVERT, bowl1=power, bowl3=-power)
    if action <= factions.ACT6:
        sink.apply_event(position, ActionUsed(seat, action))
    elif action != factions.ENGINEERS and action not in _SHIFTS:
        sink.apply_event(position, OwnActionUsed(seat, action))
    _EFFECTS[action](position, sink, seat, target)


def _can_be_used(position: Position, seat: int, action: int, target: int) -> None:
    rule = find_refusal(position, seat, action)
    if rule:
        refuse(rule)
    purse = position.purses[seat]
    if purse.bowl3 < action_price(position, seat, action):
        refuse("TM-031")
    if (target != 0) != (action in _SHIFTS):
        refuse("TM-154")
    if target and not shift_targets(position, seat) >> (target - 1) & 1:
        refuse("TM-154")
    if action == factions.ENGINEERS and purse.workers < _BRIDGE_WORKERS:
        refuse("TM-119")
    if action == factions.ENGINEERS and bridges_left(position, seat) < 1:
        refuse("TM-086")
    if action == factions.SHIFT_TOKENS and count_tokens(position, seat) < _SHIFT_PRICE:
        refuse("TM-154")


def _act_engineers(position: Position, sink: Sink, seat: int, target: int) -> None:
    book_resources(position, sink, seat, FROM_CONVERT, workers=-_BRIDGE_WORKERS)
    entitle_bridges(position, sink, seat, 1)


def _shift_home(position: Position, sink: Sink, seat: int, target: int) -> None:
    sink.apply_event(position, Shifted(seat, target - 1))


def _shift_tokens(position: Position, sink: Sink, seat: int, target: int) -> None:
    lose_tokens(position, sink, seat, _SHIFT_PRICE)
    sink.apply_event(position, Shifted(seat, target - 1))


Effect = Callable[[Position, Sink, int, int], None]


def _opening_effect(step: Callable[[int], Step]) -> Effect:
    return lambda position, sink, seat, target: sink.apply_event(position, StepOpened(step(seat)))


_EFFECTS: dict[int, Effect] = {
    factions.ACT1: lambda position, sink, seat, target: entitle_bridges(position, sink, seat, 1),
    factions.ACT2: lambda position, sink, seat, target: gain_priests(position, sink, seat, 1),
    factions.ACT3: lambda position, sink, seat, target: book_resources(position, sink, seat, FROM_CONVERT, workers=2),
    factions.ACT4: lambda position, sink, seat, target: book_resources(position, sink, seat, FROM_CONVERT, coins=7),
    factions.ACT5: lambda position, sink, seat, target: gain_spades(position, sink, seat, 1),
    factions.ACT6: lambda position, sink, seat, target: gain_spades(position, sink, seat, 2),
    factions.SPADE_CARD: lambda position, sink, seat, target: gain_spades(position, sink, seat, 1),
    factions.CULT_CARD: _opening_effect(CultStep),
    factions.CULT_TILE: _opening_effect(CultStep),
    factions.AUREN: _opening_effect(lambda seat: CultStep(seat, 2)),
    factions.CHAOS: lambda position, sink, seat, target: None,
    factions.ENGINEERS: _act_engineers,
    factions.GIANTS: lambda position, sink, seat, target: gain_spades(position, sink, seat, 2),
    factions.NOMADS: _opening_effect(Storm),
    factions.SWARMLINGS: _opening_effect(Swarm),
    factions.WITCHES: _opening_effect(Ride),
    factions.SHIFT_POWER: _shift_home,
    factions.SHIFT_TOKENS: _shift_tokens,
}
