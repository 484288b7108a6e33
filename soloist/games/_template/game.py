"""The manifest: the only module the outside imports. It names each thing once, and holds no function of its own."""

from __future__ import annotations

from functools import partial

from soloist.core import later
from soloist.core.game import Game, Stage
from soloist.games import reading

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id=PACKAGE.rpartition(".")[2],
    stage=Stage.ALPHA,
    package=PACKAGE,
    prefixes=("XXA",),
    rules=partial(reading.read_rules, PACKAGE),
    words=partial(reading.read_words, PACKAGE),
    layout=later.function(f"{PACKAGE}.show.layout", "layout"),
    hands=later.function(f"{PACKAGE}.show.hands", "hands"),
    cards=later.function(f"{PACKAGE}.show.hands", "cards"),
    totals=later.function(f"{PACKAGE}.show.hands", "totals"),
    domain=later.function(f"{PACKAGE}.automa.domains", "domain"),
    picture=later.function(f"{PACKAGE}.show.picture", "picture"),
    pictured="pits",
    get_palette=later.value(f"{PACKAGE}.show.picture", "PALETTE"),
    data=later.function(f"{PACKAGE}.show.copy", "data"),
    check_datum=later.function(f"{PACKAGE}.board.printed", "check_datum"),
    tiebreakers=("XXA-012a", "XXA-012b", "XXA-012c"),
    applied=("XXA-004",),
    get_screen=later.value(f"{PACKAGE}.show.screen", "SCREEN"),
    get_table=later.value(f"{PACKAGE}.table", "RULES"),
    get_digital=later.value(f"{PACKAGE}.digital", "RULES"),
)
