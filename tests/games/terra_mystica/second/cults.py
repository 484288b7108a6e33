"""The cult tracks: steps, the power on the way, keys for space 10 (TM-069 … TM-077)."""

from __future__ import annotations

from tests.games.terra_mystica.second.facts import CULT_BOARD, CULTS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import World

TOP = CULT_BOARD["top_space"]["space"]
_POWER = {t["space"]: t["power"] for t in CULT_BOARD["threshold"]}


def top_taken(world: World, player: Player, track: str) -> bool:
    return any(o.cults[track] == TOP for o in world.players.values() if o is not player)


def move_up(world: World, player: Player, track: str, steps: int) -> None:
    """Move a marker up (TM-069, TM-071, TM-072); a step lost for want of a key is remembered for this turn (TM-075)."""
    was = player.cults[track]
    now = was + steps
    if now >= TOP > was:
        if top_taken(world, player, track):
            now = TOP - 1
        elif player.keys:
            player.keys -= 1
            now = TOP
        else:
            now = TOP - 1
            if world.mover == player.seat and world.round:
                world.turn.stopped.add(track)
    now = min(now, TOP)
    player.cults[track] = now
    player.gain_power(sum(power for space, power in _POWER.items() if was < space <= now))


def keys_came(world: World, player: Player) -> None:
    """Move on markers that stopped in this turn for want of a key (TM-075)."""
    for track in CULTS:
        if (
            track in world.turn.stopped
            and player.keys
            and player.cults[track] == TOP - 1
            and not top_taken(world, player, track)
        ):
            world.turn.stopped.discard(track)
            move_up(world, player, track, 1)


def spaces(world: World, track: str) -> list[int]:
    """Return the order spaces a priest can be sent to (TM-070)."""
    found = []
    for space in CULT_BOARD["order_space"]:
        if world.order_spaces[track].count(space["steps"]) < space["count"]:
            found.append(space["steps"])
    return found


def send(world: World, player: Player, track: str, space: int) -> None:
    player.pay(priest=1)
    if space > 1:
        world.order_spaces[track].append(space)
        player.priests_placed += 1
    extra = 1 if player.is_("acolytes") and player.stronghold else 0
    move_up(world, player, track, space + extra)
