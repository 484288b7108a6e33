"""Output to the terminal: prints `Text` in the chosen language or JSON, and decides nothing."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text as Rich

from soloist.core.board import Board, Problem
from soloist.core.errors import QuestionError, SoloistError
from soloist.core.explain import Line, WhyNot, explain
from soloist.core.menu import Choice
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.manifest import Game, Span
from soloist.session import serialize
from soloist.session.words import Catalogue, say_options

LAMP = "#c98a12"
#: columns shared by the parts of a wide board; no field of a game is wider
_OVERLAP = 8
QUIET = "bright_black"


#: control characters except tab and newline, and bidirectional marks: a terminal would execute them
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
#: those of them that JSON does not escape, and lone surrogates from undecodable file names
_RAW = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_BLANKS = re.compile("[ \t]+(?=\n)")


def clean_words(words: str) -> str:
    """Return untrusted text with control characters replaced, so that a file or a name cannot control the terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", words)


class _TrimmedStream:
    """Standard output or error for programs and files, without trailing blanks."""

    def __init__(self, name: str) -> None:
        self._name = name

    def write(self, words: str) -> int:
        getattr(sys, self._name).write(_BLANKS.sub("", words))
        return len(words)

    def __getattr__(self, name: str) -> Any:
        return getattr(getattr(sys, self._name), name)


def _open_stream(name: str) -> IO[str] | None:
    """Return the stream of a console; None for a terminal, which rich then looks up at each write."""
    return None if getattr(sys, name).isatty() else cast(IO[str], _TrimmedStream(name))


class _PrinterConsole(Console):
    def on_broken_pipe(self) -> None:
        """Raise the error. By default rich would exit with code 1, which means "no" here."""
        raise BrokenPipeError


