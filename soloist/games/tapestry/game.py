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
    layout=lazy.function(f"{PACKAGE}.display.layout", "layout"),
    hands=lazy.function(f"{PACKAGE}.display.instructions", "hands"),
    announces=lazy.function(f"{PACKAGE}.display.instructions", "announced"),
    cards=lazy.function(f"{PACKAGE}.display.instructions", "cards"),
    totals=lazy.function(f"{PACKAGE}.display.instructions", "totals"),
    domain=lazy.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.function(f"{PACKAGE}.display.text_map", "picture"),
    pictured="hexes",
    get_palette=lazy.value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.function(f"{PACKAGE}.display.owner_values", "data"),
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
    get_screen=lazy.value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.value(f"{PACKAGE}.table_rules", "RULES"),
)
