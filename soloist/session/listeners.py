"""What listens while something happens at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from soloist.core.board import Event
from soloist.core.sink import Noted
from soloist.core.text import Text
from soloist.manifest import Game


class Shown(Noted):
    """Also remembers her cards as they lay open during the turn: at its end they may be gone."""

    __slots__ = ("_game", "cards")

    def __init__(self, game: Game, parse: Callable[[Any, str], Event]) -> None:
        super().__init__(parse)
        self._game = game
        self.cards: list[Text] = []

    def do(self, position: Any, event: Event) -> None:
        super().do(position, event)
        self.cards = self._game.cards(position) or self.cards


class EnoughError(Exception):
    """What was meant is known."""


class Meant(Noted):
    """Only what words mean, not what follows from it: that may have to be asked for."""

    __slots__ = ()

    def follows(self) -> None:
        raise EnoughError
