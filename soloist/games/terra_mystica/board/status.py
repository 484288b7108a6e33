"""Checks for positions that cannot occur. Problems are reported, never forbidden."""

from __future__ import annotations

from soloist.core.bits import iterate_bits, union_and_overlap
from soloist.core.board import Problem
from soloist.core.text import Word, text
from soloist.games.terra_mystica.board.state import NOBODY, PLAYING, TerraMystica
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    DWELLING,
    FAVORS,
    KINDS,
    PIECES,
    PRIESTS,
    SEATS,
    SHIPYARD,
    TOP,
    TRADE_MARKERS,
    TRADING_HOUSE,
)


def find_problems(board: TerraMystica) -> list[Problem]:
    """Return all problems of a position, physical ones first."""
    return [
        *_check_pieces(board),
        *_check_hexes(board),
        *_check_cults(board),
        *_check_bonus(board),
        *_check_favors(board),
        *_check_cards(board),
    ]


def pieces_of(board: TerraMystica, seat: int, kind: int) -> int:
    """Return the total number of pieces of a kind that a seat has (TM-007, TMA-015)."""
    count = PIECES[kind]
    if seat == AUTOMA and not board.setup.automa:
        return 0
    if kind == SHIPYARD:
        return 1 if board.setup.mots else 0
    if seat == AUTOMA and kind == DWELLING:
        return count - 2
    if seat == AUTOMA and kind == TRADING_HOUSE and board.setup.mots:
        return count - 2
    return count


def _check_pieces(board: TerraMystica) -> list[Problem]:
    found = []
    for seat, (pieces, left) in enumerate(zip(board.pieces, board.left, strict=True)):
        for kind in range(len(pieces)):
            have = pieces[kind].bit_count() + left[kind]
            want = pieces_of(board, seat, kind)
            if have != want or left[kind] < 0:
                args = {"seat": Word(f"seat.{SEATS.names[seat]}"), "kind": Word(f"kinds.{KINDS.names[kind]}")}
                rule = "TMA-015" if seat == AUTOMA else "TM-007"
                found.append(Problem(text("problem.pieces", have=have - min(left[kind], 0), want=want, **args), rule))
    on_spaces = [board.spaces.count(seat) for seat in range(len(board.pieces))]
    if on_spaces[AUTOMA] + board.priests[AUTOMA] != PRIESTS:
        have = on_spaces[AUTOMA] + board.priests[AUTOMA]
        found.append(Problem(text("problem.priests", have=have, want=PRIESTS), "TMA-015"))
    if board.traded.bit_count() > TRADE_MARKERS:
        found.append(Problem(text("problem.trade_markers", have=board.traded.bit_count()), "TMA-015"))
    return found


def _check_hexes(board: TerraMystica) -> list[Problem]:
    found = []
    taken = 0
    for seat in range(len(board.pieces)):
        for where in board.pieces[seat]:
            for hex_ in iterate_bits(where & taken):
                found.append(Problem(text("problem.two_structures", hex=board.map.hexes.names[hex_]), "TM-001"))
            taken |= where
    for hex_ in iterate_bits(board.marks & ~board.owned(AUTOMA)):
        found.append(Problem(text("problem.mark", hex=board.map.hexes.names[hex_]), "TMA-032"))
    for hex_ in iterate_bits(board.traded & ~board.human_structures()):
        found.append(Problem(text("problem.traded", hex=board.map.hexes.names[hex_]), "TMA-085b"))
    return found


def _check_cults(board: TerraMystica) -> list[Problem]:
    return [
        Problem(text("problem.top", cult=Word(f"cult.{name}")), "TM-071")
        for track, name in enumerate(CULTS.names)
        if sum(cults[track] >= TOP for cults in board.cults) > 1
    ]


def _check_bonus(board: TerraMystica) -> list[Problem]:
    found = []
    cards = board.row + [c for c in board.bonus if c != NOBODY]
    for card in board.setup.bonus:
        if cards.count(card) != 1:
            found.append(
                Problem(text("problem.bonus_card", card=BONUS.option_value(card), n=cards.count(card)), "TMA-017")
            )
    for card in sorted(set(cards) - set(board.setup.bonus)):
        found.append(Problem(text("problem.bonus_foreign", card=BONUS.option_value(card)), "TMA-017"))
    for seat in board.without_card():
        found.append(Problem(text("problem.no_card", seat=Word(f"seat.{SEATS.names[seat]}")), "TMA-017"))
    if board.phase == PLAYING and board.round > 1 and len(board.row) != 3:
        found.append(Problem(text("problem.bonus_row", n=len(board.row)), "TMA-R02"))
    return found


def _check_favors(board: TerraMystica) -> list[Problem]:
    return [
        Problem(text("problem.favors", tile=FAVORS.option_value(tile)), "TM-058")
        for tile in range(len(FAVORS.names))
        if board.favors_left(tile) < 0
    ]


def _check_cards(board: TerraMystica) -> list[Problem]:
    """Check that every decision card of the game is in exactly one place."""
    open_cards = [1 << c for c in (board.support, board.action) if c != NOBODY]
    zones = [board.deck, board.reserve, board.aside, board.waiting, board.pile, *open_cards]
    seen, twice = union_and_overlap(zones)
    found = [Problem(text("problem.card_twice", card=CARDS.option_value(c)), "TMA-020") for c in iterate_bits(twice)]
    gone = board.setup.in_game & ~seen
    found += [Problem(text("problem.card_gone", card=CARDS.option_value(c)), "TMA-020") for c in iterate_bits(gone)]
    foreign = seen & ~board.setup.in_game
    found += [
        Problem(text("problem.card_foreign", card=CARDS.option_value(c)), "TMA-020") for c in iterate_bits(foreign)
    ]
    if board.face_down > board.reserve.bit_count():
        found.append(Problem(text("problem.face_down", n=board.face_down), "TMA-050e"))
    return found
