"""Jobs as tasks of a Ray cluster (extra `sim`).

Tasks rather than actors: a job is a pure function, so Ray itself repeats one that is lost with its node. Only a few
more tasks than cores are submitted at a time, and results come back as they finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ray

from soloist.core.text import text
from soloist.lab.jobs import Job, JobFault, run_job
from soloist.lab.record import Row
from soloist.simulation.simulate import SimulationError

#: how often a task is repeated when its node is lost
AGAIN = 5
#: submitted tasks per core: one running, one waiting
_AHEAD = 2


def on_ray(address: str | None = None) -> Callable[[Sequence[Job]], Iterator[tuple[Job, list[Row] | JobFault]]]:
    """Return a function that runs jobs on the cluster at `address` or `RAY_ADDRESS`, or else on a cluster on this
    machine."""
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, configure_logging=False, include_dashboard=False)
    task = ray.remote(max_retries=AGAIN, retry_exceptions=False)(run_job)

    def run_all(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
        waiting: dict[Any, Job] = {}
        coming = iter(jobs)
        try:
            while True:
                resources: Callable[[], dict[str, float]] = ray.cluster_resources
                cores = int(resources().get("CPU", 1))
                while len(waiting) < _AHEAD * max(1, cores) and (job := next(coming, None)) is not None:
                    waiting[task.remote(job)] = job
                if not waiting:
                    return
                ready, _ = ray.wait(list(waiting), num_returns=1)
                for reference in ready:
                    yield waiting.pop(reference), ray.get(reference)
        except ray.exceptions.RayError as why:
            raise SimulationError(text("lab.ray_lost", why=str(why).splitlines()[0])) from why
        finally:
            for reference in waiting:  # the consumer stopped early
                ray.cancel(reference, force=False)

    return run_all
