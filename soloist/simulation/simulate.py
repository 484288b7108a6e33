"""Simulation of DIGITAL games between agents and the Automa, on any number of processes.

Game number i depends only on the plan, its seed and i, so any number of workers gives the same results in the same
order. For speed nothing is saved: a game makes only the position, its legal moves and the events of the current move.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from soloist.agents import list_agents
from soloist.core.bits import Mask
from soloist.core.chance import Chance, Draw, Seeded
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError, UnreadableError, find_nearest
from soloist.core.loop import Watcher
from soloist.core.loop import run_game as play_on
from soloist.core.rulebook import DIGITAL, Agent, Due, Option, Player, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.text import Domain, text
from soloist.core.trace import Trace
from soloist.core.user_input import check_keys
from soloist.manifest import Game, find_game
from soloist.session.table import check_seed
from soloist.simulation.process_pool import UnreadableJobError, WorkerLostError, WorkerPool
from soloist.simulation.stats import Summary, summarize

#: name of the Automa in a list of seats
AUTOMA = "automa"
#: source of the points that a seat has before the first move
START = "start"
#: origins of values that were not copied from a real card
UNSURE = ("stand_in", "missing")
_CHUNK = 8


class SimulationError(SoloistError):
    """A game broke off because of a fault in the engine or an agent. Names the seed that reproduces it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated: a game, its seats, options for all games (`random`: drawn for each), the owner's printed
    values, the seed, and the mode.

    `agents` are additional agents by name, each made from a seed. With several workers they must be classes or
    functions of a module, so that other processes can import them.
    """

    game: str
    seats: tuple[Player, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    owner: Mapping[str, str] = field(default_factory=dict)
    seed: str = "1"
    mode: str = DIGITAL
    agents: Mapping[str, Callable[[str], Agent]] = field(default_factory=dict)

    def seed_name(self, number: int) -> str:
        """Return the seed of game `number`."""
        return f"{self.seed}/{number}"


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game.

    `points[i]` are the points of seat i by source, each by round; index 0 is before round 1. `drawn` are the options
    that were left to chance, `unsure` the placeholder or missing values that the game used, `open` the number of
    decisions by rule that the rules leave to the table and chance made.
    """

    number: int
    seats: tuple[Player, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    moves: int
    turns: int
    points: tuple[Mapping[str, tuple[int, ...]], ...]
    drawn: Mapping[str, str]
    unsure: tuple[str, ...]
    open: Mapping[str, int] = field(default_factory=dict)


# ----------------------------------------------------------------------------------------------------------- the plan


def read_seats(book: Rulebook, words: str, agents: Iterable[str] = ()) -> tuple[Player, ...]:
    """Read a list of seats such as `greedy:witches,random,automa:ultoma:kuddlers`.

    A seat is agent[:faction] or automa[:level[:faction]]; a part that is `random` or missing is drawn for each game.
    `agents` are the names of additional agents. Raises `UnknownError` or `UnreadableError`.
    """
    seats = []
    known = (*list_agents(book), *agents, AUTOMA)
    for word in words.split(","):
        who, *parts = (part.strip().lower() for part in word.split(":"))
        if who not in known:
            raise UnknownError(
                text("simulate.agent", got=word.strip(), options=known), nearest=find_nearest(who, known) or known
            )
        if len(parts) > (2 if who == AUTOMA else 1):
            raise UnreadableError(
                text("simulate.seat", got=word.strip()), nearest=("AGENT:FACTION", "automa:LEVEL:FACTION")
            )
        parts = ["" if part == "random" else part for part in parts]
        if who == AUTOMA:
            level, faction = (*parts, "", "")[:2]
            seats.append(Player(AUTOMA, level, faction))
        else:
            seats.append(Player(who, faction=(*parts, "")[0]))
    return tuple(seats)


def check_plan(game: Game, plan: Plan) -> None:
    """Raise an error for a plan that cannot be played, by setting up its first game."""
    book = game.rulebook(plan.mode)
    check_keys(plan.options, book.options, prefix="value.")
    known = (*list_agents(book), *plan.agents, AUTOMA)
    for seat in plan.seats:
        if seat.who not in known:
            raise UnknownError(
                text("simulate.agent", got=seat.who, options=known), nearest=find_nearest(seat.who, known) or known
            )
    if "seed" in plan.options:
        raise ImpossibleError(text("simulate.option", key="seed"))
    check_seed(plan.seed)
    set_up_game(game, plan, 0)


def left_to_chance(options: Sequence[Option], wanted: Mapping[str, str]) -> list[Option]:
    """Return the options that are wanted as `random` although the game has no such choice: they are drawn for each
    game."""
    asked = [option for option in options if wanted.get(option.key) == "random"]
    return [option for option in asked if option.choices and "random" not in option.choices]


def _draw_options(options: Sequence[Option], wanted: Mapping[str, str], chance: Chance) -> dict[str, str]:
    """Return a drawn value for each option that is left to chance."""
    found = {}
    for option in left_to_chance(options, wanted):
        of = Domain(option.key, option.choices)
        pick = chance.pick_option(Draw(f"setup.option.{option.key}", of, text("error.no_seed")), of.everything)
        found[option.key] = of.name_option(pick)
    return found


def lay_out_game(
    game: Game, plan: Plan, number: int
) -> tuple[dict[str, str], tuple[Player, ...], Mapping[str, str], Seeded]:
    """Return the complete set-up of a game, its seats, the options that were drawn, and the chance to play on with."""
    book = game.rulebook(plan.mode)
    chance = Seeded(plan.seed_name(number))
    drawn = _draw_options(book.options, plan.options, chance)
    options = {**plan.options, **drawn}
    made, seats = book.seat_players(plan.seats, options, chance)
    both = sorted(set(made) & set(options))
    if both:
        raise ImpossibleError(text("simulate.option", key=both[0]))
    setup = book.lay_out({**options, **made, "seed": plan.seed_name(number)}, chance, plan.owner)
    return setup, seats, drawn, chance


def set_up_game(game: Game, plan: Plan, number: int) -> tuple[Any, tuple[Player, ...], Mapping[str, str], Seeded]:
    """Like `lay_out_game`, with the position instead of the set-up."""
    setup, seats, drawn, chance = lay_out_game(game, plan, number)
    return game.rulebook(plan.mode).create_position(setup), seats, drawn, chance


# -------------------------------------------------------------------------------------------------------- one game


class PointTally(Watcher):
    """Counts decisions, turns, and points by seat, source and round."""

    def __init__(self, book: Rulebook, position: Any) -> None:
        self._book = book
        self._round = 0
        self.moves = self.turns = 0
        self.points: dict[tuple[str, str, int], int] = {
            (name, START, 0): points for name, points in book.count_points(position).items() if points
        }

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self._round = self._book.round_number(position)

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        if due.automa:
            self.turns += 1
        else:
            self.moves += 1
        for name, source, points in self._book.list_point_sources(position, noted.events):
            key = (name, source, self._round)
            self.points[key] = self.points.get(key, 0) + points


class RandomAnswers(Seeded):
    """Answers by chance what the rules leave to the table, and counts the answers by rule."""

    def __init__(self, seed: str) -> None:
        super().__init__(f"{seed}/open", answers_too=True)
        self.open: Counter[str] = Counter()

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        self.open[draw.rule or draw.key] += 1
        return super()._draw_outcome(draw, among, several=several)


def make_agents(book: Rulebook, plan: Plan, seats: Sequence[Player], name: str) -> dict[str, Agent]:
    """Return the agents of all human seats by seat name, each with a seed of its own."""
    known = {**list_agents(book), **plan.agents}
    return {seat.name: known[seat.who](f"{name}/{seat.name}") for seat in seats if seat.who != AUTOMA}


def play_one(game: Game, plan: Plan, number: int) -> Played:
    """Play one game to the end and return its result."""
    book = game.rulebook(plan.mode)
    position, seats, drawn, chance = set_up_game(game, plan, number)
    unsure = tuple(sorted(datum.key for datum in game.data(position) if datum.origin in UNSURE))
    tally, answers = PointTally(book, position), RandomAnswers(plan.seed_name(number))
    chance.ask_table(answers)
    play_on(book, position, make_agents(book, plan, seats, plan.seed_name(number)), chance, [tally])
    scores, won = book.count_points(position), book.find_winners(position)
    rounds = book.round_number(position)
    row = tuple(scores[seat.name] for seat in seats)
    return Played(
        number=number,
        seats=seats,
        scores=row,
        winners=tuple(i for i, seat in enumerate(seats) if seat.name in won),
        rounds=rounds,
        moves=tally.moves,
        turns=tally.turns,
        points=tuple(_sum_by_source(tally.points, seat.name, rounds) for seat in seats),
        drawn=drawn,
        unsure=unsure,
        open=dict(answers.open),
    )


def _sum_by_source(tally: Mapping[tuple[str, str, int], int], name: str, rounds: int) -> Mapping[str, tuple[int, ...]]:
    sources = sorted({source for who, source, _ in tally if who == name})
    return {source: tuple(tally.get((name, source, r), 0) for r in range(rounds + 1)) for source in sources}


# ------------------------------------------------------------------------------------------------------- many games


@dataclass(frozen=True, slots=True)
class _BrokenGame:
    """A game that broke off, in a form that can always be pickled."""

    number: int
    why: str


def _play_chunk(job: tuple[Plan, int, int]) -> list[Played | _BrokenGame]:
    """Play consecutive games up to the first that breaks off."""
    plan, first, last = job
    return _play_some(find_game(plan.game), plan, range(first, last))


def _play_some(game: Game, plan: Plan, numbers: Iterable[int]) -> list[Played | _BrokenGame]:
    done: list[Played | _BrokenGame] = []
    for number in numbers:
        try:
            done.append(play_one(game, plan, number))
        except Exception as why:  # agents may raise anything: report it with the seed, keep the worker alive
            done.append(_BrokenGame(number, f"{type(why).__name__}: {why}"))
            break
    return done


def iterate_games(plan: Plan, games: int, *, workers: int = 1, game: Game | None = None) -> Iterator[Played]:
    """Yield the games in order, each as early as that order allows.

    With one worker they run in this process, and `game` may be any manifest. With more workers the game must be found
    by its id; another manifest is refused.
    """
    found = game or find_game(plan.game)
    check_plan(found, plan)
    if workers > 1:
        _check_picklable(found, plan)
    if workers == 1:
        for number in range(games):
            yield from _raise_broken(plan, _play_some(found, plan, [number]))
        return
    size = max(1, min(_CHUNK, games // workers))
    jobs = ((plan, first, min(first + size, games)) for first in range(0, games, size))
    try:
        # the context also stops the workers if the consumer abandons this generator
        with WorkerPool(_play_chunk, min(workers, -(-games // size))) as pool:
            for chunk in pool.run_jobs(jobs):
                yield from _raise_broken(plan, chunk)
    except WorkerLostError:
        raise SimulationError(text("simulate.worker")) from None
    except UnreadableJobError as why:
        raise ImpossibleError(text("simulate.own_agents", why=str(why))) from None


def _check_picklable(game: Game, plan: Plan) -> None:
    """Refuse a plan that other processes cannot play."""
    if game is not find_game(plan.game):
        raise ImpossibleError(text("simulate.own_game"))
    try:
        pickle.dumps(plan)
    except (pickle.PicklingError, AttributeError, TypeError) as why:
        raise ImpossibleError(text("simulate.own_agents", why=str(why))) from why


def _raise_broken(plan: Plan, chunk: Sequence[Played | _BrokenGame]) -> Iterator[Played]:
    for played in chunk:
        if isinstance(played, _BrokenGame):
            raise SimulationError(text("simulate.broken", seed=plan.seed_name(played.number), why=played.why))
        yield played


# ----------------------------------------------------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class Group:
    """Scores of one seat: in all games (`by` is empty), or in those with one level, faction or both."""

    seat: int
    by: str
    level: str
    faction: str
    summary: Summary


@dataclass(frozen=True, slots=True)
class Results:
    """All games of a plan, and statistics of them."""

    plan: Plan
    games: tuple[Played, ...]

    def scores(self, seat: int) -> list[int]:
        return [played.scores[seat] for played in self.games]

    def groups(self) -> list[Group]:
        """Return for each seat the total, and groups by level and by faction if there are several."""
        found = []
        for seat in range(len(self.plan.seats)):
            found.append(self._make_group(seat, "", "", "", self.games))
            levels = self.by_level(seat)
            factions = sorted({played.seats[seat].faction for played in self.games})
            if len(levels) > 1:
                for level, some in levels.items():
                    found.append(self._make_group(seat, "level", level, "", some))
            if len(factions) > 1:
                for faction in factions:
                    some = [played for played in self.games if played.seats[seat].faction == faction]
                    found.append(self._make_group(seat, "faction", "", faction, some))
        return found

    @property
    def levels(self) -> Sequence[str]:
        """The levels of the game, easiest first."""
        book = find_game(self.plan.game).rulebook(self.plan.mode)
        return next((option.choices for option in book.options if option.key == "level"), ())

    def by_level(self, seat: int) -> dict[str, list[Played]]:
        """Return the games by the level of a seat, easiest first."""
        split: dict[str, list[Played]] = {}
        for played in self.games:
            split.setdefault(played.seats[seat].level, []).append(played)
        rank = {level: at for at, level in enumerate(self.levels)}
        return dict(sorted(split.items(), key=lambda row: (rank.get(row[0], -1), row[0])))

    def margins(self, seat: int, games: Sequence[Played]) -> list[int]:
        """Return by how much a seat is ahead of the Automa in each game, or of the best other seat if she does not
        play."""
        hers = [at for at, other in enumerate(self.plan.seats) if other.who == AUTOMA]
        others = hers or [at for at in range(len(self.plan.seats)) if at != seat]
        return [played.scores[seat] - max(played.scores[at] for at in others) for played in games]

    def total(self, seat: int) -> Summary:
        """Return the statistics of a seat over all games."""
        return self._make_group(seat, "", "", "", self.games).summary

    def _make_group(self, seat: int, by: str, level: str, faction: str, games: Sequence[Played]) -> Group:
        wins = sum(seat in played.winners for played in games)
        if not by:  # level and faction are named if they are the same in all games
            first = games[0].seats[seat]
            level = first.level if all(played.seats[seat].level == first.level for played in games) else ""
            faction = first.faction if all(played.seats[seat].faction == first.faction for played in games) else ""
        return Group(seat, by, level, faction, summarize([played.scores[seat] for played in games], wins))

    @property
    def ties(self) -> int:
        """Number of games with several winners."""
        return sum(len(played.winners) > 1 for played in self.games)

    @property
    def rounds(self) -> int:
        return max(played.rounds for played in self.games)

    def unsure(self) -> dict[str, int]:
        """Return the placeholder and missing values in use, with the number of games that used each."""
        return dict(sorted(Counter(key for played in self.games for key in played.unsure).items()))

    def open(self) -> dict[str, int]:
        """Return by rule the number of decisions that the rules left open and chance made, most frequent first."""
        total: Counter[str] = Counter()
        for played in self.games:
            total.update(played.open)
        return dict(total.most_common())

    def by_source(self, seat: int) -> dict[str, list[float]]:
        """Return the mean points of a seat by source, each by round."""
        total: dict[str, list[float]] = {}
        for played in self.games:
            for source, rounds in played.points[seat].items():
                row = total.setdefault(source, [0.0] * (self.rounds + 1))
                for i, points in enumerate(rounds):
                    row[i] += points / len(self.games)
        return dict(sorted(total.items(), key=lambda kv: (kv[0] != START, -sum(kv[1]), kv[0])))


def run_plan(
    plan: Plan,
    games: int,
    *,
    workers: int = 1,
    game: Game | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play all games and return their results. `progress` is called with the number of finished games after each."""
    done = []
    for played in iterate_games(plan, games, workers=workers, game=game):
        done.append(played)
        if progress is not None:
            progress(len(done))
    return Results(plan, tuple(done))
