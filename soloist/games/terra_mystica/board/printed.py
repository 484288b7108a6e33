"""The values printed on the Automa's cards and tiles, each with its origin.

Each value has a key (`pass_vp.score3.r1_3`), a text form and an origin. The owner of a box can enter any of them, for
one game or for all; entered values take precedence. Nothing is guessed silently: the origin travels with the value.

    printed     entered by the owner from his copy
    source      two sources agree, or read off a picture
    one_source  one source only: compare with your copy
    inferred    follows from something known
    stand_in    taken from the sister game or reconstructed: compare with your copy
    missing     unknown: asked for when it is needed
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from soloist.core.errors import (
    BadDataError,
    BadInputError,
    ImpossibleError,
    UnknownError,
    UnreadableError,
    find_nearest,
)
from soloist.core.text import text
from soloist.games.packaged_data import read_toml
from soloist.games.terra_mystica.board.map import find_map, map_ids
from soloist.games.terra_mystica.board.tables import (
    AUTOMA_FACTIONS,
    CARDS,
    CULTS,
    LETTERS,
    LEVELS,
    MERCHANT_SCORING,
    PACKAGE,
    PLACES,
    SCORING,
    WHEEL,
)

SIDES = ("r1_3", "r4_6")
NO_CULT = -1
MOST_PASS_VP = 20

ACTION_IDS = (
    "faction_action",
    "transform_and_build",
    "upgrade",
    "advance_cult",
    "take_favor",
    "block_power_action",
    "gain_vp",
    "trade",
    "place_cube",
    "blight_land",
)


@dataclass(frozen=True, slots=True)
class Action:
    """One icon of an action column, or one line of a faction card.

    `n` is a number of victory points or steps, -1 for the X of the level. `rounds` are the rounds in which it is
    carried out. `shipping` replaces her own value unless it is -1. `first` are the faction's own tiebreakers.
    """

    id: str
    n: int = 0
    rounds: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    shipping: int = -1
    unlimited: bool = False
    first: tuple[str, ...] = ()
    times: int = 1

    def notation(self) -> str:
        n = " x" if self.n < 0 else f" {self.n}" if self.n or self.id == "gain_vp" else ""
        ship = f" shipping={self.shipping}" if self.shipping >= 0 else ""
        rounds = "" if len(self.rounds) == 6 else f" rounds={''.join(map(str, self.rounds))}"
        return f"{self.id}{n}{ship}{rounds}"


@dataclass(frozen=True, slots=True)
class Card:
    """A decision card: its action column, its support column, its setup letters and its pass icon."""

    id: str
    label: str
    deck: str
    actions: tuple[Action, ...]
    marked: bool
    reaching: bool
    row: int
    backward: bool
    count: int
    catch_up: bool
    bonus: int
    letter_marked: int
    letter_unmarked: int
    pass_icon: bool
    certainty: str


def _read_action(entry: dict[str, Any]) -> Action:
    if entry["action"] not in ACTION_IDS:
        raise BadDataError(text("error.data_name", file="automa_decision_cards.toml", got=entry["action"]))
    n = entry.get("n", entry.get("steps", 0))
    return Action(
        entry["action"],
        n=-1 if n == "x" else n,
        rounds=tuple(entry.get("rounds", range(1, 7))),
        shipping=entry.get("shipping", -1),
        unlimited=entry.get("range") == "unlimited",
        first=tuple(entry.get("faction_first", ())),
        times=entry.get("times", 1),
    )


def _read_card(entry: dict[str, Any]) -> Card:
    support, setup = entry["support"], entry["setup"]
    place = PLACES.find_option(support["bonus_card"])
    if place is None:
        raise BadDataError(text("error.data_name", file="automa_decision_cards.toml", got=support["bonus_card"]))
    return Card(
        id=entry["id"],
        label=entry["label"],
        deck=entry["deck"],
        actions=tuple(_read_action(a) for a in entry["actions"]),
        marked=_one_of(support["cluster"], "marked", "unmarked") == 0,
        reaching=support["reaching"],
        row=_one_of(support["atp_row"], "a", "b"),
        backward=_one_of(support["direction"], "forward", "backward") == 1,
        count=support["count"],
        catch_up=_one_of(support["cult"], "scoring_tile", "catch_up") == 1,
        bonus=place,
        letter_marked=LETTERS.index(setup["marked"]),
        letter_unmarked=LETTERS.index(setup["unmarked"]),
        pass_icon=entry["pass_icon"],
        certainty=entry["certainty"],
    )


def _one_of(word: str, *words: str) -> int:
    if word not in words:
        raise UnknownError(text("error.not_one_of", got=word, options=words), nearest=words)
    return words.index(word)


@cache
def read_cards() -> tuple[Card, ...]:
    """Return all decision cards with the values of the sources."""
    return tuple(_read_card(e) for e in read_toml(PACKAGE, "data/automa_decision_cards.toml")["card"])


@dataclass(frozen=True, slots=True)
class AutomaFaction:
    """An Automa faction card, as far as it is known."""

    id: str
    rule: str
    actions: tuple[Action, ...]
    fully_known: bool
    setup_text: bool
    missing: tuple[str, ...]


@cache
def automa_factions() -> tuple[AutomaFaction, ...]:
    """Return the ten factions in the order of the data; their rules are TMA-F01 … TMA-F10."""
    return tuple(
        AutomaFaction(
            id=e["id"],
            rule=f"TMA-F{i:02d}",
            actions=tuple(_read_action(a) for a in e["faction_action"]),
            fully_known=e["fully_known"],
            setup_text=e["setup_text"],
            missing=tuple(e.get("missing", ())),
        )
        for i, e in enumerate(read_toml(PACKAGE, "data/automa_factions.toml")["faction"], 1)
    )


# ------------------------------------------------------------------------------------------------- keys and values


def _split_words(value: str) -> list[str]:
    return value.replace(",", " ").split()


def _check_numbers(value: str, count: int, most: int) -> str:
    words = _split_words(value)
    if len(words) != count or any(not (w.isascii() and w.isdigit() and len(w) < 4) or int(w) > most for w in words):
        raise UnreadableError(text("error.want_numbers", count=count, most=most, got=value))
    return " ".join(str(int(w)) for w in words)


def _check_row(value: str) -> str:
    words = [w.lower() for w in _split_words(value)]
    if sorted(words) != sorted(WHEEL):
        raise UnreadableError(text("error.want_terrains", got=value), rule="TMA-035", nearest=WHEEL)
    return " ".join(words)


def _pass_vp(value: str) -> str:
    return _check_numbers(value, 1, MOST_PASS_VP)


def _check_cult(value: str) -> str:
    word = value.strip().lower()
    if word != "none" and word not in CULTS:
        raise UnknownError(
            text("error.no_cult", got=value), rule="TMA-064a", nearest=find_nearest(word, CULTS) or CULTS.names
        )
    return word


def _six_hexes(map_id: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        words = _split_words(value)
        if len(words) != len(LETTERS):
            raise UnreadableError(text("error.want_hexes", got=value), rule="TMA-018")
        where = find_map(map_id)
        hexes = [where.hex(w) for w in words]
        a, b, c, d, e, f = hexes
        if any(where.river >> h & 1 for h in hexes) or a in (b, c) or d in (e, f):
            raise UnreadableError(text("error.want_hexes", got=value), rule="TMA-018")
        return " ".join(where.hexes.name_option(h) for h in hexes)

    return check


_CARD_FIELDS: dict[str, Callable[[Card, str], Card]] = {
    "cluster": lambda card, value: replace(card, marked=_one_of(value, "marked", "unmarked") == 0),
    "reaching": lambda card, value: replace(card, reaching=_one_of(value, "no", "yes") == 1),
    "atp_row": lambda card, value: replace(card, row=_one_of(value, "a", "b")),
    "direction": lambda card, value: replace(card, backward=_one_of(value, "forward", "backward") == 1),
    "count": lambda card, value: replace(card, count=_at_least_one(value)),
    "cult": lambda card, value: replace(card, catch_up=_one_of(value, "scoring_tile", "catch_up") == 1),
    "bonus_card": lambda card, value: replace(card, bonus=_one_of(value, *PLACES.names)),
    "letters": lambda card, value: _with_letters(card, value),
    "pass_icon": lambda card, value: replace(card, pass_icon=_one_of(value, "no", "yes") == 1),
    "actions": lambda card, value: replace(card, actions=read_actions(value)),
}


def _at_least_one(value: str) -> int:
    """Return the number of a directional selection, which counts from 1 (TMA-036)."""
    if value.strip() == "0":
        raise UnreadableError(text("error.want_numbers", count=1, most=9, got=value), rule="TMA-036")
    return int(_check_numbers(value, 1, 9))


def _with_letters(card: Card, value: str) -> Card:
    letters = _split_words(value.upper())
    if len(letters) != 2 or letters[0] == letters[1] or any(x not in LETTERS for x in letters):
        raise UnreadableError(text("error.want_letters", got=value), rule="TMA-018")
    return replace(card, letter_marked=LETTERS.index(letters[0]), letter_unmarked=LETTERS.index(letters[1]))


def read_actions(value: str) -> tuple[Action, ...]:
    """Return the action column of a text such as `upgrade, take_favor rounds=56, gain_vp x`."""
    column = []
    for part in value.split(","):
        words = part.split()
        if not words or words[0] not in ACTION_IDS:
            got = words[0] if words else part
            raise UnknownError(text("error.no_action_id", got=got), nearest=find_nearest(got, ACTION_IDS) or ACTION_IDS)
        made = Action(words[0])
        for word in words[1:]:
            key, _, number = word.partition("=")
            if word == "x":
                made = replace(made, n=-1)
            elif word.isascii() and word.isdigit() and len(word) < 3:
                made = replace(made, n=int(word))
            elif key == "rounds" and number and set(number) <= set("123456"):
                made = replace(made, rounds=tuple(sorted({int(r) for r in number})))
            elif key == "shipping" and number in ("0", "1", "2", "3"):
                made = replace(made, shipping=int(number))
            else:
                raise UnreadableError(text("error.action_part", got=word))
        column.append(made)
    return tuple(column)


@dataclass(frozen=True, slots=True)
class Known:
    """A value from the sources, before the owner enters anything."""

    value: str
    origin: str
    stand_in: str = ""


def find_known(key: str) -> Known:
    """Return the sources' value of a key; raise `UnknownError` when there is no such key."""
    match key.split("."):
        case ["atp", terrain, row] if terrain in WHEEL and row in ("a", "b"):
            entry = _find_entry("automa_terrain_priority", "atp", home=terrain)
            return Known(" ".join(entry[f"row_{row}"]), "stand_in", " ".join(entry[f"spade_sorted_{row}"]))
        case ["letters", map_id, terrain] if map_id in map_ids() and terrain in WHEEL:
            entry = _find_entry("automa_initial_dwellings", "placement", map=map_id, home=terrain)
            return Known(" ".join(entry["letters"][x] for x in LETTERS), "stand_in")
        case ["pass_vp", tile, side] if tile in SCORING and side in SIDES:
            entry = _find_entry("automa_scoring_tiles", "tile", id=tile)
            printed, stand_in = entry["pass_vp"][side], str(entry["stand_in_pass_vp"][side])
            return Known("", "missing", stand_in) if printed == "missing" else Known(str(printed), "source")
        case ["pass_vp", tile, side] if tile in MERCHANT_SCORING and side in SIDES:
            return Known("", "missing")
        case ["cult", tile] if tile in SCORING:
            entry = _find_entry("automa_scoring_tiles", "tile", id=tile)
            if entry["automa_cult"] == "missing":
                return Known("", "missing", entry["stand_in_automa_cult"])
            return Known(entry["automa_cult"], "source" if tile == "score7" else "inferred")
        case ["cult", tile] if tile in MERCHANT_SCORING:
            return Known("", "missing")
        case ["level", level, what] if level in LEVELS and what in ("shipping", "x_vp"):
            entry = _find_entry("automa_levels", "level", id=level)
            sure = level == "automa" and what == "shipping"
            pairs = ("r1_2", "r3_4", "r5_6")
            return Known(" ".join(str(entry[what][p]) for p in pairs), "source" if sure else "one_source")
        case ["cult_start", faction] if faction in AUTOMA_FACTIONS:
            entry = _find_entry("automa_factions", "faction", id=faction)
            return Known(" ".join(str(entry["cult_start"][c]) for c in CULTS.names), "one_source")
        case ["card", card, what] if card in CARDS and what in _CARD_FIELDS:
            found = read_cards()[CARDS.find_option(card) or 0]
            return Known(_card_field(found, what), "source" if found.certainty.startswith("two") else "one_source")
        case _:
            raise UnknownError(text("error.no_datum", got=key), nearest=find_nearest(key, all_keys()))


