"""Simulation of several devices at one table.

A seed decides order, delays, lost answers, double taps, kills and the clock. One request runs at a time. Wherever two
could meet (the lock of the table, each query, each commit) random numbers choose which goes on, so the same seed gives
the same history. At the end a checker compares what every device was told with what is stored.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from fastapi import FastAPI

from soloist.core.errors import BusyError
from soloist.core.text import text
from soloist.session.save import Save, read_save
from soloist.session.table import Table
from soloist.web.access.table_locks import Queue
from soloist.web.app import make_app
from soloist.web.storage.database import Database
from tests.trials.asking import Answer, Visitor
from tests.trials.trial import Tally, Trial

DEVICES = 4
#: one step in this many: the server is killed, the clock jumps; one wait for a lock in this many: it times out
KILLS, LEAPS, BUSY = 150, 20, 40
#: one act in this many is tapped twice; one answer or request in this many is lost
TWICE, LOST = 5, 6


class KilledError(BaseException):
    """Raised in a request whose server is killed; nothing uncommitted survives."""


_ON_STAGE: ContextVar[Request | None] = ContextVar("on stage", default=None)


def pause() -> None:
    """Pause this request until it is chosen to go on."""
    me = _ON_STAGE.get()
    if me is None:
        return
    me.paused.release()
    me.go.acquire()
    if me.killed:
        raise KilledError


@dataclass(eq=False, slots=True)
class Op:
    """A request that a device wants answered: how and when it was sent, and all its answers."""

    device: int
    kind: str
    method: str
    path: str
    data: dict[str, Any] | None
    key: str
    at: int | None
    line: str
    sent: int
    got: int = 0
    told: list[tuple[int, bytes]] = field(default_factory=list)

    @property
    def code(self) -> int:
        return self.told[0][0] if self.told else 0

    @property
    def table(self) -> dict[str, Any]:
        """The table in the first answer; empty for pages."""
        if not self.told or self.path.startswith("/t/"):
            return {}
        found: dict[str, Any] = json.loads(self.told[0][1])
        return found if self.kind == "look" else found.get("table", {})


class Request:
    """A request in progress, in a thread that runs one step at a time."""

    def __init__(self, app: FastAPI, op: Op) -> None:
        self.op = op
        self.go, self.paused = threading.Semaphore(0), threading.Semaphore(0)
        self.killed = self.over = False
        self.answer: Answer | None = None
        self._app = app
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        _ON_STAGE.set(self)
        self.go.acquire()
        loop, op = asyncio.new_event_loop(), self.op
        form = None
        if op.path.startswith("/t/"):
            form = [(name, str(value)) for name, value in (op.data or {}).items()] + [("once", op.key)]
        try:
            visitor = Visitor(self._app, loop)
            data = op.data if form is None else None
            key = "" if form is not None or op.method == "GET" else op.key
            self.answer = visitor.ask(op.method, op.path, data=data, form=form, key=key)
        except KilledError:
            pass
        finally:
            loop.close()
            self.over = True
            self.paused.release()

    def step(self) -> None:
        self.go.release()
        self.paused.acquire()
        if self.over:
            self._thread.join()

    def kill(self) -> None:
        self.killed = True
        while not self.over:
            self.step()
        self.answer = None


class Stage:
    """The server, the devices and the random choices between them."""

    def __init__(self, dice: random.Random, data: Path) -> None:
        self.dice, self.data = dice, data
        self.now, self.step = 1_000_000.0, 0
        self.app = self._opened()
        self.requests: list[Request] = []
        self.ops: list[Op] = []
        #: per device: its unanswered request, how many entries it has seen, and when it wakes up
        self.waits: dict[int, Op] = {}
        self.seen: dict[int, int] = {}
        self.wakes: Counter[int] = Counter()
        self.counts: Counter[str] = Counter()
        self.id = ""

    def _opened(self) -> FastAPI:
        app = make_app(self.data)
        app.state.services.tables.storage._clock = lambda: self.now
        return app

    def close(self) -> None:
        self.app.state.services.tables.storage.close()

    def run(self, number: int) -> None:
        loop = asyncio.new_event_loop()
        made = Visitor(self.app, loop).ask(
            "POST", "/api/tables", data={"game": "terra_mystica", "quick": True, "options": {"seed": "4"}}
        )
        loop.close()
        self.id = made.json()["id"]
        while len(self.ops) < number or self.waits or self.requests:
            self.step += 1
            self.now += 0.1
            if not self.dice.randrange(LEAPS):
                self.now += self.dice.choice((-86_400, -5, 5, 86_400))
            if len(self.ops) < number and not self.dice.randrange(KILLS):
                self._kill()
            wanted = len(self.ops) < number
            awake = [n for n in range(DEVICES) if self.wakes[n] <= self.step and (wanted or n in self.waits)]
            who = self.dice.choice([*awake, *self.requests] or [None])
            if isinstance(who, Request):
                who.step()
                if who.over:
                    self.requests.remove(who)
                    self._answered(who)
            elif who is not None:
                self._act(who)

    def _act(self, device: int) -> None:
        """Send an unanswered request again or a new one, sometimes twice."""
        again = device in self.waits
        op = self.waits[device] if again else self._new(device)
        self.waits[device] = op
        self.wakes[device] = self.step + self.dice.randrange(30, 120)  # without an answer it is sent again
        for _ in range(1 if self.dice.randrange(TWICE) else 2):
            if self.dice.randrange(LOST):
                self.requests.append(Request(self.app, op))
            else:
                self.counts["requests lost"] += 1
        self.counts["sent again"] += again

    def _new(self, device: int) -> Op:
        number = len(self.ops) + 1
        kind = self.dice.choice(("look", "look", "tell", "tell", "tell", "form", "undo", "turn"))
        line = f"vp = {number % 90 + 1}; vp = {number // 90 + 1}; vp = {device + 1}"
        at = self.seen.get(device) if self.dice.randrange(3) else None
        data: dict[str, Any] = {} if at is None else {"at": at}
        if kind in ("tell", "form"):
            data["line"] = line
        method, path = "POST", f"/api/tables/{self.id}/{kind}"
        if kind == "look":
            method, path = "GET", f"/api/tables/{self.id}"
        elif kind == "form":
            path = f"/t/{self.id}/tell"
        body = None if kind == "look" else data
        op = Op(device, kind, method, path, body, f"k{number}", at, line, self.step)
        self.ops.append(op)
        return op

    def _answered(self, request: Request) -> None:
        op, answer = request.op, request.answer
        if answer is None or (not self.dice.randrange(LOST)):
            self.counts["answers lost"] += 1
            return
        if answer.code == 503:  # nothing has happened: send it again
            self.counts["busy"] += 1
            return
        op.told.append((answer.code, answer.body))
        if len(op.told) > 1:
            return
        op.got = self.step
        if self.waits.get(op.device) is op:
            del self.waits[op.device]
            self.wakes[op.device] = self.step + self.dice.randrange(20)
        if "at" in op.table:
            self.seen[op.device] = op.table["at"]
        elif answer.code == 409:
            self.seen.pop(op.device, None)  # look again, or act without a known state

    def _kill(self) -> None:
        """Kill the server, which loses everything uncommitted, and start another one."""
        self.counts["kills"] += 1
        self.counts["killed on their way"] += len(self.requests)
        for request in self.requests:
            request.kill()
        self.requests.clear()
        self.app.state.services.tables.storage._engine.dispose()
        self.app = self._opened()


@contextmanager
def on_stage(dice: random.Random) -> Iterator[None]:
    """Patch database and locks so that requests pause wherever they could meet."""
    write, keeping, looking = Database._write, Database._write_plays, Database._read

    @contextmanager
    def reading(self: Database) -> Iterator[Any]:
        pause()
        with looking(self) as db:
            yield db

    def paused(real: Any) -> Any:
        @contextmanager
        def both(*args: Any) -> Iterator[Any]:
            pause()
            with real(*args) as db:
                yield db
                pause()
            pause()

        return both

    @contextmanager
    def turn(self: Queue, _: float) -> Iterator[None]:
        while self._holder:
            if not dice.randrange(BUSY):
                raise BusyError(text("error.busy"))
            pause()
        self._holder = 1
        try:
            yield
        finally:
            self._holder = 0

    with ExitStack() as stack:
        stack.enter_context(patch.object(Database, "_read", reading))
        stack.enter_context(patch.object(Database, "_write", paused(write)))
        stack.enter_context(patch.object(Database, "_write_plays", paused(keeping)))
        stack.enter_context(patch.object(Queue, "turn", turn))
        yield


# ----------------------------------------------------------------------------------------------------------- the checker


def check(ops: list[Op], source: str, tally: Tally) -> None:
    """Check that every device was told the truth: what it was told is stored once, in the order of the acts."""
    save = read_save(source)
    log = save.entries
    placed = _places(ops, log, tally)
    for op in ops:
        codes = {code for code, _ in op.told}
        if codes - {200, 409, 422, 428}:
            tally.found(f"{op.kind} answers {sorted(codes)}", f"{op}")
        if len({body for _, body in op.told}) > 1 and op.kind not in ("look", "form"):
            tally.found("a resend gets another answer", f"{op}")
        _check_place(op, placed, ops, tally)
        _check_table(op, save, tally)
    for op, place in placed.items():
        for other, later in placed.items():
            if op.got and op.got < other.sent and later <= place:
                tally.found("an answered act comes after a later one", f"{op} {place} {other} {later}")
    for kind in ("turn", "undo"):
        stored = sum(entry.kind == kind for entry in log)
        done = sum(op.kind == kind and op.code == 200 for op in ops)
        maybe = sum(op.kind == kind and not op.told for op in ops)
        if not done <= stored <= done + maybe:
            tally.found(f"{stored} of {kind} are stored, {done} were answered", source)


def _places(ops: list[Op], log: list[Any], tally: Tally) -> dict[Op, int]:
    """Return the place of each act in the log, as far as it is known."""
    lines = Counter("; ".join(entry.typed) for entry in log if entry.kind == "told")
    where = {"; ".join(entry.typed): n for n, entry in enumerate(log, 1) if entry.kind == "told"}
    placed: dict[Op, int] = {}
    for op in ops:
        if op.kind in ("tell", "form"):
            if lines[op.line] > 1 or (op.code == 200 and not lines[op.line]):
                tally.found("an act is lost or done twice", f"{lines[op.line]} times: {op}")
            if op.told and op.code != 200 and lines[op.line]:
                tally.found("an act that was refused is stored", f"{op}")
            if op.line in where:
                placed[op] = where[op.line]
        elif op.code == 200 and op.kind != "look":
            placed[op] = int(op.table["at"])
    if len(set(placed.values())) != len(placed):
        tally.found("two acts at one place", repr(placed))
    return placed


def _check_place(op: Op, placed: dict[Op, int], ops: list[Op], tally: Tally) -> None:
    place = placed.get(op)
    if op.kind == "look" and op.code == 200:
        for other, stands in placed.items():
            early, late = other.got and other.got < op.sent, other.sent > op.got
            if (early and stands > op.table["at"]) or (late and stands <= op.table["at"]):
                tally.found("a look shows what it cannot or not what it must", f"{op} {other} {stands}")
    elif place is not None and op.at is not None and place != op.at + 1:
        tally.found("done on another position than was seen", f"{op} at {place}")
    if op.code == 409:
        moved = any(place > (op.at or 0) and it.sent <= op.got for it, place in placed.items())
        unknown = any(it.sent <= op.got and not it.told for it in ops)
        if op.at is None or not (moved or unknown):
            tally.found("moved on, where nothing had moved", f"{op}")


def _check_table(op: Op, save: Save, tally: Tally) -> None:
    """Check that the table in an answer is the position after the number of entries it names."""
    shown = op.table
    if op.code != 200 or not shown:
        return
    part = Save(save.game, dict(save.setup), save.entries[: shown["at"]], mode=save.mode)
    then = Table.from_save(part)
    if dict(then.board.facts()) != shown["facts"]:
        tally.found("an answer shows another position", f"{op.kind} {op.line} at {shown['at']}")


def simulate(dice: random.Random, number: int, data: Path, tally: Tally) -> list[tuple[Any, ...]]:
    """Run a number of acts and the checker; return what happened, to compare runs with the same seed."""
    with on_stage(dice):
        stage = Stage(dice, data)
        stage.run(number)
        source = stage.app.state.services.tables.storage.read_text(stage.id)
        stage.close()
    check(stage.ops, source, tally)
    for what, n in stage.counts.items():
        tally.count(what, n)
    for op in stage.ops:
        tally.count(f"{op.kind} answered {op.code}")
    return [(op.kind, op.device, op.sent, op.got, op.at, [code for code, _ in op.told]) for op in stage.ops]


def _run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    simulate(dice, number, folder / "data", tally)


DEVICES_TRIAL = Trial("devices", "acts of devices at one table", 2_000, 100, _run)
