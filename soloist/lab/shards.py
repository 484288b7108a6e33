"""Storage of an experiment's rows: one file per piece of work, complete or absent.

A shard is JSON lines with a check sum at the end, or (extra `sim`) Parquet with the same rows. It names its run; a
shard of another run or piece counts as damaged. Damaged shards are renamed and reported, and their games are played
again. So an experiment resumes from whatever is there.
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
from soloist.session.documents import read_json
from soloist.session.files import read_bytes, storage_error, write_atomically

JSON_LINES, PARQUET = "jsonl", "parquet"
FORMATS = (JSON_LINES, PARQUET)
_PLAN = "run.json"
#: files that a run writes; a folder that holds one of them but no plan is refused
_RESULTS = ("*.csv", "*.svg", "games.jsonl", "effects.toml", "levels.toml", "rulings.md", "shards/*")
DAMAGED = ".damaged"


def format_row(row: object) -> str:
    """Return plain values as one line of JSON, in a canonical form."""
    return json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class WorkPiece:
    """Games from `first` to before `last` of one cell."""

    cell: int
    first: int
    last: int

    @property
    def name(self) -> str:
        return f"{self.cell:04d}-{self.first:08d}-{self.last:08d}"


class Shards:
    """The folder of one run.

    `digest` identifies the games and `tree` the source that plays them; a folder of others is refused. With `looking`
    the source may differ. `size` is called once for the number of games in a piece, which is then stored in the folder.
    """

    def __init__(
        self, folder: Path, digest: str, kind: str, size: Callable[[], int], *, tree: str = "", looking: bool = False
    ) -> None:
        self.folder, self.kind, self.size = folder, kind, 1
        self._digest, self._tree = digest, None if looking else tree
        self._shards = folder / "shards"
        try:
            plan = folder / _PLAN
            if plan.exists():
                self._check_head(read_bytes(plan))
            else:
                taken = next((found for name in _RESULTS for found in folder.glob(name)), None)
                if taken is not None:
                    raise ImpossibleError(text("lab.taken", path=str(folder), name=taken.name))
                self._shards.mkdir(parents=True, exist_ok=True)
                self.size = size()
                told = {"digest": digest, "shards": kind, "size": self.size, "tree": tree}
                write_atomically(plan, format_row(told) + "\n", private=False)
            self._shards.mkdir(parents=True, exist_ok=True)
        except OSError as why:
            raise storage_error(folder, why) from why
        #: names of shards that were found damaged
        self.damaged: list[str] = []

    def _check_head(self, told: bytes) -> None:
        try:
            plan = read_json(told)
            same = plan["digest"] == self._digest and self._tree in (None, plan.get("tree", ""))
            kind, size = plan["shards"], int(plan["size"])
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as why:
            raise UnreadableError(text("lab.no_run", path=str(self.folder))) from why
        if not same:
            raise ImpossibleError(text("lab.other_run", path=str(self.folder)))
        if kind not in FORMATS or size < 1:
            raise UnreadableError(text("lab.no_run", path=str(self.folder)))
        self.kind, self.size = kind, size

    def shard_path(self, piece: WorkPiece) -> Path:
        return self._shards / f"{piece.name}.{self.kind}"

    def write_piece(self, piece: WorkPiece, rows: Sequence[Row]) -> None:
        """Write all rows of a piece durably."""
        path = self.shard_path(piece)
        try:
            if self.kind == PARQUET:
                from soloist.lab.parquet import write_parquet

                write_parquet(path, rows, self._digest)
                return
            lines = [format_row(row) for row in rows]
            body = "".join(f"{line}\n" for line in lines)
            total = format_row(self._make_total(lines, body))
            write_atomically(path, f"{body}{total}\n", private=False)
        except OSError as why:
            raise storage_error(path, why) from why

    def _make_total(self, lines: Sequence[str], body: str) -> dict[str, object]:
        """Return the last line of a shard."""
        return {"rows": len(lines), "run": self._digest, "sha256": sha256(body.encode()).hexdigest()}

    def list_set_aside(self) -> list[str]:
        """Return the names of damaged shards whose games have not been played again."""
        found = (path.name.removesuffix(DAMAGED) for path in sorted(self._shards.glob(f"*{DAMAGED}")))
        return [name for name in found if not (self._shards / name).exists()]

    def read_piece(self, piece: WorkPiece) -> list[Row] | None:
        """Return the rows of a piece; None if its shard is missing or damaged."""
        path = self.shard_path(piece)
        try:
            if not path.exists():
                return None
            rows = self._read_rows(path)
            wanted = [(piece.cell, number) for number in range(piece.first, piece.last)]
            if rows is None or [(row["cell"], row["number"]) for row in rows] != wanted:
                path.replace(path.with_name(f"{path.name}{DAMAGED}"))
                self.damaged.append(path.name)
                return None
        except OSError as why:
            raise storage_error(path, why) from why
        return rows

    def _read_rows(self, path: Path) -> list[Row] | None:
        if self.kind == PARQUET:
            from soloist.lab.parquet import read_parquet

            return read_parquet(path, self._digest)
        try:
            *lines, total = path.read_bytes().decode("utf-8").splitlines(keepends=True)
            told = read_json(total)
            if {"run": self._digest, **told} != self._make_total(lines, "".join(lines)):  # older shards name no run
                return None
            return [read_json(line) for line in lines]
        except (ValueError, TypeError):  # not UTF-8, not JSON, or without a last line
            return None

    def iterate_missing(self, pieces: Sequence[WorkPiece]) -> Iterator[WorkPiece]:
        """Yield the pieces that are still to be played."""
        return (piece for piece in pieces if self.read_piece(piece) is None)
