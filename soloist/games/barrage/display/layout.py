"""Instructions for setting up a new table (BA-020 … BA-026)."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.core.user_input import split_names
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import (
    BONUS,
    BUILDINGS,
    CONTRACTS,
    HEADSTREAM_TILES,
    LEVELS,
    OFFICER_TILES,
    TECH,
    WORKS,
)
from soloist.games.barrage.display.contract_words import contract_words


def list_layout(board: Barrage) -> list[Text]:
    """Return the set-up as instructions."""
    setup = board.setup
    lines = [text("layout.map", map=Word(f"map.{setup.map.id}"), players=board.players)]
    for seat, player in enumerate(setup.seats):
        company = board.word(seat)
        if not player.automa:
            lines.append(text("layout.human", seat=company))
            if player.officer >= 0:
                officer = Word(f"officer.{OFFICER_TILES[player.officer].id}")
                lines.append(text("layout.human_officer", seat=company, officer=officer))
            continue
        lines.append(
            text("layout.automa", seat=company, level=Word(f"level.{LEVELS.names[player.level]}"), vp=board.vp[seat])
        )
        if player.officer >= 0:
            hers = OFFICER_TILES[player.officer]
            known = Word("certainty.one" if hers.certainty != "two sources agree" else "certainty.two")
            lines.append(text("layout.officer", seat=company, officer=Word(f"officer.{hers.id}"), known=known))
    for dam in setup.neutral:
        lines.append(text("layout.neutral", place=board.map.dams.names[dam], level=board.level[dam]))
    for head, tile in enumerate(setup.headstreams):
        drops = ", ".join(map(str, HEADSTREAM_TILES[tile]))
        lines.append(text("layout.headstream", head=board.map.headstreams.names[head].upper(), drops=drops))
    lines.append(text("layout.bonus", tiles=tuple(Word(f"bonus.{BONUS.names[b]}") for b in setup.bonus)))
    lines.append(text("layout.objective", tile=Word(f"objective.{setup.objective}")))
    lines.append(text("layout.contracts", contracts=tuple(contract_words(board, c) for c in setup.contracts)))
    lines.append(text("layout.national", contracts=tuple(contract_words(board, c) for c in setup.national)))
    lines.append(text("layout.patents", tiles=tuple(Word(f"tech.{TECH.names[t]}") for t in setup.patents)))
    if setup.leeghwater:
        removed = split_names(setup.source["removed_tiles"])
        lines.append(text("layout.removed", tiles=tuple(Word(f"tech.{t}") for t in removed)))
        lines.append(text("layout.works", works=tuple(Word(f"work.{WORKS.names[w]}") for w in setup.works)))
        lines.append(
            text("layout.buildings", buildings=tuple(Word(f"building.{BUILDINGS.names[b]}") for b in setup.buildings))
        )
    order = tuple(board.word(s) for s in board.order)
    lines.append(text("layout.order", order=order))
    key = "layout.own_tiles" if setup.source["chance"] == "own" else "layout.app_tiles"
    return [*lines, text(key)]


def datum_name(key: str) -> Text | None:
    """Return the name of a printed value: the tile it stands on; None for an unknown key."""
    _, _, id = key.partition(".")
    of = next((of for of in (CONTRACTS, WORKS, BUILDINGS) if id in of), None)
    return None if of is None else text("datum.of", what=of.option_value(of.find_option(id) or 0))
