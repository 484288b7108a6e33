"""The replay of real games: ledgers of the public play site, read and checked against these rules.

`read` turns a ledger into rows; `replay` carries the commands of each row out and compares the state after it with the
recorded one. The first difference names row, column and the rules behind it. Two formats are read: the rendered table,
whose columns serve as check sums, and the bare command log, which has none.

The replay follows the site where it deviates from the printed rules (set-up option `site`): spades score when they are
gained, coins become points during the game, offers of power are decided late (see
docs/decisions/0010-digital-terra-mystica.md). docs/ledgers.md describes the formats.
"""

from __future__ import annotations

import re

from soloist.core.errors import BadInputError
from soloist.core.rulebook import Imported
from soloist.core.sink import RecordingSink
from soloist.core.text import text
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import ROUNDS
from soloist.games.terra_mystica.ledger.commands import Commands
from soloist.games.terra_mystica.ledger.file import (
    COLUMN_RULES,
    COLUMNS,
    Difference,
    Ledger,
    Row,
    build_setup,
    draw_setup,
    read,
)
from soloist.games.terra_mystica.player.cults import CultStep
from soloist.games.terra_mystica.player.economy import power_room
from soloist.games.terra_mystica.player.income import (
    begin_actions,
    begin_round,
    cult_bonus,
    end_actions,
    take_income,
)
from soloist.games.terra_mystica.player.leech import NewToken
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, SETTING_UP

_ROUND = re.compile(r"round ([0-9]), turn 1$")
_PLAYER = re.compile(r"drop-faction player([1-5])")


class Replay(Commands):
    """The replay of one ledger, compared row by row with the recorded states."""

    __slots__ = ()

    def run(self) -> Difference | None:
        """Replay all rows; return the first difference, or None."""
        for i, row in enumerate(self.ledger.rows):
            found = self.step(i, row)
            if found is not None:
                return found
        return None

    def _compute_bookings(self) -> None:
        """Compute what a command log leaves out: income, cult bonuses, the end of the game."""
        position, sink = self.position, self.sink
        while position.phase != OVER and position.order:
            if position.stage == SETTING_UP and not position.waits:
                begin_actions(position, sink)
            elif (
                position.stage == ACTIONS
                and len(position.passed) == len(position.order)
                and not self._has_open_decisions()
            ):
                if position.round < ROUNDS:
                    for seat in self._list_departed():
                        cult_bonus(position, sink, seat)
                end_actions(position, sink)
            elif position.stage == BONUSES and not any(
                isinstance(step, CultSpades | CultStep) for step in position.waits
            ):
                begin_round(position, sink)
                for seat in self._list_departed():
                    take_income(position, sink, seat)
            else:
                return

    def _has_open_decisions(self) -> bool:
        """Return whether some seat still has to decide about power or a cult step."""
        position = self.position
        for offer in reversed(position.offers):
            if power_room(position, offer.seat) == 0:
                offer.answer(position, self.sink, take=False)
        return bool(position.offers) or any(isinstance(step, CultStep | NewToken) for step in position.waits)

    def step(self, i: int, row: Row) -> Difference | None:
        """Carry out one row, compare it, and compute the bookings that a command log leaves out."""
        builds = self.position.builds
        noted = None
        if self.listen is not None:
            self.sink = noted = RecordingSink()
        try:
            if row.faction:
                self._run_row(i, row)
            else:
                self._comment(row)
            found = self._compare(row, builds)
            if self.bare and found is None:
                self._compute_bookings()
        except BadInputError as why:
            commands = ". ".join(row.commands) or row.comment
            return Difference(row.line, row.faction, commands, "commands", "", "", why.rule, why.text, why.nearest)
        if self.listen is not None and noted is not None:
            self.listen(row, noted.lines)
        return found

    def _compare(self, row: Row, builds: int) -> Difference | None:
        """Return the first difference between the recorded state after a row and the position, or None."""
        position = self.position
        if row.state is None or (self.bare and position.phase == OVER):
            return None
        seat = self.seats[row.faction]
        purse = position.purses[seat]
        ours = (
            position.vp[seat],
            purse.coins,
            purse.workers,
            purse.priests,
            [purse.bowl1, purse.bowl2, purse.bowl3],
            position.cults[seat],
            # the site still shows offers to those who have left
            row.state[6] if position.gone else [] if position.builds == builds else self._offered(builds),
        )
        self.checks += 1
        return None if ours == row.state else self._difference(row, ours)

    def _offered(self, builds: int) -> list[int]:
        """Return the power offered to each neighbour after build number `builds`, summed over the builds of the row."""
        sums: dict[int, int] = {}
        for offer in self.position.offers:
            if offer.build > builds:
                sums[offer.seat] = sums.get(offer.seat, 0) + offer.power
        return sorted(sums.values())

    def _difference(self, row: Row, ours: tuple[object, ...]) -> Difference:
        assert row.state is not None
        for column, theirs, mine in zip(COLUMNS, row.state, ours, strict=True):
            if theirs != mine:
                return Difference(
                    row.line, row.faction, ". ".join(row.commands), column, str(theirs), str(mine), COLUMN_RULES[column]
                )
        raise AssertionError(row.line)

    def _comment(self, row: Row) -> None:
        comment = row.remark
        begins = _ROUND.match(comment)
        if begins and not self.bare:
            self._begin_round(int(begins[1]))
        elif comment.endswith("dropped from the game"):
            self._leave(self._find_seat(comment.split()[0], row.line))
        elif comment.startswith("drop-faction "):
            seat = _PLAYER.fullmatch(comment)
            self._leave(int(seat[1]) if seat else self._find_seat(comment.split()[1], row.line))

    def _run_row(self, i: int, row: Row) -> None:
        position = self.position
        seat = self.seats.get(row.faction) or self._find_seat(row.faction, row.line)
        if position.gone >> seat & 1 and not row.commands:
            self._book_departed(i, seat)
            return
        acting = False
        for self.done, command in enumerate(row.commands, 1):
            acting |= self._run_command(i, row, seat, command)
        if acting and position.stage == ACTIONS and position.to_move == seat and position.turn.acted:
            self._end_action(seat)


def import_ledger(source: str) -> Imported:
    """Return a ledger as a game to review: each row with its events in notation, and the first difference."""
    ledger = read(source)
    steps: list[tuple[str, list[str]]] = []
    setup = build_setup(ledger)

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
    return Imported(setup, steps, run.checks, said, found.line, found.rule, found.nearest)


def replay(source: str) -> tuple[Replay, Difference | None]:
    """Read and replay a ledger; return the replay and the first difference."""
    run = Replay(read(source))
    return run, run.run()


__all__ = ["Difference", "Ledger", "Replay", "Row", "build_setup", "draw_setup", "import_ledger", "read", "replay"]
