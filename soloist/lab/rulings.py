"""Effects of house rulings and placeholder values: the same games played both ways.

In every game a parallel board for each alternative receives the same events. Before each of the Automa's turns she also
plays on the parallel board with the same cards, which shows whether the turn would differ. A human's moves are made
there too, for the points that follow from them. A game with no difference in turns, legal moves or such points is
unchanged. A game that differs is played again from the start under the alternative, and the points are compared. A
sample of the unchanged games is played again as a check, and counted as missed if the prediction was wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError
from soloist.core.loop import Watcher
from soloist.core.rulebook import DIGITAL, TABLE, Due, Option, Player, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.trace import Trace
from soloist.lab.comparison_game import ComparisonGame, prepare_game
from soloist.manifest import Datum, Game
from soloist.simulation.simulate import AUTOMA, Plan, RandomAnswers

#: every how many games an unchanged game is played again
PROBE = 20
#: ways to move a placeholder: every number one down or up, every list of names reversed or rotated by one
LOW, HIGH, TURNED, MOVED = "low", "high", "turned", "moved"


@dataclass(frozen=True, slots=True)
class Alternative:
    """A variation to compare with the default: a ruling (option and value), or a group of placeholder values moved one
    way.

    `rule` is the number of the ruling; empty for placeholders. `values` are the moved values. The alternative is
    relevant only where each option in `when` has one of the values given there.
    """

    name: str
    to: str
    options: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    when: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def id(self) -> str:
        return f"{self.name}={self.to}"

    @property
    def changed_keys(self) -> tuple[str, ...]:
        return tuple(key for key, _ in self.values)


def list_alternatives(game: Game, *, mode: str = DIGITAL, one_by_one: bool = False) -> list[Alternative]:
    """Return every house ruling of a mode with each other choice, then every group of placeholder values moved both
    ways.

    With `one_by_one` every placeholder is an alternative of its own.
    """
    found = [one for option in game.rulebook(mode).options if option.ruling for one in _alternatives_of(option)]
    groups: dict[str, list[Datum]] = {}
    for datum in game.data(None):
        if datum.has_stand_in:
            groups.setdefault(datum.key if one_by_one else group_of_key(datum.key), []).append(datum)
    for group, data in groups.items():
        for way in (LOW, HIGH) if data[0].kind == "number" else (TURNED, MOVED):
            values = tuple((datum.key, value) for datum in data if (value := _move_value(game, datum, way)))
            if values:
                found.append(Alternative(group, way, values=values))
    return found


def _alternatives_of(option: Option) -> list[Alternative]:
    return [
        Alternative(option.key, choice, ((option.key, choice),), rule=option.ruling, when=option.when)
        for choice in option.offered or option.choices
        if choice != option.default
    ]


def group_of_key(key: str) -> str:
    """Return the group of a placeholder: the part of its key before the first dot."""
    return key.partition(".")[0]


def _move_value(game: Game, datum: Datum, way: str) -> str:
    """Return a placeholder moved one way, a choice to the first or last other choice; empty if there is no such
    value."""
    now = datum.value or datum.stand_in
    if not now:  # neither a value nor a placeholder
        return ""
    words = datum.split_words(now)
    if way in (LOW, HIGH):
        words = [str(max(0, int(word) + (1 if way == HIGH else -1))) for word in words]
    elif datum.kind == "choice":
        rest = [word for word, _ in datum.blanks[0].options if word != now]
        words = [rest[0 if way == TURNED else -1]] if rest else words
    else:
        words = words[::-1] if way == TURNED else words[1:] + words[:1]
    try:
        return game.check_datum(datum.key, datum.glue.join(words))
    except BadInputError:  # the moved value is not valid
        return ""


# ------------------------------------------------------------------------------------------------------------- one game


class ParallelBoard(Watcher):
    """A board that receives the same events under the alternative, and counts which of the Automa's turns would
    differ."""

    def __init__(self, book: Rulebook, position: Any, chance: Seeded, name: str) -> None:
        self._book, self._position, self._chance, self._name = book, position, chance, name
        self._lines: list[str] | None = None
        self._points: list[tuple[str, str, int]] | None = None
        self.turns = self.changed = 0
        self.differs = False

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self._lines = self._points = None
        if self._book.find_due(self._position) != due:
            self.differs = True
        elif due.automa:
            noted = RecordingSink()
            self._book.play_automa(self._position.copy(), self._chance.fork(RandomAnswers(self._name)), None, noted)
            self._lines = noted.lines
        elif not self.differs:
            self.differs = self._book.list_legal_moves(self._position) != legal

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        if not self.differs and self._book.id == DIGITAL:  # in TABLE mode a move has no automatic consequences
            noted, beside = RecordingSink(), self._position.copy()
            self._book.apply_move(beside, move, self._chance.fork(RandomAnswers(self._name)), noted)
            self._points = self._book.list_point_sources(beside, noted.events)

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        if due.automa:
            self.turns += 1
            self.changed += self._lines != noted.lines
        elif self._points is not None:
            self.differs = self._points != self._book.list_point_sources(position, noted.events)
        for event in noted.events:
            event.apply(self._position)

    @property
    def has_other_course(self) -> bool:
        """Whether the game would have taken another course under the alternative."""
        return self.differs or self.changed > 0


@dataclass(frozen=True, slots=True)
class RulingComparison:
    """One game under one alternative.

    `turns` are the Automa's turns, `changed` how many of them would differ, `other` whether the course differs.
    `before` and `after` are the points of each seat, `won_before` and `won_after` the first seat's share of the win.
    `missed` marks a game that was predicted to be unchanged and was not.
    """

    turns: int
    changed: int
    other: bool
    before: tuple[int, ...]
    after: tuple[int, ...]
    missed: bool = False
    won_before: float = 0.0
    won_after: float = 0.0


class _TurnCounter(Watcher):
    """Counts the Automa's turns."""

    def __init__(self) -> None:
        self.number = 0

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        self.number += due.automa


