"""The manifest of Tapestry: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core import later
from soloist.core.game import Game, Stage
from soloist.games.reading import read_rules, read_words

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id="tapestry",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("TA", "TR"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    layout=later.function(f"{PACKAGE}.show.layout", "layout"),
    hands=later.function(f"{PACKAGE}.show.hands", "hands"),
    announces=later.function(f"{PACKAGE}.show.hands", "announced"),
    cards=later.function(f"{PACKAGE}.show.hands", "cards"),
    totals=later.function(f"{PACKAGE}.show.hands", "totals"),
    domain=later.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=later.function(f"{PACKAGE}.show.picture", "picture"),
    pictured="hexes",
    get_palette=later.value(f"{PACKAGE}.show.picture", "PALETTE"),
    data=later.function(f"{PACKAGE}.show.copy", "data"),
    check_datum=later.function(f"{PACKAGE}.board.printed", "check_datum"),
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
    get_screen=later.value(f"{PACKAGE}.show.screen", "SCREEN"),
    get_table=later.value(f"{PACKAGE}.table", "RULES"),
)
