"""Pieces of work as tasks of a Ray cluster (extra `sim`).

Tasks, not actors: a piece is a pure function, so one that is lost with its node is simply done again, by Ray itself. Only a
few more than there are cores are handed out at a time, and what is done first comes back first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import ray

from soloist.core.text import text
from soloist.lab.jobs import Job, JobFault, run_job
from soloist.lab.record import Row
from soloist.simulation.simulate import SimulationError

#: how often a piece is done again when the node that did it is gone
AGAIN = 5
#: pieces handed out for each core: one at work, one waiting
_AHEAD = 2


def on_ray(address: str | None = None) -> Callable[[Sequence[Job]], Iterator[tuple[Job, list[Row] | JobFault]]]:
    """Whatever cluster is there (`RAY_ADDRESS`), or one on this machine."""
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, configure_logging=False, include_dashboard=False)
    task = ray.remote(max_retries=AGAIN, retry_exceptions=False)(run_job)

    def doing(jobs: Sequence[Job]) -> Iterator[tuple[Job, list[Row] | JobFault]]:
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
            for reference in waiting:  # whoever stops reading wants nothing more to be done
                ray.cancel(reference, force=False)

    return doing
