"""Run an experiment in a folder that can be resumed, until it is precise enough, and write its tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from soloist.lab.experiment import Experiment
from soloist.lab.jobs import ExperimentJob
from soloist.lab.plots.experiment_plots import PLOTS, draw_plots
from soloist.lab.provenance import own_source
from soloist.lab.running import JobRunner, RunProgress, choose_piece_size, cut_pieces, iterate_rows, run_missing
from soloist.lab.shards import JSON_LINES, Shards, WorkPiece, format_row
from soloist.lab.tables import TABLES, Findings, is_precise
from soloist.session.files import storage_error, write_atomically
from soloist.session.words import Catalogue


def open_shards(
    experiment: Experiment, folder: Path, owner: Mapping[str, str], *, kind: str = JSON_LINES, workers: int = 1
) -> Shards:
    """Open or create the folder of an experiment."""
    values = tuple(sorted(owner.items()))
    one = ExperimentJob(experiment.source, values, WorkPiece(0, 0, 1))
    return Shards(
        folder,
        experiment.digest,
        kind,
        lambda: choose_piece_size(one, experiment.games * len(experiment.cells), workers),
        tree=own_source().tree,
    )


def jobs_of(experiment: Experiment, owner: Mapping[str, str], games: int, shards: Shards) -> list[ExperimentJob]:
    """Return the jobs for the first `games` games of every cell."""
    given = tuple(sorted(owner.items()))
    return [
        ExperimentJob(experiment.source, given, piece)
        for piece in cut_pieces(len(experiment.cells), 0, games, shards.size)
    ]


def run_experiment(
    experiment: Experiment,
    shards: Shards,
    run_all: JobRunner,
    owner: Mapping[str, str],
    report: Callable[[RunProgress], None] | None = None,
) -> Findings:
    """Play all games, or step by step until the wanted precision or the limit is reached.

    Each step depends only on the games of the steps before, so the result is independent of where and when they were
    played. `report` is called with the progress.
    """
    last = experiment.games
    while True:
        jobs = jobs_of(experiment, owner, last, shards)
        run_missing(jobs, shards, run_all, report)
        findings = Findings(experiment, list(iterate_rows(shards, [job.piece for job in jobs])))
        enough = experiment.precision is None or last >= experiment.most
        if enough or (experiment.precision is not None and is_precise(findings, experiment.precision)):
            return findings
        last = min(last + experiment.games, experiment.most)


def write_results(findings: Findings, folder: Path, catalogue: Catalogue) -> list[Path]:
    """Write tables as CSV, all games as JSON lines and plots as SVG; return the paths.

    The same games give the same bytes. Tables and plots of an earlier run that no longer exist are deleted.
    """
    files = {f"{table.name}.csv": table.to_csv() for table in findings.list_tables()}
    files["games.jsonl"] = game_lines(findings)
    files |= {f"{name}.svg": svg for name, svg in draw_plots(findings, catalogue).items()}
    files["experiment.toml"] = findings.experiment.source
    known = {*(f"{name}.csv" for name in TABLES), *(f"{name}.svg" for name in PLOTS)}
    found = []
    for name in sorted({*known, *files}):
        path = folder / name
        try:
            if name in files:
                write_atomically(path, files[name], private=False)
                found.append(path)
            else:
                path.unlink(missing_ok=True)
        except OSError as why:
            raise storage_error(path, why) from why
    return found


def game_lines(findings: Findings) -> str:
    """Return every game as one line of JSON."""
    return "".join(f"{format_row(row)}\n" for row in findings.list_rows())
