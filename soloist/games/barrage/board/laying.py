"""Drawing of what lies on the table at the start: neutral dams, tiles, contracts (BR-010, BR-011, BR-012, BR-130)."""

from __future__ import annotations

from soloist.core.bits import iterate_bits, mask_of
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word, text
from soloist.core.user_input import draw_options, make_setup_draw, read_options
from soloist.games.barrage.board.map import find_map
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BONUS,
    BONUS_TILES,
    BUILDINGS,
    BUILDINGS_IN_GAME,
    COLOURS,
    CONTRACT_TILES,
    CONTRACTS,
    HEADSTREAM,
    MARKET,
    NATIONAL,
    OBJECTIVES,
    PRIVATE,
    ROUNDS,
    TECH,
    TECH_TILES,
    WORK_PILES,
    WORK_TILES,
    WORKS,
)


def lay_board(chosen: dict[str, str], chance: Chance) -> None:
    """Complete `chosen` with neutral dams, headstream tiles, bonus tiles and the objective; draw the random ones
    (BR-010, BR-011)."""
    where = find_map(chosen["map"])
    sites = [site for _, _, candidates in where.neutral_sites for site in candidates]
    if chosen["neutral"] == "random":
        dams = [
            chance.pick_option(make_setup_draw("neutral", where.dams), mask_of(c)) for _, _, c in where.neutral_sites
        ]
    else:
        dams = read_options(chosen["neutral"], where.dams, "neutral", len(where.neutral_sites), mask_of(sites))
        for dam, (_, _, candidates) in zip(dams, where.neutral_sites, strict=True):
            if dam not in candidates:
                names = [where.dams.name_option(c) for c in candidates]
                raise ImpossibleError(
                    text("error.neutral_area", dam=where.dams.name_option(dam)), rule="BR-011", nearest=names
                )
    chosen["neutral"] = " ".join(where.dams.name_option(d) for d in dams)
    heads = len(where.head_basin)
    if chosen["headstreams"] == "random":
        tiles = draw_options(chance, "headstreams", HEADSTREAM, heads, HEADSTREAM.everything)
    else:
        tiles = read_options(chosen["headstreams"], HEADSTREAM, "headstreams", heads)
    chosen["headstreams"] = " ".join(HEADSTREAM.name_option(t) for t in tiles)
    leeghwater = chosen["leeghwater"] == "yes"
    pool = mask_of(i for i, (_, _, only) in enumerate(BONUS_TILES) if leeghwater or not only)
    if chosen["bonus"] == "random":
        bonus = draw_options(chance, "bonus", BONUS, ROUNDS, pool)
    else:
        bonus = read_options(chosen["bonus"], BONUS, "bonus", ROUNDS, pool)
    chosen["bonus"] = " ".join(BONUS.name_option(b) for b in bonus)
    if chosen["objective"] == "random":
        chosen["objective"] = OBJECTIVES.name_option(
            chance.pick_option(make_setup_draw("objective", OBJECTIVES), OBJECTIVES.everything)
        )


def lay_contracts(chosen: dict[str, str], chance: Chance, players: int) -> None:
    """Complete `chosen` with two face-up contracts per colour and one national contract fewer than players (BR-012)."""
    if chosen["contracts"] == "random":
        six = [c for colour in PRIVATE for c in draw_options(chance, "contracts", CONTRACTS, 2, colour)]
    else:
        six = read_options(chosen["contracts"], CONTRACTS, "contracts", 6, sum(PRIVATE))
        for i, contract in enumerate(six):
            if CONTRACT_TILES[contract].colour != i // 2:
                want = Word(f"colour.{COLOURS.names[i // 2]}")
                raise ImpossibleError(text("error.contract_colour", got=CONTRACTS.option_value(contract), want=want))
    chosen["contracts"] = " ".join(CONTRACTS.name_option(c) for c in six)
    if chosen["national"] == "random":
        national = draw_options(chance, "national", CONTRACTS, players - 1, NATIONAL)
    else:
        national = read_options(chosen["national"], CONTRACTS, "national", players - 1, NATIONAL)
    chosen["national"] = " ".join(CONTRACTS.name_option(c) for c in national)


def lay_tiles(chosen: dict[str, str], chance: Chance, leeghwater: bool) -> None:
    """Complete `chosen` with the patent office and, with Leeghwater, removed tiles, external works and private
    buildings (BR-130)."""
    pool = mask_of(i for i in iterate_bits(ADVANCED) if leeghwater or not TECH_TILES[i].leeghwater)
    by_level = [mask_of(i for i in iterate_bits(pool) if TECH_TILES[i].level == level) for level in (1, 2, 3)]
    if not leeghwater:
        removed: list[int] = []
    elif chosen["removed_tiles"] == "random":
        removed = [chance.pick_option(make_setup_draw("removed_tiles", TECH), mask) for mask in by_level]
    else:
        removed = read_options(chosen["removed_tiles"], TECH, "removed_tiles", 3, pool)
        if sorted(TECH_TILES[t].level for t in removed) != [1, 2, 3]:
            raise ImpossibleError(text("error.removed_levels"), rule="BR-130")
    chosen["removed_tiles"] = " ".join(TECH.name_option(t) for t in removed) or "none"
    first = by_level[MARKET[0][0] - 1] & ~mask_of(removed)
    if chosen["patents"] == "random":
        patents = draw_options(chance, "patents", TECH, 3, first)
    else:
        patents = read_options(chosen["patents"], TECH, "patents", 3, pool & ~mask_of(removed))
    chosen["patents"] = " ".join(TECH.name_option(t) for t in patents)
    if not leeghwater:
        chosen["works"] = chosen["buildings"] = "none"
        return
    pile = mask_of(i for i, w in enumerate(WORK_TILES) if w.pile == WORK_PILES[0][0])
    works = (
        draw_options(chance, "works", WORKS, 3, pile)
        if chosen["works"] == "random"
        else read_options(chosen["works"], WORKS, "works", 3)
    )
    chosen["works"] = " ".join(WORKS.name_option(w) for w in works)
    if chosen["buildings"] == "random":
        buildings = draw_options(chance, "buildings", BUILDINGS, BUILDINGS_IN_GAME, BUILDINGS.everything)
    else:
        buildings = read_options(chosen["buildings"], BUILDINGS, "buildings", BUILDINGS_IN_GAME)
    chosen["buildings"] = " ".join(BUILDINGS.name_option(b) for b in buildings)
