"""What the pages show of the game: they find everything in `SCREEN`.

Put here: what fits a tapped place (`moves`), the history in words (`said`), and `SCREEN`, which ties drawing, cards and
totals together. The words are in `locale/screen.*.toml`; icons are those of `soloist/web/static/icons.svg`, without `i-`.
"""

from __future__ import annotations

from soloist.core.board import Event
from soloist.core.screen import Blank, Choice, Screen, Svg
from soloist.core.text import Text, text
from soloist.games._template.board.events import Corrected, Drew, Ended, Put, Taken
from soloist.games._template.board.state import Stones
from soloist.games._template.board.tables import CARDS, HUMAN, PACKAGE, PITS, SEATS, STONES
from soloist.games._template.show.drawing import aid, drawing, spots
from soloist.games._template.show.standing import faces, flip, points, round_, standing
from soloist.games.reading import read_text

#: key of an instruction for the hands -> icon
ICONS = {"hands.take": "marked", "hands.end": "finish"}


def moves(board: Stones, key: str) -> list[Choice]:
    """What fits a pit on this board, corrections last; without a pit, what belongs to none."""
    kind, _, name = key.partition(" ")
    if not key:
        return [_number("value worth = {N}", "worth", 9), *(_number(f"set held.{s} = {{N}}", s) for s in SEATS)]
    pit = PITS.index(name) if kind == PITS.id else None
    if pit is None:
        return []
    found = [Choice(f"take {name}", text("move.take", pit=name), "minus")] if board.pits[pit] else []
    if board.held[HUMAN] > 0:
        found.append(Choice(f"put {name}", text("move.put", pit=name), "plus"))
    if board.pits[pit]:
        found.append(Choice(f"automa: take {name}", text("move.hers", pit=name), "automa", group="correction"))
    pits = " ".join("{N}" if p == pit else str(n) for p, n in enumerate(board.pits))
    return [*found, _number(f"set pits = {pits}", "pit")]


def _number(line: str, key: str, most: int = STONES) -> Choice:
    """A correction with one gap, for a number."""
    return Choice(line, text(f"move.{key}"), "marked", (Blank("N", text("blank.n"), most=most),), group="correction")


def said(board: Stones, event: Event) -> Text | None:
    """An event in words, for the history; `board` is the position before it."""
    match event:
        case Taken(seat, pit):
            return text("said.you_took" if seat == HUMAN else "said.she_took", pit=PITS.name(pit))
        case Put(pit):
            return text("said.put", pit=PITS.name(pit))
        case Drew(card):
            return text("said.drew", card=CARDS.name(card))
        case Ended():
            return text("said.end")
        case Corrected(field, value):
            return text("said.corrected", field=field, value=value)
    return None


SCREEN = Screen(
    drawing=drawing,
    spots=spots,
    aid=aid,
    faces=faces,
    standing=standing,
    points=points,
    round=round_,
    moves=moves,
    end_of_turn=lambda board: "",  # a move ends your turn by itself (XXA-005)
    said=said,
    flip=flip,
    icons=ICONS,
    cover=lambda: Svg(read_text(PACKAGE, "show/cover.svg")),
    style=lambda: read_text(PACKAGE, "show/board.css"),
)
