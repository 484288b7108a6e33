"""TABLE mode for every game: what can be represented is accepted, doubts are recorded, consequences come last."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from soloist.core.board import Event
from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.errors import ImpossibleError, UnknownError, UnreadableError
from soloist.core.menu import Choice
from soloist.core.rulebook import TABLE, Due, Option
from soloist.core.sink import RecordingSink, Sink
from soloist.core.table_rules import MOST_LINE, EnteredLines, TableRules
from soloist.core.text import text
from soloist.core.trace import Trace
from soloist.core.verbs import Verb
from tests.core.toy import Count, Said, parse


def meaning(board: Count, line: str) -> list[Event]:
    """Read `add N`, `double` (its event depends on the board) and `thrice N` (three events)."""
    match line.split():
        case ["add", n]:
            return [Said("human", int(n))]
        case ["double"]:
            return [Said("human", board.n)]
        case ["thrice", n]:
            return [Said("human", int(n))] * 3
    raise UnreadableError(text("error.no_verb", got=line))


def her_turn(board: Count, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    sink.apply_event(board, Said("automa", 1))


def consequences(board: Count, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    """End the game if the last event brought the number to ten."""
    if board.n >= 10 and events and isinstance(events[-1], Said):
        sink.apply_event(board, Said("table"))


def to_move(board: Count) -> tuple[str, bool] | None:
    return None if board.over else ("automa" if board.hers else "human", board.hers)


RULES = TableRules(
    options=(Option("seed", "random"),),
    verbs=(Verb("add", "add N", "add 1"), Verb("double", "double", "double"), Verb("thrice", "thrice N", "thrice 2")),
    slots=lambda board, slot: ("1", "2") if slot == "N" else (),
    setting_up=lambda options, chance, owner: dict(options),
    new_board=lambda setup: Count(),
    meaning=meaning,
    parsing=parse,
    consequences=consequences,
    her_turn=her_turn,
    next_card=lambda board, chance, sink: sink.apply_event(board, Said("automa", 0)),
    to_move=to_move,
    prompting=lambda board: [text("prompt.add", n=board.n)],
    menu=lambda board, place: [Choice(f"add {n}", text("move.add"), "plus", place=place) for n in (1, 2)],
    ending=lambda board: "",
    scoring=lambda board: {"human": board.n},
    winning=lambda board: ["human"],
    levels=lambda board: [("easy", board.n)],
    rounds=lambda board: board.n + 1,
    corrections=lambda board: [f"add {board.n}"],
    make_random_options=lambda chance: {},
    make_random_move=lambda board, chance: [Said("human", 1), Said("human", 2)],
)


def told(board: Count, words: str) -> RecordingSink:
    noted = RecordingSink(RULES.read_event)
    RULES.apply_move(board, RULES.read_move(board, words), Asked(), noted)
    return noted


def test_each_line_is_read_on_the_board_after_those_before_it() -> None:
    board = Count(1)
    telling = RULES.read_move(board, "add 2; double\n thrice 1")
    assert telling.lines == ("add 2", "double", "thrice 1")
    assert telling.events == (Said("human", 2), Said("human", 3), *[Said("human", 1)] * 3)
    assert board.n == 1  # reading changes nothing
    assert RULES.write_move(board, telling) == "add 2; double; thrice 1"
    assert RULES.to_log(board, telling) == ["add 2", "double", "thrice 1"]


def test_doubts_are_noted_and_forbid_nothing() -> None:
    board = Count()
    noted = told(board, "add 1; add 7")
    assert board.n == 8 and [problem.rule for problem in noted.problems] == ["T-3"]


def test_consequences_come_last() -> None:
    board = Count(9)
    noted = told(board, "add 1")
    assert (noted.acted_lines, noted.followed_lines) == (["human: +1"], ["table: end"])
    assert told(Count(), "add 1").followed_lines == []
    hers = RecordingSink()
    RULES.play_automa(Count(9), Asked(), None, hers)
    assert (hers.acted_lines, hers.followed_lines) == (["automa: +1"], ["table: end"])


def test_logged_events_count_whatever_their_words_mean_today() -> None:
    board = Count(1)
    assert RULES.from_log(board, ["treble"], ["human: +2", "human: +3"]) == EnteredLines(
        ("treble",), (Said("human", 2), Said("human", 3))
    )


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("", UnknownError),
        (" ; \n ", UnknownError),
        ("x" * (MOST_LINE + 1), ImpossibleError),
        ("add \x07", ImpossibleError),
        ("subtract 1", UnreadableError),
    ],
)
def test_words_that_cannot_be_read(words: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        RULES.read_move(Count(), words)


def test_the_seat_to_move_is_due_and_any_move_is_accepted() -> None:
    assert RULES.find_due(Count()) == Due("human", "turn")
    assert RULES.find_due(Count(hers=True)) == Due("automa", "turn", automa=True)
    assert RULES.find_due(Count(over=True)) is None
    assert RULES.list_legal_moves(Count()) is None  # type: ignore[func-returns-value]  # it says so by returning nothing
    assert (RULES.id, RULES.entry, RULES.by_hand, RULES.agents) == (TABLE, "told", True, {})


def test_menus_completion_and_the_rest_come_from_the_functions_of_the_game() -> None:
    board = Count(4)
    assert [choice.place for choice in RULES.list_choices(board, "hex 1")] == ["hex 1", "hex 1"]
    assert [choice.place for choice in RULES.list_choices(board)] == ["", ""]
    assert list(RULES.list_next_words(board, ["add"])) == ["1", "2"]
    assert list(RULES.list_next_words(board, [])) == ["add", "double", "thrice"]
    assert (RULES.count_points(board), RULES.list_automa_results(board), RULES.round_number(board)) == (
        {"human": 4},
        [("easy", 4)],
        5,
    )
    assert RULES.write_position(board) == ["add 4"]
    noted = RecordingSink()
    RULES.reveal_card(board, Asked(), noted)
    assert noted.lines == ["automa: +0"]


def test_a_random_human_enters_events_and_leaves_the_board_alone() -> None:
    board = Count()
    telling = RULES.random_human(Seeded(1)).choose_move(board, ())
    assert telling == EnteredLines(("human: +1", "human: +2"), (Said("human", 1), Said("human", 2)))
    assert board.n == 0


def test_abilities_that_a_rulebook_lacks_are_errors_or_empty() -> None:
    for ask in (
        lambda: RULES.seat_players([], {}, Seeded(1)),
        lambda: RULES.import_game("a game"),
    ):
        with pytest.raises(UnknownError):
            ask()
    assert RULES.list_point_sources(Count(), []) == []
    assert [problem.rule for problem in RULES.check_invariants(Count(), Said("human", 1), Count(-1))] == ["T-1"]
