"""Her cards without a board: turned up one after the other through a whole game, and the options of a new table."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.games.terra_mystica.automa.deck import EXTRA_CARDS, is_passing
from soloist.games.terra_mystica.board.events import Drew, GameEnded, Joined, RoundEnded, Slid
from soloist.games.terra_mystica.board.state import NOBODY, OVER, TerraMystica
from soloist.games.terra_mystica.board.tables import FACTIONS, LEVELS, ROUNDS
from soloist.manifest import find_game
from soloist.session.words import Catalogue, languages
from tests.games.terra_mystica.tables import flip

GAME = find_game("terra_mystica")
SCREEN = GAME.screen


def table(**options: str) -> tuple[TerraMystica, Seeded]:
    chance = Seeded(options.get("seed", "cards"))
    board = GAME.table.create_position(GAME.table.lay_out({"seed": "cards", **options}, chance, {}))
    assert isinstance(board, TerraMystica)
    return board, chance


@pytest.mark.parametrize("level", LEVELS.names)
@pytest.mark.parametrize(("mots", "order"), [("no", "clockwise"), ("yes", "clockwise"), ("no", "passing")])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_whole_game_of_cards(level: str, mots: str, order: str, seed: str) -> None:
    board, chance = table(level=level, mots=mots, order=order, seed=seed)
    start = {"automalein": 4}.get(level, 5) + EXTRA_CARDS[level]
    rounds, sizes, opened = [1], [start], 0
    for _ in range(200):
        before = board.copy()
        events = flip(board, chance)
        if not events:
            break
        for event in events:  # each can be written down and read back
            line = event.to_line(before)
            again = GAME.table.read_event(before, line)
            assert again == event
            again.apply(before)
            if isinstance(event, RoundEnded):
                rounds.append(before.round)
                sizes.append(before.deck_size())
        assert before.key() == board.key()
        if board.phase == OVER:
            continue
        opened += 1
        faces = SCREEN.faces(board)
        if isinstance(events[-1], Slid):
            assert is_passing(board) and [f.kind for f in faces] == ["criteria"]
        else:
            assert isinstance(events[-1], Drew)
            assert [f.kind for f in faces][:2] == ["actions", "criteria"]
        draws = sum(isinstance(event, Drew) for event in events)
        first = before.round != rounds[-1] or any(isinstance(e, RoundEnded) for e in events) or opened == 1
        assert draws == (2 if first else 0 if isinstance(events[-1], Slid) else 1)
    assert board.phase == OVER and rounds == list(range(1, ROUNDS + 1))
    more = [0, 1, 2 + (mots == "yes"), 3 + (mots == "yes"), 4 + (mots == "yes"), 5 + (mots == "yes")]
    assert sizes == [start + n for n in more]
    assert flip(board, chance) == []


def test_she_passes_when_the_cards_say_so_and_the_next_card_begins_a_round() -> None:
    board, chance = table(level="automa")
    while not is_passing(board):
        flip(board, chance)
    assert board.round == 1 and board.support != NOBODY
    events = flip(board, chance)
    assert board.round == 2 and board.support != NOBODY and board.action != NOBODY
    assert any(isinstance(event, Joined) for event in events)
    assert not any(isinstance(event, GameEnded) for event in events)


def test_every_level_and_faction_has_a_sentence() -> None:
    for language in languages():
        words = Catalogue(language, GAME).words
        for key in ("level", "faction"):
            for value in next(o for o in GAME.table.options if o.key == key).choices:
                assert value == "random" or words[f"about.{key}.{value}"]


def test_what_is_hidden_needs_no_choice() -> None:
    """A set-up of only the visible options can be laid out: hidden options keep their defaults."""
    shown = {"human_home": "forest", "faction": "symbionts", "youth": "random"}
    board, _ = table(human="yetis", **shown)
    assert board.home[1] == 4 and board.setup.youth >= 0
    without = [name for name, faction in FACTIONS.items() if faction.home is None]
    (option,) = [o for o in GAME.table.options if o.key == "human_home"]
    assert option.when == (("human", tuple(without)),)
    board, _ = table(scoring="score1 score2 score3 score4 score5 score6", bonus="bon1 bon2 bon3 bon4 bon5")
    assert board.setup.tiles[0] == "score1"
