"""Play the game that a playthrough's head describes, and write it down."""

from __future__ import annotations

from pathlib import Path

from soloist.core.chance import Seeded
from soloist.core.errors import QuestionError
from soloist.manifest import find_game
from soloist.session.table import Table, Turn
from soloist.session.words import Catalogue

FOLDER = Path(__file__).parent


def head(source: str) -> dict[str, str]:
    """The `# key: value` lines at the top of a playthrough."""
    found = {}
    for line in source.splitlines():
        if not line.startswith("# "):
            break
        key, _, value = line[2:].partition(": ")
        found[key] = value
    return found


def transcript(about: str, game_id: str, seed: str, options: str) -> str:
    """A whole game against the made-up human: every told line, every turn with its reasons, the end."""
    game = find_game(game_id)
    catalogue = Catalogue("en", game)
    chosen = dict(pair.split("=", 1) for pair in options.split())
    table = Table.new(game, chosen, seed=seed)
    chance = Seeded(f"{seed} human", answers_too=True)
    lines = [f"# about: {about}", f"# game: {game_id}", f"# seed: {seed}", f"# options: {options}", ""]
    lines += [f"lay out: {catalogue.say(line)}" for line in game.layout(table.board)]
    human_tells(table, chance, lines)
    while not table.over:
        if table.automa_due:
            lines += ["", f"== turn {len(table.entries) + 1}", automa_turns(table, chance).words("en")]
        else:
            human_tells(table, chance, lines)
        lines += [f"problem: {catalogue.say(p.text)}" for p in table.board.status()]
    lines += ["", *(catalogue.say(line) for line in table.rulebook.list_prompts(table.board))]
    lines += [f"{key} = {value}" for key, value in table.board.facts().items()]
    return "\n".join(lines) + "\n"


def human_tells(table: Table, chance: Seeded, lines: list[str]) -> None:
    told = table.game.table.random_human(chance).choose_move(table.board, ()).lines
    if not told:  # nothing to do before the first phase
        return
    answers: list[str] = []
    while True:
        try:
            result = table.tell("; ".join(told), answers)
            break
        except QuestionError as question:
            answers.append(_answer(question, chance))
    lines += ["", f"told: {'; '.join(told)}"]
    catalogue = Catalogue("en", table.game)
    lines += [f"doubt: {catalogue.say(p.text)}" for p in result.problems]
    lines += [f"-> {catalogue.say(line)}" for line in result.hands]


def automa_turns(table: Table, chance: Seeded) -> Turn:
    answers: list[str] = []
    while True:
        try:
            return table.turn(answers)
        except QuestionError as question:
            answers.append(_answer(question, chance))


def _answer(question: QuestionError, chance: Seeded) -> str:
    if question.several:
        return " ".join(question.draw.of.name_options(chance.pick_subset(question.draw, question.among))) or "none"
    return question.draw.of.name_option(chance.pick_option(question.draw, question.among))
