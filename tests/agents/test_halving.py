"""Sequential halving: the best arm is found, worse arms are dropped early, and `enough` stops it."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.agents.halving import rank_arms, run_halving


def test_the_best_of_eight_arms_is_found_and_tried_most() -> None:
    seen = run_halving(8, 48, lambda arm, number: arm * 10 + (number % 3))
    assert rank_arms(seen)[0] == 7
    assert [len(values) for values in seen] == [2, 2, 2, 2, 6, 6, 14, 14]


def test_every_arm_is_tried_under_the_same_luck() -> None:
    asked: list[tuple[int, int]] = []
    run_halving(3, 12, lambda arm, number: float(asked.append((arm, number)) or -arm))
    assert asked[:6] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_a_lucky_sample_does_not_beat_many() -> None:
    assert rank_arms([[9.0], [5.0, 5.0], [4.0, 4.0]]) == [1, 2, 0]


def test_three_are_kept_to_the_end() -> None:
    seen = run_halving(12, 60, lambda arm, number: float(arm), keep=3)
    assert [len(values) for values in seen[-3:]] == [len(seen[-1])] * 3
    assert len(seen[-1]) > len(seen[0]) > 0


def test_nothing_is_tried_when_it_is_enough() -> None:
    left = iter([False, False, True])
    seen = run_halving(4, 40, lambda arm, number: 1.0, lambda: next(left))
    assert [len(values) for values in seen] == [1, 1, 0, 0]


def test_a_round_that_is_not_complete_does_not_count() -> None:
    left = iter([False] * 6 + [True])
    seen = run_halving(4, 40, lambda arm, number: 1.0, lambda: next(left))
    assert [len(values) for values in seen] == [1, 1, 1, 1]


def test_an_arm_that_stays_is_tried_to_the_end() -> None:
    seen = run_halving(8, 48, lambda arm, number: float(arm), stay=[0])
    assert len(seen[0]) == len(seen[7]) > len(seen[1])


def test_when_it_is_settled_nothing_more_is_tried() -> None:
    """The remaining arms come first in the ranking."""
    left: list[list[int]] = []

    def is_settled(alive: Sequence[int]) -> bool:
        left.append(sorted(alive))
        return set(alive) <= {4, 5, 6, 7}

    seen = run_halving(8, 48, lambda arm, number: float(arm), is_settled=is_settled)
    assert left == [[4, 5, 6, 7]]
    assert [len(values) for values in seen] == [2] * 8 and rank_arms(seen)[:4] == [7, 6, 5, 4]
    assert sum(map(len, run_halving(8, 48, lambda arm, number: float(arm)))) > 16
