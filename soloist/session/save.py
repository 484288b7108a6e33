"""The text of a save: a version line, the set-up, what happened, an end line.

    soloist-save 2 terra_mystica table
    1c291ca3 setup map = original
    90d6a7f2 @1 told
    7be2c0de > build E5
    c0a3e2b1 human: build E5
    51bc0a77 @2 turn
    0d4a21f9 ? deck: dc4
    8aa0b313 automa: draw dc4
    2f11d6a0 ~ decide TMA-080 hexes
    77d0b6c4 seats human2=strong
    5a3c91ee end 2

Every line after the first begins with a check sum over itself and all lines before it, so a change is found at its
line. The `seats` line, if there are AI seats, comes before the end line, which tells a whole file from a truncated one.
The format is described in `docs/save-format.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from zlib import crc32

from soloist.core.errors import BadSaveError
from soloist.core.rulebook import DIGITAL, TABLE
from soloist.core.text import text
from soloist.session import seat_assignment
from soloist.session.migrate import HEAD, VERSION, OldSave, check_version, migrate

MAGIC = "soloist-save"
_NUMBER = re.compile(r"[0-9]{1,6}")
_MARK = "\ufeff".encode()
_SEATS = "seats "
#: the part of an entry to which a line with this prefix belongs; a line without prefix is an event
_PARTS = {"> ": "typed", "? ": "outcomes", "+ ": "followed", "~ ": "trace"}
KINDS = ("told", "turn", "card", "move", "row", "undo", "redo", "seed")


@dataclass(slots=True)
class Entry:
    """One thing that happened at a table, as lines of text; undone and redone as a whole.

    `typed` are the words of the human, `outcomes` the results of draws, `events` what happened, `followed` its
    automatic consequences, `trace` how the Automa decided. `line` is where it begins in the file.
    """

    kind: str
    typed: list[str] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    followed: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    line: int = 0
    event_lines: list[int] = field(default_factory=list)

    def write_lines(self, number: int) -> Iterable[str]:
        """Yield the lines of this entry as entry `number`, without check sums."""
        yield f"@{number} {self.kind}"
        for line in self.typed:
            yield f"> {line}"
        for line in self.outcomes:
            yield f"? {line}"
        yield from self.events
        for line in self.followed:
            yield f"+ {line}"
        for line in self.trace:
            yield f"~ {line}"


@dataclass(slots=True)
class Save:
    """A save as data: the game, its mode, its set-up, and all entries, including undone ones.

    `unfinished` are the lines of an entry that a fault cut off; they are not used. `version` is the one of the file;
    the entries are already migrated. `others` maps AI seats to their agents.
    """

    game: str
    setup: dict[str, str]
    entries: list[Entry] = field(default_factory=list)
    unfinished: list[str] = field(default_factory=list)
    mode: str = TABLE
    version: int = VERSION
    others: dict[str, str] = field(default_factory=dict)


class SaveWriter:
    """Write the lines of a save with a running check sum, so that adding an entry costs only its own lines."""

    __slots__ = ("_entries", "_lines", "_starts", "_sum", "others")

    def __init__(self, game: str, mode: str, setup: dict[str, str]) -> None:
        first = f"{MAGIC} {VERSION} {game} {mode}"
        self._lines = [first]
        self._starts: list[int] = []
        self._sum = crc32(first.encode())
        self._entries = 0
        #: AI seats and their agents: written before the end line, and no part of the history
        self.others: dict[str, str] = {}
        self._add_bodies(f"setup {key} = {value}" for key, value in setup.items())

    def get_mark(self) -> tuple[int, int, int]:
        """Return the present state, for `restore_mark`."""
        return len(self._lines), self._sum, self._entries

    def restore_mark(self, mark: tuple[int, int, int]) -> None:
        """Remove everything added since the mark was taken."""
        lines, self._sum, self._entries = mark
        del self._lines[lines:], self._starts[self._entries :]

    def _add_bodies(self, bodies: Iterable[str]) -> None:
        checksum, lines = self._sum, self._lines
        for body in bodies:
            checksum = crc32(body.encode(), checksum)
            lines.append(f"{checksum:08x} {body}")
        self._sum = checksum

    def add_entry(self, entry: Entry) -> None:
        """Append the lines of an entry and set its `line`."""
        self._entries += 1
        self._starts.append(len(self._lines))
        entry.line = len(self._lines) + 1
        self._add_bodies(entry.write_lines(self._entries))

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def version(self) -> int:
        """Return the version that it writes."""
        return VERSION

    @property
    def entries(self) -> int:
        """Return the number of entries, including undone ones."""
        return self._entries

    def head_lines(self) -> list[str]:
        """Return the lines before the first entry."""
        return self._lines[: self._starts[0]] if self._starts else self._lines[:]

    def lines_since(self, entries: int) -> list[list[str]]:
        """Return the lines of each entry after the first `entries`: what a store has to add."""
        ends = [*self._starts[1:], len(self._lines)]
        return [self._lines[self._starts[i] : ends[i]] for i in range(entries, self._entries)]

    def stored_text(self) -> str:
        """Return all lines except the seats and the end line."""
        return "\n".join(self._lines)

    def end_line(self) -> str:
        """Return the end line for a file without a seats line."""
        return _with_checksum(f"end {self._entries}", self._sum)

    def whole_text(self) -> str:
        """Return the complete file."""
        return join_file(self.stored_text(), self.end_line(), seat_assignment.format_assignment(self.others))


def _with_checksum(line: str, before: int) -> str:
    return f"{crc32(line.encode(), before):08x} {line}"


def join_file(stored: str, end: str, others: str) -> str:
    """Return a file made of its stored lines, their end line and the words of its AI seats.

    When the end line does not match the stored lines, the seats are left out: damage must stay detectable.
    """
    before = stored.rpartition("\n")[2][:8]
    told = end.partition(" ")[2]
    if not others or not _SUM.fullmatch(before) or _with_checksum(told, int(before, 16)) != end:
        return "\n".join([stored, end, ""])
    seats = _with_checksum(f"{_SEATS}{others}", int(before, 16))
    return "\n".join([stored, seats, _with_checksum(told, int(seats[:8], 16)), ""])


def write_save(save: Save) -> str:
    """Return a save as text."""
    writer = SaveWriter(save.game, save.mode, save.setup)
    writer.others = dict(save.others)
    for entry in save.entries:
        writer.add_entry(entry)
    return writer.whole_text()


def is_save(source: str) -> bool:
    """Return whether a text begins like a save, whatever is wrong with the rest."""
    return source.lstrip("\ufeff").startswith(f"{MAGIC} ")


def read_save(source: str | bytes) -> Save:
    """Return the save in a text. Raises `BadSaveError` with the line and the reason."""
    save, fault = read_up_to_fault(source)
    if fault is not None:
        raise fault
    return save


@dataclass(frozen=True, slots=True)
class SaveHead:
    """What can be read from a save without parsing its entries.

    `cards` tells that only cards are turned and no board is tracked. `others` are the words of the AI seats.
    """

    game: str
    mode: str
    cards: bool
    entries: int
    others: str = ""


_SUM = re.compile("[0-9a-f]{8}")
_CARD = re.compile(rb"^[0-9a-f]{8} @[0-9]+ card$", re.MULTILINE)
_END = re.compile(rb"^[0-9a-f]{8} end ([0-9]{1,9})\n?\Z", re.MULTILINE)
_SEATS_LINE = re.compile(rb"^[0-9a-f]{8} seats ([^\n]{1,400})\n[0-9a-f]{8} end [0-9]{1,9}\n?\Z", re.MULTILINE)
_MODE_1 = re.compile(rb"^[0-9a-f]{8} setup mode = digital$", re.MULTILINE)


def read_head(source: bytes) -> SaveHead:
    """Return the head of a save, without checking its content. Raises `BadSaveError` when it is no save."""
    source = _normalize_line_ends(source)
    first = source.partition(b"\n")[0].decode(errors="replace")
    words = first.split(" ")
    if words[0] != MAGIC or len(words) < 3 or not _NUMBER.fullmatch(words[1]):
        raise BadSaveError(text("error.save_foreign", first=first[:60]), line=1)
    check_version(int(words[1]))
    mode = words[3] if len(words) > 3 else DIGITAL if _MODE_1.search(source) else TABLE
    end, seats = _END.search(source), _SEATS_LINE.search(source)
    others = seats[1].decode(errors="replace") if seats else ""
    entries = int(end[1]) if end else 0
    return SaveHead(
        words[2], mode, bool(_CARD.search(source)), entries, others if seat_assignment.is_valid(others) else ""
    )


def read_up_to_fault(source: str | bytes) -> tuple[Save, BadSaveError | None]:
    """Return everything before the first fault, and the fault (None if there is none).

    Raises only when the first line cannot be used. The entry with the fault is left out as a whole, because half a turn
    would be a position that never existed; its lines are in `Save.unfinished`.
    """
    lines, fault = _decode_lines(source)
    first = lines[0] if lines else ""
    words = first.split(" ")
    if not first and fault is None:
        raise BadSaveError(text("error.save_empty"))
    if words[0] != MAGIC or len(words) < 3 or not _NUMBER.fullmatch(words[1]):
        raise BadSaveError(text("error.save_foreign", first=first[:60]), line=1)
    version = int(words[1])
    check_version(version)
    if len(words) != HEAD[version]:
        raise BadSaveError(text("error.save_foreign", first=first[:60]), line=1)
    bodies, broken = _check_lines(lines)
    fault = broken or fault
    old = migrate(version, OldSave(words[2], (*words, TABLE)[3], tuple(enumerate(bodies, 2))))
    save = Save(old.game, {}, mode=old.mode, version=version)
    ended = False
    for number, body in old.lines:
        problem = (
            BadSaveError(text("error.save_after_end", number=number), line=number)
            if ended
            else _add_line(save, body, number)
        )
        if problem is not None:
            fault = problem
            break
        ended = body.startswith("end ")
    if fault is None and not ended:
        fault = BadSaveError(text("error.save_cut", number=len(lines)), line=len(lines))
    if fault is not None and save.entries and not ended:
        save.unfinished = list(save.entries.pop().write_lines(len(save.entries) + 1))
    return save, fault


def _check_lines(lines: list[str]) -> tuple[list[str], BadSaveError | None]:
    """Return the bodies of the lines after the first up to the first wrong check sum, and the fault of that line."""
    checksum = crc32(lines[0].encode())
    bodies: list[str] = []
    for number, line in enumerate(lines[1:], 2):
        mark, _, body = line.partition(" ")
        checksum = crc32(body.encode(), checksum)
        if mark != f"{checksum:08x}":
            return bodies, BadSaveError(text("error.save_checksum", number=number), line=number)
        bodies.append(body)
    return bodies, None


def _normalize_line_ends(source: bytes) -> bytes:
    """Return a save as we write it, without the byte order mark and the line ends that other editors add.

    Our own lines hold no such characters, so nothing is lost.
    """
    source = source.removeprefix(_MARK)
    return source.replace(b"\r\n", b"\n") if source.partition(b"\n")[0].endswith(b"\r") else source


def _decode_lines(source: str | bytes) -> tuple[list[str], BadSaveError | None]:
    """Return the complete lines of a file, and a fault if it is not text or its last line has no end."""
    fault = None
    source = _normalize_line_ends(source if isinstance(source, bytes) else source.encode(errors="surrogateescape"))
    if source:
        try:
            whole = source.decode()
        except UnicodeDecodeError as why:
            good = source[: why.start].decode()
            number = good.count("\n") + 1
            whole = good[: good.rfind("\n") + 1]
            fault = BadSaveError(text("error.save_binary", number=number), line=number)
    else:
        whole = ""
    lines = whole.split("\n")
    last = lines.pop()
    if last and fault is None:
        fault = BadSaveError(text("error.save_cut", number=len(lines) + 1), line=len(lines) + 1)
        if not lines:
            lines = [last]
    return lines, fault


def _add_line(save: Save, body: str, number: int) -> BadSaveError | None:
    """Add one verified line to the save; return its fault if it does not belong there."""
    if save.others and not body.startswith("end "):
        return BadSaveError(text("error.save_line", number=number, got=body[:60]), line=number)
    if save.entries and (part := _PARTS.get(body[:2])):
        entry = save.entries[-1]
        getattr(entry, part).append(body[2:])
        if part == "followed":
            entry.event_lines.append(number)
        return None
    if body.startswith("@"):
        label, _, kind = body.partition(" ")
        if label != f"@{len(save.entries) + 1}" or kind not in KINDS:
            return BadSaveError(text("error.save_entry", number=number, got=body[:60]), line=number)
        save.entries.append(Entry(kind, line=number))
        return None
    if body.startswith("setup ") and not save.entries:
        key, equals, value = body.removeprefix("setup ").partition(" = ")
        if not equals:
            return BadSaveError(text("error.save_setup", number=number), line=number)
        save.setup[key] = value
        return None
    if body.startswith(_SEATS):
        others = body.removeprefix(_SEATS)
        if not seat_assignment.is_valid(others):
            return BadSaveError(text("error.save_line", number=number, got=body[:60]), line=number)
        save.others = seat_assignment.parse_assignment(others)
        return None
    if body.startswith("end "):
        if body != f"end {len(save.entries)}":
            return BadSaveError(text("error.save_end", number=number), line=number)
        return None
    if not save.entries:
        return BadSaveError(text("error.save_line", number=number, got=body[:60]), line=number)
    entry = save.entries[-1]
    entry.events.append(body)
    entry.event_lines.append(number)
    return None
