"""The legal moves of a DIGITAL game as menu entries: their words, their verbs, and where they are tapped."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from soloist.core.errors import ImpossibleError
from soloist.core.menu import ActionKind, Amount, Choice
from soloist.core.text import Text, Word, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, FAVORS, KINDS, POWER_ACTIONS, TERRAIN, TOWNS
from soloist.games.terra_mystica.display.amounts import say_amount
from soloist.games.terra_mystica.display.drawing import ACTIONS as ACTION_PLACES
from soloist.games.terra_mystica.display.drawing import CARDS, HEXES, TRACKS
from soloist.games.terra_mystica.display.prices import price_key, price_of_moves, say_price
from soloist.games.terra_mystica.display.standing import KIND_ICONS
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.conversions import conversions_for, with_power_converted
from soloist.games.terra_mystica.player.convert import rate_of
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.factions import ACT6, ACTIONS
from soloist.games.terra_mystica.player.reach import reach
from soloist.games.terra_mystica.player.state import Position
from soloist.games.terra_mystica.player.step_registry import list_legal_moves as legal_moves

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
#: icon and amount name of each resource that can be converted
_RESOURCES = (("power", "power"), ("priest", "priests"), ("worker", "workers"), ("vp", "vp"), ("coin", "coins"))


#: the verbs of a turn; bridges, tiles and steps are answers to questions
DEEDS = (
    ActionKind("build", "dwelling", "TM-046"),
    ActionKind("upgrade", "trading-house", "TM-056"),
    ActionKind("spade", "spade", "TM-040"),
    ActionKind("advance", "shipping", "TM-050"),
    ActionKind("power", "power", "TM-090"),
    ActionKind("special", "execute", "TM-091"),
    ActionKind("priest", "priest", "TM-070"),
    ActionKind("pass", "pass", "TM-094"),
)
_VERBS = {
    moves.BUILD: "build",
    moves.UPGRADE: "upgrade",
    moves.TRANSFORM: "spade",
    moves.ADVANCE: "advance",
    moves.SEND: "priest",
    moves.CONNECT: "special",
    moves.PASS: "pass",
}


def list_action_kinds(position: Position) -> tuple[ActionKind, ...]:
    """Return the verbs of a turn; none while another decision is pending."""
    return DEEDS if position.due() is position.turn else ()


def verb_of(move: Move) -> str:
    """Return the verb of a move: "power" for the actions of the game board, "special" for the seat's own."""
    if move.verb == moves.ACTION:
        return "power" if move.a <= ACT6 else "special"
    return _VERBS.get(move.verb, "")


class Shown(NamedTuple):
    """A move in words, with its icon and its place on the drawing, "" if it has none."""

    says: Text
    icon: str
    place: str = ""


def list_choices(position: Position, legal: Sequence[Move], place: str | None = None) -> list[Choice]:
    """Return one entry for each legal move in order, or only those of `place`."""
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
        kind = price_key(position, near, move)
        if kind not in known:
            known[kind] = price_of_moves(position, seat, move)
        menu.append(_make_choice(position, shown, known[kind], move))
    return menu


def _make_choice(
    position: Position,
    shown: Shown,
    amounts: tuple[Amount, ...],
    *sequence: Move,
    notes: tuple[Text, ...] = (),
) -> Choice:
    """Return one entry for consecutive moves; group and verb are those of the last one."""
    first, *then = (moves.LANGUAGE.write_move(position, move) for move in sequence)
    return Choice(
        first,
        shown.says,
        shown.icon,
        place=shown.place,
        cost=say_price(amounts),
        notes=notes,
        group=_group_of(position, sequence[-1]),
        verb=verb_of(sequence[-1]) if position.due() is position.turn else "",
        amounts=amounts,
        then=tuple(then),
    )


def list_combined(position: Position) -> list[Choice]:
    """Return entries for moves that are usually made together.

    They are the transformation of a hex with a dwelling on it (TM-043), and actions for which power has to be burned or
    converted first (TM-032, TM-036).
    """
    if position.due() is not position.turn:
        return []
    seat = position.deciding()
    legal = legal_moves(position)
    found = []
    for sequence in _with_dwellings(legal):
        try:
            amounts = price_of_moves(position, seat, *sequence)
        except ImpossibleError:  # not home terrain, or too expensive
            continue
        found.append(_make_choice(position, _show_action_or_build(position, seat, *sequence), amounts, *sequence))
    return found + _after_conversions(position, seat, set(legal))


def _with_dwellings(legal: Sequence[Move]) -> list[tuple[Move, ...]]:
    """Return each transformation with a dwelling on its hex; the caller checks whether it is legal."""
    return [(move, Move(moves.BUILD, move.a)) for move in legal if move.verb == moves.TRANSFORM]


