"""The cult tracks: steps, the power on the way, keys for space 10 (TM-069 … TM-077)."""

from __future__ import annotations

from tests.games.terra_mystica.second.facts import CULT_BOARD, CULTS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World

TOP = CULT_BOARD["top_space"]["space"]
_POWER = {t["space"]: t["power"] for t in CULT_BOARD["threshold"]}


def top_taken(w: World, p: Player, track: str) -> bool:
    return any(o.cults[track] == TOP for o in w.players.values() if o is not p)


def move_up(w: World, p: Player, track: str, steps: int) -> None:
    """Move a marker up (TM-069, TM-071, TM-072); a step lost for want of a key is remembered for this turn (TM-075)."""
    was = p.cults[track]
    now = was + steps
    if now >= TOP > was:
        if top_taken(w, p, track):
            now = TOP - 1
        elif p.keys:
            p.keys -= 1
            now = TOP
        else:
            now = TOP - 1
            if w.mover == p.seat and w.round:
                w.turn.stopped.add(track)
    now = min(now, TOP)
    p.cults[track] = now
    p.gain_power(sum(power for space, power in _POWER.items() if was < space <= now))


def keys_came(w: World, p: Player) -> None:
    """Move on markers that stopped in this turn for want of a key (TM-075)."""
    for track in CULTS:
        if track in w.turn.stopped and p.keys and p.cults[track] == TOP - 1 and not top_taken(w, p, track):
            w.turn.stopped.discard(track)
            move_up(w, p, track, 1)


def spaces(w: World, track: str) -> list[int]:
    """Return the order spaces a priest can be sent to (TM-070)."""
    found = []
    for space in CULT_BOARD["order_space"]:
        if w.order_spaces[track].count(space["steps"]) < space["count"]:
            found.append(space["steps"])
    return found


def send(w: World, p: Player, track: str, space: int) -> None:
    p.pay(priest=1)
    if space > 1:
        w.order_spaces[track].append(space)
        p.priests_placed += 1
    extra = 1 if p.is_("acolytes") and p.stronghold else 0
    move_up(w, p, track, space + extra)
