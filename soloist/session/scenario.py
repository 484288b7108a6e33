"""Scenario files: a position, the cards, what must happen and by which rule.

Players report a doubt with such a file, and tests hold the engine to it. The format is in `docs/scenario-format.md`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from soloist.core.bits import iterate_bits
from soloist.core.board import Board, Event, Problem
from soloist.core.chance import Asked, Draw, Seeded
from soloist.core.errors import BadInputError, BadSaveError, ImpossibleError, QuestionError, SoloistError
from soloist.core.explain import list_deciding_rules
from soloist.core.rulebook import TABLE, Rulebook
from soloist.core.sink import RecordingSink
from soloist.core.table_rules import TableRules
from soloist.core.text import Text, Word, text
from soloist.core.trace import Decision, Remark, Trace
from soloist.manifest import find_game
from soloist.session.documents import MEGABYTE
from soloist.session.files import MOST_OF_A_FILE, check_lines
from soloist.session.save import Entry
from soloist.session.table import Table

MAGIC = "soloist-scenario"
VERSION = 1
SUFFIX = ".scenario"
_NUMBER = re.compile(r"[0-9]{1,6}")
_HEADERS = ("about", "rule", "from")
_CHECKS = ("decided", "after", "value", "remark", "procedures", "skips", "holds", "warns", "fails", "asks", "nothing")
#: expectations about DIGITAL moves: one is legal, or is not
_MOVES = ("offers", "lacks")


@dataclass(slots=True)
class Expectation:
    """One expectation: its keyword, the rest of the line, and the line number."""

    word: str
    rest: str
    line: int


@dataclass(slots=True)
class Scenario:
    """A scenario as data; `mode` is its rulebook."""

    game: str
    mode: str = TABLE
    headers: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    position: list[tuple[int, str]] = field(default_factory=list)
    play: list[tuple[int, str]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    checks: list[Expectation] = field(default_factory=list)


@dataclass(slots=True)
class Verdict:
    """The result of running a scenario: the differences, none if it holds.

    Of the last act it has the trace, the position before it (None if there was no act), the events and the doubts.
    """

    scenario: Scenario
    differences: list[Text]
    events: list[str]
    trace: Trace
    before: Board | None = None
    happened: tuple[Event, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.differences


def read_scenario(source: str | bytes) -> Scenario:
    """Parse a scenario. Raises `BadSaveError` with the line."""
    raw_bytes = source if isinstance(source, bytes) else source.encode(errors="replace")
    if len(raw_bytes) > MOST_OF_A_FILE:
        raise BadSaveError(text("error.save_large", most=MOST_OF_A_FILE // MEGABYTE))
    check_lines(raw_bytes)
    try:
        lines = raw_bytes.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as why:
        number = raw_bytes[: why.start].count(b"\n") + 1
        raise BadSaveError(text("error.save_binary", number=number), line=number) from why
    words = lines[0].split() if lines else []
    if not words:
        raise BadSaveError(text("error.save_empty"))
    if words[0] != MAGIC or len(words) not in (3, 4) or not _NUMBER.fullmatch(words[1]):
        raise BadSaveError(text("error.scenario_foreign", first=lines[0][:60]), line=1)
    if int(words[1]) != VERSION:
        raise BadSaveError(text("error.save_version", got=words[1], ours=VERSION), line=1)
    scenario = Scenario(words[2], mode=words[3] if len(words) > 3 else TABLE)
    section = "head"
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line in ("position", "play", "expect"):
            section = line
        else:
            _add_line(scenario, section, line, number)
    if not scenario.events and not scenario.checks:
        raise BadSaveError(text("error.scenario_no_play"), line=len(lines))
    return scenario


def _add_line(scenario: Scenario, section: str, line: str, number: int) -> None:
    if section == "head":
        key, colon, rest = line.partition(": ")
        if colon and key in _HEADERS:
            scenario.headers[key] = rest.strip()
        elif line.startswith("option ") and " = " in line:
            name, _, value = line.removeprefix("option ").partition(" = ")
            scenario.options[name.strip()] = value.strip()
        else:
            raise BadSaveError(text("error.scenario_line", number=number, got=line[:60]), line=number)
    elif section == "position":
        scenario.position.append((number, line))
    elif section == "play":
        if line.split()[0] not in ("turn", "tell"):
            raise BadSaveError(text("error.scenario_play", number=number, got=line[:60]), line=number)
        scenario.play.append((number, line))
    else:
        word, _, rest = line.partition(" ")
        if word in (*_CHECKS, *_MOVES):
            scenario.checks.append(Expectation(word, rest.strip(), number))
        elif ":" in word:
            scenario.events.append(line)
        else:
            raise BadSaveError(text("error.scenario_line", number=number, got=line[:60]), line=number)


class ScenarioAnswers(Asked):
    """The outcomes of a scenario in order. A face-down card may be named; `unseen`, or nothing, leaves it unknown."""

    def _face_down(self, draw: Draw, among: int) -> int | None:
        if not self.unused:
            return None
        if self.unused[0] == "unseen":
            self._next += 1
            return None
        mask = self._draw_outcome(draw, among)
        if mask is None or mask & ~among or mask.bit_count() != 1:  # `+` alone names nothing, `8+9` two cards
            raise self._not_among(draw, among, mask or 0)
        return mask


@dataclass(slots=True)
class _ScenarioRun:
    book: Rulebook | None = None
    board: Board | None = None
    before: Board | None = None
    happened: list[Event] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    trace: Trace = field(default_factory=Trace)
    error: SoloistError | None = None


def set_up_scenario(scenario: Scenario) -> tuple[Rulebook, Board]:
    """Return the rulebook of a scenario and the board it starts from."""
    game = find_game(scenario.game)
    book = game.rulebook(scenario.mode)
    options = {**scenario.options}
    if not all(option.key in options for option in book.options):
        options = {option.key: option.earlier for option in book.options if option.earlier} | options
        options = book.lay_out({"seed": "scenario", **options}, Seeded("scenario"), {})
    board = book.create_position(options)
    for number, line in scenario.position:
        try:
            for event in _events_of_line(game.table, book, board, line):
                event.apply(board)
        except BadInputError as why:
            raise BadSaveError(
                text("error.scenario_position", number=number, line=line, why=why.text),
                line=number,
                rule=why.rule,
                nearest=why.nearest,
            ) from why
    return book, board


def _events_of_line(table: TableRules, book: Rulebook, board: Board, line: str) -> list[Event]:
    """Return the events of a line in the `position` section.

    In TABLE mode such a line is entered; otherwise it is an event of a save.
    """
    if book is table:
        return table.meaning(board, line)
    return [book.read_event(board, f"table: {line}" if line.startswith("set ") else line)]


def run_scenario(scenario: Scenario) -> Verdict:
    """Play a scenario and compare."""
    result = _ScenarioRun()
    try:
        book, result.board = set_up_scenario(scenario)
        result.book = book
    except BadInputError as why:  # a scenario may expect that its set-up is refused
        result.error = why
        scenario.play.clear()
    for number, line in scenario.play:
        if result.error is not None:
            raise BadSaveError(text("error.scenario_after_error", number=number), line=number)
        _play_line(book, result, line)
    differences = []
    expects_error = any(c.word in ("fails", "asks") for c in scenario.checks)
    if result.error is not None and not expects_error:
        differences.append(text("scenario.error", why=result.error.text))
    if scenario.events and scenario.events != result.events:
        differences.append(text("scenario.events", want="\n".join(scenario.events), got="\n".join(result.events)))
    for check in scenario.checks:
        difference = _CHECKERS[check.word](result, check)
        if difference is not None:
            differences.append(difference)
    last = result.before, tuple(result.happened), tuple(result.problems)
    return Verdict(scenario, differences, result.events, result.trace, *last)


def _play_line(book: Rulebook, result: _ScenarioRun, line: str) -> None:
    word, _, rest = line.partition(" ")
    assert result.board is not None
    board = result.board.copy()
    noted = RecordingSink()
    trace = Trace(noted)
    result.events, result.problems, result.trace = [], noted.problems, trace
    result.before, result.happened = None, []
    told, _, answers = (rest, "", rest) if word == "turn" else rest.partition(" ? ")
    chance = ScenarioAnswers([a.replace("+", " ") for a in answers.split()])
    try:
        if word == "turn":
            book.play_automa(board, chance, trace, noted)
        else:
            book.apply_move(board, book.read_move(board, told), chance, noted)
        if chance.unused:
            raise ImpossibleError(text("error.unasked", answers=chance.unused))
    except (BadInputError, QuestionError) as why:
        result.error = why
        return
    result.events = noted.lines
    result.before, result.happened = result.board, noted.events
    result.board = board


# ---------------------------------------------------------------------------------------------------------- checks


def _check_decided(result: _ScenarioRun, check: Expectation) -> Text | None:
    rules = list_deciding_rules(result.trace)
    return None if check.rest in rules else text("scenario.decided", want=check.rest, got=rules or "-")


def _find_steps(result: _ScenarioRun, rule: str) -> list[tuple[Decision, int]]:
    return [(d, i) for d in result.trace.decisions for i, s in enumerate(d.steps) if s.rule == rule]


def _check_after(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`after TMA-080b : A12 C5` - the options left after the rule; `-` when it did not apply."""
    rule, _, names = check.rest.partition(" : ")
    found = _find_steps(result, rule.strip())
    if not found:
        return text("scenario.no_step", rule=rule)
    got = [" ".join(d.of.name_option(o) for o in iterate_bits(d.steps[i].after)) or "-" for d, i in found]
    return None if names.strip() in got else text("scenario.after", rule=rule, want=names, got=got)


