"""Totals in lines: what each seat has, and the open displays."""

from __future__ import annotations

from collections.abc import Iterator

from soloist.core.text import Text, Word, text
from soloist.games.barrage.board.state import NOBODY, Barrage
from soloist.games.barrage.board.tables import CONTRACTS, STRUCTURES, TECH, WORKS
from soloist.games.barrage.display.contract_words import contract_words
from soloist.games.barrage.display.headstreams import draw_headstreams
from soloist.games.barrage.display.player_mat import say_objective
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.table.tracked_board import TrackedBoard


def list_table_totals(board: Barrage) -> list[Text]:
    """Return what the table should show now."""
    lines = []
    for seat in range(board.players):
        args = {
            "vp": board.vp[seat],
            "energy": board.energy[seat],
            "engineers": board.engineers[seat] + board.architect[seat],
        }
        left = {name: board.left[seat][i] for i, name in enumerate(STRUCTURES.names)}
        lines.append(text("totals.seat", seat=board.word(seat), **args, **left))
        lines += _held(board, seat)
    heads = tuple(f"{h.upper()} {n}" for h, n in zip(board.map.headstreams.names, board.heads, strict=True))
    lines.append(text("totals.heads", heads=heads))
    if isinstance(board, Position) and not isinstance(board, TrackedBoard):  # at a table everyone sees these tiles
        lines += [
            draw_headstreams(board, board.round).says,
            text("totals.objective", tile=_say_tile(board), now=say_objective(board)),
        ]
    face = tuple(_say_typed(contract_words(board, c), CONTRACTS.names[c]) for c in board.face if c != NOBODY)
    lines.append(text("totals.contracts", contracts=face))
    patents = tuple(_say_typed(TECH.option_value(t), TECH.names[t]) for t in board.patents if t != NOBODY)
    lines.append(text("totals.patents", tiles=patents))
    if board.setup.leeghwater:
        works = tuple(_say_typed(WORKS.option_value(w), WORKS.names[w]) for w in board.works if w != NOBODY)
        lines.append(text("totals.works", works=works))
    return lines


def _held(board: Barrage, seat: int) -> Iterator[Text]:
    """Yield known credits, machineries and tiles: always of an Automa, of a human if they are tracked."""
    human = isinstance(board, Position) and not board.is_automa(seat)
    if human and isinstance(board, Position) and (not isinstance(board, TrackedBoard) or board.tracks_costs_of(seat)):
        yield text("totals.credits", seat=board.word(seat), n=board.credits[seat])
    if board.is_automa(seat) or isinstance(board, Position):
        ex, mi, xm = board.machinery[seat]
        wheel = tuple(_segment(board, seat, i) for i in range(6))
        tiles = tuple(Word(f"tech.{name}") for name in TECH.name_options(board.tech[seat]))
        key = "totals.machinery_audia" if board.officer(seat) == "elon_audia" else "totals.machinery"
        counts = {"excavators": ex, "mixers": mi, "excamixers": xm}
        yield text(key, seat=board.word(seat), wheel=wheel, tiles=tiles, **counts)
    if human and not isinstance(board, TrackedBoard) and board.hands[seat]:
        hand = tuple(
            contract_words(board, CONTRACTS.names.index(name)) for name in CONTRACTS.name_options(board.hands[seat])
        )
        yield text("totals.hand", seat=board.word(seat), contracts=hand)


def _say_tile(board: Barrage) -> Word:
    return Word(f"objective.{board.setup.objective}")


def _say_typed(what: object, id: str) -> Text:
    """Return the name of a thing with its id, for entering it."""
    return text("totals.typed", what=what, id=id)


def _segment(board: Barrage, seat: int, i: int) -> str:
    ex, mi, xm, tiles = board.wheel[seat][i]
    parts = [f"{n}{c}" for n, c in ((ex, "E"), (mi, "M"), (xm, "X")) if n] + ["T" * tiles.bit_count() if tiles else ""]
    return f"{i + 1}:{''.join(parts) or '-'}"
