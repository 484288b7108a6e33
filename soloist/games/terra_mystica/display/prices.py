"""The immediate costs and gains of legal moves, found by carrying them out on a copy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cache

from soloist.core.menu import Amount
from soloist.core.sink import NULL_SINK, CollectingSink
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.display import glyphs
from soloist.games.terra_mystica.board.events import Gained
from soloist.games.terra_mystica.board.tables import CULTS
from soloist.games.terra_mystica.display.amounts import NAMES, booked_resources, say_amount
from soloist.games.terra_mystica.display.components import MARKS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.reach import ground_at
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import carry_out
from soloist.games.terra_mystica.player.towns import TakeTown

#: icons by the names of amounts
_MARKS = {
    **{cult: MARKS[cult] for cult in CULTS.names},
    "workers": MARKS["worker"],
    "coins": MARKS["coin"],
    "priests": MARKS["priest"],
    "power": MARKS["power"],
    "tokens": glyphs.make_icon("power-token"),
    "spades": MARKS["spade"],
    "keys": glyphs.make_icon("lock"),
    "favors": glyphs.make_icon("favor"),
    "towns": glyphs.make_icon("landmark"),
    "vp": MARKS["vp"],
}
#: moves without an immediate cost or gain
_FREE = (moves.PLACE, moves.BONUS_CARD, moves.DECLINE, moves.DONE)


def price_key(position: Position, near: int, move: Move) -> Hashable:
    """Return what determines the price of a move, so that equal prices are computed only once.

    For a transformation only the terrains, the payer and a necessary jump matter.
    """
    if move.verb != moves.TRANSFORM:
        return move
    _, hex_, terrain, payer = move
    reached = near >> hex_ & 1 or position.turn.jumped == hex_
    return moves.TRANSFORM, ground_at(position, hex_), terrain, payer, bool(reached)


def price_of_moves(position: Position, seat: int, *sequence: Move) -> tuple[Amount, ...]:
    """Return what the seat pays and gains at once for consecutive moves, payments first.

    It counts the purse, spades, cult tracks, and tiles the seat may choose. Gains of one move that a later one spends
    cancel out.
    """
    if sequence[0].verb in _FREE:
        return ()
    after, heard = position.copy(), CollectingSink(NULL_SINK)
    for move in sequence:
        carry_out(after, move, heard)
    paid: Counter[str] = Counter()
    got: Counter[str] = Counter()
    for event in heard.events:
        if isinstance(event, Gained) and event.seat == seat:
            for name, n in booked_resources(event).items():
                (got if n > 0 else paid)[name] += abs(n)
    if len(sequence) > 1:
        _settle_burned(paid, got)
    changes = {"spades": _free_spades(after) - _free_spades(position), "keys": after.keys[seat] - position.keys[seat]}
    for track, cult in enumerate(CULTS.names):
        changes[cult] = after.cults[seat][track] - position.cults[seat][track]
    if after.waits and sequence[-1].verb not in (moves.FAVOR, moves.TOWN):
        for name, tile in (("favors", TakeFavor(seat)), ("towns", TakeTown(seat))):
            changes[name] = after.waits.count(tile) - position.waits.count(tile)
    for name, n in changes.items():
        if n:
            (got if n > 0 else paid)[name] += abs(n)
    return (
        *(_make_amount(name, -paid[name]) for name in NAMES if paid[name]),
        *(_make_amount(name, got[name]) for name in NAMES if got[name]),
    )


def _settle_burned(paid: Counter[str], got: Counter[str]) -> None:
    """Cancel resources gained by one move and spent by another.

    Burned power stays a payment: it came from bowl II, and the tokens were its price (TM-032).
    """
    for name in ("workers", "coins", "priests"):
        both = min(paid[name], got[name])
        paid[name] -= both
        got[name] -= both
    if paid["tokens"]:
        del got["power"]


@cache
def _make_amount(name: str, n: int) -> Amount:
    return glyphs.make_amount(name, _MARKS[name], n, say_amount(name, abs(n), "−" if n < 0 else "+"))


def say_price(amounts: tuple[Amount, ...]) -> Text | None:
    """Return a price in words, None where there is none."""
    return text("amount.list", parts=tuple(it.says for it in amounts)) if amounts else None


def _free_spades(position: Position) -> int:
    """Return the free spades of the current action or cult bonus."""
    due = position.due()
    return position.turn.free_spades + (due.spades if isinstance(due, CultSpades) else 0)
