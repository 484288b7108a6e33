"""Sets of small integers, each stored as bits of one int.

A `Mask` has bit *i* set when option *i* is in the set. Options are numbered in the order in which a rulebook counts
them, so "the third from the top" is the third set bit, counted from the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Mask = int


def mask_of(options: Iterable[int]) -> Mask:
    """Return the set of the given options."""
    mask = 0
    for option in options:
        mask |= 1 << option
    return mask


def iterate_bits(mask: Mask) -> Iterator[int]:
    """Yield the options of a mask in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest_bit(mask: Mask) -> int:
    """Return the lowest option of a mask. The mask must not be empty."""
    return (mask & -mask).bit_length() - 1


def is_single(mask: Mask) -> bool:
    """Return whether the mask holds exactly one option."""
    return mask != 0 and mask & (mask - 1) == 0


def nth_option(mask: Mask, index: int) -> Mask:
    """Return a mask with only the option at position `index` of `mask`, counted from 0 at the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return mask & -mask


def first_from(mask: Mask, start: int) -> Mask:
    """Return a mask with the first option at or after `start`, or the lowest option if there is none."""
    later = mask >> start << start
    return (later & -later) or (mask & -mask)


def union_of(mask: Mask, table: Sequence[Mask]) -> Mask:
    """Return the union of `table[option]` for all options of the mask."""
    union = 0
    while mask:
        low = mask & -mask
        union |= table[low.bit_length() - 1]
        mask ^= low
    return union


def union_and_overlap(zones: Iterable[Mask]) -> tuple[Mask, Mask]:
    """Return the options that occur in any of the zones, and those that occur in more than one."""
    seen = twice = 0
    for zone in zones:
        twice |= seen & zone
        seen |= zone
    return seen, twice
