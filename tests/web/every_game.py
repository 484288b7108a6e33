"""Lines, options and cards of any game to test the pages with, taken from the game itself."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from starlette.testclient import TestClient

import soloist
from soloist.core.errors import QuestionError
from soloist.core.menu import Choice
from soloist.core.rulebook import Option
from soloist.manifest import find_game, game_ids
from soloist.session.table import Table

#: games whose Automa has cards to turn, and games in which people may draw their own
WITH_CARDS = [id for id in game_ids() if find_game(id).table.has_cards]
DRAWN_BY_HAND = [id for id in game_ids() if any(option.key == "chance" for option in find_game(id).table.options)]


@cache
def counting(game: str) -> Choice:
    """Return a choice of a new table that takes a number and can be entered at any time."""
    table = soloist.new(game, seed=11)
    offered = table.rulebook.list_choices(table.board, "")
    return next(c for c in offered if len(c.blanks) == 1 and not c.blanks[0].options and c.blanks[0].most >= 5)


def line(game: str, number: int) -> str:
    """Return the line of `counting` with a number in its gap."""
    choice = counting(game)
    return choice.line.replace(f"{{{choice.blanks[0].slot}}}", str(number))


def in_a_form(game: str, number: int) -> dict[str, str]:
    """Return the fields of a form with the line of `counting` and what fills its gap."""
    choice = counting(game)
    return {"line": choice.line, f"slot.{choice.blanks[0].slot}": str(number)}


def some_option(game: str) -> Option:
    """Return an option with choices that every table has: the level, if the game has levels."""
    options = [option for option in find_game(game).table.options if option.choices and not option.when]
    return next((option for option in options if option.key == "level"), options[0])


# ------------------------------------------------------- her turn, with the first answer to whatever her rules leave open


def turn_of(table: Table) -> None:
    answers: list[str] = []
    while True:
        try:
            table.turn(answers)
            return
        except QuestionError as question:
            answers.append(question.valid_answers[0])


def turn_by_api(client: TestClient, id: str, **body: Any) -> Any:
    answers: list[str] = []
    while (answer := client.post(f"/api/tables/{id}/turn", json={"answers": answers, **body})).status_code == 428:
        answers.append(answer.json()["error"]["question"]["options"][0]["value"])
    return answer


def turn_by_form(client: TestClient, table: str, at: str) -> Any:
    answers: list[str] = []
    while 'class="ask"' in (page := client.post(f"{table}/turn", data={"at": at, "answer": answers})).text:
        answers.append(re.findall(r'<button class="btn" name="answer" value="([^"]+)"', page.text)[0])
    return page
