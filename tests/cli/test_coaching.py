"""Agents in the terminal: coach, review, AI seats, training."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from soloist.agents import PolicyAgent, evolution, review, training
from soloist.agents.coach import ENOUGH, CoachEffort
from soloist.agents.playout import Horizon
from soloist.agents.playout_search import Budget
from soloist.agents.review import PlayedTurn, TurningPoint
from soloist.cli import coaching
from soloist.cli.main import make_parser
from soloist.cli.play import PlaySession, make_agents, seat_agents
from soloist.cli.printer import Printer
from soloist.core.errors import UnknownError
from soloist.core.rulebook import DIGITAL, Rulebook
from soloist.manifest import find_game
from soloist.session.file_store import FileStore
from soloist.session.words import Catalogue
from soloist.strategy.heuristics import GameHeuristics
from soloist.strategy.trained_parameters import write_weights
from tests.cli.conftest import Shell


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the coach compute little, whatever its time limit."""
    little = Budget(turns=3, playouts=3, horizon=Horizon(rounds=0, to_the_end=9))
    monkeypatch.setattr(coaching, "COACHING", CoachEffort(games=ENOUGH, finding=little))


def test_a_hint_names_turns_points_and_a_reason(shell: Shell, quick: None) -> None:
    shell("new", "terra_mystica", "g", "--digital", "human=giants", "level=automa", "--seed", "4")
    found = shell.json("hint", "g", "--seconds", "60")
    assert found["deciding"] == "human" and len(found["turns"]) == 3
    legal = [move["line"] for move in shell.json("legal", "g")["legal"]]
    for turn in found["turns"]:
        assert (
            turn["lines"][0] in legal and turn["says"] and turn["playouts"] == ENOUGH and turn["reason"].endswith(".")
        )
    out = shell("hint", "g", "--seconds", "60")
    assert "Final score" in out and f"   {found['turns'][0]['lines'][0]}\n" in out
    assert ("Too close to call" in out) is any(turn["close"] for turn in found["turns"])


def test_where_telling_is_free_there_is_no_hint(shell: Shell) -> None:
    shell("new", "terra_mystica", "t", "human=witches", "--seed", "7")
    shell("hint", "t", code=2)
    assert "--digital" in shell.err
    shell("review", "t", code=2)


def test_a_game_that_has_just_begun_has_no_turning_points(shell: Shell) -> None:
    shell("new", "terra_mystica", "g", "--digital", "--seed", "4")
    assert shell.json("review", "g") == {"turning_points": []}
    assert "No clear mistakes" in shell("review", "g")


def _session(shell: Shell, folder: Path, *others: str) -> PlaySession:
    shell("new", "terra_mystica", "g", "--digital", "human=giants", "human2=witches", "automa=no", "--seed", "4")
    store = FileStore(folder)
    with store.open_table("g") as table:
        seat_agents(table, others)
    return PlaySession(Printer(Catalogue("en", table.game)), store, table, "g", make_agents(store.load_table("g")))


def test_an_agent_plays_another_seat(shell: Shell, tmp_path: Path) -> None:
    session = _session(shell, tmp_path, "human2=regular")
    for _ in range(4):
        session.play_ai_seats()
        assert session.table.deciding == "human"
        session.run_line(session.table.lines()[0])
    seats = [entry.typed[0].split(":")[0] for entry in session.table.entries]
    assert seats.count("human") == 4 and "human2" in seats


def test_a_seat_is_given_back_to_a_person(shell: Shell, tmp_path: Path) -> None:
    _session(shell, tmp_path, "human2=regular")
    store = FileStore(tmp_path)
    assert store.find_row("g").played_by == {"human2": "regular"}
    with store.open_table("g") as table:
        seat_agents(table, ["human2="])
    assert store.find_row("g").played_by == {} == store.load_table("g").others


def test_what_was_taken_back_stays_so_until_somebody_does_something(shell: Shell, tmp_path: Path) -> None:
    """With an AI seat that plays at once, several steps can still be undone and redone."""
    session = _session(shell, tmp_path, "human2=regular")
    for _ in range(2):
        session.play_ai_seats()
        session.run_line(session.table.lines()[0])
    session.play_ai_seats()
    entries = len(session.table.entries)
    session.run_line("undo")
    session.play_ai_seats()
    session.run_line("map")
    session.play_ai_seats()
    assert len(session.table.entries) == entries - 1
    session.run_line("undo 2")
    session.play_ai_seats()
    session.run_line("redo 3")
    session.play_ai_seats()
    assert len(session.table.entries) == entries
    session.run_line("undo")
    while session.table.deciding != "human":
        session.run_line("undo")
    session.run_line(session.table.lines()[0])
    session.play_ai_seats()
    assert session.table.deciding == "human" and session.table.entries[-1].typed[0].startswith("human2")