class Printer:
    """Prints the answers of a command: words for people, or one JSON value."""

    def __init__(self, catalogue: Catalogue, *, as_json: bool = False, colour: bool | None = None) -> None:
        self.catalogue = catalogue
        self.as_json = as_json
        #: the command to type with the answer to a question
        self.answer_with = ""
        plain = colour is False
        self.console = _PrinterConsole(
            file=_open_stream("stdout"),
            no_color=plain,
            highlight=False,
            soft_wrap=False,
            force_terminal=colour if colour else None,
        )
        self.errors = _PrinterConsole(
            file=_open_stream("stderr"), stderr=True, no_color=plain, highlight=False, soft_wrap=False
        )

    def use_game(self, game: Game) -> None:
        """Use the words of this game from now on."""
        self.catalogue = Catalogue(self.catalogue.language, game)

    def say(self, value: object) -> str:
        return self.catalogue.say(value)

    def say_word(self, key: str, **args: object) -> str:
        return self.say(text(key, **args))

    # ------------------------------------------------------------------------------------------------------- output

    def print_json(self, value: object) -> None:
        """Print a value as JSON. Characters that the output cannot encode are escaped."""
        whole = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
        said = json.dumps(value, ensure_ascii=not whole, indent=2)
        print(_RAW.sub(lambda found: f"\\u{ord(found[0]):04x}", said))

    def to_rich(self, words: object, style: str = "") -> Rich:
        """Return words in a style, without control characters."""
        return Rich(clean_words(self.say(words)), style=style)

    def print_line(self, words: object = "", style: str = "", *, whole: bool = False) -> None:
        """Print a line. With `whole` it is not wrapped, for instance a file name."""
        self.console.print(self.to_rich(words, style), soft_wrap=whole)

    def print_aside(self, words: object, style: str = "", *, whole: bool = False) -> None:
        """Print a message to standard error, which is not part of the answer."""
        self.errors.print(self.to_rich(words, style), soft_wrap=whole)

    def print_waiting(self, name: str) -> None:
        """Print that another program has this table open."""
        self.print_aside(text("cli.waiting", name=name), QUIET)

    def print_fault(self, why: BaseException, details: Path | None) -> None:
        """Print an internal fault briefly, with the file that holds the details."""
        what = f"{type(why).__name__}: {str(why).partition(chr(10))[0][:200]}"
        said = text("cli.fault", what=what, path=str(details)) if details else text("cli.fault_lost", what=what)
        if self.as_json:
            self.print_json({"error": {"kind": "Fault", "message": self.say(said), "file": str(details or "")}})
        else:
            self.print_aside(said, "red", whole=True)

    def print_heading(self, key: str, **args: object) -> None:
        self.console.print(self.to_rich(text(key, **args), f"bold {LAMP}"))

    def print_bullets(self, lines: Iterable[object], mark: str = "•", style: str = "") -> None:
        for line in lines:
            grid = Grid.grid(padding=(0, 1))
            grid.add_column(width=len(mark))
            grid.add_column(overflow="fold")
            grid.add_row(Rich(mark, style=LAMP), self.to_rich(line, style))
            self.console.print(Padding(grid, (0, 0, 0, 2)))

    def print_error(self, error: SoloistError) -> None:
        """Print an error; with --json as an object on standard output."""
        if self.as_json:
            self.print_json({"error": self.error_as_data(error)})
            return
        if isinstance(error, QuestionError):
            self.print_question(error)
            return
        self.print_aside(f"{self.say_word('cli.error')}: {self.catalogue.say_error(error)}", "red")
        if self._knows_rule(error.rule):
            title, says = self.catalogue.rule_title(error.rule), self.catalogue.rule_says(error.rule)
            self.print_aside(f"{error.rule}  {title}: {says}", QUIET)

    def print_usage_error(self, usage: str, message: str) -> None:
        """Print a usage error with the correct usage."""
        if self.as_json:
            self.print_json({"error": {"kind": "UsageError", "message": message, "usage": usage}})
            return
        self.print_aside(self.say_word("usage.usage") + usage, whole=True)
        self.print_aside(f"{self.say_word('cli.error')}: {message}", "red")

    def error_as_data(self, error: SoloistError) -> dict[str, object]:
        """Return an error as plain values, without empty ones."""
        found = {key: value for key, value in serialize.serialize_error(error, self.catalogue).items() if value}
        if isinstance(error, QuestionError):
            found.update(question=error.draw.key, options=list(error.valid_answers), several=error.several)
        if self._knows_rule(error.rule):
            found.update(
                rule_title=self.catalogue.rule_title(error.rule), rule_says=self.catalogue.rule_says(error.rule)
            )
        return found

    def _knows_rule(self, rule: str) -> bool:
        return bool(rule) and self.catalogue.game is not None and rule in self.catalogue.game.rules()

    def _option_with_name(self, question: QuestionError, name: str) -> str:
        """Return an answer as it is typed, followed by its name if that differs."""
        of = question.draw.of
        said = self.say(of.option_value(of.find_option(name) or 0))
        return name if said == name else f"{name} ({said})"

    def print_question(self, question: QuestionError) -> None:
        rule = f" [{question.rule}]" if question.rule else ""
        self.print_aside(f"{self.say_word('cli.question')}: {self.say(question.text)}{rule}", f"bold {LAMP}")
        if len(question.valid_answers) <= 40:
            self.print_aside(
                text(
                    "cli.options",
                    options=tuple(self._option_with_name(question, name) for name in question.valid_answers),
                )
            )
        if question.several:
            self.print_aside(text("cli.several"))
        if self.answer_with:
            self.print_aside(text("cli.answer_with", command=self.answer_with))

    def print_problems(self, problems: Sequence[Problem]) -> None:
        for problem in problems:
            rule = f" [{problem.rule}]" if problem.rule else ""
            words = f"{self.say_word('cli.warning')}: {self.say(problem.text)}{rule}"
            self.console.print(Padding(self.to_rich(words, "yellow"), (0, 0, 0, 2)))

    # ------------------------------------------------------------------------------------------------- explanations

    def print_trace(self, trace: Trace) -> None:
        """Print each step of the decisions: rule number, options left, options ruled out and the values that lost."""
        for line in explain(trace):
            self._print_line_of_trace(line)

    def _print_line_of_trace(self, line: Line) -> None:
        if line.kind == "procedure":
            self.console.print(Padding(self.to_rich(f"{line.rule:<9} {self.say(line.says)}", "bold"), (0, 0, 0, 2)))
            return
        grid = Grid.grid(padding=(0, 1))
        grid.add_column(width=9, style="cyan")
        grid.add_column(ratio=1)
        said = self.to_rich(line.says)
        if not line.applied:
            said.append(f" - {self.say_word('explain.applied_not')}" if line.kind == "narrow" else "", style=QUIET)
        elif line.kind in ("valid", "narrow"):
            said.append(": ")
            said.append(
                clean_words(say_options(self.catalogue, line.left)), style="bold" if len(line.left) == 1 else ""
            )
            if line.dropped:
                dropped = clean_words(say_options(self.catalogue, line.dropped))
                said.append(f"  ({self.say_word('explain.drops', options=dropped)})", style=QUIET)
        grid.add_row(Rich(clean_words(line.rule)), said)
        if line.why:
            grid.add_row("", self.to_rich("; ".join(self.say(w) for w in line.why), QUIET))
        self.console.print(Padding(grid, (0, 0, 0, 2)))

    def print_changes(self, trace: Trace) -> None:
        """Print for each decision what would have changed it."""
        for decision in serialize.serialize_changes(trace, self.catalogue):
            head = decision["procedure"] + (f": {decision['chosen']}" if decision["chosen"] else "")
            self.console.print(Padding(self.to_rich(f"{decision['rule']:<9} {head}", "bold"), (0, 0, 0, 2)))
            grid = Grid.grid(padding=(0, 1))
            grid.add_column(width=9, style="cyan")
            grid.add_column(ratio=1)
            for change in decision["changes"]:
                grid.add_row(Rich(clean_words(change["rule"])), self.to_rich(change["says"]))
            self.console.print(Padding(grid, (0, 0, 0, 2)))

    def trace_as_data(self, trace: Trace) -> list[dict[str, object]]:
        return serialize.serialize_trace(trace, self.catalogue)

    def print_why_not(self, place: str, answer: WhyNot) -> None:
        said = serialize.serialize_why_not(place, answer, self.catalogue)
        self.print_line(f"{said['sentence']} [{said['rule']}]")
        for value in [*said["values"], said["needed"]]:
            if value:
                self.console.print(Padding(self.to_rich(value, QUIET), (0, 0, 0, 4)))
        if said["winner"] and said["fate"] not in ("chosen", "answered"):
            self.console.print(Padding(self.to_rich(text("cli.why_winner", winner=said["winner"])), (0, 0, 0, 4)))

    def why_not_as_data(self, place: str, answer: WhyNot) -> dict[str, object]:
        """Return the answer to why-not as plain values."""
        said = serialize.serialize_why_not(place, answer, self.catalogue)
        found = {key: said[key] for key in ("procedure", "fate", "rule", "values")}
        return {**found, "says": said["reason"], "needed": said["needed"] or None, "winner": said["winner"] or None}

    def problems_as_data(self, problems: Sequence[Problem]) -> list[dict[str, object]]:
        return serialize.serialize_problems(problems, self.catalogue)

    # ---------------------------------------------------------------------------------------------------- the board

    def say_label(self, game: Game, board: Board, choice: Choice) -> str:
        """Return the label of the place a choice is about; empty where it is about none."""
        place = game.screen.place(board, choice.place, self.say) if choice.place else None
        return "" if place is None else place.label

    def say_choice(self, game: Game, board: Board, choice: Choice) -> str:
        """Return a choice in words, with its place unless they name it: `Build a dwelling A2`."""
        said, label = self.say(choice.says), self.say_label(game, board, choice)
        return said if not label or label in said else f"{said} {label}"

    def print_picture(self, game: Game, board: Board, lit: int = 0, *, key: bool = True) -> None:
        """Print the board with its legend. A board wider than the terminal is split into parts that overlap, so that
        every field is complete in one of them."""
        lines = []
        for spans in game.picture(board, lit):
            line = Rich(no_wrap=True)
            for span in spans:
                line.append(clean_words(span.text), style=_style_of(game.palette, span))
            lines.append(line)
        room = max(self.console.width, 2 * _OVERLAP)
        wide = max((len(line.plain.rstrip()) for line in lines), default=0)
        starts = range(0, max(wide - _OVERLAP, 1), room - _OVERLAP) if wide > room else range(1)
        if len(starts) > 1:
            self.print_line(text("cli.picture_parts", wide=wide, room=room, n=len(starts)), QUIET)
        for number, start in enumerate(starts, 1):
            if len(starts) > 1:
                self.print_line(text("cli.picture_part", number=number, n=len(starts)), QUIET)
            for line in lines:
                self.console.print(line[start : start + room], overflow="crop", no_wrap=True)
        if key:
            self.print_line(text("picture.key"), QUIET)

    def say_texts(self, lines: Iterable[Text]) -> list[str]:
        return [self.say(line) for line in lines]


def _style_of(palette: Mapping[str, tuple[str, str]], span: Span) -> Style:
    ink, ground = palette.get(span.style, ("", ""))
    return Style(color=ink or None, bgcolor=ground or None)


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
