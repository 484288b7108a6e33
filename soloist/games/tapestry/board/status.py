"""Checks for positions that cannot occur. Problems are reported, never forbidden."""

from __future__ import annotations

from soloist.core.bits import iterate_bits, union_and_overlap
from soloist.core.board import Problem
from soloist.core.text import text
from soloist.games.tapestry.board.naming import seat_word
from soloist.games.tapestry.board.state import EMPTY, NOBODY, Tapestry
from soloist.games.tapestry.board.tables import (
    AUTOMA,
    CARDS,
    OUTPOSTS,
    SHADOW,
    SHADOW_CARDS,
    TECH_CARDS,
    TERRITORIES,
)


def find_problems(board: Tapestry) -> list[Problem]:
    """Return all problems of a position, physical ones first."""
    return [*_check_outposts(board), *_check_tiles(board), *_check_cards(board), *_check_tech(board)]


def _check_outposts(board: Tapestry) -> list[Problem]:
    found = []
    for seat in board.seats:
        marker = int(seat in (AUTOMA, SHADOW))  # one of a bot's outposts marks its favourite track
        on_map = sum(board.up[seat]) + sum(board.down[seat]) - sum(board.pieces[seat])
        have = on_map + board.supply[seat] + marker
        if have != OUTPOSTS or board.supply[seat] < 0:
            found.append(Problem(text("problem.outposts", seat=seat_word(seat), have=have, want=OUTPOSTS), "TA-011"))
    for hex_, name in enumerate(board.map.hexes.names):
        if board.tokens(hex_) > 2:
            found.append(Problem(text("problem.tokens", hex=name), "TR-005"))
        if board.tokens(hex_) and board.tile[hex_] == EMPTY:
            found.append(Problem(text("problem.no_territory", hex=name), "TR-004"))
        if sum(board.up[s][hex_] > 0 for s in range(4)) > 1:
            found.append(Problem(text("problem.two_controllers", hex=name), "TR-006"))
    if sum(board.up[SHADOW]):
        found.append(Problem(text("problem.shadow_stands"), "TA-005"))
    return found


def _check_tiles(board: Tapestry) -> list[Problem]:
    laid = [t for t in board.tile if t >= 0]
    twice = sorted({t for t in laid if laid.count(t) > 1})
    found = [Problem(text("problem.tile_twice", tile=TERRITORIES.option_value(t)), "TR-080") for t in twice]
    both = [t for t in laid if board.tiles_left >> t & 1]
    return found + [Problem(text("problem.tile_twice", tile=TERRITORIES.option_value(t)), "TR-080") for t in both]


def _check_cards(board: Tapestry) -> list[Problem]:
    """Check that every decision card of the game is in exactly one place."""
    pair = [1 << c for c in (board.track_card, board.tie_card) if c != NOBODY]
    zones = [board.deck, board.discard, board.progress, *pair]
    seen, twice = union_and_overlap(zones)
    found = [Problem(text("problem.card_twice", card=CARDS.names[c]), "TA-013") for c in iterate_bits(twice)]
    wanted = CARDS.everything if not board.setup.shadow_only else SHADOW_CARDS
    found += [Problem(text("problem.card_gone", card=CARDS.names[c]), "TA-013") for c in iterate_bits(wanted & ~seen)]
    return found


def _check_tech(board: Tapestry) -> list[Problem]:
    shown = [t for t in board.tech if t != NOBODY]
    seen = board.tech_deck & board.tech_discard
    for card in shown:
        seen |= (board.tech_deck | board.tech_discard) & (1 << card)
    twice = set(iterate_bits(seen)) | {t for t in shown if shown.count(t) > 1}
    return [Problem(text("problem.tech_twice", card=TECH_CARDS.option_value(t)), "TR-016") for t in sorted(twice)]
