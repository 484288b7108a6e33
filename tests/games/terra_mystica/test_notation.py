"""The notation: forms, round trips, short forms, implied events, errors and nearest words, doubts, corrections.

Rules behind the lines: TM-001, TM-007, TM-070, TMA-002, TMA-015, TMA-030, TMA-062, TMA-100.
"""

from __future__ import annotations

import string
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.board import Event
from soloist.core.errors import BadInputError, ImpossibleError, UnknownError, UnreadableError
from soloist.games.terra_mystica.board import events as board_events
from soloist.games.terra_mystica.board.fields import list_corrections, list_facts
from soloist.games.terra_mystica.board.notation import (
    ALIASES,
    FORMS,
    HERS,
    VERBS,
    list_slot_words,
    parse_event,
    read_entered,
)
from soloist.games.terra_mystica.board.printed import all_keys
from soloist.games.terra_mystica.board.state import NOBODY, TerraMystica, new_board
from soloist.games.terra_mystica.board.tables import (
    AUTOMA,
    BONUS,
    CARDS,
    CULTS,
    FAVORS,
    HUMAN,
    HUMAN2,
    ICE,
    KINDS,
    POWER_ACTIONS,
    TERRAIN,
    TOWNS,
    TRADING_HOUSE,
    VOLCANO,
)
from soloist.games.terra_mystica.game import GAME
from tests.games.laws import check_errors
from tests.games.laws import make_position as played
from tests.games.terra_mystica.tables import table, tell


def rich() -> TerraMystica:
    """Return a table on which nearly everything can be entered: two humans, Merchants of the Seas."""
    return table("E4* G6", "C2 E6:th", "D4", human2="nomads", mots="yes", also="bonus bon5; human2: bonus bon6")


def read_one(board: TerraMystica, line: str) -> Event:
    (event,) = read_entered(board, line)
    return event


def refused(kind: type[BadInputError], board: TerraMystica, line: str) -> BadInputError:
    """Return the error that refuses a line, when read or applied."""
    with pytest.raises(kind) as caught:
        tell(board, line)
    assert type(caught.value) is kind
    return caught.value


# ------------------------------------------------------------------------------------------------------------ forms

#: boards for the examples of the forms: an empty one, and one with a trading house of the human on E5
EMPTY = {"bonus": "bon1 bon4 bon7 bon8 bon9"}
GOGNOMES = {**EMPTY, "faction": "gognomes", "tokens": "I II III"}


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_example_of_each_form_reads_and_applies_somewhere(form: object) -> None:
    assert isinstance(form, type(FORMS[0]))
    done = []
    for board in (table(**EMPTY), table("", "E5:th", **GOGNOMES)):
        try:
            done += tell(board, form.example)
        except BadInputError:
            continue
    assert done


@pytest.mark.parametrize("form", FORMS, ids=[form.key for form in FORMS])
def test_the_slots_of_each_form_can_be_filled(form: object) -> None:
    assert isinstance(form, type(FORMS[0]))
    board = table("", "E5", **GOGNOMES)
    free = {"N", "VALUE"}  # numbers and values are free
    for word in form.pattern.replace("+", "").split():
        if word.isupper() and word not in free:
            assert list_slot_words(board, word), word


def test_each_form_has_words_and_a_key_of_its_own() -> None:
    assert len({form.key for form in FORMS}) == len(FORMS)
    for language in ("en", "de"):
        assert all(f"form.{form.key}" in GAME.words(language) for form in FORMS)


def test_the_slots_follow_the_board() -> None:
    assert "shipyard" not in list_slot_words(table(), "KIND")
    assert "shipyard" in list_slot_words(rich(), "KIND")
    assert "mots_act1" not in list_slot_words(table(), "ACTION")
    assert list_slot_words(table(also="bonus bon3"), "BONUS") == ("bon2", "bon4", "bon5")
    assert list_slot_words(table(), "NOTHING") == ()


# ------------------------------------------------------------------------------------------------------- round trips


