"""Terra Mystica played out: every rule of the human's turn enforced, the Automa at the same table.

Here, and only here, the human's rules meet the Automa: her reserve card for the Cultists (TMA-095).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from soloist.core.board import Event, Problem
from soloist.core.chance import Chance
from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import DIGITAL, Agent, Due, Imported, Player, Rulebook
from soloist.core.screen import Choice
from soloist.core.sink import Heard, Sink
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.games.terra_mystica.automa.deck import cultists_draw
from soloist.games.terra_mystica.automa.turn import turn
from soloist.games.terra_mystica.board.state import OVER
from soloist.games.terra_mystica.board.tables import AUTOMA, SEATS
from soloist.games.terra_mystica.human import accounts, actions, events, ledger, pending, setup
from soloist.games.terra_mystica.human.agents import AGENTS
from soloist.games.terra_mystica.human.legal import legal
from soloist.games.terra_mystica.human.moves import DONE, Move, parse_move
from soloist.games.terra_mystica.human.state import GAME_OVER, STAGE, Position
from soloist.games.terra_mystica.show.decision import decision
from soloist.games.terra_mystica.show.hands import winner_line
from soloist.games.terra_mystica.show.plays import plays
from soloist.games.terra_mystica.table import results, scores


@cache
def _due(seat: int, what: str) -> Due:
    return Due(SEATS.names[seat], what, seat == AUTOMA)


class TerraMysticaDigital(Rulebook):
    """The human's rules."""

    id = DIGITAL
    entry = "move"
    by_hand = False
    adviser = "greedy"
    options = setup.OPTIONS
    quick: Mapping[str, str] = {}

    @property
    def agents(self) -> Mapping[str, Callable[[str], Agent]]:
        return AGENTS

    def lay_out(self, options: Mapping[str, str], chance: Chance, owner: Mapping[str, str]) -> dict[str, str]:
        return setup.lay_out(options, chance, owner)

    def new(self, source: Mapping[str, str]) -> Position:
        return setup.new_position(source)

    def due(self, position: Position) -> Due | None:
        if position.turn[STAGE] == GAME_OVER:
            return None
        return _due(pending.deciding(position), "decision")

    def prompt(self, position: Position) -> list[Text]:
        return [decision(position), *([winner_line(position)] if position.phase == OVER else [])]

    def legal(self, position: Position) -> list[Move]:
        return legal(position)

    def choices(self, position: Position, place: str | None = None) -> list[Choice]:
        found = plays(position, legal(position))
        return found if place is None else [choice for choice in found if choice.place == place]

    def end_of_turn(self, position: Position) -> str:
        done = Move(DONE)
        return done.notation(position) if not position.stack and done in legal(position) else ""

    def read(self, position: Position, words: str) -> Move:
        seat = SEATS.names[pending.deciding(position)]
        return parse_move(position, words.strip().removeprefix(f"{seat}: "))

    def write(self, position: Position, move: Move) -> str:
        return move.notation(position)

    def typed(self, position: Position, move: Move) -> list[str]:
        return [f"{SEATS.names[pending.deciding(position)]}: {move.notation(position)}"]

    def logged(self, position: Position, typed: Sequence[str], events: Sequence[str]) -> Move:
        return self.read(position, typed[0])

    def parse(self, position: Position, line: str) -> Event:
        return events.parse(position, line)

    def next_words(self, position: Position, words: Sequence[str]) -> Iterable[str]:
        for move in legal(position):
            line = move.notation(position).split()
            if len(line) > len(words) and all(a in (w, w.lower()) for a, w in zip(line, words, strict=False)):
                yield line[len(words)]

    def act(self, position: Position, move: Move, chance: Chance, sink: Sink) -> None:
        due = self.due(position)
        if due is None or due.automa:
            raise ImpossibleError(text("error.game_is_over" if due is None else "error.automa_due"))
        actions.act(position, move, sink, lambda s: cultists_draw(s, chance, sink))

    def automa(self, position: Position, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        due = self.due(position)
        if due is None or not due.automa:
            raise ImpossibleError(text("error.automa_not_due"))
        heard = Heard(sink)
        turn(position, chance, trace, heard)
        sink.follows()
        actions.after_automa(position, heard.events, sink)

    def scores(self, position: Position) -> Mapping[str, int]:
        return scores(position)

    def results(self, position: Position) -> Sequence[tuple[str, int]]:
        return results(position)

    def round(self, position: Position) -> int:
        return position.round

    def broken(self, before: Position, event: Event, after: Position) -> list[Problem]:
        return accounts.broken(before, event, after)

    def seat(
        self, wanted: Sequence[Player], options: Mapping[str, str], chance: Chance
    ) -> tuple[dict[str, str], tuple[Player, ...]]:
        return setup.seat(wanted, options, chance)

    def points(self, position: Position, events: Sequence[Event]) -> list[tuple[str, str, int]]:
        return accounts.points(events)

    def imported(self, source: str) -> Imported:
        return ledger.imported(source)


RULES = TerraMysticaDigital()
