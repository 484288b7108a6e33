"""A trace as lines of text, and back. These lines are part of a save, so that old decisions can be explained for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from soloist.core.bits import Mask, bits
from soloist.core.errors import UnreadableError
from soloist.core.text import Domain, Text, Word, text
from soloist.core.trace import Decision, Note, Remark, Step, Trace

Domains = Callable[[str], Domain]


def write_trace(trace: Trace) -> Iterator[str]:
    """One line per condition, narrowing, choice and remark."""
    for entry in trace.entries:
        if isinstance(entry, Remark):
            yield f"remark {entry.rule}{_write_note(entry.note)}"
            continue
        of = entry.of
        yield f"decide {entry.rule} {of.id}"
        if entry.failed:
            yield f"fail {entry.failed}"
        for i, step in enumerate(entry.steps):
            kind = "valid" if i < entry.valid else "narrow"
            scores = ""
            if step.scores is not None:
                scores = " ; " + " ".join(f"{of.name(o)}={v}" for o, v in step.scores.items())
            yield f"{kind} {step.rule} : {_names(of, step.after)}{scores}{_write_note(step.note)}"
        yield f"choose {'-' if entry.chosen is None else of.name(entry.chosen)}"


def _names(of: Domain, mask: Mask) -> str:
    if mask == of.everything:
        return "*"
    return " ".join(of.name(o) for o in bits(mask)) or "-"


def _write_note(note: Note | None) -> str:
    if not note:
        return ""
    return " | " + "; ".join(f"{key}={_write_value(value)}" for key, value in note.items())


def _write_value(value: object) -> str:
    if isinstance(value, Word):
        return f"@{value.key}"
    if isinstance(value, Text):
        raise TypeError("a note holds numbers, strings and words, not texts")
    if isinstance(value, int):
        return f"#{value}"
    return str(value).replace(";", ",").replace("|", "/")


def _read_note(source: str) -> Note | None:
    if not source:
        return None
    note: dict[str, object] = {}
    for part in source.split("; "):
        key, _, value = part.partition("=")
        if value.startswith("@"):
            note[key] = Word(value[1:])
        elif value.startswith("#"):
            note[key] = int(value[1:])
        else:
            note[key] = value
    return note


def read_trace(lines: Sequence[str], domains: Domains) -> Trace:
    """The trace that was written. Raises `UnreadableError` when the lines are none."""
    trace = Trace()
    decision: Decision | None = None
    for line in lines:
        body, _, note = line.partition(" | ")
        kind, _, rest = body.partition(" ")
        try:
            if kind == "remark":
                trace.entries.append(Remark(rest, _read_note(note) or {}))
            elif kind == "decide":
                rule, domain = rest.split(" ", 1)
                decision = Decision(rule, domains(domain))
                trace.entries.append(decision)
            elif decision is None:
                raise ValueError(kind)
            elif kind == "fail":
                decision.failed = rest
            elif kind in ("valid", "narrow"):
                decision.steps.append(_read_step(decision, rest, note))
                if kind == "valid":
                    decision.valid += 1
            elif kind == "choose":
                decision.chosen = None if rest == "-" else _option(decision.of, rest)
            else:
                raise ValueError(kind)
        except ValueError as why:
            raise UnreadableError(text("error.trace_line", line=line)) from why
    return trace


def _read_step(decision: Decision, rest: str, note: str) -> Step:
    of = decision.of
    rule, _, body = rest.partition(" : ")
    names, _, values = body.partition(" ; ")
    after = of.everything if names == "*" else 0
    if names not in ("*", "-"):
        for name in names.split():
            after |= 1 << _option(of, name)
    scores = None
    if values:
        scores = {_option(of, n): int(v) for n, v in (pair.rsplit("=", 1) for pair in values.split())}
    before = decision.steps[-1].left if decision.steps else of.everything
    return Step(rule, before, after, scores, _read_note(note))


def _option(of: Domain, name: str) -> int:
    option = of.index(name)
    if option is None:
        raise ValueError(name)
    return option
