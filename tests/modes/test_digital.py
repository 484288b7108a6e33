"""DIGITAL games in the store: kept after every move, opened again, locked like tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.game import find_game
from soloist.modes.digital import Digital
from soloist.modes.store import Store

GAME = find_game("terra_mystica")


def test_a_digital_game_is_kept_after_every_move(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.create("evening", Digital.new(GAME, {"human": "nomads"}, seed=1))
    with store.open("evening") as table:
        assert isinstance(table, Digital)
        table.play(table.legal()[0])
        table.play(table.legal()[3].notation(table.board))
        assert table.automa_due
        turn = table.automa_turn()
        assert turn.hands and turn.trace.entries
    again = store.load("evening")
    assert isinstance(again, Digital) and again.board.key() == table.board.key()
    assert [e.kind for e in again.entries] == ["move", "move", "turn"]


def test_a_line_is_a_move_and_nothing_else() -> None:
    table = Digital.new(GAME, {"human": "nomads"}, seed=1)
    first = table.legal()[0].notation(table.board)
    assert table.tell(first).events
    for line in ("set vp.human = 99", "vp +5", "human: build E5", "put E5 temple"):
        before = table.text()
        with pytest.raises((ImpossibleError, UnknownError, Exception)):
            table.tell(line)
        assert table.text() == before


def test_turns_out_of_order_are_refused() -> None:
    table = Digital.new(GAME, {"human": "nomads"}, seed=1)
    with pytest.raises(ImpossibleError) as why:
        table.automa_turn()
    assert why.value.text.key == "error.automa_not_due"
    table.play(table.legal()[0])
    table.play(table.legal()[0])
    with pytest.raises(ImpossibleError) as why:
        table.play("pass")
    assert why.value.text.key == "error.automa_due"


@pytest.mark.parametrize("id", ["barrage", "tapestry"])
def test_other_games_say_that_they_are_table_only(id: str) -> None:
    with pytest.raises(UnknownError) as why:
        Digital.new(find_game(id), {}, seed=1)
    assert why.value.text.key == "error.table_only"
