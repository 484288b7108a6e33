"""A random human: plausible moves that keep an Automa busy in soak tests.

The moves ignore prices but are physically possible on a table. All randomness comes from the `chance` argument.
"""

from __future__ import annotations

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.sink import NULL_SINK
from soloist.core.text import Domain, text
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.notation import read_entered
from soloist.games.terra_mystica.board.setup import OPTIONS
from soloist.games.terra_mystica.board.state import NOBODY, PLACING, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BOARD_ACTIONS,
    BONUS,
    CULTS,
    DWELLING,
    FACTIONS,
    FAVORS,
    KINDS,
    MERCHANT_ACTIONS,
    ORDER_SPACES,
    POWER_ACTIONS,
    ROUNDS,
    SEATS,
    TOP,
    UPGRADES,
)

_HUNDRED = Domain("hundred", [str(n) for n in range(100)])
_MOVES = (
    "build",
    "build",
    "build",
    "upgrade",
    "upgrade",
    "cult",
    "priest",
    "action",
    "action",
    "favor",
    "bridge",
    "transform",
)
_MOVE_NUMBERS = Domain("moves", [str(n) for n in range(len(_MOVES))])


def _make_draw(key: str, of: Domain) -> Draw:
    return Draw(f"made_up.{key}", of, text("question.made_up"))


def _is_lucky(chance: Chance, of_hundred: int) -> bool:
    return chance.pick_option(_make_draw("percent", _HUNDRED), _HUNDRED.everything) < of_hundred


def _pick_any(chance: Chance, key: str, of: Domain, among: Mask) -> int:
    return chance.pick_option(_make_draw(key, of), among)


def random_options(chance: Chance) -> dict[str, str]:
    """Return random options: every level, faction, map and expansion comes up; rulings are mostly the defaults."""
    chosen: dict[str, str] = {}
    for option in OPTIONS:
        if option.choices and (not option.ruling or _is_lucky(chance, 15)):
            of = Domain(option.key, option.choices)
            chosen[option.key] = of.name_option(_pick_any(chance, f"option.{option.key}", of, of.everything))
    if not _is_lucky(chance, 10):  # random numbers on the tiles would hide the strength of the levels
        chosen["pass_values"] = "stand_in"
    if not _is_lucky(chance, 20):
        chosen["human2"] = "none"
    if chosen["human2"] != "none":
        chosen["faction"] = "simpletons"
        if FACTIONS[chosen["human"]].ground == FACTIONS[chosen["human2"]].ground:
            chosen["human2"] = "none"
    if "giants" in (chosen["human"], chosen["human2"]) and chosen["faction"] == "blight":
        chosen["faction"] = "druids"
    return {**chosen, "human_home": "random", "human2_home": "random", "home": "random", "youth": "random"}


def random_move(board: TerraMystica, chance: Chance) -> list[Event]:
    """Apply a random move for the human to move to the board and return its events."""
    seat = board.to_move
    if seat == AUTOMA:
        seat = next(s for s in board.humans if s not in board.passed)
    done: list[Event] = []
    if board.phase == PLACING:
        for human in board.humans:
            _apply_events(board, done, *_first_steps(board, human, chance))
        return done
    while board.owned(seat).bit_count() < board.setup.humans[seat - 1].dwellings and board.round == 1:
        spot = _home_hexes(board, seat)
        if not spot:
            break
        _apply_events(board, done, *_random_build(board, seat, _pick_any(chance, "hex", board.map.hexes, spot)))
    if _is_lucky(chance, 6 + 3 * board.round):
        _apply_events(board, done, board_events.Passed(seat, _pick_bonus(board, chance)))
        return done
    _apply_events(board, done, *_random_move(board, seat, chance), board_events.TurnDone(seat))
    return done


def _apply_events(board: TerraMystica, done: list[Event], *events: Event) -> None:
    for event in events:
        NULL_SINK.apply_event(board, event)
        done.append(event)


def _pick_bonus(board: TerraMystica, chance: Chance) -> int:
    if board.round == ROUNDS or not board.row:
        return NOBODY
    return _pick_any(chance, "bonus", BONUS, mask_of(board.row))


