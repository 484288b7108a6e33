"""The moves of a human: verbs and slots, described once for reading, writing, completion, menus and numbering.

Put here: `VERBS` in the order in which moves shall sort, one constant for the number of each, and `LANGUAGE`, which says
what fits their slots. What is told at a table too stands in `board/notation.py` already. Verbs are never taken out of the
middle: the catalogue of actions counts them.
"""

from __future__ import annotations

from soloist.core.verbs import Language, Slot, Verb
from soloist.games._template.board.notation import MOVES
from soloist.games._template.board.tables import PITS

VERBS = (*MOVES, Verb("done", "done", "done", "XXA-006"))
TAKE, PUT, REACH, DONE = range(len(VERBS))

LANGUAGE = Language(VERBS, {"PIT": Slot(PITS)})
