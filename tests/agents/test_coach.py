"""The coach: three turns with points, an interval, and a reason drawn from the playouts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from soloist.agents import coach
from soloist.agents.coach import (
    ENOUGH,
    CoachEffort,
    Start,
    advise_turns,
    explain_difference,
    is_in_order,
    rank_turns,
    write_moves,
)
from soloist.agents.endgame import search_endgame
from soloist.agents.levels import SKILLS, find_budget
from soloist.agents.playout import Horizon, PlayoutResult, run_playout
from soloist.agents.playout_search import Budget, PlayoutSearch
from soloist.agents.policy import find_heuristics
from soloist.agents.weight_fitting import set_up
from soloist.core.chance import Seeded
from soloist.core.errors import ImpossibleError, UnknownError
from soloist.core.loop import run_game
from soloist.core.rulebook import DIGITAL, TABLE, Rulebook
from soloist.core.sink import NULL_SINK
from soloist.core.text import Text, Word, text
from soloist.games._template.digital_rules import RULES as STONES
from soloist.games.terra_mystica.board.events import Passed
from soloist.games.terra_mystica.board.tables import AUTOMA
from soloist.games.terra_mystica.player import moves as m
from soloist.manifest import find_game, game_ids
from soloist.session.words import Catalogue, languages
from tests.agents.positions import TERRA_MYSTICA, stones, terra_mystica

LITTLE = Budget(turns=4, playouts=8, horizon=Horizon(rounds=9))
SHORT = CoachEffort(seconds=0, games=ENOUGH, finding=LITTLE)


def test_three_turns_with_points_interval_and_reason() -> None:
    position = terra_mystica(6, ("greedy", "automa"))
    found = advise_turns(TERRA_MYSTICA, position, "a", SHORT)
    assert len(found) == 3
    for it in found:
        assert it.games == ENOUGH and it.points is not None and it.within is not None
        assert it.points > TERRA_MYSTICA.count_points(position)["human"]
    lines = [TERRA_MYSTICA.write_move(position, move) for move in TERRA_MYSTICA.list_legal_moves(position) or ()]
    assert all(it.lines[0] in lines and it.choices for it in found)
    assert found == advise_turns(TERRA_MYSTICA, position, "a", SHORT)


# ---------------------------------------------------------------------------------------------- the search of `expert`


def _expert(book: Rulebook, position: Any, seed: str) -> list[tuple[Any, ...]]:
    """Return the turns that `expert` compares, best first, without duplicates."""
    budget = SKILLS["expert"].budget
    assert budget is not None
    thought = PlayoutSearch(book, find_budget(book, "expert", budget)).search_turns(
        position, book.list_legal_moves(position) or (), seed
    )
    return list(dict.fromkeys(turn.moves for turn in thought))


def test_turns_and_their_order_come_from_the_search_of_expert() -> None:
    """Without test games the order of the search stays and no number is shown."""
    position = terra_mystica(1, ("greedy", "automa"), 2)
    found = advise_turns(TERRA_MYSTICA, position, "a", CoachEffort(seconds=0, games=0))
    expected = _expert(TERRA_MYSTICA, position, "a")[:3]
    assert [it.lines for it in found] == [write_moves(TERRA_MYSTICA, position, moves)[0] for moves in expected]
    assert all(it.points is None and it.within is None and not it.close for it in found)
    assert {it.reason.key for it in found} == {"coach.few"}


@cache
def _barrage() -> tuple[Rulebook, Any]:
    """Return a Barrage position at the first turn start with more than three legal moves."""
    book = find_game("barrage").rulebook(DIGITAL)
    position, _, chance = set_up(book, ("greedy", "automa"), "coach")
    while not (book.is_turn_start(position) and len(book.list_legal_moves(position) or ()) > 3):
        due = book.find_due(position)
        assert due is not None
        if due.automa:
            book.play_automa(position, chance, None, NULL_SINK)
        else:
            book.apply_move(position, (book.list_legal_moves(position) or ())[0], chance, NULL_SINK)
    return book, position


def test_a_row_with_fewer_than_twelve_games_shows_no_number_yet() -> None:
    """In Barrage `expert` plays out one round; the coach still plays its turns to the end of the game."""
    book, position = _barrage()
    expected = [write_moves(book, position, moves)[0] for moves in _expert(book, position, "a")[:3]]
    few = advise_turns(book, position, "a", CoachEffort(seconds=0, games=2))
    assert [it.lines for it in few] == expected
    assert [(it.points, it.games) for it in few] == [(None, 2)] * 3


def test_the_end_of_a_game_is_told_as_it_is_searched() -> None:
    position = terra_mystica(6, ("greedy", "automa"), 1)
    Passed(AUTOMA).apply(position)
    heuristics = find_heuristics(TERRA_MYSTICA)
    line = tuple(search_endgame(TERRA_MYSTICA, heuristics, position).values())
    found = advise_turns(TERRA_MYSTICA, position, "a", SHORT)
    lines = write_moves(TERRA_MYSTICA, position, line)[0]
    assert found[0].lines == lines[: len(found[0].lines)]
    assert found[0].points is not None and all(found[0].points >= (it.points or 0) for it in found)


# --------------------------------------------------------------------------------------------- what test games may say

NOISE = [(7 * number) % 11 - 5 for number in range(24)]


def test_what_may_be_chance_stays_in_the_order_of_the_search_as_too_close_to_call() -> None:
    first = [80 + by for by in NOISE]
    close = [80.2 + by for by in NOISE[::-1]]
    assert rank_turns([first, close]) == ([0, 1], [0, 1])
    worse = [by - 3 for by in first]
    assert rank_turns([first, worse, close]) == ([0, 2, 1], [0, 2])
    assert rank_turns([first, worse]) == ([0, 1], [])


def test_a_turn_that_is_clearly_better_goes_before_and_numbers_agree_with_the_order() -> None:
    """Regression: the order 75, 86, 88 was shown. Games are compared in pairs, so equal noise cancels out."""
    rows = [[points + by for by in NOISE] for points in (75, 86, 88)]
    assert not is_in_order(rows)
    assert rank_turns(rows) == ([2, 1, 0], [])
    assert is_in_order([rows[at] for at in rank_turns(rows)[0]])


def test_with_few_games_nothing_is_said_about_order() -> None:
    assert rank_turns([[1.0] * (ENOUGH - 1), [9.0] * (ENOUGH - 1)]) == ([0, 1], [])


class _Clock:
    """Advances by one second per call."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def test_while_numbers_contradict_the_order_more_games_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting takes up to six times as long, with the same games for each turn."""
    position, games = stones(), {}
    rows = [coach._Row((at,), (at,), None) for at in range(3)]
    for points in ((75, 86, 88), (88, 86, 75)):

        def play(self: Any, position: Any, row: Any, seat: str, seed: str, points: Any = points) -> PlayoutResult:
            return PlayoutResult({seat: 100 * points[row.moves[0]] + int(seed.rpartition("/")[2]) % 7}, {})

        monkeypatch.setattr(coach._CoachSearch, "_play_test_game", play)
        search = coach._CoachSearch(STONES, CoachEffort(seconds=30.0), _Clock(), lambda: False)
        (games[points],) = {len(of) for of in search.play_test_games(position, rows, "human", "x")}
    assert games[88, 86, 75] == 15
    assert 5 * 15 < games[75, 86, 88] <= 6 * 15


