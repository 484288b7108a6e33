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

    def _decisions(self, player: Player) -> set[str]:
        if not self.waits:
            return self._turn(player)
        top = self.waits[-1]
        found = self._open(player, top)
        if top.what in _ANY_ORDER:
            for wait in self.waits:
                if wait.seat == player.seat and wait.what in _ANY_ORDER:
                    found |= self._open(player, wait)
        return found

    def _open(self, player: Player, wait: Wait) -> set[str]:
        what, n = wait.what, wait.n
        if what == "place":
            river = self.land.rivers
            free = [h for h, t in self.ground.items() if t == player.home and self.empty(h)]
            if player.is_("riverwalkers"):  # TM-151
                free = [h for h in free if self.land.beside[h] & river]
            return {f"place {h}" for h in free}
        if what == "bonus":
            return {f"bonus {card}" for card in self.row}
        if what == "favor":
            return {f"favor {tile}" for tile in building.favors_open(self, player)}
        if what == "town":
            return {f"town {tile}" for tile, left in self.towns_left.items() if left}
        if what == "key":
            return {f"key {track}" for track in wait.tracks}
        if what == "cult":
            return {f"cult {track}" for track in CULTS}
        if what == "token":
            return {"token yes", "token no"}
        if what == "cult_spades":
            return {"done"} | set(spades.bonus_transforms(self, player, n, wait.dug))
        found = self._optional(player, what)
        return found if what == "unlock" and found else found | {"done"}

    def _optional(self, player: Player, what: str) -> set[str]:
        if what == "bridge":
            return {f"bridge {name}" for name in building.bridge_places(self, player)}
        if what == "ride":  # TM-112
            free = [h for h, t in self.ground.items() if t == player.home and self.empty(h)]
            return {f"build {h}" for h in free if player.left["dwelling"]}
        if what == "storm":  # TM-113
            beside = {n for h in self.own(player) for n in self.land.beside[h] if n in self.ground and self.empty(n)}
            return {
                f"transform {h} to {player.home}"
                for h in beside
                if self.ground[h] in WHEEL and self.ground[h] != player.home
            }
        if what == "swarm":  # TM-116
            return {
                f"upgrade {h} to trading_house" for h in self.own(player, "dwelling") if player.left["trading_house"]
            }
        assert what == "unlock"  # TM-150
        dear = self.others_home(player)
        found = {f"unlock {t}" for t in WHEEL if t not in player.unlocked and player.coins >= (2 if t in dear else 1)}
        return found | ({"unlock priest"} if player.priest_room() > 0 else set())

    def _any_time(self, player: Player) -> set[str]:
        """Return the moves that are open at any time in a turn (TM-021, TM-032, TM-036, TM-122, TM-123, TM-126)."""
        found = {"burn 1"} if player.bowls[1] >= 2 else set()
        for (source, to), n in self._rates(player).items():
            if self._has(player, source) >= n and not (to == "priest" and not self._priest_use(player)):
                found.add(f"convert {source} to {to} 1")
        if not self.waits:
            found |= {
                f"exchange {n + 1}" for n in range(min(self.turn.exchanges, player.workers, player.priest_room()))
            }
        if self.waits and self.waits[-1].what != "town":
            return found
        return found | {f"connect {river}" for river in towns.rivers(self, player)}

    @staticmethod
    def _rates(player: Player) -> dict[tuple[str, str], int]:
        return _RATES | (_ALCHEMY if player.is_("alchemists") else {})

    @staticmethod
    def _has(player: Player, what: str) -> int:
        return {
            "power": player.bowls[2],
            "priest": player.priests,
            "worker": player.workers,
            "vp": player.vp,
            "coin": player.coins,
        }[what]

    def _priest_use(self, player: Player) -> bool:
        """Return whether a priest gained now has a use; coins for unlocking may come by further conversions."""
        return player.priest_room() > 0 or (player.is_("riverwalkers") and len(player.unlocked) < 7)

    def _turn(self, player: Player) -> set[str]:
        turn = self.turn
        found = {f"build {h}" for h in building.dwellings(self, player)}
        found |= set(spades.transforms(self, player)) | set(spades.volcanoes(self, player))
        if turn.acted:
            return found | {"done"}
        found |= {f"upgrade {h} to {kind}" for h, kind in building.upgrades(self, player)}
        if player.priests:
            found |= {f"send {track} {n}" for track in CULTS for n in cults.spaces(self, track)}
        found |= {f"advance {track}" for track in ("shipping", "digging") if self._can_advance(player, track)}
        for action in ACTIONS.values():
            found |= self._action(player, action)
        return found | self._passes()

    def _passes(self) -> set[str]:
        return {f"pass {card}" for card in self.row} if self.round < ROUNDS else {"pass"}

    def _can_advance(self, player: Player, name: str) -> bool:
        track = player.facts[name]
        if track["kind"] != "track" or not player.can_pay(**track["advance_cost"]):
            return False
        if name == "shipping":
            return bool(player.shipping < track["max"])
        return player.digging + 1 < len(track["worker_per_spade"])

    def _action(self, player: Player, action: dict[str, Any]) -> set[str]:
        name, effect = action["id"], action["effect"][0]["gain"]
        if effect == "river_town" or not self._owns(player, action):
            return set()
        if player.is_("riverwalkers") and effect == "spade":
            return set()
        if action["limit"] == "once_per_round":
            marked = name in (self.used if action["where"] == "board" else player.used)
            if marked and not (player.is_("yetis") and player.stronghold and action["where"] == "board"):
                return set()
        cost = self._action_cost(player, action)
        if player.bowls[2] < cost.get("power", 0) or player.workers < cost.get("worker", 0):
            return set()
        if sum(player.bowls) < cost.get("power_tokens_removed", 0):
            return set()
        if name == "act_engineers" and not building.bridges_left(self, player):
            return set()
        if effect == "new_home_terrain":
            return {f"action {name} {t}" for t in WHEEL if t != player.home and t not in self.others_home(player)}
        return {f"action {name}"}

    @staticmethod
    def _owns(player: Player, action: dict[str, Any]) -> bool:
        if action["where"] == "bonus_card":
            return bool(player.card.get("action") == action["id"])
        if action["where"] == "favor_tile":
            return any(FAVORS[tile].get("action") == action["id"] for tile in player.favors)
        if action["where"] == "faction":
            return player.is_(action["faction"]) and (action["needs"] == "nothing" or player.stronghold)
        return True

    @staticmethod
    def _action_cost(player: Player, action: dict[str, Any]) -> dict[str, int]:
        cost = dict(action["cost"])
        if player.is_("yetis") and action["where"] == "board":
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

    def _convert(self, player: Player, verb: str, words: list[str]) -> None:
        if verb == "burn":
            player.bowls[1] -= 2
            player.bowls[2] += 1
        elif verb == "exchange":
            n = int(words[0])
            player.workers -= n
            player.priests += n
            self.turn.exchanges -= n
        elif verb == "connect":
            towns.connect(self, player, words[0])
        else:
            source, _, to, _ = words
            n = self._rates(player)[source, to]
            if source == "power":
                player.spend_power(n)
            elif source == "vp":
                player.vp -= n
            else:
                player.pay(**{source: n})
            gains.gain(self, player, to, 1)

    def _decide(self, player: Player, verb: str, words: list[str], move: str) -> None:
        wait = self.waits[-1]
        if wait.what in _ANY_ORDER:
            kind = verb
            wait = next(
                w
                for w in reversed(self.waits)
                if w.seat == player.seat and w.what == kind and move in self._open(player, w)
            )
        self.waits.remove(wait)
        if verb == "done":
            return
        if wait.what == "place":
            self.structures[words[0]] = (player.seat, "dwelling")
            player.left["dwelling"] -= 1
            if player.ice or player.volcano:
                self.ground[words[0]] = player.facts["home_terrain"]
        elif wait.what == "bonus":
            self._take_card(player, words[0])
        elif wait.what == "favor":
            building.take_favor(self, player, words[0])
        elif wait.what == "town":
            towns.take(self, player, words[0])
        elif wait.what == "key":
            cults.move_up(self, player, words[0], wait.n)
            towns.all_steps(self, player, wait.n, tuple(t for t in wait.rest if t != words[0]))
        elif wait.what == "cult":
            cults.move_up(self, player, words[0], wait.n)
        elif wait.what == "token":
            if words[0] == "yes":
                player.vp -= 1
                player.bowls[2] += 1
        elif wait.what == "bridge":
            building.bridge(self, player, words[0])
        elif wait.what == "ride":
            building.dwelling_stands(self, player, words[0])
        elif wait.what == "storm":
            self.ground[words[0]] = player.home
            self.turn.homed.add(words[0])
            self.turn.may_build = True
        elif wait.what == "swarm":
            building.upgrade(self, player, words[0], "trading_house", {})
        elif wait.what == "unlock":
            self._unlock(player, words[0], wait.n)
        else:
            n = spades.bonus_transforms(self, player, wait.n, wait.dug)[move]
            self.ground[words[0]] = words[2]
            spades.score(self, player, n, 0, round_tile=False)
            if wait.n > n:
                self.waits.append(Wait("cult_spades", player.seat, wait.n - n, dug=(*wait.dug, words[0])))

    def _unlock(self, player: Player, what: str, n: int) -> None:
        if what == "priest":
            player.priests += 1
        else:
            player.coins -= 2 if what in self.others_home(player) else 1
            player.unlocked.add(what)
        if n > 1:
            self.waits.append(Wait("unlock", player.seat, n - 1))

    def _take_card(self, player: Player, card: str) -> None:
        player.coins += self.row.pop(card)
        player.bonus = card

    def _act(self, player: Player, verb: str, words: list[str], move: str) -> None:
        turn = self.turn
        if verb == "done":
            self._done()
        elif verb == "build":
            building.build(self, player, words[0])
        elif verb == "transform":
            (spades.erupt if player.volcano else spades.transform)(self, player, move)
        elif verb == "upgrade":
            hex_, _, kind = words
            building.upgrade(self, player, hex_, kind, building.upgrades(self, player)[hex_, kind])
        elif verb == "send":
            turn.acted = True
            cults.send(self, player, words[0], int(words[1]))
        elif verb == "advance":
            turn.acted = True
            player.pay(**player.facts[words[0]]["advance_cost"])
            if words[0] == "shipping":
                gains.shipping_step(player)
            else:
                player.digging += 1
                player.vp += player.facts["digging"]["advance_vp"]
        elif verb == "pass":
            self._pass(player, words[0] if words else "")
        else:
            self._special(player, *words)

    def _special(self, player: Player, name: str, home: str = "") -> None:
        action = ACTIONS[name]
        cost = self._action_cost(player, action)
        player.spend_power(cost.get("power", 0))
        player.workers -= cost.get("worker", 0)
        player.lose_tokens(cost.get("power_tokens_removed", 0))
        if action["limit"] == "once_per_round":
            (self.used if action["where"] == "board" else player.used).add(name)
        effect = action["effect"][0]
        what, n = effect["gain"], effect["n"]
        self.turn.acted = True
        if what == "spade":
            if player.volcano:
                gains.converted_spades(self, player, n, round_tile=True)
            else:
                self.turn.spades, self.turn.may_build = n, True
        elif what == "bridge":
            building.bridges(self, player, n)
        elif what == "cult_step":
            self.waits.append(Wait("cult", player.seat, n))
        elif what == "extra_action":
            self.turn = Turn(more=n - 1, stopped=self.turn.stopped)
        elif what == "new_home_terrain":
            for h in self.own(player):
                self.ground[h] = home
            player.home = home
        elif what in ("free_dwelling", "free_transform", "free_upgrade_to_trading_house"):
            steps = {"free_dwelling": "ride", "free_transform": "storm", "free_upgrade_to_trading_house": "swarm"}
            self.waits.append(Wait(steps[what], player.seat))
        else:
            gains.gain(self, player, what, n)

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

    def _pass(self, player: Player, card: str) -> None:
        """Pass and score the cards and tiles (TM-094)."""
        for scored in BONUS[player.bonus].get("pass_vp", []):
            of = player.shipping if scored["per"] == "shipping_level" else player.built(scored["per"])
            player.vp += scored["vp"] * of
        for tile in player.favors:
            by_count = FAVORS[tile].get("pass_vp_by_count", {})
            for kind, vp in by_count.items():
                player.vp += vp[player.built(kind)]
        if player.stronghold and player.is_("engineers"):
            own = self.own(player)
            player.vp += 3 * sum(seat == player.seat and pair <= own for pair, seat in self.bridges.items())
        if player.stronghold and player.is_("ice_maidens"):
            player.vp += 3 * player.built("temple")
        old, player.bonus = player.bonus, ""
        if card:
            self._take_card(player, card)
        self.row[old] = 0
        self.passed.append(player.seat)
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

    def _cult_bonus(self, player: Player) -> None:
        """Give the cult bonus of the round (TM-096 … TM-098)."""
        tile = self.tiles[self.round - 1]
        counted = player.priests_placed if tile["cult"] == "priests_on_cult_board" else player.cults[tile["cult"]]
        times = counted // tile["per"]
        for effect in tile["reward"]:
            n = effect["n"] * times
            if effect["gain"] != "spade":
                gains.gain(self, player, effect["gain"], n)
            elif n and player.volcano:
                gains.converted_spades(self, player, n, round_tile=False)
            elif n and not player.is_("riverwalkers"):
                self.waits.append(Wait("cult_spades", player.seat, n))

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


def _set_up(world: World) -> list[Wait]:
    """Return the decisions of the set-up in order (TM-015, TM-016, TM-142)."""
    seats = world.seats
    normal = [s for s in seats if world.players[s].facts["dwelling_order"] != "single_last"]
    dwellings = normal + normal[::-1]
    dwellings += [s for s in seats if world.players[s].facts["dwelling_order"] == "normal_plus_last"]
    dwellings += [s for s in seats if world.players[s].facts["dwelling_order"] == "single_last"]
    found = [Wait("favor", s) for s in seats if world.players[s].facts.get("starting_favor_tiles")]
    found += [Wait("place", s) for s in dwellings]
    return found + [Wait("bonus", s) for s in seats[::-1]]
