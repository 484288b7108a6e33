"""Chance: one object, every outcome logged."""

from __future__ import annotations

from collections import Counter

import pytest

from soloist.core.chance import Asked, Draw, Replayed, Seeded, read_outcome
from soloist.core.errors import ImpossibleError, QuestionError, UnreadableError
from soloist.core.text import Domain, text

CARDS = Domain("cards", ["one", "two", "three", "four"])
DRAW = Draw("deck", CARDS, text("question.deck"), "X-1")
OTHER = Draw("dice", CARDS, text("question.dice"))
ASKED = Draw("number", CARDS, text("question.number"), asked=True)


def test_the_same_seed_gives_the_same_outcomes_and_another_one_others() -> None:
    def sample(seed: str) -> list[int]:
        chance = Seeded(seed)
        return [chance.pick(DRAW, 0b1111) for _ in range(20)]

    assert sample("a") == sample("a")
    assert sample("a") != sample("b")


def test_streams_do_not_disturb_each_other() -> None:
    alone, mixed = Seeded("x"), Seeded("x")
    expected = [alone.pick(DRAW, 0b1111) for _ in range(5)]
    got = []
    for _ in range(5):
        mixed.pick(OTHER, 0b1111)
        got.append(mixed.pick(DRAW, 0b1111))
    assert got == expected


def test_counts_continue_a_stream_where_it_stopped() -> None:
    whole = Seeded("x")
    first = [whole.pick(DRAW, 0b1111) for _ in range(6)]
    assert [Seeded("x", {"deck": 4}).pick(DRAW, 0b1111)] == first[4:5]


def test_sampling_is_even() -> None:
    chance = Seeded("even")
    seen = Counter(chance.pick(DRAW, 0b1011) for _ in range(6000))
    assert set(seen) == {0, 1, 3}
    assert all(abs(n - 2000) < 200 for n in seen.values())


def test_every_outcome_is_logged_by_name() -> None:
    chance = Asked(["two", "FOUR"])
    chance.pick(DRAW, 0b1111)
    chance.pick(OTHER, 0b1111)
    assert [o.notation() for o in chance.log] == ["deck: two", "dice: four"]


def test_a_seeded_chance_does_not_answer_for_the_table() -> None:
    with pytest.raises(QuestionError):
        Seeded("x").pick(ASKED, 0b1111)
    assert Seeded("x", table=Asked(["three"])).pick(ASKED, 0b1111) == 2


def test_a_question_names_the_options() -> None:
    with pytest.raises(QuestionError) as caught:
        Asked().pick(DRAW, 0b0101)
    assert caught.value.options == ("one", "three")


def test_an_impossible_answer_names_the_possible_ones() -> None:
    for answer in ("two", "xyz", "one three"):
        with pytest.raises(ImpossibleError) as caught:
            Asked([answer]).pick(DRAW, 0b0101)
        assert caught.value.nearest == ("one", "three")


def test_subsets_of_the_table() -> None:
    assert Asked(["all"]).subset(DRAW, 0b0111) == 0b0111
    assert Asked(["none"]).subset(DRAW, 0b0111) == 0
    assert Asked(["one three"]).subset(DRAW, 0b0111) == 0b0101
    with pytest.raises(ImpossibleError):
        Asked(["four"]).subset(DRAW, 0b0111)


def test_a_card_moved_by_hand_stays_unseen() -> None:
    asked = Asked()
    assert asked.face_down(DRAW, 0b1111) is None
    assert asked.log[0].notation() == "deck: -"
    assert Seeded("x").face_down(DRAW, 0b0100) == 2


def test_replayed_gives_back_the_log_and_nothing_else() -> None:
    source = Seeded("x", table=Asked(["one"]))
    drawn = [source.pick(DRAW, 0b1111), source.pick(ASKED, 0b1111)]
    again = Replayed([read_outcome(o.notation()) for o in source.log])
    assert [again.pick(DRAW, 0b1111), again.pick(ASKED, 0b1111)] == drawn
    assert again.unused == 0
    with pytest.raises(ImpossibleError):
        again.pick(DRAW, 0b1111)
    with pytest.raises(ImpossibleError):
        Replayed([("dice", ("one",))]).pick(DRAW, 0b1111)
    with pytest.raises(ImpossibleError):
        Replayed([("deck", None)]).pick(DRAW, 0b1111)
    assert Replayed([("deck", None)]).face_down(DRAW, 0b1111) is None


def test_a_line_that_is_no_outcome() -> None:
    with pytest.raises(UnreadableError):
        read_outcome("nonsense")
