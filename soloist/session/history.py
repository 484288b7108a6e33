"""The active history of a game: its entries as values, the position before each, and questions about them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from soloist.core.board import Board, Event
from soloist.core.chance import Replayed, read_outcome
from soloist.core.rulebook import Offer, Rulebook
from soloist.core.sink import iterate_positions
from soloist.core.text import Text
from soloist.core.trace import Trace
from soloist.manifest import Game
from soloist.session.save import Entry
from soloist.session.trace_codec import read_up_to_fault

Made = TypeVar("Made")
#: the cache key of the instructions for an entry
INSTRUCTIONS = "instructions"


@dataclass(slots=True)
class PastEntry:
    """An active entry as values: the position before it, its events, and the trace of a turn.

    The trace is parsed when it is first needed. `made` caches values derived from the entry.
    """

    entry: Entry
    before: Board
    events: list[Event]
    trace: Trace | None = None
    made: dict[Hashable, Any] = field(default_factory=dict)


def _take_offer(line: str, offers: list[Offer]) -> Offer:
    """Remove the first offer with this line, and all others of its group; return it."""
    taken = offers.pop([offer.line for offer in offers].index(line))
    if taken.group:
        offers[:] = [offer for offer in offers if offer.group != taken.group]
    return taken


class GameHistory:
    """A game up to now. `entries` are those that are not undone; `board` is the position after them."""

    def __init__(self, game: Game, rulebook: Rulebook, board: Board) -> None:
        self.game = game
        self.rulebook = rulebook
        self.board = board
        self.entries: list[Entry] = []
        self._held: list[PastEntry] = []

    def trace_of(self, turn: int | Entry) -> Trace:
        """Return how the Automa decided in an active turn, given as entry or as place in `entries`."""
        held = self._held[turn] if isinstance(turn, int) else next(h for h in self._held if h.entry is turn)
        if held.trace is None:
            held.trace = read_up_to_fault(held.entry.trace, lambda id: self.game.domain(held.before, id))
        return held.trace

    def board_before(self, number: int) -> Board:
        """Return the position before the active entry `number`, counted from 0 (read-only)."""
        return self._held[number].before

    def last_turn(self) -> tuple[int, Entry] | None:
        """Return the latest active turn of the Automa with its place in `entries`; None if there is none."""
        for i in range(len(self._held) - 1, -1, -1):
            if self._held[i].entry.kind == "turn":
                return i, self._held[i].entry
        return None

    def list_offers(self) -> list[Offer]:
        """Return what humans may still enter because of their last move and the Automa's turns around it.

        Offers whose exact lines were entered since then are left out.
        """
        turns = [i for i, held in enumerate(self._held) if held.entry.kind == "turn"]
        return self._follow_offers(turns[-2] + 1 if len(turns) > 1 else 0)[0]

    def taken_offers(self) -> dict[int, list[Offer]]:
        """Return the offers that were taken, by the place in `entries` of the entry that took them."""
        return self._follow_offers(0)[1]

    def _follow_offers(self, first: int) -> tuple[list[Offer], dict[int, list[Offer]]]:
        """Return the offers still open after all entries from `first` on, and those that each entry took."""
        mine: list[Offer] = []
        hers: list[Offer] = []
        taken: dict[int, list[Offer]] = {}
        fresh = False  # whether her turn was last: then the next move starts a new list of offers
        for number in range(first, len(self._held)):
            held = self._held[number]
            lines = [offer.line for offer in (*mine, *hers)]
            together = "; ".join(held.entry.typed)
            typed = [together] if together in lines else held.entry.typed
            if typed and all(lines.count(line) >= typed.count(line) for line in typed):
                taken[number] = [
                    _take_offer(line, mine if any(offer.line == line for offer in mine) else hers) for line in typed
                ]
                continue
            found = self.remember(number, "offers", partial(self.rulebook.find_offers, held.before, held.events))
            if held.entry.kind == "turn":
                hers, fresh = found[:], True
            else:
                mine, fresh = [*([] if fresh else mine), *found], False
        return [*mine, *hers], taken

    def events_of(self, number: int) -> Iterator[tuple[Board, Event]]:
        """Return the events of the active entry `number` (from 0), each with the board before it.

        The board is one copy that is mutated between steps; do not keep a reference.
        """
        held = self._held[number]
        return iterate_positions(held.before, held.events)

    def list_events(self, number: int) -> Sequence[Event]:
        """Return the events of the active entry `number`, counted from 0."""
        return self._held[number].events

    def list_boards(self) -> list[Board]:
        """Return the position before the first and after every active entry (read-only)."""
        return [*(held.before for held in self._held), self.board]

    def remember(self, number: int, what: Hashable, make: Callable[[], Made]) -> Made:
        """Return a value derived from the active entry `number` (from 0), computed once: an entry never changes.

        `what` is the cache key, `make` computes the value.
        """
        made = self._held[number].made
        if what not in made:
            made[what] = make()
        found: Made = made[what]
        return found

    def instructions_of(self, number: int) -> list[Text]:
        """Return the instructions for the active entry `number` (from 0).

        For a turn these are all of its moves; for an entered line, what it implies and its automatic consequences. They are
        computed once: do not change the list.
        """
        return self.remember(number, INSTRUCTIONS, partial(self._make_instructions, self._held[number]))

    def _make_instructions(self, held: PastEntry) -> list[Text]:
        if held.entry.kind != "told":
            return self.game.hands(held.before, held.events)
        told = len(held.entry.events)
        return self._instructions_of_entered(held.before, held.events[:told], held.events[told:])

    def _instructions_of_entered(self, before: Board, told: Sequence[Event], followed: Sequence[Event]) -> list[Text]:
        """Return the instructions for entered events: first what they imply, then the automatic consequences."""
        announced = self.game.announces(before, told)
        if not followed:
            return announced
        board = before.copy()
        for event in told:
            event.apply(board)
        return announced + self.game.hands(board, followed)

    def replay_entry(self, entry: Entry) -> Replayed:
        """Return a chance that repeats the outcomes of a logged entry."""
        return Replayed([read_outcome(line) for line in entry.outcomes])
