"""Printed figures that rest on one source: the owner of a box may enter those of his copy.

contract.green_03 = 2        the energy a contract asks for
work.work_a1 = 3 2           excavators and mixers of an external work
building.cofferdam = 2 1 4   excavators, mixers and VP of a private building
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from soloist.core.errors import ImpossibleError, UnknownError, find_nearest
from soloist.core.text import text
from soloist.core.user_input import read_field_number
from soloist.games.barrage.board.tables import BUILDING_TILES, CONTRACT_TILES, WORK_TILES

Figures = tuple[int, ...]
#: the greatest figure that can be printed
MOST = 30


@dataclass(frozen=True, slots=True)
class Printed:
    """The figures of every tile, from the sources or entered by the owner; `entered` holds the keys of the latter."""

    contract: tuple[Figures, ...]
    work: tuple[Figures, ...]
    building: tuple[Figures, ...]
    entered: tuple[str, ...] = ()

    def items(self) -> Iterator[tuple[str, Figures]]:
        """All keys with their figures."""
        for kind, ids in _IDS.items():
            for id_, figures in zip(ids, getattr(self, kind), strict=True):
                yield f"{kind}.{id_}", figures

    def with_value(self, key: str, value: str) -> Printed:
        """Return a copy with one value of the owner."""
        kind, at, figures = _read_figures(key, value)
        new = list(getattr(self, kind))
        new[at] = figures
        done = tuple(sorted({*self.entered, f"{kind}.{_IDS[kind][at]}"}))
        return replace(self, entered=done, **{kind: tuple(new)})


_IDS: Mapping[str, tuple[str, ...]] = {
    "contract": tuple(c.id for c in CONTRACT_TILES),
    "work": tuple(w.id for w in WORK_TILES),
    "building": tuple(b.id for b in BUILDING_TILES),
}
KNOWN = Printed(
    tuple((c.value,) for c in CONTRACT_TILES),
    tuple((w.excavators, w.mixers) for w in WORK_TILES),
    tuple((b.excavators, b.mixers, b.vp) for b in BUILDING_TILES),
)


def _read_figures(key: str, value: str) -> tuple[str, int, Figures]:
    """Return kind, number and figures of a tile; raise if their count is wrong or one is not between 0 and `MOST`."""
    kind, _, id_ = key.strip().lower().partition(".")
    if id_ not in _IDS.get(kind, ()):
        keys = [known for known, _ in KNOWN.items()]
        raise UnknownError(text("error.no_datum", got=key), nearest=find_nearest(key, keys) or keys[:3])
    at = _IDS[kind].index(id_)
    words, want = value.split(), len(getattr(KNOWN, kind)[at])
    if len(words) != want:
        raise ImpossibleError(text("error.option_count", key=key, got=len(words), want=want))
    return kind, at, tuple(read_field_number(word, key, 0, MOST) for word in words)


def format_figures(figures: Figures) -> str:
    return " ".join(map(str, figures))


def check_datum(key: str, value: str) -> str:
    """Return a value entered by an owner in normal form; raise if it is impossible."""
    return format_figures(_read_figures(key, value)[2])