def examples(board: TerraMystica) -> list[Event]:
    """Return at least one event of every kind that fits this board."""
    hex_ = board.map.hex
    return [
        board_events.Transformed(AUTOMA, hex_("E5"), 2),
        board_events.Transformed(HUMAN, hex_("E5"), ICE),
        board_events.Built(HUMAN2, hex_("A1")),
        board_events.Marked(hex_("E4")),
        board_events.Unmarked(hex_("E4")),
        board_events.Upgraded(HUMAN, hex_("E6"), TRADING_HOUSE),
        board_events.Upgraded(AUTOMA, hex_("E4"), len(KINDS.names) - 1),
        board_events.Put(HUMAN, hex_("I12"), 4),
        board_events.Removed(HUMAN2, hex_("D4")),
        board_events.Bridged(HUMAN, board.map.bridge("C2", "E5")),
        board_events.Traded(hex_("C2")),
        board_events.CubePlaced(hex_("D3")),
        board_events.Blighted(hex_("D3")),
        board_events.CultAdvanced(HUMAN, 3, 2),
        board_events.CultAdvanced(HUMAN, 0, -3),
        board_events.PriestSent(AUTOMA, 1, 3),
        board_events.PriestSent(HUMAN, 1, 2),
        board_events.ActionUsed(HUMAN, 0),
        board_events.ActionUsed(AUTOMA, 8),
        board_events.FavorTaken(HUMAN, 11),
        board_events.TownFounded(HUMAN, 5),
        board_events.Gained(AUTOMA, 7),
        board_events.Gained(HUMAN2, -2),
        board_events.Achieved(4),
        board_events.BonusTaken(HUMAN, 9),
        board_events.Passed(AUTOMA, 2),
        board_events.Passed(HUMAN),
        board_events.TurnDone(HUMAN2),
        board_events.Begun(),
        board_events.RoundEnded(),
        board_events.GameEnded(),
        board_events.Scored(HUMAN, "cult_fire", 8),
        board_events.Scored(AUTOMA, "stronghold_and_sanctuary", 12),
        board_events.Drew(15),
        board_events.Slid(),
        board_events.Gathered(),
        board_events.Joined(7),
        board_events.Joined(NOBODY),
        board_events.ReserveDrawn(6),
        board_events.Reshuffled(),
        board_events.Reminded(HUMAN, "TMA-098"),
        board_events.ValueEntered("pass_vp.mots1.r1_3", "4"),
        board_events.ValueEntered("card.dc1.actions", "upgrade, take_favor rounds=56, gain_vp x"),
        board_events.Corrected("left.automa.dwelling", "3"),
        board_events.Corrected("bonus.row", "bon2 bon3 bon4"),
    ]


def test_what_is_written_is_read_back() -> None:
    board = rich()
    for event in examples(board):
        assert parse_event(board, event.to_line(board)) == event


def test_no_kind_of_event_is_forgotten_here() -> None:
    kinds = {
        kind
        for kind in vars(board_events).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind != Event
    }
    assert {type(event) for event in examples(rich())} == kinds


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_round_trips_with_any_numbers(data: st.DataObject) -> None:
    board = rich()

    def any_of(n: int) -> int:
        return data.draw(st.integers(0, n - 1))

    seat, human = any_of(3), 1 + any_of(2)
    hex_ = data.draw(st.sampled_from([board.map.hex(name) for name in board.map.hexes]))
    for event in (
        board_events.Transformed(seat, hex_, any_of(len(TERRAIN.names))),
        board_events.Built(seat, hex_),
        board_events.Upgraded(seat, hex_, any_of(len(KINDS.names))),
        board_events.Put(seat, hex_, any_of(len(KINDS.names))),
        board_events.Bridged(human, any_of(len(board.map.bridges))),
        board_events.CultAdvanced(seat, any_of(4), any_of(7) - 3),
        board_events.PriestSent(seat, any_of(4), 2 + any_of(2)),
        board_events.ActionUsed(seat, any_of(len(POWER_ACTIONS.names))),
        board_events.FavorTaken(seat, any_of(len(FAVORS.names))),
        board_events.TownFounded(seat, any_of(len(TOWNS.names))),
        board_events.Gained(seat, any_of(400) - 200),
        board_events.Passed(seat, any_of(len(BONUS.names))),
        board_events.Drew(any_of(len(CARDS.names))),
        board_events.Joined(any_of(len(CARDS.names) + 1) - 1),
    ):
        assert parse_event(board, event.to_line(board)) == event


def test_a_line_without_a_seat_is_yours() -> None:
    board = rich()
    assert read_one(board, "vp +3") == board_events.Gained(HUMAN, 3)
    assert read_one(board, "human2: vp +3") == board_events.Gained(HUMAN2, 3)
    assert read_one(board, "Automa : vp +3") == board_events.Gained(AUTOMA, 3)


