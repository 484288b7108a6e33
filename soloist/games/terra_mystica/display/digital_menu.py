"""The legal moves of a DIGITAL game as they stand in menus: how they are said, to which verb they belong, where they are
tapped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from soloist.core.errors import ImpossibleError
from soloist.core.menu import Amount, Choice, Deed
from soloist.core.text import Text, Word, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, POWER_ACTIONS, TERRAIN, TOWNS
from soloist.games.terra_mystica.display.amounts import amount
from soloist.games.terra_mystica.display.drawing import ACTIONS as ACTION_PLACES
from soloist.games.terra_mystica.display.drawing import CARDS, HEXES, TRACKS
from soloist.games.terra_mystica.display.prices import alike, price, told
from soloist.games.terra_mystica.display.standing import KIND_ICONS
from soloist.games.terra_mystica.player import moves as m
from soloist.games.terra_mystica.player.conversions import conversions_for, with_power_converted
from soloist.games.terra_mystica.player.convert import rate_of
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.factions import ACT6, ACTIONS
from soloist.games.terra_mystica.player.reach import reach
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import legal as legal_moves

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
#: what can be converted, by its icon and its name in amounts
_RESOURCES = (("power", "power"), ("priest", "priests"), ("worker", "workers"), ("vp", "vp"), ("coin", "coins"))


#: the verbs of a turn as they are offered; bridges, tiles and steps are answers
DEEDS = (
    Deed("build", "dwelling", "TM-046"),
    Deed("upgrade", "trading-house", "TM-056"),
    Deed("spade", "spade", "TM-040"),
    Deed("advance", "shipping", "TM-050"),
    Deed("power", "power", "TM-090"),
    Deed("special", "execute", "TM-091"),
    Deed("priest", "priest", "TM-070"),
    Deed("pass", "pass", "TM-094"),
)
_VERBS = {
    m.BUILD: "build",
    m.UPGRADE: "upgrade",
    m.TRANSFORM: "spade",
    m.ADVANCE: "advance",
    m.SEND: "priest",
    m.CONNECT: "special",
    m.PASS: "pass",
}


def deeds(position: Position) -> tuple[Deed, ...]:
    """The verbs of a turn; while something else is asked there are none."""
    return DEEDS if position.due() is position.turn else ()


def verb_of(move: Move) -> str:
    """The verb a move belongs to: the six actions of the game board are power, those of one's own are special."""
    if move.verb == m.ACTION:
        return "power" if move.a <= ACT6 else "special"
    return _VERBS.get(move.verb, "")


class Shown(NamedTuple):
    """How a move is said, its icon, its place on the drawing (empty if it has none)."""

    says: Text
    icon: str
    place: str = ""


def plays(position: Position, legal: Sequence[Move], place: str | None = None) -> list[Choice]:
    """One entry for each legal move, in their order; only those of a place if one is named."""
    if not legal:
        return []
    seat = position.deciding()
    near = reach(position, seat)
    known: dict[Hashable, tuple[Amount, ...]] = {}
    menu = []
    for move in legal:
        shown = _SHOWN[move.verb](position, seat, move)
        if place is not None and shown.place != place:
            continue
        kind = alike(position, near, move)
        if kind not in known:
            known[kind] = price(position, seat, move)
        menu.append(_choice(position, shown, known[kind], move))
    return menu


def _choice(
    position: Position,
    shown: Shown,
    amounts: tuple[Amount, ...],
    *moves: Move,
    notes: tuple[Text, ...] = (),
) -> Choice:
    """One entry for moves made one after the other; the last one says what they are about."""
    first, *then = (m.LANGUAGE.write(position, move) for move in moves)
    return Choice(
        first,
        shown.says,
        shown.icon,
        place=shown.place,
        cost=told(amounts),
        notes=notes,
        group=_group(position, moves[-1]),
        verb=verb_of(moves[-1]) if position.due() is position.turn else "",
        amounts=amounts,
        then=tuple(then),
    )


def combined(position: Position) -> list[Choice]:
    """Moves usually made in one go: to transform a hex into one's home terrain and build a dwelling on it (TM-043), and
    every action for which power has to be burned or converted first (TM-032, TM-036)."""
    if position.due() is not position.turn:
        return []
    seat = position.deciding()
    legal = legal_moves(position)
    found = []
    for moves in _with_dwellings(legal):
        try:
            amounts = price(position, seat, *moves)
        except ImpossibleError:  # another terrain than one's own, or too dear
            continue
        found.append(_choice(position, _shown(position, seat, *moves), amounts, *moves))
    return found + _after_conversions(position, seat, set(legal))


