"""Small files that ask for a lot of work: packed members, brackets, keys and declared sizes.

Each is answered soon, in little memory, and without blocking the event loop. Work is measured in processor time,
because the machine may be busy.
"""

from __future__ import annotations

import io
import json
import random
import struct
import time
import tracemalloc
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from pathlib import Path

from soloist.core.errors import SoloistError
from soloist.lab.experiment import read_experiment
from soloist.manifest import game_ids
from tests.trials.asking import Answer, Visitor, visited
from tests.trials.saves import played
from tests.trials.trial import Tally, Trial

#: limits per file: seconds of processor time, bytes of memory, seconds in which no other request is answered. A save of the
#: largest allowed size costs most, about 3 s and 120 MB
SECONDS, BYTES, STANDSTILL = 15.0, 350 * 2**20, 3.0
#: sizes of files and of unpacked data: those that once broke something, and larger ones
SMALL, UNPACKED = 60_000, 100 * 2**20
REFUSED = (200, 303, 400, 413, 422)


def run(dice: random.Random, number: int, folder: Path, tally: Tally) -> None:
    with visited(folder / "data", tally) as visitor:
        for _ in range(number):
            way, send = dice.choice(list(_WAYS.items()))
            source = send(dice)
            _measured(visitor, way, source, dice, tally)


def _measured(visitor: Visitor, way: str, source: bytes, dice: random.Random, tally: Tally) -> None:
    tracemalloc.start()
    begun = time.process_time()
    try:
        answer = _sent(visitor, way, source, dice)
        spent, peak = time.process_time() - begun, tracemalloc.get_traced_memory()[1]
    except Exception as why:
        tally.fault(way, why)
        return
    finally:
        tracemalloc.stop()
    tally.count(f"{way}, {'refused' if answer is None or answer.code >= 400 else 'taken'}")
    shown = f"{way}: {spent:.1f} s, {peak / 2**20:.0f} MB, {visitor.stood_still:.1f} s\n{source[:2000]!r}"
    if answer is not None and answer.code not in REFUSED:
        tally.found(f"{way} answers {answer.code}", f"{answer.text[:2000]}\n{shown}")
    if spent > SECONDS:
        tally.found(f"{way} takes long", shown)
    if peak > BYTES:
        tally.found(f"{way} takes much memory", shown)
    if answer is not None and visitor.stood_still > STANDSTILL:
        tally.found(f"{way} stops everybody", shown)


def _sent(visitor: Visitor, way: str, source: bytes, dice: random.Random) -> Answer | None:
    """Return the answer to a file sent where it is accepted; None where no request accepts it."""
    game = dice.choice(game_ids())
    match way.split()[-1]:
        case "everything":
            return visitor.ask("POST", "/everything/import", upload=("x.zip", source))
        case "plays":
            if dice.random() < 0.5:
                return visitor.ask("POST", "/plays/import", upload=("x.json", source))
            kind = dice.choice(("text/plain", "application/json"))
            return visitor.ask("POST", "/api/plays/import", body=source, kind=kind)
        case "copy":
            if dice.random() < 0.5:
                return visitor.ask("POST", f"/copy/{game}/import", upload=("x.toml", source))
            return visitor.ask("PUT", f"/api/games/{game}/copy", body=source)
        case "save":
            kind = dice.choice(("text/plain", "application/json"))
            return visitor.ask("POST", "/api/tables/import", body=source, kind=kind)
        case "link":
            letters = urlsafe_b64encode(zlib.compress(source, 9)).decode().rstrip("=")
            return visitor.ask("POST", "/link", form=[("link", f"http://x/#table={letters}")])
        case _:
            try:
                read_experiment(source.decode("utf-8", "replace"))
            except SoloistError:
                return None
            raise AssertionError("an experiment was made of nothing")


# ------------------------------------------------------------------------------------------------------------ documents


