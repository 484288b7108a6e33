"""What the pages of a table show of its AI seats, as plain data in one language."""

from __future__ import annotations

from typing import Any

from soloist.agents.ai_seats import list_people_seats
from soloist.agents.levels import SKILLS
from soloist.core.text import text
from soloist.session.storage import StoredTable
from soloist.session.table import Table
from soloist.session.words import Catalogue
from soloist.web.jobs.ai_seats import STOPPED, Waiting
from soloist.web.rendering import table_view

Data = dict[str, Any]
#: how many entries back the page looks for moves of AI seats
_MOST_TOLD = 12


def make_waiting(waiting: Waiting, table: Table, words: Catalogue, *, plays: bool) -> Data:
    """Return which AI seat the table waits for and how its search stands; `can` says whether the visitor may stop it."""
    seat, agent = _name_seat(table, waiting.seat, words), _name_agent(waiting.agent, words)
    return {
        "says": words.say(text(f"others.{waiting.state}", seat=seat, agent=agent)),
        "thinks": waiting.state != STOPPED,
        "can": plays,
        "why": "" if waiting.why is None else words.say(waiting.why),
    }


def _name_seat(table: Table, seat: str, words: Catalogue) -> str:
    seats = table.game.screen.standing(table.board).seats
    return next((words.say(found.name) for found in seats if found.id == seat), seat)


def _name_agent(agent: str, words: Catalogue) -> str:
    return words.say(text(f"skill.{agent}")) if agent in SKILLS else agent


def list_meanwhile(row: StoredTable, table: Table, words: Catalogue) -> list[Data]:
    """Return the entries since a person last decided, each with its seat, in words; none if no AI seat made any of them."""
    played = row.played_by
    recent = table_view.list_history(table, words, _MOST_TOLD)
    own = [at for at, entry in enumerate(recent) if entry["kind"] != "turn" and entry["seat"] not in played]
    since = recent[own[-1] + 1 :] if own else recent
    if not any(entry["seat"] in played for entry in since):
        return []
    return [{"seat": entry["seat"], "says": entry["says"], "number": entry["number"]} for entry in since]


def list_seats(row: StoredTable, table: Table, words: Catalogue) -> list[Data]:
    """Return the seats that people or agents can play, with the agent of each; none in TABLE mode."""
    if table.legal() is None:
        return []
    played = row.played_by
    return [
        {"id": seat, "name": _name_seat(table, seat, words), "agent": played.get(seat, "")}
        for seat in list_people_seats(table)
    ]
