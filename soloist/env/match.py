"""A game in progress for an environment: position, chance, and the Automa, who plays whenever it is her turn."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from soloist.compat import DeprecatedName
from soloist.core.chance import Chance, ScriptedChance, Seeded
from soloist.core.errors import ImpossibleError, SoloistError
from soloist.core.rulebook import DIGITAL, Player
from soloist.core.sink import NULL_SINK
from soloist.core.text import text
from soloist.core.verbs import Move
from soloist.env.catalogue import ActionCatalogue
from soloist.env.observation import ObservationRow
from soloist.manifest import Game, find_game
from soloist.simulation.simulate import AUTOMA, Plan, RandomAnswers, check_plan, left_to_chance, set_up_game

#: agent that stands for a learner in the plan; it is never asked for a move
_LEARNER = "random"


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: a game, the number of learners, and level and faction of the Automa (None: she does not play).

    `factions` are those of the learners (empty: drawn for each game); `options` and `owner` values hold for all games.
    """

    game: str
    seats: int = 2
    automa: str | None = None
    automa_faction: str = ""
    factions: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    owner: Mapping[str, str] = field(default_factory=dict)

    def make_plan(self, seed: str) -> Plan:
        chosen = (*self.factions, *[""] * self.seats)[: self.seats]
        players = [Player(_LEARNER, faction=faction) for faction in chosen]
        if self.automa is not None:
            players.append(Player(AUTOMA, "" if self.automa == "random" else self.automa, self.automa_faction))
        return Plan(self.game, tuple(players), self.options, self.owner, seed)


class IllegalError(SoloistError):
    """An action that is not legal now."""


def _make_first_position(game: Game, plan: Plan) -> tuple[Any, Sequence[Player]]:
    """Return position and seats of the first game."""
    position, seats, _, _ = set_up_game(game, plan, 0)
    return position, seats


def _check_task(task: Task) -> None:
    """Refuse settings that would have no effect."""
    if len(task.factions) > task.seats:
        raise ImpossibleError(text("env.factions", n=len(task.factions), seats=task.seats))
    if task.automa is None and task.automa_faction:
        raise ImpossibleError(text("env.no_automa", faction=task.automa_faction))


class Match:
    """Games of one task, one after the other. A seed determines the first game and all games after it."""

    def __init__(self, task: Task) -> None:
        self.game = find_game(task.game)
        self.book = self.game.rulebook(DIGITAL)
        _check_task(task)
        owner = {key: self.game.check_datum(key, value) for key, value in task.owner.items()}
        self.task = task = replace(task, owner=owner)
        plan = task.make_plan("1")
        check_plan(self.game, plan)
        position, seats = _make_first_position(self.game, plan)
        #: names of the learning seats in the current game; they may differ in the next
        self.learners: tuple[str, ...] = ()
        self.catalogue = ActionCatalogue(self.book, position)
        self.observation = ObservationRow(self.book, position, [seat.name for seat in seats])
        self._refuse_changing_spaces(plan)
        self._assign_seats(seats)
        self._seed, self._number = secrets.token_hex(8), 0
        self.position: Any = position
        self._chance: Chance
        self.legal: Sequence[Move] = ()
        self.due: str | None = None

    def begin_game(self, seed: int | None) -> None:
        """Set up the next game. A seed restarts the sequence of games."""
        if seed is not None:
            self._seed, self._number = str(seed), 0
        plan = self.task.make_plan(self._seed)
        self.position, seats, _, chance = set_up_game(self.game, plan, self._number)
        self._assign_seats(seats)
        chance.ask_table(RandomAnswers(plan.seed_name(self._number)))
        self._chance = chance
        self._number += 1
        assert self.catalogue.fits_position(self.position)  # guaranteed by `_refuse_changing_spaces`
        self._play_automa()

    def _refuse_changing_spaces(self, plan: Plan) -> None:
        """Refuse options that are drawn for each game and would change the spaces, which are fixed for an
        environment."""
        for option in left_to_chance(self.book.options, plan.options):
            for choice in option.choices:
                position, seats = _make_first_position(
                    self.game, replace(plan, options={**plan.options, option.key: choice})
                )
                seen = ObservationRow(self.book, position, [seat.name for seat in seats])
                if not self.catalogue.fits_position(position) or seen.space != self.observation.space:
                    choices = [f"{option.key}={it}" for it in option.choices]
                    raise ImpossibleError(text("env.other_actions", option=option.key), nearest=choices)

    def _assign_seats(self, seats: Sequence[Player]) -> None:
        self.learners = tuple(seat.name for seat in seats if seat.who != AUTOMA)
        self.observation.seats = tuple(seat.name for seat in seats)

    def apply_action(self, action: int) -> None:
        """Apply an action of the seat that decides, then the Automa's turns. Raises `IllegalError`."""
        try:
            number = index(action)
        except TypeError:  # not an integer
            number = -1
        if not 0 <= number < self.catalogue.size:
            raise IllegalError(text("env.illegal", action=str(action)))
        move = self.catalogue.move_of(number)
        if move not in self.legal:
            raise IllegalError(text("env.illegal", action=self.action_line(number)))
        self.book.apply_move(self.position, move, self._chance, NULL_SINK)
        self._play_automa()

    def _play_automa(self) -> None:
        position, book = self.position, self.book
        while (due := book.find_due(position)) is not None and due.automa:
            book.play_automa(position, self._chance, None, NULL_SINK)
        self.due = None if due is None else due.seat
        self.legal = () if due is None else book.list_legal_moves(position) or ()

    # ------------------------------------------------------------------------------------------------------- looking

    def action_line(self, action: int) -> str:
        """Return an action in notation."""
        return self.catalogue.line_of(action)

    line = DeprecatedName("line", "action_line")

    def legal_mask(self, seat: str) -> NDArray[np.int8]:
        """Return the mask of a seat's legal actions: all zeros while another seat decides."""
        return self.catalogue.legal_mask(self.legal) if seat == self.due else self.catalogue.empty_mask()

    def current_points(self) -> Mapping[str, int]:
        return self.book.count_points(self.position)

    def winners(self) -> Sequence[str]:
        """Return the winners; empty before the end."""
        return self.book.find_winners(self.position) if self.due is None else ()

    def list_candidates(self) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """Return the legal actions, and for each a row of numbers.

        A row holds the verb, the three slots, and the change of each number before the sheets for the seat that
        decides, before any other seat acts. Draws take their lowest outcome, so that the rows do not reveal the next
        card.
        """
        seat, moves = self.due, self.legal
        wide = 4 + self.observation.numbers
        rows = np.zeros((len(moves), wide), np.int16)
        if seat is None:
            return np.zeros(0, np.int64), rows
        before = np.array(self.observation.list_numbers(self.position, seat), np.int16)
        for at, move in enumerate(moves):
            after = self.position.copy()
            self.book.apply_move(after, move, _lowest_chance(), NULL_SINK)
            rows[at, :4] = move
            rows[at, 4:] = np.array(self.observation.list_numbers(after, seat), np.int16) - before
        return np.array([self.catalogue.action_of(move) for move in moves], np.int64), rows


def _lowest_chance() -> Chance:
    return ScriptedChance((), Seeded("0", answers_too=True))
