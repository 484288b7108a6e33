"""AI seats: which agent plays which human seat of a table, and which moves it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from soloist.agents.levels import find_agent, list_agents, make_returning_agent
from soloist.core.chance import Asked
from soloist.core.errors import QuestionError, UnknownError
from soloist.core.rulebook import Rulebook
from soloist.core.sink import NULL_SINK
from soloist.core.text import Text, text
from soloist.session.result import list_scoring_seats
from soloist.session.table import Table

#: limit of moves per call; a longer turn is continued by the next call
_LONGEST = 24


def list_people_seats(table: Table) -> list[str]:
    """Return the ids of all seats that are not the Automa's, in the order in which pages show them."""
    return [seat.id for seat in list_scoring_seats(table) if seat.shape == "you"]


def check_assignment(table: Table, given: Mapping[str, str]) -> dict[str, str]:
    """Return a checked copy of `given`, which maps seats to agent names.

    Raises `UnknownError` if a seat or an agent does not exist, or if the table is not DIGITAL.
    """
    seats = list_people_seats(table)
    if given and table.legal() is None:
        raise UnknownError(text("seats.only_digital"))
    for seat, agent in given.items():
        if seat not in seats:
            raise UnknownError(text("error.no_person_seat", got=seat), nearest=seats)
        find_agent(table.rulebook, agent, "")
    return dict(given)


def find_assignment(table: Table) -> dict[str, str]:
    """Return the agents of the AI seats at this table, by seat.

    A table may come from a program with other agents: unknown seats and agents are left out, so people play those
    seats.
    """
    if not table.others or table.legal() is None:
        return {}
    seats, known = list_people_seats(table), list_agents(table.rulebook)
    return {seat: agent for seat, agent in table.others.items() if seat in seats and agent in known}


def list_unknown_agents(table: Table) -> list[Text]:
    """Return a message for each seat whose agent is unknown here."""
    known = find_assignment(table)
    return [text("doubt.stranger", seat=s, agent=a) for s, a in table.others.items() if s not in known]


def make_seed(table: Table, seat: str) -> str:
    """Return the seed of a seat for the whole game."""
    return f"{table.setup['seed']}/{seat}"


def choose_moves(book: Rulebook, position: Any, agent: str, seed: str, number: int) -> list[str]:
    """Return the moves in notation that `agent` makes for the seat that decides.

    They end when another seat has to decide, or before a draw whose outcome only the table knows. `seed` is the seat's
    seed and `number` the number of entries so far, so undo brings the same moves back.
    """
    due = book.find_due(position)
    player, along, found = make_returning_agent(book, agent, seed, number), position.copy(), list[str]()
    while due is not None and not due.automa and len(found) < _LONGEST:
        move = player.choose_move(along.copy(), book.list_legal_moves(along) or ())
        found.append(book.write_move(along, move))
        try:
            book.apply_move(along, move, Asked(), NULL_SINK)
        except QuestionError:
            break
        after = book.find_due(along)
        due = after if after is not None and after.seat == due.seat else None
    return found
