"""Every playthrough in this folder still goes the same way; every game has one for each of its levels."""

from __future__ import annotations

from pathlib import Path

import pytest

from soloist.core.game import find_game, game_ids
from tests.playthroughs.play import FOLDER, head, transcript

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_playthrough(path: Path) -> None:
    golden = path.read_text(encoding="utf-8")
    found = head(golden)
    assert transcript(found["about"], found["game"], found["seed"], found["options"]) == golden


@pytest.mark.parametrize("game", game_ids())
def test_every_level_of_every_game_has_one(game: str) -> None:
    levels = next(o for o in find_game(game).table.options if o.key == "level").choices
    played = [head(p.read_text(encoding="utf-8")) for p in FILES]
    seen = {
        pair.removeprefix("level=")
        for h in played
        if h["game"] == game
        for pair in h["options"].split()
        if pair.startswith("level=")
    }
    assert seen >= set(levels)
