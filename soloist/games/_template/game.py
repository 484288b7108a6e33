"""The manifest: the only module the outside imports. It names each thing once, and holds no function of its own."""

from __future__ import annotations

from functools import partial

from soloist.core.game import Game, Stage
from soloist.games import reading
from soloist.games._template import digital, table
from soloist.games._template.automa.domains import domain
from soloist.games._template.board.printed import check_datum
from soloist.games._template.board.tables import PACKAGE, PITS
from soloist.games._template.show.copy import data
from soloist.games._template.show.hands import cards, hands, totals
from soloist.games._template.show.layout import layout
from soloist.games._template.show.picture import PALETTE, picture
from soloist.games._template.show.screen import SCREEN

GAME = Game(
    id=PACKAGE.rpartition(".")[2],
    stage=Stage.ALPHA,
    package=PACKAGE,
    prefixes=("XXA",),
    rules=partial(reading.read_rules, PACKAGE),
    words=partial(reading.read_words, PACKAGE),
    layout=layout,
    hands=hands,
    cards=cards,
    totals=totals,
    domain=domain,
    picture=picture,
    pictured=PITS.id,
    palette=PALETTE,
    data=data,
    check_datum=check_datum,
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=("XXA-004",),
    screen=SCREEN,
    table=table.RULES,
    digital=digital.RULES,
)
