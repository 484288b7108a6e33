"""Experiments from TOML files: what is played, what is varied, how many games or how precise.

    game = "terra_mystica"
    seats = "greedy,automa"          # as for `simulate`
    games = 400                      # per cell; with `precision` the size of a step
    precision = 1.0                  # half the width of the 95 % interval of the mean margin, in points
    most = 5000                      # limit of games per cell
    seed = "levels"
    luck = 1                         # number of games per set-up

    [options]                        # for all games
    map = "original"

    [values]                         # printed values, for all games
    "pass_vp.score1.r1_3" = "4"

    [vary]                           # every combination is a cell
    level = ["automalein", "ultoma"]
    agent = ["random", "greedy"]
    "option.round_6_bonus" = ["none", "take"]
    "value.level.ultoma.x_vp" = ["2 2 3", "3 3 3"]

    [[change]]                       # one at a time, compared with the unchanged game
    name = "card 2 gives a favor tile"
    values = { "card.dc2.actions" = "take_favor, gain_vp x" }
    tiebreakers = { "TMA-080" = ["TMA-080c", "TMA-080b", "TMA-036"] }

Game number i of every cell has the same seed, so cells are compared game by game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import product
from math import prod
from typing import Any

from soloist.agents import list_agents
from soloist.core.errors import ImpossibleError, UnknownError, UnreadableError, find_nearest
from soloist.core.rulebook import DIGITAL
from soloist.core.text import text
from soloist.manifest import Game, find_game, game_ids
from soloist.session.documents import read_toml
from soloist.simulation.simulate import AUTOMA, Plan, check_plan, read_seats

MOST_GAMES = 10_000_000
MOST_CELLS = 400
#: default number of games per step of an experiment with a precision
STEP = 100
_KEYS = {
    "title": str,
    "game": str,
    "seats": str,
    "games": int,
    "precision": float,
    "most": int,
    "seed": str,
    "luck": int,
    "options": dict,
    "values": dict,
    "vary": dict,
    "change": list,
}
_CHANGE_KEYS = ("name", "options", "values", "tiebreakers")
_OPTION, _VALUE = "option.", "value."


def games_to_play() -> list[Game]:
    """Return the games with DIGITAL mode, for which experiments are possible."""
    return [game for game in map(find_game, game_ids()) if game.digital is not None]


@dataclass(frozen=True, slots=True)
class Cell:
    """One combination: its number, the varied settings, the change, the plan, and other orders of tiebreakers by
    procedure."""

    number: int
    varied: Mapping[str, str]
    change: str
    plan: Plan
    tiebreakers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The settings that distinguish the cell, such as `level=ultoma, agent=greedy`."""
        data = [f"{key}={value}" for key, value in self.varied.items()]
        return ", ".join([*data, *([self.change] if self.change else [])]) or "as it is"


@dataclass(frozen=True, slots=True)
class Experiment:
    """A checked experiment."""

    title: str
    source: str
    game: str
    cells: tuple[Cell, ...]
    games: int
    precision: float | None
    most: int
    luck: int
    seed: str

    @property
    def digest(self) -> str:
        """Hash of the games: experiments with the same digest play the same games."""
        data = json.dumps(
            [
                self.game,
                self.luck,
                [
                    [
                        [[seat.who, seat.level, seat.faction] for seat in cell.plan.seats],
                        dict(sorted(cell.plan.options.items())),
                        dict(sorted(cell.plan.owner.items())),
                        cell.plan.seed,
                        {rule: list(order) for rule, order in sorted(cell.tiebreakers.items())},
                    ]
                    for cell in self.cells
                ],
            ],
            sort_keys=True,
        )
        return sha256(data.encode()).hexdigest()[:16]


def read_experiment(source: str, owner: Mapping[str, str] | None = None) -> Experiment:
    """Return the checked experiment of a file's text. `owner` are values that hold unless the file overrides them.

    Raises `UnreadableError`, `UnknownError` or `ImpossibleError`.
    """
    try:
        data = read_toml(source)
    except ValueError as why:
        raise UnreadableError(text("lab.no_toml", why=str(why))) from why
    _check_shape(data)
    game = find_game(_require_key(data, "game"))
    book = game.rulebook(DIGITAL)
    base = Plan(
        game=game.id,
        seats=read_seats(book, _require_key(data, "seats")),
        options=_read_strings(data.get("options", {}), "options"),
        owner=_read_owner_values(game, {**(owner or {}), **_read_strings(data.get("values", {}), "values")}),
        seed=data.get("seed", "1"),
    )
    changes = [_read_change(game, entry) for entry in data.get("change", ())]
    names = [change.name for change in changes]
    for name in names:
        if not name.strip() or not name.isprintable() or names.count(name) > 1:
            raise ImpossibleError(text("lab.name", got=name))
    vary = _read_varying(data.get("vary", {}))
    many = prod(map(len, vary.values())) * (1 + len(changes))
    if many > MOST_CELLS:  # checked before cells are made
        raise ImpossibleError(text("lab.many_cells", n=many, most=MOST_CELLS))
    cells = tuple(_make_cells(game, base, vary, changes))
    for cell in cells:
        check_plan(game, cell.plan)
    precision = data.get("precision")
    games = data.get("games", STEP if precision else 0)
    most = data.get("most", MOST_GAMES if precision else games)
    if not 0 < games <= most <= MOST_GAMES or not 0 < data.get("luck", 1) <= games:
        raise ImpossibleError(text("lab.games", most=MOST_GAMES))
    if precision is not None and not precision > 0:
        raise ImpossibleError(text("lab.precision"))
    return Experiment(
        data.get("title", game.id), source, game.id, cells, games, precision, most, data.get("luck", 1), base.seed
    )


