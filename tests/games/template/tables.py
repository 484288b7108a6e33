"""Tables and boards for the tests of this game, and turns as lists of events."""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.chance import Asked, Seeded
from soloist.core.decide import decide
from soloist.core.sink import RecordingSink
from soloist.core.trace import Decision, Step, Trace
from soloist.games._template.automa.take import TAKE, View
from soloist.games._template.automa.turn import turn
from soloist.games._template.board.state import Stones, new_board
from soloist.games._template.board.tables import CARDS, CARDS_BY_NUMBER, PITS
from soloist.games._template.game import GAME
from soloist.session.table import Table

PLAIN = "1 0 2 0 2 0 2 1 2"


def make_table(pits: str = PLAIN, **options: str) -> Table:
    """Return a table with these stones in the pits, and two in the human's hand."""
    return Table.new(GAME, {"pits": pits, **options}, seed="test")


def play_game(**options: str) -> Table:
    """Play a whole game with fixed moves."""
    played = make_table(**options)
    for line in ("take 3", "put 4", "take 5", "take 1"):
        played.tell(line)
        played.turn()
    return played


def make_board(pits: str, **options: str) -> Stones:
    return new_board(GAME.table.lay_out({"pits": pits, "seed": "test", **options}, Seeded("test"), {}))


def play_turn(board: Stones, *cards: str) -> list[Event]:
    """Play the Automa's turn with the given cards; return its events."""
    noted = RecordingSink()
    turn(board, Asked(cards), None, noted)
    return noted.events


def choose(position: Stones, card: str = "c1") -> tuple[str | None, Decision]:
    """Return the pit that the Automa takes from with a card, and the decision."""
    trace = Trace()
    chosen = decide(TAKE, View(position, CARDS_BY_NUMBER[CARDS.find_option(card) or 0]), trace)
    return None if chosen is None else PITS.name_option(chosen), trace.decisions[0]


def step(decision: Decision, rule: str) -> Step:
    return next(s for s in decision.steps if s.rule == rule)
