"""A second generator of legal moves, written to be obviously right and slow.

It uses sets of hex names, breadth-first search, and its own reading of the data files. It shares nothing with the steps
of `player/` but the position, their names and the notation of moves.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from soloist.games.packaged_data import read_entries
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CULTS, FAVOR_TILES, KINDS, PACKAGE, WHEEL
from soloist.games.terra_mystica.player.state import ACTIONS as ACTION_PHASE
from soloist.games.terra_mystica.player.state import Position

FACTIONS: dict[str, Any] = {e["id"]: e for e in read_entries(PACKAGE, "factions", "faction")}
ACTIONS: list[Any] = [e for e in read_entries(PACKAGE, "power_actions", "action") if e["site_id"] != "connect"]


@cache
def grid(map_id: str) -> tuple[dict[str, tuple[int, int]], set[str], set[str]]:
    """Return every hex with row and column, the land, and the bridge places, by the neighbour rule at the top of
    maps.toml."""
    entry = next(e for e in read_entries(PACKAGE, "maps", "map") if e["id"] == map_id)
    where: dict[str, tuple[int, int]] = {}
    land = set()
    for row in entry["rows"]:
        for column, cell in enumerate(row["cells"]):
            name, code = cell.split(":")
            where[name] = (row["row_index"], column)
            if code != "~":
                land.add(name)
    return where, land, set(entry["bridges"])


@cache
def around(map_id: str, name: str) -> frozenset[str]:
    where, _, _ = grid(map_id)
    r, c = where[name]
    side = 0 if r % 2 == 0 else 1
    spots = {(r, c - 1), (r, c + 1)} | {(r + d, c - 1 + side + k) for d in (-1, 1) for k in (0, 1)}
    return frozenset(n for n, spot in where.items() if spot in spots)


class Eyes:
    """The position by names, for the seat that decides."""

    def __init__(self, position: Position, seat: int) -> None:
        self.s, self.seat = position, seat
        self.map = position.map.id
        _, self.land, self.pairs = grid(self.map)
        self.data = FACTIONS[position.setup.humans[seat - 1].id]
        self.id = self.data["id"]
        names = position.map.hexes.names
        self.at: dict[str, tuple[int, str]] = {}
        for who, pieces in enumerate(position.pieces):
            for kind, mask in enumerate(pieces):
                for i, name in enumerate(names):
                    if mask >> i & 1:
                        self.at[name] = (who, KINDS.names[kind])
        self.ground: dict[str, str] = {}
        for t, mask in enumerate(position.terrain):
            for i, name in enumerate(names):
                if mask >> i & 1:
                    self.ground[name] = (*WHEEL, "ice", "volcano")[t]
        self.own = {n for n, (who, _) in self.at.items() if who == seat}
        self.purse = position.purses[seat]
        self.home = WHEEL[position.home[seat]]
        self.stand = {"ice": "ice", "volcano": "volcano"}.get(self.data["home_terrain"], self.home)
        self.bridged: set[frozenset[str]] = set()
        for mask in position.bridges:
            for i, name in enumerate(position.map.bridge_names.names):
                if mask >> i & 1:
                    self.bridged.add(frozenset(name.split(":")))
        self.stronghold = any(kind == "stronghold" for who, kind in self.at.values() if who == seat)

    def next_to(self, name: str) -> set[str]:
        """Return the directly adjacent land."""
        found = {n for n in around(self.map, name) if n in self.land}
        for pair in self.bridged:
            if name in pair:
                found |= pair - {name}
        return found

    def sailed(self, name: str, ships: int) -> set[str]:
        """Return the land across 1 to `ships` river hexes, by breadth-first search over water."""
        seen: set[str] = set()
        edge = {n for n in around(self.map, name) if n not in self.land}
        found: set[str] = set()
        for _ in range(ships):
            seen |= edge
            for water in edge:
                found |= {n for n in around(self.map, water) if n in self.land}
            edge = {n for water in edge for n in around(self.map, water) if n not in self.land} - seen
        return found - {name}

    def reach(self, acting: bool = True) -> set[str]:
        ships = self.s.shipping[self.seat]
        card = self.s.bonus[self.seat]
        if acting and card >= 0 and BONUS.names[card] == "bon4" and self.data["shipping"]["kind"] != "none":
            ships += 1
        found: set[str] = set()
        for name in self.own:
            if self.id != "riverwalkers":
                found |= self.next_to(name)
            found |= self.sailed(name, ships)
        return found

    def jumps(self) -> set[str]:
        if self.id not in ("dwarves", "fakirs"):
            return set()
        found = set()
        for name in self.own:
            ball = {name}
            for _ in range(self.s.jump[self.seat] + 1):
                ball |= {n for x in ball for n in around(self.map, x)}
            found |= {n for n in ball if n in self.land and n not in around(self.map, name) and n != name}
        return found

    def jump_price(self) -> tuple[int, int]:
        return (0, 1) if self.id == "fakirs" else (1 if self.stronghold else 2, 0)

    def free(self) -> set[str]:
        return {n for n in self.land if n not in self.at}

    def carries(self) -> set[str]:
        if self.id == "riverwalkers":
            unlocked = {WHEEL[t] for t in range(7) if self.purse.unlocked >> t & 1}
            return {n for n in self.land if self.ground[n] in unlocked}
        return {n for n in self.land if self.ground[n] == self.stand}

    def spades(self, start: str, end: str) -> int:
        """Return the number of spades by walking round the wheel both ways; a way that meets home before its end is
        closed."""
        if start in ("ice", "volcano") or self.data["digging"]["kind"] == "none":
            return 0
        if self.id == "giants":
            return 2 if end == self.home and start != self.home else 0
        goal = end
        if self.stand == "ice":
            if end == self.home:
                return 0
            if end == "ice":
                if start == self.home:
                    return 1
                goal = self.home
        if goal not in WHEEL or goal == start:
            return 0
        ways = []
        for step in (1, -1):
            at, n = WHEEL.index(start), 0
            while WHEEL[at % 7] != goal:
                at, n = at + step, n + 1
                if WHEEL[at % 7] == self.home and goal != self.home:
                    n = 99
                    break
            ways.append(n)
        return min(ways)

    def way(self, start: str, end: str) -> list[str]:
        """Return the terrains between two on the shorter way round the wheel that does not meet home."""
        goal = self.home if end == "ice" else end
        ways = []
        for step in (1, -1):
            at, passed = WHEEL.index(start) + step, []
            while WHEEL[at % 7] != goal and len(passed) < 7:
                passed.append(WHEEL[at % 7])
                at += step
            if self.home not in passed and start != goal:
                ways.append(passed)
        return min(ways, key=len) if ways else []

    def foreign_homes(self) -> set[str]:
        found = set()
        for other, faction in enumerate(self.s.setup.humans, 1):
            kind = FACTIONS[faction.id]["home_terrain"]
            if other != self.seat and (kind in WHEEL or faction.id == "shapeshifters"):
                found.add(WHEEL[self.s.home[other]])
        if self.s.setup.automa:
            found.add(WHEEL[self.s.home[AUTOMA]])
        return found


def naive(position: Position) -> set[str]:
    """Return the notation of every legal move."""
    if position.phase == OVER:
        return set()
    seat = (
        position.waits[-1].seat if position.waits else position.offers[0].seat if position.offers else position.to_move
    )
    if seat == AUTOMA:
        return set()
    eyes = Eyes(position, seat)
    if position.waits:
        found = _pending(eyes)
        if position.stage == ACTION_PHASE and seat == position.to_move:
            found |= _conversions(eyes)
            if position.waits[-1].name == "take_town":
                found |= _connect(eyes)
        return found
    if position.offers:
        return {"take", "decline"}
    found = _conversions(eyes) | _connect(eyes)
    if position.turn.exchanges:
        most = min(position.turn.exchanges, eyes.purse.workers, position.priests[seat] - eyes.purse.priests)
        found |= {f"exchange {n}" for n in range(1, most + 1)}
    if not position.turn.acted:
        return found | _build(eyes, eyes.land) | _transform(eyes) | _rest(eyes)
    found.add("done")
    if position.turn.may_build:
        if position.turn.free_spades:
            found |= _transform(eyes)
        elif eyes.id == "alchemists" and eyes.stronghold and not position.turn.homed:
            hexes = {n for i, n in enumerate(position.map.hexes.names) if position.turn.short >> i & 1}
            found |= {line for line in _transform(eyes) if line.split()[1] in hexes}
        names = position.map.hexes.names
        homed = {n for i, n in enumerate(names) if position.turn.homed >> i & 1}
        found |= _build(eyes, homed)
    return found


def _conversions(eyes: Eyes) -> set[str]:
    p, found = eyes.purse, set()
    room = eyes.s.priests[eyes.seat] - p.priests
    if eyes.id == "riverwalkers":
        locked = 7 - p.unlocked.bit_count()
        room = 1 if locked else room
    for name, possible in (
        ("burn 1", p.bowl2 >= 2),
        ("convert power to priest 1", p.bowl3 >= 5 and room > 0),
        ("convert power to worker 1", p.bowl3 >= 3),
        ("convert power to coin 1", p.bowl3 >= 1),
        ("convert priest to worker 1", p.priests >= 1),
        ("convert worker to coin 1", p.workers >= 1),
        ("convert vp to coin 1", eyes.id == "alchemists" and eyes.s.vp[eyes.seat] >= 1),
        ("convert coin to vp 1", eyes.id == "alchemists" and p.coins >= 2),
    ):
        if possible:
            found.add(name)
    return found


def _connect(eyes: Eyes) -> set[str]:
    """Return every river hex over which the Mermaids' structures make a town, growing the group name by name."""
    if eyes.id != "mermaids" or not any(eyes.s.town_left):
        return set()
    names = eyes.s.map.hexes.names
    towns = {n for i, n in enumerate(names) if eyes.purse.towns >> i & 1}
    rivers = {n for i, n in enumerate(names) if eyes.purse.rivers >> i & 1}
    found = set()
    for river in (n for n in grid(eyes.map)[0] if n not in eyes.land and n not in rivers):
        group = {n for n in around(eyes.map, river) if n in eyes.own}
        if len(group) < 2 or not group - towns:
            continue
        while True:
            more = {n for x in group for n in eyes.next_to(x) if n in eyes.own}
            for water in rivers | {river}:
                shore = {n for n in around(eyes.map, water) if n in eyes.own}
                if shore & group:
                    more |= shore
            if more <= group:
                break
            group |= more
        power = sum(eyes.data["build"][eyes.at[n][1]]["power_value"] for n in group)
        need = 6 if eyes.s.favors[eyes.seat] >> 4 & 1 else 7
        count = 3 if any(eyes.at[n][1] == "sanctuary" for n in group) else 4
        if not group & towns and len(group) >= count and power >= need:
            found.add(f"connect {river}")
    return found


