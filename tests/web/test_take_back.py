"""The checklist for undoing a turn: the last move first, each with what was there before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from soloist.core.text import Text
from soloist.games._template.game import GAME as TEMPLATE
from soloist.manifest import game_ids
from soloist.session.serialize import describe_entry
from soloist.session.table import Table
from soloist.session.words import languages
from soloist.web.rendering.table_view import hand_steps, list_checklist, list_undo_steps
from tests.web.made_up import GAMES, played, whole, words

SAVES = Path(__file__).parents[1] / "saves" / "version-1"


def says(table: Table, language: str = "en") -> list[str]:
    return [line["says"] for line in list_undo_steps(table, 1, words(table, language))]


def before(table: Table) -> Any:
    return table.board_before(len(table.entries) - 1)


def test_terra_mystica_tile_dwelling_token_and_points_are_as_before() -> None:
    table = played(GAMES["terra_mystica"], 4)
    was = before(table)
    assert [line.key for line in table.instructions_of(3)] == [
        "hands.transform",
        "hands.build",
        "hands.mark",
        "hands.vp",
    ]
    assert (was.vp[0], was.left[0][0]) == (20, 4) and table.board.key() != was.key()
    assert says(table) == [
        "Move Automa's VP marker back to 20.",
        "Take the power token off F3.",
        "Take her dwelling off F3. She has 4 in her supply again.",
        "Take the wasteland tile off F3: the hex is desert again.",
    ]
    assert says(table, "de")[0] == "Setze den Punktestein von Automa zurück auf 20."
    assert says(table, "it")[1] == "Togli il segnalino Potere da F3."


def test_terra_mystica_a_bonus_card_goes_back_with_its_coins() -> None:
    table = played(GAMES["terra_mystica"], 8)
    was, passed = before(table), says(table)[1]
    card = table.board.bonus[0]
    assert card in was.row and was.coins[card] == 1
    assert passed.startswith("The Automa has not passed yet. Give her back ") and passed.endswith("with its coins: 1.")


def test_barrage_wheel_engineers_and_piece_are_as_before() -> None:
    table = played(GAMES["barrage"], 2)
    was, seat = before(table), 1
    ex, mi, _ = was.machinery[seat]
    assert (ex - 6, mi, was.engineers[seat] - 1, was.left[seat][2], was.energy[seat]) == (0, 4, 11, 5, 0)
    lines = says(table)
    assert lines[:4] == [
        "Before its wheel turned, Germany had available: 4 mixers. "
        "Rotate Germany's wheel back 1 step and put back what it returned, in this order: nothing.",
        "Take out of Germany's open wheel segment again: 6 excavators, basic conduit tile.",
        "Take back 2 engineers of Germany: its company board. It has 11 on its company board again.",
        "Take a conduit of Germany off 3B. It has 5 on its company board again.",
    ]
    assert lines[5] == "Move Germany's energy marker back to 0."
    assert lines[-1].endswith("It has 12 on its company board again.") and len(lines) == 9


def test_barrage_what_came_round_goes_back_onto_the_wheel() -> None:
    table = whole("barrage")
    turned = [
        line for n in range(len(table.entries)) for line in table.instructions_of(n) if line.key == "hands.rotate"
    ]
    came = {words(table).say(line.args["was"]) for line in turned}
    assert "nothing" in came and any("excavator" in it and "tile" in it for it in came)


def test_tapestry_tokens_and_tech_cards_are_as_before() -> None:
    table = played(GAMES["tapestry"], 5)
    was = before(table)
    assert (was.spaces[1][1], was.spaces[0][3]) == (1, 0)
    lines = says(table)
    assert lines[0] == "Move Shadow Empire's token on the science track back to space 1."
    assert lines[1].count("of the display to its deck.") == 3 and "Put the tech cards face up again: " in lines[1]
    assert lines[2] == "Move Automa's token on the technology track back to space 0." and len(lines) == 3


def test_the_decision_cards_of_tapestry_are_moved_by_those_who_draw_them() -> None:
    def keys(table: Table) -> set[str]:
        return {line.key for n in range(len(table.entries)) for line in table.instructions_of(n)}

    moved = {"hands.pair", "hands.shuffle", "hands.add", "hands.join"}
    assert not moved & keys(whole("tapestry"))
    own = Table.from_text((SAVES / "tapestry-own_cards.soloist").read_bytes())
    last = max(n for n in range(len(own.entries)) if any(it.key == "hands.pair" for it in own.instructions_of(n)))
    if last < len(own.entries) - 1:
        own.undo(len(own.entries) - last - 1)
    assert any(" back on the decision deck. The pair on the table is again: " in line for line in says(own))


@pytest.mark.parametrize("id", GAMES)
def test_each_step_and_each_line_of_undo_moves_something(id: str) -> None:
    table = whole(id)
    screen, english = table.game.screen, words(table)
    known = {*english.words}
    assert screen.without_pieces | set(screen.same_step) <= known
    back = {line["tick"] for line in list_undo_steps(table, len(table.entries), english)} - {""}
    moving = set()
    for number in range(len(table.entries)):
        steps = hand_steps(screen, table.instructions_of(number))
        assert [line for step in steps for line in step] == table.instructions_of(number), "no instruction is lost"
        assert len(steps) == 1 or all(_moved(table, step) for step in steps), "there is something to do in each step"
        if table.entries[number].kind == "turn":
            moving |= {f"{number + 1}:{at}" for at, step in enumerate(steps) if _moved(table, step)}
    assert back == moving


def _moved(table: Table, step: list[Text]) -> bool:
    return any(line.key not in table.game.screen.without_pieces for line in step)


def test_the_end_of_a_turn_is_not_put_back_and_tech_cards_are_one_step() -> None:
    table = played(GAMES["terra_mystica"], 4)
    english = words(table)
    table.tell("vp +2; done")
    assert [line["says"] for line in list_undo_steps(table, 1, english)] == ["Undo: You gained 2 VP (now 22)"]
    tapestry = whole("tapestry")
    steps = [it["says"] for n in range(len(tapestry.entries)) for it in list_checklist(tapestry, n, words(tapestry))]
    assert any(
        step.startswith("Discard the face-up tech cards. Reveal") and step.count("Reveal") == 3 for step in steps
    )
    assert any(re.match(r"The bots begin income turn \d\. \w", step) for step in steps)


def test_the_template_says_how_many_stones_she_had() -> None:
    table = played(TEMPLATE, 2)
    took = [line for line in table.instructions_of(1) if line.key == "hands.take"]
    assert [line.args["was"] for line in took] == [before(table).held[0]]
    assert f"she has {before(table).held[0]} again." in says(table)[-1]


@pytest.mark.parametrize("id", GAMES)
@pytest.mark.parametrize("language", languages())
def test_a_whole_game_can_be_taken_back_in_words(id: str, language: str) -> None:
    table = whole(id)
    said = words(table, language)
    lines = list_undo_steps(table, len(table.entries), said)
    assert [line["says"] for line in lines if "{" in line["says"]] == []
    fallback = said.words["table.take_back"].partition("{")[0]
    hers = [line for line in lines if line["tick"]]
    assert hers and [line["says"] for line in hers if line["says"].startswith(fallback)] == []
    places = [tuple(map(int, line["tick"].split(":"))) for line in hers]
    assert places == sorted(places, reverse=True)


@pytest.mark.parametrize("id", game_ids())
def test_what_was_told_is_taken_back_last_first(id: str) -> None:
    table = whole(id)
    english = words(table)
    table = Table.from_text(table.text())
    told = max(
        (n for n, it in enumerate(table.entries) if it.kind == "told"),
        key=lambda n: len(describe_entry(table, n, english)),
    )
    if told < len(table.entries) - 1:
        table.undo(len(table.entries) - told - 1)
    forward = describe_entry(table, told, english)
    still = {
        english.say(said)
        for board, event in table.events_of(told)
        if (said := table.game.screen.said(board, event)) is not None and said.key in table.game.screen.without_pieces
    }
    moved = [it for it in forward if it not in still]
    assert len(moved) > 1
    assert [line["says"] for line in list_undo_steps(table, 1, english)] == [f"Undo: {it}" for it in reversed(moved)]
