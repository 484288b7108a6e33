"""Make the template available as a game for its own tests. Copies do not need this."""

from __future__ import annotations

import pytest

from soloist import manifest
from soloist.games._template.game import GAME


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = manifest.game_ids
    monkeypatch.setattr(manifest, "game_ids", lambda package="soloist.games": (*ids(package), GAME.id))
