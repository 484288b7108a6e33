"""All events, one frozen class each, a module per chapter of the rulebook.

Put here: one class per line of the notation, with ids as fields. `apply` is the only place where a board changes; it
raises `ImpossibleError` if the board cannot hold the event, and only then. `find_doubts` reports what is unlikely and
never raises; the event is applied regardless, because the table is right. A line begins with a seat, a colon and a
verb.
"""

from soloist.games._template.board.events.corrections import Corrected
from soloist.games._template.board.events.end import Ended
from soloist.games._template.board.events.her_turn import Drew
from soloist.games._template.board.events.your_turn import Put, Reached, Taken

__all__ = ["Corrected", "Drew", "Ended", "Put", "Reached", "Taken"]