def _check_shape(data: Mapping[str, Any]) -> None:
    """Check that all keys are known and their values of the right type."""
    for key, value in data.items():
        kind = _KEYS.get(key)
        if kind is None:
            raise UnknownError(text("lab.no_key", got=key), nearest=find_nearest(key, tuple(_KEYS)) or tuple(_KEYS))
        fits = isinstance(value, (int, float)) if kind is float else isinstance(value, kind)
        if not fits or isinstance(value, bool):
            raise UnreadableError(text("lab.kind", key=key))
    for entry in data.get("change", ()):
        if not isinstance(entry, dict):
            raise UnreadableError(text("lab.kind", key="change"))
        for key in entry:
            if key not in _CHANGE_KEYS:
                raise UnknownError(text("lab.no_key", got=key), nearest=find_nearest(key, _CHANGE_KEYS) or _CHANGE_KEYS)


def _require_key(data: Mapping[str, Any], key: str) -> str:
    if key not in data:
        raise UnreadableError(text("lab.lacks", key=key))
    value: str = data[key]
    return value


def _read_strings(table: object, key: str) -> dict[str, str]:
    if not isinstance(table, dict) or not all(isinstance(value, str | int) for value in table.values()):
        raise UnreadableError(text("lab.kind", key=key))
    return {str(name): str(value) for name, value in table.items()}


def _read_owner_values(game: Game, values: Mapping[str, str]) -> dict[str, str]:
    return {key: game.check_datum(key, value) for key, value in values.items()}


@dataclass(frozen=True, slots=True)
class _ExperimentChange:
    name: str
    options: Mapping[str, str]
    values: Mapping[str, str]
    tiebreakers: Mapping[str, Sequence[str]]


def _read_change(game: Game, entry: Mapping[str, Any]) -> _ExperimentChange:
    orders = entry.get("tiebreakers", {})
    if not isinstance(orders, dict) or not all(isinstance(order, list) for order in orders.values()):
        raise UnreadableError(text("lab.kind", key="tiebreakers"))
    rules = game.rules()
    for rule in (*orders, *(rule for order in orders.values() for rule in order)):
        if not isinstance(rule, str) or rule not in rules:
            raise UnknownError(text("lab.no_rule", got=str(rule)), nearest=find_nearest(str(rule), tuple(rules)))
    return _ExperimentChange(
        str(_require_key(entry, "name")),
        _read_strings(entry.get("options", {}), "options"),
        _read_owner_values(game, _read_strings(entry.get("values", {}), "values")),
        {rule: tuple(order) for rule, order in orders.items()},
    )


def _read_varying(vary: Mapping[str, Any]) -> Mapping[str, list[Any]]:
    for key, values in vary.items():
        if not isinstance(values, list) or not values or not all(str(value).strip() for value in values):
            raise UnreadableError(text("lab.vary", key=key))
        if len({str(value) for value in values}) < len(values):
            raise ImpossibleError(text("lab.twice", key=key))
    return vary


def _make_cells(
    game: Game, base: Plan, vary: Mapping[str, list[Any]], changes: Sequence[_ExperimentChange]
) -> Iterator[Cell]:
    number = 0
    for combination in product(*(values for values in vary.values())):
        varied = {key: str(value) for key, value in zip(vary, combination, strict=True)}
        plan = base
        for key, value in varied.items():
            plan = _vary_plan(game, plan, key, value)
        for change in (None, *changes):
            made, orders = plan, {}
            if change is not None:
                made = replace(plan, options={**plan.options, **change.options}, owner={**plan.owner, **change.values})
                orders = dict(change.tiebreakers)
            yield Cell(number, varied, change.name if change else "", made, orders)
            number += 1


def _vary_plan(game: Game, plan: Plan, key: str, value: str) -> Plan:
    """Return the plan with one setting changed: the Automa's level or faction, the first agent or its faction, an
    option, or a value."""
    if key.startswith(_OPTION):
        return replace(plan, options={**plan.options, key.removeprefix(_OPTION): value})
    if key.startswith(_VALUE):
        name = key.removeprefix(_VALUE)
        return replace(plan, owner={**plan.owner, **_read_owner_values(game, {name: value})})
    hers = next((at for at, seat in enumerate(plan.seats) if seat.who == AUTOMA), None)
    his = next((at for at, seat in enumerate(plan.seats) if seat.who != AUTOMA), None)
    at = hers if key in ("level", "automa_faction") else his
    if key not in _SEAT_KEYS or at is None:
        keys = tuple(name for name in (*_SEAT_KEYS, f"{_OPTION}KEY", f"{_VALUE}KEY") if name != key)
        raise UnknownError(text("lab.no_vary", got=key), nearest=find_nearest(key, keys) or keys)
    known = tuple(list_agents(game.rulebook(DIGITAL)))
    if key == "agent" and value not in known:
        raise UnknownError(
            text("simulate.agent", got=value, options=known), nearest=find_nearest(value, known) or known
        )
    seat = replace(plan.seats[at], **{_SEAT_KEYS[key]: value})
    return replace(plan, seats=(*plan.seats[:at], seat, *plan.seats[at + 1 :]))


#: fields of a seat by the key in `[vary]`
_SEAT_KEYS: Mapping[str, Any] = {"level": "level", "automa_faction": "faction", "agent": "who", "faction": "faction"}
