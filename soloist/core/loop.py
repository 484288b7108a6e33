"""The one loop that plays a game by its rulebook. Watchers measure what happens in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from soloist.core.chance import Chance
from soloist.core.errors import SoloistError
from soloist.core.rulebook import Agent, Due, Rulebook
from soloist.core.sink import NULL_SINK, RecordingSink, Sink
from soloist.core.text import text
from soloist.core.trace import Trace

#: a game with more decisions than this counts as endless
MOST_STEPS = 20_000


class EndlessError(SoloistError):
    """A game that does not end, or a decision without a legal move: a fault of the rulebook."""


class Watcher:
    """Observe a game while it is played. All data is kept in the watcher; the loop keeps none."""

    #: whether it needs the recorded events
    wants_events = True
    #: whether it needs the reasons of the Automa
    wants_trace = False
    #: whether the game may be stopped before its end
    should_stop = False

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        """Called before each decision, with the legal moves (empty for the Automa)."""

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        """Called when an agent has chosen a move, before it is applied."""

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        """Called after each act, with its recorded events and the trace of an Automa turn."""


def run_game(
    book: Rulebook,
    position: Any,
    agents: Mapping[str, Agent],
    chance: Chance,
    watchers: Sequence[Watcher] = (),
) -> bool:
    """Play from this position to the end of the game. Return False if a watcher stopped it earlier.

    Raises `EndlessError` after `MOST_STEPS` decisions, and when a seat has no legal move.
    """
    wants_events = any(watcher.wants_events for watcher in watchers)
    wants_trace = any(watcher.wants_trace for watcher in watchers)
    for _ in range(MOST_STEPS):
        due = book.find_due(position)
        if due is None:
            return True
        if watchers and any(watcher.should_stop for watcher in watchers):
            return False
        noted = RecordingSink() if wants_events else None
        sink: Sink = NULL_SINK if noted is None else noted
        trace = None
        if due.automa:
            for watcher in watchers:
                watcher.before_decision(position, due, ())
            trace = Trace(noted) if wants_trace else None
            book.play_automa(position, chance, trace, sink)
        else:
            legal = book.list_legal_moves(position)
            if legal is not None and not legal:
                raise EndlessError(text("error.no_legal_move", seat=due.seat))
            for watcher in watchers:
                watcher.before_decision(position, due, legal)
            agent = agents[due.seat]
            if agent.trusted:
                move = agent.choose_move(position, () if legal is None else legal)
            else:  # an untrusted agent gets a copy, so that nothing it does changes the game
                move = agent.choose_move(position.copy(), tuple(legal or ()))
            for watcher in watchers:
                watcher.after_choice(position, due, move)
            book.apply_move(position, move, chance, sink)
        if noted is not None:
            for watcher in watchers:
                watcher.after_event(position, due, noted, trace)
    raise EndlessError(text("error.endless", steps=MOST_STEPS))
