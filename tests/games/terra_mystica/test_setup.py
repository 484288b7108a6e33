"""Set-up: TMA-010, TMA-011, TMA-012, TMA-013, TMA-014, TMA-015, TMA-016, TMA-017, TMA-018, TMA-096, TMA-097, TMA-100,
TMA-R02, TMA-R03, TMA-R04; then the options themselves and the printed values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Asked, Seeded
from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.core.text import Text, Word
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.fields import set_field
from soloist.games.terra_mystica.board.printed import read_value
from soloist.games.terra_mystica.board.setup import OPTIONS, RULINGS, lay_out
from soloist.games.terra_mystica.board.state import NOBODY, PLACING, PLAYING, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CARDS, HUMAN, HUMAN2
from soloist.games.terra_mystica.game import GAME
from tests.games.terra_mystica.tables import PLAIN, her_turn, names, remarks, table, tell, turn

TWO = {"human": "witches", "human2": "nomads", "bonus": "bon1 bon2 bon3 bon4 bon5 bon6"}
#: letters A to F as an owner might read them off his card: six lakes of the original map
LETTERS = {"letters.original.lakes": "A4 D2 D5 E4 E11 G6"}


def laid(owner: dict[str, str] | None = None, /, luck: str = "test", **options: str) -> dict[str, str]:
    """Return a complete set-up, by default without any random choice."""
    return lay_out({**PLAIN, **options}, Seeded(luck), owner or {})


def fresh(owner: dict[str, str] | None = None, /, luck: str = "test", **options: str) -> TerraMystica:
    """Return the board of such a set-up, before anything is placed."""
    return new_board(laid(owner, luck, **options))


def refused(kind: type[BadInputError], owner: dict[str, str] | None = None, /, **options: str) -> BadInputError:
    """Return the error that refuses these options."""
    with pytest.raises(kind) as caught:
        laid(owner, **options)
    assert type(caught.value) is kind
    return caught.value


def row(board: TerraMystica) -> list[str]:
    return [BONUS.names[card] for card in board.row]


def keys(lines: Sequence[Text]) -> list[str]:
    return [line.key for line in lines]


def told(lines: Sequence[Text], key: str) -> list[Text]:
    """Return the instructions of one kind."""
    return [line for line in lines if line.key == key]


def seats(lines: Sequence[Text], key: str) -> list[str]:
    """Return the seats that the instructions of one kind address, in order."""
    found = []
    for line in told(lines, key):
        word = line.args["seat"]
        assert isinstance(word, Word)
        found.append(word.key.removeprefix("seat."))
    return found


# ---------------------------------------------------------------------------------------------------------- TMA-010


@pytest.mark.parametrize(
    ("level", "shipping", "x_vp"),
    [
        ("automalein", (0, 1, 1), (0, 0, 0)),
        ("automa", (0, 1, 2), (0, 1, 1)),
        ("automaechtig", (0, 1, 2), (1, 2, 2)),
        ("ultoma", (1, 2, 2), (2, 2, 3)),
        ("alptrauma", (1, 2, 3), (2, 3, 4)),
    ],
)
def test_tma_010_the_level_fixes_shipping_and_x(level: str, shipping: tuple[int, ...], x_vp: tuple[int, ...]) -> None:
    board = fresh(level=level)
    assert (board.printed.shipping, board.printed.x_vp) == (shipping, x_vp)


def test_tma_010_only_the_chosen_level_counts() -> None:
    source = laid(level="ultoma")
    levels = [key for key in source if key.startswith("value.level.")]
    assert levels == ["value.level.ultoma.shipping", "value.level.ultoma.x_vp"]


def test_tma_010_first_plays_are_at_level_automalein() -> None:
    options = {key: value for key, value in PLAIN.items() if key != "level"}
    assert lay_out(options, Seeded("test"), {})["level"] == "automalein"


def test_tma_010_there_is_no_sixth_level() -> None:
    why = refused(UnknownError, level="alptraum")
    assert why.text.key == "error.option"
    assert why.nearest[0] == "alptrauma"


# ---------------------------------------------------------------------------------------------------------- TMA-011


@pytest.mark.parametrize("place", [4, 5])
def test_tma_011_no_spade_tile_in_rounds_5_and_6(place: int) -> None:
    tiles = ["score2", "score3", "score4", "score5", "score6"]
    tiles.insert(place, "score1")
    why = refused(ImpossibleError, scoring=" ".join(tiles))
    assert (why.rule, why.text.key) == ("TMA-011", "error.spade_tile")


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_tma_011_the_spade_tile_may_lie_in_rounds_1_to_4(place: int) -> None:
    tiles = ["score2", "score3", "score4", "score5", "score6"]
    tiles.insert(place, "score1")
    assert fresh(scoring=" ".join(tiles)).setup.tiles == tuple(tiles)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 10**6))
def test_tma_011_drawn_tiles_obey_too(seed: int) -> None:
    tiles = laid(luck=str(seed), scoring="random", promos="yes")["scoring"].split()
    assert len(set(tiles)) == 6
    assert "score1" not in tiles[4:]


def test_tma_011_the_spade_tile_is_drawn_for_each_of_rounds_1_to_4() -> None:
    drawn = [laid(luck=str(seed), scoring="random")["scoring"].split() for seed in range(150)]
    assert {tiles.index("score1") for tiles in drawn if "score1" in tiles} == {0, 1, 2, 3}


def test_tma_011_each_tile_lies_with_the_side_of_its_round_up() -> None:
    lines = told(GAME.layout(fresh()), "layout.scoring")
    sides = [line.args["side"] for line in lines]
    assert sides == [Word("side.r1_3")] * 3 + [Word("side.r4_6")] * 3
    assert [line.args["round"] for line in lines] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("round_", "vp"), [(1, 2), (2, 2), (3, 2), (4, 5), (5, 5), (6, 5)])
def test_tma_011_the_side_decides_which_number_counts(round_: int, vp: int) -> None:
    """score6 has a 2 on the side of rounds 1-3 and a 5 on the other."""
    tiles = ["score2", "score3", "score4", "score5", "score7"]
    tiles.insert(round_ - 1, "score6")
    assert fresh(scoring=" ".join(tiles)).printed.pass_vp[round_ - 1] == vp


def test_tma_011_merchants_of_the_seas_has_its_own_tiles() -> None:
    assert laid(mots="yes", scoring="random")["scoring"] == "mots1 mots2 mots3 mots4 mots5 mots6"
    why = refused(UnknownError, mots="yes", scoring=PLAIN["scoring"])
    assert why.text.args["got"] == "score2"


def test_tma_011_without_merchants_its_tiles_are_unknown() -> None:
    why = refused(UnknownError, scoring="mots1 mots2 mots3 mots4 mots5 mots6")
    assert why.nearest


# ---------------------------------------------------------------------------------------------------------- TMA-012


def test_tma_012_the_end_token_goes_on_the_round_6_tile() -> None:
    lines = keys(GAME.layout(fresh()))
    assert lines.count("layout.end_token") == 1
    assert lines.index("layout.end_token") == max(i for i, key in enumerate(lines) if key == "layout.scoring") + 1


def test_tma_012_her_part_of_the_tile_stays_visible() -> None:
    """Only the quarter is covered, so her number in round 6 counts: 5 on the late side of score7."""
    assert "covers only the upper right quarter" in GAME.words("en")["layout.end_token"]
    assert fresh().printed.pass_vp[5] == 5


# ---------------------------------------------------------------------------------------------------------- TMA-013


def test_tma_013_you_begin_and_hold_the_token() -> None:
    board = fresh()
    assert (board.start, board.to_move, board.order) == (HUMAN, HUMAN, [HUMAN, AUTOMA])


def test_tma_013_with_two_humans_she_is_third() -> None:
    board = fresh(**TWO)
    assert (board.start, board.to_move, board.order) == (HUMAN, HUMAN, [HUMAN, HUMAN2, AUTOMA])


# ---------------------------------------------------------------------------------------------------------- TMA-014


def test_tma_014_her_home_is_not_yours() -> None:
    why = refused(ImpossibleError, human="mermaids", home="lakes")
    assert (why.rule, why.text.key) == ("TMA-014", "error.home_taken")
    assert "lakes" not in why.nearest
    assert len(why.nearest) == 6


def test_tma_014_any_other_home_is_fine() -> None:
    board = fresh(human="mermaids", home="swamp")
    assert board.home[AUTOMA] == board.setup.home == 2


def test_tma_014_her_home_differs_from_both_humans() -> None:
    assert refused(ImpossibleError, **TWO, home="desert").rule == "TMA-014"  # the Nomads' home
    assert refused(ImpossibleError, **TWO, home="forest").rule == "TMA-014"  # the Witches' home
    assert fresh(**TWO, home="plains").home == [1, 4, 0]


def test_tma_014_a_chosen_ice_home_counts_as_yours() -> None:
    assert refused(ImpossibleError, human="yetis", human_home="lakes").rule == "TMA-014"
    assert fresh(human="yetis", human_home="swamp").home[HUMAN] == 2


def test_tma_014_two_humans_of_one_home_cannot_play() -> None:
    why = refused(ImpossibleError, **{**TWO, "human2": "auren"})
    assert (why.rule, why.text.key) == ("TMA-014", "error.same_ground")
    why = refused(ImpossibleError, **{**TWO, "human2": "yetis"}, human2_home="forest")
    assert (why.rule, why.text.key) == ("TMA-014", "error.home_taken")


def test_tma_014_a_faction_keeps_its_printed_home() -> None:
    why = refused(ImpossibleError, human="witches", human_home="swamp")
    assert (why.text.key, why.nearest) == ("error.home_of", ("forest",))
    assert fresh(human="witches", human_home="forest").home[HUMAN] == 4


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(["yetis", "acolytes", "shapeshifters", "giants", "mermaids"]))
def test_tma_014_drawn_homes_differ(seed: int, human: str) -> None:
    two = {**TWO, "human": human}
    source = laid(luck=str(seed), **two, human_home="random", home="random")
    assert len({source["home"], source["human_home"], source["human2_home"]}) == 3


def test_tma_014_every_automa_faction_but_the_simpletons_is_a_choice_too() -> None:
    assert fresh(faction="druids").setup.faction == "druids"
    drawn = {laid(luck=str(seed), faction="random")["faction"] for seed in range(150)}
    assert len(drawn) == 10


def test_tma_097_giants_not_against_the_blight() -> None:
    why = refused(ImpossibleError, human="giants", faction="blight")
    assert (why.rule, why.text.key) == ("TMA-097", "error.giants_blight")


def test_tma_097_giants_against_others_and_others_against_the_blight() -> None:
    assert fresh(human="giants", faction="druids").setup.faction == "druids"
    assert fresh(human="chaos_magicians", faction="blight").setup.faction == "blight"


def test_tma_097_the_blight_is_not_drawn_against_giants() -> None:
    drawn = {laid(luck=str(seed), human="giants", faction="random")["faction"] for seed in range(150)}
    assert "blight" not in drawn
    assert len(drawn) == 9


# ---------------------------------------------------------------------------------------------------------- TMA-015


def test_tma_015_her_supply() -> None:
    board = fresh()
    assert board.left[AUTOMA] == [6, 4, 3, 1, 1, 0]
    assert board.priests[AUTOMA] == 7
    assert board.status() == []


def test_tma_015_with_merchants_fewer_trading_houses_and_a_shipyard() -> None:
    board = fresh(mots="yes", scoring="random")
    assert board.left[AUTOMA] == [6, 2, 3, 1, 1, 1]
    assert board.status() == []


def test_tma_015_your_pieces_are_all_there() -> None:
    assert fresh().left[HUMAN] == [8, 4, 3, 1, 1, 0]
    assert fresh(mots="yes", scoring="random").left[HUMAN] == [8, 4, 3, 1, 1, 1]


def test_tma_015_a_wrong_number_of_pieces_is_reported() -> None:
    board = table("E5", also="set left.automa.dwelling = 6")  # one stands, so five are left
    assert [(p.rule, p.text.key, p.text.args["have"]) for p in board.status()] == [("TMA-015", "problem.pieces", 7)]


def test_tma_015_the_instruction_tells_the_numbers() -> None:
    (line,) = told(GAME.layout(fresh()), "layout.pieces")
    assert (line.args["dwelling"], line.args["trading_house"]) == (6, 4)
    (line,) = told(GAME.layout(fresh(mots="yes", scoring="random")), "layout.pieces_mots")
    assert (line.args["trading_house"], line.args["shipyard"]) == (2, 1)


# ---------------------------------------------------------------------------------------------------------- TMA-016


@pytest.mark.parametrize(
    ("faction", "start"),
    [
        ("simpletons", [1, 1, 1, 1]),
        ("kuddlers", [1, 1, 0, 0]),
        ("druids", [2, 0, 0, 0]),
        ("wanderers", [1, 0, 1, 0]),
        ("powermongers", [0, 0, 0, 0]),
        ("gognomes", [1, 0, 0, 1]),
    ],
)
def test_tma_016_one_step_per_symbol_on_her_card(faction: str, start: list[int]) -> None:
    assert fresh(faction=faction).cults[AUTOMA] == start


def test_tma_016_the_symbols_of_the_owners_card_win() -> None:
    assert fresh({"cult_start.druids": "0 0 0 2"}, faction="druids").cults[AUTOMA] == [0, 0, 0, 2]


def test_tma_016_your_markers_start_where_your_faction_says() -> None:
    assert fresh(human="witches").cults[HUMAN] == [0, 0, 0, 2]


def test_tma_016_vp_start_on_20() -> None:
    assert fresh().vp == [20, 20]


def test_tma_016_the_steps_of_the_faction_card_are_asked_for() -> None:
    for faction in ("symbionts", "blight", "gognomes"):
        assert "layout.faction_setup" in keys(GAME.layout(fresh(faction=faction)))
    assert "layout.faction_setup" not in keys(GAME.layout(fresh(faction="simpletons")))


# ---------------------------------------------------------------------------------------------------------- TMA-017


def test_tma_017_she_takes_the_leftmost_card() -> None:
    board = fresh(bonus="bon7 bon2 bon9 bon4 bon5")
    assert BONUS.names[board.bonus[AUTOMA]] == "bon7"
    assert row(board) == ["bon2", "bon9", "bon4", "bon5"]
    assert board.bonus[HUMAN] == NOBODY


def test_tma_017_the_three_left_close_up_and_get_a_coin() -> None:
    board = fresh(bonus="bon7 bon2 bon9 bon4 bon5")
    tell(board, "bonus bon9")
    assert row(board) == ["bon2", "bon4", "bon5"]
    assert {name for name, coins in zip(BONUS.names, board.coins, strict=True) if coins} == {"bon2", "bon4", "bon5"}
    assert max(board.coins) == 1


def test_tma_017_no_coins_before_everybody_has_chosen() -> None:
    board = fresh(**TWO)
    tell(board, "bonus bon2")
    assert sum(board.coins) == 0
    tell(board, "human2: bonus bon3")
    assert row(board) == ["bon4", "bon5", "bon6"]
    assert sum(board.coins) == 3


def test_tma_017_nobody_takes_a_second_card() -> None:
    board = fresh()
    tell(board, "bonus bon2")
    with pytest.raises(ImpossibleError) as caught:
        tell(board, "bonus bon3")
    assert (caught.value.rule, caught.value.text.key) == ("TMA-017", "error.has_bonus")


def test_tma_017_her_card_is_not_in_the_row() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(fresh(), "bonus bon1")
    assert caught.value.nearest == ("bon2", "bon3", "bon4", "bon5")


# ---------------------------------------------------------------------------------------------------------- TMA-018


def test_tma_018_two_letters_of_the_card_and_one_mark() -> None:
    board = fresh(LETTERS)
    tell(board, "build E9")
    lines, trace = turn(board, "dc1")  # A marked, B unmarked
    assert lines == ["automa: build A4", "automa: mark A4", "automa: build D2", "automa: begin"]
    (note,) = remarks(trace, "TMA-018")
    assert (note["marked"], note["unmarked"]) == ("A", "B")


@pytest.mark.parametrize(("card", "marked", "both"), [("dc3", "E4", "E4 E11"), ("dc5", "A4", "A4 D5")])
def test_tma_018_other_letters_other_hexes(card: str, marked: str, both: str) -> None:
    board = fresh(LETTERS)
    turn(board, card)
    assert names(board, board.owned(AUTOMA)) == both
    assert names(board, board.marks) == marked
    assert board.left[AUTOMA][0] == 4


def test_tma_018_the_card_of_the_map_and_home_in_use_counts() -> None:
    elsewhere = {**LETTERS, "letters.original.swamp": "A8 B3 B5 C1 E5 E10"}
    board = fresh(elsewhere, home="swamp")
    turn(board, "dc1")
    assert names(board, board.owned(AUTOMA)) == "A8 B3"


def test_tma_018_the_origin_of_the_letters_is_told() -> None:
    _, trace = turn(fresh(LETTERS), "dc1")
    assert remarks(trace, "TMA-018")[0]["origin"] == Word("origin.printed")
    _, trace = turn(fresh(), "dc1")
    assert remarks(trace, "TMA-018")[0]["origin"] == Word("origin.stand_in")


def test_tma_018_your_first_dwelling_before_hers_the_second_after() -> None:
    board = fresh(LETTERS)
    assert seats(GAME.table.list_prompts(board), "prompt.first_dwelling") == ["human"]
    tell(board, "build E9")
    assert seats(GAME.table.list_prompts(board), "prompt.first_dwelling") == []
    assert seats(GAME.table.list_prompts(board), "prompt.dwellings_left") == []
    turn(board, "dc1")
    (line,) = told(GAME.table.list_prompts(board), "prompt.dwellings_left")
    assert line.args["n"] == 1
    tell(board, "build G3")
    assert told(GAME.table.list_prompts(board), "prompt.dwellings_left") == []


def test_tma_018_nomads_place_two_more() -> None:
    board = fresh(LETTERS, human="nomads")
    tell(board, "build E8")
    turn(board, "dc1")
    (line,) = told(GAME.table.list_prompts(board), "prompt.dwellings_left")
    assert line.args["n"] == 2


def test_tma_018_nobody_passes_before_her_dwellings_stand() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(fresh(), "pass bon2")
    assert (caught.value.rule, caught.value.text.key) == ("TMA-018", "error.not_begun")


def test_tma_018_then_round_1_begins() -> None:
    board = fresh(LETTERS)
    assert board.phase == PLACING
    turn(board, "dc1")
    assert (board.phase, board.round, board.to_move) == (PLAYING, 1, HUMAN)


def test_tma_096_chaos_magicians_place_nothing_before_her() -> None:
    board = fresh(LETTERS, human="chaos_magicians")
    lines = GAME.table.list_prompts(board)
    assert seats(lines, "prompt.chaos_magicians") == ["human"]
    assert seats(lines, "prompt.first_dwelling") == []


def test_tma_096_chaos_magicians_place_their_only_dwelling_after_hers() -> None:
    board = fresh(LETTERS, human="chaos_magicians")
    turn(board, "dc1")
    (line,) = told(GAME.table.list_prompts(board), "prompt.dwellings_left")
    assert line.args["n"] == 1
    tell(board, "build D4")
    assert told(GAME.table.list_prompts(board), "prompt.dwellings_left") == []


def test_tma_096_other_factions_begin_with_a_dwelling() -> None:
    lines = GAME.table.list_prompts(fresh(LETTERS, human="giants"))
    assert seats(lines, "prompt.chaos_magicians") == []
    assert seats(lines, "prompt.first_dwelling") == ["human"]


# ---------------------------------------------------------------------------------------------------------- rulings


def test_tma_r02_the_bonus_card_is_asked_for_before_the_dwellings() -> None:
    lines = keys(GAME.table.list_prompts(fresh()))
    assert lines.index("prompt.bonus") < lines.index("prompt.first_dwelling")


def test_tma_r02_the_other_order_is_allowed() -> None:
    before, after = fresh(LETTERS), fresh(LETTERS)
    tell(before, "bonus bon3; build E9")
    turn(before, "dc1")
    tell(after, "build E9")
    turn(after, "dc1")
    tell(after, "bonus bon3")
    assert after.key() == before.key()


def test_tma_r02_from_round_2_on_the_row_has_three_cards() -> None:
    board = table(also="bonus bon3", round=2)
    assert board.status() == []
    tell(board, "set bonus.row = bon2 bon4; set bonus.human = bon5")
    assert ("TMA-R02", "problem.bonus_row") in [(p.rule, p.text.key) for p in board.status()]


def test_tma_r02_in_round_1_the_row_may_be_longer() -> None:
    assert table(round=1).status() == []  # four cards: you have not chosen yet


def test_tma_r03_the_card_comes_from_those_in_the_game() -> None:
    with pytest.raises(ImpossibleError) as caught:
        turn(fresh(LETTERS), "dc_mots")
    assert caught.value.rule == "TMA-018"
    with pytest.raises(ImpossibleError):
        turn(fresh(LETTERS, mots="yes", scoring="random"), "dc2")  # replaced by dc2_mots


def test_tma_r03_with_the_option_from_all_cards_of_the_box() -> None:
    board = fresh(LETTERS, initial_card="all")
    turn(board, "dc_mots")  # D marked, E unmarked
    assert names(board, board.owned(AUTOMA)) == "E4 E11"


def test_tma_r03_how_many_cards_there_are_to_draw_from() -> None:
    def sizes(**options: str) -> int:
        seen = set()
        for seed in range(200):
            chance = Seeded(str(seed))
            her_turn(fresh(LETTERS, **options), chance)
            seen.add(chance.log[0].names)
        return len(seen)

    assert sizes() == 13
    assert sizes(mots="yes", scoring="random") == 14
    assert sizes(initial_card="all") == 16


def test_tma_r03_the_card_is_shuffled_back() -> None:
    board = fresh(LETTERS)
    turn(board, "dc2")
    assert CARDS.name_options(board.deck) == ("dc1", "dc2", "dc3", "dc4", "dc5")
    board = fresh(LETTERS)
    turn(board, "dc9")
    assert "dc9" in CARDS.name_options(board.reserve)


def test_tma_r04_both_humans_place_before_her() -> None:
    board = fresh(LETTERS, **TWO)
    assert seats(GAME.table.list_prompts(board), "prompt.first_dwelling") == ["human", "human2"]
    tell(board, "build E9")
    assert seats(GAME.table.list_prompts(board), "prompt.first_dwelling") == ["human2"]


def test_tma_r04_she_places_both_at_once_then_each_human_one_more() -> None:
    board = fresh(LETTERS, **TWO)
    tell(board, "build E9; human2: build E8")
    turn(board, "dc1")
    assert board.owned(AUTOMA).bit_count() == 2
    lines = told(GAME.table.list_prompts(board), "prompt.dwellings_left")
    assert [line.args["n"] for line in lines] == [2, 1]  # the Nomads have a third


def test_tma_r04_the_second_dwellings_come_in_reverse_order() -> None:
    board = fresh(LETTERS, **TWO)
    tell(board, "build E9; human2: build E8")
    turn(board, "dc1")
    assert seats(GAME.table.list_prompts(board), "prompt.dwellings_left") == ["human2", "human"]


# ---------------------------------------------------------------------------------------------------------- TMA-100


def test_tma_100_two_humans_use_six_bonus_cards() -> None:
    assert len(laid(**{**TWO, "bonus": "random"})["bonus"].split()) == 6
    why = refused(ImpossibleError, **{**TWO, "bonus": "bon1 bon2 bon3 bon4 bon5"})
    assert (why.text.key, why.text.args["want"]) == ("error.option_count", 6)


def test_tma_100_one_human_uses_five_bonus_cards() -> None:
    assert len(laid(bonus="random")["bonus"].split()) == 5
    why = refused(ImpossibleError, bonus="bon1 bon2 bon3 bon4 bon5 bon6")
    assert (why.text.key, why.text.args["want"]) == ("error.option_count", 5)


def test_tma_100_against_two_humans_she_plays_the_simpletons() -> None:
    why = refused(ImpossibleError, **TWO, faction="druids")
    assert (why.rule, why.text.key, why.nearest) == ("TMA-100", "error.two_humans_faction", ("simpletons",))


def test_tma_100_a_drawn_faction_is_the_simpletons_only_against_two() -> None:
    assert {laid(luck=str(s), **TWO, faction="random")["faction"] for s in range(30)} == {"simpletons"}
    assert len({laid(luck=str(s), faction="random")["faction"] for s in range(30)}) > 1


def test_tma_100_one_human_has_no_second_seat() -> None:
    with pytest.raises(ImpossibleError) as caught:
        tell(fresh(), "human2: vp +1")
    assert caught.value.rule == "TMA-100"
    board = fresh(**TWO)
    tell(board, "human2: vp +1")
    assert board.vp == [20, 20, 21]


# --------------------------------------------------------------------------------------------------- printed values

ROW = "lakes desert forest plains mountains wasteland swamp"


def test_the_owners_values_win_and_are_labelled() -> None:
    board = fresh({"atp.lakes.a": ROW})
    assert board.setup.source["value.atp.lakes.a"] == f"{ROW} (printed)"
    assert board.printed.origin("atp.lakes.a") == "printed"
    assert board.printed.atp[3, 0] == (3, 0, 4, 1, 5, 6, 2)


def test_without_the_owner_a_stand_in_is_labelled_so() -> None:
    board = fresh()
    assert board.printed.origin("atp.lakes.a") == "stand_in"
    assert board.printed.origin("letters.original.lakes") == "stand_in"
    assert board.printed.origin("pass_vp.score3.r1_3") == "stand_in"


def test_the_tables_own_value_wins_over_the_owners() -> None:
    board = fresh({"pass_vp.score2.r1_3": "6"}, **{"value.pass_vp.score2.r1_3": "7"})
    assert board.printed.pass_vp[0] == 7
    assert fresh({"pass_vp.score2.r1_3": "6"}).printed.pass_vp[0] == 6


def test_what_two_sources_know_is_labelled_source() -> None:
    source = laid(pass_values="ask")
    assert source["value.pass_vp.score7.r4_6"] == "5 (source)"
    assert source["value.level.automa.shipping"] == "0 1 2 (source)"
    assert source["value.level.automa.x_vp"] == "0 1 1 (one_source)"


def test_what_nobody_knows_is_missing_and_asked_for() -> None:
    board = fresh(pass_values="ask")
    assert board.setup.source["value.pass_vp.score2.r1_3"] == "? (missing)"
    assert board.printed.pass_vp[0] is None


def test_merchants_tiles_have_no_stand_in() -> None:
    source = laid(mots="yes", scoring="random", pass_values="stand_in")
    assert source["value.pass_vp.mots1.r1_3"] == source["value.cult.mots1"] == "? (missing)"


def test_the_cult_of_the_promo_tile_is_missing_or_none() -> None:
    tiles = "score9 score3 score4 score5 score6 score7"
    assert laid(scoring=tiles, pass_values="ask")["value.cult.score9"] == "? (missing)"
    assert laid(scoring=tiles, pass_values="stand_in")["value.cult.score9"] == "none (stand_in)"


def test_values_of_other_tables_are_kept_out_but_must_be_possible() -> None:
    assert "value.letters.fjords.desert" not in laid({"letters.fjords.desert": "A4 A8 A12 C8 E3 E7"})
    why = refused(ImpossibleError, {"letters.fjords.desert": "A4"})
    assert (why.text.key, why.text.args["key"]) == ("error.datum", "letters.fjords.desert")


def test_an_unknown_value_is_refused_with_the_nearest_key() -> None:
    why = refused(ImpossibleError, {"pass_vp.score2.r1-3": "4"})
    assert "pass_vp.score2.r1_3" in why.nearest


def test_a_decision_card_can_be_mended() -> None:
    board = fresh({"card.dc4.pass_icon": "no"})
    assert not board.printed.cards[CARDS.find_option("dc4") or 0].pass_icon
    assert board.printed.origin("card.dc4.pass_icon") == "printed"


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_every_value_of_a_set_up_has_a_known_origin(seed: int) -> None:
    chance = Seeded(seed, answers_too=True)
    source = lay_out({**GAME.table.random_options(chance), "seed": "s"}, chance, {})
    origins = {read_value(value)[1] for key, value in source.items() if key.startswith("value.")}
    assert origins <= {"source", "one_source", "inferred", "stand_in", "missing"}


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6))
def test_a_drawn_set_up_is_complete_and_sound(seed: int) -> None:
    chance = Seeded(seed, answers_too=True)
    source = lay_out({**GAME.table.random_options(chance), "seed": "s"}, chance, {})
    assert new_board(source).status() == []
    assert new_board(source).key() == new_board(source).key()
    assert not [key for key, value in source.items() if value == "random"]


# ------------------------------------------------------------------------------------------------------ bad options


def test_an_unknown_option_is_refused() -> None:
    why = refused(UnknownError, leval="automa")
    assert (why.text.key, why.nearest[0]) == ("error.no_option", "level")


@pytest.mark.parametrize("key", [option.key for option in OPTIONS if option.choices])
def test_every_option_with_choices_knows_only_these(key: str) -> None:
    option = next(o for o in OPTIONS if o.key == key)
    why = refused(UnknownError, **{key: "xyzzy"})
    assert why.text.key == "error.option"
    assert why.text.args["key"] == key
    assert set(why.nearest) <= set(option.choices)
    assert why.nearest
    assert why.rule == option.ruling


@pytest.mark.parametrize(
    ("key", "typed", "meant"),
    [
        ("map", "fire_ice", "fire_and_ice"),
        ("human", "wiches", "witches"),
        ("human2", "nomad", "nomads"),
        ("faction", "simpleton", "simpletons"),
        ("home", "lake", "lakes"),
        ("final", "settlement", "settlements"),
    ],
)
def test_the_nearest_name_is_offered(key: str, typed: str, meant: str) -> None:
    assert refused(UnknownError, **{key: typed}).nearest[0] == meant


def test_case_and_spaces_do_not_matter() -> None:
    assert laid(level=" Ultoma ", home="LAKES", bonus="BON1, bon2 bon3 bon4 bon5") == laid(level="ultoma")


@pytest.mark.parametrize(
    ("key", "value", "error", "kind"),
    [
        ("scoring", "score1 score2", "error.option_count", ImpossibleError),
        ("scoring", "score2 score2 score3 score4 score5 score6", "error.option_twice", ImpossibleError),
        ("scoring", "score2 score3 score4 score5 score6 score77", "error.option", UnknownError),
        ("bonus", "bon1", "error.option_count", ImpossibleError),
        ("bonus", "bon1 bon2 bon3 bon4 bon4", "error.option_twice", ImpossibleError),
        ("bonus", "bon1 bon2 bon3 bon4 bon55", "error.option", UnknownError),
    ],
)
def test_lists_are_counted_and_checked(key: str, value: str, error: str, kind: type[BadInputError]) -> None:
    assert refused(kind, **{key: value}).text.key == error


def test_gognome_tokens_are_checked() -> None:
    assert fresh(faction="gognomes", tokens="vi ii I").setup.source["tokens"] == "I II VI"
    assert refused(ImpossibleError, faction="gognomes", tokens="I II").text.key == "error.option_count"
    assert refused(ImpossibleError, faction="gognomes", tokens="I I II").text.key == "error.option_twice"
    assert refused(UnknownError, faction="gognomes", tokens="I II VII").text.key == "error.option"


def test_the_youth_card_is_nobodys_home() -> None:
    assert fresh(faction="symbionts", youth="desert").setup.youth == 0
    for taken in ("lakes", "forest"):  # hers, and the Witches'
        why = refused(ImpossibleError, faction="symbionts", youth=taken)
        assert (why.rule, taken in why.nearest) == ("TMA-F08", False)


def test_a_set_up_that_lacks_something_is_unreadable() -> None:
    source = laid()
    del source["faction"]
    with pytest.raises(UnreadableError) as caught:
        new_board(source)
    assert caught.value.text.args["key"] == "faction"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("level", "hard"),
        ("human", "elves"),
        ("home", "sea"),
        ("home", "forest"),
        ("map", "moon"),
        ("scoring", "score1"),
        ("final", "glory"),
        ("order", "alphabetical"),
        ("value.pass_vp.score2.r1_3", "many (printed)"),
        ("value.pass_vp.score2.r1_3", "3"),
    ],
)
def test_a_broken_set_up_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadInputError):
        new_board({**laid(), key: value})


# ------------------------------------------------------------------------------------------- each option does something

Look = Callable[[TerraMystica], object]
SYMBIONTS = {"faction": "symbionts"}
GOGNOMES = {"faction": "gognomes"}
ICE = {"human": "yetis"}
ICE2 = {**TWO, "human2": "yetis"}
#: option, two values, what else must be chosen, what must differ
EFFECTS: tuple[tuple[str, str, str, dict[str, str], Look], ...] = (
    ("level", "automa", "alptrauma", {}, lambda b: b.printed.shipping),
    ("map", "original", "fjords", {}, lambda b: b.map.land),
    ("human", "witches", "giants", {}, lambda b: b.home),
    ("human_home", "swamp", "desert", ICE, lambda b: b.home),
    ("human2", "nomads", "giants", TWO, lambda b: b.home),
    ("human2_home", "swamp", "desert", ICE2, lambda b: b.home),
    ("faction", "simpletons", "druids", {}, lambda b: b.cults),
    ("home", "lakes", "swamp", {}, lambda b: b.home),
    ("youth", "desert", "swamp", SYMBIONTS, lambda b: b.setup.youth),
    ("final", "none", "settlements", {}, lambda b: b.setup.final),
    ("mots", "no", "yes", {"scoring": "random"}, lambda b: b.left),
    ("scoring", PLAIN["scoring"], "score8 score3 score4 score5 score6 score7", {}, lambda b: b.setup.tiles),
    ("bonus", PLAIN["bonus"], "bon5 bon4 bon3 bon2 bon1", {}, lambda b: b.row),
    ("tokens", "I II III", "IV V VI", GOGNOMES, lambda b: b.tokens),
    ("chance", "app", "own", {}, lambda b: keys(GAME.layout(b))),
    ("seed", "one", "two", {}, lambda b: b.setup.source["seed"]),
    ("pass_values", "ask", "stand_in", {}, lambda b: b.printed.pass_vp),
    ("atp", "sister", "spade_sorted", {}, lambda b: b.printed.atp[3, 0]),
)


@pytest.mark.parametrize(("key", "a", "b", "also", "look"), EFFECTS, ids=[effect[0] for effect in EFFECTS])
def test_each_option_changes_the_board(key: str, a: str, b: str, also: dict[str, str], look: Look) -> None:
    assert look(fresh(**{**also, key: a})) != look(fresh(**{**also, key: b}))


def test_promos_take_part_only_when_chosen() -> None:
    def drawn(promos: str) -> str:
        return " ".join(
            laid(luck=str(s), promos=promos, scoring="random", bonus="random")[key] + " "
            for s in range(40)
            for key in ("scoring", "bonus")
        )

    assert "bon10" in drawn("yes")
    assert "score9" in drawn("yes")
    assert "bon10" not in drawn("no")
    assert "score9" not in drawn("no")


@pytest.mark.parametrize("key", [option.key for option in RULINGS])
def test_each_ruling_is_kept_as_chosen(key: str) -> None:
    option = next(o for o in RULINGS if o.key == key)
    assert fresh().setup.rulings[key] == option.default == option.choices[0]
    assert fresh(**{key: option.choices[1]}).setup.rulings[key] == option.choices[1]


def test_no_option_is_forgotten_here() -> None:
    assert {o.key for o in OPTIONS} == {e[0] for e in EFFECTS} | {o.key for o in RULINGS} | {"promos"}


def test_drawn_options_are_asked_of_the_table_in_the_order_of_the_set_up() -> None:
    """Open options are drawn through the one source of chance: with `Asked` the table draws."""
    options = {**PLAIN, "final": "random", "home": "random"}
    source = lay_out(options, Asked(["swamp", "outposts"]), {})
    assert (source["home"], source["final"]) == ("swamp", "outposts")


def test_the_trace_changes_nothing() -> None:
    listened, alone = fresh(LETTERS), fresh(LETTERS)
    her_turn(listened, Seeded("x"), Trace())
    her_turn(alone, Seeded("x"))
    assert listened.key() == alone.key()


def test_tma_015_there_is_no_shipyard_in_a_supply_without_merchants_of_the_seas() -> None:
    board = fresh()
    with pytest.raises(ImpossibleError) as why:
        set_field(board, "left.automa.shipyard", "4")
    assert why.value.rule == "TMA-015"
    set_field(board, "left.automa.shipyard", "0")


@pytest.mark.parametrize("key", ["letters.original.lakes", "level.automa.x_vp", "cult_start.simpletons"])
def test_a_set_up_from_a_file_lacks_none_of_the_values_that_are_never_asked_for(key: str) -> None:
    source = {**fresh(map="original", home="lakes", level="automa", faction="simpletons").setup.source}
    assert f"value.{key}" in source
    source[f"value.{key}"] = "? (missing)"
    with pytest.raises(ImpossibleError):
        new_board(source)
