"""The pages under load: a real server on loopback with 200 tables of all games, each with a move, an Automa turn and a
page.

The requests are prepared by playing the same games here with the engine alone, which also gives the engine's share of
the server's time. Sequential requests give the CPU time of a page, parallel ones the requests per second and the
waiting time. The yardstick is a game of chess: milliseconds differ between machines, the ratio hardly does.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection
from statistics import mean, median, quantiles
from urllib.parse import urlencode

from benchmarks.measure import random_chess_game
from soloist.core.chance import Seeded
from soloist.core.errors import BadInputError, QuestionError
from soloist.core.sink import RecordingSink
from soloist.core.trace import Trace
from soloist.manifest import find_game, game_ids
from soloist.session.table import Table

TABLES = 200
#: parallel visitors in the second half of the run
VISITORS = 4
#: rounds of each table: one measured alone, the others under load
ROUNDS = 3
#: each table begins with fewer rounds than this, so that tables differ in age
EARLIER = 12
#: limit of the median CPU time of a page with an Automa turn, in games of chess: 6 of the 8.5 milliseconds, or 0.48 games
#: of chess, that it took when the limit was set (commit db1910c)
LIMIT = 0.34
KINDS = {"tell": "telling a move (loads the table)", "turn": "Automa's turn, with its trace", "page": "the table again"}


@dataclass(frozen=True)
class Ask:
    """One request. `after` is the expected number of entries on the page; `engine` is the engine's part of the CPU
    seconds."""

    kind: str
    path: str
    after: int
    form: Sequence[tuple[str, str]] = ()
    engine: float = 0.0


@dataclass
class Times:
    """All requests of one kind: CPU seconds of the server in the sequential run, and seconds waited under load."""

    cpu: list[float] = field(default_factory=list)
    engine: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)


# ----------------------------------------------------------------------------------------------------------- the server


@contextmanager
def serving() -> Iterator[tuple[str, int, int]]:
    """Run `soloist serve` with a temporary data folder; yield host, port and process id."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "soloist", "--data-dir", folder, "--lang", "en", "serve", "--no-browser"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            said = iter(server.stdout.readline, "")
            found = next(match for line in said if (match := re.search(r"http://([\d.]+):(\d+)", line)))
            host, port = found[1], int(found[2])
            _wait_for(host, port)
            yield host, port, server.pid
        finally:
            server.kill()
            server.wait()


def _wait_for(host: str, port: int) -> None:
    for _ in range(100):
        try:
            Visitor(host, port).get("/settings")
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server does not answer")


class Visitor:
    """A browser that keeps its connection and reads every response completely."""

    def __init__(self, host: str, port: int) -> None:
        self._connection = HTTPConnection(host, port, timeout=60)

    def get(self, path: str) -> str:
        return self._ask("GET", path)

    def post(self, path: str, form: Sequence[tuple[str, str]] = ()) -> str:
        return self._ask("POST", path, urlencode(form), {"content-type": "application/x-www-form-urlencoded"})

    def upload(self, save: str) -> str:
        """Upload a save as the form of the home page does, and return the table's path."""
        head = 'Content-Disposition: form-data; name="save"; filename="bench.soloist"'
        body = f"--soloist\r\n{head}\r\n\r\n{save}\r\n--soloist--\r\n"
        return self._ask("POST", "/import", body, {"content-type": "multipart/form-data; boundary=soloist"})

    def do(self, ask: Ask) -> float:
        """Send a request, check the page and return the seconds until the response was read."""
        began = time.perf_counter()
        page = self.get(ask.path) if ask.kind == "page" else self.post(ask.path, ask.form)
        waited = time.perf_counter() - began
        if f'data-at="{ask.after}"' not in page:
            raise RuntimeError(f"{ask.path}: the table is not where it should be")
        return waited

    def _ask(self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None) -> str:
        self._connection.request(method, path, body and body.encode(), headers or {})
        answer = self._connection.getresponse()
        content = answer.read().decode()
        if answer.status == 303:
            return answer.headers["location"] or ""
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        return content


def cpu_clock(process: int) -> int:
    """Return the id of another process's CPU clock, for `time.clock_gettime`."""
    clock = ctypes.c_int()
    if ctypes.CDLL(None).clock_getcpuclockid(process, ctypes.byref(clock)):
        raise RuntimeError("this system does not tell the CPU time of another process")
    return clock.value


# ------------------------------------------------------------------------------------------------------ what is asked


