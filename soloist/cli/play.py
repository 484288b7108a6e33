"""`soloist play`: a conversation at the table, with completion, history, the map in colour and help everywhere."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from itertools import count
from typing import TypeVar

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, InMemoryHistory

from soloist.agents import find_agent, list_agents
from soloist.agents.ai_seats import check_assignment, find_assignment, list_people_seats, list_unknown_agents
from soloist.cli import commands, inspect_commands, reference
from soloist.cli.coaching import show_advice
from soloist.cli.digital_turn import DigitalTurnPrompt
from soloist.cli.printer import Printer, is_terminal
from soloist.core.errors import QuestionError, SoloistError, UnknownError, UnreadableError
from soloist.core.rulebook import Agent
from soloist.core.text import text
from soloist.manifest import find_game, game_ids
from soloist.session.draft import find_turn_start
from soloist.session.file_store import FileStore
from soloist.session.table import Table, Turn
from soloist.session.turn_lookup import find_turn

T = TypeVar("T")
COMMANDS = ("turn", "why", "why-not", "undo", "redo", "map", "show", "log", "data", "rule", "help", "quit")
#: those that take no further word
_ALONE = ("turn", "t", "why", "map", "m", "show", "s", "log", "legal", "moves", "l", "coach", "quit", "exit", "q")
#: where every rule is enforced also
LEGAL_COMMANDS = ("legal", "hint", "coach")


def run_play(args: argparse.Namespace, paper: Printer, store: FileStore) -> int:
    """Play at a table; without a name make a quick-start table that needs nothing from the box."""
    found = _find_or_make(args, paper, store)
    if found is None:  # left before a game was named: nothing was made
        return 0
    name, made = found
    with ExitStack() as stack:
        table = stack.enter_context(store.open_table(name))
        paper.use_game(table.game)
        if not made:
            seat_others(table, args.others)
        if not is_terminal():
            paper.print_line(text("cli.play_no_terminal" if made else "cli.no_terminal", name=name))
            return 0
        for line in list_unknown_agents(table):
            paper.print_line(line, "yellow")
        return PlaySession(paper, store, table, name, make_agents(table)).run_session()


def seat_others(table: Table, words: Sequence[str]) -> None:
    """Who plays other seats of this table from now on: `human2=strong`; with nobody named (`human2=`) a person does."""
    seats, seated = list_people_seats(table), find_assignment(table)
    for word in words:
        seat, told, agent = word.partition("=")
        if seat not in seats or not told:
            raise UnknownError(text("cli.no_seat", got=word), nearest=seats)
        seated[seat] = agent
    if words:
        table.seat_agents(check_assignment(table, {seat: agent for seat, agent in seated.items() if agent}))


def make_agents(table: Table) -> dict[str, Agent]:
    """Whoever plays a seat of this table that no person plays, each with a seed that the table gives."""
    seed = table.setup["seed"]
    return {seat: find_agent(table.rulebook, agent, f"{seed}/{seat}") for seat, agent in find_assignment(table).items()}


def _find_or_make(args: argparse.Namespace, paper: Printer, store: FileStore) -> tuple[str, bool] | None:
    """A table's name, and whether it was made; whoever plays its other seats is seated with that."""
    options = commands.read_options([o for o in [args.table, *args.options] if o and "=" in o])
    name = args.table if args.table and "=" not in args.table else None
    if name is not None and not options and store.has_table(name):
        return str(name), False
    if name is not None:
        if not options and args.game is None:
            store.read_source(name)  # there is none: names the tables there are
        store.new_path(name)
    wanted = args.game or _ask_game(paper)
    if wanted is None:
        return None
    game = find_game(wanted)
    paper.use_game(game)
    if name is None:
        taken = set(store.table_names())
        name = next(f"quick-{n}" for n in count(1) if f"quick-{n}" not in taken)
    seed = options.pop("seed", None) or commands.new_seed()
    book = game.rulebook(commands.find_mode(args))
    table = Table.new(game, {**book.quick, **options}, mode=book.id, owner=store.read_owner_values(game), seed=seed)
    seat_others(table, args.others)
    store.create_table(table, name)
    commands.show_new(paper, table, name)
    return name, True


def _ask_game(paper: Printer) -> str | None:
    """The only game, or the one the player names; None if he leaves instead."""
    ids = game_ids()
    if len(ids) == 1 or not is_terminal():
        return ids[-1]
    session: PromptSession[str] = PromptSession(completer=_AnswerCompleter(list(ids)), complete_while_typing=True)
    options = ", ".join(ids)
    asked = f"{paper.say_word('cli.which_game')} ({options}) [{ids[-1]}] "
    try:
        return session.prompt(asked).strip() or ids[-1]
    except (EOFError, KeyboardInterrupt):
        return None


