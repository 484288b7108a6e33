"""A whole game in the terminal as on the pages: a verb, then its places, then what it comes to, then yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table as Grid

from soloist.cli.printer import Printer
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError, find_nearest
from soloist.core.menu import ActionKind, Choice
from soloist.core.text import text
from soloist.session.draft import Draft
from soloist.session.table import Table

#: asks a question that is answered with yes or no
Asks = Callable[[str], bool]


class DigitalTurnPrompt:
    """What `do` says and does at a table: `do`, `do VERB`, `do VERB PLACE`; a number of the list will do for either."""

    def __init__(self, paper: Printer, table: Table) -> None:
        self.paper, self.table = paper, table
        self.draft = Draft(table)
        self.deeds = () if self.draft.is_closed else table.rulebook.list_action_kinds(table.board)
        self.choices = [choice for choice in self.draft.list_choices() if choice.group != "done"]

    def __call__(self, words: str, asks: Asks) -> bool:
        """Follow the words as far as they go; whether something was done."""
        if self.draft.is_closed:
            raise ImpossibleError(text("error.game_is_over" if self.table.over else "error.automa_due"))
        verb, *rest = words.split() or [""]
        if not self.deeds:
            return self._choose_among(self.choices, " ".join([verb, *rest]).strip(), asks)
        if not verb:
            self._list_kinds()
            return False
        deed = self._find_kind(verb)
        own = [choice for choice in self.choices if choice.verb == deed.key]
        if not own:
            raise self._find_refusal(deed)
        return self._choose_among(own, " ".join(rest), asks)

    # ---------------------------------------------------------------------------------------------------------- verbs

    def _word_of_kind(self, deed: ActionKind) -> str:
        return self.paper.say_word(f"verb.{deed.key}")

    def _list_kinds(self) -> None:
        paper = self.paper
        paper.print_line(self.table.rulebook.list_prompts(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, deed in enumerate(self.deeds, 1):
            own = [choice for choice in self.choices if choice.verb == deed.key]
            style = "cyan" if own else "bright_black"
            says = "" if deed.says is None else paper.say(deed.says)
            row = (paper.to_rich(self._word_of_kind(deed), style), str(len(own)), paper.to_rich(says, "bright_black"))
            grid.add_row(paper.to_rich(str(number), style), *row)
        paper.console.print(grid)
        paper.print_line(text("cli.do_next"), "bright_black")

    def _find_kind(self, word: str) -> ActionKind:
        """By its number, its key, or how its word begins in the language."""
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(self.deeds):
            return self.deeds[int(word) - 1]
        wanted = word.lower()
        found = [deed for deed in self.deeds if wanted in (deed.key, *deed.also)]
        found = found or [deed for deed in self.deeds if self._word_of_kind(deed).lower().startswith(wanted)]
        if len(found) != 1:
            known = [self._word_of_kind(deed).lower() for deed in self.deeds]
            raise UnknownError(text("cli.no_verb", got=word), nearest=find_nearest(word, known) or known)
        return found[0]

    def _find_refusal(self, deed: ActionKind) -> SoloistError:
        why = self.table.rulebook.find_refusal(self.table.board, deed.key)
        return why or ImpossibleError(text("cli.do_nothing", verb=self._word_of_kind(deed)))

    # --------------------------------------------------------------------------------------------------------- places

    def _label_of(self, choice: Choice) -> str:
        return self.paper.label(self.table.game, self.table.board, choice)

    def _choose_among(self, choices: Sequence[Choice], word: str, asks: Asks) -> bool:
        """List the choices, or carry out the one that is meant: by its number, or by its place if there is one there."""
        if not word:
            self._list_choices(choices)
            return False
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(choices):
            return self.preview(_lines(choices[int(word) - 1]), asks)
        there = [choice for choice in choices if self._label_of(choice).lower() == word.lower()]
        if not there:
            known = list(dict.fromkeys(label for choice in choices if (label := self._label_of(choice))))
            raise UnknownError(text("cli.no_place", got=word), nearest=find_nearest(word, known) or known[:8])
        if len(there) == 1:
            return self.preview(_lines(there[0]), asks)
        self._list_choices(choices, there)
        return False

    def _list_choices(self, choices: Sequence[Choice], shown: Sequence[Choice] | None = None) -> None:
        """With the numbers they have among all of the verb."""
        paper = self.paper
        paper.print_line(self.table.rulebook.list_prompts(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, choice in enumerate(choices, 1):
            if shown is None or choice in shown:
                cost = paper.say(choice.cost) if choice.cost is not None else ""
                row = (str(number), self._label_of(choice), paper.say(choice.says), cost)
                grid.add_row(
                    *(paper.to_rich(cell, style) for cell, style in zip(row, ("cyan", "cyan", "", ""), strict=True))
                )
                for note in choice.notes:
                    grid.add_row("", "", paper.to_rich(paper.say(note), "bright_black"), "")
        paper.console.print(grid)

    # ---------------------------------------------------------------------------------------------------- the preview

    def preview(self, lines: Sequence[str], asks: Asks) -> bool:
        """Show what these moves come to; on yes they are made, and end the turn if nothing else has to be decided in it."""
        draft = Draft(self.table, lines)
        if draft.refused is not None:
            raise draft.refused
        for number, step in enumerate(draft.steps, 1):
            cost = f"  {self.paper.say(step.choice.cost)}" if step.choice.cost is not None else ""
            self.paper.print_line(
                f"{number:>3}  {self.paper.choice(self.table.game, self.table.board, step.choice)}{cost}"
            )
            for note in step.choice.notes:
                self.paper.print_line(f"     {self.paper.say(note)}", "bright_black")
        if not draft.is_closed and not draft.end_line:
            self.paper.print_line(self.table.rulebook.list_prompts(draft.position)[0])
        if not asks(self.paper.say_word("cli.do_confirm")):
            return False
        with self.table.transaction():
            for line in (*draft.lines, *([draft.end_line] if draft.end_line else [])):
                self.table.tell(line)
        return True


def _lines(choice: Choice) -> list[str]:
    return [choice.line, *choice.then]
