"""The map in text: a cell of two lines per hex, with name and terrain above its pieces."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games.terra_mystica.board.state import TerraMystica
from soloist.games.terra_mystica.board.tables import AUTOMA, TERRAIN, TERRAIN_LETTERS
from soloist.manifest import Span

#: the usual abbreviations of structures
KIND_CODES = ("D", "TH", "TE", "SH", "SA", "SY")
#: letters of the seats: A for the Automa, Y for you, Z for the second human, then backwards from X
SEAT_LETTERS = "AYZXWV"

PALETTE: dict[str, tuple[str, str]] = {
    "terrain.desert": ("#1c2028", "#e8c860"),
    "terrain.plains": ("#ffffff", "#8a5a33"),
    "terrain.swamp": ("#f4efe4", "#3a3a40"),
    "terrain.lakes": ("#ffffff", "#2f6db5"),
    "terrain.forest": ("#ffffff", "#3d7d3a"),
    "terrain.mountains": ("#1c2028", "#a9abb0"),
    "terrain.wasteland": ("#ffffff", "#b03a2e"),
    "terrain.ice": ("#1c2028", "#dff3fb"),
    "terrain.volcano": ("#ffd27a", "#5a1f14"),
    "river": ("#6b93b8", ""),
    "lit": ("#1c2028", "#f6b53a"),
}


def draw_text_map(board: TerraMystica, lit: Mask = 0) -> list[list[Span]]:
    """Return the lines of the map; hexes in `lit` are highlighted."""
    lines: list[list[Span]] = []
    for shifted, hexes in board.map.rows:
        above: list[Span] = [Span("   " if shifted else "")]
        below: list[Span] = [Span("   " if shifted else "")]
        for hex_ in hexes:
            style = _style_of(board, hex_, lit)
            above.append(Span(_name_of(board, hex_), style))
            below.append(Span(_content_of(board, hex_), style))
            above.append(Span(" "))
            below.append(Span(" "))
        lines += [above, below]
    return lines


def _style_of(board: TerraMystica, hex_: int, lit: Mask) -> str:
    if lit >> hex_ & 1:
        return "lit"
    terrain = board.terrain_at(hex_)
    return "river" if terrain is None else f"terrain.{TERRAIN.names[terrain]}"


def _name_of(board: TerraMystica, hex_: int) -> str:
    terrain = board.terrain_at(hex_)
    if terrain is None:
        return "  ~  "
    return f"{board.map.hexes.names[hex_]:<3} {TERRAIN_LETTERS[terrain]}"


def _content_of(board: TerraMystica, hex_: int) -> str:
    """Return owner, kind and tokens of a hex: `A TH*` is a marked trading house of the Automa."""
    owner = board.owner_at(hex_)
    if owner is None:
        if board.terrain_at(hex_) is None:
            return "  ~  "
        return " " * 3 + ("c" if board.cubes >> hex_ & 1 else " ") + ("b" if board.blighted >> hex_ & 1 else " ")
    kind = board.kind_at(owner, hex_)
    assert kind is not None
    token = "*" if owner == AUTOMA and board.marks >> hex_ & 1 else "$" if board.traded >> hex_ & 1 else " "
    return f"{SEAT_LETTERS[owner]} {KIND_CODES[kind]:<2}{token}"
