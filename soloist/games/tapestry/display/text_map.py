"""The island in text: a cell per hex in the columns of the board, named by its coordinates."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games.tapestry.board.state import EMPTY, PRINTED, Tapestry
from soloist.games.tapestry.board.tables import TRACKS
from soloist.games.tapestry.display.glyphs import LETTERS
from soloist.manifest import Span

WIDTH = 6

PALETTE: dict[str, tuple[str, str]] = {
    "printed": ("#1c2028", "#cfe3c2"),
    "tile": ("#1c2028", "#f0e6c8"),
    "empty": ("#7d93a6", ""),
    "middle": ("#1c2028", "#e8c860"),
    "exploration": ("#2f6db5", ""),
    "science": ("#3d7d3a", ""),
    "military": ("#b03a2e", ""),
    "technology": ("#c8731d", ""),
    "lit": ("#1c2028", "#f6b53a"),
}


def draw_text_map(board: Tapestry, lit: Mask = 0) -> list[list[Span]]:
    """Return the hexes, each column half a hex lower than its neighbour, and below them the four tracks."""
    spots = board.map.spots
    lines: list[list[Span]] = []
    heights = sorted({2 * r + q for q, r in spots})
    columns = sorted({q for q, _ in spots})
    for height in heights:
        for part in (0, 1):
            line: list[Span] = []
            for q in columns:
                here = next((h for h, (hq, hr) in enumerate(spots) if hq == q and 2 * hr + hq == height), None)
                line.append(Span(" " * WIDTH) if here is None else _draw_cell(board, here, part, lit))
                line.append(Span(" "))
            lines.append(line)
    return [*_interlock_rows(lines), *(_draw_track(board, t) for t in range(4))]


def _interlock_rows(lines: list[list[Span]]) -> list[list[Span]]:
    """Merge rows of neighbouring columns: the upper half of one is beside the lower half of the next."""
    merged: list[list[Span]] = []
    for i in range(0, len(lines), 2):
        for part in (0, 1):
            at = i // 2 + part
            while len(merged) <= at:
                merged.append([Span(" " * len(s.text)) for s in lines[0]])
            merged[at] = [
                new if new.text.strip() or new.style else old
                for old, new in zip(merged[at], lines[i + part], strict=True)
            ]
    return merged


def _draw_cell(board: Tapestry, hex_: int, part: int, lit: Mask) -> Span:
    tile = board.tile[hex_]
    style = "empty" if tile == EMPTY else "printed" if tile == PRINTED else "tile"
    if hex_ == board.map.middle:
        style = "middle"
    if lit >> hex_ & 1:
        style = "lit"
    words = board.map.hexes.names[hex_] if part == 0 else _content_of(board, hex_)
    return Span(f"{words:^{WIDTH}}", style)


def _content_of(board: Tapestry, hex_: int) -> str:
    """Return the tokens of a hex, with lower-case letters for toppled outposts."""
    words = ""
    for seat, letter in enumerate(LETTERS):
        words += letter * board.up[seat][hex_] + letter.lower() * board.down[seat][hex_]
    return words or ("~" if board.tile[hex_] == EMPTY else "·")


def _draw_track(board: Tapestry, track: int) -> list[Span]:
    cells = []
    for space in range(13):
        here = "".join(LETTERS[s] for s in board.seats if board.spaces[s][track] == space)
        cells.append(f"{here or ('■' if space in (4, 7, 10) else '·'):^4}")
    return [Span(f"{TRACKS.names[track]:<12}", TRACKS.names[track]), Span("".join(cells))]
