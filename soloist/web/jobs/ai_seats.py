"""Whoever plays the seats that no person plays: thinks beside the requests, and then plays at the table.

What is thought about is the table as it is stored: nothing else has to be kept, and after a restart it is thought about
again as soon as somebody looks. Whoever has gone is not played for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from threading import RLock
from time import monotonic
from typing import Protocol

from soloist.agents import ai_seats as agents
from soloist.agents.jobs import MoveJob
from soloist.core.errors import MovedOnError, SoloistError, UnknownError
from soloist.core.text import Text, text
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.web.storage.loaded_tables import Tables

_log = logging.getLogger(__name__)
#: so many tables are thought about or wait for it, for everybody together and for one visitor
MOST_WAITING, MOST_OF_ONE = 8, 3
#: whoever has not looked in for so many seconds has gone
_PATIENCE = 60.0
#: how it stands with a seat that is due: somebody thinks, has been stopped, or cannot begin because too many think
THINKING, STOPPED, QUEUED = "thinking", "stopped", "queued"


class SeatWorker(Protocol):
    """Whoever makes thoughts, one after the other, beside the requests; None where one was given up."""

    def submit(self, make: MoveJob, unwanted: Callable[[], bool], /) -> Future[list[str] | None]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Waiting:
    """A seat that is due and that no person plays: which, by whom, how it stands, and why if it went wrong."""

    seat: str
    agent: str
    state: str
    why: Text | None = None


@dataclass(slots=True)
class _SeatThought:
    """What is thought about one state of a table: `state` is the end of its save, the check sum of all that happened."""

    state: str
    seat: str
    agent: str
    visitor: str
    asked: float
    stopped: bool = False
    over: bool = False
    why: Text | None = None


class AiSeats:
    """All seats that no person plays, at all tables: one thought per table, one after the other."""

    def __init__(self, tables: Tables, thinker: SeatWorker, clock: Callable[[], float] = monotonic) -> None:
        self._tables, self._thinker, self._clock = tables, thinker, clock
        self._thoughts: dict[str, _SeatThought] = {}
        self._guard = RLock()

    def ensure_searching(self, row: StoredTable, table: Table, visitor: str, *, begin: bool = True) -> Waiting | None:
        """Whom an open table waits for, if that is no person. Where nobody thinks yet, somebody begins to."""
        seat = "" if table.automa_due else table.deciding
        agent, state = row.played_by.get(seat), table.writer.end_line()
        with self._guard:
            thought = self._thoughts.get(row.id)
            if thought is not None and (thought.state, thought.seat, thought.agent) != (state, seat, agent):
                thought.stopped = True
                del self._thoughts[row.id]
                thought = None
            if agent is None:
                return None
            if thought is None and begin and self._has_room(visitor):
                thought = _SeatThought(state, seat, agent, visitor, self._clock())
                self._begin(row.id, table, thought)
            if thought is None:
                return Waiting(seat, agent, QUEUED)
            thought.asked = self._clock()
            return Waiting(seat, agent, STOPPED if thought.stopped or thought.over else THINKING, thought.why)

    def stop(self, id: str) -> None:
        """Give up what is thought about this table; it waits until somebody lets it go on."""
        with self._guard:
            if id in self._thoughts:
                self._thoughts[id].stopped = True

    def go_on(self, id: str) -> None:
        """Think again, as soon as somebody looks."""
        with self._guard:
            thought = self._thoughts.pop(id, None)
            if thought is not None:
                thought.stopped = True

    def close(self) -> None:
        with self._guard:
            for thought in self._thoughts.values():
                thought.stopped = True
        self._thinker.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------------------------------------------------- beside requests

    def _has_room(self, visitor: str) -> bool:
        now = self._clock()
        gone = [id for id, it in self._thoughts.items() if now - it.asked > _PATIENCE]
        for id in gone:
            del self._thoughts[id]
        busy = [thought for thought in self._thoughts.values() if not thought.stopped and not thought.over]
        return len(busy) < MOST_WAITING and sum(thought.visitor == visitor for thought in busy) < MOST_OF_ONE

    def _begin(self, id: str, table: Table, thought: _SeatThought) -> None:
        self._thoughts[id] = thought
        seed, number = agents.make_seed(table, thought.seat), len(table.entries)
        job = MoveJob(table.game.id, table.mode, table.board.copy(), thought.agent, seed, number)

        def unwanted() -> bool:
            return thought.stopped or self._clock() - thought.asked > _PATIENCE

        self._thinker.submit(job, unwanted).add_done_callback(lambda made: self._made(id, thought, made))

    def _made(self, id: str, thought: _SeatThought, made: Future[list[str] | None]) -> None:
        """A thought is there, or has failed: play it, unless the table is another by now."""
        try:
            lines = made.result()
            if lines is None:
                self._forget(id, thought)
            elif not thought.stopped:
                self._play(id, thought, lines)
        except (CancelledError, MovedOnError, UnknownError):  # nobody waits for it any more
            pass
        except SoloistError as why:
            _log.warning("table %s: %s", id, why)
            thought.why = why.text
        except Exception:  # there is nobody to tell: the page says that it stopped, the log why
            _log.exception("table %s", id)
            thought.why = text("error.fault")
        finally:
            thought.over = True

    def _forget(self, id: str, thought: _SeatThought) -> None:
        """It was given up because nobody looked: whoever comes back finds somebody thinking again."""
        with self._guard:
            if not thought.stopped and self._thoughts.get(id) is thought:
                del self._thoughts[id]

    def _play(self, id: str, thought: _SeatThought, lines: list[str]) -> None:
        """All moves of the thought or none; whoever is next begins to think, if that is no person either."""
        with self._tables.open_table(id) as (row, table):
            if table.writer.end_line() != thought.state or row.played_by.get(thought.seat) != thought.agent:
                return
            with table.transaction():
                for line in lines:
                    table.play(line)
            if self._clock() - thought.asked <= _PATIENCE:
                self.ensure_searching(row, table, thought.visitor)