# ---------------------------------------------------------------------------------------------------------- a turn goes on


def test_a_plan_once_told_is_gone_on_with_in_the_middle_of_the_turn() -> None:
    """The advice at the turn's start comes first, even if the position alone suggests something else."""
    book, checked = TERRA_MYSTICA, 0
    little = CoachEffort(seconds=0, games=0, finding=replace(LITTLE, playouts=4, horizon=Horizon(rounds=0)))
    for seed in range(1, 4):
        position = terra_mystica(2, ("greedy", "automa"), seed)
        start = Start(position, f"plan/{seed}")
        planned = advise_turns(book, position, start.seed, little)
        for it in planned:
            along = position.copy()
            for done, line in enumerate(it.lines[:-1], 1):
                book.apply_move(along, book.read_move(along, line), Seeded("x"), NULL_SINK)
                found = advise_turns(book, along, f"other/{seed}", little, start=start)
                first = next(other for other in planned if other.lines[:done] == it.lines[:done])
                assert found[0].lines == first.lines[done:]
                checked += 1
    assert checked >= 5


def test_no_time_no_advice() -> None:
    assert advise_turns(STONES, stones(), "a", SHORT, cancelled=lambda: True) == []


def test_one_turn_alone_needs_no_comparison_and_no_games() -> None:
    position = terra_mystica(6, ("greedy", "automa"))
    pass_ = next(move for move in TERRA_MYSTICA.list_legal_moves(position) or () if move.verb == m.PASS)
    alone = [coach._Row((pass_,), (pass_,), None)]
    found = coach._make_advice(TERRA_MYSTICA, position, alone, [[]], "human", alone=True)
    assert [(it.reason.key, it.points) for it in found] == [("coach.only", None)]


