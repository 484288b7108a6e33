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
    layout=lazy.lazy_function(f"{PACKAGE}.display.layout", "list_layout"),
    hands=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_instructions"),
    announces=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_announcements"),
    cards=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_open_cards"),
    totals=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_totals"),
    domain=lazy.lazy_function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.lazy_function(f"{PACKAGE}.display.text_map", "draw_text_map"),
    pictured="hexes",
    get_palette=lazy.lazy_value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.lazy_function(f"{PACKAGE}.display.owner_values", "list_owner_values"),
    check_datum=lazy.lazy_function(f"{PACKAGE}.board.printed", "check_datum"),
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
    get_screen=lazy.lazy_value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.lazy_value(f"{PACKAGE}.table_rules", "RULES"),
)
