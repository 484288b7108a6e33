"""What a house ruling or a stand-in value changes, measured: the same games, played both ways.

Beside every game a second board goes along for each alternative, on which the same things happen. Before each of her turns
she plays it there too, with the same cards: so it is known which turns would be others. A game in which no turn and no legal
move differs is the same game; one that differs is played again from the beginning under the alternative, and the points
compared. Every so often one that does not differ is played again all the same, and counted if that was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.core.game import Datum, Game
from soloist.core.loop import Watcher, play
from soloist.core.rulebook import DIGITAL, Due, Player, Rulebook
from soloist.core.sink import Noted
from soloist.core.trace import Trace
from soloist.sim.simulate import AUTOMA, Nobody, Plan, Tally, agents_of, lay_out, set_up

#: one in so many games without a difference is played again
PROBE = 20
#: how a stand-in is moved: every number one down or up, every row of names the other way round or one further
LOW, HIGH, TURNED, MOVED = "low", "high", "turned", "moved"


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that could be otherwise: a ruling (option and value), or a group of stand-ins moved one way.

    `rule` is the number of the ruling; empty for stand-ins. `keys` are the values that are moved.
    """

    name: str
    to: str
    options: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for key, _ in self.values)


def alternatives(game: Game, *, one_by_one: bool = False) -> list[Alternative]:
    """Every house ruling with each other choice, then every group of stand-in values, moved both ways; `one_by_one` every
    stand-in by itself instead of its group."""
    found = []
    for option in game.rulebook(DIGITAL).options:
        if option.ruling:
            for choice in option.offered or option.choices:
                if choice != option.default:
                    found.append(Alternative(option.key, choice, ((option.key, choice),), rule=option.ruling))
    groups: dict[str, list[Datum]] = {}
    for datum in game.data(None):
        if datum.open:
            groups.setdefault(datum.key if one_by_one else group_of(datum.key), []).append(datum)
    for group, data in groups.items():
        for way in (LOW, HIGH) if data[0].kind == "number" else (TURNED, MOVED):
            values = tuple((datum.key, value) for datum in data if (value := _moved(game, datum, way)))
            if values:
                found.append(Alternative(group, way, values=values))
    return found


def group_of(key: str) -> str:
    """The kind of value a stand-in is: what its key begins with."""
    return key.partition(".")[0]


def _moved(game: Game, datum: Datum, way: str) -> str:
    """A stand-in moved one way, a choice to the first or the last of the others; empty where that cannot be printed."""
    now = datum.value or datum.stand_in
    if not now:  # nobody knows it, and nothing stands in for it
        return ""
    words = datum.words(now)
    if way in (LOW, HIGH):
        words = [str(max(0, int(word) + (1 if way == HIGH else -1))) for word in words]
    elif datum.kind == "choice":
        rest = [word for word, _ in datum.blanks[0].options if word != now]
        words = [rest[0 if way == TURNED else -1]] if rest else words
    else:
        words = words[::-1] if way == TURNED else words[1:] + words[:1]
    try:
        return game.check_datum(datum.key, datum.glue.join(words))
    except BadInputError:  # not every order of places is one
        return ""


# ------------------------------------------------------------------------------------------------------------- one game


