"""Every command and every sample of the documents, run in order and compared with what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import ROOT, RUN, blocks, faults, same, samples, write

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_shows_what_is_printed(path: Path) -> None:
    assert not (wrong := faults(path)), "\n\n".join(wrong)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_block_is_run_or_says_what_it_is(path: Path) -> None:
    """A long one names the command that runs it; only one document has a test of its own."""
    for block in blocks(path):
        if block["run"] or block["commands"]:
            continue
        assert block["kind"] in RUN or block["how"], block["body"]
        if block["how"] == "long":
            assert block["what"] == f"python -m tests.documents --long {path.relative_to(ROOT)}"
        if block["how"] == "not run" and block["kind"] in RUN:
            assert path.name == "add-a-game.md"  # tests/games/test_add_a_game.py runs it in a fresh checkout


def test_a_wrong_document_is_found(tmp_path: Path) -> None:
    path = tmp_path / "wrong.md"
    for sample in (
        "\n    soloist why-not nobody C2     # there is no such table\n",
        "\n    make nonsense\n",
        "<!-- run: soloist undo nobody -->\n",
        "```console\n$ soloist games | head -1\nChess\n```\n",
        "```pycon\n>>> 1 + 1\n3\n\n```\n",
        "<!-- in: README.md -->\n```\nno line of it\n```\n",
    ):
        path.write_text(f"# Wrong\n{sample}", "utf-8")
        assert len(faults(path)) == 1, sample


def test_what_is_left_out_is_left_out() -> None:
    assert same(["a", "…", "d"], ["a", "b", "c", "d"])
    assert same(["in … s"], ["in 0.3 s"]) and not same(["in … s"], ["in 0.3 m"])
    assert not same(["a"], ["a", "b"]) and not same(["a", "b"], ["a"])
    assert [s.command for s in samples("$ a\n> b\nc\n$ d\n")] == ["a\nb", "d"]


def test_what_was_cut_stays_cut_when_a_document_is_written(tmp_path: Path) -> None:
    path = tmp_path / "stale.md"
    path.write_text("```console\n$ printf 'a\\nb\\nc\\nin 3.1 s\\n'\na\n…\nold\nin … s\n```\n", "utf-8")
    write(path)
    assert path.read_text("utf-8").splitlines()[2:-1] == ["a", "…", "in … s"]
