"""Instructions: credits for conduits, energy of the USA, reasons of points, tiles in words (BA-003, BA-071, BA-075,
BA-138, BA-R19, BR-045, BR-063, BR-067, BR-101)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from soloist.core.chance import Seeded
from soloist.core.text import Text
from soloist.games.barrage.automa.construction import Construction, construct
from soloist.games.barrage.automa.works import external_works
from soloist.games.barrage.board.events import Produced
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import AUTOMA_TILES, BASE, CONTRACT_TILES, INCOME, WORK_TILES, effect_text
from soloist.games.barrage.display.card_view import actions_face
from soloist.games.barrage.display.instructions import action_words, list_instructions
from soloist.games.barrage.display.layout import list_layout
from soloist.games.barrage.display.standing import say_heading
from soloist.games.packaged_data import read_words
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.session.words import Catalogue, languages
from tests.games.barrage.tables import (
    apply_follow_ups,
    apply_lines,
    list_lines,
    make_board,
    make_view,
    play_automa,
    remarks,
)
from tests.games.barrage.tables import work as a_work

GAME = find_game("barrage")
WORDS = Catalogue("en", GAME)
#: a system of Germany's through the conduit of the USA: dam 6L with two drops, conduit 6A, a powerhouse in basin 9
BORROWED = (
    "set dam.6L = germany 2 2; set powerhouse.P9.1 = germany; set left.germany.powerhouse = 3; set conduit.6A = usa"
)
#: three powerhouses of the USA: drops out of basin 5 come by river past the one in basin 9, those of headstream A past P8
PAST_USA = (
    "set powerhouse.P8.1 = usa; set powerhouse.P9.1 = usa; set powerhouse.P10.1 = usa; set left.usa.powerhouse = 1;"
    "set dam.8L = -"
)


def said(lines: Sequence[Text]) -> list[str]:
    return [WORDS.say(line) for line in lines]


def of(lines: Sequence[Text], key: str) -> list[str]:
    """Return the lines with a key in words."""
    return [WORDS.say(line) for line in lines if line.key == f"hands.{key}"]


def hands_of(board: Barrage, lines: str) -> list[Text]:
    """Return the instructions for these lines as if a turn had produced them."""
    before = board.copy()
    return list_instructions(before, apply_lines(board, lines))


def announced(board: Barrage, lines: str) -> list[Text]:
    before = board.copy()
    return GAME.announces(before, apply_lines(board, lines))


# ------------------------------------------------------------------------------------------- BA-003, BR-063: conduits


def test_ba_003_a_human_takes_a_credit_per_drop_when_an_automa_uses_his_conduit() -> None:
    board = make_board(also=BORROWED)
    lines = hands_of(board, "germany: produce 6A/6L 2 8")
    assert of(lines, "conduit_credits") == ["Germany used conduit 6A of USA: USA takes 2 credits."]
    assert of(lines, "conduit_fee") == []


def test_ba_003_in_a_whole_turn_with_the_points_that_move() -> None:
    board = make_board(also=f"{BORROWED}; set contract_pile.red = red_01 red_06")
    before = board.copy()
    events = play_automa(board, Seeded(2))
    lines = said(list_instructions(before, events))
    assert any(isinstance(event, Produced) for event in events), "the position is one in which it produces"
    assert "Germany used conduit 6A of USA: USA takes 2 credits." in lines
    assert "-2 VP for another company's conduit: move Germany's VP marker to 14." in lines
    assert "+2 VP for drops through its conduit: move USA's VP marker to 12." in lines


@pytest.mark.parametrize("owner", ["germany", "italy", "-"])
def test_ba_003_no_credits_move_for_a_conduit_of_an_automa(owner: str) -> None:
    board = make_board(level2="medium", also=f"{BORROWED}; set conduit.6A = {owner}")
    lines = hands_of(board, "germany: produce 6A/6L 2 8")
    assert of(lines, "conduit_credits") == of(lines, "conduit_fee") == []


def test_ba_003_drops_drained_through_his_conduit_count_too() -> None:
    board = make_board(also=BORROWED)
    assert of(hands_of(board, "germany: drain 6A/6L 1"), "conduit_credits") == [
        "Germany used conduit 6A of USA: USA takes 1 credit."
    ]


def test_br_063_a_human_is_told_to_pay_and_another_human_to_take() -> None:
    position = "set dam.6L = usa 2 2; set powerhouse.P9.1 = usa; set conduit.6A = {}"
    lines = announced(make_board(also=position.format("germany")), "usa: produce 6A/6L 2 8")
    assert said(lines) == ["Conduit 6A belongs to Germany: USA pays 2 credits."]
    lines = announced(make_board(humans="usa italy", also=position.format("italy")), "usa: produce 6A/6L 1 4")
    assert said(lines) == [
        "Conduit 6A belongs to Italy: USA pays 1 credit.",
        "USA used conduit 6A of Italy: Italy takes 1 credit.",
    ]
    assert announced(make_board(also=position.format("usa")), "usa: produce 6A/6L 2 8") == []


# ---------------------------------------------------------------------------------------- BR-067: the steps of the USA


def test_br_067_the_steps_of_the_usa_are_announced_with_a_told_production() -> None:
    system = "set dam.1L = italy 2 2; set conduit.1B = italy; set powerhouse.P5.1 = italy; set dam.5L = -"
    board = make_board(humans="usa italy", also=f"{PAST_USA}; {system}")
    lines = announced(board, "italy: produce 1B/1L 2 8")
    assert said(lines) == ["Drops ran past powerhouses of USA: move its energy marker 2 steps, to 2."]


def test_br_067_the_steps_of_the_usa_are_announced_with_a_told_drop() -> None:
    board = make_board(also=f"{PAST_USA}; set dam.1L = -; set dam.5L = -")
    lines = announced(board, "flow a; flow a")
    assert board.energy[0] == 2
    assert said(lines) == [
        "Drops ran past powerhouses of USA: move its energy marker 1 step, to 1.",
        "Drops ran past powerhouses of USA: move its energy marker 1 step, to 2.",
    ]


def test_br_067_with_two_powerhouses_there_is_nothing_to_announce() -> None:
    board = make_board(also=f"{PAST_USA}; set left.usa.powerhouse = 2; set dam.1L = -; set dam.5L = -")
    assert announced(board, "flow a") == []


def test_br_067_a_table_shows_it_when_it_is_told_and_when_one_looks_back() -> None:
    one = Table.new(GAME, {"humans": "usa", "level": "medium", "company": "germany", "neutral": "2L 6L 9L"}, seed="1")
    one.tell("; ".join(f"set {x.strip().removeprefix('set ')}" for x in PAST_USA.split(";")) + "; set phase = actions")
    answer = one.tell("flow a")
    assert of(answer.hands, "usa") == ["Drops ran past powerhouses of USA: move its energy marker 1 step, to 1."]
    assert one.instructions_of(len(one.entries) - 1) == answer.hands


# -------------------------------------------------------------------------------------------------- BR-045: red outlines


def test_br_045_the_points_for_a_red_outline_have_their_reason() -> None:
    board = make_board()
    lines = hands_of(board, "germany: base 6U; germany: vp -3")
    assert of(lines, "vp_for") == ["-3 VP for the red outline: move Germany's VP marker to 13."]


def test_br_045_points_after_a_space_without_red_outline_have_another_reason() -> None:
    assert of(hands_of(make_board(), "germany: base 6L; germany: vp -3"), "vp") == [
        "-3 VP: move Germany's VP marker to 13."
    ]
    assert of(hands_of(make_board(), "germany: base 6U; germany: vp +3"), "vp") == [
        "+3 VP: move Germany's VP marker to 19."
    ]


def test_br_045_is_remarked_where_it_is_paid_and_nowhere_else() -> None:
    for taken, paid in (("", []), ("; ".join(f"set dam.{n}L = usa 1 0" for n in (2, 3, 4, 6, 7, 9, 10)), [{"vp": 3}])):
        view = make_view(make_board(also=taken or "set round = 1"))
        assert construct(Construction(view, BASE, 2))
        assert remarks(view.trace, "BR-045") == paid
        assert any(line == "germany: vp -3" for line in list_lines(view)) == bool(paid)


def test_ba_r19_a_human_pays_credits_for_a_red_outline_that_a_tile_chose() -> None:
    assert of(hands_of(make_board(), "usa: base 6U"), "red_credits") == ["USA pays 3 credits for the red outline."]
    assert of(hands_of(make_board(), "usa: base 6L"), "red_credits") == []
    assert of(hands_of(make_board(), "germany: base 6U"), "red_credits") == []


def test_other_points_have_their_reason_too() -> None:
    lines = hands_of(make_board(), "germany: engineers 1 workshop_rotate1_left; germany: vp -2; germany: rotate 2")
    assert of(lines, "vp_for") == ["-2 VP for the action: move Germany's VP marker to 14."]
    lines = hands_of(
        make_board(), "germany: wheel 4 0 0 basic_base; germany: rotate 1; germany: vp -3; germany: base 6L"
    )
    assert of(lines, "vp_for") == ["-3 VP for a missing machinery: move Germany's VP marker to 13."]


# ------------------------------------------------------------------------------------------- BA-138: the second turn


def test_ba_138_the_second_turn_of_the_architect_is_announced_between_the_two() -> None:
    board = make_board(level="very_hard", officer="tommaso_battista")
    lines = hands_of(
        board,
        "table: show automa_01; table: turn; table: show automa_02; germany: architect 1 bank_1; germany: vp +1;"
        "table: turn; table: show automa_03; germany: engineers 2 company_board",
    )
    words = said(lines)
    at = words.index(
        "The Architect of Germany was placed alone: another turn follows at once, with the next Automa tile."
    )
    assert words[at - 1] == "+1 VP: move Germany's VP marker to 17."
    assert words[at + 1] == "Place 2 engineers for Germany: its company board."


def test_ba_138_a_turn_without_the_architect_announces_none() -> None:
    board = make_board(level="very_hard", officer="tommaso_battista")
    lines = hands_of(board, "table: show automa_01; table: turn; table: show automa_02; germany: engineers 1 bank_1")
    assert of(lines, "second_turn") == []
    board = make_board(
        level="very_hard", officer="tommaso_battista"
    )  # as the last figure he stands alone, and the turn ends
    lines = hands_of(board, "table: show automa_01; table: turn; table: show automa_02; germany: architect 1 bank_1")
    assert of(lines, "second_turn") == []


# ---------------------------------------------------------------------------------------------- BR-101: without energy


def test_br_101_an_automa_without_energy_is_shown_what_it_pays_and_takes() -> None:
    board = make_board(
        also="set engineers.germany = 0; set placed.germany = 12; set engineers.usa = 0; set placed.usa = 12"
    )
    apply_lines(board, "set energy.usa = 4")
    before = board.copy()
    events = apply_lines(board, "usa: out")
    before = board.copy()
    lines = list_instructions(before, apply_follow_ups(board, events, Seeded(1)))
    assert of(lines, "no_energy") == [
        "Germany produced no energy: -3 VP, but its credits count +3 VP, so its score doesn't change."
    ]
    assert [line.args["seat"] for line in lines if line.key == "hands.scores"] != []


def test_br_101_an_automa_with_energy_is_not() -> None:
    board = make_board(
        also="set engineers.germany = 0; set placed.germany = 12; set engineers.usa = 0; set placed.usa = 12"
    )
    apply_lines(board, "set energy.germany = 1")
    events = apply_lines(board, "usa: out")
    before = board.copy()
    assert of(list_instructions(before, apply_follow_ups(board, events, Seeded(1))), "no_energy") == []


# --------------------------------------------------------------------------------------------------------- tiles in words


def test_ba_071_a_building_says_from_which_end() -> None:
    found = {WORDS.say(action_words(a)) for t in AUTOMA_TILES for a in t.actions if a.kind == "construction"}
    buildings = {line for line in found if "building" in line}
    assert buildings == {"build building from the top (1)", "build building from the bottom (1)"}


def test_free_structures_say_their_limits() -> None:
    found = {WORDS.say(effect_text(x)) for c in CONTRACT_TILES for x in c.effects if x.kind == "build"}
    assert found >= {
        "a free conduit of value 2 or less",
        "a free conduit of value 3 or less",
        "a free conduit of value 4 or less",
        "a free base in the plains",
        "a free base in the hills or plains",
        "a free base",
        "a free powerhouse",
    }
    assert "a free conduit" not in found
    works = [WORDS.say(effect_text(x)) for w in WORK_TILES for x in w.effects if x.kind == "fulfil_contract"]
    assert sorted(works) == ["fulfil a contract", "fulfil a contract of value 4 or less"]


#: a number before a word that only fits several: "1 drops"
_SEVERAL = {
    "en": "drops|credits|steps|energy steps|engineers|excavators|mixers|segments|contracts|tiles|machineries|elevations",
    "es": "créditos|pasos|ingenieros|gotas|excavadoras|hormigoneras|sectores|contratos|losetas|puntos|elevaciones",
    "de": "Credits|Schritte|Energieschritte|Ingenieure|Segmente|Aufträge|Maschinen|Punkte|Erhöhungen",
    "fr": "gouttes|crédits|ingénieurs|pelleteuses|bétonnières|segments|contrats|tuiles|machines|points|surélévations",
    "it": "crediti|passi|ingegneri|gocce|escavatori|betoniere|settori|contratti|tessere|macchinari|punti|sopraelevazioni",
}
#: a list of numbers, a colour, more than one by nature
_FITS = {"layout.headstream", "remark.BA-058", "hands.refill", "said.refilled", "hand.contract_office"}


@pytest.mark.parametrize("language", languages())
def test_no_words_fit_only_several(language: str) -> None:
    wrong = re.compile(rf"\{{\w+\}} ({_SEVERAL[language]})\b")
    words = read_words("soloist.games.barrage", language)
    assert {key for key, said in words.items() if wrong.search(said) and not key.startswith("rule.")} <= _FITS


@pytest.mark.parametrize("language", languages())
def test_nothing_is_counted_that_is_not_there(language: str) -> None:
    words, board = Catalogue(language, GAME), make_board(leeghwater="yes")
    lines = [words.say(action_words(a)) for tile in AUTOMA_TILES for a in tile.actions]
    lines += [words.say(effect_text(x)) for t in (*CONTRACT_TILES, *WORK_TILES) for x in t.effects]
    lines += [words.say(effect_text(x)) for company in INCOME for gains in company.values() for x in gains]
    for tile in AUTOMA_TILES:
        lines += [words.say(t) for row in actions_face(board, tile).rows for t in (row.says, row.about)]
    assert len(lines) > 300
    assert [line for line in lines if re.search(r"(?<![\d+−-])0 (×|VP|SP|PV|\w)|[−-]0\b", line)] == []


# ------------------------------------------------------------------------------------- the income, headings, the set-up


def test_the_income_shows_no_tile_that_was_played() -> None:
    one = Table.new(GAME, {"humans": "none", "unofficial": "yes", "level": "easy", "level2": "easy"}, seed="4")
    seen: list[tuple[str, int]] = []
    while one.board.round < 3:
        phase = one.board.facts()["phase"]
        seen.append((phase, len(one.turn().cards)))
    assert {cards for phase, cards in seen if phase == "income"} == {0}
    assert {cards for phase, cards in seen if phase == "actions"} == {2}
    assert [phase for phase, _ in seen].count("income") == 2


def test_a_heading_names_the_company() -> None:
    board = make_board(level2="easy")
    assert WORDS.say(say_heading(board, "italy")) == "Automa's turn: Italy"
    assert WORDS.say(say_heading(board, "usa")) == "USA: a tile decides for you"
    apply_lines(board, "set phase = income")
    assert WORDS.say(say_heading(board, "italy")) == "Income and headstreams"
    board = make_board(also="set to_move = usa")
    assert WORDS.say(say_heading(board, "")) == "USA: your turn", "nobody's turn: what was due"


def test_the_set_up_names_the_officers_of_humans() -> None:
    board = make_board(humans="usa italy", human_officers="wilhelm_adler")
    lines = said(list_layout(board))
    assert "USA: your officer is Wilhelm Adler, with the special pieces of that tile." in lines
    assert not [line for line in lines if line.startswith("Italy: your officer")]


@pytest.mark.parametrize(("work", "limit"), [("work_c3", "any"), ("work_a1", "4")])
def test_ba_075_a_reward_says_how_much_the_contract_may_ask_for(work: str, limit: str) -> None:
    board = make_board(leeghwater="yes", works=f"{work} work_a2 work_a3", also="set machinery.germany = 9 9")
    view = make_view(board, answers=("red_01",) if limit == "any" else ("green_01",))
    assert external_works(view, a_work("1 2 3"))
    (note,) = remarks(view.trace, "BA-075")
    assert WORDS.say(Text("remark.BA-075", note)).endswith(f"Greatest value allowed: {limit}.")


# ---------------------------------------------------------------------------------------------------------- the map's key

#: pieces of every company, neutral dams, drops everywhere
FULL = (
    "set dam.6L = {0} 2 2; set conduit.6A = {0}; set powerhouse.P9.1 = {0}; set dam.7U = {1} 1 0; set conduit.7A = {1};"
    "set powerhouse.P9.2 = {1}; set headstream.a = 2"
)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["base", "five_player"])
def test_the_key_names_every_letter_and_sign_on_the_map(name: str, language: str) -> None:
    key = Catalogue(language, GAME).words["picture.key"]
    named = set(re.findall(r"(?<!\w)[A-Z](?!\w)|[^\w\s]", key))
    shown = ""
    for two in (("germany", "netherlands"), ("italy", "france"), ("usa", "italy")):
        human = "usa" if "usa" not in two else "france"
        board = make_board(map=name, leeghwater="yes", humans=human, company=two[0], level2="easy", company2=two[1])
        if name == "base":
            apply_lines(board, FULL.format(*two))
        shown += "".join(span.text for line in GAME.picture(board, 0) for span in line)
    signs = set(re.sub(r"\d+[AB](?=\d)|[WXYZ][AB](?=\d)|[\d\s]", "", shown))  # 6A4 is in the key as a whole
    assert signs - named == set()
    assert len(signs) > 10 and "6A4→9·" in key


# ------------------------------------------------------------------------------------- BR-042: the piece is said first


def kinds(lines: Sequence[Text]) -> list[str]:
    return [line.key.removeprefix("hands.") for line in lines]


def test_br_042_the_piece_comes_first_of_its_action_and_before_no_other() -> None:
    lines = hands_of(
        make_board(),
        "germany: engineers 1 workshop_rotate1_left; germany: vp -2; germany: engineers 2 company_board; "
        "germany: wheel 4 0 0 basic_base; germany: rotate 1; germany: vp -3; germany: base 6U; germany: vp -3",
    )
    other, action = (
        ["engineers", "vp_for"],
        ["build", "engineers", "wheel", "rotate", "machinery_now", "vp_for", "vp_for"],
    )
    assert kinds(lines) == other + action
    assert [line.args["total"] for line in lines if line.key == "hands.vp_for"] == [14, 11, 8]


def test_br_042_without_engineers_it_comes_before_the_wheel() -> None:
    lines = hands_of(
        make_board(), "germany: energy +1; germany: wheel 4 0 0 basic_base; germany: rotate 1; germany: base 6L"
    )
    assert kinds(lines) == ["energy", "build", "wheel", "rotate", "machinery_now"]


def test_br_042_a_free_piece_stays_where_it_comes() -> None:
    lines = hands_of(make_board(), "germany: engineers 1 workshop_rotate1_left; germany: rotate 1; germany: base 6L")
    assert kinds(lines) == ["engineers", "rotate", "machinery_now", "build"]
