"""The manifest of Tapestry: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core import lazy
from soloist.games.packaged_data import read_rules, read_words
from soloist.manifest import Game, Stage

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id="tapestry",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("TA", "TR"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    layout=lazy.function(f"{PACKAGE}.show.layout", "layout"),
    hands=lazy.function(f"{PACKAGE}.show.hands", "hands"),
    announces=lazy.function(f"{PACKAGE}.show.hands", "announced"),
    cards=lazy.function(f"{PACKAGE}.show.hands", "cards"),
    totals=lazy.function(f"{PACKAGE}.show.hands", "totals"),
    domain=lazy.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.function(f"{PACKAGE}.show.picture", "picture"),
    pictured="hexes",
    get_palette=lazy.value(f"{PACKAGE}.show.picture", "PALETTE"),
    data=lazy.function(f"{PACKAGE}.show.copy", "data"),
    check_datum=lazy.function(f"{PACKAGE}.board.printed", "check_datum"),
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
    get_screen=lazy.value(f"{PACKAGE}.show.screen", "SCREEN"),
    get_table=lazy.value(f"{PACKAGE}.table", "RULES"),
)
