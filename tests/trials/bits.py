"""Flipped bits: every flip in a save of any version is detected."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from soloist.core.errors import SoloistError
from soloist.session.table import Table
from tests.trials.saves import STORED, kinds
from tests.trials.trial import Tally, Trial


@cache
def sources() -> tuple[bytes, ...]:
    return (*(path.read_bytes() for path in STORED), *(save.encode() for save in kinds().values()))


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    for _ in range(number):
        source = bytearray(dice.choice(sources()))
        at, bit = dice.randrange(len(source)), dice.randrange(8)
        source[at] ^= 1 << bit
        try:
            Table.from_text(bytes(source))
        except SoloistError:
            continue
        except Exception as why:
            tally.fault(f"bit {bit} of byte {at} of {bytes(source)!r}", why)
            continue
        tally.found("a bit was not missed", f"bit {bit} of byte {at} of {bytes(source)!r}")


BITS = Trial("bits", "flipped bits", 108_712, 5000, run)
