"""A random human that advances, explores, conquers and takes income turns, to keep the bots busy in soak tests."""

from __future__ import annotations

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.text import Domain, text
from soloist.games.tapestry.board import events as board_events
from soloist.games.tapestry.board.setup import LATER, OPTIONS
from soloist.games.tapestry.board.state import EMPTY, NOBODY, Tapestry
from soloist.games.tapestry.board.tables import CIVS, HUMAN, INCOME_TURNS, LAST, LEVELS, TECH_CARDS, TERRITORIES, TRACKS

_HUNDRED = Domain("hundred", [str(n) for n in range(100)])


def _make_draw(key: str, of: Domain) -> Draw:
    return Draw(f"made_up.{key}", of, text("question.made_up"))


def _is_lucky(chance: Chance, of_hundred: int, key: str = "percent") -> bool:
    return chance.pick_option(_make_draw(key, _HUNDRED), _HUNDRED.everything) < of_hundred


def _pick_any(chance: Chance, key: str, of: Domain, among: Mask) -> int:
    return chance.pick_option(_make_draw(key, of), among)


def random_options(chance: Chance) -> dict[str, str]:
    """Return random options: all six levels and civilizations, sometimes the Shadow Empire alone; rulings mostly the
    defaults."""
    chosen = {"level": LEVELS.name_option(_pick_any(chance, "level", LEVELS, LEVELS.everything))}
    if _is_lucky(chance, 8):
        chosen["mode"] = "shadow_only"
    elif _is_lucky(chance, 50):
        chosen["civilization"] = CIVS.name_option(_pick_any(chance, "civ", CIVS, CIVS.everything))
    chosen["first"] = "human" if _is_lucky(chance, 50) else "bots"
    for option in OPTIONS:
        # later options draw from a stream of their own, so that the random games of a seed do not change
        if option.ruling and _is_lucky(chance, 12, f"percent.{option.key}" if option.key in LATER else "percent"):
            of = Domain(option.key, option.choices)
            chosen[option.key] = of.name_option(_pick_any(chance, f"option.{option.key}", of, of.everything))
    return chosen


def random_move(board: Tapestry, chance: Chance) -> list[Event]:
    """Apply a random move for the human to move to the board and return its events."""
    seat = board.to_move
    if seat < HUMAN:
        return []
    done = CollectingSink(NULL_SINK)
    if board.income[seat] == 0 or _is_lucky(chance, 14):
        if board.income[seat] < INCOME_TURNS:
            done.apply_event(board, board_events.IncomeTaken(seat))
    else:
        for event in _random_advance(board, seat, chance):
            done.apply_event(board, event)
    done.apply_event(board, board_events.TurnDone(seat))
    return done.events


def _random_advance(board: Tapestry, seat: int, chance: Chance) -> list[Event]:
    open_ = mask_of(t for t in range(4) if board.spaces[seat][t] < LAST)
    if not open_:
        return [board_events.Gained(seat, 1)]
    track = _pick_any(chance, "track", TRACKS, open_)
    events: list[Event] = [board_events.Advanced(seat, track)]
    kind = TRACKS.names[track]
    if kind == "exploration" or _is_lucky(chance, 20):
        events += _random_explore(board, seat, chance)
    if kind == "military" or _is_lucky(chance, 20):
        events += _random_conquer(board, seat, chance, {x.hex for x in events if isinstance(x, board_events.Explored)})
    if kind == "technology":
        shown = mask_of(t for t in board.tech if t != NOBODY)
        if shown:
            events.append(board_events.TechTaken(seat, _pick_any(chance, "tech", TECH_CARDS, shown)))
    return events


def _random_explore(board: Tapestry, seat: int, chance: Chance) -> list[Event]:
    near = board.map.around(board.controlled(seat))
    empty = mask_of(h for h in iterate_bits(near) if board.tile[h] == EMPTY)
    if not empty or not board.tiles_left:
        return []
    hex_ = _pick_any(chance, "hex", board.map.hexes, empty)
    tile = _pick_any(chance, "tile", TERRITORIES, board.tiles_left)
    return [board_events.Explored(seat, hex_, tile, hex_ % 6)]


def _random_conquer(board: Tapestry, seat: int, chance: Chance, new: set[int]) -> list[Event]:
    if board.supply[seat] <= 0:
        return []
    near = board.map.around(board.controlled(seat)) & ~board.controlled(seat)
    can = mask_of(h for h in iterate_bits(near) if (board.tile[h] != EMPTY or h in new) and board.tokens(h) <= 1)
    return [board_events.Conquered(seat, _pick_any(chance, "hex", board.map.hexes, can))] if can else []
