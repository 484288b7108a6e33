"""The command `soloist play`: an interactive session with completion, history, a coloured map and help."""

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
#: commands without arguments
_ALONE = ("turn", "t", "why", "map", "m", "show", "s", "log", "legal", "moves", "l", "coach", "quit", "exit", "q")
#: additional commands in DIGITAL mode
LEGAL_COMMANDS = ("legal", "hint", "coach")


def run_play(args: argparse.Namespace, printer: Printer, store: FileStore) -> int:
    """Play at a table. Without a name, create a quick-start table that needs no values from the box."""
    found = _find_or_make(args, printer, store)
    if found is None:  # the player left before choosing a game
        return 0
    name, made = found
    with ExitStack() as stack:
        table = stack.enter_context(store.open_table(name))
        printer.use_game(table.game)
        if not made:
            seat_agents(table, args.others)
        if not is_terminal():
            printer.print_line(text("cli.play_no_terminal" if made else "cli.no_terminal", name=name))
            return 0
        for line in list_unknown_agents(table):
            printer.print_line(line, "yellow")
        return PlaySession(printer, store, table, name, make_agents(table)).run_session()


def seat_agents(table: Table, words: Sequence[str]) -> None:
    """Assign agents to seats of this table: `human2=strong`; `human2=` returns the seat to a person."""
    seats, seated = list_people_seats(table), find_assignment(table)
    for word in words:
        seat, told, agent = word.partition("=")
        if seat not in seats or not told:
            raise UnknownError(text("cli.no_seat", got=word), nearest=seats)
        seated[seat] = agent
    if words:
        table.seat_agents(check_assignment(table, {seat: agent for seat, agent in seated.items() if agent}))


def make_agents(table: Table) -> dict[str, Agent]:
    """Return the agents of the AI seats of this table, each with a seed derived from the table's."""
    seed = table.setup["seed"]
    return {seat: find_agent(table.rulebook, agent, f"{seed}/{seat}") for seat, agent in find_assignment(table).items()}


def _find_or_make(args: argparse.Namespace, printer: Printer, store: FileStore) -> tuple[str, bool] | None:
    """Return a table's name and whether it was created, with its AI seats assigned; None if the player left."""
    options = commands.read_options([o for o in [args.table, *args.options] if o and "=" in o])
    name = args.table if args.table and "=" not in args.table else None
    if name is not None and not options and store.has_table(name):
        return str(name), False
    if name is not None:
        if not options and args.game is None:
            store.read_source(name)  # raises an error that names the existing tables
        store.new_path(name)
    wanted = args.game or _ask_game(printer)
    if wanted is None:
        return None
    game = find_game(wanted)
    printer.use_game(game)
    if name is None:
        taken = set(store.table_names())
        name = next(f"quick-{n}" for n in count(1) if f"quick-{n}" not in taken)
    seed = options.pop("seed", None) or commands.new_seed()
    book = game.rulebook(commands.find_mode(args))
    table = Table.new(game, {**book.quick, **options}, mode=book.id, owner=store.read_owner_values(game), seed=seed)
    seat_agents(table, args.others)
    store.create_table(table, name)
    commands.show_new(printer, table, name)
    return name, True


def _ask_game(printer: Printer) -> str | None:
    """Return the only game, or the one the player names; None if the player leaves instead."""
    ids = game_ids()
    if len(ids) == 1 or not is_terminal():
        return ids[-1]
    session: PromptSession[str] = PromptSession(completer=_AnswerCompleter(list(ids)), complete_while_typing=True)
    options = ", ".join(ids)
    asked = f"{printer.say_word('cli.which_game')} ({options}) [{ids[-1]}] "
    try:
        return session.prompt(asked).strip() or ids[-1]
    except (EOFError, KeyboardInterrupt):
        return None


class _MoveCompleter(Completer):
    """Completes commands, verbs, and values for the next slot on this board."""

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
    """Return the number of entries; 1 for an empty word. Raises `UnreadableError`."""
    if not word:
        return 1
    if not word.isascii() or not word.isdigit() or not 0 < int(word[:9]) < 100_000:
        raise UnreadableError(text("error.want_number", got=word), nearest=["1"])
    return int(word)


