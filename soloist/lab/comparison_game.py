"""One game in which rulings are compared, laid out and ready to be played: whole by an agent, or her half of it at a table
where a made-up human keeps her busy.

At a table nobody counts the human's side. So only the points of the Automa are told there, and none where nobody of hers has
any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, play
from soloist.core.rulebook import TABLE, Agent, Due, Rulebook
from soloist.core.sink import Noted
from soloist.manifest import Game
from soloist.simulation.simulate import Nobody, Plan, agents_of, lay_out
from soloist.simulation.soak import Anybody

#: the points of each seat, the Automa last
Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended: the points of each seat, and the first seat's share in the win against the last one (1, a half or
    none), by the tie-breakers of the game."""

    points: Points
    won: float


@dataclass(frozen=True, slots=True)
class Sitting:
    """A set-up, the chance it goes on with, who plays, and how the points are read off its end. `opens` tells that somebody
    lays something down before the first turn."""

    book: Rulebook
    setup: Mapping[str, str]
    chance: Seeded
    agents: Mapping[str, Agent]
    end: Callable[[Any], End]
    opens: Agent | None = None

    def play(self, watchers: Sequence[Watcher] = ()) -> End:
        """Play the whole game and return how it ended."""
        position = self.book.new(self.setup)
        if self.opens is not None:
            noted = Noted()
            self.book.act(position, self.opens.choose(position, ()), self.chance, noted)
            for watcher in watchers:
                watcher.after(position, Due("", "set-up"), noted, None)
        play(self.book, position, self.agents, self.chance, watchers)
        return self.end(position)


def sit_down(game: Game, plan: Plan, number: int) -> Sitting:
    """Game `number` of a plan."""
    return (_at_a_table if plan.mode == TABLE else _whole)(game, plan, number)


def _whole(game: Game, plan: Plan, number: int) -> Sitting:
    book, name = game.rulebook(plan.mode), plan.name(number)
    setup, seats, _, chance = lay_out(game, plan, number)
    chance.asking(Nobody(name))

    def end(position: Any) -> End:
        scores, winners = book.scores(position), book.winners(position)
        yours, hers = seats[0].name in winners, seats[-1].name in winners
        return End(tuple(scores[seat.name] for seat in seats), yours / (yours + hers) if yours else 0.0)

    return Sitting(book, setup, chance, agents_of(book, plan, seats, name), end)


def _at_a_table(game: Game, plan: Plan, number: int) -> Sitting:
    """The table is made up, but for what the plan says; rulings of which it says nothing are as they are."""
    book, name = game.rulebook(TABLE), plan.name(number)
    chance = Seeded(name, answers_too=True)
    ours = {option.key: option.default for option in book.options if option.ruling}
    options = {**book.made_up(chance), **ours, **plan.options, "seed": name}
    setup = book.lay_out(options, chance, plan.owner)
    stranger = book.stranger(chance)

    def end(position: Any) -> End:
        return End((0, sum(points for _, points in book.results(position))), 0.0)

    return Sitting(book, setup, chance, Anybody(stranger), end, opens=stranger)
