"""The turn of a seat: one action and all that belongs to it, until it is ended (TM-020, TM-022, TM-178)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from soloist.core.sink import Sink
from soloist.core.steps import AutomaPending, option_field, options_field
from soloist.core.text import Domain, Text, text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import TurnDone
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import AUTOMA, CULTS, DWELLING, SEATS, TERRAIN
from soloist.games.terra_mystica.player import moves
from soloist.games.terra_mystica.player.base_step import Step, hexes_of, refuse
from soloist.games.terra_mystica.player.building import build, list_dwelling_moves, list_upgrade_moves, upgrade
from soloist.games.terra_mystica.player.events import TurnNoted
from soloist.games.terra_mystica.player.passing import list_pass_moves, pass_round
from soloist.games.terra_mystica.player.spades import (
    list_transformations,
    may_buy_more_spades,
    spades_left,
    transform_hex,
)
from soloist.games.terra_mystica.player.special import list_special_actions, use_special_action
from soloist.games.terra_mystica.player.state import ACTIONS, Position
from soloist.games.terra_mystica.player.tracks import advance_track, list_advances, list_priest_moves, send_priest

_DONE = Move(moves.DONE)
_TURN_DONE = tuple(TurnDone(seat) for seat in range(len(SEATS.names)))


@dataclass(frozen=True, slots=True)
class Turn(Step):
    """The state of a seat's turn.

    - `acted`: the action has been taken
    - `free_spades`: spades left that cost nothing
    - `homed`, `short`: hexes turned into home terrain in this action, and the one left short of it
    - `may_build`: a dwelling may still be built
    - `jumped`: the hex whose tunnel or carpet flight is paid
    - `extra`: further actions of the Chaos Magicians
    - `exchanges`: workers the Darklings may still exchange
    - `stopped`: tracks on which a marker stopped at 9 for want of a key
    - `ground`: the first terrain of the hex in `short`, as long as it can be transformed further
    - `free_only`: no spade may be bought in addition to the free ones
    """

    name: ClassVar[str] = "turn"
    #: by seat, a fresh turn and a turn after an action without further state
    begun: ClassVar[tuple[Turn, ...]]
    over: ClassVar[tuple[Turn, ...]]
    takes: ClassVar[tuple[int, ...]] = (
        moves.BUILD,
        moves.TRANSFORM,
        moves.UPGRADE,
        moves.ADVANCE,
        moves.SEND,
        moves.ACTION,
        moves.DONE,
        moves.PASS,
    )
    acted: int = option_field(moves.YES_NO, 0)
    free_spades: int = 0
    homed: int = options_field(hexes_of, 0)
    short: int = options_field(hexes_of, 0)
    may_build: int = option_field(moves.YES_NO, 0)
    jumped: int = option_field(hexes_of, NOBODY)
    extra: int = 0
    exchanges: int = 0
    stopped: int = options_field(CULTS, 0)
    ground: int = option_field(TERRAIN, NOBODY)
    free_only: int = option_field(moves.YES_NO, 0)

    def taken(self) -> Turn:
        """Return the turn after its action."""
        return self.over[self.seat] if self is self.begun[self.seat] else replace(self, acted=1)

    def dug(self, n: int, *, acted: int) -> Turn:
        """Return the turn with `n` more free spades."""
        free, extra, stopped = self.free_spades + n, self.extra, self.stopped
        homed, short, jumped, exchanges = self.homed, self.short, self.jumped, self.exchanges
        return Turn(
            self.seat, acted, free, homed, short, 1, jumped, extra, exchanges, stopped, self.ground, self.free_only
        )

    def built(self) -> Turn:
        """Return the turn after a dwelling was built; spades that are left are lost."""
        if self is self.begun[self.seat]:
            return self.over[self.seat]
        return Turn(self.seat, 1, 0, self.homed, self.short, 0, self.jumped, self.extra, self.exchanges, self.stopped)

    def transformed(self, hex_: int, start: int, need: int, *, home: bool, jump: bool, more: bool) -> Turn:
        """Return the turn after a hex of terrain `start` was transformed with `need` spades.

        `home` tells whether it became home terrain, `jump` whether a jump was paid, `more` whether it can be
        transformed further without free spades.
        """
        here, free = 1 << hex_, max(0, self.free_spades - need)
        homed = self.homed | here if home else self.homed & ~here
        short = self.short & ~here if home else self.short | here
        jumped = hex_ if jump else self.jumped
        ground = start if short & here and not self.short & here else self.ground
        ground = ground if short and (free or more) else NOBODY
        extra, stopped = self.extra, self.stopped
        return Turn(self.seat, 1, free, homed, short, 1, jumped, extra, self.exchanges, stopped, ground, self.free_only)

    # ------------------------------------------------------------------------------------------------- what is open

    def list_open_moves(self, position: Position) -> list[Move]:
        return self._rest(position) if self.acted else self._actions(position)

    def _actions(self, position: Position) -> list[Move]:
        """Return everything the action can be (TM-022, TM-174)."""
        seat = self.seat
        found = [
            *list_dwelling_moves(position, seat, position.map.land),
            *list_transformations(position, seat),
            *list_upgrade_moves(position, seat),
        ]
        if position.purses[seat].priests:
            found += list_advances(position, seat)
            found += list_priest_moves(position)
        return [*found, *list_special_actions(position, seat), *list_pass_moves(position)]

    def _rest(self, position: Position) -> list[Move]:
        """Return what is left after the action: free spades, a dwelling on a hex just transformed, ending the turn."""
        found = [_DONE]
        if self.may_build:
            if self.free_spades or may_buy_more_spades(position, self.seat):
                found += list_transformations(position, self.seat)
            if self.homed:
                found += list_dwelling_moves(position, self.seat, self.homed)
        return found

    def nothing_left(self, position: Position) -> bool:
        """Return whether only `done` could follow."""
        if self.free_spades or self.exchanges:
            return False
        purse, side = position.purses[self.seat], position.sides[self.seat]
        changes = purse.bowl3 or purse.bowl2 > 1 or purse.workers or purse.priests or side.mermaids or side.alchemists
        if self.may_build and self.homed and position.left[self.seat][DWELLING] and changes:
            return False
        return bool(self.extra) or not changes  # conversions can still be made in the second of two actions

    # ------------------------------------------------------------------------------------------------- what happens

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        verb, a, b, c = move
        if verb == moves.DONE:
            if position.stage != ACTIONS or not self.acted:
                refuse("TM-178")
            self.end(position, sink)
            return
        if position.stage != ACTIONS:
            refuse("TM-024")
        if verb == moves.BUILD:
            build(position, sink, self.seat, a)
        elif verb == moves.TRANSFORM:
            transform_hex(position, sink, self.seat, a, b, c)
        elif self.acted:
            refuse("TM-020")
        elif verb == moves.UPGRADE:
            upgrade(position, sink, self.seat, a, b)
        elif verb == moves.ADVANCE:
            advance_track(position, sink, self.seat, a)
        elif verb == moves.SEND:
            send_priest(position, sink, self.seat, a, b)
        elif verb == moves.ACTION:
            use_special_action(position, sink, self.seat, a, b)
        else:
            pass_round(position, sink, self.seat, a)

    def end(self, position: Position, sink: Sink) -> None:
        """End the turn (TM-020), or begin the second of the Chaos Magicians' two actions (TM-114)."""
        if self.extra:
            sink.apply_event(position, TurnNoted(replace(self.begun[self.seat], extra=self.extra - 1)))
        else:
            sink.apply_event(position, _TURN_DONE[self.seat])

    def refusal_rule(self, position: Position, verb: int) -> str:
        return "TM-062" if verb in (moves.TAKE, moves.DECLINE) else Step.refusal_rule(self, position, verb)

    # ------------------------------------------------------------------------------------------------ how it is asked

    def make_question(self, position: Position) -> Text:
        if not self.acted:
            return text("decision.first_of_two" if self.extra else "decision.action")
        if self.free_spades:
            return spades_left(self.free_spades)
        if self.may_build and self.homed:
            return text("decision.build")
        if self.exchanges:
            return text("decision.exchange", n=self.exchanges)
        return text("decision.rest")


Turn.begun = tuple(Turn(seat) for seat in range(len(SEATS.names)))
Turn.over = tuple(Turn(seat, acted=1) for seat in range(len(SEATS.names)))


@dataclass(frozen=True, slots=True)
class HerTurn(AutomaPending):
    """The Automa's turn (TMA-040)."""

    name: ClassVar[str] = "turn"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Position) -> Text:
        return text("standing.automas_turn")


HER_TURN = HerTurn(AUTOMA)
