"""Everything that can happen on a Tapestry table, one class each, in modules by page of the rulebook.

`apply` is the only place where a board changes.
"""

from soloist.games.tapestry.board.events.corrections import Corrected
from soloist.games.tapestry.board.events.decks import DeckShuffled, JoinedDeck, PairDrawn, ProgressAdded
from soloist.games.tapestry.board.events.map import Conquered, Explored, Placed, Toppled, Trapped
from soloist.games.tapestry.board.events.scoring import Achieved, Gained
from soloist.games.tapestry.board.events.tapestries import TapestryGained, TapestryPlayed, TapestryTurned
from soloist.games.tapestry.board.events.tech import TechRefreshed, TechShown, TechTaken
from soloist.games.tapestry.board.events.tracks import Advanced, FavoriteChanged, LandmarkTaken, Regressed
from soloist.games.tapestry.board.events.turns import GameEnded, IncomeTaken, TurnDone

__all__ = [
    "Achieved",
    "Advanced",
    "Conquered",
    "Corrected",
    "DeckShuffled",
    "Explored",
    "FavoriteChanged",
    "Gained",
    "GameEnded",
    "IncomeTaken",
    "JoinedDeck",
    "LandmarkTaken",
    "PairDrawn",
    "Placed",
    "ProgressAdded",
    "Regressed",
    "TapestryGained",
    "TapestryPlayed",
    "TapestryTurned",
    "TechRefreshed",
    "TechShown",
    "TechTaken",
    "Toppled",
    "Trapped",
    "TurnDone",
]
