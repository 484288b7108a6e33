"""Read an SQLite file page by page without SQLite.

Used if SQLite cannot read the header or the schema any more, and for a file with a log on a read-only disk. All rows
are on leaf pages. A leaf does not say which table it belongs to, but it is complete in itself, so every readable leaf
gives its rows, whatever became of the pages that lead to it. The format is described in the pages "Database File
Format" and "WAL-mode File Format" of SQLite's documentation.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

Value = str | bytes | int | float | None
Row = tuple[Value, ...]

_MAGIC = b"SQLite format 3\0"
_SIZES = tuple(1 << n for n in range(9, 17))
_USUAL = 4096
_TABLE_LEAF = 13
#: bytes of an integer by serial type
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


class Pages:
    """The pages of a database after its last committed transaction, numbered from 1."""

    def __init__(self, file: bytes, log: bytes = b"") -> None:
        self._file = file
        self.size = _page_size(file) or _wal_page_size(log) or _guess_page_size(file)
        self._newer = dict(_iterate_committed(log, self.size))
        #: bytes of a page without its reserved end; what the first page says of it counts if it is plausible
        first = self.page(1)
        self.usable = self.size - (first[20] if first.startswith(_MAGIC) and self.size - first[20] >= 480 else 0)

    @classmethod
    def read(cls, database: Path) -> Pages:
        log = wal_path(database)
        return cls(database.read_bytes(), log.read_bytes() if log.exists() else b"")

    def __len__(self) -> int:
        return max(len(self._file) // self.size, *self._newer, 0)

    def page(self, number: int) -> bytes:
        """Return the bytes of a page, as many as the file has."""
        return self._newer.get(number) or self._file[(number - 1) * self.size : number * self.size]

    def image(self) -> bytes:
        """Return the whole database as one file without a log."""
        count = int.from_bytes(self.page(1)[28:32], "big") or len(self)
        whole = bytearray(b"".join(self.page(n).ljust(self.size, b"\0") for n in range(1, count + 1)))
        whole[18:20] = b"\1\1"  # not in WAL mode: there is no log
        return bytes(whole)

    def free(self) -> set[int]:
        """Return the numbers of unused pages, as far as the first page lists them."""
        found: set[int] = set()
        trunk = int.from_bytes(self.page(1)[32:36], "big") if self.page(1).startswith(_MAGIC) else 0
        while 0 < trunk <= len(self) and trunk not in found:
            found.add(trunk)
            words = struct.unpack(f">{len(self.page(trunk)) // 4}I", self.page(trunk))
            if len(words) < 2:
                break
            found.update(words[2 : 2 + words[1]])
            trunk = words[0]
        return found

    def rows(self) -> Iterator[Row]:
        """Yield the rows of every leaf in use; a row whose end is unreadable is cut off there."""
        free, used = self.free(), set[int]()
        for number in range(1, len(self) + 1):
            if number not in free:
                for cell in self._cells(number):
                    row = self._row(number, cell, used)
                    if row is not None:
                        yield row

    def _cells(self, number: int) -> Iterator[int]:
        """Yield the offsets of the rows of a leaf."""
        page = self.page(number)
        head = 100 if number == 1 else 0
        if len(page) < self.size or page[head] != _TABLE_LEAF:
            return
        count = int.from_bytes(page[head + 3 : head + 5], "big")
        first = head + 8
        for at in range(first, min(first + 2 * count, self.usable - 1), 2):
            cell = int.from_bytes(page[at : at + 2], "big")
            if first + 2 * count <= cell < self.usable:
                yield cell

    def _row(self, number: int, cell: int, used: set[int]) -> Row | None:
        page = self.page(number)[: self.usable]
        length, at = _read_varint(page, cell)
        _, at = _read_varint(page, at)  # rowid
        if length > len(self) * self.size:
            return None
        return _parse_record(self._payload(page, at, length, used), length)

    def _payload(self, page: bytes, at: int, length: int, used: set[int]) -> bytes:
        """Return the bytes of a row, including its overflow pages; each of these belongs to one row only."""
        most, least = self.usable - 35, (self.usable - 12) * 32 // 255 - 23
        if length <= most:
            return page[at : at + length]
        local = least + (length - least) % (self.usable - 4)
        if local > most:
            local = least
        parts, following = [page[at : at + local]], int.from_bytes(page[at + local : at + local + 4], "big")
        left = length - local
        while left > 0 and 0 < following <= len(self) and following not in used:
            used.add(following)
            more = self.page(following)[: self.usable]
            parts.append(more[4 : 4 + left])
            left -= len(parts[-1])
            following = int.from_bytes(more[:4], "big")
        return b"".join(parts)


def wal_path(database: Path) -> Path:
    """Return the path of SQLite's write-ahead log."""
    return database.with_name(f"{database.name}-wal")


