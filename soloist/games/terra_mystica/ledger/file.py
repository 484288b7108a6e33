"""The ledgers of the public play site as data: rows, comments that carry data, and their set-up.

Two formats are read: the rendered table, whose columns serve as check sums, and the bare command log, which has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha1
from operator import itemgetter
from random import Random

from soloist.core.errors import ImpossibleError, find_nearest
from soloist.core.text import Text, text
from soloist.games.packaged_data import read_entries
from soloist.games.terra_mystica.board.map import map_ids
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, PACKAGE, ROUNDS, SEATS, WHEEL
from soloist.games.terra_mystica.player import factions, moves
from soloist.games.terra_mystica.player.options import OPTIONS

COLOURS = {
    "yellow": 0,
    "brown": 1,
    "black": 2,
    "blue": 3,
    "green": 4,
    "gray": 5,
    "grey": 5,
    "red": 6,
    "ice": 7,
    "volcano": 8,
}
KINDS = {"d": 0, "tp": 1, "te": 2, "sh": 3, "sa": 4}
KINDS |= {"dwelling": 0, "trading post": 1, "temple": 2, "stronghold": 3, "sanctuary": 4}
CULT_NAMES = {name: i for i, name in enumerate(CULTS.names)}
UNITS = {
    "c": moves.COIN,
    "coin": moves.COIN,
    "coins": moves.COIN,
    "w": moves.WORKER,
    "worker": moves.WORKER,
    "workers": moves.WORKER,
}
UNITS |= {
    "p": moves.PRIEST,
    "priest": moves.PRIEST,
    "priests": moves.PRIEST,
    "pw": moves.POWER,
    "power": moves.POWER,
    "vp": moves.VP,
}
#: options of the site that change no rule here, or concern checks that old games fail and the replay does not make
KNOWN_OPTIONS = (
    "strict-leech",
    "strict-darkling-sh",
    "strict-chaosmagician-sh",
    "errata-cultist-power",
    "mini-expansion-1",
    "shipping-bonus",
    "temple-scoring-tile",
    "variable-turn-order",
    "fire-and-ice-final-scoring",
    "maintain-player-order",
    "email-notify",
    "merge-income-phases",
    "shapeshifter-fix-playtest-v1",
)
FINAL = {str(e["site_id"]): str(e["id"]) for e in read_entries(PACKAGE, "final_scoring", "category") if "site_id" in e}
MAP_BY_SITE = {str(e["site_map_id"]): str(e["id"]) for e in read_entries(PACKAGE, "maps", "map")}
#: the site's id of the original board with the starting VP of 2017
MAP_2017 = "91645cdb135773c2a7a50e5ca9cb18af54c664c4"

#: the columns that are compared, and the rules that decide them
COLUMNS = ("vp", "coins", "workers", "priests", "bowls", "cults", "offers")
COLUMN_RULES = {
    "vp": "TM-011",
    "coins": "TM-036",
    "workers": "TM-036",
    "priests": "TM-010",
    "bowls": "TM-030",
    "cults": "TM-069",
    "offers": "TM-062",
}


class Row:
    """One row: its line in the file, the faction ("" for a comment), the commands, and the state after it if
    recorded."""

    __slots__ = ("commands", "comment", "faction", "line", "state")

    def __init__(
        self, line: int, faction: str, commands: list[str], state: tuple[object, ...] | None, comment: str = ""
    ) -> None:
        self.line = line
        self.faction = faction
        self.commands = commands
        self.state = state
        self.comment = comment

    @property
    def remark(self) -> str:
        """The comment in lower case, because case does not matter."""
        return self.comment.lower()


@dataclass(slots=True)
class Ledger:
    """A ledger as data: the set-up described by its comments, and all rows."""

    options: list[str] = field(default_factory=list)
    map: str = "original"
    scoring: dict[int, str] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    factions: list[str] = field(default_factory=list)
    picks: dict[str, int] = field(default_factory=dict)
    final: str = "none"
    seed: tuple[str, str] | None = None
    players: int = 0
    revised_vp: bool = False
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Difference:
    """The first difference between the site and these rules: row, column, and both values.

    `why` is set instead if the row cannot be carried out at all.
    """

    line: int
    faction: str
    commands: str
    column: str
    theirs: str
    ours: str
    rule: str
    why: Text | None = None
    nearest: tuple[str, ...] = ()


def row_error(line: int, column: str, got: str) -> ImpossibleError:
    return ImpossibleError(text("error.ledger_row", line=line, column=column, got=got[:60]))


def word_error(got: str, instead: Iterable[str] = ()) -> ImpossibleError:
    """Return the error for an unknown word in a command, with possible replacements."""
    return ImpossibleError(text("error.ledger_word", got=got[:60]), nearest=instead)


def number_in(word: str, verb: str, instead: Iterable[str] = ()) -> int:
    """Return the number after a command."""
    if not _COUNT.fullmatch(word):
        raise ImpossibleError(
            text("error.ledger_number", got=word[:60], command=verb),
            nearest=tuple(instead) or [f"{verb} {n}" for n in (1, 2, 3)],
        )
    return int(word)


# -------------------------------------------------------------------------------------------------------------- reading

_SCORING = re.compile(r"round ([1-6]) scoring: (score[0-9]+)")
_NUMBER = re.compile(r"-?[0-9]{1,4}")
_COUNT = re.compile(r"[0-9]{1,4}")


def _numbers(number: re.Pattern[str], n: int) -> str:
    """Return a pattern for one number, or several separated by slashes, with an optional unit or previous value."""
    return rf"[^\S\t]*{'/'.join([f'({number.pattern})'] * n)}(?: [^\t]*|[^\S\t]*)"


#: the columns with the state of a seat
_STATE = (
    ("vp", 2, _numbers(_NUMBER, 1)),
    ("coins", 4, _numbers(_NUMBER, 1)),
    ("workers", 6, _numbers(_NUMBER, 1)),
    ("priests", 8, _numbers(_NUMBER, 1)),
    ("bowls", 10, _numbers(_COUNT, 3)),
    ("cults", 12, _numbers(_COUNT, 4)),
)
#: their cells, and one pattern for all of them
_CELLS = itemgetter(*(at for _, at, _ in _STATE))
_STANDS = re.compile("\t".join(form for _, _, form in _STATE)).fullmatch
#: by command, the command that old files write before it although it was done afterwards
_FIRST = {"transform": "build ", "convert": "pass ", "burn": "pass ", "action": "dig "}
#: the least number of columns, up to the last one that matters, and the full number; empty cells may be cut off
_FEWEST, _COLUMNS = 13, 15


def read(source: str) -> Ledger:
    """Read a ledger of either format. Raise `ImpossibleError` with line and column for a broken row."""
    ledger = Ledger()
    for number, line in enumerate(source.removeprefix("\ufeff").splitlines(), 1):
        cells = line.split("\t")
        if len(cells) > 1 and (_site_name(cells[0]) in factions.BY_SITE or len(cells) >= _FEWEST):
            _table_row(ledger, number, cells)
        elif ":" in line and _site_name(line.partition(":")[0]) in factions.BY_SITE:
            name, _, rest = line.partition(":")
            faction, commands = faction_named(name, number), _commands(rest.partition("#")[0])
            _note_pick(ledger, faction, commands, number)
            ledger.rows.append(Row(number, faction, commands, None))
        else:
            _comment(ledger, number, " ".join(line.partition("#")[0].split()))
    if not ledger.factions:
        ledger.factions = _seated(ledger)
    if not ledger.factions:
        raise ImpossibleError(text("error.ledger_empty"))
    return ledger


def _seated(ledger: Ledger) -> list[str]:
    """Return the seats of a file without set-up rows.

    The first bonus cards are chosen in reverse seat order (TM-016); where they are missing, the first dwellings are
    placed in seat order (TM-015).
    """
    placed: list[str] = []
    chosen: list[str] = []
    for row in ledger.rows:
        for command in row.commands:
            verb = command.partition(" ")[0]
            if verb == "build" and row.faction not in placed:
                placed.append(row.faction)
            elif verb == "pass" and row.faction not in chosen:
                chosen.append(row.faction)
            elif verb not in ("build", "pick-color") and not verb.startswith("+"):
                break
        if len(chosen) == len(placed) > 0:
            break
    return chosen[::-1] if set(chosen) == set(placed) else placed


def _site_name(word: str) -> str:
    return word.strip().lower().replace("_", "")


def faction_named(name: str, number: int) -> str:
    found = factions.BY_SITE.get(_site_name(name))
    if found is None:
        near = find_nearest(_site_name(name), factions.BY_SITE)
        raise ImpossibleError(text("error.ledger_row", line=number, column="faction", got=name[:60]), nearest=near)
    return found


def _commands(cell: str) -> list[str]:
    """Return the commands of a cell or line, split at full stops.

    Real games show that commands are written in the order they were done, except for the pairs that old files swap.
    """
    commands = [c for c in (" ".join(part.split()) for part in cell.lower().split(".")) if c]
    if commands and commands[0].startswith("+bon"):
        commands.insert(0, "pass")
    at = 1
    while at < len(commands):
        before, this = commands[at - 1 : at + 1]
        if before == "pass" and this.startswith("+bon"):
            commands[at - 1 : at + 1] = [f"pass {this[1:]}"]
        elif before.startswith(_FIRST.get(this.partition(" ")[0], "\n")):
            commands[at - 1 : at + 1] = [this, before]
            at = max(1, at - 1)
        else:
            at += 1
    return commands


def _table_row(ledger: Ledger, number: int, cells: list[str]) -> None:
    faction = faction_named(cells[0], number)
    if not _FEWEST <= len(cells) <= _COLUMNS:
        raise ImpossibleError(text("error.ledger_columns", line=number, got=len(cells), least=_FEWEST, most=_COLUMNS))
    cells = cells + [""] * (_COLUMNS - len(cells))
    found = _STANDS("\t".join(_CELLS(cells)))
    if found is None:
        column, at = next((name, at) for name, at, form in _STATE if not re.fullmatch(form, cells[at]))
        raise row_error(number, column, cells[at])
    vp, coins, workers, priests, *tracks = map(int, found.groups())
    offers = cells[13].split()
    if not all(_COUNT.fullmatch(n) for n in offers):
        raise row_error(number, "offers", cells[13])
    offered = sorted(map(int, offers))  # their order depends on who has passed; only the amounts matter
    state = (vp, coins, workers, priests, tracks[:3], tracks[3:], offered)
    commands = _commands(cells[14])
    if commands == ["setup"]:
        if faction in ledger.factions:
            raise ImpossibleError(text("error.faction_twice", faction=faction), rule="TM-014")
        ledger.factions.append(faction)
    _note_pick(ledger, faction, commands, number)
    ledger.rows.append(Row(number, faction, commands, state))


def _note_pick(ledger: Ledger, faction: str, commands: list[str], number: int) -> None:
    """Note the starting terrain of an ice, volcano or variable faction: its first `pick-color`."""
    if commands and commands[0].startswith("pick-color ") and faction not in ledger.picks:
        ledger.picks[faction] = colour_named(commands[0].split()[1], number)


def colour_named(word: str, number: int) -> int:
    if word not in COLOURS:
        near = find_nearest(word, COLOURS) or tuple(COLOURS)
        raise ImpossibleError(text("error.ledger_row", line=number, column="commands", got=word[:60]), nearest=near)
    return COLOURS[word]


def _comment(ledger: Ledger, number: int, written: str) -> None:
    """Read a line without a faction. Case does not matter, except in the seed of a draw."""
    written = re.sub("show history$", "", written, flags=re.IGNORECASE).strip()
    line = written.lower()
    words = line.split()
    scoring = _SCORING.match(line)
    if scoring:
        ledger.scoring[int(scoring[1])] = scoring[2]
    elif line.startswith("option ") and len(words) == 2:
        if words[1] not in KNOWN_OPTIONS and not words[1].startswith(("loose-", "fire-and-ice-factions/")):
            near = find_nearest(words[1], KNOWN_OPTIONS) or KNOWN_OPTIONS[:4]
            raise ImpossibleError(text("error.ledger_option", line=number, got=words[1]), nearest=near)
        ledger.options.append(words[1])
    elif line.startswith("dropoption ") and len(words) == 2:
        ledger.options = [option for option in ledger.options if option != words[1]]
    elif line.startswith("map ") and len(words) == 2:
        ledger.revised_vp = words[1] == MAP_2017
        ledger.map = MAP_BY_SITE.get(words[1], "original" if ledger.revised_vp else words[1])
        if ledger.map not in map_ids():
            raise ImpossibleError(text("error.no_map", got=words[1]), nearest=map_ids())
    elif line.startswith(("removing tile ", "delete ")):
        ledger.removed.append(words[-1])
    elif line.startswith("score ") and "," in line:
        for i, tile in enumerate(line[6:].split(","), 1):
            ledger.scoring[i] = tile.strip()
    elif line.startswith("setup ") and len(words) > 1:
        faction = faction_named(words[1], number)
        if faction in ledger.factions:
            raise ImpossibleError(text("error.faction_twice", faction=faction), rule="TM-014")
        ledger.factions.append(faction)
    elif line.startswith(("added final scoring tile: ", "final-scoring ")):
        ledger.final = FINAL.get(words[-1], "none")
    elif line.startswith("randomize "):
        ledger.seed = (words[1] if len(words) > 1 else "v2", " ".join(written.split()[3:]))
    elif line.startswith("player ") and len(words) > 1:
        ledger.players += 1
    ledger.rows.append(Row(number, "", [], None, written))


def draw_setup(ledger: Ledger) -> None:
    """Draw what the site draws from a seed: scoring tiles, bonus cards, the Fire & Ice tile (section 7 of the
    notation)."""
    assert ledger.seed is not None
    version, seed = ledger.seed
    dice = Random(int.from_bytes(sha1(seed.encode()).digest(), "little"))

    def shuffled(items: list[str]) -> list[str]:
        return [item for _, item in sorted((dice.getrandbits(32), item) for item in items)]

    tiles = [f"score{i}" for i in range(1, 9 + ("temple-scoring-tile" in ledger.options))]
    while True:
        drawn = shuffled(tiles)
        if "score1" not in drawn[4:6]:
            break
    cards = [f"bon{i}" for i in range(1, 10 + ("shipping-bonus" in ledger.options))]
    players = ledger.players or len(ledger.factions)
    removed = shuffled(sorted(cards))[: len(cards) - players - 3]
    if "maintain-player-order" not in ledger.options:
        shuffled([str(i) for i in range(players)])
    if not ledger.scoring:
        ledger.scoring = dict(enumerate(drawn[:ROUNDS], 1))
    if not ledger.removed:
        ledger.removed = removed
    if "fire-and-ice-final-scoring" in ledger.options and ledger.final == "none":
        names = sorted(FINAL)
        ledger.final = FINAL[(shuffled(names) if version != "v1" else names)[0]]


def build_setup(ledger: Ledger) -> dict[str, str]:
    """Return the complete set-up of a ledger game."""
    if ledger.seed is not None:
        draw_setup(ledger)
    if not 2 <= len(ledger.factions) <= 5:
        raise ImpossibleError(text("error.players", got=len(ledger.factions)), rule="TM-013")
    if sorted(ledger.scoring) != list(range(1, ROUNDS + 1)):
        raise ImpossibleError(text("error.ledger_scoring"), rule="TM-013")
    chosen = {o.key: o.default for o in OPTIONS}
    chosen |= {"automa": "no", "site": "yes", "seed": "ledger", "home": "none", "youth": "none", "tokens": "none"}
    chosen |= {"map": ledger.map, "final": ledger.final, "promos": "yes"}
    chosen["mini_expansion"] = "yes" if "mini-expansion-1" in ledger.options else "no"
    chosen["order"] = "passing" if "variable-turn-order" in ledger.options else "clockwise"
    chosen["starting_vp"] = "revised_2017" if ledger.revised_vp else "20"
    cards = [b for b in BONUS.names if b not in ledger.removed and (b != "bon10" or "shipping-bonus" in ledger.options)]
    chosen["bonus"] = " ".join(cards)
    chosen["scoring"] = " ".join(ledger.scoring[i] for i in range(1, ROUNDS + 1))
    taken = [factions.SIDES[x].id for x in ledger.factions]
    for i, key in enumerate(SEATS.names[1:]):
        chosen[key] = taken[i] if i < len(taken) else "none"
        chosen[f"{key}_home"] = "none"
        if i < len(taken):
            entry = next(e for e in read_entries(PACKAGE, "factions", "faction") if e["id"] == taken[i])
            home = str(entry["home_terrain"])
            if home not in WHEEL:
                if taken[i] not in ledger.picks:
                    raise ImpossibleError(text("error.ledger_pick", faction=taken[i]), rule="TM-141")
                home = WHEEL[ledger.picks[taken[i]]]
            chosen[f"{key}_home"] = home
    return chosen
