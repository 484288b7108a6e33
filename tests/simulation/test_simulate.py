"""Simulation: identical games with any number of workers, points that add up, correct intervals, a sound report."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any

import pytest

from soloist.cli.main import main
from soloist.cli.simulate import results_as_data
from soloist.core.chance import Chance, Draw
from soloist.core.errors import BadInputError, ImpossibleError, QuestionError, UnknownError, UnreadableError
from soloist.core.loop import Watcher
from soloist.core.loop import run_game as play_on
from soloist.core.rulebook import DIGITAL, Agent, Due, Player, Rulebook
from soloist.core.sink import Sink
from soloist.core.text import Domain, text
from soloist.core.trace import Trace
from soloist.games.terra_mystica.board.events import Gained, TurnDone
from soloist.games.terra_mystica.board.purse import FROM_CONVERT, FROM_FACTION, SOURCES
from soloist.games.terra_mystica.player.accounting import find_broken
from soloist.games.terra_mystica.player.state import Position
from soloist.lab.experiment import Cell
from soloist.lab.record import play_game
from soloist.manifest import Game, find_game
from soloist.session.words import Catalogue, languages
from soloist.simulation.charts import WIDTHS, bin_width, number
from soloist.simulation.report import write_report
from soloist.simulation.simulate import (
    Plan,
    Played,
    Results,
    SimulationError,
    check_plan,
    iterate_games,
    play_one,
    read_seats,
    run_plan,
    set_up_game,
)
from soloist.simulation.soak import soak_plan
from soloist.simulation.stats import half_width, median, summarize, t_quantile, wilson_interval

TERRA = find_game("terra_mystica")
BOOK = TERRA.rulebook(DIGITAL)
TERRA_WORDS = Catalogue("en", TERRA).words


def like(kind: type[Rulebook]) -> Any:
    """Return the rulebook of Terra Mystica as an instance of this subclass."""
    return kind(**{field.name: getattr(BOOK, field.name) for field in fields(BOOK)})  # type: ignore[arg-type]


def _with_digital(book: Any) -> Game:
    """Return Terra Mystica with this rulebook for DIGITAL mode."""
    return replace(TERRA, get_digital=lambda: book)


def plan(seats: str, seed: str = "1", **options: str) -> Plan:
    return Plan("terra_mystica", read_seats(BOOK, seats), options, seed=seed)


@pytest.fixture(scope="module")
def results() -> Results:
    """Random players of all kinds against the Automa."""
    return run_plan(plan("random,automa", map="random", final="random"), 40)


# -------------------------------------------------------------------------------------------------------------- seats


def test_seats_are_read() -> None:
    assert read_seats(BOOK, "greedy,automa:ultoma:kuddlers") == (
        Player("greedy"),
        Player("automa", "ultoma", "kuddlers"),
    )
    assert read_seats(BOOK, " Greedy:Witches , random:random,automa") == (
        Player("greedy", faction="witches"),
        Player("random"),
        Player("automa"),
    )
    assert read_seats(BOOK, "random,automa::kuddlers")[1] == Player("automa", "", "kuddlers")


@pytest.mark.parametrize(
    ("seats", "error", "key"),
    [
        ("gredy,automa", UnknownError, "simulate.agent"),
        ("greedy,,automa", UnknownError, "simulate.agent"),
        ("", UnknownError, "simulate.agent"),
        ("greedy:witches:2,automa", UnreadableError, "simulate.seat"),
        ("greedy,automa:ultoma:kuddlers:3", UnreadableError, "simulate.seat"),
        ("greedy,automa,automa", ImpossibleError, "simulate.automa_twice"),
        ("greedy,random,greedy,random,greedy,automa", ImpossibleError, "error.players"),
        ("greedy", ImpossibleError, "error.players"),
        ("automa", ImpossibleError, "error.players"),
        ("greedy:witches,random:witches", ImpossibleError, "error.same_ground"),
        ("greedy:witches,random:auren,automa", ImpossibleError, "error.same_ground"),
        ("greedy:witch,automa", UnknownError, "error.option"),
        ("greedy,automa:hard", UnknownError, "error.option"),
        ("greedy,automa:ultoma:nobody", UnknownError, "error.option"),
        ("greedy,automa:ultoma:gognomes", ImpossibleError, "error.automa_unknown"),
        ("greedy,greedy,automa:ultoma:kuddlers", ImpossibleError, "error.two_humans_faction"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: str, error: type[BadInputError], key: str) -> None:
    with pytest.raises(error) as refused:
        check_plan(TERRA, plan(seats))
    assert refused.value.text.key == key


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"human": "witches"}, "simulate.option"),
        ({"level": "random"}, "simulate.option"),
        ({"seed": "5"}, "simulate.option"),
        ({"mapp": "fjords"}, "error.no_option"),
        ({"map": "moon"}, "error.option"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, str], key: str) -> None:
    with pytest.raises(BadInputError) as refused:
        check_plan(TERRA, replace(plan("greedy,automa"), options=options))
    assert refused.value.text.key == key


def test_a_game_without_the_humans_rules_cannot_be_simulated() -> None:
    with pytest.raises(UnknownError) as refused:
        check_plan(replace(TERRA, get_digital=None), plan("greedy,automa"))
    assert refused.value.text.key == "error.table_only"


def test_what_is_left_open_is_drawn_for_each_game_and_fits_together() -> None:
    seen: dict[str, set[str]] = {}
    for i in range(150):
        _, seats, drawn, _ = set_up_game(TERRA, plan("random,automa", map="random"), i)
        for seat in seats:
            seen.setdefault(f"{seat.name}.faction", set()).add(seat.faction)
            seen.setdefault(f"{seat.name}.level", set()).add(seat.level)
        seen.setdefault("map", set()).add(drawn["map"])
    assert {key: len(values) for key, values in seen.items()} == {
        "human.faction": 20,
        "human.level": 1,
        "automa.faction": 7,
        "automa.level": 5,
        "map": 5,
    }
    for i in range(40):  # five players have different terrains; a named faction stays
        _, seats, _, _ = set_up_game(TERRA, plan("random,random,random:giants,random,random", fire_and_ice="no"), i)
        assert seats[2].faction == "giants"
        assert len({seat.faction for seat in seats}) == 5


def test_a_home_that_is_asked_for_is_nobody_elses() -> None:
    for i in range(30):
        position, _, _, _ = set_up_game(TERRA, plan("random,random,automa", home="forest", human2_home="lakes"), i)
        assert position.setup.source["home"] == "forest"
        assert position.setup.source["human2_home"] == "lakes"


# -------------------------------------------------------------------------------------------------------- determinism


def test_any_number_of_workers_gives_the_same_games_in_the_same_order() -> None:
    wanted = plan("random,automa", seed="w")
    one = list(iterate_games(wanted, 20, workers=1))
    assert [played.number for played in one] == list(range(20))
    assert list(iterate_games(wanted, 20, workers=2)) == one
    assert list(iterate_games(wanted, 20, workers=3)) == one


def test_a_game_depends_on_the_seed_and_its_number_only(results: Results) -> None:
    again = play_one(TERRA, results.plan, 17)
    assert again == results.games[17]
    assert play_one(TERRA, replace(results.plan, seed="2"), 17) != again
    assert results.games[16].points != again.points


def test_reading_only_some_of_the_games_ends_the_workers() -> None:
    games = iterate_games(plan("random,automa"), 400, workers=2)
    assert next(games).number == 0
    began = time.monotonic()
    games.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 20


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL to send")
def test_a_worker_that_is_killed_is_told() -> None:
    others = {child.pid for child in active_children()}
    games = iterate_games(plan("random,automa"), 100_000, workers=2)
    next(games)
    crew = [child for child in active_children() if child.pid not in others]
    assert len(crew) == 2
    crew[0].kill()
    with pytest.raises(SimulationError) as fault:
        for _ in games:
            pass
    assert fault.value.text.key == "simulate.worker"


# ------------------------------------------------------------------------------------------------------------ results


def test_points_by_source_and_round_add_up_to_the_score(results: Results) -> None:
    others = run_plan(plan("random,greedy,random"), 3)
    for played in (*results.games, *others.games):
        for at, score in enumerate(played.scores):
            assert sum(sum(rounds) for rounds in played.points[at].values()) == score
            assert all(len(rounds) == played.rounds + 1 for rounds in played.points[at].values())
            assert set(played.points[at]) <= {*SOURCES, "cards", "pass"}
    assert {seat for played in others.games for seat in (s.name for s in played.seats)} == {
        "human",
        "human2",
        "human3",
    }


def test_points_are_those_in_the_purses() -> None:
    """The position counts points by source and round itself; both counts must agree."""
    kept: list[Position] = []

    class Watched(type(BOOK)):  # type: ignore[misc]
        def find_due(self, position: Position) -> Due | None:
            kept[:] = [position]
            return super().find_due(position)  # type: ignore[no-any-return]

    watched = _with_digital(like(Watched))
    for i in range(12):
        played = play_one(watched, plan("greedy,random,automa"), i)
        for at, seat in enumerate(played.seats[:2]):
            earned = kept[0].purses[1 if seat.name == "human" else 2].earned
            for s, source in enumerate(SOURCES):
                assert list(played.points[at].get(source, (0,) * 7)) == earned[s * 7 : s * 7 + 7], (i, source)


def test_winners_have_the_most_points_and_all_of_them_win(results: Results) -> None:
    for played in results.games:
        assert played.winners == tuple(i for i, s in enumerate(played.scores) if s == max(played.scores))
    tie = replace(results.games[0], scores=(90, 90), winners=(0, 1))
    assert Results(results.plan, (tie,)).ties == 1
    assert [group.summary.wins for group in Results(results.plan, (tie,)).groups()] == [1, 1]


def test_who_wins_is_said_by_the_rules_of_the_game() -> None:
    """BR-124 and TR-026: tie-breakers decide between equal points; simulator and laboratory use them."""

    class FewestWin(type(BOOK)):  # type: ignore[misc]
        def find_winners(self, position: Position) -> list[str]:
            scores = self.count_points(position)
            return [min(scores, key=lambda seat: scores[seat])]

    game = _with_digital(like(FewestWin))
    played = play_one(game, plan("random,automa"), 0)
    fewest = played.scores.index(min(played.scores))
    assert played.winners == (fewest,)
    assert play_game(game, Cell(0, {}, "", plan("random,automa")), 0)["winners"] == [fewest]


def test_groups_split_the_games_by_level_and_by_faction(results: Results) -> None:
    groups = results.groups()
    hers = [group for group in groups if group.seat == 1]
    assert [group.by for group in hers][:2] == ["", "level"]
    for by in ("level", "faction"):
        assert sum(group.summary.n for group in hers if group.by == by) == 40
    levels = [group.level for group in hers if group.by == "level"]
    assert levels == [x for x in ("automalein", "automa", "automaechtig", "ultoma", "alptrauma") if x in levels]
    one = run_plan(plan("random:witches,automa:ultoma:kuddlers"), 2)
    assert [(g.by, g.level, g.faction) for g in one.groups()] == [("", "", "witches"), ("", "ultoma", "kuddlers")]


def test_stand_ins_in_use_are_named_and_the_owners_values_are_not(results: Results) -> None:
    unsure = results.unsure()
    assert any(key.startswith("pass_vp.") for key in unsure)
    assert max(unsure.values()) <= 40
    wanted = plan("random,automa:ultoma:simpletons", home="forest", human_home="random")
    (before,) = run_plan(wanted, 1).games
    key = next(k for k in before.unsure if k.startswith("letters."))
    printed = {d.key: d.value for d in TERRA.data(set_up_game(TERRA, wanted, 0)[0])}[key]
    (after,) = run_plan(replace(wanted, owner={key: printed}), 1).games
    assert set(before.unsure) - set(after.unsure) == {key}
    assert after.scores == before.scores
    without = run_plan(plan("random,random"), 1)
    assert without.unsure() == {}


def test_a_game_that_breaks_off_is_told_with_its_seed() -> None:
    class Stubborn(Agent):
        def choose_move(self, view: Any, legal: Sequence[Any]) -> Any:
            raise ZeroDivisionError("no idea")

    odd: Any = replace(BOOK, agents={"random": lambda seed: Stubborn()})  # type: ignore[type-var]
    with pytest.raises(SimulationError) as fault:
        list(iterate_games(plan("random,automa"), 3, game=_with_digital(odd)))
    assert fault.value.text.args == {"seed": "1/0", "why": "ZeroDivisionError: no idea"}


def test_no_legal_move_before_the_end_is_a_fault() -> None:
    class Mute(type(BOOK)):  # type: ignore[misc]
        def list_legal_moves(self, position: Position) -> list[Any]:
            return [] if position.round == 3 else list(super().list_legal_moves(position))

    with pytest.raises(SimulationError) as fault:
        list(iterate_games(plan("random,automa"), 1, game=_with_digital(like(Mute))))
    assert fault.value.text.key == "simulate.broken" and "no legal move" in str(fault.value)


class Leaving(type(BOOK)):  # type: ignore[misc]
    """Rules with a gap: before each turn of the Automa two options are left with no rule to choose."""

    def play_automa(self, position: Position, chance: Chance, trace: Trace | None, sink: Sink) -> None:
        hole = Draw("undecided", Domain("side", ["left", "right"]), text("question.undecided"), "TMA-080", asked=True)
        chance.pick_option(hole, 0b11)
        super().play_automa(position, chance, trace, sink)


def test_what_the_rules_leave_open_is_answered_by_chance_and_told() -> None:
    holey = _with_digital(like(Leaving))
    wanted = plan("random:witches,automa:automa:kuddlers")
    found = run_plan(wanted, 3, game=holey)
    assert [played.open for played in found.games] == [{"TMA-080": played.turns} for played in found.games]
    assert found.open() == {"TMA-080": sum(played.turns for played in found.games)}
    assert found == run_plan(wanted, 3, game=holey), "the same answers from the same seed"
    plain = run_plan(wanted, 3)
    assert plain.open() == {} and plain.games[0].scores == found.games[0].scores, "answers take no card away"
    (said,) = {" ".join(f"decided by chance: {n}, in 3 games: {rule} ({n})" for rule, n in found.open().items())}
    assert said in write_report(found, Catalogue("en", TERRA), command="x", version="1")
    assert "by chance" not in write_report(plain, Catalogue("en", TERRA), command="x", version="1")
    told = results_as_data(found, "x")
    assert told["open"] == found.open() and results_as_data(plain, "x")["open"] == {}


def test_what_the_set_up_asks_is_not_left_to_chance() -> None:
    class Asking(type(BOOK)):  # type: ignore[misc]
        def lay_out(self, options: Any, chance: Chance, owner: Any) -> Any:
            chance.pick_option(
                Draw("value", Domain("side", ["left", "right"]), text("error.no_seed"), asked=True), 0b11
            )
            return super().lay_out(options, chance, owner)

    with pytest.raises(QuestionError):
        run_plan(plan("random,automa"), 1, game=_with_digital(like(Asking)))


# ---------------------------------------------------------------------------------------------------------- intervals


def test_students_t_is_as_in_the_tables() -> None:
    for freedom, want in ((1, 12.706), (4, 2.776), (10, 2.228), (30, 2.042), (40, 2.021), (120, 1.980), (10**6, 1.960)):
        assert t_quantile(freedom) == pytest.approx(want, abs=0.0006)


def test_the_interval_of_a_mean() -> None:
    values = [4, 8, 6, 5, 3, 7]  # mean 5.5, deviation 1.8708, t(5) = 2.5706
    assert half_width(values) == pytest.approx(1.9633, abs=0.0005)
    assert half_width([5]) is None
    assert half_width([5, 5, 5]) == 0


def test_wilsons_interval() -> None:
    assert wilson_interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=0.0001)
    assert wilson_interval(0, 10) == pytest.approx((0.0, 0.2775), abs=0.0001)
    assert wilson_interval(10, 10) == pytest.approx((0.7225, 1.0), abs=0.0001)
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=0.0001)


def test_a_summary_has_median_and_range() -> None:
    found = summarize([10, 40, 20, 30], wins=1)
    assert (found.n, found.mean, found.median, found.least, found.most) == (4, 25, 25, 10, 40)
    assert (found.wins, found.share) == (1, 0.25)
    assert median([3, 1, 2]) == 2


# ------------------------------------------------------------------------------------------------------------- report


def elements(page: str) -> ET.Element:
    """Parse the page as XML, which raises for anything unclosed or unescaped."""
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


@pytest.mark.parametrize("language", languages())
def test_the_report_is_well_formed_and_refers_to_nothing_outside(results: Results, language: str) -> None:
    page = write_report(results, Catalogue(language, TERRA), command="soloist <simulate> & more", version="1")
    root = elements(page)
    assert not re.search(r"https?:|//|url\((?!#)|@import|<script|<link|<img|src=|href=(?!\"#)|\son\w+=", page)
    assert len(plots(root)) == 6  # scores and margin; points by source and by round of two seats
    assert "".join(root.find(".//code").itertext()) == "soloist <simulate> & more"  # type: ignore[union-attr]
    said = " ".join(root.itertext())
    assert not re.search(r"\b(simulate|source|level|faction|human)\.[a-z_]+", said), "a key without words"
    for group in results.groups():
        assert number(group.summary.mean) in said


def plots(root: ET.Element, kind: str = "wide") -> list[ET.Element]:
    """Return the plots of a page in one of their two widths."""
    return [svg for svg in root.findall(".//svg[@role='img']") if svg.get("class") == kind]


def counted(plot: ET.Element) -> dict[tuple[str, str], dict[tuple[int, int], int]]:
    """Return the bars of a histogram: number of games by row, owner and range of values."""
    found: dict[tuple[str, str], dict[tuple[int, int], int]] = {}
    for title in plot.findall(".//title"):
        name, between, n = (title.text or "").replace("\u2212", "-").rsplit(": ", 2)
        row, _, who = name.partition(", ")
        low, high = between.split("–")
        found.setdefault((row, who), {})[int(low), int(high)] = int(n)
    return found


def test_every_level_has_a_histogram_of_its_own_for_the_automa_and_for_the_agent(results: Results) -> None:
    root = elements(write_report(results, Catalogue("en", TERRA), command="x", version="1"))
    split = results.by_level(1)
    assert len(split) == 5
    for kind in ("wide", "narrow"):
        rows = counted(plots(root, kind)[0])
        assert len(rows) == 10
        for level, games in split.items():
            for at, who in enumerate(("random", "Automa")):
                bars = rows[TERRA_WORDS[f"level.{level}"], who]
                assert sum(bars.values()) == len(games)
                for (low, high), n in bars.items():
                    assert sum(low <= played.scores[at] <= high for played in games) == n


def test_margins_are_drawn_by_level(results: Results) -> None:
    root = elements(write_report(results, Catalogue("en", TERRA), command="x", version="1"))
    rows = counted(plots(root)[1])
    for level, games in results.by_level(1).items():
        margins = [played.scores[0] - played.scores[1] for played in games]
        assert results.margins(0, games) == margins
        for (low, high), n in rows[TERRA_WORDS[f"level.{level}"], "random"].items():
            assert sum(low <= margin <= high for margin in margins) == n
            assert low >= 0 or high < 0, "a bar on both sides of zero"
    said = " ".join(plots(root)[1].itertext())
    assert "Automa ahead" in said and "random ahead" in said


def test_without_the_automa_a_margin_is_over_the_best_of_the_others(results: Results) -> None:
    (played,) = run_plan(plan("random,random,random"), 1).games
    three = Results(plan("random,random,random"), (replace(played, scores=(30, 70, 50)),))
    assert [three.margins(at, three.games) for at in range(3)] == [[-40], [20], [-20]]


@pytest.mark.parametrize("language", languages())
def test_every_axis_has_a_title(results: Results, language: str) -> None:
    catalogue = Catalogue(language, TERRA)
    root = elements(write_report(results, catalogue, command="x", version="1"))
    titles = [("points", "share"), ("margin", "share"), *[("mean",)] * 2, *[("round", "mean")] * 2]
    for width, kind in zip(WIDTHS, ("wide", "narrow"), strict=True):
        for plot, axes in zip(plots(root, kind), titles, strict=True):
            said = [found.text for found in plot.findall("text")]
            assert plot.get("viewBox", "").split()[2] == str(width)
            for axis in axes:
                assert catalogue.words[f"simulate.axis_{axis}"] in said


def test_stand_ins_are_one_line_at_the_beginning_and_folded_at_the_end(results: Results) -> None:
    page = write_report(results, Catalogue("en", TERRA), command="x", version="1")
    unsure = results.unsure()
    before, _, folded = page.partition("<details")
    assert unsure and not any(key in before for key in unsure)
    assert f"{len(unsure)} values in use are not from your game" in before
    assert all(key in folded for key in unsure) and not folded.startswith(" open")
    assert folded.rindex("</details>") > folded.rindex(max(unsure))


def test_bars_are_round_numbers_wide_and_not_too_many() -> None:
    for least, most in ((0, 0), (20, 44), (20, 45), (0, 200), (-10, 5000)):
        assert (most - least) / bin_width(least, most) <= 24
    assert (bin_width(20, 44), bin_width(20, 45), bin_width(0, 200)) == (1, 2, 10)


def test_a_report_of_one_game_and_of_five_seats() -> None:
    one = run_plan(plan("random,random,random,random,automa"), 1)
    root = elements(write_report(one, Catalogue("en", TERRA), command="x", version="1"))
    assert len(plots(root)) == 4 * 2 + 5 + 5  # scores and margin of four agents, then every seat


# ------------------------------------------------------------------------------------------------------- command line


def shell(*words: str, folder: Path) -> int:
    try:
        return main(["--data-dir", str(folder), "--lang", "en", "simulate", *words])
    except SystemExit as left:  # argparse
        return int(left.code or 0)


def test_the_table_names_intervals_and_stand_ins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell("terra_mystica", "--seats", "random,automa:ultoma", "--games", "12", folder=tmp_path) == 0
    out = capsys.readouterr().out
    assert "12 games of Terra Mystica" in out and "Student" in out and "Wilson" in out
    assert "pass_vp." in out and "±" in out and "Ultoma" in out


def test_json_holds_every_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("terra_mystica", "--seats", "random,automa", "--games", "5", "--seed", "x", "--option", "map=fjords")
    assert shell(*words, "--json", folder=tmp_path) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["command"] == f"soloist simulate {' '.join(words)}"
    assert [game["seed"] for game in found["games"]] == [f"x/{i}" for i in range(5)]
    for game in found["games"]:
        for points, score in zip(game["points"], game["scores"], strict=True):
            assert sum(map(sum, points.values())) == score
    assert found["stand_ins"] and found["groups"][0]["n"] == 5
    assert all(key.startswith("letters.fjords.") for key in found["stand_ins"] if key.startswith("letters."))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("chess", "--seats", "greedy,automa"), "chess"),
        (("tapestry", "--seats", "greedy,automa"), "only beside the board"),
        (("terra_mystica", "--seats", "gredy,automa"), "greedy"),
        (("terra_mystica", "--seats", "random,random,random,random,random,automa"), "TM-013"),
        (("terra_mystica", "--seats", "random:witches,random:witches"), "Witches"),
        (("terra_mystica", "--seats", "random,automa,automa"), "one Automa"),
        (("terra_mystica",), "--seats"),
        (("terra_mystica", "--seats", "random,automa", "--games", "0"), "10000000"),
        (("terra_mystica", "--seats", "random,automa", "--games", "many"), "10000000"),
        (("terra_mystica", "--seats", "random,automa", "--workers", "0"), "64"),
        (("terra_mystica", "--seats", "random,automa", "--option", "map"), "KEY=VALUE"),
        (("terra_mystica", "--seats", "random,automa", "--option", "map=moon"), "fjords"),
        (("terra_mystica", "--seats", "random,automa", "--option", "human=witches"), "--seed"),
        (("terra_mystica", "--seats", "random,automa", "--option", "site=yes", "--seed", ""), "seed"),
        (("terra_mystica", "--seats", "random,automa", "--report", "no/such/folder/x.html"), "folder"),
    ],
)
def test_bad_input_is_refused_before_the_first_game(
    words: tuple[str, ...], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shell(*words, folder=tmp_path) == 2
    out, err = capsys.readouterr()
    assert out == "" and says in err and "Traceback" not in err


def test_a_report_never_replaces_a_file_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "r.html"
    words = ("terra_mystica", "--seats", "random,automa", "--games", "2", "--report", str(page))
    assert shell(*words, folder=tmp_path) == 0
    first = page.read_text("utf-8")
    elements(first)
    page.write_text("mine", "utf-8")
    assert shell(*words, folder=tmp_path) == 2
    assert page.read_text("utf-8") == "mine"
    assert "--force" in capsys.readouterr().err
    assert shell(*words, "--force", folder=tmp_path) == 0
    assert page.read_text("utf-8") == first
    assert shell(*words[:-1], str(tmp_path), "--force", folder=tmp_path) == 2  # a folder is never a report


def heard() -> None:
    """Restore the handler of Ctrl+C, which shells disable for background jobs."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


