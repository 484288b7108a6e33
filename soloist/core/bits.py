"""Sets of small integers, each held in one int.

A `Mask` has bit *i* set when option *i* is in the set. Options are numbered in the order in which a rulebook counts
them, so "the third from the top" is the third bit from below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

Mask = int


def mask_of(options: Iterable[int]) -> Mask:
    """The set of the given options."""
    mask = 0
    for option in options:
        mask |= 1 << option
    return mask


def iterate_bits(mask: Mask) -> Iterator[int]:
    """The options of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest_bit(mask: Mask) -> int:
    """The lowest option of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def is_single(mask: Mask) -> bool:
    """Whether exactly one option is left."""
    return mask != 0 and mask & (mask - 1) == 0


def nth_option(mask: Mask, index: int) -> Mask:
    """The set with only the option number `index` of the mask, counted from 0 at the lowest."""
    for _ in range(index):
        mask &= mask - 1
    return mask & -mask


def first_from(mask: Mask, start: int) -> Mask:
    """The first option at or after `start`, going round to the lowest if there is none."""
    later = mask >> start << start
    return (later & -later) or (mask & -mask)


def union_of(mask: Mask, table: Sequence[Mask]) -> Mask:
    """The union of the table's entries for all options of the mask."""
    union = 0
    while mask:
        low = mask & -mask
        union |= table[low.bit_length() - 1]
        mask ^= low
    return union


def once_or_more(zones: Iterable[Mask]) -> tuple[Mask, Mask]:
    """What lies in any of the zones, and what lies in more than one."""
    seen = twice = 0
    for zone in zones:
        twice |= seen & zone
        seen |= zone
    return seen, twice
