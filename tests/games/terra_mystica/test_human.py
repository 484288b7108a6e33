"""The humans' rules against the Automa: TMA-007, TMA-095, TMA-096, TMA-097, TMA-098, TMA-R01; and the random human.

On the original map E5 has the land neighbours E4, E6 and F3.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.board import Event
from soloist.core.chance import Asked, Seeded
from soloist.core.errors import ImpossibleError
from soloist.core.text import Word
from soloist.games.terra_mystica.board.events import Built, Traded, Upgraded
from soloist.games.terra_mystica.board.laws import final_value
from soloist.games.terra_mystica.board.setup import lay_out
from soloist.games.terra_mystica.board.state import PLACING, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import AUTOMA, HUMAN, HUMAN2, TEMPLE, TRADING_HOUSE
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import PLAIN, automas_turn, consequences, her_turn, over, table, tell, turn


def offers(board: TerraMystica, *events: Event) -> list[tuple[object, object, object]]:
    """Return seat, power and cost of the power offered because of these events."""
    lines = [line for line in GAME.hands(board, events) if line.key in ("hands.power", "hands.power_free")]
    return [(line.args["seat"], line.args["power"], line.args["cost"]) for line in lines]


def follows(board: TerraMystica, line: str, *answers: str) -> list[str]:
    """Return the automatic consequences of an entered line."""
    chance = Asked(answers)
    followed = consequences(board, tell(board, line), chance)
    assert not chance.unused
    return [event.to_line(board) for event in followed]


def doubts(board: TerraMystica, line: str) -> list[tuple[str, str]]:
    """Return the doubts about each event of an entered line."""
    return [
        (p.rule, p.text.key) for event in GAME.table.meaning(board, line) for p in GAME.table.doubting(board, event)
    ]


YOU, YOU2 = Word("seat.human"), Word("seat.human2")

# ---------------------------------------------------------------------------------------------------------- TMA-007


def test_tma_007_her_build_offers_you_power() -> None:
    board = table("E4", "E6:sh F3")  # 3 and 1
    assert offers(board, Built(AUTOMA, board.map.hex("E5"))) == [(YOU, 4, 3)]


def test_tma_007_her_upgrade_offers_you_power() -> None:
    board = table("E5", "E6:te")
    assert offers(board, Upgraded(AUTOMA, board.map.hex("E5"), TRADING_HOUSE)) == [(YOU, 2, 1)]


def test_tma_007_her_trade_offers_the_owner_power() -> None:
    board = table("", "E5:te", "C2", human2="nomads", mots="yes")
    assert offers(board, Traded(board.map.hex("E5"))) == [(YOU, 2, 1)]


def test_tma_007_in_a_whole_turn_of_hers() -> None:
    """Around E6 row B of the lakes card finds the forest F4 first; the human's E7 and F3 are next to it."""
    board = table("E6", "E7:th F3")
    before = board.copy()
    events = her_turn(board, Asked(["dc4", "dc5"]))
    assert Built(AUTOMA, board.map.hex("F4")) in events
    assert offers(before, *events) == [(YOU, 3, 2)]


def test_tma_007_nothing_is_offered_far_away() -> None:
    board = table("E4", "E7 C2")  # C2 lies across the river
    assert offers(board, Built(AUTOMA, board.map.hex("E5"))) == []


def test_tma_007_nothing_for_your_own_builds() -> None:
    board = table("E4", "E6:sh")
    assert offers(board, Built(HUMAN, board.map.hex("E5"))) == []


def test_tma_007_nothing_for_her_starting_dwellings() -> None:
    board = new_board(lay_out({**PLAIN}, Seeded("x"), {"letters.original.lakes": "E4 G6 I10 D2 D5 E11"}))
    tell(board, "build E5")  # beside E4, her first letter
    before = board.copy()
    assert before.phase == PLACING
    assert offers(before, *her_turn(board, Asked(["dc1"]))) == []


def test_tma_007_what_you_build_gives_her_nothing() -> None:
    board = table("E4:sh", "E6")
    before = (board.vp[AUTOMA], board.cults[AUTOMA][:], board.left[AUTOMA][:], board.favors[AUTOMA])
    assert follows(board, "build E5") == []
    assert follows(board, "upgrade E5 to th") == []
    assert (board.vp[AUTOMA], board.cults[AUTOMA], board.left[AUTOMA], board.favors[AUTOMA]) == before


def test_tma_007_each_human_is_offered_his_own() -> None:
    board = table("E4", "E6", "F3:th", human2="nomads")
    assert offers(board, Built(AUTOMA, board.map.hex("E5"))) == [(YOU, 1, 0), (YOU2, 2, 1)]


