"""One game at one table, in either mode.

A table is a set-up and an append-only log of facts: what people entered or chose, the outcomes of draws, what the
Automa did and why. Loading applies the facts and never decides again. Undo and redo are facts too. The table's rulebook
says how the game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Self

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Asked, Chance, Seeded
from soloist.core.errors import BadInputError, BadSaveError, ImpossibleError, UnknownError
from soloist.core.rulebook import TABLE, Agent, Due, Imported, Rulebook
from soloist.core.sink import RecordingSink, iterate_positions
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.manifest import Game, find_game
from soloist.session.history import INSTRUCTIONS, GameHistory, PastEntry
from soloist.session.listeners import CardRecorder, PreviewDone, PreviewSink
from soloist.session.save import Entry, Save, SaveWriter, read_save, read_up_to_fault
from soloist.session.trace_codec import write_trace
from soloist.session.words import Catalogue, say_trace

#: called with the table before any result is returned: it must make the table durable or raise
Keeper = Callable[["Table"], None]

#: exceptions that code which trusts its input raises for forged data
DATA_ERRORS = (ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_NOT_READ = text("error.save_position")
#: more entries than any game has; a table stops growing before it becomes too large to open
MOST_ENTRIES = 10_000


@dataclass(slots=True)
class Told:
    """The result of a human's act: the events, doubts about them, and instructions for the table."""

    events: list[Event]
    problems: list[Problem] = field(default_factory=list)
    hands: list[Text] = field(default_factory=list)


@dataclass(slots=True)
class Turn:
    """One turn of the Automa: what she did, why, and instructions for the table."""

    events: list[Event]
    trace: Trace
    hands: list[Text]
    cards: list[Text]
    problems: list[Problem]
    before: Board
    game: Game

    def words(self, language: str = "en", *, why: bool = True) -> str:
        """Return the turn as a person reads it: the cards, the instructions, and (with `why`) each narrowing."""
        catalogue = Catalogue(language, self.game)
        lines = [catalogue.say(card) for card in self.cards]
        lines += [f"-> {catalogue.say(line)}" for line in self.hands]
        if why:
            lines += say_trace(catalogue, self.trace)
        return "\n".join(lines)


