"""Random games of each kind, equal in every run, to test undo and the walk through a turn with."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.games._template.game import GAME as TEMPLATE
from soloist.manifest import Game, find_game, game_ids
from soloist.session.table import Table
from soloist.session.words import Catalogue
from tests.playthroughs.play import automa_turns, human_tells

GAMES: dict[str, Game] = {**{id: find_game(id) for id in game_ids()}, TEMPLATE.id: TEMPLATE}
#: entries of a game: enough to show every usual instruction
MOST_ENTRIES = 120


def played(game: Game, entries: int) -> Table:
    """Return a random game up to this many entries, or to its end."""
    table, chance = Table.new(game, {}, seed="5"), Seeded("x", answers_too=True)
    human_tells(table, chance, [])
    while not table.over and len(table.entries) < entries:
        if table.automa_due:
            automa_turns(table, chance)
        else:
            human_tells(table, chance, [])
    return table


@cache
def whole(id: str) -> Table:
    return played(GAMES[id], MOST_ENTRIES)


def words(table: Table, language: str = "en") -> Catalogue:
    """Return a catalogue with the words of the pages too."""
    return Catalogue(language, table.game, also=("soloist.web",))
