"""Moves and pending decisions as texts, the hexes a move is about, and what it costs: for pages and the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from soloist.core.bits import Mask
from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CULTS,
    FAVORS,
    KINDS,
    SEATS,
    TERRAIN,
    TOWNS,
)
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import play
from soloist.games.terra_mystica.human.factions import ACTIONS
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.pending import deciding
from soloist.games.terra_mystica.human.state import ACTED, PENDING, Position

#: moves that are about a hex
_ON_HEX = (m.PLACE, m.BUILD, m.TRANSFORM, m.UPGRADE, m.CONNECT)


def say_move(s: Position, move: Move) -> Text:
    """A move in words."""
    kind, a, b, c = move
    hex_ = s.map.hexes.names[a] if kind in _ON_HEX else ""
    match kind:
        case m.CONVERT:
            return text(f"move.{m.RATES.names[a]}", n=b)
        case m.PLACE | m.BUILD | m.CONNECT:
            return text({m.PLACE: "move.place", m.BUILD: "move.build", m.CONNECT: "move.connect"}[kind], hex=hex_)
        case m.TRANSFORM:
            terrain = Word(f"terrain.{TERRAIN.names[b]}")
            if c:
                return text("move.transform_steps", hex=hex_, terrain=terrain, cult=Word(f"cult.{CULTS.names[c - 1]}"))
            return text("move.transform", hex=hex_, terrain=terrain)
        case m.UPGRADE:
            return text("move.upgrade", hex=hex_, kind=Word(f"kind.{KINDS.names[b]}"))
        case m.SEND:
            return text("move.send", cult=Word(f"cult.{CULTS.names[a]}"), n=b)
        case m.ACTION:
            action = Word(f"action.{ACTIONS.names[a]}")
            if b:
                return text("move.action_terrain", action=action, terrain=Word(f"terrain.{TERRAIN.names[b - 1]}"))
            return text("move.action", action=action)
        case m.BRIDGE:
            return text("move.bridge", bridge=s.map.bridge_names.names[a])
        case m.CULT | m.KEY:
            return text("move.cult" if kind == m.CULT else "move.key", cult=Word(f"cult.{CULTS.names[a]}"))
        case m.BONUS_CARD:
            return text("move.bonus", card=Word(f"bonus.{BONUS.names[a]}"))
        case m.FAVOR:
            return text("move.favor", tile=Word(f"favor.{FAVORS.names[a]}"))
        case m.TOWN:
            return text("move.town", tile=Word(f"town.{TOWNS.names[a]}"))
        case m.EXCHANGE:
            return text("move.exchange", n=a)
        case m.UNLOCK:
            if a == m.THE_PRIEST:
                return text("move.unlock_priest")
            return text("move.unlock", terrain=Word(f"terrain.{TERRAIN.names[a]}"))
        case m.TAKE | m.DECLINE:
            offered = s.offers[0][2] if s.offers else 0
            return text("move.take" if kind == m.TAKE else "move.decline", n=offered)
        case m.TOKEN:
            return text("move.token_yes" if a else "move.token_no")
        case m.PASS:
            if a == NOBODY:
                return text("move.pass_bare")
            return text("move.pass", card=Word(f"bonus.{BONUS.names[a]}"))
        case _:
            return text({m.SHIP: "move.ship", m.DIG: "move.dig", m.DONE: "move.done"}[kind])


def say_decision(s: Position) -> Text:
    """What is asked of the seat that decides."""
    seat = Word(f"seat.{SEATS.names[deciding(s)]}")
    if s.stack:
        return text(f"ask.{PENDING[s.stack[-1][0]]}", seat=seat, n=s.stack[-1][2])
    if s.offers:
        _, giver, amount, _ = s.offers[0]
        cost = max(0, min(amount, s.vp[s.offers[0][0]] + 1) - 1)
        return text("ask.power", seat=seat, giver=Word(f"seat.{SEATS.names[giver]}"), n=amount, cost=cost)
    return text("ask.rest" if s.turn[ACTED] else "ask.action", seat=seat)


def hexes_of(s: Position, move: Move) -> Mask:
    """The hexes to light for a move."""
    if move.kind in _ON_HEX:
        return 1 << move.a
    if move.kind == m.BRIDGE:
        a, b = s.map.bridges[move.a]
        return 1 << a | 1 << b
    return 0


def preview(s: Position, move: Move) -> Mapping[str, int]:
    """What the move changes at once for the seat that makes it: resources, points, steps; nothing that is drawn."""
    seat = deciding(s)
    if seat == AUTOMA:
        return {}
    before, after = _amounts(s, seat), s.copy()
    play(after, move)
    if after.round != s.round or after.phase != s.phase:  # what the next round brings is not the price of this move
        return {}
    return {name: n - before[name] for name, n in _amounts(after, seat).items() if n != before[name]}


def _amounts(s: Position, seat: int) -> dict[str, int]:
    purse = s.purses[seat]
    amounts = {"vp": s.vp[seat], "coins": purse.coins, "workers": purse.workers, "priests": purse.priests}
    amounts |= {"bowl1": purse.bowl1, "bowl2": purse.bowl2, "bowl3": purse.bowl3}
    return amounts | {cult: s.cults[seat][track] for track, cult in enumerate(CULTS.names)}