def test_without_a_terminal_seats_are_given_all_the_same(shell: Shell, tmp_path: Path) -> None:
    options = ("human=giants", "human2=witches", "automa=no", "--game", "terra_mystica", "--digital")
    shell("play", "made", *options, "--with", "human2=nobody", code=2)
    assert not FileStore(tmp_path).has_table("made")
    assert "The game is saved" in shell("play", "made", *options, "--with", "human2=regular")
    assert FileStore(tmp_path).find_row("made").played_by == {"human2": "regular"}
    assert "was made" not in shell("play", "made", "--with", "human2=strong")
    assert FileStore(tmp_path).find_row("made").played_by == {"human2": "strong"}
    shell("play", "made", "--with", "human=foo", code=2)
    assert "foo" in shell.err
    shell("new", "terra_mystica", "beside", "human=witches", "--seed", "7")
    shell("play", "beside", "--with", "human=strong", code=2)
    assert "Beside the board" in shell.err


def test_a_review_is_about_people_and_says_whose_turn_it_was(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cost(book: Rulebook, played: PlayedTurn, budget: Budget) -> TurningPoint | None:
        due = book.find_due(played.position)
        assert due is not None
        return TurningPoint(played.entry, due.seat, 1, ("x",), ("y",), 9.0, 1.0)

    monkeypatch.setattr(review, "measure_cost", cost)
    session = _session(shell, tmp_path)
    for _ in range(8):
        session.run_line(session.table.lines()[0])
    said = shell("review", "g")
    assert {row["seat"] for row in shell.json("review", "g")["turning_points"]} == {"human", "human2"}
    assert "human: " in said and "human2: " in said
    seat_agents(session.table, ["human2=regular"])
    assert {row["seat"] for row in shell.json("review", "g")["turning_points"]} == {"human"}
    assert "human: " not in shell("review", "g")  # there is only one seat


def test_a_hint_may_come_from_anybody_by_name(
    shell: Shell, tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]
) -> None:
    session = _session(shell, tmp_path)
    session.run_line("hint")
    session.run_line("hint regular")
    session.run_line("coach")
    said = capsys.readouterr().out
    assert "Greedy suggests: " in said and "regular suggests: " in said and "What the coach would do" in said
    with pytest.raises(UnknownError):
        session.run_line("hint nobody")


@pytest.mark.parametrize("word", ["human9=regular", "automa=regular", "human2=nobody", "human2"])
def test_a_seat_or_an_agent_that_is_not_there_is_refused(shell: Shell, tmp_path: Path, word: str) -> None:
    with pytest.raises(UnknownError) as refused:
        _session(shell, tmp_path, word)
    assert refused.value.nearest


