"""What listens while something happens at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from soloist.core.board import Event
from soloist.core.sink import RecordingSink
from soloist.core.text import Text
from soloist.manifest import Game


class CardRecorder(RecordingSink):
    """Also remembers her cards as they lay open during the turn: at its end they may be gone."""

    __slots__ = ("_game", "cards")

    def __init__(self, game: Game, parse: Callable[[Any, str], Event]) -> None:
        super().__init__(parse)
        self._game = game
        self.cards: list[Text] = []

    def apply_event(self, position: Any, event: Event) -> None:
        super().apply_event(position, event)
        self.cards = self._game.cards(position) or self.cards


class PreviewDone(Exception):
    """What was meant is known."""


class PreviewSink(RecordingSink):
    """Only what words mean, not what follows from it: that may have to be asked for."""

    __slots__ = ()

    def mark_automatic(self) -> None:
        raise PreviewDone
