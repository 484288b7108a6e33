"""The manifest: the only module the outside imports. Everything in it is a plain function of this folder.

Put here: nothing but `GAME`, and what ties the parts together, such as what follows by itself from an event.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.game import Game, Stage
from soloist.core.text import Domain
from soloist.games._template import human
from soloist.games._template.automa.turn import StonesAutoma
from soloist.games._template.board.events import Drew, Ended, Taken
from soloist.games._template.board.fields import position
from soloist.games._template.board.notation import FORMS, parse, read, slots
from soloist.games._template.board.setup import OPTIONS, check_datum, lay_out
from soloist.games._template.board.state import Stones, new_board
from soloist.games._template.board.tables import AUTOMA, PACKAGE, PITS
from soloist.games._template.show.hands import cards, data, hands, layout, prompt, totals
from soloist.games._template.show.picture import PALETTE, picture
from soloist.games._template.show.screen import SCREEN
from soloist.games.reading import read_rules, read_words


def consequences(board: Stones, events: Sequence[Event], chance: Chance) -> list[Event]:
    """The game ends when the pits or her deck are empty (XXA-020). A correction alone ends nothing."""
    moved = any(isinstance(event, Taken | Drew) for event in events)
    if board.over or not moved or (board.filled() and board.deck):
        return []
    ended = Ended()
    ended.apply(board)
    return [ended]


def domain(board: Stones, id: str) -> Domain:
    """What the bits of a recorded decision stand for. There is only one kind of choice here."""
    return PITS


def results(board: Stones) -> list[tuple[str, int]]:
    """Each Automa's level and points."""
    return [(board.setup["level"], board.vp(AUTOMA))]


GAME = Game(
    id=PACKAGE.rpartition(".")[2],
    stage=Stage.ALPHA,
    package=PACKAGE,
    quick={},
    prefixes=("XXA",),
    options=OPTIONS,
    forms=FORMS,
    automa=StonesAutoma(),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    lay_out=lay_out,
    new_board=new_board,
    layout=layout,
    read=read,
    parse=parse,
    consequences=consequences,
    position=position,
    hands=hands,
    cards=cards,
    totals=totals,
    prompt=prompt,
    slots=slots,
    domain=domain,
    picture=picture,
    pictured="pits",
    palette=PALETTE,
    data=data,
    check_datum=check_datum,
    made_up_options=human.options,
    made_up_move=human.move,
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=(),
    over=lambda board: board.over,
    automas_turn=lambda board: board.to_move == AUTOMA,
    results=results,
    screen=SCREEN,
)