def _after_conversions(position: Position, seat: int, legal: set[Move]) -> list[Choice]:
    """Return the actions that can be paid after converting power, burned for where bowl III holds too little."""
    rich = with_power_converted(position, seat)
    wanted = [move for move in legal_moves(rich) if verb_of(move) and move.verb not in (moves.PASS, moves.CONNECT)]
    found = []
    known: dict[Hashable, tuple[Move, ...]] = {}
    near = reach(position, seat)
    for sequence in (*((move,) for move in wanted), *_with_dwellings(wanted)):
        kind = (len(sequence), price_key(position, near, sequence[0]))
        if kind not in known:
            known[kind] = conversions_for(position, rich, seat, sequence)
        before = known[kind]
        if not before:
            continue
        try:
            amounts = price_of_moves(position, seat, *before, *sequence)
        except ImpossibleError:
            continue
        notes = tuple(_SHOWN[move.verb](position, seat, move).says for move in before)
        found.append(
            _make_choice(
                position, _show_action_or_build(position, seat, *sequence), amounts, *before, *sequence, notes=notes
            )
        )
    return found


def _show_action_or_build(position: Position, seat: int, *sequence: Move) -> Shown:
    """Return how an action is shown, alone or as a transformation with its dwelling."""
    shown = _SHOWN[sequence[0].verb](position, seat, sequence[0])
    if len(sequence) == 1:
        return shown
    return Shown(text("play.and_build", transform=shown.says), "dwelling", shown.place)


def _group_of(position: Position, move: Move) -> str:
    if move.verb in (moves.BURN, moves.CONVERT, moves.EXCHANGE):
        return "convert"
    if position.due() is not position.turn:
        return "answer"
    return {moves.DONE: "done", moves.PASS: "end"}.get(move.verb, "move")


# ---------------------------------------------------------------------------------------------- on the map and the boards


def _hex_key(position: Position, hex_: int) -> str:
    return f"{HEXES} {position.map.hexes.names[hex_]}"


def _word_of(section: str, name: str) -> Word:
    return Word(f"{section}.{name}")


