"""Instructions at a whole table: when, and in which words (TA-078, TA-130a, TA-153)."""

from __future__ import annotations

import pytest

from soloist.core.text import Text
from soloist.games.tapestry.game import GAME
from soloist.session.table import Table
from soloist.session.words import languages
from tests.games.tapestry.tables import PLAIN


def at(**options: str) -> Table:
    return Table.new(GAME, {**PLAIN, **options}, seed="hands")


def keys(lines: list[Text]) -> list[str]:
    return [line.key for line in lines]


# ------------------------------------------------------------------------------------------------ level 1 (TA-130a)


def test_ta_130a_your_advances_are_announced_in_your_income_turn() -> None:
    table = at(level="1", first="human")
    assert keys(table.tell("income").hands) == ["hands.level_1"]
    table.tell("done")
    assert keys(table.turn().hands) == ["hands.income"]
    assert keys(table.instructions_of(0)) == ["hands.level_1"]


def test_ta_130a_not_in_the_bots_income_turn_when_they_are_first() -> None:
    table = at(level="1")
    assert "hands.level_1" not in keys(table.turn().hands)
    assert keys(table.tell("income; advance science; done").hands) == ["hands.level_1"]


def test_ta_130a_only_in_income_turn_1_and_only_on_level_1() -> None:
    table = at(level="1", first="human")
    table.tell("income; done")
    assert table.tell("income").hands == []
    assert at(level="2", first="human").tell("income").hands == []


def test_ta_130a_not_without_automa() -> None:
    plain = {key: PLAIN[key] for key in ("shadow_favorite", "tech")}
    table = Table.new(GAME, {**plain, "mode": "shadow_only", "level": "1"}, seed="hands")
    assert table.tell("income").hands == []


# ---------------------------------------------------------------------------------------------------- landmarks (TA-078)


@pytest.mark.parametrize("bot", ["automa", "shadow_empire"])
def test_ta_078_a_told_advance_of_a_bot_says_which_landmark_it_takes(bot: str) -> None:
    table = at()
    table.turn()
    table.tell(f"set space.{bot}.military = 3")
    (line,) = table.tell(f"{bot}: advance military").hands
    assert (line.key, line.args["landmark"].key) == ("hands.landmark", "landmark.barracks")
    assert keys(table.instructions_of(2)) == ["hands.landmark"]


def test_ta_078_nothing_to_say_where_no_landmark_is_taken() -> None:
    table = at()
    table.turn()
    assert table.tell("automa: advance military").hands == []
    table.tell("set space.automa.military = 3; landmark barracks")
    assert table.tell("automa: advance military").hands == []
    assert table.tell("set space.human.science = 3; advance science").hands == []


def test_ta_153_without_automa_a_landmark_is_out_of_the_game() -> None:
    plain = {key: PLAIN[key] for key in ("shadow_favorite", "tech")}
    table = Table.new(GAME, {**plain, "mode": "shadow_only"}, seed="hands")
    table.tell("set space.shadow_empire.military = 3")
    assert keys(table.tell("shadow_empire: advance military").hands) == ["hands.landmark_alone"]


def test_a_landmark_line_speaks_of_the_game_that_is_played() -> None:
    for language in languages():
        assert "(" not in GAME.words(language)["hands.landmark"]
