"""Files that Soloist did not write: its own files with some lines, words or characters changed."""

from __future__ import annotations

import io
import random
import zipfile

from tests.trials.saves import bodies, summed

NONSENSE = (
    "hello", "", "automa:", "human:", "human: hello", "human: vp 99999999999999999999", "-1", "0", "x=y", "@", "~", "set",
    "human: build ZZ", "²", "é", "XX-999", "decide", "remark XX-999", "choose -", "automa@99999",
    "usa: pass", "usa: build", "germany: take 99", "none", "random", "1e9", "A" * 300,
)  # fmt: skip
#: wrong values for a TOML or JSON file
VALUES = (
    "null", "true", "1", "-1", "1e400", "nan", "inf", '""', '"x"', "[]", "{}", "[[1]]", '["x"]', '{"x": 1}', "'x'",
    '"\\ud800"', '"\\u0000"', '"' + "x" * 5000 + '"', "9" * 5000, "1979-05-27", "0x1F", "[" * 2000, "{" * 200, '"²"',
)  # fmt: skip
_SIGNS = "0123456789-@:;=|*# AZaz~"


def mutant(save: str, dice: random.Random) -> str:
    """Return a save with a few changed lines or words and valid check sums; most have valid numbers too."""
    lines = bodies(save)
    for _ in range(dice.choice((1, 1, 2, 3))):
        _mutate(lines, dice)
    if dice.random() < 0.8:
        entries = 0
        for i, line in enumerate(lines):
            if line.startswith("@") and " " in line:
                entries += 1
                lines[i] = f"@{entries} {line.split(' ', 1)[1]}"
        if lines[-1].startswith("end "):
            lines[-1] = f"end {entries}"
    return summed(lines)


def _mutate(lines: list[str], dice: random.Random) -> None:
    i, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    line, words = lines[i], lines[i].split(" ")
    match dice.randrange(8):
        case 0:
            lines[i] = dice.choice(NONSENSE)
        case 1:
            lines.insert(i, lines[other])
        case 2 if len(lines) > 2:
            del lines[i]
        case 3:
            words[dice.randrange(len(words))] = dice.choice(NONSENSE)
            lines[i] = " ".join(words)
        case 4:
            words[dice.randrange(len(words))] = dice.choice(lines[other].split(" "))
            lines[i] = " ".join(words)
        case 5 if line:
            at = dice.randrange(len(line))
            lines[i] = line[:at] + dice.choice(_SIGNS) + line[at + 1 :]
        case 6:
            lines[i], lines[other] = lines[other], line
        case _:
            lines[i] = line[:2] + dice.choice(NONSENSE) if line[:2] in ("~ ", "> ", "? ", "+ ") else f"{line} {line}"


def changed_text(source: str, dice: random.Random) -> bytes:
    """Return a text file (TOML, JSON, notation) with a few changed words, values, lines, characters or bytes."""
    for _ in range(dice.choice((1, 1, 2, 3))):
        lines = source.split("\n")
        i, other = dice.randrange(len(lines)), dice.randrange(len(lines))
        head, equals, _ = lines[i].partition(" = ")
        words = lines[i].split(" ")
        match dice.randrange(8):
            case 0 if equals:
                lines[i] = f"{head} = {dice.choice(VALUES)}"
            case 1:
                lines.insert(i, lines[other])
            case 2 if len(lines) > 2:
                del lines[i]
            case 3:
                words[dice.randrange(len(words))] = dice.choice(NONSENSE)
                lines[i] = " ".join(words)
            case 4 if '":' in lines[i]:  # a value of JSON
                parts = lines[i].split('":')
                n = dice.randrange(1, len(parts))
                end = min((parts[n] + ",").find(","), (parts[n] + "}").find("}"))
                parts[n] = dice.choice(VALUES) + parts[n][end:]
                lines[i] = '":'.join(parts)
            case 5 if lines[i]:
                at = dice.randrange(len(lines[i]))
                lines[i] = lines[i][:at] + dice.choice(_SIGNS + "\"[]{},.'\\") + lines[i][at + 1 :]
            case 6:
                words[dice.randrange(len(words))] = dice.choice(VALUES)
                lines[i] = " ".join(words)
            case _:
                lines[i], lines[other] = lines[other], lines[i]
        source = "\n".join(lines)
    return changed_bytes(source.encode(), dice) if dice.random() < 0.1 else source.encode()


def changed_bytes(source: bytes, dice: random.Random) -> bytes:
    """Return bytes of which a few are changed or a piece is cut out."""
    made = bytearray(source)
    for _ in range(dice.choice((1, 1, 2, 8))):
        if made and dice.random() < 0.8:
            made[dice.randrange(len(made))] ^= 1 << dice.randrange(8)
        elif made:
            at = dice.randrange(len(made))
            del made[at : at + dice.randrange(1, 40)]
    return bytes(made)


def changed_zip(source: bytes, dice: random.Random) -> bytes:
    """Return an archive with other bytes, or with members that are changed, missing, doubled or packed otherwise."""
    if dice.random() < 0.4:
        return changed_bytes(source, dice)
    with zipfile.ZipFile(io.BytesIO(source)) as file:
        inside = [(name, file.read(name)) for name in file.namelist()]
    i = dice.randrange(len(inside))
    name, content = inside[i]
    match dice.randrange(5):
        case 0:
            del inside[i]
        case 1:
            inside.append((dice.choice(("../x", "x" * 300, "tables/", name)), content))
        case 2 if name.endswith(".soloist"):
            inside[i] = name, mutant(content.decode(), dice).encode()
        case _:
            inside[i] = name, changed_text(content.decode(), dice)
    made = io.BytesIO()
    packed = dice.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(made, "w", packed) as file:
        names = set[str]()
        for name, content in inside:
            if name not in names:
                names.add(name)
                file.writestr(name, content)
    return changed_bytes(made.getvalue(), dice) if dice.random() < 0.2 else made.getvalue()