def test_tma_007_you_tell_what_you_pay() -> None:
    """Taking power is the human's choice: the app books nothing automatically."""
    board = table("E4", "E6:sh")
    Built(AUTOMA, board.map.hex("E5")).apply(board)
    assert board.vp[HUMAN] == 20
    tell(board, "vp -2")
    assert board.vp[HUMAN] == 18


# ---------------------------------------------------------------------------------------------------------- TMA-R01


def test_tma_r01_her_hex_is_another_players() -> None:
    board = table("E5")
    (problem,) = Built(HUMAN, board.map.hex("E5")).find_doubts(board)
    assert problem.text.key == "doubt.occupied"
    assert problem.text.args["seat"] == Word("seat.automa")


def test_tma_r01_an_empty_hex_is_nobodys() -> None:
    board = table("E4")
    assert Built(HUMAN, board.map.hex("E5")).find_doubts(board) == []


def test_tma_r01_her_structure_holds_no_end_of_your_bridge() -> None:
    assert ("TM-087", "doubt.bridge_ends") in doubts(table("C2 E5"), "bridge C2 E5")
    assert doubts(table("C2", "E5"), "bridge C2 E5") == []


def test_tma_r01_her_structures_do_not_connect_yours() -> None:
    assert final_value(table("E5", "E4 E6"), HUMAN, "network") == 1
    assert final_value(table("", "E4 E5 E6"), HUMAN, "network") == 3


def test_tma_r01_your_abilities_meet_her_as_another_player() -> None:
    """The Shapeshifters react to building beside another player (TMA-098): she is one, the other hexes are not."""
    assert follows(table("E5", "E7 C2", human="shapeshifters", human_home="swamp"), "build E6") != []
    assert follows(table("A1", "E7 C2", human="shapeshifters", human_home="swamp"), "build E6") == []


# ---------------------------------------------------------------------------------------------------------- TMA-095


def test_tma_095_only_cultists_draw() -> None:
    assert follows(table("E4", "E6 C2", human="cultists"), "build E5", "dc10") == [
        "automa: reserve dc10",
        "human: vp +1",
    ]
    assert follows(table("E4", "E6 C2", human="halflings"), "build E5") == []


def test_tma_095_the_second_human_may_be_the_cultists() -> None:
    board = table("E4", "A1", "E6 C2", human2="cultists")
    assert follows(board, "human2: build E5", "dc8") == ["automa: reserve dc8", "human2: vp +2"]
    assert follows(board, "build D3") == []  # beside her, but the Witches draw nothing
    assert board.vp == [20, 20, 22]


def test_tma_095_not_for_starting_dwellings() -> None:
    board = table("E4", "C2", human="cultists")
    assert follows(board, "build E5") == []  # the second of two starting dwellings
    assert follows(board, "build F3") == []  # a third, but not beside her
    assert follows(board, "build D3", "dc6") == ["automa: reserve dc6"]


def test_tma_095_not_when_she_builds_beside_you() -> None:
    board = table("E4", "E6 C2", human="cultists")
    event = Built(AUTOMA, board.map.hex("E5"))
    event.apply(board)
    assert consequences(board, [event], Asked()) == []


def test_tma_095_a_step_is_yours_to_tell() -> None:
    board = table("E4", "E6 C2", human="cultists")
    cults = board.cults[HUMAN][:]
    follows(board, "build E5", "dc7")
    assert board.cults[HUMAN] == cults
    tell(board, "cult water +1")
    assert board.cults[HUMAN] == [cults[0], cults[1] + 1, *cults[2:]]


# ------------------------------------------------------------------------------------------------- TMA-096, TMA-097


def test_tma_096_the_only_starting_dwelling_needs_no_neighbour() -> None:
    board = table("E4 G6", human="chaos_magicians")
    assert doubts(board, "build D4") == []
    tell(board, "build D4")
    assert ("TM-005", "doubt.reach") in doubts(board, "build I12")  # the next one does


def test_tma_096_the_made_up_chaos_magicians_wait_for_her() -> None:
    for human, placed in (("chaos_magicians", 0), ("giants", 1)):
        board = new_board(lay_out({**PLAIN, "human": human}, Seeded("x"), {}))
        GAME.table.make_random_move(board, Seeded("y", answers_too=True))
        assert board.owned(HUMAN).bit_count() == placed


def test_tma_097_a_second_human_may_be_the_giants() -> None:
    board = table(human2="giants")  # against two she never plays The Blight (TMA-100)
    assert board.setup.humans[1].id == "giants"
    with pytest.raises(ImpossibleError):
        table(human2="giants", faction="blight")


