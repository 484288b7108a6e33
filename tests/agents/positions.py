"""Positions for tests of agents: in the template game, and in Terra Mystica."""

from __future__ import annotations

from functools import cache
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import DIGITAL, Due, Player, Rulebook
from soloist.games._template.digital_rules import RULES as STONES
from soloist.manifest import find_game

TERRA_MYSTICA: Rulebook = find_game("terra_mystica").rulebook(DIGITAL)


def stones(seed: int = 1) -> Any:
    """Return the template game before its first decision."""
    return _set_up(STONES, ("greedy", "automa"), seed)[0]


def _set_up(book: Rulebook, seats: tuple[str, ...], seed: int) -> tuple[Any, tuple[Player, ...], Seeded]:
    chance = Seeded(seed, answers_too=True)
    options, players = book.seat_players(tuple(Player(who) for who in seats), {}, chance)
    return book.create_position(book.lay_out({**options, "seed": str(seed)}, chance, {})), players, chance


class _Until(Watcher):
    """Keeps the position and stops the game when a turn with many options begins in round `round_`."""

    wants_events = False

    def __init__(self, book: Rulebook, round_: int) -> None:
        self._book = book
        self._round = round_
        self.found: Any = None

    def before_decision(self, position: Any, due: Due, legal: Any) -> None:
        begun = due.what == "turn" and not due.automa and not position.turn.acted
        if begun and len(legal) > 8 and self._book.round_number(position) >= self._round and not self.should_stop:
            self.found, self.should_stop = position.copy(), True


@cache
def _terra_mystica(round_: int, seats: tuple[str, ...], seed: int) -> Any:
    book = TERRA_MYSTICA
    position, players, chance = _set_up(book, seats, seed)
    agents = {player.name: book.agents["greedy"]("") for player in players if player.who != "automa"}
    until = _Until(book, round_)
    run_game(book, position, agents, chance, [until])
    return until.found


def terra_mystica(round_: int = 1, seats: tuple[str, ...] = ("greedy", "greedy"), seed: int = 3) -> Any:
    """Return a copy of a position reached by greedy agents in which a turn with many options begins."""
    return _terra_mystica(round_, seats, seed).copy()
