"""TABLE mode: facts, undo, questions, doubts, durability."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import soloist
from soloist.core.board import Board, Event
from soloist.core.errors import BadInputError, ImpossibleError, QuestionError, SoloistError, StorageError, UnknownError
from soloist.core.text import Text, text
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.session.verify import verify

OPTIONS = {"level": "automa", "human": "witches", "home": "lakes", "pass_values": "stand_in"}


GAME = find_game("terra_mystica")


def begun(**options: str) -> Table:
    """Return a table after the set-up, before the first turn."""
    table = soloist.new("terra_mystica", seed=7, **{**OPTIONS, **options})
    table.tell("bonus bon7; build E9")
    table.turn(["dc1"] if table.own_cards else [])
    table.tell("build C3")
    return table


def test_a_whole_round_and_back_again() -> None:
    table = begun()
    keys = [table.board.key()]
    table.tell("upgrade E9 to trading_house")
    keys.append(table.board.key())
    table.turn()
    keys.append(table.board.key())
    table.undo()
    assert table.board.key() == keys[1]
    table.undo()
    assert table.board.key() == keys[0]
    table.redo(2)
    assert table.board.key() == keys[2]


def test_undo_is_unlimited_and_restores_the_first_board() -> None:
    table = begun()
    fresh = soloist.new("terra_mystica", seed=7, **OPTIONS)
    table.undo(10_000)
    assert table.board.key() == fresh.board.key()
    with pytest.raises(ImpossibleError):
        table.undo()
    table.redo(10_000)
    assert len(table.entries) == 3
    with pytest.raises(ImpossibleError):
        table.redo()


def test_undo_and_turn_again_draws_the_same_card_reseed_another() -> None:
    table = begun()
    first = table.turn().events
    table.undo()
    assert table.turn().events == first
    seen = set()
    for seed in range(12):
        table.undo()
        table.reseed(f"other {seed}")
        seen.add(repr(table.turn().events))
        table.undo()
    assert len(seen) > 1


def test_something_new_after_undo_forgets_the_redo() -> None:
    table = begun()
    table.undo()
    table.tell("build F4")
    with pytest.raises(ImpossibleError):
        table.redo()


def test_an_error_changes_nothing() -> None:
    table = begun()
    before, source = table.board.key(), table.text()
    for line in (
        "build Z9",
        "build r3",
        "pass bon10",
        "upgrade",
        "vp lots",
        "tell me",
        "build C3",
        "",
        "priest fire 9",
    ):
        with pytest.raises(BadInputError):
            table.tell(line)
    assert table.board.key() == before
    assert table.text() == source


def test_one_bad_line_of_several_changes_nothing() -> None:
    table = begun()
    before = table.board.key()
    with pytest.raises(BadInputError):
        table.tell("vp +5; build Z9")
    assert table.board.key() == before


def test_an_unlikely_line_is_accepted_with_a_warning() -> None:
    table = begun()
    table.tell("action act3")
    told = table.tell("action act3")
    assert [p.rule for p in told.problems] == ["TM-090"]
    told = table.tell("put A1 stronghold; put A2 stronghold")
    assert "TM-007" in [p.rule for p in told.problems]  # a second stronghold
    assert len(table.entries) == 6


def test_own_cards_are_asked_for_and_logged() -> None:
    table = begun(chance="own")
    with pytest.raises(QuestionError) as caught:
        table.turn()
    assert caught.value.draw.key == "deck"
    assert caught.value.valid_answers == ("dc1", "dc2", "dc3", "dc4", "dc5")
    assert len(table.entries) == 3
    table.turn(["dc4", "dc3"])
    assert table.entries[-1].outcomes == ["deck: dc4", "deck: dc3"]
    with pytest.raises(ImpossibleError):
        table.turn(["dc3"])  # a card drawn twice
    with pytest.raises(ImpossibleError):
        table.turn(["dc1", "dc2"])  # one answer too many


def test_a_pass_value_nobody_knows_is_asked_for_and_kept() -> None:
    table = begun(pass_values="ask", chance="own")
    for cards in (["dc1", "dc2"], ["dc3"], ["dc5"], ["dc4"]):
        try:
            table.turn(cards)
        except QuestionError as question:
            assert question.draw.key == "pass_vp"
            table.turn([*cards, "4"])
    vp = [line for entry in table.entries for line in entry.events if "value pass_vp" in line]
    assert len(vp) == 1 and vp[0].endswith("= 4")
    assert verify(table) == []


def test_nothing_is_shown_before_it_is_durable() -> None:
    def full_disk(table: Table) -> None:
        raise StorageError(text("error.storage", path="x", why="no space"))

    table = begun()
    before, source = table.board.key(), table.text()
    table.keeper = full_disk
    for act in (lambda: table.tell("vp +1"), table.turn, table.undo, lambda: table.reseed("x")):
        with pytest.raises(StorageError):
            act()
    assert table.board.key() == before
    assert table.text() == source
    assert len(table.entries) == 3


def test_earlier_boards_never_change() -> None:
    table = begun()
    kept = [(table.board_before(i), table.board_before(i).key()) for i in range(len(table.entries))]
    for _ in range(3):
        table.turn()
    table.undo(2)
    for board, key in kept:
        assert board.key() == key
    for i, (_, key) in enumerate(kept):
        assert table.board_before(i).key() == key


def test_a_table_can_start_in_any_position() -> None:
    table = soloist.new("terra_mystica", seed=1, **OPTIONS)
    table.tell(
        "bonus bon6; set phase = playing; set round = 4; automa: put D5 dwelling; automa: mark D5; automa: put G6 temple;"
        "human: put E9 stronghold; set cult.automa.fire = 7; set deck = dc1 dc2 dc3 dc4 dc5 dc6;"
        "set reserve = dc7 dc8 dc9 dc10 dc11 dc12 dc13; vp = 41"
    )
    assert not table.board.status()
    assert table.turn().events


def test_a_seed_is_needed_and_must_be_sane() -> None:
    from soloist.manifest import find_game

    with pytest.raises(UnknownError):
        Table.new(find_game("terra_mystica"), OPTIONS)
    with pytest.raises(ImpossibleError):
        Table.new(find_game("terra_mystica"), OPTIONS, seed="a\nb")


WORDS = st.sampled_from(
    (
        "build transform upgrade bridge cult priest action favor town bonus pass vp set value put remove mark unmark done "
        "human: human2: automa: E9 C3 Z9 r3 A1 to = +3 -9 7 swamp temple th fire fav1 tw3 bon7 act3 bon10 round deck dc1 "
        "dc99 left.automa.dwelling pass_vp.score3.r1_3 ; : * ∞ ß"
    ).split()
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=7).map(" ".join)))
def test_tell_raises_nothing_but_the_documented_errors(words: str) -> None:
    table = begun()
    before = table.board.key()
    try:
        table.tell(words)
    except BadInputError:
        assert table.board.key() == before
    else:
        assert Table.from_text(table.text()).board.key() == table.board.key()


def test_words_of_a_turn_in_two_languages() -> None:
    turn = begun().turn()
    assert "TMA-" in turn.words()
    assert turn.words("de") != turn.words("en")
    assert "TMA-" not in turn.words(why=False)
    with pytest.raises(SoloistError):
        turn.words("tlh")


@pytest.mark.parametrize("seed", ["\udcff", "a\nb", "\x00", "x" * 65])
def test_a_seed_that_cannot_be_written_down_is_refused(seed: str) -> None:
    with pytest.raises(ImpossibleError):
        Table.new(find_game("terra_mystica"), {"level": "automa", "human": "witches"}, seed=seed)


def test_an_entry_that_could_not_be_loaded_again_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun()
    before = table.text(), table.board.key()
    good = GAME.table.parsing

    def deaf(board: Board, line: str) -> Event:
        if "vp +3" in line:
            raise UnknownError(text("error.nothing_told"))
        return good(board, line)

    def wrong(board: Board, line: str) -> Event:
        return good(board, line.replace("vp +3", "vp +4"))

    for parse in (deaf, wrong):
        monkeypatch.setattr(table, "rulebook", replace(GAME.table, parsing=parse))
        with pytest.raises(ImpossibleError) as why:
            table.tell("vp +3")
        assert why.value.text.key == "error.cannot_be_saved"
        assert (table.text(), table.board.key()) == before
        table.tell("vp +2")
        table.undo()
        before = table.text(), table.board.key()


def test_acts_in_a_transaction_become_durable_together() -> None:
    table = begun()
    kept: list[int] = []
    table.keeper = lambda it: kept.append(it.writer.entries)
    before, entries = table.board.key(), len(table.log)
    with table.transaction():
        table.tell("done")
        table.turn()
        assert kept == []
    assert kept == [entries + 2]
    table.undo(2)
    assert table.board.key() == before


def test_a_transaction_that_cannot_be_saved_has_not_happened() -> None:
    def full(_: Table) -> None:
        raise StorageError(text("error.busy"))

    table = begun()
    table.undo()
    table.keeper = full
    before, saved, undone = table.board.key(), table.text(), table.can_redo
    with pytest.raises(StorageError), table.transaction():
        table.tell("done")
        table.turn()
    assert (table.board.key(), table.text(), table.can_redo) == (before, saved, undone)
    table.keeper = None
    table.redo()


def test_a_fault_within_a_transaction_undoes_all_of_its_acts() -> None:
    table = begun()
    kept: list[Table] = []
    table.keeper = kept.append
    before, saved = table.board.key(), table.text()
    with pytest.raises(BadInputError), table.transaction():
        table.tell("done")
        table.tell("build Z99")
    assert (table.board.key(), table.text(), kept) == (before, saved, [])
    table.tell("done")
    assert len(kept) == 1, "its keeper is its own again"


def test_the_page_of_an_act_finds_its_instructions_computed() -> None:
    """They are the result of an act and stand on the page that shows it."""
    table, computed = begun(), list[str]()

    def count(what: str, real: Callable[..., list[Text]]) -> Callable[..., list[Text]]:
        def counting(*args: object) -> list[Text]:
            computed.append(what)
            return real(*args)

        return counting

    table.game = replace(GAME, hands=count("turn", GAME.hands), announces=count("line", GAME.announces))
    entered = table.tell("upgrade E9 to trading_house")
    assert table.instructions_of(len(table.entries) - 1) == entered.hands and computed.count("line") == 1
    turn = table.turn()
    before = len(computed)
    assert turn.hands and table.instructions_of(len(table.entries) - 1) == turn.hands and len(computed) == before
    loaded = Table.from_text(table.text())
    assert loaded.instructions_of(len(table.entries) - 1) == turn.hands
