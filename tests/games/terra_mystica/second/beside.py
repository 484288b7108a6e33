"""Comparable descriptions of the program's position and the second engine's, and games that both play in step."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.sink import NULL_SINK
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, SEATS, TERRAIN, TOWNS
from soloist.games.terra_mystica.digital_rules import RULES
from soloist.games.terra_mystica.player.factions import ACTIONS
from soloist.games.terra_mystica.player.state import BONUSES, Position
from tests.games.terra_mystica.second import building
from tests.games.terra_mystica.second.facts import ACTIONS as ALL_ACTIONS
from tests.games.terra_mystica.second.facts import ROUNDS
from tests.games.terra_mystica.second.game import Game

_BOARD_ACTIONS = [name for name, entry in ALL_ACTIONS.items() if entry["where"] == "board"]


def program_says(position: Position) -> dict[str, Any]:
    """Return the state of the table by the program."""
    hexes = position.map.hexes
    said: dict[str, Any] = {
        "round": position.round,
        "structures": {
            h: (SEATS.names[seat], KINDS.names[kind])
            for seat, pieces in enumerate(position.pieces)
            for kind, mask in enumerate(pieces)
            for h in hexes.name_options(mask)
        },
        "ground": {h: TERRAIN.names[t] for t, mask in enumerate(position.terrain) for h in hexes.name_options(mask)},
        "bridges": {
            b: SEATS.names[seat]
            for seat, mask in enumerate(position.bridges)
            for b in position.map.bridge_names.name_options(mask)
        },
        # in the last round the program leaves a card in place (TM-094 puts it back), which no longer matters
        "row": {BONUS.names[card]: position.coins[card] for card in position.row} if position.round < ROUNDS else {},
        "towns left": dict(zip(TOWNS.names, position.town_left, strict=True)),
        "used": {name for i, name in enumerate(_BOARD_ACTIONS) if position.used >> i & 1},
        # the next round's order counts from the end of the bonuses on
        "order": [SEATS.names[seat] for seat in position.order] if position.stage != BONUSES else [],
        "passed": [SEATS.names[seat] for seat in position.passed],
        "offers": [(SEATS.names[o.seat], SEATS.names[o.giver], o.power, o.worth(position)) for o in position.offers],
    }
    for seat in position.humans:
        purse = position.purses[seat]
        said[SEATS.names[seat]] = {
            "coins": purse.coins,
            "workers": purse.workers,
            "priests": purse.priests,
            "bowls": [purse.bowl1, purse.bowl2, purse.bowl3],
            "vp": position.vp[seat],
            "cults": dict(zip(CULTS.names, position.cults[seat], strict=True)),
            "keys": position.keys[seat],
            "shipping": position.shipping[seat],
            "digging": purse.digging,
            "favors": set(FAVORS.name_options(position.favors[seat])),
            "tiles": dict(zip(TOWNS.names, purse.tiles, strict=True)),
            "bonus": BONUS.names[position.bonus[seat]]
            if position.bonus[seat] >= 0 and seat not in _last(position)
            else "",
            "priests placed": position.spaces.count(seat),
            "in town": set(hexes.name_options(purse.towns)),
            "town rivers": set(hexes.name_options(purse.rivers)),
            "unlocked": {TERRAIN.names[t] for t in range(7) if purse.unlocked >> t & 1},
            "used": {ACTIONS.names[a] for a in range(len(ACTIONS.names)) if purse.used >> a & 1},
            "home": TERRAIN.names[position.home[seat]],
        }
    return said


def _last(position: Position) -> list[int]:
    """Return the seats that have passed for the last time."""
    return position.passed if position.round == ROUNDS else []


def second_says(game: Game) -> dict[str, Any]:
    """Return the state of the table by the second engine."""
    said: dict[str, Any] = {
        "round": max(1, game.round),
        "structures": dict(game.structures),
        "ground": dict(game.ground),
        "bridges": {game.land.bridge_name[pair]: seat for pair, seat in game.bridges.items()},
        "row": dict(game.row) if game.round < ROUNDS else {},
        "towns left": dict(game.towns_left),
        "used": set(game.used),
        "order": list(game.order) if game.stage != "bonuses" else [],
        "passed": list(game.passed),
        "offers": [(o.seat, o.builder, o.power, building.worth(game, o)) for o in game.offers],
    }
    for seat, p in game.players.items():
        said[seat] = {
            "coins": p.coins,
            "workers": p.workers,
            "priests": p.priests,
            "bowls": list(p.bowls),
            "vp": p.vp,
            "cults": dict(p.cults),
            "keys": p.keys,
            "shipping": p.shipping,
            "digging": p.digging,
            "favors": set(p.favors),
            "tiles": {tile: p.tiles.count(tile) for tile in TOWNS.names},
            "bonus": p.bonus,
            "priests placed": p.priests_placed,
            "in town": set(p.in_town),
            "town rivers": set(p.town_rivers),
            "unlocked": set(p.unlocked),
            "used": set(p.used),
            "home": p.home,
        }
    return said


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    """Return where two descriptions differ, the program's value first."""
    if a == b:
        return []
    if isinstance(a, dict) and isinstance(b, dict):
        return [d for key in {**a, **b} for d in differences(a.get(key), b.get(key), f"{path} {key}".strip())]
    if isinstance(a, set) and isinstance(b, set):
        return [f"{path}: only the program {sorted(a - b)}, only the second engine {sorted(b - a)}"]
    return [f"{path}: the program {a}, the second engine {b}"]


