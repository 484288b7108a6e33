"""Damaged lines at a digital table and at a table with tracked costs: lines that cannot be read are refused with a
BadInputError, and nothing changes."""

from __future__ import annotations

from random import Random

import pytest

from soloist.core.errors import ImpossibleError, SoloistError
from soloist.core.verbs import Verb
from soloist.games.barrage import digital_rules, table_rules
from soloist.games.barrage.game import GAME
from soloist.games.barrage.player.moves import VERBS
from soloist.session.table import Table

_ODD = ("", "0", "-1", "999", "=", "+", ";", "usa:", "table:", "☃", "6L", "basic_base", "free", "with", "pay", "x" * 60)


def changed(line: str, words: list[str], dice: Random) -> str:
    """Return the line with a word changed, removed, added, shortened, or in another order."""
    found = line.split()
    at = dice.randrange(len(found))
    match dice.randrange(5):
        case 0:
            found[at] = dice.choice(words)
        case 1:
            found.insert(at, dice.choice(words))
        case 2:
            del found[at]
        case 3:
            found[at] = found[at][: dice.randrange(len(found[at]))] + dice.choice("0aU.-/é")
        case _:
            dice.shuffle(found)
    return " ".join(found)


def words_of(verbs: tuple[Verb, ...]) -> list[str]:
    return [*_ODD, *sorted({word for verb in verbs for word in verb.example.split()})]


def tried(at: Table, line: str) -> bool:
    """Return whether a line is accepted; check that a refused one changes nothing."""
    before, entries = at.board.key(), len(at.log)
    try:
        at.tell(line)
    except SoloistError as why:
        assert why.text.key
        assert (at.board.key(), len(at.log)) == (before, entries), line
        return False
    return True


def test_changed_lines_of_a_whole_game_are_played_or_refused() -> None:
    dice, words = Random("trials"), words_of(VERBS)
    options = {"seed": "9", "leeghwater": "yes", "promos": "yes", "draft": "table"}
    at = Table.new(GAME, options, mode="digital")
    agent = digital_rules.RULES.agents["random"]("trials")
    refused = 0
    while refused < 100 and (due := digital_rules.RULES.find_due(at.board)) is not None:
        if due.automa:
            at.turn()
            continue
        move = digital_rules.RULES.write_move(at.board, agent.choose_move(at.board, at.legal() or ()))
        if not any(tried(at, changed(move, words, dice)) for _ in range(4)):
            at.tell(move)
            refused += 4
    assert refused >= 100


def test_changed_lines_at_a_table_with_books_are_booked_or_refused() -> None:
    dice, words = Random("books"), words_of(table_rules.RULES.verbs)
    at = Table.new(GAME, {"seed": "9", "books": "kept", "leeghwater": "yes", "human_officers": "leslie_spencer"})
    at.tell("set phase = actions")
    lines = [verb.example for verb in table_rules.RULES.verbs if verb.key not in ("out", "done")]
    told = sum(tried(at, changed(dice.choice(lines), words, dice)) for _ in range(250))
    assert 10 < told < 200
    assert Table.from_text(at.text()).board.key() == at.board.key()


@pytest.mark.parametrize("promos", ["no", "yes"])
def test_br_156_who_belongs_to_an_unknown_expansion_is_refused_for_that(promos: str) -> None:
    with pytest.raises(ImpossibleError) as why:
        Table.new(
            GAME, {"seed": "1", "humans": "usa", "human_officers": "angelo_alberti", "promos": promos}, mode="digital"
        )
    assert why.value.rule == "BR-156"
