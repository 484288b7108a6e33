"""The open Automa tiles, icon by icon, each with what to do when playing them by hand."""

from __future__ import annotations

from collections.abc import Sequence

from soloist.core.text import Text, Word, text
from soloist.display.screen import CardRow, Face
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import (
    AUTOMA_TILES,
    BUILDING,
    COLOURS,
    OFFICERS,
    ROUNDS,
    STRUCTURES,
    AutomaTile,
    TileAction,
)
from soloist.games.barrage.display.instructions import limit_words, machinery_words, way_words
from soloist.games.barrage.display.standing import seat_letter

_KINDS = {
    "production": ("production", "BA-050"),
    "water_management": ("water-management", "BA-054"),
    "contract_office": ("contract", "BA-058"),
    "workshop": ("workshop", "BA-066"),
    "machinery_shop": ("machinery", "BA-067"),
    "patent_office": ("patent", "BA-068"),
    "external_works": ("external", "BA-073"),
    "bank": ("bank", "BA-045"),
}
#: by column of the tile: criterion -> icon and rule
_CRITERIA = {
    "dam": {
        "most_powerful_conduit": ("conduit", "BA-085"),
        "own_powerhouse": ("powerhouse", "BA-086"),
        "most_water_drops": ("drop", "BA-087"),
        "red_outline": ("red-outline", "BA-088"),
        "upstream_powerhouse": ("powerhouse", "BA-089"),
        "downstream_dam": ("base", "BA-090"),
    },
    "conduit": {
        "most_powerful": ("energy", "BA-091"),
        "second_most_powerful": ("energy", "BA-092"),
        "dam_own_neutral_opponent": ("base", "BA-093"),
        "dam_opponent_neutral_own": ("base", "BA-094"),
        "powerhouse_own_opponent": ("powerhouse", "BA-095"),
        "powerhouse_opponent_own": ("powerhouse", "BA-096"),
    },
    "powerhouse": {
        "most_powerful_conduit": ("conduit", "BA-097"),
        "own_dam": ("base", "BA-098"),
        "plains": ("map", "BA-099"),
        "basin_5": ("target", "BA-100"),
        "basin_6": ("target", "BA-100"),
        "basin_7": ("target", "BA-100"),
        "feeds_own_else_not_opponent": ("headstream", "BA-101"),
        "not_feeds_opponent_else_own": ("headstream", "BA-102"),
    },
}


def list_cards(board: Barrage) -> list[Face]:
    """Return the Actions side on the pile, the columns of the Criteria side and the Automa's officers; nothing before
    the first tile is turned."""
    found = []
    if board.top != NOBODY:
        found.append(actions_face(board, AUTOMA_TILES[board.top]))
    if board.criteria != NOBODY:
        found += [*criteria_faces(board, AUTOMA_TILES[board.criteria]), *_officers(board)]
    return found


def _officers(board: Barrage) -> list[Face]:
    """Return a card with the effects of the Automa's officers, for playing tiles by hand (BA-113)."""
    seats = [s for s in range(board.players) if board.is_automa(s) and board.officer(s)]
    rows = [_officer_row(board, s) for s in seats]
    return (
        [Face("criteria", " ".join(seat_letter(board, s) for s in seats), text("face.officers"), tuple(rows))]
        if rows
        else []
    )


def _officer_row(board: Barrage, seat: int) -> CardRow:
    name = board.officer(seat)
    says = text("row.officer", officer=Word(f"officer.{name}"), seat=board.word(seat))
    return CardRow("automa", says, "", text(f"about.officer.{name}"), officer_rule(name))


def officer_rule(name: str) -> str:
    """Return the rule of an officer; rules are numbered in the order of the officer tiles."""
    return f"BA-{130 + OFFICERS.names.index(name)}"


def _number(tile: AutomaTile) -> str:
    return tile.id.removeprefix("automa_")


# ------------------------------------------------------------------------------------------------------------- actions


def actions_face(board: Barrage, tile: AutomaTile) -> Face:
    """Return the actions in the order in which they are tried, without those of Leeghwater if it is not played
    (BA-046)."""
    shown = [a for a in tile.actions if board.setup.leeghwater or not a.leeghwater]
    return Face("actions", _number(tile), text("face.actions"), tuple(_action_row(board, a) for a in shown))


