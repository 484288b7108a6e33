"""Rendering of the board for terminals and as pixels, from `Game.picture` in the game's palette."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from soloist.core.text import Word
from soloist.env.match import Match
from soloist.manifest import Game, Span
from soloist.session.words import Catalogue

#: pixels of one character: a glyph of 3 x 5 in a cell of 5 x 8
_WIDE, _TALL = 5, 8
_PAPER, _INK = "#fbfaf6", "#1c2027"
#: three columns by five rows, a row as one digit of 0 to 7
_GLYPHS = dict(
    zip(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.:-+*=/()[]<>#|_",
        (
            "75557 26227 71747 71717 55711 74717 74757 71111 75757 75717 25755 65656 34443 65556 74647 74644 "
            "34553 55755 72227 11152 55655 44447 57755 65555 25552 65644 25563 65655 34216 72222 55557 55552 "
            "55775 55255 55222 71247 00002 02020 00700 02720 52725 07070 11244 24442 21112 64446 31113 12421 "
            "42124 57575 22222 00007 "
        ).split(),
        strict=True,
    )
)


def list_spans(match: Match) -> list[list[Span]]:
    """Return the lines of the board, and below them a line with round and points."""
    words = Catalogue("en", match.game)
    scores = "  ".join(f"{name}: {points}" for name, points in match.current_points().items())
    title = words.say(Word("game.title"))
    said = f"{title}  {match.book.round_number(match.position)}  {scores}"
    return [*match.game.picture(match.position, 0), [Span("")], [Span(said)]]


def render_ansi(match: Match) -> str:
    """Return the board as text with ANSI colours."""
    return "\n".join("".join(_colour_span(match.game, span) for span in line) for line in list_spans(match)) + "\n"


def _colour_span(game: Game, span: Span) -> str:
    front, back = game.palette.get(span.style, ("", ""))
    codes = [f"{kind};2;{r};{g};{b}" for kind, of in ((38, front), (48, back)) if of for r, g, b in [_read_colour(of)]]
    return f"\x1b[{';'.join(codes)}m{span.text}\x1b[0m" if codes else span.text


def render_pixels(match: Match) -> NDArray[np.uint8]:
    """Return the board as an RGB array: rows, columns, channels."""
    lines = list_spans(match)
    wide = max(sum(len(span.text) for span in line) for line in lines)
    picture = np.empty((len(lines) * _TALL, wide * _WIDE, 3), np.uint8)
    picture[:] = _read_colour(_PAPER)
    for row, line in enumerate(lines):
        column = 0
        for span in line:
            front, back = match.game.palette.get(span.style, ("", ""))
            for letter in span.text:
                cell = picture[row * _TALL : (row + 1) * _TALL, column * _WIDE : (column + 1) * _WIDE]
                if back:
                    cell[:] = _read_colour(back)
                cell[1:6, 1:4][_glyph_pixels(letter)] = _read_colour(front or _INK)
                column += 1
    return picture


@cache
def _glyph_pixels(letter: str) -> NDArray[np.bool_]:
    """Return a mask of the inked pixels; characters without a glyph are a small block."""
    if letter.isspace():
        return np.zeros((5, 3), np.bool_)
    rows: Sequence[int] = [int(digit) for digit in _GLYPHS.get(letter.upper(), "07770")]
    return np.array([[bool(row >> bit & 1) for bit in (2, 1, 0)] for row in rows], np.bool_)


@cache
def _read_colour(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
