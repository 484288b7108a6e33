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
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.rulebook import Imported
from soloist.core.sink import SILENT, Noted
from soloist.core.text import text
from soloist.games.terra_mystica.board.events import Begun, CultAdvanced, GameEnded, RoundEnded, Scored
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import BONUS, ROUNDS, SEATS
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import carry_out, end_turn, note_awaiting
from soloist.games.terra_mystica.human.economy import do, gain_power, room
from soloist.games.terra_mystica.human.events import CleanedUp, Left
from soloist.games.terra_mystica.human.income import (
    begin_actions,
    begin_round,
    cult_bonus,
    end_actions,
    score_end,
    score_resources,
    take_income,
)
from soloist.games.terra_mystica.human.ledger_file import (
    COLUMN_RULES,
    COLUMNS,
    CULT_NAMES,
    FINAL,
    KINDS,
    RATE,
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
from soloist.games.terra_mystica.human.leech import decide_offer
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.reach import ground_at, ground_of, may_stand, spades_needed
from soloist.games.terra_mystica.human.setup import new_position
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    BONUS_PHASE,
    BUILD_BRIDGE,
    BUILDS,
    CHOOSE_BONUS,
    CULT_SPADES,
    CULT_STEP,
    CULT_TWO,
    EXCHANGES,
    FREE_SPADES,
    FROM_FACTION,
    GAME_OVER,
    GONE,
    NEW_TOKEN,
    PENDING,
    PLACE_DWELLING,
    SETTING_UP,
    STAGE,
    STORM,
    TAKE_FAVOR,
    TAKE_TOWN,
    UNLOCK_OR_PRIEST,
    Position,
)
from soloist.games.terra_mystica.human.towns import connections
from soloist.games.terra_mystica.human.tracks import free_spaces

# ------------------------------------------------------------------------------------------------------------ replaying