def _show_place(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.place"), "dwelling", _hex_key(position, move.a))


def _show_bonus(position: Position, seat: int, move: Move) -> Shown:
    card = BONUS.names[move.a]
    return Shown(text("play.bonus", card=_word_of("bonus", card)), "bonus-card", f"{CARDS} {card}")


def _show_build(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.build"), "dwelling", _hex_key(position, move.a))


def _show_transform(position: Position, seat: int, move: Move) -> Shown:
    _, hex_, terrain, payer = move
    ground = _word_of("terrain", TERRAIN.names[terrain])
    says = text("play.transform", terrain=ground)
    if payer:
        says = text("play.transform_paid", terrain=ground, cult=_word_of("cult", CULTS.names[payer - 1]))
    return Shown(says, "spade", _hex_key(position, hex_))


def _show_upgrade(position: Position, seat: int, move: Move) -> Shown:
    says = text("play.upgrade", kind=_word_of("a", KINDS.names[move.b]))
    return Shown(says, KIND_ICONS[move.b], _hex_key(position, move.a))


def _show_advance(position: Position, seat: int, move: Move) -> Shown:
    if move.a == moves.SHIPPING:
        return Shown(text("play.shipping", n=position.shipping[seat] + 1), "shipping")
    return Shown(text("play.digging", n=position.purses[seat].digging + 1), "spade")


def _show_send(position: Position, seat: int, move: Move) -> Shown:
    cult, key = CULTS.names[move.a], "play.send" if move.b > 1 else "play.send_back"
    return Shown(text(key, cult=_word_of("cult", cult), n=move.b), "priest", f"{TRACKS} {cult}")


def _show_action(position: Position, seat: int, move: Move) -> Shown:
    _, action, target, _ = move
    word, icon = _word_of("action", ACTIONS.names[action]), _ACTION_ICONS[action]
    if action <= ACT6:
        place = f"{ACTION_PLACES} {POWER_ACTIONS.names[action]}"
        return Shown(text("play.power_action", action=word), icon, place)
    if target:
        return Shown(text("play.shift", terrain=_word_of("terrain", TERRAIN.names[target - 1]), action=word), icon)
    return Shown(text("play.own_action", action=word), icon)


def _show_bridge(position: Position, seat: int, move: Move) -> Shown:
    names = position.map.hexes.names
    start, end = position.map.bridges[move.a]
    there = end if position.owned(seat) >> start & 1 else start
    return Shown(text("play.bridge", a=names[start], b=names[end]), "bridge", _hex_key(position, there))


def _show_connect(position: Position, seat: int, move: Move) -> Shown:
    """Show a town over a river (TM-122); a river hex has no place, so it is tapped on the first structure next to
    it."""
    beside = position.map.hexes.name_options(position.map.near[move.a] & position.owned(seat))
    return Shown(text("play.connect", hexes=beside), "landmark", f"{HEXES} {beside[0]}")


# ------------------------------------------------------------------------------- conversions, answers, what ends something


def _show_burn(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.burn", power=say_amount("power", move.a)), "power")


def _show_convert(position: Position, seat: int, move: Move) -> Shown:
    """Show a conversion with what it takes and gives (TM-036, TM-126)."""
    power, priests, workers, coins, vp = rate_of(position, seat, move)
    rates = (power, priests, workers, vp, coins)
    icon, gets = _RESOURCES[move.b]
    gives = say_amount(_RESOURCES[move.a][1], -rates[move.a] * move.c)
    return Shown(_say_for(gives, say_amount(gets, rates[move.b] * move.c)), icon)


def _show_exchange(position: Position, seat: int, move: Move) -> Shown:
    return Shown(_say_for(say_amount("workers", move.a), say_amount("priests", move.a)), "priest")


def _say_for(gives: Text, gets: Text) -> Text:
    return text("play.convert", gives=gives, gets=gets)


def _show_cult(position: Position, seat: int, move: Move) -> Shown:
    due, cult = position.due(), CULTS.names[move.a]
    key = "play.cult_two" if isinstance(due, CultStep) and due.steps > 1 else "play.cult"
    return Shown(text(key, cult=_word_of("cult", cult)), cult, f"{TRACKS} {cult}")


def _show_key(position: Position, seat: int, move: Move) -> Shown:
    cult = CULTS.names[move.a]
    return Shown(text("play.key", cult=_word_of("cult", cult)), cult, f"{TRACKS} {cult}")


def _show_favor(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.favor", tile=_word_of("favor", FAVORS.names[move.a])), "favor")


def _show_town(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.town", tile=_word_of("town", TOWNS.names[move.a])), "landmark")


def _show_unlock(position: Position, seat: int, move: Move) -> Shown:
    if move.a == moves.THE_PRIEST:
        return Shown(text("play.unlock_priest"), "priest")
    return Shown(text("play.unlock", terrain=_word_of("terrain", TERRAIN.names[move.a])), "map")


def _show_take(position: Position, seat: int, move: Move) -> Shown:
    offer = position.offers[0]
    place = "" if offer.at == NOBODY else _hex_key(position, offer.at)
    return Shown(text("play.take", power=say_amount("power", offer.worth(position))), "power", place)


def _show_decline(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.decline"), "close")


def _show_token(position: Position, seat: int, move: Move) -> Shown:
    return Shown(text("play.token"), "power-token") if move.a else Shown(text("play.no_token"), "close")


def _show_done(position: Position, seat: int, move: Move) -> Shown:
    """Show `done`, which declines the pending step or ends the turn."""
    due = position.due()
    if due is not None and due is not position.turn:
        return Shown(text(f"play.without.{due.name}"), "close")
    return Shown(text("play.next_action" if position.turn.extra else "play.done"), "check")


def _show_pass(position: Position, seat: int, move: Move) -> Shown:
    if move.a == NOBODY:
        return Shown(text("move.pass"), "pass")
    card = BONUS.names[move.a]
    return Shown(text("move.pass_card", card=_word_of("bonus", card)), "pass", f"{CARDS} {card}")


#: how the moves of each verb are shown
_SHOWN: dict[int, Callable[[Position, int, Move], Shown]] = {
    moves.BURN: _show_burn,
    moves.CONVERT: _show_convert,
    moves.PLACE: _show_place,
    moves.BONUS_CARD: _show_bonus,
    moves.BUILD: _show_build,
    moves.TRANSFORM: _show_transform,
    moves.UPGRADE: _show_upgrade,
    moves.ADVANCE: _show_advance,
    moves.SEND: _show_send,
    moves.ACTION: _show_action,
    moves.BRIDGE: _show_bridge,
    moves.CULT: _show_cult,
    moves.FAVOR: _show_favor,
    moves.TOWN: _show_town,
    moves.KEY: _show_key,
    moves.CONNECT: _show_connect,
    moves.EXCHANGE: _show_exchange,
    moves.UNLOCK: _show_unlock,
    moves.TAKE: _show_take,
    moves.DECLINE: _show_decline,
    moves.TOKEN: _show_token,
    moves.DONE: _show_done,
    moves.PASS: _show_pass,
}
