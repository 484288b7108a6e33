"""The command run by a shell: closed or full streams, other encodings, undecodable bytes, faults."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zlib import crc32

import pytest

from soloist.cli import main as module
from soloist.manifest import find_game
from tests.cli.conftest import Shell

SCENARIOS = Path(__file__).parent.parent.parent / "scenarios"


def command(folder: Path, *words: str | bytes, **options: object) -> subprocess.CompletedProcess[bytes]:
    given = [sys.executable, "-m", "soloist.cli.main", "--data-dir", str(folder), "--lang", "en", *words]
    return subprocess.run(given, capture_output="stdout" not in options, timeout=300, **options)  # type: ignore[call-overload, no-any-return]


# ------------------------------------------------------------------------------------------------------------- streams


@pytest.mark.skipif(os.name == "nt", reason="pipes of another kind")
def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    ours, theirs = os.pipe()
    os.close(ours)  # gone before the first line
    try:
        done = command(tmp_path, "rules", "terra_mystica", stdout=theirs, stderr=subprocess.PIPE)
    finally:
        os.close(theirs)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
def test_a_full_disk_under_the_answer_is_said_in_words(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = command(tmp_path, "rules", "terra_mystica", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr and b"Traceback" not in done.stderr


def test_letters_that_the_output_lacks_become_question_marks(tmp_path: Path) -> None:
    narrow = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    assert command(tmp_path, "new", "terra_mystica", "t", "--seed", "7", env=narrow).returncode == 0
    done = command(tmp_path, "show", "t", env=narrow)
    assert done.returncode == 0 and done.stderr == b""
    done = command(tmp_path, "show", "t", "--json", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert json.loads(done.stdout.decode("ascii"))["game"] == "terra_mystica"


@pytest.mark.skipif(os.name == "nt", reason="arguments are text there")
def test_bytes_that_are_no_text_are_refused_in_words(tmp_path: Path) -> None:
    assert command(tmp_path, "new", "terra_mystica", "t", "--seed", "7").returncode == 0
    for words in (
        (b"turn", b"t", b"--reseed", b"\xff"),
        (b"show", b"\xff"),
        (b"tell", b"t", b"\xff"),
        (b"new", b"terra_mystica", b"x", b"seed=\xff"),
        (b"check", b"\xff.scenario"),
    ):
        done = command(tmp_path, *words)
        assert done.returncode == 2 and b"Traceback" not in done.stderr, (words, done)
        assert not (tmp_path / "faults").exists(), words


# -------------------------------------------------------------------------------------------------------------- faults


def test_a_fault_of_ours_has_its_own_code_and_a_file_with_the_details(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(module.commands, "run_games", broken)
    shell("games", code=70)
    assert "ZeroDivisionError: no idea" in shell.err
    (details,) = (shell.folder / "faults").iterdir()
    told = details.read_text("utf-8")
    assert "Traceback" in told and "games" in told and str(details) in shell.err.replace("\n", "")
    assert shell.json("games", code=70)["error"]["file"].endswith("fault-2.txt")
    monkeypatch.setattr(
        "soloist.cli.exit_codes.write_atomically", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "full"))
    )
    shell("games", code=70)
    assert "could not be written" in " ".join(shell.err.split())


@pytest.mark.parametrize(
    "lines",
    [
        ["setup map = original", "@1 move", "> bonus bon1", "hello", "end 1"],
        ["@1 move", "> bonus bon1", "human", "end 1"],
        ["@1 turn", "? nonsense", "automa: nonsense", "~ nonsense", "end 1"],
        ["@1 told", "> ", ": ", "end 1"],
        ["@1 move", "? : ", "+ x", "end 1"],
    ],
)
@pytest.mark.parametrize("mode", ["table", "digital"])
def test_a_forged_save_with_valid_sums_is_refused(shell: Shell, lines: list[str], mode: str) -> None:
    shell("new", "terra_mystica", "t", "--seed", "4", *(["--digital"] if mode == "digital" else []))
    path = shell.folder / "tables" / "t.soloist"
    head = path.read_text("utf-8").splitlines()
    body = [line.partition(" ")[2] for line in head[1:-1]] + [line for line in lines if not line.startswith("setup ")]
    total = crc32(head[0].encode())
    forged = [head[0]]
    for line in body:
        total = crc32(line.encode(), total)
        forged.append(f"{total:08x} {line}")
    path.write_text("\n".join([*forged, ""]), "utf-8")
    for words in (("show", "t"), ("verify", "t"), ("log", "t"), ("tell", "t", "vp +1"), ("rescue", "t", "u")):
        code = 0 if words[0] == "rescue" else 2
        shell(*words, code=code)
    assert not (shell.folder / "faults").exists()


# --------------------------------------------------------------------------------------------------------------- files


def test_names_that_are_too_long_are_refused(shell: Shell) -> None:
    for words in (("show", "x" * 300), ("new", "terra_mystica", "x" * 300), ("check", "x" * 300), ("play", "x" * 300)):
        shell(*words, code=2)
    shell("simulate", "terra_mystica", "--seats", "random,automa", "--report", "x" * 300, code=2)


def test_a_table_is_not_named_like_an_option(shell: Shell) -> None:
    shell("new", "terra_mystica", "level=automa", code=2)
    assert "looks like an option" in shell.err
    assert shell.json("tables") == []
    shell("new", "terra_mystica", "--seed", "5", "friday")
    shell("new", "terra_mystica", "level=ultoma", "saturday", code=2)
    assert shell.json("tables") == ["friday"]


def test_a_scenario_that_cannot_be_written_leaves_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell("new", "terra_mystica", "t", "--seed", "7", "pass_values=stand_in", "human=witches", "home=lakes")
    shell("tell", "t", "bonus bon7; build E9")
    shell("turn", "t")
    path = shell.folder / "doubt.scenario"
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        shell("explain", "t", "--as-scenario", str(path), code=2)
    assert not path.exists()


def test_results_are_shown_even_if_the_page_cannot_be_written(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shell.folder / "r.html"
    page.write_text("old", "utf-8")
    words = ("simulate", "terra_mystica", "--seats", "random,automa", "--games", "2", "--report", str(page), "--force")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        out = shell(*words, code=2)
        assert "mean VP" in out and "No space left" in shell.err
        assert shell.json(*words, code=2)["error"]["message"]
    assert page.read_text("utf-8") == "old"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
def test_what_has_no_end_is_not_read_to_the_end(shell: Shell) -> None:
    for words in (
        ("show", "/dev/zero"),
        ("rescue", "/dev/zero", "x"),
        ("check", "/dev/zero"),
        ("import", "/dev/zero"),
        ("new", "terra_mystica", "t", "--position", "/dev/zero"),
    ):
        shell(*words, code=2)


# --------------------------------------------------------------------------------------------------------------- check


def test_check_without_a_scenario_is_not_a_yes(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    shell("check", str(tmp_path / "empty"), code=2)
    assert "nothing was checked" in shell.err


def test_one_bad_file_does_not_stop_the_others(shell: Shell, tmp_path: Path) -> None:
    good = next((SCENARIOS / "terra_mystica").rglob("*.scenario")).read_text("utf-8")
    (tmp_path / "a.scenario").write_text("soloist-scenario ² terra_mystica\n", "utf-8")
    (tmp_path / "b.scenario").write_text(good, "utf-8")
    (tmp_path / "c.scenario").symlink_to(tmp_path / "nowhere")
    out = shell("check", str(tmp_path), code=2)
    assert "b.scenario" in out and "3 scenarios, 0 fail." in out and "2 of them cannot be read" in out
    assert [row["holds"] for row in shell.json("check", str(tmp_path), code=2)] == [False, True, False]


def test_a_scenario_is_bounded(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "x.scenario"
    for content in ("expect\n" + "decided TMA-1\n" * 100_000, "about: " + "x" * 20_000 + "\n", "# " + "x" * 5_000_000):
        path.write_text("soloist-scenario 1 terra_mystica\n" + content, "utf-8")
        shell("check", str(path), code=2)


# ------------------------------------------------------------------------------------------------------------- on screen


def test_no_escape_sequence_of_a_file_reaches_the_terminal(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "bad\x1b]0;x\x07.scenario"
    path.write_text("soloist-scenario 1 \x1b[31mchess\n\nexpect\nautoma: x\n", "utf-8")
    out = shell("check", str(path), code=2)
    assert "\x1b" not in out + shell.err and "\x07" not in out + shell.err
    save = tmp_path / "s.soloist"
    save.write_text("\x1b[2Jhello\x9b31m\n", "utf-8")
    shell("show", str(save), code=2)
    assert "\x1b" not in shell.err and "\x9b" not in shell.err and "hello" in shell.err
    assert "\x9b" not in shell("show", str(save), "--json", code=2)


def test_piped_text_has_no_blanks_at_the_ends_of_lines(shell: Shell) -> None:
    shell("new", "terra_mystica", "t", "--seed", "7")
    for words in (("show", "t"), ("new", "terra_mystica"), ("data", "t"), ("rules", "terra_mystica"), ("games",)):
        out = shell(*words)
        assert not [line for line in out.splitlines() if line != line.rstrip()], words


def test_leaving_when_the_game_is_asked_for_makes_nothing(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    class Left:
        def __init__(self, **_: object) -> None: ...

        def prompt(self, *_: object) -> str:
            raise EOFError

    monkeypatch.setattr("soloist.cli.play.PromptSession", Left)
    monkeypatch.setattr("soloist.cli.play.is_terminal", lambda: True)
    shell("play")
    assert shell.json("tables") == []
    assert find_game("terra_mystica")


def test_playing_at_a_table_that_is_not_there_names_those_that_are(shell: Shell) -> None:
    shell("new", "terra_mystica", "friday", "--seed", "7")
    shell("play", "frieday", code=2)
    assert "friday" in shell.err
    assert shell.json("tables") == ["friday"]