#: how often a verb is chosen when it is open, 10 if it is not named; a game of equal chances would be burning and converting
LIKES = {
    "burn": 1,
    "convert": 2,
    "done": 4,
    "build": 30,
    "transform": 20,
    "upgrade": 30,
    "advance": 8,
    "send": 10,
    "action": 20,
    "connect": 40,
    "exchange": 20,
    "decline": 1,
    "take": 3,
    "pass": 1,
}
#: what everybody gets in each round on top, at most: a game of chance alone founds hardly a town
GIFTS = {
    "plain": {},
    "rich": {"coins": 15, "workers": 8, "power": 6, "priests": 2},
    "lavish": {"coins": 40, "workers": 25, "power": 15, "priests": 3},
    "scarce": {"coins": 40, "workers": 25, "power": 15, "priests": 3},
    "devout": {"coins": 40, "workers": 25, "power": 15, "priests": 3},
    "poor": {"coins": 25, "workers": 15},
}


class Beside:
    """A game that the program and the second engine play in step.

    `gifts` in every round make sure that strongholds, towns and the ends of the tracks are reached. With "scarce" town
    tiles run out, with "poor" points do, and with "devout" all markers are near the end of their tracks.
    """

    def __init__(self, options: dict[str, str], seed: str, gifts: str = "plain") -> None:
        self.setup = RULES.lay_out({"automa": "no", "seed": seed, **options}, Seeded(seed), {})
        self.position: Position = RULES.create_position(self.setup)
        self.second = Game(dict(self.setup))
        self.chance = Seeded(seed)
        self.dice = random.Random(seed)
        self.gifts = gifts
        #: by seat: some build, some climb, some hoard
        self.likes = {
            seat: {v: n * self.dice.choice((0.2, 1, 1, 4)) for v, n in LIKES.items()} for seat in self.second.seats
        }
        self.moves: list[str] = []
        if gifts == "scarce":
            self._hide_towns()
        self.round = 0

    def play(self) -> list[str]:
        """Play to the end, or return the first difference."""
        while (due := RULES.find_due(self.position)) is not None:
            if self.second.stage == "actions" and self.second.round > self.round:
                self.round = self.second.round
                self._give()
            legal = self._legal()
            found = differences({"due": due.seat}, {"due": self.second.due()})
            if not found:
                found = differences({"legal": set(legal)}, {"legal": self.second.legal()})
            if found:
                return found
            move = self._choose(legal)
            self.moves.append(f"{due.seat}: {move}")
            RULES.apply_move(self.position, RULES.language.read_move(self.position, move), self.chance, NULL_SINK)
            self.second.play(move)
            self._catch_up()
            found = differences(program_says(self.position), second_says(self.second))
            if found:
                return found
        return differences({"over": True}, {"over": self.second.over})

    def _catch_up(self) -> None:
        """Play `done` in the second engine where the program has ended the turn automatically.

        Between the Chaos Magicians' two actions it may do so even if conversions are left.
        """
        while not self.second.over and self.second.only_done():
            due = RULES.find_due(self.position)
            if due is not None and due.seat == self.second.due() and "done" in self._legal():
                return
            self.second.play("done")

    def _legal(self) -> list[str]:
        return [RULES.language.write_move(self.position, move) for move in RULES.list_legal_moves(self.position)]

    def _hide_towns(self) -> None:
        """Remove all town tiles but three; the program counts them with the empty seat."""
        left = self.second.towns_left
        kept = Counter(self.dice.sample([tile for tile, n in left.items() for _ in range(n)], 3))
        for i, tile in enumerate(TOWNS.names):
            self.position.purses[0].tiles[i] = left[tile] - kept[tile]
            left[tile] = kept[tile]

    def _choose(self, legal: list[str]) -> str:
        """Choose a random move: first the verb, by the seat's preferences; mostly transform into terrain to build
        on."""
        seat = self.second.due()
        assert seat is not None
        verbs = sorted({move.split()[0] for move in legal})
        verb = self.dice.choices(verbs, [self.likes[seat].get(v, 10) for v in verbs])[0]
        moves = [move for move in legal if move.split()[0] == verb]
        if verb == "transform" and self.dice.random() < 0.7:
            fit = self.second.players[seat].stands_on
            moves = [move for move in moves if move.split()[3] in fit] or moves
        return self.dice.choice(moves)

    def _give(self) -> None:
        """Give both engines the same gifts."""
        most = Counter(GIFTS[self.gifts])
        for seat, p in self.second.players.items():
            number = SEATS.names.index(seat)
            purse = self.position.purses[number]
            coins, workers, power, priests = (
                self.dice.randint(0, most[w]) for w in ("coins", "workers", "power", "priests")
            )
            priests = min(priests, p.priest_room())
            p.coins += coins
            p.workers += workers
            p.bowls[2] += power
            p.priests += priests
            purse.coins += coins
            purse.workers += workers
            purse.bowl3 += power
            purse.priests += priests
            if self.gifts == "devout":
                for i, track in enumerate(CULTS.names):
                    if p.cults[track] < 10:
                        p.cults[track] = self.position.cults[number][i] = self.dice.randint(7, 9)
            if self.gifts == "poor":
                p.vp = self.position.vp[number] = self.dice.randint(0, 3)
