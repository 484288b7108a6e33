"""Every playthrough in this folder still goes the same way; every game has one for each of its levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.manifest import find_game, game_ids
from tests.playthroughs.play import FOLDER, head, transcript

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_playthrough(path: Path) -> None:
    golden = path.read_text(encoding="utf-8")
    found = head(golden)
    assert transcript(found["about"], found["game"], found["seed"], found["options"]) == golden


@pytest.mark.parametrize("game", game_ids())
def test_every_game_and_every_level_it_has_is_played(game: str) -> None:
    levels = next((o.choices for o in find_game(game).table.options if o.key == "level"), ())
    played = [h["options"].split() for path in FILES if (h := head(path.read_text(encoding="utf-8")))["game"] == game]
    assert played
    assert {f"level={level}" for level in levels} <= {pair for options in played for pair in options}
