"""The manifest: the only module the outside imports. It names each thing once, and holds no function of its own."""

from __future__ import annotations

from functools import partial

from soloist.core import lazy
from soloist.games import packaged_data
from soloist.manifest import Game, Stage

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id=PACKAGE.rpartition(".")[2],
    stage=Stage.ALPHA,
    package=PACKAGE,
    prefixes=("XXA",),
    rules=partial(packaged_data.read_rules, PACKAGE),
    words=partial(packaged_data.read_words, PACKAGE),
    layout=lazy.function(f"{PACKAGE}.display.layout", "layout"),
    hands=lazy.function(f"{PACKAGE}.display.instructions", "hands"),
    cards=lazy.function(f"{PACKAGE}.display.instructions", "cards"),
    totals=lazy.function(f"{PACKAGE}.display.instructions", "totals"),
    domain=lazy.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.function(f"{PACKAGE}.display.text_map", "picture"),
    pictured="pits",
    get_palette=lazy.value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.function(f"{PACKAGE}.display.owner_values", "data"),
    check_datum=lazy.function(f"{PACKAGE}.board.printed", "check_datum"),
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=("XXA-004",),
    get_screen=lazy.value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.value(f"{PACKAGE}.table_rules", "RULES"),
    get_digital=lazy.value(f"{PACKAGE}.digital_rules", "RULES"),
)
