"""Experiments that the pages start: each in a process of its own, outside every request, bounded in number and time.

What is played is kept piece by piece in the data folder. After a restart an experiment that was running is one that was
stopped, with what it had, and can be gone on with.
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
#: so many run at once, for everybody together and for one visitor
MOST_RUNNING, MOST_OF_ONE = 2, 1
#: so many are kept; the oldest that is over goes when another begins
MOST_KEPT = 20
#: games of one experiment, and seconds it may take
MOST_GAMES, MOST_SECONDS = 20_000, 15 * 60
#: games of one piece
GAMES_A_PIECE = 5
RUNNING, DONE, STOPPED, PAUSED = "running", "done", "stopped", "paused"
_ID = re.compile(r"[A-Za-z0-9_-]{8,16}")


class ExperimentStopped(Exception):
    """It was told to stop, or its time is over."""


@dataclass(slots=True)
class ExperimentRun:
    """An experiment at work."""

    id: str
    experiment: Experiment
    owner: Mapping[str, str]
    visitor: str
    progress: RunProgress
    stop: Event = field(default_factory=Event)
    #: what it is called once it was told to stop
    then: str = STOPPED
    begun: float = field(default_factory=monotonic)
    thread: Thread | None = None

    def note_progress(self, progress: RunProgress) -> None:
        """How far it is; raises when that is enough."""
        self.progress = progress
        self.look()

    def look(self) -> None:
        """Whether it may go on; raises when it was told to stop or its time is over. A piece that is not done is lost: its
        games are played again by whoever goes on."""
        if self.stop.is_set() or monotonic() - self.begun > MOST_SECONDS:
            raise ExperimentStopped


@dataclass(frozen=True, slots=True)
class ExperimentSeen:
    """An experiment as it is now: whether it runs, how far it is, and why it is over if that was not as planned."""

    id: str
    experiment: Experiment
    status: str
    done: int
    total: int
    speed: float | None
    left: float | None
    rows: tuple[Row, ...]
    why: str = ""
    #: files that were damaged and whose games are missing
    set_aside: tuple[str, ...] = ()

    @property
    def findings(self) -> Findings | None:
        return Findings(self.experiment, self.rows) if self.rows else None


class Experiments:
    """All experiments of a data folder."""

    #: games of one experiment, of one piece (a page shows what is done after each), and what the form begins with
    most, a_piece, usual = MOST_GAMES, GAMES_A_PIECE, 50

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[str, ExperimentRun] = {}
        self._guard = Lock()

    # ------------------------------------------------------------------------------------------------------- beginning

    def start(self, source: str, owner: Mapping[str, str], visitor: str, mark: str = "") -> str:
        """Begin an experiment; its id. Whatever is wrong with it is known before anything is kept. What is asked for again
        with the same mark (letters of a check sum) is the same experiment."""
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
        """How many games an experiment has, in how many cells, and the seconds it will take: as fast as the latest one here
        of the same game and the same agents went, if there is any."""
        experiment = read_experiment(source, owner)
        self._check_size(experiment)
        total = experiment.games * len(experiment.cells)
        for id in self.ids():
            try:
                before, _ = self._read(id)
                speed = float(read_json(read_bytes(self._folder / id / "state.json"))["speed"])
            except (OSError, ValueError, KeyError, TypeError, SoloistError):
                continue  # it runs, or was played before speeds were noted, or is damaged: it says nothing
            if speed > 0 and (before.game, _list_agents(before)) == (experiment.game, _list_agents(experiment)):
                return total, len(experiment.cells), total / speed
        return total, len(experiment.cells), None

    def go_on(self, id: str, visitor: str) -> None:
        """Play what is missing of one that was stopped."""
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
        """Play it outside every request: a thread hands pieces to a process and keeps what comes back."""
        run.thread = Thread(target=self._play, args=(run,), daemon=True, name=f"lab-{run.id}")
        run.thread.start()

    def _play(self, run: ExperimentRun) -> None:
        with self.ending(run):
            doing = run_in_processes(1, run.look)
            run_experiment(run.experiment, self.shards(run.id, run.experiment), doing, run.owner, run.note_progress)

    @contextmanager
    def ending(self, run: ExperimentRun) -> Iterator[None]:
        """Whatever happens in it, it is written down how the experiment ended."""
        ended, why = DONE, ""
        try:
            yield
        except ExperimentStopped:
            ended = run.then
        except SoloistError as fault:
            ended, why = STOPPED, str(fault)
        except Exception:  # there is nobody to tell: the page says that something went wrong, the log what
            _log.exception("experiment %s", run.id)
            ended, why = STOPPED, str(SoloistError(text("error.fault")))
        try:
            write_atomically(self._folder / run.id / "state.json", _write_state(ended, why, run))
        except OSError as fault:
            _log.warning("experiment %s: %s", run.id, fault)
        with self._guard:
            self._running.pop(run.id, None)

    def shards(self, id: str, experiment: Experiment, *, looking: bool = False) -> Shards:
        """Where its games are kept: those of one state of the program, which others may look at."""
        folder, tree = self._folder / id, played_by().tree
        return Shards(folder, experiment.digest, JSON_LINES, lambda: self.a_piece, tree=tree, looking=looking)

    def _check_size(self, experiment: Experiment) -> None:
        total = experiment.games * len(experiment.cells)
        if total > self.most or experiment.precision is not None:
            raise ImpossibleError(text("lab.too_many", n=total, most=self.most))

    # --------------------------------------------------------------------------------------------------------- looking

    def look(self, id: str) -> ExperimentSeen:
        """One of them, with all games that are kept."""
        experiment, _ = self._read(id)
        run = self._running.get(id)
        shards = self.shards(id, experiment, looking=True)
        rows: list[Row] = []
        for piece in cut_pieces(len(experiment.cells), 0, experiment.games, shards.size):
            if shards.shard_path(piece).exists():
                rows += shards.read_piece(piece) or []
        status, why = self._state(id) if run is None else (RUNNING, "")
        total = experiment.games * len(experiment.cells)
        if run is None and (status == DONE) != (len(rows) == total):  # games were lost since, or how it ended was
            status = DONE if len(rows) == total else STOPPED
        speed = None if run is None else run.progress.speed
        left = None if run is None else run.progress.seconds_left
        return ExperimentSeen(
            id, experiment, status, len(rows), total, speed, left, tuple(rows), why, tuple(shards.list_set_aside())
        )

    def ids(self) -> Iterator[str]:
        """All of them, the latest first."""
        try:
            found = [(path.stat().st_mtime, path.name) for path in self._folder.iterdir() if path.is_dir()]
        except FileNotFoundError:
            return
        yield from (name for _, name in sorted(found, reverse=True))

    def title(self, id: str) -> Text | str:
        """What an experiment is called."""
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
        """Let it end now; the pieces that are done are kept, and it is stopped or paused then."""
        run = self._running.get(id)
        if run is not None:
            run.then = then
            run.stop.set()

    def wait(self, id: str, seconds: float) -> None:
        """Until it is over, but not longer than this."""
        run = self._running.get(id)
        if run is not None and run.thread is not None:
            run.thread.join(seconds)

    def close(self) -> None:
        """Stop all of them; they are stopped experiments from now on."""
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