def _build(eyes: Eyes, where: set[str]) -> set[str]:
    if not eyes.s.left[eyes.seat][0]:
        return set()
    cost, found = eyes.data["build"]["dwelling"]["cost"], set()
    near, far = eyes.reach(), eyes.jumps()
    jumped = eyes.s.turn.jumped
    names = eyes.s.map.hexes.names
    homed = {n for i, n in enumerate(names) if eyes.s.turn.homed >> i & 1}
    for name in where & eyes.free() & eyes.carries():
        workers, priests = cost["worker"], 0
        if name not in near and not (jumped >= 0 and names[jumped] == name and name in homed):
            if name not in far or jumped >= 0:
                continue
            extra, priests = eyes.jump_price()
            workers += extra
        if eyes.purse.workers >= workers and eyes.purse.coins >= cost["coin"] and eyes.purse.priests >= priests:
            found.add(f"build {name}")
    return found


def _transform(eyes: Eyes) -> set[str]:
    s, turn, found = eyes.s, eyes.s.turn, set()
    names = s.map.hexes.names
    near, far = eyes.reach(), eyes.jumps()
    if eyes.data["home_terrain"] == "volcano":
        return set() if turn.acted else _volcano(eyes, near)
    kind = eyes.data["digging"]["kind"]
    if kind == "none":
        return set()
    short = {n for i, n in enumerate(names) if turn.short >> i & 1}
    touched = short | {n for i, n in enumerate(names) if turn.homed >> i & 1}
    for name in eyes.free():
        workers = priests = 0
        if name not in near and not (turn.jumped >= 0 and names[turn.jumped] == name):
            if name not in far or turn.jumped >= 0:
                continue
            workers, priests = eyes.jump_price()
        for end in (*WHEEL, "ice"):
            need = eyes.spades(eyes.ground[name], end)
            if not need or (end != eyes.stand and short - {name}):
                continue
            if name in touched - short:
                continue
            if name in short and turn.ground >= 0 and eyes.ground[name] not in eyes.way(WHEEL[turn.ground], end):
                continue
            bought = max(0, need - turn.free_spades)
            if bought and (touched - {name} or turn.free_only):
                continue
            if kind == "priest":
                price = (workers, priests + bought)
            else:
                price = (workers + bought * eyes.data["digging"]["worker_per_spade"][eyes.purse.digging], priests)
            if eyes.purse.workers >= price[0] and eyes.purse.priests >= price[1]:
                found.add(f"transform {name} to {end}")
    return found


