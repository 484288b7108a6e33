"""The end of a round in a whole game as one table: energy, places, credits, the bonus tile as a sum, the points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from soloist.core.board import Event
from soloist.core.screen import Sheet, SheetRow
from soloist.core.text import Text, Word, text
from soloist.games.barrage.board.events import GameEnded, RoundEnded, Scored
from soloist.games.barrage.board.laws import bonus_count, energy_reward
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BONUS, BONUS_TILES
from soloist.games.barrage.human.state import Position

_MINUS = "\u2212"
#: points of a round; the others are those of the end of the game
_OF_ROUND = ("energy_place", "energy_track", "bonus_tile")


def round_sheet(happened: Iterable[tuple[Barrage, Event]]) -> Sheet | None:
    """The table for the first round that ends among what happened, each event with the board before it."""
    before: Barrage | None = None
    scored: list[Scored] = []
    for board, event in happened:
        if isinstance(event, Scored) and event.what in _OF_ROUND:
            before = before or board.copy()
            scored.append(event)
        elif isinstance(event, RoundEnded | GameEnded) and isinstance(board, Position):
            return _sheet(before or board, scored, board, isinstance(event, GameEnded))
    return None


def _sheet(before: Barrage, scored: Sequence[Scored], after: Barrage, last: bool) -> Sheet:
    seats = range(before.players)
    got = {(event.seat, event.what): event.vp for event in scored}

    def points(what: str) -> Callable[[int], str]:
        return lambda seat: _signed(got.get((seat, what), 0))

    rows = (
        _row("energy", text("total.energy"), lambda seat: str(before.energy[seat]), seats),
        _row("vp", text("round_end.place"), points("energy_place"), seats),
        _row("coin", text("round_end.credits"), lambda seat: _credits(before, seat), seats),
        _row("vp", text("round_end.track"), points("energy_track"), seats),
        _row("patent", _tile(before), lambda seat: _sum(before, seat, got.get((seat, "bonus_tile"), 0)), seats),
        _row("vp", text("round_end.vp"), lambda seat: f"{before.vp[seat]} → {after.vp[seat]}", seats),
    )
    order = () if last else (text("round_end.order", seats=tuple(before.word(seat) for seat in after.next_order())),)
    go = None if last else text("round_end.go", round=before.round + 1)
    return Sheet(_title(before), "BR-101", rows, order, go)


def _title(board: Barrage) -> Text:
    """Who has most energy, with whom he shares it."""
    most = max(board.energy)
    if not most:
        return text("round_end.nobody", round=board.round)
    leaders = tuple(board.word(seat) for seat in range(board.players) if board.energy[seat] == most)
    return text("round_end.title", round=board.round, seats=leaders, energy=most)


def _tile(board: Barrage) -> Text:
    return text("round_end.tile", tile=Word(f"{BONUS.words}.{BONUS.names[board.setup.bonus[board.round - 1]]}"))


def _row(icon: str, label: Text, value: Callable[[int], str], seats: range) -> SheetRow:
    return SheetRow(icon, label, tuple(value(seat) for seat in seats))


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"{_MINUS}{-n}" if n else "–"


def _credits(board: Barrage, seat: int) -> str:
    """An Automa takes hers as points (BA-003)."""
    return "–" if board.automa(seat) else _signed(energy_reward(board.energy[seat])[0])


def _sum(board: Barrage, seat: int, vp: int) -> str:
    """What the tile counts, what the missing sections cost, what is left (BR-102)."""
    if board.energy[seat] < 6:
        return "–"
    tile, each, _ = BONUS_TILES[board.setup.bonus[board.round - 1]]
    whole = bonus_count(board, seat, tile) * each
    return (
        _signed(vp)
        if whole == vp
        else f"{whole} {_MINUS} {4 * (board.round - board.energy[seat] // 6)} = {_signed(vp)}"
    )
