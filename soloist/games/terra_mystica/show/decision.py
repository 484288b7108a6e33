"""What has to be decided now in a DIGITAL game, in one sentence."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.human.economy import room
from soloist.games.terra_mystica.human.pending import deciding
from soloist.games.terra_mystica.human.state import (
    ACTED,
    CULT_SPADES,
    EXCHANGES,
    EXTRA,
    FREE_SPADES,
    GAME_OVER,
    HOMED,
    MAY_BUILD,
    PENDING,
    STAGE,
    TAKE_FAVOR,
    TAKE_TOWN,
    UNLOCK_OR_PRIEST,
    USE_KEY,
    Position,
)

#: decisions of one player that can be taken in any order
ANY_FIRST = (TAKE_FAVOR, TAKE_TOWN, USE_KEY)


def decision(position: Position) -> Text:
    """What the seat whose decision is due has to decide; with several humans it is named by its faction."""
    if position.turn[STAGE] == GAME_OVER:
        return text("standing.over")
    seat = deciding(position)
    if seat == AUTOMA:
        return text("decision.automa_places" if position.stack else "standing.automas_turn")
    what = _what(position, seat)
    if len(position.humans) == 1:
        return what
    who = Word(f"human.{position.setup.humans[seat - 1].id}")
    if what.key == "decision.action":
        return text("decision.action_of", who=who)
    return text("decision.of", who=who, what=what)


def offered(position: Position) -> int:
    """The power of the first offer, as much as the bowls take and the points allow (TM-063, TM-065)."""
    receiver, _, power, _ = position.offers[0]
    return min(power, position.vp[receiver] + 1, room(position, receiver))


def _what(position: Position, seat: int) -> Text:
    if position.stack:
        return _pending(position, seat)
    if position.offers and not position.site:
        power = offered(position)
        return text("decision.offer", power=power, vp=power - 1) if power > 1 else text("decision.offer_free")
    turn = position.turn
    if not turn[ACTED]:
        return text("decision.first_of_two" if turn[EXTRA] else "decision.action")
    if turn[FREE_SPADES]:
        return _spades(turn[FREE_SPADES])
    if turn[MAY_BUILD] and turn[HOMED]:
        return text("decision.build")
    if turn[EXCHANGES]:
        return text("decision.exchange", n=turn[EXCHANGES])
    return text("decision.rest")


def _pending(position: Position, seat: int) -> Text:
    kind, _, n, _ = position.stack[-1]
    if kind == CULT_SPADES:
        return _spades(n)
    if kind == UNLOCK_OR_PRIEST and n > 1:
        return text("decision.unlock_or_priests", n=n)
    if kind not in ANY_FIRST:
        return text(f"decision.{PENDING[kind]}")
    kinds = []
    for other, whose, _, _ in reversed(position.stack):
        if whose != seat or other not in ANY_FIRST:
            break
        if other not in kinds:
            kinds.append(other)
    if len(kinds) == 1:
        return text(f"decision.{PENDING[kind]}")
    return text("decision.any_first", what=tuple(text(f"decision.{PENDING[k]}") for k in kinds))


def _spades(n: int) -> Text:
    return text("decision.spade") if n == 1 else text("decision.spades", n=n)