# ------------------------------------------------------------------------------------------------------ short forms


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("upgrade e6 te", "upgrade E6 to temple"),
        ("upgrade E6 -> SH", "upgrade E6 to stronghold"),
        ("upgrade E6 into sy", "upgrade E6 to shipyard"),
        ("UPGRADE E6 TO Temple", "upgrade E6 to temple"),
        ("upgrade c2 tp", "upgrade C2 to trading_house"),
        ("upgrade C2 to trading", "upgrade C2 to trading_house"),
        ("put a1 d", "put A1 dwelling"),
        ("place A1 sa", "put A1 sanctuary"),
        ("take C2", "remove C2"),
        ("dig e5 swamp", "transform E5 to swamp"),
        ("priest f 3", "priest fire 3"),
        ("send w 2", "priest water 2"),
        ("priest on e 2", "priest earth 2"),
        ("cult a 2", "cult air +2"),
        ("action 3", "action act3"),
        ("power act3", "action act3"),
        ("block 6", "action act6"),
        ("favor 5", "favor fav5"),
        ("favour FAV5", "favor fav5"),
        ("town 2", "town tw2"),
        ("pass 2", "pass bon2"),
        ("pass BON2", "pass bon2"),
        ("bridge c2:e5", "bridge C2 E5"),
        ("bridge E5 C2", "bridge C2 E5"),
        ("end", "done"),
        ("vp 5", "vp +5"),
    ],
)
def test_short_forms(short: str, long: str) -> None:
    board = rich()
    assert read_entered(board, short) == read_entered(board, long)


def test_a_priest_on_1_is_a_step() -> None:
    assert read_one(rich(), "priest fire 1") == board_events.CultAdvanced(HUMAN, 0, 1)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("vp = 40", "vp.human", "40"),
        ("automa: vp = 41", "vp.automa", "41"),
        ("cult fire = 7", "cult.human.fire", "7"),
        ("human2: cult a = 0", "cult.human2.air", "0"),
        ("shipping 2", "shipping.human", "2"),
        ("shipping = 2", "shipping.human", "2"),
        ("carpet 3", "jump.human", "3"),
        ("human2: home Swamp", "home.human2", "swamp"),
    ],
)
def test_settings_are_corrections_of_a_field(line: str, field: str, value: str) -> None:
    board = rich()
    assert read_one(board, line) == board_events.Corrected(field, value)
    tell(board, line)
    assert list_facts(board)[field] == value


def test_all_aliases_mean_a_verb() -> None:
    assert set(ALIASES.values()) <= set(VERBS)
    assert not set(ALIASES) & set(VERBS)


# ---------------------------------------------------------------------------------------------- goes without saying


def test_building_on_foreign_ground_means_transforming() -> None:
    board = table()  # Witches, forest; E5 is swamp, E9 forest
    assert read_entered(board, "build E5") == [
        board_events.Transformed(HUMAN, board.map.hex("E5"), 4),
        board_events.Built(HUMAN, board.map.hex("E5")),
    ]
    assert read_entered(board, "build E9") == [board_events.Built(HUMAN, board.map.hex("E9"))]


def test_the_ground_of_ice_volcano_and_shapeshifters() -> None:
    for human, ground in (("yetis", ICE), ("acolytes", VOLCANO), ("shapeshifters", 0)):
        board = table(human=human, human_home="desert")
        assert read_entered(board, "build E5")[0] == board_events.Transformed(HUMAN, board.map.hex("E5"), ground)
    tell(board, "home swamp")  # the Shapeshifters have shifted
    assert len(read_entered(board, "build E5")) == 1


def test_riverwalkers_transform_nothing() -> None:
    assert len(read_entered(table(human="riverwalkers", human_home="desert"), "build E5")) == 1


def test_her_ground_is_her_home() -> None:
    board = table(home="swamp")
    assert len(read_entered(board, "automa: build E5")) == 1
    assert len(read_entered(board, "automa: build E6")) == 2


def test_only_building_implies_anything() -> None:
    assert len(read_entered(table("", "E5"), "upgrade E5 to th")) == 1
    assert len(read_entered(table(), "put E5 dwelling")) == 1


def test_a_logged_line_implies_nothing() -> None:
    board = table()
    assert parse_event(board, "human: build E5") == board_events.Built(HUMAN, board.map.hex("E5"))


# ------------------------------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize("line", ["", "   ", "human:", "automa:   "])
def test_nothing_is_unreadable(line: str) -> None:
    why = refused(UnreadableError, rich(), line)
    assert why.text.key == "error.empty_line"
    assert why.nearest


