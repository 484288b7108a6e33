"""Every command and sample in the documents is run and compared with its output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import ROOT, RUN, find_blocks, find_faults, is_match, split_samples, write

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_shows_what_is_printed(path: Path) -> None:
    assert not (wrong := find_faults(path)), "\n\n".join(wrong)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_block_is_run_or_says_what_it_is(path: Path) -> None:
    """A long block names the command that runs it; only one document has its own test."""
    for block in find_blocks(path):
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
        assert len(find_faults(path)) == 1, sample


def test_an_ellipsis_matches_what_it_leaves_out() -> None:
    assert is_match(["a", "…", "d"], ["a", "b", "c", "d"])
    assert is_match(["in … s"], ["in 0.3 s"]) and not is_match(["in … s"], ["in 0.3 m"])
    assert not is_match(["a"], ["a", "b"]) and not is_match(["a", "b"], ["a"])
    assert [s.command for s in split_samples("$ a\n> b\nc\n$ d\n")] == ["a\nb", "d"]


def test_shortened_output_stays_shortened_when_a_document_is_written(tmp_path: Path) -> None:
    path = tmp_path / "stale.md"
    path.write_text("```console\n$ printf 'a\\nb\\nc\\nin 3.1 s\\n'\na\n…\nold\nin … s\n```\n", "utf-8")
    write(path)
    assert path.read_text("utf-8").splitlines()[2:-1] == ["a", "…", "in … s"]
