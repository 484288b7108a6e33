"""The gains of tiles, actions and tracks, by the names in the data files."""

from __future__ import annotations

from typing import Any

from tests.games.terra_mystica.second import cults
from tests.games.terra_mystica.second.facts import BONUS, CULTS, FAVORS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Wait, World


def priests(world: World, player: Player, n: int) -> None:
    """Gain priests as far as there is room (TM-010); Riverwalkers decide about each (TM-150)."""
    if n and player.is_("riverwalkers") and len(player.unlocked) < 7:
        world.waits.insert(0, Wait("unlock", player.seat, n))
    else:
        player.priests += max(0, min(n, player.priest_room()))


def shipping_step(player: Player) -> None:
    """Take a step on the shipping track with its VP; nothing at its end or without one (TM-050)."""
    track = player.facts["shipping"]
    if track["kind"] == "track" and player.shipping < track["max"]:
        player.vp += track["vp"][player.shipping - track["start"]]
        player.shipping += 1


def gain(world: World, player: Player, what: str, n: int) -> None:
    if what == "coin":
        player.coins += n
    elif what == "worker":
        player.workers += n
    elif what == "priest":
        priests(world, player, n)
    elif what == "power":
        player.gain_power(n)
    elif what == "vp":
        player.vp += n
    elif what in CULTS:
        cults.move_up(world, player, what, n)
    elif what == "shipping_step":
        shipping_step(player)
    elif what == "carpet_range":
        player.carpet += n if player.is_("fakirs") else 0
    elif what == "power_token_bowl1":
        player.bowls[0] += n
    else:
        raise ValueError(what)


def gains(world: World, player: Player, effects: list[dict[str, Any]], times: int = 1) -> None:
    for effect in effects:
        gain(world, player, effect["gain"], effect["n"] * times)


def converted_spades(world: World, player: Player, n: int, round_tile: bool) -> None:
    """Turn spades of volcano factions into steps or tokens; the spade tile scores (TM-146, TM-148, TM-149)."""
    if round_tile:
        player.vp += n * world.scores("spade")
    if player.is_("dragonlords"):
        player.bowls[0] += n
    else:
        for _ in range(n):
            world.waits.append(Wait("cult", player.seat, 1))


def income(world: World, player: Player) -> None:
    """Pay the income of player board, favor tiles and bonus card (TM-019)."""
    total: dict[str, int] = {}
    for kind, entry in player.facts["build"].items():
        for what, by_number in entry["income"].items():
            total[what] = total.get(what, 0) + by_number[player.built(kind)]
    tiles = [FAVORS[tile] for tile in player.favors] + [BONUS[player.bonus]]
    for tile in tiles:
        for effect in tile.get("income", []):
            total[effect["gain"]] = total.get(effect["gain"], 0) + effect["n"]
    for what, n in total.items():
        gain(world, player, what, n)
