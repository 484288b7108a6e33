"""Who plays the seats that no person plays: named by seat and skill, and what one of them does when it is due."""

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

#: no turn has more decisions than this; the rest of one that has is decided when it comes
_LONGEST = 24


def list_people_seats(table: Table) -> list[str]:
    """The seats that are not an Automa's, in the order in which pages show them."""
    return [seat.id for seat in list_scoring_seats(table) if seat.shape == "you"]


def check_assignment(table: Table, given: Mapping[str, str]) -> dict[str, str]:
    """Who plays which seat, if there are such seats at this table and somebody of such a name."""
    seats = list_people_seats(table)
    if given and table.legal() is None:
        raise UnknownError(text("seats.only_digital"))
    for seat, agent in given.items():
        if seat not in seats:
            raise UnknownError(text("error.no_person_seat", got=seat), nearest=seats)
        find_agent(table.rulebook, agent, "")
    return dict(given)


def find_assignment(table: Table) -> dict[str, str]:
    """Who plays the seats that no person plays, as far as there are such seats at this table and anybody of such a name: a
    table may come from a program that knows others. Whatever else is told is a person's seat."""
    if not table.others or table.legal() is None:
        return {}
    seats, known = list_people_seats(table), list_agents(table.rulebook)
    return {seat: agent for seat, agent in table.others.items() if seat in seats and agent in known}


def list_unknown_agents(table: Table) -> list[Text]:
    """Whom nobody knows here, in words."""
    known = find_assignment(table)
    return [text("doubt.stranger", seat=s, agent=a) for s, a in table.others.items() if s not in known]


def make_seed(table: Table, seat: str) -> str:
    """What a seat draws from in the whole game."""
    return f"{table.setup['seed']}/{seat}"


def choose_moves(book: Rulebook, position: Any, agent: str, seed: str, number: int) -> list[str]:
    """What somebody does in the place of the seat that is due, in notation: until another one is, or until something has to
    be drawn that only the table may know. With the seed of the seat and the number of entries so far: taking a move back
    brings the same thought."""
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
