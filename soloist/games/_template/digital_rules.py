"""DIGITAL mode: the human's rules are enforced, and the Automa plays at the same table.

Put here: `RULES`, which names the functions of the other modules. Only here do the human's rules meet the Automa's.
"""

from __future__ import annotations

from soloist.core import lazy
from soloist.core.digital_rules import DigitalRules
from soloist.games._template import table_rules
from soloist.games._template.automa.turn import turn
from soloist.games._template.board.state import Stones
from soloist.games._template.player.accounting import find_broken, list_points
from soloist.games._template.player.moves import LANGUAGE
from soloist.games._template.player.options import OPTIONS, lay_out, seat
from soloist.games._template.player.state import new_position
from soloist.games._template.player.steps import parse_event, pending_step
from soloist.games._template.strategy.agents import AGENTS

ending = lazy.lazy_function("soloist.games._template.display.instructions", "list_winner_lines")
menu = lazy.lazy_function("soloist.games._template.display.digital_menu", "list_choices")

RULES = DigitalRules(
    options=OPTIONS,
    agents=AGENTS,
    adviser="greedy",
    language=LANGUAGE,
    setting_up=lay_out,
    new_position=new_position,
    pending_step=pending_step,
    ending=ending,
    menu=menu,
    parsing=parse_event,
    consequences=table_rules.apply_consequences,
    her_turn=turn,
    scoring=table_rules.count_points,
    winning=table_rules.find_winners,
    levels=table_rules.list_automa_results,
    rounds=Stones.round,
    seating=seat,
    sources=list_points,
    find_broken_invariants=find_broken,
)