# ------------------------------------------------------------------------------------------------------------- reasons


def _reason(sources: list[dict[str, float]], others: list[dict[str, float]], *, close: bool = False) -> Text:
    points = [[sum(of.values()) for of in column] for column in (sources, others)]
    return explain_difference(TERRA_MYSTICA, points[0], points[1], sources, others, 2, close=close)


def _games(**sources: float) -> list[dict[str, float]]:
    return [{source: points + number % 3 / 10 for source, points in sources.items()} for number in range(ENOUGH)]


def test_the_reason_is_the_greatest_difference_in_the_same_direction() -> None:
    best, other = _games(town=5.0, round=2.0, leech=0.0), _games(town=1.0, round=4.0, leech=0.0)
    said = _reason(best, other)
    assert (said.key, said.args) == ("coach.clear_more_from", {"n": 2, "points": 2, "source": Word("source.town")})
    said = _reason(other, best)
    assert (said.key, said.args) == ("coach.clear_less_from", {"n": 2, "points": 2, "source": Word("source.town")})


def test_a_difference_that_may_be_chance_is_no_reason() -> None:
    best = [{"town": 5.0 * (number % 2), "round": 8.0 - 5.0 * (number % 2)} for number in range(ENOUGH)]
    other = [{"town": 5.0 * ((number + 1) % 2), "round": 4.0 - 2.0 * (number % 2)} for number in range(ENOUGH)]
    assert _reason(best, other).key in ("coach.clear_more", "coach.clear_more_from")
    assert _reason(best, other).args.get("source") != Word("source.town")
    assert _reason(_games(town=5.0), _games(town=5.1), close=True).key == "coach.alike"
    assert _reason(_games(town=5.0), _games(town=2.0), close=True).key == "coach.alike_more_from"


def test_every_reason_has_words() -> None:
    keys = ("clear_more", "clear_more_from", "clear_less", "clear_less_from", "alike", "alike_more_from")
    for lang in languages():
        words = Catalogue(lang, find_game("terra_mystica"))
        for key, points in product((*keys, "alike_less_from", "few", "only"), (1, 2, 5)):
            said = words.say(text(f"coach.{key}", n=2, points=points, source=TERRA_MYSTICA.name_source("town")))
            assert "coach." not in said and "{" not in said and len(said) <= 120, said


def test_where_telling_is_free_nobody_coaches() -> None:
    book = find_game("terra_mystica").rulebook(TABLE)
    with pytest.raises(UnknownError):
        advise_turns(book, None, "a")


def test_nobody_is_coached_after_the_end() -> None:
    position = terra_mystica(6, ("greedy", "automa"))
    run_game(TERRA_MYSTICA, position, {"human": TERRA_MYSTICA.agents["greedy"]("")}, Seeded("e", answers_too=True))
    with pytest.raises(ImpossibleError):
        advise_turns(TERRA_MYSTICA, position, "a", SHORT)


@pytest.mark.parametrize("id", [id for id in game_ids() if find_game(id).digital is not None])
def test_the_sources_of_points_have_words_in_every_game(id: str) -> None:
    game = find_game(id)
    book = game.rulebook(DIGITAL)
    position, _, _ = set_up(book, (book.adviser, "automa"), "words")
    told = run_playout(book, find_heuristics(book), position, (), "words", Horizon(to_the_end=0), sources=True).sources
    assert told
    for lang in languages():
        words = Catalogue(lang, game)
        assert [source for _, source in told if not words.has_key(book.name_source(source).key)] == []