class Beside(Watcher):
    """A board on which the same things happen under the alternative: which of her turns would be others?"""

    def __init__(self, book: Rulebook, position: Any, chance: Seeded, name: str) -> None:
        self._book, self._position, self._chance, self._name = book, position, chance, name
        self._lines: list[str] | None = None
        self.turns = self.changed = 0
        self.differs = False

    def before(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self._lines = None
        if self._book.due(self._position) != due:
            self.differs = True
        elif due.automa:
            noted = Noted()
            self._book.automa(self._position.copy(), self._chance.fork(Nobody(self._name)), None, noted)
            self._lines = noted.lines
        elif not self.differs:
            self.differs = self._book.legal(self._position) != legal

    def after(self, position: Any, due: Due, noted: Noted, trace: Trace | None) -> None:
        if due.automa:
            self.turns += 1
            self.changed += self._lines != noted.lines
        for event in noted.events:
            event.apply(self._position)

    @property
    def other(self) -> bool:
        """Whether the game would have taken another course."""
        return self.differs or self.changed > 0


@dataclass(frozen=True, slots=True)
class Compared:
    """One game under one alternative: her turns, how many would be others, whether the course is another, the points of each
    seat both ways, and whether a game that was thought to be the same was not."""

    turns: int
    changed: int
    other: bool
    before: tuple[int, ...]
    after: tuple[int, ...]
    missed: bool = False


def compare(game: Game, plan: Plan, some: Sequence[Alternative], number: int) -> list[Compared]:
    """One game under every alternative, in their order."""
    book = game.rulebook(plan.mode)
    position, seats, _, chance = set_up(game, plan, number)
    name = plan.name(number)
    chance.asking(Nobody(name))
    setup, _, _, _ = lay_out(game, plan, number)
    layouts = [lay_out(game, _plan(plan, alternative), number)[0] for alternative in some]
    alike = [_alike(alternative, setup, made) for alternative, made in zip(some, layouts, strict=True)]
    watchers = [
        Beside(book, book.new(made), chance, name) if same and made != setup else None
        for made, same in zip(layouts, alike, strict=True)
    ]
    tally = Tally(book, position)
    play(book, position, agents_of(book, plan, seats, name), chance, [tally, *filter(None, watchers)])
    before = tuple(book.scores(position)[seat.name] for seat in seats)
    found = []
    for alternative, beside, made, same in zip(some, watchers, layouts, alike, strict=True):
        if not same:  # from the set-up on it is another game: there is no turn to compare
            found.append(Compared(0, 0, True, before, _scores(game, _plan(plan, alternative), number)))
            continue
        if beside is None:  # nothing of it is in use: it is the same game
            found.append(Compared(tally.turns, 0, False, before, before))
            continue
        fixed = _fixed_points(alternative, setup, made)
        probed = number % PROBE == 0
        after = before
        if beside.other or fixed or probed:
            after = _scores(game, _plan(plan, alternative), number)
        unchanged = after == before
        found.append(
            Compared(
                beside.turns,
                beside.changed,
                beside.other or not unchanged,
                before,
                after,
                missed=not (beside.other or fixed or unchanged),
            )
        )
    return found


def _alike(alternative: Alternative, setup: Mapping[str, str], made: Mapping[str, str]) -> bool:
    """Whether the set-up is the same but for the alternative itself; a ruling may also change what is drawn for it."""
    own = {*(key for key, _ in alternative.options), *(f"value.{key}" for key in alternative.keys)}
    return all(setup.get(key) == made.get(key) for key in {*setup, *made} - own)


def _fixed_points(alternative: Alternative, setup: Mapping[str, str], made: Mapping[str, str]) -> bool:
    """Whether a value that is in use is another: then the points may be others although every turn is the same."""
    return any(setup.get(f"value.{key}") != made.get(f"value.{key}") for key in alternative.keys)


def _plan(plan: Plan, alternative: Alternative) -> Plan:
    options, owner = dict(plan.options), dict(plan.owner)
    options.update(alternative.options)
    owner.update(alternative.values)
    return Plan(plan.game, plan.seats, options, owner, plan.seed, plan.mode, plan.agents)


def _scores(game: Game, plan: Plan, number: int) -> tuple[int, ...]:
    book = game.rulebook(plan.mode)
    position, seats, _, chance = set_up(game, plan, number)
    chance.asking(Nobody(plan.name(number)))
    play(book, position, agents_of(book, plan, seats, plan.name(number)), chance)
    return tuple(book.scores(position)[seat.name] for seat in seats)


def base_plan(game: Game, agent: str, seed: str, options: Mapping[str, str] | None = None) -> Plan:
    """An agent against the Automa: level, factions and everything that is no option here drawn for each game."""
    return Plan(game.id, (Player(agent), Player(AUTOMA)), options or {}, seed=seed)


def compared(game: Game, plan: Plan, some: Sequence[Alternative], numbers: Sequence[int]) -> Iterator[list[Compared]]:
    """Games in turn, each under every alternative."""
    yield from map(partial(compare, game, plan, some), numbers)
