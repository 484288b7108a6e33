"""Run experiments started from pages, each in a process of its own, limited in number and time.

Finished pieces are stored in the data folder. After a restart a running experiment counts as stopped, keeps its games
and can be resumed.
"""

from __future__ import annotations

import json
import logging
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from soloist.core.errors import BusyError, ImpossibleError, SoloistError, UnknownError, UnreadableError
from soloist.core.text import Text, text
from soloist.lab.experiment import Experiment, read_experiment
from soloist.lab.laboratory import run_experiment
from soloist.lab.provenance import own_source as played_by
from soloist.lab.record import Row
from soloist.lab.running import RunProgress, cut_pieces, run_in_processes
from soloist.lab.shards import JSON_LINES, Shards
from soloist.lab.tables import Findings
from soloist.session.documents import read_json
from soloist.session.files import read_bytes, read_text, storage_error, write_atomically

_log = logging.getLogger(__name__)
#: experiments that run at once, of all visitors and of one
MOST_RUNNING, MOST_OF_ONE = 2, 1
#: experiments kept; the oldest finished one is deleted when another begins
MOST_KEPT = 20
#: games of one experiment, and seconds it may take
MOST_GAMES, MOST_SECONDS = 20_000, 15 * 60
#: games of one piece
GAMES_A_PIECE = 5
RUNNING, DONE, STOPPED, PAUSED = "running", "done", "stopped", "paused"
_ID = re.compile(r"[A-Za-z0-9_-]{8,16}")


class ExperimentStopped(Exception):
    """Raised to end an experiment that was stopped or whose time is over."""


@dataclass(slots=True)
class ExperimentRun:
    """A running experiment."""

    id: str
    experiment: Experiment
    owner: Mapping[str, str]
    visitor: str
    progress: RunProgress
    stop: Event = field(default_factory=Event)
    #: its status after `stop`
    then: str = STOPPED
    begun: float = field(default_factory=monotonic)
    thread: Thread | None = None

    def note_progress(self, progress: RunProgress) -> None:
        """Store the progress. Raises `ExperimentStopped` if the experiment must end."""
        self.progress = progress
        self.look()

    def look(self) -> None:
        """Raise `ExperimentStopped` if the experiment was stopped or its time is over.

        An unfinished piece is lost; its games are played again when the experiment is resumed.
        """
        if self.stop.is_set() or monotonic() - self.begun > MOST_SECONDS:
            raise ExperimentStopped


@dataclass(frozen=True, slots=True)
class ExperimentSeen:
    """Snapshot of an experiment: status, progress, games, and the reason if it ended early."""

    id: str
    experiment: Experiment
    status: str
    done: int
    total: int
    speed: float | None
    left: float | None
    rows: tuple[Row, ...]
    why: str = ""
    #: damaged files, whose games are missing
    set_aside: tuple[str, ...] = ()

    @property
    def findings(self) -> Findings | None:
        return Findings(self.experiment, self.rows) if self.rows else None


