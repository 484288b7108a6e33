"""A DIGITAL turn in the terminal: choose a verb, then a place, preview the result and confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table as Grid

from soloist.cli.printer import Printer
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError, find_nearest
from soloist.core.menu import ActionKind, Choice
from soloist.core.text import text
from soloist.session.draft import Draft
from soloist.session.table import Table

#: asks a yes-or-no question
Confirm = Callable[[str], bool]


class DigitalTurnPrompt:
    """The command `do`: `do`, `do VERB`, `do VERB PLACE`, with numbers of the printed list for verb or place."""

    def __init__(self, printer: Printer, table: Table) -> None:
        self.printer, self.table = printer, table
        self.draft = Draft(table)
        self.kinds = () if self.draft.is_closed else table.rulebook.list_action_kinds(table.board)
        self.choices = [choice for choice in self.draft.list_choices() if choice.group != "done"]

    def __call__(self, words: str, confirm: Confirm) -> bool:
        """Follow the words as far as they go, and return whether a move was made. `confirm` asks before moves count."""
        if self.draft.is_closed:
            raise ImpossibleError(text("error.game_is_over" if self.table.over else "error.automa_due"))
        verb, *rest = words.split() or [""]
        if not self.kinds:
            return self._choose_among(self.choices, " ".join([verb, *rest]).strip(), confirm)
        if not verb:
            self._list_kinds()
            return False
        kind = self._find_kind(verb)
        own = [choice for choice in self.choices if choice.verb == kind.key]
        if not own:
            raise self._find_refusal(kind)
        return self._choose_among(own, " ".join(rest), confirm)

    # ---------------------------------------------------------------------------------------------------------- verbs

    def _word_of_kind(self, kind: ActionKind) -> str:
        return self.printer.say_word(f"verb.{kind.key}")

    def _list_kinds(self) -> None:
        printer = self.printer
        printer.print_line(self.table.rulebook.list_prompts(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, kind in enumerate(self.kinds, 1):
            own = [choice for choice in self.choices if choice.verb == kind.key]
            style = "cyan" if own else "bright_black"
            says = "" if kind.says is None else printer.say(kind.says)
            row = (
                printer.to_rich(self._word_of_kind(kind), style),
                str(len(own)),
                printer.to_rich(says, "bright_black"),
            )
            grid.add_row(printer.to_rich(str(number), style), *row)
        printer.console.print(grid)
        printer.print_line(text("cli.do_next"), "bright_black")

    def _find_kind(self, word: str) -> ActionKind:
        """Return the kind of action by its number, its key or the beginning of its translated word. Raises
        `UnknownError`."""
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(self.kinds):
            return self.kinds[int(word) - 1]
        wanted = word.lower()
        found = [kind for kind in self.kinds if wanted in (kind.key, *kind.also)]
        found = found or [kind for kind in self.kinds if self._word_of_kind(kind).lower().startswith(wanted)]
        if len(found) != 1:
            known = [self._word_of_kind(kind).lower() for kind in self.kinds]
            raise UnknownError(text("cli.no_verb", got=word), nearest=find_nearest(word, known) or known)
        return found[0]

    def _find_refusal(self, kind: ActionKind) -> SoloistError:
        why = self.table.rulebook.find_refusal(self.table.board, kind.key)
        return why or ImpossibleError(text("cli.do_nothing", verb=self._word_of_kind(kind)))

    # --------------------------------------------------------------------------------------------------------- places

    def _label_of(self, choice: Choice) -> str:
        return self.printer.say_label(self.table.game, self.table.board, choice)

    def _choose_among(self, choices: Sequence[Choice], word: str, confirm: Confirm) -> bool:
        """Preview the choice given by its number or place; list the choices if none or several match."""
        if not word:
            self._list_choices(choices)
            return False
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(choices):
            return self.preview(_lines_of(choices[int(word) - 1]), confirm)
        there = [choice for choice in choices if self._label_of(choice).lower() == word.lower()]
        if not there:
            known = list(dict.fromkeys(label for choice in choices if (label := self._label_of(choice))))
            raise UnknownError(text("cli.no_place", got=word), nearest=find_nearest(word, known) or known[:8])
        if len(there) == 1:
            return self.preview(_lines_of(there[0]), confirm)
        self._list_choices(choices, there)
        return False

    def _list_choices(self, choices: Sequence[Choice], shown: Sequence[Choice] | None = None) -> None:
        """Print the choices in `shown`, with their numbers in `choices`."""
        printer = self.printer
        printer.print_line(self.table.rulebook.list_prompts(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, choice in enumerate(choices, 1):
            if shown is None or choice in shown:
                cost = printer.say(choice.cost) if choice.cost is not None else ""
                row = (str(number), self._label_of(choice), printer.say(choice.says), cost)
                grid.add_row(
                    *(printer.to_rich(cell, style) for cell, style in zip(row, ("cyan", "cyan", "", ""), strict=True))
                )
                for note in choice.notes:
                    grid.add_row("", "", printer.to_rich(printer.say(note), "bright_black"), "")
        printer.console.print(grid)

    # ---------------------------------------------------------------------------------------------------- the preview

    def preview(self, lines: Sequence[str], confirm: Confirm) -> bool:
        """Show the result of these moves. If confirmed, make them, and end the turn if nothing else is left to
        decide."""
        draft = Draft(self.table, lines)
        if draft.refused is not None:
            raise draft.refused
        for number, step in enumerate(draft.steps, 1):
            cost = f"  {self.printer.say(step.choice.cost)}" if step.choice.cost is not None else ""
            self.printer.print_line(
                f"{number:>3}  {self.printer.say_choice(self.table.game, self.table.board, step.choice)}{cost}"
            )
            for note in step.choice.notes:
                self.printer.print_line(f"     {self.printer.say(note)}", "bright_black")
        if not draft.is_closed and not draft.end_line:
            self.printer.print_line(self.table.rulebook.list_prompts(draft.position)[0])
        if not confirm(self.printer.say_word("cli.do_confirm")):
            return False
        with self.table.transaction():
            for line in (*draft.lines, *([draft.end_line] if draft.end_line else [])):
                self.table.tell(line)
        return True


def _lines_of(choice: Choice) -> list[str]:
    return [choice.line, *choice.then]
