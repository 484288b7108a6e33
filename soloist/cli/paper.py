"""How things look in the terminal. Nothing here decides anything; it prints `Text` in the chosen language."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text as Rich

from soloist.core.board import Board, Problem
from soloist.core.errors import QuestionError, SoloistError
from soloist.core.explain import Line, WhyNot, explain
from soloist.core.game import Game, Span
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.modes import present
from soloist.modes.words import Catalogue, listed

LAMP = "#c98a12"
QUIET = "bright_black"


class Paper:
    """Where the answers of a command go: words for people, or one JSON value."""

    def __init__(self, catalogue: Catalogue, *, as_json: bool = False, colour: bool | None = None) -> None:
        self.catalogue = catalogue
        self.as_json = as_json
        #: the command that takes the answer to a question
        self.answer_with = ""
        plain = colour is False
        self.console = Console(
            no_color=plain, highlight=False, soft_wrap=False, force_terminal=colour if colour else None
        )
        self.errors = Console(stderr=True, no_color=plain, highlight=False, soft_wrap=False)

    def use(self, game: Game) -> None:
        """Speak of this game from now on."""
        self.catalogue = Catalogue(self.catalogue.language, game)

    def say(self, value: object) -> str:
        return self.catalogue.say(value)

    def word(self, key: str, **args: object) -> str:
        return self.say(text(key, **args))

    # ------------------------------------------------------------------------------------------------------- output

    def json(self, value: object) -> None:
        print(json.dumps(value, ensure_ascii=False, indent=2))

    def line(self, words: object = "", style: str = "") -> None:
        self.console.print(Rich(self.say(words), style=style))

    def heading(self, key: str, **args: object) -> None:
        self.console.print(Rich(self.word(key, **args), style=f"bold {LAMP}"))

    def bullets(self, lines: Iterable[object], mark: str = "•", style: str = "") -> None:
        for line in lines:
            grid = Grid.grid(padding=(0, 1))
            grid.add_column(width=len(mark))
            grid.add_column(overflow="fold")
            grid.add_row(Rich(mark, style=LAMP), Rich(self.say(line), style=style))
            self.console.print(Padding(grid, (0, 0, 0, 2)))

    def error(self, error: SoloistError) -> None:
        """One clear message; with --json an object on standard output."""
        if self.as_json:
            self.json({"error": self.error_dict(error)})
            return
        if isinstance(error, QuestionError):
            self.question(error)
            return
        self.errors.print(Rich(f"{self.word('cli.error')}: {self.catalogue.error(error)}", style="red"))

    def error_dict(self, error: SoloistError) -> dict[str, object]:
        """An error as scripts know it: what it has nothing to say about is left out."""
        found = {key: value for key, value in present.error(error, self.catalogue).items() if value}
        if isinstance(error, QuestionError):
            found.update(question=error.draw.key, options=list(error.options), several=error.several)
        return found

    def question(self, question: QuestionError) -> None:
        rule = f" [{question.rule}]" if question.rule else ""
        self.errors.print(Rich(f"{self.word('cli.question')}: {self.say(question.text)}{rule}", style=f"bold {LAMP}"))
        if len(question.options) <= 40:
            self.errors.print(Rich(self.word("cli.options", options=question.options)))
        if question.several:
            self.errors.print(Rich(self.word("cli.several")))
        if self.answer_with:
            self.errors.print(Rich(self.word("cli.answer_with", command=self.answer_with)))

    def problems(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            rule = f" [{problem.rule}]" if problem.rule else ""
            words = f"{self.word('cli.warning')}: {self.say(problem.text)}{rule}"
            self.console.print(Padding(Rich(words, style="yellow"), (0, 0, 0, 2)))

    # ------------------------------------------------------------------------------------------------- explanations

    def explanation(self, trace: Trace) -> None:
        """Each narrowing with its rule number, the options left, those dropped and the values that lost."""
        for line in explain(trace):
            self._explained(line)

    def _explained(self, line: Line) -> None:
        if line.kind == "procedure":
            self.console.print(Padding(Rich(f"{line.rule:<9} {self.say(line.says)}", style="bold"), (0, 0, 0, 2)))
            return
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(width=9, style="cyan")
        grid.add_column(ratio=1)
        said = Rich(self.say(line.says))
        if not line.applied:
            said.append(f" - {self.word('explain.applied_not')}" if line.kind == "narrow" else "", style=QUIET)
        elif line.kind in ("valid", "narrow"):
            said.append(": ")
            said.append(listed(self.catalogue, line.left), style="bold" if len(line.left) == 1 else "")
            if line.dropped:
                dropped = listed(self.catalogue, line.dropped)
                said.append(f"  ({self.word('explain.drops', options=dropped)})", style=QUIET)
        grid.add_row(line.rule, said)
        if line.why:
            grid.add_row("", Rich("; ".join(self.say(w) for w in line.why), style=QUIET))
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def explanation_dict(self, trace: Trace) -> list[dict[str, object]]:
        return present.explanation(trace, self.catalogue)

    def why_not(self, place: str, answer: WhyNot) -> None:
        said = present.why_not(place, answer, self.catalogue)
        self.line(f"{said['sentence']} [{said['rule']}]")
        for value in [*said["values"], said["needed"]]:
            if value:
                self.console.print(Padding(Rich(value, style=QUIET), (0, 0, 0, 4)))
        if said["winner"] and said["fate"] not in ("chosen", "answered"):
            self.console.print(Padding(Rich(self.word("cli.why_winner", winner=said["winner"])), (0, 0, 0, 4)))

    def why_not_dict(self, place: str, answer: WhyNot) -> dict[str, object]:
        """The same as scripts know it."""
        said = present.why_not(place, answer, self.catalogue)
        found = {key: said[key] for key in ("procedure", "fate", "rule", "values")}
        return {**found, "says": said["reason"], "needed": said["needed"] or None, "winner": said["winner"] or None}

    def problem_dicts(self, problems: Sequence[Problem]) -> list[dict[str, object]]:
        return present.problems(problems, self.catalogue)

    # ---------------------------------------------------------------------------------------------------- the board

    def picture(self, game: Game, board: Board, lit: int = 0) -> None:
        for spans in game.picture(board, lit):
            line = Rich(no_wrap=True)
            for span in spans:
                line.append(span.text, style=_style(game.palette, span))
            self.console.print(line, overflow="crop", no_wrap=True)

    def texts(self, lines: Iterable[Text]) -> list[str]:
        return [self.say(line) for line in lines]


def _style(palette: Mapping[str, tuple[str, str]], span: Span) -> Style:
    ink, ground = palette.get(span.style, ("", ""))
    return Style(color=ink or None, bgcolor=ground or None)


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
