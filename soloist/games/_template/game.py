"""Manifest: the only module that code outside the game imports. It names each thing once and defines no function."""

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
    layout=lazy.lazy_function(f"{PACKAGE}.display.layout", "list_layout"),
    hands=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_instructions"),
    cards=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_open_cards"),
    totals=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_totals"),
    domain=lazy.lazy_function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.lazy_function(f"{PACKAGE}.display.text_map", "draw_text_map"),
    pictured="pits",
    get_palette=lazy.lazy_value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.lazy_function(f"{PACKAGE}.display.owner_values", "list_owner_values"),
    check_datum=lazy.lazy_function(f"{PACKAGE}.board.printed", "check_datum"),
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=("XXA-004",),
    get_screen=lazy.lazy_value(f"{PACKAGE}.display.screen", "SCREEN"),
    get_table=lazy.lazy_value(f"{PACKAGE}.table_rules", "RULES"),
    get_digital=lazy.lazy_value(f"{PACKAGE}.digital_rules", "RULES"),
)
