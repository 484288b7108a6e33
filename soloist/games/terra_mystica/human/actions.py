"""The actions of a turn (TM-022) and all decisions that come of them. `play` carries a move out or names what forbids it.

Whatever is refused is refused before anything has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from soloist.core.board import Event
from soloist.core.sink import SILENT, Sink
from soloist.games.terra_mystica.board.events import (
    Built,
    TurnDone,
    Upgraded,
)
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    DWELLING,
)
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.building import build, choose_bonus, place, transform_hex, upgrade
from soloist.games.terra_mystica.human.convert import convert, exchange
from soloist.games.terra_mystica.human.economy import (
    book,
    do,
    home_terrains,
    priest_room,
    refuse,
)
from soloist.games.terra_mystica.human.events import Awaits, Credited, Unlocked
from soloist.games.terra_mystica.human.income import begin_actions, begin_round, end_actions
from soloist.games.terra_mystica.human.leech import answer, offer_power, prune
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.passing import pass_round
from soloist.games.terra_mystica.human.pending import acting, deciding, find_pending
from soloist.games.terra_mystica.human.special import build_bridge, special_action
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    AUTOMA_PLACES,
    BESIDE_HER,
    BONUS_PHASE,
    BUILD_BRIDGE,
    CULT_SPADES,
    CULT_STEP,
    EXCHANGES,
    EXTRA,
    FREE_SPADES,
    FROM_CONVERT,
    FROM_FACTION,
    GAME_OVER,
    HOMED,
    MAY_BUILD,
    NEW_TOKEN,
    RIDE,
    SETTING_UP,
    STAGE,
    STORM,
    SWARM,
    UNLOCK_OR_PRIEST,
    Position,
)
from soloist.games.terra_mystica.human.tracks import (
    advance_digging,
    advance_shipping,
    connect_river,
    free_step,
    send_priest,
    take_favor,
    take_town,
    use_town_key,
)

#: draws the Automa's reserve card for the Cultists: the points it shows, 0 for a step of choice, None if there is none
Reserve = Callable[[Position], int | None]


def act(s: Position, move: Move, sink: Sink, reserve: Reserve | None = None) -> None:
    """Carry a move out. Raises `ImpossibleError` with the rule that refuses it.

    `reserve` draws the Automa's reserve card when the Cultists build beside her (TMA-095).
    """
    with listening(s, sink):
        play(s, move, reserve)


@contextmanager
def listening(s: Position, sink: Sink) -> Iterator[None]:
    """Whatever happens meanwhile goes to the sink, ended by what has to be decided next."""
    s.sink = sink
    try:
        yield
        if sink is not SILENT:
            note_awaiting(s, sink)
    finally:
        s.sink = SILENT


def note_awaiting(s: Position, sink: Sink) -> None:
    """What has to be decided next."""
    sink.do(s, Awaits(tuple(s.turn), tuple(s.stack), tuple(s.offers), tuple(s.gifts)))


def play(s: Position, move: Move, reserve: Reserve | None = None) -> None:
    """Like `act`, noting nothing."""
    if s.turn[STAGE] == GAME_OVER:
        refuse("TM-100")
    _HANDLERS[move[0]](s, deciding(s), move)
    if s.turn[BESIDE_HER]:
        _reserve_card(s, reserve)
    settle(s)


def _reserve_card(s: Position, reserve: Reserve | None) -> None:
    """TMA-095: the card shows 1 or 2 VP, or else there is a cult step of choice."""
    seat, s.turn[BESIDE_HER] = s.turn[BESIDE_HER], 0
    vp = None if reserve is None else reserve(s)
    if vp:
        do(s, Credited(seat, FROM_FACTION, vp))
    elif vp is not None:
        s.stack.append((CULT_STEP, seat, 1, 0))


def after_automa(s: Position, events: Sequence[Event], sink: Sink = SILENT) -> None:
    """What follows a turn of the Automa: power for the neighbours (TMA-007), the end of a round."""
    with listening(s, sink):
        if s.stack and s.stack[-1][0] == AUTOMA_PLACES:
            s.stack.pop()
        else:
            for event in events:
                if isinstance(event, Built | Upgraded) and event.seat == AUTOMA:
                    offer_power(s, AUTOMA, event.hex, dwelling=isinstance(event, Built))
        settle(s)


def carry_out(s: Position, seat: int, move: Move) -> None:
    """A move of a seat in the order of a ledger, where power is decided late and nothing follows by itself."""
    _HANDLERS[move[0]](s, seat, move)


def settle(s: Position) -> None:
    """What follows by itself: empty offers, the end of a turn with nothing left to do, of a phase, of a round."""
    while not s.stack:
        stage = s.turn[STAGE]
        if s.offers and not s.site:
            prune(s)
            if s.offers or s.stack:
                return
            continue
        if stage == SETTING_UP:
            begin_actions(s)
        elif stage == BONUS_PHASE:
            begin_round(s)
        elif stage == GAME_OVER:
            return
        elif len(s.passed) == len(s.order):
            end_actions(s)
        elif s.to_move != AUTOMA and s.turn[ACTED] and not s.site and _nothing_left(s, s.to_move):
            end_turn(s, s.to_move)
        else:
            return


def _nothing_left(s: Position, seat: int) -> bool:
    """Whether only `done` could follow."""
    turn, purse, side = s.turn, s.purses[seat], s.sides[seat]
    if turn[FREE_SPADES] or turn[EXCHANGES]:
        return False
    changes = purse.bowl3 or purse.bowl2 > 1 or purse.workers or purse.priests or side.mermaids or side.alchemists
    if turn[MAY_BUILD] and turn[HOMED] and s.left[seat][DWELLING] and changes:
        return False
    return bool(turn[EXTRA]) or not changes  # conversions can still be made in the second of two actions


def end_turn(s: Position, seat: int) -> None:
    """TM-020; the second of the Chaos Magicians' two actions comes first (TM-114)."""
    extra = s.turn[EXTRA]
    s.new_turn()
    if extra:
        s.turn[EXTRA] = extra - 1
    else:
        do(s, TurnDone(seat))


