"""The manifest of Barrage: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core.game import Game, Stage
from soloist.games.barrage import digital, table
from soloist.games.barrage.automa.domains import domain
from soloist.games.barrage.board.printed import check_datum
from soloist.games.barrage.board.tables import PACKAGE
from soloist.games.barrage.show.copy import data
from soloist.games.barrage.show.hands import announced, cards, hands, totals
from soloist.games.barrage.show.layout import layout
from soloist.games.barrage.show.picture import PALETTE, picture
from soloist.games.barrage.show.screen import SCREEN
from soloist.games.reading import read_rules, read_words

GAME = Game(
    id="barrage",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("BA", "BR"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    table=table.RULES,
    digital=digital.RULES,
    layout=layout,
    hands=hands,
    announces=announced,
    cards=cards,
    totals=totals,
    domain=domain,
    picture=picture,
    pictured="dams",
    palette=PALETTE,
    data=data,
    check_datum=check_datum,
    tiebreakers=(
        "BA-051",
        "BA-R05",
        "BA-052",
        "BA-R21",
        "BA-055",
        "BA-R06",
        "BA-120",
        "BA-056",
        "BA-068",
        "BA-R15",
        "BA-071",
        "BA-073",
        "BA-081",
        "BA-083",
        "BA-084",
        *(f"BA-{n:03d}" for n in range(85, 103)),
        "BA-115a",
        "BA-115c",
        "BA-130",
        "BA-144",
        "BA-146",
    ),
    applied=(
        "BA-130",
        "BA-131",
        "BA-132",
        "BA-133",
        "BA-134",
        "BA-135",
        "BA-136",
        "BA-137",
        "BA-138",
        "BA-139",
        "BA-140",
        "BA-141",
        "BA-142",
        "BA-143",
        "BA-144",
        "BA-145",
        "BA-146",
        "BA-121",
        "BA-122",
        "BA-124",
        "BA-115b",
        "BA-115e",
    ),
    screen=SCREEN,
)
