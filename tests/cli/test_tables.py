"""Tables are listed, renamed and deleted; and a session of `play`, line by line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from soloist.cli.play import PlaySession
from soloist.cli.printer import Printer
from soloist.core.errors import BadInputError, UnknownError, UnreadableError
from soloist.manifest import find_game
from soloist.session.file_store import FileStore
from soloist.session.words import Catalogue, languages
from tests.cli.conftest import Shell


def test_a_list_with_game_mode_entries_and_date(shell: Shell) -> None:
    shell("new", "terra_mystica", "friday", "--seed", "7")
    shell("new", "terra_mystica", "digital", "--seed", "7", "--digital")
    shell("tell", "friday", "vp +1")
    (shell.folder / "tables" / "odd.soloist").write_text("nonsense", "utf-8")
    out = shell("tables")
    assert re.search(r"friday +Terra Mystica Automa +beside the board, 1 entry +\d{4}-\d\d-\d\d \d\d:\d\d", out)
    assert "digital, 0 entries" in out and re.search(r"odd +cannot be read", out)
    assert set(shell.json("tables")) == {"friday", "digital", "odd"}
    rows = {row["name"]: row for row in shell.json("tables", "--long")}
    assert (rows["friday"]["game"], rows["friday"]["mode"], rows["friday"]["entries"]) == ("terra_mystica", "table", 1)
    assert rows["digital"]["mode"] == "digital" and rows["digital"]["changed"]


def test_a_table_gets_another_name(shell: Shell) -> None:
    shell("new", "terra_mystica", "a", "--seed", "7")
    shell("new", "terra_mystica", "b", "--seed", "7")
    shell("rename", "a", "b", code=2)
    shell("rename", "a", "level=automa", code=2)
    shell("rename", "nobody", "c", code=2)
    assert "c" in shell("rename", "a", "c")
    assert set(shell.json("tables")) == {"b", "c"}


def test_a_table_is_deleted_only_by_somebody_who_means_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell("new", "terra_mystica", "a", "--seed", "7")
    shell("delete", "a", code=2)
    assert "--yes" in shell.err
    shell("delete", "nobody", "--yes", code=2)
    monkeypatch.setattr("soloist.cli.commands.is_terminal", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: "no")
    shell("delete", "a", code=1)
    assert shell.json("tables") == ["a"]
    monkeypatch.setattr("builtins.input", lambda _: "Yes")
    shell("delete", "a")
    assert shell.json("tables") == []


def test_a_table_goes_elsewhere_and_comes_back_as_a_link(shell: Shell) -> None:
    shell("new", "tapestry", "friday", "--seed", "7")
    shell("turn", "friday")
    link = shell("link", "friday", "--site", "https://host.example/pocket/").strip()
    assert link.startswith("https://host.example/pocket/#table=") and "\n" not in link
    assert "saturday" in shell("import", link, "saturday")
    saves = [(shell.folder / "tables" / f"{name}.soloist").read_bytes() for name in ("friday", "saturday")]
    assert saves[0] == saves[1]
    assert (
        shell.json("import", shell.json("link", "friday")["link"])["table"] == "tapestry"
    )  # no name: that of its game
    shell("import", link, "saturday", code=2)  # there is such a table
    shell("import", link[:-8], "sunday", code=2)
    assert "does not contain a complete game" in shell.err
    assert set(shell.json("tables")) == {"friday", "saturday", "tapestry"}


def test_a_table_too_long_for_a_link_is_said_to_be(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("soloist.cli.import_export.MOST_LINK", 100)
    shell("new", "tapestry", "friday", "--seed", "7")
    shell("link", "friday", code=2)
    assert "allow only 100" in shell.err


# ---------------------------------------------------------------------------------------------------------------- play


@pytest.fixture
def session(shell: Shell, tmp_path: Path) -> PlaySession:
    shell("new", "terra_mystica", "t", "human=witches", "home=lakes", "pass_values=stand_in", "--seed", "7")
    store = FileStore(tmp_path)
    table = store.load_table("t")
    printer = Printer(Catalogue("en", table.game))
    return PlaySession(printer, store, table, "t")


@pytest.mark.parametrize(
    "line", ["undo abc", "undo 0", "undo 2 3", "redo x", "turn turn", "turn now", "why E5", "map x", "show x", "log 3"]
)
def test_a_command_with_words_it_does_not_know_does_nothing(session: PlaySession, line: str) -> None:
    session.run_line("vp +1")
    session.run_line("vp +2")
    before = session.table.text()
    with pytest.raises(UnreadableError):
        session.run_line(line)
    assert session.table.text() == before


def test_data_in_play_is_filtered(session: PlaySession, capsys: pytest.CaptureFixture[str]) -> None:
    session.run_line("data pass_vp.score3")
    lines = capsys.readouterr().out.splitlines()
    assert lines and all(line.startswith("pass_vp.score3") for line in lines)
    with pytest.raises(UnknownError):
        session.run_line("data nonsense")


def test_a_filter_that_fits_no_value_says_so(shell: Shell) -> None:
    shell("new", "terra_mystica", "t", "--seed", "7")
    for target in ("t", "terra_mystica"):
        assert "cult.score" in shell("data", target, "--filter", "cult.score")
        shell("data", target, "--filter", "nonsense", code=2)
        assert "nonsense" in shell.err


def test_the_map_has_a_key_and_comes_in_parts_where_it_does_not_fit(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell("new", "terra_mystica", "t", "--seed", "7")
    monkeypatch.setenv("COLUMNS", "80")
    whole = shell("show", "t")
    assert "D desert" in whole and "Part 1" not in whole
    monkeypatch.setenv("COLUMNS", "50")
    parts = shell("show", "t")
    assert "Part 2 of 2" in parts
    names = set(re.findall(r"\b[A-I]\d+ +[DPSLFMWIV]\b", whole.partition("Beside")[0]))
    assert len(names) > 60
    assert names <= set(re.findall(r"\b[A-I]\d+ +[DPSLFMWIV]\b", parts.partition("Beside")[0]))


def on_one_line(said: str) -> str:
    """Return the output with all line breaks and special spaces as single spaces."""
    return " ".join(said.split())


@pytest.mark.parametrize("language", languages())
def test_the_map_of_barrage_has_a_key_and_a_turn_names_the_company(shell: Shell, language: str) -> None:
    shell("new", "barrage", "b", "level=easy", "humans=usa", "company=germany", "--seed", "7")
    words = Catalogue(language, find_game("barrage"))
    assert on_one_line(words.words["picture.key"]) in on_one_line(shell("--lang", language, "show", "b"))
    lines = shell("--lang", language, "turn", "b").splitlines()
    assert lines[0].strip("─ ") == words.words["standing.income"]
    lines = shell("--lang", language, "turn", "b").splitlines()
    company = words.words["company.germany"]
    assert lines[0].strip("─ ") == words.words["standing.turn_of"].format(seat=company)


@pytest.mark.parametrize("line", ["show", "map"])
def test_the_map_of_barrage_has_a_key_in_play(
    shell: Shell, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    shell("new", "barrage", "b", "level=easy", "--seed", "7")
    store, words = FileStore(tmp_path), Catalogue("en", find_game("barrage"))
    PlaySession(Printer(words), store, store.load_table("b"), "b").run_line(line)
    assert words.words["picture.key"] in " ".join(capsys.readouterr().out.split())


def test_a_refusal_says_the_rule_and_not_only_its_number(shell: Shell) -> None:
    shell("new", "terra_mystica", "g", "--digital", "human=giants", "level=automa", "--seed", "4")
    shell("tell", "g", "done", code=2)
    said = " ".join(shell.err.split())
    number = re.search(r"\[(TM-\d+\w*)\]", said)
    assert number is not None
    error = shell.json("tell", "g", "done", code=2)["error"]
    assert error["rule"] == number[1] and error["rule_title"] in said and error["rule_says"] in said


@pytest.mark.parametrize("language", languages())
def test_help_and_usage_errors_are_in_the_chosen_language(shell: Shell, language: str) -> None:
    own = Catalogue(language)
    assert on_one_line(own.words["help.command.why-not"]) in on_one_line(shell("--lang", language, "--help"))
    assert on_one_line(own.words["usage.show_help"]) in on_one_line(shell("--lang", language, "undo", "--help"))
    shell("--lang", language, "undo", code=2)
    assert own.words["usage.required"].partition("{")[0].strip() in shell.err
    shell("--lang", language, "undo", "t", "x", code=2)
    assert own.words["usage.number"].partition("{")[0].strip() in shell.err


def test_usage_errors_are_json_with_json(shell: Shell) -> None:
    for words in (("undo",), ("undo", "t", "x"), ("nonsense",), (), ("undo", "t", "--nonsense")):
        error = shell.json(*words, code=2)["error"]
        assert error["kind"] == "UsageError" and error["message"] and error["usage"]


def test_every_command_and_argument_has_its_help(shell: Shell) -> None:
    for command in ("", "play", "serve", "new", "simulate", "tables", "delete"):
        out = shell(*([command] if command else []), "--help")
        assert "help." not in out and "usage." not in out, out


def test_an_odd_line_is_refused(session: PlaySession) -> None:
    with pytest.raises(BadInputError):
        session.run_line("frobnicate")
