"""DIGITAL games between agents and the Automa, as many as wanted, on as many cores as there are.

Game number i depends on the plan, its seed and i, and on nothing else: any number of workers gives the same results in the
same order. Nothing is saved on the way; a position, its legal moves and the events of an act are all that is made.
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

#: what the seat of the Automa is called where seats are told
AUTOMA = "automa"
#: the source of what a seat has before the first move
START = "start"
#: origins of values that nobody has looked up in a box
UNSURE = ("stand_in", "missing")
_CHUNK = 8


class SimulationError(SoloistError):
    """A game broke off: a fault of the engine or of an agent, with the seed that shows it again."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is simulated: a game, its seats, options for all games (`random` is drawn for each), the owner's printed
    values, the seed, the rulebook by which it is played, and agents beside those of the game, by name: each is made from a
    seed. With several workers these must be classes or functions of a module, so that other processes find them."""

    game: str
    seats: tuple[Player, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    owner: Mapping[str, str] = field(default_factory=dict)
    seed: str = "1"
    mode: str = DIGITAL
    agents: Mapping[str, Callable[[str], Agent]] = field(default_factory=dict)

    def seed_name(self, number: int) -> str:
        """The seed of one game."""
        return f"{self.seed}/{number}"


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game. `points[i]` are the points of seat i by source, each by round; index 0 is before round 1.

    `drawn` are the options that were left to chance, `unsure` the stand-in or missing values the game used, `open` the
    decisions that the rules left to the table and chance took, by rule.
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
    """`greedy:witches,random,automa:ultoma:kuddlers`: agent[:faction] or automa[:level[:faction]]; `random` or nothing
    leaves a part open. `agents` are the names of others than the game's own."""
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
    """Everything that can be known to be wrong before the first game, by setting one up."""
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
    """Return the options that are `random` where the game itself knows no such choice: they are drawn for each game."""
    asked = [option for option in options if wanted.get(option.key) == "random"]
    return [option for option in asked if option.choices and "random" not in option.choices]


def _draw_options(options: Sequence[Option], wanted: Mapping[str, str], chance: Chance) -> dict[str, str]:
    """Draw a value for each option that is left to chance."""
    found = {}
    for option in left_to_chance(options, wanted):
        of = Domain(option.key, option.choices)
        pick = chance.pick_option(Draw(f"setup.option.{option.key}", of, text("error.no_seed")), of.everything)
        found[option.key] = of.name_option(pick)
    return found


def lay_out_game(
    game: Game, plan: Plan, number: int
) -> tuple[dict[str, str], tuple[Player, ...], Mapping[str, str], Seeded]:
    """The complete set-up of one game, its seats, what was drawn of the options, and the chance it goes on with."""
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
    """The same with the position of the set-up."""
    setup, seats, drawn, chance = lay_out_game(game, plan, number)
    return game.rulebook(plan.mode).create_position(setup), seats, drawn, chance


# -------------------------------------------------------------------------------------------------------- one game


class PointTally(Watcher):
    """Counts decisions and turns, and the points by seat, source and round."""

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
    """Stands for the people at the table where there are none: what the rules leave open is answered by chance, and counted
    by rule."""

    def __init__(self, seed: str) -> None:
        super().__init__(f"{seed}/open", answers_too=True)
        self.open: Counter[str] = Counter()

    def _draw_outcome(self, draw: Draw, among: Mask, *, several: bool = False) -> Mask | None:
        self.open[draw.rule or draw.key] += 1
        return super()._draw_outcome(draw, among, several=several)


def make_agents(book: Rulebook, plan: Plan, seats: Sequence[Player], name: str) -> dict[str, Agent]:
    """Everybody who plays a human's seat, each with a seed of his own."""
    known = {**list_agents(book), **plan.agents}
    return {seat.name: known[seat.who](f"{name}/{seat.name}") for seat in seats if seat.who != AUTOMA}


def play_one(game: Game, plan: Plan, number: int) -> Played:
    """One game from its set-up to the last point."""
    book = game.rulebook(plan.mode)
    position, seats, drawn, chance = set_up_game(game, plan, number)
    unsure = tuple(sorted(datum.key for datum in game.data(position) if datum.origin in UNSURE))
    tally, nobody = PointTally(book, position), RandomAnswers(plan.seed_name(number))
    chance.ask_table(nobody)
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
        open=dict(nobody.open),
    )


def _sum_by_source(tally: Mapping[tuple[str, str, int], int], name: str, rounds: int) -> Mapping[str, tuple[int, ...]]:
    sources = sorted({source for who, source, _ in tally if who == name})
    return {source: tuple(tally.get((name, source, r), 0) for r in range(rounds + 1)) for source in sources}


# ------------------------------------------------------------------------------------------------------- many games


