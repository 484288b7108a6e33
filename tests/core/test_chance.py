"""Chance: every draw goes through one object and is logged."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soloist.core.bits import iterate_bits
from soloist.core.chance import Asked, Chance, Draw, Replayed, Seeded, iterate_branches, read_outcome
from soloist.core.errors import ImpossibleError, QuestionError, UnreadableError
from soloist.core.text import Domain, text

CARDS = Domain("cards", ["one", "two", "three", "four"])
DRAW = Draw("deck", CARDS, text("question.deck"), "X-1")
OTHER = Draw("dice", CARDS, text("question.dice"))
ASKED = Draw("number", CARDS, text("question.number"), asked=True)


def test_the_same_seed_gives_the_same_outcomes_and_another_one_others() -> None:
    def sample(seed: str) -> list[int]:
        chance = Seeded(seed)
        return [chance.pick_option(DRAW, 0b1111) for _ in range(20)]

    assert sample("a") == sample("a")
    assert sample("a") != sample("b")


def test_streams_do_not_disturb_each_other() -> None:
    alone, mixed = Seeded("x"), Seeded("x")
    expected = [alone.pick_option(DRAW, 0b1111) for _ in range(5)]
    got = []
    for _ in range(5):
        mixed.pick_option(OTHER, 0b1111)
        got.append(mixed.pick_option(DRAW, 0b1111))
    assert got == expected


def test_counts_continue_a_stream_where_it_stopped() -> None:
    whole = Seeded("x")
    first = [whole.pick_option(DRAW, 0b1111) for _ in range(6)]
    assert [Seeded("x", {"deck": 4}).pick_option(DRAW, 0b1111)] == first[4:5]


def test_sampling_is_uniform() -> None:
    chance = Seeded("even")
    seen = Counter(chance.pick_option(DRAW, 0b1011) for _ in range(6000))
    assert set(seen) == {0, 1, 3}
    assert all(abs(n - 2000) < 200 for n in seen.values())


def test_every_outcome_is_logged_by_name() -> None:
    chance = Asked(["two", "FOUR"])
    chance.pick_option(DRAW, 0b1111)
    chance.pick_option(OTHER, 0b1111)
    assert [o.to_line() for o in chance.log] == ["deck: two", "dice: four"]


def test_a_seeded_chance_does_not_answer_for_the_table() -> None:
    with pytest.raises(QuestionError):
        Seeded("x").pick_option(ASKED, 0b1111)
    assert Seeded("x", table=Asked(["three"])).pick_option(ASKED, 0b1111) == 2


def test_a_question_names_the_options() -> None:
    with pytest.raises(QuestionError) as caught:
        Asked().pick_option(DRAW, 0b0101)
    assert caught.value.valid_answers == ("one", "three")


def test_an_impossible_answer_names_the_possible_ones() -> None:
    for answer in ("two", "xyz", "one three"):
        with pytest.raises(ImpossibleError) as caught:
            Asked([answer]).pick_option(DRAW, 0b0101)
        assert caught.value.nearest == ("one", "three")


def test_subsets_of_the_table() -> None:
    assert Asked(["all"]).pick_subset(DRAW, 0b0111) == 0b0111
    assert Asked(["none"]).pick_subset(DRAW, 0b0111) == 0
    assert Asked(["one three"]).pick_subset(DRAW, 0b0111) == 0b0101
    with pytest.raises(ImpossibleError):
        Asked(["four"]).pick_subset(DRAW, 0b0111)


def test_a_card_moved_by_hand_stays_unseen() -> None:
    asked = Asked()
    assert asked.face_down(DRAW, 0b1111) is None
    assert asked.log[0].to_line() == "deck: -"
    assert Seeded("x").face_down(DRAW, 0b0100) == 2


def test_replayed_gives_back_the_log_and_nothing_else() -> None:
    source = Seeded("x", table=Asked(["one"]))
    drawn = [source.pick_option(DRAW, 0b1111), source.pick_option(ASKED, 0b1111)]
    again = Replayed([read_outcome(o.to_line()) for o in source.log])
    assert [again.pick_option(DRAW, 0b1111), again.pick_option(ASKED, 0b1111)] == drawn
    assert again.unused == 0
    with pytest.raises(ImpossibleError):
        again.pick_option(DRAW, 0b1111)
    with pytest.raises(ImpossibleError):
        Replayed([("dice", ("one",))]).pick_option(DRAW, 0b1111)
    with pytest.raises(ImpossibleError):
        Replayed([("deck", None)]).pick_option(DRAW, 0b1111)
    assert Replayed([("deck", None)]).face_down(DRAW, 0b1111) is None


def test_a_line_that_is_no_outcome() -> None:
    with pytest.raises(UnreadableError):
        read_outcome("nonsense")


# --------------------------------------------------------------------------------------------- everything that can come


def two_cards(chance: Chance) -> tuple[str, str]:
    """Draw two different cards of four."""
    first = chance.pick_option(DRAW, 0b1111)
    second = chance.pick_option(DRAW, 0b1111 & ~(1 << first))
    return CARDS.name_option(first), CARDS.name_option(second)


def uneven(chance: Chance) -> str:
    """Draw a number of times that depends on the outcomes; one of the draws has a single outcome."""
    die = chance.pick_option(OTHER, 0b0111)
    if die == 0:
        return "short"
    chance.pick_option(OTHER, 0b1000)
    return "even" if chance.pick_option(DRAW, 0b0011) else "odd"


def test_branches_are_what_enumerating_by_hand_gives() -> None:
    found = list(iterate_branches(two_cards))
    assert [pair for _, pair in found] == list(permutations(CARDS.names, 2))
    assert {probability for probability, _ in found} == {Fraction(1, 12)}


def test_the_probabilities_are_right_where_draws_depend_on_draws() -> None:
    total: dict[str, Fraction] = {}
    for probability, result in iterate_branches(uneven):
        total[result] = total.get(result, Fraction(0)) + probability
    assert total == {"short": Fraction(1, 3), "even": Fraction(1, 3), "odd": Fraction(1, 3)}
    assert [probability for probability, _ in iterate_branches(uneven)] == [Fraction(1, 3), *[Fraction(1, 6)] * 4]


@given(st.lists(st.integers(1, 15), max_size=4))
def test_the_probabilities_add_up_to_one_in_one_order(masks: list[int]) -> None:
    def act(chance: Chance) -> tuple[int, ...]:
        return tuple(chance.pick_option(DRAW, mask) for mask in masks)

    found = list(iterate_branches(act))
    assert sum(probability for probability, _ in found) == 1
    assert [result for _, result in found] == list(product(*(list(iterate_bits(mask)) for mask in masks)))
    assert found == list(iterate_branches(act))


def test_an_act_without_chance_has_one_branch() -> None:
    assert list(iterate_branches(lambda chance: "done")) == [(Fraction(1), "done")]


def test_answers_of_people_make_no_branches() -> None:
    def act(chance: Chance) -> tuple[int, int]:
        return chance.pick_option(DRAW, 0b0011), chance.pick_option(ASKED, 0b1111)

    with pytest.raises(QuestionError):
        next(iterate_branches(act))
    assert [result for _, result in iterate_branches(act, lambda: Asked(["three"]))] == [(0, 2), (1, 2)]
