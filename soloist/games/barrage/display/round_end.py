"""The end of a round in a digital game as a table: energy, places, credits, the bonus tile as a sum, points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from soloist.core.board import Event
from soloist.core.text import Text, Word, text
from soloist.display.screen import Sheet, SheetRow
from soloist.games.barrage.board.events import GameEnded, RoundEnded, Scored
from soloist.games.barrage.board.laws import bonus_count, energy_reward
from soloist.games.barrage.board.state import Barrage
from soloist.games.barrage.board.tables import BONUS, BONUS_TILES, SECTION
from soloist.games.barrage.display.components import find_component
from soloist.games.barrage.display.headstreams import draw_headstreams
from soloist.games.barrage.display.player_mat import say_uncovered
from soloist.games.barrage.player.state import Position

_MINUS = "\u2212"
#: sources of points of a round
_OF_ROUND = ("energy_place", "energy_track", "bonus_tile")
#: sources of points of the end of the game -> icon
_OF_THE_END = {"objective": "finish", "resources": "machinery", "buildings": "building", "drops": "drop"}


def make_round_sheet(happened: Iterable[tuple[Barrage, Event]]) -> Sheet | None:
    """Return the table for the first round that ends in these events, or None; for the last round with the scoring of
    the game. Each event comes with the board before it."""
    before: Barrage | None = None
    scored: list[Scored] = []
    last: Barrage | None = None
    for board, event in happened:
        if isinstance(event, Scored):
            before = before or board.copy()
            scored.append(event)
        elif isinstance(board, Position) and isinstance(event, RoundEnded):
            return _sheet(before or board, scored, board.vp, board)
        elif isinstance(board, Position) and isinstance(event, GameEnded):
            last = board.copy()
    if last is None:
        return None
    final = list(last.vp)
    for event in scored:
        final[event.seat] += 0 if event.what in _OF_ROUND else event.vp
    return _sheet(before or last, scored, final, None)


def _sheet(before: Barrage, scored: Sequence[Scored], vp: Sequence[int], after: Position | None) -> Sheet:
    """Return the table; `after` is the board on which the next round begins, None after the last round."""
    seats = range(before.players)
    got = {(event.seat, event.what): event.vp for event in scored}

    def points(what: str) -> Callable[[int], str]:
        return lambda seat: _signed(got.get((seat, what), 0))

    tile = BONUS.names[before.setup.bonus[before.round - 1]]
    of_the_end = [what for what in _OF_THE_END if any((seat, what) in got for seat in seats)]
    rows = (
        _row("energy", text("total.energy"), lambda seat: str(before.energy[seat]), seats),
        _row("vp", text("round_end.place"), points("energy_place"), seats),
        _row("coin", text("round_end.credits"), lambda seat: _credits(before, seat), seats),
        _row("vp", text("round_end.track"), points("energy_track"), seats),
        replace(
            _row("patent", _say_tile(tile), lambda seat: _sum(before, seat, got.get((seat, "bonus_tile"), 0)), seats),
            drawn=find_component(BONUS.id, tile),
        ),
        *(
            _row(_OF_THE_END[what], text("round_end.of", what=Word(f"score.{what}")), points(what), seats)
            for what in of_the_end
        ),
        _row("vp", text("round_end.vp"), lambda seat: f"{before.vp[seat]} → {vp[seat]}", seats),
    )
    why = tuple(line for seat in seats if (line := _say_why(before, seat)) is not None)
    if after is None:
        return Sheet(_say_title(before), "BR-101", rows, why)
    number = before.round + 1
    return Sheet(
        _say_title(before),
        "BR-101",
        rows,
        why,
        coming=text("round_end.coming", round=number),
        next=_say_next(after),
        drawn=(draw_headstreams(after, number),),
        go=text("round_end.go", round=number),
    )


def _say_next(board: Position) -> tuple[Text, ...]:
    """Return the next turn order, and the next income of the humans (BR-021)."""
    order = text("round_end.order", seats=tuple(board.word(seat) for seat in board.next_order()))
    incomes = (
        text("round_end.income", seat=board.word(seat), gains=gains)
        for seat in board.humans
        if (gains := say_uncovered(board, seat))
    )
    return (order, *incomes)


def _say_why(board: Barrage, seat: int) -> Text | None:
    """Return why the bonus tile paid a seat less than it counts, or None (BR-102)."""
    tile, each, _ = BONUS_TILES[board.setup.bonus[board.round - 1]]
    missing = board.round - board.energy[seat] // SECTION
    if not bonus_count(board, seat, tile) * each or missing <= 0:
        return None
    if board.energy[seat] < SECTION:
        return text("round_end.none", seat=board.word(seat), energy=SECTION)
    return text("round_end.below", seat=board.word(seat), n=missing, less=4 * missing)


def _say_title(board: Barrage) -> Text:
    """Return the seats with most energy."""
    most = max(board.energy)
    if not most:
        return text("round_end.nobody", round=board.round)
    leaders = tuple(board.word(seat) for seat in range(board.players) if board.energy[seat] == most)
    return text("round_end.title", round=board.round, seats=leaders, energy=most)


def _say_tile(name: str) -> Text:
    return text("round_end.tile", tile=Word(f"{BONUS.words}.{name}"))


def _row(icon: str, label: Text, value: Callable[[int], str], seats: range) -> SheetRow:
    return SheetRow(icon, label, tuple(value(seat) for seat in seats))


def _signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"{_MINUS}{-n}" if n else "–"


def _credits(board: Barrage, seat: int) -> str:
    """Return a human's credits; an Automa scores them as points (BA-003)."""
    return "–" if board.is_automa(seat) else _signed(energy_reward(board.energy[seat])[0])


def _sum(board: Barrage, seat: int, vp: int) -> str:
    """Return what the bonus tile counts, the deduction for missing sections, and the result (BR-102)."""
    if board.energy[seat] < SECTION:
        return "–"
    tile, each, _ = BONUS_TILES[board.setup.bonus[board.round - 1]]
    whole = bonus_count(board, seat, tile) * each
    return (
        _signed(vp) if whole == vp else f"{whole} {_MINUS} {4 * (board.round - board.energy[seat] // SECTION)} = {vp}"
    )
