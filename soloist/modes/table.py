"""TABLE mode: a companion beside the physical board.

A table is a set-up and an append-only log of facts: what the human told, what chance gave, what the Automa did and why.
Loading applies the facts and never decides again. Undo and redo are facts too. The table is right: whatever the human
says is accepted if it can be represented.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Asked, Chance, Replayed, Seeded, read_outcome
from soloist.core.errors import BadInputError, BadSaveError, ImpossibleError, SoloistError, UnknownError
from soloist.core.game import Game, find_game
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.modes.record import read_trace, write_trace
from soloist.modes.save import Entry, Save, Writer, read, read_what_is_good
from soloist.modes.words import Catalogue, explained

#: called with the table before any result is handed out: it must make the table durable or raise
Keeper = Callable[["Table"], None]
_MOST_LINE = 2000


@dataclass(slots=True)
class Told:
    """What came of a human's words: the events, what is doubtful about them, what the hands must do now."""

    events: list[Event]
    problems: list[Problem] = field(default_factory=list)
    hands: list[Text] = field(default_factory=list)


@dataclass(slots=True)
class Turn:
    """One turn of the Automa: what she did, why, and what the hands must do."""

    events: list[Event]
    trace: Trace
    hands: list[Text]
    cards: list[Text]
    problems: list[Problem]
    before: Board
    game: Game

    def words(self, language: str = "en", *, why: bool = True) -> str:
        """The turn as a person reads it: the cards, what the hands must do, and each narrowing."""
        catalogue = Catalogue(language, self.game)
        lines = [catalogue.say(card) for card in self.cards]
        lines += [f"-> {catalogue.say(line)}" for line in self.hands]
        if why:
            lines += explained(catalogue, self.trace)
        return "\n".join(lines)


