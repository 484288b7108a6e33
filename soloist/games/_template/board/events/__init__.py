"""Everything that can happen, one frozen class each, one module per chapter of the rulebook.

Put here: one class per line of the notation, ids inside. `apply` is the only place where a board changes; it raises
`ImpossibleError` when the board cannot hold the event, and only then. What can hardly be true is told by `doubts`, which
never raises, and happens all the same: the table is right. A notation begins with who did it, a colon and a verb.
"""

from soloist.games._template.board.events.corrections import Corrected
from soloist.games._template.board.events.end import Ended
from soloist.games._template.board.events.her_turn import Drew
from soloist.games._template.board.events.your_turn import Put, Reached, Taken

__all__ = ["Corrected", "Drew", "Ended", "Put", "Reached", "Taken"]
