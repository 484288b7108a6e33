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
    layout=lazy.function(f"{PACKAGE}.show.layout", "layout"),
    hands=lazy.function(f"{PACKAGE}.show.hands", "hands"),
    cards=lazy.function(f"{PACKAGE}.show.hands", "cards"),
    totals=lazy.function(f"{PACKAGE}.show.hands", "totals"),
    domain=lazy.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.function(f"{PACKAGE}.show.picture", "picture"),
    pictured="pits",
    get_palette=lazy.value(f"{PACKAGE}.show.picture", "PALETTE"),
    data=lazy.function(f"{PACKAGE}.show.copy", "data"),
    check_datum=lazy.function(f"{PACKAGE}.board.printed", "check_datum"),
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=("XXA-004",),
    get_screen=lazy.value(f"{PACKAGE}.show.screen", "SCREEN"),
    get_table=lazy.value(f"{PACKAGE}.table", "RULES"),
    get_digital=lazy.value(f"{PACKAGE}.digital", "RULES"),
)
