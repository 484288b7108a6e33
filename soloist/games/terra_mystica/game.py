"""The manifest of Terra Mystica: the only module the outside imports."""

from __future__ import annotations

from functools import partial

from soloist.core import lazy
from soloist.games.packaged_data import read_rules, read_words
from soloist.manifest import Game, Stage

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id="terra_mystica",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("TMA", "TM"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    layout=lazy.lazy_function(f"{PACKAGE}.display.layout", "list_layout"),
    hands=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_instructions"),
    cards=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_open_cards"),
    totals=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_totals"),
    domain=lazy.lazy_function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.lazy_function(f"{PACKAGE}.display.text_map", "draw_text_map"),
    pictured="hexes",
    get_palette=lazy.lazy_value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.lazy_function(f"{PACKAGE}.display.owner_values", "list_owner_values"),
    check_datum=lazy.lazy_function(f"{PACKAGE}.board.printed", "check_datum"),
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
    get_screen=lazy.lazy_value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.lazy_value(f"{PACKAGE}.table_rules", "RULES"),
    get_digital=lazy.lazy_value(f"{PACKAGE}.digital_rules", "RULES"),
    migrations={1: lazy.lazy_function(f"{PACKAGE}.migrate", "from_1")},
)
