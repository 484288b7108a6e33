"""The manifest of Terra Mystica: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core.game import Game, Stage
from soloist.games.reading import read_rules, read_words
from soloist.games.terra_mystica import digital, table
from soloist.games.terra_mystica.automa.domains import domain
from soloist.games.terra_mystica.board.printed import check_datum
from soloist.games.terra_mystica.board.tables import PACKAGE
from soloist.games.terra_mystica.migrate import from_1
from soloist.games.terra_mystica.show.copy import data
from soloist.games.terra_mystica.show.hands import cards, hands, totals
from soloist.games.terra_mystica.show.layout import layout
from soloist.games.terra_mystica.show.picture import PALETTE, picture
from soloist.games.terra_mystica.show.screen import SCREEN

GAME = Game(
    id="terra_mystica",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("TMA", "TM"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    layout=layout,
    hands=hands,
    cards=cards,
    totals=totals,
    domain=domain,
    picture=picture,
    pictured="hexes",
    palette=PALETTE,
    data=data,
    check_datum=check_datum,
    tiebreakers=(
        "TMA-036",
        "TMA-064a",
        "TMA-064b",
        "TMA-064c",
        "TMA-071a",
        "TMA-071b",
        "TMA-080r",
        "TMA-080b",
        "TMA-080c",
        "TMA-085a",
        "TMA-F02",
        "TMA-F06",
        "TMA-F07",
        "TMA-F08",
        "TMA-F09",
    ),
    applied=("TMA-050b", "TMA-054", "TMA-081c", "TMA-083", "TMA-F04", "TMA-R15"),
    screen=SCREEN,
    table=table.RULES,
    digital=digital.RULES,
    migrations={1: from_1},
)