class _MoveCompleter(Completer):
    """Completes commands, verbs and whatever fits the next slot of a form on this board."""

    def __init__(self, table: Callable[[], Table]) -> None:
        self._table = table

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        before = document.text_before_cursor.rpartition(";")[2].lstrip()
        words = before.split(" ")
        last = words[-1]
        for candidate in sorted(set(self._list_candidates(words[:-1]))):
            if candidate.lower().startswith(last.lower()):
                yield Completion(candidate, start_position=-len(last))

    def _list_candidates(self, words: list[str]) -> Iterable[str]:
        table = self._table()
        if not words:
            yield from COMMANDS
            yield from () if table.legal() is None else (*LEGAL_COMMANDS, "do")
        yield from table.rulebook.list_next_words(table.board, words)
        if words == ["why-not"] and table.last_turn() is not None:
            trace = table.trace_of(find_turn(table, None)[0])
            yield from (name for decision in trace.decisions for name in decision.of)


def _read_steps(word: str) -> int:
    """How many entries; one if nothing is said."""
    if not word:
        return 1
    if not word.isascii() or not word.isdigit() or not 0 < int(word[:9]) < 100_000:
        raise UnreadableError(text("error.want_number", got=word), nearest=["1"])
    return int(word)


class PlaySession:
    """One sitting. Every line is durable before its result is shown."""

    def __init__(
        self, paper: Printer, store: FileStore, table: Table, name: str, others: Mapping[str, Agent] | None = None
    ) -> None:
        self.paper = paper
        self.store = store
        self.table = table
        self.name = name
        self.others = others or {}
        #: what a bare number means: the rows of the list shown last, until something happens
        self._rows: Callable[[str], None] = self.run_digital_turn
        #: how long the log was when something was taken back or brought again: until there is more in it whoever else is due
        #: waits, so that one can go on with that
        self._back_at = -1
        try:
            history: FileHistory | InMemoryHistory = FileHistory(str(store.root / "history"))
        except OSError:
            history = InMemoryHistory()
        self.prompt: PromptSession[str] = PromptSession(
            history=history, completer=_MoveCompleter(lambda: self.table), complete_while_typing=True
        )

    def run_session(self) -> int:
        paper = self.paper
        paper.print_picture(self.table.game, self.table.board)
        commands.show_next(paper, self.table)
        paper.print_line(
            text("cli.play_welcome" if self.table.legal() is None else "cli.play_welcome_digital"), "bright_black"
        )
        while True:
            self.play_ai_seats()
            try:
                line = self.prompt.prompt(f"{self.name}> ").strip()
            except (EOFError, KeyboardInterrupt):
                break
            if line in ("quit", "exit", "q"):
                break
            before = len(self.table.log)
            try:
                self.run_line(line)
            except SoloistError as error:
                paper.print_error(error)
            if len(self.table.log) > before:
                self._rows = self.run_digital_turn
        paper.print_line(text("cli.play_bye", name=self.name))
        return 0

    def run_line(self, line: str) -> None:
        """One line of the player: a command or a move."""
        paper, table = self.paper, self.table
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if rest and word.lower() in _ALONE:
            raise UnreadableError(text("cli.no_more_words", command=word, got=rest), nearest=[word])
        match word.lower():
            case "turn" | "t":
                self.play_automa()
            case "":
                if table.automa_due:
                    self.play_automa()
                else:
                    commands.show_next(paper, table)
            case "?" | "help" | "h":
                self.show_help(rest)
            case "why":
                number, _ = find_turn(table, None)
                paper.print_trace(table.trace_of(number))
            case "why-not" | "whynot":
                if not rest:
                    raise UnknownError(text("cli.why_unknown", option=""))
                inspect_commands.answer_why_not(paper, table, rest.strip())
            case "do" if table.legal() is not None:
                self.run_digital_turn(rest)
            case number if number.isdecimal() and not rest and table.legal() is not None:
                self._rows(number)
            case "undo" | "u":
                whole = rest == "turn" and table.legal() is not None
                commands.take_back(
                    paper, table, len(table.entries) - find_turn_start(table) if whole else _read_steps(rest)
                )
            case "redo":
                commands.bring_again(paper, table, _read_steps(rest))
            case "legal" | "moves" | "l":
                commands.show_legal(paper, table)
            case "hint":
                self.hint(rest or table.rulebook.adviser)
            case "coach":
                self.coach()
            case "map" | "m":
                paper.print_picture(table.game, table.board)
            case "show" | "s":
                inspect_commands.show_table(paper, table)
            case "log":
                inspect_commands.show_log(paper, table)
            case "data":
                found = [datum for datum in table.game.data(table.board) if rest in datum.key]
                if not found:
                    raise UnknownError(text("cli.no_data", got=rest))
                for datum in found:
                    paper.print_line(
                        f"{datum.key} = {datum.value or '?'}  ({paper.say_word(f'origin.{datum.origin}')})"
                    )
            case "rule":
                reference.show_rule(paper, table.game, rest.strip())
            case _:
                self.enter_line(line)
        if word.lower() in ("undo", "u", "redo"):
            self._back_at = len(table.log)

    def play_ai_seats(self) -> None:
        """Whoever else is due decides, until a person or the Automa is."""
        table, made = self.table, False
        if len(table.log) == self._back_at:
            return
        while not table.automa_due and table.deciding in self.others:
            seat = table.deciding
            move = self.others[seat].choose_move(table.board.copy(), table.legal() or ())
            table.play(move)
            self.paper.print_bullets([commands.entry_said(self.paper, table, len(table.entries) - 1)], mark="✓")
            made = True
        if made:
            commands.show_next(self.paper, table)

    def show_help(self, topic: str) -> None:
        paper = self.paper
        paper.print_line(text("cli.play_help"))
        if self.table.legal() is not None:
            paper.print_line(text("cli.play_help_digital"))
            commands.show_legal(paper, self.table)
            return
        for correction in (False, True):
            if correction:
                paper.print_line(text("cli.play_corrections"))
            for form in self.table.game.table.verbs:
                if form.correction is correction and (not topic or topic in form.pattern):
                    rule = f" [{form.rule}]" if form.rule else ""
                    paper.print_line(f"  {form.example:<32} {paper.say_word(f'form.{form.key}')}{rule}")

    def run_digital_turn(self, words: str) -> None:
        """Follow a verb and its place: list what is open, or show what it comes to before it counts."""
        doing = DigitalTurnPrompt(self.paper, self.table)
        if doing(words, self._ask_yes):
            commands.show_next(self.paper, self.table)
        elif doing.deeds and words:
            self._rows = lambda number: self.run_digital_turn(f"{words.split()[0]} {number}")
        else:
            self._rows = self.run_digital_turn

    def hint(self, agent: str) -> None:
        """Say what an agent would do, in words and as the line to type."""
        table, paper = self.table, self.paper
        line = table.ask_agent(agent, list_agents(table.rulebook))
        choice = table.rulebook.describe_move(table.board, table.rulebook.read_move(table.board, line))
        said = f"{paper.choice(table.game, table.board, choice)} ({line})"
        named = agent != table.rulebook.adviser
        paper.print_line(text("cli.hint_of", agent=agent, line=said) if named else text("cli.hint", line=said))

    def coach(self) -> None:
        """Show the best turns; the number of one previews it."""
        turns = show_advice(self.paper, self.table)

        def preview(number: str) -> None:
            if not 0 < int(number[:4]) <= len(turns):
                raise UnknownError(text("cli.no_row", got=number), nearest=[str(n + 1) for n in range(len(turns))])
            if DigitalTurnPrompt(self.paper, self.table).preview(turns[int(number) - 1].lines, self._ask_yes):
                commands.show_next(self.paper, self.table)

        self._rows = preview

    def _ask_yes(self, question: str) -> bool:
        try:
            answer = self.prompt.prompt(f"{question} ", completer=_AnswerCompleter(["yes", "no"])).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return False
        return answer in ("", "y", "yes", self.paper.say_word("cli.yes"))

    def enter_line(self, line: str) -> None:
        told = self._ask_questions(lambda answers: self.table.tell(line, answers))
        if told is not None:
            commands.show_told(self.paper, self.table, told)
            commands.show_next(self.paper, self.table)

    def play_automa(self) -> None:
        done = self._ask_questions(self.table.turn)
        if done is not None:
            self.show_turn(done)

    def show_turn(self, done: Turn) -> None:
        """Show her turn briefly: `show`, `map` and `why` tell the rest."""
        paper, table = self.paper, self.table
        commands.show_what_she_did(paper, table, done)
        commands.show_offers(paper, table)
        if not table.rulebook.by_hand:  # nobody has a board to look at
            lit = 0
            for decision in done.trace.decisions:
                if decision.chosen is not None and decision.of.id == table.game.pictured:
                    lit |= 1 << decision.chosen
            paper.print_picture(table.game, table.board, lit, key=False)
        commands.show_points(paper, table)
        commands.show_next(paper, table)
        paper.print_line(text("cli.look_closer"), "bright_black")

    def _ask_questions(self, act: Callable[[list[str]], T]) -> T | None:
        """Do something; each question it raises is put to the player, until it is done or he gives up."""
        answers: list[str] = []
        while True:
            try:
                return act(answers)
            except QuestionError as question:
                self.paper.print_question(question)
                options = list(question.valid_answers)
                try:
                    answer = self.prompt.prompt("? ", completer=_AnswerCompleter(options)).strip()
                except (EOFError, KeyboardInterrupt):
                    return None
                answers.append(answer or ("none" if question.several else "?"))
            except SoloistError as error:
                if not answers:
                    raise
                self.paper.print_error(error)
                answers.pop()


class _AnswerCompleter(Completer):
    """Completes the answers to a question."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        last = document.get_word_before_cursor(WORD=True)
        for word in self._words:
            if word.lower().startswith(last.lower()):
                yield Completion(word, start_position=-len(last))
