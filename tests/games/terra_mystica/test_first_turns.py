"""An illegal start is doubted, and the app suggests none: TM-015, TM-151, TMA-017."""

from __future__ import annotations

import pytest

import soloist
from soloist.core.text import Text
from soloist.games.terra_mystica.board.tables import FACTIONS, HUMAN
from soloist.games.terra_mystica.game import GAME
from soloist.session.table import Table, Told, Turn
from tests.games.terra_mystica.tables import table, tell


def new(human: str = "witches", **options: str) -> Table:
    chosen = {"level": "automa", "map": "original", "human": human, "bonus": "bon1 bon2 bon3 bon4 bon5", **options}
    return soloist.new("terra_mystica", seed=7, pass_values="stand_in", faction="simpletons", **chosen)


def doubted(told: Told | Turn) -> list[tuple[str, str]]:
    return [(p.rule, p.text.key) for p in told.problems]


def suggested(board: object) -> dict[str, Text]:
    return {said.key: said for said in GAME.table.list_prompts(board)}


# ------------------------------------------------------------------------------------------------------------- TM-015


def test_tm_015_a_first_dwelling_on_foreign_ground_is_doubted_and_stands() -> None:
    it = new(home="lakes")
    assert doubted(it.tell("build E5")) == [("TM-015", "doubt.start_terrain")]
    assert it.board.owned(HUMAN) == 1 << it.board.map.hex("E5")  # the table is right
    assert doubted(new(home="lakes").tell("build E9")) == []


def test_tm_015_the_second_one_too_and_later_ones_not() -> None:
    it = new(home="lakes")
    it.tell("bonus bon3; build E9")
    it.turn()
    assert doubted(it.tell("build E5")) == [("TM-015", "doubt.start_terrain")]
    assert doubted(it.tell("build E10")) == []  # the third: the ground is dug for it


@pytest.mark.parametrize(
    ("human", "fine", "wrong"),
    [("ice_maidens", "E9", "E5"), ("dragonlords", "E9", "E5"), ("shapeshifters", "E9", "E5"), ("nomads", "E8", "E5")],
)
def test_tm_015_factions_with_a_ground_of_their_own(human: str, fine: str, wrong: str) -> None:
    """TM-141, TM-144: a hex that becomes ice or volcano has to be of the starting terrain."""
    own = {} if FACTIONS[human].home is not None else {"human_home": "forest"}
    assert doubted(new(human, home="lakes", **own).tell(f"build {fine}")) == []
    assert doubted(new(human, home="lakes", **own).tell(f"build {wrong}")) == [("TM-015", "doubt.start_terrain")]


def test_tm_151_riverwalkers_start_at_a_river() -> None:
    for line, rules in (("build E9", []), ("build I11", ["TM-151"]), ("build E5", ["TM-015"])):
        it = new("riverwalkers", human_home="forest", home="lakes")
        assert [rule for rule, _ in doubted(it.tell(line))] == rules


def test_tm_015_nothing_is_doubted_after_round_1() -> None:
    board = table("", "E9", round=2)
    events = GAME.table.meaning(board, "build E10")
    assert len(events) == 2 and not events[0].find_doubts(board)


@pytest.mark.parametrize("human", FACTIONS)
def test_tm_015_what_the_prompt_suggests_raises_no_doubt(human: str) -> None:
    """Neither for dwellings before hers nor for those after."""
    own = {} if FACTIONS[human].home is not None else {"human_home": "forest"}
    it = new(human, home="lakes" if FACTIONS[human].ground != "lakes" else "swamp", **own)
    it.tell("bonus bon3")
    said = suggested(it.board).get("prompt.first_dwelling")
    assert (said is None) == (human == "chaos_magicians")
    if said is not None:
        assert doubted(it.tell(f"build {said.args['example']}")) == []
    it.turn()
    while it.board.starting(HUMAN):
        left = suggested(it.board)["prompt.dwellings_left"]
        assert left.args["n"] == it.board.starting(HUMAN)
        assert doubted(it.tell(f"build {left.args['example']}")) == []
    assert "prompt.dwellings_left" not in suggested(it.board)


def test_tm_015_a_tapped_hex_offers_a_starting_dwelling_at_home_only() -> None:
    board = table("E4", "E9", also="bonus bon3")

    def offered(name: str) -> list[str]:
        return [c.line for c in GAME.table.list_choices(board, f"hexes {name}") if not c.is_correction]

    assert offered("F4") == ["build F4"] and offered("E5") == []
    tell(board, "build F4")
    assert offered("E5") == ["build E5", "transform E5 to {TERRAIN}"]


# ------------------------------------------------------------------------------------------------------------ TMA-017


def test_tma_017_a_turn_without_a_bonus_card_is_doubted_until_it_is_taken() -> None:
    it = new(home="lakes")
    it.tell("build E9")
    assert ("TMA-017", "problem.no_card") in doubted(it.turn())
    assert "prompt.bonus" in suggested(it.board)
    assert doubted(it.tell("build F4; done")) == [("TMA-017", "doubt.no_card")]
    assert ("TMA-017", "problem.no_card") in doubted(it.turn())
    assert "prompt.bonus" in suggested(it.board)
    assert any(c.line == "bonus {BONUS}" for c in GAME.table.list_choices(it.board))
    assert doubted(it.tell("bonus bon3")) == []
    assert "prompt.bonus" not in suggested(it.board) and not it.board.status()
    assert not any(c.line == "bonus {BONUS}" for c in GAME.table.list_choices(it.board))
    assert doubted(it.tell("upgrade F4 to trading_house; done")) == []


def test_tma_017_passing_without_a_card_is_doubted() -> None:
    board = table("", "E9 F4")
    (event,) = GAME.table.meaning(board, "pass bon3")
    assert [p.rule for p in event.find_doubts(board)] == ["TMA-017"]
    event.apply(board)
    assert not board.without_card() and not [p for p in board.status() if p.text.key == "problem.no_card"]


def test_tma_017_each_human_takes_one() -> None:
    board = table("", "E9 F4", "E5 G5", human2="darklings", also="bonus bon3")
    assert board.without_card() == [2]
    assert [p.rule for p in GAME.table.meaning(board, "human2: done")[0].find_doubts(board)] == ["TMA-017"]
    assert not GAME.table.meaning(board, "done")[0].find_doubts(board)


def test_tma_017_where_nobody_has_pieces_nobody_has_cards() -> None:
    it = new(home="lakes")
    it.flip()
    assert not it.board.without_card() and not it.board.status()


# ------------------------------------------------------------------------------------- her turns without one's own pieces


def test_tm_015_her_turn_is_doubted_while_pieces_of_the_beginning_are_missing() -> None:
    it = new(home="lakes")
    assert ("", "doubt.unentered") in doubted(it.turn())
    assert ("", "doubt.unentered") not in doubted(it.tell("bonus bon3; build E9; build E10"))
    assert ("", "doubt.unentered") not in doubted(it.turn())


def test_tm_015_ending_the_turn_without_the_second_dwelling_is_doubted() -> None:
    it = new(home="lakes")
    it.tell("bonus bon3; build E9")
    assert doubted(it.turn()) == []
    assert ("", "doubt.unentered") in doubted(it.tell("vp +1; done"))
