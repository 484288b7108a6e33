"""What a bot's rules see during an action: the board, who acts, the open pair, distances along conquerable paths."""

from __future__ import annotations

from soloist.core.bits import Mask, mask_of
from soloist.core.board import Event
from soloist.core.chance import Chance
from soloist.core.trace import NEVER, Trace
from soloist.games.tapestry.board.map import levels_to, steps_in
from soloist.games.tapestry.board.state import NOBODY, Tapestry
from soloist.games.tapestry.board.tables import AUTOMA, DECISION_CARDS, Card


class View:
    """One bot turn. `bot` is who acts now; `track` and `tie` are the cards that count, `anywhere` whether the
    action at hand needs no adjacency. Distances are measured once and forgotten when a piece moves."""

    __slots__ = (
        "_to_middle",
        "_to_single",
        "_to_you",
        "anywhere",
        "board",
        "bot",
        "chance",
        "events",
        "map",
        "tie",
        "trace",
        "track",
        "turned_up",
    )

    def __init__(self, board: Tapestry, chance: Chance, trace: Trace | None = None) -> None:
        self.board = board
        self.map = board.map
        self.chance = chance
        self.trace = trace
        self.events: list[Event] = []
        self.bot = AUTOMA
        self.anywhere = False
        self.turned_up = False
        self.track: Card = DECISION_CARDS[board.track_card] if board.track_card != NOBODY else DECISION_CARDS[0]
        self.tie: Card = DECISION_CARDS[board.tie_card] if board.tie_card != NOBODY else DECISION_CARDS[0]
        self.forget()

    def forget(self) -> None:
        """A piece has moved: distances must be measured again."""
        self._to_middle: list[Mask] | None = None
        self._to_single: list[Mask] | None = None
        self._to_you: list[Mask] | None = None

    def do(self, *events: Event) -> None:
        """Make it happen, and note it."""
        for event in events:
            event.apply(self.board)
            self.events.append(event)
        self.forget()

    def remark(self, rule: str, **note: object) -> None:
        if self.trace is not None:
            self.trace.remark(rule, **note)

    # ------------------------------------------------------------------------------------------------------- distances

    def passable(self) -> Mask:
        """Hexes a path may pass: no Automa outpost, standing or toppled, at most 1 human token (TA-079, TA-R06, TA-R07)."""
        board = self.board
        hexes = range(len(board.tile))
        return mask_of(
            h
            for h in hexes
            if not board.up[AUTOMA][h]
            and not board.down[AUTOMA][h]
            and sum(board.up[s][h] + board.down[s][h] for s in board.humans) <= 1
        )

    def _levels(self, goals: Mask) -> list[Mask]:
        passable = self.passable()
        if self.board.setup.rulings["goal_hex"] == "must_be_passable":
            goals &= passable
        return levels_to(self.map, goals, passable)

    def to_middle(self, hex_: int) -> int:
        if self._to_middle is None:
            self._to_middle = self._levels(1 << self.map.middle)
        return steps_in(self._to_middle, hex_, NEVER)

    def to_you(self, hex_: int) -> int:
        """Steps to the nearest territory a human controls."""
        if self._to_you is None:
            self._to_you = self._levels(self.board.human_controlled())
        return steps_in(self._to_you, hex_, NEVER)

    def single_territories(self) -> Mask:
        """Territories a human controls that hold exactly 1 token."""
        yours = self.board.human_controlled()
        return mask_of(h for h in range(len(self.board.tile)) if yours >> h & 1 and self.board.tokens(h) == 1)

    def to_single(self, hex_: int) -> int:
        """Steps to the nearest such territory."""
        if self._to_single is None:
            self._to_single = self._levels(self.single_territories())
        return steps_in(self._to_single, hex_, NEVER)
