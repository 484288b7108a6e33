"""Checks for contradictions in a position. They are reported and forbid nothing."""

from __future__ import annotations

from soloist.core.bits import iterate_bits, mask_of, union_and_overlap
from soloist.core.board import Problem
from soloist.core.text import Word, text
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    BUILDING,
    CONDUIT,
    CONTRACTS,
    ELEVATION,
    ENGINEERS,
    NATIONAL,
    PIECES,
    POWERHOUSE,
    PRIVATE,
    STRUCTURES,
    TECH,
    TECH_TILES,
    TILES,
    WORKS,
)


def find_problems(board: Barrage) -> list[Problem]:
    """Return all contradictions, most tangible first."""
    return [
        *_check_pieces(board),
        *_check_water(board),
        *_check_engineers(board),
        *_check_contracts(board),
        *_check_tech(board),
        *_check_works(board),
        *_check_tiles(board),
    ]


def count_on_map(board: Barrage, seat: int, structure: int) -> int:
    """Return how many pieces of a kind stand on the map or at private buildings."""
    if structure == BASE:
        return board.dams[seat].bit_count()
    if structure == ELEVATION:
        return sum(board.level[d] - 1 for d in iterate_bits(board.dams[seat]))
    if structure == CONDUIT:
        return board.conduits[seat].bit_count()
    if structure == POWERHOUSE:
        return board.houses.count(seat)
    return board.sites.count(seat)


def count_pieces(board: Barrage, structure: int) -> int:
    """Return how many pieces of a kind a company has (BR-041)."""
    return 0 if structure == BUILDING and not board.setup.leeghwater else PIECES[structure]


def _check_pieces(board: Barrage) -> list[Problem]:
    found = []
    for seat in range(board.players):
        for structure in (BASE, ELEVATION, CONDUIT, POWERHOUSE, BUILDING):
            have = count_on_map(board, seat, structure) + board.left[seat][structure]
            want = count_pieces(board, structure)
            if have != want or board.left[seat][structure] < 0:
                kind = Word(f"structures.{STRUCTURES.names[structure]}")
                found.append(
                    Problem(text("problem.pieces", seat=board.word(seat), kind=kind, have=have, want=want), "BR-041")
                )
        for house in iterate_bits(board.house_basins[seat]):
            mine = sum(board.houses[h] == seat for h in board.map.houses_of[house])
            if mine > 1:
                place = board.map.house_basins.option_value(house)
                found.append(Problem(text("problem.two_powerhouses", seat=board.word(seat), place=place), "BR-046"))
        basins = [d // 2 for d in iterate_bits(board.dams[seat])]
        for basin in {b for b in basins if basins.count(b) > 1}:
            place = board.map.codes[basin]
            found.append(Problem(text("problem.two_dams", seat=board.word(seat), basin=place), "BR-046"))
        if board.is_automa(seat) and min(board.machinery[seat]) < 0:
            found.append(Problem(text("problem.machinery", seat=board.word(seat)), "BR-008"))
    return found


def _check_water(board: Barrage) -> list[Problem]:
    return [
        Problem(text("problem.capacity", place=board.map.dams.names[d], drops=n, most=board.max_drops(d)), "BR-004")
        for d, n in enumerate(board.drops)
        if not 0 <= n <= board.max_drops(d)
    ]


def _check_engineers(board: Barrage) -> list[Problem]:
    found = []
    for seat in range(board.players):
        have = board.engineers[seat] + board.architect[seat] + board.placed[seat]
        if have != ENGINEERS or board.engineers[seat] < 0:
            args = {"have": have - min(0, board.engineers[seat]), "want": ENGINEERS}
            found.append(Problem(text("problem.engineers", seat=board.word(seat), **args), "BA-023"))
    return found


def _check_contracts(board: Barrage) -> list[Problem]:
    """Check that every private contract is in exactly one place."""
    zones = [*board.contract_piles, *board.contract_discards, *board.fulfilled, *board.hands, board.contracts_gone]
    zones += [1 << c for c in board.face if c != NOBODY]
    seen, twice = union_and_overlap(zones)
    found = [
        Problem(text("problem.contract_twice", contract=CONTRACTS.option_value(c)), "BR-012")
        for c in iterate_bits(twice)
    ]
    gone = (sum(PRIVATE) | mask_of(board.setup.national)) & ~seen
    found += [
        Problem(text("problem.contract_gone", contract=CONTRACTS.option_value(c)), "BR-038") for c in iterate_bits(gone)
    ]
    extra = seen & NATIONAL & ~mask_of(board.setup.national)
    found += [
        Problem(text("problem.national", contract=CONTRACTS.option_value(c)), "BR-012") for c in iterate_bits(extra)
    ]
    return found


def _check_tech(board: Barrage) -> list[Problem]:
    zones = [*board.tech_piles, board.tech_gone, board.setup.removed, *(1 << t for t in board.patents if t != NOBODY)]
    for seat in range(board.players):
        zones += [board.tech[seat] & ADVANCED, board.wheel_tiles(seat) & ADVANCED]
    seen, twice = union_and_overlap(zones)
    found = [Problem(text("problem.tech_twice", tile=TECH.option_value(t)), "BR-081") for t in iterate_bits(twice)]
    in_game = sum(1 << t for t in iterate_bits(ADVANCED) if board.setup.leeghwater or not TECH_TILES[t].leeghwater)
    found += [
        Problem(text("problem.tech_gone", tile=TECH.option_value(t)), "BR-111") for t in iterate_bits(in_game & ~seen)
    ]
    return found


def _check_works(board: Barrage) -> list[Problem]:
    if not board.setup.leeghwater:
        return []
    zones = [*board.work_piles, board.work_gone, *board.works_done, *(1 << w for w in board.works if w != NOBODY)]
    seen, twice = union_and_overlap(zones)
    found = [Problem(text("problem.work_twice", work=WORKS.option_value(w)), "BR-131") for w in iterate_bits(twice)]
    found += [
        Problem(text("problem.work_gone", work=WORKS.option_value(w)), "BR-131")
        for w in iterate_bits(WORKS.everything & ~seen)
    ]
    return found


def _check_tiles(board: Barrage) -> list[Problem]:
    zones = [board.pile, board.discards] + ([1 << board.top] if board.top != NOBODY else [])
    seen, twice = union_and_overlap(zones)
    found = [Problem(text("problem.tile_twice", tile=TILES.option_value(t)), "BA-025") for t in iterate_bits(twice)]
    found += [
        Problem(text("problem.tile_gone", tile=TILES.option_value(t)), "BA-025")
        for t in iterate_bits(TILES.everything & ~seen)
    ]
    return found
