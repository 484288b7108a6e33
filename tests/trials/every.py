"""All trials by name, in the order in which they run."""

from __future__ import annotations

from tests.trials.bits import BITS
from tests.trials.clock import CLOCK
from tests.trials.devices import DEVICES_TRIAL
from tests.trials.faults import FAULTS
from tests.trials.hostile import RESPONSES
from tests.trials.imports import IMPORTS
from tests.trials.load import LOAD
from tests.trials.packed import PACKED
from tests.trials.races import RACES
from tests.trials.server import KILLS, POSTGRES
from tests.trials.slow import SLOW
from tests.trials.steps import STEPS
from tests.trials.terminal import TERMINAL
from tests.trials.trial import Trial

_ALL = (
    IMPORTS,
    PACKED,
    STEPS,
    BITS,
    RESPONSES,
    RACES,
    DEVICES_TRIAL,
    CLOCK,
    TERMINAL,
    FAULTS,
    LOAD,
    SLOW,
    KILLS,
    POSTGRES,
)
TRIALS: dict[str, Trial] = {trial.name: trial for trial in _ALL}