def _with_dwellings(legal: Sequence[Move]) -> list[tuple[Move, ...]]:
    """Each transformation with a dwelling on its hex; whether the rules allow it is for the caller to try."""
    return [(move, Move(m.BUILD, move.a)) for move in legal if move.verb == m.TRANSFORM]


def _after_conversions(position: Position, seat: int, legal: set[Move]) -> list[Choice]:
    """Actions that can be paid once power was converted, and burned where bowl 3 holds too little."""
    rich = with_power_converted(position, seat)
    wanted = [move for move in legal_moves(rich) if verb_of(move) and move.verb not in (m.PASS, m.CONNECT)]
    found = []
    known: dict[Hashable, tuple[Move, ...]] = {}
    near = reach(position, seat)
    for moves in (*((move,) for move in wanted), *_with_dwellings(wanted)):
        kind = (len(moves), alike(position, near, moves[0]))
        if kind not in known:
            known[kind] = conversions_for(position, rich, seat, moves)
        before = known[kind]
        if not before:
            continue
        try:
            amounts = price(position, seat, *before, *moves)
        except ImpossibleError:
            continue
        notes = tuple(_SHOWN[move.verb](position, seat, move).says for move in before)
        found.append(_choice(position, _shown(position, seat, *moves), amounts, *before, *moves, notes=notes))
    return found


def _shown(position: Position, seat: int, *moves: Move) -> Shown:
    """How an action is shown, or a transformation together with its dwelling."""
    shown = _SHOWN[moves[0].verb](position, seat, moves[0])
    if len(moves) == 1:
        return shown
    return Shown(text("play.and_build", transform=shown.says), "dwelling", shown.place)


def _group(position: Position, move: Move) -> str:
    if move.verb in (m.BURN, m.CONVERT, m.EXCHANGE):
        return "convert"
    if position.due() is not position.turn:
        return "answer"
    return {m.DONE: "done", m.PASS: "end"}.get(move.verb, "move")


# ---------------------------------------------------------------------------------------------- on the map and the boards


def _hex(position: Position, hex_: int) -> str:
    return f"{HEXES} {position.map.hexes.names[hex_]}"


def _word(section: str, name: str) -> Word:
    return Word(f"{section}.{name}")