@pytest.mark.parametrize(
    ("line", "key", "near"),
    [
        ("buidl E5", "error.no_verb", "build"),
        ("upgade E5 te", "error.no_verb", "upgrade"),
        ("build", "error.words", "build E5"),
        ("build E5 E6", "error.words", "build E5"),
        ("upgrade E5", "error.words", "upgrade E5 to temple"),
        ("bridge C2", "error.words", "bridge A3 C1"),
        ("vp", "error.words", "vp +5"),
        ("vp many", "error.want_number", ""),
        ("vp +-5", "error.want_number", ""),
        ("vp +5000", "error.want_number", ""),
        ("cult fire much", "error.want_number", ""),
        ("set round", "error.assignment", "set left.automa.dwelling = 3"),
        ("set = 3", "error.assignment", "set left.automa.dwelling = 3"),
        ("value pass_vp.mots1.r1_3", "error.assignment", "value pass_vp.score7.r4_6 = 5"),
        ("turn", "error.is_command", ""),
        ("undo", "error.is_command", ""),
        ("shipping", "error.words", "shipping 2"),
    ],
)
def test_what_we_do_not_understand_is_unreadable(line: str, key: str, near: str) -> None:
    why = refused(UnreadableError, rich(), line)
    assert why.text.key == key
    assert not near or why.nearest[0] == near


@pytest.mark.parametrize(
    ("line", "key", "near"),
    [
        ("upgrade E6 to tempel", "error.no_kind", "temple"),
        ("transform E5 to swmp", "error.no_terrain", "swamp"),
        ("cult fier +1", "error.no_cult", "fire"),
        ("priest watr 3", "error.no_cult", "water"),
        ("action act9", "error.no_action", "act6"),
        ("favor fav13", "error.no_favor", "fav1"),
        ("town tw9", "error.no_town", "tw8"),
        ("pass bon11", "error.no_bonus", "bon1"),
        ("achievement VII", "error.no_achievement", "VI"),
        ("value pass_vp.mots1.r1-3 = 4", "error.no_datum", "pass_vp.mots1.r1_3"),
        ("set left.automa.dweling = 3", "error.no_field", "left.automa.dwelling"),
        ("cult = 3", "error.no_cult", ""),
    ],
)
def test_what_does_not_exist_is_unknown(line: str, key: str, near: str) -> None:
    why = refused(UnknownError, rich(), line)
    assert why.text.key == key
    assert not near or near in why.nearest


@pytest.mark.parametrize(
    ("line", "key", "rule", "near"),
    [
        ("build E12", "error.no_hex", "TM-001", "E11"),
        ("build Z9", "error.no_hex", "TM-001", ""),
        ("build r14", "error.river", "TM-001", "C2"),
        ("bridge C2 E4", "error.no_bridge", "TM-087", "C2:E5"),
        ("automa: bridge C2 E5", "error.automa_bridge", "TMA-002", ""),
        ("priest fire 5", "error.order_space", "TM-070", "priest fire 3"),
        ("automa: shipping 2", "error.automa_track", "TMA-030", ""),
        ("pass bon9", "error.not_in_row", "TMA-052", "bon2"),
        ("bonus bon2", "error.has_bonus", "TMA-017", ""),
        ("achievement II", "error.no_token", "TMA-F10", ""),
        ("remove E7", "error.nothing_there", "", "C2"),
        ("draw dc1", "error.hers", "", ""),
        ("automa: round ends", "error.hers", "", ""),
        ("set round = 7", "error.field_number", "", ""),
        ("set round = one", "error.field_number", "", ""),
        ("set phase = playng", "error.field_name", "", "playing"),
        ("set marked = r14", "error.field_river", "TM-001", ""),
        ("set terrain.r14 = swamp", "error.field_river", "TM-001", ""),
        ("set spaces.fire = human", "error.field_spaces", "TM-070", ""),
        ("set order = human automa", "error.field_seats", "", ""),
        ("set passed = human human", "error.field_seats", "", ""),
        ("set bonus.row = bon1 bon1", "error.option_twice", "", ""),
        ("set bridges.human = C2", "error.field_name", "", "A3:C1"),
        ("set value.pass_vp.mots1.r1_3 = 99", "error.datum", "", ""),
    ],
)
def test_what_cannot_be_represented_is_impossible(line: str, key: str, rule: str, near: str) -> None:
    why = refused(ImpossibleError, rich(), line)
    assert (why.text.key, why.rule) == (key, rule)
    assert not near or near in why.nearest


