"""The observation of a position from one seat, as whole numbers.

All of it is public information: of the Automa's cards only the played ones are included, never the order of a deck.
Seats are listed in seat order, starting with the observer; for the Automa only what she has is filled in.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from soloist.core.bits import Mask
from soloist.core.observation import Field, ObservationSpec
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    AUTOMA_FACTIONS,
    BONUS,
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    FINAL_TILES,
    KINDS,
    LEVELS,
    ORDER_SPACES,
    PIECES,
    POWER_ACTIONS,
    PRIESTS,
    ROUNDS,
    SCORING,
    SEATS,
    TERRAIN,
    TOP,
    TOWNS,
)
from soloist.games.terra_mystica.player.factions import ACTIONS
from soloist.games.terra_mystica.player.leech import Offer
from soloist.games.terra_mystica.player.state import STAGES, Position
from soloist.games.terra_mystica.player.step_registry import STEPS, pending_step
from soloist.games.terra_mystica.player.turn import HER_TURN, Turn

#: upper bound of amounts; larger ones are clipped to it
_PLENTY = 255
_STEPS = (*STEPS, Offer.name, Turn.name, HER_TURN.name)
_STEP_BITS = {name: 1 << i for i, name in enumerate(_STEPS)}
_FACTIONS = {name: at for at, name in enumerate(FACTIONS, 1)}
_HERS = {name: at for at, name in enumerate(AUTOMA_FACTIONS, 1)}
_FINAL = {name: at for at, name in enumerate(FINAL_TILES, 1)}
_TILES = {name: at for at, name in enumerate(SCORING)}
_LEVELS = {name: at for at, name in enumerate(LEVELS, 1)}
_SPACES = len(CULTS.names) * len(ORDER_SPACES)


def _looking(position: Position, name: str) -> list[int]:
    """Return the seats in seat order, starting with the named one."""
    seats = position.seated()
    at = seats.index(SEATS.find_option(name) or 0)
    return seats[at:] + seats[:at]


def _fields(position: Position) -> Sequence[Field]:
    n = len(position.seated())
    return (
        Field("stage", 1, len(STAGES) - 1, f"the part of the round: {', '.join(STAGES)}"),
        Field("level", 1, len(_LEVELS), "her level, counted from 1; 0 when she does not play"),
        Field("automa_faction", 1, len(_HERS), "her faction, counted from 1; 0 when she does not play"),
        Field("final", 1, len(_FINAL), "the final scoring tile, counted from 1; 0 for none"),
        Field("tiles", ROUNDS, len(_TILES) - 1, "the scoring tiles of rounds 1 to 6"),
        Field("card_coins", len(BONUS.names), _PLENTY, "the coins on each bonus card"),
        Field("spaces", _SPACES, n, "the order spaces, 4 of each cult: 0 free, 1 a priest of the looking seat, 2 …"),
        Field("offered", 1, _PLENTY, "the power that is offered, if that is what has to be decided"),
        Field("acted", 1, 1, "whether the action of this turn is taken"),
        Field("free_spades", 1, _PLENTY, "spades of this turn that cost nothing"),
        Field("order", n, n, "for each seat its place in the turn order of this round, from 1"),
        Field("passed", n, 1, "for each seat whether it has passed"),
        Field("faction", n, len(_FACTIONS), "for each seat its faction, counted from 1; 0 for the Automa"),
        Field("home", n, len(TERRAIN.names) - 1, "for each seat its home terrain"),
        Field("coins", n, _PLENTY, "for each seat its coins"),
        Field("workers", n, _PLENTY, "for each seat its workers"),
        Field("priests", n, PRIESTS, "for each seat the priests in hand"),
        Field("bowls", 3 * n, _PLENTY, "for each seat the power in bowls I, II and III"),
        Field("supply", n, PRIESTS, "for each seat the priests that are not on a cult track"),
        Field("digging", n, 2, "for each seat how far its digging is"),
        Field("shipping", n, 6, "for each seat its shipping"),
        Field("keys", n, _PLENTY, "for each seat its unused keys"),
        Field("cults", len(CULTS.names) * n, TOP, "for each seat its place on the four cult tracks"),
        Field("left", len(KINDS.names) * n, max(PIECES), "for each seat its structures of each kind in the supply"),
        Field("towns", len(TOWNS.names) * n, 3, "for each seat its town tiles by kind"),
    )


def _numbers(position: Position, name: str) -> list[int]:
    seats = _looking(position, name)
    place = {seat: at for at, seat in enumerate(seats, 1)}
    due: Any = pending_step(position)
    setup, turn = position.setup, position.turn
    hers = setup.automa
    found = [
        position.stage,
        _LEVELS[setup.level] if hers else 0,
        _HERS[setup.faction] if hers else 0,
        _FINAL.get(setup.final, 0),
        *(_TILES.get(tile, 0) for tile in setup.tiles),
        *position.coins,
        *(place.get(owner, 0) for owner in position.spaces),
        due.worth(position) if isinstance(due, Offer) and due.seat != AUTOMA else 0,
        turn.acted,
        turn.free_spades,
        *(position.order.index(seat) + 1 if seat in position.order else 0 for seat in seats),
        *(seat in position.passed for seat in seats),
        *(0 if seat == AUTOMA else _FACTIONS[setup.humans[seat - 1].id] for seat in seats),
        *(position.home[seat] for seat in seats),
    ]
    purses = [None if seat == AUTOMA else position.purses[seat] for seat in seats]
    found += [min(purse.coins, _PLENTY) if purse else 0 for purse in purses]
    found += [min(purse.workers, _PLENTY) if purse else 0 for purse in purses]
    found += [purse.priests if purse else 0 for purse in purses]
    for purse in purses:
        found += (purse.bowl1, purse.bowl2, purse.bowl3) if purse else (0, 0, 0)
    found += [position.priests[seat] for seat in seats]
    found += [purse.digging if purse else 0 for purse in purses]
    found += [position.shipping[seat] for seat in seats]
    found += [position.keys[seat] for seat in seats]
    for seat in seats:
        found += position.cults[seat]
    for seat in seats:
        found += position.left[seat]
    for purse in purses:
        found += purse.tiles if purse else _NO_TILES
    return found


_NO_TILES = [0] * len(TOWNS.names)


def _sheets(position: Position) -> Sequence[Field]:
    hexes, n = len(position.map.hexes.names), len(position.seated())
    whose = ["own", *(f"seat{at}" for at in range(2, n + 1))]
    return (
        Field("due", len(_STEPS), 1, f"what has to be decided: {', '.join(_STEPS)}"),
        Field("used", len(POWER_ACTIONS.names), 1, "the power actions of the board that are used up"),
        Field("offer", len(BONUS.names), 1, "the bonus cards that nobody has"),
        Field("played", len(CARDS.names), 1, "her decision cards that were played this round"),
        Field("action_card", len(CARDS.names), 1, "her open action card"),
        Field("support_card", len(CARDS.names), 1, "her open support card"),
        Field("marked", hexes, 1, "her marked structures"),
        *(Field(f"terrain.{name}", hexes, 1, f"hexes whose ground is {name}") for name in TERRAIN.names),
        *(Field(f"{who}.{kind}", hexes, 1, f"hexes with a {kind} of this seat") for who in whose for kind in KINDS),
        *(Field(f"{who}.town", hexes, 1, "hexes of this seat that belong to a town") for who in whose),
        *(Field(f"{who}.bridges", len(position.map.bridge_names.names), 1, "bridges of this seat") for who in whose),
        *(Field(f"{who}.favors", len(FAVORS.names), 1, "favor tiles of this seat") for who in whose),
        *(Field(f"{who}.bonus", len(BONUS.names), 1, "the bonus card of this seat") for who in whose),
        *(Field(f"{who}.actions", len(ACTIONS.names), 1, "own special actions used this round") for who in whose),
    )


def _masks(position: Position, name: str) -> list[Mask]:
    seats = _looking(position, name)
    due = pending_step(position)
    offer = 0
    for card in position.row:
        offer |= 1 << card
    found = [
        0 if due is None else _STEP_BITS[due.name],
        position.used,
        offer,
        position.pile,
        0 if position.action == NOBODY else 1 << position.action,
        0 if position.support == NOBODY else 1 << position.support,
        position.marks,
        *position.terrain,
    ]
    for seat in seats:
        found += position.pieces[seat]
    found += [0 if seat == AUTOMA else position.purses[seat].towns for seat in seats]
    found += [position.bridges[seat] for seat in seats]
    found += [position.favors[seat] for seat in seats]
    found += [0 if position.bonus[seat] == NOBODY else 1 << position.bonus[seat] for seat in seats]
    found += [0 if seat == AUTOMA else position.purses[seat].used for seat in seats]
    return found


OBSERVING = ObservationSpec(1, _fields, _sheets, _numbers, _masks)