@dataclass(frozen=True, slots=True)
class _BrokenGame:
    """A game that broke off, in a form that travels between processes whatever the exception was."""

    number: int
    why: str


def _play_chunk(job: tuple[Plan, int, int]) -> list[Played | _BrokenGame]:
    """Some games in a row; ends with the first that breaks off."""
    plan, first, last = job
    return _play_some(find_game(plan.game), plan, range(first, last))


def _play_some(game: Game, plan: Plan, numbers: Iterable[int]) -> list[Played | _BrokenGame]:
    done: list[Played | _BrokenGame] = []
    for number in numbers:
        try:
            done.append(play_one(game, plan, number))
        except Exception as why:  # a worker must not die of it: whatever an agent raises is told with the seed
            done.append(_BrokenGame(number, f"{type(why).__name__}: {why}"))
            break
    return done


def iterate_games(plan: Plan, games: int, *, workers: int = 1, game: Game | None = None) -> Iterator[Played]:
    """The games in order, each as soon as it and those before it are done.

    With one worker they run in this process, and `game` may be any manifest; more workers find it by its id, and another
    one is refused. Agents of your own are in the plan.
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
        with WorkerPool(
            _play_chunk, min(workers, -(-games // size))
        ) as crew:  # ends also when the reader stops in the middle
            for chunk in crew.run_jobs(jobs):
                yield from _raise_broken(plan, chunk)
    except WorkerLostError:
        raise SimulationError(text("simulate.worker")) from None
    except UnreadableJobError as why:
        raise ImpossibleError(text("simulate.own_agents", why=str(why))) from None


def _check_picklable(game: Game, plan: Plan) -> None:
    """Other processes can do with this plan what this one can."""
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
    """Scores of one seat: all of them (`by` empty), or those with one level, faction or both."""

    seat: int
    by: str
    level: str
    faction: str
    summary: Summary


@dataclass(frozen=True, slots=True)
class Results:
    """All games of a plan, and what they come to."""

    plan: Plan
    games: tuple[Played, ...]

    def scores(self, seat: int) -> list[int]:
        return [played.scores[seat] for played in self.games]

    def groups(self) -> list[Group]:
        """Per seat: the total; by level and by faction where there are several of them."""
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
        """The levels of the game in the order in which it lists them, the easiest first."""
        book = find_game(self.plan.game).rulebook(self.plan.mode)
        return next((option.choices for option in book.options if option.key == "level"), ())

    def by_level(self, seat: int) -> dict[str, list[Played]]:
        """The games by the level of a seat, the easiest first."""
        split: dict[str, list[Played]] = {}
        for played in self.games:
            split.setdefault(played.seats[seat].level, []).append(played)
        rank = {level: at for at, level in enumerate(self.levels)}
        return dict(sorted(split.items(), key=lambda row: (rank.get(row[0], -1), row[0])))

    def margins(self, seat: int, games: Sequence[Played]) -> list[int]:
        """By how much a seat is ahead of the Automa in each game, or of the best of the others where she does not play."""
        hers = [at for at, other in enumerate(self.plan.seats) if other.who == AUTOMA]
        others = hers or [at for at in range(len(self.plan.seats)) if at != seat]
        return [played.scores[seat] - max(played.scores[at] for at in others) for played in games]

    def total(self, seat: int) -> Summary:
        """All games of a seat."""
        return self._make_group(seat, "", "", "", self.games).summary

    def _make_group(self, seat: int, by: str, level: str, faction: str, games: Sequence[Played]) -> Group:
        wins = sum(seat in played.winners for played in games)
        if not by:  # named if it is the same in all games
            first = games[0].seats[seat]
            level = first.level if all(played.seats[seat].level == first.level for played in games) else ""
            faction = first.faction if all(played.seats[seat].faction == first.faction for played in games) else ""
        return Group(seat, by, level, faction, summarize([played.scores[seat] for played in games], wins))

    @property
    def ties(self) -> int:
        """Games that more than one seat won."""
        return sum(len(played.winners) > 1 for played in self.games)

    @property
    def rounds(self) -> int:
        return max(played.rounds for played in self.games)

    def unsure(self) -> dict[str, int]:
        """The stand-in and missing values in use, with the number of games that used each."""
        return dict(sorted(Counter(key for played in self.games for key in played.unsure).items()))

    def open(self) -> dict[str, int]:
        """The decisions that the rules left open and chance took, by rule, the most frequent first."""
        total: Counter[str] = Counter()
        for played in self.games:
            total.update(played.open)
        return dict(total.most_common())

    def by_source(self, seat: int) -> dict[str, list[float]]:
        """The mean points of a seat by source, each by round."""
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
    """Simulate, and tell how many games are done after each."""
    done = []
    for played in iterate_games(plan, games, workers=workers, game=game):
        done.append(played)
        if progress is not None:
            progress(len(done))
    return Results(plan, tuple(done))
