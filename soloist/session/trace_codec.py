"""Write a trace as lines of text and read it back. With them in its save, a decision stays explainable."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from soloist.core.bits import Mask, iterate_bits
from soloist.core.errors import SoloistError, UnreadableError
from soloist.core.text import Domain, Text, Word, text
from soloist.core.trace import Decision, Note, Remark, Step, Trace

Domains = Callable[[str], Domain]


def write_trace(trace: Trace) -> Iterator[str]:
    """Yield one line per condition, narrowing, choice and remark.

    Decisions and remarks include their seat and how many events of the turn came before: `automa@3`.
    """
    for entry in trace.entries:
        if isinstance(entry, Remark):
            yield f"remark {entry.rule}{_write_moment(entry)}{_write_note(entry.note)}"
            continue
        of = entry.of
        yield f"decide {entry.rule} {of.id}{_write_moment(entry)}{_write_note(entry.note)}"
        if entry.failed:
            yield f"fail {entry.failed}"
        for i, step in enumerate(entry.steps):
            kind = "valid" if i < entry.valid else "narrow"
            scores = ""
            if step.scores is not None:
                scores = " ; " + " ".join(f"{of.name_option(o)}={v}" for o, v in step.scores.items())
            yield f"{kind} {step.rule} : {_write_names(of, step.after)}{scores}{_write_note(step.note)}"
        if entry.open:
            yield f"open {_write_names(of, entry.open)}"
        yield f"choose {'-' if entry.chosen is None else of.name_option(entry.chosen)}"


def _write_moment(entry: Decision | Remark) -> str:
    return "" if entry.at is None else f" {entry.seat or '-'}@{entry.at}"


def _read_moment(word: str) -> tuple[str, int]:
    seat, mark, at = word.rpartition("@")
    if not mark:
        raise ValueError(word)
    return "" if seat == "-" else seat, int(at)


def without_moments(lines: Sequence[str]) -> list[str]:
    """Return the lines of a trace without seats and moments, as older versions wrote them."""
    found = []
    for line in lines:
        kind = line.partition(" ")[0]
        if kind in ("remark", "decide"):
            body, bar, note = line.partition(" | ")
            words = body.split(" ")
            kept = words[: 2 if kind == "remark" else 3]
            line = " ".join(kept) + (f"{bar}{note}" if kind == "remark" else "")
        found.append(line)
    return found


def _write_names(of: Domain, mask: Mask) -> str:
    if mask == of.everything:
        return "*"
    return " ".join(of.name_option(o) for o in iterate_bits(mask)) or "-"


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


def read_up_to_fault(lines: Sequence[str], domains: Domains) -> Trace:
    """Return as much of a trace as can be read: whole decisions and remarks before the first unreadable line.

    A trace of another version, or a damaged one, is shown with fewer reasons rather than not at all.
    """
    starts = [i for i, line in enumerate(lines) if line.startswith(("decide ", "remark "))]
    for end in (len(lines), *reversed(starts)):
        try:
            return read_trace(lines[:end], domains)
        except UnreadableError:
            continue
    return Trace()


#: the form of a rule number; an unknown number of this form is accepted
_RULE = re.compile(r"[A-Z]{1,6}-[A-Z]?[0-9]{1,4}[a-z0-9]{0,3}")


def _check_rule_numbers(trace: Trace) -> None:
    for entry in trace.entries:
        rules = [entry.rule]
        if isinstance(entry, Decision):
            rules += [step.rule for step in entry.steps] + ([entry.failed] if entry.failed else [])
        for rule in rules:
            if not _RULE.fullmatch(rule):
                raise UnreadableError(text("error.trace_line", line=rule))


def read_trace(lines: Sequence[str], domains: Domains, *, strict: bool = False) -> Trace:
    """Return the trace in these lines. Raises `UnreadableError` when they are none.

    With `strict`, ill-formed rule numbers and unknown domains are refused too.
    """

    def require_domain(id: str) -> Domain:
        found = domains(id)
        if found.id != id:  # a game may return its usual domain for unknown ids
            raise LookupError(id)
        return found

    if not strict:
        return _read_trace(lines, domains)
    trace = _read_trace(lines, require_domain)
    _check_rule_numbers(trace)
    return trace


def _read_trace(lines: Sequence[str], domains: Domains) -> Trace:
    trace = Trace()
    decision: Decision | None = None
    for line in lines:
        body, _, note = line.partition(" | ")
        kind, _, rest = body.partition(" ")
        try:
            words = rest.split(" ")
            if kind == "remark":
                seat, at = _read_moment(words[1]) if len(words) > 1 else ("", None)
                trace.entries.append(Remark(words[0], _read_note(note) or {}, seat, at))
            elif kind == "decide":
                seat, at = _read_moment(words[2]) if len(words) > 2 else ("", None)
                decision = Decision(words[0], domains(words[1]), seat=seat, at=at, note=_read_note(note))
                trace.entries.append(decision)
            elif decision is None:
                raise ValueError(kind)
            elif kind == "fail":
                decision.failed = rest
            elif kind in ("valid", "narrow"):
                decision.steps.append(_read_step(decision, rest, note))
                if kind == "valid":
                    decision.valid += 1
            elif kind == "open":
                decision.open = _read_names(decision.of, rest)
            elif kind == "choose":
                decision.chosen = None if rest == "-" else _read_option(decision.of, rest)
            else:
                raise ValueError(kind)
        except (ValueError, LookupError, TypeError, AttributeError, StopIteration, SoloistError) as why:
            raise UnreadableError(text("error.trace_line", line=line)) from why
    return trace


def _read_step(decision: Decision, rest: str, note: str) -> Step:
    of = decision.of
    rule, _, body = rest.partition(" : ")
    names, _, values = body.partition(" ; ")
    after = _read_names(of, names)
    scores = None
    if values:
        scores = {_read_option(of, n): int(v) for n, v in (pair.rsplit("=", 1) for pair in values.split())}
    before = decision.steps[-1].options_left if decision.steps else of.everything
    return Step(rule, before, after, scores, _read_note(note))


def _read_names(of: Domain, names: str) -> Mask:
    if names in ("*", "-"):
        return of.everything if names == "*" else 0
    mask = 0
    for name in names.split():
        mask |= 1 << _read_option(of, name)
    return mask


def _read_option(of: Domain, name: str) -> int:
    option = of.find_option(name)
    if option is None:
        raise ValueError(name)
    return option
