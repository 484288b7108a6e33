"""All events of Barrage, one class each, a module per chapter of the rulebook.

`Event.apply` is the only place where a board changes.
"""

from __future__ import annotations

from soloist.games.barrage.board.events.construction import Built, HumanHas, Rotated, Wheeled
from soloist.games.barrage.board.events.contracts import ContractDiscarded, Fulfilled, PileRefilled, Revealed, Taken
from soloist.games.barrage.board.events.corrections import Corrected, ValueEntered
from soloist.games.barrage.board.events.offices import Machined, PatentShown, TechTaken, WorkDone, WorkShown
from soloist.games.barrage.board.events.production import Drained, Energy, Produced
from soloist.games.barrage.board.events.rounds import Gained, GameEnded, HeadstreamsFilled, RoundEnded, Scored
from soloist.games.barrage.board.events.tiles import TilesShuffled, TileTurned, TopShown
from soloist.games.barrage.board.events.turns import Out, Placed, TurnDone
from soloist.games.barrage.board.events.water import DamFilled, DropFlowed, DropsPlaced, WaterFlowed

__all__ = [
    "Built",
    "ContractDiscarded",
    "Corrected",
    "DamFilled",
    "Drained",
    "DropFlowed",
    "DropsPlaced",
    "Energy",
    "Fulfilled",
    "Gained",
    "GameEnded",
    "HeadstreamsFilled",
    "HumanHas",
    "Machined",
    "Out",
    "PatentShown",
    "PileRefilled",
    "Placed",
    "Produced",
    "Revealed",
    "Rotated",
    "RoundEnded",
    "Scored",
    "Taken",
    "TechTaken",
    "TileTurned",
    "TilesShuffled",
    "TopShown",
    "TurnDone",
    "ValueEntered",
    "WaterFlowed",
    "Wheeled",
    "WorkDone",
    "WorkShown",
]