def _page_size(file: bytes) -> int | None:
    size = int.from_bytes(file[16:18], "big")
    size = 65536 if size == 1 else size
    return size if file.startswith(_MAGIC) and size in _SIZES else None


def _guess_page_size(file: bytes) -> int:
    """Return the page size with which most pages look like leaves; SQLite's default if none stands out."""

    def leaves(size: int) -> int:
        firsts = (file[at : at + 8] for at in range(0, len(file) - size + 1, size))
        return size * sum(first[0] == _TABLE_LEAF and 0 < int.from_bytes(first[3:5], "big") < size for first in firsts)

    return max((_USUAL, *_SIZES), key=leaves)


# --------------------------------------------------------------------------------------------------------------- the log


def _wal_page_size(log: bytes) -> int | None:
    size = int.from_bytes(log[8:12], "big")
    return size if _wal_byte_order(log) and size in _SIZES else None


def _wal_byte_order(log: bytes) -> str:
    """Return the byte order of a log's check sums for `struct`; "" if it is not a log."""
    return {0x377F0682: "<", 0x377F0683: ">"}.get(int.from_bytes(log[:4], "big"), "") if len(log) >= 32 else ""


def _iterate_committed(log: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """Yield the pages of all committed transactions of a log in order; every frame has a sum over all before it."""
    order = _wal_byte_order(log)
    if not order or int.from_bytes(log[8:12], "big") != size:
        return
    sums = _checksum(log[:24], order, (0, 0))
    if struct.pack(">II", *sums) != log[24:32]:
        return
    waiting: list[tuple[int, bytes]] = []
    for at in range(32, len(log) - 24 - size + 1, 24 + size):
        head, page = log[at : at + 24], log[at + 24 : at + 24 + size]
        number, commit = struct.unpack(">II", head[:8])
        sums = _checksum(page, order, _checksum(head[:8], order, sums))
        if head[8:16] != log[16:24] or struct.pack(">II", *sums) != head[16:24]:
            return
        waiting.append((number, page))
        if commit:
            yield from waiting
            waiting = []


def _checksum(data: bytes, order: str, so_far: tuple[int, int]) -> tuple[int, int]:
    one, two = so_far
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for first, second in zip(words, words, strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two


# ----------------------------------------------------------------------------------------------------------------- a row


def _read_varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes and the offset after it."""
    value = 0
    for i in range(9):
        byte = data[at + i] if at + i < len(data) else 0
        if i == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    raise AssertionError("unreachable")


def _parse_record(payload: bytes, length: int) -> Row | None:
    """Return the values of a row; None if the bytes are no row."""
    end, at = _read_varint(payload, 0)
    if not at <= end <= len(payload):
        return None
    kinds = []
    while at < end:
        kind, at = _read_varint(payload, at)
        kinds.append(kind)
    lengths = [_value_size(kind) for kind in kinds]
    if at != end or end + sum(lengths) != length:
        return None
    values: list[Value] = []
    for kind, size in zip(kinds, lengths, strict=True):
        values.append(_parse_value(kind, payload[at : at + size]))
        at += size
    return tuple(values)


def _value_size(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _INTEGERS.get(kind, 0)


def _parse_value(kind: int, data: bytes) -> Value:
    if kind >= 12:
        return data.decode(errors="replace") if kind % 2 else data
    if kind == 7:
        return float(struct.unpack(">d", data.ljust(8, b"\0"))[0])
    if kind in _INTEGERS:
        return int.from_bytes(data, "big", signed=True)
    return {8: 0, 9: 1}.get(kind)
