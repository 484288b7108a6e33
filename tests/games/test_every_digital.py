"""Properties of every digital rulebook at positions of random games: listed moves are accepted, others refused, and
every question and choice has words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from soloist.core.board import Board
from soloist.core.chance import Asked, Seeded
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due, Player, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.text import Text
from soloist.core.trace import Trace
from soloist.manifest import Game
from tests.games.screens import GAMES, ICONS, check_spoken, iterate_texts, list_place_keys

WHOLE = [id for id, game in GAMES.items() if game.digital is not None]
every_game = pytest.mark.parametrize("id", WHOLE)
SEEDS = range(3)
#: one of this many positions of a game is checked
EVERY = 7
#: the number of moves checked per position
SOME = 12


def book_of(game: Game) -> Rulebook:
    assert game.digital is not None
    return game.digital


class Remembered(Watcher):
    """Records positions, points by source, and the seats that decided."""

    wants_trace = True

    def __init__(self, book: Rulebook, position: Board) -> None:
        self._book = book
        self.positions: list[Board] = []
        self.points: Counter[str] = Counter(book.count_points(position))
        self.seen = 0

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        if self.seen % EVERY == 0:
            self.positions.append(position.copy())
        self.seen += 1

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        for seat, source, points in self._book.list_point_sources(position, noted.events):
            assert source
            self.points[seat] += points


def seated(book: Rulebook, seed: int) -> tuple[Board, dict[str, Any], Seeded]:
    """Return a new position with a random agent and the Automa."""
    chance = Seeded(seed, answers_too=True)  # also what her rules leave open is answered
    agent = sorted(book.agents)[seed % len(book.agents)]
    options, players = book.seat_players((Player(agent), Player("automa")), {}, chance)
    setup = book.lay_out({**options, "seed": str(seed)}, chance, {})
    agents = {p.name: book.agents[p.who](f"{seed}/{p.name}") for p in players if p.who != "automa"}
    return book.create_position(setup), agents, chance


@cache
def played(id: str, seed: int) -> tuple[Remembered, Board]:
    """Play a whole game; return its record and its last position."""
    book = book_of(GAMES[id])
    position, agents, chance = seated(book, seed)
    remembered = Remembered(book, position)
    run_game(book, position, agents, chance, [remembered])
    return remembered, position


def positions(id: str) -> Iterator[Board]:
    for seed in SEEDS:
        remembered, end = played(id, seed)
        yield from remembered.positions
        yield end


def some(moves: Sequence[Any], seed: int) -> list[Any]:
    return Random(seed).sample(list(moves), min(SOME, len(moves)))


@every_game
def test_legal_moves_are_sorted_and_there_are_some_while_a_human_has_to_decide(id: str) -> None:
    book = book_of(GAMES[id])
    for position in positions(id):
        due, legal = book.find_due(position), book.list_legal_moves(position)
        assert legal is not None
        assert bool(legal) == (due is not None and not due.automa)
        assert all(a < b for a, b in pairwise(legal))


@every_game
def test_every_legal_move_reads_back_and_can_be_done_by_events_that_read_back(id: str) -> None:
    book = book_of(GAMES[id])
    for n, position in enumerate(positions(id)):
        before = position.key()
        for move in some(book.list_legal_moves(position) or (), n):
            line = book.write_move(position, move)
            assert book.read_move(position, line) == move
            (typed,) = book.to_log(position, move)
            assert book.read_move(position, typed) == book.from_log(position, [typed], []) == move
            after, again, noted = position.copy(), position.copy(), RecordingSink(book.read_event)
            book.apply_move(after, move, Seeded(1, answers_too=True), noted)
            assert noted.events
            for event in noted.events:
                event.apply(again)
            assert again.key() == after.key() != before
        assert position.key() == before


@every_game
def test_a_move_that_is_not_listed_is_refused_with_a_rule_before_anything_has_happened(id: str) -> None:
    """Every move that is legal in some position is tried in all others."""
    book, refused = book_of(GAMES[id]), 0
    thinkable = sorted({move for position in positions(id) for move in book.list_legal_moves(position) or ()})
    for n, position in enumerate(positions(id)):
        legal = set(book.list_legal_moves(position) or ())
        for move in some([move for move in thinkable if move not in legal], n):
            after, noted = position.copy(), RecordingSink()
            with pytest.raises(ImpossibleError) as why:
                book.apply_move(after, move, Asked(), noted)
            assert why.value.rule in GAMES[id].rules() or not legal
            check_spoken(GAMES[id], why.value.text)
            assert noted.events == [] and after.key() == position.key()
            refused += 1
    assert refused > 20


@every_game
def test_the_automa_acts_only_when_she_is_due(id: str) -> None:
    book = book_of(GAMES[id])
    for position in positions(id):
        due = book.find_due(position)
        if due is None or not due.automa:
            noted = RecordingSink()
            with pytest.raises(ImpossibleError):
                book.play_automa(position, Seeded(1), None, noted)
            assert noted.events == []


@every_game
def test_whatever_is_asked_and_offered_has_words_an_icon_and_a_place(id: str) -> None:
    game, book = GAMES[id], book_of(GAMES[id])
    for n, position in enumerate(positions(id)):
        for said in book.list_prompts(position):
            check_spoken(game, said)
        places = {"", *list_place_keys(game, position)}
        offered = book.list_choices(position)
        legal = [book.write_move(position, m) for m in book.list_legal_moves(position) or ()]
        assert sorted(choice.line for choice in offered) == sorted(legal)  # those worth most may come first
        for choice in offered:
            assert choice.place in places and choice.icon in ICONS, choice
            assert choice.group in ("move", "answer", "convert", "done", "end"), choice
        for choice in some(offered, n):
            assert choice in book.list_choices(position, choice.place)
            for said in iterate_texts((choice.says, choice.cost or ())):
                check_spoken(game, said)
        line = book.end_of_turn_line(position)
        assert not line or line in [choice.line for choice in offered]


@every_game
def test_verbs_have_words_and_icons_and_what_belongs_to_one_is_offered_under_it(id: str) -> None:
    game, book = GAMES[id], book_of(GAMES[id])
    for position in positions(id):
        deeds = book.list_action_kinds(position)
        assert len(deeds) == len({deed.key for deed in deeds})
        for deed in deeds:
            assert deed.icon in ICONS and (not deed.rule or deed.rule in game.rules())
            check_spoken(game, Text(f"verb.{deed.key}"))
        for choice in (*book.list_choices(position), *book.list_combined_choices(position)):
            assert not choice.verb or choice.verb in [deed.key for deed in deeds], choice
            for amount in choice.amounts:
                assert amount.n and amount.of
                check_spoken(game, amount.says)


@every_game
def test_the_screen_shows_such_positions_as_well(id: str) -> None:
    game, book = GAMES[id], book_of(GAMES[id])
    for position in positions(id):
        it, due = game.screen.standing(position), book.find_due(position)
        assert {seat.id: seat.vp for seat in it.seats} == dict(book.count_points(position))
        assert [seat.id for seat in it.seats if seat.to_move] == ([] if due is None else [due.seat])
        assert it.round == book.round_number(position)
        for said in (*iterate_texts(it), *iterate_texts(game.screen.faces(position)), *game.totals(position)):
            check_spoken(game, said)


@every_game
def test_completion_leads_to_legal_moves(id: str) -> None:
    book = book_of(GAMES[id])
    for n, position in enumerate(positions(id)):
        moves = book.list_legal_moves(position) or ()
        firsts = {book.write_move(position, move).split()[0] for move in moves}
        assert set(book.list_next_words(position, [])) == firsts
        for move in some(moves, n)[:3]:
            words = book.write_move(position, move).split()
            assert all(words[i] in set(book.list_next_words(position, words[:i])) for i in range(len(words)))
            assert words[-1] not in set(book.list_next_words(position, words))


@every_game
def test_points_by_source_add_up_to_the_scores(id: str) -> None:
    book = book_of(GAMES[id])
    for seed in SEEDS:
        remembered, end = played(id, seed)
        assert +remembered.points == +Counter(book.count_points(end))


@every_game
def test_no_law_is_broken_and_nothing_is_legal_after_the_end(id: str) -> None:
    game, book = GAMES[id], book_of(GAMES[id])
    for seed in SEEDS:
        position, agents, chance = seated(book, seed)
        run_game(book, position, agents, chance, [Lawful(book)])
        assert book.find_due(position) is None and book.list_legal_moves(position) == []
        with pytest.raises(ImpossibleError):
            book.play_automa(position, chance, None, RecordingSink())
    assert {level for level, _ in book.list_automa_results(position)} <= set(_levels(game))


def _levels(game: Game) -> tuple[str, ...]:
    return next((option.choices for option in book_of(game).options if option.key == "level"), ())


class Lawful(Watcher):
    """Checks the invariants after every event, given the position before it."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._along: Any = None

    def before_decision(self, position: Any, due: Due, legal: Sequence[Any] | None) -> None:
        self._along = position.copy()

    def after_event(self, position: Any, due: Due, noted: RecordingSink, trace: Trace | None) -> None:
        for event in noted.events:
            before = self._along.copy()
            event.apply(self._along)
            assert list(self._book.check_invariants(before, event, self._along)) == [], event
        assert self._along.key() == position.key()


@every_game
def test_words_that_are_no_move_say_what_would_be_right(id: str) -> None:
    game, book = GAMES[id], book_of(GAMES[id])
    for position in positions(id):
        for words in ("", "xyzzy", "automa: xyzzy", "²", "7"):
            with pytest.raises(BadInputError) as why:
                book.read_move(position, words)
            check_spoken(game, why.value.text)


@every_game
def test_why_nothing_can_be_done_is_said_if_and_only_if_nothing_can(id: str) -> None:
    """For every kind of action: a refusal is given exactly if the menu offers no move of that kind."""
    game, asked = GAMES[id], Counter[bool]()
    book = book_of(game)
    for position in positions(id):
        due, before = book.find_due(position), position.key()
        offered = {choice.verb for choice in book.list_choices(position)}
        for deed in book.list_action_kinds(position) if due is not None and not due.automa else ():
            why, open_ = book.find_refusal(position, deed.key), deed.key in offered
            assert (why is None) == open_, f"{deed.key}: {why}"
            if why is not None:
                assert why.rule in game.rules()
                check_spoken(game, why.text)
            asked[open_] += 1
        assert position.key() == before
    assert not asked or min(asked[True], asked[False]) > 20, "a game without kinds is not asked"
