"""The bookings that the play site makes itself: income, cult bonuses, new rounds, players who left, final points."""

from __future__ import annotations

from collections.abc import Callable

from soloist.core.errors import ImpossibleError, find_nearest
from soloist.core.sink import NULL_SINK, Sink
from soloist.core.steps import StepClosed, StepOpened
from soloist.core.text import text
from soloist.games.terra_mystica.board.events import Begun, GameEnded, RoundEnded, Scored
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import ROUNDS, SEATS
from soloist.games.terra_mystica.ledger.file import (
    FINAL,
    Ledger,
    Row,
    build_setup,
    faction_named,
)
from soloist.games.terra_mystica.player.base_step import refuse
from soloist.games.terra_mystica.player.events import Left, StageBegun
from soloist.games.terra_mystica.player.income import (
    cult_bonus,
    score_resources,
    take_income,
)
from soloist.games.terra_mystica.player.options import new_position
from soloist.games.terra_mystica.player.spades import CultSpades
from soloist.games.terra_mystica.player.state import ACTIONS, BONUSES, SETTING_UP, Position

#: commands that only the site itself writes
BOOKS = (
    "cult_income_for_faction",
    "other_income_for_faction",
    "all_income_for_faction",
    "income_for_faction",
    "score_resources",
)


class Books:
    """The replay of one ledger: the position, and the bookings applied to it."""

    __slots__ = (
        "bare",
        "bought",
        "checks",
        "done",
        "ended",
        "ledger",
        "listen",
        "position",
        "scored",
        "seats",
        "shifting",
        "sink",
    )

    def __init__(self, ledger: Ledger, listen: Callable[[Row, list[str]], None] | None = None) -> None:
        self.ledger = ledger
        #: the ledger is a command log without bookings, so they have to be computed
        self.bare = not any("income" in command for row in ledger.rows for command in row.commands)
        self.position: Position = new_position(build_setup(ledger))
        self.seats = {faction: i for i, faction in enumerate(ledger.factions, 1)}
        self.listen = listen
        self.sink: Sink = NULL_SINK
        self.bought = False  # whether the spades came by `dig`: then all of them must be used (TM-042)
        self.done = 0  # number of commands read in the current row
        self.shifting = NOBODY
        self.checks = 0
        self.ended = False
        self.scored: dict[tuple[int, str], Scored] = {}

    def _find_seat(self, name: str, line: int) -> int:
        """Return the seat of a faction; raise `ImpossibleError` if it does not take part."""
        seat = self.seats.get(faction_named(name, line))
        if seat is None:
            raise ImpossibleError(
                text("error.ledger_faction", line=line, got=name), rule="TM-014", nearest=find_nearest(name, self.seats)
            )
        return seat

    def _leave(self, seat: int) -> None:
        """Let a seat leave the game and drop its pending decisions (section 8 of the notation)."""
        position = self.position
        if seat not in position.humans or position.gone >> seat & 1:
            raise ImpossibleError(text("error.ledger_gone", seat=SEATS.names[seat]), rule="TM-020")
        for offer in reversed(position.offers):
            if offer.seat == seat:
                offer.withdraw(position, self.sink)
        for step in reversed(position.waits):
            if step.seat == seat:
                self.sink.apply_event(position, StepClosed(step))
        self.sink.apply_event(position, Left(seat))

    def _list_departed(self) -> list[int]:
        """Return the seats that have left the game; their bookings go on (section 8 of the notation)."""
        return [seat for seat in self.position.humans if self.position.gone >> seat & 1]

    def _begin_round(self, number: int) -> None:
        """Begin a round at `Round N, turn 1`, for which the site has booked everything before."""
        position = self.position
        first = position.stage == SETTING_UP
        if number != (1 if first else position.round + 1) or number > ROUNDS:
            raise ImpossibleError(text("error.ledger_round", got=number, round=position.round), rule="TM-018")
        if first:
            if position.waits:
                refuse("TM-015")
            self.sink.apply_event(position, Begun())
        else:
            if not position.order or len(position.passed) != len(position.order):
                refuse("TM-020")
            self.sink.apply_event(position, RoundEnded())
        self.sink.apply_event(position, StageBegun(ACTIONS))

    def _book_departed(self, i: int, seat: int) -> None:
        """Book the row of a seat that has left; such rows have no command, so an earlier row tells which booking it
        is."""
        for row in reversed(self.ledger.rows[:i]):
            verb = row.commands[-1] if row.commands else ""
            if row.remark.startswith("scoring ") or " for " in verb:
                self._end_scoring(i, seat)
                return
            if row.remark.startswith("converting "):
                verb = "score_resources"
            if verb:
                if verb.endswith("income_for_faction") or verb == "score_resources":
                    self._book(i, seat, verb)
                return

    def _book(self, i: int, seat: int, verb: str) -> None:
        position, sink = self.position, self.sink
        if self.bare:
            return  # computed in `Replay._compute_bookings`
        if verb == "cult_income_for_faction":
            if position.stage == SETTING_UP:
                return  # there is none before the first round
            if position.round == ROUNDS or len(position.passed) != len(position.order):
                refuse("TM-096")
            if position.stage != BONUSES:
                sink.apply_event(position, StageBegun(BONUSES))
            spades = cult_bonus(position, sink, seat)
            if spades and not position.gone >> seat & 1:
                sink.apply_event(position, StepOpened(CultSpades(seat, spades)))
        elif verb == "other_income_for_faction":
            take_income(position, sink, seat)
        elif verb in ("all_income_for_faction", "income_for_faction"):
            self._book(i, seat, "cult_income_for_faction")
            self._book(i, seat, "other_income_for_faction")
        elif verb == "score_resources":
            score_resources(position, sink, seat)
        else:
            self._end_scoring(i, seat)

    def _end_scoring(self, i: int, seat: int) -> None:
        """Score one category for one seat; the category is in the heading above."""
        position = self.position
        if self.bare:
            return
        if not self.ended:
            if position.round < ROUNDS or len(position.passed) != len(position.order):
                refuse("TM-100")
            self.ended = True
            self.sink.apply_event(position, GameEnded())
            self.scored = {(scored.seat, scored.category): scored for scored in final_scoring(position)}
        name = ""
        for row in reversed(self.ledger.rows[:i]):
            if row.remark.startswith("scoring "):
                name = row.remark.split()[1]
                break
        category = FINAL.get(name, "network" if name == "network" else f"cult_{name.lower()}")
        scored = self.scored.get((seat, category))
        if scored is not None:
            self.sink.apply_event(position, scored)

    def _cult_spades(self, seat: int) -> CultSpades | None:
        return next((step for step in self.position.waits if isinstance(step, CultSpades) and step.seat == seat), None)
