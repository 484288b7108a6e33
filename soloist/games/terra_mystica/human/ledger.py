"""Real games: the ledgers of the public play site, read and replayed against these rules.

`read` turns a ledger into rows; `replay` carries the commands of each row out and compares the state after it with what
the site wrote down. The first difference names row, column and the rules that decide it. Both forms are read: the rendered
table, whose columns are check sums, and the bare command log, which has none.

The replay follows the site where it deviates from the printed rules (set-up option `site`): spades score when they are
gained, coins become points during the game, power is decided late (see docs/decisions/0010-digital-terra-mystica.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from soloist.core.bits import mask_of
from soloist.core.chance import Asked
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.rulebook import Imported
from soloist.core.sink import SILENT, Noted, Sink
from soloist.core.steps import Closed, Opened, Pending
from soloist.core.text import text
from soloist.core.verbs import Move
from soloist.games.terra_mystica.board.events import Begun, CultAdvanced, GameEnded, RoundEnded, Scored
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.purse import FROM_FACTION
from soloist.games.terra_mystica.board.state import NOBODY, OVER
from soloist.games.terra_mystica.board.tables import BONUS, ROUNDS, SEATS
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.bridges import BuildBridge
from soloist.games.terra_mystica.human.building import Storm
from soloist.games.terra_mystica.human.convert import CONVERTING, RATES
from soloist.games.terra_mystica.human.cults import CultStep
from soloist.games.terra_mystica.human.economy import gain_power, room
from soloist.games.terra_mystica.human.events import GiftClosed, Left, StageBegun
from soloist.games.terra_mystica.human.favors import TakeFavor
from soloist.games.terra_mystica.human.income import (
    begin_actions,
    begin_round,
    cult_bonus,
    end_actions,
    score_resources,
    take_income,
)
from soloist.games.terra_mystica.human.ledger_file import (
    COLUMN_RULES,
    COLUMNS,
    CULT_NAMES,
    FINAL,
    KINDS,
    UNITS,
    Difference,
    Ledger,
    Row,
    broken,
    colour_named,
    draw_setup,
    faction_named,
    read,
    setup_of,
)
from soloist.games.terra_mystica.human.leech import NewToken
from soloist.games.terra_mystica.human.priests import UnlockOrPriest
from soloist.games.terra_mystica.human.reach import ground_at, ground_of, may_stand, spades_needed
from soloist.games.terra_mystica.human.setting_up import ChooseBonus, PlaceDwelling
from soloist.games.terra_mystica.human.setup import new_position
from soloist.games.terra_mystica.human.spades import CultSpades
from soloist.games.terra_mystica.human.state import ACTIONS, BONUSES, SETTING_UP, Position
from soloist.games.terra_mystica.human.step import Step, note, refuse
from soloist.games.terra_mystica.human.towns import TakeTown, connections
from soloist.games.terra_mystica.human.tracks import free_spaces

#: decisions that may wait on the site while others go on
_WAITS = (CultStep, CultSpades, NewToken, UnlockOrPriest)
_CONVERT = re.compile(r"(\d*) ?([a-z]+) to (\d*) ?([a-z]+)")
_PLUS = re.compile(r"([+-]) ?(\d*) ?(.+)")
ALL_FAVORS = {f"fav{i}": i - 1 for i in range(1, 13)}
ALL_TOWNS = {f"tw{i}": i - 1 for i in range(1, 9)}
_NOBODY_ASKED = Asked(())

# ------------------------------------------------------------------------------------------------------------ replaying


class Replay:
    """One ledger on the way through these rules."""

    __slots__ = ("bare", "bought", "checks", "ended", "ledger", "listen", "s", "scored", "seats", "shifting", "sink")

    def __init__(self, ledger: Ledger, listen: Callable[[Row, list[str]], None] | None = None) -> None:
        self.ledger = ledger
        self.bare = all(row.state is None for row in ledger.rows)
        self.s: Position = new_position(setup_of(ledger))
        self.seats = {faction: i for i, faction in enumerate(ledger.factions, 1)}
        self.listen = listen
        self.sink: Sink = SILENT
        self.bought = 0  # spades of a `dig` whose hex is not known yet
        self.shifting = NOBODY
        self.checks = 0
        self.ended = False
        self.scored: dict[tuple[int, str], Scored] = {}

    def run(self) -> Difference | None:
        """Everything; the first difference, or None."""
        for i, row in enumerate(self.ledger.rows):
            found = self.step(i, row)
            if found is not None:
                return found
        return None

    def _flow(self) -> None:
        """A command log does not write down what follows by itself: income, cult bonuses, the end."""
        s, sink = self.s, self.sink
        while s.phase != OVER:
            if s.stage == SETTING_UP and not s.waits:
                begin_actions(s, sink)
            elif s.stage == ACTIONS and len(s.passed) == len(s.order) and not self._open():
                if s.round < ROUNDS:
                    for seat in self._left():
                        cult_bonus(s, sink, seat)
                end_actions(s, sink)
            elif s.stage == BONUSES and not any(isinstance(step, CultSpades | CultStep) for step in s.waits):
                begin_round(s, sink)
                for seat in self._left():
                    take_income(s, sink, seat)
            else:
                return

    def _left(self) -> list[int]:
        """Who has left the game: the books go on (section 8 of the notation)."""
        return [seat for seat in self.s.humans if self.s.gone >> seat & 1]

    def _open(self) -> bool:
        """Whether somebody still has to decide about power or a cult step."""
        s = self.s
        for offer in reversed(s.offers):
            if room(s, offer.seat) == 0:
                offer.answer(s, self.sink, take=False)
        return bool(s.offers) or any(isinstance(step, CultStep | NewToken) for step in s.waits)

    def step(self, i: int, row: Row) -> Difference | None:
        """Carry one row out and compare."""
        s = self.s
        builds = s.builds
        noted = Noted() if self.listen is not None else None
        self.sink = noted or SILENT
        try:
            if row.faction:
                self._row(i, row)
                if self.bare:
                    self._flow()
            else:
                self._comment(row)
        except BadInputError as why:
            return Difference(row.line, row.faction, ". ".join(row.commands), "commands", "", "", why.rule, why.text)
        if self.listen is not None and noted is not None:
            self.listen(row, noted.lines)
        if row.state is not None and row.faction:
            seat = self.seats[row.faction]
            purse = s.purses[seat]
            offered = sorted(offer.power for offer in s.offers if offer.build > builds) if s.offers else []
            ours = (
                s.vp[seat],
                purse.coins,
                purse.workers,
                purse.priests,
                [purse.bowl1, purse.bowl2, purse.bowl3],
                s.cults[seat],
                row.state[6] if s.gone else offered,  # the site still shows offers to those who have left
            )
            self.checks += 1
            if ours != row.state:
                return self._difference(row, ours)
        return None

    def _difference(self, row: Row, ours: tuple[object, ...]) -> Difference:
        assert row.state is not None
        for column, theirs, mine in zip(COLUMNS, row.state, ours, strict=True):
            if theirs != mine:
                return Difference(
                    row.line, row.faction, ". ".join(row.commands), column, str(theirs), str(mine), COLUMN_RULES[column]
                )
        raise AssertionError(row.line)

    # ------------------------------------------------------------------------------------------------ rows and comments

    def _comment(self, row: Row) -> None:
        s, words = self.s, row.comment.split()
        if row.comment.startswith("Round ") and row.comment.endswith("turn 1"):
            self._begin_round(int(words[1].rstrip(",")))
        elif row.comment.endswith("dropped from the game"):
            seat = self.seats[faction_named(words[0], row.line)]
            for offer in reversed(s.offers):
                if offer.seat == seat:
                    offer.answer(s, self.sink, take=False)
            self.sink.do(s, Left(seat))

    def _begin_round(self, number: int) -> None:
        self.sink.do(self.s, RoundEnded() if number > 1 else Begun())
        self.sink.do(self.s, StageBegun(ACTIONS))

    def _row(self, i: int, row: Row) -> None:
        s, seat = self.s, self.seats.get(row.faction)
        if seat is None:
            raise ImpossibleError(text("error.ledger_faction", line=row.line, got=row.faction), rule="TM-014")
        if not row.commands:
            if s.gone >> seat & 1:
                self._gone(i, seat)
            return
        acting = False
        for command in row.commands:
            acting |= self._command(i, row, seat, command)
        if acting and s.stage == ACTIONS and s.to_move == seat and s.turn.acted:
            owed = self._owed(seat) if s.waits else []
            if owed:
                raise ImpossibleError(text("error.ledger_owed", line=row.line, what=owed[0].name), rule="TM-024")
            if self.bought:
                refuse("TM-042")
            s.turn.end(s, self.sink)

    def _owed(self, seat: int) -> list[Pending]:
        """What a seat has to decide before its turn can end."""
        return [step for step in self.s.waits if step.seat == seat and type(step) not in _WAITS]

    def _gone(self, i: int, seat: int) -> None:
        """A row of somebody who has left: the books go on without a command."""
        for row in reversed(self.ledger.rows[:i]):
            verb = row.commands[-1] if row.commands else ""
            if row.comment.startswith("Scoring ") or " for " in verb:
                self._end_scoring(i, seat)
                return
            if row.comment.startswith("Converting "):
                verb = "score_resources"
            if verb:
                if verb.endswith("income_for_faction") or verb == "score_resources":
                    self._books(i, seat, verb)
                return

    def _books(self, i: int, seat: int, verb: str) -> None:
        s, sink = self.s, self.sink
        if verb == "cult_income_for_faction":
            if s.stage != BONUSES:
                sink.do(s, StageBegun(BONUSES))
            spades = cult_bonus(s, sink, seat)
            if spades and not s.gone >> seat & 1:
                sink.do(s, Opened(CultSpades(seat, spades)))
        elif verb == "other_income_for_faction":
            take_income(s, sink, seat)
        elif verb == "all_income_for_faction":
            self._books(i, seat, "cult_income_for_faction")
            self._books(i, seat, "other_income_for_faction")
        elif verb == "score_resources":
            score_resources(s, sink, seat)
        else:
            self._end_scoring(i, seat)

    def _end_scoring(self, i: int, seat: int) -> None:
        """The points of one category for one seat; the category is the heading above."""
        s = self.s
        if not self.ended:
            self.ended = True
            self.sink.do(s, GameEnded())
            self.scored = {(scored.seat, scored.category): scored for scored in final_scoring(s)}
        name = ""
        for row in reversed(self.ledger.rows[:i]):
            if row.comment.startswith("Scoring "):
                name = row.comment.split()[1]
                break
        category = FINAL.get(name, "network" if name == "network" else f"cult_{name.lower()}")
        scored = self.scored.get((seat, category))
        if scored is not None:
            self.sink.do(s, scored)

    # --------------------------------------------------------------------------------------------------------- commands

    def _command(self, i: int, row: Row, seat: int, command: str) -> bool:
        """One command; whether it belongs to a turn (and not to a decision about power or a book entry)."""
        verb, _, rest = command.partition(" ")
        known = _COMMANDS.get(verb)
        if known is not None:
            known(self, row, seat, rest)
            return True
        apart = _APART.get(verb)
        if apart is not None:
            apart(self, i, seat, rest)
            return False
        if verb[0] in "+-":
            return self._plus(i, row, seat, command)
        raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))

    def _pick_colour(self, row: Row, seat: int, colour: str) -> None:
        """The Shapeshifters' new home; in the set-up it stands in the options."""
        if self.shifting != NOBODY:
            self._act(seat, Move(m.ACTION, self.shifting, colour_named(colour, row.line) + 1))
            self.shifting = NOBODY

    def _upgrade(self, row: Row, seat: int, rest: str) -> None:
        where, _, kind = rest.partition(" to ")
        if kind not in KINDS:
            raise broken(row.line, "commands", f"upgrade {rest}")
        self._act(seat, Move(m.UPGRADE, self.s.map.hex(where), KINDS[kind]))

    def _dig(self, row: Row, seat: int, n: str) -> None:
        self._declines(seat)
        self.bought += int(n)

    def _action(self, row: Row, seat: int, name: str) -> None:
        action = f.ACTION_BY_SITE.get(name.upper())
        if action is None:
            raise broken(row.line, "commands", f"action {name}")
        if action in (f.SHIFT_POWER, f.SHIFT_TOKENS):
            self.shifting = action
        else:
            self._act(seat, Move(m.ACTION, action))

    def _bridge(self, row: Row, seat: int, rest: str) -> None:
        a, _, b = rest.split()[0].partition(":")
        self._answer(seat, BuildBridge, Move(m.BRIDGE, self.s.map.bridge(a, b)), "TM-086")

    def _advance(self, row: Row, seat: int, track: str) -> None:
        self._act(seat, Move(m.ADVANCE, m.SHIPPING if track.startswith("ship") else m.DIGGING))

    def _burn(self, row: Row, seat: int, n: str) -> None:
        self._convert_to(seat, Move(m.BURN, int(n or 1)))

    def _unlock(self, i: int, seat: int, what: str) -> None:
        to = m.THE_PRIEST if what == "gain-priest" else colour_named(what, self.ledger.rows[i].line)
        self._answer(seat, UnlockOrPriest, Move(m.UNLOCK, to), "TM-150")

    def _done(self, i: int, seat: int, rest: str) -> None:
        if self.s.turn.acted:
            self.s.turn.end(self.s, self.sink)

    def _act(self, seat: int, move: Move) -> None:
        """The action of a turn, or what it brought and has to be decided: what was not decided before it is declined."""
        s = self.s
        self._declines(seat)
        if s.stage == ACTIONS and s.to_move != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[s.to_move]), rule="TM-020")
        owed = self._owed(seat) if s.waits else []
        if owed:
            owed[-1].act(s, move, _NOBODY_ASKED, self.sink)
        else:
            s.turn.decide(s, move, self.sink)

    def _answer(self, seat: int, kind: type[Step], move: Move, rule: str = "TM-024") -> None:
        """A decision of this kind that waits, whatever else does."""
        for step in reversed(self.s.waits):
            if isinstance(step, kind) and step.seat == seat:
                step.decide(self.s, move, self.sink)
                return
        refuse(rule)

    def _convert_to(self, seat: int, move: Move) -> None:
        """A conversion, in the own turn."""
        if self.s.stage != ACTIONS or seat != self.s.to_move:
            refuse("TM-122" if move.verb == m.CONNECT else "TM-036")
        CONVERTING.act(self.s, move, _NOBODY_ASKED, self.sink)

    def _declines(self, seat: int) -> None:
        for offer in self.s.offers:
            if offer.seat == seat:
                offer.answer(self.s, self.sink, take=False)

    def _power(self, seat: int, take: bool, rest: str) -> None:
        """`leech N from F`: the first open offer that fits; a bare `decline` means all."""
        s = self.s
        words = rest.split()
        if not words:
            self._declines(seat)
            return
        giver = self.seats[f.BY_SITE[words[2]]] if len(words) > 2 else 0
        amount = int(words[0])
        for exact in (True, False):
            for offer in s.offers:
                fits = offer.power == amount if exact else offer.power > amount
                if offer.seat == seat and (not giver or offer.giver == giver) and fits:
                    offer.answer(s, self.sink, take=take)
                    return
        if room(s, seat) == 0:
            return  # full bowls: there is nothing to decide (TM-065)
        raise ImpossibleError(text("error.ledger_offer", n=amount, faction=words[-1]), rule="TM-062")

    def _all_declined(self, i: int, seat: int, rest: str) -> None:
        """+1 power, booked before the row of the decline that causes it: no answer to that build matters any more."""
        s = self.s
        nearby = next((self.seats.get(r.faction, 0) for r in self.ledger.rows[i + 1 :] if r.faction), 0)
        mine = [gift.build for gift in s.gifts if gift.seat == seat and gift.taken == 0]
        if not mine:
            raise ImpossibleError(text("error.ledger_gift"), rule="TM-124")
        best = next((b for b in mine if all(o.seat == nearby for o in s.offers if o.build == b)), mine[0])
        self.sink.do(s, GiftClosed(seat, best))
        gain_power(s, self.sink, seat, 1, FROM_FACTION)

    def _build(self, row: Row, seat: int, name: str) -> None:
        s, hex_ = self.s, self.s.map.hex(name)
        if s.stage == SETTING_UP:
            self._setup(seat, PlaceDwelling, Move(m.PLACE, hex_))
            return
        self._declines(seat)
        if not may_stand(s, seat) >> hex_ & 1:
            self._enough(seat, hex_, ground_of(s, seat))
            track = self._payment(row) if s.sides[seat].acolytes else 0
            self._act(seat, Move(m.TRANSFORM, hex_, ground_of(s, seat), track))
            self.bought = 0
        self._act(seat, Move(m.BUILD, hex_))

    def _payment(self, row: Row) -> int:
        """The track the Acolytes pay with stands behind the build."""
        for command in row.commands:
            if command.startswith("-") and command.lstrip("-0123456789") in CULT_NAMES:
                return CULT_NAMES[command.lstrip("-0123456789")] + 1
        return 0

    def _setup(self, seat: int, kind: type[Step], move: Move) -> None:
        step = self.s.waits[-1] if self.s.waits else None
        if not isinstance(step, kind) or step.seat != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[step.seat if step else 0]), rule="TM-015")
        step.decide(self.s, move, self.sink)

    def _transform(self, row: Row, seat: int, rest: str) -> None:
        s = self.s
        where, _, colour = rest.partition(" to ")
        hex_ = s.map.hex(where)
        terrain = colour_named(colour, row.line) if colour else self._towards_home(seat, hex_)
        bonus = self._cult_spades(seat)
        if s.stage == BONUSES and bonus is not None:
            bonus.decide(s, Move(m.TRANSFORM, hex_, terrain), self.sink)
            return
        if self.bought and s.turn.acted and not s.turn.free_spades:
            note(s, self.sink, acted=0)  # further spades for the same action
        track = self._payment(row) if s.sides[seat].acolytes else 0
        need = self._enough(seat, hex_, terrain)
        self._act(seat, Move(m.TRANSFORM, hex_, terrain, track))
        self.bought = 0 if s.sides[seat].volcano else max(0, self.bought - need)

    def _cult_spades(self, seat: int) -> CultSpades | None:
        return next((step for step in self.s.waits if isinstance(step, CultSpades) and step.seat == seat), None)

    def _enough(self, seat: int, hex_: int, terrain: int) -> int:
        """The spades a transformation takes; they must be at hand, free or bought with `dig`."""
        s = self.s
        need = spades_needed(s, seat, ground_at(s, hex_), terrain)
        if need > s.turn.free_spades + self.bought and Storm(seat) not in s.waits:
            refuse("TM-041")
        return need

    def _towards_home(self, seat: int, hex_: int) -> int:
        """`transform HEX` without a colour: home terrain, or as near to it as the spades at hand allow."""
        s = self.s
        start, home = ground_at(s, hex_), s.home[seat]
        bonus = self._cult_spades(seat)
        left = s.turn.free_spades + self.bought if bonus is None else bonus.spades
        if spades_needed(s, seat, start, ground_of(s, seat)) <= left or start > 6:
            return ground_of(s, seat)
        up = (home - start) % 7 <= 3
        return (start + left if up else start - left) % 7

    def _send(self, row: Row, seat: int, rest: str) -> None:
        words = rest.replace("priest", "p").split()
        if len(words) < 3 or words[2] not in CULT_NAMES:
            raise broken(row.line, "commands", rest)
        track = CULT_NAMES[words[2]]
        spaces = free_spaces(self.s, track)
        best = 3 if spaces[3] else 2 if spaces[2] else 1
        self._act(seat, Move(m.SEND, track, int(words[4]) if len(words) > 4 else best))

    def _convert(self, row: Row, seat: int, rest: str) -> None:
        found = _CONVERT.fullmatch(rest)
        if not found or found[2] not in UNITS or found[4] not in UNITS:
            raise broken(row.line, "commands", rest)
        old, new = UNITS[found[2]], UNITS[found[4]]
        n = int(found[3] or 1)
        if (old, new) == (m.WORKER, m.PRIEST):
            self._convert_to(seat, Move(m.EXCHANGE, n))
        elif (old, new) == (m.PRIEST, m.COIN):
            self._convert_to(seat, Move(m.CONVERT, m.PRIEST, m.WORKER, n))
            self._convert_to(seat, Move(m.CONVERT, m.WORKER, m.COIN, n))
        elif (old, new) in RATES:
            self._convert_to(seat, Move(m.CONVERT, old, new, n))
        else:
            raise broken(row.line, "commands", rest)

    def _pass(self, row: Row, seat: int, rest: str) -> None:
        s = self.s
        card = BONUS.index(rest) if rest else NOBODY
        if card is None:
            raise ImpossibleError(text("error.no_bonus", got=rest), rule="TM-094")
        if s.stage == SETTING_UP:
            self._setup(seat, ChooseBonus, Move(m.BONUS_CARD, card))
            return
        self._act(seat, Move(m.PASS, NOBODY if s.round == ROUNDS else card))

    def _connect(self, row: Row, seat: int, rest: str) -> None:
        s = self.s
        if ":" in rest:
            ends = mask_of(s.map.hex(h) for h in rest.split(":"))
            rivers = [r for r in range(len(s.map.near)) if connections(s, seat) >> r & 1 and ends & ~s.map.near[r] == 0]
            if not rivers:
                refuse("TM-122")
            river = rivers[0]
        else:
            river = s.map.hex(rest)
        self._convert_to(seat, Move(m.CONNECT, river))

    def _plus(self, i: int, row: Row, seat: int, command: str) -> bool:
        """`+FAVn`, `+nTWm`, `+nCULT`, `-SPADE` and their like."""
        s = self.s
        parts = _PLUS.fullmatch(command)
        sign, n, what = parts.groups() if parts else ("", "", "")
        count = int(n or 1)
        if sign == "+" and what.startswith("fav") and what in ALL_FAVORS:
            self._answer(seat, TakeFavor, Move(m.FAVOR, ALL_FAVORS[what]))
        elif sign == "+" and what in ALL_TOWNS:
            for _ in range(count):
                self._answer(seat, TakeTown, Move(m.TOWN, ALL_TOWNS[what]))
        elif sign == "+" and what in CULT_NAMES:
            self._steps(seat, CULT_NAMES[what], count)
        elif sign == "+" and what.startswith("vp for"):
            self._end_scoring(i, seat)
            return False
        elif sign == "-" and what == "spade":
            self._give_up_spades(seat, count)
        elif sign == "-" and what in CULT_NAMES:
            if not s.sides[seat].acolytes:  # a correction before tw5 or tw6: this track shall not go to 10
                self.sink.do(s, CultAdvanced(seat, CULT_NAMES[what], -count))
            return True  # Acolytes paid with the transformation
        elif sign == "-" and what in ("bridge", "free_d", "free_tf", "free_tp", "gain_p3_for_vp", "convert_w_to_p"):
            self._give_up(seat, what)
        else:
            raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))
        return s.stage == ACTIONS and s.to_move == seat

    def _steps(self, seat: int, track: int, count: int) -> None:
        """So many free steps on a track, two at once where the Auren have them."""
        while count:
            steps = 2 if count >= 2 and CultStep(seat, 2) in self.s.waits else 1
            if CultStep(seat, steps) not in self.s.waits:
                refuse("TM-024")
            CultStep(seat, steps).decide(self.s, Move(m.CULT, track), self.sink)
            count -= steps

    def _give_up_spades(self, seat: int, count: int) -> None:
        s = self.s
        if s.stage == ACTIONS and s.turn.free_spades:
            note(s, self.sink, free_spades=max(0, s.turn.free_spades - count))
            return
        bonus = self._cult_spades(seat)
        if bonus is not None:
            self.sink.do(s, Closed(bonus))
            if bonus.spades > count:
                self.sink.do(s, Opened(CultSpades(seat, bonus.spades - count)))

    def _give_up(self, seat: int, what: str) -> None:
        s = self.s
        if what == "convert_w_to_p":
            note(s, self.sink, exchanges=0)
            return
        name = {"bridge": BuildBridge.name, "gain_p3_for_vp": NewToken.name}.get(what)
        for step in reversed(s.waits):
            if step.seat == seat and name in (None, step.name):
                self.sink.do(s, Closed(step))
                return


