"""The legal moves of a DIGITAL game as they stand in menus: how they are said, where they are tapped, what they cost.

What a move costs is what the rules charge: it is carried out on a copy, without what would follow by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from soloist.core.screen import Choice
from soloist.core.sink import Noted
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, POWER_ACTIONS, TERRAIN, TOWNS
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import carry_out
from soloist.games.terra_mystica.human.convert import CONVERSIONS
from soloist.games.terra_mystica.human.events import Booked
from soloist.games.terra_mystica.human.factions import ACT6, ACTIONS
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import deciding
from soloist.games.terra_mystica.human.reach import ground_at, reach
from soloist.games.terra_mystica.human.state import (
    CULT_SPADES,
    CULT_TWO,
    EXTRA,
    FREE_SPADES,
    JUMPED,
    PENDING,
    TAKE_FAVOR,
    TAKE_TOWN,
    Position,
)
from soloist.games.terra_mystica.show.amounts import amount, amounts, booked
from soloist.games.terra_mystica.show.decision import offered
from soloist.games.terra_mystica.show.drawing import ACTIONS as ACTION_PLACES
from soloist.games.terra_mystica.show.drawing import CARDS, HEXES, TRACKS
from soloist.games.terra_mystica.show.standing import KIND_ICONS

#: icon of each special action, by its number
_ACTION_ICONS = (
    "bridge",
    "priest",
    "worker",
    "coin",
    "spade",
    "spade",
    "spade",
    "catch-up",
    "catch-up",
    "catch-up",
    "execute",
    "bridge",
    "spade",
    "spade",
    "trading-house",
    "dwelling",
    "map",
    "map",
)
#: what each rate of exchange gives, as an icon
_RATE_ICONS = ("power", "priest", "worker", "coin", "worker", "coin", "coin", "vp")
#: moves that never cost or bring anything by themselves
_FREE = (m.PLACE, m.BONUS_CARD, m.DECLINE, m.DONE)


def plays(position: Position, legal: Sequence[Move]) -> list[Choice]:
    """One entry for each legal move, in their order."""
    if not legal:
        return []
    seat = deciding(position)
    near = reach(position, seat)
    known: dict[Hashable, Text | None] = {}
    menu = []
    for move in legal:
        says, icon, place = _shown(position, seat, move)
        alike = _alike(position, near, move)
        if alike not in known:
            known[alike] = _cost(position, seat, move)
        group = _group(position, move)
        menu.append(Choice(move.notation(position), says, icon, place=place, cost=known[alike], group=group))
    return menu


def _group(position: Position, move: Move) -> str:
    if move.kind in (m.CONVERT, m.EXCHANGE):
        return "convert"
    if position.stack or move.kind in (m.TAKE, m.DECLINE):
        return "answer"
    if move.kind == m.DONE:
        return "done"
    return "end" if move.kind == m.PASS else "move"


# ---------------------------------------------------------------------------------------------------------- the price


def _alike(position: Position, near: int, move: Move) -> Hashable:
    """What decides about the price: of transformations only the grounds and whether the hex must be reached by a jump, so
    that the many of one list are tried out once for each price."""
    if move.kind != m.TRANSFORM:
        return move
    _, hex_, terrain, payer = move
    reached = near >> hex_ & 1 or position.turn[JUMPED] == hex_
    return m.TRANSFORM, ground_at(position, hex_), terrain, payer, bool(reached)


def _cost(position: Position, seat: int, move: Move) -> Text | None:
    """What the seat pays and gets at once: in the purse, in spades, on the cult tracks, in tiles it may choose."""
    if move.kind in _FREE:
        return None
    after = position.copy()
    after.sink = noted = Noted()
    carry_out(after, seat, move)
    paid: Counter[str] = Counter()
    got: Counter[str] = Counter()
    for event in noted.events:
        if isinstance(event, Booked) and event.seat == seat:
            for name, n in booked(event).items():
                (got if n > 0 else paid)[name] += abs(n)
    changes = {"spades": _spades(after) - _spades(position), "keys": after.keys[seat] - position.keys[seat]}
    for track, cult in enumerate(CULTS.names):
        changes[cult] = after.cults[seat][track] - position.cults[seat][track]
    if move.kind not in (m.FAVOR, m.TOWN):
        changes["favors"] = _waiting(after, seat, TAKE_FAVOR) - _waiting(position, seat, TAKE_FAVOR)
        changes["towns"] = _waiting(after, seat, TAKE_TOWN) - _waiting(position, seat, TAKE_TOWN)
    for name, n in changes.items():
        if n:
            (got if n > 0 else paid)[name] += abs(n)
    parts = (*amounts(paid, "−"), *amounts(got, "+"))
    return text("amount.list", parts=parts) if parts else None


def _spades(position: Position) -> int:
    """Free spades at hand, of an action or of a cult bonus."""
    bonus = position.stack[-1][2] if position.stack and position.stack[-1][0] == CULT_SPADES else 0
    return position.turn[FREE_SPADES] + bonus


def _waiting(position: Position, seat: int, kind: int) -> int:
    return sum(1 for pending in position.stack if pending[0] == kind and pending[1] == seat)


# --------------------------------------------------------------------------------------------------- words and places


def _shown(position: Position, seat: int, move: Move) -> tuple[Text, str, str]:
    """How a move is said, its icon, its place on the drawing."""
    if move.kind <= m.BRIDGE and move.kind != m.CONVERT:
        return _acted(position, seat, move)
    return _decided(position, seat, move)


def _acted(position: Position, seat: int, move: Move) -> tuple[Text, str, str]:
    """Moves on the map and the boards."""
    kind, a, b, c = move
    names = position.map.hexes.names
    match kind:
        case m.PLACE:
            return text("play.place"), "dwelling", f"{HEXES} {names[a]}"
        case m.BONUS_CARD:
            return text("play.bonus", card=_word("bonus", BONUS.names[a])), "bonus-card", f"{CARDS} {BONUS.names[a]}"
        case m.BUILD:
            return text("play.build"), "dwelling", f"{HEXES} {names[a]}"
        case m.TRANSFORM:
            ground = _word("terrain", TERRAIN.names[b])
            says = text("play.transform", terrain=ground)
            if c:
                says = text("play.transform_paid", terrain=ground, cult=_word("cult", CULTS.names[c - 1]))
            return says, "spade", f"{HEXES} {names[a]}"
        case m.UPGRADE:
            return text("play.upgrade", kind=_word("kind", KINDS.names[b])), KIND_ICONS[b], f"{HEXES} {names[a]}"
        case m.SHIP:
            return text("play.shipping", n=position.shipping[seat] + 1), "shipping", ""
        case m.DIG:
            return text("play.digging", n=position.purses[seat].digging + 1), "spade", ""
        case m.SEND:
            cult = CULTS.names[a]
            key = "play.send" if b > 1 else "play.send_back"
            return text(key, cult=_word("cult", cult), n=b), "priest", f"{TRACKS} {cult}"
        case m.ACTION:
            return _action(a, b)
        case _:
            start, end = position.map.bridges[a]
            there = end if position.owned(seat) >> start & 1 else start
            return text("play.bridge", a=names[start], b=names[end]), "bridge", f"{HEXES} {names[there]}"


def _action(action: int, target: int) -> tuple[Text, str, str]:
    word, icon = _word("action", ACTIONS.names[action]), _ACTION_ICONS[action]
    if action <= ACT6:
        return text("play.power_action", action=word), icon, f"{ACTION_PLACES} {POWER_ACTIONS.names[action]}"
    if target:
        return text("play.shift", terrain=_word("terrain", TERRAIN.names[target - 1]), action=word), icon, ""
    return text("play.own_action", action=word), icon, ""


def _decided(position: Position, seat: int, move: Move) -> tuple[Text, str, str]:
    """Conversions, answers, and what ends something."""
    kind, a, b, _ = move
    match kind:
        case m.CONVERT:
            return _conversion(position, seat, a, b), _RATE_ICONS[a], ""
        case m.EXCHANGE:
            return _for(amount("workers", a), amount("priests", a)), "priest", ""
        case m.CULT:
            key = "play.cult_two" if position.stack[-1][0] == CULT_TWO else "play.cult"
            return text(key, cult=_word("cult", CULTS.names[a])), CULTS.names[a], f"{TRACKS} {CULTS.names[a]}"
        case m.KEY:
            return text("play.key", cult=_word("cult", CULTS.names[a])), CULTS.names[a], f"{TRACKS} {CULTS.names[a]}"
        case m.FAVOR:
            return text("play.favor", tile=_word("favor", FAVORS.names[a])), "favor", ""
        case m.TOWN:
            return text("play.town", tile=_word("town", TOWNS.names[a])), "landmark", ""
        case m.CONNECT:
            return _connection(position, seat, a)
        case m.UNLOCK:
            if a == m.THE_PRIEST:
                return text("play.unlock_priest"), "priest", ""
            return text("play.unlock", terrain=_word("terrain", TERRAIN.names[a])), "map", ""
        case m.TAKE:
            power = offered(position)
            return text("play.take", power=amount("power", power)), "power", ""
        case m.DECLINE:
            return text("play.decline"), "close", ""
        case m.TOKEN:
            return text("play.token" if a else "play.no_token"), "power-token" if a else "close", ""
        case m.DONE:
            return _done(position)
        case _:
            if a == NOBODY:
                return text("move.pass"), "pass", ""
            return text("move.pass_card", card=_word("bonus", BONUS.names[a])), "pass", f"{CARDS} {BONUS.names[a]}"


def _conversion(position: Position, seat: int, rate: int, n: int) -> Text:
    """TM-032, TM-036, TM-126."""
    if rate == m.BURN:
        return text("play.burn", power=amount("power", n))
    power, priests, workers, coins, vp = CONVERSIONS[rate]
    if rate == m.COIN_TO_VP and not position.sides[seat].alchemists:
        coins = -3  # only where the public site is followed
    rates = {"power": power, "priests": priests, "workers": workers, "coins": coins, "vp": vp}
    (gives,) = (amount(name, -x * n) for name, x in rates.items() if x < 0)
    (gets,) = (amount(name, x * n) for name, x in rates.items() if x > 0)
    return _for(gives, gets)


def _for(gives: Text, gets: Text) -> Text:
    return text("play.convert", gives=gives, gets=gets)


def _connection(position: Position, seat: int, river: int) -> tuple[Text, str, str]:
    """A river hex has no place of its own on the drawing: it is tapped on the first structure beside it (TM-122)."""
    beside = position.map.hexes.list(position.map.near[river] & position.owned(seat))
    return text("play.connect", hexes=beside), "landmark", f"{HEXES} {beside[0]}"


def _done(position: Position) -> tuple[Text, str, str]:
    """Giving up what is pending, or the end of the turn."""
    if position.stack:
        return text(f"play.without.{PENDING[position.stack[-1][0]]}"), "close", ""
    if position.turn[EXTRA]:
        return text("play.next_action"), "check", ""
    return text("play.done"), "check", ""


def _word(section: str, name: str) -> Word:
    return Word(f"{section}.{name}")