def _find_entry(file: str, table: str, **where: str) -> dict[str, Any]:
    for entry in read_toml(PACKAGE, f"data/{file}.toml")[table]:
        if all(entry[k] == v for k, v in where.items()):
            found: dict[str, Any] = entry
            return found
    raise BadDataError(text("error.data_entry", file=file, what=" ".join(where.values())))


def _card_field(card: Card, what: str) -> str:
    yes_no = ("no", "yes")
    return {
        "cluster": "marked" if card.marked else "unmarked",
        "reaching": yes_no[card.reaching],
        "atp_row": "ab"[card.row],
        "direction": "backward" if card.backward else "forward",
        "count": str(card.count),
        "cult": "catch_up" if card.catch_up else "scoring_tile",
        "bonus_card": PLACES.name_option(card.bonus),
        "letters": f"{LETTERS[card.letter_marked]} {LETTERS[card.letter_unmarked]}",
        "pass_icon": yes_no[card.pass_icon],
        "actions": ", ".join(a.notation() for a in card.actions),
    }[what]


@cache
def all_keys() -> tuple[str, ...]:
    """Return the keys of all values that can be entered."""
    return (
        *(f"atp.{t}.{r}" for t in WHEEL for r in "ab"),
        *(f"letters.{m}.{t}" for m in map_ids() for t in WHEEL),
        *(f"pass_vp.{t}.{s}" for d in (SCORING, MERCHANT_SCORING) for t in d for s in SIDES),
        *(f"cult.{t}" for d in (SCORING, MERCHANT_SCORING) for t in d),
        *(f"level.{x}.{w}" for x in LEVELS for w in ("shipping", "x_vp")),
        *(f"cult_start.{f}" for f in AUTOMA_FACTIONS),
        *(f"card.{c}.{w}" for c in CARDS for w in _CARD_FIELDS),
    )


