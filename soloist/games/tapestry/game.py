"""The manifest of Tapestry: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core.game import Game, Stage
from soloist.games.reading import read_rules, read_words
from soloist.games.tapestry import table
from soloist.games.tapestry.automa.domains import domain
from soloist.games.tapestry.board.printed import check_datum
from soloist.games.tapestry.board.tables import PACKAGE
from soloist.games.tapestry.show.copy import data
from soloist.games.tapestry.show.hands import announced, cards, hands, totals
from soloist.games.tapestry.show.layout import layout
from soloist.games.tapestry.show.picture import PALETTE, picture
from soloist.games.tapestry.show.screen import SCREEN

GAME = Game(
    id="tapestry",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("TA", "TR"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    layout=layout,
    hands=hands,
    announces=announced,
    cards=cards,
    totals=totals,
    domain=domain,
    picture=picture,
    pictured="hexes",
    palette=PALETTE,
    data=data,
    check_datum=check_datum,
    tiebreakers=("TA-051b", "TA-051c", "TA-052", "TA-083a", "TA-084a", "TA-084b", "TA-084c", "TA-091", "TA-100"),
    applied=(
        "TA-033",
        "TA-071",
        "TA-075",
        "TA-078",
        "TA-085c",
        "TA-104",
        "TA-112",
        "TA-120",
        "TA-122",
        "TA-123",
        "TA-130",
        "TA-152",
    ),
    screen=SCREEN,
    table=table.RULES,
)
