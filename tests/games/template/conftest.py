"""The template is no game that is found; for its own tests it is. A copy needs no such thing."""

from __future__ import annotations

import pytest

from soloist import manifest
from soloist.games._template.game import GAME


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = manifest.game_ids
    monkeypatch.setattr(manifest, "game_ids", lambda package="soloist.games": (*ids(package), GAME.id))
