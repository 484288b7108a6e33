"""Instructions for setting up a new table."""

from __future__ import annotations

from soloist.core.text import Text, Word, text
from soloist.games.terra_mystica.automa.factions import faction_of
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, BONUS, CARDS, CULTS, KINDS, SEATS, TERRAIN


def list_layout(board: TerraMystica) -> list[Text]:
    """Return the set-up as instructions, in the order of the rulebook (TMA-010 … TMA-017)."""
    setup = board.setup
    lines = [text("layout.level", level=Word(f"level.{setup.level}"))] if setup.automa else []
    lines.append(text("layout.map", map=Word(f"map.{setup.map.id}")))
    for i, tile in enumerate(setup.tiles, 1):
        side = Word("side.r1_3" if i <= 3 else "side.r4_6")
        lines.append(text("layout.scoring", round=i, tile=Word(f"scoring.{tile}"), side=side))
    if setup.automa:
        lines.append(text("layout.end_token"))  # TMA-012
    if setup.final != "none":
        lines.append(text("layout.final", tile=Word(f"final.{setup.final}")))
    for seat in board.humans:
        faction = setup.humans[seat - 1]
        home = Word(f"terrain.{TERRAIN.names[board.home[seat]]}")
        lines.append(
            text("layout.human", seat=Word(f"seat.{SEATS.names[seat]}"), faction=Word(f"human.{faction.id}"), home=home)
        )
    if not setup.automa:
        lines.append(text("layout.bonus_humans", row=tuple(BONUS.option_value(c) for c in setup.bonus)))
        return lines
    lines.append(
        text(
            "layout.automa", faction=Word(f"faction.{setup.faction}"), home=Word(f"terrain.{TERRAIN.names[setup.home]}")
        )
    )
    left = {name: board.left[AUTOMA][i] for i, name in enumerate(KINDS.names)}
    lines.append(text("layout.pieces_mots" if setup.mots else "layout.pieces", **left))  # TMA-015
    lines.append(text("layout.cults", **{name: board.cults[AUTOMA][i] for i, name in enumerate(CULTS.names)}))
    card = faction_of(board)
    if card.setup_text:
        lines.append(text("layout.faction_setup", faction=Word(f"faction.{card.id}")))
    if setup.youth >= 0:
        lines.append(text("layout.youth", terrain=Word(f"terrain.{TERRAIN.names[setup.youth]}")))
    if setup.tokens:
        lines.append(text("layout.tokens", tokens=setup.source["tokens"]))
    row = tuple(BONUS.option_value(c) for c in setup.bonus)
    lines.append(text("layout.bonus", row=row, first=row[0]))
    if setup.own_cards:
        lines.append(text("layout.own_cards"))
    if setup.mots:
        lines.append(text("layout.reminder"))
    return lines


def datum_name(key: str) -> Text:
    """Return the name of a printed value in words."""
    kind, what, *rest = key.split(".")
    match kind:
        case "atp":
            return text("datum.atp", terrain=Word(f"terrain.{what}"), row=rest[0].upper())
        case "letters":
            return text("datum.letters", map=Word(f"map.{what}"), terrain=Word(f"terrain.{rest[0]}"))
        case "pass_vp":
            return text("datum.pass_vp", tile=Word(f"scoring.{what}"), side=Word(f"side.{rest[0]}"))
        case "cult":
            return text("datum.cult", tile=Word(f"scoring.{what}"))
        case "level":
            return text("datum.level", level=Word(f"level.{what}"), what=Word(f"datum.{rest[0]}"))
        case "cult_start":
            return text("datum.cult_start", faction=Word(f"faction.{what}"))
        case _:
            return text(
                "datum.card", card=CARDS.option_value(CARDS.find_option(what) or 0), what=Word(f"card_part.{rest[0]}")
            )
