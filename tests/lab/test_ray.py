"""An experiment on a cluster of two nodes, one of which is lost, gives identical bytes."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from soloist.lab.experiment import read_experiment
from soloist.lab.jobs import Job
from soloist.lab.laboratory import run_experiment, write_results
from soloist.lab.on_ray import on_ray
from soloist.lab.running import run_here
from soloist.lab.shards import PARQUET, Shards
from soloist.session.words import Catalogue

SOURCE = 'game = "terra_mystica"\nseats = "random,automa"\ngames = 24\nseed = "cluster"\n'


def _run(folder: Path, run_all: Any) -> dict[str, bytes]:
    experiment = read_experiment(SOURCE)
    shards = Shards(folder, experiment.digest, PARQUET, lambda: 3)
    findings = run_experiment(experiment, shards, run_all, {})
    written = {path.name: path.read_bytes() for path in write_results(findings, folder, Catalogue("en"))}
    return written | {path.name: path.read_bytes() for path in (folder / "shards").iterdir()}


@pytest.mark.filterwarnings("ignore")  # Ray's own, about its own future and its own sockets
def test_a_lost_node_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    serial = _run(tmp_path / "here", run_here)
    monkeypatch.setenv("PYTHONPATH", os.getcwd())
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    lost = cluster.add_node(num_cpus=1)
    try:
        ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
        run_all = on_ray()

        def losing(jobs: list[Job]) -> Iterator[Any]:
            for at, done in enumerate(run_all(jobs)):
                if at == 2:
                    cluster.remove_node(lost, allow_graceful=False)
                yield done

        assert _run(tmp_path / "cluster", losing) == serial
    finally:
        ray.shutdown()
        cluster.shutdown()
