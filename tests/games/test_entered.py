"""Values entered by owners, in every game: accepted values count at their tables, and whole random games run with
them."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError, UnknownError
from soloist.manifest import Datum, Game, game_ids
from soloist.session.table import Table
from tests.games.laws import is_over, play_next_turn
from tests.games.screens import GAMES

#: turns of a game that are played at most
MOST_TURNS = 150
#: words to try for a value that nobody knows
WORDS = ("0", "1", "2", "3", "5", "fire", "water", "earth", "air", "marked", "unmarked", "none", "left", "right")


@cache
def known(id: str) -> tuple[Datum, ...]:
    return tuple(GAMES[id].data(None))


@cache
def words_of(id: str, family: str) -> tuple[str, ...]:
    """Return words that occur in values of one kind, and some more."""
    found = {word for d in known(id) if d.key.startswith(family) for word in d.value.split()}
    return tuple(sorted(found | set(WORDS)))


def accepted(game: Game, key: str, value: str) -> str | None:
    """Return a value in normal form, or None if it is refused with a BadInputError."""
    try:
        return game.check_datum(key, value)
    except BadInputError:
        return None


@st.composite
def entries(draw: st.DrawFn, id: str) -> dict[str, str]:
    """Draw valid entries: known values with other figures, other words or in another order."""
    found: dict[str, str] = {}
    for datum in draw(st.lists(st.sampled_from(known(id)), min_size=1, max_size=12)):
        words = datum.value.split() or ["0"]
        others = words_of(id, datum.key.partition(".")[0])
        kind = draw(st.sampled_from(["figures", "order", "words"]))
        if kind == "figures":
            words = [str(draw(st.integers(0, 30))) if word.isdigit() else word for word in words]
        elif kind == "order":
            words = draw(st.permutations(words))
        else:
            words = [draw(st.sampled_from(others)) for _ in words]
        value = accepted(GAMES[id], datum.key, " ".join(words))
        if value is not None:
            found[datum.key] = value
    return found


ENTERED = [id for id in GAMES if any(d.origin != "missing" or d.value for d in known(id))]


@pytest.mark.parametrize("id", ENTERED)
@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_whatever_is_entered_counts_and_whole_games_run(id: str, data: st.DataObject, seed: int) -> None:
    game, owner = GAMES[id], data.draw(entries(id))
    book, chance = game.table, Seeded(seed, answers_too=True)
    board = book.create_position(book.lay_out({**book.random_options(chance), "seed": str(seed)}, chance, owner))
    shown = {d.key: d for d in game.data(board)}
    for key, value in owner.items():
        if key in shown:
            assert (shown[key].value, shown[key].origin) == (value, "printed")
    for _ in range(MOST_TURNS):
        if is_over(book, board):
            break
        play_next_turn(game, board, chance)
    assert {d.key: d.value for d in game.data(board) if d.key in owner and d.key in shown} == {
        key: value for key, value in owner.items() if key in shown
    }


@pytest.mark.parametrize("id", [id for id in ENTERED if id in game_ids()])
@settings(max_examples=8, deadline=None)
@given(st.data(), st.integers(0, 2**32))
def test_a_table_with_entries_is_saved_with_them(id: str, data: st.DataObject, seed: int) -> None:
    table = Table.new(GAMES[id], {}, seed=str(seed), owner=data.draw(entries(id)))
    assert Table.from_text(table.text()).board.key() == table.board.key()


@pytest.mark.parametrize("id", [id for id in GAMES if id not in ENTERED])
def test_a_game_without_such_values_refuses_every_key(id: str) -> None:
    for key in ("", "anything", *(d.key for d in known(id))):
        with pytest.raises(UnknownError):
            GAMES[id].check_datum(key, "1")