def test_what_another_table_has_is_impossible_here() -> None:
    alone = table("", "E6:th")
    assert refused(ImpossibleError, alone, "human2: vp +1").rule == "TMA-100"
    assert refused(ImpossibleError, alone, "upgrade E6 to shipyard").rule == "TMA-015"
    assert refused(ImpossibleError, alone, "action mots_act1").rule == "TMA-062"


@pytest.mark.parametrize("verb", HERS)
def test_what_happens_by_itself_cannot_be_told(verb: str) -> None:
    why = refused(ImpossibleError, rich(), f"{verb} dc1")
    assert why.text.key == "error.hers"


def test_a_refused_line_changes_nothing() -> None:
    board = rich()
    before = board.key()
    for line in ("build r14", "pass bon9", "set round = 9", "set spaces.fire = human", "remove E7", "favor fav99"):
        _refused_somehow(board, line)
        assert board.key() == before


def _refused_somehow(board: TerraMystica, line: str) -> None:
    with pytest.raises(BadInputError):
        tell(board, line)


# ------------------------------------------------------------------------------------------------------------ doubts


Make = Callable[[], TerraMystica]
#: it is the human's turn again
A_ROUND = "action act3; done; automa: done"
DOUBTS: tuple[tuple[str, str, Make, str], ...] = (
    ("transform_occupied", "TM-049", lambda: table("E5"), "transform E5 to plains"),
    ("transform_fixed", "TM-049", lambda: table(also="set terrain.E5 = ice"), "transform E5 to plains"),
    ("occupied", "TM-001", lambda: table("E9"), "build E9"),
    ("none_left", "TM-007", lambda: table("", "A1 A2 A3 A4 A5 A6 A7 A9"), "build A10"),
    ("reach", "TM-005", lambda: table("", "A1 A2", human="halflings"), "build I8"),
    ("mark_nothing", "TMA-032", lambda: table(), "automa: mark E5"),
    ("upgrade_nothing", "TM-007", lambda: table(), "upgrade E5 to th"),
    ("upgrade_step", "TM-007", lambda: table("", "E5"), "upgrade E5 to temple"),
    ("bridge_twice", "TM-087", lambda: table("", "C2", also="bridge C2 E5"), "bridge C2 E5"),
    ("bridge_ends", "TM-087", lambda: table(), "bridge C2 E5"),
    (
        "bridges_left",
        "TM-086",
        lambda: table("", "C2 C5", also="bridge C2 D3; bridge C2 D4; bridge C2 E5"),
        "bridge C5 D6",
    ),
    ("top_taken", "TM-072", lambda: table(also="set cult.automa.fire = 10; cult fire = 9"), "cult fire +1"),
    ("no_key", "TM-071", lambda: table(also="cult fire = 9"), "cult fire +1"),
    ("priests", "TM-010", lambda: table(also="set priests.human = 0"), "priest fire 3"),
    ("action_used", "TM-090", lambda: table(also="action act3"), "action act3"),
    ("favor_gone", "TM-058", lambda: table(also="automa: favor fav1"), "favor fav1"),
    ("vp", "TM-011", lambda: table(also="vp = 1"), "vp -2"),
    ("start_terrain", "TM-015", lambda: table("", "E9", human="witches"), "transform E5 to forest"),
    ("start_river", "TM-151", lambda: table(human="riverwalkers", human_home="lakes", home="swamp"), "build E11"),
    ("no_card", "TMA-017", lambda: table("", "E9 F4"), "done"),
    ("passed", "TM-020", lambda: table("", "E9 F4", also="bonus bon5; pass bon2"), "action act3"),
    ("not_your_turn", "TM-020", lambda: table("", "E9 F4", also="bonus bon5; done"), "action act3"),
    ("idle", "TM-020", lambda: table("A1", "E9 F4", also=f"bonus bon5; {A_ROUND}"), "done"),
    ("transform_into", "TM-115", lambda: table("", "E6 C2", human="giants"), "transform E5 to plains"),
    ("no_town", "TM-078", lambda: table("", "E9 F4"), "town tw1"),
    ("pass_without", "TM-094", lambda: table(also="bonus bon5"), "pass"),
    ("pass_with", "TM-094", lambda: table(also="bonus bon5", round=6), "pass bon2"),
)


@pytest.mark.parametrize(("key", "rule", "make", "line"), DOUBTS, ids=[doubt[0] for doubt in DOUBTS])
def test_a_doubt_is_given_and_the_table_is_right(key: str, rule: str, make: Make, line: str) -> None:
    board = make()
    (event,) = read_entered(board, line)
    (problem,) = GAME.table.doubting(board, event)
    assert (problem.text.key, problem.rule) == (f"doubt.{key}", rule)
    event.apply(board)  # nothing is refused


