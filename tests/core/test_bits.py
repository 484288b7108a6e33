"""Masks: sets of small ints in one int."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from soloist.core.bits import bits, first, first_from, mask_of, nth, once_or_more, single, spread

OPTIONS = st.sets(st.integers(0, 130), min_size=1)


@given(OPTIONS)
def test_bits_gives_back_what_mask_of_took_ascending(options: set[int]) -> None:
    assert list(bits(mask_of(options))) == sorted(options)


@given(OPTIONS, st.data())
def test_nth_counts_from_the_lowest(options: set[int], data: st.DataObject) -> None:
    i = data.draw(st.integers(0, len(options) - 1))
    assert nth(mask_of(options), i) == 1 << sorted(options)[i]


@given(OPTIONS, st.integers(0, 140))
def test_first_from_goes_round(options: set[int], start: int) -> None:
    later = [o for o in sorted(options) if o >= start]
    assert first_from(mask_of(options), start) == 1 << (later or sorted(options))[0]


def test_option_zero_is_an_option() -> None:
    assert first(0b1) == 0
    assert single(0b1)
    assert not single(0)
    assert not single(0b11)


def test_spread_is_the_union_of_entries() -> None:
    assert spread(0b101, [0b0001, 0b1000, 0b0110]) == 0b0111
    assert spread(0, [1, 2]) == 0


def test_once_or_more() -> None:
    assert once_or_more([0b011, 0b110, 0b1000]) == (0b1111, 0b0010)
    assert once_or_more([0b001, 0b001, 0b001]) == (0b001, 0b001)
    assert once_or_more([]) == (0, 0)
