"""The coach: three turns with points, an interval and a reason that comes from what the playouts showed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import count, product
from typing import Any

import pytest

from soloist.agents.coach import Advice, _reason, advise
from soloist.agents.learning import set_up
from soloist.agents.levels import effort_of
from soloist.agents.playout import Horizon, playout
from soloist.agents.policy import insight_of
from soloist.agents.thinking import Effort, Thinker
from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.game import find_game, game_ids
from soloist.core.loop import play
from soloist.core.rulebook import DIGITAL, TABLE, Rulebook
from soloist.core.sink import SILENT
from soloist.core.text import Word
from soloist.games._template.digital import RULES as STONES
from soloist.modes.words import Catalogue, languages
from tests.agents.positions import TERRA_MYSTICA, stones, terra_mystica

SHORT = Effort(turns=4, playouts=8, horizon=Horizon(rounds=9))


def test_three_turns_with_points_interval_and_reason() -> None:
    position = terra_mystica(6, ("greedy", "automa"))
    found = advise(TERRA_MYSTICA, position, "a", SHORT)
    assert len(found) == 3
    assert [it.points for it in found] == sorted((it.points for it in found), reverse=True)
    first = found[0]
    assert first.playouts >= 2 and first.within is not None
    assert first.points > TERRA_MYSTICA.scores(position)["human"]
    lines = [TERRA_MYSTICA.write(position, move) for move in TERRA_MYSTICA.legal(position) or ()]
    assert all(it.lines[0] in lines and it.choices for it in found)
    assert found == advise(TERRA_MYSTICA, position, "a", SHORT)


def test_every_reason_has_words() -> None:
    apart = [{"town": 5.0, "round": 2.0}, {"town": 1.0, "round": 3.0}]
    alike = [{"town": 5.0}, {"town": 5.1}]
    for lang in languages():
        words = Catalogue(lang, find_game("terra_mystica"))
        for sources in (apart, apart[::-1], alike, [{}], [{}, {}]):
            for at, alone in product(range(len(sources)), (True, False)):
                said = words.say(_reason(TERRA_MYSTICA, sources, at, alone=alone))
                assert "coach." not in said and "{" not in said and len(said) <= 90


def test_the_reason_is_the_greatest_difference() -> None:
    sources = [{"town": 5.0, "round": 2.0}, {"town": 1.0, "round": 3.0}, {"town": 1.0, "leech": -6.0}]
    best = _reason(TERRA_MYSTICA, sources, 0)
    assert (best.key, best.args) == ("coach.more", {"points": "4.0", "source": Word("source.town")})
    last = _reason(TERRA_MYSTICA, sources, 2)
    assert (last.key, last.args) == ("coach.less", {"points": "6.0", "source": Word("source.leech")})


def test_less_points_in_all_are_never_explained_by_more() -> None:
    """What speaks for a turn that is worse in all is no reason against it, however much it is."""
    sources = [{"town": 5.0, "round": 1.0, "leech": 1.0}, {"town": 0.0, "round": 5.0, "leech": 1.0}]
    assert _reason(TERRA_MYSTICA, sources, 1).args == {"points": "5.0", "source": Word("source.town")}
    assert _reason(TERRA_MYSTICA, sources, 1).key == "coach.less"
    assert _reason(TERRA_MYSTICA, sources[::-1], 1).args == {"points": "4.0", "source": Word("source.round")}


def test_one_turn_alone_needs_no_comparison_and_one_of_several_says_that_there_was_none() -> None:
    assert _reason(TERRA_MYSTICA, [{"town": 5.0}], 0, alone=True).key == "coach.only"
    assert _reason(TERRA_MYSTICA, [{"town": 5.0}], 0).key == "coach.uncompared"
    position = terra_mystica(6, ("greedy", "automa"))
    ticks = count()  # each look at the clock takes a second
    told = advise(TERRA_MYSTICA, position, "a", replace(SHORT, seconds=2.0), clock=lambda: float(next(ticks)))
    assert [it.reason.key for it in told] == ["coach.uncompared"]


@cache
def _barrage() -> tuple[Rulebook, Any]:
    """The beginning of the first turn of a game of Barrage in which there is something to choose."""
    book = find_game("barrage").rulebook(DIGITAL)
    position, _, chance = set_up(book, ("greedy", "automa"), "coach")
    while not (book.begins(position) and len(book.legal(position) or ()) > 3):
        due = book.due(position)
        assert due is not None
        if due.automa:
            book.automa(position, chance, None, SILENT)
        else:
            book.act(position, (book.legal(position) or ())[0], chance, SILENT)
    return book, position


def _found(effort: Effort) -> tuple[list[Advice], list[str]]:
    """What the coach tells, and the turns as `expert` finds them."""
    book, position = _barrage()
    legal = book.legal(position) or ()
    best = Thinker(book, effort_of(book, "expert", effort)).think(position, legal, "a", keep=3)[:3]
    return advise(book, position, "a", effort), [book.write(position, turn.moves[0]) for turn in best]


def test_where_a_game_has_thoughts_of_its_own_the_best_turns_are_found_by_them() -> None:
    """In Barrage: as `expert` finds them, each played to the end of the game as often as the others."""
    told, found = _found(SHORT)
    assert [it.lines[0] for it in told] == found
    assert len({it.playouts for it in told}) == 1
    book, position = _barrage()
    seat = next(iter(book.scores(position)))
    assert all(it.points > book.scores(position)[seat] for it in told)  # those of the end


def test_turns_that_were_played_to_the_end_often_enough_stand_by_their_points() -> None:
    told, found = _found(replace(SHORT, playouts=18))
    assert [it.playouts for it in told] == [6, 6, 6]
    assert sorted(it.lines[0] for it in told) == sorted(found)
    assert [it.points for it in told] == sorted((it.points for it in told), reverse=True)


def test_no_time_no_advice() -> None:
    position = stones()
    assert advise(STONES, position, "a", SHORT, cancelled=lambda: True) == []


def test_where_telling_is_free_nobody_coaches() -> None:
    book = find_game("terra_mystica").rulebook(TABLE)
    with pytest.raises(UnknownError):
        advise(book, None, "a")


def test_nobody_is_coached_after_the_end() -> None:
    position = terra_mystica(6, ("greedy", "automa"))
    play(TERRA_MYSTICA, position, {"human": TERRA_MYSTICA.agents["greedy"]("")}, Seeded("e", answers_too=True))
    with pytest.raises(ImpossibleError):
        advise(TERRA_MYSTICA, position, "a", SHORT)


@pytest.mark.parametrize("id", [id for id in game_ids() if find_game(id).digital is not None])
def test_the_sources_of_points_have_words_in_every_game(id: str) -> None:
    game = find_game(id)
    book = game.rulebook(DIGITAL)
    position, _, _ = set_up(book, (book.adviser, "automa"), "words")
    told = playout(book, insight_of(book), position, (), "words", Horizon(to_the_end=0), sources=True).sources
    assert told
    for lang in languages():
        words = Catalogue(lang, game)
        assert [source for _, source in told if not words.has(book.source(source).key)] == []
