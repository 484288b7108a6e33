"""Play the AI seats of tables: search in the background, then make the move.

The search works on the stored table, so nothing else has to be saved; after a restart it begins again as soon as a page
asks. It is given up if no page asks for a while.
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
#: searches that run or wait, of all visitors and of one
MOST_WAITING, MOST_OF_ONE = 8, 3
#: seconds without a request after which a search is given up
_PATIENCE = 60.0
#: state of an AI seat to move: searching, stopped, or waiting because too many searches run
THINKING, STOPPED, QUEUED = "thinking", "stopped", "queued"


class SeatWorker(Protocol):
    """Runs jobs one after another in the background. A result is None if the job was given up."""

    def submit(self, make: MoveJob, unwanted: Callable[[], bool], /) -> Future[list[str] | None]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class Waiting:
    """An AI seat that is to move: its agent, the state of its search, and the reason if the search failed."""

    seat: str
    agent: str
    state: str
    why: Text | None = None


@dataclass(slots=True)
class _SeatThought:
    """The search for one state of a table; `state` is the end line of its save, a check sum of all that happened."""

    state: str
    seat: str
    agent: str
    visitor: str
    asked: float
    stopped: bool = False
    over: bool = False
    why: Text | None = None


class AiSeats:
    """Searches for the AI seats of all tables: one search per table, one after another."""

    def __init__(self, tables: Tables, thinker: SeatWorker, clock: Callable[[], float] = monotonic) -> None:
        self._tables, self._thinker, self._clock = tables, thinker, clock
        self._thoughts: dict[str, _SeatThought] = {}
        self._guard = RLock()

    def ensure_searching(self, row: StoredTable, table: Table, visitor: str, *, begin: bool = True) -> Waiting | None:
        """Return the AI seat to move and start its search if none is running; None if a person is to move.

        With `begin=False` no search is started.
        """
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
        """Stop the search of this table until `go_on` is called."""
        with self._guard:
            if id in self._thoughts:
                self._thoughts[id].stopped = True

    def go_on(self, id: str) -> None:
        """Forget the search of this table, so that the next page starts a new one."""
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
        """Return whether this visitor may start a search, after searches nobody asks for are forgotten."""
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
        """Play the result of a search, or record why it failed."""
        try:
            lines = made.result()
            if lines is None:
                self._forget(id, thought)
            elif not thought.stopped:
                self._play(id, thought, lines)
        except (CancelledError, MovedOnError, UnknownError):  # stopped, or the table changed or is gone
            pass
        except SoloistError as why:
            _log.warning("table %s: %s", id, why)
            thought.why = why.text
        except Exception:  # in a callback: the page says that the search stopped, the log says why
            _log.exception("table %s", id)
            thought.why = text("error.fault")
        finally:
            thought.over = True

    def _forget(self, id: str, thought: _SeatThought) -> None:
        """Forget a search given up because no page asked, so that the next page starts it again."""
        with self._guard:
            if not thought.stopped and self._thoughts.get(id) is thought:
                del self._thoughts[id]

    def _play(self, id: str, thought: _SeatThought, lines: list[str]) -> None:
        """Play all moves of a search or none, unless the table has changed; then search for the next AI seat."""
        with self._tables.open_table(id) as (row, table):
            if table.writer.end_line() != thought.state or row.played_by.get(thought.seat) != thought.agent:
                return
            with table.transaction():
                for line in lines:
                    table.play(line)
            if self._clock() - thought.asked <= _PATIENCE:
                self.ensure_searching(row, table, thought.visitor)