def _volcano(eyes: Eyes, near: set[str]) -> set[str]:
    found = set()
    for name in near & eyes.free():
        if eyes.ground[name] in ("ice", "volcano"):
            continue
        dear = eyes.ground[name] in eyes.foreign_homes()
        if eyes.id == "dragonlords":
            if eyes.purse.bowl1 + eyes.purse.bowl2 + eyes.purse.bowl3 >= 1 + dear:
                found.add(f"transform {name} to volcano")
        else:
            for track, cult in enumerate(CULTS.names):
                if eyes.s.cults[eyes.seat][track] >= 3 + dear:
                    found.add(f"transform {name} to volcano with {cult}")
    return found


def _rest(eyes: Eyes) -> set[str]:
    """Return upgrades, priests, tracks, actions and passing."""
    s, p, found = eyes.s, eyes.purse, set()
    for name in eyes.own:
        old = eyes.at[name][1]
        for new in {
            "dwelling": ["trading_house"],
            "trading_house": ["temple", "stronghold"],
            "temple": ["sanctuary"],
        }.get(old, []):
            cost = eyes.data["build"][new]["cost"]
            if new == "trading_house" and not any(
                eyes.at[n][0] != eyes.seat for n in eyes.next_to(name) if n in eyes.at
            ):
                cost = eyes.data["build"][new]["cost_no_neighbour"]
            if s.left[eyes.seat][KINDS.names.index(new)] and p.workers >= cost["worker"] and p.coins >= cost["coin"]:
                found.add(f"upgrade {name} to {new}")
    if p.priests:
        for track, cult in enumerate(CULTS.names):
            spaces = s.spaces[4 * track : 4 * track + 4]
            found.add(f"send {cult} 1")
            if -1 in spaces[1:]:
                found.add(f"send {cult} 2")
            if spaces[0] == -1:
                found.add(f"send {cult} 3")
        if (
            eyes.data["shipping"]["kind"] == "track"
            and s.shipping[eyes.seat] < eyes.data["shipping"]["max"]
            and p.coins >= 4
        ):
            found.add("advance shipping")
        digging = eyes.data["digging"]
        if digging["kind"] == "track" and p.digging < len(digging["worker_per_spade"]) - 1:
            price = digging["advance_cost"]
            if p.workers >= price["worker"] and p.coins >= price["coin"]:
                found.add("advance digging")
    found |= _actions(eyes)
    cards = [""] if s.round == 6 else [f" {BONUS.names[c]}" for c in s.row]
    return found | {f"pass{card}" for card in cards}


