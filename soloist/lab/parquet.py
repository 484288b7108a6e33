"""Shards as Parquet files (extra `sim`): a few columns for queries, and the whole row as JSON.

The same rows give the same bytes with the same version of pyarrow.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from soloist.lab.record import Row
from soloist.lab.shards import format_row
from soloist.session.documents import read_json

#: columns for queries; `row` is the whole game as one line of JSON
SCHEMA = pa.schema(
    [
        ("cell", pa.int32()),
        ("number", pa.int64()),
        ("scores", pa.list_(pa.int32())),
        ("winners", pa.list_(pa.int8())),
        ("row", pa.string()),
    ]
)

_RUN = b"run"


def _make_table(rows: Sequence[Row]) -> pa.Table:
    return pa.Table.from_pylist(
        [
            {
                "cell": row["cell"],
                "number": row["number"],
                "scores": row.get("scores", []),
                "winners": row.get("winners", []),
                "row": format_row(row),
            }
            for row in rows
        ],
        schema=SCHEMA,
    )


def pack_rows(rows: Sequence[Row]) -> bytes:
    """Return all rows as one Parquet file."""
    out = pa.BufferOutputStream()
    pq.write_table(_make_table(rows), out, compression="zstd")
    return bytes(out.getvalue())


def write_parquet(path: Path, rows: Sequence[Row], run: str) -> None:
    """Write all rows or nothing, through a temporary file. The file's metadata names the run."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        pq.write_table(_make_table(rows).replace_schema_metadata({_RUN: run}), beside, compression="zstd")
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_parquet(path: Path, run: str) -> list[Row] | None:
    """Return the rows of a shard; None if it is missing, damaged or of another run."""
    try:
        table = pq.read_table(path, columns=["row"])
        if (table.schema.metadata or {}).get(_RUN, run.encode()) != run.encode():
            return None
        lines = table.column("row").to_pylist()
        return [read_json(line) for line in lines]
    except (pa.ArrowException, OSError, ValueError, TypeError):
        return None
