"""Production: drops through a conduit into a powerhouse, and the energy track (BA-050 … BA-052, BR-060 … BR-068)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from soloist.core.board import Event, Problem
from soloist.core.errors import ImpossibleError
from soloist.core.text import text
from soloist.games.barrage.board.events.checks import require_not_negative
from soloist.games.barrage.board.events.water import settle_stream
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.water import Stream


@dataclass(frozen=True, slots=True)
class Produced(Event):
    """Drops run through a conduit into a powerhouse and on from there; the energy marker moves (BR-060, BR-064, BR-065)."""

    seat: int
    system: int
    drops: int
    energy: int

    def apply(self, board: Barrage) -> None:
        require_not_negative(self.drops, self.energy, rule="BR-060")
        conduit, dam = self.system // 2, 2 * (self.system // 4) + self.system % 2
        if board.drops[dam] < self.drops:
            name = board.map.dams.names[dam]
            raise ImpossibleError(
                text("error.few_drops", place=name, have=board.drops[dam], want=self.drops), rule="BR-061"
            )
        board.drops[dam] -= self.drops
        board.energy[self.seat] += self.energy
        stream = Stream(board.map, board.capacities(), board.drops)
        for _ in range(self.drops):
            stream.run(board.map.destination[conduit], by_river=False)
        settle_stream(board, stream)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: produce {board.map.systems.names[self.system]} {self.drops} {self.energy}"

    def find_doubts(self, board: Barrage) -> Sequence[Problem]:
        found = []
        conduit, dam = self.system // 2, 2 * (self.system // 4) + self.system % 2
        name = board.map.systems.names[self.system]
        if board.owner_of_conduit(conduit) is None:
            found.append(Problem(text("doubt.no_conduit", system=name), "BR-060"))
        if board.owner_of_dam(dam) not in (self.seat, board.neutral):
            found.append(Problem(text("doubt.not_your_dam", system=name), "BR-060"))
        if not board.house_basins[self.seat] >> board.map.destination[conduit] & 1:
            found.append(Problem(text("doubt.no_powerhouse", system=name), "BR-060"))
        return found


@dataclass(frozen=True, slots=True)
class Drained(Event):
    """Further dams add their drops to a production under way (Dr. Octavius, BA-144)."""

    seat: int
    system: int
    drops: int

    def apply(self, board: Barrage) -> None:
        Produced(self.seat, self.system, self.drops, 0).apply(board)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: drain {board.map.systems.names[self.system]} {self.drops}"


@dataclass(frozen=True, slots=True)
class Energy(Event):
    """The energy marker moves by `n` steps, not below 0."""

    seat: int
    n: int

    def apply(self, board: Barrage) -> None:
        board.energy[self.seat] = max(0, board.energy[self.seat] + self.n)

    def to_line(self, board: Barrage) -> str:
        return f"{board.name(self.seat)}: energy {self.n:+d}"
