"""The course of a game: whose decision is due, legal moves, effects of a move, automatic consequences."""

from __future__ import annotations

from typing import Any

from tests.games.terra_mystica.second import building, cults, ending, gains, spades, towns
from tests.games.terra_mystica.second.facts import ACTIONS, BONUS, CULTS, FAVORS, ROUNDS, WHEEL
from tests.games.terra_mystica.second.player import Player
from tests.games.terra_mystica.second.world import Turn, Wait, World

#: what a player may take in the order he likes
_ANY_ORDER = ("favor", "town", "key")
#: TM-036: one unit of the first, so many, becomes one of the second
_RATES = {
    ("power", "priest"): 5,
    ("power", "worker"): 3,
    ("power", "coin"): 1,
    ("priest", "worker"): 1,
    ("worker", "coin"): 1,
}
#: TM-126
_ALCHEMY = {("vp", "coin"): 1, ("coin", "vp"): 2}


class Game(World):
    def __init__(self, setup: dict[str, str]) -> None:
        super().__init__(setup)
        #: "setting up", "income" while the Riverwalkers decide, "actions", "bonuses"
        self.stage = "setting up"
        self.waits = _set_up(self)[::-1]

    # -------------------------------------------------------------------------------------------------- whose turn it is

    def due(self) -> str | None:
        if self.over:
            return None
        if self.waits:
            return self.waits[-1].seat
        return self.offers[0].seat if self.offers else self.mover

    @property
    def acting(self) -> bool:
        """Return whether the deciding seat is in its own turn of the action phase."""
        return self.stage == "actions" and self.due() == self.mover

    # ----------------------------------------------------------------------------------------------------- what is open

    def legal(self) -> set[str]:
        seat = self.due()
        assert seat is not None
        p = self.players[seat]
        if not self.waits and self.offers:
            return {"take", "decline"}
        found = set(self._decisions(p))
        if self.acting:
            found |= self._any_time(p)
        return found

    def _decisions(self, p: Player) -> set[str]:
        if not self.waits:
            return self._turn(p)
        top = self.waits[-1]
        found = self._open(p, top)
        if top.what in _ANY_ORDER:
            for wait in self.waits:
                if wait.seat == p.seat and wait.what in _ANY_ORDER:
                    found |= self._open(p, wait)
        return found

    def _open(self, p: Player, wait: Wait) -> set[str]:
        what, n = wait.what, wait.n
        if what == "place":
            river = self.land.rivers
            free = [h for h, t in self.ground.items() if t == p.home and self.empty(h)]
            if p.is_("riverwalkers"):  # TM-151
                free = [h for h in free if self.land.beside[h] & river]
            return {f"place {h}" for h in free}
        if what == "bonus":
            return {f"bonus {card}" for card in self.row}
        if what == "favor":
            return {f"favor {tile}" for tile in building.favors_open(self, p)}
        if what == "town":
            return {f"town {tile}" for tile, left in self.towns_left.items() if left}
        if what == "key":
            return {f"key {track}" for track in wait.tracks}
        if what == "cult":
            return {f"cult {track}" for track in CULTS}
        if what == "token":
            return {"token yes", "token no"}
        if what == "cult_spades":
            return {"done"} | set(spades.bonus_transforms(self, p, n, wait.dug))
        found = self._optional(p, what)
        return found if what == "unlock" and found else found | {"done"}

    def _optional(self, p: Player, what: str) -> set[str]:
        if what == "bridge":
            return {f"bridge {name}" for name in building.bridge_places(self, p)}
        if what == "ride":  # TM-112
            free = [h for h, t in self.ground.items() if t == p.home and self.empty(h)]
            return {f"build {h}" for h in free if p.left["dwelling"]}
        if what == "storm":  # TM-113
            beside = {n for h in self.own(p) for n in self.land.beside[h] if n in self.ground and self.empty(n)}
            return {
                f"transform {h} to {p.home}" for h in beside if self.ground[h] in WHEEL and self.ground[h] != p.home
            }
        if what == "swarm":  # TM-116
            return {f"upgrade {h} to trading_house" for h in self.own(p, "dwelling") if p.left["trading_house"]}
        assert what == "unlock"  # TM-150
        dear = self.others_home(p)
        found = {f"unlock {t}" for t in WHEEL if t not in p.unlocked and p.coins >= (2 if t in dear else 1)}
        return found | ({"unlock priest"} if p.priest_room() > 0 else set())

    def _any_time(self, p: Player) -> set[str]:
        """Return the moves that are open at any time in a turn (TM-021, TM-032, TM-036, TM-122, TM-123, TM-126)."""
        found = {"burn 1"} if p.bowls[1] >= 2 else set()
        for (source, to), n in self._rates(p).items():
            if self._has(p, source) >= n and not (to == "priest" and not self._priest_use(p)):
                found.add(f"convert {source} to {to} 1")
        if not self.waits:
            found |= {f"exchange {n + 1}" for n in range(min(self.turn.exchanges, p.workers, p.priest_room()))}
        if self.waits and self.waits[-1].what != "town":
            return found
        return found | {f"connect {river}" for river in towns.rivers(self, p)}

    @staticmethod
    def _rates(p: Player) -> dict[tuple[str, str], int]:
        return _RATES | (_ALCHEMY if p.is_("alchemists") else {})

    @staticmethod
    def _has(p: Player, what: str) -> int:
        return {"power": p.bowls[2], "priest": p.priests, "worker": p.workers, "vp": p.vp, "coin": p.coins}[what]

    def _priest_use(self, p: Player) -> bool:
        """Return whether a priest gained now has a use; coins for unlocking may come by further conversions."""
        return p.priest_room() > 0 or (p.is_("riverwalkers") and len(p.unlocked) < 7)

    def _turn(self, p: Player) -> set[str]:
        turn = self.turn
        found = {f"build {h}" for h in building.dwellings(self, p)}
        found |= set(spades.transforms(self, p)) | set(spades.volcanoes(self, p))
        if turn.acted:
            return found | {"done"}
        found |= {f"upgrade {h} to {kind}" for h, kind in building.upgrades(self, p)}
        if p.priests:
            found |= {f"send {track} {n}" for track in CULTS for n in cults.spaces(self, track)}
        found |= {f"advance {track}" for track in ("shipping", "digging") if self._can_advance(p, track)}
        for action in ACTIONS.values():
            found |= self._action(p, action)
        return found | self._passes()

    def _passes(self) -> set[str]:
        return {f"pass {card}" for card in self.row} if self.round < ROUNDS else {"pass"}

    def _can_advance(self, p: Player, name: str) -> bool:
        track = p.facts[name]
        if track["kind"] != "track" or not p.can_pay(**track["advance_cost"]):
            return False
        if name == "shipping":
            return bool(p.shipping < track["max"])
        return p.digging + 1 < len(track["worker_per_spade"])

    def _action(self, p: Player, action: dict[str, Any]) -> set[str]:
        name, effect = action["id"], action["effect"][0]["gain"]
        if effect == "river_town" or not self._owns(p, action):
            return set()
        if p.is_("riverwalkers") and effect == "spade":
            return set()
        if action["limit"] == "once_per_round":
            marked = name in (self.used if action["where"] == "board" else p.used)
            if marked and not (p.is_("yetis") and p.stronghold and action["where"] == "board"):
                return set()
        cost = self._action_cost(p, action)
        if p.bowls[2] < cost.get("power", 0) or p.workers < cost.get("worker", 0):
            return set()
        if sum(p.bowls) < cost.get("power_tokens_removed", 0):
            return set()
        if name == "act_engineers" and not building.bridges_left(self, p):
            return set()
        if effect == "new_home_terrain":
            return {f"action {name} {t}" for t in WHEEL if t != p.home and t not in self.others_home(p)}
        return {f"action {name}"}

    @staticmethod
    def _owns(p: Player, action: dict[str, Any]) -> bool:
        if action["where"] == "bonus_card":
            return bool(p.card.get("action") == action["id"])
        if action["where"] == "favor_tile":
            return any(FAVORS[tile].get("action") == action["id"] for tile in p.favors)
        if action["where"] == "faction":
            return p.is_(action["faction"]) and (action["needs"] == "nothing" or p.stronghold)
        return True

    @staticmethod
    def _action_cost(p: Player, action: dict[str, Any]) -> dict[str, int]:
        cost = dict(action["cost"])
        if p.is_("yetis") and action["where"] == "board":
            cost["power"] -= 1
        return cost

    def only_done(self) -> bool:
        """Return whether only `done` is left: to end the turn or the first of two actions, or to decline a step."""
        if not self.waits and (self.offers or not self.turn.acted):
            return False
        if self.turn.more and not self.waits:
            return self._turn(self.players[self.mover]) == {"done"}
        return self.legal() == {"done"}

    # ------------------------------------------------------------------------------------------------- what a move does

    def play(self, move: str) -> None:
        """Play a legal move and its automatic consequences."""
        seat = self.due()
        assert seat is not None
        p = self.players[seat]
        verb, *words = move.split()
        if verb in ("burn", "convert", "exchange", "connect"):
            self._convert(p, verb, words)
        elif not self.waits and self.offers:
            building.answer(self, self.offers[0], verb == "take")
        elif self.waits:
            self._decide(p, verb, words, move)
        else:
            self._act(p, verb, words, move)
        self._follow()

    def _convert(self, p: Player, verb: str, words: list[str]) -> None:
        if verb == "burn":
            p.bowls[1] -= 2
            p.bowls[2] += 1
        elif verb == "exchange":
            n = int(words[0])
            p.workers -= n
            p.priests += n
            self.turn.exchanges -= n
        elif verb == "connect":
            towns.connect(self, p, words[0])
        else:
            source, _, to, _ = words
            n = self._rates(p)[source, to]
            if source == "power":
                p.spend_power(n)
            elif source == "vp":
                p.vp -= n
            else:
                p.pay(**{source: n})
            gains.gain(self, p, to, 1)

    def _decide(self, p: Player, verb: str, words: list[str], move: str) -> None:
        wait = self.waits[-1]
        if wait.what in _ANY_ORDER:
            kind = verb
            wait = next(
                w for w in reversed(self.waits) if w.seat == p.seat and w.what == kind and move in self._open(p, w)
            )
        self.waits.remove(wait)
        if verb == "done":
            return
        if wait.what == "place":
            self.structures[words[0]] = (p.seat, "dwelling")
            p.left["dwelling"] -= 1
            if p.ice or p.volcano:
                self.ground[words[0]] = p.facts["home_terrain"]
        elif wait.what == "bonus":
            self._take_card(p, words[0])
        elif wait.what == "favor":
            building.take_favor(self, p, words[0])
        elif wait.what == "town":
            towns.take(self, p, words[0])
        elif wait.what == "key":
            cults.move_up(self, p, words[0], wait.n)
            towns.all_steps(self, p, wait.n, tuple(t for t in wait.rest if t != words[0]))
        elif wait.what == "cult":
            cults.move_up(self, p, words[0], wait.n)
        elif wait.what == "token":
            if words[0] == "yes":
                p.vp -= 1
                p.bowls[2] += 1
        elif wait.what == "bridge":
            building.bridge(self, p, words[0])
        elif wait.what == "ride":
            building.dwelling_stands(self, p, words[0])
        elif wait.what == "storm":
            self.ground[words[0]] = p.home
            self.turn.homed.add(words[0])
            self.turn.may_build = True
        elif wait.what == "swarm":
            building.upgrade(self, p, words[0], "trading_house", {})
        elif wait.what == "unlock":
            self._unlock(p, words[0], wait.n)
        else:
            n = spades.bonus_transforms(self, p, wait.n, wait.dug)[move]
            self.ground[words[0]] = words[2]
            spades.score(self, p, n, 0, round_tile=False)
            if wait.n > n:
                self.waits.append(Wait("cult_spades", p.seat, wait.n - n, dug=(*wait.dug, words[0])))

    def _unlock(self, p: Player, what: str, n: int) -> None:
        if what == "priest":
            p.priests += 1
        else:
            p.coins -= 2 if what in self.others_home(p) else 1
            p.unlocked.add(what)
        if n > 1:
            self.waits.append(Wait("unlock", p.seat, n - 1))

    def _take_card(self, p: Player, card: str) -> None:
        p.coins += self.row.pop(card)
        p.bonus = card

    def _act(self, p: Player, verb: str, words: list[str], move: str) -> None:
        turn = self.turn
        if verb == "done":
            self._done()
        elif verb == "build":
            building.build(self, p, words[0])
        elif verb == "transform":
            (spades.erupt if p.volcano else spades.transform)(self, p, move)
        elif verb == "upgrade":
            hex_, _, kind = words
            building.upgrade(self, p, hex_, kind, building.upgrades(self, p)[hex_, kind])
        elif verb == "send":
            turn.acted = True
            cults.send(self, p, words[0], int(words[1]))
        elif verb == "advance":
            turn.acted = True
            p.pay(**p.facts[words[0]]["advance_cost"])
            if words[0] == "shipping":
                gains.shipping_step(p)
            else:
                p.digging += 1
                p.vp += p.facts["digging"]["advance_vp"]
        elif verb == "pass":
            self._pass(p, words[0] if words else "")
        else:
            self._special(p, *words)

    def _special(self, p: Player, name: str, home: str = "") -> None:
        action = ACTIONS[name]
        cost = self._action_cost(p, action)
        p.spend_power(cost.get("power", 0))
        p.workers -= cost.get("worker", 0)
        p.lose_tokens(cost.get("power_tokens_removed", 0))
        if action["limit"] == "once_per_round":
            (self.used if action["where"] == "board" else p.used).add(name)
        effect = action["effect"][0]
        what, n = effect["gain"], effect["n"]
        self.turn.acted = True
        if what == "spade":
            if p.volcano:
                gains.converted_spades(self, p, n, round_tile=True)
            else:
                self.turn.spades, self.turn.may_build = n, True
        elif what == "bridge":
            building.bridges(self, p, n)
        elif what == "cult_step":
            self.waits.append(Wait("cult", p.seat, n))
        elif what == "extra_action":
            self.turn = Turn(more=n - 1, stopped=self.turn.stopped)
        elif what == "new_home_terrain":
            for h in self.own(p):
                self.ground[h] = home
            p.home = home
        elif what in ("free_dwelling", "free_transform", "free_upgrade_to_trading_house"):
            steps = {"free_dwelling": "ride", "free_transform": "storm", "free_upgrade_to_trading_house": "swarm"}
            self.waits.append(Wait(steps[what], p.seat))
        else:
            gains.gain(self, p, what, n)

    # --------------------------------------------------------------------------------------------- what follows by itself

    def _follow(self) -> None:
        """Go on until a seat has something to decide."""
        while not self.over:
            if self.waits:
                return
            if self.offers:
                if building.worth(self, self.offers[0]) > 0:
                    return
                self.offers.pop(0)
            elif building.react(self):
                continue
            elif self.stage == "bonuses":
                self._clean_up()
            elif self.stage == "setting up":
                self._new_round()
            elif self.stage == "income":
                self.stage = "actions"
            else:
                return

    def _done(self) -> None:
        """End the turn, or the first of two actions."""
        if self.turn.more:
            self.turn = Turn(more=self.turn.more - 1, stopped=self.turn.stopped)
        else:
            self._next()

    def _next(self) -> None:
        self.turn = Turn()
        i = self.order.index(self.mover)
        for seat in self.order[i + 1 :] + self.order[: i + 1]:
            if seat not in self.passed:
                self.mover = seat
                return
        self._round_over()

    def _pass(self, p: Player, card: str) -> None:
        """Pass and score the cards and tiles (TM-094)."""
        for scored in BONUS[p.bonus].get("pass_vp", []):
            of = p.shipping if scored["per"] == "shipping_level" else p.built(scored["per"])
            p.vp += scored["vp"] * of
        for tile in p.favors:
            by_count = FAVORS[tile].get("pass_vp_by_count", {})
            for kind, vp in by_count.items():
                p.vp += vp[p.built(kind)]
        if p.stronghold and p.is_("engineers"):
            own = self.own(p)
            p.vp += 3 * sum(seat == p.seat and pair <= own for pair, seat in self.bridges.items())
        if p.stronghold and p.is_("ice_maidens"):
            p.vp += 3 * p.built("temple")
        old, p.bonus = p.bonus, ""
        if card:
            self._take_card(p, card)
        self.row[old] = 0
        self.passed.append(p.seat)
        self._next()

    def _round_over(self) -> None:
        if self.round == ROUNDS:
            ending.score(self)
            self.over = True
            return
        first = self.seats.index(self.passed[0])
        clockwise = self.seats[first:] + self.seats[:first]
        self.order = list(self.passed) if self.by_passing else clockwise
        self.stage = "bonuses"
        waits = []
        for seat in self.order:
            self.waits = []
            self._cult_bonus(self.players[seat])
            waits += self.waits[::-1]
        self.waits = waits[::-1]

    def _cult_bonus(self, p: Player) -> None:
        """Give the cult bonus of the round (TM-096 … TM-098)."""
        tile = self.tiles[self.round - 1]
        counted = p.priests_placed if tile["cult"] == "priests_on_cult_board" else p.cults[tile["cult"]]
        times = counted // tile["per"]
        for effect in tile["reward"]:
            n = effect["n"] * times
            if effect["gain"] != "spade":
                gains.gain(self, p, effect["gain"], n)
            elif n and p.volcano:
                gains.converted_spades(self, p, n, round_tile=False)
            elif n and not p.is_("riverwalkers"):
                self.waits.append(Wait("cult_spades", p.seat, n))

    def _clean_up(self) -> None:
        """Clean up (TM-099), then begin the next round."""
        self.used.clear()
        for p in self.players.values():
            p.used.clear()
        self._new_round()

    def _new_round(self) -> None:
        """Begin a round with coins on the bonus cards (TM-093) and income (TM-019)."""
        for card in self.row:
            self.row[card] += 1
        self.round += 1
        self.stage = "income"
        self.passed = []
        self.mover = self.order[0]
        self.turn = Turn()
        for seat in self.order:
            gains.income(self, self.players[seat])


def _set_up(w: World) -> list[Wait]:
    """Return the decisions of the set-up in order (TM-015, TM-016, TM-142)."""
    seats = w.seats
    normal = [s for s in seats if w.players[s].facts["dwelling_order"] != "single_last"]
    dwellings = normal + normal[::-1]
    dwellings += [s for s in seats if w.players[s].facts["dwelling_order"] == "normal_plus_last"]
    dwellings += [s for s in seats if w.players[s].facts["dwelling_order"] == "single_last"]
    found = [Wait("favor", s) for s in seats if w.players[s].facts.get("starting_favor_tiles")]
    found += [Wait("place", s) for s in dwellings]
    return found + [Wait("bonus", s) for s in seats[::-1]]
