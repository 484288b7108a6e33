"""The players' commands on the play site, carried out by these rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from soloist.core.bits import mask_of
from soloist.core.chance import Asked
from soloist.core.errors import ImpossibleError, find_nearest
from soloist.core.steps import StepClosed, StepOpened
from soloist.core.text import text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import CultAdvanced
from soloist.games.terra_mystica.board.purse import FROM_FACTION
from soloist.games.terra_mystica.board.state import NOBODY, OVER
from soloist.games.terra_mystica.board.tables import BONUS, ROUNDS, SEATS
from soloist.games.terra_mystica.ledger.bookings import BOOKS, Books
from soloist.games.terra_mystica.ledger.file import (
    CULT_NAMES,
    KINDS,
    UNITS,
    Row,
    colour_named,
    number_in,
    word_error,
)
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.base_step import Step, refuse, update_turn
from soloist.games.terra_mystica.player.bridges import BuildBridge
from soloist.games.terra_mystica.player.building import Storm
from soloist.games.terra_mystica.player.convert import CONVERTING, RATES
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import gain_power, power_room
from soloist.games.terra_mystica.player.events import GiftClosed
from soloist.games.terra_mystica.player.factions import COINS_PER_VP
from soloist.games.terra_mystica.player.favors import TakeFavor
from soloist.games.terra_mystica.player.leech import NewToken
from soloist.games.terra_mystica.player.priests import UnlockOrPriest
from soloist.games.terra_mystica.player.reach import buildable_hexes, ground_at, ground_of, spades_needed
from soloist.games.terra_mystica.player.setup_steps import ChooseBonus, PlaceDwelling
from soloist.games.terra_mystica.player.spades import CultSpades, buy_spades, touched_hexes
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, SETTING_UP
from soloist.games.terra_mystica.player.towns import TakeTown, list_connections
from soloist.games.terra_mystica.player.tracks import free_spaces

#: decisions that may stay pending on the site while other seats act
_WAITS = (CultStep, CultSpades, NewToken, UnlockOrPriest)
_CONVERT = re.compile(r"([0-9]{0,4}) ?([a-z]+) to ([0-9]{0,4}) ?([a-z]+)")
_PLUS = re.compile(r"([+-]) ?([0-9]{0,4}) ?(.+)")
_SEND = re.compile(r"(?:p|priest) to ([a-z]+)(?: for ([1-3]))?")
#: the hex of a command that transforms or builds
_WORKED = re.compile(r"(?:build|transform) (\S+)")
#: by pair of resources, how many of the first make one of the second
_CONVERSIONS = {pair: -min(rate) for pair, rate in RATES.items()} | {
    (moves.WORKER, moves.PRIEST): 1,
    (moves.PRIEST, moves.COIN): 1,
}
ALL_FAVORS = {f"fav{i}": i - 1 for i in range(1, 13)}
ALL_TOWNS = {f"tw{i}": i - 1 for i in range(1, 9)}
_NOBODY_ASKED = Asked(())


class Commands(Books):
    """The replay of the seats' commands, one by one."""

    __slots__ = ()

    def _end_action(self, seat: int) -> None:
        """End the current action and, unless it was the first of two (TM-114), the turn."""
        position = self.position
        owed = self._list_owed_steps(seat) if position.waits else []
        if owed:
            raise ImpossibleError(text("error.ledger_owed", what=owed[0].make_question(position)), rule="TM-024")
        if self.bought and position.turn.free_spades:
            refuse("TM-042")
        self.bought = False
        position.turn.end(position, self.sink)

    def _list_owed_steps(self, seat: int) -> list[Step]:
        """Return the decisions a seat has to make before its turn can end."""
        waits = self.position.waits
        return [w for w in waits if isinstance(w, Step) and w.seat == seat and type(w) not in _WAITS]

    def _run_command(self, i: int, row: Row, seat: int, command: str) -> bool:
        """Carry out one command.

        Return whether it belongs to a turn, in contrast to decisions about power and bookings.
        """
        verb, _, rest = command.partition(" ")
        if verb in BOOKS:
            self._book(i, seat, verb)
            return False
        if self.position.gone >> seat & 1:
            raise ImpossibleError(text("error.ledger_gone", seat=SEATS.names[seat]), rule="TM-020")
        known = _COMMANDS.get(verb)
        if known is not None:
            if self.position.phase == OVER:
                refuse("TM-100")
            known(self, row, seat, rest)
            return True
        apart = _APART.get(verb)
        if apart is not None:
            apart(self, i, seat, rest)
            return False
        if verb[0] in "+-":
            return self._run_signed(i, row, seat, command)
        raise ImpossibleError(
            text("error.ledger_command", got=command), nearest=find_nearest(verb, (*_COMMANDS, *_SPOKEN))
        )

    def _pick_colour(self, row: Row, seat: int, colour: str) -> None:
        """Change the Shapeshifters' home terrain; the colour picked in the set-up is among the options."""
        if self.shifting != NOBODY:
            self._play(seat, Move(moves.ACTION, self.shifting, colour_named(colour, row.line) + 1))
            self.shifting = NOBODY

    def _upgrade(self, row: Row, seat: int, rest: str) -> None:
        where, _, kind = rest.partition(" to ")
        if kind not in KINDS:
            raise word_error(kind or rest, (f"upgrade {where} to {short}" for short in ("tp", "te", "sh", "sa")))
        self._play(seat, Move(moves.UPGRADE, self.position.map.hex(where), KINDS[kind]))

    def _dig(self, row: Row, seat: int, n: str) -> None:
        """Buy spades before their hex is named; they bring their rewards at once (TM-048, TM-126)."""
        position = self.position
        count = number_in(n, "dig")
        self._decline_offers(seat)
        self._require_turn(seat)
        if position.sides[seat].volcano or not count:
            return  # volcanoes are paid for when they are made (TM-144)
        if position.turn.acted and position.turn.extra and not self._continues_on_hex(row.commands[self.done :]):
            self._end_action(seat)
        buy_spades(position, self.sink, seat, count)
        self.bought = True

    def _continues_on_hex(self, coming: list[str]) -> bool:
        """Return whether the coming commands continue on a hex of the current action."""
        if not self.position.turn.may_build:
            return False
        where = next((found[1] for c in coming if (found := _WORKED.match(c))), "")
        done = touched_hexes(self.position)
        return not done or bool(where and done >> self.position.map.hex(where) & 1)

    def _action(self, row: Row, seat: int, name: str) -> None:
        action = factions.ACTION_BY_SITE.get(name.upper())
        if action is None:
            own = [
                label
                for label, a in factions.ACTION_BY_SITE.items()
                if factions.ACTION_FACTION[a] in ("", self.position.sides[seat].id)
            ]
            raise word_error(name, (f"action {label}" for label in find_nearest(name, own) or own[:6]))
        if action in (factions.SHIFT_POWER, factions.SHIFT_TOKENS):
            self.shifting = action
        else:
            self._play(seat, Move(moves.ACTION, action))

    def _bridge(self, row: Row, seat: int, rest: str) -> None:
        a, colon, b = rest.partition(" ")[0].partition(":")
        if not colon:
            raise word_error(
                rest, (f"bridge {ends.replace(' ', ':')}" for ends in self.position.map.bridge_names.names[:4])
            )
        self._answer(seat, BuildBridge, Move(moves.BRIDGE, self.position.map.bridge(a, b)), "TM-086")

    def _advance(self, row: Row, seat: int, track: str) -> None:
        if not track.startswith(("ship", "dig")):
            raise word_error(track, ("advance ship", "advance dig"))
        self._play(seat, Move(moves.ADVANCE, moves.SHIPPING if track.startswith("ship") else moves.DIGGING))

    def _burn(self, row: Row, seat: int, n: str) -> None:
        count = number_in(n or "1", "burn")
        if count:
            self._play_conversion(seat, Move(moves.BURN, count))

    def _unlock(self, i: int, seat: int, what: str) -> None:
        to = moves.THE_PRIEST if what == "gain-priest" else colour_named(what, self.ledger.rows[i].line)
        self._answer(seat, UnlockOrPriest, Move(moves.UNLOCK, to), "TM-150")

    def _done(self, i: int, seat: int, rest: str) -> None:
        if self.position.to_move == seat and self.position.turn.acted:
            self._end_action(seat)

    def _resign(self, i: int, seat: int, rest: str) -> None:
        self._leave(seat)

    def _require_turn(self, seat: int) -> None:
        position = self.position
        if position.stage == ACTIONS and position.to_move != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[position.to_move]), rule="TM-020")

    def _play(self, seat: int, move: Move) -> None:
        """Play the action of a turn or a decision it opened, declining offers that are still open.

        The first of the Chaos Magicians' two actions ends when the second begins (TM-114).
        """
        position = self.position
        if position.offers:
            self._decline_offers(seat)
        self._require_turn(seat)
        owed = self._list_owed_steps(seat) if position.waits else []
        if owed:
            owed[-1].apply_move(position, move, _NOBODY_ASKED, self.sink)
            return
        if position.turn.acted and position.turn.extra and not self._continues_action(move):
            self._end_action(seat)
        position.turn.carry_out(position, move, self.sink)

    def _continues_action(self, move: Move) -> bool:
        """Return whether a move continues the current action: a hex for its spades, or the dwelling after them."""
        turn = self.position.turn
        if move.verb == moves.TRANSFORM:
            return bool(turn.free_spades)
        return move.verb == moves.BUILD and bool(turn.may_build)

    def _answer(self, seat: int, kind: type[Step], move: Move, rule: str = "TM-024") -> None:
        """Decide the last pending step of this kind, whatever else is pending."""
        for step in reversed(self.position.waits):
            if isinstance(step, kind) and step.seat == seat:
                step.carry_out(self.position, move, self.sink)
                return
        refuse(rule)

    def _play_conversion(self, seat: int, move: Move) -> None:
        """Convert resources; refuse outside the seat's own turn."""
        if self.position.stage != ACTIONS or seat != self.position.to_move:
            refuse("TM-122" if move.verb == moves.CONNECT else "TM-036")
        CONVERTING.apply_move(self.position, move, _NOBODY_ASKED, self.sink)

    def _decline_offers(self, seat: int) -> None:
        for offer in self.position.offers:
            if offer.seat == seat:
                offer.answer(self.position, self.sink, take=False)

    def _answer_offer(self, i: int, seat: int, take: bool, rest: str) -> None:
        """Answer `leech N from F` with the first open offer that fits; a bare `decline` declines all."""
        position = self.position
        words = rest.split()
        if not words and not take:
            self._decline_offers(seat)
            return
        verb = "leech" if take else "decline"
        mine = [offer for offer in position.offers if offer.seat == seat]
        fitting = (f"{verb} {offer.power} from {self._site_name_of(offer.giver)}" for offer in mine)
        amount = number_in(words[0] if words else "", verb, fitting)
        giver = 0
        if len(words) > 2:
            giver = self.seats.get(words[-1]) or self._find_seat(words[-1], self.ledger.rows[i].line)
        for exact in (True, False):
            for offer in mine:
                fits = offer.power == amount if exact else offer.power > amount
                if (not giver or offer.giver == giver) and fits:
                    offer.answer(position, self.sink, take=take)
                    return
        if power_room(position, seat) == 0:
            return  # with full bowls there is nothing to decide (TM-065)
        who = self._site_name_of(giver) if giver else "-"
        raise ImpossibleError(text("error.ledger_offer", n=amount, faction=who), rule="TM-062", nearest=fitting)

    def _site_name_of(self, seat: int) -> str:
        """Return the name of a seat's faction on the play site."""
        return factions.SIDES[self.ledger.factions[seat - 1]].site_id

    def _all_declined(self, i: int, seat: int, rest: str) -> None:
        """Gain 1 power because all neighbours declined.

        The site books it before the row of the decline that causes it, so the answers to that build no longer matter.
        """
        position = self.position
        nearby = next((self.seats.get(r.faction, 0) for r in self.ledger.rows[i + 1 :] if r.faction), 0)
        mine = [gift.build for gift in position.gifts if gift.seat == seat and gift.taken == 0]
        if not mine:
            raise ImpossibleError(text("error.ledger_gift"), rule="TM-124")
        best = next((b for b in mine if all(o.seat == nearby for o in position.offers if o.build == b)), mine[0])
        self.sink.apply_event(position, GiftClosed(seat, best))
        gain_power(position, self.sink, seat, 1, FROM_FACTION)

    def _build(self, row: Row, seat: int, name: str) -> None:
        position, hex_ = self.position, self.position.map.hex(name)
        if position.stage == SETTING_UP:
            self._play_setup_step(seat, PlaceDwelling, Move(moves.PLACE, hex_))
            return
        self._decline_offers(seat)
        if not buildable_hexes(position, seat) >> hex_ & 1:
            self._check_spades(seat, hex_, ground_of(position, seat))
            track = self._find_paying_track(row) if position.sides[seat].acolytes else 0
            self._play(seat, Move(moves.TRANSFORM, hex_, ground_of(position, seat), track))
        if self.bought and position.turn.free_spades:
            refuse("TM-042")
        self._play(seat, Move(moves.BUILD, hex_))

    def _find_paying_track(self, row: Row) -> int:
        """Return the cult track from which the Acolytes pay, counted from 1; it is named after the build."""
        for command in row.commands:
            if command.startswith("-") and command.lstrip("-0123456789") in CULT_NAMES:
                return CULT_NAMES[command.lstrip("-0123456789")] + 1
        return 0

    def _play_setup_step(self, seat: int, kind: type[Step], move: Move) -> None:
        step = self.position.waits[-1] if self.position.waits else None
        if not isinstance(step, kind) or step.seat != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[step.seat if step else 0]), rule="TM-015")
        step.carry_out(self.position, move, self.sink)

    def _transform(self, row: Row, seat: int, rest: str) -> None:
        position = self.position
        where, _, colour = rest.partition(" to ")
        hex_ = position.map.hex(where)
        terrain = colour_named(colour, row.line) if colour else self._terrain_towards_home(seat, hex_)
        bonus = self._cult_spades(seat)
        if position.stage == BONUSES and bonus is not None:
            bonus.carry_out(position, Move(moves.TRANSFORM, hex_, terrain), self.sink)
            return
        track = self._find_paying_track(row) if position.sides[seat].acolytes else 0
        self._check_spades(seat, hex_, terrain)
        self._play(seat, Move(moves.TRANSFORM, hex_, terrain, track))

    def _check_spades(self, seat: int, hex_: int, terrain: int) -> None:
        """Check that the spades for a transformation are available, free or bought with `dig`."""
        position = self.position
        need = spades_needed(position, seat, ground_at(position, hex_), terrain)
        if need > position.turn.free_spades and Storm(seat) not in position.waits:
            refuse("TM-041")

    def _terrain_towards_home(self, seat: int, hex_: int) -> int:
        """Return the terrain of `transform HEX` without a colour: home, or as near to it as the spades reach."""
        position = self.position
        start, home = ground_at(position, hex_), position.home[seat]
        bonus = self._cult_spades(seat)
        left = position.turn.free_spades if bonus is None else bonus.spades
        if spades_needed(position, seat, start, ground_of(position, seat)) <= left or start > 6:
            return ground_of(position, seat)
        up = (home - start) % 7 <= 3
        return (start + left if up else start - left) % 7

    def _send(self, row: Row, seat: int, rest: str) -> None:
        sent = _SEND.fullmatch(rest)
        if not sent or sent[1] not in CULT_NAMES:
            raise word_error(rest, (f"send p to {cult}" for cult in CULT_NAMES))
        track = CULT_NAMES[sent[1]]
        spaces = free_spaces(self.position, track)
        best = 3 if spaces[3] else 2 if spaces[2] else 1
        self._play(seat, Move(moves.SEND, track, int(sent[2] or best)))

    def _convert(self, row: Row, seat: int, rest: str) -> None:
        found = _CONVERT.fullmatch(rest)
        pair = (UNITS.get(found[2]), UNITS.get(found[4])) if found else None
        if found is None or pair not in _CONVERSIONS:
            raise word_error(rest, ("convert 1pw to 1c", "convert 3pw to 1w", "convert 5pw to 1p", "convert 1w to 1c"))
        paid, n = int(found[1] or 1), int(found[3] or 1)
        if not paid and not n:
            return
        price = _CONVERSIONS[pair]
        if pair == (moves.COIN, moves.VP) and not self.position.sides[seat].alchemists:
            price = COINS_PER_VP
        if paid != n * price:
            refuse("TM-036")
        if pair == (moves.WORKER, moves.PRIEST):
            self._play_conversion(seat, Move(moves.EXCHANGE, n))
        elif pair == (moves.PRIEST, moves.COIN):
            self._play_conversion(seat, Move(moves.CONVERT, moves.PRIEST, moves.WORKER, n))
            self._play_conversion(seat, Move(moves.CONVERT, moves.WORKER, moves.COIN, n))
        else:
            self._play_conversion(seat, Move(moves.CONVERT, *pair, n))

    def _pass(self, row: Row, seat: int, rest: str) -> None:
        position = self.position
        card = BONUS.find_option(rest) if rest else NOBODY
        if card is None:
            near = [f"pass {BONUS.names[c]}" for c in position.row]
            raise ImpossibleError(text("error.no_bonus", got=rest), rule="TM-094", nearest=near)
        if position.stage == SETTING_UP:
            self._play_setup_step(seat, ChooseBonus, Move(moves.BONUS_CARD, card))
            return
        self._play(seat, Move(moves.PASS, NOBODY if position.round == ROUNDS else card))

    def _connect(self, row: Row, seat: int, rest: str) -> None:
        position = self.position
        if ":" in rest:
            ends = mask_of(position.map.hex(h) for h in rest.split(":"))
            rivers = [
                r
                for r in range(len(position.map.near))
                if list_connections(position, seat) >> r & 1 and ends & ~position.map.near[r] == 0
            ]
            if not rivers:
                refuse("TM-122")
            river = rivers[0]
        else:
            river = position.map.hex(rest)
        self._play_conversion(seat, Move(moves.CONNECT, river))

    def _run_signed(self, i: int, row: Row, seat: int, command: str) -> bool:
        """Carry out a command with a sign: `+FAVn`, `+nTWm`, `+nCULT`, `-SPADE` and others.

        Return whether it belongs to a turn.
        """
        position = self.position
        parts = _PLUS.fullmatch(command)
        sign, n, what = parts.groups() if parts else ("", "", "")
        count = int(n or 1)
        if sign == "+" and what.startswith("fav") and what in ALL_FAVORS:
            self._answer(seat, TakeFavor, Move(moves.FAVOR, ALL_FAVORS[what]))
        elif sign == "+" and what in ALL_TOWNS:
            for _ in range(count):
                self._answer(seat, TakeTown, Move(moves.TOWN, ALL_TOWNS[what]))
        elif sign == "+" and what in CULT_NAMES:
            self._take_free_steps(seat, CULT_NAMES[what], count)
        elif sign == "+" and what.startswith("vp for"):
            self._end_scoring(i, seat)
            return False
        elif sign == "-" and what == "spade":
            self._give_up_spades(seat, count)
        elif sign == "-" and what in CULT_NAMES:
            if not position.sides[seat].acolytes:  # a correction before tw5 or tw6, to keep this track below 10
                self.sink.apply_event(position, CultAdvanced(seat, CULT_NAMES[what], -count))
            return True  # Acolytes paid with the transformation
        elif sign == "-" and what in ("bridge", "free_d", "free_tf", "free_tp", "gain_p3_for_vp", "convert_w_to_p"):
            self._give_up(seat, what)
        else:
            signed = [*(f"+{tile}" for tile in (*ALL_FAVORS, *ALL_TOWNS, *CULT_NAMES)), "-spade", "-bridge"]
            raise ImpossibleError(text("error.ledger_command", got=command), nearest=find_nearest(command, signed))
        return position.stage == ACTIONS and position.to_move == seat

    def _take_free_steps(self, seat: int, track: int, count: int) -> None:
        """Take `count` free steps on a track, two at once where the Auren have them."""
        while count:
            steps = 2 if count >= 2 and CultStep(seat, 2) in self.position.waits else 1
            if CultStep(seat, steps) not in self.position.waits:
                refuse("TM-024")
            CultStep(seat, steps).carry_out(self.position, Move(moves.CULT, track), self.sink)
            count -= steps

    def _give_up_spades(self, seat: int, count: int) -> None:
        position = self.position
        if position.stage == ACTIONS and position.turn.free_spades:
            update_turn(position, self.sink, free_spades=max(0, position.turn.free_spades - count))
            return
        bonus = self._cult_spades(seat)
        if bonus is not None:
            self.sink.apply_event(position, StepClosed(bonus))
            if bonus.spades > count:
                self.sink.apply_event(position, StepOpened(CultSpades(seat, bonus.spades - count)))

    def _give_up(self, seat: int, what: str) -> None:
        position = self.position
        if what == "convert_w_to_p":
            update_turn(position, self.sink, exchanges=0)
            return
        name = {"bridge": BuildBridge.name, "gain_p3_for_vp": NewToken.name}.get(what)
        for step in reversed(position.waits):
            if step.seat == seat and name in (None, step.name):
                self.sink.apply_event(position, StepClosed(step))
                return


