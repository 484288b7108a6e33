"""A game for comparing rulings: played in full by an agent, or the Automa's half at a table with a random human.

At a table nobody counts the human's points, so only the Automa's are reported there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import TABLE, Agent, Due, Rulebook
from soloist.core.sink import RecordingSink
from soloist.manifest import Game
from soloist.simulation.simulate import Plan, RandomAnswers, lay_out_game, make_agents
from soloist.simulation.soak import SameAgentForAll

#: points of each seat, the Automa last
Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnd:
    """End of a game: the points of each seat, and the first seat's share of the win against the last (1, a half or 0)
    by the tie-breakers of the game."""

    points: Points
    won: float


@dataclass(frozen=True, slots=True)
class ComparisonGame:
    """A set-up, the chance to play on with, the agents, and the function that reads the points at the end.

    `opens` is the agent that makes a move before the first turn, if there is one.
    """

    book: Rulebook
    setup: Mapping[str, str]
    chance: Seeded
    agents: Mapping[str, Agent]
    end: Callable[[Any], GameEnd]
    opens: Agent | None = None

    def play_out(self, watchers: Sequence[Watcher] = ()) -> GameEnd:
        """Play the whole game and return its end."""
        position = self.book.create_position(self.setup)
        if self.opens is not None:
            noted = RecordingSink()
            self.book.apply_move(position, self.opens.choose_move(position, ()), self.chance, noted)
            for watcher in watchers:
                watcher.after_event(position, Due("", "set-up"), noted, None)
        run_game(self.book, position, self.agents, self.chance, watchers)
        return self.end(position)


def prepare_game(game: Game, plan: Plan, number: int) -> ComparisonGame:
    """Return game `number` of a plan, ready to be played."""
    return (_prepare_table if plan.mode == TABLE else _prepare_digital)(game, plan, number)


def _prepare_digital(game: Game, plan: Plan, number: int) -> ComparisonGame:
    book, name = game.rulebook(plan.mode), plan.seed_name(number)
    setup, seats, _, chance = lay_out_game(game, plan, number)
    chance.ask_table(RandomAnswers(name))

    def end(position: Any) -> GameEnd:
        scores, winners = book.count_points(position), book.find_winners(position)
        yours, hers = seats[0].name in winners, seats[-1].name in winners
        return GameEnd(tuple(scores[seat.name] for seat in seats), yours / (yours + hers) if yours else 0.0)

    return ComparisonGame(book, setup, chance, make_agents(book, plan, seats, name), end)


def _prepare_table(game: Game, plan: Plan, number: int) -> ComparisonGame:
    """Draw everything but the options of the plan; other rulings keep their defaults."""
    book, name = game.rulebook(TABLE), plan.seed_name(number)
    chance = Seeded(name, answers_too=True)
    ours = {option.key: option.default for option in book.options if option.ruling}
    options = {**book.random_options(chance), **ours, **plan.options, "seed": name}
    setup = book.lay_out(options, chance, plan.owner)
    human = book.random_human(chance)

    def end(position: Any) -> GameEnd:
        return GameEnd((0, sum(points for _, points in book.list_automa_results(position))), 0.0)

    return ComparisonGame(book, setup, chance, SameAgentForAll(human), end, opens=human)
