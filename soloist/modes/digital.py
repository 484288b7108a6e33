"""DIGITAL mode: the whole game, every rule enforced.

A `Digital` is a table whose changes can only come from the game's `Human` and its Automa. It has the same log, save, undo
and redo. A move is an entry of kind `move`: what was chosen, what chance gave, what happened; loading applies the events
and never decides again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from soloist.core.board import Board, Event
from soloist.core.chance import Chance
from soloist.core.errors import BadSaveError, ImpossibleError, UnknownError
from soloist.core.game import Game, Human, Imported
from soloist.core.text import Text, text
from soloist.core.trace import Trace
from soloist.modes.record import write_trace
from soloist.modes.save import Entry, Save, read, read_what_is_good
from soloist.modes.table import Keeper, Table, Told, Turn, _all_answered

#: the line of the set-up that tells a DIGITAL save from one of TABLE mode
MODE = "mode"


class Digital(Table):
    """One game with every rule. `board` is the position; it is changed by `play`, `automa_turn`, `undo` and `redo` only."""

    human: Human

    def __init__(self, game: Game, setup: Mapping[str, str], keeper: Keeper | None = None) -> None:
        if game.human is None:
            raise UnknownError(text("error.table_only", game=game.id))
        self.human = game.human
        super().__init__(game, {MODE: "digital", **setup}, keeper)

    def _fresh(self) -> Board:
        return self.human.new({key: value for key, value in self.setup.items() if key != MODE})

    def _event(self, board: Board, line: str) -> Event:
        return self.human.parse(board, line)

    @classmethod
    def _lay_out(cls, game: Game) -> Callable[[Mapping[str, str], Chance, Mapping[str, str]], dict[str, str]]:
        if game.human is None:
            raise UnknownError(text("error.table_only", game=game.id))
        return game.human.lay_out

    @classmethod
    def _setup_in(cls, save: Save) -> dict[str, str]:
        setup = dict(save.setup)
        if setup.pop(MODE, "") != "digital":
            raise BadSaveError(text("error.save_mode"), line=1)
        return setup

    @classmethod
    def from_imported(cls, game: Game, imported: Imported) -> Digital:
        """A game played elsewhere as a table, to look back at."""
        table = cls(game, imported.setup)
        for typed, events in imported.steps:
            table._take_in(Entry("row", typed=[typed], events=list(events)))
        return table

    # ------------------------------------------------------------------------------------------------------- playing

    def legal(self) -> list[Any]:
        """All moves of the seat whose decision is due; empty when it is over or the Automa has to act."""
        return self.human.legal(self.board)

    @property
    def deciding(self) -> str:
        """The seat whose decision is due."""
        return self.human.deciding(self.board)

    @property
    def automa_due(self) -> bool:
        """Whether the Automa has to act now."""
        return self.human.automas_turn(self.board)

    @property
    def over(self) -> bool:
        return self.human.over(self.board)

    def play(self, move: Any) -> Told:
        """Make a move: a value out of `legal()` or a line of notation. Refused moves name the rule; nothing has changed."""
        if self.over:
            raise ImpossibleError(text("error.game_is_over"))
        if self.automa_due:
            raise ImpossibleError(text("error.automa_due"))
        board = self.board.copy()
        if isinstance(move, str):
            move = self.human.read_move(board, move)
        typed = move.notation(board)
        chance = self._chance(())
        events = self.human.act(board, move, chance)
        entry = Entry("move", typed=[f"{self.deciding}: {typed}"], outcomes=[o.notation() for o in chance.log])
        entry.events = _notations(self.board, events)
        self._commit(entry, board)
        return Told(events)

    def automa_turn(self, answers: Sequence[str] = ()) -> Turn:
        """Whatever is due for the Automa, and what follows from it."""
        if not self.automa_due:
            raise ImpossibleError(text("error.automa_not_due"))
        before = self.board
        board = before.copy()
        trace = Trace()
        chance = self._chance(answers)
        events = self.game.automa.turn(board, chance, trace)
        followed = self.human.after_automa(board, events)
        _all_answered(chance)
        lines = _notations(before, events + followed)
        entry = Entry("turn", outcomes=[o.notation() for o in chance.log])
        entry.events, entry.followed = lines[: len(events)], lines[len(events) :]
        entry.trace = list(write_trace(trace))
        shown = before.copy()
        cards: list[Text] = []
        for event in events:
            event.apply(shown)
            cards = self.game.cards(shown) or cards
        hands = self.game.hands(before, events)
        self._commit(entry, board)
        return Turn(events + followed, trace, hands, cards, [], before, self.game)

    def reading(self, words: str) -> Iterator[tuple[Board, Event]]:
        """What a move would lead to, before it counts. Nothing changes."""
        if self.over or self.automa_due:
            raise ImpossibleError(text("error.game_is_over" if self.over else "error.automa_due"))
        trial = self.board.copy()
        events = self.human.act(trial, self.human.read_move(trial, words), self._chance(()))
        board = self.board.copy()
        for event in events:
            yield board, event
            event.apply(board)

    def lines(self) -> list[str]:
        """The legal moves in notation."""
        return [move.notation(self.board) for move in self.legal()]

    def advice(self, agent: str) -> str:
        """What an agent would do in the place of the seat that has to decide, in notation."""
        if agent not in self.human.agents:
            raise UnknownError(text("error.no_agent", got=agent), nearest=tuple(self.human.agents))
        legal = self.legal()
        if not legal:
            raise ImpossibleError(text("error.game_is_over" if self.over else "error.automa_due"))
        chosen = self.human.agents[agent](self.setup["seed"]).choose(self.board.copy(), legal)
        return str(chosen.notation(self.board))

    def tell(self, words: str, answers: Sequence[str] = ()) -> Told:
        """A line is a move here: what is not in the rules cannot be told."""
        return self.play(words)

    def flip(self, answers: Sequence[str] = ()) -> list[Event]:
        """Cards are turned by her turns alone."""
        raise ImpossibleError(text("error.whole_cards"))

    def turn(self, answers: Sequence[str] = (), *, reseed: str | None = None) -> Turn:
        if reseed is not None:
            self.reseed(reseed)
        return self.automa_turn(answers)


def _notations(board: Board, events: Sequence[Event]) -> list[str]:
    """The events in notation, each on the board before it."""
    shown = board.copy()
    lines = []
    for event in events:
        lines.append(event.notation(shown))
        event.apply(shown)
    return lines


def mode_of(source: str | bytes) -> type[Table]:
    """The class of a save's mode, also of a broken one; its first lines tell."""
    save, _ = read_what_is_good(source)
    return Digital if save.setup.get(MODE) == "digital" else Table


def open_save(source: str | bytes, keeper: Keeper | None = None) -> Table:
    """A save of either mode."""
    save = read(source)
    return Digital.from_save(save, keeper) if save.setup.get(MODE) == "digital" else Table.from_save(save, keeper)
