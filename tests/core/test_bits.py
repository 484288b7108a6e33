"""Masks: sets of small integers stored in one int."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from soloist.core.bits import (
    first_from,
    is_single,
    iterate_bits,
    lowest_bit,
    mask_of,
    nth_option,
    union_and_overlap,
    union_of,
)

OPTIONS = st.sets(st.integers(0, 130), min_size=1)


@given(OPTIONS)
def test_iterate_bits_gives_back_what_mask_of_took_ascending(options: set[int]) -> None:
    assert list(iterate_bits(mask_of(options))) == sorted(options)


@given(OPTIONS, st.data())
def test_nth_counts_from_the_lowest(options: set[int], data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(options) - 1))
    assert nth_option(mask_of(options), i) == 1 << sorted(options)[i]


@given(OPTIONS, st.integers(0, 140))
def test_first_from_goes_round(options: set[int], start: int) -> None:
    later = [o for o in sorted(options) if o >= start]
    assert first_from(mask_of(options), start) == 1 << (later or sorted(options))[0]


def test_option_zero_is_an_option() -> None:
    assert lowest_bit(0b1) == 0
    assert is_single(0b1)
    assert not is_single(0)
    assert not is_single(0b11)


def test_union_of_is_the_union_of_entries() -> None:
    assert union_of(0b101, [0b0001, 0b1000, 0b0110]) == 0b0111
    assert union_of(0, [1, 2]) == 0


def test_union_and_overlap() -> None:
    assert union_and_overlap([0b011, 0b110, 0b1000]) == (0b1111, 0b0010)
    assert union_and_overlap([0b001, 0b001, 0b001]) == (0b001, 0b001)
    assert union_and_overlap([]) == (0, 0)
