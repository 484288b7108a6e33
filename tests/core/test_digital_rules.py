"""DIGITAL mode for every game: decisions are steps, and a rulebook is made of steps and plain functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from soloist.core.board import Event
from soloist.core.chance import Asked, Chance
from soloist.core.digital_rules import DigitalRules
from soloist.core.errors import ImpossibleError, UnreadableError
from soloist.core.menu import Choice
from soloist.core.rulebook import DIGITAL, Due, Option
from soloist.core.sink import RecordingSink, Sink
from soloist.core.steps import AutomaPending, Pending
from soloist.core.text import Domain, Text, text
from soloist.core.trace import Trace
from soloist.core.verbs import Language, Move, Slot, Verb
from tests.core.toy import Count, Said, parse

SEATS = Domain("seats", ["automa", "human"])
LANGUAGE = Language(
    (Verb("add", "add N", "add 1", "T-1"), Verb("done", "done", "done", "T-1")), {"N": Slot(least=1, most=2)}
)


@dataclass(frozen=True, slots=True)
class Add(Pending):
    name: ClassVar[str] = "add"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Count) -> Text:
        return text("decision.add", n=position.n)

    def list_legal_moves(self, position: Count) -> list[Move]:
        return [Move(0, 1), Move(0, 2), Move(1)]

    def apply_move(self, position: Count, move: Move, chance: Chance, sink: Sink) -> None:
        if move not in self.list_legal_moves(position):
            raise ImpossibleError(text("error.not_now"), rule="T-1")
        sink.apply_event(position, Said("human", move.a))


@dataclass(frozen=True, slots=True)
class Refuses(Add):
    """Refuses every move: most numbers by one rule, the last by another, the end by a third."""

    def list_legal_moves(self, position: Count) -> list[Move]:
        return []

    def apply_move(self, position: Count, move: Move, chance: Chance, sink: Sink) -> None:
        rule = "T-3" if move.verb else "T-2" if move.a == 3 else "T-1"
        raise ImpossibleError(text("error.not_now"), rule=rule)


@dataclass(frozen=True, slots=True)
class Hers(AutomaPending):
    name: ClassVar[str] = "automa"
    seats: ClassVar[Domain] = SEATS

    def ask_question(self, position: Count) -> Text:
        return text("decision.hers")


def deciding(position: Count) -> Pending | None:
    return None if position.over else Hers(0) if position.hers else Add(1)


def consequences(position: Count, events: Sequence[Event], chance: Chance, sink: Sink) -> None:
    if position.n >= 4 and events:
        sink.apply_event(position, Said("table"))


def her_turn(position: Count, chance: Chance, trace: Trace | None, sink: Sink) -> None:
    sink.apply_event(position, Said("automa", 1))


def menu(position: Count, moves: Sequence[Move]) -> list[Choice]:
    return [
        Choice(LANGUAGE.write_move(position, m), text("play"), "plus", place=f"n {m.a}", group="move")
        if m.verb == 0
        else Choice("done", text("play"), "check", group="done")
        for m in moves
    ]


RULES = DigitalRules(
    options=(Option("seed", "random"),),
    agents={},
    adviser="",
    language=LANGUAGE,
    setting_up=lambda options, chance, owner: dict(options),
    new_position=lambda setup: Count(),
    pending_step=deciding,
    ending=lambda position: [text("prompt.over", n=position.n)],
    menu=menu,
    parsing=parse,
    consequences=consequences,
    her_turn=her_turn,
    scoring=lambda position: {"human": position.n},
    winning=lambda position: ["human"],
    levels=lambda position: [],
    rounds=lambda position: 1,
    seating=lambda wanted, options, chance: ({}, tuple(wanted)),
    sources=lambda position, events: [("human", "added", position.n)],
    find_broken_invariants=lambda before, event, after: after.status(),
)


def test_the_pending_step_is_due_and_asks_its_question() -> None:
    assert RULES.find_due(Count()) == Due("human", "add")
    assert RULES.find_due(Count(hers=True)) == Due("automa", "automa", automa=True)
    assert RULES.find_due(Count(over=True)) is None
    prompts = [RULES.list_prompts(position)[0] for position in (Count(3), Count(hers=True), Count(4, over=True))]
    assert [p.key for p in prompts] == ["decision.add", "decision.hers", "prompt.over"]


def test_legal_is_what_the_step_lists_and_empty_when_no_human_decides() -> None:
    assert RULES.list_legal_moves(Count()) == [Move(0, 1), Move(0, 2), Move(1)]
    assert RULES.list_legal_moves(Count(hers=True)) == RULES.list_legal_moves(Count(over=True)) == []


def test_a_move_is_applied_and_its_consequences_come_last() -> None:
    position, noted = Count(2), RecordingSink(parse)
    RULES.apply_move(position, Move(0, 2), Asked(), noted)
    assert (noted.acted_lines, noted.followed_lines) == (["human: +2"], ["table: end"])
    position, noted = Count(3, hers=True), RecordingSink(parse)
    RULES.play_automa(position, Asked(), None, noted)
    assert (noted.acted_lines, noted.followed_lines) == (["automa: +1"], ["table: end"])


def test_a_refusal_is_that_of_the_step() -> None:
    position, noted = Count(), RecordingSink()
    with pytest.raises(ImpossibleError) as why:
        RULES.apply_move(position, Move(0, 7), Asked(), noted)
    assert why.value.rule == "T-1" and noted.events == []


@pytest.mark.parametrize(
    ("position", "key"), [(Count(hers=True), "error.automa_due"), (Count(over=True), "error.game_is_over")]
)
def test_nobody_moves_when_no_human_has_to_decide(position: Count, key: str) -> None:
    for act in (
        lambda: RULES.apply_move(position, Move(1), Asked(), RecordingSink()),
        lambda: RULES.to_log(position, Move(1)),
    ):
        with pytest.raises(ImpossibleError) as why:
            act()
        assert why.value.text.key == key


@pytest.mark.parametrize(
    ("position", "key"), [(Count(), "error.automa_not_due"), (Count(over=True), "error.game_is_over")]
)
def test_automa_acts_only_when_she_is_due(position: Count, key: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        RULES.play_automa(position, Asked(), None, RecordingSink())
    assert why.value.text.key == key


def test_a_line_may_name_the_seat_whose_decision_it_is() -> None:
    position = Count()
    assert RULES.read_move(position, " add 2 ") == RULES.read_move(position, "human: add 2") == Move(0, 2)
    assert RULES.to_log(position, Move(0, 2)) == ["human: add 2"]
    assert RULES.from_log(position, ["human: add 2"], []) == Move(0, 2)
    with pytest.raises(UnreadableError):
        RULES.read_move(position, "automa: add 2")
    assert RULES.read_move(Count(over=True), "add 1") == Move(0, 1)


def test_menus_completion_and_what_ends_a_turn() -> None:
    position = Count()
    assert [choice.line for choice in RULES.list_choices(position)] == ["add 1", "add 2", "done"]
    assert [choice.line for choice in RULES.list_choices(position, "n 2")] == ["add 2"]
    assert [choice.line for choice in RULES.list_choices(position, "")] == ["done"]
    assert RULES.end_of_turn_line(position) == "done"
    assert RULES.end_of_turn_line(Count(hers=True)) == ""
    assert list(RULES.list_next_words(position, ["ADD"])) == ["1", "2"]
    assert list(RULES.list_next_words(position, ["add", "1"])) == []


def test_the_rest_comes_from_the_functions_of_the_game() -> None:
    position = Count(3)
    assert (RULES.count_points(position), RULES.list_automa_results(position), RULES.round_number(position)) == (
        {"human": 3},
        [],
        1,
    )
    assert RULES.list_point_sources(position, []) == [("human", "added", 3)]
    assert [problem.rule for problem in RULES.check_invariants(position, Said("human", 1), Count(-1))] == ["T-1"]
    assert RULES.seat_players([], {}, Asked()) == ({}, ())
    assert (RULES.id, RULES.entry, RULES.by_hand, RULES.has_cards) == (DIGITAL, "move", False, False)
    assert replace(RULES, adviser="random").adviser == "random"


def test_describing_one_move_gives_its_entry_in_the_whole_menu() -> None:
    position = Count()
    for move, choice in zip(RULES.list_legal_moves(position), RULES.list_choices(position), strict=True):
        assert RULES.describe_move(position, move) == choice


def test_a_game_that_names_no_verbs_has_none() -> None:
    assert (
        RULES.list_action_kinds(Count()) == ()
        and RULES.list_combined_choices(Count()) == []
        and not RULES.is_turn_start(Count())
    )


def test_a_verb_without_legal_moves_is_explained_by_the_nearest_refusal() -> None:
    """Every move of the verb is tried; the rarest refusal came nearest."""

    def refusing(position: Count) -> Pending | None:
        return Refuses(1)

    up_to_three = Language(LANGUAGE.verbs, {"N": Slot(least=1, most=3)})
    kinds = ("adding", "ending")
    rules = replace(RULES, language=up_to_three, pending_step=refusing, kind_of=lambda move: kinds[move.verb])
    why = rules.find_refusal(Count(), "adding")
    assert why is not None and why.rule == "T-2"
    why = rules.find_refusal(Count(), "ending")
    assert why is not None and why.rule == "T-3"
    assert rules.find_refusal(Count(), "dancing") is None
    assert replace(rules, pending_step=deciding).find_refusal(Count(), "adding") is None  # something can be done


def test_all_moves_of_the_catalogue_come_in_its_order() -> None:
    moves = list(LANGUAGE.iterate_moves(Count()))
    assert moves == [LANGUAGE.move_at_index(Count(), i) for i in range(sum(LANGUAGE.count_actions(Count())))]