#: commands of a turn
_COMMANDS: dict[str, Callable[[Replay, Row, int, str], None]] = {
    "pick-color": Replay._pick_colour,
    "build": Replay._build,
    "upgrade": Replay._upgrade,
    "dig": Replay._dig,
    "transform": Replay._transform,
    "action": Replay._action,
    "bridge": Replay._bridge,
    "send": Replay._send,
    "advance": Replay._advance,
    "burn": Replay._burn,
    "convert": Replay._convert,
    "pass": Replay._pass,
    "connect": Replay._connect,
}
#: decisions about power, book entries, and what says nothing
_APART: dict[str, Callable[[Replay, int, int, str], None]] = {
    "leech": lambda run, i, seat, rest: run._power(seat, True, rest),
    "decline": lambda run, i, seat, rest: run._power(seat, False, rest),
    "unlock-terrain": Replay._unlock,
    "gain": lambda run, i, seat, rest: run._answer(seat, NewToken, Move(m.TOKEN, 1)),
    "done": Replay._done,
    "score_resources": lambda run, i, seat, rest: run._books(i, seat, "score_resources"),
    "cult_income_for_faction": lambda run, i, seat, rest: run._books(i, seat, "cult_income_for_faction"),
    "other_income_for_faction": lambda run, i, seat, rest: run._books(i, seat, "other_income_for_faction"),
    "all_income_for_faction": lambda run, i, seat, rest: run._books(i, seat, "all_income_for_faction"),
    "[all": Replay._all_declined,
    "[opponent": lambda run, i, seat, rest: None,
    "setup": lambda run, i, seat, rest: None,
    "wait": lambda run, i, seat, rest: None,
}


def imported(source: str) -> Imported:
    """A ledger as a game to look back at: every row with its events in notation, and the first difference."""
    ledger = read(source)
    steps: list[tuple[str, list[str]]] = []
    setup = setup_of(ledger)

    def listen(row: Row, lines: list[str]) -> None:
        who = f"{row.faction}: " if row.faction else ""
        if row.faction or lines:
            steps.append((f"{who}{'. '.join(row.commands) or row.comment or '-'}", lines))

    run = Replay(ledger, listen)
    found = run.run()
    if found is None:
        return Imported(setup, steps, run.checks)
    said = text(
        "error.ledger_difference" if found.why is None else "error.ledger_refused",
        line=found.line,
        why=found.why,
        faction=found.faction,
        column=found.column,
        theirs=found.theirs,
        ours=found.ours,
        commands=found.commands,
    )
    return Imported(setup, steps, run.checks, said, found.line, found.rule)


def replay(source: str) -> tuple[Replay, Difference | None]:
    """Read a ledger, replay it, compare every row."""
    run = Replay(read(source))
    return run, run.run()


__all__ = ["Difference", "Ledger", "Replay", "Row", "draw_setup", "imported", "read", "replay", "setup_of"]
