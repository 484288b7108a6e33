"""Mahiri Sekibo of an Automa: a tile decides the first action of the humans (BA-136, BA-R19), with everything booked."""

from __future__ import annotations

import pytest

from soloist.core.chance import Seeded
from soloist.core.rulebook import DIGITAL, Player
from soloist.core.sink import NULL_SINK
from soloist.games.barrage.automa.production import Production, run_system
from soloist.games.barrage.automa.view import View
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.player.state import Position
from soloist.manifest import find_game
from soloist.session.table import Table
from soloist.simulation.simulate import Plan
from soloist.simulation.soak import soak_plan

GAME = find_game("barrage")
OPTIONS = {
    "draft": "chosen",
    "humans": "usa",
    "level": "very_hard",
    "company": "germany",
    "officer": "mahiri_sekibo",
    "human_officers": "jill_mcdowell",
}


def _who_decides(rounds: int, **more: str) -> dict[int, list[bool]]:
    """For every round whether the human's turns were decided for him, in order."""
    table = Table.new(GAME, {**OPTIONS, **more}, mode=DIGITAL, seed=7)
    agent = table.rulebook.agents["random"]("7")
    found: dict[int, list[bool]] = {}
    while table.board.round <= rounds:
        due = table.rulebook.find_due(table.board)
        assert due is not None
        if due.seat == "usa" and due.what == "turn":
            found.setdefault(table.board.round, []).append(due.automa)
        if due.automa:
            table.turn()
        else:
            table.play(agent.choose_move(table.board, table.legal() or []))
    return found


def test_a_tile_decides_the_first_action_of_each_round_and_no_other() -> None:
    for decided in _who_decides(2).values():
        assert decided[0] and len(decided) > 1 and not any(decided[1:])


def test_with_the_ruling_off_or_another_officer_a_human_decides_for_himself() -> None:
    for more in ({"mahiri": "off"}, {"officer": "viktor_fiesler"}):
        assert not any(decided for turns in _who_decides(1, **more).values() for decided in turns)


@pytest.mark.parametrize("agent", ["random", "greedy"])
def test_everything_is_accounted_for(agent: str) -> None:
    """Two humans, so that one may pay the other for a conduit."""
    seats = (Player(agent), Player(agent), Player("automa", "very_hard"))
    options = {"officer": "mahiri_sekibo", "leeghwater": "yes"}
    census = soak_plan(GAME, Plan("barrage", seats, options, seed="tile"), 1, saved=1)
    assert census.faults == [] and census.turns > 15


def _with_foreign_conduit(credits: int) -> Production:
    """USA's powerhouse at the end of Italy's conduit, two drops in USA's dam above it."""
    position = RULES.create_position(
        RULES.lay_out({**OPTIONS, "humans": "usa italy", "human_officers": "none"}, Seeded(1), {})
    )
    assert isinstance(position, Position)
    for line in ("dam.9L = usa 2 2", "conduit.9A = italy", "powerhouse.P11.1 = usa", f"credits.usa = {credits}"):
        RULES.read_event(position, f"table: set {line}").apply(position)
    return Production(View(position, 0, Seeded(1), None, NULL_SINK), 0, bonus=False)


def test_a_human_uses_another_s_conduit_only_if_he_can_pay_and_the_owner_gets_it() -> None:
    """BR-063 with BA-R19; an Automa pays VP and always can (BA-003)."""
    assert _with_foreign_conduit(1).energy == {}
    rich = _with_foreign_conduit(2)
    assert len(rich.energy) == 1
    position = rich.board
    assert isinstance(position, Position)
    before = list(position.credits)
    rich.view.do(*run_system(rich, next(iter(rich.energy))))
    assert [now - was for was, now in zip(before, position.credits, strict=True)][:2] == [-2, 2]