class Table(GameHistory):
    """One game at one table. `entries` are the active facts; `log` also has those undone, and the undoing."""

    def __init__(
        self, game: Game, setup: Mapping[str, str], keeper: Keeper | None = None, *, mode: str = TABLE
    ) -> None:
        self.setup = dict(setup)
        rulebook = game.rulebook(mode)
        super().__init__(game, rulebook, rulebook.create_position(self.setup))
        self.keeper = keeper
        self.log: list[Entry] = []
        #: the version of the save if it is an older one, whose stored lines differ from those of `writer`
        self.from_version: int | None = None
        #: the bytes it was loaded from; a file is replaced only if it still holds them
        self.came_from = b""
        self._undone: list[tuple[PastEntry, Board]] = []
        self._writer = SaveWriter(game.id, mode, self.setup)

    # ---------------------------------------------------------------------------------------------- making and loading

    @classmethod
    def new(
        cls,
        game: Game,
        options: Mapping[str, str] | None = None,
        *,
        mode: str = TABLE,
        owner: Mapping[str, str] | None = None,
        seed: str | int | None = None,
        answers: Sequence[str] = (),
        keeper: Keeper | None = None,
    ) -> Self:
        """Return a table with these options. What is left open is drawn from the seed.

        `owner` holds values from the owner's box; `answers` answer questions of the set-up.
        """
        options = dict(options or {})
        chosen = str(seed) if seed is not None else options.get("seed", "random")
        if chosen == "random":
            raise UnknownError(text("error.no_seed"))
        options["seed"] = check_seed(chosen)
        chance: Chance = Seeded(chosen, table=Asked(answers))
        setup = game.rulebook(mode).lay_out(options, chance, dict(owner or {}))
        return cls(game, setup, keeper, mode=mode)

    @classmethod
    def from_text(cls, source: str | bytes, keeper: Keeper | None = None) -> Self:
        """Load a table from its save, of either mode. The facts are applied; nothing is decided again."""
        table = cls.from_save(read_save(source), keeper)
        table.came_from = source.encode() if isinstance(source, str) else source
        return table

    @classmethod
    def from_save(cls, save: Save, keeper: Keeper | None = None) -> Self:
        """Load a table from a parsed save. Raises `BadSaveError` when its set-up or a line cannot be applied."""
        try:
            table = cls(find_game(save.game), save.setup, keeper, mode=save.mode)
        except BadInputError as why:
            raise BadSaveError(
                text("error.save_setup_wrong", why=why.text), line=1, rule=why.rule, nearest=why.nearest
            ) from why
        except DATA_ERRORS as why:
            raise BadSaveError(text("error.save_setup_wrong", why=_NOT_READ), line=1) from why
        if save.version != table.writer.version:
            table.from_version = save.version
        table.others = save.others
        for entry in save.entries:
            table._load_entry(entry)
        return table

    @classmethod
    def from_imported(cls, game: Game, imported: Imported, *, mode: str) -> Self:
        """Return a game played elsewhere as a table, for looking back."""
        table = cls(game, imported.setup, mode=mode)
        for typed, events in imported.steps:
            table._load_entry(Entry("row", typed=[typed], events=list(events)))
        return table

    def follow_log(self) -> Iterator[tuple[Entry, Self]]:
        """Yield each entry of the log, also those undone later, with one table that is advanced to just after it."""
        again = type(self)(self.game, self.setup, mode=self.mode)
        for entry in self.log:
            again._load_entry(entry)
            yield entry, again

    @classmethod
    def rescue(cls, source: str | bytes) -> tuple[Self, BadSaveError | None, list[str]]:
        """Load everything before the first fault of a broken save.

        Return the table, the fault, and the lines of the entry that it cut.
        """
        save, fault = read_up_to_fault(source)
        whole, save.entries = save.entries, []
        table = cls.from_save(save)
        for entry in whole:
            try:
                table._load_entry(entry)
            except BadSaveError as why:
                return table, why, list(entry.write_lines(len(table.log) + 1))
        return table, fault, save.unfinished

    def _load_entry(self, entry: Entry) -> None:
        """Apply a logged entry and add it to the log."""
        if entry.kind in ("undo", "redo"):
            if not (self._held if entry.kind == "undo" else self._undone):
                raise BadSaveError(text("error.save_undo", number=entry.line), line=entry.line)
            self._activate(entry, None)
        else:
            if entry.kind == "seed" and not _is_reseed(entry):
                raise BadSaveError(text("error.save_entry", number=entry.line, got="seed"), line=entry.line)
            self._activate(entry, self._apply_entry(entry))
        self.log.append(entry)
        self._writer.add_entry(entry)

    def _apply_entry(self, entry: Entry) -> tuple[Board, list[Event]]:
        """Return the board after a logged entry, and its events."""
        board = self.board.copy()
        parse = self.rulebook.read_event
        events: list[Event] = []
        for i, line in enumerate(entry.events + entry.followed):
            try:
                event = parse(board, line)
                event.apply(board)
            except (BadInputError, *DATA_ERRORS) as why:
                number = entry.event_lines[i] if i < len(entry.event_lines) else entry.line
                said, rule = (why.text, why.rule) if isinstance(why, BadInputError) else (_NOT_READ, "")
                raise BadSaveError(
                    text("error.save_event", number=number, line=line[:200], why=said), line=number, rule=rule
                ) from why
            events.append(event)
        return board, events

    def _activate(self, entry: Entry, made: tuple[Board, list[Event]] | None, trace: Trace | None = None) -> None:
        """Make an entry count; `made` are the board after it and its events, None for undo and redo."""
        if entry.kind == "undo":
            self._undone.append((self._held.pop(), self.board))
            self.entries.pop()
            self.board = self._undone[-1][0].before
        elif entry.kind == "redo":
            held, self.board = self._undone.pop()
            self._held.append(held)
            self.entries.append(held.entry)
        else:
            assert made is not None
            self._held.append(PastEntry(entry, self.board, made[1], trace))
            self.entries.append(entry)
            self._undone.clear()
            self.board = made[0]

    def text(self) -> str:
        """Return the table as a save."""
        return self._writer.whole_text()

    @property
    def writer(self) -> SaveWriter:
        """Return the writer of the save's lines; a keeper reads from it what is about to be added."""
        return self._writer

    @property
    def others(self) -> Mapping[str, str]:
        """Agents of the AI seats, by seat. A newer program may have named agents that this one does not know."""
        return self._writer.others

    @others.setter
    def others(self, others: Mapping[str, str]) -> None:
        self._writer.others = dict(others)

    def seat_agents(self, others: Mapping[str, str]) -> None:
        """Assign agents to AI seats from now on. This is no fact of the game: undo does not change it."""
        before, self.others = self.others, others
        try:
            if self.keeper is not None:
                self.keeper(self)
        except BaseException:
            self.others = before
            raise

    def _store_entries(self, *entries: Entry) -> None:
        """Write entries and make them durable, all or none; only then may they count."""
        if len(self.log) + len(entries) > MOST_ENTRIES:
            raise ImpossibleError(text("error.table_full", most=MOST_ENTRIES))
        before = self._writer.get_mark()
        try:
            for entry in entries:
                self._writer.add_entry(entry)
            if self.keeper is not None:
                self.keeper(self)
        except BaseException:
            self._writer.restore_mark(before)
            raise
        self.from_version = None
        self.log.extend(entries)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Join several acts within a `with` block: they become durable together, or none of them counts."""
        board, version, mark = self.board, self.from_version, self._writer.get_mark()
        entries, log, held, undone = self.entries[:], self.log[:], self._held[:], self._undone[:]
        others = dict(self.others)
        keeper, self.keeper = self.keeper, None
        try:
            yield
            grown, seated = len(self.log) > len(log), self.others != others
            assert not (grown and seated), "seats change in an act of their own"
            if keeper is not None and (grown or seated):
                self.from_version = version
                keeper(self)
                self.from_version = None
        except BaseException:
            self._writer.restore_mark(mark)
            self.others = others
            self.board, self.from_version = board, version
            self.entries, self.log, self._held, self._undone = entries, log, held, undone
            raise
        finally:
            self.keeper = keeper

    # ------------------------------------------------------------------------------------------------------- playing

    def tell(self, words: str, answers: Sequence[str] = ()) -> Told:
        """Enter what the human did or decided.

        In TABLE mode, one or several lines (separated by `;` or line ends) are accepted if they can be represented, and
        the result has doubts about them. In DIGITAL mode a line is a move, and a refusal names its rule. On an error
        nothing has changed.
        """
        return self.play(words, answers)

    def play(self, move: Any, answers: Sequence[str] = ()) -> Told:
        """Make a move: a value from `legal()`, or a line of notation. The error of a refused line names legal ones."""
        board, book = self.board.copy(), self.rulebook
        chance, noted = self._make_chance(answers), RecordingSink(book.read_event)
        words = move if isinstance(move, str) else None
        try:
            if words is not None:
                move = book.read_move(board, words)
            typed = book.to_log(board, move)
            book.apply_move(board, move, chance, noted)
        except BadInputError as why:
            legal = () if words is None else book.legal_lines(self.board, words)
            if not legal:
                raise
            raise type(why)(why.text, rule=why.rule, nearest=legal) from why
        _check_all_answered(chance)
        hands: list[Text] = []
        if book.by_hand:
            hands = self._instructions_of_entered(
                self.board, noted.acted_events, noted.events[len(noted.acted_events) :]
            )
        problems = list(noted.problems)
        if book.by_hand:  # DIGITAL positions are never doubtful
            known = set(map(repr, self.board.status()))
            problems.extend(p for p in board.status() if repr(p) not in known and p not in problems)
            if not problems and not self.automa_due and (due := book.find_due(board)) is not None and due.automa:
                problems.extend(_find_unentered(book, board))
        self._commit_entry(self._make_entry(book.entry, noted, chance, typed=typed), board, noted)
        if book.by_hand:
            self.remember(len(self.entries) - 1, INSTRUCTIONS, lambda: hands)
        return Told(noted.events, problems, hands)

    def turn(self, answers: Sequence[str] = (), *, reseed: str | None = None) -> Turn:
        """Play what is due for the Automa. `answers` answer the questions of this turn, in order.

        With `reseed` the software draws from another seed from this turn on. Raises `QuestionError` when another answer
        is needed; then nothing has changed: ask, and call again with it.
        """
        before, book = self.board, self.rulebook
        board = before.copy()
        chance, noted = self._make_chance(answers, reseed), CardRecorder(self.game, book.read_event)
        trace = Trace(noted)
        book.play_automa(board, chance, trace, noted)
        _check_all_answered(chance)
        problems = [*_find_unentered(book, before), *board.status()]
        if self._held and self._held[-1].entry.kind == "turn" and not self.automa_due:
            problems.insert(0, Problem(text("doubt.out_of_turn")))
        hands = self.game.hands(before, noted.events if book.by_hand else noted.acted_events)
        entry = self._make_entry("turn", noted, chance)
        entry.trace = list(write_trace(trace))
        seeds = [] if reseed is None else [Entry("seed", typed=[check_seed(reseed)])]
        self._store_entries(*seeds, entry)
        for seed in seeds:
            self._activate(seed, (before.copy(), []))
        self._activate(entry, (board, noted.events), trace)
        if book.by_hand:
            self.remember(len(self.entries) - 1, INSTRUCTIONS, lambda: hands)
        return Turn(noted.events, trace, hands, noted.cards, problems, before, self.game)

    automa_turn = turn

    def flip(self, answers: Sequence[str] = ()) -> list[Event]:
        """Turn the next card without playing it, for people who track no board.

        Return the events; empty when no cards are left.
        """
        board, chance, noted = self.board.copy(), self._make_chance(answers), RecordingSink(self.rulebook.read_event)
        self.rulebook.reveal_card(board, chance, noted)
        _check_all_answered(chance)
        if noted.events:
            self._commit_entry(self._make_entry("card", noted, chance), board, noted)
        return noted.events

    @staticmethod
    def _make_entry(kind: str, noted: RecordingSink, chance: Chance, *, typed: Sequence[str] = ()) -> Entry:
        outcomes = [outcome.to_line() for outcome in chance.log]
        return Entry(kind, list(typed), outcomes, noted.acted_lines, noted.followed_lines)

    def _commit_entry(self, entry: Entry, board: Board, noted: RecordingSink) -> None:
        self._store_entries(entry)
        self._activate(entry, (board, noted.events))

    def undo(self, steps: int = 1) -> list[Entry]:
        """Undo the last entries, at most as many as there are; return them, the latest first."""
        undone = [held.entry for held in reversed(self._held[-steps:])] if steps > 0 else []
        if not undone:
            raise ImpossibleError(text("error.nothing_to_undo"))
        self._switch_entries("undo", len(undone))
        return undone

    def redo(self, steps: int = 1) -> list[Entry]:
        """Redo what was undone; return the entries, in their order."""
        redone = [held.entry for held, _ in reversed(self._undone[-steps:])] if steps > 0 else []
        if not redone:
            raise ImpossibleError(text("error.nothing_to_redo"))
        self._switch_entries("redo", len(redone))
        return redone

    def _switch_entries(self, kind: str, n: int) -> None:
        entries = [Entry(kind) for _ in range(n)]
        self._store_entries(*entries)
        for entry in entries:
            self._activate(entry, None)

    def reseed(self, seed: str) -> None:
        """Draw from another seed from now on, so that undo does not bring back the same cards."""
        entry = Entry("seed", typed=[check_seed(seed)])
        self._store_entries(entry)
        self._activate(entry, (self.board.copy(), []))

    # ---------------------------------------------------------------------------------------------------- whose turn

    @property
    def mode(self) -> str:
        """Return the id of the rulebook: `table` or `digital`."""
        return self.rulebook.id

    @property
    def due(self) -> Due | None:
        """Return the decision that is due; None when the game is over."""
        return self.rulebook.find_due(self.board)

    @property
    def over(self) -> bool:
        return self.due is None

    @property
    def deciding(self) -> str:
        """Return the seat that decides; empty when the game is over."""
        due = self.due
        return "" if due is None else due.seat

    @property
    def automa_due(self) -> bool:
        """Return whether the Automa has to act now."""
        due = self.due
        return due is not None and due.automa

    def legal(self) -> Sequence[Any] | None:
        """Return all legal moves of the seat that decides; None in TABLE mode.

        The list is empty when the game is over or the Automa acts.
        """
        return self.rulebook.list_legal_moves(self.board)

    def lines(self) -> list[str]:
        """Return the legal moves in notation."""
        return [self.rulebook.write_move(self.board, move) for move in self.legal() or ()]

    def scores(self) -> Mapping[str, int]:
        """Return the points by seat."""
        return self.rulebook.count_points(self.board)

    def ask_agent(
        self,
        agent: str = "",
        known: Mapping[str, Callable[[str], Agent]] | None = None,
        board: Board | None = None,
    ) -> str:
        """Return the move that an agent would make for the seat that decides, in notation.

        `known` are the agents by name, by default those of the game; `board` is the position, for example of a draft.
        Conversions are advised only if nothing else is possible: repeated advice could convert everything away.
        """
        agents = self.rulebook.agents if known is None else known
        if not agents:
            raise UnknownError(text("error.no_advice", game=self.game.id))
        name = agent or self.rulebook.adviser
        if name not in agents:
            raise UnknownError(text("error.no_agent", got=name), nearest=tuple(agents))
        book, board = self.rulebook, self.board if board is None else board
        legal = book.list_legal_moves(board)
        if not legal:
            raise ImpossibleError(text("error.game_is_over" if self.over else "error.automa_due"))
        changes = {choice.line for choice in book.list_choices(board) if choice.group == "convert"}
        moves = [move for move in legal if book.write_move(board, move) not in changes] if changes else legal
        return book.write_move(board, agents[name](self.setup["seed"]).choose_move(board.copy(), moves or legal))

    def preview_events(self, words: str) -> Iterator[tuple[Board, Event]]:
        """Return the events that words mean, each with the board before it, without changing the table."""
        trial, noted = self.board.copy(), PreviewSink()
        move = self.rulebook.read_move(trial, words)
        with suppress(PreviewDone):
            self.rulebook.apply_move(trial, move, self._make_chance(()), noted)
        return iterate_positions(self.board, noted.events)

    # ------------------------------------------------------------------------------------------------ chance and undo

    @property
    def own_cards(self) -> bool:
        """Return whether the player draws physical cards from their own deck."""
        return self.setup.get("chance") == "own"

    def _make_chance(self, answers: Sequence[str], reseed: str | None = None) -> Chance:
        asked = Asked(answers)
        if self.own_cards:
            return asked
        if reseed is not None:
            return Seeded(check_seed(reseed), table=asked)
        seed, counts = self.setup["seed"], Counter[str]()
        for held in self._held:
            if held.entry.kind == "seed":
                seed, counts = held.entry.typed[0], Counter()
            for line in held.entry.outcomes:
                counts[line.partition(": ")[0]] += 1
        return Seeded(seed, counts, table=asked)

    @property
    def can_redo(self) -> bool:
        """Return whether something was undone that can be redone."""
        return bool(self._undone)


def _find_unentered(book: Rulebook, board: Board) -> list[Problem]:
    """Return a doubt about an Automa turn while starting pieces of humans have not been entered."""
    missing = book.list_setup_prompts(board)
    return [Problem(text("doubt.unentered", n=len(missing)))] if missing else []


def _is_seed_valid(seed: str) -> bool:
    return bool(seed) and seed.isprintable() and len(seed) <= 64


def check_seed(seed: str) -> str:
    """Return a seed that fits into a line of a save. Raises `ImpossibleError` otherwise."""
    if not _is_seed_valid(seed):
        raise ImpossibleError(text("error.seed"))
    return seed


def _is_reseed(entry: Entry) -> bool:
    return len(entry.typed) == 1 and _is_seed_valid(entry.typed[0]) and not entry.events and not entry.followed


def _check_all_answered(chance: Chance) -> None:
    # a `Seeded` passes the questions on to its table
    asked = chance if isinstance(chance, Asked) else getattr(chance, "_table", None)
    if isinstance(asked, Asked) and asked.unused:
        raise ImpossibleError(text("error.unasked", answers=asked.unused))


__all__ = ["Keeper", "Table", "Told", "Turn"]
