"""The legal moves of a DIGITAL game as they stand in menus: how they are said, where they are tapped, what they bring.

Put here: `plays`, made of the same description as the moves themselves. What a move costs or brings is not reckoned a second
time: it is carried out on a copy.
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
from soloist.games._template.player.steps import deciding

#: verb -> icon
ICONS = {"take": "minus", "put": "plus", "reach": "minus", "done": "check"}


def list_choices(position: Position, moves: Sequence[Move]) -> list[Choice]:
    """One entry for each legal move, in their order."""
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
    """The stones it costs or brings at once."""
    after, step = position.copy(), deciding(position)
    assert step is not None
    step.apply_move(after, move, Asked(), NULL_SINK)
    stones = after.held[HUMAN] - position.held[HUMAN]
    return text("amount.stones", n=f"{stones:+d}".replace("-", "\u2212")) if stones else None