class Replay:
    """One ledger on the way through these rules."""

    __slots__ = ("bought", "checks", "ended", "ledger", "listen", "s", "scored", "seats", "shifting")

    def __init__(self, ledger: Ledger, listen: Callable[[Row, list[str]], None] | None = None) -> None:
        self.ledger = ledger
        self.s: Position = new_position(setup_of(ledger))
        self.seats = {faction: i for i, faction in enumerate(ledger.factions, 1)}
        self.listen = listen
        self.bought = 0  # spades of a `dig` whose hex is not known yet
        self.shifting = NOBODY
        self.checks = 0
        self.ended = False
        self.scored: dict[tuple[int, str], Scored] = {}

    def run(self) -> Difference | None:
        """Everything; the first difference, or None."""
        rows = self.ledger.rows
        bare = all(row.state is None for row in rows)
        for i, row in enumerate(rows):
            found = self.step(i, row)
            if found is not None:
                return found
            if bare and row.faction:
                self._flow()
        return None

    def _flow(self) -> None:
        """A command log does not write down what follows by itself: income, cult bonuses, the end."""
        s = self.s
        while s.turn[STAGE] != GAME_OVER:
            if s.turn[STAGE] == SETTING_UP and not s.stack:
                begin_actions(s)
            elif s.turn[STAGE] == ACTIONS_PHASE and len(s.passed) == len(s.order) and not self._open():
                if s.round < ROUNDS:
                    for seat in self._left():
                        cult_bonus(s, seat)
                end_actions(s)
            elif s.turn[STAGE] == BONUS_PHASE and not any(p[0] in (CULT_SPADES, CULT_STEP) for p in s.stack):
                begin_round(s)
                for seat in self._left():
                    take_income(s, seat)
            else:
                return

    def _left(self) -> list[int]:
        """Who has left the game: the books go on (section 8 of the notation)."""
        return [seat for seat in self.s.humans if self.s.turn[GONE] >> seat & 1]

    def _open(self) -> bool:
        """Whether somebody still has to decide about power or a cult step."""
        s = self.s
        for index in range(len(s.offers) - 1, -1, -1):
            if room(s, s.offers[index][0]) == 0:
                decide_offer(s, index, False)
        return bool(s.offers) or any(p[0] in (CULT_STEP, NEW_TOKEN) for p in s.stack)

    def step(self, i: int, row: Row) -> Difference | None:
        """Carry one row out and compare."""
        s = self.s
        builds = s.turn[BUILDS]
        noted = Noted() if self.listen is not None else None
        s.sink = noted or SILENT
        try:
            if row.faction:
                self._row(i, row)
            else:
                self._comment(row)
        except BadInputError as why:
            return Difference(row.line, row.faction, ". ".join(row.commands), "commands", "", "", why.rule, why.text)
        finally:
            s.sink = SILENT
        if self.listen is not None and noted is not None:
            note_awaiting(s, noted)
            self.listen(row, noted.lines)
        if row.state is not None and row.faction:
            seat = self.seats[row.faction]
            purse = s.purses[seat]
            ours = (
                s.vp[seat],
                purse.coins,
                purse.workers,
                purse.priests,
                [purse.bowl1, purse.bowl2, purse.bowl3],
                s.cults[seat],
                # the site still shows offers to those who have left
                row.state[6] if s.turn[GONE] else sorted(offer[2] for offer in s.offers if offer[3] > builds),
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
            s.turn[GONE] |= 1 << seat
            for index in [i for i, offer in enumerate(s.offers) if offer[0] == seat][::-1]:
                decide_offer(s, index, False)
            moving = s.to_move == seat
            do(s, Left(seat))
            if moving:
                s.new_turn()

    def _begin_round(self, number: int) -> None:
        s = self.s
        if number > 1:
            do(s, CleanedUp())
            do(s, RoundEnded())
        else:
            do(s, Begun())
        s.turn[STAGE] = ACTIONS_PHASE
        s.new_turn()

    def _row(self, i: int, row: Row) -> None:
        s, seat = self.s, self.seats.get(row.faction)
        if seat is None:
            raise ImpossibleError(text("error.ledger_faction", line=row.line, got=row.faction), rule="TM-014")
        if not row.commands:
            if s.turn[GONE] >> seat & 1:
                self._gone(i, seat)
            return
        acting = False
        for number, command in enumerate(row.commands):
            acting |= self._command(i, row, seat, number, command)
        if acting and s.turn[STAGE] == ACTIONS_PHASE and s.to_move == seat and s.turn[ACTED]:
            owed = next((PENDING[p[0]] for p in s.stack if p[1] == seat and p[0] not in _WAITS), None)
            if owed:
                raise ImpossibleError(text("error.ledger_owed", line=row.line, what=owed), rule="TM-024")
            if self.bought:
                raise ImpossibleError(text("error.refused", rule="TM-042"), rule="TM-042")
            end_turn(s, seat)

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
        s = self.s
        if verb == "cult_income_for_faction":
            s.turn[STAGE] = BONUS_PHASE
            spades = cult_bonus(s, seat)
            if spades and not s.turn[GONE] >> seat & 1:
                s.stack.append((CULT_SPADES, seat, spades, 0))
        elif verb == "other_income_for_faction":
            take_income(s, seat)
        elif verb == "all_income_for_faction":
            self._books(i, seat, "cult_income_for_faction")
            self._books(i, seat, "other_income_for_faction")
        elif verb == "score_resources":
            score_resources(s, seat)
        else:
            self._end_scoring(i, seat)

    def _end_scoring(self, i: int, seat: int) -> None:
        """The points of one category for one seat; the category is the heading above."""
        s = self.s
        if not self.ended:
            self.ended = True
            do(s, GameEnded())
            s.turn[STAGE] = GAME_OVER
            self.scored = {(scored.seat, scored.category): scored for scored in final_scoring(s)}
        name = ""
        for row in reversed(self.ledger.rows[:i]):
            if row.comment.startswith("Scoring "):
                name = row.comment.split()[1]
                break
        category = FINAL.get(name, "network" if name == "network" else f"cult_{name.lower()}")
        scored = self.scored.get((seat, category))
        if scored is not None:
            score_end(s, scored)

    # --------------------------------------------------------------------------------------------------------- commands

    def _command(self, i: int, row: Row, seat: int, number: int, command: str) -> bool:
        """One command; whether it belongs to a turn (and not to a decision about power or a book entry)."""
        s = self.s
        verb, _, rest = command.partition(" ")
        match verb:
            case "setup" | "wait" | "pick-color" if verb != "pick-color" or self.shifting == NOBODY:
                return False
            case "pick-color":
                self._move(seat, Move(m.ACTION, self.shifting, colour_named(rest, row.line) + 1))
                self.shifting = NOBODY
            case "leech" | "decline":
                self._power(seat, verb == "leech", rest)
                return False
            case "build":
                self._build(row, seat, s.map.hex(rest))
            case "upgrade":
                where, _, kind = rest.partition(" to ")
                if kind not in KINDS:
                    raise broken(row.line, "commands", command)
                self._act(seat, Move(m.UPGRADE, s.map.hex(where), KINDS[kind]))
            case "dig":
                self._declines(seat)
                self.bought += int(rest)
            case "transform":
                where, _, colour = rest.partition(" to ")
                self._transform(row, seat, s.map.hex(where), colour)
            case "action":
                action = f.ACTION_BY_SITE.get(rest.upper())
                if action is None:
                    raise broken(row.line, "commands", command)
                if action in (f.SHIFT_POWER, f.SHIFT_TOKENS):
                    self.shifting = action
                else:
                    self._act(seat, Move(m.ACTION, action))
            case "bridge":
                a, _, b = rest.split()[0].partition(":")
                self._move(seat, Move(m.BRIDGE, s.map.bridge(a, b)))
            case "send":
                self._send(row, seat, rest)
            case "advance":
                self._act(seat, Move(m.SHIP if rest.startswith("ship") else m.DIG))
            case "burn":
                self._move(seat, Move(m.CONVERT, m.BURN, int(rest or 1)))
            case "convert":
                self._convert(row, seat, rest)
            case "pass":
                self._pass(seat, rest)
            case "connect":
                self._connect(seat, rest)
            case "unlock-terrain":
                to = m.THE_PRIEST if rest == "gain-priest" else colour_named(rest, row.line)
                self._move(seat, Move(m.UNLOCK, to))
                return False
            case "gain":
                self._out_of_turn(seat, NEW_TOKEN, Move(m.TOKEN, 1))
                return False
            case "done":
                if s.turn[ACTED]:
                    end_turn(s, seat)
                return False
            case "score_resources" | "cult_income_for_faction" | "other_income_for_faction" | "all_income_for_faction":
                self._books(i, seat, verb)
                return False
            case "[opponent":
                return False
            case "[all":
                self._all_declined(i, seat)
                return False
            case _ if verb[0] in "+-":
                return self._plus(i, row, seat, command)
            case _:
                raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))
        return True

    def _move(self, seat: int, move: Move) -> None:
        carry_out(self.s, seat, move)

    def _act(self, seat: int, move: Move) -> None:
        """The action of a turn: what was not decided before it is declined."""
        s = self.s
        self._declines(seat)
        if s.turn[STAGE] == ACTIONS_PHASE and s.to_move != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[s.to_move]), rule="TM-020")
        stack, s.stack = s.stack, [p for p in s.stack if p[1] == seat and p[0] not in _WAITS]
        rest = [p for p in stack if p not in s.stack]
        carry_out(s, seat, move)
        s.stack = rest + s.stack

    def _declines(self, seat: int) -> None:
        s = self.s
        if s.offers:
            for _ in [offer for offer in s.offers if offer[0] == seat]:
                decide_offer(s, next(k for k, o in enumerate(s.offers) if o[0] == seat), False)

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
            for index, (receiver, whose, n, _) in enumerate(s.offers):
                if receiver == seat and (not giver or whose == giver) and (n == amount if exact else n > amount):
                    decide_offer(s, index, take)
                    return
        if room(s, seat) == 0:
            return  # full bowls: there is nothing to decide (TM-065)
        raise ImpossibleError(text("error.ledger_offer", n=amount, faction=words[-1]), rule="TM-062")

    def _all_declined(self, i: int, seat: int) -> None:
        """+1 power, booked before the row of the decline that causes it: that gift is marked as paid."""
        s = self.s
        nearby = next((self.seats.get(r.faction, 0) for r in self.ledger.rows[i + 1 :] if r.faction), 0)
        mine = [k for k, gift in enumerate(s.gifts) if gift[1] == seat and gift[2] == 0]
        if not mine:
            raise ImpossibleError(text("error.ledger_gift"), rule="TM-124")
        best = next((k for k in mine if all(o[0] == nearby for o in s.offers if o[3] == s.gifts[k][0])), mine[0])
        number, giver, _, declined = s.gifts[best]
        s.gifts[best] = (number, giver, -99, declined)
        gain_power(s, seat, 1, FROM_FACTION)

    def _build(self, row: Row, seat: int, hex_: int) -> None:
        s = self.s
        if s.turn[STAGE] == 0:
            self._setup(seat, PLACE_DWELLING, Move(m.PLACE, hex_))
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

    def _setup(self, seat: int, kind: int, move: Move) -> None:
        s = self.s
        if not s.stack or s.stack[-1][:2] != (kind, seat):
            raise ImpossibleError(
                text("error.ledger_turn", seat=SEATS.names[s.stack[-1][1] if s.stack else 0]), rule="TM-015"
            )
        carry_out(s, seat, move)

    def _transform(self, row: Row, seat: int, hex_: int, colour: str) -> None:
        s = self.s
        terrain = colour_named(colour, row.line) if colour else self._towards_home(seat, hex_)
        index = next((k for k, p in enumerate(s.stack) if p[0] == CULT_SPADES and p[1] == seat), NOBODY)
        if s.turn[STAGE] == BONUS_PHASE and index != NOBODY:
            entry = s.stack.pop(index)
            s.stack.append(entry)
            carry_out(s, seat, Move(m.TRANSFORM, hex_, terrain))
            return
        if self.bought and s.turn[ACTED] and not s.turn[FREE_SPADES]:
            s.turn[ACTED] = 0  # further spades for the same action
        track = self._payment(row) if s.sides[seat].acolytes else 0
        need = self._enough(seat, hex_, terrain)
        self._act(seat, Move(m.TRANSFORM, hex_, terrain, track))
        self.bought = 0 if s.sides[seat].volcano else max(0, self.bought - need)

    def _enough(self, seat: int, hex_: int, terrain: int) -> int:
        """The spades a transformation takes; they must be at hand, free or bought with `dig`."""
        s = self.s
        need = spades_needed(s, seat, ground_at(s, hex_), terrain)
        if need > s.turn[FREE_SPADES] + self.bought and not any(p[:2] == (STORM, seat) for p in s.stack):
            raise ImpossibleError(text("error.refused", rule="TM-041"), rule="TM-041")
        return need

    def _towards_home(self, seat: int, hex_: int) -> int:
        """`transform HEX` without a colour: home terrain, or as near to it as the spades at hand allow."""
        s = self.s
        start, home = ground_at(s, hex_), s.home[seat]
        left = next((p[2] for p in s.stack if p[:2] == (CULT_SPADES, seat)), s.turn[FREE_SPADES] + self.bought)
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
        if (old, new) == ("w", "p"):
            self._move(seat, Move(m.EXCHANGE, n))
        elif (old, new) == ("p", "c"):
            self._move(seat, Move(m.CONVERT, m.PRIEST_TO_WORKER, n))
            self._move(seat, Move(m.CONVERT, m.WORKER_TO_COIN, n))
        elif (old, new) in RATE:
            self._move(seat, Move(m.CONVERT, RATE[old, new], n))
        else:
            raise broken(row.line, "commands", rest)

    def _pass(self, seat: int, rest: str) -> None:
        s = self.s
        card = BONUS.index(rest) if rest else NOBODY
        if card is None:
            raise ImpossibleError(text("error.no_bonus", got=rest), rule="TM-094")
        if s.turn[STAGE] == 0:
            self._setup(seat, CHOOSE_BONUS, Move(m.BONUS_CARD, card))
            return
        self._act(seat, Move(m.PASS, NOBODY if s.round == ROUNDS else card))

    def _connect(self, seat: int, rest: str) -> None:
        s = self.s
        if ":" in rest:
            ends = mask_of(s.map.hex(h) for h in rest.split(":"))
            rivers = [r for r in range(len(s.map.near)) if connections(s, seat) >> r & 1 and ends & ~s.map.near[r] == 0]
            if not rivers:
                raise ImpossibleError(text("error.refused", rule="TM-122"), rule="TM-122")
            river = rivers[0]
        else:
            river = s.map.hex(rest)
        self._move(seat, Move(m.CONNECT, river))

    def _plus(self, i: int, row: Row, seat: int, command: str) -> bool:
        """`+FAVn`, `+nTWm`, `+nCULT`, `-SPADE` and their like."""
        s = self.s
        parts = _PLUS.fullmatch(command)
        sign, n, what = parts.groups() if parts else ("", "", "")
        count = int(n or 1)
        if sign == "+" and what.startswith("fav") and what in ALL_FAVORS:
            self._out_of_turn(seat, TAKE_FAVOR, Move(m.FAVOR, ALL_FAVORS[what]))
        elif sign == "+" and what in ALL_TOWNS:
            for _ in range(count):
                self._out_of_turn(seat, TAKE_TOWN, Move(m.TOWN, ALL_TOWNS[what]))
        elif sign == "+" and what in CULT_NAMES:
            left = count
            while left:
                two = any(p[:2] == (CULT_TWO, seat) for p in s.stack) and left >= 2
                self._out_of_turn(seat, CULT_TWO if two else CULT_STEP, Move(m.CULT, CULT_NAMES[what]))
                left -= 2 if two else 1
        elif sign == "+" and what.startswith("vp for"):
            self._end_scoring(i, seat)
            return False
        elif sign == "-" and what == "spade":
            self._give_up_spades(seat, count)
        elif sign == "-" and what in CULT_NAMES:
            if not s.sides[seat].acolytes:  # a correction before tw5 or tw6: this track shall not go to 10
                do(s, CultAdvanced(seat, CULT_NAMES[what], -count))
            return True  # Acolytes paid with the transformation
        elif sign == "-" and what in ("bridge", "free_d", "free_tf", "free_tp", "gain_p3_for_vp", "convert_w_to_p"):
            self._give_up(seat, what)
        else:
            raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))
        return s.turn[STAGE] == ACTIONS_PHASE and s.to_move == seat

    def _out_of_turn(self, seat: int, kind: int, move: Move) -> None:
        """A decision that may come before others that wait: it is brought to the top of the stack."""
        s = self.s
        for index in range(len(s.stack) - 1, -1, -1):
            if s.stack[index][:2] == (kind, seat):
                s.stack.append(s.stack.pop(index))
                carry_out(s, seat, move)
                return
        raise ImpossibleError(text("error.refused", rule="TM-024"), rule="TM-024")

    def _give_up_spades(self, seat: int, count: int) -> None:
        s = self.s
        if s.turn[STAGE] == ACTIONS_PHASE and s.turn[FREE_SPADES]:
            s.turn[FREE_SPADES] = max(0, s.turn[FREE_SPADES] - count)
            return
        for index, entry in enumerate(s.stack):
            if entry[:2] == (CULT_SPADES, seat):
                left = entry[2] - count
                s.stack[index : index + 1] = [(CULT_SPADES, seat, left, 0)] if left > 0 else []
                return

    def _give_up(self, seat: int, what: str) -> None:
        s = self.s
        if what == "convert_w_to_p":
            s.turn[EXCHANGES] = 0
            return
        kind = {"bridge": BUILD_BRIDGE, "gain_p3_for_vp": NEW_TOKEN}.get(what)
        for index in range(len(s.stack) - 1, -1, -1):
            if s.stack[index][1] == seat and (kind is None or s.stack[index][0] == kind):
                del s.stack[index]
                return


_WAITS = (CULT_STEP, CULT_SPADES, NEW_TOKEN, UNLOCK_OR_PRIEST)
_CONVERT = re.compile(r"(\d*) ?([a-z]+) to (\d*) ?([a-z]+)")
_PLUS = re.compile(r"([+-]) ?(\d*) ?(.+)")
ALL_FAVORS = {f"fav{i}": i - 1 for i in range(1, 13)}
ALL_TOWNS = {f"tw{i}": i - 1 for i in range(1, 9)}


def imported(source: str) -> Imported:
    """A ledger as a game to look back at: every row with its events in notation, and the first difference."""
    ledger = read(source)
    steps: list[tuple[str, list[str]]] = []
    setup = setup_of(ledger)

    def listen(row: Row, lines: list[str]) -> None:
        who = f"{row.faction}: " if row.faction else ""
        if row.faction or len(lines) > 1:
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
