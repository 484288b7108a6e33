"""Sinks that record or preview what happens at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from soloist.core.board import Event
from soloist.core.sink import RecordingSink
from soloist.core.text import Text
from soloist.manifest import Game


class CardRecorder(RecordingSink):
    """Record events and also Automa's open cards during the turn: at its end they may be gone."""

    __slots__ = ("_game", "cards")

    def __init__(self, game: Game, parse: Callable[[Any, str], Event]) -> None:
        super().__init__(parse)
        self._game = game
        self.cards: list[Text] = []

    def apply_event(self, position: Any, event: Event) -> None:
        super().apply_event(position, event)
        self.cards = self._game.cards(position) or self.cards


class PreviewDone(Exception):
    """Raised to stop before consequences are computed."""


class PreviewSink(RecordingSink):
    """Record only what a line means, not its consequences, which might need a draw or an answer."""

    __slots__ = ()

    def mark_automatic(self) -> None:
        raise PreviewDone
