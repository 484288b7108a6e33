"""Effects of advanced tiles, after the piece is placed and its income is received (BR-042, BR-052)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from soloist.core.bits import iterate_bits
from soloist.core.sink import Sink
from soloist.core.verbs import Move
from soloist.games.barrage.board.events import DamFilled, Energy, Gained, Rotated
from soloist.games.barrage.board.tables import (
    ADVANCED,
    BASE,
    ELEVATION,
    PACKAGE,
    POWERHOUSE,
    TECH_TILES,
)
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.automatic_effects import TileEffect
from soloist.games.barrage.player.base_step import Step, open_steps, refuse
from soloist.games.barrage.player.buildings import NewBuilding
from soloist.games.barrage.player.events import Paid
from soloist.games.barrage.player.gains import fulfil_with_energy
from soloist.games.barrage.player.production import Produce
from soloist.games.barrage.player.state import Position
from soloist.games.packaged_data import read_entries

#: by special effect: its number
_FIGURES = {
    t["special"]: t["effect"][0].get("n", t["effect"][0].get("modifier", 1))
    for t in read_entries(PACKAGE, "technology_tiles", "tile")
    if t.get("when") == "after_build"
}


def apply_tile_effect(position: Position, sink: Sink, effect: TileEffect) -> None:
    """Apply the special effect of a tile; for Anton Krylov's, of the tile it copies."""
    special = TECH_TILES[effect.tile].special
    _EFFECTS[special](position, sink, effect.seat, effect.place, _FIGURES[special])


@dataclass(frozen=True, slots=True)
class FillDams(Step):
    """Base tile of level 1: every own dam without water gets a drop, or none does (BR-087, BR-R23)."""

    name: ClassVar[str] = "fill_dams"
    takes: ClassVar[tuple[int, ...]] = (m.EFFECT,)
    rule: ClassVar[str] = "BR-R23"

    @property
    def optional(self) -> bool:
        return True

    def _empty(self, position: Position) -> list[int]:
        return [dam for dam in iterate_bits(position.dams[self.seat]) if not position.drops[dam]]

    def list_open_moves(self, position: Position) -> list[Move]:
        return [Move(m.EFFECT)] if self._empty(position) else []

    def carry_out(self, position: Position, move: Move, sink: Sink) -> None:
        if not self._empty(position):
            refuse("BR-087")
        self.close(position, sink)
        for dam in self._empty(position):
            sink.apply_event(position, DamFilled(self.seat, dam, 1))


def _other_energy(position: Position, sink: Sink, seat: int, energy: int) -> None:
    """Gain energy, which may fulfil a contract (BR-075)."""
    sink.apply_event(position, Energy(seat, energy))
    open_steps(position, sink, fulfil_with_energy(position, seat, energy))


def _fill(position: Position, sink: Sink, seat: int, dam: int, n: int) -> None:
    room = position.capacity(dam) - position.drops[dam]
    if room > 0:
        sink.apply_event(position, DamFilled(seat, dam, room))


def _raised(position: Position, seat: int) -> int:
    return sum(position.level[dam] > 1 for dam in iterate_bits(position.dams[seat]))


def _advanced(position: Position, seat: int) -> int:
    return ((position.tech[seat] | position.wheel_tiles(seat)) & ADVANCED).bit_count()


def _points(count: Callable[[Position, int, int], int]) -> Callable[[Position, Sink, int, int, int], None]:
    return lambda s, sink, seat, place, n: sink.apply_event(s, Gained(seat, n * count(s, seat, place)))


_EFFECTS: dict[str, Callable[[Position, Sink, int, int, int], None]] = {
    "fill_empty_dams": lambda s, sink, seat, place, n: open_steps(s, sink, FillDams(seat)),
    "fill_this_dam": _fill,
    "rotate_per_elevation": lambda s, sink, seat, place, n: sink.apply_event(
        s, Rotated(seat, n * s.built(seat, ELEVATION))
    ),
    "credits_by_conduit_value": lambda s, sink, seat, place, n: sink.apply_event(s, Paid(seat, n * s.map.value[place])),
    "energy_by_conduit_value": lambda s, sink, seat, place, n: _other_energy(s, sink, seat, n * s.map.value[place]),
    "energy_per_base": lambda s, sink, seat, place, n: _other_energy(s, sink, seat, n * s.built(seat, BASE)),
    "produce_now": lambda s, sink, seat, place, n: open_steps(s, sink, Produce(seat, n, gift=1)),
    "use_building_now": lambda s, sink, seat, place, n: open_steps(s, sink, NewBuilding(seat, place)),
    "vp_per_raised_dam": _points(lambda s, seat, place: _raised(s, seat)),
    "vp_per_powerhouse": _points(lambda s, seat, place: s.built(seat, POWERHOUSE)),
    "vp_per_advanced_tile": _points(lambda s, seat, place: _advanced(s, seat)),
    "score_building_now": _points(lambda s, seat, place: s.building_vp(place // 4)),
}
