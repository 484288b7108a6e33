"""Where the rows of an experiment are kept: one file for each piece of work, whole or not there at all.

A shard is lines of JSON with a check sum at the end, or (extra `sim`) Parquet with the same rows. What is damaged is found,
set aside under another name and told; its games are played again. So an experiment resumes with whatever is there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from soloist.core.errors import ImpossibleError, UnreadableError
from soloist.core.text import text
from soloist.lab.record import Row
from soloist.modes.files import read_bytes, read_json, storage_error, write_atomically

JSON_LINES, PARQUET = "jsonl", "parquet"
FORMATS = (JSON_LINES, PARQUET)
_PLAN = "run.json"


def written(row: object) -> str:
    """Plain values as one line, the same everywhere."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Piece:
    """Games from `first` to before `last` of one cell."""

    cell: int
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"{self.cell:04d}-{self.first:08d}-{self.last:08d}"


class Shards:
    """The folder of one run. `digest` says which games it is about: a folder of others is refused. How many games a piece
    has is asked for once, and is what the folder says from then on."""

    def __init__(self, folder: Path, digest: str, kind: str, size: Callable[[], int]) -> None:
        self.folder, self.kind, self.size = folder, kind, 1
        self._shards = folder / "shards"
        try:
            self._shards.mkdir(parents=True, exist_ok=True)
            plan = folder / _PLAN
            if plan.exists():
                self._check(read_bytes(plan), digest)
            else:
                self.size = size()
                told = {"digest": digest, "shards": kind, "size": self.size}
                write_atomically(plan, written(told) + "\n", private=False)
        except OSError as why:
            raise storage_error(folder, why) from why
        #: shards that were found damaged, by name
        self.damaged: list[str] = []

    def _check(self, told: bytes, digest: str) -> None:
        try:
            plan = read_json(told)
            same = plan["digest"] == digest
            kind, size = plan["shards"], int(plan["size"])
        except (ValueError, KeyError, TypeError, OverflowError) as why:
            raise UnreadableError(text("lab.no_run", path=str(self.folder))) from why
        if not same:
            raise ImpossibleError(text("lab.other_run", path=str(self.folder)))
        if kind not in FORMATS or size < 1:
            raise UnreadableError(text("lab.no_run", path=str(self.folder)))
        self.kind, self.size = kind, size

    def path(self, piece: Piece) -> Path:
        return self._shards / f"{piece.name}.{self.kind}"

    def write(self, piece: Piece, rows: Sequence[Row]) -> None:
        """All rows of a piece, durable when this returns."""
        path = self.path(piece)
        try:
            if self.kind == PARQUET:
                from soloist.lab.parquet import write_parquet

                write_parquet(path, rows)
                return
            lines = [written(row) for row in rows]
            body = "".join(f"{line}\n" for line in lines)
            total = written({"rows": len(lines), "sha256": sha256(body.encode()).hexdigest()})
            write_atomically(path, f"{body}{total}\n", private=False)
        except OSError as why:
            raise storage_error(path, why) from why

    def read(self, piece: Piece) -> list[Row] | None:
        """The rows of a piece; None if it is not there, or was damaged."""
        path = self.path(piece)
        try:
            if not path.exists():
                return None
            rows = self._rows(path)
            if rows is None or [row["number"] for row in rows] != list(range(piece.first, piece.last)):
                path.replace(path.with_name(f"{path.name}.damaged"))
                self.damaged.append(path.name)
                return None
        except OSError as why:
            raise storage_error(path, why) from why
        return rows

    def _rows(self, path: Path) -> list[Row] | None:
        if self.kind == PARQUET:
            from soloist.lab.parquet import read_parquet

            return read_parquet(path)
        try:
            *lines, total = path.read_bytes().decode("utf-8").splitlines(keepends=True)
            told = read_json(total)
            if told != {"rows": len(lines), "sha256": sha256("".join(lines).encode()).hexdigest()}:
                return None
            return [read_json(line) for line in lines]
        except (ValueError, TypeError):  # no text, no JSON, no last line
            return None

    def missing(self, pieces: Sequence[Piece]) -> Iterator[Piece]:
        """The pieces that have still to be played."""
        return (piece for piece in pieces if self.read(piece) is None)
