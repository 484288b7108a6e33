"""The legal moves of a digital game as menu entries: text, place on the drawing, gain.

Put here: `list_choices`, made from the language of the moves. Do not calculate costs and gains separately: apply the
move to a copy and show the difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.chance import Asked
from soloist.core.menu import Choice
from soloist.core.sink import NULL_SINK
from soloist.core.text import Text, text
from soloist.core.verbs import Move
from soloist.games._template.board.tables import HUMAN, PITS
from soloist.games._template.player.moves import LANGUAGE
from soloist.games._template.player.state import Position
from soloist.games._template.player.steps import pending_step

#: verb -> icon
ICONS = {"take": "minus", "put": "plus", "reach": "minus", "done": "check"}


def list_choices(position: Position, moves: Sequence[Move]) -> list[Choice]:
    """Return one choice for each legal move, in order."""
    return [_make_play_choice(position, move) for move in moves]


def _make_play_choice(position: Position, move: Move) -> Choice:
    verb, values = LANGUAGE.verbs[move.verb].key, LANGUAGE.slot_values(position, move)
    place = f"{PITS.id} {values['pit']}" if "pit" in values else ""
    return Choice(
        LANGUAGE.write_move(position, move),
        text(f"play.{verb}", **values),
        ICONS[verb],
        place=place,
        cost=_say_cost(position, move),
        group="answer" if position.waits else "move",
    )


def _say_cost(position: Position, move: Move) -> Text | None:
    """Return the stones that a move costs or brings immediately."""
    after, step = position.copy(), pending_step(position)
    assert step is not None
    step.apply_move(after, move, Asked(), NULL_SINK)
    stones = after.held[HUMAN] - position.held[HUMAN]
    return text("amount.stones", n=f"{stones:+d}".replace("-", "\u2212")) if stones else None
