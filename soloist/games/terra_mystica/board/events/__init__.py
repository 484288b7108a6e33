"""Everything that can happen on a Terra Mystica table, one class each, in modules by page of the rulebook.

`apply` is the only place where a board changes. `to_line` is the line that a person types and a save stores;
`board/notation.py` reads it back. An event that cannot be represented raises `ImpossibleError`; one that is unlikely is
reported by `find_doubts`.
"""

from __future__ import annotations

from soloist.games.terra_mystica.board.events.cards import (
    Drew,
    Gathered,
    Joined,
    Reminded,
    ReserveDrawn,
    Reshuffled,
    Slid,
)
from soloist.games.terra_mystica.board.events.corrections import (
    Corrected,
    Put,
    Removed,
    Unmarked,
    ValueEntered,
)
from soloist.games.terra_mystica.board.events.cults import (
    CultAdvanced,
    PriestSent,
    find_landing,
)
from soloist.games.terra_mystica.board.events.map import (
    Blighted,
    Bridged,
    Built,
    CubePlaced,
    Marked,
    Traded,
    Transformed,
    Upgraded,
)
from soloist.games.terra_mystica.board.events.points import (
    ACHIEVEMENT_VP,
    AMOUNTS,
    Achieved,
    Gained,
    Scored,
    book_resources,
)
from soloist.games.terra_mystica.board.events.rounds import (
    Begun,
    BonusTaken,
    GameEnded,
    Passed,
    RoundEnded,
    TurnDone,
)
from soloist.games.terra_mystica.board.events.tiles import (
    ActionUsed,
    FavorTaken,
    TownFounded,
)

__all__ = [
    "ACHIEVEMENT_VP",
    "AMOUNTS",
    "Achieved",
    "ActionUsed",
    "Begun",
    "Blighted",
    "BonusTaken",
    "Bridged",
    "Built",
    "Corrected",
    "CubePlaced",
    "CultAdvanced",
    "Drew",
    "FavorTaken",
    "Gained",
    "GameEnded",
    "Gathered",
    "Joined",
    "Marked",
    "Passed",
    "PriestSent",
    "Put",
    "Reminded",
    "Removed",
    "ReserveDrawn",
    "Reshuffled",
    "RoundEnded",
    "Scored",
    "Slid",
    "TownFounded",
    "Traded",
    "Transformed",
    "TurnDone",
    "Unmarked",
    "Upgraded",
    "ValueEntered",
    "book_resources",
    "find_landing",
]