def _check_value(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`value TMA-080c A12 = 3` - the measure of an option."""
    head, _, want = check.rest.partition(" = ")
    rule, _, name = head.partition(" ")
    got = [
        str(d.steps[i].scores[option])  # type: ignore[index]
        for d, i in _find_steps(result, rule)
        if (option := d.of.find_option(name.strip())) is not None and option in (d.steps[i].scores or {})
    ]
    return None if want.strip() in got else text("scenario.value", rule=rule, option=name, want=want, got=got or "-")


def _check_remark(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`remark TMA-063 vp=1` - a rule was applied, or its condition failed, with these values among those noted."""
    rule, _, rest = check.rest.partition(" ")
    want = dict(pair.split("=", 1) for pair in rest.split() if "=" in pair)
    notes = [e.note for e in result.trace.entries if isinstance(e, Remark) and e.rule == rule]
    notes += [d.steps[i].note or {} for d, i in _find_steps(result, rule)]
    notes += [d.note or {} for d in result.trace.decisions if rule in (d.rule, d.failed)]
    for note in notes:
        if all(_plain_value(note.get(k)) == v for k, v in want.items()):
            return None
    return text(
        "scenario.remark",
        rule=rule,
        want=rest,
        got=[str({k: _plain_value(v) for k, v in n.items()}) for n in notes] or "-",
    )


def _plain_value(value: object) -> str:
    return value.key if isinstance(value, Word) else str(value)


def _check_procedures(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`procedures TMA-070 TMA-066` - these procedures were begun in this order.

    Others may come between them: an engine that explains more than the one that wrote the scenario decides the same,
    and the events are compared as a whole.
    """
    got = [d.rule for d in result.trace.decisions]
    begun = iter(got)
    in_order = all(rule in begun for rule in check.rest.split())
    return None if in_order else text("scenario.procedures", want=check.rest, got=got or "-")


def _check_skips(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`skips TMA-080r` - the rule dropped no option in this turn."""
    dropped = [
        d.of.name_options(d.steps[i].dropped)
        for d, i in _find_steps(result, check.rest)
        if d.steps[i].after and d.steps[i].dropped
    ]
    return text("scenario.skips", rule=check.rest, got=dropped[0]) if dropped else None


def _check_holds(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`holds vp.automa = 21` - a field of the position afterwards."""
    name, _, want = check.rest.partition(" = ")
    got = result.board.facts().get(name.strip()) if result.board is not None else None
    return (
        None
        if got == want.strip()
        else text("scenario.holds", field=name, want=want, got=got if got is not None else "-")
    )


def _check_warns(result: _ScenarioRun, check: Expectation) -> Text | None:
    rules = [p.rule for p in result.problems]
    return None if check.rest in rules else text("scenario.warns", want=check.rest, got=rules or "-")


def _check_fails(result: _ScenarioRun, check: Expectation) -> Text | None:
    got = result.error.rule if isinstance(result.error, BadInputError) else "-"
    return (
        None
        if isinstance(result.error, BadInputError) and check.rest in ("", got)
        else text("scenario.fails", want=check.rest, got=got)
    )


def _check_asks(result: _ScenarioRun, check: Expectation) -> Text | None:
    got = result.error.draw.key if isinstance(result.error, QuestionError) else "-"
    return None if got == check.rest else text("scenario.asks", want=check.rest, got=got)


def _check_nothing(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`nothing TMA-070` - the procedure found nothing to do."""
    got = [d.chosen for d in result.trace.decisions if d.rule == check.rest]
    return None if got and all(c is None for c in got) else text("scenario.nothing", rule=check.rest)


def _check_offers(result: _ScenarioRun, check: Expectation) -> Text | None:
    """`offers base 6L with basic_base` - this is, or with `lacks` is not, a legal move afterwards.

    After a failed set-up this cannot be known.
    """
    if result.book is None:
        assert result.error is not None
        return text("scenario.error", why=result.error.text)
    legal = [result.book.write_move(result.board, move) for move in result.book.list_legal_moves(result.board) or ()]
    return (
        None if (check.rest in legal) == (check.word == "offers") else text(f"scenario.{check.word}", move=check.rest)
    )


_CHECKERS = {
    "offers": _check_offers,
    "lacks": _check_offers,
    "decided": _check_decided,
    "after": _check_after,
    "value": _check_value,
    "remark": _check_remark,
    "procedures": _check_procedures,
    "skips": _check_skips,
    "holds": _check_holds,
    "warns": _check_warns,
    "fails": _check_fails,
    "asks": _check_asks,
    "nothing": _check_nothing,
}


# ------------------------------------------------------------------------------------------------ from a running table


def write_scenario(table: Table, number: int, about: str = "") -> str:
    """Return one logged turn as a scenario.

    It has the position before the turn, the outcomes, what happened and the rules that decided.
    """
    entry: Entry = table.entries[number]
    board = table.board_before(number)
    mode = () if table.rulebook.id == TABLE else (table.rulebook.id,)
    lines = [" ".join((MAGIC, str(VERSION), table.game.id, *mode))]
    if about:
        lines.append(f"about: {about}")
    lines += [f"option {key} = {value}" for key, value in table.setup.items()]
    lines += ["", "position", *table.rulebook.write_position(board), "", "play"]
    answers = [
        "unseen" if o.endswith(": -") else "+".join(o.split(": ", 1)[1].split()) or "none" for o in entry.outcomes
    ]
    if entry.kind == "turn":
        lines.append(" ".join(["turn", *answers]))
    else:
        told = "tell " + "; ".join(entry.typed)
        lines.append(f"{told} ? {' '.join(answers)}" if answers else told)
    lines += ["", "expect", *entry.events, *entry.followed]
    lines += [f"decided {rule}" for rule in dict.fromkeys(list_deciding_rules(table.trace_of(number)))]
    return "\n".join(lines) + "\n"


def run_text(source: str | bytes) -> Verdict:
    """Parse and run a scenario."""
    return run_scenario(read_scenario(source))