def _place(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.place"), "dwelling", _hex(position, move.a))


def _bonus(position: Position, seat: int, move: Move) -> Shown:
    card = BONUS.names[move.a]
    return Shown(text("play.bonus", card=_word("bonus", card)), "bonus-card", f"{CARDS} {card}")


def _build(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.build"), "dwelling", _hex(position, move.a))


def _transform(position: Position, seat: int, move: Move) -> Shown:
    _, hex_, terrain, payer = move
    ground = _word("terrain", TERRAIN.names[terrain])
    says = text("play.transform", terrain=ground)
    if payer:
        says = text("play.transform_paid", terrain=ground, cult=_word("cult", CULTS.names[payer - 1]))
    return Shown(says, "spade", _hex(position, hex_))


def _upgrade(position: Position, seat: int, move: Move) -> Shown:
    says = text("play.upgrade", kind=_word("kind", KINDS.names[move.b]))
    return Shown(says, KIND_ICONS[move.b], _hex(position, move.a))


def _advance(position: Position, seat: int, move: Move) -> Shown:
    if move.a == m.SHIPPING:
        return Shown(text("play.shipping", n=position.shipping[seat] + 1), "shipping")
    return Shown(text("play.digging", n=position.purses[seat].digging + 1), "spade")


def _send(position: Position, seat: int, move: Move) -> Shown:
    cult, key = CULTS.names[move.a], "play.send" if move.b > 1 else "play.send_back"
    return Shown(text(key, cult=_word("cult", cult), n=move.b), "priest", f"{TRACKS} {cult}")


def _action(position: Position, seat: int, move: Move) -> Shown:
    _, action, target, _ = move
    word, icon = _word("action", ACTIONS.names[action]), _ACTION_ICONS[action]
    if action <= ACT6:
        place = f"{ACTION_PLACES} {POWER_ACTIONS.names[action]}"
        return Shown(text("play.power_action", action=word), icon, place)
    if target:
        return Shown(text("play.shift", terrain=_word("terrain", TERRAIN.names[target - 1]), action=word), icon)
    return Shown(text("play.own_action", action=word), icon)


def _bridge(position: Position, seat: int, move: Move) -> Shown:
    names = position.map.hexes.names
    start, end = position.map.bridges[move.a]
    there = end if position.owned(seat) >> start & 1 else start
    return Shown(text("play.bridge", a=names[start], b=names[end]), "bridge", _hex(position, there))


def _connect(position: Position, seat: int, move: Move) -> Shown:
    """A river hex has no place of its own on the drawing: it is tapped on the first structure beside it (TM-122)."""
    beside = position.map.hexes.list(position.map.near[move.a] & position.owned(seat))
    return Shown(text("play.connect", hexes=beside), "landmark", f"{HEXES} {beside[0]}")


# ------------------------------------------------------------------------------- conversions, answers, what ends something


def _burn(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.burn", power=amount("power", move.a)), "power")


def _convert(position: Position, seat: int, move: Move) -> Shown:
    """TM-036, TM-126."""
    power, priests, workers, coins, vp = rate_of(position, seat, move)
    rates = (power, priests, workers, vp, coins)
    icon, gets = _RESOURCES[move.b]
    gives = amount(_RESOURCES[move.a][1], -rates[move.a] * move.c)
    return Shown(_for(gives, amount(gets, rates[move.b] * move.c)), icon)


def _exchange(position: Position, seat: int, move: Move) -> Shown:
    return Shown(_for(amount("workers", move.a), amount("priests", move.a)), "priest")


def _for(gives: Text, gets: Text) -> Text:
    return text("play.convert", gives=gives, gets=gets)


def _cult(position: Position, seat: int, move: Move) -> Shown:
    due, cult = position.due(), CULTS.names[move.a]
    key = "play.cult_two" if isinstance(due, CultStep) and due.steps > 1 else "play.cult"
    return Shown(text(key, cult=_word("cult", cult)), cult, f"{TRACKS} {cult}")


def _key(position: Position, seat: int, move: Move) -> Shown:
    cult = CULTS.names[move.a]
    return Shown(text("play.key", cult=_word("cult", cult)), cult, f"{TRACKS} {cult}")


def _favor(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.favor", tile=_word("favor", FAVORS.names[move.a])), "favor")


def _town(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.town", tile=_word("town", TOWNS.names[move.a])), "landmark")


def _unlock(position: Position, seat: int, move: Move) -> Shown:
    if move.a == m.THE_PRIEST:
        return Shown(text("play.unlock_priest"), "priest")
    return Shown(text("play.unlock", terrain=_word("terrain", TERRAIN.names[move.a])), "map")


def _take(position: Position, seat: int, move: Move) -> Shown:
    offer = position.offers[0]
    place = "" if offer.at == NOBODY else _hex(position, offer.at)
    return Shown(text("play.take", power=amount("power", offer.worth(position))), "power", place)


def _decline(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.decline"), "close")


def _token(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.token"), "power-token") if move.a else Shown(text("play.no_token"), "close")


def _done(position: Position, seat: int, move: Move) -> Shown:
    """Giving up what is pending, or the end of the turn."""
    due = position.due()
    if due is not None and due is not position.turn:
        return Shown(text(f"play.without.{due.name}"), "close")
    return Shown(text("play.next_action" if position.turn.extra else "play.done"), "check")


def _pass(position: Position, seat: int, move: Move) -> Shown:
    if move.a == NOBODY:
        return Shown(text("move.pass"), "pass")
    card = BONUS.names[move.a]
    return Shown(text("move.pass_card", card=_word("bonus", card)), "pass", f"{CARDS} {card}")


#: how the moves of each verb are shown
_SHOWN: dict[int, Callable[[Position, int, Move], Shown]] = {
    m.BURN: _burn,
    m.CONVERT: _convert,
    m.PLACE: _place,
    m.BONUS_CARD: _bonus,
    m.BUILD: _build,
    m.TRANSFORM: _transform,
    m.UPGRADE: _upgrade,
    m.ADVANCE: _advance,
    m.SEND: _send,
    m.ACTION: _action,
    m.BRIDGE: _bridge,
    m.CULT: _cult,
    m.FAVOR: _favor,
    m.TOWN: _town,
    m.KEY: _key,
    m.CONNECT: _connect,
    m.EXCHANGE: _exchange,
    m.UNLOCK: _unlock,
    m.TAKE: _take,
    m.DECLINE: _decline,
    m.TOKEN: _token,
    m.DONE: _done,
    m.PASS: _pass,
}
