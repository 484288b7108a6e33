"""Jobs of the laboratory: games of one cell, or of one comparison of rulings, as pure functions of picklable data.

A job may run here, in other processes or on other machines, and again after a loss: its rows are always the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from soloist.core.rulebook import DIGITAL
from soloist.lab.experiment import Experiment, read_experiment
from soloist.lab.record import Row, play_game
from soloist.lab.rulings import Alternative, compare_rulings, list_alternatives, make_base_plan
from soloist.lab.shards import WorkPiece
from soloist.manifest import find_game


@dataclass(frozen=True, slots=True)
class ExperimentJob:
    """Games of an experiment, given by its text and the owner's values."""

    source: str
    owner: tuple[tuple[str, str], ...]
    piece: WorkPiece


@dataclass(frozen=True, slots=True)
class ComparisonJob:
    """Games under the alternatives with these names. `mode` is the mode in which they are played."""

    game: str
    agent: str
    seed: str
    names: tuple[tuple[str, str], ...]
    piece: WorkPiece
    options: Mapping[str, str] = field(default_factory=dict)
    one_by_one: bool = False
    mode: str = DIGITAL


@dataclass(frozen=True, slots=True)
class JobFault:
    """A game that broke off, in a form that can always be pickled."""

    cell: int
    number: int
    why: str


Job = ExperimentJob | ComparisonJob


@lru_cache(maxsize=4)
def _read_experiment(source: str, owner: tuple[tuple[str, str], ...]) -> Experiment:
    return read_experiment(source, dict(owner))


def run_job(job: Job) -> list[Row] | JobFault:
    """Return the rows of a job, or the first fault."""
    rows: list[Row] = []
    piece = job.piece
    for number in range(piece.first, piece.last):
        try:
            rows.append(_play_row(job, number) if isinstance(job, ExperimentJob) else _compare_row(job, number))
        except Exception as why:  # agents may raise anything: report it with the number, keep the worker alive
            return JobFault(piece.cell, number, f"{type(why).__name__}: {why}")
    return rows


def _play_row(job: ExperimentJob, number: int) -> Row:
    experiment = _read_experiment(job.source, job.owner)
    cell = experiment.cells[job.piece.cell]
    return play_game(find_game(experiment.game), cell, number, experiment.luck)


@lru_cache(maxsize=4)
def _find_alternatives(game: str, mode: str, names: tuple[tuple[str, str], ...], one_by_one: bool) -> list[Alternative]:
    every = list_alternatives(find_game(game), mode=mode, one_by_one=one_by_one)
    return [one for one in every if (one.name, one.to) in names]


def _compare_row(job: ComparisonJob, number: int) -> Row:
    game = find_game(job.game)
    some = _find_alternatives(job.game, job.mode, job.names, job.one_by_one)
    found = compare_rulings(game, make_base_plan(game, job.agent, job.seed, job.options, job.mode), some, number)
    told = {one.id: asdict(compared) for one, compared in zip(some, found, strict=True)}
    return {"cell": job.piece.cell, "number": number, "compared": told}