def _action_row(board: Barrage, action: TileAction) -> CardRow:
    if action.kind == "construction":
        kind = STRUCTURES.names[action.structure]
        rule = "BA-071" if action.structure == BUILDING else "BA-060"
        sign = kind
    else:
        kind = action.kind
        sign, rule = _KINDS[action.kind]
    if action.kind == "water_management" and action.immediate:
        kind = "water_now"
    if action.kind == "machinery_shop" and action.wild:
        kind, rule = "machinery_choice", "BA-070"
    if action.kind == "workshop" and not action.vp_cost:
        kind = "workshop_free"
    off = action.kind == "machinery_shop" and board.round == ROUNDS
    args = _args(action)
    return CardRow(
        sign,
        text(f"row.{kind}", **args),
        str(action.engineers),
        text(f"hand.{kind}", **args),
        rule,
        "off" if off else "",
        ends=action.ends_turn,  # BA-042
    )


def _args(action: TileAction) -> dict[str, object]:
    """Return all values that the texts of an action may need."""
    args: dict[str, object] = {
        "n": action.engineers,
        "vp": action.vp_cost or action.vp_gain,
        "drops": action.drops,
        "steps": action.energy,
        "segments": action.segments,
        "what": machinery_words(action),
        "modifier": f"{action.modifier:+d}",
        "order": "-".join(str(p + 1) for p in action.order),
        "way": way_words(action),
    }
    if action.colour >= 0:
        args["colour"] = Word(f"colour.{COLOURS.names[action.colour]}")
    if action.structure >= 0:
        args["kind"] = Word(f"structure.{STRUCTURES.names[action.structure]}")
        args["limit"] = limit_words(action)
    return args


# ------------------------------------------------------------------------------------------------------------ criteria


def criteria_faces(board: Barrage, tile: AutomaTile) -> list[Face]:
    """Return one card per column with the implied first step, three criteria and the code; then one for the
    headstreams."""
    letters = " ".join(board.map.headstreams.names[h].upper() for h in tile.headstreams)
    five = board.map.id == "five_player"
    water = CardRow(
        "headstream",
        text("row.letters"),
        letters[:1] if five else letters,
        text("hand.letters_5p" if five else "hand.letters", letters=letters, first=letters[:1]),
        "BA-160" if five else "BA-056",
    )
    return [
        _column_card(board, tile, "dam", tile.dam, tile.dam_code),
        _column_card(board, tile, "conduit", tile.conduit, tile.conduit_code),
        _column_card(board, tile, "powerhouse", tile.powerhouse, tile.powerhouse_code),
        Face("criteria", _number(tile), text("face.water"), (water,)),
    ]


def _column_card(board: Barrage, tile: AutomaTile, column: str, criteria: Sequence[str], code: str) -> Face:
    rows = [CardRow("system", text("row.third"), "", text(f"hand.third_{column}"), "BA-081")]
    for name in criteria:
        sign, rule = _CRITERIA[column][name]
        rows.append(CardRow(sign, _say_says(column, name), "", text(f"by_hand.{rule}", basin=name[-1]), rule))
    rows.append(
        CardRow("code", text("row.code"), code, text(f"hand.code_{column}", walk=_walk(board, column, code)), "BA-083")
    )
    if column != "conduit":
        rows.append(CardRow("red-outline", text("row.regular"), "", text("hand.regular"), "BA-084"))
    return Face("criteria", _number(tile), text(f"face.{column}"), tuple(rows))


def _say_says(column: str, name: str) -> Text:
    return text(f"criterion.{column}.{name}")


def _walk(board: Barrage, column: str, code: str) -> str:
    """Return the first three places of the walk from a code, and the last."""
    map_ = board.map
    names = {
        "dam": [c for b, c in enumerate(map_.codes) if map_.dam_basins >> b & 1],
        "conduit": [n for n in map_.conduits.names if n],
        "powerhouse": [c for b, c in enumerate(map_.codes) if map_.houses_of[b]],
    }[column]
    at = names.index(code)
    round_ = [*names[at:], *names[:at]]
    return f"{', '.join(round_[:3])} … {round_[-1]}"
