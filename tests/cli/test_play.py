"""`soloist play` for newcomers: lists accept numbers, answers are words, errors help."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import soloist
from soloist.cli.coaching import COACHING
from soloist.cli.play import PlaySession
from soloist.cli.printer import Printer
from soloist.core.errors import SoloistError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.manifest import find_game
from soloist.session.file_store import FileStore
from soloist.session.table import Table
from soloist.session.words import Catalogue
from tests.cli.conftest import Shell

Captured = pytest.CaptureFixture[str]


def new_table(game: str, mode: str = DIGITAL, **options: str) -> Table:
    found = find_game(game)
    return Table.new(found, {**found.rulebook(mode).quick, **options}, mode=mode, seed="5")


def sit_down(tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch, answer: str = "yes") -> PlaySession:
    store = FileStore(tmp_path)
    store.create_table(table, "t")
    session = PlaySession(Printer(Catalogue("en", table.game)), store, table, "t")
    monkeypatch.setattr(session.prompt, "prompt", lambda *_, **__: answer)
    return session


@pytest.fixture
def witches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PlaySession:
    """A session in which the Automa's first dwellings stand and the human places the second one."""
    table = new_table("terra_mystica", human="witches")
    for line in ("bonus bon7", "place E9"):
        table.tell(line)
    table.turn()
    return sit_down(tmp_path, table, monkeypatch)


def said(session: PlaySession, line: str, capsys: Captured) -> str:
    capsys.readouterr()
    session.run_line(line)
    return " ".join(capsys.readouterr().out.split())


def typed(session: PlaySession, *lines: str) -> None:
    """Type lines at the prompt, where errors are printed and not raised."""
    waiting = iter([*lines, "quit"])
    session.prompt.prompt = lambda *_, **__: next(waiting)  # type: ignore[method-assign]
    session.run_session()


# ---------------------------------------------------------------------------------------------------- bare numbers


def test_the_number_of_a_row_is_enough(witches: PlaySession, capsys: Captured) -> None:
    rows = said(witches, "do", capsys)
    third = re.search(r"\b3 (\w+) Place", rows)
    assert third is not None
    witches.run_line("3")
    assert witches.table.entries[-1].typed == [f"human: place {third[1]}"]


def test_a_number_stands_for_the_list_shown_last(witches: PlaySession, capsys: Captured) -> None:
    witches.run_line("place A10")
    verbs = said(witches, "do", capsys)
    assert "1 Build" in verbs and "2 Upgrade 2" in verbs
    kinds = said(witches, "2", capsys)  # the places of the second verb
    assert "Upgrade to a trading house" in kinds and "1 A10" in kinds
    witches.run_line("1")
    assert witches.table.board.facts() and witches.table.entries[-2].typed == ["human: upgrade A10 to trading_house"]


def test_after_something_happened_a_number_means_the_first_list_again(witches: PlaySession) -> None:
    typed(witches, "place A10", "do", "2", "undo", "1", "yes")
    assert witches.table.entries[-1].typed == ["human: place A3"]


