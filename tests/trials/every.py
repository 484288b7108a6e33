"""All trials, by name, in the order in which they are run."""

from __future__ import annotations

from tests.trials.imports import IMPORTS
from tests.trials.steps import STEPS
from tests.trials.trial import Trial

TRIALS: dict[str, Trial] = {trial.name: trial for trial in (IMPORTS, STEPS)}