#: commands of a turn
_COMMANDS: dict[str, Callable[[Commands, Row, int, str], None]] = {
    "pick-color": Commands._pick_colour,
    "build": Commands._build,
    "upgrade": Commands._upgrade,
    "dig": Commands._dig,
    "transform": Commands._transform,
    "action": Commands._action,
    "bridge": Commands._bridge,
    "send": Commands._send,
    "advance": Commands._advance,
    "burn": Commands._burn,
    "convert": Commands._convert,
    "pass": Commands._pass,
    "connect": Commands._connect,
}
#: decisions about power, bookings, and commands without an effect
_APART: dict[str, Callable[[Commands, int, int, str], None]] = {
    "leech": lambda run, i, seat, rest: run._answer_offer(i, seat, True, rest),
    "decline": lambda run, i, seat, rest: run._answer_offer(i, seat, False, rest),
    "unlock-terrain": Commands._unlock,
    "gain": lambda run, i, seat, rest: run._answer(seat, NewToken, Move(moves.TOKEN, 1)),
    "done": Commands._done,
    "resign": Commands._resign,
    "[all": Commands._all_declined,
    "[opponent": lambda run, i, seat, rest: None,
    "setup": lambda run, i, seat, rest: None,
    "wait": lambda run, i, seat, rest: None,
}
#: the ones that people type
_SPOKEN = tuple(verb for verb in _APART if verb[0].isalpha())