class Table:
    """One game at one table. `entries` are the facts that hold; `log` also has those undone, and the undoing."""

    def __init__(self, game: Game, setup: Mapping[str, str], keeper: Keeper | None = None) -> None:
        self.game = game
        self.setup = dict(setup)
        self.keeper = keeper
        self.board: Board = self._fresh()
        self.entries: list[Entry] = []
        self.log: list[Entry] = []
        self._before: list[Board] = []
        self._undone: list[tuple[Entry, Board]] = []
        self._writer = Writer(game.id, self.setup)

    def _fresh(self) -> Board:
        """The board of the set-up."""
        return self.game.new_board(self.setup)

    def _event(self, board: Board, line: str) -> Event:
        """One logged event."""
        return self.game.parse(board, line)

    # ---------------------------------------------------------------------------------------------- making and loading

    @classmethod
    def new(
        cls,
        game: Game,
        options: Mapping[str, str] | None = None,
        *,
        owner: Mapping[str, str] | None = None,
        seed: str | int | None = None,
        answers: Sequence[str] = (),
        keeper: Keeper | None = None,
    ) -> Self:
        """A table for these options. What is left open is drawn from the seed; `owner` are values off the owner's copy."""
        options = dict(options or {})
        chosen = str(seed) if seed is not None else options.get("seed", "random")
        if chosen == "random":
            raise UnknownError(text("error.no_seed"))
        if not chosen.isprintable() or len(chosen) > 64:
            raise ImpossibleError(text("error.seed"))
        options["seed"] = chosen
        chance: Chance = Seeded(chosen, table=Asked(answers))
        return cls(game, cls._lay_out(game)(options, chance, dict(owner or {})), keeper)

    @classmethod
    def _lay_out(cls, game: Game) -> Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]:
        """What completes the options chosen in this mode."""
        return game.lay_out

    @classmethod
    def _setup_in(cls, save: Save) -> dict[str, str]:
        """The set-up of a save of this mode."""
        return save.setup

    @classmethod
    def from_text(cls, source: str | bytes, keeper: Keeper | None = None) -> Self:
        """A table from its save. Applies the facts, decides nothing."""
        return cls.from_save(read(source), keeper)

    @classmethod
    def from_save(cls, save: Save, keeper: Keeper | None = None) -> Self:
        setup = cls._setup_in(save)
        try:
            table = cls(find_game(save.game), setup, keeper)
        except BadInputError as why:
            raise BadSaveError(
                text("error.save_setup_wrong", why=why.text), line=1, rule=why.rule, nearest=why.nearest
            ) from why
        for entry in save.entries:
            table._take_in(entry)
        return table

    @classmethod
    def rescue(cls, source: str | bytes) -> tuple[Self, BadSaveError | None, list[str]]:
        """A table from everything before the first fault of a broken save, the fault, and the lines of the entry it cut."""
        save, fault = read_what_is_good(source)
        whole, save.entries = save.entries, []
        table = cls.from_save(save)
        for entry in whole:
            try:
                table._take_in(entry)
            except BadSaveError as why:
                return table, why, list(entry.lines(len(table.log) + 1))
        return table, fault, save.unfinished

    def _take_in(self, entry: Entry) -> None:
        """Apply a logged entry."""
        if entry.kind == "undo":
            if not self.entries:
                raise BadSaveError(text("error.save_undo", number=entry.line), line=entry.line)
            self._step_back()
        elif entry.kind == "redo":
            if not self._undone:
                raise BadSaveError(text("error.save_undo", number=entry.line), line=entry.line)
            self._step_forward()
        else:
            if entry.kind == "seed" and not entry.typed:
                raise BadSaveError(text("error.save_entry", number=entry.line, got="seed"), line=entry.line)
            before = self.board
            board = before.copy()
            parse = self._event
            lines = entry.events + entry.followed
            for i, line in enumerate(lines):
                try:
                    parse(board, line).apply(board)
                except BadInputError as why:
                    number = entry.event_lines[i] if i < len(entry.event_lines) else entry.line
                    raise BadSaveError(
                        text("error.save_event", number=number, line=line, why=why.text), line=number, rule=why.rule
                    ) from why
            self._push(entry, before, board)
        self.log.append(entry)
        self._writer.add(entry)

    def _push(self, entry: Entry, before: Board, board: Board) -> None:
        self.entries.append(entry)
        self._before.append(before)
        self._undone.clear()
        self.board = board

    def _step_back(self) -> None:
        self._undone.append((self.entries.pop(), self.board))
        self.board = self._before.pop()

    def _step_forward(self) -> None:
        entry, board = self._undone.pop()
        self.entries.append(entry)
        self._before.append(self.board)
        self.board = board

    def text(self) -> str:
        """The table as a save."""
        return self._writer.text()

    @property
    def writer(self) -> Writer:
        """The lines of the save as they are now; a keeper sees in it what is about to be added."""
        return self._writer

    def _commit(self, entry: Entry, board: Board | None) -> None:
        """Write the entry down, make it durable, and only then let it count."""
        if board is not None:
            self._read_back(entry, board)
        saved = (self.board, self._writer)
        self._writer = _copy(self._writer)
        self._writer.add(entry)
        try:
            if self.keeper is not None:
                self.keeper(self)
        except BaseException:
            self.board, self._writer = saved
            raise
        self.log.append(entry)
        if board is not None:
            self._push(entry, saved[0], board)

    def _read_back(self, entry: Entry, board: Board) -> None:
        """What is about to be written leads to the same board when it is read: no save that cannot be loaded."""
        again = self.board.copy()
        try:
            for line in entry.events + entry.followed:
                self._event(again, line).apply(again)
        except BadInputError as why:
            raise ImpossibleError(text("error.cannot_be_saved", line=line, why=why.text), rule=why.rule) from why
        if again.key() != board.key():
            raise ImpossibleError(text("error.cannot_be_saved", line=line, why=text("error.other_board")))

    # ------------------------------------------------------------------------------------------------------- playing

    def tell(self, words: str, answers: Sequence[str] = ()) -> Told:
        """What the human did or corrected, one or several lines (separated by `;` or new lines).

        Accepted if it can be represented; doubts are in the result. On an error nothing has changed.
        """
        lines = self._lines(words)
        board = self.board.copy()
        problems: list[Problem] = []
        events: list[Event] = []
        notations: list[str] = []
        for event in self._read(board, lines):
            problems.extend(event.doubts(board))
            notations.append(event.notation(board))
            event.apply(board)
            events.append(event)
        chance = self._chance(answers)
        middle = board.copy()
        followed = self.game.consequences(board, events, chance)
        _all_answered(chance)
        entry = Entry("told", typed=lines, events=notations)
        entry.outcomes = [o.notation() for o in chance.log]
        entry.followed = [event.notation(board) for event in followed]
        known = set(map(repr, self.board.status()))
        problems.extend(p for p in board.status() if repr(p) not in known and p not in problems)
        result = Told(events + followed, problems, self.game.hands(middle, followed))
        self._commit(entry, board)
        return result

    def reading(self, words: str) -> Iterator[tuple[Board, Event]]:
        """What a line means, before it counts: each event with the board before it. Nothing changes."""
        board = self.board.copy()
        for event in self._read(board, self._lines(words)):
            yield board, event
            event.apply(board)

    def _lines(self, words: str) -> list[str]:
        lines = [line.strip() for part in words.splitlines() for line in part.split(";") if line.strip()]
        if not lines:
            raise UnknownError(text("error.nothing_told"), nearest=[f.example for f in self.game.forms[:3]])
        if any(len(line) > _MOST_LINE or not line.isprintable() for line in lines):
            raise ImpossibleError(text("error.line_too_long", most=_MOST_LINE))
        return lines

    def _read(self, board: Board, lines: Sequence[str]) -> Iterator[Event]:
        """The events of these lines; each is applied to the board before the next line is read."""
        for line in lines:
            yield from self.game.read(board, line)

    def turn(self, answers: Sequence[str] = (), *, reseed: str | None = None) -> Turn:
        """Whatever is due for the Automa. `answers` are what the table said to the questions of this turn, in order.

        With `reseed` the software draws from another seed from this turn on. Raises `QuestionError` when a further answer
        is needed; then nothing has changed: ask, and call again with it.
        """
        before = self.board
        board = before.copy()
        trace = Trace()
        chance = self._chance(answers, reseed)
        events = self.game.automa.turn(board, chance, trace)
        followed = self.game.consequences(board, events, chance)
        _all_answered(chance)
        entry = Entry("turn", outcomes=[o.notation() for o in chance.log])
        shown = before.copy()
        open_cards: list[Text] = []
        for event in events + followed:
            (entry.events if len(entry.events) < len(events) else entry.followed).append(event.notation(shown))
            event.apply(shown)
            open_cards = self.game.cards(shown) or open_cards
        entry.trace = list(write_trace(trace))
        hands = self.game.hands(before, events + followed)
        problems = list(board.status())
        if self.entries and self.entries[-1].kind == "turn" and not self.game.automas_turn(before):
            problems.insert(0, Problem(text("doubt.out_of_turn")))
        if reseed is not None:
            self.reseed(reseed)
        self._commit(entry, board)
        return Turn(events + followed, trace, hands, open_cards, problems, before, self.game)

    def flip(self, answers: Sequence[str] = ()) -> list[Event]:
        """Turn the next card without playing it, for those who track no board; empty when there are no more."""
        board = self.board.copy()
        chance = self._chance(answers)
        events = self.game.screen.flip(board, chance)
        _all_answered(chance)
        if not events:
            return events
        entry = Entry("card", outcomes=[o.notation() for o in chance.log])
        shown = self.board.copy()
        for event in events:
            entry.events.append(event.notation(shown))
            event.apply(shown)
        self._commit(entry, board)
        return events

    def undo(self, steps: int = 1) -> list[Entry]:
        """Take back the last entries, as many as there are; returns them, the latest first."""
        undone = []
        for _ in range(steps):
            if not self.entries:
                break
            entry = self.entries[-1]
            self._commit(Entry("undo"), None)
            self._step_back()
            undone.append(entry)
        if not undone:
            raise ImpossibleError(text("error.nothing_to_undo"))
        return undone

    def redo(self, steps: int = 1) -> list[Entry]:
        """Do again what was undone."""
        redone = []
        for _ in range(steps):
            if not self._undone:
                break
            self._commit(Entry("redo"), None)
            self._step_forward()
            redone.append(self.entries[-1])
        if not redone:
            raise ImpossibleError(text("error.nothing_to_redo"))
        return redone

    def reseed(self, seed: str) -> None:
        """From now on the software draws from another seed: other cards than those that undo would bring back."""
        if not seed.isprintable() or len(seed) > 64 or not seed:
            raise ImpossibleError(text("error.seed"))
        self._commit(Entry("seed", typed=[seed]), self.board.copy())

    # ----------------------------------------------------------------------------------------------------- looking

    @property
    def own_cards(self) -> bool:
        """Whether the player draws his own physical cards."""
        return self.setup.get("chance") == "own"

    def _chance(self, answers: Sequence[str], reseed: str | None = None) -> Chance:
        asked = Asked(answers)
        if self.own_cards:
            return asked
        if reseed is not None:
            return Seeded(reseed, table=asked)
        seed, counts = self.setup["seed"], Counter[str]()
        for entry in self.entries:
            if entry.kind == "seed":
                seed, counts = entry.typed[0], Counter()
            for line in entry.outcomes:
                counts[line.partition(": ")[0]] += 1
        return Seeded(seed, counts, table=asked)

    @property
    def can_redo(self) -> bool:
        """Whether something was undone that can be done again."""
        return bool(self._undone)

    def trace_of(self, entry: Entry) -> Trace:
        """How the Automa decided in a logged turn."""
        return read_trace(entry.trace, lambda id: self.game.domain(self.board, id))

    def board_before(self, number: int) -> Board:
        """The position before entry `number` (from 0) of those that hold."""
        return self._before[number].copy()

    def last_turn(self) -> tuple[int, Entry] | None:
        """The latest turn of the Automa that holds, with its place in `entries`."""
        for i in range(len(self.entries) - 1, -1, -1):
            if self.entries[i].kind == "turn":
                return i, self.entries[i]
        return None

    def events_of(self, number: int) -> Iterator[tuple[Board, Event]]:
        """The events of entry `number` (from 0) of those that hold, each with the board before it. It is one board that
        goes along: keep no hold of it."""
        entry = self.entries[number]
        board = self.board_before(number)
        for line in entry.events + entry.followed:
            event = self._event(board, line)
            yield board, event
            event.apply(board)

    def boards(self) -> list[Board]:
        """The position at the start and after each entry that holds; to look at, not to change."""
        return [*self._before, self.board]

    def hands_of(self, number: int) -> list[Text]:
        """What the hands had to do for entry `number` (from 0): all of a turn; of a told entry only what followed."""
        entry = self.entries[number]
        skip = len(entry.events) if entry.kind == "told" else 0
        board, events = None, []
        for i, (before, event) in enumerate(self.events_of(number)):
            if i == skip:
                board = before.copy()
            if i >= skip:
                events.append(event)
        return [] if board is None else self.game.hands(board, events)

    def replayed(self, entry: Entry) -> Replayed:
        """The chance of a logged entry, to be given again."""
        return Replayed([read_outcome(line) for line in entry.outcomes])


def _copy(writer: Writer) -> Writer:
    new = Writer.__new__(Writer)
    new._lines = writer._lines[:]
    new._sum, new._entries = writer._sum, writer._entries
    return new


def _all_answered(chance: Chance) -> None:
    asked = chance if isinstance(chance, Asked) else getattr(chance, "_table", None)
    if isinstance(asked, Asked) and asked.unused:
        raise ImpossibleError(text("error.unasked", answers=asked.unused))


__all__ = ["Keeper", "SoloistError", "Table", "Told", "Turn"]
