"""Moves of a human as verbs with slots, for reading, writing, completion, menus and numbering.

Put here: `VERBS` in the order in which moves are sorted, a constant for the number of each, and `LANGUAGE`, which says
what fits their slots. Verbs that are also entered at a table are in `board/notation.py`. Never remove a verb from the
middle: the catalogue of actions counts them.
"""

from __future__ import annotations

from soloist.core.verbs import Language, Slot, Verb
from soloist.games._template.board.notation import MOVES
from soloist.games._template.board.tables import PITS

VERBS = (*MOVES, Verb("done", "done", "done", "XXA-006"))
TAKE, PUT, REACH, DONE = range(len(VERBS))

LANGUAGE = Language(VERBS, {"PIT": Slot(PITS)})
