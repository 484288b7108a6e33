"""Played games and shared checks for the property tests of every screen."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

from soloist import web
from soloist.core.board import Board, Event
from soloist.core.menu import Blank, Choice
from soloist.core.text import Text, Word
from soloist.core.trace import Decision
from soloist.display.screen import ICON, Drawing
from soloist.games._template.game import GAME as TEMPLATE
from soloist.manifest import Game, find_game, game_ids
from soloist.session.words import Catalogue, languages
from tests.games.laws import is_over, make_random_board, play_opening, play_traced_turn
from tests.games.odd import ODD

STATIC = Path(web.__file__).parent / "static"
ICONS = frozenset(re.findall(r'id="i-([a-z0-9-]+)"', (STATIC / "icons.svg").read_text(encoding="utf-8")))
#: the real games, the template, and a game that lacks everything optional
GAMES: dict[str, Game] = {**{id: find_game(id) for id in game_ids()}, TEMPLATE.id: TEMPLATE, ODD.id: ODD}
#: seeds of random games, and the greatest number of turns of one
SEEDS = range(1, 25)
MOST_TURNS = 150


@dataclass(frozen=True)
class Turn:
    """A turn of a random game: the board before it, its events, its decisions."""

    board: Board
    events: Sequence[Event]
    decisions: Sequence[Decision]

    def decided(self) -> Iterator[tuple[Board, Decision]]:
        """Yield each decision with the board at that time; the board is one copy that is mutated, so do not keep a
        reference."""
        along, done = self.board.copy(), 0
        for decision in self.decisions:
            assert decision.at is not None
            for event in self.events[done : decision.at]:
                event.apply(along)
            done = decision.at
            yield along, decision


@cache
def play_turns(id: str) -> tuple[Turn, ...]:
    """Return every turn of some random games; each game ends with a turn without events."""
    game = GAMES[id]
    found = []
    for seed in SEEDS:
        board, chance = play_opening(game, seed)
        for _ in range(MOST_TURNS):
            if is_over(game.table, board):
                break
            before = board.copy()
            events, trace = play_traced_turn(game, board, chance)
            found.append(Turn(before, events, trace.decisions))
        found.append(Turn(board, (), ()))
    return tuple(found)


@cache
def list_boards(id: str, every: int = 29) -> tuple[Board, ...]:
    """Return boards before the first move, in the middle and after the end of games."""
    game = GAMES[id]
    some = [turn.board for i, turn in enumerate(play_turns(id)) if i % every == 0 or not turn.events]
    return (make_random_board(game, SEEDS[0])[0], *some)


@cache
def _catalogues(id: str) -> tuple[Catalogue, ...]:
    return tuple(Catalogue(language, GAMES[id]) for language in languages())


def catalogues(game: Game) -> tuple[Catalogue, ...]:
    """Return the words of a game in every language."""
    return _catalogues(game.id)


def say(game: Game, value: object) -> str:
    """Return a text in English."""
    return next(c for c in catalogues(game) if c.language == "en").say(value)


# -------------------------------------------------------------------------------------------------------------- words


def check_spoken(game: Game, said: object) -> None:
    """Check that every key has words in every language, that no gap stays open, and that the result is not empty."""
    for catalogue in catalogues(game):
        _has_words(catalogue, said)
        assert catalogue.say(said), said


def _has_words(catalogue: Catalogue, said: object) -> None:
    if isinstance(said, Text):
        template = catalogue.words.get(said.key)
        assert template, f"{catalogue.language}: {said.key}"
        assert _gaps(template) <= set(said.args), f"{catalogue.language}: {said.key}"
        for arg in said.args.values():
            _has_words(catalogue, arg)
    elif isinstance(said, Word):
        assert catalogue.say(said) != said.key, f"{catalogue.language}: {said.key}"
    elif isinstance(said, tuple | list):
        for part in said:
            _has_words(catalogue, part)
    else:
        assert isinstance(said, str | int), said


@cache
def _gaps(template: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def iterate_texts(shown: object) -> Iterator[Text]:
    """Yield all texts inside a shown value."""
    if isinstance(shown, Text):
        yield shown
    elif isinstance(shown, tuple | list):
        for part in shown:
            yield from iterate_texts(part)
    elif hasattr(shown, "__dataclass_fields__"):
        for name in shown.__dataclass_fields__:
            yield from iterate_texts(getattr(shown, name))


# ------------------------------------------------------------------------------------------------------------- markup


def check_markup(markup: str) -> ET.Element:
    """Check that markup is well formed, without scripts and styles, with existing icons only; return it as a tree."""
    root = ET.fromstring(f"<svg>{markup}</svg>")
    for element in root.iter():
        assert element.tag.rpartition("}")[2] not in ("style", "script", "image", "foreignObject")
        assert "style" not in element.attrib
        assert not [name for name in element.attrib if name.startswith("on")]
        if (href := element.get("href")) is not None:
            assert href.startswith(ICON) and href.removeprefix(ICON) in ICONS, href
    return root


def list_classes(root: ET.Element) -> set[str]:
    return {word for element in root.iter() for word in element.get("class", "").split()}


def markup(drawing: Drawing) -> str:
    return drawing.ground + "".join(p.tile + p.pieces for p in drawing.places) + drawing.above


def list_place_keys(game: Game, board: Board) -> list[str]:
    return [place.key for place in game.screen.drawing(board, str).places]


# -------------------------------------------------------------------------------------------------------------- moves


def fill_blanks(move: Choice, most: int = 24) -> Iterator[str]:
    """Yield the line of a choice with every word in its blanks, at most `most` words per blank; for numbers the least
    and the greatest."""
    for words in product(*(_words(blank, most) for blank in move.blanks)):
        line = move.line
        for blank, word in zip(move.blanks, words, strict=True):
            line = line.replace(f"{{{blank.slot}}}", word)
        assert "{" not in line
        yield line


def _words(blank: Blank, most: int) -> list[str]:
    words = [word for word, _ in blank.options] or [str(blank.least), str(blank.most)]
    return words if len(words) <= most else [*words[: most - 1], words[-1]]


def list_all_choices(game: Game, board: Board) -> Iterator[tuple[str, list[Choice]]]:
    """Yield the choices of every place, and those without a place."""
    for key in ("", *list_place_keys(game, board)):
        yield key, game.table.list_choices(board, key)