def _unlock(s: Position, seat: int, move: Move) -> None:
    """TM-150: the priest, or one more terrain."""
    at = find_pending(s, seat, UNLOCK_OR_PRIEST, "TM-150")
    kind, _, n, _ = s.stack[at]
    if move.a == m.THE_PRIEST:
        if priest_room(s, seat) < 1:
            refuse("TM-010")
        book(s, seat, FROM_CONVERT, priests=1)
    else:
        price = unlock_price(s, seat, move.a)
        if move.a > 6 or s.purses[seat].unlocked >> move.a & 1 or s.purses[seat].coins < price:
            refuse("TM-150")
        book(s, seat, FROM_CONVERT, coins=-price)
        do(s, Unlocked(seat, move.a))
    if n > 1:
        s.stack[at] = (kind, seat, n - 1, 0)
    else:
        del s.stack[at]


def unlock_price(s: Position, seat: int, terrain: int) -> int:
    """1 coin, 2 for the home terrain of another player."""
    return 1 + (home_terrains(s, seat) >> terrain & 1)


def _take(s: Position, seat: int, move: Move) -> None:
    if s.stack:
        refuse("TM-064")
    answer(s, seat, True)


def _decline(s: Position, seat: int, move: Move) -> None:
    if s.stack:
        refuse("TM-064")
    answer(s, seat, False)


def _token(s: Position, seat: int, move: Move) -> None:
    """TM-155."""
    if not s.stack or s.stack[-1][0] != NEW_TOKEN:
        refuse("TM-155")
    if move.a and s.vp[seat] < 1:
        refuse("TM-011")
    s.stack.pop()
    if move.a:
        book(s, seat, FROM_FACTION, vp=-1, bowl3=1)


#: what may be given up (TM-024, TM-045, TM-089); favor and town tiles may not
OPTIONAL = (BUILD_BRIDGE, RIDE, STORM, SWARM, CULT_SPADES)


def _done(s: Position, seat: int, move: Move) -> None:
    """Give up what is pending, or end the turn."""
    if s.stack:
        if s.stack[-1][0] == UNLOCK_OR_PRIEST and not unlock_choices(s, seat):
            s.stack.pop()  # nothing to take and nothing to pay with: the priest is lost
            return
        if s.stack[-1][0] not in OPTIONAL:
            refuse("TM-024")
        s.stack.pop()
        return
    if s.turn[STAGE] != ACTIONS_PHASE or not s.turn[ACTED] or (s.offers and not s.site):
        refuse("TM-178")
    end_turn(s, seat)


def unlock_choices(s: Position, seat: int) -> list[int]:
    """What the Riverwalkers can do with a priest."""
    purse = s.purses[seat]
    found = [t for t in range(7) if not purse.unlocked >> t & 1 and purse.coins >= unlock_price(s, seat, t)]
    if priest_room(s, seat) > 0:
        found.append(m.THE_PRIEST)
    return found


def _pass(s: Position, seat: int, move: Move) -> None:
    """TM-094; as the first of the Chaos Magicians' two actions it ends the turn (TM-114)."""
    acting(s, seat)
    pass_round(s, seat, move.a)
    s.new_turn()


_HANDLERS: tuple[Callable[[Position, int, Move], None], ...] = (
    convert,
    place,
    choose_bonus,
    build,
    transform_hex,
    upgrade,
    advance_shipping,
    advance_digging,
    send_priest,
    special_action,
    build_bridge,
    free_step,
    take_favor,
    take_town,
    use_town_key,
    connect_river,
    exchange,
    _unlock,
    _take,
    _decline,
    _token,
    _done,
    _pass,
)
