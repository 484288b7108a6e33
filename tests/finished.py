"""Games played to the end by a random human, as saves: made once, and equal on every machine."""

from __future__ import annotations

from functools import cache

from soloist.core.chance import Seeded
from soloist.core.errors import QuestionError
from soloist.core.rulebook import TABLE
from soloist.manifest import find_game
from soloist.session.table import Table


@cache
def finished_text(game: str, mode: str = TABLE, options: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the save of a complete game of seed 5."""
    found = find_game(game)
    book = found.rulebook(mode)
    table = Table.new(found, {**book.quick, **dict(options)}, mode=mode, seed=5)
    human = book.agents["random"]("5") if book.agents else book.random_human(Seeded("5"))
    while not table.over:
        if table.automa_due:
            play_automa_turn(table)
        else:
            table.play(human.choose_move(table.board, table.legal() or ()))
    return table.text()


def play_automa_turn(table: Table) -> None:
    """Play Automa's turn; each question of it gets the first valid answer."""
    answers: list[str] = []
    while True:
        try:
            table.turn(answers)
            return
        except QuestionError as asked:
            answers.append(asked.valid_answers[0])


def finished(game: str, mode: str = TABLE, **options: str) -> Table:
    return Table.from_text(finished_text(game, mode, tuple(sorted(options.items()))))
