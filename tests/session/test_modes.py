"""Both modes use one table; the rulebook decides what can be entered, what is legal and whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import soloist
from soloist.core.errors import BadSaveError, ImpossibleError, UnknownError, UnreadableError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.manifest import find_game, game_ids
from soloist.session.file_store import FileStore
from soloist.session.save import SaveHead, read_head
from soloist.session.table import Table
from soloist.session.verify import verify

GAME = find_game("terra_mystica")
NOMADS = {"human": "nomads"}


def digital_game(seed: int = 1) -> Table:
    return Table.new(GAME, NOMADS, seed=seed, mode=DIGITAL)


def test_a_digital_game_is_saved_after_every_move(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.create_table(digital_game(), "evening")
    with store.open_table("evening") as table:
        table.play((table.legal() or ())[0])
        table.play(table.lines()[3])
        assert table.automa_due
        turn = table.automa_turn()
        assert turn.hands and turn.trace.entries
    again = store.load_table("evening")
    assert again.mode == DIGITAL and again.board.key() == table.board.key()
    assert [e.kind for e in again.entries] == ["move", "move", "turn"]


def test_in_digital_mode_a_line_is_a_move_and_nothing_else() -> None:
    table = digital_game()
    assert table.tell(table.lines()[0]).events
    for line in ("set vp.human = 99", "vp +5", "human2: build E5", "put E5 temple", "build E5; build E6"):
        before = table.text()
        with pytest.raises((ImpossibleError, UnknownError, UnreadableError)):
            table.tell(line)
        assert table.text() == before


def test_turns_out_of_order_are_refused() -> None:
    table = digital_game()
    with pytest.raises(ImpossibleError) as why:
        table.turn()
    assert why.value.text.key == "error.automa_not_due"
    table.play(table.lines()[0])
    table.play(table.lines()[0])
    with pytest.raises(ImpossibleError) as why:
        table.play("done")
    assert why.value.text.key == "error.automa_due"


def test_a_refused_turn_changes_nothing_even_with_a_new_seed() -> None:
    table = digital_game()
    before = table.text()
    with pytest.raises(ImpossibleError):
        table.turn(reseed="another")
    assert table.text() == before and not table.log
    with pytest.raises(ImpossibleError):
        table.turn(reseed="x" * 65)
    assert table.text() == before


def test_a_new_seed_and_its_turn_are_saved_together() -> None:
    table = Table.new(GAME, {}, seed=1)
    kept: list[int] = []
    table.keeper = lambda it: kept.append(it.writer.entries)
    table.turn(reseed="another")
    assert kept == [2] and [entry.kind for entry in table.entries] == ["seed", "turn"]
    table.tell("vp +2")
    table.undo(3)
    assert kept == [2, 3, 6] and not table.entries
    table.redo(2)
    assert kept == [2, 3, 6, 8] and [entry.kind for entry in table.entries] == ["seed", "turn"]
    assert Table.from_text(table.text()).board.key() == table.board.key()


def test_entries_that_cannot_be_saved_do_not_count() -> None:
    table = Table.new(GAME, {}, seed=1)
    table.turn()

    def full(it: Table) -> None:
        raise OSError("no room")

    before, table.keeper = table.text(), full
    for act in (lambda: table.turn(reseed="another"), lambda: table.undo(1), lambda: table.tell("vp +2")):
        with pytest.raises(OSError, match="no room"):
            act()
        assert table.text() == before and len(table.log) == len(table.entries) == 1


@pytest.mark.parametrize("id", game_ids())
def test_the_mode_stands_in_the_head_and_not_in_the_set_up(id: str) -> None:
    """So a game may have its own option `mode`."""
    game = find_game(id)
    for book in game.rulebooks:
        table = Table.new(game, book.quick, seed=1, mode=book.id)
        source = table.text()
        assert source.splitlines()[0] == f"soloist-save 2 {id} {book.id}"
        assert set(table.setup) >= {option.key for option in book.options}
        assert ("mode" in table.setup) == any(option.key == "mode" for option in book.options)
        assert Table.from_text(source).mode == table.mode == book.id
        assert read_head(source.encode()) == SaveHead(id, book.id, False, 0)


@pytest.mark.parametrize("id", [id for id in game_ids() if find_game(id).digital is None])
def test_games_without_player_rules_are_table_only(id: str) -> None:
    with pytest.raises(UnknownError) as why:
        Table.new(find_game(id), {}, seed=1, mode=DIGITAL)
    assert why.value.text.key == "error.table_only"


def test_an_unknown_mode_names_those_there_are() -> None:
    with pytest.raises(UnknownError) as why:
        Table.new(GAME, {}, seed=1, mode="digtal")
    assert why.value.nearest[0] == DIGITAL
    source = Table.new(GAME, {}, seed=1).text()
    assert Table.from_text(source).mode == TABLE
    with pytest.raises(BadSaveError) as bad:
        Table.from_text(source.replace(f"{GAME.id} table", f"{GAME.id} tabel", 1))
    assert bad.value.line in (1, 2)


def test_table_mode_accepts_any_line_and_advice_is_digital_only() -> None:
    table = Table.new(GAME, {}, seed=1)
    assert table.legal() is None and table.lines() == []
    with pytest.raises(UnknownError) as why:
        table.ask_agent()
    assert why.value.text.key == "error.no_advice"
    game = digital_game()
    assert game.ask_agent() in game.lines() and game.ask_agent() == game.ask_agent("greedy")
    with pytest.raises(UnknownError) as why:
        game.ask_agent("gready")
    assert why.value.text.key == "error.no_agent"


def test_a_digital_game_verifies_in_the_middle() -> None:
    table = digital_game(3)
    for _ in range(40):
        if table.automa_due:
            table.turn()
        else:
            table.play(table.ask_agent())
    assert verify(table) == [] and verify(Table.from_text(table.text())) == []


def test_scripts_of_earlier_versions_still_find_digital_tables() -> None:
    made = soloist.Digital.new(GAME, NOMADS, seed=1)
    assert isinstance(made, soloist.Digital) and isinstance(made, soloist.Table)
    assert not isinstance(soloist.new("terra_mystica", seed=1), soloist.Digital)
    assert soloist.Digital.from_text(made.text()).board.key() == made.board.key()
    assert soloist.play("terra_mystica", seed=1, human="nomads").text() == made.text()
    with pytest.raises(BadSaveError) as why:
        soloist.Digital.from_text(soloist.new("terra_mystica", seed=1).text())
    assert why.value.text.key == "error.save_mode"