def check_datum(key: str, value: str) -> str:
    """Return the value in normal form; raise when the key does not exist or the value cannot be printed there."""
    find_known(key)
    match key.split("."):
        case ["atp", _, _]:
            return _check_row(value)
        case ["letters", map_id, _]:
            return _six_hexes(map_id)(value)
        case ["pass_vp", *_]:
            return _pass_vp(value)
        case ["cult", _]:
            return _check_cult(value)
        case ["level", _, what]:
            return _check_numbers(value, 3, 3 if what == "shipping" else 9)
        case ["cult_start", _]:
            return _check_numbers(value, 4, 9)
        case ["card", card, what]:
            found = read_cards()[CARDS.find_option(card) or 0]
            return _card_field(_CARD_FIELDS[what](found, value.strip()), what)
    raise AssertionError(key)


class Printed:
    """The printed values in use in one game; immutable, `with_entered` makes a changed copy.

    `values` are (text, origin) by key; the other attributes are these values in the form that the rules use. `pass_vp`
    and `heads` are per round, None while the value is missing.
    """

    __slots__ = ("atp", "cards", "heads", "letters", "pass_vp", "shipping", "values", "x_vp")

    def __init__(self, values: Mapping[str, tuple[str, str]], tiles: Iterable[str], level: str, letters: str) -> None:
        self.values = dict(values)
        tiles = list(tiles)
        self.atp = {
            (t, r): tuple(WHEEL.index(w) for w in self._text(f"atp.{WHEEL[t]}.{'ab'[r]}").split())
            for t in range(len(WHEEL))
            for r in range(2)
        }
        self.letters = tuple(self._text(letters).split())
        self.shipping = tuple(int(w) for w in self._text(f"level.{level}.shipping").split())
        self.x_vp = tuple(int(w) for w in self._text(f"level.{level}.x_vp").split())
        self.pass_vp: tuple[int | None, ...] = tuple(
            int(v) if v else None for v in (self._text(pass_key(t, i)) for i, t in enumerate(tiles, 1))
        )
        self.heads: tuple[int | None, ...] = tuple(_read_head(self._text(f"cult.{t}")) for t in tiles)
        deck = list(read_cards())
        for key, (value, _) in self.values.items():
            if key.startswith("card."):
                _, card, what = key.split(".")
                i = CARDS.find_option(card) or 0
                deck[i] = _CARD_FIELDS[what](deck[i], value)
        self.cards = tuple(deck)

    def _text(self, key: str) -> str:
        return self.values[key][0] if key in self.values else find_known(key).value

    def origin(self, key: str) -> str:
        """Return the origin of the value in use."""
        return self.values[key][1] if key in self.values else find_known(key).origin


def _read_head(value: str) -> int | None:
    if not value:
        return None
    return NO_CULT if value == "none" else CULTS.find_option(value)


def pass_key(tile: str, round_: int) -> str:
    """Return the key of the victory points at the lower right of a scoring tile (TMA-050a), whose side depends on the
    round."""
    return f"pass_vp.{tile}.{SIDES[round_ > 3]}"


def read_value(entry: str) -> tuple[str, str]:
    """Split `4 (printed)` into the value and its origin."""
    value, _, origin = entry.rpartition(" (")
    if not origin.endswith(")"):
        raise UnreadableError(text("error.value_origin", got=entry))
    return ("" if value == "?" else value), origin[:-1]


def write_value(value: str, origin: str) -> str:
    return f"{value or '?'} ({origin})"


def check_entered(key: str, value: str) -> str:
    """Like `check_datum`, for values from files: any error is raised as `ImpossibleError` about that key."""
    try:
        return check_datum(key, value)
    except BadInputError as why:
        raise ImpossibleError(text("error.datum", key=key, got=value), rule=why.rule, nearest=why.nearest) from why
