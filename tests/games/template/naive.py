"""A second, naive move generator, written from the rules without any code of the engine.

A position is a tuple: the stones in the pits, the stones in the human's hand, his last pit (None before the first
move), and how often he may still reach (None before the move itself; 0 at the end of the turn).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Naive(NamedTuple):
    pits: tuple[int, ...]
    hand: int
    last: int | None
    left: int | None
    only_taken: bool  # XXA-R01

    def moved(self, pit: int, stones: int) -> Naive:
        """Move stones from a pit into the hand."""
        pits = tuple(n - stones if at == pit else n for at, n in enumerate(self.pits))
        return self._replace(pits=pits, hand=self.hand + stones)

    def beside_an_empty_pit(self) -> list[int]:
        """Return the pits into which the human may reach (XXA-006)."""
        if self.last is None or self.pits[self.last]:
            return []
        return [pit for pit in range(9) if abs(pit - self.last) == 1 and self.pits[pit]]


def moves(now: Naive) -> Iterator[tuple[str, Naive]]:
    """Yield every legal move with the position after it."""
    if now.left is None:
        for pit in range(9):  # XXA-005
            if now.pits[pit]:
                yield f"take {pit + 1}", settled(now.moved(pit, 1)._replace(last=pit, left=2))
        for pit in range(9):
            if now.hand:
                last = now.last if now.only_taken else pit
                yield f"put {pit + 1}", settled(now.moved(pit, -1)._replace(last=last, left=2))
        return
    if now.left:
        for pit in now.beside_an_empty_pit():
            yield f"reach {pit + 1}", settled(now.moved(pit, 1)._replace(last=pit, left=now.left - 1))
        yield "done", now._replace(left=0)


def settled(now: Naive) -> Naive:
    """End the turn if there is nothing to reach."""
    return now if now.beside_an_empty_pit() else now._replace(left=0)