def json_of(dice: random.Random, most: int) -> bytes:
    """Return JSON that is mostly structure."""
    n = dice.choice((most // 50, most // 4, most))
    match dice.randrange(6):
        case 0:
            return b"[" * n
        case 1:
            return b"[" + b"[]," * (n // 3) + b"[]]"
        case 2:
            return b'{"soloist-plays": 1, "plays": [' + b"{}," * (n // 3) + b"{}]}"
        case 3:
            return b'{"a":' * (n // 5)
        case 4:
            return b"[" + b'"",' * (n // 3) + b'""]'
        case _:
            return b'["' + b'\\"' * (n // 2)


def toml_of(dice: random.Random, most: int) -> bytes:
    """Return TOML with long keys, many keys, or deep nesting."""
    n = dice.choice((most // 50, most // 4, most))
    head = b"[" + b"a." * (n // 4) + b"a]\n"
    match dice.randrange(8):
        case 0:
            return head + b"".join(b"a%d=1\n" % i for i in range(n // 14))
        case 1:
            return b"a." * (n // 2) + b"a=1"
        case 2:
            return b"x = " + b"{a=" * (n // 3)
        case 3:
            return b"x = " + b"[" * n
        case 4:
            return b"".join(b"a%d=1\n" % i for i in range(n // 8))
        case 5:
            return b"".join(b"[a.a.a.a.a.a.a.a%d]\n" % i for i in range(n // 22))
        case 6:
            return b'x = """' + b'""\\"' * (n // 4) + dice.choice((b"", b'"""', b'""""')) + b"\n" + head
        case _:
            return b'["a.b".\'"\'.' + b'"a.b".' * (n // 6) + b"a]\n" + b"".join(b"a%d=1\n" % i for i in range(n // 14))


def save_of(dice: random.Random, most: int) -> bytes:
    """Return a file that begins as a save and goes on without end."""
    lines = dice.choice(list(played().values())).encode().splitlines(keepends=True)
    return b"".join(lines[: dice.randrange(len(lines))]) + dice.choice((b"\n", b"~" * 50 + b"\n", b"\0")) * (most // 51)


# ------------------------------------------------------------------------------------------------------------- archives


def archive_of(dice: random.Random) -> bytes:
    """Return an export with a member that is much too large, or with very many members."""
    save = played()["tapestry table"].encode()
    files = {
        "tables/1.soloist": save,
        "tables.json": json.dumps([{"file": "tables/1.soloist", "name": "Mine"}]).encode(),
        "plays.json": b'{"soloist-plays": 1, "plays": []}',
    }
    most = dice.choice((2**20, 20 * 2**20, UNPACKED))
    match dice.randrange(7):
        case 0:
            files["plays.json"] = json_of(dice, most)
        case 1:
            files["tables.json"] = json_of(dice, most)
        case 2:
            files[f"copies/{dice.choice(game_ids())}.toml"] = toml_of(dice, min(most, 4 * 2**20))
        case 3:
            files["tables/1.soloist"] = save_of(dice, most)
        case 4:
            listed = [{"file": f"tables/{n}.soloist", "name": "x"} for n in range(most // 2**18)]
            files["tables.json"] = json.dumps(listed).encode()
            files |= {one["file"]: b"\0" * 2**20 for one in listed}
        case 5:
            return _many(dice.choice((1000, 60_000)))
        case _:
            name = dice.choice(("plays.json", "tables.json"))
            files[name] += b" " * most
            return _lying(_zipped(files), name, dice.choice((0, 100, 2**31)))
    return _zipped(files)


def _zipped(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return made.getvalue()


def _many(number: int) -> bytes:
    """Return the bare directory of an archive, with this many members."""
    one = b"PK\x01\x02" + struct.pack("<6H3L5H2L", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"x"
    end = b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, number % 2**16, number % 2**16, number * len(one), 0, 0)
    return one * number + end


def _lying(source: bytes, name: str, size: int) -> bytes:
    """Return an archive whose directory gives a member a wrong size."""
    at = source.rindex(name.encode()) - 46
    assert source[at : at + 4] == b"PK\x01\x02"
    return source[: at + 24] + struct.pack("<L", size) + source[at + 28 :]


_WAYS: dict[str, Callable[[random.Random], bytes]] = {
    "everything": archive_of,
    "everything in plays": lambda dice: json_of(dice, 8_000_000),
    "a small file of plays": lambda dice: json_of(dice, SMALL),
    "a copy": lambda dice: toml_of(dice, SMALL),
    "a large copy": lambda dice: toml_of(dice, 8_000_000),
    "a save": lambda dice: save_of(dice, 8_000_000),
    "brackets as a save": lambda dice: json_of(dice, 8_000_000),
    "a link": lambda dice: save_of(dice, UNPACKED // 4),
    "an experiment": lambda dice: toml_of(dice, 2 * SMALL),
}
PACKED = Trial("packed", "packed and nested files", 2_000, 50, run)