def test_no_doubt_is_forgotten_here() -> None:
    said = {key.removeprefix("doubt.") for key in GAME.words("en") if key.startswith("doubt.")}
    said = {key.removesuffix("_you") for key in said}  # two forms of one sentence
    assert said == {doubt[0] for doubt in DOUBTS}


def test_an_ordinary_turn_raises_no_doubt() -> None:
    board = table("E4", "E6:th C2", human="alchemists", also="bonus bon5")
    for line in (
        "build E5",
        "upgrade E6 to temple",
        "favor fav9",
        "priest fire 3",
        "action act1",
        "bridge C2 D3",
        "vp +2",
    ):
        for event in read_entered(board, line):
            assert list(GAME.table.doubting(board, event)) == [], line
            event.apply(board)


# -------------------------------------------------------------------------------------------------------- any text

BOARDS: tuple[Make, ...] = (
    rich,
    lambda: table("", "E5", **GOGNOMES),
    lambda: table(map="fjords", human="yetis", human_home="swamp"),
)
WORDS = sorted(
    {word for form in FORMS for word in form.example.split()}
    | set(VERBS)
    | set(ALIASES)
    | {*TERRAIN.names, *KINDS.names, *CULTS.names, *FAVORS.names, *TOWNS.names, *BONUS.names, *CARDS.names}
    | {"automa:", "human:", "human2:", "=", "-", "->", ":", "+1", "-1", "0", "99", "100000", "r0", "A1", "C2:E5", "Z9"}
    | {"to", "unseen", "x", "yes", "no", "none", "gain_vp", "rounds=56", "shipping=2", "upgrade,", "deck", "bonus.row"}
    | {"left.automa.dwelling", "spaces.fire", "terrain.E5", "bridges.human", "value.cult.score9", "card.dc1.actions"}
    | set(all_keys()[::9])
)
PLAIN_TEXT = st.text(alphabet=string.printable, max_size=12)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(BOARDS), st.text(max_size=60))
def test_any_text_is_read_or_refused(make: Make, line: str) -> None:
    check_errors(GAME, make(), line)


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(BOARDS), st.lists(st.sampled_from(WORDS) | PLAIN_TEXT, max_size=6))
def test_any_words_are_read_or_refused(make: Make, words: list[str]) -> None:
    check_errors(GAME, make(), " ".join(words))


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(BOARDS), st.sampled_from(sorted(VERBS)), st.lists(st.sampled_from(WORDS), max_size=3))
def test_any_words_after_a_verb_are_read_or_refused(make: Make, verb: str, words: list[str]) -> None:
    check_errors(GAME, make(), " ".join([verb, *words]))


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(BOARDS), st.data())
def test_any_value_for_any_field_is_taken_or_refused(make: Make, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(sorted(make().facts())))
    value = data.draw(PLAIN_TEXT | st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join))
    check_errors(GAME, make(), f"set {field} = {value}")


# ------------------------------------------------------------------------------------------------------ corrections


def test_a_new_board_needs_no_corrections() -> None:
    board = rich()
    assert list_corrections(new_board(board.setup.source)) == []


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_every_field_accepts_its_own_value(luck: int, moves: int) -> None:
    board, _ = played(GAME, luck, moves)
    before = board.key()
    derived = {"deck_size", "reserve_size", "shipping.automa", "x_vp", "cards_in_game", "cards_known", "bonus_cards"}
    for name, value in list_facts(board).items():
        if name not in derived and not name.startswith("value."):
            board_events.Corrected(name, value).apply(board)
            assert list_facts(board)[name] == value
    assert board.key() == before


def test_a_read_only_field_cannot_be_set() -> None:
    why = refused(UnknownError, rich(), "set deck_size = 4")
    assert why.text.key == "error.no_field"


def test_a_copy_shares_nothing() -> None:
    board = rich()
    before = board.key()
    other = board.copy()
    tell(other, "build E5; cult fire +1; priest air 3; favor fav5; action act2; vp +9; pass bon2; set deck = dc1")
    tell(other, "shipping 2; human2: home swamp; set coins.bon1 = 5; set order = automa human human2")
    tell(other, "value pass_vp.mots1.r1_3 = 4; bridge C2 E5; human2: town tw2")
    assert board.key() == before
    assert other.key() != before
