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
    layout=lazy.function(f"{PACKAGE}.display.layout", "layout"),
    hands=lazy.function(f"{PACKAGE}.display.instructions", "hands"),
    cards=lazy.function(f"{PACKAGE}.display.instructions", "cards"),
    totals=lazy.function(f"{PACKAGE}.display.instructions", "totals"),
    domain=lazy.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.function(f"{PACKAGE}.display.text_map", "picture"),
    pictured="hexes",
    get_palette=lazy.value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.function(f"{PACKAGE}.display.owner_values", "data"),
    check_datum=lazy.function(f"{PACKAGE}.board.printed", "check_datum"),
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
    get_screen=lazy.value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.value(f"{PACKAGE}.table_rules", "RULES"),
    get_digital=lazy.value(f"{PACKAGE}.digital_rules", "RULES"),
    migrations={1: lazy.function(f"{PACKAGE}.migrate", "from_1")},
)