class Experiments:
    """All experiments of a data folder."""

    #: games of one experiment, of one piece (progress is shown after each), and the default of the form
    most, a_piece, usual = MOST_GAMES, GAMES_A_PIECE, 50

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[str, ExperimentRun] = {}
        self._guard = Lock()

    # ------------------------------------------------------------------------------------------------------- beginning

    def start(self, source: str, owner: Mapping[str, str], visitor: str, mark: str = "") -> str:
        """Start an experiment and return its id.

        `source` is its TOML file; errors in it are raised before anything is stored. With the same `mark` (a hex check
        sum) the same experiment is returned again.
        """
        experiment = read_experiment(source, owner)
        self._check_size(experiment)
        id = mark[:16] if mark else secrets.token_urlsafe(8)
        with self._guard:
            if (self._folder / id).exists():
                return id
            self._check_room(visitor)
            folder = self._folder / id
            try:
                folder.mkdir(parents=True)
                write_atomically(folder / "experiment.toml", source)
                write_atomically(folder / "owner.json", json.dumps(dict(owner)))
            except OSError as why:
                raise storage_error(folder, why) from why
            self._begin(id, experiment, owner, visitor)
        self._forget_old()
        return id

    def estimate(self, source: str, owner: Mapping[str, str]) -> tuple[int, int, float | None]:
        """Return the number of games and cells, and the expected seconds.

        The speed is that of the latest experiment here with the same game and agents; None if there is none.
        """
        experiment = read_experiment(source, owner)
        self._check_size(experiment)
        total = experiment.games * len(experiment.cells)
        for id in self.ids():
            try:
                before, _ = self._read(id)
                speed = float(read_json(read_bytes(self._folder / id / "state.json"))["speed"])
            except (OSError, ValueError, KeyError, TypeError, SoloistError):
                continue  # still running, older than the recording of speeds, or damaged
            if speed > 0 and (before.game, _list_agents(before)) == (experiment.game, _list_agents(experiment)):
                return total, len(experiment.cells), total / speed
        return total, len(experiment.cells), None

    def go_on(self, id: str, visitor: str) -> None:
        """Resume a stopped experiment."""
        experiment, owner = self._read(id)
        with self._guard:
            if id not in self._running:
                self._check_room(visitor)
                (self._folder / id / "state.json").unlink(missing_ok=True)
                self._begin(id, experiment, owner, visitor)

    def _check_room(self, visitor: str) -> None:
        his = sum(run.visitor == visitor for run in self._running.values())
        if len(self._running) >= MOST_RUNNING or his >= MOST_OF_ONE:
            raise BusyError(text("lab.busy"))

    def _begin(self, id: str, experiment: Experiment, owner: Mapping[str, str], visitor: str) -> None:
        run = ExperimentRun(
            id, experiment, owner, visitor, RunProgress(0, experiment.games * len(experiment.cells), None)
        )
        self._running[id] = run
        self.launch(run)

    def launch(self, run: ExperimentRun) -> None:
        """Run an experiment outside of requests: a thread passes pieces to a process and stores the results."""
        run.thread = Thread(target=self._play, args=(run,), daemon=True, name=f"lab-{run.id}")
        run.thread.start()

    def _play(self, run: ExperimentRun) -> None:
        with self.ending(run):
            doing = run_in_processes(1, run.look)
            run_experiment(run.experiment, self.shards(run.id, run.experiment), doing, run.owner, run.note_progress)

    @contextmanager
    def ending(self, run: ExperimentRun) -> Iterator[None]:
        """Run the body of an experiment and record how it ended, whatever happens."""
        ended, why = DONE, ""
        try:
            yield
        except ExperimentStopped:
            ended = run.then
        except SoloistError as fault:
            ended, why = STOPPED, str(fault)
        except Exception:  # in a thread: the page says that something failed, the log says what
            _log.exception("experiment %s", run.id)
            ended, why = STOPPED, str(SoloistError(text("error.fault")))
        try:
            write_atomically(self._folder / run.id / "state.json", _write_state(ended, why, run))
        except OSError as fault:
            _log.warning("experiment %s: %s", run.id, fault)
        with self._guard:
            self._running.pop(run.id, None)

    def shards(self, id: str, experiment: Experiment, *, looking: bool = False) -> Shards:
        """Return the stored games of an experiment for the current version of the program.

        `looking` opens them for reading only.
        """
        folder, tree = self._folder / id, played_by().tree
        return Shards(folder, experiment.digest, JSON_LINES, lambda: self.a_piece, tree=tree, looking=looking)

    def _check_size(self, experiment: Experiment) -> None:
        total = experiment.games * len(experiment.cells)
        if total > self.most or experiment.precision is not None:
            raise ImpossibleError(text("lab.too_many", n=total, most=self.most))

    # --------------------------------------------------------------------------------------------------------- looking

    def look(self, id: str) -> ExperimentSeen:
        """Return the state of an experiment with all games stored so far."""
        experiment, _ = self._read(id)
        run = self._running.get(id)
        shards = self.shards(id, experiment, looking=True)
        rows: list[Row] = []
        for piece in cut_pieces(len(experiment.cells), 0, experiment.games, shards.size):
            if shards.shard_path(piece).exists():
                rows += shards.read_piece(piece) or []
        status, why = self._state(id) if run is None else (RUNNING, "")
        total = experiment.games * len(experiment.cells)
        if run is None and (status == DONE) != (len(rows) == total):  # games or the final state were lost
            status = DONE if len(rows) == total else STOPPED
        speed = None if run is None else run.progress.speed
        left = None if run is None else run.progress.seconds_left
        return ExperimentSeen(
            id, experiment, status, len(rows), total, speed, left, tuple(rows), why, tuple(shards.list_set_aside())
        )

    def ids(self) -> Iterator[str]:
        """Yield the ids of all experiments, the latest first."""
        try:
            found = [(path.stat().st_mtime, path.name) for path in self._folder.iterdir() if path.is_dir()]
        except FileNotFoundError:
            return
        yield from (name for _, name in sorted(found, reverse=True))

    def title(self, id: str) -> Text | str:
        """Return the title of an experiment."""
        return self._read(id)[0].title

    def _state(self, id: str) -> tuple[str, str]:
        try:
            told = read_json(read_bytes(self._folder / id / "state.json"))
            return str(told["ended"]), str(told["why"])
        except (OSError, ValueError, KeyError, TypeError):
            return STOPPED, ""  # it was running when the server ended

    def _read(self, id: str) -> tuple[Experiment, dict[str, str]]:
        folder = self._folder / id
        if not _ID.fullmatch(id) or not (folder / "experiment.toml").is_file():
            raise UnknownError(text("lab.no_experiment"))
        try:
            owner = read_json(read_bytes(folder / "owner.json"))
            if not isinstance(owner, dict) or not all(isinstance(value, str) for value in owner.values()):
                raise UnreadableError(text("lab.no_run", path=id))
            return read_experiment(read_text(folder / "experiment.toml"), owner), owner
        except OSError as why:
            raise storage_error(folder, why) from why
        except ValueError as why:
            raise UnreadableError(text("lab.no_run", path=id)) from why

    # ----------------------------------------------------------------------------------------------------------- ending

    def stop(self, id: str, then: str = STOPPED) -> None:
        """End an experiment now; finished pieces are kept, and its status becomes `then`."""
        run = self._running.get(id)
        if run is not None:
            run.then = then
            run.stop.set()

    def wait(self, id: str, seconds: float) -> None:
        """Wait until an experiment is over, at most this many seconds."""
        run = self._running.get(id)
        if run is not None and run.thread is not None:
            run.thread.join(seconds)

    def close(self) -> None:
        """Stop all experiments."""
        for id in list(self._running):
            self.stop(id)

    def _forget_old(self) -> None:
        for id in list(self.ids())[MOST_KEPT:]:
            if id not in self._running:
                shutil.rmtree(self._folder / id, ignore_errors=True)


def _list_agents(experiment: Experiment) -> set[str]:
    return {seat.who for cell in experiment.cells for seat in cell.plan.seats}


def _write_state(ended: str, why: str, run: ExperimentRun) -> str:
    return json.dumps({"ended": ended, "why": why, "speed": run.progress.speed})
