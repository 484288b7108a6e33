"""`FastFrozen` classes are created faster than other frozen dataclasses and behave alike."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import ClassVar

import pytest

from soloist.core.fast_dataclass import FastFrozen
from soloist.manifest import find_game, game_ids


@dataclass(frozen=True, slots=True)
class Step(FastFrozen):
    seat: int
    name: ClassVar[str] = "step"


@dataclass(frozen=True, slots=True)
class Turn(Step):
    acted: int = 0
    homed: int = field(default=7)


@dataclass(frozen=True, slots=True)
class Listed(FastFrozen):
    names: list[str] = field(default_factory=list)


def test_fields_are_given_by_place_or_by_name_and_have_their_defaults() -> None:
    assert Turn(1) == Turn(seat=1, acted=0, homed=7) == replace(Turn(1, 2, 3), acted=0, homed=7)
    assert (Turn(1, 2).acted, Turn(1, homed=9).homed) == (2, 9)
    assert repr(Turn(1)) == "Turn(seat=1, acted=0, homed=7)" and hash(Turn(1)) == hash(Turn(1))
    assert pickle.loads(pickle.dumps(Turn(1, 2))) == Turn(1, 2)
    with pytest.raises(TypeError, match=r"Turn.__init__\(\) missing 1 required positional argument: 'seat'"):
        Turn()


def test_fields_are_immutable() -> None:
    with pytest.raises(FrozenInstanceError):
        Turn(1).acted = 1


def test_a_class_with_a_factory_keeps_its_constructor() -> None:
    assert Listed().names == [] and Listed().names is not Listed().names
    assert "set_names" not in Listed.__init__.__code__.co_names


def _kinds(of: type[FastFrozen]) -> Iterator[type[FastFrozen]]:
    for kind in of.__subclasses__():
        yield kind
        yield from _kinds(kind)


def test_every_event_and_step_of_the_games_fills_its_slots() -> None:
    for id in game_ids():
        assert find_game(id).rulebooks  # imports its events and steps
    # `dataclass(slots=True)` creates each class twice, with slots only the second time
    found = [k for k in _kinds(FastFrozen) if k.__module__.startswith("soloist.games.") and "__slots__" in k.__dict__]
    assert len(found) > 150
    assert not [kind.__name__ for kind in found if not {f"set_{f.name}" for f in fields(kind)} <= _used(kind)]


def _used(kind: type[FastFrozen]) -> set[str]:
    return set(kind.__init__.__code__.co_names)