def test_the_number_of_a_row_of_the_coach_previews_the_whole_turn(
    witches: PlaySession, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(
        "soloist.cli.play.show_advice", lambda printer, table: [Row(("place A10",)), Row(("place C3",))]
    )
    witches.run_line("coach")
    assert "1 Place a dwelling C3" in said(witches, "2", capsys)
    assert witches.table.entries[-1].typed == ["human: place C3"]
    witches.run_line("undo")
    witches.run_line("coach")
    with pytest.raises(SoloistError, match="no row 7"):
        witches.run_line("7")


class Row:
    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines


# ----------------------------------------------------------------------------------------------------- words, no records


def test_hint_and_coach_speak_in_words(witches: PlaySession, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert re.search(r"Greedy suggests: Place a dwelling (\w+) \(place \1\)", said(witches, "hint", capsys))
    monkeypatch.setattr("soloist.cli.play.show_advice.__defaults__", (0.2,))
    assert COACHING.seconds > 0.2
    assert re.search(r"1 Place a dwelling \w+ ", said(witches, "coach", capsys))


def test_undo_redo_and_log_tell_what_happened(witches: PlaySession, capsys: Captured) -> None:
    assert "Undone: Automa built a dwelling on G2; She put a power token on G2" in said(witches, "undo", capsys)
    assert "Undone: You built a dwelling on E9" in said(witches, "undo", capsys)
    assert "Redone: You built a dwelling on E9" in said(witches, "redo", capsys)
    log = said(witches, "log", capsys)
    assert "1 You took the Trading house card 2 You built a dwelling on E9" in log
    assert "one step undone" in log and "one step redone" in log
    for line in ("log", "redo", "log"):
        assert not re.search(r"\b(human|automa|turn|move): ", said(witches, line, capsys))


def test_the_log_tells_what_was_undone_and_replaced(shell: Shell) -> None:
    shell("new", "terra_mystica", "g", "--digital", "human=witches", "--seed", "5")
    shell("tell", "g", "bonus bon7")
    assert "Undone: You took the Trading house card" in shell("undo", "g")
    shell("tell", "g", "bonus bon3")
    log = " ".join(shell("log", "g").split())
    assert "You took the Trading house card (undone) one step undone 1 You took the 6 coins card" in log
    assert [entry["holds"] for entry in shell.json("log", "g")] == [False, False, True]


@pytest.mark.parametrize("game", ["barrage", "tapestry", "terra_mystica"])
def test_her_turn_at_a_table_is_short(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """It prints cards, instructions, points and what is next, but neither the board nor all totals."""
    session = sit_down(tmp_path, new_table(game, TABLE), monkeypatch)
    for _ in range(2):
        capsys.readouterr()
        session.run_line("turn")
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) <= 32 and not any("Compare with" in line for line in lines)
        assert "VP ·" in " ".join(lines) and "`show`" in " ".join(lines[-2:])


def test_a_new_table_says_once_what_comes_next(witches: PlaySession, capsys: Captured) -> None:
    typed(witches)
    out = capsys.readouterr().out
    assert out.count("Next\n") == 1 and "Type `do`" in out


# -------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize("line", ["place E9", "frob", "bonus bon7", "place Z9", "place"])
def test_the_nearest_lines_of_an_error_are_legal(witches: PlaySession, line: str) -> None:
    with pytest.raises(SoloistError) as refused:
        witches.run_line(line)
    assert refused.value.nearest and set(refused.value.nearest) <= set(witches.table.lines())


def test_an_unknown_verb_is_answered_by_one_example_of_each(witches: PlaySession) -> None:
    witches.run_line("place A10")
    with pytest.raises(SoloistError) as refused:
        witches.run_line("frob")
    verbs = [line.split()[0] for line in refused.value.nearest]
    assert len(verbs) == len(set(verbs)) > 3 and set(refused.value.nearest) <= set(witches.table.lines())


@pytest.mark.parametrize("mode", [TABLE, DIGITAL])
def test_ids_in_errors_come_with_their_names(mode: str) -> None:
    table = new_table("terra_mystica", mode, human="witches")
    with pytest.raises(SoloistError) as refused:
        table.tell("bonus bon77")
    assert "bon7 (Trading house card)" in Catalogue("en", table.game).say_error(refused.value)


@pytest.mark.parametrize("mode", [TABLE, DIGITAL])
@pytest.mark.parametrize("verb", ["build", "place"])
def test_a_first_dwelling_is_built_or_placed_in_both_modes(mode: str, verb: str) -> None:
    table = new_table("terra_mystica", mode, human="witches")
    table.tell("bonus bon7")
    table.tell(f"{verb} E9")
    assert "human: build E9" in table.entries[-1].events


def test_priests_are_sent_by_either_word_and_a_place_is_a_build_later() -> None:
    table = new_table("terra_mystica", human="witches")
    book = table.rulebook
    table.tell("bonus bon7")
    table.tell("place E9")
    table.turn()
    table.tell("place A10")
    assert book.read_move(table.board, "priest fire 3") == book.read_move(table.board, "send fire 3")
    assert book.read_move(table.board, "place C3") == book.read_move(table.board, "build C3")


def test_a_refusal_says_what_its_rule_is_about(witches: PlaySession) -> None:
    with pytest.raises(SoloistError, match=r"not possible now \(Setup: starting dwellings in the normal game\)"):
        witches.run_line("place E9")


# -------------------------------------------------------------------------------------------------------- other commands


def test_the_version_is_told(shell: Shell) -> None:
    assert shell("--version") == f"soloist {soloist.__version__}\n"


def test_a_save_is_imported_as_the_table_it_is(shell: Shell, tmp_path: Path) -> None:
    save = tmp_path / "old.soloist"
    save.write_text(new_table("tapestry", TABLE).text(), encoding="utf-8")
    assert "now the game “old”" in shell("import", str(save))
    assert shell.json("import", str(save), "again") == {"table": "again", "entries": 0}
    assert {"old", "again"} == set(shell.json("tables"))
    save.write_text(save.read_text(encoding="utf-8").replace("setup", "setpu", 1), encoding="utf-8")
    shell("import", str(save), "third", code=2)
    assert "checksum" in shell.err


def test_a_simulation_stopped_before_its_first_game_says_so_in_numbers(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("soloist.cli.simulate._play_games", stop)
    told = shell.json("simulate", "terra_mystica", "--seats", "random,automa", "--games", "7", code=130)
    assert told["error"]["message"] == "Stopped before the first of 7 games was finished; nothing was written."
