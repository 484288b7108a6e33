"""Observation of the position from one seat, as integers: all public information.

Hidden are only the order of the piles and the technology tiles that were put back unseen. Seats are listed in seating
order, starting with the observer; a seat is encoded as its place in that order, from 1, and NOBODY as 0. The due
decision is part of the observation, so that it fits the legal moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from soloist.core.bits import Mask, mask_of
from soloist.core.observation import Field, ObservationSpec
from soloist.core.steps import Pending
from soloist.games.barrage.board.spaces import ACTION_SPACES
from soloist.games.barrage.board.state import MOST_IN_SEGMENT, PHASES
from soloist.games.barrage.board.tables import (
    BONUS,
    BUILDINGS,
    BUILDINGS_IN_GAME,
    COMPANIES,
    ENGINEERS,
    HEADSTREAM,
    LEVELS,
    MACHINERIES,
    OBJECTIVES,
    OFFICERS,
    PATENT_PLACES,
    PIECES,
    PLACES,
    ROUNDS,
    SEGMENTS,
    SITES,
    SPACES,
    STRUCTURES,
    TECH,
    TILES,
    WORK_PLACES,
    WORKS,
)
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import STEPS, pending_step
from soloist.games.barrage.player.turn import Turn

#: cap for numbers without a limit of their own
_PLENTY = 255
#: the highest level of a dam, and the most drops that lie anywhere
_LEVEL, _DROPS = 3, 99
_STEPS = (*STEPS, Turn.name)
_STEP_BITS = {name: 1 << at for at, name in enumerate(_STEPS)}
#: fields of steps that hold sets: encoded as a number by size, and as a sheet of their own
_SETS = ("used", "but", "named")


def _is_set(field: Any) -> bool:
    """Return whether a field of a step holds a set of places or contracts."""
    return bool(field.metadata.get("several")) and field.name in _SETS


#: by step: the fields after its seat, and whether each holds a set
_KINDS: tuple[type[Pending], ...] = (*STEPS.values(), Turn)
_TOLD = {kind.name: tuple((it.name, _is_set(it)) for it in fields(kind)[1:]) for kind in _KINDS}
#: by step: the fields that hold sets
_HELD = {step: frozenset(name for name, several in told if several) for step, told in _TOLD.items()}
#: the greatest number of fields of a step
_WIDE = max(map(len, _TOLD.values()))
#: cap for the numbers of a step
_FAR = 999
_OFFICERS = {name: at for at, name in enumerate(OFFICERS.names, 1)}
_ALL_SITES = len(SITES) * BUILDINGS_IN_GAME


def _looking(position: Position, name: str) -> list[int]:
    """Return the seats in seating order, starting with the named one."""
    at = position.setup.names.names.index(name)
    return [*range(at, position.players), *range(at)]


def _fields(position: Position) -> Sequence[Field]:
    n, dams = position.players, len(position.map.dams.names)
    return (
        Field("phase", 1, len(PHASES) - 1, f"the part of the round: {', '.join(PHASES)}"),
        Field("leeghwater", 1, 1, "whether The Leeghwater Project is played"),
        Field(
            "step", _WIDE, _FAR, "what the due decision is about, in the order of its own fields; zeros after", -_FAR
        ),
        Field("objective", 1, len(OBJECTIVES.names), "the objective tile, counted from 1"),
        Field("bonus", ROUNDS, len(BONUS.names), "the bonus tiles of the rounds, counted from 1"),
        Field("headstreams", len(position.heads), len(HEADSTREAM.names), "the tile of each headstream, counted from 1"),
        Field("heads", len(position.heads), _DROPS, "the drops on each headstream"),
        Field("level", dams, _LEVEL, "the level of the dam on each dam space; 0 for none"),
        Field("drops", dams, _DROPS, "the drops in the dam on each dam space"),
        Field(
            "contracts",
            len(PLACES.names),
            len(position.contracts.names),
            "the open contracts, counted from 1; 0 for none",
        ),
        Field("patents", len(PATENT_PLACES.names), len(TECH.names), "the tiles of the patent office, counted from 1"),
        Field("works", len(WORK_PLACES.names), len(WORKS.names), "the open external works, counted from 1; 0 for none"),
        Field(
            "buildings", BUILDINGS_IN_GAME, len(BUILDINGS.names), "the private buildings, counted from 1; 0 for none"
        ),
        Field("sites", _ALL_SITES, n, "who has a building on each building site, four of each private building"),
        Field("space_seat", len(SPACES.names), n, "who has engineers on each space of the management boards"),
        Field("space_count", len(SPACES.names), _PLENTY, "how many engineers are on it"),
        Field(
            "tile_top", 1, len(TILES.names), "the Automa tile on the pile, Actions side up, counted from 1; 0 for none"
        ),
        Field("tile_criteria", 1, len(TILES.names), "the Automa tile whose criteria hold, counted from 1"),
        Field("tile_previous", 1, len(TILES.names), "the one before it, counted from 1"),
        Field("copied", 1, len(OFFICERS.names), "the officer copied for this turn, counted from 1; 0 for none"),
        Field("company", n, len(COMPANIES.names), "for each seat its company, counted from 1"),
        Field("officer", n, len(OFFICERS.names), "for each seat its officer, counted from 1; 0 for none"),
        Field("automa", n, len(LEVELS.names), "for each seat the level of its Automa, counted from 1; 0 for a human"),
        Field("order", n, n, "for each seat its place in the turn order of this round, from 1"),
        Field("out", n, 1, "for each seat whether it is out of this round"),
        Field("energy", n, _PLENTY, "for each seat its energy of this round"),
        Field("last_energy", n, _PLENTY, "for each seat its energy of the round before"),
        Field("credits", n, _PLENTY, "for each seat its credits; an Automa has none"),
        Field("aside", n, _PLENTY, "for each seat what contracts will count on the track of the next round"),
        Field("engineers", n, ENGINEERS, "for each seat the engineers in its supply"),
        Field("architect", n, 1, "for each seat whether the architect is in its supply"),
        Field("machinery", 3 * n, _PLENTY, f"for each seat its machineries: {', '.join(MACHINERIES)}"),
        Field("wheel", 3 * SEGMENTS * n, MOST_IN_SEGMENT, "for each seat the machineries in each segment of its wheel"),
        Field("left", len(PIECES) * n, max(PIECES), f"for each seat its pieces left: {', '.join(STRUCTURES)}"),
    )


def _step(position: Position) -> list[int]:
    """Return the numbers of the due decision; a set is encoded as its size."""
    due: Pending | None = pending_step(position)
    told = _TOLD.get(due.name, ()) if due is not None else ()
    found = [0] * _WIDE
    for at, (name, several) in enumerate(told):
        value: int = getattr(due, name)
        found[at] = max(-_FAR, min(value.bit_count() if several else value, _FAR))
    return found


def _filled(numbers: Sequence[int], wide: int) -> list[int]:
    """Return numbers counted from 1, padded with 0 to length `wide`."""
    return [number + 1 for number in numbers] + [0] * (wide - len(numbers))


@lru_cache
def _laid_out(objective: str, bonus: tuple[int, ...], headstreams: tuple[int, ...], heads: int) -> tuple[int, ...]:
    """Return the numbers for tiles of the set-up that never change."""
    return (OBJECTIVES.names.index(objective) + 1, *_filled(bonus, ROUNDS), *_filled(headstreams, heads))


def _numbers(position: Position, name: str) -> list[int]:
    seats, setup = _looking(position, name), position.setup
    place = [0] * (len(seats) + 1)  # the last entry, index -1, is for NOBODY
    for at, seat in enumerate(seats, 1):
        place[seat] = at
    found = [position.phase, setup.leeghwater, *_step(position)]
    found += _laid_out(setup.objective, setup.bonus, setup.headstreams, len(position.heads))
    found += position.heads
    found += position.level
    found += position.drops
    found += _filled(position.face, len(PLACES.names))
    found += _filled(position.patents, len(PATENT_PLACES.names))
    found += _filled(position.works, len(WORK_PLACES.names))
    found += _filled(setup.buildings, BUILDINGS_IN_GAME)
    found += [place[who] for who in position.sites] + [0] * (_ALL_SITES - len(position.sites))
    found += [place[who] for who in position.space_seat]
    found += position.space_count
    found += (position.top + 1, position.criteria + 1, position.previous + 1, position.copied + 1)
    found += [setup.seats[seat].company + 1 for seat in seats]
    found += [_OFFICERS.get(setup.officers[seat], 0) for seat in seats]
    found += [setup.seats[seat].level + 1 for seat in seats]
    found += [position.order.index(seat) + 1 for seat in seats]
    found += [position.out >> seat & 1 for seat in seats]
    for each in (position.energy, position.last_energy, position.credits, position.aside):
        found += [n if (n := each[seat]) < _PLENTY else _PLENTY for seat in seats]
    found += [position.engineers[seat] for seat in seats]
    found += [position.architect[seat] for seat in seats]
    for seat in seats:
        found += position.machinery[seat]
    for seat in seats:
        for segment in position.wheel[seat]:
            found += segment[:3]
    for seat in seats:
        found += position.left[seat]
    return found


def _sheets(position: Position) -> Sequence[Field]:
    here, contracts = position.map, len(position.contracts.names)
    whose = ["own", *(f"seat{at}" for at in range(2, position.players + 1))]
    return (
        Field("due", len(_STEPS), 1, f"what has to be decided: {', '.join(_STEPS)}"),
        Field("due.used", len(here.dams.names), 1, "dam spaces that gave drops to the production that goes on"),
        Field("due.but", len(here.dams.names), 1, "dam spaces that the due decision leaves out"),
        Field("due.named", contracts, 1, "contracts named so far, whose rewards are to come"),
        Field("neutral.dams", len(here.dams.names), 1, "dam spaces with a neutral dam"),
        Field("tiles_turned", len(TILES.names), 1, "Automa tiles that were turned since the pile was mixed"),
        Field("contracts_discarded", contracts, 1, "contracts that lie beside their piles"),
        Field("contracts_gone", contracts, 1, "contracts that are out of the game"),
        Field("tiles_gone", len(TECH.names), 1, "technology tiles that have left the patent office"),
        Field("works_gone", len(WORKS.names), 1, "external works that are out of the game"),
        *(Field(f"{who}.dams", len(here.dams.names), 1, "dam spaces with a dam of this seat") for who in whose),
        *(Field(f"{who}.conduits", len(here.conduits.names), 1, "conduits of this seat") for who in whose),
        *(Field(f"{who}.houses", len(here.houses.names), 1, "powerhouses of this seat") for who in whose),
        *(Field(f"{who}.tiles", len(TECH.names), 1, "technology tiles of this seat beside its wheel") for who in whose),
        *(
            Field(f"{who}.wheel{segment}", len(TECH.names), 1, "technology tiles in this segment of its wheel")
            for who in whose
            for segment in range(1, SEGMENTS + 1)
        ),
        *(Field(f"{who}.hand", contracts, 1, "contracts that this seat has taken") for who in whose),
        *(Field(f"{who}.fulfilled", contracts, 1, "contracts that this seat has fulfilled") for who in whose),
        *(Field(f"{who}.works", len(WORKS.names), 1, "external works that this seat has done") for who in whose),
        *(Field(f"{who}.used", len(ACTION_SPACES.names), 1, "own spaces used in this round") for who in whose),
    )


@lru_cache(1 << 10)
def _houses(whose: tuple[int, ...], players: int) -> tuple[Mask, ...]:
    """Return the powerhouses of each seat as masks."""
    return tuple(mask_of(house for house, who in enumerate(whose) if who == seat) for seat in range(players))


def _masks(position: Position, name: str) -> list[Mask]:
    seats = _looking(position, name)
    due: Any = pending_step(position)
    holds = _HELD.get(due.name, frozenset()) if due is not None else frozenset()
    houses = _houses(tuple(position.houses), position.players)
    found = [
        0 if due is None else _STEP_BITS[due.name],
        due.used if "used" in holds else 0,
        due.but if "but" in holds else 0,
        due.named if "named" in holds else 0,
        position.dams[position.neutral],
        position.discards,
        position.contract_discards[0] | position.contract_discards[1] | position.contract_discards[2],
        position.contracts_gone,
        position.tech_gone,
        position.work_gone,
    ]
    of_seats: tuple[Sequence[Mask], ...] = (position.dams, position.conduits, houses, position.tech)
    for each in of_seats:
        found += [each[seat] for seat in seats]
    for seat in seats:
        found += [segment[3] for segment in position.wheel[seat]]
    for each in (position.hands, position.fulfilled, position.works_done, position.used):
        found += [each[seat] for seat in seats]
    return found


OBSERVING = ObservationSpec(3, _fields, _sheets, _numbers, _masks)
