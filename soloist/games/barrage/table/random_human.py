"""A random human for soak tests: plausible moves that keep the Automa busy."""

from __future__ import annotations

from soloist.core.bits import Mask, iterate_bits, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance, Draw
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.text import Domain, text
from soloist.games.barrage.board import events as e
from soloist.games.barrage.board.setup import OPTIONS, SUFFIXES, officer_pool
from soloist.games.barrage.board.state import ACTIONS, NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    BASE,
    BUILDING,
    COMPANIES,
    CONDUIT,
    CONTRACTS,
    ELEVATION,
    LEVELS,
    OFFICERS,
    POWERHOUSE,
    SPACE_TILES,
    TECH,
    WORKS,
)

_HUNDRED = Domain("hundred", [str(n) for n in range(100)])
_MOVES = (
    "build",
    "build",
    "build",
    "build",
    "water",
    "produce",
    "produce",
    "contract",
    "patent",
    "work",
    "bank",
    "shop",
)
_MOVE_NUMBERS = Domain("moves", [str(n) for n in range(len(_MOVES))])
_SECTION = {
    "water": "water_management",
    "produce": "turbine_station",
    "contract": "contract_office",
    "patent": "patent_office",
    "work": "external_works",
    "bank": "bank",
    "shop": "machinery_shop",
}


def _make_draw(key: str, of: Domain) -> Draw:
    return Draw(f"made_up.{key}", of, text("question.made_up"))


def _is_lucky(chance: Chance, of_hundred: int) -> bool:
    return chance.pick_option(_make_draw("percent", _HUNDRED), _HUNDRED.everything) < of_hundred


def _pick_any(chance: Chance, key: str, of: Domain, among: Mask) -> int:
    return chance.pick_option(_make_draw(key, of), among)


def random_options(chance: Chance) -> dict[str, str]:
    """Return the options of a random table: 2 to 4 seats, all Automa or with humans, any level and officer, with and
    without Leeghwater."""
    chosen = {
        "leeghwater": "yes" if _is_lucky(chance, 50) else "no",
        "map": "five_player" if _is_lucky(chance, 10) else "base",
    }
    levels = Domain("made_levels", LEVELS.names)
    automas = 1 + _pick_any(chance, "automas", Domain("three", ["1", "2", "3"]), 0b111)
    for suffix in SUFFIXES[:automas]:
        level = levels.name_option(_pick_any(chance, "level", levels, levels.everything))
        chosen[f"level{suffix}"] = "very_hard" if _is_lucky(chance, 35) else level
    if automas >= 2 and _is_lucky(chance, 35):
        chosen |= {"humans": "none", "unofficial": "yes"}
        if automas == 3 and _is_lucky(chance, 50):  # four seats, all Automa
            automas = 4
            chosen["level4"] = levels.name_option(_pick_any(chance, "level", levels, levels.everything))
    else:
        pool = COMPANIES.everything & ~(
            0 if chosen["leeghwater"] == "yes" else 1 << COMPANIES.names.index("netherlands")
        )
        humans: list[int] = []
        for _ in range(2 if automas <= 2 and _is_lucky(chance, 25) else 1):
            humans.append(_pick_any(chance, "company", COMPANIES, pool & ~mask_of(humans)))
        chosen["humans"] = " ".join(COMPANIES.name_option(h) for h in humans)
    if _is_lucky(chance, 20):  # drawn by chance, an advanced conduit tile would come too late to matter
        chosen["patents"] = "adv2_conduit adv1_wild adv1_powerhouse"
        chosen["removed_tiles"] = (
            "adv1_building adv2_building adv3_building" if chosen["leeghwater"] == "yes" else "random"
        )
    taken: list[int] = []
    for suffix in SUFFIXES[:automas]:
        if chosen[f"level{suffix}"] == "very_hard":
            free = officer_pool(chosen["leeghwater"] == "yes", True) & ~mask_of(taken)
            taken.append(_pick_any(chance, "officer", OFFICERS, free))
            chosen[f"officer{suffix}"] = OFFICERS.name_option(taken[-1])
    for option in OPTIONS:
        if option.ruling and _is_lucky(chance, 10):
            of = Domain(option.key, option.choices)
            chosen[option.key] = of.name_option(_pick_any(chance, f"option.{option.key}", of, of.everything))
    return chosen


