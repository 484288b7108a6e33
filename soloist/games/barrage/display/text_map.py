"""The map in characters: a block per basin, in the rows of the board."""

from __future__ import annotations

from soloist.core.bits import Mask
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import COMPANIES
from soloist.manifest import Span

#: one letter per company, as the pieces are called at the table
LETTERS = {"usa": "U", "germany": "G", "italy": "I", "france": "F", "netherlands": "N"}
#: four blocks side by side fit into 80 columns
WIDTH = 19

PALETTE: dict[str, tuple[str, str]] = {
    "mountains": ("#1c2028", "#d9dde3"),
    "hills": ("#1c2028", "#cfe3c2"),
    "plains": ("#1c2028", "#f0e6c8"),
    "title": ("#ffffff", "#365a7a"),
    "water": ("#2f6db5", ""),
    "lit": ("#1c2028", "#f6b53a"),
}
_AREAS = ("mountains", "hills", "plains")


def draw_text_map(board: Barrage, lit: Mask = 0) -> list[list[Span]]:
    """Return rows of basins from the headstreams to the sea; dam spaces in `lit` are highlighted."""
    heads = "   ".join(
        f"{h.upper()} {'•' * n or '-'}" for h, n in zip(board.map.headstreams.names, board.heads, strict=True)
    )
    lines = [[Span(f"  {heads}", "water")]]
    for row in _rows(board):
        blocks = [_block(board, basin, lit) for basin in row]
        for i in range(len(blocks[0])):
            line: list[Span] = []
            for block in blocks:
                line += [*block[i], Span(" ")]
            lines.append(line)
    return lines


def _rows(board: Barrage) -> list[list[int]]:
    """Return basins by area: mountains, hills, plains with dams, plains without."""
    basins = range(len(board.map.river))
    upper = [[b for b in basins if board.map.area[b] == area and board.map.dam_basins >> b & 1] for area in range(3)]
    return [*upper, [b for b in basins if not board.map.dam_basins >> b & 1]]


def _block(board: Barrage, basin: int, lit: Mask) -> list[list[Span]]:
    style = _AREAS[board.map.area[basin]]
    river = board.map.river[basin]
    to = f"→{board.map.codes[river]}" if river >= 0 else "→≈"
    head = [f"{board.map.headstreams.names[h].upper()}↓" for h, b in enumerate(board.map.head_basin) if b == basin]
    title = f" {'/'.join(head) + ' ' if head else ''}{board.map.codes[basin]} {to}"
    lines = [[Span(f"{title:<{WIDTH}}", "title")]]
    houses = " ".join(_house(board, h) for h in board.map.houses_of[basin])
    lines.append([Span(f" {'P ' + houses if houses else '':<{WIDTH - 1}}", style)])
    if not board.map.dam_basins >> basin & 1:
        return lines
    for dam, name in ((2 * basin + 1, "U"), (2 * basin, "L")):
        words = f" {name} {_dam(board, dam)}"
        lines.append([Span(f"{words:<{WIDTH}}", "lit" if lit >> dam & 1 else style)])
    pipes = " ".join(_conduit(board, c) for c in (2 * basin, 2 * basin + 1) if board.map.conduits.names[c])
    lines.append([Span(f" {pipes:<{WIDTH - 1}}", style)])
    return lines


def _letter(board: Barrage, owner: int) -> str:
    return "=" if owner == board.neutral else LETTERS[COMPANIES.names[board.setup.seats[owner].company]]


def _house(board: Barrage, house: int) -> str:
    mark = "!" if board.map.house_red[house] else "·"
    return mark if board.houses[house] == NOBODY else _letter(board, board.houses[house])


def _dam(board: Barrage, dam: int) -> str:
    owner = board.owner_of_dam(dam)
    red = "!" if board.map.red_dams >> dam & 1 else ""
    if owner is None:
        return f"·{red}"
    return f"{_letter(board, owner)}{board.level[dam]} {'•' * board.drops[dam]}"


def _conduit(board: Barrage, conduit: int) -> str:
    owner = board.owner_of_conduit(conduit)
    who = "·" if owner is None else _letter(board, owner)
    name = board.map.conduits.names[conduit]
    return f"{name}{board.map.value[conduit]}→{board.map.codes[board.map.destination[conduit]]}{who}"