def _first_steps(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    steps: list[Event] = [board_events.BonusTaken(seat, _pick_any(chance, "bonus", BONUS, mask_of(board.row)))]
    if board.setup.humans[seat - 1].id != "chaos_magicians":
        steps += _random_build(board, seat, _pick_any(chance, "hex", board.map.hexes, _home_hexes(board, seat)))
    return steps


def _home_hexes(board: TerraMystica, seat: int) -> Mask:
    taken = board.owned(AUTOMA) | board.human_structures()
    return board.terrain[board.home[seat]] & ~taken


def _random_build(board: TerraMystica, seat: int, hex_: int) -> list[Event]:
    return read_entered(board, f"{SEATS.names[seat]}: build {board.map.hexes.name_option(hex_)}")


def _random_move(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    kind = _MOVES[_pick_any(chance, "move", _MOVE_NUMBERS, _MOVE_NUMBERS.everything)]
    if kind == "build" and board.left[seat][DWELLING] > 0:
        free = board.map.land & ~board.owned(AUTOMA) & ~board.human_structures() & ~board.terrain[7] & ~board.terrain[8]
        mine = board.owned(seat)
        near = 0
        for hex_ in iterate_bits(mine):
            near |= board.map.reach(2)[hex_]
        spot = free & (near or _home_hexes(board, seat))
        if spot:
            return _random_build(board, seat, _pick_any(chance, "hex", board.map.hexes, spot))
    if kind in ("build", "upgrade"):
        return _random_upgrade(board, seat, chance)
    if kind == "transform":
        free = board.map.land & ~board.owned(AUTOMA) & ~board.human_structures() & ~board.terrain[7] & ~board.terrain[8]
        hex_ = _pick_any(chance, "hex", board.map.hexes, free)
        here = board.terrain_at(hex_)
        assert here is not None
        return [board_events.Transformed(seat, hex_, (here + 1) % 7)]
    if kind == "cult":
        return [board_events.CultAdvanced(seat, _pick_any(chance, "cult", CULTS, CULTS.everything), 1)]
    if kind == "priest":
        return _random_priest(board, seat, chance)
    if kind == "action":
        free = (BOARD_ACTIONS | (MERCHANT_ACTIONS if board.setup.mots else 0)) & ~board.used
        if free:
            return [board_events.ActionUsed(seat, _pick_any(chance, "action", POWER_ACTIONS, free))]
    if kind == "favor":
        return _random_favor(board, seat, chance)
    if kind == "bridge":
        return _random_bridge(board, seat, chance)
    return [board_events.Gained(seat, 1)]


def _random_upgrade(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    can = 0
    for kind, where in enumerate(board.pieces[seat]):
        if any(board.left[seat][k] > 0 for k in UPGRADES[kind]):
            can |= where
    if not can:
        return [board_events.Gained(seat, 1)]
    hex_ = _pick_any(chance, "hex", board.map.hexes, can)
    old = board.kind_at(seat, hex_)
    assert old is not None
    bigger = mask_of(k for k in UPGRADES[old] if board.left[seat][k] > 0)
    return [board_events.Upgraded(seat, hex_, _pick_any(chance, "kind", KINDS, bigger))]


def _random_priest(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    track = _pick_any(chance, "cult", CULTS, CULTS.everything)
    free = [n for i, n in enumerate(ORDER_SPACES) if board.spaces[track * 4 + i] == NOBODY]
    if not free or board.priests[seat] <= 0:
        return [board_events.CultAdvanced(seat, track, 1)]
    return [board_events.PriestSent(seat, track, free[0])]


def _random_favor(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    free = mask_of(t for t in range(len(FAVORS.names)) if board.favors_left(t) > 0) & ~board.favors[seat]
    if not free:
        return [board_events.Gained(seat, 1)]
    events: list[Event] = [board_events.FavorTaken(seat, _pick_any(chance, "favor", FAVORS, free))]
    if max(board.cults[seat]) < TOP and _is_lucky(chance, 30):
        events.insert(0, board_events.TownFounded(seat, 0))  # a key, so that tracks fill up now and then
    return events


def _random_bridge(board: TerraMystica, seat: int, chance: Chance) -> list[Event]:
    mine = board.owned(seat)
    can = mask_of(i for i, (a, b) in enumerate(board.map.bridges) if mine & (1 << a | 1 << b)) & ~board.standing()
    if not can or board.bridges[seat].bit_count() >= 3:
        return [board_events.Gained(seat, 1)]
    return [board_events.Bridged(seat, _pick_any(chance, "bridge", board.map.bridge_names, can))]