def test_weights_are_trained_into_a_file(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def agent(book: Rulebook, budget: Budget, seed: str, *, heuristics: GameHeuristics) -> PolicyAgent:
        return PolicyAgent(heuristics, seed)

    monkeypatch.setattr(training, "ThinkingAgent", agent)
    out = tmp_path / "weights.toml"
    words = ("train", "terra_mystica", "--generations", "1", "--games", "1", "--pairs", "2", "--out", str(out))
    assert "Generation 1: " in shell(*words)
    made = out.read_text("utf-8")
    assert "soloist train terra_mystica --seed 1" in made and "rows = [" in made
    assert not Path(f"{out}.progress").exists()
    shell(*words, code=2)
    assert out.read_text("utf-8") == made
    other = tmp_path / "other.toml"
    Path(f"{other}.progress").write_text("nonsense", "utf-8")
    shell(*words[:-1], str(other), code=2)
    assert "cannot be read" in shell.err
    assert Path(f"{other}.progress").read_text("utf-8") == "nonsense"


def test_habits_evolve_into_a_file(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", lambda trial: trial.habits["early.coins"])
    out = tmp_path / "habits.toml"
    words = ("train", "terra_mystica", "--habits", "--generations", "1", "--pairs", "2", "--out", str(out))
    assert "Generation 1: " in shell(*words)
    made = out.read_text("utf-8")
    assert "soloist train terra_mystica --habits --seed 1 --generations 1 --games 8 --pairs 2" in made
    assert "[early]" in made and not Path(f"{out}.progress").exists()
    on = tmp_path / "on.toml"
    shell(*words[:-1], str(on), "--from", str(out))
    told = on.read_text("utf-8")
    assert "--from BEFORE" in told and "#     soloist train terra_mystica --habits --seed 1" in told
    assert _coins(on) > _coins(out)
    bad = tmp_path / "bad.toml"
    bad.write_text("[early", "utf-8")
    shell(*words[:-1], str(tmp_path / "none.toml"), "--from", str(bad), code=2)
    assert "damaged" in shell.err


def test_ways_of_factions_evolve_into_a_file(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", lambda trial: sum(trial.habits.values()))
    out = tmp_path / "ways.toml"
    numbers = ("--generations", "1", "--games", "2", "--pairs", "2")
    words = ("train", "terra_mystica", "--ways", *numbers, "--out", str(out))
    assert "nomads: +" in shell(*words)
    made = out.read_text("utf-8")
    assert "soloist train terra_mystica --ways --seed 1 --generations 1 --games 2 --pairs 2" in made
    assert tomllib.loads(made)["nomads"][0] and not Path(f"{out}.progress").exists()
    other = str(tmp_path / "other.toml")
    shell(*words[:-1], other, "--from", str(out), code=2)
    assert "--from" in shell.err and not Path(other).exists()
    shell(*words[:-1], other, "--habits", code=2)


def test_several_processes_make_the_same_file(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "STEPS", 1)
    made = {}
    for workers in ("1", "2"):
        out = tmp_path / f"{workers}.toml"
        numbers = ("--generations", "1", "--games", "1", "--pairs", "2")
        shell("train", "terra_mystica", "--habits", *numbers, "--workers", workers, "--out", str(out))
        made[workers] = out.read_text("utf-8")
    assert made["1"] == made["2"]


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGKILL])
def test_who_shared_the_games_of_a_run_that_was_stopped_is_gone_with_it(tmp_path: Path, told: signal.Signals) -> None:
    out = tmp_path / "habits.toml"
    numbers = ("--games", "1", "--pairs", "2", "--workers", "2")
    words = ("--data-dir", str(tmp_path), "train", "terra_mystica", "--habits", *numbers, "--out", str(out))
    pipe = subprocess.PIPE
    running = subprocess.Popen(
        [sys.executable, "-m", "soloist", *words], stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )
    beside = Path(f"{out}.progress")
    try:
        while not beside.exists() or json.loads(beside.read_text("utf-8"))["steps"] < 1:
            assert running.poll() is None
            sleep(0.05)
        running.send_signal(told)  # to the parent only
        _, err = running.communicate(timeout=300)  # workers hold the same pipes, so this waits for all of them
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == (130 if told == signal.SIGTERM else -told)
    assert told == signal.SIGKILL or beside.name in err
    assert json.loads(beside.read_text("utf-8"))["steps"] >= 1 and not out.exists()


def test_what_a_run_is_asked_for_is_looked_at_before_it_plays(shell: Shell, tmp_path: Path) -> None:
    there, out = tmp_path / "there.toml", str(tmp_path / "out.toml")
    there.write_text("", "utf-8")
    words = ("train", "terra_mystica", "--generations", "1", "--games", "1")
    for more, says in (
        (("--pairs", "1", "--out", out), "pairs of games"),
        (("--seed", "a\nb", "--out", out), "A seed has"),
        (("--seed", "", "--out", out), "A seed has"),
        (("--out", str(there)), "already exists. Nothing was changed"),
        (("--from", str(tmp_path / "nofile"), "--out", out), "nofile"),
        (("--from", str(there), "--out", out), "another version of Soloist"),
        (
            ("--habits", "--from", "soloist/games/terra_mystica/data/weights.toml", "--out", out),
            "another version of Soloist",
        ),
    ):
        shell(*words, *more, code=2)
        assert says in shell.err and not Path(out).exists(), more


def test_training_tells_programs_what_came_of_it(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evolution, "play_trial", lambda trial: trial.habits["early.coins"])
    numbers = ("--generations", "1", "--games", "1", "--pairs", "2")
    told = shell.json("train", "terra_mystica", "--habits", *numbers, "--out", str(tmp_path / "habits.toml"))
    assert told["file"].endswith("habits.toml") and told["generations"][0]["kept"] is True
    told = shell.json("train", "terra_mystica", "--ways", *numbers, "--out", str(tmp_path / "ways.toml"))
    assert set(told["ways"]["nomads"]) == {"margin", "within"}


@pytest.mark.parametrize(
    "name", ["terra_mystica/habits", "terra_mystica/ways", "terra_mystica/weights", "barrage/habits"]
)
def test_what_ships_names_the_command_that_makes_it(name: str) -> None:
    """The head of each shipped file holds a runnable command, except for the name of the output."""
    game, file = name.split("/")
    source = Path(f"soloist/games/{game}/data/{file}.toml").read_text("utf-8")
    head = next(line for line in source.splitlines() if line.startswith("#     soloist train"))
    args = make_parser(Printer(Catalogue("en"))).parse_args(shlex.split(head[1:])[1:])
    assert (args.game, args.out) == (game, "FILE") and args.begin is None
    assert (args.habits, args.ways) == (file == "habits", file == "ways")


def _coins(path: Path) -> int:
    found: int = tomllib.loads(path.read_text("utf-8"))["early"]["coins"]
    return found


def test_training_may_begin_with_other_weights(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heuristics = find_game("terra_mystica").rulebook(DIGITAL).heuristics
    assert heuristics is not None
    rows = [[*row[:-1], 777] for row in heuristics.weights]
    before, out = tmp_path / "before.toml", tmp_path / "weights.toml"
    before.write_text(write_weights(heuristics.names, rows, ["by lot"]), "utf-8")
    monkeypatch.setattr(training, "gather_samples", lambda *_: [])
    monkeypatch.setattr(training.WeightTraining, "_play_pair", lambda *_: -1)  # nothing is kept
    words = ("--generations", "1", "--games", "1", "--pairs", "2", "--from", str(before), "--out", str(out))
    shell("train", "terra_mystica", *words)
    made = out.read_text("utf-8")
    assert "by lot" in made and ", 777]" in made