def plan(game: str, number: int, visitor: Visitor) -> list[list[Ask]]:
    """Create a table at some point of its game and return rounds of requests to it: a human's move, an Automa turn, the
    page."""
    found = find_game(game)
    table = Table.new(found, found.table.quick, seed=number)
    chance = Seeded(f"visitor {number}", answers_too=True)
    for _ in range(number // len(game_ids()) % EARLIER):
        _round(table, "", chance)
    path = visitor.upload(table.text())
    return [_round(table, path, chance) for _ in range(ROUNDS)]


def _round(table: Table, path: str, chance: Seeded) -> list[Ask]:
    """Return requests for the human's moves up to the Automa's turn, for her turns, and for the page; only the page if
    the game is over."""
    asks = _her_turns(table, path)  # the Automa begins at some tables
    while not table.over and not table.automa_due:
        asks.append(_tell(table, path, chance))
    return [*asks, *_her_turns(table, path), Ask("page", path, len(table.log))]


def _her_turns(table: Table, path: str) -> list[Ask]:
    asks = []
    while table.automa_due:
        asks.append(_turn(table, path))
    return asks


def _tell(table: Table, path: str, chance: Seeded) -> Ask:
    """Return the request for a random human's move as typed lines."""
    at = len(table.log)
    for _ in range(100):
        words = "; ".join(table.game.table.random_human(chance).choose_move(table.board, ()).lines)
        try:
            answers = _answered(partial(table.tell, words))
        except BadInputError:
            continue  # an automatic event that cannot be entered: try another move
        return Ask("tell", f"{path}/tell", len(table.log), [("line", words), *_form(at, answers)])
    raise RuntimeError(f"{table.game.id}: no move can be told")


def _turn(table: Table, path: str) -> Ask:
    """Play an Automa turn as the page does and return the request with the engine's time. If only a round began, the
    page also plays the next turn unless it asks a question."""
    at = len(table.log)
    engine, answers = _played(table)
    if table.automa_due and not table.trace_of(len(table.entries) - 1).decisions:
        with suppress(QuestionError):
            engine += _played(table, ask=False)[0]
    return Ask("turn", f"{path}/turn", len(table.log), _form(at, answers), engine)


def _played(table: Table, *, ask: bool = True) -> tuple[float, list[str]]:
    """Play an Automa turn and return the CPU seconds of the engine alone, and the answers given."""
    before = table.board.copy()
    answers = _answered(table.turn) if ask else []
    if not ask:
        table.turn([])
    chance, noted = table.replay_entry(table.entries[-1]), RecordingSink()
    began = time.process_time()
    table.rulebook.play_automa(before, chance, Trace(noted), noted)
    return time.process_time() - began, answers


def _answered(act: Callable[[list[str]], object]) -> list[str]:
    """Run `act`, answering each of its questions with the first option, and return the answers."""
    answers: list[str] = []
    while True:
        try:
            act(answers)
            return answers
        except QuestionError as asked:
            answers.append(asked.valid_answers[0])


def _form(at: int, answers: Sequence[str]) -> list[tuple[str, str]]:
    """Return the fields of every form: the number of entries that the page shows, and the answers so far."""
    return [("at", str(at)), *(("answer", answer) for answer in answers)]


# ------------------------------------------------------------------------------------------------------------ measuring


class Yardstick:
    """Random games of chess played one at a time; `seconds` is the mean of the best CPU time of each."""

    def __init__(self, games: int = 8) -> None:
        self._best = [float("inf")] * games
        self._next = 0

    def play(self) -> None:
        number = self._next % len(self._best)
        self._next += 1
        began = time.process_time()
        random_chess_game(number)
        self._best[number] = min(self._best[number], time.process_time() - began)

    @property
    def seconds(self) -> float:
        return mean(self._best)


def measure() -> tuple[dict[str, Times], dict[str, list[float]], float, int, float]:
    """Return the times by kind of request, the CPU seconds of turns by game, requests per second, number of requests,
    and CPU seconds of a game of chess."""
    yardstick = Yardstick()
    kinds = {kind: Times() for kind in KINDS}
    turns: dict[str, list[float]] = {game: [] for game in game_ids()}
    with serving() as (host, port, process):
        visitor, clock = Visitor(host, port), cpu_clock(process)
        games = [game_ids()[i % len(game_ids())] for i in range(TABLES)]
        plans = [plan(game, i, visitor) for i, game in enumerate(games)]
        for game, (alone, *_) in zip(games, plans, strict=True):
            yardstick.play()
            for ask in alone:
                began = time.clock_gettime(clock)
                visitor.do(ask)
                spent = time.clock_gettime(clock) - began
                kinds[ask.kind].cpu.append(spent)
                kinds[ask.kind].engine.append(ask.engine)
                if ask.kind == "turn":
                    turns[game].append(spent)

        def visit(number: int) -> list[tuple[str, float]]:
            mine = Visitor(host, port)
            return [
                (ask.kind, mine.do(ask)) for rounds in plans[number::VISITORS] for asks in rounds[1:] for ask in asks
            ]

        began = time.perf_counter()
        with ThreadPoolExecutor(VISITORS) as pool:
            done = [one for found in pool.map(visit, range(VISITORS)) for one in found]
        seconds = time.perf_counter() - began
    for kind, waited in done:
        kinds[kind].waited.append(waited)
    return kinds, turns, len(done) / seconds, len(done), yardstick.seconds


def report() -> bool:
    """Print the table and return whether the limit is met."""
    kinds, turns, rate, count, chess = measure()
    print(f"{TABLES} tables, {VISITORS} visitors at a time: {count} requests, {rate:.0f} per second")
    print(f"one random game of chess: {chess * 1e3:.1f} CPU ms; a page in such games:")
    print(f"{'page':<36} {'CPU ms':>8} {'ratio':>8} {'engine':>8} {'p50 ms':>8} {'p99 ms':>8} {'limit':>8}")
    for kind, name in KINDS.items():
        it = kinds[kind]
        cuts = quantiles(it.waited, n=100)
        share = f"{sum(it.engine) / sum(it.cpu):.0%}" if kind == "turn" else "-"
        limit = f"{LIMIT:.2f}" if kind == "turn" else "-"
        cpu = median(it.cpu)
        ratio = cpu / chess
        missed = "  MISSED" if kind == "turn" and ratio > LIMIT else ""
        waited = f"{cuts[49] * 1e3:>8.1f} {cuts[98] * 1e3:>8.1f}"
        print(f"{name:<36} {cpu * 1e3:>8.1f} {ratio:>8.2f} {share:>8} {waited} {limit:>8}{missed}")
    for game, spent in turns.items():
        print(f"{'  a turn of ' + game:<36} {median(spent) * 1e3:>8.1f}")
    return median(kinds["turn"].cpu) / chess <= LIMIT


if __name__ == "__main__":
    sys.exit(0 if report() else 1)
