"""Every command and every sample of the documents, run in order and compared with what is printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documents import ROOT, faults, same, samples

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_shows_what_is_printed(path: Path) -> None:
    assert not (wrong := faults(path)), "\n\n".join(wrong)


def test_what_is_left_out_is_left_out() -> None:
    assert same(["a", "…", "d"], ["a", "b", "c", "d"])
    assert same(["in … s"], ["in 0.3 s"]) and not same(["in … s"], ["in 0.3 m"])
    assert not same(["a"], ["a", "b"]) and not same(["a", "b"], ["a"])
    assert [s.command for s in samples("$ a\n> b\nc\n$ d\n")] == ["a\nb", "d"]
