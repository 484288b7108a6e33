"""A whole game in the terminal as on the pages: a verb, then its places, then what it comes to, then yes or no."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table as Grid

from soloist.cli.printer import Paper
from soloist.core.errors import ImpossibleError, SoloistError, UnknownError, nearest
from soloist.core.menu import Choice, Deed
from soloist.core.text import text
from soloist.session.draft import Draft
from soloist.session.table import Table

#: asks a question that is answered with yes or no
Asks = Callable[[str], bool]


class Doing:
    """What `do` says and does at a table: `do`, `do VERB`, `do VERB PLACE`; a number of the list will do for either."""

    def __init__(self, paper: Paper, table: Table) -> None:
        self.paper, self.table = paper, table
        self.draft = Draft(table)
        self.deeds = () if self.draft.closed else table.rulebook.deeds(table.board)
        self.choices = [choice for choice in self.draft.choices() if choice.group != "done"]

    def __call__(self, words: str, asks: Asks) -> bool:
        """Follow the words as far as they go; whether something was done."""
        if self.draft.closed:
            raise ImpossibleError(text("error.game_is_over" if self.table.over else "error.automa_due"))
        verb, *rest = words.split() or [""]
        if not self.deeds:
            return self._among(self.choices, " ".join([verb, *rest]).strip(), asks)
        if not verb:
            self._verbs()
            return False
        deed = self._deed(verb)
        own = [choice for choice in self.choices if choice.verb == deed.key]
        if not own:
            raise self._nothing(deed)
        return self._among(own, " ".join(rest), asks)

    # ---------------------------------------------------------------------------------------------------------- verbs

    def _word(self, deed: Deed) -> str:
        return self.paper.word(f"verb.{deed.key}")

    def _verbs(self) -> None:
        paper = self.paper
        paper.line(self.table.rulebook.prompt(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, deed in enumerate(self.deeds, 1):
            own = [choice for choice in self.choices if choice.verb == deed.key]
            style = "cyan" if own else "bright_black"
            says = "" if deed.says is None else paper.say(deed.says)
            row = (paper.rich(self._word(deed), style), str(len(own)), paper.rich(says, "bright_black"))
            grid.add_row(paper.rich(str(number), style), *row)
        paper.console.print(grid)
        paper.line(text("cli.do_next"), "bright_black")

    def _deed(self, word: str) -> Deed:
        """By its number, its key, or how its word begins in the language."""
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(self.deeds):
            return self.deeds[int(word) - 1]
        wanted = word.lower()
        found = [deed for deed in self.deeds if wanted in (deed.key, *deed.also)]
        found = found or [deed for deed in self.deeds if self._word(deed).lower().startswith(wanted)]
        if len(found) != 1:
            known = [self._word(deed).lower() for deed in self.deeds]
            raise UnknownError(text("cli.no_verb", got=word), nearest=nearest(word, known) or known)
        return found[0]

    def _nothing(self, deed: Deed) -> SoloistError:
        why = self.table.rulebook.why_nothing(self.table.board, deed.key)
        return why or ImpossibleError(text("cli.do_nothing", verb=self._word(deed)))

    # --------------------------------------------------------------------------------------------------------- places

    def _label(self, choice: Choice) -> str:
        return self.paper.label(self.table.game, self.table.board, choice)

    def _among(self, choices: Sequence[Choice], word: str, asks: Asks) -> bool:
        """List the choices, or carry out the one that is meant: by its number, or by its place if there is one there."""
        if not word:
            self._list(choices)
            return False
        if word.isascii() and word.isdigit() and 0 < int(word[:4]) <= len(choices):
            return self.preview(_lines(choices[int(word) - 1]), asks)
        there = [choice for choice in choices if self._label(choice).lower() == word.lower()]
        if not there:
            known = list(dict.fromkeys(label for choice in choices if (label := self._label(choice))))
            raise UnknownError(text("cli.no_place", got=word), nearest=nearest(word, known) or known[:8])
        if len(there) == 1:
            return self.preview(_lines(there[0]), asks)
        self._list(choices, there)
        return False

    def _list(self, choices: Sequence[Choice], shown: Sequence[Choice] | None = None) -> None:
        """With the numbers they have among all of the verb."""
        paper = self.paper
        paper.line(self.table.rulebook.prompt(self.table.board)[0], "bold")
        grid = Grid(box=None, padding=(0, 1), show_header=False)
        for number, choice in enumerate(choices, 1):
            if shown is None or choice in shown:
                cost = paper.say(choice.cost) if choice.cost is not None else ""
                row = (str(number), self._label(choice), paper.say(choice.says), cost)
                grid.add_row(
                    *(paper.rich(cell, style) for cell, style in zip(row, ("cyan", "cyan", "", ""), strict=True))
                )
                for note in choice.notes:
                    grid.add_row("", "", paper.rich(paper.say(note), "bright_black"), "")
        paper.console.print(grid)

    # ---------------------------------------------------------------------------------------------------- the preview

    def preview(self, lines: Sequence[str], asks: Asks) -> bool:
        """Show what these moves come to; on yes they are made, and end the turn if nothing else has to be decided in it."""
        draft = Draft(self.table, lines)
        if draft.refused is not None:
            raise draft.refused
        for number, step in enumerate(draft.steps, 1):
            cost = f"  {self.paper.say(step.choice.cost)}" if step.choice.cost is not None else ""
            self.paper.line(f"{number:>3}  {self.paper.choice(self.table.game, self.table.board, step.choice)}{cost}")
            for note in step.choice.notes:
                self.paper.line(f"     {self.paper.say(note)}", "bright_black")
        if not draft.closed and not draft.end:
            self.paper.line(self.table.rulebook.prompt(draft.position)[0])
        if not asks(self.paper.word("cli.do_confirm")):
            return False
        with self.table.together():
            for line in (*draft.lines, *([draft.end] if draft.end else [])):
                self.table.tell(line)
        return True


def _lines(choice: Choice) -> list[str]:
    return [choice.line, *choice.then]