def test_tma_097_made_up_tables_obey() -> None:
    seen = set()
    for luck in range(400):
        options = GAME.table.random_options(Seeded(luck, answers_too=True))
        seen.add((options["human"], options["faction"]))
    assert ("giants", "blight") not in seen
    assert {faction for _, faction in seen} > {"blight"}


# ---------------------------------------------------------------------------------------------------------- TMA-098

SHAPE = {"human": "shapeshifters", "human_home": "swamp"}


def test_tma_098_a_build_beside_her_gives_1_power_and_no_token() -> None:
    board = table("E4", "E6 C2", **SHAPE)
    before = board.copy()
    events = tell(board, "build E5")
    followed = consequences(board, events, Asked())
    (line,) = GAME.hands(before, followed)
    assert (line.key, line.args["seat"]) == ("hands.reminder_TMA-098", YOU)
    assert "1 power, not a power token" in GAME.words("en")["hands.reminder_TMA-098"]


def test_tma_098_nothing_moves_on_the_board() -> None:
    told, built = table("E4", "E6 C2", **SHAPE), table("E4", "E6 C2", **SHAPE)
    follows(told, "build E5")
    tell(built, "build E5")
    assert told.key() == built.key()


def test_tma_098_not_away_from_her() -> None:
    assert follows(table("E4", "E6 C2", **SHAPE), "build E7") == []


def test_tma_098_not_for_other_factions() -> None:
    other = {"human": "riverwalkers", "human_home": "swamp"}
    assert follows(table("E4", "E6 C2", **other), "build E5") == []


def test_tma_098_not_for_starting_dwellings() -> None:
    assert follows(table("E4", "C2", **SHAPE), "build E5") == []


# ------------------------------------------------------------------------------------------------ the made-up human


def made_up_game(luck: int, moves: int) -> TerraMystica:
    """Return a random table after some moves; every event on the way is checked."""
    chance = Seeded(luck, answers_too=True)
    options = {**GAME.table.random_options(chance), "seed": str(luck)}
    board = new_board(lay_out(options, chance, {}))
    for number in range(moves):
        if over(board):
            break
        shadow = board.copy()
        hers = number > 0 and automas_turn(board)
        events = her_turn(board, chance) if hers else GAME.table.make_random_move(board, chance)
        events = events + consequences(board, events, chance)
        for event in events:
            line = event.to_line(shadow)
            assert GAME.table.read_event(shadow, line) == event, line
            event.find_doubts(shadow)  # may find something, never fails
            event.apply(shadow)
            assert shadow.status() == [], line
        assert shadow.key() == board.key()
    return board


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.integers(1, 60))
def test_the_made_up_human_does_only_what_can_be_told(luck: int, moves: int) -> None:
    made_up_game(luck, moves)


def test_made_up_games_come_to_an_end() -> None:
    for luck in range(3):
        board = made_up_game(luck, 1000)
        assert over(board)
        assert board.round == 6


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_made_up_options_are_possible(luck: int) -> None:
    chance = Seeded(luck, answers_too=True)
    lay_out({**GAME.table.random_options(chance), "seed": "x"}, chance, {})


def test_made_up_options_try_everything() -> None:
    """Each choice of each option that is not a ruling occurs."""
    seen: dict[str, set[str]] = {}
    for luck in range(600):
        for key, value in GAME.table.random_options(Seeded(luck, answers_too=True)).items():
            seen.setdefault(key, set()).add(value)
    for option in GAME.table.options:
        if option.choices and not option.key.endswith("home") and option.key != "youth":
            assert seen[option.key] == set(option.choices), option.key


def test_the_made_up_human_moves_for_whoever_is_left() -> None:
    """With two humans each moves in turn; after one has passed only the other does."""
    board = table("E5*", "A1 A2", "I1 I2 I3", human2="nomads", also="bonus bon2; human2: bonus bon3; pass bon4")
    board.to_move = HUMAN2
    events = GAME.table.make_random_move(board, Seeded("x", answers_too=True))
    assert {getattr(event, "seat", HUMAN2) for event in events} == {HUMAN2}


def test_upgrades_of_the_made_up_human_are_steps_of_the_rules() -> None:
    for luck in range(200):
        board = table("E5*", "A1:te A2:th", also="bonus bon2")
        for event in GAME.table.make_random_move(board.copy(), Seeded(luck, answers_too=True)):
            if isinstance(event, Upgraded):
                assert event.find_doubts(board) == []
                assert event.kind != TEMPLE or event.hex == board.map.hex("A2")


def test_her_turns_and_his_alternate() -> None:
    board = table("E5*", "A1 A2", also="bonus bon2")
    tell(board, "done")
    turn(board, "dc1", "dc2")
    assert board.to_move == HUMAN