def random_move(board: Barrage, chance: Chance) -> list[Event]:
    """Apply a random plausible turn of the human to move and return its events; none before the first income."""
    seat = board.to_move
    if board.phase != ACTIONS or board.is_automa(seat):
        return []
    engineers = min(board.engineers[seat], 1 + int(_is_lucky(chance, 60)))
    done = CollectingSink(NULL_SINK)
    if not engineers:
        done.apply_event(board, e.Out(seat))
        return done.events
    kind = _MOVES[_pick_any(chance, "move", _MOVE_NUMBERS, _MOVE_NUMBERS.everything)]
    section = _SECTION.get(kind, "company_board")
    done.apply_event(board, e.Placed(seat, _free(board, section), engineers))
    for event in _MOVE[kind](board, seat, chance):
        done.apply_event(board, event)
    done.apply_event(board, e.TurnDone(seat))
    return done.events


def _free(board: Barrage, section: str) -> str:
    for i, space in enumerate(SPACE_TILES):
        if space.section == section and space.players <= board.players and board.space_seat[i] == NOBODY:
            return space.id
    return section


def _random_build(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    left = board.left[seat]
    options: list[Event] = []
    mine = {d // 2 for d in iterate_bits(board.dams[seat])}
    if left[BASE]:
        options += [
            e.Built(seat, BASE, d)
            for d in iterate_bits(board.map.dams.everything & ~board.all_dams())
            if d // 2 not in mine
        ]
    if left[ELEVATION]:
        options += [e.Built(seat, ELEVATION, d) for d in iterate_bits(board.dams[seat]) if board.level[d] < 3] * 4
    if left[CONDUIT]:
        options += [
            e.Built(seat, CONDUIT, c) for c in iterate_bits(board.map.conduits.everything & ~board.all_conduits())
        ]
    if left[POWERHOUSE]:
        for basin in range(len(board.map.river)):
            house = board.free_house(basin)
            if house is not None and not board.house_basins[seat] >> basin & 1:
                options.append(e.Built(seat, POWERHOUSE, house))
    if left[BUILDING]:
        for i in range(len(board.setup.buildings)):
            free = [s for s in board.sites_in_play(i) if board.sites[s] == NOBODY]
            if free and not board.own_building(seat, i):
                options.append(e.Built(seat, BUILDING, free[0]))
    if not options:
        return []
    numbers = Domain("options", [str(n) for n in range(len(options))])
    return [options[_pick_any(chance, "build", numbers, numbers.everything)]]


def _random_water(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    head = _pick_any(chance, "head", board.map.headstreams, board.map.headstreams.everything)
    return [e.DropFlowed(seat, head)] if _is_lucky(chance, 50) else [e.DropsPlaced(seat, head, 2)]


def _random_produce(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    usable = board.dams[seat] | board.dams[board.neutral]
    systems = mask_of(
        2 * c + side
        for c in iterate_bits(board.all_conduits())
        if board.house_basins[seat] >> board.map.destination[c] & 1
        for side in (0, 1)
        if usable >> (2 * board.map.source[c] + side) & 1 and board.drops[2 * board.map.source[c] + side]
    )
    if not systems:
        return [e.Energy(seat, 1)]
    system = _pick_any(chance, "system", board.map.systems, systems)
    drops = board.drops[2 * (system // 4) + system % 2]
    energy = drops * board.map.value[system // 2]
    events: list[Event] = [e.Produced(seat, system, drops, energy)]
    hand = mask_of(c for c in iterate_bits(board.hands[seat]))
    if hand:
        events.append(e.Fulfilled(seat, _pick_any(chance, "hand", CONTRACTS, hand)))
    return events


def _random_contract(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    shown = mask_of(c for c in board.face[4:] if c != NOBODY)
    if not shown or board.hands[seat].bit_count() >= 3:
        return []
    return [e.Taken(seat, _pick_any(chance, "contract", CONTRACTS, shown))]


def _random_patent(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    shown = mask_of(t for t in board.patents if t != NOBODY)
    return [e.TechTaken(seat, _pick_any(chance, "patent", TECH, shown))] if shown else []


def _random_work(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    shown = mask_of(w for w in board.works if w != NOBODY)
    return [e.WorkDone(seat, _pick_any(chance, "work", WORKS, shown))] if shown else []


def _random_points(board: Barrage, seat: int, chance: Chance) -> list[Event]:
    return [e.Gained(seat, 1)]


_MOVE = {
    "build": _random_build,
    "water": _random_water,
    "produce": _random_produce,
    "contract": _random_contract,
    "patent": _random_patent,
    "work": _random_work,
    "bank": _random_points,
    "shop": _random_points,
}
