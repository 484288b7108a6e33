"""Real games: the ledgers of the public play site, read and replayed against these rules.

`read` turns a ledger into rows; `replay` carries the commands of each row out and compares the state after it with what
the site wrote down. The first difference names row, column and the rules that decide it. Both forms are read: the rendered
table, whose columns are check sums, and the bare command log, which has none.

The replay follows the site where it deviates from the printed rules (set-up option `site`): spades score when they are
gained, coins become points during the game, power is decided late (see docs/decisions/0010-digital-terra-mystica.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha1
from random import Random

from soloist.core.bits import mask_of
from soloist.core.board import Event
from soloist.core.errors import BadInputError, ImpossibleError
from soloist.core.game import Imported
from soloist.core.text import text
from soloist.games.reading import read_entries
from soloist.games.terra_mystica.board.events import Begun, GameEnded, RoundEnded
from soloist.games.terra_mystica.board.laws import final_scoring
from soloist.games.terra_mystica.board.map import map_ids
from soloist.games.terra_mystica.board.state import NOBODY
from soloist.games.terra_mystica.board.tables import BONUS, CULTS, PACKAGE, ROUNDS, SEATS, WHEEL
from soloist.games.terra_mystica.human import factions as f
from soloist.games.terra_mystica.human import moves as m
from soloist.games.terra_mystica.human.actions import carry_out, end_turn, free_spaces, note_awaiting
from soloist.games.terra_mystica.human.economy import do, gain_power, room
from soloist.games.terra_mystica.human.events import CleanedUp, Left
from soloist.games.terra_mystica.human.income import (
    begin_actions,
    begin_round,
    cult_bonus,
    end_actions,
    score_end,
    score_resources,
    take_income,
)
from soloist.games.terra_mystica.human.leech import decide_offer
from soloist.games.terra_mystica.human.moves import Move
from soloist.games.terra_mystica.human.reach import ground_at, ground_of, may_stand, spades_needed
from soloist.games.terra_mystica.human.setup import OPTIONS, new_position
from soloist.games.terra_mystica.human.state import (
    ACTED,
    ACTIONS_PHASE,
    BONUS_PHASE,
    BUILD_BRIDGE,
    CHOOSE_BONUS,
    CULT_SPADES,
    CULT_STEP,
    CULT_TWO,
    EXCHANGES,
    FREE_SPADES,
    FROM_FACTION,
    GAME_OVER,
    GONE,
    NEW_TOKEN,
    PENDING,
    PLACE_DWELLING,
    SETTING_UP,
    STAGE,
    TAKE_FAVOR,
    TAKE_TOWN,
    UNLOCK_OR_PRIEST,
    Position,
)
from soloist.games.terra_mystica.human.towns import connections

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
UNITS = {"c": "c", "coin": "c", "coins": "c", "w": "w", "worker": "w", "workers": "w"}
UNITS |= {"p": "p", "priest": "p", "priests": "p", "pw": "pw", "power": "pw", "vp": "vp"}
RATE = {
    ("pw", "p"): m.POWER_TO_PRIEST,
    ("pw", "w"): m.POWER_TO_WORKER,
    ("pw", "c"): m.POWER_TO_COIN,
    ("p", "w"): m.PRIEST_TO_WORKER,
    ("w", "c"): m.WORKER_TO_COIN,
    ("vp", "c"): m.VP_TO_COIN,
    ("c", "vp"): m.COIN_TO_VP,
}
#: options of the site that change no rule here, or switch off checks that old games break (treated as "do not check")
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
)
FINAL = {str(e["site_id"]): str(e["id"]) for e in read_entries(PACKAGE, "final_scoring", "category") if "site_id" in e}
MAP_BY_SITE = {str(e["site_map_id"]): str(e["id"]) for e in read_entries(PACKAGE, "maps", "map")}
#: the original board once more, with the starting VP of 2017
MAP_2017 = "91645cdb135773c2a7a50e5ca9cb18af54c664c4"

#: the columns that are compared, and the rules that decide them
COLUMNS = ("vp", "coins", "workers", "priests", "bowls", "cults")
COLUMN_RULES = {
    "vp": "TM-011",
    "coins": "TM-036",
    "workers": "TM-036",
    "priests": "TM-010",
    "bowls": "TM-030",
    "cults": "TM-069",
}


class Row:
    """One row: its line in the file, the faction (empty for a comment), the commands, the state after it (if written)."""

    __slots__ = ("commands", "comment", "faction", "line", "state")

    def __init__(
        self, line: int, faction: str, commands: list[str], state: tuple[object, ...] | None, comment: str = ""
    ) -> None:
        self.line = line
        self.faction = faction
        self.commands = commands
        self.state = state
        self.comment = comment


@dataclass(slots=True)
class Ledger:
    """A ledger as data: what its comments say about the set-up, and all rows."""

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
    """Where the site and these rules part: the row, the column, what stands there and what we have."""

    line: int
    faction: str
    commands: str
    column: str
    theirs: str
    ours: str
    rule: str


def _broken(line: int, column: str, got: str) -> ImpossibleError:
    return ImpossibleError(text("error.ledger_row", line=line, column=column, got=got[:60]))


# -------------------------------------------------------------------------------------------------------------- reading

_SCORING = re.compile(r"Round (\d) scoring: (SCORE\d)")
_NUMBER = re.compile(r"(-?\d+) ?[A-Z]*$")


def read(source: str) -> Ledger:
    """A ledger of either form from its text. Raises `ImpossibleError` with line and column for a broken row."""
    ledger = Ledger()
    for number, line in enumerate(source.splitlines(), 1):
        if "\t" in line:
            _table_row(ledger, number, line)
        elif ":" in line and line.split(":", 1)[0].strip().lower().replace("_", "") in f.BY_SITE:
            faction, _, rest = line.partition(":")
            ledger.rows.append(Row(number, _faction(faction, number), _commands(rest.partition("#")[0]), None))
        else:
            _comment(ledger, number, line.strip())
    if not ledger.factions:
        raise ImpossibleError(text("error.ledger_empty"))
    return ledger


def _faction(name: str, number: int) -> str:
    found = f.BY_SITE.get(name.strip().lower().replace("_", ""))
    if found is None:
        raise _broken(number, "faction", name)
    return found


def _commands(cell: str) -> list[str]:
    """The commands of a cell or line, split at full stops; real games show that they were done in the order written."""
    return [c for c in (" ".join(part.split()) for part in cell.lower().split(".")) if c]


def _table_row(ledger: Ledger, number: int, line: str) -> None:
    cells = line.split("\t")
    if len(cells) == 14:
        cells.append("")
    if len(cells) != 15:
        raise _broken(number, "columns", str(len(cells)))
    faction = _faction(cells[0], number)
    values: list[object] = []
    for column, cell in zip(
        ("vp", "coins", "workers", "priests"), (cells[2], cells[4], cells[6], cells[8]), strict=True
    ):
        head = cell.split(" ", 1)[0]
        if not head.lstrip("-").isdigit():
            raise _broken(number, column, cell)
        values.append(int(head))
    for column, cell, count in (("bowls", cells[10], 3), ("cults", cells[12], 4)):
        parts = cell.split(" ", 1)[0].split("/")
        if len(parts) != count or not all(p.isdigit() for p in parts):
            raise _broken(number, column, cell)
        values.append([int(p) for p in parts])
    commands = _commands(cells[14])
    if commands == ["setup"]:
        if faction in ledger.factions:
            raise ImpossibleError(text("error.faction_twice", faction=faction), rule="TM-014")
        ledger.factions.append(faction)
    elif commands and commands[0].startswith("pick-color") and faction not in ledger.picks:
        ledger.picks[faction] = _colour(commands[0].split()[1], number)
    ledger.rows.append(Row(number, faction, commands, tuple(values)))


def _colour(word: str, number: int) -> int:
    if word not in COLOURS:
        raise _broken(number, "commands", word)
    return COLOURS[word]


def _comment(ledger: Ledger, number: int, line: str) -> None:
    line = line.removesuffix("show history").strip()
    words = line.split()
    scoring = _SCORING.match(line)
    if scoring:
        ledger.scoring[int(scoring[1])] = scoring[2].lower()
    elif line.startswith("option ") and len(words) == 2:
        if words[1] not in KNOWN_OPTIONS and not words[1].startswith(("loose-", "fire-and-ice-factions/")):
            raise ImpossibleError(text("error.ledger_option", line=number, got=words[1]), nearest=KNOWN_OPTIONS[:4])
        ledger.options.append(words[1])
    elif line.startswith("map ") and len(words) == 2:
        ledger.revised_vp = words[1] == MAP_2017
        ledger.map = MAP_BY_SITE.get(words[1], "original" if ledger.revised_vp else words[1])
        if ledger.map not in map_ids():
            raise ImpossibleError(text("error.no_map", got=words[1]), nearest=map_ids())
    elif line.startswith(("Removing tile ", "delete ")):
        ledger.removed.append(words[-1].lower())
    elif line.lower().startswith("score ") and "," in line:
        for i, tile in enumerate(line[6:].split(","), 1):
            ledger.scoring[i] = tile.strip().lower()
    elif line.startswith("setup ") and len(words) > 1:
        faction = _faction(words[1], number)
        if faction in ledger.factions:
            raise ImpossibleError(text("error.faction_twice", faction=faction), rule="TM-014")
        ledger.factions.append(faction)
    elif line.startswith(("Added final scoring tile: ", "final-scoring ")):
        ledger.final = FINAL.get(words[-1], "none")
    elif line.startswith("randomize "):
        ledger.seed = (words[1] if len(words) > 1 else "v2", " ".join(words[3:]))
    elif line.startswith("player ") and len(words) > 1:
        ledger.players += 1
    ledger.rows.append(Row(number, "", [], None, line))


def draw_setup(ledger: Ledger) -> None:
    """What the site draws from a seed: scoring tiles, bonus cards, the Fire & Ice tile (section 7 of the notation)."""
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


def setup_of(ledger: Ledger) -> dict[str, str]:
    """The complete set-up of a ledger game."""
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
    taken = [f.SIDES[x].id for x in ledger.factions]
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


# ------------------------------------------------------------------------------------------------------------ replaying


class Replay:
    """One ledger on the way through these rules."""

    __slots__ = ("bought", "checks", "ended", "ledger", "listen", "s", "seats", "shifting")

    def __init__(self, ledger: Ledger, listen: Callable[[Row, list[Event]], None] | None = None) -> None:
        self.ledger = ledger
        self.s: Position = new_position(setup_of(ledger))
        self.seats = {faction: i for i, faction in enumerate(ledger.factions, 1)}
        self.listen = listen
        self.bought = 0  # spades of a `dig` whose hex is not known yet
        self.shifting = NOBODY
        self.checks = 0
        self.ended = False

    def run(self) -> Difference | None:
        """Everything; the first difference, or None."""
        rows = self.ledger.rows
        bare = all(row.state is None for row in rows)
        for i, row in enumerate(rows):
            found = self.step(i, row)
            if found is not None:
                return found
            if bare and row.faction:
                self._flow()
        return None

    def _flow(self) -> None:
        """A command log does not write down what follows by itself: income, cult bonuses, the end."""
        s = self.s
        while s.turn[STAGE] != GAME_OVER:
            if s.turn[STAGE] == SETTING_UP and not s.stack:
                begin_actions(s)
            elif s.turn[STAGE] == ACTIONS_PHASE and len(s.passed) == len(s.order) and not self._open():
                if s.round < ROUNDS:
                    for seat in self._left():
                        cult_bonus(s, seat)
                end_actions(s)
            elif s.turn[STAGE] == BONUS_PHASE and not any(p[0] in (CULT_SPADES, CULT_STEP) for p in s.stack):
                begin_round(s)
                for seat in self._left():
                    take_income(s, seat)
            else:
                return

    def _left(self) -> list[int]:
        """Who has left the game: the books go on (section 8 of the notation)."""
        return [seat for seat in self.s.humans if self.s.turn[GONE] >> seat & 1]

    def _open(self) -> bool:
        """Whether somebody still has to decide about power or a cult step."""
        s = self.s
        for index in range(len(s.offers) - 1, -1, -1):
            if room(s, s.offers[index][0]) == 0:
                decide_offer(s, index, False)
        return bool(s.offers) or any(p[0] in (CULT_STEP, NEW_TOKEN) for p in s.stack)

    def step(self, i: int, row: Row) -> Difference | None:
        """Carry one row out and compare."""
        s = self.s
        if self.listen is not None:
            s.log = []
        try:
            if row.faction:
                self._row(i, row)
            else:
                self._comment(row)
        except BadInputError as why:
            return Difference(row.line, row.faction, ". ".join(row.commands), "commands", "", str(why), why.rule)
        if self.listen is not None:
            events = note_awaiting(s)
            s.log = None
            self.listen(row, events)
        if row.state is not None and row.faction:
            seat = self.seats[row.faction]
            purse = s.purses[seat]
            ours = (
                s.vp[seat],
                purse.coins,
                purse.workers,
                purse.priests,
                [purse.bowl1, purse.bowl2, purse.bowl3],
                s.cults[seat],
            )
            self.checks += 1
            if ours != row.state:
                return self._difference(row, ours)
        return None

    def _difference(self, row: Row, ours: tuple[object, ...]) -> Difference:
        assert row.state is not None
        for column, theirs, mine in zip(COLUMNS, row.state, ours, strict=True):
            if theirs != mine:
                return Difference(
                    row.line, row.faction, ". ".join(row.commands), column, str(theirs), str(mine), COLUMN_RULES[column]
                )
        raise AssertionError(row.line)

    # ------------------------------------------------------------------------------------------------ rows and comments

    def _comment(self, row: Row) -> None:
        s, words = self.s, row.comment.split()
        if row.comment.startswith("Round ") and row.comment.endswith("turn 1"):
            self._begin_round(int(words[1].rstrip(",")))
        elif row.comment.endswith("dropped from the game"):
            seat = self.seats[_faction(words[0], row.line)]
            s.turn[GONE] |= 1 << seat
            for index in [i for i, offer in enumerate(s.offers) if offer[0] == seat][::-1]:
                decide_offer(s, index, False)
            moving = s.to_move == seat
            do(s, Left(seat))
            if moving:
                s.new_turn()

    def _begin_round(self, number: int) -> None:
        s = self.s
        if number > 1:
            do(s, CleanedUp())
            do(s, RoundEnded())
        else:
            do(s, Begun())
        s.turn[STAGE] = ACTIONS_PHASE
        s.new_turn()

    def _row(self, i: int, row: Row) -> None:
        s, seat = self.s, self.seats.get(row.faction)
        if seat is None:
            raise ImpossibleError(text("error.ledger_faction", line=row.line, got=row.faction), rule="TM-014")
        if not row.commands:
            if s.turn[GONE] >> seat & 1:
                self._gone(i, seat)
            return
        acting = False
        for number, command in enumerate(row.commands):
            acting |= self._command(i, row, seat, number, command)
        if acting and s.turn[STAGE] == ACTIONS_PHASE and s.to_move == seat and s.turn[ACTED]:
            owed = next((PENDING[p[0]] for p in s.stack if p[1] == seat and p[0] not in _WAITS), None)
            if owed:
                raise ImpossibleError(text("error.ledger_owed", line=row.line, what=owed), rule="TM-024")
            end_turn(s, seat)

    def _gone(self, i: int, seat: int) -> None:
        """A row of somebody who has left: the books go on without a command."""
        for row in reversed(self.ledger.rows[:i]):
            verb = row.commands[-1] if row.commands else ""
            if row.comment.startswith("Scoring ") or " for " in verb:
                self._end_scoring(i, seat)
                return
            if row.comment.startswith("Converting "):
                verb = "score_resources"
            if verb:
                if verb.endswith("income_for_faction") or verb == "score_resources":
                    self._books(i, seat, verb)
                return

    def _books(self, i: int, seat: int, verb: str) -> None:
        s = self.s
        if verb == "cult_income_for_faction":
            s.turn[STAGE] = BONUS_PHASE
            spades = cult_bonus(s, seat)
            if spades and not s.turn[GONE] >> seat & 1:
                s.stack.append((CULT_SPADES, seat, spades, 0))
        elif verb == "other_income_for_faction":
            take_income(s, seat)
        elif verb == "all_income_for_faction":
            self._books(i, seat, "cult_income_for_faction")
            self._books(i, seat, "other_income_for_faction")
        elif verb == "score_resources":
            score_resources(s, seat)
        else:
            self._end_scoring(i, seat)

    def _end_scoring(self, i: int, seat: int) -> None:
        """The points of one category for one seat; the category is the heading above."""
        s = self.s
        if not self.ended:
            self.ended = True
            do(s, GameEnded())
            s.turn[STAGE] = GAME_OVER
        name = ""
        for row in reversed(self.ledger.rows[:i]):
            if row.comment.startswith("Scoring "):
                name = row.comment.split()[1]
                break
        category = FINAL.get(name, "network" if name == "network" else f"cult_{name.lower()}")
        for scored in final_scoring(s):
            if scored.seat == seat and scored.category == category:
                score_end(s, scored)

    # --------------------------------------------------------------------------------------------------------- commands

    def _command(self, i: int, row: Row, seat: int, number: int, command: str) -> bool:
        """One command; whether it belongs to a turn (and not to a decision about power or a book entry)."""
        s = self.s
        verb, _, rest = command.partition(" ")
        match verb:
            case "setup" | "wait" | "pick-color" if verb != "pick-color" or self.shifting == NOBODY:
                return False
            case "pick-color":
                self._move(seat, Move(m.ACTION, self.shifting, _colour(rest, row.line) + 1))
                self.shifting = NOBODY
            case "leech" | "decline":
                self._power(seat, verb == "leech", rest)
                return False
            case "build":
                self._build(row, seat, s.map.hex(rest))
            case "upgrade":
                where, _, kind = rest.partition(" to ")
                if kind not in KINDS:
                    raise _broken(row.line, "commands", command)
                self._act(seat, Move(m.UPGRADE, s.map.hex(where), KINDS[kind]))
            case "dig":
                self._declines(seat)
                self.bought += int(rest)
            case "transform":
                where, _, colour = rest.partition(" to ")
                self._transform(row, seat, s.map.hex(where), colour)
            case "action":
                action = f.ACTION_BY_SITE.get(rest.upper())
                if action is None:
                    raise _broken(row.line, "commands", command)
                if action in (f.SHIFT_POWER, f.SHIFT_TOKENS):
                    self.shifting = action
                else:
                    self._act(seat, Move(m.ACTION, action))
            case "bridge":
                a, _, b = rest.split()[0].partition(":")
                self._move(seat, Move(m.BRIDGE, s.map.bridge(a, b)))
            case "send":
                self._send(row, seat, rest)
            case "advance":
                self._act(seat, Move(m.SHIP if rest.startswith("ship") else m.DIG))
            case "burn":
                self._move(seat, Move(m.CONVERT, m.BURN, int(rest or 1)))
            case "convert":
                self._convert(row, seat, rest)
            case "pass":
                self._pass(seat, rest)
            case "connect":
                self._connect(seat, rest)
            case "unlock-terrain":
                to = m.THE_PRIEST if rest == "gain-priest" else _colour(rest, row.line)
                self._move(seat, Move(m.UNLOCK, to))
                return False
            case "gain":
                self._out_of_turn(seat, NEW_TOKEN, Move(m.TOKEN, 1))
                return False
            case "done":
                if s.turn[ACTED]:
                    end_turn(s, seat)
                return False
            case "score_resources" | "cult_income_for_faction" | "other_income_for_faction" | "all_income_for_faction":
                self._books(i, seat, verb)
                return False
            case "[opponent":
                return False
            case "[all":
                self._all_declined(i, seat)
                return False
            case _ if verb[0] in "+-":
                return self._plus(i, row, seat, command)
            case _:
                raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))
        return True

    def _move(self, seat: int, move: Move) -> None:
        carry_out(self.s, seat, move)

    def _act(self, seat: int, move: Move) -> None:
        """The action of a turn: what was not decided before it is declined."""
        s = self.s
        self._declines(seat)
        if s.turn[STAGE] == ACTIONS_PHASE and s.to_move != seat:
            raise ImpossibleError(text("error.ledger_turn", seat=SEATS.names[s.to_move]), rule="TM-020")
        stack, s.stack = s.stack, [p for p in s.stack if p[1] == seat and p[0] not in _WAITS]
        rest = [p for p in stack if p not in s.stack]
        carry_out(s, seat, move)
        s.stack = rest + s.stack

    def _declines(self, seat: int) -> None:
        s = self.s
        if s.offers:
            for _ in [offer for offer in s.offers if offer[0] == seat]:
                decide_offer(s, next(k for k, o in enumerate(s.offers) if o[0] == seat), False)

    def _power(self, seat: int, take: bool, rest: str) -> None:
        """`leech N from F`: the first open offer that fits; a bare `decline` means all."""
        s = self.s
        words = rest.split()
        if not words:
            self._declines(seat)
            return
        giver = self.seats[f.BY_SITE[words[2]]] if len(words) > 2 else 0
        amount = int(words[0])
        for exact in (True, False):
            for index, (receiver, whose, n, _) in enumerate(s.offers):
                if receiver == seat and (not giver or whose == giver) and (n == amount if exact else n > amount):
                    decide_offer(s, index, take)
                    return
        if room(s, seat) == 0:
            return  # full bowls: there is nothing to decide (TM-065)
        raise ImpossibleError(text("error.ledger_offer", n=amount, faction=words[-1]), rule="TM-062")

    def _all_declined(self, i: int, seat: int) -> None:
        """+1 power, booked before the row of the decline that causes it: that gift is marked as paid."""
        s = self.s
        nearby = next((self.seats.get(r.faction, 0) for r in self.ledger.rows[i + 1 :] if r.faction), 0)
        mine = [k for k, gift in enumerate(s.gifts) if gift[1] == seat and gift[2] == 0]
        if not mine:
            raise ImpossibleError(text("error.ledger_gift"), rule="TM-124")
        best = next((k for k in mine if all(o[0] == nearby for o in s.offers if o[3] == s.gifts[k][0])), mine[0])
        number, giver, _, declined = s.gifts[best]
        s.gifts[best] = (number, giver, -99, declined)
        gain_power(s, seat, 1, FROM_FACTION)

    def _build(self, row: Row, seat: int, hex_: int) -> None:
        s = self.s
        if s.turn[STAGE] == 0:
            self._setup(seat, PLACE_DWELLING, Move(m.PLACE, hex_))
            return
        self._declines(seat)
        if not may_stand(s, seat) >> hex_ & 1:
            track = self._payment(row) if s.sides[seat].acolytes else 0
            self._act(seat, Move(m.TRANSFORM, hex_, ground_of(s, seat), track))
            self.bought = 0
        self._act(seat, Move(m.BUILD, hex_))

    def _payment(self, row: Row) -> int:
        """The track the Acolytes pay with stands behind the build."""
        for command in row.commands:
            if command.startswith("-") and command.lstrip("-0123456789") in CULT_NAMES:
                return CULT_NAMES[command.lstrip("-0123456789")] + 1
        return 0

    def _setup(self, seat: int, kind: int, move: Move) -> None:
        s = self.s
        if not s.stack or s.stack[-1][:2] != (kind, seat):
            raise ImpossibleError(
                text("error.ledger_turn", seat=SEATS.names[s.stack[-1][1] if s.stack else 0]), rule="TM-015"
            )
        carry_out(s, seat, move)

    def _transform(self, row: Row, seat: int, hex_: int, colour: str) -> None:
        s = self.s
        terrain = _colour(colour, row.line) if colour else ground_of(s, seat)
        index = next((k for k, p in enumerate(s.stack) if p[0] == CULT_SPADES and p[1] == seat), NOBODY)
        if s.turn[STAGE] == BONUS_PHASE and index != NOBODY:
            entry = s.stack.pop(index)
            s.stack.append(entry)
            carry_out(s, seat, Move(m.TRANSFORM, hex_, terrain))
            return
        if self.bought and s.turn[ACTED] and not s.turn[FREE_SPADES]:
            s.turn[ACTED] = 0  # further spades for the same action
        track = self._payment(row) if s.sides[seat].acolytes else 0
        need = spades_needed(s, seat, ground_at(s, hex_), terrain)
        self._act(seat, Move(m.TRANSFORM, hex_, terrain, track))
        self.bought = max(0, self.bought - need)

    def _send(self, row: Row, seat: int, rest: str) -> None:
        words = rest.replace("priest", "p").split()
        if len(words) < 3 or words[2] not in CULT_NAMES:
            raise _broken(row.line, "commands", rest)
        track = CULT_NAMES[words[2]]
        spaces = free_spaces(self.s, track)
        best = 3 if spaces[3] else 2 if spaces[2] else 1
        self._act(seat, Move(m.SEND, track, int(words[4]) if len(words) > 4 else best))

    def _convert(self, row: Row, seat: int, rest: str) -> None:
        found = _CONVERT.fullmatch(rest)
        if not found or found[2] not in UNITS or found[4] not in UNITS:
            raise _broken(row.line, "commands", rest)
        old, new = UNITS[found[2]], UNITS[found[4]]
        n = int(found[3] or 1)
        if (old, new) == ("w", "p"):
            self._move(seat, Move(m.EXCHANGE, n))
        elif (old, new) == ("p", "c"):
            self._move(seat, Move(m.CONVERT, m.PRIEST_TO_WORKER, n))
            self._move(seat, Move(m.CONVERT, m.WORKER_TO_COIN, n))
        elif (old, new) in RATE:
            self._move(seat, Move(m.CONVERT, RATE[old, new], n))
        else:
            raise _broken(row.line, "commands", rest)

    def _pass(self, seat: int, rest: str) -> None:
        s = self.s
        card = BONUS.index(rest) if rest else NOBODY
        if card is None:
            raise ImpossibleError(text("error.no_bonus", got=rest), rule="TM-094")
        if s.turn[STAGE] == 0:
            self._setup(seat, CHOOSE_BONUS, Move(m.BONUS_CARD, card))
            return
        self._act(seat, Move(m.PASS, NOBODY if s.round == ROUNDS else card))

    def _connect(self, seat: int, rest: str) -> None:
        s = self.s
        if ":" in rest:
            ends = mask_of(s.map.hex(h) for h in rest.split(":"))
            rivers = [r for r in range(len(s.map.near)) if connections(s, seat) >> r & 1 and ends & ~s.map.near[r] == 0]
            if not rivers:
                raise ImpossibleError(text("error.refused", rule="TM-122"), rule="TM-122")
            river = rivers[0]
        else:
            river = s.map.hex(rest)
        self._move(seat, Move(m.CONNECT, river))

    def _plus(self, i: int, row: Row, seat: int, command: str) -> bool:
        """`+FAVn`, `+nTWm`, `+nCULT`, `-SPADE` and their like."""
        s = self.s
        parts = _PLUS.fullmatch(command)
        sign, n, what = parts.groups() if parts else ("", "", "")
        count = int(n or 1)
        if sign == "+" and what.startswith("fav") and what in ALL_FAVORS:
            self._out_of_turn(seat, TAKE_FAVOR, Move(m.FAVOR, ALL_FAVORS[what]))
        elif sign == "+" and what in ALL_TOWNS:
            for _ in range(count):
                self._out_of_turn(seat, TAKE_TOWN, Move(m.TOWN, ALL_TOWNS[what]))
        elif sign == "+" and what in CULT_NAMES:
            left = count
            while left:
                two = any(p[:2] == (CULT_TWO, seat) for p in s.stack) and left >= 2
                self._out_of_turn(seat, CULT_TWO if two else CULT_STEP, Move(m.CULT, CULT_NAMES[what]))
                left -= 2 if two else 1
        elif sign == "+" and what.startswith("vp for"):
            self._end_scoring(i, seat)
            return False
        elif sign == "-" and what == "spade":
            self._give_up_spades(seat, count)
        elif sign == "-" and what in CULT_NAMES and s.sides[seat].acolytes:
            return True  # paid with the transformation
        elif sign == "-" and what in ("bridge", "free_d", "free_tf", "free_tp", "gain_p3_for_vp", "convert_w_to_p"):
            self._give_up(seat, what)
        else:
            raise ImpossibleError(text("error.ledger_command", line=row.line, got=command))
        return s.turn[STAGE] == ACTIONS_PHASE and s.to_move == seat

    def _out_of_turn(self, seat: int, kind: int, move: Move) -> None:
        """A decision that may come before others that wait: it is brought to the top of the stack."""
        s = self.s
        for index in range(len(s.stack) - 1, -1, -1):
            if s.stack[index][:2] == (kind, seat):
                s.stack.append(s.stack.pop(index))
                carry_out(s, seat, move)
                return
        raise ImpossibleError(text("error.refused", rule="TM-024"), rule="TM-024")

    def _give_up_spades(self, seat: int, count: int) -> None:
        s = self.s
        if s.turn[STAGE] == ACTIONS_PHASE and s.turn[FREE_SPADES]:
            s.turn[FREE_SPADES] = max(0, s.turn[FREE_SPADES] - count)
            return
        for index, entry in enumerate(s.stack):
            if entry[:2] == (CULT_SPADES, seat):
                left = entry[2] - count
                s.stack[index : index + 1] = [(CULT_SPADES, seat, left, 0)] if left > 0 else []
                return

    def _give_up(self, seat: int, what: str) -> None:
        s = self.s
        if what == "convert_w_to_p":
            s.turn[EXCHANGES] = 0
            return
        kind = {"bridge": BUILD_BRIDGE, "gain_p3_for_vp": NEW_TOKEN}.get(what)
        for index in range(len(s.stack) - 1, -1, -1):
            if s.stack[index][1] == seat and (kind is None or s.stack[index][0] == kind):
                del s.stack[index]
                return


_WAITS = (CULT_STEP, CULT_SPADES, NEW_TOKEN, UNLOCK_OR_PRIEST)
_CONVERT = re.compile(r"(\d*) ?([a-z]+) to (\d*) ?([a-z]+)")
_PLUS = re.compile(r"([+-]) ?(\d*) ?(.+)")
ALL_FAVORS = {f"fav{i}": i - 1 for i in range(1, 13)}
ALL_TOWNS = {f"tw{i}": i - 1 for i in range(1, 9)}


def imported(source: str) -> Imported:
    """A ledger as a game to look back at: every row with its events in notation, and the first difference."""
    ledger = read(source)
    steps: list[tuple[str, list[str]]] = []
    setup = setup_of(ledger)
    shown = new_position(setup)

    def listen(row: Row, events: list[Event]) -> None:
        lines = []
        for event in events:
            lines.append(event.notation(shown))
            event.apply(shown)
        who = f"{row.faction}: " if row.faction else ""
        if row.faction or len(lines) > 1:
            steps.append((f"{who}{'. '.join(row.commands) or row.comment or '-'}", lines))

    run = Replay(ledger, listen)
    found = run.run()
    if found is None:
        if shown.key() != run.s.key():
            raise AssertionError("the events of a ledger do not lead to its position")
        return Imported(setup, steps, run.checks)
    said = text(
        "error.ledger_difference",
        line=found.line,
        faction=found.faction,
        column=found.column,
        theirs=found.theirs,
        ours=found.ours,
        commands=found.commands,
    )
    return Imported(setup, steps, run.checks, said, found.line, found.rule)


def replay(source: str) -> tuple[Replay, Difference | None]:
    """Read a ledger, replay it, compare every row."""
    run = Replay(read(source))
    return run, run.run()


__all__ = ["Difference", "Ledger", "Replay", "Row", "read", "replay", "setup_of"]
