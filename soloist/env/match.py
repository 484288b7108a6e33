"""One game in progress for an environment: a position, its chance, and the Automa who plays whenever she is due."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

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

#: who sits where learning is going on; nobody asks him
_LEARNER = "random"


@dataclass(frozen=True, slots=True)
class Task:
    """What is played: a game, how many learn, the level and faction of the Automa (None: she does not play), the faction of
    each seat (empty: drawn for each game), options and printed values for all games."""

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
    """An action that is not legal now: it is never mended."""


def _first(game: Game, plan: Plan) -> tuple[Any, Sequence[Player]]:
    """Return the first position of the first game, and who sits there."""
    position, seats, _, _ = set_up_game(game, plan, 0)
    return position, seats


def _check_task(task: Task) -> None:
    """What would be left out silently is refused."""
    if len(task.factions) > task.seats:
        raise ImpossibleError(text("env.factions", n=len(task.factions), seats=task.seats))
    if task.automa is None and task.automa_faction:
        raise ImpossibleError(text("env.no_automa", faction=task.automa_faction))


class Match:
    """Games of one task, one after the other. With a seed the first one is always the same, and so are those after it."""

    def __init__(self, task: Task) -> None:
        self.game = find_game(task.game)
        self.book = self.game.rulebook(DIGITAL)
        _check_task(task)
        owner = {key: self.game.check_datum(key, value) for key, value in task.owner.items()}
        self.task = task = replace(task, owner=owner)
        plan = task.make_plan("1")
        check_plan(self.game, plan)
        position, seats = _first(self.game, plan)
        #: the names of the seats that learn, in this game: in some games they are others in the next
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
        """Lay out the next game. A seed starts the row of games anew."""
        if seed is not None:
            self._seed, self._number = str(seed), 0
        plan = self.task.make_plan(self._seed)
        self.position, seats, _, chance = set_up_game(self.game, plan, self._number)
        self._assign_seats(seats)
        chance.ask_table(RandomAnswers(plan.seed_name(self._number)))
        self._chance = chance
        self._number += 1
        assert self.catalogue.fits_position(self.position)  # what would change it was refused when this was made
        self._play_automa()

    def _refuse_changing_spaces(self, plan: Plan) -> None:
        """Spaces are fixed when an environment is made: an option that is drawn for each game must leave them alone."""
        for option in left_to_chance(self.book.options, plan.options):
            for choice in option.choices:
                position, seats = _first(self.game, replace(plan, options={**plan.options, option.key: choice}))
                seen = ObservationRow(self.book, position, [seat.name for seat in seats])
                if not self.catalogue.fits_position(position) or seen.space != self.observation.space:
                    choices = [f"{option.key}={it}" for it in option.choices]
                    raise ImpossibleError(text("env.other_actions", option=option.key), nearest=choices)

    def _assign_seats(self, seats: Sequence[Player]) -> None:
        self.learners = tuple(seat.name for seat in seats if seat.who != AUTOMA)
        self.observation.seats = tuple(seat.name for seat in seats)

    def apply_action(self, action: int) -> None:
        """The action with this number, by the seat that is due; then the Automa, as long as she is."""
        try:
            number = index(action)
        except TypeError:  # no whole number: it stands for no action
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
        """An action in the notation."""
        return self.catalogue.line_of(action)

    def legal_mask(self, seat: str) -> NDArray[np.int8]:
        """What this seat may do now: nothing when another one decides."""
        return self.catalogue.legal_mask(self.legal) if seat == self.due else self.catalogue.empty_mask()

    def current_points(self) -> Mapping[str, int]:
        return self.book.count_points(self.position)

    def winners(self) -> Sequence[str]:
        """Return who has won, once the game is over."""
        return self.book.find_winners(self.position) if self.due is None else ()

    def list_candidates(self) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """The legal actions, and for each a row: its verb, its three slots, and by how much each number before the sheets
        changes for the seat that decides, before anybody else does anything. Chance that comes with a move is the lowest
        outcome there is: nobody can see the next card this way."""
        seat, moves = self.due, self.legal
        wide = 4 + self.observation.numbers
        rows = np.zeros((len(moves), wide), np.int16)
        if seat is None:
            return np.zeros(0, np.int64), rows
        before = np.array(self.observation.figures(self.position, seat), np.int16)
        for at, move in enumerate(moves):
            after = self.position.copy()
            self.book.apply_move(after, move, _lowest_chance(), NULL_SINK)
            rows[at, :4] = move
            rows[at, 4:] = np.array(self.observation.figures(after, seat), np.int16) - before
        return np.array([self.catalogue.action_of(move) for move in moves], np.int64), rows


def _lowest_chance() -> Chance:
    return ScriptedChance((), Seeded("0", answers_too=True))