#: script that runs a command and prints when the first game begins and when the first games are done
_TELLS = """
import soloist.cli.exit_codes, soloist.cli.simulate as command
from soloist.cli.main import main
soloist.cli.exit_codes.SECONDS = 120  # a busy machine must still print the results
real = command.iterate_games
def told(*args, **options):
    print("begun", flush=True)
    for i, played in enumerate(real(*args, **options)):
        if i < 3:
            print("done", flush=True)
        yield played
command.iterate_games = told
raise SystemExit(main({arguments!r}))
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT to send")
@pytest.mark.parametrize(
    ("workers", "after", "signals"),
    [
        ("1", "done", [signal.SIGINT]),
        ("1", "begun", [signal.SIGINT] * 5),
        ("2", "begun", [signal.SIGTERM, signal.SIGINT]),
        ("2", "done", [signal.SIGINT] * 5),
    ],
)
def test_any_number_of_signals_ends_it_and_what_is_done_is_said(
    workers: str, after: str, signals: list[signal.Signals], tmp_path: Path
) -> None:
    page = tmp_path / "r.html"
    words = ["simulate", "terra_mystica", "--seats", "random,automa", "--games", "1000000", "--workers", workers]
    arguments = ["--data-dir", str(tmp_path), "--lang", "en", *words, "--report", str(page)]
    running = subprocess.Popen(
        [sys.executable, "-c", _TELLS.format(arguments=arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heard,
    )
    try:
        assert running.stdout is not None
        while running.stdout.readline() != f"{after}\n":
            assert running.poll() is None
        for number in signals:
            os.killpg(running.pid, number)  # as a terminal does: to the parent and its workers
        # workers hold the same pipes, so this waits for all of them
        out, err = running.communicate(timeout=300)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130, err
    assert "Traceback" not in out + err
    assert "Stopped " in err and "of 1000000 games" in err
    assert ("mean VP" in out) == ("Stopped after" in err)
    assert not page.exists()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL to send")
def test_no_worker_outlives_a_parent_that_is_killed(tmp_path: Path) -> None:
    words = ["simulate", "terra_mystica", "--seats", "random,automa", "--games", "1000000", "--workers", "2"]
    running = subprocess.Popen(
        [sys.executable, "-c", _TELLS.format(arguments=["--data-dir", str(tmp_path), *words])],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        preexec_fn=heard,
    )
    try:
        assert running.stdout is not None
        while running.stdout.readline() != "done\n":
            assert running.poll() is None
        running.kill()
        running.communicate(timeout=300)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)


def test_a_stopped_simulation_ends_even_if_nobody_reads(tmp_path: Path) -> None:
    """The process exits even if it hangs after the signal."""
    script = (
        "import soloist.cli.exit_codes as e, os, signal, time\n"
        "e.SECONDS = 0.1\n"
        "with e.handle_signals():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(600)\n"
        "    except KeyboardInterrupt:\n"
        "        time.sleep(600)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], timeout=300, check=False, preexec_fn=heard)
    assert done.returncode == 130


# --------------------------------------------------------------------------------------------------------------- soak


def test_a_soak_of_random_games_breaks_no_law() -> None:
    census = soak_plan(TERRA, plan("random,automa", map="random", final="random", mini_expansion="random"), 30)
    assert census.faults == []
    assert census.games == 30
    assert census.events > 5000 and census.saves >= 3


@pytest.mark.parametrize("seats", ["random,random", "random,random,automa", "greedy,automa", "random," * 4 + "random"])
def test_a_soak_of_other_tables_breaks_no_law(seats: str) -> None:
    census = soak_plan(TERRA, plan(seats, map="random", order="random"), 4, saved=4)
    assert census.faults == []
    assert census.games == 4


def test_a_soak_catches_a_purse_that_grows_unseen() -> None:
    class Generous(type(BOOK)):  # type: ignore[misc]
        def apply_move(self, position: Position, move: Any, chance: Chance, sink: Sink) -> None:
            super().apply_move(position, move, chance, sink)
            position.purses[1].coins += position.round == 2

    assert "do not lead to the position" in _faults(like(Generous))[0]


def test_a_soak_catches_an_empty_list_and_an_unsorted_one() -> None:
    class Mute(type(BOOK)):  # type: ignore[misc]
        def list_legal_moves(self, position: Position) -> list[Any]:
            return []

    class Upside(type(BOOK)):  # type: ignore[misc]
        def list_legal_moves(self, position: Position) -> list[Any]:
            return list(reversed(super().list_legal_moves(position)))

    assert "It is human's turn, but there is no legal move" in _faults(like(Mute))[0]
    assert "not sorted" in _faults(like(Upside))[0]


def test_a_soak_catches_a_game_that_its_seed_does_not_decide() -> None:
    """The agent keeps state from earlier games."""
    dice = Random("one for all games")

    class Moody(Agent):
        trusted = True

        def choose_move(self, view: Any, legal: Any) -> Any:
            return dice.choice(legal)

    moody = Plan("terra_mystica", (Player("moody"), Player("automa")), agents={"moody": lambda seed: Moody()})
    assert "the same seed gives another game" in soak_plan(TERRA, moody, 1, saved=0, repeated=1).faults[0]


def _faults(book: Rulebook) -> list[str]:
    game: Game = _with_digital(book)
    return soak_plan(game, plan("random,automa"), 2, saved=0).faults


def _middle(seats: str = "greedy:witches,random:giants,automa") -> Position:
    """Return a position in round 4."""
    position, sitting, _, chance = set_up_game(TERRA, plan(seats), 3)
    assert isinstance(position, Position)

    class UntilRoundFour(Watcher):
        wants_events = False

        @property
        def should_stop(self) -> bool:  # type: ignore[override]
            return position.round == 4

    agents = {seat.name: BOOK.agents[seat.who]("x") for seat in sitting if seat.who != "automa"}
    assert not play_on(BOOK, position, agents, chance, [UntilRoundFour()])
    return position


def _set(name: str, value: int) -> Callable[[Position], None]:
    return lambda p: setattr(p.purses[1], name, value)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_set("coins", -1), "below 0"),
        (_set("bowl2", -1), "below 0"),
        (_set("priests", 8), "priests"),
        (_set("digging", 5), "digging"),
        (_set("towns", 1), "town without"),
        (lambda p: p.spaces.__setitem__(5, 1), "priests"),
        (lambda p: p.keys.__setitem__(1, 9), "keys"),
        (lambda p: p.cults[1].__setitem__(0, 12), "off its track"),
        (lambda p: p.bridges.__setitem__(1, 0b11111), "three bridges"),
        (lambda p: p.bridges.__setitem__(slice(1, 3), [1, 1]), "two bridges"),
        (lambda p: p.shipping.__setitem__(1, 7), "shipping"),
        (lambda p: p.purses[1].tiles.__setitem__(0, 7), "town tile"),
        (lambda p: p.vp.__setitem__(1, 99), "sources add up"),
        (lambda p: p.purses[1].earned.__setitem__(3, 50), "sources add up"),
        (lambda p: p.terrain.__setitem__(0, p.terrain[0] | p.terrain[1]), "two grounds"),
        (lambda p: p.terrain.__setitem__(2, 0), "no ground"),
        (lambda p: p.left[1].__setitem__(0, 8), "problem.pieces"),
        (lambda p: p.row.clear(), "problem.bonus"),
        (lambda p: p.home.__setitem__(1, (p.home[1] + 1) % 7), "foreign ground"),
    ],
)
def test_every_law_of_a_position_can_be_broken(spoil: Callable[[Position], None], says: str) -> None:
    position = _middle()
    event = TurnDone(1)
    assert find_broken(position, event, position) == []
    spoil(position)
    found = [f"{p.text.key} {dict(p.text.args)}" for p in find_broken(position, event, position)]
    assert any(says in line for line in found), found


def test_only_what_is_booked_may_change_a_purse() -> None:
    before = _middle()
    after = before.copy()
    after.purses[1].workers += 1
    (problem,) = find_broken(before, TurnDone(1), after)
    assert problem.text.args["what"] == "human: a purse changed without a booking"
    after.purses[1].workers += 1
    (problem,) = find_broken(before, Gained(1, source=FROM_CONVERT, workers=1), after)
    assert problem.text.args["what"] == "human: the purse does not match what was booked"
    assert find_broken(before, Gained(1, source=FROM_CONVERT, workers=2), after) == []


@pytest.mark.parametrize(
    ("event", "fine"),
    [
        (Gained(1, source=FROM_CONVERT, bowl2=-2, bowl3=1), True),  # burned
        (Gained(1, source=FROM_CONVERT, bowl1=-1, bowl2=1), True),  # gained power: tokens stay
        (Gained(1, source=FROM_CONVERT, bowl1=1), False),
        (Gained(1, source=FROM_FACTION, bowl3=1), False),  # only Dragonlords and Shapeshifters get tokens
        (Gained(1, source=FROM_CONVERT, bowl2=-1), False),
    ],
)
def test_power_tokens_come_and_go_only_by_a_rule(event: Gained, fine: bool) -> None:
    before = _middle()
    before.purses[1].bowl1 = before.purses[1].bowl2 = before.purses[1].bowl3 = 4
    after = before.copy()
    event.apply(after)
    assert (find_broken(before, event, after) == []) is fine


def test_the_same_game_is_the_same_value(results: Results) -> None:
    assert isinstance(results.games[0], Played)
    assert results.games[0] == play_one(TERRA, results.plan, 0)
