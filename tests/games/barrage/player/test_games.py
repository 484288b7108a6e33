"""Whole DIGITAL games by agents: every law after every event, saves and undo at random points, a greedy that wins."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from soloist.core.errors import ImpossibleError
from soloist.core.rulebook import Player
from soloist.games.barrage.digital_rules import RULES
from soloist.games.barrage.game import GAME
from soloist.games.barrage.player.step_registry import STEPS
from soloist.games.barrage.strategy.agents import RandomAgent
from soloist.session.table import Table
from soloist.session.verify import verify
from soloist.session.words import Catalogue
from soloist.simulation.report import ReportNames, write_report
from soloist.simulation.simulate import Plan, check_plan, iterate_games, read_seats, run_plan
from soloist.simulation.soak import soak_plan

R = Player("random")
SAVES = Path(__file__).parents[3] / "saves"
#: seats and options: one to three humans, with and without Automa, the expansion, the promo officers, the draft
PLANS = (
    ((R, Player("automa")), {"promos": "yes"}),
    ((R, R, Player("automa", "very_hard")), {"leeghwater": "yes", "promos": "yes", "draft": "table"}),
    ((R, R, R), {"leeghwater": "yes"}),
    ((R, Player("automa", "easy"), Player("automa", "hard")), {}),
)


@pytest.mark.parametrize(("seats", "options"), PLANS)
def test_random_games_keep_every_law_and_every_save(seats: tuple[Player, ...], options: dict[str, str]) -> None:
    census = soak_plan(GAME, Plan("barrage", seats, options, seed="laws"), 2, saved=2, repeated=2)
    assert census.faults == []
    assert census.games == 2 and census.saves > 0 and census.repeats == 1


def test_the_same_seed_plays_the_same_game() -> None:
    plan = Plan("barrage", (R, Player("automa")), seed="same")
    assert list(iterate_games(plan, 2)) == list(iterate_games(plan, 2))


def test_two_automa_are_simulated_and_five_players_refused() -> None:
    """BA-001: one to three Automa, four players in all; the rows of the results say which seat is which."""
    seats = read_seats(RULES, "random:usa,automa:easy,automa:hard:italy")
    results = run_plan(Plan("barrage", seats, seed="two"), 1)
    names = ReportNames(Catalogue("en", GAME))
    assert [names.seat_name(seats, at) for at in range(3)] == ["1 random", "2 automa", "3 automa"]
    assert [names.faction_name(seat, "italy") for seat in (seats[0], seats[2])] == ["Italy", "Italy"]
    assert ReportNames(Catalogue("de", GAME)).faction_name(seats[0], "italy") == "Italien"
    assert [seat.level for seat in results.games[0].seats] == ["", "easy", "hard"]
    assert "the best Automa" in write_report(results, Catalogue("en", GAME), command="", version="")
    with pytest.raises(ImpossibleError) as refused:
        check_plan(GAME, Plan("barrage", (*seats, Player("automa"), Player("automa"))))
    assert refused.value.rule == "BA-001"


def test_greedy_beats_random() -> None:
    """Mirrored: each company is played by both."""
    won: Counter[str] = Counter()
    for first, second in (("greedy", "random"), ("random", "greedy")):
        plan = Plan("barrage", (Player(first, faction="italy"), Player(second, faction="usa")), seed="mirror")
        for game in iterate_games(plan, 2):
            won.update(game.seats[i].who for i in game.winners)
    assert won["greedy"] == 4 and won["random"] == 0


def test_every_step_has_a_name_of_its_own_and_a_question() -> None:
    words = GAME.words("en")
    asked = {name for name, kind in STEPS.items() if hasattr(kind, "takes")}
    assert len(asked) == 25
    for name in asked:
        assert f"decision.{name}" in words, name
    assert RULES.adviser in RULES.agents


def test_a_save_in_the_middle_of_a_turn_loads_for_ever() -> None:
    """The decision that waited then waits today, with the same moves, and the game goes on from it to its end."""
    table = Table.from_text((SAVES / "version-2" / "barrage-digital.soloist").read_bytes())
    due = table.rulebook.find_due(table.board)
    assert due is not None and (due.seat, due.what) == ("italy", "drops")
    assert table.lines() == ["water a", "water b", "water c", "water d"]
    assert verify(table) == []
    dice = RandomAgent("on")
    while not table.over:
        if table.automa_due:
            table.turn()
        else:
            table.play(dice.choose_move(table.board, table.legal() or ()))
    assert min(table.scores().values()) > 0
