"""Manifest of Barrage: the only module that code outside the game imports."""

from __future__ import annotations

from functools import partial

from soloist.core import lazy
from soloist.games.packaged_data import read_rules, read_words
from soloist.manifest import Game, Stage

PACKAGE = __name__.rpartition(".")[0]

GAME = Game(
    id="barrage",
    stage=Stage.BETA,
    package=PACKAGE,
    prefixes=("BA", "BR"),
    rules=partial(read_rules, PACKAGE),
    words=partial(read_words, PACKAGE),
    get_table=lazy.lazy_value(f"{PACKAGE}.table_rules", "RULES"),
    get_digital=lazy.lazy_value(f"{PACKAGE}.digital_rules", "RULES"),
    layout=lazy.lazy_function(f"{PACKAGE}.display.layout", "list_layout"),
    hands=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_instructions"),
    announces=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_announcements"),
    cards=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_open_cards"),
    totals=lazy.lazy_function(f"{PACKAGE}.display.instructions", "list_totals"),
    domain=lazy.lazy_function(f"{PACKAGE}.automa.domains", "domain"),
    picture=lazy.lazy_function(f"{PACKAGE}.display.text_map", "draw_text_map"),
    pictured="dams",
    get_palette=lazy.lazy_value(f"{PACKAGE}.display.text_map", "PALETTE"),
    data=lazy.lazy_function(f"{PACKAGE}.display.owner_values", "list_owner_values"),
    check_datum=lazy.lazy_function(f"{PACKAGE}.board.printed", "check_datum"),
    tiebreakers=(
        "BA-051",
        "BA-R05",
        "BA-052",
        "BA-R21",
        "BA-055",
        "BA-R06",
        "BA-120",
        "BA-056",
        "BA-068",
        "BA-R15",
        "BA-071",
        "BA-073",
        "BA-081",
        "BA-083",
        "BA-084",
        *(f"BA-{n:03d}" for n in range(85, 103)),
        "BA-115a",
        "BA-115c",
        "BA-130",
        "BA-144",
        "BA-146",
    ),
    applied=(
        "BA-130",
        "BA-131",
        "BA-132",
        "BA-133",
        "BA-134",
        "BA-135",
        "BA-136",
        "BA-137",
        "BA-138",
        "BA-139",
        "BA-140",
        "BA-141",
        "BA-142",
        "BA-143",
        "BA-144",
        "BA-145",
        "BA-146",
        "BA-121",
        "BA-122",
        "BA-124",
        "BA-115b",
        "BA-115e",
    ),
    get_screen=lazy.lazy_value(f"{PACKAGE}.display.screen", "SCREEN"),
)
