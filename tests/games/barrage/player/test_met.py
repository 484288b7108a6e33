"""Random play reaches every decision of the rulebook: each step that asks a human, and each verb that answers (BR-180,
BR-181)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from soloist.core.chance import Seeded
from soloist.core.loop import Watcher, run_game
from soloist.core.rulebook import Due
from soloist.games.barrage.board.fields import set_field
from soloist.games.barrage.board.spaces import SPACE_LIST
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player import moves as m
from soloist.games.barrage.player.base_step import Step
from soloist.games.barrage.player.moves import VERBS
from soloist.games.barrage.player.state import Position
from soloist.games.barrage.player.step_registry import STEPS
from soloist.games.barrage.strategy.agents import RandomAgent

#: everything that asks a human; a turn waits nowhere and is asked most often
ASKED = {name for name, kind in STEPS.items() if issubclass(kind, Step)} | {"turn"}
#: so many games at most; most of it is met in the first ones
MOST = 40


class Met(Watcher):
    """Counts decisions and the verbs that answered them."""

    wants_events = False

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.said: Counter[str] = Counter()

    def after_choice(self, position: Any, due: Due, move: Any) -> None:
        self.asked[due.what] += 1
        self.said[VERBS[move.verb].key] += 1

    def missing(self) -> tuple[set[str], set[str]]:
        return ASKED - set(self.asked), {verb.key for verb in VERBS} - set(self.said)


class Keen(RandomAgent):
    """Chooses any move, but rarely one that declines or stacks engineers in the bank, and often one that builds or
    produces, because an empty map raises few questions."""

    def choose_move(self, view: Position, legal: Sequence[Any]) -> Any:
        chance = self._dice.random()
        if chance < 0.1:
            return super().choose_move(view, legal)
        wanted = [move for move in legal if move.verb not in (m.DONE, m.OUT) and not (move.verb == m.USE and move.b)]
        keen = [move for move in wanted if move.verb == m.CONSTRUCT or _of_the_map(move)]
        return super().choose_move(view, (keen if chance < 0.5 else []) or wanted or legal)


def _of_the_map(move: Any) -> bool:
    sections = ("turbine_station", "company_board", "patent_office")
    return move.verb in (m.USE, m.ARCHITECT) and SPACE_LIST[move.a].section in sections


#: three tables of four humans, so that every officer who asks something of his own takes part
_OFFICERS = (
    "simone_luciani tommaso_battista leslie_spencer margot_fouche",
    "mahiri_sekibo anton_krylov dr_octavius wu_fang",
    "solomon_p_jordan jill_mcdowell amir_zahir elon_audia",
)
#: what stands on the map, and who can fulfil two contracts or leave a round, before a game that begins in the middle
_MIDDLE = (
    "usa: base 6L",
    "usa: conduit 6A",
    "usa: powerhouse P9.1",
    "italy: base 10U",
    "italy: conduit 10A",
    "italy: powerhouse P11.1",
)
_FIELDS = {
    "dam.6L": "usa 3 3",
    "dam.10U": "italy 2 2",
    "hand.usa": "green_03 green_04",
    "contract_pile.green": "green_05 green_06",
    "tiles.france": "adv3_base",
    "engineers.france": "1",
    "placed.france": "11",
}


def _games() -> Iterator[Position]:
    """Yield games from the draft on, and every fourth one from the middle."""
    for number in range(MOST):
        chance = Seeded(f"met {number}")
        options = {"leeghwater": "yes", "promos": "yes", "level": "none"}
        if number % 4 < 3:
            drafted = {"draft": "table", "people": "4", "draft_officers": _OFFICERS[number % 4]}
            yield RULES.create_position(RULES.lay_out(options | drafted, chance, {}))
            continue
        named = {"humans": "usa italy france", "human_officers": "simone_luciani dr_octavius jill_mcdowell"}
        laid = {"neutral": "4L 7L 10L", "contracts": "green_01 green_02 yellow_01 yellow_02 red_01 red_02"}
        position: Position = RULES.create_position(RULES.lay_out(options | named | laid, chance, {}))
        for line in _MIDDLE:
            RULES.read_event(position, line).apply(position)
        for field, value in _FIELDS.items():
            set_field(position, field, value)
        yield position


def test_every_decision_of_the_rulebook_is_met_at_random() -> None:
    met = Met()
    for number, position in enumerate(_games()):
        if met.missing() == (set(), set()):
            break
        agents = {name: Keen(f"{number} {name}") for name in position.setup.names.names}
        run_game(RULES, position, agents, Seeded(f"played {number}"), [met])
    assert met.missing() == (set(), set())
