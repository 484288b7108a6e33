"""Review finished games in the background: measure, turn by turn, where the game turned.

Results are stored in the data folder after every turn. After a restart a running review counts as stopped, keeps its
results and can be resumed.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import RLock
from time import monotonic
from typing import Any, Protocol

from soloist.agents.jobs import ReviewJob
from soloist.agents.review import PlayedTurn, ReviewRun, TurningPoint, first_budget, list_turns_except
from soloist.core.errors import BusyError, ImpossibleError, SoloistError
from soloist.core.text import text
from soloist.session.documents import read_json
from soloist.session.files import read_bytes, write_atomically
from soloist.session.storage import StoredTable
from soloist.session.table import Table

_log = logging.getLogger(__name__)
#: reviews that run at once (one per visitor), and reviews kept
MOST_RUNNING, MOST_KEPT = 4, 200
#: seconds a review may take
MOST_SECONDS = 15 * 60
RUNNING, DONE, STOPPED = "running", "done", "stopped"


class ReviewWorker(Protocol):
    """Runs jobs one after another in the background. A result is None if the job was given up."""

    def submit(self, make: ReviewJob, unwanted: Callable[[], bool], /) -> Future[tuple[TurningPoint | None] | None]: ...

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None: ...


@dataclass(frozen=True, slots=True)
class ReviewSeen:
    """Snapshot of a review: its state, its progress and the turning points so far."""

    state: str
    done: int
    total: int
    points: tuple[TurningPoint, ...]


@dataclass(slots=True)
class _ReviewTask:
    """A running review."""

    id: str
    game: str
    mode: str
    entries: int
    visitor: str
    reviewing: ReviewRun
    until: float
    stopped: bool = False


class Reviews:
    """All reviews of a data folder."""

    def __init__(self, folder: Path, thinker: ReviewWorker, clock: Callable[[], float] = monotonic) -> None:
        self._folder, self._thinker, self._clock = folder, thinker, clock
        self._running: dict[str, _ReviewTask] = {}
        self._guard = RLock()

    def start(self, row: StoredTable, table: Table, visitor: str) -> None:
        """Start or resume the review of the players' turns. Raises `ImpossibleError` unless a DIGITAL game is over."""
        if not table.over or table.legal() is None:
            raise ImpossibleError(text("error.not_over"))
        with self._guard:
            known = self._running.get(row.id)
            if known is not None:
                if known.entries == row.entries:
                    return
                self._give_up(known)  # of another state of the table
            if len(self._running) >= MOST_RUNNING or any(run.visitor == visitor for run in self._running.values()):
                raise BusyError(text("review.busy"))
            reviewing = self._read(row, table)
            until = self._clock() + MOST_SECONDS
            run = _ReviewTask(row.id, table.game.id, table.mode, row.entries, visitor, reviewing, until)
            self._running[row.id] = run
            self._forget_old()
        self._next(run)

    def look(self, row: StoredTable, table: Table) -> ReviewSeen | None:
        """Return the review of a table; None if there is none."""
        run = self._running.get(row.id)
        if run is not None and run.entries == row.entries:
            it, state = run.reviewing, RUNNING
        elif self._path(row.id).exists():
            it = self._read(row, table)
            state = DONE if it.next_look() is None else STOPPED
        else:
            return None
        return ReviewSeen(state, it.looks_done, it.looks_total, tuple(it.list_found()))

    def stop(self, id: str) -> None:
        """Stop a review; what it found stays stored."""
        with self._guard:
            run = self._running.get(id)
            if run is not None:
                self._give_up(run)

    def forget(self, id: str) -> None:
        """Stop and delete the review of a deleted table."""
        with self._guard:
            self.stop(id)
            try:
                self._path(id).unlink(missing_ok=True)
            except OSError as why:
                _log.warning("review of table %s: %s", id, why)

    def _give_up(self, run: _ReviewTask) -> None:
        run.stopped = True
        del self._running[run.id]

    def close(self) -> None:
        for id in list(self._running):
            self.stop(id)
        self._thinker.shutdown(wait=True, cancel_futures=True)

    # ---------------------------------------------------------------------------------------------------- beside requests

    def _next(self, run: _ReviewTask) -> None:
        """Submit the next turn; its result leads to the one after it."""
        look = run.reviewing.next_look()
        if look is None or run.stopped or self._clock() > run.until:
            self._end(run)
            return
        job = ReviewJob(run.game, run.mode, *look)
        made = self._thinker.submit(job, lambda: run.stopped)
        made.add_done_callback(lambda made: self._made(run, look[0], made))

    def _made(self, run: _ReviewTask, turn: PlayedTurn, made: Future[tuple[TurningPoint | None] | None]) -> None:
        try:
            found = made.result()
            if found is None:
                self._end(run)
                return
            with self._guard:
                if run.stopped:  # another review may have replaced it
                    return
                run.reviewing.take_result(turn, found[0])
                self._keep(run)
            self._next(run)
        except CancelledError:  # the server ends
            self._end(run)
        except SoloistError as why:
            _log.warning("review of table %s: %s", run.id, why)
            self._end(run)
        except Exception:  # in a callback: the page says that the review stopped, the log says why
            _log.exception("review of table %s", run.id)
            self._end(run)

    def _end(self, run: _ReviewTask) -> None:
        with self._guard:
            if self._running.get(run.id) is run:
                del self._running[run.id]

    # ------------------------------------------------------------------------------------------------------------- kept

    def _path(self, id: str) -> Path:
        return self._folder / f"{id}.json"

    def _keep(self, run: _ReviewTask) -> None:
        it = run.reviewing
        told = {
            "entries": run.entries,
            "brief": list(it.brief.items()),
            "closer": [(entry, None if point is None else asdict(point)) for entry, point in it.closer.items()],
        }
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path(run.id), json.dumps(told))
        except OSError as why:  # the review goes on and lives as long as the server
            _log.warning("review of table %s: %s", run.id, why)

    def _read(self, row: StoredTable, table: Table) -> ReviewRun:
        """Return the review with its stored results, if they are readable and of this state of the table."""
        made = ReviewRun(list_turns_except(table, row.played_by), brief=first_budget(table.rulebook))
        try:
            told: dict[str, Any] = read_json(read_bytes(self._path(row.id)))
            if told["entries"] == row.entries:
                made.brief = {int(entry): cost for entry, cost in told["brief"]}
                made.closer = {int(entry): _parse_point(found) for entry, found in told["closer"]}
        except FileNotFoundError:
            pass
        except (OSError, ValueError, KeyError, TypeError, SoloistError) as why:
            _log.warning("review of table %s: %s", row.id, why)
            made.brief, made.closer = {}, {}
        return made

    def _forget_old(self) -> None:
        try:
            kept = sorted(self._folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
        except OSError:
            return
        for path in kept[MOST_KEPT:]:
            path.unlink(missing_ok=True)


def _parse_point(found: dict[str, Any] | None) -> TurningPoint | None:
    if found is None:
        return None
    return TurningPoint(**{**found, "played": tuple(found["played"]), "better": tuple(found["better"])})
