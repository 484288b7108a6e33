"""DIGITAL games in the terminal: legal moves, moves in notation, refusals, and options after flags."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import soloist
from soloist.cli.play import PlaySession
from soloist.cli.printer import Printer
from soloist.core.errors import SoloistError
from soloist.manifest import find_game
from soloist.session import serialize
from soloist.session.file_store import FileStore
from soloist.session.words import Catalogue
from tests.cli.conftest import Shell
from tests.session.test_draft import at_the_first_turn


def test_a_whole_game_is_made_listed_and_played(shell: Shell) -> None:
    shell("new", "terra_mystica", "g", "--digital", "human=giants", "level=automa", "--seed", "4")
    found = shell.json("legal", "g")
    assert found["deciding"] == "human" and found["decision"]
    line = found["legal"][0]["line"]
    assert line.startswith("bonus ") and all(move["says"] for move in found["legal"])
    assert "took" in shell("tell", "g", line)
    assert shell.json("legal", "g")["legal"][0]["line"].startswith("place ")
    shell("tell", "g", "done", code=2)
    assert "[TM-" in shell.err
    assert shell.json("verify", "g") == []


def test_where_nobody_has_pieces_nothing_is_to_be_done_with_them(shell: Shell) -> None:
    setup = ("human=giants", "level=automa", "--seed", "4")
    shell("new", "terra_mystica", "g", "--digital", *setup)
    while shell.json("legal", "g")["deciding"] == "human":
        shell("tell", "g", shell.json("legal", "g")["legal"][0]["line"])
    out = shell("turn", "g")
    assert "What happened" in out and "Overview" in out and "built" in out
    for said in (out, shell("show", "g"), shell("explain", "g")):
        assert "Do this" not in said and "Compare with your table" not in said and "☐" not in said
    shell("new", "terra_mystica", "t", *setup)
    shell("tell", "t", "bonus bon1; build A6; build A10")
    out = shell("turn", "t")
    assert "Do this" in out and "Compare with your table" in out and "☐" in out and "What happened" not in out


def test_a_move_that_changes_nothing_is_told_in_words() -> None:
    """The end of a turn and a declined offer have words, in the terminal and in the history of the pages."""
    game, seen = find_game("terra_mystica"), set()
    words = Catalogue("en", game)
    for seed in range(2):
        dice, table = Random(seed), soloist.play("terra_mystica", seed=seed)
        while not table.over:
            if table.automa_due:
                table.turn()
            else:
                table.play(dice.choice(table.legal() or []))
        for number, entry in enumerate(table.entries):
            said = serialize.describe_entry(table, number, words)
            assert not any("human:" in line for line in said), said
            seen.update((entry.typed[0], line) for line in said if entry.typed and len(said) == 1)
    assert ("human: done", "Your turn ended.") in seen
    assert ("human: decline", "You chose: Decline.") in seen


def test_the_end_of_anothers_turn_is_not_yours() -> None:
    words, seen = Catalogue("en", find_game("terra_mystica")), set()
    dice, table = Random(1), soloist.play("terra_mystica", seed=3, human="witches", human2="giants")
    while not table.over:
        if table.automa_due:
            table.turn()
        else:
            table.play(dice.choice(table.legal() or []))
    for number, entry in enumerate(table.entries):
        seen.update((line, said) for line in entry.typed for said in serialize.describe_entry(table, number, words))
    assert ("human2: done", "Player 2 ended the turn.") in seen and ("human: done", "Your turn ended.") in seen
    assert ("human2: done", "Your turn ended.") not in seen


def test_her_turn_before_it_is_due_is_refused_and_changes_nothing(shell: Shell) -> None:
    shell("new", "terra_mystica", "g", "--digital", "--seed", "4")
    before = shell.json("log", "g")
    shell("turn", "g", code=2)
    assert shell.json("log", "g") == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("terra_mystica", "g", "--digital", "human=witches", "human2=auren"), "TMA-014"),
        (("terra_mystica", "g", "--digital", "human=yetis", "fire_and_ice=no"), "TM-140"),
        (("terra_mystica", "g", "--digital", "mots=yes"), "only be played at your own table"),
        (("terra_mystica", "g", "--digital", "automa=no"), "TM-013"),
        (("tapestry", "g", "--digital"), "only beside the board"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(shell: Shell, words: tuple[str, ...], said: str) -> None:
    shell("new", *words, code=2)
    assert said in " ".join(shell.err.split())
    assert shell.json("tables") == []


def test_a_table_beside_the_board_has_no_legal_moves(shell: Shell) -> None:
    shell("new", "terra_mystica", "t", "--seed", "1")
    shell("legal", "t", code=2)
    assert "--digital" in shell.err


def test_options_may_stand_after_flags_but_other_words_may_not(shell: Shell) -> None:
    shell("new", "terra_mystica", "t", "--seed", "1", "level=ultoma")
    shell("undo", "t", "1", "nonsense", code=2)


# ------------------------------------------------------------------------------------------- by verbs, then places: `do`


@pytest.fixture
def session(tmp_path: Path) -> PlaySession:
    store, table = FileStore(tmp_path), at_the_first_turn()
    store.create_table(table, "t")
    return PlaySession(Printer(Catalogue("en", table.game)), store, table, "t")


def said(session: PlaySession, line: str, capsys: pytest.CaptureFixture[str]) -> str:
    session.run_line(line)
    return " ".join(capsys.readouterr().out.split())


def test_do_lists_verbs_then_places(session: PlaySession, capsys: pytest.CaptureFixture[str]) -> None:
    verbs = said(session, "do", capsys)
    assert "1 Build 5 2 Upgrade 2 3 Spade 17 4 Shipping 0" in verbs and "transform" not in verbs
    places = said(session, "do build", capsys)
    assert "1 A2 Transform to forest, build a −4 workers, −2 coins, +2 VP dwelling 2 A4" in places  # in two columns
    assert "Burn 3 power 3 power → 1 worker" in places
    assert said(session, "do 1", capsys) == places
    there = said(session, "do spade A2", capsys)
    assert there.count("Transform to") == 3 and "A4" not in there


@pytest.mark.parametrize(("answer", "entries"), [("yes", 3), ("", 3), ("no", 0)])
def test_do_shows_what_it_comes_to_and_asks_before_it_counts(
    session: PlaySession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str, entries: int
) -> None:
    monkeypatch.setattr(session.prompt, "prompt", lambda *_, **__: answer)
    before = len(session.table.entries)
    shown = said(session, "do build A2", capsys)
    assert "1 Transform to forest A2 −3 workers 2 Build a dwelling A2 −1 worker, −2 coins, +2 VP" in shown
    assert len(session.table.entries) - before == entries  # both, and the end of the turn
    assert session.table.automa_due == bool(entries)


def test_undo_turn_takes_back_all_of_it(session: PlaySession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session.prompt, "prompt", lambda *_, **__: "yes")
    before = session.table.board.key()
    session.run_line("burn 1")
    session.run_line("do build A2")
    session.play_automa()
    session.run_line("undo turn")
    assert session.table.board.key() == before


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("do priest", "TM-070"),
        ("do dance", "not one of your actions"),
        ("do build E5", "You cannot do this"),
        ("do build 77", "You cannot do this"),
    ],
)
def test_do_says_why_nothing_can_be_done(session: PlaySession, line: str, says: str) -> None:
    with pytest.raises(SoloistError, match=says):
        session.run_line(line)


def test_do_lists_the_answers_to_a_question(session: PlaySession, capsys: pytest.CaptureFixture[str]) -> None:
    session.table.undo(4)
    answers = said(session, "do", capsys)
    assert "Choose a bonus card" in answers and "1 Cult card Take the Cult card" in answers


def test_do_waits_for_the_automa(session: PlaySession) -> None:
    session.run_line("pass bon5")
    with pytest.raises(SoloistError, match="Automa"):
        session.run_line("do")
