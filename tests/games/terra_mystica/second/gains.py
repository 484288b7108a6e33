"""The gains of tiles, actions and tracks, by the names in the data files."""

from __future__ import annotations

from typing import Any

from tests.games.terra_mystica.second import cults
from tests.games.terra_mystica.second.facts import BONUS, CULTS, FAVORS
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Wait, World


def priests(w: World, p: Player, n: int) -> None:
    """Gain priests as far as there is room (TM-010); Riverwalkers decide about each (TM-150)."""
    if n and p.is_("riverwalkers") and len(p.unlocked) < 7:
        w.waits.insert(0, Wait("unlock", p.seat, n))
    else:
        p.priests += max(0, min(n, p.priest_room()))


def shipping_step(p: Player) -> None:
    """Take a step on the shipping track with its VP; nothing at its end or without one (TM-050)."""
    track = p.facts["shipping"]
    if track["kind"] == "track" and p.shipping < track["max"]:
        p.vp += track["vp"][p.shipping - track["start"]]
        p.shipping += 1


def gain(w: World, p: Player, what: str, n: int) -> None:
    if what == "coin":
        p.coins += n
    elif what == "worker":
        p.workers += n
    elif what == "priest":
        priests(w, p, n)
    elif what == "power":
        p.gain_power(n)
    elif what == "vp":
        p.vp += n
    elif what in CULTS:
        cults.move_up(w, p, what, n)
    elif what == "shipping_step":
        shipping_step(p)
    elif what == "carpet_range":
        p.carpet += n if p.is_("fakirs") else 0
    elif what == "power_token_bowl1":
        p.bowls[0] += n
    else:
        raise ValueError(what)


def gains(w: World, p: Player, effects: list[dict[str, Any]], times: int = 1) -> None:
    for effect in effects:
        gain(w, p, effect["gain"], effect["n"] * times)


def converted_spades(w: World, p: Player, n: int, round_tile: bool) -> None:
    """Turn spades of volcano factions into steps or tokens; the spade tile scores (TM-146, TM-148, TM-149)."""
    if round_tile:
        p.vp += n * w.scores("spade")
    if p.is_("dragonlords"):
        p.bowls[0] += n
    else:
        for _ in range(n):
            w.waits.append(Wait("cult", p.seat, 1))


def income(w: World, p: Player) -> None:
    """Pay the income of player board, favor tiles and bonus card (TM-019)."""
    total: dict[str, int] = {}
    for kind, entry in p.facts["build"].items():
        for what, by_number in entry["income"].items():
            total[what] = total.get(what, 0) + by_number[p.built(kind)]
    tiles = [FAVORS[tile] for tile in p.favors] + [BONUS[p.bonus]]
    for tile in tiles:
        for effect in tile.get("income", []):
            total[effect["gain"]] = total.get(effect["gain"], 0) + effect["n"]
    for what, n in total.items():
        gain(w, p, what, n)