def _actions(eyes: Eyes) -> set[str]:
    s, p, found = eyes.s, eyes.purse, set()
    for number, action in enumerate(ACTIONS):
        power = action["cost"].get("power", 0)
        spade = any(x["gain"] == "spade" for x in action["effect"])
        if eyes.id == "riverwalkers" and spade:
            continue
        if action["where"] == "board":
            marked = s.used >> number & 1
            power -= eyes.id == "yetis"
            if p.bowl3 >= power and (not marked or (eyes.id == "yetis" and eyes.stronghold)):
                found.add(f"action {action['id']}")
            continue
        if p.used >> number & 1:
            continue
        if action["where"] == "bonus_card":
            if s.bonus[eyes.seat] >= 0 and BONUS.names[s.bonus[eyes.seat]] == action["id"].split("_")[0]:
                found.add(f"action {action['id']}")
        elif action["where"] == "favor_tile":
            if s.favors[eyes.seat] >> 5 & 1:
                found.add(f"action {action['id']}")
        elif action["faction"] == eyes.id and (action["needs"] == "nothing" or eyes.stronghold):
            if eyes.id == "engineers":
                if p.workers >= 2 and s.bridges[eyes.seat].bit_count() < 3:
                    found.add(f"action {action['id']}")
            elif eyes.id == "shapeshifters":
                tokens = p.bowl1 + p.bowl2 + p.bowl3
                if p.bowl3 >= power if power else tokens >= 5:
                    found |= {
                        f"action {action['id']} {t}" for t in WHEEL if t not in eyes.foreign_homes() | {eyes.home}
                    }
            else:
                found.add(f"action {action['id']}")
    return found