class PlaySession:
    """One interactive session. Every line is durable before its result is printed."""

    def __init__(
        self, printer: Printer, store: FileStore, table: Table, name: str, others: Mapping[str, Agent] | None = None
    ) -> None:
        self.printer = printer
        self.store = store
        self.table = table
        self.name = name
        self.others = others or {}
        #: handles a bare number: a row of the list printed last, until the log changes
        self._rows: Callable[[str], None] = self.run_digital_turn
        #: length of the log after the last undo or redo: AI seats wait until it grows, so that several steps can be
        #: undone or redone
        self._back_at = -1
        try:
            history: FileHistory | InMemoryHistory = FileHistory(str(store.root / "history"))
        except OSError:
            history = InMemoryHistory()
        self.prompt: PromptSession[str] = PromptSession(
            history=history, completer=_MoveCompleter(lambda: self.table), complete_while_typing=True
        )

    def run_session(self) -> int:
        printer = self.printer
        printer.print_picture(self.table.game, self.table.board)
        commands.show_next(printer, self.table)
        printer.print_line(
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
                printer.print_error(error)
            if len(self.table.log) > before:
                self._rows = self.run_digital_turn
        printer.print_line(text("cli.play_bye", name=self.name))
        return 0

    def run_line(self, line: str) -> None:
        """Run one line of the player: a command or a move."""
        printer, table = self.printer, self.table
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
                    commands.show_next(printer, table)
            case "?" | "help" | "h":
                self.show_help(rest)
            case "why":
                number, _ = find_turn(table, None)
                printer.print_trace(table.trace_of(number))
            case "why-not" | "whynot":
                if not rest:
                    raise UnknownError(text("cli.why_unknown", option=""))
                inspect_commands.answer_why_not(printer, table, rest.strip())
            case "do" if table.legal() is not None:
                self.run_digital_turn(rest)
            case number if number.isdecimal() and not rest and table.legal() is not None:
                self._rows(number)
            case "undo" | "u":
                whole = rest == "turn" and table.legal() is not None
                commands.undo_entries(
                    printer, table, len(table.entries) - find_turn_start(table) if whole else _read_steps(rest)
                )
            case "redo":
                commands.redo_entries(printer, table, _read_steps(rest))
            case "legal" | "moves" | "l":
                commands.show_legal(printer, table)
            case "hint":
                self.show_hint(rest or table.rulebook.adviser)
            case "coach":
                self.show_coach()
            case "map" | "m":
                printer.print_picture(table.game, table.board)
            case "show" | "s":
                inspect_commands.show_table(printer, table)
            case "log":
                inspect_commands.show_log(printer, table)
            case "data":
                found = [datum for datum in table.game.data(table.board) if rest in datum.key]
                if not found:
                    raise UnknownError(text("cli.no_data", got=rest))
                for datum in found:
                    printer.print_line(
                        f"{datum.key} = {datum.value or '?'}  ({printer.say_word(f'origin.{datum.origin}')})"
                    )
            case "rule":
                reference.show_rule(printer, table.game, rest.strip())
            case _:
                self.enter_line(line)
        if word.lower() in ("undo", "u", "redo"):
            self._back_at = len(table.log)

    def play_ai_seats(self) -> None:
        """Play the AI seats until a person or the Automa has to decide."""
        table, made = self.table, False
        if len(table.log) == self._back_at:
            return
        while not table.automa_due and table.deciding in self.others:
            seat = table.deciding
            move = self.others[seat].choose_move(table.board.copy(), table.legal() or ())
            table.play(move)
            self.printer.print_bullets([commands.say_entry(self.printer, table, len(table.entries) - 1)], mark="✓")
            made = True
        if made:
            commands.show_next(self.printer, table)

    def show_help(self, topic: str) -> None:
        printer = self.printer
        printer.print_line(text("cli.play_help"))
        if self.table.legal() is not None:
            printer.print_line(text("cli.play_help_digital"))
            commands.show_legal(printer, self.table)
            return
        for correction in (False, True):
            if correction:
                printer.print_line(text("cli.play_corrections"))
            for form in self.table.game.table.verbs:
                if form.correction is correction and (not topic or topic in form.pattern):
                    rule = f" [{form.rule}]" if form.rule else ""
                    printer.print_line(f"  {form.example:<32} {printer.say_word(f'form.{form.key}')}{rule}")

    def run_digital_turn(self, words: str) -> None:
        """Follow a verb and its place: list the open choices, or preview the result and ask."""
        prompt = DigitalTurnPrompt(self.printer, self.table)
        if prompt(words, self._ask_yes):
            commands.show_next(self.printer, self.table)
        elif prompt.kinds and words:
            self._rows = lambda number: self.run_digital_turn(f"{words.split()[0]} {number}")
        else:
            self._rows = self.run_digital_turn

    def show_hint(self, agent: str) -> None:
        """Print an agent's move, in words and as the line to type."""
        table, printer = self.table, self.printer
        line = table.ask_agent(agent, list_agents(table.rulebook))
        choice = table.rulebook.describe_move(table.board, table.rulebook.read_move(table.board, line))
        said = f"{printer.say_choice(table.game, table.board, choice)} ({line})"
        named = agent != table.rulebook.adviser
        printer.print_line(text("cli.hint_of", agent=agent, line=said) if named else text("cli.hint", line=said))

    def show_coach(self) -> None:
        """Print the best turns; a number then previews one of them."""
        turns = show_advice(self.printer, self.table)

        def preview(number: str) -> None:
            if not 0 < int(number[:4]) <= len(turns):
                raise UnknownError(text("cli.no_row", got=number), nearest=[str(n + 1) for n in range(len(turns))])
            if DigitalTurnPrompt(self.printer, self.table).preview(turns[int(number) - 1].lines, self._ask_yes):
                commands.show_next(self.printer, self.table)

        self._rows = preview

    def _ask_yes(self, question: str) -> bool:
        try:
            answer = self.prompt.prompt(f"{question} ", completer=_AnswerCompleter(["yes", "no"])).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return False
        return answer in ("", "y", "yes", self.printer.say_word("cli.yes"))

    def enter_line(self, line: str) -> None:
        told = self._ask_questions(lambda answers: self.table.tell(line, answers))
        if told is not None:
            commands.show_told(self.printer, self.table, told)
            commands.show_next(self.printer, self.table)

    def play_automa(self) -> None:
        done = self._ask_questions(self.table.turn)
        if done is not None:
            self.show_turn(done)

    def show_turn(self, done: Turn) -> None:
        """Print the Automa's turn briefly; `show`, `map` and `why` print the rest."""
        printer, table = self.printer, self.table
        commands.show_what_she_did(printer, table, done)
        commands.show_offers(printer, table)
        if not table.rulebook.by_hand:  # there is no physical board to look at
            lit = 0
            for decision in done.trace.decisions:
                if decision.chosen is not None and decision.of.id == table.game.pictured:
                    lit |= 1 << decision.chosen
            printer.print_picture(table.game, table.board, lit, key=False)
        commands.show_points(printer, table)
        commands.show_next(printer, table)
        printer.print_line(text("cli.look_closer"), "bright_black")

    def _ask_questions(self, act: Callable[[list[str]], T]) -> T | None:
        """Return the result of `act`, asking the player each question it raises; None if the player gives up."""
        answers: list[str] = []
        while True:
            try:
                return act(answers)
            except QuestionError as question:
                self.printer.print_question(question)
                options = list(question.valid_answers)
                try:
                    answer = self.prompt.prompt("? ", completer=_AnswerCompleter(options)).strip()
                except (EOFError, KeyboardInterrupt):
                    return None
                answers.append(answer or ("none" if question.several else "?"))
            except SoloistError as error:
                if not answers:
                    raise
                self.printer.print_error(error)
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