def compare_rulings(game: Game, plan: Plan, some: Sequence[Alternative], number: int) -> list[RulingComparison]:
    """Return one game under every alternative, in their order. An alternative that is irrelevant for this set-up is
    compared with the nearest set-up for which it is relevant."""
    tables: dict[tuple[tuple[str, str], ...], list[Alternative]] = {}
    setup = prepare_game(game, plan, number).setup
    for one in some:
        needs = tuple((key, values[0]) for key, values in one.when if setup.get(key) not in values)
        tables.setdefault(needs, []).append(one)
    found: dict[str, RulingComparison] = {}
    for needs, those in tables.items():
        at = replace(plan, options={**plan.options, **dict(needs)})
        found |= zip((one.id for one in those), _iterate_comparisons(game, at, those, number), strict=True)
    return [found[one.id] for one in some]


def _iterate_comparisons(
    game: Game, plan: Plan, some: Sequence[Alternative], number: int
) -> Iterator[RulingComparison]:
    ours = prepare_game(game, plan, number)
    others = [prepare_game(game, _plan_with(plan, alternative), number) for alternative in some]
    watchers = [
        _make_parallel_board(ours, other, one, plan.seed_name(number)) for one, other in zip(some, others, strict=True)
    ]
    turns = _TurnCounter()
    before = ours.play_out([turns, *filter(None, watchers)])
    for one, beside, other in zip(some, watchers, others, strict=True):
        if not _is_same_setup(one, ours.setup, other.setup):  # another game from the start: no turns to compare
            after = other.play_out()
            yield RulingComparison(0, 0, True, before.points, after.points, won_before=before.won, won_after=after.won)
            continue
        if beside is None:  # nothing of the alternative is in use: the game is identical
            points, won = before.points, before.won
            yield RulingComparison(turns.number, 0, False, points, points, won_before=won, won_after=won)
            continue
        fixed = _changes_points(one, ours.setup, other.setup)
        after = other.play_out() if beside.has_other_course or fixed or number % PROBE == 0 else before
        unchanged = after == before
        yield RulingComparison(
            beside.turns,
            beside.changed,
            beside.has_other_course or not unchanged,
            before.points,
            after.points,
            missed=not (beside.has_other_course or fixed or unchanged),
            won_before=before.won,
            won_after=after.won,
        )


def _make_parallel_board(
    ours: ComparisonGame, other: ComparisonGame, one: Alternative, name: str
) -> ParallelBoard | None:
    """Return a board for the alternative; None if the set-up is identical or differs in more than the alternative."""
    if other.setup == ours.setup or not _is_same_setup(one, ours.setup, other.setup):
        return None
    return ParallelBoard(ours.book, ours.book.create_position(other.setup), ours.chance, name)


def _is_same_setup(alternative: Alternative, setup: Mapping[str, str], made: Mapping[str, str]) -> bool:
    """Return whether the set-ups differ only in the alternative itself."""
    own = {*(key for key, _ in alternative.options), *(f"value.{key}" for key in alternative.changed_keys)}
    return all(setup.get(key) == made.get(key) for key in {*setup, *made} - own)


def _changes_points(alternative: Alternative, setup: Mapping[str, str], made: Mapping[str, str]) -> bool:
    """Return whether a value in use differs, so that points may differ even if every turn is the same."""
    return any(setup.get(f"value.{key}") != made.get(f"value.{key}") for key in alternative.changed_keys)


def _plan_with(plan: Plan, alternative: Alternative) -> Plan:
    return replace(
        plan, options={**plan.options, **dict(alternative.options)}, owner={**plan.owner, **dict(alternative.values)}
    )


def make_base_plan(
    game: Game, agent: str, seed: str, options: Mapping[str, str] | None = None, mode: str = DIGITAL
) -> Plan:
    """Return the plan of an agent against the Automa, or of her half of a game at a table. Everything outside `options`
    is drawn."""
    seats = () if mode == TABLE else (Player(agent), Player(AUTOMA))
    return Plan(game.id, seats, options or {}, seed=seed, mode=mode)