def _pending(eyes: Eyes) -> set[str]:
    s, found = eyes.s, set()
    kind: Any = s.waits[-1].name
    step: Any = s.waits[-1]
    free = eyes.free()
    tiles = ("take_favor", "take_town", "use_key")
    if kind in tiles:
        for other in reversed(s.waits):
            if other.seat != eyes.seat or other.name not in tiles:
                break
            if other.name == "take_favor":
                for t, favor in enumerate(FAVOR_TILES):
                    taken = sum(held >> t & 1 for held in s.favors)
                    if taken < favor.count and not s.favors[eyes.seat] >> t & 1:
                        found.add(f"favor {favor.id}")
            elif other.name == "take_town":
                found |= {f"town tw{i}" for i, n in enumerate(s.town_left, 1) if n > 0}
            else:
                found |= {f"key {c}" for t, c in enumerate(CULTS.names) if getattr(other, "tracks", 0) >> t & 1}
    elif kind == "place_dwelling":
        for name in free:
            wet = any(n not in eyes.land for n in around(eyes.map, name))
            if eyes.ground[name] == eyes.home and (eyes.id != "riverwalkers" or wet):
                found.add(f"place {name}")
    elif kind == "choose_bonus":
        found |= {f"bonus {BONUS.names[c]}" for c in s.row}
    elif kind == "cult_step":
        found |= {f"cult {c}" for c in CULTS.names}
    elif kind == "build_bridge":
        for pair in eyes.pairs:
            ends = set(pair.split(":"))
            if ends & eyes.own and frozenset(ends) not in eyes.bridged:
                found.add(f"bridge {pair}")
        found.add("done")
    elif kind == "ride":
        found |= {f"build {n}" for n in free & eyes.carries()} if s.left[eyes.seat][0] else set()
        found.add("done")
    elif kind == "storm":
        sides = {n for x in eyes.own for n in around(eyes.map, x) if n in eyes.land}
        found |= {
            f"transform {n} to desert" for n in sides & free if eyes.ground[n] not in ("desert", "ice", "volcano")
        }
        found.add("done")
    elif kind == "swarm":
        if s.left[eyes.seat][1]:
            found |= {f"upgrade {n} to trading_house" for n in eyes.own if eyes.at[n][1] == "dwelling"}
        found.add("done")
    elif kind == "cult_spades":
        spent = {n for i, n in enumerate(s.map.hexes.names) if step.done >> i & 1}
        for name in (free & eyes.reach(acting=False)) - spent:
            found |= {
                f"transform {name} to {t}"
                for t in (*WHEEL, "ice")
                if 0 < eyes.spades(eyes.ground[name], t) <= step.spades
            }
        found.add("done")
    elif kind == "unlock_or_priest":
        for t, name in enumerate(WHEEL):
            if not eyes.purse.unlocked >> t & 1 and eyes.purse.coins >= 1 + (name in eyes.foreign_homes()):
                found.add(f"unlock {name}")
        if s.priests[eyes.seat] - (7 - eyes.purse.unlocked.bit_count()) > eyes.purse.priests:
            found.add("unlock priest")
        if not found:
            found.add("done")
    else:
        assert kind == "new_token"
        found |= {"token no"} | ({"token yes"} if s.vp[eyes.seat] else set())
    return found
